// Deriving the keys of devices; see the header. docs/cluster.md says how keys are derived.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "device_keys.hpp"

namespace asconkit::duckdb {

namespace {

constexpr size_t KEY_BYTES = 16;

}  // namespace

RowKeys::RowKeys(const Key &key, duckdb_data_chunk arguments, idx_t devices) : bytes_(*key.bytes) {
  if (!key.per_device) {
    return;
  }
  if (devices >= duckdb_data_chunk_get_column_count(arguments)) {
    throw std::invalid_argument("the key '" + key.name +
                                "' has a key for each device: give key_id");
  }
  derive(arguments, devices);
}

/** The PRF of each row's device, as one batch. */
void RowKeys::derive(duckdb_data_chunk arguments, idx_t number) {
  const size_t rows = duckdb_data_chunk_get_size(arguments);
  const Column devices(arguments, number, "key_id", INTEGER_BYTES);
  named_.resize(rows);
  derived_ = std::make_shared<SecretBytes>(rows * KEY_BYTES);
  std::vector<ascon_message> messages;
  for (size_t i = 0; i < rows; i++) {
    const Value device = devices.value(i);
    named_[i] = device.data != nullptr;
    if (named_[i]) {
      ascon_message &message = messages.emplace_back();
      message.out = derived_->data() + i * KEY_BYTES;
      message.out_length = KEY_BYTES;
      message.in = device.data;
      message.length = device.bytes;
      message.key = bytes_.data();
    }
  }
  const ascon_result all =
      ascon_any_batch(ASCON_V13_PRF, ASCON_COMPUTE, messages.data(), messages.size(), nullptr);
  if (all != ASCON_OK) {
    refuse(0, all);
  }
}

Value RowKeys::value(size_t row) const {
  if (is_one()) {
    return {bytes_.data(), bytes_.size()};
  }
  return named_[row] ? Value{derived_->data() + row * KEY_BYTES, KEY_BYTES} : Value{nullptr, 0};
}

}  // namespace asconkit::duckdb
