// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "arrow_column.hpp"

#include <cstdlib>
#include <cstring>
#include <string>

namespace asconkit {

namespace {

const uint8_t NOTHING[1] = {0};  // where empty values are: a pointer that is not that of null

void *capsule(nb::handle object, const char *name) {
  void *pointer = PyCapsule_GetPointer(object.ptr(), name);
  if (pointer == nullptr) {
    throw nb::python_error();
  }
  return pointer;
}

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

template <typename Index>
int64_t read_index(const void *indices, size_t i) {
  return static_cast<int64_t>(static_cast<const Index *>(indices)[i]);
}

}  // namespace

ArrowColumn::ArrowColumn(nb::handle source, const char *name) : name_(name), values_(NOTHING) {
  if (source.is_none()) {
    return;
  }
  if (!nb::hasattr(source, "__arrow_c_array__")) {
    bytes_ = std::make_unique<Bytes>(source, name);
    values_ = bytes_->size != 0 ? bytes_->data : NOTHING;
    width_ = bytes_->size;
    return;
  }
  const nb::object pair = source.attr("__arrow_c_array__")();
  const nb::object schema = pair[0], array = pair[1];
  owner_ = pair;
  load(*static_cast<ArrowSchema *>(capsule(schema, "arrow_schema")),
       *static_cast<ArrowArray *>(capsule(array, "arrow_array")));
}

ArrowColumn::ArrowColumn(const ArrowSchema &schema, const ArrowArray &array, const char *name)
    : name_(name) {
  load(schema, array);
}

void ArrowColumn::load(const ArrowSchema &schema, const ArrowArray &array) {
  rows_ = static_cast<size_t>(array.length);
  offset_ = static_cast<size_t>(array.offset);
  load_format(schema, array);
  validity_ = static_cast<const uint8_t *>(array.buffers[0]);
  nulls_ = validity_ != nullptr && array.null_count != 0;
  load_values(array);
}

void ArrowColumn::load_format(const ArrowSchema &schema, const ArrowArray &array) {
  form_ = form_of(schema.format);
  if (schema.dictionary != nullptr) {
    form_ = Form::DICTIONARY;
    index_format_ = schema.format[0];
    dictionary_.reset(new ArrowColumn(*schema.dictionary, *array.dictionary, name_));
  } else if (form_ == Form::FIXED) {
    width_ = static_cast<size_t>(std::strtoull(schema.format + 2, nullptr, 10));
  } else if (form_ == Form::SAME) {
    raise(PyExc_TypeError, "%s must be an Arrow array of binary values, not of format \"%s\"",
          name_, schema.format);
  }
}

void ArrowColumn::load_values(const ArrowArray &array) {
  values_ = NOTHING;
  if (rows_ == 0) {
    return;
  }
  places_ = array.buffers[1];
  if (places_ == nullptr && (form_ != Form::FIXED || width_ != 0)) {
    damaged(0);
  }
  const size_t end = offset_ + rows_;
  if (form_ == Form::VIEWS) {
    buffer_count_ = static_cast<size_t>(array.n_buffers) - 3;
    buffers_ = array.buffers + 2;
    buffer_bytes_ = static_cast<const int64_t *>(array.buffers[array.n_buffers - 1]);
  } else if (form_ == Form::FIXED) {
    values_ = width_ != 0 ? static_cast<const uint8_t *>(places_) : NOTHING;
  } else if (form_ == Form::OFFSETS32) {
    extent_ = static_cast<const int32_t *>(places_)[end];
  } else if (form_ == Form::OFFSETS64) {
    extent_ = static_cast<const int64_t *>(places_)[end];
  }
  if (extent_ != 0) {
    values_ = static_cast<const uint8_t *>(array.buffers[2]);
  }
  if (values_ == nullptr) {
    damaged(0);
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

Value ArrowColumn::row(size_t i) const {
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

Value ArrowColumn::view(size_t i) const {
  const auto &view = static_cast<const ArrowView *>(places_)[offset_ + i];
  if (view.bytes >= 0 && static_cast<uint32_t>(view.bytes) <= ArrowView::INLINE_BYTES) {
    return {view.start, static_cast<size_t>(view.bytes)};
  }
  const auto buffer = static_cast<size_t>(view.buffer);
  if (view.bytes < 0 || view.buffer < 0 || view.offset < 0 || buffer >= buffer_count_ ||
      int64_t{view.offset} + view.bytes > buffer_bytes_[buffer]) {
    damaged(i);
  }
  return {static_cast<const uint8_t *>(buffers_[buffer]) + view.offset,
          static_cast<size_t>(view.bytes)};
}

size_t ArrowColumn::index(size_t i) const {
  int64_t index = -1;
  switch (index_format_) {
    case 'c': index = read_index<int8_t>(places_, offset_ + i); break;
    case 'C': index = read_index<uint8_t>(places_, offset_ + i); break;
    case 's': index = read_index<int16_t>(places_, offset_ + i); break;
    case 'S': index = read_index<uint16_t>(places_, offset_ + i); break;
    case 'i': index = read_index<int32_t>(places_, offset_ + i); break;
    case 'I': index = read_index<uint32_t>(places_, offset_ + i); break;
    case 'l': index = read_index<int64_t>(places_, offset_ + i); break;
    case 'L': index = read_index<int64_t>(places_, offset_ + i); break;
    default: break;
  }
  if (index < 0 || static_cast<size_t>(index) >= dictionary_->rows()) {
    damaged(i);
  }
  return static_cast<size_t>(index);
}

std::optional<Strided> ArrowColumn::strided() const {
  if (form_ == Form::SAME) {
    return Strided{values_, 0, width_};
  }
  if (nulls_ || rows_ == 0) {
    return std::nullopt;
  }
  const Value first = row(0);
  const Value second = rows_ > 1 ? row(1) : Value{first.data + first.bytes, first.bytes};
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
