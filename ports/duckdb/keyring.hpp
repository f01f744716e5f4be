// The keys that queries use by their names, and the sources that they come from. For aead.cpp,
// sponges.cpp and ascon_key.cpp.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "asconkit/ascon_any.h"

namespace asconkit::duckdb {

/** Bytes that are wiped when they are given up. They are neither copied nor moved. */
class SecretBytes {
 public:
  explicit SecretBytes(size_t size) : bytes_(size) {}
  ~SecretBytes() { ascon_wipe(bytes_.data(), bytes_.size()); }
  SecretBytes(const SecretBytes &) = delete;
  SecretBytes &operator=(const SecretBytes &) = delete;
  [[nodiscard]] uint8_t *data() { return bytes_.data(); }
  [[nodiscard]] const uint8_t *data() const { return bytes_.data(); }
  [[nodiscard]] size_t size() const { return bytes_.size(); }

 private:
  std::vector<uint8_t> bytes_;
};

/** The name of the key that functions use which do not name one. */
constexpr const char *DEFAULT_KEY = "ascon";

/** Where a key is: hexadecimal digits in a file or in an environment variable. */
struct KeySource {
  bool is_file;
  std::string name;

  /** Such as "the file /run/secrets/k", for messages. */
  [[nodiscard]] std::string text() const {
    return (is_file ? "the file " : "the environment variable ") + name;
  }
  /** std::invalid_argument if there is no such file or variable, or if it holds anything but
     hexadecimal digits. The message never has what it holds. */
  [[nodiscard]] std::shared_ptr<SecretBytes> load() const;
};

/** A key, and what ascon_encrypt() and ascon_decrypt() do with it. */
struct Key {
  std::string name;
  const ascon_algorithm *algorithm;
  size_t tag_bytes;
  std::shared_ptr<const SecretBytes> bytes;
  bool per_device; /**< `bytes` is what the key of each device is derived from */
};

/** The keys of one database. Any thread may use it at any time. */
class Keyring {
 public:
  /** Replaces the key of this name. Queries that run keep the one that they have. */
  void set(Key key);
  /** std::invalid_argument if there is none. */
  [[nodiscard]] std::shared_ptr<const Key> find(const std::string &name) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const Key>> keys_;
};

/** PRF(master, context) as asconkit.keys.Derived of the Python package computes it: the key that
    derived_key() takes. */
std::shared_ptr<const SecretBytes> context_key(const SecretBytes &master,
                                               const std::vector<uint8_t> &context);

}  // namespace asconkit::duckdb
