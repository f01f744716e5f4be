// Batches on Arrow arrays, read where they lie and written into one new allocation.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <nanobind/stl/shared_ptr.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "arrow_column.hpp"
#include "arrow_result.hpp"
#include "calls.hpp"
#include "nonces.hpp"

namespace asconkit {

namespace {

using nb::literals::operator""_a;
using Result = std::shared_ptr<ArrowResult>;

struct Array : nb::handle {};  // what ArrowColumn takes

/** Messages of jobs in one call of the library: enough for all threads, and their jobs stay in the
    cache. */
constexpr size_t BLOCK = 8192;

/** What becomes of a row. */
enum class State : uint8_t { READY, NONE, WRONG };

[[noreturn]] void wrong_size(const ArrowColumn &column, size_t row, size_t expected, size_t given) {
  const std::string text = std::string(column.name()) + ": row " + std::to_string(row) +
                           " must have " + std::to_string(expected) + " bytes, not " +
                           std::to_string(given);
  throw nb::value_error(text.c_str());
}

[[noreturn]] void refuse(size_t row, ascon_result result) {
  const std::string text = "row " + std::to_string(row) + ": " + ascon_result_text(result);
  throw nb::value_error(text.c_str());
}

/** Whether the tag is right; ValueError for any other error. */
bool judge(size_t row, ascon_result result) {
  if (result != ASCON_OK && result != ASCON_ERR_TAG) {
    refuse(row, result);
  }
  return result == ASCON_OK;
}

/** Which tags were right. */
class Verdict {
 public:
  explicit Verdict(size_t rows) : valid_(rows) {}
  void add(State state) {
    valid_.add(state != State::NONE, state == State::READY);
    if (state == State::WRONG && wrong_++ == 0) {
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

/** Jobs of a block of rows without those that have nothing to do. */
template <typename Job>
class Block {
 public:
  /** The first block is the largest one. */
  void begin(size_t rows) {
    if (jobs.size() < rows) {
      jobs.resize(rows);
      states.resize(rows);
      rows_.resize(rows);
    }
    std::fill_n(states.begin(), rows, State::READY);
  }

  /** Moves the jobs that are ready to the front; returns how many. */
  size_t compact(size_t rows) {
    size_t ready = 0;
    for (size_t i = 0; i < rows; i++) {
      if (states[i] == State::READY) {
        if (ready != i) {
          jobs[ready] = jobs[i];
        }
        rows_[ready++] = i;
      }
    }
    return ready;
  }

  void judge_jobs(size_t first_row, size_t ready) {
    for (size_t j = 0; j < ready; j++) {
      if (!judge(first_row + rows_[j], jobs[j].result)) {
        states[rows_[j]] = State::WRONG;
      }
    }
  }

  std::vector<Job> jobs;
  std::vector<State> states;

 private:
  std::vector<size_t> rows_;
};

/** The type of a result is that of its input, text being binary. */
Form form_of_result(const ArrowColumn &data) {
  return data.form() == Form::DICTIONARY || data.form() == Form::SAME ? Form::OFFSETS64
                                                                      : data.form();
}

// ---- Authenticated encryption -------------------------------------------------------------------

class Aead {
 public:
  Aead(const ascon_algorithm &row, bool encrypt, Array key, Array nonce, Array data, Array ad,
       size_t tag_bytes, unsigned threads)
      : row_(row),
        encrypt_(encrypt),
        tag_bytes_(tag_bytes),
        threads_(threads),
        key_(key, "key"),
        nonce_(nonce, "nonce"),
        data_(data, "data"),
        ad_(ad, "associated_data"),
        verdict_(data_.rows()) {
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
    return verdict_.with(result);
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
    // A view needs the start of its value, which should still be in the cache.
    const size_t step = data_.form() == Form::VIEWS ? BLOCK : count;
    for (size_t begin = 0; begin < count; begin += step) {
      run_some_columns(writer, begin, std::min(step, count - begin));
    }
    return writer.take();
  }

  void run_some_columns(ArrowWriter &writer, size_t begin, size_t rows) {
    ascon_aead_columns columns = columns_;
    columns.out = writer.place_many(rows, columns.out_stride);
    columns.in += begin * columns.in_stride;
    columns.ad += begin * columns.ad_stride;
    columns.nonce += begin * columns.nonce_stride;
    columns.key += begin * columns.key_stride;
    columns.tag = (encrypt_ ? columns.out : const_cast<uint8_t *>(columns.in)) + columns.text_bytes;
    const auto call = encrypt_ ? ascon_batch_encrypt_columns : ascon_batch_decrypt_columns;
    const ascon_result all = call(&row_, &columns, rows, results_.data(), threads_);
    if (judge(begin, all)) {
      finish_right(writer, rows);
      return;
    }
    for (size_t i = 0; i < rows; i++) {
      finish(writer, results_[i] == ASCON_OK ? State::READY : State::WRONG);
    }
  }

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
    for (size_t begin = 0; begin < count; begin += BLOCK) {
      run_block(writer, begin, std::min(BLOCK, count - begin));
    }
    return writer.take();
  }

  void run_block(ArrowWriter &writer, size_t begin, size_t rows) {
    block_.begin(rows);
    read(begin, rows);
    for (size_t i = 0; i < rows; i++) {
      place(writer, block_.jobs[i], block_.states[i]);
    }
    const size_t ready = block_.compact(rows);
    const auto call = encrypt_ ? ascon_batch_encrypt : ascon_batch_decrypt;
    const ascon_result all = call(&row_, block_.jobs.data(), ready, tag_bytes_, nullptr, threads_);
    block_.judge_jobs(begin, ready);
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

  void finish(ArrowWriter &writer, State state) {
    writer.finish(state == State::READY);
    verdict_.add(state);
  }

  void finish_right(ArrowWriter &writer, size_t rows) {
    writer.finish_valid(rows);
    verdict_.add_right(rows);
  }

  /** Fills the block's inputs. What cannot be a message is a forged one. */
  void read(size_t begin, size_t rows) {
    data_.each(begin, rows, [&](size_t i, const Value &value) {
      mark(i, value, too_short(value.bytes) ? State::WRONG : State::READY);
      block_.jobs[i].in = value.data;
      block_.jobs[i].text_bytes = value.bytes;
    });
    key_.each(begin, rows, [&](size_t i, const Value &value) {
      if (value.data != nullptr && value.bytes != row_.key_bytes) {
        wrong_size(key_, begin + i, row_.key_bytes, value.bytes);
      }
      mark(i, value, State::READY);
      block_.jobs[i].key = value.data;
    });
    nonce_.each(begin, rows, [&](size_t i, const Value &value) {
      const bool wrong = value.data != nullptr && value.bytes != row_.nonce_bytes;
      if (wrong && encrypt_) {
        wrong_size(nonce_, begin + i, row_.nonce_bytes, value.bytes);
      }
      mark(i, value, wrong ? State::WRONG : State::READY);
      block_.jobs[i].nonce = value.data;
    });
    ad_.each(begin, rows, [&](size_t i, const Value &value) {
      mark(i, value, State::READY);
      block_.jobs[i].ad = value.data;
      block_.jobs[i].ad_bytes = value.bytes;
    });
  }

  void mark(size_t i, const Value &value, State state) {
    State &now = block_.states[i];
    if (value.data == nullptr) {
      now = State::NONE;
    } else if (now == State::READY) {
      now = state;
    }
  }

  void place(ArrowWriter &writer, ascon_aead_job &job, State state) {
    if (state != State::READY) {
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
  unsigned threads_;
  ArrowColumn key_, nonce_, data_, ad_;
  ascon_aead_columns columns_;
  std::vector<uint8_t> results_;
  Block<ascon_aead_job> block_;
  Verdict verdict_;
};

nb::tuple crypt(const ascon_algorithm &row, bool encrypt, Array key, Array nonce, Array data,
                Array ad, Length tag_length, Length threads) {
  if (row.kind != ASCON_KIND_AEAD) {
    check(ASCON_ERR_ALGORITHM);
  }
  return Aead(row, encrypt, key, nonce, data, ad, tag_size(row, tag_length), thread_count(threads))
      .run();
}

nb::object find_repeated_nonce(Array key_in, Array nonce_in) {
  const ArrowColumn key(key_in, "key"), nonce(nonce_in, "nonce");
  key.require_rows(nonce.rows());
  std::optional<RowPair> found;
  {
    nb::gil_scoped_release released;
    found = repeated_nonce(key, nonce);
  }
  return found ? nb::object(nb::make_tuple(found->first, found->second)) : nb::none();
}

// ---- Hashes, XOFs, MACs and PRFs ----------------------------------------------------------------

class Sponge {
 public:
  Sponge(const SpongeCall &call, Array key, Array data)
      : call_(call), row_(*call.algorithm), key_(key, "key"), data_(data, "data") {
    if (data_.form() == Form::SAME) {
      raise(PyExc_TypeError, "data must be an Arrow array");
    }
    key_.require_rows(data_.rows());
    key_.require_width(row_.key_bytes);
  }

  Result absorb(size_t out_bytes) {
    nb::gil_scoped_release released;
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
        if (block_.states[i] == State::READY) {
          block_.jobs[i].out = writer.place(out_bytes);
          block_.jobs[i].out_bytes = out_bytes;
        } else {
          writer.place_null();
        }
      }
      run_block(begin, rows);
      for (size_t i = 0; i < rows; i++) {
        writer.finish(block_.states[i] == State::READY);
      }
    });
    return writer.take();
  }

  nb::tuple verify(Array tags_in) {
    const ArrowColumn tags(tags_in, "tags");
    tags.require_rows(data_.rows());
    tags.require_width(row_.output_bytes);
    Verdict verdict(data_.rows());
    {
      nb::gil_scoped_release released;
      each_block([&](size_t begin, size_t rows) {
        tags.each(begin, rows, [&](size_t i, const Value &value) {
          if (value.data == nullptr) {
            block_.states[i] = State::NONE;
          } else if (value.bytes != row_.output_bytes && block_.states[i] == State::READY) {
            block_.states[i] = State::WRONG;
          }
          block_.jobs[i].out = const_cast<uint8_t *>(value.data);
          block_.jobs[i].out_bytes = value.bytes;
        });
        run_block(begin, rows);
        for (size_t i = 0; i < rows; i++) {
          verdict.add(block_.states[i]);
        }
      });
    }
    return verdict.with(nullptr);
  }

 private:
  /** Calls use(begin, rows) with a block of which data and keys are set. */
  template <typename Use>
  void each_block(Use use) {
    for (size_t begin = 0; begin < data_.rows(); begin += BLOCK) {
      const size_t rows = std::min(BLOCK, data_.rows() - begin);
      block_.begin(rows);
      data_.each(begin, rows, [&](size_t i, const Value &value) {
        block_.jobs[i].in = value.data;
        block_.jobs[i].bytes = value.bytes;
        block_.states[i] = value.data != nullptr ? State::READY : State::NONE;
      });
      key_.each(begin, rows, [&](size_t i, const Value &value) {
        if (value.data == nullptr) {
          block_.states[i] = State::NONE;
        } else if (value.bytes != row_.key_bytes) {
          wrong_size(key_, begin + i, row_.key_bytes, value.bytes);
        }
        block_.jobs[i].key = value.data;
      });
      use(begin, rows);
    }
  }

  void run_block(size_t begin, size_t rows) {
    const size_t ready = block_.compact(rows);
    const ascon_result all = absorb_jobs(call_, block_.jobs.data(), ready);
    block_.judge_jobs(begin, ready);
    if (all != ASCON_OK && all != ASCON_ERR_TAG) {
      refuse(begin, all);
    }
  }

  const SpongeCall &call_;
  const ascon_algorithm &row_;
  ArrowColumn key_, data_;
  Block<ascon_sponge_job> block_;
};

Result absorb(const ascon_algorithm &row, Array key, Array data, Length length,
              OptionalData customization_in, Length threads) {
  const Bytes customization(customization_in, "customization");
  const SpongeCall call = {&row, &customization, false, thread_count(threads)};
  return Sponge(call, key, data).absorb(number(length, "length"));
}

nb::tuple verify(const ascon_algorithm &row, Array key, Array data, Array tags, Length threads) {
  if (row.kind != ASCON_KIND_MAC) {
    check(ASCON_ERR_ALGORITHM);
  }
  const SpongeCall call = {&row, nullptr, true, thread_count(threads)};
  return Sponge(call, key, data).verify(tags);
}

}  // namespace

}  // namespace asconkit

namespace nanobind::detail {

ASCONKIT_ARGUMENT(Array, "object")

}  // namespace nanobind::detail

namespace asconkit {

const char *const ARRAYS_DOC = R"(

Below asconkit.batch. An array is one of pyarrow, of binary values of any kind or dictionaries of
them, whose contents are checked against the sizes of its buffers. Keys, nonces and associated data
may also be bytes-like, the same for all, and the latter None. What is null in one of them is null in
the result. ValueError for sizes that do not fit and for arrays that are not valid, TypeError for
other types.)";

void define_arrow(nb::module_ &module) {
  nb::class_<ArrowResult>(module, "ArrowArray", "An Arrow array, for pyarrow.array() and others.")
      .def("__len__", [](const ArrowResult &self) { return self.rows; })
      .def(
          "__arrow_c_array__",
          [](const std::shared_ptr<ArrowResult> &self, nb::handle) {
            return ArrowResult::to_capsules(self);
          },
          "requested_schema"_a = nb::none(),
          nb::sig("def __arrow_c_array__(self, requested_schema: object | None = None) -> "
                  "tuple[object, object]"),
          "Its schema and itself, in capsules of Arrow's C data interface.");
  const std::string arrays = ARRAYS_DOC;
  module.def(
      "arrow_crypt", &crypt, "algorithm"_a, "encrypt"_a, "key"_a, "nonce"_a, "data"_a,
      "associated_data"_a.none(), "tag_length"_a, "threads"_a,
      nb::sig("def arrow_crypt(algorithm: Algorithm, encrypt: bool, key: object, nonce: "
              "object, data: object, associated_data: object | None, tag_length: int, "
              "threads: int) -> tuple[ArrowArray, ArrowArray, int, int]"),
      ("Encrypts into or decrypts from ciphertext || tag. Returns the result, of the type of "
       "`data`;\nwhich tags are right, as booleans; how many are wrong; and the first one "
       "of these rows.\nA message with a wrong tag is null; one too short for its tag, and "
       "one whose nonce has\nanother size, are wrong too." +
       arrays)
          .c_str());
  module.def(
      "arrow_repeated_nonce", &find_repeated_nonce, "key"_a, "nonce"_a,
      nb::sig("def arrow_repeated_nonce(key: object, nonce: object) -> tuple[int, int] | None"),
      ("Two rows that have the same nonce under the same key, if there are such; the second "
       "is the\nfirst repetition." +
       arrays)
          .c_str());
  module.def(
      "arrow_absorb", &absorb, "algorithm"_a, "key"_a.none(), "data"_a, "length"_a,
      "customization"_a.none(), "threads"_a,
      ("Hashes, XOFs, MACs and PRFs: `length` bytes for each message, fixed_size_binary." + arrays)
          .c_str());
  module.def("arrow_verify", &verify, "algorithm"_a, "key"_a, "data"_a, "tags"_a, "threads"_a,
             nb::sig("def arrow_verify(algorithm: Algorithm, key: object, data: object, tags: "
                     "object, threads: int) -> tuple[None, ArrowArray, int, int]"),
             ("Compares the MACs of all messages with tags, in constant time. Returns what "
              "arrow_crypt()\ndoes, but no result." +
              arrays)
                 .c_str());
}

}  // namespace asconkit
