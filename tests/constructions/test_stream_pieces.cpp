// Streams in pieces of any length (ascon_stream_ctx): against chunk after chunk, and every forgery.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <cstring>

#include "stream_calls.h"
#include "tests/unit/wipe_test.h"

namespace asconkit_test {
namespace {

class StreamPieces : public BackendTest {};
ASCON_ON_EVERY_BACKEND(StreamPieces);

// ---- Right streams ------------------------------------------------------------------------------

// In pieces of these lengths; the last one takes the rest. Each output has exactly its size.
Bytes WriteInPieces(const ascon_stream &stream, const Bytes &text,
                    const std::vector<size_t> &lengths, uint64_t rekey_every = 0) {
  Heap buffer(stream.chunk_bytes);
  ascon_stream_ctx ctx;
  EXPECT_EQ(ascon_stream_seal_init(&ctx, &stream, buffer.data(), buffer.size()), ASCON_OK);
  if (rekey_every) {
    EXPECT_EQ(ascon_stream_rekey_every(&ctx, rekey_every), ASCON_OK);
  }
  Bytes all;
  size_t at = 0, kept = 0, written = 0;
  for (size_t i = 0; i <= lengths.size(); i++) {
    const size_t n = i < lengths.size() ? std::min(lengths[i], text.size() - at) : text.size() - at;
    const size_t complete = kept + n == 0 ? 0 : (kept + n - 1) / stream.chunk_bytes;
    const Heap in(Part(text, at, n));
    Heap out(complete * WholeChunk(stream));
    EXPECT_EQ(ascon_stream_seal_update(&ctx, out.nullable(), out.size(), &written, in.nullable(),
                                       in.size()),
              ASCON_OK);
    EXPECT_EQ(written, out.size());
    all = Joined(all, out.bytes());
    at += n;
    kept += n - complete * stream.chunk_bytes;
  }
  Heap out(kept + kTag);
  EXPECT_EQ(ascon_stream_seal_final(&ctx, out.data(), out.size(), &written), ASCON_OK);
  EXPECT_EQ(written, out.size());
  EXPECT_TRUE(buffer.Holds(0)) << "wiped";
  EXPECT_TRUE(IsWiped(ctx));
  return Joined(all, out.bytes());
}

TEST_P(StreamPieces, EverySplitInTwo) {
  const ascon_stream stream = SomeStream(7);
  for (const size_t n : std::initializer_list<size_t>{0u, 1u, 6u, 7u, 8u, 14u, 15u, 21u, 30u}) {
    const Bytes text = Pattern(Field::kText, n), sealed = Seal(stream, text);
    for (size_t cut = 0; cut <= n; cut++)
      EXPECT_EQ(WriteInPieces(stream, text, {cut}), sealed) << "text " << n << ", cut at " << cut;
    for (size_t cut = 0; cut <= sealed.size(); cut++) {
      const Reading reading = ReadInPieces(stream, sealed, {cut});
      EXPECT_EQ(reading.result, ASCON_OK) << "text " << n << ", cut at " << cut;
      EXPECT_EQ(reading.text, text) << "text " << n << ", cut at " << cut;
    }
  }
}

TEST_P(StreamPieces, RandomPieces) {
  ASCON_TRACE_SEED();
  Random random(1);
  for (size_t round = 0; round < 200; round += Stride()) {
    const ascon_stream stream = SomeStream(static_cast<uint32_t>(1 + random.UpTo(30)));
    const Bytes text = random.Some(random.UpTo(300)), sealed = Seal(stream, text);
    EXPECT_EQ(WriteInPieces(stream, text, random.Pieces(text.size())), sealed);
    const Reading reading = ReadInPieces(stream, sealed, random.Pieces(sealed.size()));
    EXPECT_EQ(reading.result, ASCON_OK);
    EXPECT_EQ(reading.text, text);
  }
}

// What may be released: all but one chunk of what has come.
TEST_P(StreamPieces, AChunkIsReleasedWithTheByteBehindIt) {
  const ascon_stream stream = SomeStream(5);
  const Bytes text = Pattern(Field::kText, 13), sealed = Seal(stream, text);
  Bytes buffer(5 + kTag), out(5);
  ascon_stream_ctx ctx;
  ASSERT_EQ(ascon_stream_open_init(&ctx, &stream, buffer.data(), buffer.size()), ASCON_OK);
  for (size_t at = 0; at < sealed.size(); at++) {
    size_t written = 77;
    ASSERT_EQ(ascon_stream_open_update(&ctx, out.data(), out.size(), &written, &sealed[at], 1),
              ASCON_OK);
    EXPECT_EQ(written, at == 5 + kTag || at == 2 * (5 + kTag) ? 5u : 0u) << at;
  }
}

// ---- Forgeries ----------------------------------------------------------------------------------

// With pieces of one byte, of a few, and all at once.
void ExpectRefusedInPieces(const ascon_stream &stream, const Forgery &forgery, const Bytes &text) {
  for (const size_t piece : std::initializer_list<size_t>{1u, 23u, 1000u}) {
    const std::vector<size_t> lengths(forgery.sealed.size() / piece, piece);
    ExpectRefused(stream, forgery, text, ReadInPieces(stream, forgery.sealed, lengths));
  }
}

TEST_P(StreamPieces, RearrangedChunksAreRefused) {
  const ascon_stream stream = SomeStream(8), second = SomeStream(8, ASCON_AEAD128, 1);
  for (const size_t n :
       std::initializer_list<size_t>{29u, 32u}) {  // with a short last chunk, and with a whole one
    const Bytes text = Pattern(Field::kText, n);
    const Bytes sealed = Seal(stream, text), other = Seal(second, text);
    for (const Forgery &forgery : Rearranged(stream, sealed, other))
      ExpectRefusedInPieces(stream, forgery, text);
  }
}

TEST_P(StreamPieces, DamageAnywhereIsRefused) {
  const ascon_stream stream = SomeStream(8);
  const size_t stride = Stride();
  for (const size_t n : std::initializer_list<size_t>{0u, 8u, 19u}) {
    const Bytes text = Pattern(Field::kText, n);
    const std::vector<Forgery> all = Damaged(Seal(stream, text));
    for (size_t i = 0; i < all.size(); i += stride) ExpectRefusedInPieces(stream, all[i], text);
  }
}

// Two streams of one text differ in their chunks alone: the mark moves with none of them.
TEST_P(StreamPieces, TheMarkCannotBeMoved) {
  const ascon_stream stream = SomeStream(8);
  const Bytes text = Pattern(Field::kText, 24);
  const Bytes whole = Seal(stream, text), shorter = Seal(stream, Part(text, 0, 16));
  const std::vector<Bytes> chunks = CutChunks(stream, whole), ends = CutChunks(stream, shorter);
  ExpectRefusedInPieces(
      stream, {"a last one within", JoinedChunks({chunks[0], ends[1], chunks[2]}, {0, 1, 2})},
      text);
  ExpectRefusedInPieces(stream, {"an end that is none", JoinedChunks(chunks, {0, 1})}, text);
}

TEST_P(StreamPieces, AFailedReaderStaysSo) {
  const ascon_stream stream = SomeStream(4);
  const Bytes text = Pattern(Field::kText, 12), sealed = Seal(stream, text);
  Bytes forged = sealed;
  forged[25] ^= 1;  // of the second chunk
  Bytes buffer(4 + kTag);
  Heap out(12);
  ascon_stream_ctx ctx;
  ASSERT_EQ(ascon_stream_open_init(&ctx, &stream, buffer.data(), buffer.size()), ASCON_OK);
  size_t written = 77;
  EXPECT_EQ(ascon_stream_open_update(&ctx, out.data(), 12, &written, forged.data(), forged.size()),
            ASCON_ERR_TAG);
  EXPECT_EQ(written, 4u);
  EXPECT_EQ(Part(out.bytes(), 0, 4), Part(text, 0, 4));
  EXPECT_EQ(Part(out.bytes(), 4, 4), Bytes(4)) << "of the forged chunk nothing but zeros";
  EXPECT_EQ(Part(out.bytes(), 8, 4), Bytes(4, 0xee)) << "and nothing of those after it";
  Bytes memory(sizeof ctx);
  std::memcpy(memory.data(), &ctx, sizeof ctx);
  EXPECT_EQ(std::count(memory.begin(), memory.end(), 0), static_cast<ptrdiff_t>(memory.size()) - 1)
      << "the secret is gone";
  for (int again = 0; again < 2; again++) {
    EXPECT_EQ(ascon_stream_open_update(&ctx, out.data(), 12, &written, sealed.data(), 60),
              ASCON_ERR_TAG);
    EXPECT_EQ(ascon_stream_open_update(&ctx, nullptr, 0, &written, nullptr, 0), ASCON_ERR_TAG);
    EXPECT_EQ(ascon_stream_open_final(&ctx, out.data(), 12, &written), ASCON_ERR_TAG);
  }
  EXPECT_EQ(Part(out.bytes(), 8, 4), Bytes(4, 0xee));
}

// ---- Limits -------------------------------------------------------------------------------------

TEST_P(StreamPieces, ChunksEndAtTheLimit) {
  const ascon_stream stream = SomeStream(2);
  Bytes buffer(2), out(100), text(9, 1);
  ascon_stream_ctx ctx;
  ASSERT_EQ(ascon_stream_seal_init(&ctx, &stream, buffer.data(), 2), ASCON_OK);
  ctx.index = ASCON_STREAM_MAX_CHUNKS - 2;  // two chunks are left
  size_t written = 77;
  const ascon_stream_ctx before = ctx;
  EXPECT_EQ(ascon_stream_seal_update(&ctx, out.data(), out.size(), &written, text.data(), 5),
            ASCON_ERR_RANGE);
  EXPECT_EQ(std::memcmp(&ctx, &before, sizeof ctx), 0) << "unchanged";
  EXPECT_EQ(out, Bytes(100)) << "nothing is written";
  EXPECT_EQ(ascon_stream_seal_update(&ctx, out.data(), out.size(), &written, text.data(), 4),
            ASCON_OK);
  EXPECT_EQ(written, 2 + kTag);
  EXPECT_EQ(ascon_stream_seal_update(&ctx, out.data(), out.size(), &written, text.data(), 1),
            ASCON_ERR_RANGE);
  Bytes sealed = Part(out, 0, written);
  EXPECT_EQ(ascon_stream_seal_final(&ctx, out.data(), out.size(), &written), ASCON_OK);
  sealed = Joined(Part(sealed, 0, 2 + kTag), Part(out, 0, written));
  Bytes opened(2);
  for (const int last : {0, 1})
    EXPECT_EQ(ascon_stream_open_chunk(&stream, opened.data(), &sealed[size_t(last) * (2 + kTag)],
                                      2 + kTag, ASCON_STREAM_MAX_CHUNKS - 2 + uint64_t(last), last),
              ASCON_OK);
}

// A reader refuses what no writer makes: a chunk after the one with the largest index.
TEST_P(StreamPieces, AReaderRefusesChunksBehindTheLimit) {
  const ascon_stream stream = SomeStream(2);
  Bytes buffer(2 + kTag), out(4), sealed(2 * (2 + kTag));
  const Bytes text = {1, 2};
  ASSERT_EQ(ascon_stream_seal_chunk(&stream, sealed.data(), text.data(), 2,
                                    ASCON_STREAM_MAX_CHUNKS - 1, 0),
            ASCON_OK);
  ascon_stream_ctx ctx;
  ASSERT_EQ(ascon_stream_open_init(&ctx, &stream, buffer.data(), buffer.size()), ASCON_OK);
  ctx.index = ASCON_STREAM_MAX_CHUNKS - 1;
  size_t written = 77;
  EXPECT_EQ(ascon_stream_open_update(&ctx, out.data(), 4, &written, sealed.data(), sealed.size()),
            ASCON_OK);
  EXPECT_EQ(written, 2u);
  EXPECT_EQ(ascon_stream_open_final(&ctx, out.data(), 4, &written), ASCON_ERR_TAG);
}

TEST_P(StreamPieces, TooLittleRoomChangesNothing) {
  const ascon_stream stream = SomeStream(4);
  const Bytes text = Pattern(Field::kText, 13), sealed = Seal(stream, text);
  Bytes buffer(4 + kTag);
  Heap out(3 * (4 + kTag));
  ascon_stream_ctx ctx;
  size_t written = 77;
  ASSERT_EQ(ascon_stream_seal_init(&ctx, &stream, buffer.data(), 4), ASCON_OK);
  EXPECT_EQ(ascon_stream_seal_update(&ctx, out.data(), out.size() - 1, &written, text.data(), 13),
            ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_stream_seal_update(&ctx, out.data(), out.size(), &written, text.data(), 13),
            ASCON_OK);
  EXPECT_EQ(out.bytes(), Part(sealed, 0, out.size()));
  EXPECT_EQ(ascon_stream_seal_final(&ctx, out.data(), kTag, &written), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_stream_seal_final(&ctx, out.data(), kTag + 1, &written), ASCON_OK);
  Heap opened(12);
  ASSERT_EQ(ascon_stream_open_init(&ctx, &stream, buffer.data(), buffer.size()), ASCON_OK);
  EXPECT_EQ(
      ascon_stream_open_update(&ctx, opened.data(), 11, &written, sealed.data(), sealed.size()),
      ASCON_ERR_RANGE);
  EXPECT_TRUE(opened.Holds(0xee));
  EXPECT_EQ(
      ascon_stream_open_update(&ctx, opened.data(), 12, &written, sealed.data(), sealed.size()),
      ASCON_OK);
  EXPECT_EQ(ascon_stream_open_final(&ctx, opened.data(), 0, &written), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_stream_open_final(&ctx, opened.data(), 1, &written), ASCON_OK);
  EXPECT_EQ(opened.data()[0], text[12]);
}

// ---- Rekeying -----------------------------------------------------------------------------------

TEST_P(StreamPieces, RekeyingAtTheSamePlaces) {
  const ascon_stream stream = SomeStream(3);
  const Bytes text = Pattern(Field::kText, 31);
  for (const uint64_t every : {1u, 2u, 3u, 10u, 11u, 1000u}) {
    const Bytes sealed = Seal(stream, text, every);
    EXPECT_EQ(WriteInPieces(stream, text, {1, 5, 0, 9}, every), sealed);
    const Reading reading = ReadInPieces(stream, sealed, {30, 1, 1, 50}, every);
    EXPECT_EQ(reading.result, ASCON_OK);
    EXPECT_EQ(reading.text, text);
    // After its last place, a side that does not do it, or elsewhere, cannot read.
    for (const uint64_t other : {uint64_t{0}, every + 1}) {
      if (every > 10) continue;
      const Reading wrong = ReadInPieces(stream, sealed, {}, other);
      EXPECT_EQ(wrong.result, ASCON_ERR_TAG) << every << ", " << other;
      EXPECT_EQ(wrong.text.size(), 3 * every);
    }
  }
}

TEST_P(StreamPieces, RekeyingIsChosenBeforeTheFirstByte) {
  const ascon_stream stream = SomeStream(3);
  Bytes buffer(3), out(3 + kTag);
  size_t written = 0;
  ascon_stream_ctx ctx = {};
  EXPECT_EQ(ascon_stream_rekey_every(nullptr, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_stream_rekey_every(&ctx, 1), ASCON_ERR_ORDER);
  ASSERT_EQ(ascon_stream_seal_init(&ctx, &stream, buffer.data(), 3), ASCON_OK);
  EXPECT_EQ(ascon_stream_rekey_every(&ctx, 0), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_stream_seal_update(&ctx, out.data(), out.size(), &written, out.data(), 0),
            ASCON_OK);
  EXPECT_EQ(ascon_stream_rekey_every(&ctx, 2), ASCON_OK);
  EXPECT_EQ(ascon_stream_seal_update(&ctx, out.data(), out.size(), &written, buffer.data(), 1),
            ASCON_OK);
  EXPECT_EQ(ascon_stream_rekey_every(&ctx, 2), ASCON_ERR_ORDER);
}

// ---- Contexts -----------------------------------------------------------------------------------

TEST_P(StreamPieces, ACopyWithItsBufferGoesOnByItself) {
  const ascon_stream stream = SomeStream(4);
  const Bytes text = Pattern(Field::kText, 10);
  Bytes buffer(4), second_buffer, out(100);
  size_t written = 0;
  ascon_stream_ctx ctx;
  ASSERT_EQ(ascon_stream_seal_init(&ctx, &stream, buffer.data(), 4), ASCON_OK);
  ASSERT_EQ(ascon_stream_seal_update(&ctx, out.data(), 100, &written, text.data(), 6), ASCON_OK);
  const Bytes first = Part(out, 0, written);
  ascon_stream_ctx copy = ctx;
  second_buffer = buffer;
  copy.buffer = second_buffer.data();
  std::vector<Bytes> streams;
  for (ascon_stream_ctx *each : {&ctx, &copy}) {
    Bytes sealed = first;
    ASSERT_EQ(ascon_stream_seal_update(each, out.data(), 100, &written, &text[6], 4), ASCON_OK);
    sealed = Joined(sealed, Part(out, 0, written));
    ASSERT_EQ(ascon_stream_seal_final(each, out.data(), 100, &written), ASCON_OK);
    streams.push_back(Joined(sealed, Part(out, 0, written)));
  }
  EXPECT_EQ(streams[0], Seal(stream, text));
  EXPECT_EQ(streams[1], streams[0]);
}

TEST_P(StreamPieces, Misuse) {
  const ascon_stream stream = SomeStream(4), none = {};
  Bytes buffer(4 + kTag), out(100);
  uint8_t *const b = buffer.data(), *const o = out.data();
  size_t written = 77;
  ascon_stream_ctx ctx = {};
  EXPECT_EQ(ascon_stream_seal_init(nullptr, &stream, b, 20), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_stream_seal_init(&ctx, nullptr, b, 20), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_stream_seal_init(&ctx, &stream, nullptr, 20), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_stream_seal_init(&ctx, &none, b, 20), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_stream_seal_init(&ctx, &stream, b, 3), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_stream_open_init(&ctx, &stream, b, 19), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_stream_seal_update(&ctx, o, 100, &written, b, 1), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_stream_open_update(&ctx, o, 100, &written, b, 1), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_stream_seal_final(&ctx, o, 100, &written), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_stream_open_final(&ctx, o, 100, &written), ASCON_ERR_ORDER);
  ASSERT_EQ(ascon_stream_seal_init(&ctx, &stream, b, 4), ASCON_OK);
  EXPECT_EQ(ascon_stream_open_update(&ctx, o, 100, &written, b, 1), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_stream_open_final(&ctx, o, 100, &written), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_stream_seal_update(nullptr, o, 100, &written, b, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_stream_seal_update(&ctx, nullptr, 100, &written, b, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_stream_seal_update(&ctx, o, 100, nullptr, b, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_stream_seal_update(&ctx, o, 100, &written, nullptr, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_stream_seal_final(&ctx, nullptr, 100, &written), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_stream_seal_final(&ctx, o, 100, nullptr), ASCON_ERR_NULL);
  EXPECT_EQ(written, 77u);
  EXPECT_EQ(out, Bytes(100));
  EXPECT_EQ(ascon_stream_seal_final(&ctx, o, 100, &written), ASCON_OK);
  EXPECT_EQ(Part(out, 0, written), Seal(stream, {})) << "none of these calls had an effect";
  EXPECT_EQ(ascon_stream_seal_final(&ctx, o, 100, &written), ASCON_ERR_ORDER);
  ASSERT_EQ(ascon_stream_open_init(&ctx, &stream, b, 20), ASCON_OK);
  EXPECT_EQ(ascon_stream_seal_update(&ctx, o, 100, &written, b, 1), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_stream_seal_final(&ctx, o, 100, &written), ASCON_ERR_ORDER);
}

// ---- Wiping -------------------------------------------------------------------------------------

class StreamPiecesWipe : public WipeTest {};
ASCON_ON_EVERY_BACKEND(StreamPiecesWipe);

TEST_P(StreamPiecesWipe, ContextsAndCalls) {
  const ascon_stream stream = SomeStream(24);
  const Bytes text = Pattern(Field::kText, 60), sealed = Seal(stream, text);
  Bytes buffer(24 + kTag), out(200);
  Secrets secrets;
  secrets.AddBytes(SecretOf(stream), "the secret");
  secrets.AddBytes(text, "text");
  ascon_stream_ctx ctx;
  size_t written = 0;
  Check("seal, init", secrets, ASCON_OK,
        [&] { return ascon_stream_seal_init(&ctx, &stream, buffer.data(), 24); });
  Check("seal, update", secrets, ASCON_OK, [&] {
    return ascon_stream_seal_update(&ctx, out.data(), 200, &written, text.data(), text.size());
  });
  Check("seal, final", secrets, ASCON_OK,
        [&] { return ascon_stream_seal_final(&ctx, out.data(), 200, &written); });
  CheckZero(ctx, "seal");
  EXPECT_EQ(buffer, Bytes(24 + kTag));
  Check("open, init", secrets, ASCON_OK,
        [&] { return ascon_stream_open_init(&ctx, &stream, buffer.data(), buffer.size()); });
  Check("open, update", secrets, ASCON_OK, [&] {
    return ascon_stream_open_update(&ctx, out.data(), 200, &written, sealed.data(), sealed.size());
  });
  Check("open, final", secrets, ASCON_OK,
        [&] { return ascon_stream_open_final(&ctx, out.data(), 200, &written); });
  CheckZero(ctx, "open");
}

}  // namespace
}  // namespace asconkit_test
