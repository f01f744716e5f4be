// Consecutive chunks of a stream side by side, on every engine: the same bytes as chunk after
// chunk, and every forgery.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "stream_calls.h"
#include "tests/support/batches.h"
#include "tests/unit/wipe_test.h"

namespace asconkit_test {
namespace {

class StreamChunks : public EngineTest {};
ASCON_ON_EVERY_ENGINE(StreamChunks);

// Where the pieces of a text are: in a row at a stride, or in place of the chunks.
enum class Layout { kRow, kInPlace };

// The pieces of a text at this stride, as long as their chunks in all.
Bytes Spread(const ascon_stream &stream, const Bytes &text, size_t stride) {
  const size_t count = CountChunks(stream, text.size());
  Bytes spread((count - 1) * stride + WholeChunk(stream), 0xaa);
  for (size_t i = 0; i * stream.chunk_bytes < text.size(); i++) {
    const size_t from = i * stream.chunk_bytes;
    const Bytes piece = Part(text, from, std::min<size_t>(stream.chunk_bytes, text.size() - from));
    std::copy(piece.begin(), piece.end(), spread.begin() + static_cast<ptrdiff_t>(i * stride));
  }
  return spread;
}

Bytes Gathered(const ascon_stream &stream, const Bytes &spread, size_t stride, size_t n) {
  Bytes text;
  for (size_t i = 0; text.size() < n; i++)
    text = Joined(text,
                  Part(spread, i * stride, std::min<size_t>(stream.chunk_bytes, n - text.size())));
  return text;
}

Bytes SealRow(const ascon_stream &stream, const Bytes &text, Layout layout, uint64_t first,
              bool ends, ascon_batch_pool *pool = nullptr) {
  const size_t sealed_bytes = text.size() + kTag * CountChunks(stream, text.size());
  if (layout == Layout::kInPlace) {
    Heap both(Spread(stream, text, WholeChunk(stream)));
    EXPECT_EQ(ascon_stream_seal_chunks(&stream, both.data(), both.data(), WholeChunk(stream),
                                       text.size(), first, ends, pool),
              ASCON_OK);
    return Part(both.bytes(), 0, sealed_bytes);
  }
  const Heap in(text, 3);
  Heap sealed(sealed_bytes, 1);
  EXPECT_EQ(ascon_stream_seal_chunks(&stream, sealed.data(), in.nullable(), stream.chunk_bytes,
                                     in.size(), first, ends, pool),
            ASCON_OK);
  return sealed.bytes();
}

Bytes OpenRow(const ascon_stream &stream, const Bytes &sealed, Layout layout, uint64_t first,
              bool ends, ascon_batch_pool *pool = nullptr) {
  size_t written = 77;
  if (layout == Layout::kInPlace) {
    Heap both(sealed);
    EXPECT_EQ(ascon_stream_open_chunks(&stream, both.data(), WholeChunk(stream), &written,
                                       both.data(), both.size(), first, ends, pool),
              ASCON_OK);
    return Gathered(stream, both.bytes(), WholeChunk(stream), written);
  }
  const Heap in(sealed, 1);
  Heap text(sealed.size() - kTag * CutChunks(stream, sealed).size(), 5);
  EXPECT_EQ(ascon_stream_open_chunks(&stream, text.nullable(), stream.chunk_bytes, &written,
                                     in.data(), in.size(), first, ends, pool),
            ASCON_OK);
  EXPECT_EQ(written, text.size());
  return text.bytes();
}

// ---- The same as chunk after chunk --------------------------------------------------------------

// Chunks `first` and so on, one by one.
Bytes SealSingly(const ascon_stream &stream, const Bytes &text, uint64_t first, bool ends) {
  const size_t count = CountChunks(stream, text.size());
  Bytes all;
  for (size_t i = 0; i < count; i++) {
    const size_t from = i * stream.chunk_bytes;
    const Bytes piece = Part(text, from, std::min<size_t>(stream.chunk_bytes, text.size() - from));
    Bytes sealed(piece.size() + kTag);
    EXPECT_EQ(ascon_stream_seal_chunk(&stream, sealed.data(), piece.data(), piece.size(), first + i,
                                      ends && i + 1 == count),
              ASCON_OK);
    all = Joined(all, sealed);
  }
  return all;
}

TEST_P(StreamChunks, AreThoseOfSingleCalls) {
  const size_t most = 2 * lanes() + 3;
  for (const ascon_algorithm *algorithm : AlgorithmsOf(ASCON_KIND_AEAD)) {
    const ascon_stream stream = SomeStream(21, algorithm);
    for (size_t count = 1; count <= most; count += Stride()) {
      for (const size_t last : std::initializer_list<size_t>{1u, 16u, 21u}) {
        const Bytes text = Pattern(Field::kText, 21 * (count - 1) + last);
        for (const bool ends : {false, true}) {
          if (!ends && last != 21) continue;
          SCOPED_TRACE(std::string(algorithm->name) + ", chunks: " + std::to_string(count) +
                       ", last: " + std::to_string(last) + (ends ? ", ends" : ""));
          const uint64_t first = ends ? 0 : 300;
          const Bytes expected = SealSingly(stream, text, first, ends);
          for (const Layout layout : {Layout::kRow, Layout::kInPlace}) {
            EXPECT_EQ(SealRow(stream, text, layout, first, ends), expected);
            EXPECT_EQ(OpenRow(stream, expected, layout, first, ends), text);
          }
        }
      }
    }
  }
}

TEST_P(StreamChunks, OfAnEmptyText) {
  const ascon_stream stream = SomeStream(4);
  const Bytes sealed = SealRow(stream, {}, Layout::kRow, 0, true);
  EXPECT_EQ(sealed, Seal(stream, {}));
  EXPECT_EQ(OpenRow(stream, sealed, Layout::kRow, 0, true), Bytes());
}

// More than one group, with threads and without.
TEST_P(StreamChunks, MoreThanAGroup) {
  const TwoThreads pool;
  for (const uint32_t chunk : {1u, 2u, 700u}) {
    const ascon_stream stream = SomeStream(chunk);
    for (const size_t n :
         std::initializer_list<size_t>{128u * chunk, 128u * chunk + 1, 300u * chunk - chunk / 2}) {
      const Bytes text = Pattern(Field::kText, n), expected = SealSingly(stream, text, 0, true);
      for (ascon_batch_pool *with : {pool.get(), static_cast<ascon_batch_pool *>(nullptr)}) {
        EXPECT_EQ(Fnv(SealRow(stream, text, Layout::kRow, 0, true, with)), Fnv(expected));
        EXPECT_EQ(Fnv(OpenRow(stream, expected, Layout::kInPlace, 0, true, with)), Fnv(text));
      }
    }
  }
}

TEST_P(StreamChunks, OfTheLargestSize) {
  const ascon_stream stream = SomeStream(ASCON_STREAM_MAX_CHUNK_BYTES);
  const size_t n = 2 * size_t{ASCON_STREAM_MAX_CHUNK_BYTES} + 5;
  const Bytes text = Pattern(Field::kText, n),
              sealed = SealRow(stream, text, Layout::kRow, 0, true);
  EXPECT_EQ(Fnv(ReadInPieces(stream, sealed, {}).text), Fnv(text));
  EXPECT_EQ(Fnv(OpenRow(stream, sealed, Layout::kRow, 0, true)), Fnv(text));
}

// ---- Forgeries ----------------------------------------------------------------------------------

TEST_P(StreamChunks, ForgeriesAreRefused) {
  const ascon_stream stream = SomeStream(8), second = SomeStream(8, ASCON_AEAD128, 1);
  for (const size_t n : std::initializer_list<size_t>{29u, 32u}) {
    const Bytes text = Pattern(Field::kText, n), sealed = Seal(stream, text);
    std::vector<Forgery> all = Rearranged(stream, sealed, Seal(second, text));
    for (const Forgery &damaged : Damaged(sealed)) all.push_back(damaged);
    for (const Forgery &forgery : all)
      ExpectRefused(stream, forgery, text, ReadAtOnce(stream, forgery.sealed));
  }
}

// Wherever the first bad chunk is, only the chunks before it are opened. Nothing of the later
// chunks is left in the output, although they are good.
TEST_P(StreamChunks, NothingBehindTheFirstBadChunkIsReleased) {
  const ascon_stream stream = SomeStream(5);
  const size_t count = 140;
  const Bytes text = Pattern(Field::kText, 5 * count), sealed = Seal(stream, text);
  for (size_t bad = 0; bad < count; bad += bad < 40 ? 1 : 13) {
    Heap forged(sealed), opened(text.size());
    forged.data()[bad * WholeChunk(stream) + 2] ^= 1;
    size_t written = 77;
    EXPECT_EQ(ascon_stream_open_chunks(&stream, opened.data(), 5, &written, forged.data(),
                                       forged.size(), 0, 1, nullptr),
              ASCON_ERR_TAG);
    EXPECT_EQ(written, 5 * bad);
    EXPECT_EQ(Part(opened.bytes(), 0, written), Part(text, 0, written));
    EXPECT_EQ(Part(opened.bytes(), written, text.size() - written), Bytes(text.size() - written));
  }
}

TEST_P(StreamChunks, WithoutAnEndOnlyWholeChunksAreGood) {
  const ascon_stream stream = SomeStream(5);
  const Bytes text = Pattern(Field::kText, 15), sealed = Seal(stream, Pattern(Field::kText, 20));
  Heap opened(40);
  size_t written = 77;
  const auto open = [&](size_t n, uint64_t first, int ends) {
    return ascon_stream_open_chunks(&stream, opened.data(), 5, &written, sealed.data(), n, first,
                                    ends, nullptr);
  };
  EXPECT_EQ(open(63, 0, 0), ASCON_OK);
  EXPECT_EQ(written, 15u);
  EXPECT_EQ(open(62, 0, 0), ASCON_ERR_TAG);
  EXPECT_EQ(written, 10u);
  EXPECT_EQ(Part(opened.bytes(), 0, 10), Part(text, 0, 10));
  EXPECT_EQ(open(84, 0, 0), ASCON_ERR_TAG) << "the last one does not pass for one of the others";
  EXPECT_EQ(written, 15u);
  EXPECT_EQ(open(63, 0, 1), ASCON_ERR_TAG) << "nor the other way";
  EXPECT_EQ(open(0, 0, 0), ASCON_OK);
  EXPECT_EQ(written, 0u);
  EXPECT_EQ(open(0, 0, 1), ASCON_ERR_TAG) << "every stream has a chunk";
  EXPECT_EQ(open(21, 1, 0), ASCON_ERR_TAG) << "another index";
}

// ---- Limits and misuse --------------------------------------------------------------------------

TEST_P(StreamChunks, EndAtTheLimit) {
  const ascon_stream stream = SomeStream(2);
  const uint64_t limit = ASCON_STREAM_MAX_CHUNKS;
  const Bytes text = Pattern(Field::kText, 6);
  EXPECT_EQ(SealRow(stream, text, Layout::kRow, limit - 3, true),
            SealSingly(stream, text, limit - 3, true));
  Heap sealed(3 * WholeChunk(stream)), opened(6);
  size_t written = 77;
  for (const uint64_t first : {limit - 2, limit, ~uint64_t{0}}) {
    EXPECT_EQ(
        ascon_stream_seal_chunks(&stream, sealed.data(), text.data(), 2, 6, first, 1, nullptr),
        ASCON_ERR_RANGE);
    EXPECT_EQ(ascon_stream_open_chunks(&stream, opened.data(), 2, &written, sealed.data(),
                                       sealed.size(), first, 1, nullptr),
              ASCON_ERR_RANGE);
  }
  EXPECT_TRUE(sealed.Holds(0xee));
  EXPECT_TRUE(opened.Holds(0xee));
  EXPECT_EQ(written, 77u);
}

TEST_P(StreamChunks, Misuse) {
  const ascon_stream stream = SomeStream(4), none = {};
  const Bytes text(12, 1);
  Heap sealed(60), opened(60);
  const auto seal = [&](const ascon_stream *by, uint8_t *to, const uint8_t *from, size_t stride,
                        size_t n, uint64_t first, int ends) {
    return ascon_stream_seal_chunks(by, to, from, stride, n, first, ends, nullptr);
  };
  EXPECT_EQ(seal(nullptr, sealed.data(), text.data(), 4, 12, 0, 1), ASCON_ERR_NULL);
  EXPECT_EQ(seal(&stream, nullptr, text.data(), 4, 12, 0, 1), ASCON_ERR_NULL);
  EXPECT_EQ(seal(&stream, sealed.data(), nullptr, 4, 12, 0, 1), ASCON_ERR_NULL);
  EXPECT_EQ(seal(&none, sealed.data(), text.data(), 4, 12, 0, 1), ASCON_ERR_ORDER);
  EXPECT_EQ(seal(&stream, sealed.data(), text.data(), 3, 12, 0, 1), ASCON_ERR_RANGE);
  EXPECT_EQ(seal(&stream, sealed.data(), text.data(), 4, 11, 0, 0), ASCON_ERR_RANGE);
  EXPECT_EQ(seal(&stream, sealed.data(), text.data(), 4, 0, 1, 1), ASCON_ERR_RANGE);
  EXPECT_TRUE(sealed.Holds(0xee));
  EXPECT_EQ(seal(&stream, nullptr, nullptr, 0, 0, 7, 0), ASCON_OK) << "no chunk at all";
  size_t written = 77;
  const auto open = [&](const ascon_stream *by, uint8_t *to, size_t stride, size_t *count,
                        const uint8_t *from, size_t n) {
    return ascon_stream_open_chunks(by, to, stride, count, from, n, 0, 1, nullptr);
  };
  EXPECT_EQ(open(nullptr, opened.data(), 4, &written, sealed.data(), 60), ASCON_ERR_NULL);
  EXPECT_EQ(open(&stream, nullptr, 4, &written, sealed.data(), 60), ASCON_ERR_NULL);
  EXPECT_EQ(open(&stream, nullptr, 4, &written, sealed.data(), 17), ASCON_ERR_NULL);
  EXPECT_EQ(open(&stream, opened.data(), 4, nullptr, sealed.data(), 60), ASCON_ERR_NULL);
  EXPECT_EQ(open(&stream, opened.data(), 4, &written, nullptr, 60), ASCON_ERR_NULL);
  EXPECT_EQ(open(&none, opened.data(), 4, &written, sealed.data(), 60), ASCON_ERR_ORDER);
  EXPECT_EQ(open(&stream, opened.data(), 3, &written, sealed.data(), 60), ASCON_ERR_RANGE);
  EXPECT_TRUE(opened.Holds(0xee));
  EXPECT_EQ(written, 77u);
}

// Whole rows at any distance: in place or apart, or refused. Nothing is written then.
TEST_P(StreamChunks, RowsThatOverlapAreRefused) {
  const ascon_stream stream = SomeStream(16);
  const size_t count = 20, text_bytes = 16 * count, sealed_bytes = 32 * count;
  const Bytes text = Pattern(Field::kText, text_bytes);
  Bytes expected(sealed_bytes);
  ASSERT_EQ(ascon_stream_seal_chunks(&stream, expected.data(), text.data(), 16, text_bytes, 0, 1,
                                     nullptr),
            ASCON_OK);
  for (size_t at = 0; at <= 2 * sealed_bytes; at += 8) {
    const bool apart = at + text_bytes <= sealed_bytes || at >= 2 * sealed_bytes;
    Bytes memory(3 * sealed_bytes);
    std::copy(text.begin(), text.end(), memory.begin() + static_cast<ptrdiff_t>(at));
    const Bytes before = memory;
    uint8_t *sealed = memory.data() + sealed_bytes;
    ASSERT_EQ(ascon_stream_seal_chunks(&stream, sealed, memory.data() + at, 16, text_bytes, 0, 1,
                                       nullptr),
              apart ? ASCON_OK : ASCON_ERR_RANGE)
        << at;
    if (apart) ASSERT_TRUE(std::equal(expected.begin(), expected.end(), sealed)) << at;
    else ASSERT_EQ(memory, before) << at;

    std::copy(expected.begin(), expected.end(), sealed);
    size_t written = 77;
    ASSERT_EQ(ascon_stream_open_chunks(&stream, memory.data() + at, 16, &written, sealed,
                                       sealed_bytes, 0, 1, nullptr),
              apart ? ASCON_OK : ASCON_ERR_RANGE)
        << at;
    ASSERT_EQ(written, apart ? text_bytes : 77u) << at;
  }
}

// ---- Wiping -------------------------------------------------------------------------------------

TEST_P(StreamChunks, LeaveNoSecretOnTheStack) {
  ASCON_SKIP_WIPING();
  const ascon_stream stream = SomeStream(24);
  const Bytes text = Pattern(Field::kText, 24 * 20), expected = Seal(stream, text);
  Bytes sealed(expected.size()), opened(text.size());
  Secrets secrets;
  secrets.AddBytes(SecretOf(stream), "the secret");
  secrets.AddBytes(text, "text");
  for (uint8_t i = 0; i < 20; i++) {
    Bytes nonce(stream.mask, stream.mask + sizeof stream.mask);
    nonce[0] ^= i;
    secrets.AddBytes(nonce, "a masked nonce");
  }
  StackSearch stack;
  size_t written = 0;
  stack.Check("seal", secrets, ASCON_OK, [&] {
    return ascon_stream_seal_chunks(&stream, sealed.data(), text.data(), 24, text.size(), 0, 1,
                                    nullptr);
  });
  stack.Check("open", secrets, ASCON_OK, [&] {
    return ascon_stream_open_chunks(&stream, opened.data(), 24, &written, sealed.data(),
                                    sealed.size(), 0, 1, nullptr);
  });
  EXPECT_EQ(opened, text);
}

}  // namespace
}  // namespace asconkit_test
