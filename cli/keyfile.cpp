// SPDX-License-Identifier: Apache-2.0 OR MIT
// Reading and writing key files; see the header and docs/file-format.md.
#include "keyfile.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include "errors.hpp"
#include "hex.hpp"
#include "identity.hpp"
#include "secretfile.hpp"

namespace asconkit::cli {

namespace {

constexpr std::string_view prefix = "asconkit-key-v1-";
constexpr std::size_t digits = 64;
constexpr std::size_t check_digits = 8;
constexpr std::size_t line_size = prefix.size() + digits + 1 + check_digits;
constexpr std::size_t largest_file = 512;

std::span<char> as_text(Bytes bytes) {
  return {reinterpret_cast<char *>(bytes.data()), bytes.size()};
}

std::string_view as_text(ConstBytes bytes) {
  return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

ConstBytes as_bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t *>(text.data()), text.size()};
}

// Detects typing errors. It does not authenticate the key.
std::array<char, check_digits> checksum(ConstBytes text) {
  SecretArray<32> digest;
  ascon_hash256(digest.data(), text.data(), text.size());
  std::array<char, check_digits> result{};
  to_hex(ConstBytes(digest).first(check_digits / 2), result);
  return result;
}

std::string_view without_line_end(std::string_view text) {
  return text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
}

struct KeyText {
  SecretBuffer buffer{largest_file + 1, SecretBuffer::Paging::locked};
  ConstBytes bytes;       // all of the file
  std::string_view text;  // without line end
};

KeyText read_key_text(const std::string &path) {
  KeyText result;
  std::size_t size = read_secret_file(path, "key file", result.buffer.all());
  if (size == 0) fail(Exit::bad_key_file, path, "is empty, expected a key made by asconkit keygen");
  if (size > largest_file)
    fail(Exit::bad_key_file, path,
         "is longer than " + std::to_string(largest_file) +
             " bytes, expected a key made by asconkit keygen");
  result.bytes = result.buffer.first(size);
  result.text = without_line_end(as_text(result.bytes));
  return result;
}

// Whether keygen would write this line for the key: with its checksum, and in lower case.
bool is_line_of(const Key &key, std::string_view text) {
  SecretBuffer line = key_line(key);
  return ascon_equal(line.first(line_size).data(), as_bytes(text).data(), line_size) == 1;
}

std::optional<Key> parse_key(std::string_view text, const std::string &path) {
  if (text.substr(0, prefix.size()) != prefix) return std::nullopt;
  Key key;
  bool good = text.size() == line_size && from_hex(text.substr(prefix.size(), digits), key) &&
              is_line_of(key, text);
  if (!good) fail(Exit::bad_key_file, path, "is a damaged key file: a digit is wrong or missing");
  return key;
}

SecretArray<16> read_raw_key_file(const std::string &path) {
  KeyText file = read_key_text(path);
  SecretArray<16> result;
  if (from_hex(file.text, result)) return result;
  if (file.bytes.size() != result.size())
    fail(Exit::bad_key_file, path, "is not a raw key, expected 16 bytes or 32 hexadecimal digits");
  std::ranges::copy(file.bytes, result.begin());
  return result;
}

// `name` padded with zeros to 32 bytes.
std::array<std::uint8_t, 32> name_field(std::string_view name) {
  std::array<std::uint8_t, 32> field{};
  std::copy_n(name.begin(), std::min(name.size(), field.size()), field.begin());
  return field;
}

// Ascon-CXOF128 with customization `purpose` of key || name of the algorithm.
SecretArray<16> derive(std::string_view purpose, const Key &key, const ascon_algorithm &algorithm) {
  const std::array<std::uint8_t, 32> name = name_field(algorithm.name);
  SecretArray<16> result;
  ascon_sponge_ctx ctx;
  ascon_cxof128_init(&ctx, as_bytes(purpose).data(), purpose.size());
  ascon_any_sponge_update(&ctx, key.data(), key.size());
  ascon_any_sponge_update(&ctx, name.data(), name.size());
  ascon_any_sponge_squeeze(&ctx, result.data(), result.size());
  ascon_wipe(&ctx, sizeof ctx);
  return result;
}

SecretArray<16> read_derived_key(const std::string &path, std::string_view purpose,
                                 const ascon_algorithm &algorithm) {
  KeyText file = read_key_text(path);
  SecretArray<16> result;
  if (from_hex(file.text, result)) return result;
  std::optional<Key> key = parse_key(file.text, path);
  if (!key)
    fail(Exit::bad_key_file, path,
         "is not a key file, expected one made by asconkit keygen, or 32 hexadecimal digits");
  return derive(purpose, *key, algorithm);
}

// Before the key is read.
void check_inputs(const NamedFile &key, const std::vector<std::string> &operands) {
  std::vector<NamedFile> inputs = operand_files(operands);
  inputs.insert(inputs.begin(), key);
  refuse_reading_twice(inputs);
  refuse_printing_into(inputs);
}

}  // namespace

SecretBuffer key_line(const Key &key) {
  SecretBuffer line(line_size + 1, SecretBuffer::Paging::locked);
  std::span<char> text = as_text(line.all());
  std::ranges::copy(prefix, text.begin());
  to_hex(key, text.subspan(prefix.size(), digits));
  text[prefix.size() + digits] = '-';
  std::ranges::copy(checksum(line.all().first(prefix.size() + digits)),
                    text.last(check_digits + 1).begin());
  text.back() = '\n';
  return line;
}

Key read_key_file(const std::string &path) {
  KeyText file = read_key_text(path);
  std::optional<Key> key = parse_key(file.text, path);
  if (!key)
    fail(Exit::bad_key_file, path, "is not a key file, expected one made by asconkit keygen");
  return *key;
}

SecretArray<16> read_sponge_key(const Arguments &arguments, std::string_view purpose,
                                const ascon_algorithm &algorithm) {
  bool raw = arguments.given(Id::raw_key);
  if (!raw && !arguments.given(Id::key)) fail_usage("expected --key FILE or --raw-key FILE");
  std::string path = arguments.text(raw ? Id::raw_key : Id::key);
  check_inputs({raw ? "--raw-key" : "--key", path}, arguments.operands);
  return raw ? read_raw_key_file(path) : read_derived_key(path, purpose, algorithm);
}

}  // namespace asconkit::cli
