// Reading Arrow arrays and checking them against the sizes of their buffers; see the header.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "arrow_column.hpp"

#include <cstddef>
#include <cstdlib>
#include <string>

namespace asconkit {

namespace {

constexpr size_t FIRST_BUFFER_OF_VIEWS = 2;  // after validity and views

const uint8_t NOTHING[1] = {0};  // where empty values are: a null has the null pointer

void *capsule(nb::handle object, const char *name) {
  void *pointer = PyCapsule_GetPointer(object.ptr(), name);
  if (pointer == nullptr) {
    throw nb::python_error();
  }
  return pointer;
}

/** From the format string of a schema; SAME for types that are not binary. */
Form form_of(const char *format) {
  if (std::strncmp(format, "w:", 2) == 0) {
    return Form::FIXED;
  }
  if (std::strcmp(format, "z") == 0 || std::strcmp(format, "u") == 0) {
    return Form::OFFSETS32;
  }
  if (std::strcmp(format, "Z") == 0 || std::strcmp(format, "U") == 0) {
    return Form::OFFSETS64;
  }
  if (std::strcmp(format, "vz") == 0 || std::strcmp(format, "vu") == 0) {
    return Form::VIEWS;
  }
  return Form::SAME;
}

/** Sizes of the buffers of an array of pyarrow, 0 for one that is not there. */
std::vector<size_t> sizes_of(nb::handle array) {
  std::vector<size_t> sizes;
  for (nb::handle buffer : call_python(attribute_of(array, "buffers"))) {
    sizes.push_back(buffer.is_none() ? 0 : number(attribute_of(buffer, "size"), "size"));
  }
  return sizes;
}

/** TypeError with Arrow's name of the type, and what to cast to: lists of bytes have a type of one
    length if they are of one length. */
[[noreturn]] void raise_other_type(const char *name, nb::handle source, const ArrowSchema &schema) {
  const bool rows = std::strncmp(schema.format, "+w:", 3) == 0;
  const nb::object type = attribute_of(source, "type");
  const std::string width = rows ? std::string("[") + (schema.format + 3) + "]" : "";
  raise(PyExc_TypeError,
        "%s must be an Arrow array of binary values, not of the type %s: cast it to %s%s", name,
        nb::str(nb::handle(type)).c_str(), rows ? "fixed_size_binary" : "binary", width.c_str());
}

/** What an array of an extension type consists of. */
nb::object storage_of(nb::handle array) {
  return has_attribute(array, "storage") ? attribute_of(array, "storage") : nb::borrow(array);
}

}  // namespace

/** None and buffers are taken as they are. An array is read through the C data interface; its
    buffers have sizes only because it is one of pyarrow. */
ArrowColumn::ArrowColumn(nb::handle source, const char *name) : name_(name), values_(NOTHING) {
  if (source.is_none()) {
    return;
  }
  if (!has_attribute(source, "__arrow_c_array__")) {
    const nb::object shape = nb::getattr(source, "shape", nb::none());
    const bool rows = PyTuple_Check(shape.ptr()) && PyTuple_Size(shape.ptr()) == 2;
    if (rows) {
      bytes_ = std::make_shared<HeldBuffer>(source, name);
    } else {
      bytes_ = std::make_shared<SteadyBuffer>(source, name);  // of all rows, whoever changes it
    }
    values_ = bytes_->size != 0 ? bytes_->data : NOTHING;
    width_ = bytes_->size;
    if (rows) {
      load_rows(shape);
    }
    return;
  }
  const nb::object array = storage_of(source);
  if (!has_attribute(array, "buffers")) {
    raise(PyExc_TypeError, "%s must be an array of pyarrow", name);
  }
  const nb::object pair = call_python(attribute_of(array, "__arrow_c_array__"));
  const nb::object schema_capsule = pair[0], array_capsule = pair[1];
  owner_ = pair;
  load(array, *static_cast<ArrowSchema *>(capsule(schema_capsule, "arrow_schema")),
       *static_cast<ArrowArray *>(capsule(array_capsule, "arrow_array")));
}

void ArrowColumn::load_rows(nb::handle shape) {
  form_ = Form::FIXED;
  rows_ = number(shape[0], "rows");
  width_ = number(shape[1], "bytes of a row");
  if (width_ != 0 ? bytes_->size / width_ != rows_ || bytes_->size % width_ != 0
                  : bytes_->size != 0) {
    raise(PyExc_ValueError, "%s must have rows of bytes", name_);
  }
}

ArrowColumn::ArrowColumn(nb::handle source, const ArrowSchema &schema, const ArrowArray &array,
                         const char *name)
    : name_(name) {
  load(source, schema, array);
}

void ArrowColumn::load(nb::handle source, const ArrowSchema &schema, const ArrowArray &array) {
  buffer_bytes_ = sizes_of(source);
  load_format(source, schema, array);
  if (array.length < 0 || array.offset < 0 || array.length > INT64_MAX - array.offset) {
    raise(PyExc_ValueError, "%s: %lld rows from row %lld on: not a valid Arrow array", name_,
          static_cast<long long>(array.length), static_cast<long long>(array.offset));
  }
  rows_ = static_cast<size_t>(array.length);
  offset_ = static_cast<size_t>(array.offset);
  load_validity(array);
  load_values(array);
}

/** The layout: of a dictionary, of fixed width, or by the format string. */
void ArrowColumn::load_format(nb::handle source, const ArrowSchema &schema,
                              const ArrowArray &array) {
  form_ = form_of(schema.format);
  if (schema.dictionary != nullptr) {
    form_ = Form::DICTIONARY;
    index_format_ = schema.format[0];
    const nb::object values = storage_of(attribute_of(source, "dictionary"));
    dictionary_.reset(new ArrowColumn(values, *schema.dictionary, *array.dictionary, name_));
  } else if (form_ == Form::FIXED) {
    width_ = static_cast<size_t>(std::strtoull(schema.format + 2, nullptr, 10));
  } else if (form_ == Form::SAME) {
    raise_other_type(name_, source, schema);
  }
}

void ArrowColumn::load_validity(const ArrowArray &array) {
  validity_ = static_cast<const uint8_t *>(array.buffers[0]);
  nulls_ = validity_ != nullptr && array.null_count != 0;
  if (nulls_) {
    require_room(array, 0, (offset_ + rows_ + 7) / 8, 1);
  }
}

/** Checks that the second buffer has room for all rows, and notes where the values are. */
void ArrowColumn::load_values(const ArrowArray &array) {
  values_ = NOTHING;
  if (rows_ == 0) {
    return;
  }
  places_ = array.buffers[1];
  const bool offsets = form_ == Form::OFFSETS32 || form_ == Form::OFFSETS64;
  require_room(array, 1, offset_ + rows_ + (offsets ? 1 : 0), place_bytes());
  if (form_ == Form::VIEWS) {
    buffers_ = array.buffers;
  } else if (form_ == Form::FIXED) {
    values_ = width_ != 0 ? static_cast<const uint8_t *>(places_) : NOTHING;
  } else if (offsets && array.buffers[2] != nullptr) {
    values_ = static_cast<const uint8_t *>(array.buffers[2]);
    extent_ = buffer_bytes_.at(2);
  }
}

/** Bytes of a row in the second buffer: of its offset, view, index, or itself. */
size_t ArrowColumn::place_bytes() const {
  switch (form_) {
    case Form::FIXED: return width_;
    case Form::OFFSETS32: return sizeof(int32_t);
    case Form::OFFSETS64: return sizeof(int64_t);
    case Form::VIEWS: return sizeof(ArrowView);
    default: break;
  }
  switch (index_format_) {
    case 'c':
    case 'C': return 1;
    case 's':
    case 'S': return 2;
    case 'i':
    case 'I': return 4;
    default: return 8;
  }
}

/** ValueError unless the buffer has this many elements of so many bytes. */
void ArrowColumn::require_room(const ArrowArray &array, size_t buffer, size_t elements,
                               size_t bytes) const {
  if (bytes != 0 &&
      (array.buffers[buffer] == nullptr || elements > buffer_bytes_.at(buffer) / bytes)) {
    raise(PyExc_ValueError,
          "%s: a buffer of %zu bytes is too short for %zu rows from row %zu on: not a valid Arrow "
          "array",
          name_, buffer_bytes_.at(buffer), rows_, offset_);
  }
}

void ArrowColumn::require_rows(size_t expected) const {
  if (form_ != Form::SAME && rows_ != expected) {
    raise(PyExc_ValueError, "%s must have %zu rows, not %zu", name_, expected, rows_);
  }
}

void ArrowColumn::require_width(size_t expected) const {
  if ((form_ == Form::SAME || form_ == Form::FIXED) && width_ != expected) {
    raise(PyExc_ValueError, "%s must have %zu bytes a row, not %zu", name_, expected, width_);
  }
}

void ArrowColumn::damaged(size_t i) const {
  const std::string text = std::string(name_) + ": row " + std::to_string(i) +
                           " is outside its buffers: not a valid Arrow array";
  throw nb::value_error(text.c_str());
}

Value ArrowColumn::value(size_t i) const {
  switch (form_) {
    case Form::FIXED: return at<Form::FIXED>(i);
    case Form::OFFSETS32: return at<Form::OFFSETS32>(i);
    case Form::OFFSETS64: return at<Form::OFFSETS64>(i);
    case Form::VIEWS: return at<Form::VIEWS>(i);
    case Form::DICTIONARY: return at<Form::DICTIONARY>(i);
    case Form::SAME: break;
  }
  return {values_, width_};
}

/** A short value is in the view itself; a long one is in one of the other buffers, within its size.
 */
Value ArrowColumn::view(size_t i) const {
  const auto view = number_at<ArrowView>(places_, offset_ + i);
  if (view.bytes >= 0 && static_cast<uint32_t>(view.bytes) <= ArrowView::INLINE_BYTES) {
    const auto *at = static_cast<const uint8_t *>(places_) + (offset_ + i) * sizeof view;
    return {at + offsetof(ArrowView, start), static_cast<size_t>(view.bytes)};
  }
  const size_t buffer = static_cast<size_t>(view.buffer) + FIRST_BUFFER_OF_VIEWS;
  if (view.bytes < 0 || view.buffer < 0 || view.offset < 0 || buffer >= buffer_bytes_.size() ||
      static_cast<size_t>(view.offset) + static_cast<size_t>(view.bytes) > buffer_bytes_[buffer]) {
    damaged(i);
  }
  return {static_cast<const uint8_t *>(buffers_[buffer]) + view.offset,
          static_cast<size_t>(view.bytes)};
}

size_t ArrowColumn::index(size_t i) const {
  const size_t at = offset_ + i;
  int64_t index = -1;
  switch (index_format_) {
    case 'c': index = number_at<int8_t>(places_, at); break;
    case 'C': index = number_at<uint8_t>(places_, at); break;
    case 's': index = number_at<int16_t>(places_, at); break;
    case 'S': index = number_at<uint16_t>(places_, at); break;
    case 'i': index = number_at<int32_t>(places_, at); break;
    case 'I': index = number_at<uint32_t>(places_, at); break;
    case 'l':
    case 'L': index = number_at<int64_t>(places_, at); break;
    default: break;
  }
  if (index < 0 || static_cast<size_t>(index) >= dictionary_->rows()) {
    damaged(i);
  }
  return static_cast<size_t>(index);
}

/** The distance of the first two rows must be that of all others. */
std::optional<Strided> ArrowColumn::strided() const {
  if (form_ == Form::SAME) {
    return Strided{values_, 0, width_};
  }
  if (nulls_ || rows_ == 0) {
    return std::nullopt;
  }
  const Value first = value(0);
  const Value second = rows_ > 1 ? value(1) : Value{first.data + first.bytes, first.bytes};
  const auto begin = reinterpret_cast<uintptr_t>(first.data);
  const uintptr_t step = reinterpret_cast<uintptr_t>(second.data) - begin;
  if (first.data == nullptr || second.data == nullptr || step > uintptr_t{1} << 31) {
    return std::nullopt;
  }
  if (form_ == Form::FIXED) {
    return Strided{first.data, step, width_};
  }
  size_t different = 0;
  each(0, rows_, [&](size_t i, const Value &value) {
    different |= (value.bytes ^ first.bytes) |
                 (reinterpret_cast<uintptr_t>(value.data) ^ (begin + i * step));
  });
  return different == 0 ? std::optional(Strided{first.data, step, first.bytes}) : std::nullopt;
}

}  // namespace asconkit
