// Reading keys from their sources; see the header.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "keyring.hpp"
#include "asconkit/ascon_prf.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace asconkit::duckdb {

namespace {

constexpr size_t MOST_DIGITS = 4096;  // far more than a key has, with blanks before and after

bool is_blank(uint8_t character) { return std::strchr(" \t\r\n\v\f", character) != nullptr; }

/** The value of a hexadecimal digit, or -1. */
int digit(uint8_t character) {
  const char *const digits = "0123456789abcdef";
  const uint8_t lower = character >= 'A' && character <= 'F' ? character + ('a' - 'A') : character;
  const char *const at = lower != 0 ? std::strchr(digits, lower) : nullptr;
  return at != nullptr ? static_cast<int>(at - digits) : -1;
}

/** The bytes that digits stand for, with blanks around them; NULL if there is anything else. */
std::shared_ptr<SecretBytes> from_digits(const uint8_t *text, size_t size) {
  while (size != 0 && is_blank(text[size - 1])) {
    size--;
  }
  while (size != 0 && is_blank(text[0])) {
    text++;
    size--;
  }
  auto bytes = std::make_shared<SecretBytes>(size / 2);
  for (size_t i = 0; i < size; i++) {
    const int value = digit(text[i]);
    if (value < 0 || size % 2 != 0) {
      return nullptr;
    }
    bytes->data()[i / 2] = static_cast<uint8_t>(bytes->data()[i / 2] << 4 | value);
  }
  return bytes;
}

/** What a file holds, read without a buffer that would keep a copy. */
size_t read_file(const std::string &path, SecretBytes &text) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE *)> file(std::fopen(path.c_str(), "rb"),
                                                              std::fclose);
  if (!file) {
    throw std::invalid_argument("cannot read the file " + path + ": " + std::strerror(errno));
  }
  std::setvbuf(file.get(), nullptr, _IONBF, 0);
  return std::fread(text.data(), 1, text.size(), file.get());
}

}  // namespace

std::shared_ptr<SecretBytes> KeySource::load() const {
  std::shared_ptr<SecretBytes> bytes;
  if (is_file) {
    SecretBytes text(MOST_DIGITS);
    bytes = from_digits(text.data(), read_file(name, text));
  } else {
    const char *const value = std::getenv(name.c_str());
    if (value == nullptr) {
      throw std::invalid_argument("there is no " + text().substr(4));
    }
    bytes = from_digits(reinterpret_cast<const uint8_t *>(value), std::strlen(value));
  }
  if (bytes == nullptr) {
    throw std::invalid_argument(text() + " must have only hexadecimal digits, two for each byte");
  }
  return bytes;
}

void Keyring::set(Key key) {
  const std::string name = key.name;
  auto shared = std::make_shared<const Key>(std::move(key));
  const std::lock_guard lock(mutex_);
  keys_[name].swap(shared);  // the old one is given up after the lock
}

std::shared_ptr<const Key> Keyring::find(const std::string &name) const {
  const std::lock_guard lock(mutex_);
  const auto found = keys_.find(name);
  if (found == keys_.end()) {
    throw std::invalid_argument("there is no key '" + name +
                                "': CALL ascon_key(file := ...) or (environment := ...) says where"
                                " one is");
  }
  return found->second;
}

std::shared_ptr<const SecretBytes> context_key(const SecretBytes &master,
                                               const std::vector<uint8_t> &context) {
  auto key = std::make_shared<SecretBytes>(ASCON_V13_PRF_KEY_BYTES);
  const ascon_result result =
      ascon_v13_prf(key->data(), key->size(), context.data(), context.size(), master.data());
  if (result != ASCON_OK) {
    throw std::invalid_argument(ascon_result_text(result));
  }
  return key;
}

}  // namespace asconkit::duckdb
