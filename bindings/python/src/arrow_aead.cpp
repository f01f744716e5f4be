// Authenticated encryption of Arrow arrays: in columns where all rows lie at equal distances, else
// in blocks of messages. SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>
#include <vector>

#include "asconkit/ascon_any.h"
#include "asconkit/batch/ascon_batch.h"
#include "arrow_batch.hpp"

namespace asconkit {

namespace {

/** The type of a result is that of its input, text being binary. */
Form form_of_result(const ArrowColumn &data) {
  return data.form() == Form::DICTIONARY || data.form() == Form::SAME ? Form::OFFSETS64
                                                                      : data.form();
}

/** One call: its columns, its result and its tags. */
class ArrowAead {
 public:
  ArrowAead(const ascon_algorithm &row, bool encrypt, Array key, Array nonce, Array data, Array ad,
            size_t tag_bytes, Workers workers, Array tags)
      : rows_{row, encrypt, tag_bytes, !tags.is_none()},
        call_{&row, rows_.op(), std::move(workers)},
        block_rows_(block_rows(call_.workers)),
        key_(key, "key"),
        nonce_(nonce, "nonce"),
        data_(data, "data"),
        ad_(ad, "associated_data"),
        given_tags_(encrypt ? Array{nb::none()} : tags, "tag"),
        right_(data_.rows()) {
    if (data_.form() == Form::SAME) {
      raise(PyExc_TypeError, "data must be an Arrow array");
    }
    for (const ArrowColumn *column : {&key_, &nonce_, &ad_}) {
      column->require_rows(data_.rows());
    }
    key_.require_width(row.key_bytes);
    nonce_.require_width(row.nonce_bytes);
    if (encrypt && nonce_.form() == Form::SAME && data_.rows() > 1) {
      raise(PyExc_ValueError, "nonce must be an array: one nonce for each message");
    }
    if (reads_tags()) {
      check_tags();
    } else if (rows_.detached) {
      tag_writer_.emplace(Form::FIXED, data_.rows(), tag_bytes, 0);
    }
    if (!encrypt && !rows_.detached && data_.form() == Form::FIXED && data_.width() < tag_bytes) {
      raise(PyExc_ValueError, "data must have at least %zu bytes a row, the tag, not %zu",
            tag_bytes, data_.width());
    }
  }

  nb::tuple run() {
    Result result;
    {
      const Unlocked unlocked;
      result = data_.rows() != 0 && columns_fit() ? run_strided() : run_blocks();
    }
    return right_.with(result, tag_writer_ ? tag_writer_->take() : nullptr);
  }

 private:
  [[nodiscard]] bool reads_tags() const { return rows_.detached && !rows_.encrypt; }

  void check_tags() const {
    if (given_tags_.form() == Form::SAME) {
      raise(PyExc_TypeError, "tag must be an Arrow array");
    }
    given_tags_.require_rows(data_.rows());
    if (given_tags_.form() == Form::FIXED && given_tags_.width() != rows_.tag_bytes) {
      wrong_tag_length(0, rows_.tag_bytes, given_tags_.width());
    }
  }

  [[nodiscard]] size_t width() const {
    return data_.form() == Form::FIXED ? rows_.out_bytes(data_.width()) : 0;
  }

  /** Whether everything is in rows of one length, at equal distances. */
  bool columns_fit() {
    const auto key = key_.strided(), nonce = nonce_.strided(), ad = ad_.strided();
    const auto data = key && nonce && ad ? data_.strided() : std::nullopt;
    if (!data || rows_.too_short(data->bytes) || key->bytes != rows_.row.key_bytes ||
        nonce->bytes != rows_.row.nonce_bytes || (rows_.encrypt && nonce->stride == 0)) {
      return false;
    }
    const size_t bytes = rows_.out_bytes(data->bytes);
    columns_ = {column_of(nullptr, bytes, bytes),
                data->column(),
                {},
                ad->column(),
                nonce->column(),
                key->column()};
    if (reads_tags()) {
      const auto tags = given_tags_.strided();
      if (!tags || tags->bytes != rows_.tag_bytes) {
        return false;
      }
      columns_.tag = tags->column();
    }
    return ArrowWriter::room(form_of_result(data_), bytes) == bytes;
  }

  /** All rows lie at equal distances: the library reads and writes them in place. */
  Result run_strided() {
    const size_t count = data_.rows();
    ArrowWriter writer(form_of_result(data_), count, columns_.out.stride,
                       count * columns_.out.stride);
    results_.resize(count);
    // In steps: a view repeats the start of its value, which should still be in the cache then.
    const size_t step = data_.form() == Form::VIEWS ? block_rows_ : count;
    for (size_t begin = 0; begin < count; begin += step) {
      run_rows(writer, begin, std::min(step, count - begin));
    }
    return writer.take();
  }

  /** Rows `begin` to `begin` + `rows` - 1, and which of their tags are right. */
  void run_rows(ArrowWriter &writer, size_t begin, size_t rows) {
    ascon_columns columns = columns_;
    columns.out.data = writer.place_many(rows, columns.out.stride);
    for (ascon_column *input :
         {&columns.in, &columns.tag, &columns.ad, &columns.nonce, &columns.key}) {
      input->start = begin * input->stride;
    }
    if (tag_writer_) {
      columns.tag = column_of(tag_writer_->place_many(rows, rows_.tag_bytes), rows_.tag_bytes,
                              rows_.tag_bytes);
    }
    rows_.place(columns);
    const ascon_result all = run_columns(call_, columns, rows, results_.data());
    if (is_right(begin, all)) {
      finish_right(writer, rows);
      return;
    }
    for (size_t i = 0; i < rows; i++) {
      finish(writer, results_[i] == ASCON_OK ? RowState::READY : RowState::WRONG);
    }
  }

  /** Rows of any length: the size of the result is summed up first, then blocks are computed. */
  Result run_blocks() {
    const size_t count = data_.rows();
    const Form form = form_of_result(data_);
    size_t total = 0;
    if (form != Form::FIXED) {
      data_.each(0, count, [&](size_t, const Value &value) {
        const bool something = value.data != nullptr && !rows_.too_short(value.bytes);
        total += something ? ArrowWriter::room(form, rows_.out_bytes(value.bytes)) : 0;
      });
    }
    ArrowWriter writer(form, count, width(), total);
    for (size_t begin = 0; begin < count; begin += block_rows_) {
      run_block(writer, begin, std::min(block_rows_, count - begin));
    }
    return writer.take();
  }

  /** Reads a block of rows, gives each its place in the result, computes those that are ready. */
  void run_block(ArrowWriter &writer, size_t begin, size_t rows) {
    block_.begin(rows);
    rows_.read(block_, begin, rows, key_, nonce_, data_, ad_);
    if (reads_tags()) {
      rows_.read_tags(block_, begin, rows, given_tags_);
    }
    for (size_t i = 0; i < rows; i++) {
      place(writer, block_.messages[i], block_.states[i]);
    }
    const size_t ready = block_.compact(rows);
    const ascon_result all = run_messages(call_, block_.messages.data(), ready);
    block_.take_results(begin, ready, all);
    if (all == ASCON_OK && ready == rows) {
      finish_right(writer, rows);
      return;
    }
    for (size_t i = 0; i < rows; i++) {
      finish(writer, block_.states[i]);
    }
  }

  void finish(ArrowWriter &writer, RowState state) {
    writer.finish(state == RowState::READY);
    if (tag_writer_) {
      tag_writer_->finish(state == RowState::READY);
    }
    right_.add(state);
  }

  void finish_right(ArrowWriter &writer, size_t rows) {
    writer.finish_valid(rows);
    if (tag_writer_) {
      tag_writer_->finish_valid(rows);
    }
    right_.add_right(rows);
  }

  /** Where the result of a message goes. A row without a result becomes null. */
  void place(ArrowWriter &writer, ascon_message &message, RowState state) {
    if (state != RowState::READY) {
      writer.place_null();
      if (tag_writer_) {
        tag_writer_->place_null();
      }
      return;
    }
    if (tag_writer_) {
      message.tag = tag_writer_->place(rows_.tag_bytes);
    }
    rows_.place(message, writer.place(rows_.out_bytes(message.length)));
  }

  AeadRows rows_;
  BatchCall call_;
  size_t block_rows_;
  ArrowColumn key_, nonce_, data_, ad_, given_tags_;
  std::optional<ArrowWriter> tag_writer_;  // of detached tags in encryption
  ascon_columns columns_;
  std::vector<uint8_t> results_;
  MessageBlock block_;
  TagResults right_;
};

}  // namespace

nb::tuple arrow_crypt(const ascon_algorithm &row, bool encrypt, Array key, Array nonce, Array data,
                      Array ad, Length tag_length, Place threads, Array tags) {
  if (row.kind != ASCON_KIND_AEAD) {
    check(ASCON_ERR_ALGORITHM);
  }
  return ArrowAead(row, encrypt, key, nonce, data, ad, tag_size(row, tag_length),
                   workers_for(threads), tags)
      .run();
}

}  // namespace asconkit
