// Batches: columns of messages in buffers, given to the batch calls of the library as they lie.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "calls.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

namespace asconkit {

namespace {

using nb::literals::operator""_a;

// ---- Columns ------------------------------------------------------------------------------------

struct Column : nb::handle {};  // an input
struct Output : nb::handle {};  // a column that is written

struct Row {
  uint8_t *data;
  size_t bytes;
};

/** A buffer of any shape for the time of one call. */
class View {
 public:
  View() = default;
  ~View() {
    if (held_) {
      PyBuffer_Release(&buffer);
    }
  }
  View(const View &) = delete;
  View &operator=(const View &) = delete;

  void acquire(nb::handle source, const char *name, bool writable) {
    const int flags = PyBUF_STRIDES | PyBUF_FORMAT | (writable ? PyBUF_WRITABLE : 0);
    get_buffer(source, buffer, flags, name, writable ? "writable" : "readable");
    held_ = true;
  }
  [[nodiscard]] size_t shape(int axis) const { return static_cast<size_t>(buffer.shape[axis]); }

  Py_buffer buffer;

 private:
  bool held_ = false;
};

/** One value for each message, in one of these forms:
    - a buffer of bytes of shape (n, length), rows contiguous;
    - (values, offsets): row i is values[offsets[i]:offsets[i + 1]], offsets being n + 1 signed
      integers of 32 or 64 bits;
    - for inputs a buffer of bytes with one dimension, or None for no bytes: the same for all. */
class Values {
 public:
  Values(nb::handle source, const char *column_name, bool output) : name(column_name) {
    if (source.is_none() && !output) {
      return;
    }
    if (PyTuple_Check(source.ptr()) && PyTuple_Size(source.ptr()) == 2) {
      load_ragged(source, output);
    } else {
      load_fixed(source, output);
    }
  }

  /** Row i. Offsets are checked here, where they are read for the only time: another thread may
      change them at any time. */
  [[nodiscard]] Row row(size_t i) const {
    if (!ragged) {
      return {base + i * stride, bytes};
    }
    const int64_t begin = offset(i), end = offset(i + 1);
    if (begin < 0 || end < begin || static_cast<uint64_t>(end) > extent) {
      raise(PyExc_ValueError, "%s: the offsets of row %zu are outside the values", name, i);
    }
    return {base + begin, static_cast<size_t>(end - begin)};
  }

  void require_rows(size_t expected) const {
    if (!same_for_all && rows != expected) {
      raise(PyExc_ValueError, "%s must have %zu rows, not %zu", name, expected, rows);
    }
  }
  void require_bytes(size_t expected) const {
    if (ragged || bytes != expected) {
      raise(PyExc_ValueError, "%s must have %zu bytes a row, not %s%zu", name, expected,
            ragged ? "offsets of " : "", bytes);
    }
  }
  /** ValueError if rows of this output overlap `input`, unless each row begins where its input
   * does. */
  void require_apart(const Values &input) const {
    const auto begin = reinterpret_cast<uintptr_t>(base);
    const auto other = reinterpret_cast<uintptr_t>(input.base);
    const bool overlap = begin < other + input.extent && other < begin + extent;
    const bool in_place = base == input.base && stride == input.stride && !ragged && !input.ragged;
    if (overlap && !in_place) {
      raise(PyExc_ValueError, "%s overlaps %s", name, input.name);
    }
  }

  const char *name;
  bool ragged = false;
  bool same_for_all = true;
  size_t rows = 1;
  uint8_t *base = nullptr;
  size_t stride = 0;
  size_t bytes = 0;
  size_t extent = 0;  // from the first byte to behind the last one

 private:
  void load_fixed(nb::handle source, bool output) {
    values_.acquire(source, name, output);
    const Py_buffer &view = values_.buffer;
    same_for_all = view.ndim == 1 && !output;
    if (view.itemsize != 1 || (view.ndim != 2 && !same_for_all)) {
      raise(PyExc_ValueError,
            "%s must have bytes in the shape (n, length), not %d dimensions of %zd bytes", name,
            view.ndim, view.itemsize);
    }
    const int last = view.ndim - 1;
    base = static_cast<uint8_t *>(view.buf);
    bytes = values_.shape(last);
    rows = same_for_all ? 1 : values_.shape(0);
    const Py_ssize_t step = rows > 1 ? view.strides[0] : view.shape[last];
    if ((bytes > 1 && view.strides[last] != 1) || step < 0) {
      raise(PyExc_ValueError, "%s must have contiguous rows, in ascending order", name);
    }
    stride = same_for_all ? 0 : static_cast<size_t>(step);
    if (output && stride < bytes) {
      raise(PyExc_ValueError, "%s must have rows that do not overlap", name);
    }
    extent = rows == 0 || bytes == 0 ? 0 : (rows - 1) * stride + bytes;
  }

  void load_ragged(nb::handle source, bool output) {
    values_.acquire(nb::handle(PyTuple_GetItem(source.ptr(), 0)), name, output);
    offsets_.acquire(nb::handle(PyTuple_GetItem(source.ptr(), 1)), name, false);
    const Py_buffer &view = values_.buffer, &offsets = offsets_.buffer;
    if (view.ndim != 1 || view.itemsize != 1 || (view.shape[0] > 1 && view.strides[0] != 1)) {
      raise(PyExc_ValueError, "%s: the values must be contiguous bytes", name);
    }
    const char *format = offsets.format != nullptr ? offsets.format : "B";
    const char code = format[format[0] == '<' ? 1 : 0];
    const bool integers = code != '\0' && std::strchr("ilq", code) != nullptr;
    const bool contiguous =
        offsets.ndim == 1 && (offsets.shape[0] == 1 || offsets.strides[0] == offsets.itemsize);
    if (!integers || !contiguous || (offsets.itemsize != 4 && offsets.itemsize != 8) ||
        offsets.shape[0] < 1) {
      raise(PyExc_ValueError, "%s: the offsets must be n + 1 signed integers of 32 or 64 bits",
            name);
    }
    ragged = true;
    same_for_all = false;
    rows = offsets_.shape(0) - 1;
    base = static_cast<uint8_t *>(view.buf);
    extent = values_.shape(0);
  }

  [[nodiscard]] int64_t offset(size_t i) const {
    const auto *at = static_cast<const uint8_t *>(offsets_.buffer.buf);
    if (offsets_.buffer.itemsize == 4) {
      int32_t value;
      std::memcpy(&value, at + 4 * i, sizeof value);
      return value;
    }
    int64_t value;
    std::memcpy(&value, at + 8 * i, sizeof value);
    return value;
  }

  View values_, offsets_;
};

/** Rows of an output that are taken one after the other, so that they cannot overlap. */
class Writer {
 public:
  explicit Writer(const Values &values) : values_(values) {}
  Row next(size_t i) {
    const Row row = values_.row(i);
    if (values_.ragged && row.data < end_) {
      raise(PyExc_ValueError, "%s: row %zu overlaps the row before", values_.name, i);
    }
    end_ = row.data + row.bytes;
    return row;
  }

 private:
  const Values &values_;
  const uint8_t *end_ = nullptr;
};

[[noreturn]] void wrong_length(const Values &out, size_t i, size_t expected, size_t given) {
  raise(PyExc_ValueError, "%s: row %zu must have %zu bytes, not %zu", out.name, i, expected, given);
}

/** What a batch call gets beside its columns. */
struct Call {
  Call(const ascon_algorithm &row, size_t rows, Target results_in, Length threads_in)
      : algorithm(row),
        count(rows),
        results(results_in, "results"),
        threads(thread_count(threads_in)) {
    results.require("results", count);
  }
  const ascon_algorithm &algorithm;
  size_t count;
  Bytes results;
  unsigned threads;

  /** False if a tag is wrong; ValueError for any other failure, which is of the whole call. */
  [[nodiscard]] static bool judge(ascon_result result) {
    if (result != ASCON_ERR_TAG) {
      check(result);
    }
    return result == ASCON_OK;
  }

  /** The same for jobs, of which each may have failed in its own way. */
  template <typename Job>
  bool judge(ascon_result result, const std::vector<Job> &jobs) const {
    if (result != ASCON_OK && std::all_of(jobs.begin(), jobs.end(),
                                          [](const Job &job) { return job.result == ASCON_OK; })) {
      check(result);
    }
    for (size_t i = 0; i < jobs.size(); i++) {
      results.data[i] = static_cast<uint8_t>(jobs[i].result);
      if (jobs[i].result != ASCON_OK && jobs[i].result != ASCON_ERR_TAG) {
        raise(PyExc_ValueError, "row %zu: %s", i, ascon_result_text(jobs[i].result));
      }
    }
    return result == ASCON_OK;
  }
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
    for (const Values *values : {&key, &nonce, &data, &ad, &out}) {
      values->require_rows(out.rows);
    }
    key.require_bytes(row.key_bytes);
    nonce.require_bytes(row.nonce_bytes);
    for (const Values *values : {&key, &nonce, &ad}) {
      if (values->extent != 0 && values->base == out.base) {
        raise(PyExc_ValueError, "out overlaps %s", values->name);
      }
      out.require_apart(*values);
    }
    out.require_apart(data);
  }
  [[nodiscard]] bool fixed() const { return !data.ragged && !ad.ragged && !out.ragged; }
  [[nodiscard]] size_t work() const { return data.extent + ad.extent; }

  Values key, nonce, data, ad, out;
};

using AeadBatch = ascon_result (*)(const ascon_algorithm *, const ascon_aead_columns *, size_t,
                                   uint8_t *, unsigned);
using AeadJobs = ascon_result (*)(const ascon_algorithm *, ascon_aead_job *, size_t, size_t,
                                  const uint8_t *, unsigned);

/** Where text and tag of a message are: the tag stands behind the ciphertext. */
struct Places {
  Places(bool encrypt, size_t tag_bytes, const Row &in, const Row &to, const Values &out, size_t i)
      : text_bytes(encrypt ? in.bytes : in.bytes - tag_bytes),
        tag((encrypt ? to.data : in.data) + text_bytes) {
    const size_t expected = encrypt ? text_bytes + tag_bytes : text_bytes;
    if (to.bytes != expected) {
      wrong_length(out, i, expected, to.bytes);
    }
  }
  size_t text_bytes;
  uint8_t *tag;
};

void require_tag(const Values &data, size_t i, const Row &in, bool encrypt, size_t tag_bytes) {
  if (!encrypt && in.bytes < tag_bytes) {
    raise(PyExc_ValueError, "%s: row %zu must have at least %zu bytes, the tag, not %zu", data.name,
          i, tag_bytes, in.bytes);
  }
}

bool crypt_fixed(const Call &call, const AeadColumns &c, bool encrypt, size_t tag_bytes) {
  const Row in = c.data.row(0), to = c.out.row(0);
  require_tag(c.data, 0, in, encrypt, tag_bytes);
  const Places places(encrypt, tag_bytes, in, to, c.out, 0);
  const ascon_aead_columns columns = {
      to.data,
      c.out.stride,
      in.data,
      c.data.stride,
      places.text_bytes,
      places.tag,
      encrypt ? c.out.stride : c.data.stride,
      tag_bytes,
      c.ad.base,
      c.ad.stride,
      c.ad.bytes,
      c.nonce.base,
      c.nonce.stride,
      c.key.base,
      c.key.stride,
  };
  const AeadBatch run = encrypt ? ascon_batch_encrypt_columns : ascon_batch_decrypt_columns;
  return Call::judge(work(c.work(), [&] {
    return run(&call.algorithm, &columns, call.count, call.results.data, call.threads);
  }));
}

bool crypt_jobs(const Call &call, const AeadColumns &c, bool encrypt, size_t tag_bytes) {
  std::vector<ascon_aead_job> jobs(call.count);
  Writer writer(c.out);
  for (size_t i = 0; i < call.count; i++) {
    const Row in = c.data.row(i), ad = c.ad.row(i), to = writer.next(i);
    require_tag(c.data, i, in, encrypt, tag_bytes);
    const Places places(encrypt, tag_bytes, in, to, c.out, i);
    jobs[i] = {to.data, in.data,  places.text_bytes,   places.tag,
               ad.data, ad.bytes, c.nonce.row(i).data, c.key.row(i).data,
               ASCON_OK};
  }
  const AeadJobs run = encrypt ? ascon_batch_encrypt : ascon_batch_decrypt;
  return call.judge(work(c.work(),
                         [&] {
                           return run(&call.algorithm, jobs.data(), call.count, tag_bytes, nullptr,
                                      call.threads);
                         }),
                    jobs);
}

bool crypt(const ascon_algorithm &row, bool encrypt, Column key, Column nonce, Column data,
           Column ad, Output out, Length tag_length, Target results, Length threads) {
  const AeadColumns columns(row, key, nonce, data, ad, out);
  const Call call(row, columns.out.rows, results, threads);
  const size_t tag_bytes = tag_size(row, tag_length);
  if (encrypt && columns.nonce.stride == 0 && call.count > 1) {
    raise(PyExc_ValueError, "nonce must have %zu rows: one nonce for each message", call.count);
  }
  return columns.fixed() ? crypt_fixed(call, columns, encrypt, tag_bytes)
                         : crypt_jobs(call, columns, encrypt, tag_bytes);
}

// ---- Hashes, XOFs, MACs and PRFs ----------------------------------------------------------------

struct SpongeColumns {
  SpongeColumns(const ascon_algorithm &row, Column key_in, Column data_in, nb::handle out_in,
                bool verify)
      : key(key_in, "key", false),
        data(data_in, "data", false),
        out(out_in, verify ? "tags" : "out", !verify) {
    for (const Values *values : {&key, &data, &out}) {
      values->require_rows(data.same_for_all ? out.rows : data.rows);
    }
    key.require_bytes(row.key_bytes);
    if (!verify) {
      out.require_apart(key);
    }
    if (!verify && data.extent != 0) {
      require_disjoint();
    }
  }
  /** A digest may overlap its own message alone, which lengths that differ cannot promise. */
  void require_disjoint() const {
    if (out.base == data.base && out.extent != 0) {
      raise(PyExc_ValueError, "out overlaps data");
    }
    out.require_apart(data);
  }
  [[nodiscard]] size_t rows() const { return data.same_for_all ? out.rows : data.rows; }
  [[nodiscard]] size_t work() const { return data.extent + out.extent; }

  Values key, data, out;
};

bool absorb_all(const ascon_algorithm &row, Column key, Column data, nb::handle out,
                OptionalData customization_in, Target results, Length threads, bool verify) {
  const SpongeColumns c(row, key, data, out, verify);
  const Call call(row, c.rows(), results, threads);
  const Bytes customization(customization_in, "customization");
  const SpongeCall how = {&row, &customization, verify, call.threads};
  if (!c.data.ragged && !c.out.ragged) {
    const ascon_sponge_columns columns = {
        c.out.base,    c.out.stride, c.out.bytes, c.data.base,
        c.data.stride, c.data.bytes, c.key.base,  c.key.stride,
    };
    return Call::judge(work(
        c.work(), [&] { return absorb_columns(how, columns, call.count, call.results.data); }));
  }
  std::vector<ascon_sponge_job> jobs(call.count);
  Writer writer(c.out);
  for (size_t i = 0; i < call.count; i++) {
    const Row in = c.data.row(i), to = verify ? c.out.row(i) : writer.next(i);
    jobs[i] = {to.data, to.bytes, in.data, in.bytes, c.key.row(i).data, ASCON_OK};
  }
  return call.judge(work(c.work(), [&] { return absorb_jobs(how, jobs.data(), jobs.size()); }),
                    jobs);
}

bool absorb(const ascon_algorithm &row, Column key, Column data, Output out,
            OptionalData customization, Target results, Length threads) {
  return absorb_all(row, key, data, out, customization, results, threads, false);
}

bool verify(const ascon_algorithm &row, Column key, Column data, Column tags, Target results,
            Length threads) {
  if (row.kind != ASCON_KIND_MAC) {
    check(ASCON_ERR_ALGORITHM);
  }
  return absorb_all(row, key, data, tags, OptionalData{nb::none()}, results, threads, true);
}

}  // namespace

}  // namespace asconkit

namespace nanobind::detail {

#define ASCONKIT_BUFFER "typing_extensions.Buffer"
#define ASCONKIT_ROWS ASCONKIT_BUFFER " | tuple[" ASCONKIT_BUFFER ", " ASCONKIT_BUFFER "]"
ASCONKIT_ARGUMENT(Column, ASCONKIT_ROWS)
ASCONKIT_ARGUMENT(Output, ASCONKIT_ROWS)

}  // namespace nanobind::detail

namespace asconkit {

const char *const COLUMNS_DOC = R"(

Below asconkit.batch, for those who hold columns in other forms than arrays. A column has one value
for each of n messages: a buffer of bytes of shape (n, length), rows contiguous; or a tuple (values,
offsets), row i being values[offsets[i]:offsets[i + 1]], offsets n + 1 signed integers of 32 or 64
bits. An input may also be a buffer of one dimension, or None for no bytes: the same for all
messages. Keys and nonces have no offsets. `out` may begin where `data` begins, with the same stride,
in batch_crypt(); otherwise it overlaps nothing. `results`: n writable bytes that become 0, or 1
where a tag is wrong. `threads`: 0 for as many as the process may use. Returns whether all tags are
right. ValueError for shapes, sizes and kinds that do not fit.)";

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
