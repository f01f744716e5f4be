// Streams with secret keys, texts and secrets. Indices, marks, lengths and salts are public.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <cstring>

#include "asconkit/stream/ascon_stream.h"
#include "secret_calls.h"

namespace asconkit_test {
namespace {

using Octets = std::vector<uint8_t>;

constexpr uint32_t kChunk = 20;
constexpr size_t kText = 70, kSealed = kText + 4 * ASCON_STREAM_TAG_BYTES;

ascon_stream SecretStream() {
  const Octets key = Secret(ASCON_STREAM_KEY_BYTES), salt(ASCON_STREAM_SALT_BYTES, 3);
  ascon_stream stream = {};
  ascon_stream_derive(&stream, ASCON_AEAD128, kChunk, salt.data(), nullptr, 0, key.data());
  return stream;
}

bool Is(const Octets &bytes, uint8_t value) {
  for (const uint8_t byte : bytes)
    if (byte != value) return false;
  return true;
}

// Both ways, side by side, and a forgery at the end.
bool SideBySide() {
  const ascon_stream stream = SecretStream();
  const Octets text = Secret(kText);
  Octets sealed(kSealed), opened(kText);
  size_t n = 0;
  bool good = ascon_stream_seal_chunks(&stream, sealed.data(), text.data(), kChunk, kText, 0, 1,
                                       nullptr) == ASCON_OK;
  good &= ascon_stream_open_chunks(&stream, opened.data(), kChunk, &n, sealed.data(), kSealed, 0, 1,
                                   nullptr) == ASCON_OK;
  Publish(&opened);
  good &= n == kText && Is(opened, 0x5a);
  sealed.back() ^= 1;
  good &= ascon_stream_open_chunks(&stream, opened.data(), kChunk, &n, sealed.data(), kSealed, 0, 1,
                                   nullptr) == ASCON_ERR_TAG;
  return good && n == 3 * kChunk;
}

// In pieces, rekeyed before every second chunk.
bool InPieces() {
  const ascon_stream stream = SecretStream();
  const Octets text = Secret(kText);
  Octets buffer(kChunk + ASCON_STREAM_TAG_BYTES), sealed(kSealed), opened(kText);
  ascon_stream_ctx ctx;
  size_t n = 0, more = 0;
  bool good = ascon_stream_seal_init(&ctx, &stream, buffer.data(), kChunk) == ASCON_OK;
  good &= ascon_stream_rekey_every(&ctx, 2) == ASCON_OK;
  good &=
      ascon_stream_seal_update(&ctx, sealed.data(), kSealed, &n, text.data(), kText) == ASCON_OK;
  good &= ascon_stream_seal_final(&ctx, &sealed[n], kSealed - n, &more) == ASCON_OK;
  good &= n + more == kSealed;
  good &= ascon_stream_open_init(&ctx, &stream, buffer.data(), buffer.size()) == ASCON_OK;
  good &= ascon_stream_rekey_every(&ctx, 2) == ASCON_OK;
  good &=
      ascon_stream_open_update(&ctx, opened.data(), kText, &n, sealed.data(), kSealed) == ASCON_OK;
  good &= ascon_stream_open_final(&ctx, &opened[n], kText - n, &more) == ASCON_OK;
  Publish(&opened);
  return good && n + more == kText && Is(opened, 0x5a);
}

// A header is public once it is written; a wrong key is secret too.
bool Headers() {
  const Octets key = Secret(ASCON_STREAM_KEY_BYTES);
  Octets wrong = Secret(ASCON_STREAM_KEY_BYTES), bytes(ASCON_STREAM_HEADER_BYTES);
  wrong[0] ^= 1;
  ascon_stream_header header = {};
  header.algorithm = ASCON_AEAD128;
  header.chunk_bytes = kChunk;
  header.source = ASCON_STREAM_KEY_FILE;
  header.version = 2;
  ascon_stream stream;
  bool good = ascon_stream_header_encode(&stream, bytes.data(), &header, key.data()) == ASCON_OK;
  Publish(&bytes);
  good &= ascon_stream_header_open(&stream, bytes.data(), bytes.size(), key.data()) == ASCON_OK;
  good &=
      ascon_stream_header_open(&stream, bytes.data(), bytes.size(), wrong.data()) == ASCON_ERR_TAG;
  return good;
}

const SecretCall kSideBySide("chunks side by side", SideBySide);
const SecretCall kInPieces("streams in pieces", InPieces);
const SecretCall kHeaders("headers", Headers);

}  // namespace
}  // namespace asconkit_test
