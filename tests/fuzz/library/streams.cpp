// Streams (ascon_stream.h) with a secret of any origin: single chunks, rows of chunks, and whole
// streams in pieces whose secret is replaced on the way. What is sealed has the bytes of
// docs/constructions/stream.md, written down once more; of what was changed, cut off, extended or
// moved, the good beginning comes out and zeros. Calls with wrong arguments write nothing.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/stream/ascon_stream.h"

#include <algorithm>

#include "tests/fuzz/support/chunks.h"
#include "tests/fuzz/support/faults.h"
#include "tests/fuzz/support/run.h"
#include "tests/fuzz/support/strings.h"
#include "tests/fuzz/support/threads.h"

namespace asconkit_fuzz {
namespace {

using asconkit_test::Heap;

// ---- Secrets --------------------------------------------------------------------------------

struct Stream {
  ascon_stream stream;
  ChunkKeys keys;
  size_t piece() const { return stream.chunk_bytes; }
  size_t chunk() const { return piece() + kTagBytes; }
};

// A piece of a whole text may have this length.
bool IsPiece(const Stream &s, size_t bytes, uint64_t index, bool last) {
  if (!last) return bytes == s.piece();
  return bytes <= s.piece() && (bytes > 0 || index == 0);
}

// Around the beginning, and around the end of all indices.
uint64_t SomeIndex(Input &input) {
  if (input.OneIn(12)) return input.UpTo(SIZE_MAX);
  return input.OneIn(4) ? ASCON_STREAM_MAX_CHUNKS - 3 + input.UpTo(4) : input.UpTo(3);
}

uint32_t SomeChunkBytes(Input &input, Faults *faults) {
  constexpr uint32_t kSizes[] = {20, 1, 2, 16, 64, 1000};
  if (!input.OneIn(32)) return kSizes[input.UpTo(std::size(kSizes) - 1)];
  const auto beyond = static_cast<uint32_t>(input.UpTo(2));
  if (beyond != 0) faults->push_back(ASCON_ERR_RANGE);
  return beyond == 2 ? 0 : ASCON_STREAM_MAX_CHUNK_BYTES + beyond;
}

const ascon_algorithm *SomeAlgorithm(Input &input, Faults *faults) {
  if (!input.OneIn(32)) return input.OneOf(asconkit_test::AlgorithmsOf(ASCON_KIND_AEAD));
  faults->push_back(ASCON_ERR_ALGORITHM);
  return ASCON_HASH256;
}

// The secret as the page specifies it: of K, the chunk size, the algorithm's name, the salt and the
// context.
Bytes SpecifiedSecret(const ascon_algorithm *a, uint32_t chunk_bytes, const Bytes &key,
                      const Bytes &salt, const Bytes &context) {
  Bytes name = Text(a->name);
  name.resize(32);
  const Bytes form = Joined(LittleEndian(chunk_bytes, 4), name);
  return Cxof(Text("asconkit stream v2 secret"), Joined(Joined(key, form), Joined(salt, context)),
              a->key_bytes + size_t{ASCON_STREAM_MASK_BYTES});
}

void Rekey(Input &input, Stream *s) {
  const uint64_t next = SomeIndex(input);
  if (next == 0 || next >= ASCON_STREAM_MAX_CHUNKS) {
    EXPECT_EQ(ascon_stream_rekey(&s->stream, next), ASCON_ERR_RANGE);
    return;
  }
  EXPECT_EQ(ascon_stream_rekey(&s->stream, next), ASCON_OK);
  s->keys = Rekeyed(s->keys, next);
}

// A stream with a secret that is derived or given; nothing if the arguments are wrong.
std::optional<Stream> SomeStream(Input &input) {
  Faults faults;
  const ascon_algorithm *a = SomeAlgorithm(input, &faults);
  const uint32_t chunk_bytes = SomeChunkBytes(input, &faults);
  Stream s = {};
  Bytes secret;
  if (input.Flag()) {
    const Argument given(input, a->key_bytes + size_t{ASCON_STREAM_MASK_BYTES}, &faults);
    secret = given.content();
    ExpectReturned(ascon_stream_init(&s.stream, a, chunk_bytes, given.data()), faults);
  } else {
    const Argument key(input, ASCON_STREAM_KEY_BYTES, &faults),
        salt(input, ASCON_STREAM_SALT_BYTES, &faults), context(input, input.Length(8), &faults);
    secret = SpecifiedSecret(a, chunk_bytes, key.content(), salt.content(), context.content());
    ExpectReturned(ascon_stream_derive(&s.stream, a, chunk_bytes, salt.data(), context.data(),
                                       context.size(), key.data()),
                   faults);
  }
  if (!faults.empty()) return std::nullopt;
  s.keys = SplitSecret(a, secret);
  if (input.OneIn(4)) Rekey(input, &s);
  return s;
}

// A change of a sealed string, or none.
void Change(Input &input, Bytes *sealed) {
  switch (input.UpTo(3)) {
    case 0: break;
    case 1: input.FlipBit(sealed); break;
    case 2: sealed->resize(sealed->size() - std::min(sealed->size(), input.UpTo(40))); break;
    default: Append(sealed, input.Some(input.UpTo(40)));
  }
}

// ---- Single chunks --------------------------------------------------------------------------

void CheckOpenChunk(const Stream &s, const Bytes &sealed, uint64_t index, bool last) {
  const size_t n = sealed.size() > kTagBytes ? sealed.size() - kTagBytes : 0;
  const Heap in(sealed);
  Heap out(n, n % 5, kUntouched);
  const ascon_result result =
      ascon_stream_open_chunk(&s.stream, out.nullable(), in.nullable(), in.size(), index, last);
  if (index >= ASCON_STREAM_MAX_CHUNKS) {
    EXPECT_EQ(result, ASCON_ERR_RANGE);
    EXPECT_TRUE(out.Holds(kUntouched));
    return;
  }
  std::optional<Bytes> text = OpenChunk(s.keys, index, last, sealed);
  if (!IsPiece(s, n, index, last)) text.reset();
  EXPECT_EQ(result, text ? ASCON_OK : ASCON_ERR_TAG);
  EXPECT_EQ(out.bytes(), text.value_or(Bytes(n)));
}

void CheckChunk(Input &input, const Stream &s) {
  Faults faults;
  const uint64_t index = SomeIndex(input);
  const bool last = input.Flag();
  const size_t most = std::min<size_t>(s.piece(), 2000);
  const Argument text(input, input.OneIn(4) ? input.UpTo(most + 2) : most, &faults);
  if (index >= ASCON_STREAM_MAX_CHUNKS || !IsPiece(s, text.size(), index, last))
    faults.push_back(ASCON_ERR_RANGE);
  Output sealed(input, text.size() + kTagBytes, &faults);
  ExpectReturned(
      ascon_stream_seal_chunk(&s.stream, sealed.data(), text.data(), text.size(), index, last),
      faults);
  Bytes right = SealChunk(s.keys, {index, last, text.content()});
  if (faults.empty()) EXPECT_EQ(sealed.bytes(), right);
  else EXPECT_TRUE(sealed.is_untouched());
  Change(input, &right);
  CheckOpenChunk(s, right, input.OneIn(4) ? SomeIndex(input) : index, last != input.OneIn(4));
}

// ---- Rows of chunks -------------------------------------------------------------------------

// Which chunks of the stream a row has, and the places of their text in memory.
struct Row {
  uint64_t first;  // index
  bool ends;
  size_t stride;
  ascon_batch_pool *pool;
};

size_t CountOf(size_t bytes, size_t unit) { return (bytes + unit - 1) / unit; }

// Whether there are indices and places for as many chunks.
bool IsRow(const Stream &s, const Row &row, size_t count) {
  const bool has_indices =
      count <= ASCON_STREAM_MAX_CHUNKS && row.first <= ASCON_STREAM_MAX_CHUNKS - count;
  return has_indices && (count <= 1 || row.stride >= s.piece());
}

// The pieces of the text at their places; what is between them is untouched.
Bytes Spread(const Bytes &text, size_t piece, size_t stride) {
  Bytes all;
  for (size_t at = 0, place = 0; at < text.size(); at += piece, place += stride) {
    const Bytes part = Part(text, at, std::min(piece, text.size() - at));
    all.resize(std::max(all.size(), place + part.size()), kUntouched);
    std::copy(part.begin(), part.end(), all.begin() + static_cast<ptrdiff_t>(place));
  }
  return all;
}

// What is good of it, from its beginning.
Released OpenRow(const Stream &s, const Row &row, const Bytes &sealed) {
  const size_t count = CountOf(sealed.size(), s.chunk());
  Released found = {false, {}};
  for (size_t i = 0; i < count; i++) {
    const size_t at = i * s.chunk(), n = std::min(s.chunk(), sealed.size() - at);
    const bool last = row.ends && i + 1 == count;
    if (n < kTagBytes || !IsPiece(s, n - kTagBytes, row.first + i, last)) return found;
    const std::optional<Bytes> text = OpenChunk(s.keys, row.first + i, last, Part(sealed, at, n));
    if (!text) return found;
    Append(&found.text, *text);
  }
  found.is_whole = count > 0 || !row.ends;
  return found;
}

// How much text these bytes have, if all tags are right.
size_t TextBytesOf(const Stream &s, size_t sealed_bytes) {
  const size_t whole = sealed_bytes / s.chunk(), rest = sealed_bytes % s.chunk();
  return whole * s.piece() + (rest > kTagBytes ? rest - kTagBytes : 0);
}

void CheckOpenRow(const Stream &s, const Row &row, const Bytes &sealed) {
  const Heap in(sealed);
  const size_t bytes = TextBytesOf(s, sealed.size());
  Heap out(Spread(Bytes(bytes, kUntouched), s.piece(), row.stride));
  size_t text_bytes = bytes + 1;
  const ascon_result result =
      ascon_stream_open_chunks(&s.stream, out.nullable(), row.stride, &text_bytes, in.nullable(),
                               in.size(), row.first, row.ends, row.pool);
  if (!IsRow(s, row, CountOf(sealed.size(), s.chunk()))) {
    EXPECT_EQ(result, ASCON_ERR_RANGE);
    EXPECT_TRUE(out.Holds(kUntouched));
    return;
  }
  Released expected = OpenRow(s, row, sealed);
  EXPECT_EQ(result, expected.is_whole ? ASCON_OK : ASCON_ERR_TAG);
  EXPECT_EQ(text_bytes, expected.text.size());
  expected.text.resize(bytes);  // zeros after what is good
  EXPECT_EQ(out.bytes(), Spread(expected.text, s.piece(), row.stride));
}

Row SomeRow(Input &input, const Stream &s) {
  const size_t stride = input.OneIn(16)  ? input.UpTo(s.piece())
                        : input.OneIn(4) ? s.piece() + input.UpTo(20)
                                         : s.piece();
  return {input.OneIn(4) ? SomeIndex(input) : 0, !input.OneIn(4), stride, SomePool(input)};
}

// Sometimes more pieces than a batch takes at once. Where the stream continues after the row, the
// row mostly has whole pieces only, as it must.
Bytes SomeRowText(Input &input, const Stream &s, const Row &row) {
  const size_t most = std::min<size_t>(input.OneIn(8) ? 300 : 20, 6000 / s.piece());
  const bool has_rest = row.ends || input.OneIn(8);
  const size_t rest = has_rest ? input.UpTo(std::min<size_t>(s.piece(), 100)) : 0;
  return input.Some(input.UpTo(most) * s.piece() + rest);
}

void CheckRow(Input &input, const Stream &s) {
  const Row row = SomeRow(input, s);
  const Bytes text = SomeRowText(input, s, row);
  std::vector<Piece> pieces = PiecesOf(text, s.piece());
  if (text.empty() && !row.ends) pieces.clear();
  Faults faults;
  if (!IsRow(s, row, pieces.size())) faults.push_back(ASCON_ERR_RANGE);
  Bytes sealed;
  for (Piece &piece : pieces) {
    piece.index += row.first;
    piece.last = piece.last && row.ends;
    if (!IsPiece(s, piece.text.size(), piece.index, piece.last)) faults.push_back(ASCON_ERR_RANGE);
    Append(&sealed, SealChunk(s.keys, piece));
  }
  if (pieces.empty()) faults.clear();  // nothing is done
  const Heap in(Spread(text, s.piece(), row.stride));
  Output out(input, sealed.size(), &faults);
  ExpectReturned(ascon_stream_seal_chunks(&s.stream, out.data(), in.nullable(), row.stride,
                                          text.size(), row.first, row.ends, row.pool),
                 faults);
  if (faults.empty()) EXPECT_EQ(out.bytes(), sealed);
  else EXPECT_TRUE(out.is_untouched());
  Change(input, &sealed);
  CheckOpenRow(s, row, sealed);
}

// ---- In pieces ------------------------------------------------------------------------------

// The length of a whole encrypted text.
size_t SealedBytesOf(const Stream &s, size_t text_bytes) {
  return text_bytes + std::max<size_t>(CountOf(text_bytes, s.piece()), 1) * kTagBytes;
}

Bytes SealInPieces(Input &input, const Stream &s, const Bytes &text, uint64_t rekey_every) {
  const Heap memory(text);
  Heap buffer(s.piece());
  ascon_stream_ctx ctx;
  Bytes sealed;
  size_t written = 0;
  EXPECT_EQ(ascon_stream_seal_init(&ctx, &s.stream, buffer.data(), buffer.size() - 1),
            ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_stream_seal_init(&ctx, &s.stream, buffer.data(), buffer.size()), ASCON_OK);
  EXPECT_EQ(ascon_stream_rekey_every(&ctx, 0), ASCON_ERR_RANGE);
  if (rekey_every != 0) EXPECT_EQ(ascon_stream_rekey_every(&ctx, rekey_every), ASCON_OK);
  InPieces(input, text.size(), [&](size_t at, size_t n) {
    // There is room for the chunks that have a byte after them now, and for no more.
    const size_t complete = at + n == 0 ? 0 : (at + n - 1) / s.piece();
    Heap out(complete * s.chunk() - sealed.size(), at % 8);
    if (out.size() != 0)
      EXPECT_EQ(ascon_stream_seal_update(&ctx, out.data(), out.size() - 1, &written,
                                         memory.data() + at, n),
                ASCON_ERR_RANGE);
    EXPECT_EQ(
        ascon_stream_seal_update(&ctx, out.nullable(), out.size(), &written, memory.data() + at, n),
        ASCON_OK);
    EXPECT_EQ(written, out.size());
    Append(&sealed, out.bytes());
  });
  Heap out(SealedBytesOf(s, text.size()) - sealed.size());
  EXPECT_EQ(ascon_stream_seal_final(&ctx, out.data(), out.size() - 1, &written), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_stream_seal_final(&ctx, out.data(), out.size(), &written), ASCON_OK);
  EXPECT_EQ(written, out.size());
  EXPECT_TRUE(buffer.Holds(0));
  EXPECT_EQ(ascon_stream_seal_update(&ctx, nullptr, 0, &written, nullptr, 0), ASCON_ERR_ORDER);
  return Joined(sealed, out.bytes());
}

void CheckPieces(Input &input, const Stream &s) {
  const uint64_t rekey_every = input.Flag() ? 1 + input.UpTo(4) : 0;
  const Bytes text = input.Some(input.UpTo(std::min<size_t>(20 * s.piece(), 3000)));
  Bytes sealed = SealAll(s.keys, s.piece(), text, rekey_every);
  EXPECT_EQ(SealInPieces(input, s, text, rekey_every), sealed);
  Change(input, &sealed);
  EXPECT_EQ(OpenInPieces(input, s.stream, sealed, rekey_every),
            OpenAll(s.keys, s.piece(), sealed, rekey_every));
}

// ---- Streams that were not started -----------------------------------------------------------

void CheckNotStarted() {
  ascon_stream none = {};
  ascon_stream_ctx ctx;
  uint8_t memory[64] = {};
  size_t written = 0;
  EXPECT_EQ(ascon_stream_rekey(&none, 1), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_stream_seal_chunk(&none, memory, memory, 1, 0, 1), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_stream_open_chunk(&none, memory, memory, 17, 0, 1), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_stream_seal_chunks(&none, memory, memory, 1, 1, 0, 1, nullptr), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_stream_open_chunks(&none, memory, 1, &written, memory, 17, 0, 1, nullptr),
            ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_stream_seal_init(&ctx, &none, memory, sizeof memory), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_stream_open_init(&ctx, &none, memory, sizeof memory), ASCON_ERR_ORDER);
}

}  // namespace
}  // namespace asconkit_fuzz

FUZZ_TARGET(input) {
  using namespace asconkit_fuzz;
  ASSERT_EQ(ascon_batch_engine_force(input.Engine()), ASCON_OK);
  if (input.OneIn(32)) return CheckNotStarted();
  const std::optional<Stream> stream = SomeStream(input);
  if (!stream) return;
  switch (input.UpTo(2)) {
    case 0: return CheckPieces(input, *stream);
    case 1: return CheckRow(input, *stream);
    default: return CheckChunk(input, *stream);
  }
}
