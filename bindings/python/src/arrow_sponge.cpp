// Hashes, XOFs, MACs and PRFs of Arrow arrays: in columns where all rows lie at equal distances,
// else in blocks of messages. SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>

#include "asconkit/ascon_any.h"
#include "asconkit/batch/ascon_batch.h"
#include "arrow_batch.hpp"

namespace asconkit {

namespace {

/** One call: its key, its data and a block of messages. */
class ArrowSponge {
 public:
  ArrowSponge(const BatchCall &call, Array key, Array data, Extent customization)
      : call_(call),
        row_(*call.algorithm),
        customization_(customization),
        key_(key, "key"),
        data_(data, "data") {
    if (data_.form() == Form::SAME) {
      raise(PyExc_TypeError, "data must be an Arrow array");
    }
    key_.require_rows(data_.rows());
    key_.require_width(row_.key_bytes);
  }

  /** Outputs of one length, which of MACs are tags: in columns if all rows lie at equal distances,
      else in blocks. */
  Result absorb(size_t out_bytes) {
    const Unlocked unlocked;
    const size_t count = data_.rows();
    ArrowWriter writer(Form::FIXED, count, out_bytes, 0);
    const auto key = key_.strided(), data = key ? data_.strided() : std::nullopt;
    if (data && key->bytes == row_.key_bytes) {
      const ascon_column out = column_of(writer.place_many(count, out_bytes), out_bytes, out_bytes);
      const ascon_column ad = column_of(customization_.data, 0, customization_.size);
      const ascon_columns columns = {out, data->column(), out, ad, {}, key->column()};
      const ascon_result all = run_columns(call_, columns, count, nullptr);
      if (all != ASCON_OK) {
        refuse(0, all);
      }
      writer.finish_valid(count);
      return writer.take();
    }
    each_block([&](size_t begin, size_t rows) {
      for (size_t i = 0; i < rows; i++) {
        if (block_.states[i] == RowState::READY) {
          block_.messages[i].out = block_.messages[i].tag = writer.place(out_bytes);
          block_.messages[i].out_length = out_bytes;
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
          block_.messages[i].tag = const_cast<uint8_t *>(value.data);
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
        block_.messages[i].in = value.data;
        block_.messages[i].length = value.bytes;
        block_.messages[i].ad = customization_.data;
        block_.messages[i].ad_length = customization_.size;
      });
      key_.each(begin, rows, [&](size_t i, const Value &value) {
        block_.mark(i, value);
        if (value.data != nullptr && value.bytes != row_.key_bytes) {
          wrong_size(key_.name(), begin + i, row_.key_bytes, value.bytes);
        }
        block_.messages[i].key = value.data;
      });
      use(begin, rows);
    }
  }

  void run_block(size_t begin, size_t rows) {
    const size_t ready = block_.compact(rows);
    block_.take_results(begin, ready, run_messages(call_, block_.messages.data(), ready));
  }

  const BatchCall &call_;
  const ascon_algorithm &row_;
  Extent customization_;
  ArrowColumn key_, data_;
  MessageBlock block_;
};

}  // namespace

Result arrow_absorb(const ascon_algorithm &row, Array key, Array data, Length length,
                    OptionalData customization_in, Place threads) {
  const HeldBuffer customization(customization_in, "customization");
  require_customization(row, customization);
  const size_t out_bytes = number(length, "length");
  if ((row.kind == ASCON_KIND_HASH || row.kind == ASCON_KIND_MAC) &&
      out_bytes != row.output_bytes) {
    check(ASCON_ERR_RANGE);
  }
  const BatchCall call = {&row, ASCON_COMPUTE, workers_for(threads)};
  return ArrowSponge(call, key, data, customization.extent()).absorb(out_bytes);
}

nb::tuple arrow_verify(const ascon_algorithm &row, Array key, Array data, Array tags,
                       Place threads) {
  if (row.kind != ASCON_KIND_MAC) {
    check(ASCON_ERR_ALGORITHM);
  }
  const BatchCall call = {&row, ASCON_VERIFY, workers_for(threads)};
  return ArrowSponge(call, key, data, {nullptr, 0}).verify(tags);
}

}  // namespace asconkit
