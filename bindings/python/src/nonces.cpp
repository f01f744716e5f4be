// Repeated nonces of Arrow arrays; repeated_nonces.hpp has how they are found.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "nonces.hpp"

#include <vector>

namespace asconkit {

namespace {

/** The rows of columns, for RepeatedNonce. Those with a null do not count. */
class ArrowRows {
 public:
  ArrowRows(const ArrowColumn &key, const ArrowColumn &nonce) : key_(key), nonce_(nonce) {}

  /** From here on, rows with different keys differ. */
  void identify_keys() {
    const ArrowColumn &keys = key_.dictionary() != nullptr ? *key_.dictionary() : key_;
    identities_ = key_identities(keys.rows(), [&](size_t i) { return keys.value(i); });
  }

  template <typename Take>
  void each(size_t begin, size_t count, Take take) const {
    nonce_.each(begin, count, [&](size_t i, const Value &value) {
      if (value.data != nullptr && value.bytes == NONCE_BYTES && !key_.is_null(begin + i)) {
        take(begin + i, value.data);
      }
    });
  }
  [[nodiscard]] Words nonce(size_t row) const { return words_of(nonce_.value(row).data); }
  [[nodiscard]] Words identity(size_t row) const {
    if (identities_.empty()) {
      return {0, 0};
    }
    const size_t at = key_.dictionary() != nullptr ? key_.index(row) : row;
    return words_of(&identities_[at * IDENTITY_BYTES]);
  }

 private:
  const ArrowColumn &key_;
  const ArrowColumn &nonce_;
  std::vector<uint8_t> identities_;
};

/** Whether the nonces are a counter, in rows at equal distances. */
bool counts(const ArrowColumn &nonce) {
  const auto nonces = nonce.strided();
  return nonces && nonces->bytes == NONCE_BYTES &&
         nonces_count(nonce.rows(), [&](size_t i) { return nonces->base + i * nonces->stride; });
}

}  // namespace

std::optional<RowPair> repeated_nonce(const ArrowColumn &key, const ArrowColumn &nonce) {
  if (counts(nonce)) {
    return std::nullopt;
  }
  ArrowRows rows(key, nonce);
  const auto found = RepeatedNonce(rows, nonce.rows()).find();
  if (!found || key.form() == Form::SAME) {
    return found;
  }
  rows.identify_keys();
  return RepeatedNonce(rows, nonce.rows()).find();
}

}  // namespace asconkit
