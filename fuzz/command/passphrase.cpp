// Headers of strangers and files with passphrases: what is refused, and for which reason, is what
// the page of the file format says. Argon2 never runs with more memory, work or threads than the
// page allows without consent, and gets the
// passphrase and the salt as they are. SPDX-License-Identifier: Apache-2.0 OR MIT
#include <argon2.h>
#include <dlfcn.h>

#include <algorithm>

#include "cli/filekey.hpp"
#include "fuzz/support/files.h"
#include "fuzz/support/format.h"
#include "fuzz/support/run.h"

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

// In place of the library's. The smallest calls go on to that one.
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
  header.source = input.OneIn(8) ? static_cast<uint8_t>(input.UpTo(255)) : kPassphrase;
  header.memory_kib = SomeNumber(input), header.passes = SomeNumber(input),
  header.lanes = SomeNumber(input);
  header.salt = input.Some(32);
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
  const Bytes end = BytesOf(ends[input.UpTo(4)]);
  text.insert(text.end(), end.begin(), end.end());
  return text;
}

// The only line of a file: 1 to 1024 bytes.
std::optional<Bytes> PassphraseOf(Bytes text) {
  if (!text.empty() && text.back() == '\n') text.pop_back();
  if (!text.empty() && text.back() == '\r') text.pop_back();
  const bool good = !text.empty() && text.size() <= 1024 &&
                    std::find(text.begin(), text.end(), '\n') == text.end();
  return good ? std::optional(text) : std::nullopt;
}

// ---- The command ----------------------------------------------------------------------------

struct Opened {
  std::optional<Exit> problem;
  std::optional<Argon2Call> argon2;
};

Opened Expected(const Bytes &file, const cli::KeyOptions &options, const Bytes &passphrase_file) {
  const Start start = Decode(file);
  if (start.problem) return {start.problem, {}};
  const FileHeader &h = start.header;
  if (h.source != kPassphrase) return {Exit::wrong_key, {}};
  if (!options.allow_costly && !IsModestCost(h)) return {Exit::unsupported, {}};
  const std::optional<Bytes> passphrase = PassphraseOf(passphrase_file);
  if (!passphrase) return {Exit::usage, {}};
  const Bytes salt(h.salt.begin(), h.salt.begin() + (h.version == 1 ? 16 : 32));
  const Argon2Call call = {h.passes, h.memory_kib, h.lanes, *passphrase, salt};
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
    static_cast<void>(cli::stream_to_open(options, header, in.name()));
  } catch (const cli::Failure &failure) {
    return {failure.code(), called};
  }
  return {std::nullopt, called};
}

}  // namespace
}  // namespace asconkit_fuzz

FUZZ_TARGET(input) {
  using namespace asconkit_fuzz;
  const FileHeader header = SomeHeader(input);
  const Bytes passphrase_file = SomePassphrase(input);
  fails = input.OneIn(16);
  // A key check that is right, if there is a passphrase.
  const Bytes salt(header.salt.begin(), header.salt.begin() + (header.version == 1 ? 16 : 32));
  const Argon2Call call = {header.passes, header.memory_kib, header.lanes,
                           PassphraseOf(passphrase_file).value_or(Bytes()), salt};
  Bytes file = Encode(header, KeyOf(call));
  if (input.Flag()) BreakHeader(input, &file);
  const MemoryFile passphrase(passphrase_file);
  cli::KeyOptions options;
  options.passphrase_file = passphrase.name();
  options.allow_costly = input.OneIn(3);
  const Opened expected = Expected(file, options, passphrase_file),
               found = ByCommand(file, options);
  EXPECT_EQ(found.problem, expected.problem);
  EXPECT_TRUE(found.argon2 == expected.argon2);
}
