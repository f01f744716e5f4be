// Arrow arrays that the extension makes, with all their buffers in one allocation. For
// arrow_aead.cpp and arrow_sponge.cpp.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "arrow_column.hpp"

namespace asconkit {

/** Memory from a cache line on, in large pages where the system has them. The last large block that
    was freed is kept for the next one, as fresh pages cost a tenth of the work on what fills them;
    the system may take its pages back meanwhile. std::bad_alloc. */
class Memory {
 public:
  explicit Memory(size_t bytes);
  ~Memory();
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;
  [[nodiscard]] uint8_t *data() const { return data_; }

 private:
  size_t bytes_;
  uint8_t *data_;
};

/** An array, immutable once Python sees it. Exports share it itself and not its Python
    object: engines release them in threads of their own, which must not wait for the interpreter.
 */
class ArrowResult : public std::enable_shared_from_this<ArrowResult> {
 public:
  /** Exports the array through Arrow's PyCapsule interface, any number of times. */
  static nb::tuple to_capsules(const std::shared_ptr<ArrowResult> &self);

  std::string format;
  size_t rows = 0;
  size_t nulls = 0;
  std::unique_ptr<Memory> memory;
  std::vector<const void *> buffers;
  std::vector<int64_t> buffer_bytes;  // the last buffer of a binary_view
};

/** A bitmap that grows; it begins as zeros. */
class Bits {
 public:
  static size_t room(size_t bits);
  explicit Bits(uint8_t *zeros) : bits_(zeros) {}
  void add(bool value) {
    if (value) {
      bits_[size_ / 8] = static_cast<uint8_t>(bits_[size_ / 8] | (1u << (size_ % 8)));
    }
    size_++;
  }
  void add_ones(size_t count);
  [[nodiscard]] size_t size() const { return size_; }

 private:
  uint8_t *bits_;
  size_t size_ = 0;
};

/** Writes values of known lengths in the order of their rows, each to be filled by the caller. */
class ArrowWriter {
 public:
  /** `form`: FIXED with `width`, OFFSETS32, OFFSETS64 or VIEWS; `bytes`: of all values at most,
      beside those of FIXED. ValueError if the form cannot hold that much. */
  ArrowWriter(Form form, size_t rows, size_t width, size_t bytes);

  /** Bytes that a value of this length takes beside its offset or view. */
  static size_t room(Form form, size_t bytes) {
    return form == Form::VIEWS && bytes <= ArrowView::INLINE_BYTES ? 0 : bytes;
  }

  /** Where the value of the next row goes. `bytes` is `width` for FIXED. ValueError if there is no
      room for it. */
  uint8_t *place(size_t bytes);
  /** The row is null, and its bytes, if FIXED, are zeros. */
  void place_null();
  /** The next rows at once, of more than ArrowView::INLINE_BYTES if VIEWS; returns where the first
      value goes, after which the others follow. */
  uint8_t *place_many(size_t rows, size_t bytes);

  /** To be called for each row once its value is there; from 0 up. */
  void finish(bool valid);
  /** The same for rows that are all valid. */
  void finish_valid(size_t rows);

  std::shared_ptr<ArrowResult> take();

 private:
  void advance(size_t rows, size_t bytes);
  template <typename Offset>
  void place_offsets(size_t rows, size_t bytes);
  void place_views(size_t rows, size_t bytes);
  void place_view(size_t bytes);
  void finish_views(size_t begin, size_t rows);

  std::shared_ptr<ArrowResult> result_;
  Form form_;
  size_t width_;
  Bits validity_{nullptr};
  uint8_t *places_;  // offsets or views
  uint8_t *values_;
  uint8_t *next_;                  // the next value
  uint8_t *end_;                   // of the room for values
  std::vector<uint8_t *> starts_;  // of the buffers of VIEWS
  size_t placed_ = 0;
};

/** An array of booleans, some of them null. */
class BoolWriter {
 public:
  explicit BoolWriter(size_t rows);
  void add(bool valid, bool value) {
    result_->nulls += valid ? 0 : 1;
    validity_.add(valid);
    values_.add(value);
  }
  void add_true(size_t rows) {
    validity_.add_ones(rows);
    values_.add_ones(rows);
  }
  std::shared_ptr<ArrowResult> take();

 private:
  std::shared_ptr<ArrowResult> result_;
  Bits validity_{nullptr};
  Bits values_{nullptr};
};

}  // namespace asconkit
