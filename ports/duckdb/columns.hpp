// What DuckDB gives a function and takes from it: columns of up to 2048 values, read where they
// lie, and the column of results. For aead.cpp and sponges.cpp.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <cstring>
#include <initializer_list>

#include "api.hpp"
#include "keyring.hpp"
#include "message_rows.hpp"

namespace asconkit::duckdb {

/** Bytes of a value that DuckDB keeps in its place, without a pointer to them. */
constexpr size_t INLINE_BYTES = 12;
/** Bytes of an integer, whatever its type. */
constexpr size_t INTEGER_BYTES = 8;

/** Whether a row has a value. A vector without nulls may have no bitmap: NULL. */
inline bool is_valid(const uint64_t *validity, size_t row) {
  return validity == nullptr || (validity[row / 64] >> (row % 64) & 1) != 0;
}

/** The type of a vector's values. */
duckdb_type type_of(duckdb_vector vector);

/** An argument of BLOB, VARCHAR or NULL; or one that was not given, which is an empty string in
    every row. */
class Column {
 public:
  Column() = default;
  /** std::invalid_argument if its type differs.
      @param integer_bytes if not 0, integers are taken too: as 8 bytes, little-endian with their
        sign, and zeros up to this length */
  Column(duckdb_data_chunk arguments, idx_t number, const char *name, size_t integer_bytes = 0);

  [[nodiscard]] bool has_nulls() const { return validity_ != nullptr || all_null_; }
  [[nodiscard]] bool is_null(size_t row) const { return all_null_ || !is_valid(validity_, row); }
  [[nodiscard]] Value value(size_t row) const {
    if (is_null(row)) {
      return {nullptr, 0};
    }
    return {at(row), bytes(row)};
  }
  /** Whether the first rows are not null and have this many bytes. */
  [[nodiscard]] bool all_have(size_t bytes, size_t rows) const;
  template <typename Take>
  void each(size_t begin, size_t rows, Take take) const {
    for (size_t i = 0; i < rows; i++) {
      take(i, value(begin + i));
    }
  }

 private:
  friend struct Run;
  /** From `begin` on and before `end`, the rows whose values have one length and lie at equal
      distances. */
  [[nodiscard]] size_t regular_rows(size_t begin, size_t end) const;
  /** How far the next value in memory lies from that of a row. */
  [[nodiscard]] intptr_t step(size_t row) const {
    return reinterpret_cast<intptr_t>(at(row + 1)) - reinterpret_cast<intptr_t>(at(row));
  }
  [[nodiscard]] size_t bytes(size_t row) const {
    return values_ != nullptr ? values_[row].value.inlined.length : 0;
  }
  [[nodiscard]] const uint8_t *at(size_t row) const {
    if (values_ == nullptr) {
      return reinterpret_cast<const uint8_t *>("");
    }
    const auto &value = values_[row].value;
    return reinterpret_cast<const uint8_t *>(
        value.inlined.length <= INLINE_BYTES ? value.inlined.inlined : value.pointer.ptr);
  }

  /** Integers as bytes, and values that point to them. */
  struct Integers {
    std::vector<uint8_t> bytes;
    std::vector<duckdb_string_t> values;
  };
  /** Nothing for another type. */
  static std::shared_ptr<Integers> integers(duckdb_vector vector, size_t rows, size_t length);
  template <typename Number>
  static std::shared_ptr<Integers> integers_of(duckdb_vector vector, size_t rows, size_t length);

  const duckdb_string_t *values_ = nullptr;
  const uint64_t *validity_ = nullptr;
  bool all_null_ = false;
  std::shared_ptr<const Integers> integers_;
};

/** Rows one after another of which each column has values of one length, at equal distances. Most
    columns consist of few such runs. DuckDB often stores values downwards: then the lowest value
    in memory is that of the last row. */
struct Run {
  size_t rows;
  bool down;

  /** The run that begins with a row and ends before `end`, of at least one row. Its columns have no
     nulls, and all go in one direction. */
  static Run find(std::initializer_list<const Column *> columns, size_t begin, size_t end);

  /** Where the value lies that is lowest in memory. */
  [[nodiscard]] const uint8_t *lowest(const Column &column, size_t begin) const {
    return column.at(down ? begin + rows - 1 : begin);
  }
  [[nodiscard]] size_t bytes(const Column &column, size_t begin) const {
    return column.bytes(begin);
  }
  [[nodiscard]] size_t distance(const Column &column, size_t begin) const;
  /** The place of row begin + i, counted from the lowest one. */
  [[nodiscard]] size_t place(size_t i) const { return down ? rows - 1 - i : i; }
};

/** Lets a value of DuckDB be these bytes, which stay where they are if they do not fit into it. */
inline void put_value(duckdb_string_t &result, uint8_t *value, size_t bytes) {
  result = {};  // DuckDB compares the bytes after a short value too
  result.value.inlined.length = static_cast<uint32_t>(bytes);
  if (bytes > INLINE_BYTES) {
    std::memcpy(result.value.pointer.prefix, value, sizeof result.value.pointer.prefix);
    result.value.pointer.ptr = reinterpret_cast<char *>(value);
  } else if (bytes != 0) {
    std::memcpy(result.value.inlined.inlined, value, bytes);
  }
}

/** The results of a function, of type BLOB. Values are computed where DuckDB keeps them. Or of type
    BOOLEAN: whether there is none, in place of values, which are wiped. */
class Results {
 public:
  /** The most bytes that room() finds in one piece with what was expected. */
  static constexpr size_t PIECE_BYTES = 256 * 1024;

  explicit Results(duckdb_vector vector, bool are_missing = false)
      : vector_(vector),
        values_(static_cast<duckdb_string_t *>(duckdb_vector_get_data(vector))),
        missing_(are_missing ? static_cast<bool *>(duckdb_vector_get_data(vector)) : nullptr) {}

  /** How many bytes the next calls of room() will ask for, so that they share one piece of memory.
   */
  void expect(size_t bytes) { expected_ = bytes; }
  /** Memory that DuckDB gives up with the results. std::invalid_argument for more bytes than a
      value can have. */
  uint8_t *room(size_t bytes);
  /** The result of a row, which is in memory of room(). */
  void put(size_t row, uint8_t *value, size_t bytes) {
    if (missing_ != nullptr) {
      missing_[row] = false;
    } else {
      put_value(values_[row], value, bytes);
    }
  }
  void put_null(size_t row);

 private:
  uint8_t *reserve(size_t bytes);
  duckdb_vector vector_;
  duckdb_string_t *values_;
  bool *missing_;
  std::vector<std::unique_ptr<SecretBytes>> wiped_;
  size_t expected_ = 0;
  uint8_t *next_ = nullptr;
  size_t left_ = 0;
};

}  // namespace asconkit::duckdb
