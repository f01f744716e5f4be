// Batches on Arrow arrays: what their parts share, and the calls that arrow.cpp gives to Python.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <nanobind/stl/shared_ptr.h>

#include <algorithm>
#include <vector>

#include "arrow_column.hpp"
#include "arrow_result.hpp"
#include "calls.hpp"

namespace asconkit {

struct Array : nb::handle {};  // an argument: what ArrowColumn takes

using Result = std::shared_ptr<ArrowResult>;

// ---- The calls ----------------------------------------------------------------------------------

/** In arrow_aead.cpp. The result, which tags are right, how many are wrong, and the first such row.
 */
nb::tuple arrow_crypt(const ascon_algorithm &row, bool encrypt, Array key, Array nonce, Array data,
                      Array ad, Length tag_length, Place threads);

/** In arrow_sponge.cpp. */
Result arrow_absorb(const ascon_algorithm &row, Array key, Array data, Length length,
                    OptionalData customization, Place threads);
/** Returns what arrow_crypt() does, with None for the result. */
nb::tuple arrow_verify(const ascon_algorithm &row, Array key, Array data, Array tags,
                       Place threads);

// ---- What they share ----------------------------------------------------------------------------

/** Rows in one call of the library: enough for all threads, and few enough that their jobs stay in
    the cache. */
constexpr size_t BLOCK_ROWS = 8192;
/** The same for a device, which works on so many at the same time. */
constexpr size_t DEVICE_BLOCK_ROWS = 65536;

inline size_t block_rows(const Workers &workers) {
  return workers.device ? DEVICE_BLOCK_ROWS : BLOCK_ROWS;
}

/** What becomes of a row: a result, null because an input is null, or a wrong tag. */
enum class RowState : uint8_t { READY, NONE, WRONG };

/** ValueError: a value has a wrong length. */
[[noreturn]] void wrong_size(const ArrowColumn &column, size_t row, size_t expected, size_t given);

/** ValueError: the library refuses a row. */
[[noreturn]] void refuse(size_t row, ascon_result result);

/** Whether the tag of the row is right; ValueError for any other error. */
bool is_right(size_t row, ascon_result result);

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
  nb::tuple with(const Result &values) {
    return nb::make_tuple(values, valid_.take(), wrong_, first_wrong_);
  }

 private:
  BoolWriter valid_;
  size_t row_ = 0;
  size_t wrong_ = 0;
  size_t first_wrong_ = 0;
};

/** The jobs of a block of rows. Rows that have nothing to compute are left out of the call. */
template <typename Job>
class JobBlock {
 public:
  /** The first block is the largest one. */
  void begin(size_t rows) {
    if (jobs.size() < rows) {
      jobs.resize(rows);
      states.resize(rows);
      rows_.resize(rows);
    }
    std::fill_n(states.begin(), rows, RowState::READY);
  }

  /** Moves the jobs that are ready to the front; returns how many. */
  size_t compact(size_t rows) {
    size_t ready = 0;
    for (size_t i = 0; i < rows; i++) {
      if (states[i] == RowState::READY) {
        if (ready != i) {
          jobs[ready] = jobs[i];
        }
        rows_[ready++] = i;
      }
    }
    return ready;
  }

  /** Marks the rows whose tag was wrong; ValueError for any other error. */
  void mark_wrong_tags(size_t first_row, size_t ready) {
    for (size_t j = 0; j < ready; j++) {
      if (!is_right(first_row + rows_[j], jobs[j].result)) {
        states[rows_[j]] = RowState::WRONG;
      }
    }
  }

  std::vector<Job> jobs;
  std::vector<RowState> states;

 private:
  std::vector<size_t> rows_;
};

}  // namespace asconkit

namespace nanobind::detail {

ASCONKIT_ARGUMENT(Array, "object")

}  // namespace nanobind::detail
