// Arrow arrays with wrong lengths, offsets, views, indices and buffers, as pyarrow makes them of
// the streams of strangers, in the extension of an embedded interpreter. Each buffer is memory of
// exactly its size. An array is taken exactly if it is valid, and then gives what the single calls
// give.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "tests/fuzz/support/run.h"
#include "bindings/python/src/arrow_abi.hpp"

extern "C" PyObject *PyInit__core();

namespace asconkit_fuzz {
namespace {

namespace nb = nanobind;
using asconkit_test::Heap;

// ---- The interpreter ------------------------------------------------------------------------

// What the extension asks of an array of pyarrow.
constexpr const char *kStart = R"(
import sys, types
package = types.ModuleType("asconkit")
package.__path__ = [folder]  # the sources, of which the extension imports the errors
sys.modules["asconkit"] = package
import _core
algorithms = {row.name: row for row in _core.algorithms()}

class Buffer:
    def __init__(self, size):
        self.size = size

class Array:
    type = "int8"  # that errors name
    def __init__(self, capsules, sizes, dictionary):
        self.capsules, self.sizes, self.dictionary = capsules, sizes, dictionary
    def __arrow_c_array__(self):
        return self.capsules
    def buffers(self):
        return [None if size is None else Buffer(size) for size in self.sizes]
)";

// The names of kStart. nanobind is ready once the module is there, so that its classes come last.
nb::dict &Names() {
  static nb::dict *const names = [] {
    PyImport_AppendInittab("_core", PyInit__core);
    Py_InitializeEx(0);
    PyObject *made = PyDict_New();
    PyDict_SetItemString(made, "__builtins__", PyEval_GetBuiltins());
    PyDict_SetItemString(made, "folder", PyUnicode_FromString(ASCONKIT_PACKAGE));
    if (!PyRun_String(kStart, Py_file_input, made, made)) {
      PyErr_Print();
      std::abort();
    }
    return new nb::dict(nb::steal<nb::dict>(made));
  }();
  return *names;
}

nb::object Core(const char *name) { return nb::object(Names()["_core"]).attr(name); }

nb::bytes ToPython(const Bytes &bytes) { return nb::bytes(bytes.data(), bytes.size()); }

// ---- Arrays ---------------------------------------------------------------------------------

using Row = std::optional<Bytes>;  // nothing for null

uint64_t Number(const uint8_t *at, size_t bytes) {
  uint64_t value = 0;
  std::memcpy(&value, at, bytes);
  return value;
}

// An array, and what is valid of it: by the page of Arrow's formats, without a line of the
// extension.
class FakeArray {
 public:
  FakeArray(Input &input, size_t rows, size_t value_bytes, bool may_be_dictionary = true)
      : value_bytes_(value_bytes) {
    array_.length = static_cast<int64_t>(rows);
    array_.offset = static_cast<int64_t>(input.UpTo(3));
    const size_t all = rows + static_cast<size_t>(array_.offset);
    AddValidity(input, all);
    switch (input.UpTo(may_be_dictionary ? 5 : 4)) {
      case 0: MakeFixed(input, all); break;
      case 1: MakeOffsets<int32_t>(input, all, input.Flag() ? "z" : "u"); break;
      case 2: MakeOffsets<int64_t>(input, all, input.Flag() ? "Z" : "U"); break;
      case 3: MakeViews(input, all, input.Flag() ? "vz" : "vu"); break;
      case 4: input.OneIn(8) ? MakeNumbers(input, all) : MakeFixed(input, all); break;
      default: MakeDictionary(input, all);
    }
    const size_t changes = input.Flag() ? 0 : input.UpTo(3);
    for (size_t i = 0; i < changes; i++) Break(input);
  }
  FakeArray(const FakeArray &) = delete;
  FakeArray &operator=(const FakeArray &) = delete;

  // The object lives as long as this.
  nb::object Object() {
    Connect();
    nb::list sizes;
    for (const auto &buffer : buffers_) {
      if (buffer) sizes.append(buffer->size());
      else sizes.append(nb::none());
    }
    const nb::object pair =
        nb::make_tuple(nb::steal(PyCapsule_New(&schema_, "arrow_schema", nullptr)),
                       nb::steal(PyCapsule_New(&array_, "arrow_array", nullptr)));
    return nb::object(Names()["Array"])(pair, sizes,
                                        dictionary_ ? dictionary_->Object() : nb::none());
  }

  bool is_binary() const {
    return dictionary_ ? dictionary_->is_binary() : form_ != Form::kNumbers;
  }
  bool is_fixed() const { return form_ == Form::kFixed; }
  size_t rows() const { return static_cast<size_t>(array_.length); }
  size_t fixed_bytes() const { return value_bytes_; }
  // A billion empty values take no memory here, and too much in a result.
  bool is_endless() const { return array_.length > 1000 && value_bytes_ == 0 && is_fixed(); }

  // Whether the numbers of the array fit the sizes of its buffers.
  bool Fits() const {
    if (dictionary_ && !dictionary_->Fits()) return false;
    if (array_.length < 0 || array_.offset < 0 || array_.length > INT64_MAX - array_.offset)
      return false;
    const uint64_t end =
        static_cast<uint64_t>(array_.length) + static_cast<uint64_t>(array_.offset);
    if (HasNulls() && Size(0) < (end + 7) / 8) return false;
    if (array_.length == 0 || PlaceBytes() == 0) return true;
    return buffers_[1] && Size(1) / PlaceBytes() >= end + (form_ == Form::kOffsets ? 1 : 0);
  }
  // Nothing if the row is outside of its buffers.
  std::optional<Row> At(size_t i) const {
    const size_t at = i + static_cast<size_t>(array_.offset);
    if (HasNulls() && (buffers_[0]->data()[at / 8] >> at % 8 & 1) == 0) return Row();
    const uint8_t *place = buffers_[1] ? buffers_[1]->data() + at * PlaceBytes() : nullptr;
    switch (form_) {
      case Form::kFixed: return Bytes(place, place + value_bytes_);
      case Form::kOffsets: return Between(Signed(place), Signed(place + place_bytes_), 2);
      case Form::kViews: return View(place);
      default: return OfDictionary(place);
    }
  }

 private:
  enum class Form { kFixed, kOffsets, kViews, kDictionary, kNumbers };

  size_t PlaceBytes() const { return form_ == Form::kFixed ? value_bytes_ : place_bytes_; }
  size_t Size(size_t buffer) const {
    return buffer < buffers_.size() && buffers_[buffer] ? buffers_[buffer]->size() : 0;
  }
  bool HasNulls() const { return buffers_[0] && array_.null_count != 0; }

  int64_t Signed(const uint8_t *at) const {
    const uint64_t value = Number(at, place_bytes_);
    return place_bytes_ == 4 ? static_cast<int32_t>(value) : static_cast<int64_t>(value);
  }
  std::optional<Row> Between(int64_t begin, int64_t end, size_t buffer) const {
    if (begin < 0 || end < begin || static_cast<uint64_t>(end) > Size(buffer)) return std::nullopt;
    const uint8_t *data = begin == end ? nullptr : buffers_[buffer]->data();
    return data ? Bytes(data + begin, data + end) : Bytes();
  }
  std::optional<Row> View(const uint8_t *place) const {
    const auto word = [&](size_t at) { return static_cast<int32_t>(Number(place + at, 4)); };
    if (word(0) >= 0 && word(0) <= 12) return Bytes(place + 4, place + 4 + word(0));
    const size_t buffer = 2 + static_cast<size_t>(word(8));
    if (word(0) < 0 || word(8) < 0 || word(12) < 0 || buffer >= buffers_.size())
      return std::nullopt;
    return Between(word(12), int64_t{word(12)} + word(0), buffer);
  }
  // Indices of eight bytes, signed or not, have to be below 2^63.
  std::optional<Row> OfDictionary(const uint8_t *place) const {
    const uint64_t number = Number(place, place_bytes_);
    const bool negative = has_signed_indices_ && (number >> (8 * place_bytes_ - 1)) != 0;
    if (negative || number >= dictionary_->rows()) return std::nullopt;
    return dictionary_->At(static_cast<size_t>(number));
  }

  // ---- Making them --------------------------------------------------------------------------

  void Add(const Bytes &content) { buffers_.push_back(std::make_unique<Heap>(content)); }
  void AddValidity(Input &input, size_t all) {
    if (input.Flag()) Add(input.Some((all + 7) / 8));
    else buffers_.push_back(nullptr);
    const int64_t counts[] = {-1, 0, 1};
    array_.null_count = counts[input.UpTo(2)];
  }
  void MakeFixed(Input &input, size_t all) {
    format_ = "w:" + std::to_string(value_bytes_);
    Add(input.Some(all * value_bytes_));
  }
  void MakeNumbers(Input &input, size_t all) {
    format_ = "l", form_ = Form::kNumbers, place_bytes_ = 8;
    Add(input.Some(8 * all));
  }
  // Most values have the usual length, some have a different one.
  size_t SomeLength(Input &input) const { return input.OneIn(6) ? input.UpTo(40) : value_bytes_; }
  template <typename Offset>
  void MakeOffsets(Input &input, size_t all, const char *format) {
    format_ = format, form_ = Form::kOffsets, place_bytes_ = sizeof(Offset);
    std::vector<Offset> offsets = {0};
    for (size_t i = 0; i < all; i++)
      offsets.push_back(offsets.back() + static_cast<Offset>(SomeLength(input)));
    Bytes places(offsets.size() * sizeof(Offset));
    std::memcpy(places.data(), offsets.data(), places.size());
    Add(places);
    Add(input.Some(static_cast<size_t>(offsets.back())));
  }
  void MakeViews(Input &input, size_t all, const char *format) {
    format_ = format, form_ = Form::kViews, place_bytes_ = 16;
    Bytes places, values = input.Some(60 + value_bytes_);
    for (size_t i = 0; i < all; i++) {
      const auto n = static_cast<int32_t>(std::min(SomeLength(input), values.size()));
      asconkit::ArrowView view = {
          n, {}, 0, static_cast<int32_t>(input.UpTo(values.size() - static_cast<size_t>(n)))};
      const auto *at = reinterpret_cast<const uint8_t *>(&view);
      places.insert(places.end(), at, at + sizeof view);
    }
    Add(places);
    Add(values);
  }
  void MakeDictionary(Input &input, size_t all) {
    constexpr const char *formats[] = {"c", "C", "s", "S", "i", "I", "l", "L"};
    const size_t which = input.UpTo(7), rows = 1 + input.UpTo(3);
    format_ = formats[which], form_ = Form::kDictionary, place_bytes_ = size_t{1} << which / 2;
    has_signed_indices_ = which % 2 == 0;
    dictionary_ = std::make_unique<FakeArray>(input, rows, value_bytes_, false);
    Bytes places(all * place_bytes_);
    for (size_t i = 0; i < all; i++)
      places[i * place_bytes_] = static_cast<uint8_t>(input.UpTo(rows - 1));
    Add(places);
  }

  int64_t SomeNumber(Input &input) const {
    const int64_t numbers[] = {-1,
                               0,
                               1,
                               2,
                               12,
                               13,
                               16,
                               17,
                               48,
                               64,
                               4096,
                               INT32_MAX,
                               int64_t{1} << 32,
                               int64_t{1} << 62,
                               INT64_MAX,
                               INT64_MIN};
    return numbers[input.UpTo(15)];
  }
  // One number of the array, or of what is in its second buffer; or a buffer is shorter, or
  // missing.
  void Break(Input &input) {
    const size_t which = input.UpTo(buffers_.size() - 1);
    switch (input.UpTo(5)) {
      case 0: array_.length = SomeNumber(input); break;
      case 1: array_.offset = SomeNumber(input); break;
      case 2: array_.null_count = SomeNumber(input); break;
      case 3: buffers_[which] = nullptr; break;
      case 4: {
        if (!buffers_[which]) return;
        Bytes content = buffers_[which]->bytes();
        content.resize(input.UpTo(content.size()));
        buffers_[which] = std::make_unique<Heap>(content);
        break;
      }
      default: {
        const size_t n = std::min<size_t>(place_bytes_, 8), step = form_ == Form::kViews ? 4 : n;
        if (n == 0 || Size(1) < step) return;
        const int64_t value = SomeNumber(input);
        std::memcpy(buffers_[1]->data() + step * input.UpTo(Size(1) / step - 1), &value, step);
      }
    }
  }

  void Connect() {
    pointers_.clear();
    for (const auto &buffer : buffers_) pointers_.push_back(buffer ? buffer->data() : nullptr);
    if (form_ == Form::kViews) pointers_.push_back(lengths_);  // of the buffers; never read
    pointers_.resize(std::max<size_t>(pointers_.size(), 3));
    schema_.format = format_.c_str(), schema_.name = "";
    array_.n_buffers = static_cast<int64_t>(pointers_.size()), array_.buffers = pointers_.data();
    if (!dictionary_) return;
    dictionary_->Connect();
    schema_.dictionary = &dictionary_->schema_, array_.dictionary = &dictionary_->array_;
  }

  ArrowSchema schema_ = {};
  ArrowArray array_ = {};
  size_t value_bytes_, place_bytes_ = 0;  // of an offset, a view or an index
  Form form_ = Form::kFixed;
  bool has_signed_indices_ = false;
  std::string format_;
  std::vector<std::unique_ptr<Heap>> buffers_;
  std::vector<const void *> pointers_;
  int64_t lengths_[1] = {};
  std::unique_ptr<FakeArray> dictionary_;
};

// All values, or nothing if any is not in its buffers.
std::optional<std::vector<Row>> RowsOf(const FakeArray &array) {
  if (!array.is_binary() || !array.Fits()) return std::nullopt;
  std::vector<Row> rows;
  for (size_t i = 0; i < array.rows(); i++) {
    const std::optional<Row> row = array.At(i);
    if (!row) return std::nullopt;
    rows.push_back(*row);
  }
  return rows;
}

// ---- Results --------------------------------------------------------------------------------

// The rows of an array that the extension has made.
std::vector<Row> RowsOfResult(const nb::object &result) {
  const nb::object pair = result.attr("__arrow_c_array__")();
  const nb::object capsules[] = {pair[0], pair[1]};
  const auto &schema =
      *static_cast<ArrowSchema *>(PyCapsule_GetPointer(capsules[0].ptr(), "arrow_schema"));
  const auto &array =
      *static_cast<ArrowArray *>(PyCapsule_GetPointer(capsules[1].ptr(), "arrow_array"));
  const std::string format = schema.format;
  const auto *validity = static_cast<const uint8_t *>(array.buffers[0]);
  const auto *places = static_cast<const uint8_t *>(array.buffers[1]);
  const size_t width = format.starts_with("w:") ? std::stoul(format.substr(2)) : 0;
  const size_t step = format == "z" ? 4 : 8;
  std::vector<Row> rows;
  for (size_t i = 0; i < static_cast<size_t>(array.length); i++) {
    if (validity && (validity[i / 8] >> i % 8 & 1) == 0) {
      rows.emplace_back();
      continue;
    }
    const uint8_t *begin = places + i * width;
    size_t bytes = width;
    if (format == "z" || format == "Z") {
      const size_t from = Number(places + i * step, step);
      bytes = Number(places + (i + 1) * step, step) - from;
      begin = static_cast<const uint8_t *>(array.buffers[2]) + from;
    } else if (format == "vz") {
      const uint8_t *view = places + 16 * i;
      bytes = Number(view, 4);
      begin = view + 4;
      if (bytes > 12) {
        begin = static_cast<const uint8_t *>(array.buffers[2 + Number(view + 8, 4)]) +
                Number(view + 12, 4);
        EXPECT_EQ(std::memcmp(begin, view + 4, 4), 0);
      }
    }
    rows.push_back(Bytes(begin, begin + bytes));
  }
  return rows;
}

// The result of a call; nothing if it raises what it may raise.
template <typename Function>
std::optional<nb::object> Call(const Function &call) {
  try {
    return call();
  } catch (const nb::python_error &error) {
    EXPECT_TRUE(error.matches(PyExc_ValueError) || error.matches(PyExc_TypeError)) << error.what();
    return std::nullopt;
  }
}

// ---- Calls ----------------------------------------------------------------------------------

nb::object AlgorithmObject(const ascon_algorithm *a) {
  return nb::object(Names()["algorithms"])[a->name];
}

void CheckHashes(Input &input) {
  FakeArray data(input, input.UpTo(6), input.UpTo(40));
  if (data.is_endless()) return;
  const auto rows = RowsOf(data);
  const auto result = Call([&] {
    return Core("arrow_absorb")(AlgorithmObject(ASCON_HASH256), nb::none(), data.Object(), 32,
                                nb::none(), 1);
  });
  ASSERT_EQ(result.has_value(), rows.has_value());
  if (!result) return;
  const std::vector<Row> found = RowsOfResult(*result);
  ASSERT_EQ(found.size(), rows->size());
  for (size_t i = 0; i < found.size(); i++) {
    const Row &message = (*rows)[i];
    Row expected;
    if (message) {
      expected = Bytes(32);
      ASSERT_EQ(ascon_hash256(expected->data(), message->data(), message->size()), ASCON_OK);
    }
    EXPECT_EQ(found[i], expected) << i;
  }
}

// An argument: an array, or bytes that are the same for all rows.
struct Argument {
  Argument(Input &input, size_t rows, size_t bytes, bool may_be_same) {
    const size_t value_bytes = input.OneIn(12) ? input.UpTo(40) : bytes;
    if (may_be_same && input.OneIn(3)) same = input.Some(value_bytes);
    else array.emplace(input, input.OneIn(12) ? input.UpTo(6) : rows, value_bytes);
  }
  nb::object Object() { return array ? array->Object() : nb::object(ToPython(same)); }
  bool is_endless() const { return array && array->is_endless(); }
  // One for each of `count` rows; nothing if it is refused. `bytes`: what all must have, if not
  // SIZE_MAX.
  std::optional<std::vector<Row>> Rows(size_t count, size_t bytes) const {
    if (!array)
      return bytes == SIZE_MAX || same.size() == bytes
                 ? std::optional(std::vector<Row>(count, same))
                 : std::nullopt;
    const auto rows = RowsOf(*array);
    if (!rows || rows->size() != count) return std::nullopt;
    if (bytes != SIZE_MAX && array->is_fixed() && array->fixed_bytes() != bytes)
      return std::nullopt;
    const bool fit = std::all_of(rows->begin(), rows->end(), [&](const Row &row) {
      return !row || bytes == SIZE_MAX || row->size() == bytes;
    });
    return fit ? rows : std::nullopt;
  }
  std::optional<FakeArray> array;
  Bytes same;
};

void CheckEncryption(Input &input) {
  const size_t count = input.UpTo(6);
  Argument key(input, count, 16, true), nonce(input, count, 16, false);
  Argument data(input, count, input.UpTo(40), false), ad(input, count, input.UpTo(20), true);
  for (const Argument *argument : {&key, &nonce, &data, &ad})
    if (argument->is_endless()) return;
  const auto texts = RowsOf(*data.array);
  const size_t rows = texts ? texts->size() : 0;
  const auto keys = key.Rows(rows, 16), nonces = nonce.Rows(rows, 16),
             ads = ad.Rows(rows, SIZE_MAX);
  const auto result = Call([&] {
    return Core("arrow_crypt")(AlgorithmObject(ASCON_AEAD128), true, key.Object(), nonce.Object(),
                               data.Object(), ad.Object(), 16, 1);
  });
  ASSERT_EQ(result.has_value(), texts && keys && nonces && ads);
  if (!result) return;
  const nb::object values = (*result)[0];
  const std::vector<Row> found = RowsOfResult(values);
  ASSERT_EQ(found.size(), rows);
  for (size_t i = 0; i < rows; i++) {
    Row expected;
    const Row &k = (*keys)[i], &n = (*nonces)[i], &text = (*texts)[i], &a = (*ads)[i];
    if (k && n && text && a) {
      expected = Bytes(text->size() + 16);
      ASSERT_EQ(ascon_aead128_encrypt_combined(expected->data(), text->data(), text->size(),
                                               a->data(), a->size(), n->data(), k->data()),
                ASCON_OK);
    }
    EXPECT_EQ(found[i], expected) << i;
  }
}

// Nothing is known of the result but that it is one.
void CallOthers(Input &input) {
  const size_t count = input.UpTo(6);
  Argument key(input, count, 16, true), data(input, count, input.UpTo(40), false),
      other(input, count, 16, true);
  for (const Argument *argument : {&key, &data, &other})
    if (argument->is_endless()) return;
  const size_t which = input.UpTo(4);
  Call([&]() -> nb::object {
    const nb::object k = key.Object(), d = data.Object(), o = other.Object();
    switch (which) {
      case 0:
        return Core("arrow_crypt")(AlgorithmObject(ASCON_AEAD128), false, k, o, d, nb::none(), 16,
                                   1);
      case 1: return Core("arrow_verify")(AlgorithmObject(ASCON_V13_MAC), k, d, o, 1);
      case 2: return Core("arrow_repeated_nonce")(k, o);
      case 3:
        return Core("arrow_crypt")(AlgorithmObject(ASCON_AEAD128), false, k, o, d, nb::none(), 16,
                                   1, o);
      default:
        return Core("arrow_absorb")(AlgorithmObject(ASCON_V13_PRFSHORT), k, d, input.UpTo(20),
                                    nb::none(), 1);
    }
  });
}

}  // namespace
}  // namespace asconkit_fuzz

FUZZ_TARGET(input) {
  using namespace asconkit_fuzz;
  Names();
  switch (input.UpTo(2)) {
    case 0: return CheckHashes(input);
    case 1: return CheckEncryption(input);
    default: return CallOthers(input);
  }
}
