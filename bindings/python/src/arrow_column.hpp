// A column of messages, keys, nonces or associated data: an Arrow array, read where it lies. For
// arrow_aead.cpp, arrow_sponge.cpp and nonces.cpp.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <cstring>
#include <memory>
#include <optional>
#include <vector>

#include "arrow_abi.hpp"
#include "message_rows.hpp"
#include "support.hpp"
#include "unaligned.hpp"

namespace asconkit {

/** The layout of the values. SAME: one value for all rows. */
enum class Form { SAME, FIXED, OFFSETS32, OFFSETS64, VIEWS, DICTIONARY };

/** Values of one length at equal distances. */
struct Strided {
  [[nodiscard]] ascon_column column() const { return column_of(base, stride, bytes); }
  const uint8_t *base;
  size_t stride;
  size_t bytes;
};

inline bool bit(const uint8_t *bits, size_t i) { return (bits[i / 8] >> (i % 8) & 1) != 0; }

/** One value for each message: an array of pyarrow of binary, large_binary, fixed_size_binary,
    binary_view or their text types, or of a dictionary of them, sliced or not; or a contiguous
    buffer of bytes of the shape (n, length); or bytes-like or None, the same for all. Holds what
    it reads until its end.

    No length or offset of an array is trusted: every place is checked against the sizes of
    the array's buffers where it is read. pyarrow knows these sizes, Arrow's C data interface does
    not. */
class ArrowColumn {
 public:
  /** TypeError for any other object, ValueError if the buffers are too short. */
  ArrowColumn(nb::handle source, const char *name);

  [[nodiscard]] const char *name() const { return name_; }
  [[nodiscard]] Form form() const { return form_; }
  [[nodiscard]] size_t rows() const { return rows_; }
  [[nodiscard]] size_t width() const { return width_; }  // of FIXED and SAME
  [[nodiscard]] bool has_nulls() const { return nulls_; }
  /** NULL unless DICTIONARY. */
  [[nodiscard]] const ArrowColumn *dictionary() const { return dictionary_.get(); }
  /** Where the value of a row that is not null is in the dictionary. */
  [[nodiscard]] size_t index(size_t i) const;
  [[nodiscard]] Value value(size_t i) const;
  [[nodiscard]] bool is_null(size_t i) const { return value(i).data == nullptr; }

  void require_rows(size_t expected) const;
  /** ValueError if the type alone says that the values have another length. */
  void require_width(size_t expected) const;

  /** Calls take(i, value) for i of 0 to count - 1, with the value of row begin + i. ValueError if
      the array is not a valid one. */
  template <typename Take>
  void each(size_t begin, size_t count, Take take) const {
    switch (form_) {
      case Form::SAME: return loop<Form::SAME>(begin, count, take);
      case Form::FIXED: return loop<Form::FIXED>(begin, count, take);
      case Form::OFFSETS32: return loop<Form::OFFSETS32>(begin, count, take);
      case Form::OFFSETS64: return loop<Form::OFFSETS64>(begin, count, take);
      case Form::VIEWS: return loop<Form::VIEWS>(begin, count, take);
      case Form::DICTIONARY: return loop<Form::DICTIONARY>(begin, count, take);
    }
  }

  /** Nothing if a row is null or lengths or distances differ. Reads all lengths. */
  [[nodiscard]] std::optional<Strided> strided() const;

 private:
  ArrowColumn(nb::handle source, const ArrowSchema &schema, const ArrowArray &array,
              const char *name);
  void load_rows(nb::handle shape);
  void load(nb::handle source, const ArrowSchema &schema, const ArrowArray &array);
  void load_format(nb::handle source, const ArrowSchema &schema, const ArrowArray &array);
  void load_validity(const ArrowArray &array);
  void load_values(const ArrowArray &array);
  void require_room(const ArrowArray &array, size_t buffer, size_t elements, size_t bytes) const;
  [[nodiscard]] size_t place_bytes() const;
  [[noreturn]] void damaged(size_t i) const;

  template <Form FORM, typename Take>
  void loop(size_t begin, size_t count, Take take) const {
    for (size_t i = 0; i < count; i++) {
      take(i, at<FORM>(begin + i));
    }
  }

  template <Form FORM>
  [[nodiscard]] Value at(size_t i) const {
    if (nulls_ && !bit(validity_, offset_ + i)) {
      return {nullptr, 0};
    }
    switch (FORM) {
      case Form::SAME: return {values_, width_};
      case Form::FIXED: return {values_ + (offset_ + i) * width_, width_};
      case Form::OFFSETS32: return between<int32_t>(i);
      case Form::OFFSETS64: return between<int64_t>(i);
      case Form::VIEWS: return view(i);
      case Form::DICTIONARY: return dictionary_->value(index(i));
    }
  }

  template <typename Offset>
  [[nodiscard]] Value between(size_t i) const {
    const auto begin = number_at<Offset>(places_, offset_ + i);
    const auto end = number_at<Offset>(places_, offset_ + i + 1);
    if (begin < 0 || end < begin || static_cast<uint64_t>(end) > extent_) {
      damaged(i);
    }
    return {values_ + begin, static_cast<size_t>(end - begin)};
  }
  [[nodiscard]] Value view(size_t i) const;

  nb::object owner_;
  std::shared_ptr<HeldBuffer> bytes_;
  const char *name_;
  Form form_ = Form::SAME;
  bool nulls_ = false;
  size_t rows_ = 0;
  size_t width_ = 0;
  size_t offset_ = 0;
  const uint8_t *validity_ = nullptr;
  const void *places_ = nullptr;  // offsets, views or indices
  const uint8_t *values_ = nullptr;
  size_t extent_ = 0;  // bytes of all values after offsets
  const void *const *buffers_ = nullptr;
  std::vector<size_t> buffer_bytes_;  // as pyarrow knows them
  char index_format_ = 0;
  std::unique_ptr<ArrowColumn> dictionary_;
};

}  // namespace asconkit
