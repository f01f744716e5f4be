// The key of each row: one for all, or derived for the device of the row. For aead.cpp.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include "columns.hpp"
#include "keyring.hpp"

namespace asconkit::duckdb {

/** Keys as a column: see AeadRows::read(). */
class RowKeys {
 public:
  /** @param devices the number of the argument that names the device of each row; used only if the
             key is for devices.
      std::invalid_argument if there is no such argument, or if it has another type than BLOB,
      VARCHAR or an integer. */
  RowKeys(const Key &key, duckdb_data_chunk arguments, idx_t devices);

  /** Whether all rows have the same key. */
  [[nodiscard]] bool is_one() const { return derived_ == nullptr; }
  [[nodiscard]] Value value(size_t row) const;
  template <typename Take>
  void each(size_t begin, size_t rows, Take take) const {
    for (size_t i = 0; i < rows; i++) {
      take(i, value(begin + i));
    }
  }

 private:
  void derive(duckdb_data_chunk arguments, idx_t devices);

  const SecretBytes &bytes_;
  std::vector<bool> named_;               // rows whose device is not null
  std::shared_ptr<SecretBytes> derived_;  // a key for each row
};

}  // namespace asconkit::duckdb
