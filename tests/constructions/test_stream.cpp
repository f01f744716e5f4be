// Streams (asconkit/stream/ascon_stream.h): secrets and single chunks, against the known answers
// and for everything that must be refused. Pieces, batches and headers are in the files beside this
// one.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <cstring>

#include "stream_calls.h"
#include "tests/unit/wipe_test.h"

namespace asconkit_test {
namespace {

class Stream : public BackendTest {};
ASCON_ON_EVERY_BACKEND(Stream);

const ascon_algorithm *AlgorithmOf(const KnownAnswer &answer) {
  return ascon_any_find(answer.text("algorithm").c_str());
}

ascon_stream Derived(const KnownAnswer &answer) {
  ascon_stream stream;
  const Heap key(answer.bytes("key")), salt(answer.bytes("salt")), context(answer.bytes("context"));
  EXPECT_EQ(ascon_stream_derive(&stream, AlgorithmOf(answer),
                                static_cast<uint32_t>(answer.number("chunk")), salt.data(),
                                context.nullable(), context.size(), key.data()),
            ASCON_OK);
  return stream;
}

// ---- Known answers ----------------------------------------------------------------------------

TEST_P(Stream, KnownAnswersOfWholeStreams) {
  for (const KnownAnswer &answer : AnswersOf("stream")) {
    SCOPED_TRACE(answer.name());
    const ascon_stream stream = Derived(answer);
    const uint64_t every = answer.number("rekey_every");
    EXPECT_EQ(SecretOf(stream), answer.bytes("secret"));
    EXPECT_EQ(Seal(stream, answer.bytes("text"), every), answer.bytes("sealed"));
    const Reading reading = ReadInPieces(stream, answer.bytes("sealed"), {}, every);
    EXPECT_EQ(reading.result, ASCON_OK);
    EXPECT_EQ(reading.text, answer.bytes("text"));
  }
}

TEST_P(Stream, KnownAnswersOfChunks) {
  for (const KnownAnswer &answer : AnswersOf("chunk")) {
    SCOPED_TRACE(answer.name());
    const Heap secret(answer.bytes("secret")), text(answer.bytes("text"));
    Heap sealed(text.size() + kTag), opened(text.size());
    ascon_stream stream;
    ASSERT_EQ(ascon_stream_init(&stream, AlgorithmOf(answer), 8, secret.data()), ASCON_OK);
    for (const bool last : {false, true}) {
      const uint64_t index = answer.number("index");
      const Bytes expected = answer.bytes(last ? "last" : "sealed");
      EXPECT_EQ(ascon_stream_seal_chunk(&stream, sealed.data(), text.data(), 8, index, last),
                ASCON_OK);
      EXPECT_EQ(sealed.bytes(), expected);
      EXPECT_EQ(ascon_stream_open_chunk(&stream, opened.data(), sealed.data(), 24, index, last),
                ASCON_OK);
      EXPECT_EQ(opened.bytes(), text.bytes());
    }
    EXPECT_EQ(ascon_stream_rekey(&stream, answer.number("following")), ASCON_OK);
    EXPECT_EQ(SecretOf(stream), answer.bytes("rekeyed"));
  }
}

// With a mask, Ascon-AEAD128 is the nonce-masked form of SP 800-232, section 4.2.2.
TEST_P(Stream, MasksNoncesAsTheStandardDoes) {
  const ascon_stream stream = SomeStream(8);
  const Bytes both = SecretOf(stream), text = Pattern(Field::kText, 8);
  for (const bool last : {false, true}) {
    Bytes nonce(16), expected(8 + kTag), sealed(8 + kTag);
    nonce[0] = 5, nonce[4] = 0, nonce[15] = last;
    EXPECT_EQ(
        ascon_aead128_nonce_masked_encrypt(expected.data(), expected.data() + 8, kTag, text.data(),
                                           8, nullptr, 0, nonce.data(), both.data()),
        ASCON_OK);
    EXPECT_EQ(ascon_stream_seal_chunk(&stream, sealed.data(), text.data(), 8, 5, last), ASCON_OK);
    EXPECT_EQ(sealed, expected);
  }
}

// ---- Chunks -------------------------------------------------------------------------------------

TEST_P(Stream, EveryLengthInPlaceAndApart) {
  for (const ascon_algorithm *algorithm : AlgorithmsOf(ASCON_KIND_AEAD)) {
    const ascon_stream stream = SomeStream(41, algorithm);
    for (size_t n = 0; n <= 41; n += n % 3 + 1) {
      SCOPED_TRACE(std::string(algorithm->name) + ", bytes: " + std::to_string(n));
      const Heap text(Pattern(Field::kText, n), n % 5);
      Heap sealed(n + kTag, n % 3), opened(n, n % 7);
      ASSERT_EQ(ascon_stream_seal_chunk(&stream, sealed.data(), text.nullable(), n, 0, 1),
                ASCON_OK);
      Heap both(Joined(text.bytes(), Bytes(kTag)), n % 4);
      ASSERT_EQ(ascon_stream_seal_chunk(&stream, both.data(), both.data(), n, 0, 1), ASCON_OK);
      EXPECT_EQ(both.bytes(), sealed.bytes());
      EXPECT_EQ(
          ascon_stream_open_chunk(&stream, opened.nullable(), sealed.data(), sealed.size(), 0, 1),
          ASCON_OK);
      EXPECT_EQ(opened.bytes(), text.bytes());
      EXPECT_EQ(ascon_stream_open_chunk(&stream, both.data(), both.data(), both.size(), 0, 1),
                ASCON_OK);
      EXPECT_EQ(Part(both.bytes(), 0, n), text.bytes());
    }
  }
}

TEST_P(Stream, SmallestAndLargestChunks) {
  for (const uint32_t chunk : {1u, 2u, ASCON_STREAM_MAX_CHUNK_BYTES}) {
    const ascon_stream stream = SomeStream(chunk);
    const Bytes text = Pattern(Field::kText, chunk + 1);
    const Bytes sealed = Seal(stream, text);
    EXPECT_EQ(sealed.size(), text.size() + 2 * kTag);
    const Reading reading = ReadInPieces(stream, sealed, {});
    EXPECT_EQ(reading.result, ASCON_OK);
    EXPECT_EQ(Fnv(reading.text), Fnv(text));
  }
}

TEST_P(Stream, ChunksAreReadInAnyOrder) {
  const ascon_stream stream = SomeStream(10);
  const Bytes text = Pattern(Field::kText, 95), sealed = Seal(stream, text);
  const std::vector<Bytes> chunks = CutChunks(stream, sealed);
  for (size_t i : std::initializer_list<size_t>{7u, 0u, 9u, 3u, 3u, 8u}) {
    Heap opened(chunks[i].size() - kTag);
    EXPECT_EQ(ascon_stream_open_chunk(&stream, opened.data(), chunks[i].data(), chunks[i].size(), i,
                                      i == 9),
              ASCON_OK);
    EXPECT_EQ(opened.bytes(), Part(text, 10 * i, opened.size()));
  }
}

// The chunk with this index and mark alone, with all of its bytes, under this secret.
TEST_P(Stream, AnythingElseIsRefusedAndLeavesZeros) {
  const ascon_stream stream = SomeStream(9);
  const Bytes text = Pattern(Field::kText, 9);
  Bytes sealed(9 + kTag);
  ASSERT_EQ(ascon_stream_seal_chunk(&stream, sealed.data(), text.data(), 9, 3, 0), ASCON_OK);
  const auto refuses = [&](const ascon_stream &by, Bytes chunk, uint64_t index, int last) {
    Heap opened(chunk.size() > kTag ? chunk.size() - kTag : 0);
    const ascon_result result =
        ascon_stream_open_chunk(&by, opened.nullable(), chunk.data(), chunk.size(), index, last);
    return result == ASCON_ERR_TAG && opened.Holds(0);
  };
  EXPECT_FALSE(refuses(stream, sealed, 3, 0));
  EXPECT_TRUE(refuses(stream, sealed, 3, 1)) << "the mark";
  for (const uint64_t other : {0ull, 2ull, 4ull, 0x103ull, 0x80000003ull})
    EXPECT_TRUE(refuses(stream, sealed, other, 0)) << "the index " << other;
  EXPECT_TRUE(refuses(SomeStream(9, ASCON_AEAD128, 1), sealed, 3, 0)) << "another secret";
  EXPECT_TRUE(refuses(SomeStream(8), sealed, 3, 0)) << "another size";
  for (size_t bit = 0; bit < 8 * sealed.size(); bit++) {
    Bytes changed = sealed;
    changed[bit / 8] ^= static_cast<uint8_t>(1u << bit % 8);
    EXPECT_TRUE(refuses(stream, changed, 3, 0)) << "bit " << bit;
  }
  for (size_t n = 0; n < sealed.size() + 20; n++) {
    Bytes cut = sealed;
    cut.resize(n);
    EXPECT_EQ(refuses(stream, cut, 3, 0), n != sealed.size()) << "bytes: " << n;
  }
}

// Whoever has the key could make it, but then a text could be cut in two ways.
TEST_P(Stream, AnEmptyPieceIsForAnEmptyTextAlone) {
  const ascon_stream stream = SomeStream(9);
  Bytes nonce(16), chunk(kTag);
  nonce[0] = nonce[15] = 1;
  EXPECT_EQ(ascon_aead128_nonce_masked_encrypt(nullptr, chunk.data(), kTag, nullptr, 0, nullptr, 0,
                                               nonce.data(), SecretOf(stream).data()),
            ASCON_OK);
  EXPECT_EQ(ascon_stream_open_chunk(&stream, nullptr, chunk.data(), kTag, 1, 1), ASCON_ERR_TAG);
  EXPECT_EQ(ascon_stream_seal_chunk(&stream, chunk.data(), nullptr, 0, 1, 1), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_stream_seal_chunk(&stream, chunk.data(), nullptr, 0, 0, 1), ASCON_OK);
  EXPECT_EQ(ascon_stream_open_chunk(&stream, nullptr, chunk.data(), kTag, 0, 1), ASCON_OK);
}

TEST_P(Stream, IndicesEndAtTheLimit) {
  const ascon_stream stream = SomeStream(3);
  const Bytes text = {1, 2, 3};
  Bytes sealed(3 + kTag), opened(3);
  const uint64_t limit = ASCON_STREAM_MAX_CHUNKS;
  for (const int last : {0, 1}) {
    EXPECT_EQ(ascon_stream_seal_chunk(&stream, sealed.data(), text.data(), 3, limit - 1, last),
              ASCON_OK);
    EXPECT_EQ(ascon_stream_open_chunk(&stream, opened.data(), sealed.data(), sealed.size(),
                                      limit - 1, last),
              ASCON_OK);
    const Bytes before = sealed;
    for (const uint64_t index : {limit, ~uint64_t{0}}) {
      EXPECT_EQ(ascon_stream_seal_chunk(&stream, sealed.data(), text.data(), 3, index, last),
                ASCON_ERR_RANGE);
      EXPECT_EQ(sealed, before) << "nothing is written";
      EXPECT_EQ(ascon_stream_open_chunk(&stream, opened.data(), sealed.data(), sealed.size(), index,
                                        last),
                ASCON_ERR_RANGE);
      EXPECT_EQ(opened, text);
    }
  }
}

// ---- Secrets ------------------------------------------------------------------------------------

// Streams that differ in any of these have nothing in common.
TEST_P(Stream, EveryInputOfTheDerivationCounts) {
  const Bytes key = Pattern(Field::kKey, 32), salt = Pattern(Field::kNonce, 32), context = {1, 2};
  std::vector<Bytes> secrets;
  const auto add = [&](const ascon_algorithm *algorithm, uint32_t chunk, const Bytes &with_key,
                       const Bytes &with_salt, const Bytes &with_context) {
    ascon_stream stream;
    EXPECT_EQ(ascon_stream_derive(&stream, algorithm, chunk, with_salt.data(), with_context.data(),
                                  with_context.size(), with_key.data()),
              ASCON_OK);
    secrets.push_back(Part(SecretOf(stream), 0, 16));
  };
  add(ASCON_AEAD128, 9, key, salt, context);
  add(ASCON_V12_128, 9, key, salt, context);
  add(ASCON_AEAD128, 10, key, salt, context);
  add(ASCON_AEAD128, 9, salt, salt, context);
  add(ASCON_AEAD128, 9, key, key, context);
  add(ASCON_AEAD128, 9, key, salt, {});
  add(ASCON_AEAD128, 9, key, salt, {1, 2, 0});
  std::sort(secrets.begin(), secrets.end());
  EXPECT_EQ(std::unique(secrets.begin(), secrets.end()), secrets.end());
}

TEST_P(Stream, RekeyingOpensWhatFollowsAndNothingBefore) {
  ascon_stream writer = SomeStream(4), reader = writer;
  const Bytes text = {1, 2, 3, 4};
  Bytes before(4 + kTag), after(4 + kTag), opened(4);
  ASSERT_EQ(ascon_stream_seal_chunk(&writer, before.data(), text.data(), 4, 0, 0), ASCON_OK);
  ASSERT_EQ(ascon_stream_rekey(&writer, 1), ASCON_OK);
  ASSERT_EQ(ascon_stream_seal_chunk(&writer, after.data(), text.data(), 4, 1, 0), ASCON_OK);
  const auto opens = [&](const ascon_stream &by, const Bytes &chunk, uint64_t index) {
    return ascon_stream_open_chunk(&by, opened.data(), chunk.data(), chunk.size(), index, 0);
  };
  EXPECT_EQ(opens(reader, before, 0), ASCON_OK);
  EXPECT_EQ(opens(reader, after, 1), ASCON_ERR_TAG) << "on one side";
  ASSERT_EQ(ascon_stream_rekey(&reader, 1), ASCON_OK);
  EXPECT_EQ(opens(reader, after, 1), ASCON_OK) << "on both sides";
  EXPECT_EQ(opens(reader, before, 0), ASCON_ERR_TAG) << "the old secret is gone";
  ascon_stream elsewhere = SomeStream(4);
  ASSERT_EQ(ascon_stream_rekey(&elsewhere, 2), ASCON_OK);
  EXPECT_EQ(opens(elsewhere, after, 1), ASCON_ERR_TAG) << "at another place";
}

// ---- Misuse -------------------------------------------------------------------------------------

TEST_P(Stream, StartRefusesWhatIsNoStream) {
  const Bytes bytes(64, 1), untouched(sizeof(ascon_stream), 0xee);
  ascon_stream stream;
  std::memset(&stream, 0xee, sizeof stream);
  const uint8_t *b = bytes.data();
  const auto derive = [&](ascon_stream *to, const ascon_algorithm *algorithm, uint32_t chunk,
                          const uint8_t *key, const uint8_t *salt, const uint8_t *context,
                          size_t context_bytes) {
    return ascon_stream_derive(to, algorithm, chunk, salt, context, context_bytes, key);
  };
  EXPECT_EQ(derive(nullptr, ASCON_AEAD128, 1, b, b, b, 1), ASCON_ERR_NULL);
  EXPECT_EQ(derive(&stream, nullptr, 1, b, b, b, 1), ASCON_ERR_NULL);
  EXPECT_EQ(derive(&stream, ASCON_AEAD128, 1, nullptr, b, b, 1), ASCON_ERR_NULL);
  EXPECT_EQ(derive(&stream, ASCON_AEAD128, 1, b, nullptr, b, 1), ASCON_ERR_NULL);
  EXPECT_EQ(derive(&stream, ASCON_AEAD128, 1, b, b, nullptr, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_stream_init(nullptr, ASCON_AEAD128, 1, b), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_stream_init(&stream, nullptr, 1, b), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_stream_init(&stream, ASCON_AEAD128, 1, nullptr), ASCON_ERR_NULL);
  for (const uint32_t chunk : {0u, ASCON_STREAM_MAX_CHUNK_BYTES + 1, 0xffffffffu}) {
    EXPECT_EQ(derive(&stream, ASCON_AEAD128, chunk, b, b, b, 1), ASCON_ERR_RANGE);
    EXPECT_EQ(ascon_stream_init(&stream, ASCON_AEAD128, chunk, b), ASCON_ERR_RANGE);
  }
  for (const ascon_algorithm *algorithm : Algorithms()) {
    if (algorithm->kind == ASCON_KIND_AEAD) continue;
    EXPECT_EQ(derive(&stream, algorithm, 1, b, b, b, 1), ASCON_ERR_ALGORITHM);
    EXPECT_EQ(ascon_stream_init(&stream, algorithm, 1, b), ASCON_ERR_ALGORITHM);
  }
  EXPECT_EQ(std::memcmp(&stream, untouched.data(), sizeof stream), 0);
  EXPECT_EQ(derive(&stream, ASCON_AEAD128, 1, b, b, nullptr, 0), ASCON_OK);
}

TEST_P(Stream, ChunksRefuseWhatIsNoPiece) {
  const ascon_stream stream = SomeStream(4), none = {};
  ascon_stream not_started = {};
  const Bytes text(5, 1);
  Heap sealed(64), opened(64);
  const auto seal = [&](const ascon_stream *by, uint8_t *to, const uint8_t *from, size_t n,
                        uint64_t index,
                        int last) { return ascon_stream_seal_chunk(by, to, from, n, index, last); };
  EXPECT_EQ(seal(nullptr, sealed.data(), text.data(), 4, 0, 0), ASCON_ERR_NULL);
  EXPECT_EQ(seal(&stream, nullptr, text.data(), 4, 0, 0), ASCON_ERR_NULL);
  EXPECT_EQ(seal(&stream, sealed.data(), nullptr, 4, 0, 0), ASCON_ERR_NULL);
  EXPECT_EQ(seal(&none, sealed.data(), text.data(), 4, 0, 0), ASCON_ERR_ORDER);
  for (const size_t n : std::initializer_list<size_t>{0u, 3u, 5u})
    EXPECT_EQ(seal(&stream, sealed.data(), text.data(), n, 0, 0), ASCON_ERR_RANGE);
  EXPECT_EQ(seal(&stream, sealed.data(), text.data(), 5, 0, 1), ASCON_ERR_RANGE);
  EXPECT_EQ(seal(&stream, sealed.data(), text.data(), 0, 7, 1), ASCON_ERR_RANGE);
  EXPECT_TRUE(sealed.Holds(0xee));
  const auto open = [&](const ascon_stream *by, uint8_t *to, const uint8_t *from, size_t n) {
    return ascon_stream_open_chunk(by, to, from, n, 0, 0);
  };
  EXPECT_EQ(open(nullptr, opened.data(), sealed.data(), 20), ASCON_ERR_NULL);
  EXPECT_EQ(open(&stream, nullptr, sealed.data(), 20), ASCON_ERR_NULL);
  EXPECT_EQ(open(&stream, opened.data(), nullptr, 20), ASCON_ERR_NULL);
  EXPECT_EQ(open(&none, opened.data(), sealed.data(), 20), ASCON_ERR_ORDER);
  EXPECT_TRUE(opened.Holds(0xee));
  EXPECT_EQ(ascon_stream_rekey(nullptr, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_stream_rekey(&not_started, 1), ASCON_ERR_ORDER);
  ascon_stream before = stream;
  EXPECT_EQ(ascon_stream_rekey(&before, ASCON_STREAM_MAX_CHUNKS), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_stream_rekey(&before, 0), ASCON_ERR_RANGE);
  EXPECT_EQ(SecretOf(before), SecretOf(stream));
}

// ---- Wiping -------------------------------------------------------------------------------------

class StreamWipe : public WipeTest {};
ASCON_ON_EVERY_BACKEND(StreamWipe);

TEST_P(StreamWipe, SecretsAndChunks) {
  const Bytes key = Pattern(Field::kKey, 32), salt = Pattern(Field::kNonce, 32),
              context = Pattern(Field::kExtra, 20), text = Pattern(Field::kText, 40);
  ascon_stream stream;
  ASSERT_EQ(ascon_stream_derive(&stream, ASCON_AEAD128, 40, salt.data(), nullptr, 0, key.data()),
            ASCON_OK);
  ascon_stream made = {}, rekeyed = stream;
  ASSERT_EQ(ascon_stream_rekey(&rekeyed, 1), ASCON_OK);
  Bytes sealed(40 + kTag), opened(40), nonce(stream.mask, stream.mask + 16);
  nonce[0] ^= 3;
  const Bytes secret = SecretOf(stream);
  Secrets secrets;
  secrets.AddBytes(key, "the key");
  secrets.AddBytes(SecretOf(stream), "the secret");
  secrets.AddBytes(SecretOf(rekeyed), "the next secret");
  secrets.AddBytes(nonce, "a masked nonce");
  secrets.AddBytes(text, "text");
  Check("derive", secrets, ASCON_OK, [&] {
    return ascon_stream_derive(&made, ASCON_AEAD128, 40, salt.data(), context.data(),
                               context.size(), key.data());
  });
  Check("init", secrets, ASCON_OK,
        [&] { return ascon_stream_init(&made, ASCON_AEAD128, 40, secret.data()); });
  Check("seal", secrets, ASCON_OK,
        [&] { return ascon_stream_seal_chunk(&stream, sealed.data(), text.data(), 40, 3, 0); });
  Check("open", secrets, ASCON_OK, [&] {
    return ascon_stream_open_chunk(&stream, opened.data(), sealed.data(), sealed.size(), 3, 0);
  });
  sealed[5] ^= 1;
  Check("open a forged one", secrets, ASCON_ERR_TAG, [&] {
    return ascon_stream_open_chunk(&stream, opened.data(), sealed.data(), sealed.size(), 3, 0);
  });
  Check("rekey", secrets, ASCON_OK, [&] { return ascon_stream_rekey(&stream, 1); });
  EXPECT_EQ(SecretOf(stream), SecretOf(rekeyed));
}

// The search finds what a careless call would leave.
TEST_P(StreamWipe, PlantedNonceIsFound) {
  const ascon_stream stream = SomeStream(4);
  Secrets secrets;
  secrets.AddBytes(SecretOf(stream), "the secret");
  EXPECT_TRUE(Finds(secrets, [&] {
    uint8_t copy[16];
    std::memcpy(copy, stream.mask, sizeof copy);
    __asm__ volatile("" : : "r"(copy) : "memory");
  }));
}

}  // namespace
}  // namespace asconkit_test
