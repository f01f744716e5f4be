// Deriving the keys of devices; see the header. docs/cluster.md says how keys are derived.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "device_keys.hpp"

#include <cstring>

namespace asconkit::duckdb {

namespace {

constexpr size_t KEY_BYTES = 16;
constexpr size_t INTEGER_BYTES = 8;

template <typename Number>
std::vector<uint8_t> identities(const void *data, size_t rows) {
  std::vector<uint8_t> bytes(rows * INTEGER_BYTES);
  for (size_t i = 0; i < bytes.size(); i++) {
    const int64_t number = static_cast<const Number *>(data)[i / INTEGER_BYTES];
    bytes[i] = static_cast<uint8_t>(static_cast<uint64_t>(number) >> (8 * (i % INTEGER_BYTES)));
  }
  return bytes;
}

/** Integers of up to 64 bits as 8 bytes each, little-endian, with their sign; nothing for another
    type. */
std::vector<uint8_t> integer_identities(duckdb_vector vector, size_t rows) {
  const void *const data = duckdb_vector_get_data(vector);
  switch (type_of(vector)) {
    case DUCKDB_TYPE_TINYINT: return identities<int8_t>(data, rows);
    case DUCKDB_TYPE_SMALLINT: return identities<int16_t>(data, rows);
    case DUCKDB_TYPE_INTEGER: return identities<int32_t>(data, rows);
    case DUCKDB_TYPE_BIGINT: return identities<int64_t>(data, rows);
    case DUCKDB_TYPE_UTINYINT: return identities<uint8_t>(data, rows);
    case DUCKDB_TYPE_USMALLINT: return identities<uint16_t>(data, rows);
    case DUCKDB_TYPE_UINTEGER: return identities<uint32_t>(data, rows);
    default: return {};
  }
}

/** The devices of a chunk by their identities. */
class Devices {
 public:
  Devices(duckdb_data_chunk arguments, idx_t number)
      : vector_(duckdb_data_chunk_get_vector(arguments, number)),
        integers_(integer_identities(vector_, duckdb_data_chunk_get_size(arguments))) {
    if (integers_.empty()) {
      texts_ = Column(arguments, number, "key_id");
    }
  }
  /** NULL for a row without a device. */
  [[nodiscard]] Value identity(size_t row) const {
    if (integers_.empty()) {
      return texts_.value(row);
    }
    const bool valid = is_valid(duckdb_vector_get_validity(vector_), row);
    return valid ? Value{&integers_[row * INTEGER_BYTES], INTEGER_BYTES} : Value{nullptr, 0};
  }

 private:
  duckdb_vector vector_;
  std::vector<uint8_t> integers_;
  Column texts_;
};

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
  const Devices devices(arguments, number);
  named_.resize(rows);
  derived_ = std::make_shared<SecretBytes>(rows * KEY_BYTES);
  std::vector<ascon_message> messages;
  for (size_t i = 0; i < rows; i++) {
    const Value device = devices.identity(i);
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
