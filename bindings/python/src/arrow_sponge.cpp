// Hashes, XOFs, MACs and PRFs of Arrow arrays: in columns where all rows lie at equal distances,
// else in blocks of jobs. SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>

#include "asconkit/ascon_any.h"
#include "arrow_batch.hpp"

namespace asconkit {

namespace {

/** One call: its key, its data and a block of jobs. */
class ArrowSponge {
 public:
  ArrowSponge(const SpongeCall &call, Array key, Array data)
      : call_(call), row_(*call.algorithm), key_(key, "key"), data_(data, "data") {
    if (data_.form() == Form::SAME) {
      raise(PyExc_TypeError, "data must be an Arrow array");
    }
    key_.require_rows(data_.rows());
    key_.require_width(row_.key_bytes);
  }

  /** Outputs of one length: in columns if all rows lie at equal distances, else in blocks. */
  Result absorb(size_t out_bytes) {
    const Unlocked unlocked;
    const size_t count = data_.rows();
    ArrowWriter writer(Form::FIXED, count, out_bytes, 0);
    const auto key = key_.strided(), data = key ? data_.strided() : std::nullopt;
    if (data && key->bytes == row_.key_bytes) {
      const ascon_sponge_columns columns = {writer.place_many(count, out_bytes),
                                            out_bytes,
                                            out_bytes,
                                            data->base,
                                            data->stride,
                                            data->bytes,
                                            key->base,
                                            key->stride};
      const ascon_result all = absorb_columns(call_, columns, count, nullptr);
      if (all != ASCON_OK) {
        refuse(0, all);
      }
      writer.finish_valid(count);
      return writer.take();
    }
    each_block([&](size_t begin, size_t rows) {
      for (size_t i = 0; i < rows; i++) {
        if (block_.states[i] == RowState::READY) {
          block_.jobs[i].out = writer.place(out_bytes);
          block_.jobs[i].out_bytes = out_bytes;
        } else {
          writer.place_null();
        }
      }
      run_block(begin, rows);
      for (size_t i = 0; i < rows; i++) {
        writer.finish(block_.states[i] == RowState::READY);
      }
    });
    return writer.take();
  }

  /** A tag of a wrong length counts as a wrong one. */
  nb::tuple verify(Array tags_in) {
    const ArrowColumn tags(tags_in, "tags");
    tags.require_rows(data_.rows());
    tags.require_width(row_.output_bytes);
    TagResults tags_right(data_.rows());
    {
      const Unlocked unlocked;
      each_block([&](size_t begin, size_t rows) {
        tags.each(begin, rows, [&](size_t i, const Value &value) {
          block_.mark(i, value,
                      value.bytes != row_.output_bytes ? RowState::WRONG : RowState::READY);
          block_.jobs[i].out = const_cast<uint8_t *>(value.data);
          block_.jobs[i].out_bytes = value.bytes;
        });
        run_block(begin, rows);
        for (size_t i = 0; i < rows; i++) {
          tags_right.add(block_.states[i]);
        }
      });
    }
    return tags_right.with(nullptr);
  }

 private:
  /** Calls use(begin, rows) with a block of which data and keys are set. */
  template <typename Use>
  void each_block(Use use) {
    const size_t step = block_rows(call_.workers);
    for (size_t begin = 0; begin < data_.rows(); begin += step) {
      const size_t rows = std::min(step, data_.rows() - begin);
      block_.begin(rows);
      data_.each(begin, rows, [&](size_t i, const Value &value) {
        block_.mark(i, value);
        block_.jobs[i].in = value.data;
        block_.jobs[i].bytes = value.bytes;
      });
      key_.each(begin, rows, [&](size_t i, const Value &value) {
        block_.mark(i, value);
        if (value.data != nullptr && value.bytes != row_.key_bytes) {
          wrong_size(key_.name(), begin + i, row_.key_bytes, value.bytes);
        }
        block_.jobs[i].key = value.data;
      });
      use(begin, rows);
    }
  }

  void run_block(size_t begin, size_t rows) {
    const size_t ready = block_.compact(rows);
    block_.take_results(begin, ready, absorb_jobs(call_, block_.jobs.data(), ready));
  }

  const SpongeCall &call_;
  const ascon_algorithm &row_;
  ArrowColumn key_, data_;
  JobBlock<ascon_sponge_job> block_;
};

}  // namespace

Result arrow_absorb(const ascon_algorithm &row, Array key, Array data, Length length,
                    OptionalData customization_in, Place threads) {
  const HeldBuffer customization(customization_in, "customization");
  const SpongeCall call = {&row, &customization, false, workers_for(threads)};
  return ArrowSponge(call, key, data).absorb(number(length, "length"));
}

nb::tuple arrow_verify(const ascon_algorithm &row, Array key, Array data, Array tags,
                       Place threads) {
  if (row.kind != ASCON_KIND_MAC) {
    check(ASCON_ERR_ALGORITHM);
  }
  const SpongeCall call = {&row, nullptr, true, workers_for(threads)};
  return ArrowSponge(call, key, data).verify(tags);
}

}  // namespace asconkit
