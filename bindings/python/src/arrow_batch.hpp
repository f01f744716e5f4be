// Batches on Arrow arrays: what their parts share, and the calls that arrow.cpp gives to Python.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <nanobind/stl/shared_ptr.h>

#include "asconkit/ascon_any.h"
#include "arrow_column.hpp"
#include "arrow_result.hpp"
#include "calls.hpp"

namespace asconkit {

struct Array : nb::handle {};  // an argument: what ArrowColumn takes

using Result = std::shared_ptr<ArrowResult>;

// ---- The calls ----------------------------------------------------------------------------------

/** In arrow_aead.cpp. The result, which tags are right, how many are wrong, the first such row, and
    a column of tags. None for `tags` if they follow the ciphertexts; otherwise the tags to
    compare with, or, in encryption, anything else to get them as that column. */
nb::tuple arrow_crypt(const ascon_algorithm &row, bool encrypt, Array key, Array nonce, Array data,
                      Array ad, Length tag_length, Place threads, Array tags);

/** In arrow_sponge.cpp. */
Result arrow_absorb(const ascon_algorithm &row, Array key, Array data, Length length,
                    OptionalData customization, Place threads);
/** Returns what arrow_crypt() does, with None for the result. */
nb::tuple arrow_verify(const ascon_algorithm &row, Array key, Array data, Array tags,
                       Place threads);

// ---- What they share ----------------------------------------------------------------------------

/** Rows in one call of the library: enough for all threads, and few enough that their messages stay
   in the cache. */
constexpr size_t BLOCK_ROWS = 8192;
/** The same for a device, which works on so many at the same time. */
constexpr size_t DEVICE_BLOCK_ROWS = 65536;

inline size_t block_rows(const Workers &workers) {
  return workers.device ? DEVICE_BLOCK_ROWS : BLOCK_ROWS;
}

/** Collects which tags are right, in the order of the rows. */
class TagResults {
 public:
  explicit TagResults(size_t rows) : valid_(rows) {}
  void add(RowState state) {
    valid_.add(state != RowState::NONE, state == RowState::READY);
    if (state == RowState::WRONG && wrong_++ == 0) {
      first_wrong_ = row_;
    }
    row_++;
  }
  void add_right(size_t rows) {
    valid_.add_true(rows);
    row_ += rows;
  }
  /** What the calls of this module return. */
  nb::tuple with(const Result &values, const Result &tags = nullptr) {
    return nb::make_tuple(values, valid_.take(), wrong_, first_wrong_, tags);
  }

 private:
  BoolWriter valid_;
  size_t row_ = 0;
  size_t wrong_ = 0;
  size_t first_wrong_ = 0;
};

}  // namespace asconkit

namespace nanobind::detail {

ASCONKIT_ARGUMENT(Array, "object")

}  // namespace nanobind::detail
