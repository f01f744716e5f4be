// Streams for the tests of ascon_stream.h: whole texts by each kind of call, and all that an
// attacker can make of a stream without its key.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "asconkit/stream/ascon_stream.h"
#include "tests/support/construction_vectors.h"
#include "tests/support/support.h"

namespace asconkit_test {

inline constexpr size_t kTag = ASCON_STREAM_TAG_BYTES;

inline std::vector<KnownAnswer> AnswersOf(const std::string &kind) {
  std::vector<KnownAnswer> found;
  for (const KnownAnswer &answer : KnownAnswersOf("stream"))
    if (answer.text("kind") == kind) found.push_back(answer);
  return found;
}

// A stream with a fixed secret, in place of a derived one.
inline ascon_stream SomeStream(uint32_t chunk, const ascon_algorithm *algorithm = ASCON_AEAD128,
                               uint8_t which = 0) {
  ascon_stream stream;
  Bytes secret = Pattern(Field::kKey, size_t{algorithm->key_bytes} + ASCON_STREAM_MASK_BYTES);
  secret[3] = which;
  EXPECT_EQ(ascon_stream_init(&stream, algorithm, chunk, secret.data()), ASCON_OK);
  return stream;
}

inline Bytes SecretOf(const ascon_stream &stream) {
  Bytes secret(stream.key, stream.key + stream.algorithm->key_bytes);
  return Joined(secret, Bytes(stream.mask, stream.mask + sizeof stream.mask));
}

inline size_t WholeChunk(const ascon_stream &stream) { return stream.chunk_bytes + kTag; }

// How many chunks a text of n bytes has.
inline size_t CountChunks(const ascon_stream &stream, size_t n) {
  return n == 0 ? 1 : (n + stream.chunk_bytes - 1) / stream.chunk_bytes;
}

// ---- Whole streams --------------------------------------------------------------------------

// Chunk by chunk.
inline Bytes Seal(ascon_stream stream, const Bytes &text, uint64_t rekey_every = 0) {
  const size_t count = CountChunks(stream, text.size());
  Bytes all;
  for (size_t i = 0; i < count; i++) {
    if (rekey_every && i && i % rekey_every == 0) {
      EXPECT_EQ(ascon_stream_rekey(&stream, i), ASCON_OK);
    }
    const size_t from = i * stream.chunk_bytes;
    const Heap piece(Part(text, from, std::min<size_t>(stream.chunk_bytes, text.size() - from)));
    Heap sealed(piece.size() + kTag);
    EXPECT_EQ(ascon_stream_seal_chunk(&stream, sealed.data(), piece.nullable(), piece.size(), i,
                                      i + 1 == count),
              ASCON_OK);
    all = Joined(all, sealed.bytes());
  }
  return all;
}

// What a reader got: the text that was released, and the first result that was not ASCON_OK.
struct Reading {
  ascon_result result = ASCON_OK;
  Bytes text = {};
};

// In pieces of these lengths; the last one takes the rest.
inline Reading ReadInPieces(const ascon_stream &stream, const Bytes &sealed,
                            const std::vector<size_t> &lengths, uint64_t rekey_every = 0) {
  Heap buffer(WholeChunk(stream));
  ascon_stream_ctx ctx;
  Reading reading;
  EXPECT_EQ(ascon_stream_open_init(&ctx, &stream, buffer.data(), buffer.size()), ASCON_OK);
  if (rekey_every) {
    EXPECT_EQ(ascon_stream_rekey_every(&ctx, rekey_every), ASCON_OK);
  }
  size_t at = 0;
  for (size_t i = 0; i <= lengths.size() && reading.result == ASCON_OK; i++) {
    const size_t n = i < lengths.size() ? std::min(lengths[i], sealed.size() - at)  //
                                        : sealed.size() - at;
    const Heap in(Part(sealed, at, n));
    Heap out((n / WholeChunk(stream) + 1) * stream.chunk_bytes);
    size_t written = 0;
    reading.result =
        ascon_stream_open_update(&ctx, out.data(), out.size(), &written, in.nullable(), in.size());
    reading.text = Joined(reading.text, Part(out.bytes(), 0, written));
    at += n;
  }
  Heap out(stream.chunk_bytes);
  size_t written = 77;
  const ascon_result end = ascon_stream_open_final(&ctx, out.data(), out.size(), &written);
  if (reading.result != ASCON_OK) {
    EXPECT_EQ(end, reading.result) << "a reader that failed stays so";
    return reading;
  }
  reading.result = end;
  EXPECT_TRUE(end == ASCON_OK || written == 0);
  reading.text = Joined(reading.text, Part(out.bytes(), 0, written));
  return reading;
}

// All at once, by the batch call.
inline Reading ReadAtOnce(const ascon_stream &stream, const Bytes &sealed_bytes) {
  const Heap sealed(sealed_bytes);
  Heap text(sealed.size());
  size_t written = 77;
  const ascon_result result =
      ascon_stream_open_chunks(&stream, text.data(), stream.chunk_bytes, &written,
                               sealed.nullable(), sealed.size(), 0, 1, nullptr);
  return {result, Part(text.bytes(), 0, written)};
}

// ---- Forgeries ------------------------------------------------------------------------------

struct Forgery {
  std::string what;
  Bytes sealed;
};

inline std::vector<Bytes> CutChunks(const ascon_stream &stream, const Bytes &sealed) {
  std::vector<Bytes> chunks;
  for (size_t at = 0; at < sealed.size(); at += WholeChunk(stream))
    chunks.push_back(Part(sealed, at, std::min(WholeChunk(stream), sealed.size() - at)));
  return chunks;
}

inline Bytes JoinedChunks(const std::vector<Bytes> &chunks, const std::vector<size_t> &order) {
  Bytes all;
  for (size_t i : order) all = Joined(all, chunks[i]);
  return all;
}

// All forgeries that can be made from the chunks of two streams of four chunks each. The owner of
// the stream would have made none of these.
inline std::vector<Forgery> Rearranged(const ascon_stream &stream, const Bytes &sealed,
                                       const Bytes &other) {
  const std::vector<Bytes> chunks = CutChunks(stream, sealed), others = CutChunks(stream, other);
  EXPECT_EQ(chunks.size(), 4u);
  std::vector<Forgery> made;
  const std::vector<std::pair<const char *, std::vector<size_t>>> orders = {
      {"swapped", {1, 0, 2, 3}},
      {"swapped", {0, 2, 1, 3}},
      {"repeated", {0, 0, 1, 2, 3}},
      {"repeated", {0, 1, 2, 2, 3}},
      {"left out", {0, 1, 3}},
      {"left out", {1, 2, 3}},
      {"left out", {0, 2, 3}},
      {"the last one alone", {3}},
      {"the last one first", {3, 0, 1, 2}},
      {"after the last", {0, 1, 2, 3, 3}},
      {"after the last", {0, 1, 2, 3, 0}},
      {"no last one", {0, 1, 2}},
      {"nothing", {}}};
  for (const auto &[what, order] : orders) made.push_back({what, JoinedChunks(chunks, order)});
  for (size_t i = 0; i < chunks.size(); i++) {
    std::vector<Bytes> spliced = chunks;
    spliced[i] = others[i];
    made.push_back(
        {"one of another stream: " + std::to_string(i), JoinedChunks(spliced, {0, 1, 2, 3})});
    for (size_t j = i; j < chunks.size(); j++) spliced[j] = others[j];
    if (i > 0)
      made.push_back({"the end of another stream from " + std::to_string(i),
                      JoinedChunks(spliced, {0, 1, 2, 3})});
  }
  return made;
}

// Cut off at every length and with every byte changed; bytes after the end.
inline std::vector<Forgery> Damaged(const Bytes &sealed) {
  std::vector<Forgery> made;
  for (size_t n = 0; n < sealed.size(); n++)
    made.push_back({"cut off at " + std::to_string(n), Part(sealed, 0, n)});
  for (size_t at = 0; at < sealed.size(); at++) {
    Bytes changed = sealed;
    changed[at] ^= static_cast<uint8_t>(1u << at % 8);
    made.push_back({"changed at " + std::to_string(at), changed});
  }
  for (size_t n : std::initializer_list<size_t>{1, 15, 16, 17, 40})
    made.push_back({std::to_string(n) + " bytes after the end", Joined(sealed, Bytes(n, 7))});
  return made;
}

// A reader must refuse it, and have released nothing but whole pieces of the true text.
inline void ExpectRefused(const ascon_stream &stream, const Forgery &forgery, const Bytes &text,
                          const Reading &reading) {
  EXPECT_EQ(reading.result, ASCON_ERR_TAG) << forgery.what;
  EXPECT_LT(reading.text.size(), text.size() + (text.empty() ? 1 : 0)) << forgery.what;
  EXPECT_EQ(reading.text.size() % stream.chunk_bytes, 0u) << forgery.what;
  EXPECT_TRUE(std::equal(reading.text.begin(), reading.text.end(), text.begin())) << forgery.what;
}

}  // namespace asconkit_test
