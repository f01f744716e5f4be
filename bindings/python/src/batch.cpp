// Batches: columns of messages in buffers, given to the batch calls of the library as they lie.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/ascon_any.h"
#include "asconkit/batch/ascon_batch.h"
#include "calls.hpp"

#include <algorithm>
#include <initializer_list>
#include <optional>

namespace asconkit {

namespace {

using nb::literals::operator""_a;

// ---- Columns ------------------------------------------------------------------------------------

struct Column : nb::handle {};  // an input
struct Output : nb::handle {};  // a column that is written

/** A buffer of any shape for the time of one call. */
class ShapedBuffer {
 public:
  ShapedBuffer() = default;
  ~ShapedBuffer() {
    if (held_) {
      release_buffer(&buffer);
    }
  }
  ShapedBuffer(const ShapedBuffer &) = delete;
  ShapedBuffer &operator=(const ShapedBuffer &) = delete;

  void acquire(nb::handle source, const char *name, bool writable) {
    const int flags = PyBUF_STRIDES | PyBUF_FORMAT | (writable ? PyBUF_WRITABLE : 0);
    get_buffer(source, buffer, flags, name);
    held_ = true;
  }
  [[nodiscard]] size_t shape(int axis) const { return static_cast<size_t>(buffer.shape[axis]); }

  Py_buffer buffer;

 private:
  bool held_ = false;
};

/** One value for each message: a buffer of bytes of shape (n, length), rows contiguous; for inputs
   also a buffer of bytes with one dimension, or None for no bytes: the same for all. */
class BufferColumn {
 public:
  BufferColumn(nb::handle source, const char *column_name, bool output) : name(column_name) {
    if (!source.is_none() || output) {
      load(source, output);
    }
  }

  void require_rows(size_t expected) const {
    if (!same_for_all && rows != expected) {
      raise(PyExc_ValueError, "%s must have %zu rows, not %zu", name, expected, rows);
    }
  }
  void require_bytes(size_t expected) const {
    if (bytes != expected) {
      raise(PyExc_ValueError, "%s%s must be %zu bytes, not %zu", same_for_all ? "" : "each row of ",
            name, expected, bytes);
    }
  }

  [[nodiscard]] ascon_column column() const { return column_of(base, stride, bytes); }
  /** The same for keys. One for all rows is copied, since others may erase or change it before the
      last row has been computed. */
  ascon_column keys() {
    if (!same_for_all || bytes == 0) {
      return column();
    }
    copy_.emplace(base, bytes);
    return column_of(copy_->data(), 0, bytes);
  }
  [[nodiscard]] Extent extent() const { return {base, extent_bytes}; }
  /** ValueError if this output overlaps `input`. */
  void require_apart(const BufferColumn &input) const {
    if (extent().overlaps(input.extent())) {
      raise(PyExc_ValueError, "%s overlaps %s", name, input.name);
    }
  }
  /** The same, unless each row begins where its input does and overlaps no other input. */
  void require_apart_or_in_place(const BufferColumn &input) const {
    const bool same_rows = rows == 1 || (stride == input.stride && stride >= input.bytes);
    if (base != input.base || !same_rows) {
      require_apart(input);
    }
  }

  const char *name;
  bool same_for_all = true;
  size_t rows = 1;
  uint8_t *base = nullptr;
  size_t stride = 0;
  size_t bytes = 0;
  size_t extent_bytes = 0;  // from the first byte to after the last one

 private:
  /** Takes shape and strides from the buffer, and refuses what the library cannot read as rows. */
  void load(nb::handle source, bool output) {
    view_.acquire(source, name, output);
    const Py_buffer &view = view_.buffer;
    same_for_all = view.ndim == 1 && !output;
    if (view.itemsize != 1 || (view.ndim != 2 && !same_for_all)) {
      raise(PyExc_ValueError,
            "%s must have bytes in the shape (n, length), not %d dimensions of %zd bytes", name,
            view.ndim, view.itemsize);
    }
    const int last = view.ndim - 1;
    base = static_cast<uint8_t *>(view.buf);
    bytes = view_.shape(last);
    rows = same_for_all ? 1 : view_.shape(0);
    const Py_ssize_t step = rows > 1 ? view.strides[0] : view.shape[last];
    if ((bytes > 1 && view.strides[last] != 1) || step < 0) {
      raise(PyExc_ValueError, "%s must have contiguous rows, in ascending order", name);
    }
    stride = same_for_all ? 0 : static_cast<size_t>(step);
    if (output && stride < bytes) {
      raise(PyExc_ValueError, "%s must have rows that do not overlap", name);
    }
    extent_bytes = rows == 0 || bytes == 0 ? 0 : (rows - 1) * stride + bytes;
  }

  ShapedBuffer view_;
  std::optional<SecretBytes> copy_;
};

/** A batch of columns and its results. */
struct ColumnsCall {
  ColumnsCall(const ascon_algorithm &row, ascon_operation op, size_t rows, Target results_in,
              Place place)
      : count(rows), results(results_in, "results"), batch{&row, op, workers_for(place)} {
    results.require("results", count);
  }
  /** ValueError if `results`, which are written, overlap a column. */
  void require_apart(std::initializer_list<const BufferColumn *> columns) const {
    for (const BufferColumn *column : columns) {
      if (results.extent().overlaps(column->extent())) {
        raise(PyExc_ValueError, "results overlaps %s", column->name);
      }
    }
  }
  /** False if a tag is wrong; ValueError for any other failure, which is of the whole call. A
     device is waited for without the interpreter lock, whatever it has to do. */
  [[nodiscard]] bool run(const ascon_columns &columns, size_t bytes) const {
    const size_t least = batch.workers.device ? LONG_WORK_BYTES : 0;
    const ascon_result all = work(std::max(bytes, least),
                                  [&] { return run_columns(batch, columns, count, results.data); });
    if (all != ASCON_ERR_TAG) {
      check(all);
    }
    return all == ASCON_OK;
  }

  size_t count;
  HeldBuffer results;
  BatchCall batch;
};

// ---- Authenticated encryption -------------------------------------------------------------------

struct AeadColumns {
  AeadColumns(const ascon_algorithm &row, Column key_in, Column nonce_in, Column data_in,
              Column ad_in, Output out_in)
      : key(key_in, "key", false),
        nonce(nonce_in, "nonce", false),
        data(data_in, "data", false),
        ad(ad_in, "associated_data", false),
        out(out_in, "out", true) {
    if (row.kind != ASCON_KIND_AEAD) {
      check(ASCON_ERR_ALGORITHM);
    }
    for (const BufferColumn *column : {&key, &nonce, &data, &ad}) {
      column->require_rows(out.rows);
    }
    key.require_bytes(row.key_bytes);
    nonce.require_bytes(row.nonce_bytes);
    for (const BufferColumn *column : {&key, &nonce, &ad}) {
      out.require_apart(*column);
    }
    out.require_apart_or_in_place(data);
  }

  BufferColumn key, nonce, data, ad, out;
};

/** Messages that are too short for a tag: each of them is wrong, and none has a text. */
bool reject_all(const ColumnsCall &call) {
  std::fill_n(call.results.data, call.count, static_cast<uint8_t>(ASCON_ERR_TAG));
  return call.count == 0;
}

/** Encrypts or decrypts all rows; false if a tag is wrong. */
bool crypt(const ascon_algorithm &row, bool encrypt, Column key, Column nonce, Column data,
           Column ad, Output out, Length tag_length, Target results, Place threads) {
  AeadColumns c(row, key, nonce, data, ad, out);
  const AeadRows rows = {row, encrypt, tag_size(row, tag_length)};
  const ColumnsCall call(row, rows.op(), c.out.rows, results, threads);
  call.require_apart({&c.key, &c.nonce, &c.data, &c.ad, &c.out});
  if (encrypt && c.nonce.stride == 0 && call.count > 1) {
    raise(PyExc_ValueError, "nonce must have %zu rows: one nonce for each message", call.count);
  }
  const bool too_short = rows.too_short(c.data.bytes);
  c.out.require_bytes(too_short ? 0 : rows.out_bytes(c.data.bytes));
  if (too_short) {
    return reject_all(call);
  }
  ascon_columns columns = {c.out.column(), c.data.column(),  {},
                           c.ad.column(),  c.nonce.column(), c.key.keys()};
  rows.place(columns);
  return call.run(columns, c.data.extent_bytes + c.ad.extent_bytes);
}

// ---- Hashes, XOFs, MACs and PRFs ----------------------------------------------------------------

struct SpongeColumns {
  SpongeColumns(const ascon_algorithm &row, Column key_in, Column data_in, nb::handle out_in,
                bool verify)
      : key(key_in, "key", false),
        data(data_in, "data", false),
        out(out_in, verify ? "tags" : "out", !verify) {
    for (const BufferColumn *column : {&key, &data, &out}) {
      column->require_rows(rows());
    }
    key.require_bytes(row.key_bytes);
    if (row.kind == ASCON_KIND_HASH || row.kind == ASCON_KIND_MAC) {
      out.require_bytes(row.output_bytes);
    }
    if (row.kind == ASCON_KIND_PRFSHORT) {
      require_short(row, data.bytes, out.bytes);
    }
    if (!verify) {
      // A digest may overlap its own message alone, which lengths that differ cannot promise.
      out.require_apart(key);
      out.require_apart(data);
    }
  }
  [[nodiscard]] size_t rows() const { return data.same_for_all ? out.rows : data.rows; }

  BufferColumn key, data, out;
};

/** Hashes, MACs and PRFs of all rows, or the comparison of MACs; false if one differs. */
bool absorb_all(const ascon_algorithm &row, ascon_operation op, Column key, Column data,
                nb::handle out, OptionalData customization_in, Target results, Place threads) {
  SpongeColumns c(row, key, data, out, op == ASCON_VERIFY);
  const ColumnsCall call(row, op, c.rows(), results, threads);
  call.require_apart({&c.key, &c.data, &c.out});
  const HeldBuffer customization(customization_in, "customization");
  require_customization(row, customization);
  const ascon_columns columns = {c.out.column(),
                                 c.data.column(),
                                 c.out.column(),  // a MAC is a tag
                                 column_of(customization.data, 0, customization.size),
                                 {},
                                 c.key.keys()};
  return call.run(columns, c.data.extent_bytes + c.out.extent_bytes);
}

bool absorb(const ascon_algorithm &row, Column key, Column data, Output out,
            OptionalData customization, Target results, Place threads) {
  return absorb_all(row, ASCON_COMPUTE, key, data, out, customization, results, threads);
}

bool verify(const ascon_algorithm &row, Column key, Column data, Column tags, Target results,
            Place threads) {
  if (row.kind != ASCON_KIND_MAC) {
    check(ASCON_ERR_ALGORITHM);
  }
  return absorb_all(row, ASCON_VERIFY, key, data, tags, OptionalData{nb::none()}, results, threads);
}

}  // namespace

}  // namespace asconkit

namespace nanobind::detail {

ASCONKIT_ARGUMENT(Column, "typing_extensions.Buffer")
ASCONKIT_ARGUMENT(Output, "typing_extensions.Buffer")

}  // namespace nanobind::detail

namespace asconkit {

const char *const COLUMNS_DOC = R"(

What asconkit.batch calls, without numpy. A column has one value for each of n messages: a buffer of
bytes of shape (n, length), rows contiguous. An input may also be a buffer of one dimension, or None
for no bytes: the same for all messages. `out` may begin where `data` begins, with the same stride, in
batch_crypt(); otherwise it overlaps nothing. `results`: n writable bytes, apart from all columns, that
become 0, or 1 where a tag is wrong. `threads`: 0 for as many as the process may use, or a device. Returns whether
all tags are right. ValueError for shapes, sizes and kinds that do not fit.)";

void define_batch(nb::module_ &module) {
  const std::string columns = COLUMNS_DOC;
  module.def(
      "batch_crypt", &crypt, "algorithm"_a, "encrypt"_a, "key"_a.none(), "nonce"_a, "data"_a,
      "associated_data"_a.none(), "out"_a, "tag_length"_a, "results"_a, "threads"_a,
      ("Encrypts into or decrypts from ciphertext || tag; a message with a wrong tag becomes "
       "zeros." +
       columns)
          .c_str());
  module.def(
      "batch_absorb", &absorb, "algorithm"_a, "key"_a.none(), "data"_a, "out"_a,
      "customization"_a.none(), "results"_a, "threads"_a,
      ("Hashes, XOFs, MACs and PRFs; the rows of `out` say how many bytes are wanted." + columns)
          .c_str());
  module.def("batch_verify", &verify, "algorithm"_a, "key"_a.none(), "data"_a, "tags"_a,
             "results"_a, "threads"_a,
             ("Compares the MACs of all messages with tags, in constant time." + columns).c_str());
}

}  // namespace asconkit
