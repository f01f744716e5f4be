// Choices by the bytes of an input; see the header. SPDX-License-Identifier: Apache-2.0 OR MIT
#include "tests/fuzz/support/input.h"

#include <algorithm>

#include "asconkit/batch/ascon_batch.h"

namespace asconkit_fuzz {
namespace {

std::vector<const char *> Available(const char *(*at)(size_t), int (*is_available)(const char *)) {
  std::vector<const char *> names;
  for (size_t i = 0; at(i); i++)
    if (is_available(at(i))) names.push_back(at(i));
  return names;
}

}  // namespace

std::vector<const char *> Backends() {
  return Available(ascon_backend_at, ascon_backend_available);
}

std::vector<const char *> Engines() {
  return Available(ascon_batch_engine_at, ascon_batch_engine_available);
}

size_t Input::Length(size_t rate) {
  switch (UpTo(3)) {
    case 0: return UpTo(4 * rate);
    case 1: return (UpTo(9) + 1) * rate + UpTo(2) - 1;
    case 2: return UpTo(16);
    default: return UpTo(600);
  }
}

Bytes Input::Some(size_t n) {
  const size_t kind = UpTo(3);
  if (kind < 2) return Bytes(n, kind == 0 ? 0 : 0xff);
  if (kind == 2) {
    Bytes bytes = provider_.ConsumeBytes<uint8_t>(n);
    bytes.resize(n);
    return bytes;
  }
  return asconkit_test::Random(UpTo(0xffff)).Some(n);
}

Lengths Input::Pieces(size_t n) {
  constexpr size_t kMostPieces = 12;
  Lengths pieces;
  while (n != 0 && pieces.size() < kMostPieces) {
    pieces.push_back(Flag() ? UpTo(n) : UpTo(std::min<size_t>(n, 41)));
    n -= pieces.back();
  }
  pieces.push_back(n);
  return pieces;
}

size_t Input::OutputLength(const ascon_algorithm *algorithm) {
  switch (algorithm->kind) {
    case ASCON_KIND_AEAD:
      return algorithm->output_bytes - UpTo(algorithm->output_bytes - algorithm->min_tag_bytes);
    case ASCON_KIND_PRFSHORT: return algorithm->output_bytes - UpTo(algorithm->output_bytes - 1);
    default:
      return algorithm->output_bytes ? algorithm->output_bytes : Length(algorithm->rate_bytes);
  }
}

size_t Input::TextLength(const ascon_algorithm *a) {
  return a->kind == ASCON_KIND_PRFSHORT ? UpTo(16) : Length(a->rate_bytes);
}

size_t Input::ExtraLength(const ascon_algorithm *a) {
  if (a->kind == ASCON_KIND_AEAD) return Length(a->rate_bytes);
  return a->kind == ASCON_KIND_CXOF ? std::min<size_t>(Length(a->rate_bytes), 256) : 0;
}

Case Input::Computation(const ascon_algorithm *a) {
  Case c = {a, OutputLength(a), {}, {}, {}, {}};
  c.key = Some(a->key_bytes);
  c.nonce = Some(a->nonce_bytes);
  c.extra = Some(ExtraLength(a));
  c.text = Some(TextLength(a));
  return c;
}

bool Input::FlipBit(Bytes *string) {
  if (string->empty()) return false;
  const size_t bit = UpTo(8 * string->size() - 1);
  uint8_t &byte = (*string)[bit / 8];
  byte = static_cast<uint8_t>(byte ^ 1u << bit % 8);
  return true;
}

}  // namespace asconkit_fuzz
