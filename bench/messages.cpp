// Filling the memory of the messages; see the header.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "messages.hpp"

#include "../tests/support/any_kind.h"

#include <cstdint>
#include <cstring>
#include <new>
#include <numeric>
#include <stdexcept>

namespace asconkit::bench {

namespace {

constexpr std::size_t line = 64;
// Outputs have other offsets in their pages than inputs: processors treat a load as dependent on a
// store that is a multiple of a page away.
constexpr std::size_t written_from = 17 * line;

// Where each of the pieces starts that follow each other.
std::vector<std::size_t> places(std::size_t count, std::size_t first, auto length) {
  std::vector<std::size_t> at(count + 1, first);
  for (std::size_t i = 0; i < count; i++) at[i + 1] = at[i] + length(i);
  return at;
}

}  // namespace

Bytes::Bytes(std::size_t bytes, std::uint8_t value)
    : memory_(static_cast<std::uint8_t *>(std::aligned_alloc(line, (bytes / line + 1) * line))),
      bytes_(bytes) {
  if (!memory_) throw std::bad_alloc();
  std::memset(memory_.get(), value, (bytes / line + 1) * line);
}

Messages::Messages(MessagesShape shape) : shape_(std::move(shape)) {
  if (!shape_.algorithm) return;
  const std::size_t n = count(), gap = shape_.gap;
  text_at_ = places(n, 0, [&](std::size_t i) { return length(i) + gap; });
  out_at_ =
      places(n, written_from, [&](std::size_t i) { return out_bytes(i) + (is_aead() ? gap : 0); });
  in_ = Bytes(text_at_[n], 0x5a);
  out_ = Bytes(out_at_[n]);
  tags_ = Bytes(n * tag_bytes);
  extra_ = Bytes(is_aead() ? n * shape_.extra_bytes : shape_.extra_bytes, 0x11);
  nonces_ = Bytes(n * nonce_stride, 0x33);
  for (std::size_t i = 0; i < n; i++) std::memcpy(nonces_.get() + i * nonce_stride, &i, sizeof i);
  key_ = Bytes(64, 0x77);
  if (is_aead()) sealed_ = Bytes(written_from + text_at_[n] + n * tag_bytes);
  fill_peers();
  if (shape_.decrypt) encrypt_all();
}

std::size_t Messages::total_bytes() const {
  return std::accumulate(shape_.lengths.begin(), shape_.lengths.end(), std::size_t{0});
}

std::size_t Messages::out_bytes(std::size_t i) const {
  return is_aead() ? length(i) : shape_.out_bytes;
}

const std::uint8_t *Messages::extra(std::size_t i) const {
  return extra_.get() + (is_aead() ? i * shape_.extra_bytes : 0);
}

void Messages::fill_peers() {
  for (std::size_t i = 0; i < count(); i++) {
    bench_message m{out(i),   out_bytes(i),       in(i),    length(i),
                    extra(i), shape_.extra_bytes, nonce(i), key()};
    std::uint8_t *sealed = sealed_.get() + written_from + text_at_[i] + i * tag_bytes;
    if (is_aead() && shape_.decrypt) m.in = sealed, m.in_bytes += tag_bytes;
    if (is_aead() && !shape_.decrypt) m.out = sealed, m.out_bytes += tag_bytes;
    of_peers_.push_back(m);
  }
}

void Messages::encrypt_all() {
  for (std::size_t i = 0; i < count(); i++) {
    std::vector<std::uint8_t> text(in(i), in(i) + length(i));
    if (any_encrypt(shape_.algorithm, in(i), tag(i), tag_bytes, text.data(), text.size(), extra(i),
                    shape_.extra_bytes, nonce(i), key()) != ASCON_OK)
      throw std::runtime_error("encryption has failed");
    auto *sealed = const_cast<std::uint8_t *>(of_peers_[i].in);
    std::memcpy(sealed, in(i), length(i));
    std::memcpy(sealed + length(i), tag(i), tag_bytes);
  }
}

void Messages::clear() {
  std::memset(out_.get(), 0, out_.size());
  if (!is_aead() || shape_.decrypt) return;
  std::memset(tags_.get(), 0, tags_.size());
  std::memset(sealed_.get(), 0, sealed_.size());
}

// Outputs and tags in one row, so that the library and peers can be compared.
std::vector<std::uint8_t> Messages::results(bool of_peer) const {
  std::vector<std::uint8_t> all;
  auto add = [&](const std::uint8_t *from, std::size_t bytes) {
    all.insert(all.end(), from, from + bytes);
  };
  const bool tagged = shape_.algorithm && is_aead() && !shape_.decrypt;
  for (std::size_t i = 0; i < of_peers_.size(); i++) {
    if (of_peer) {
      add(of_peers_[i].out, of_peers_[i].out_bytes);
    } else {
      add(out_.get() + out_at_[i], out_bytes(i));
      if (tagged) add(tags_.get() + i * tag_bytes, tag_bytes);
    }
  }
  return all;
}

}  // namespace asconkit::bench
