// The headers of encrypted files: known answers, every fault, and keys.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <cstring>
#include <iterator>
#include <set>

#include "stream_calls.h"
#include "tests/unit/wipe_test.h"

namespace asconkit_test {
namespace {

class StreamHeader : public BackendTest {};
ASCON_ON_EVERY_BACKEND(StreamHeader);

uint32_t Number(const KnownAnswer &answer, const std::string &field) {
  return static_cast<uint32_t>(answer.number(field));
}

ascon_stream_header HeaderOf(const KnownAnswer &answer) {
  ascon_stream_header header = {};
  header.algorithm = ascon_any_find(answer.text("algorithm").c_str());
  header.chunk_bytes = Number(answer, "chunk");
  header.cost = {Number(answer, "memory"), Number(answer, "passes"), Number(answer, "lanes")};
  header.source = static_cast<ascon_stream_source>(answer.number("source"));
  header.version = static_cast<uint16_t>(answer.number("version"));
  const Bytes salt = answer.bytes("salt");
  std::copy(salt.begin(), salt.end(), header.salt);
  return header;
}

struct Decoded {
  ascon_result result;
  ascon_stream_header header;
};

Decoded Decode(const Bytes &bytes) {
  const Heap exact(bytes);
  Decoded decoded;
  std::memset(&decoded.header, 0xee, sizeof decoded.header);
  decoded.result = ascon_stream_header_decode(&decoded.header, exact.nullable(), exact.size());
  return decoded;
}

// The bytes with the right checksum, as someone who knows the format would make them.
Bytes WithChecksum(Bytes bytes) {
  Bytes digest(32);
  EXPECT_EQ(ascon_hash256(digest.data(), bytes.data(), bytes.size() - 16), ASCON_OK);
  std::copy(digest.begin(), digest.begin() + 16, bytes.end() - 16);
  return bytes;
}

// A header of version 2, made with the key of the known answers.
Bytes SomeHeader() {
  for (const KnownAnswer &answer : AnswersOf("file"))
    if (answer.number("version") == 2) return answer.bytes("header");
  return {};
}

Bytes KeyOfAnswers() { return AnswersOf("file")[0].bytes("key"); }

// ---- Known answers ----------------------------------------------------------------------------

TEST_P(StreamHeader, KnownAnswersAreRead) {
  std::set<size_t> versions;
  for (const KnownAnswer &answer : AnswersOf("file")) {
    SCOPED_TRACE(answer.name());
    const Heap bytes(answer.bytes("header")), key(answer.bytes("key"));
    const Decoded decoded = Decode(answer.bytes("header"));
    ASSERT_EQ(decoded.result, ASCON_OK);
    const ascon_stream_header &header = decoded.header, expected = HeaderOf(answer);
    EXPECT_EQ(header.algorithm, expected.algorithm);
    EXPECT_EQ(header.chunk_bytes, expected.chunk_bytes);
    EXPECT_EQ(std::memcmp(&header.cost, &expected.cost, sizeof header.cost), 0);
    EXPECT_EQ(header.source, expected.source);
    EXPECT_EQ(header.version, expected.version);
    EXPECT_EQ(header.fault, ASCON_STREAM_FAULT_NONE);
    EXPECT_EQ(header.header_bytes, bytes.size());
    EXPECT_EQ(Bytes(header.salt, header.salt + header.salt_bytes), answer.bytes("salt"));
    ascon_stream stream;
    ASSERT_EQ(ascon_stream_header_open(&stream, bytes.data(), bytes.size(), key.data()), ASCON_OK);
    EXPECT_EQ(SecretOf(stream), answer.bytes("secret"));
    const Reading reading = ReadInPieces(stream, answer.bytes("sealed"), {});
    EXPECT_EQ(reading.result, ASCON_OK);
    EXPECT_EQ(reading.text, answer.bytes("text"));
    versions.insert(header.version);
  }
  EXPECT_EQ(versions, (std::set<size_t>{1, 2}));
}

TEST_P(StreamHeader, KnownAnswersAreWritten) {
  for (const KnownAnswer &answer : AnswersOf("file")) {
    SCOPED_TRACE(answer.name());
    const ascon_stream_header header = HeaderOf(answer);
    const Heap key(answer.bytes("key"));
    Heap bytes(ASCON_STREAM_HEADER_BYTES);
    ascon_stream stream = {};
    const ascon_result result =
        ascon_stream_header_encode(&stream, bytes.data(), &header, key.data());
    if (answer.number("version") == 1) {
      EXPECT_EQ(result, ASCON_ERR_RANGE) << "version 1 is not written";
      EXPECT_TRUE(bytes.Holds(0xee));
      continue;
    }
    ASSERT_EQ(result, ASCON_OK);
    EXPECT_EQ(bytes.bytes(), answer.bytes("header"));
    EXPECT_EQ(Seal(stream, answer.bytes("text")), answer.bytes("sealed"));
  }
}

// What is after a header is not looked at.
TEST_P(StreamHeader, ChunksMayFollow) {
  for (const KnownAnswer &answer : AnswersOf("file")) {
    const Bytes header = answer.bytes("header"), key = answer.bytes("key");
    const Bytes file = Joined(header, answer.bytes("sealed"));
    EXPECT_EQ(Decode(file).header.header_bytes, header.size());
    ascon_stream stream;
    EXPECT_EQ(ascon_stream_header_open(&stream, file.data(), file.size(), key.data()), ASCON_OK);
  }
}

// ---- Faults -------------------------------------------------------------------------------------

TEST_P(StreamHeader, IsRefusedIfItIsTruncated) {
  for (const KnownAnswer &answer : AnswersOf("file")) {
    const Bytes whole = answer.bytes("header");
    for (size_t n = 0; n < whole.size(); n++) {
      const Decoded decoded = Decode(Part(whole, 0, n));
      EXPECT_EQ(decoded.result, ASCON_ERR_RANGE) << n;
      EXPECT_EQ(decoded.header.fault, ASCON_STREAM_FAULT_LENGTH) << n;
      EXPECT_EQ(decoded.header.header_bytes, n < 10 ? 10 : whole.size()) << n;
    }
  }
}

// Changes each byte, with the old checksum and with a new one. If the changed header is valid too,
// the key check shows that it is not the one that was written.
TEST_P(StreamHeader, IsRefusedIfAnyByteIsChanged) {
  const Bytes key = KeyOfAnswers();
  for (const KnownAnswer &answer : AnswersOf("file")) {
    const Bytes whole = answer.bytes("header");
    for (size_t at = 0; at < whole.size(); at += Stride()) {
      for (const uint8_t change : {uint8_t{1}, uint8_t{0x80}}) {
        Bytes changed = whole;
        changed[at] ^= change;
        SCOPED_TRACE(answer.name() + ", byte " + std::to_string(at));
        const ascon_stream_fault fault = Decode(changed).header.fault;
        EXPECT_EQ(fault, at < 8    ? ASCON_STREAM_FAULT_MAGIC
                         : at < 10 ? ASCON_STREAM_FAULT_VERSION
                                   : ASCON_STREAM_FAULT_CHECKSUM);
        if (at >= whole.size() - 16 || at < 10) continue;
        changed = WithChecksum(changed);
        ascon_stream stream;
        const ascon_result result =
            ascon_stream_header_open(&stream, changed.data(), changed.size(), key.data());
        // In version 1 the key check covers the salt alone; the secret covers all other fields.
        if (result == ASCON_OK) {
          EXPECT_EQ(answer.number("version"), 1u);
          EXPECT_NE(Part(SecretOf(stream), 0, 16), Part(answer.bytes("secret"), 0, 16));
        } else {
          EXPECT_EQ(result, Decode(changed).result == ASCON_OK ? ASCON_ERR_TAG : ASCON_ERR_RANGE);
        }
      }
    }
  }
}

// Version 2's number in version 1's header, and the reverse, with the checksum at either place.
TEST_P(StreamHeader, OfOneVersionDoesNotPassForTheOther) {
  const Bytes key = KeyOfAnswers();
  for (const KnownAnswer &answer : AnswersOf("file")) {
    Bytes changed = Joined(answer.bytes("header"), Bytes(16, 5));
    changed[8] ^= 3;
    ascon_stream stream;
    for (const size_t n : std::initializer_list<size_t>{128u, 144u}) {
      Bytes cut = WithChecksum(Part(changed, 0, n));
      EXPECT_NE(ascon_stream_header_open(&stream, cut.data(), cut.size(), key.data()), ASCON_OK);
    }
  }
}

struct Fault {
  size_t at;
  Bytes value;
  ascon_stream_fault expected;
};

Bytes Name(const std::string &name) {
  Bytes field(name.begin(), name.end());
  field.resize(32);
  return field;
}

// The checksum fits in each case.
TEST_P(StreamHeader, EveryFieldHasItsFault) {
  const std::vector<Fault> faults = {
      {12, {0, 0, 0, 0}, ASCON_STREAM_FAULT_CHUNK_SIZE},
      {12, {1, 0, 0x10, 0}, ASCON_STREAM_FAULT_CHUNK_SIZE},
      {12, {0xff, 0xff, 0xff, 0xff}, ASCON_STREAM_FAULT_CHUNK_SIZE},
      {12, {0, 0, 0x10, 0}, ASCON_STREAM_FAULT_NONE},
      {16, Name("ascon-128a"), ASCON_STREAM_FAULT_NONE},
      {16, Name("ascon-129"), ASCON_STREAM_FAULT_ALGORITHM},
      {16, Name("ascon-hash256"), ASCON_STREAM_FAULT_ALGORITHM},
      {16, Name(""), ASCON_STREAM_FAULT_ALGORITHM},
      {16, Bytes(32, 'x'), ASCON_STREAM_FAULT_ALGORITHM},
      {47, {'x'}, ASCON_STREAM_FAULT_ALGORITHM},
      {11, {17}, ASCON_STREAM_FAULT_FIELDS},
      {60, {0, 1, 0, 0}, ASCON_STREAM_FAULT_FIELDS},
      {63, {1}, ASCON_STREAM_FAULT_FIELDS},
      {10, {0}, ASCON_STREAM_FAULT_SOURCE},
      {10, {3}, ASCON_STREAM_FAULT_SOURCE},
      {10, {2}, ASCON_STREAM_FAULT_LANES},
      {48, {1}, ASCON_STREAM_FAULT_COST},
      {52, {1}, ASCON_STREAM_FAULT_COST},
      {56, {1}, ASCON_STREAM_FAULT_COST},
  };
  for (const Fault &fault : faults) {
    Bytes bytes = SomeHeader();
    std::copy(fault.value.begin(), fault.value.end(),
              bytes.begin() + static_cast<ptrdiff_t>(fault.at));
    const Decoded decoded = Decode(WithChecksum(bytes));
    EXPECT_EQ(decoded.header.fault, fault.expected) << fault.at;
    EXPECT_EQ(decoded.result,
              fault.expected == ASCON_STREAM_FAULT_NONE ? ASCON_OK : ASCON_ERR_RANGE);
  }
}

TEST_P(StreamHeader, TheFirstFaultCounts) {
  Bytes bytes = SomeHeader();
  bytes[12] = bytes[13] = bytes[14] = bytes[15] = 0;
  bytes[10] = 9;
  bytes[11] = 9;
  const auto fault = [&] { return Decode(WithChecksum(bytes)).header.fault; };
  EXPECT_EQ(fault(), ASCON_STREAM_FAULT_CHUNK_SIZE);
  bytes[12] = 1;
  EXPECT_EQ(fault(), ASCON_STREAM_FAULT_FIELDS);
  bytes[11] = 16;
  EXPECT_EQ(fault(), ASCON_STREAM_FAULT_SOURCE);
  bytes[16] = 'x';
  EXPECT_EQ(fault(), ASCON_STREAM_FAULT_ALGORITHM);
  EXPECT_EQ(Decode(bytes).header.fault, ASCON_STREAM_FAULT_CHECKSUM);
}

// Nothing of a refused header can be used by mistake, but messages can name what was found.
TEST_P(StreamHeader, ARefusedOneHasNoAlgorithm) {
  Bytes bytes = SomeHeader();
  bytes[10] = 2;
  bytes[56] = 65;
  const Decoded costly = Decode(WithChecksum(bytes));
  EXPECT_EQ(costly.header.fault, ASCON_STREAM_FAULT_LANES);
  EXPECT_EQ(costly.header.cost.lanes, 65u);
  EXPECT_EQ(costly.header.algorithm, nullptr);
  bytes = SomeHeader();
  bytes[8] = 3, bytes[9] = 1;
  const Decoded other = Decode(bytes);
  EXPECT_EQ(other.header.fault, ASCON_STREAM_FAULT_VERSION);
  EXPECT_EQ(other.header.version, 0x103);
  EXPECT_EQ(other.header.algorithm, nullptr);
}

// ---- Costs --------------------------------------------------------------------------------------

TEST_P(StreamHeader, CostsHaveBounds) {
  struct Row {
    ascon_stream_cost cost;
    ascon_stream_fault expected;
  };
  const std::vector<Row> rows = {
      {{65536, 3, 4}, ASCON_STREAM_FAULT_NONE},
      {{8, 1, 1}, ASCON_STREAM_FAULT_NONE},
      {{2097152, 8, 64}, ASCON_STREAM_FAULT_NONE},
      {{8, 2097152, 1}, ASCON_STREAM_FAULT_NONE},
      {{0, 1, 1}, ASCON_STREAM_FAULT_MEMORY},
      {{7, 1, 1}, ASCON_STREAM_FAULT_MEMORY},
      {{511, 1, 64}, ASCON_STREAM_FAULT_MEMORY},
      {{2097153, 1, 1}, ASCON_STREAM_FAULT_MEMORY},
      {{0xffffffff, 1, 1}, ASCON_STREAM_FAULT_MEMORY},
      {{2097152, 9, 1}, ASCON_STREAM_FAULT_PASSES},
      {{64, 0, 1}, ASCON_STREAM_FAULT_PASSES},
      {{64, 0xffffffff, 1}, ASCON_STREAM_FAULT_PASSES},
      {{64, 1, 0}, ASCON_STREAM_FAULT_LANES},
      {{64, 1, 65}, ASCON_STREAM_FAULT_LANES},
      {{64, 1, 0xffffffff}, ASCON_STREAM_FAULT_LANES},
  };
  const Bytes key = KeyOfAnswers();
  for (const Row &row : rows) {
    EXPECT_EQ(ascon_stream_cost_fault(&row.cost), row.expected);
    ascon_stream_header header = {};
    header.algorithm = ASCON_AEAD128;
    header.chunk_bytes = 1;
    header.source = ASCON_STREAM_PASSPHRASE;
    header.version = 2;
    header.cost = row.cost;
    Heap bytes(ASCON_STREAM_HEADER_BYTES);
    ascon_stream stream;
    const bool good = row.expected == ASCON_STREAM_FAULT_NONE;
    EXPECT_EQ(ascon_stream_header_encode(&stream, bytes.data(), &header, key.data()),
              good ? ASCON_OK : ASCON_ERR_RANGE);
    EXPECT_EQ(bytes.Holds(0xee), !good);
    header.source = ASCON_STREAM_KEY_FILE;
    EXPECT_EQ(ascon_stream_header_encode(&stream, bytes.data(), &header, key.data()),
              ASCON_ERR_RANGE)
        << "a key file has no cost";
  }
}

TEST_P(StreamHeader, EveryFaultHasAText) {
  const char *texts[] = {
      "nothing wrong",
      "another format",
      "an unknown version of the format",
      "a truncated header",
      "a corrupted header",
      "an unknown algorithm",
      "a chunk size outside 1 to 1048576 bytes",
      "unknown header fields",
      "an unknown kind of key",
      "Argon2 parameters without a passphrase",
      "a number of Argon2 lanes outside 1 to 64",
      "less than 8 KiB of Argon2 memory for each lane, or more than 2 GiB in total",
      "no Argon2 passes, or more than 16 GiB of Argon2 memory in all passes",
      "an unknown fault",
  };
  static_assert(std::size(texts) == ASCON_STREAM_FAULT_PASSES + 2);
  for (size_t i = 0; i < std::size(texts); i++)
    EXPECT_STREQ(ascon_stream_fault_text(static_cast<ascon_stream_fault>(i)), texts[i]);
}

// ---- Keys and misuse ----------------------------------------------------------------------------

TEST_P(StreamHeader, AnotherKeyIsRefusedAndLeavesNoStream) {
  for (const KnownAnswer &answer : AnswersOf("file")) {
    const Bytes bytes = answer.bytes("header"), right = answer.bytes("key");
    for (size_t at = 0; at < 32; at += 5) {
      Bytes key = right;
      key[at] ^= 1;
      ascon_stream stream;
      std::memset(&stream, 0xee, sizeof stream);
      EXPECT_EQ(ascon_stream_header_open(&stream, bytes.data(), bytes.size(), key.data()),
                ASCON_ERR_TAG);
      EXPECT_TRUE(IsWiped(stream));
    }
  }
}

TEST_P(StreamHeader, Misuse) {
  const Bytes bytes = SomeHeader(), key = KeyOfAnswers();
  ascon_stream_header header = Decode(bytes).header;
  ascon_stream stream = {};
  Heap out(ASCON_STREAM_HEADER_BYTES);
  EXPECT_EQ(ascon_stream_header_decode(nullptr, bytes.data(), 144), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_stream_header_decode(&header, nullptr, 144), ASCON_ERR_NULL);
  EXPECT_EQ(header.version, 2) << "untouched";
  EXPECT_EQ(ascon_stream_header_open(nullptr, bytes.data(), 144, key.data()), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_stream_header_open(&stream, nullptr, 144, key.data()), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_stream_header_open(&stream, bytes.data(), 144, nullptr), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_stream_header_open(&stream, bytes.data(), 143, key.data()), ASCON_ERR_RANGE);
  const auto encode = [&](ascon_stream *to, uint8_t *to_bytes, const ascon_stream_header *from,
                          const uint8_t *with) {
    return ascon_stream_header_encode(to, to_bytes, from, with);
  };
  EXPECT_EQ(encode(nullptr, out.data(), &header, key.data()), ASCON_ERR_NULL);
  EXPECT_EQ(encode(&stream, nullptr, &header, key.data()), ASCON_ERR_NULL);
  EXPECT_EQ(encode(&stream, out.data(), nullptr, key.data()), ASCON_ERR_NULL);
  EXPECT_EQ(encode(&stream, out.data(), &header, nullptr), ASCON_ERR_NULL);
  ascon_stream_header wrong = header;
  wrong.algorithm = nullptr;
  EXPECT_EQ(encode(&stream, out.data(), &wrong, key.data()), ASCON_ERR_NULL);
  wrong.algorithm = ASCON_HASH256;
  EXPECT_EQ(encode(&stream, out.data(), &wrong, key.data()), ASCON_ERR_ALGORITHM);
  wrong = header;
  wrong.chunk_bytes = 0;
  EXPECT_EQ(encode(&stream, out.data(), &wrong, key.data()), ASCON_ERR_RANGE);
  wrong.chunk_bytes = ASCON_STREAM_MAX_CHUNK_BYTES + 1;
  EXPECT_EQ(encode(&stream, out.data(), &wrong, key.data()), ASCON_ERR_RANGE);
  wrong = header;
  wrong.version = 3;
  EXPECT_EQ(encode(&stream, out.data(), &wrong, key.data()), ASCON_ERR_RANGE);
  EXPECT_EQ(stream.algorithm, nullptr);
  EXPECT_TRUE(out.Holds(0xee));
}

// ---- Wiping -------------------------------------------------------------------------------------

class StreamHeaderWipe : public WipeTest {};
ASCON_ON_EVERY_BACKEND(StreamHeaderWipe);

TEST_P(StreamHeaderWipe, KeysAndSecrets) {
  const Bytes bytes = SomeHeader(), key = KeyOfAnswers();
  Bytes wrong = key, out(ASCON_STREAM_HEADER_BYTES);
  wrong[7] ^= 1;
  const ascon_stream_header header = Decode(bytes).header;
  ascon_stream stream;
  ASSERT_EQ(ascon_stream_header_open(&stream, bytes.data(), bytes.size(), key.data()), ASCON_OK);
  const std::string purpose = "asconkit file v2 key check";
  const Bytes checked = Joined(wrong, Part(bytes, 0, 96)), custom(purpose.begin(), purpose.end());
  Bytes check(32);
  ASSERT_EQ(
      ascon_cxof128(check.data(), 32, checked.data(), checked.size(), custom.data(), custom.size()),
      ASCON_OK);
  Secrets secrets;
  secrets.AddBytes(key, "the key");
  secrets.AddBytes(wrong, "a wrong key");
  secrets.AddBytes(check, "the key check of a wrong key");
  secrets.AddBytes(SecretOf(stream), "the secret");
  Check("open", secrets, ASCON_OK,
        [&] { return ascon_stream_header_open(&stream, bytes.data(), bytes.size(), key.data()); });
  Check("open with a wrong key", secrets, ASCON_ERR_TAG, [&] {
    return ascon_stream_header_open(&stream, bytes.data(), bytes.size(), wrong.data());
  });
  Check("encode", secrets, ASCON_OK,
        [&] { return ascon_stream_header_encode(&stream, out.data(), &header, key.data()); });
  EXPECT_EQ(out, bytes);
}

}  // namespace
}  // namespace asconkit_test
