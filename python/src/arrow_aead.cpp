// Authenticated encryption of Arrow arrays: in columns where all rows lie at equal distances, else
// in blocks of jobs. SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>
#include <vector>

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
            size_t tag_bytes, Workers workers)
      : row_(row),
        encrypt_(encrypt),
        tag_bytes_(tag_bytes),
        call_{&row, encrypt, std::move(workers)},
        block_rows_(block_rows(call_.workers)),
        key_(key, "key"),
        nonce_(nonce, "nonce"),
        data_(data, "data"),
        ad_(ad, "associated_data"),
        tags_(data_.rows()) {
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
    if (!encrypt && data_.form() == Form::FIXED && data_.width() < tag_bytes) {
      raise(PyExc_ValueError, "data must have at least %zu bytes a row, the tag, not %zu",
            tag_bytes, data_.width());
    }
  }

  nb::tuple run() {
    Result result;
    {
      nb::gil_scoped_release released;
      result = data_.rows() != 0 && columns_fit() ? run_columns() : run_blocks();
    }
    return tags_.with(result);
  }

 private:
  [[nodiscard]] bool too_short(size_t bytes) const { return !encrypt_ && bytes < tag_bytes_; }
  [[nodiscard]] size_t out_bytes(size_t bytes) const {
    return encrypt_ ? bytes + tag_bytes_ : bytes - tag_bytes_;
  }
  [[nodiscard]] size_t width() const {
    return data_.form() == Form::FIXED ? out_bytes(data_.width()) : 0;
  }

  /** Whether everything lies in rows of one length, at equal distances. */
  bool columns_fit() {
    const auto key = key_.strided(), nonce = nonce_.strided(), ad = ad_.strided();
    const auto data = key && nonce && ad ? data_.strided() : std::nullopt;
    if (!data || too_short(data->bytes) || key->bytes != row_.key_bytes ||
        nonce->bytes != row_.nonce_bytes || (encrypt_ && nonce->stride == 0)) {
      return false;
    }
    const size_t bytes = out_bytes(data->bytes);
    columns_ = {nullptr,   bytes,       data->base,    data->stride, data->bytes,
                nullptr,   bytes,       tag_bytes_,    ad->base,     ad->stride,
                ad->bytes, nonce->base, nonce->stride, key->base,    key->stride};
    return ArrowWriter::room(form_of_result(data_), bytes) == bytes;
  }

  /** All rows lie at equal distances: the library reads and writes them in place. */
  Result run_columns() {
    const size_t count = data_.rows(), bytes = out_bytes(columns_.text_bytes);
    ArrowWriter writer(form_of_result(data_), count, bytes, count * bytes);
    if (encrypt_) {
      columns_.tag_stride = bytes;
    } else {
      columns_.tag_stride = columns_.in_stride;
      columns_.text_bytes = bytes;
    }
    results_.resize(count);
    // In steps: a view repeats the start of its value, which should still be in the cache then.
    const size_t step = data_.form() == Form::VIEWS ? block_rows_ : count;
    for (size_t begin = 0; begin < count; begin += step) {
      run_some_columns(writer, begin, std::min(step, count - begin));
    }
    return writer.take();
  }

  /** Rows `begin` to `begin` + `rows` - 1, and which of their tags are right. */
  void run_some_columns(ArrowWriter &writer, size_t begin, size_t rows) {
    ascon_aead_columns columns = columns_;
    columns.out = writer.place_many(rows, columns.out_stride);
    columns.in += begin * columns.in_stride;
    columns.ad += begin * columns.ad_stride;
    columns.nonce += begin * columns.nonce_stride;
    columns.key += begin * columns.key_stride;
    columns.tag = (encrypt_ ? columns.out : const_cast<uint8_t *>(columns.in)) + columns.text_bytes;
    const ascon_result all = crypt_columns(call_, columns, rows, results_.data());
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
        const bool something = value.data != nullptr && !too_short(value.bytes);
        total += something ? ArrowWriter::room(form, out_bytes(value.bytes)) : 0;
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
    read(begin, rows);
    for (size_t i = 0; i < rows; i++) {
      place(writer, block_.jobs[i], block_.states[i]);
    }
    const size_t ready = block_.compact(rows);
    const ascon_result all = crypt_jobs(call_, block_.jobs.data(), ready, tag_bytes_);
    block_.mark_wrong_tags(begin, ready);
    if (all != ASCON_OK && all != ASCON_ERR_TAG) {
      refuse(begin, all);
    }
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
    tags_.add(state);
  }

  void finish_right(ArrowWriter &writer, size_t rows) {
    writer.finish_valid(rows);
    tags_.add_right(rows);
  }

  /** Fills the block's inputs. A row that cannot be a message, such as one that is too short for a
     tag, counts as a forgery. */
  void read(size_t begin, size_t rows) {
    data_.each(begin, rows, [&](size_t i, const Value &value) {
      mark(i, value, too_short(value.bytes) ? RowState::WRONG : RowState::READY);
      block_.jobs[i].in = value.data;
      block_.jobs[i].text_bytes = value.bytes;
    });
    key_.each(begin, rows, [&](size_t i, const Value &value) {
      if (value.data != nullptr && value.bytes != row_.key_bytes) {
        wrong_size(key_, begin + i, row_.key_bytes, value.bytes);
      }
      mark(i, value, RowState::READY);
      block_.jobs[i].key = value.data;
    });
    nonce_.each(begin, rows, [&](size_t i, const Value &value) {
      const bool wrong = value.data != nullptr && value.bytes != row_.nonce_bytes;
      if (wrong && encrypt_) {
        wrong_size(nonce_, begin + i, row_.nonce_bytes, value.bytes);
      }
      mark(i, value, wrong ? RowState::WRONG : RowState::READY);
      block_.jobs[i].nonce = value.data;
    });
    ad_.each(begin, rows, [&](size_t i, const Value &value) {
      mark(i, value, RowState::READY);
      block_.jobs[i].ad = value.data;
      block_.jobs[i].ad_bytes = value.bytes;
    });
  }

  void mark(size_t i, const Value &value, RowState state) {
    RowState &now = block_.states[i];
    if (value.data == nullptr) {
      now = RowState::NONE;
    } else if (now == RowState::READY) {
      now = state;
    }
  }

  /** Where the result of a job goes. A row without a result becomes null. */
  void place(ArrowWriter &writer, ascon_aead_job &job, RowState state) {
    if (state != RowState::READY) {
      writer.place_null();
      return;
    }
    const size_t bytes = out_bytes(job.text_bytes);
    job.out = writer.place(bytes);
    if (encrypt_) {
      job.tag = job.out + job.text_bytes;
    } else {
      job.text_bytes = bytes;
      job.tag = const_cast<uint8_t *>(job.in) + bytes;
    }
  }

  const ascon_algorithm &row_;
  bool encrypt_;
  size_t tag_bytes_;
  AeadCall call_;
  size_t block_rows_;
  ArrowColumn key_, nonce_, data_, ad_;
  ascon_aead_columns columns_;
  std::vector<uint8_t> results_;
  JobBlock<ascon_aead_job> block_;
  TagResults tags_;
};

}  // namespace

nb::tuple arrow_crypt(const ascon_algorithm &row, bool encrypt, Array key, Array nonce, Array data,
                      Array ad, Length tag_length, Place threads) {
  if (row.kind != ASCON_KIND_AEAD) {
    check(ASCON_ERR_ALGORITHM);
  }
  return ArrowAead(row, encrypt, key, nonce, data, ad, tag_size(row, tag_length),
                   workers_for(threads))
      .run();
}

}  // namespace asconkit
