// Columns of arguments and results; see the header.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "columns.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <type_traits>

namespace asconkit::duckdb {

namespace {

/** Whether a bitmap has a bit for each of these rows. */
bool all_valid(const uint64_t *validity, size_t rows) {
  for (size_t i = 0; i < rows / 64; i++) {
    if (validity[i] != ~uint64_t{0}) {
      return false;
    }
  }
  const uint64_t last = (uint64_t{1} << (rows % 64)) - 1;
  return rows % 64 == 0 || (validity[rows / 64] & last) == last;
}

/** Zeros to reserve memory with. They lie in pages that the program's file has no room for. */
uint8_t zeros[Results::PIECE_BYTES];

}  // namespace

duckdb_type type_of(duckdb_vector vector) {
  duckdb_logical_type type = duckdb_vector_get_column_type(vector);
  const duckdb_type id = duckdb_get_type_id(type);
  duckdb_destroy_logical_type(&type);
  return id;
}

template <typename Number>
std::shared_ptr<Column::Integers> Column::integers_of(duckdb_vector vector, size_t rows,
                                                      size_t length) {
  const auto *const numbers = static_cast<const Number *>(duckdb_vector_get_data(vector));
  auto made = std::make_shared<Integers>();
  made->bytes.resize(rows * length);
  made->values.resize(rows);
  for (size_t row = 0; row < rows; row++) {
    const auto number = static_cast<int64_t>(numbers[row]);
    if (std::is_unsigned_v<Number> && number < 0 &&
        is_valid(duckdb_vector_get_validity(vector), row)) {
      throw std::invalid_argument("integers must be below 2^63, not " +
                                  std::to_string(numbers[row]));
    }
    uint8_t *const value = &made->bytes[row * length];
    for (size_t i = 0; i < sizeof number; i++) {
      value[i] = static_cast<uint8_t>(static_cast<uint64_t>(number) >> (8 * i));
    }
    put_value(made->values[row], value, length);
  }
  return made;
}

std::shared_ptr<Column::Integers> Column::integers(duckdb_vector vector, size_t rows,
                                                   size_t length) {
  switch (type_of(vector)) {
    case DUCKDB_TYPE_TINYINT: return integers_of<int8_t>(vector, rows, length);
    case DUCKDB_TYPE_SMALLINT: return integers_of<int16_t>(vector, rows, length);
    case DUCKDB_TYPE_INTEGER: return integers_of<int32_t>(vector, rows, length);
    case DUCKDB_TYPE_BIGINT: return integers_of<int64_t>(vector, rows, length);
    case DUCKDB_TYPE_UTINYINT: return integers_of<uint8_t>(vector, rows, length);
    case DUCKDB_TYPE_USMALLINT: return integers_of<uint16_t>(vector, rows, length);
    case DUCKDB_TYPE_UINTEGER: return integers_of<uint32_t>(vector, rows, length);
    case DUCKDB_TYPE_UBIGINT: return integers_of<uint64_t>(vector, rows, length);
    default: return nullptr;
  }
}

Column::Column(duckdb_data_chunk arguments, idx_t number, const char *name, size_t integer_bytes) {
  const duckdb_vector vector = duckdb_data_chunk_get_vector(arguments, number);
  const duckdb_type type = type_of(vector);
  if (type == DUCKDB_TYPE_SQLNULL) {
    all_null_ = true;
    return;
  }
  if (integer_bytes != 0) {
    integers_ = integers(vector, duckdb_data_chunk_get_size(arguments), integer_bytes);
  }
  if (!integers_ && type != DUCKDB_TYPE_BLOB && type != DUCKDB_TYPE_VARCHAR) {
    const char *const types =
        integer_bytes != 0 ? "BLOB, VARCHAR or an integer" : "BLOB or VARCHAR";
    throw std::invalid_argument(std::string(name) + " must be " + types + ": cast it");
  }
  values_ = integers_ ? integers_->values.data()
                      : static_cast<const duckdb_string_t *>(duckdb_vector_get_data(vector));
  validity_ = duckdb_vector_get_validity(vector);
  if (validity_ != nullptr && all_valid(validity_, duckdb_data_chunk_get_size(arguments))) {
    validity_ = nullptr;
  }
}

bool Column::all_have(size_t bytes, size_t rows) const {
  bool all = !has_nulls();
  for (size_t row = 0; all && row < rows; row++) {
    all = this->bytes(row) == bytes;
  }
  return all;
}

size_t Column::regular_rows(size_t begin, size_t end) const {
  if (values_ == nullptr || begin + 1 == end) {
    return end - begin;
  }
  // Two loops with nothing to decide in them: a row costs half a nanosecond.
  const uint32_t length = values_[begin].value.inlined.length;
  size_t row = begin;
  while (row < end && values_[row].value.inlined.length == length) {
    row++;
  }
  if (length <= INLINE_BYTES || row < begin + 2) {
    return row - begin;
  }
  const auto place = [&](size_t i) {
    return reinterpret_cast<uintptr_t>(values_[i].value.pointer.ptr);
  };
  const uintptr_t distance = place(begin + 1) - place(begin);
  const size_t same_length = row;
  row = begin + 1;
  for (uintptr_t next = place(row); row < same_length && place(row) == next; row++) {
    next += distance;
  }
  return row - begin;
}

Run Run::find(std::initializer_list<const Column *> columns, size_t begin, size_t end) {
  constexpr Run NONE = {1, false};
  Run run = {end - begin, false};
  for (const Column *column : columns) {
    if (column->has_nulls()) {
      return NONE;
    }
    run.rows = std::min(run.rows, column->regular_rows(begin, begin + run.rows));
  }
  if (run.rows == 1) {
    return NONE;
  }
  const auto any = [&](auto is_so) {
    return std::any_of(columns.begin(), columns.end(),
                       [&](const Column *column) { return is_so(column->step(begin)); });
  };
  run.down = any([](intptr_t step) { return step < 0; });
  return run.down && any([](intptr_t step) { return step > 0; }) ? NONE : run;
}

size_t Run::distance(const Column &column, size_t begin) const {
  return rows == 1 ? 0 : static_cast<size_t>(std::abs(column.step(begin)));
}

// DuckDB's interface only copies values. So memory comes as a copy of zeros into the first row, and
// that row gets its own value back.
uint8_t *Results::reserve(size_t bytes) {
  if (missing_ != nullptr) {
    return wiped_.emplace_back(std::make_unique<SecretBytes>(bytes))->data();
  }
  const std::unique_ptr<void, void (*)(void *)> large(
      bytes > sizeof zeros ? std::calloc(bytes, 1) : nullptr, std::free);
  if (bytes > sizeof zeros && !large) {
    throw std::bad_alloc();
  }
  const duckdb_string_t first = values_[0];
  const void *const source = large ? large.get() : zeros;
  duckdb_vector_assign_string_element_len(vector_, 0, static_cast<const char *>(source), bytes);
  auto *const memory = reinterpret_cast<uint8_t *>(values_[0].value.pointer.ptr);
  values_[0] = first;
  return memory;
}

uint8_t *Results::room(size_t bytes) {
  if (bytes > left_) {
    if (bytes > UINT32_MAX) {
      throw std::invalid_argument("a result has " + std::to_string(bytes) +
                                  " bytes, more than a value of DuckDB can have");
    }
    left_ = std::max({bytes, std::min(expected_, PIECE_BYTES), INLINE_BYTES + 1});
    next_ = reserve(left_);
  }
  uint8_t *const at = next_;
  next_ += bytes;
  left_ -= bytes;
  expected_ -= std::min(expected_, bytes);
  return at;
}

void Results::put_null(size_t row) {
  if (missing_ != nullptr) {
    missing_[row] = true;
    return;
  }
  put(row, nullptr, 0);
  duckdb_vector_ensure_validity_writable(vector_);
  duckdb_validity_set_row_invalid(duckdb_vector_get_validity(vector_), row);
}

}  // namespace asconkit::duckdb
