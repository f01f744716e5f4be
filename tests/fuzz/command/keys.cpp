// Key files, for encryption and for MACs: accepted are exactly those that docs/file-format.md
// describes, with the key
// that it says. SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>
#include <cctype>

#include "cli/arguments.hpp"
#include "cli/keyfile.hpp"
#include "tests/fuzz/support/files.h"
#include "tests/fuzz/support/format.h"
#include "tests/fuzz/support/run.h"

namespace asconkit_fuzz {
namespace {

constexpr size_t kLargestFile = 512;

// ---- What the page says ---------------------------------------------------------------------

Bytes WithoutEnd(Bytes text) {
  const std::string blanks = " \t\r\n";
  while (!text.empty() && blanks.find(static_cast<char>(text.back())) != std::string::npos)
    text.pop_back();
  return text;
}

std::optional<Bytes> FromHex(const Bytes &text, size_t bytes) {
  if (text.size() != 2 * bytes ||
      !std::all_of(text.begin(), text.end(), [](int c) { return std::isxdigit(c); }))
    return std::nullopt;
  Bytes result;
  for (size_t i = 0; i < text.size(); i += 2) {
    const std::string digits = {static_cast<char>(text[i]), static_cast<char>(text[i + 1])};
    result.push_back(static_cast<uint8_t>(std::stoi(digits, nullptr, 16)));
  }
  return result;
}

bool HasFittingSize(const Bytes &file) { return !file.empty() && file.size() <= kLargestFile; }

// The key of a line: nothing else has the same line.
std::optional<Bytes> KeyOfLine(const Bytes &file) {
  const Bytes line = WithoutEnd(file), shape = KeyLine(Bytes(kKeyBytes));
  if (!HasFittingSize(file) || line.size() + 1 != shape.size()) return std::nullopt;
  const auto digits = line.begin() + 16;
  const std::optional<Bytes> key = FromHex(Bytes(digits, digits + 64), kKeyBytes);
  return key && WithoutEnd(KeyLine(*key)) == line ? key : std::nullopt;
}

std::optional<Bytes> MacKeyOf(const Bytes &file, const ascon_algorithm *algorithm) {
  if (!HasFittingSize(file)) return std::nullopt;
  if (const auto raw = FromHex(WithoutEnd(file), 16)) return raw;
  const std::optional<Bytes> key = KeyOfLine(file);
  if (!key) return std::nullopt;
  Bytes name(32);
  std::copy_n(algorithm->name, std::char_traits<char>::length(algorithm->name), name.begin());
  return Derive("asconkit mac v1", *key, name, 16);
}

std::optional<Bytes> RawKeyOf(const Bytes &file) {
  if (!HasFittingSize(file)) return std::nullopt;
  if (const auto raw = FromHex(WithoutEnd(file), 16)) return raw;
  return file.size() == 16 ? std::optional(file) : std::nullopt;
}

// ---- The command ----------------------------------------------------------------------------

// What it reads; nothing if it refuses the file.
template <typename Function>
std::optional<Bytes> Read(const Function &read) {
  try {
    const auto key = read();
    return Bytes(key.begin(), key.end());
  } catch (const cli::Failure &failure) {
    EXPECT_EQ(failure.code(), cli::Exit::bad_key_file) << failure.what();
    return std::nullopt;
  }
}

std::optional<Bytes> ReadMacKey(const std::string &option, const std::string &path,
                                const ascon_algorithm *algorithm) {
  return Read([&] {
    std::string words[] = {"mac", option, path, "/dev/null"};
    char *argv[] = {words[0].data(), words[1].data(), words[2].data(), words[3].data(), nullptr};
    cli::Arguments arguments;
    arguments.read(cli::options_of(cli::find_subcommand("mac")), 4, argv,
                   cli::Arguments::Operands::anywhere);
    return cli::read_sponge_key(arguments, "asconkit mac v1", *algorithm);
  });
}

// ---- Files ----------------------------------------------------------------------------------

// The checksum of a line as it is now.
void MakeCheckRight(Bytes *line) {
  if (line->size() < 89) return;
  uint8_t digest[32];
  ASSERT_EQ(ascon_hash256(digest, line->data(), 80), ASCON_OK);
  for (size_t i = 0; i < 8; i++)
    (*line)[81 + i] =
        static_cast<uint8_t>("0123456789abcdef"[digest[i / 2] >> (i % 2 ? 0 : 4) & 15]);
}

// A good file with some changes, or anything.
Bytes SomeFile(Input &input) {
  const size_t kind = input.UpTo(3);
  if (kind == 3) return input.Rest();
  Bytes file = input.Some(kind == 2 ? 16 : 32);
  if (kind != 2) file = KeyLine(file);
  if (kind == 1)
    file.erase(file.begin() + 16 + 32, file.end()), file.erase(file.begin(), file.begin() + 16);
  if (input.OneIn(4)) {
    const auto begin = file.begin() + (input.Flag() || file.size() < 16 ? 0 : 16);
    std::transform(begin, file.end(), begin,
                   [](uint8_t byte) { return static_cast<uint8_t>(std::toupper(byte)); });
  }
  if (input.OneIn(4)) MakeCheckRight(&file);
  const size_t ends = input.OneIn(6) ? input.UpTo(500) : input.UpTo(3);
  for (size_t i = 0; i < ends; i++) file.push_back(static_cast<uint8_t>("\n\r \t"[input.UpTo(3)]));
  const size_t changes = input.UpTo(2);
  for (size_t i = 0; i < changes && !file.empty(); i++) {
    uint8_t &byte = file[input.UpTo(file.size() - 1)];
    byte = input.Flag() ? static_cast<uint8_t>(input.UpTo(255))
                        : static_cast<uint8_t>(std::toupper(byte));
  }
  if (input.OneIn(6)) file.resize(input.UpTo(file.size()));
  return file;
}

}  // namespace
}  // namespace asconkit_fuzz

FUZZ_TARGET(input) {
  using namespace asconkit_fuzz;
  const ascon_algorithm *mac = input.OneOf(asconkit_test::AlgorithmsOf(ASCON_KIND_MAC));
  const Bytes content = SomeFile(input);
  const MemoryFile file(content);
  EXPECT_EQ(Read([&] { return cli::read_key_file(file.name()); }), KeyOfLine(content));
  EXPECT_EQ(ReadMacKey("--key", file.name(), mac), MacKeyOf(content, mac));
  EXPECT_EQ(ReadMacKey("--raw-key", file.name(), mac), RawKeyOf(content));
  if (const std::optional<Bytes> key = KeyOfLine(content)) {
    cli::Key held;
    std::copy(key->begin(), key->end(), held.begin());
    cli::SecretBuffer line = cli::key_line(held);
    EXPECT_EQ(Bytes(line.all().begin(), line.all().end()), KeyLine(*key));
  }
}
