// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "keyfile.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "container.hpp"
#include "errors.hpp"
#include "hex.hpp"
#include "io.hpp"
#include "quote.hpp"

namespace asconkit::cli {

namespace {

constexpr std::string_view prefix = "asconkit-key-v1-";
constexpr std::size_t digits = 64;
constexpr std::size_t check_digits = 8;
constexpr std::size_t line_size = prefix.size() + digits + 1 + check_digits;
constexpr std::size_t largest_file = 512;

std::string_view as_text(ConstBytes bytes) {
  return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

// Finds typing errors; it protects nothing.
std::string checksum(std::string_view text) {
  std::array<std::uint8_t, 32> digest{};
  ascon_hash(ascon_algorithm_find("ascon-hash256"), digest.data(),
             reinterpret_cast<const std::uint8_t *>(text.data()), text.size());
  return to_hex(digest).substr(0, check_digits);
}

void warn_if_shared(const Input &file) {
  if (!file.is_regular() || (file.mode() & 077) == 0) return;
  complain(quote_name(file.name()) +
           ": warning: other users have access to this key file; 'chmod 600' ends that");
}

std::string_view without_line_end(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' '))
    text.remove_suffix(1);
  return text;
}

struct KeyText {
  SecretBuffer buffer{largest_file};
  ConstBytes bytes;       // all of the file
  std::string_view text;  // without line end
};

KeyText read_key_text(const std::string &path) {
  Input file(path);
  file.refuse_directory();
  warn_if_shared(file);
  KeyText result;
  std::size_t size = file.read(result.buffer.all());
  if (size == 0) fail(Exit::bad_key_file, path, "is empty, expected a key made by asconkit keygen");
  result.bytes = result.buffer.first(size);
  result.text = without_line_end(as_text(result.bytes));
  return result;
}

std::optional<Key> parse_key(std::string_view text, const std::string &path) {
  if (text.substr(0, prefix.size()) != prefix) return std::nullopt;
  Key key;
  bool good = text.size() == line_size && text[prefix.size() + digits] == '-' &&
              from_hex(text.substr(prefix.size(), digits), key) &&
              checksum(text.substr(0, prefix.size() + digits)) == text.substr(line_size - 8);
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

SecretArray<16> read_derived_key(const std::string &path, std::string_view purpose,
                                 const ascon_algorithm &algorithm) {
  KeyText file = read_key_text(path);
  SecretArray<16> result;
  if (from_hex(file.text, result)) return result;
  std::optional<Key> key = parse_key(file.text, path);
  if (!key)
    fail(Exit::bad_key_file, path,
         "is not a key file, expected one made by asconkit keygen, or 32 hexadecimal digits");
  derive(result, purpose, *key, algorithm_field(algorithm.name));
  return result;
}

}  // namespace

std::string key_line(const Key &key) {
  std::string line = std::string(prefix) + to_hex(key);
  return line + "-" + checksum(line) + "\n";
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
  if (arguments.given(Id::raw_key)) return read_raw_key_file(arguments.text(Id::raw_key));
  if (!arguments.given(Id::key)) fail_usage("expected --key FILE or --raw-key FILE");
  return read_derived_key(arguments.text(Id::key), purpose, algorithm);
}

}  // namespace asconkit::cli
