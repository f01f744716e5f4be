// Headers of strangers, files with passphrases, and costs that a user chooses: what is refused, and
// for which reason, is what the page of the file format says, and so are the bytes of a new header.
// Argon2 never runs with more memory, work or threads than the page allows without consent, and
// gets the passphrase and the salt as they are. SPDX-License-Identifier: Apache-2.0 OR MIT
#include <argon2.h>
#include <dlfcn.h>

#include <algorithm>

#include "cli/filekey.hpp"
#include "tests/fuzz/support/files.h"
#include "tests/fuzz/support/format.h"
#include "tests/fuzz/support/run.h"

// ---- Argon2 ---------------------------------------------------------------------------------

namespace asconkit_fuzz {
namespace {

struct Argon2Call {
  uint32_t passes, memory_kib, lanes;
  Bytes passphrase, salt;
  bool operator==(const Argon2Call &) const = default;
};
std::optional<Argon2Call> called;
bool fails;

// Stands for the function where that would take long.
Bytes KeyOf(const Argon2Call &call) {
  Bytes key = Derive("fuzz", call.passphrase, call.salt, kKeyBytes);
  key[0] = static_cast<uint8_t>(key[0] ^ call.passes ^ call.memory_kib ^ call.lanes);
  return key;
}

using Argon2Function = decltype(argon2id_hash_raw) *;

Argon2Function RealArgon2() {
  static const auto found = reinterpret_cast<Argon2Function>(dlsym(RTLD_NEXT, "argon2id_hash_raw"));
  return found;
}

}  // namespace
}  // namespace asconkit_fuzz

// Replaces Argon2's function. The smallest calls also run the original.
extern "C" int argon2id_hash_raw(const uint32_t passes, const uint32_t memory_kib,
                                 const uint32_t lanes, const void *passphrase,
                                 const size_t passphrase_bytes, const void *salt,
                                 const size_t salt_bytes, void *key, const size_t key_bytes) {
  using namespace asconkit_fuzz;
  const auto *text = static_cast<const uint8_t *>(passphrase),
             *salt_at = static_cast<const uint8_t *>(salt);
  called = {passes, memory_kib, lanes, Bytes(text, text + passphrase_bytes),
            Bytes(salt_at, salt_at + salt_bytes)};
  EXPECT_EQ(key_bytes, kKeyBytes);
  if (fails) return ARGON2_MEMORY_ALLOCATION_ERROR;
  if (memory_kib <= 16 && passes == 1) {
    uint8_t ignored[kKeyBytes];
    EXPECT_EQ(RealArgon2()(passes, memory_kib, lanes, passphrase, passphrase_bytes, salt,
                           salt_bytes, ignored, sizeof ignored),
              ARGON2_OK);
  }
  const Bytes result = KeyOf(*called);
  std::copy(result.begin(), result.end(), static_cast<uint8_t *>(key));
  return ARGON2_OK;
}

namespace asconkit_fuzz {
namespace {

// ---- Headers --------------------------------------------------------------------------------

uint32_t SomeNumber(Input &input) {
  const uint32_t numbers[] = {8,  1,   0,   2,     3,       4,       64,
                              65, 256, 512, 65536, 1048576, 2097152, 16777216};
  const uint32_t number =
      input.Flag() ? numbers[input.UpTo(13)] : static_cast<uint32_t>(input.UpTo(UINT32_MAX));
  return number + static_cast<uint32_t>(input.UpTo(2)) - 1;
}

FileHeader SomeHeader(Input &input) {
  FileHeader header;
  if (input.OneIn(4)) header.SetVersion(1);
  header.SetAlgorithm(input.OneOf(asconkit_test::AlgorithmsOf(ASCON_KIND_AEAD))->name);
  header.salt = input.Some(32);
  if (input.OneIn(12)) return header;  // of a file with a key file
  header.source = input.OneIn(8) ? static_cast<uint8_t>(input.UpTo(255)) : kPassphrase;
  header.memory_kib = SomeNumber(input), header.passes = SomeNumber(input),
  header.lanes = SomeNumber(input);
  return header;
}

// Changes anywhere, and the checksum made right again, or not.
void BreakHeader(Input &input, Bytes *header) {
  const size_t changes = input.UpTo(3);
  for (size_t i = 0; i < changes; i++) {
    const size_t at = input.UpTo(header->size() - 1);
    (*header)[at] = static_cast<uint8_t>(input.UpTo(255));
  }
  if (!input.OneIn(3)) Reseal(header);
  if (input.OneIn(8)) header->resize(input.UpTo(header->size()));
}

// ---- Passphrases ----------------------------------------------------------------------------

Bytes SomePassphrase(Input &input) {
  Bytes text = input.Some(input.OneIn(4) ? 1020 + input.UpTo(10) : input.UpTo(20));
  for (uint8_t &byte : text)
    if (byte == 0xff || (byte == '\n' && !input.OneIn(4))) byte = 'x';
  const std::string_view ends[] = {"", "\n", "\r\n", "\r", "\n\n"};
  Append(&text, Text(ends[input.UpTo(4)]));
  return text;
}

// The only line of a file: 1 to 1024 bytes, none of them NUL.
std::optional<Bytes> PassphraseOf(Bytes text) {
  if (!text.empty() && text.back() == '\n') text.pop_back();
  if (!text.empty() && text.back() == '\r') text.pop_back();
  const bool good = !text.empty() && text.size() <= 1024 &&
                    std::find(text.begin(), text.end(), '\n') == text.end() &&
                    std::find(text.begin(), text.end(), 0) == text.end();
  return good ? std::optional(text) : std::nullopt;
}

// ---- The command ----------------------------------------------------------------------------

struct Opened {
  std::optional<Exit> problem;
  std::optional<Argon2Call> argon2;
};

Argon2Call CallFor(const FileHeader &h, const Bytes &passphrase) {
  const Bytes salt = Part(h.salt, 0, h.version == 1 ? 16 : 32);
  return {h.passes, h.memory_kib, h.lanes, passphrase, salt};
}

// `key`: that of the key file, if the options have one.
Opened Expected(const Bytes &file, const cli::KeyOptions &options, const Bytes &passphrase_file,
                const Bytes &key) {
  const Start start = Decode(file);
  if (start.problem) return {start.problem, {}};
  const FileHeader &h = start.header;
  if (h.source != (options.key_file.empty() ? kPassphrase : kKeyFile)) return {Exit::wrong_key, {}};
  if (h.source == kKeyFile && !HasKeyCheckOf(start, key)) return {Exit::wrong_key, {}};
  if (h.source == kKeyFile) return {std::nullopt, {}};
  if (!options.allow_costly && !IsModestCost(h)) return {Exit::unsupported, {}};
  const std::optional<Bytes> passphrase = PassphraseOf(passphrase_file);
  if (!passphrase) return {Exit::usage, {}};
  const Argon2Call call = CallFor(h, *passphrase);
  if (fails) return {Exit::io, call};
  if (!HasKeyCheckOf(start, KeyOf(call))) return {Exit::wrong_key, call};
  return {std::nullopt, call};
}

Opened ByCommand(const Bytes &file, const cli::KeyOptions &options) {
  const MemoryFile sealed(file);
  cli::Input in(sealed.name());
  called.reset();
  try {
    const cli::Header header = cli::read_header(in);
    EXPECT_EQ(header.bytes, Decode(file).bytes);
    cli::UserKey user(options, 1);
    static_cast<void>(cli::stream_to_open(user, header, in.name()));
  } catch (const cli::Failure &failure) {
    return {failure.code(), called};
  }
  return {std::nullopt, called};
}

void CheckOpening(const Bytes &file, const cli::KeyOptions &options, const Bytes &passphrase_file,
                  const Bytes &key) {
  const Opened expected = Expected(file, options, passphrase_file, key),
               found = ByCommand(file, options);
  EXPECT_EQ(found.problem, expected.problem);
  EXPECT_TRUE(found.argon2 == expected.argon2);
}

// ---- The user's own choice ------------------------------------------------------------------

// The header of a new file, or why there is none.
std::optional<Exit> SealByCommand(const FileHeader &header, const cli::KeyOptions &options,
                                  Bytes *written) {
  cli::Header made;
  made.fields.algorithm = ASCON_AEAD128;
  made.fields.version = 2;
  made.fields.source = ASCON_STREAM_PASSPHRASE;
  made.fields.chunk_bytes = header.chunk_bytes;
  made.fields.cost = {header.memory_kib, header.passes, header.lanes};
  made.fields.salt_bytes = sizeof made.fields.salt;
  std::copy(header.salt.begin(), header.salt.end(), made.fields.salt);
  called.reset();
  try {
    cli::check_chosen_cost(options, made.fields.cost);
    cli::UserKey user(options, 1);
    static_cast<void>(cli::stream_to_seal(user, made));
  } catch (const cli::Failure &failure) {
    return failure.code();
  }
  *written = made.bytes;
  return std::nullopt;
}

void CheckSealing(FileHeader header, const cli::KeyOptions &options, const Bytes &passphrase_file) {
  header.SetVersion(2);
  header.SetAlgorithm(ASCON_AEAD128->name);
  header.source = kPassphrase;
  const bool accepts_cost = IsAllowedCost(header) && (options.allow_costly || IsModestCost(header));
  const std::optional<Bytes> passphrase = PassphraseOf(passphrase_file);
  Bytes written;
  const std::optional<Exit> problem = SealByCommand(header, options, &written);
  if (!accepts_cost || !passphrase) {
    EXPECT_EQ(problem, Exit::usage);
    EXPECT_FALSE(called.has_value());
    return;
  }
  const Argon2Call call = CallFor(header, *passphrase);
  EXPECT_TRUE(called == call);
  EXPECT_EQ(problem, fails ? std::optional(Exit::io) : std::nullopt);
  if (!fails) EXPECT_EQ(written, Encode(header, KeyOf(call)));
}

}  // namespace
}  // namespace asconkit_fuzz

FUZZ_TARGET(input) {
  using namespace asconkit_fuzz;
  const FileHeader header = SomeHeader(input);
  const Bytes passphrase_file = SomePassphrase(input);
  fails = input.OneIn(16);
  const MemoryFile passphrase(passphrase_file);
  cli::KeyOptions options;
  options.passphrase_file = passphrase.name();
  options.allow_costly = input.OneIn(3);
  if (input.OneIn(4)) return CheckSealing(header, options, passphrase_file);
  // A key check that is right, if there is a passphrase.
  const Bytes key = KeyOf(CallFor(header, PassphraseOf(passphrase_file).value_or(Bytes())));
  Bytes file = Encode(header, key);
  if (input.Flag()) BreakHeader(input, &file);
  const MemoryFile key_file(KeyLine(key));
  if (input.OneIn(8)) options.key_file = key_file.name();
  CheckOpening(file, options, passphrase_file, key);
}
