// Memory and buffers of Arrow arrays that the extension makes; see the header.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "arrow_result.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <mutex>
#include <new>
#include <utility>
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace asconkit {

namespace {

constexpr size_t LINE = 64;
constexpr size_t LARGE_PAGE = size_t{1} << 21;

constexpr size_t LARGE = 2 * LARGE_PAGE;
constexpr size_t LARGEST_SPARE = size_t{1} << 27;

size_t lines(size_t bytes) { return (bytes + LINE - 1) / LINE * LINE; }

std::align_val_t alignment(size_t bytes) {
  return std::align_val_t{bytes >= LARGE ? LARGE_PAGE : LINE};
}

enum class Advice { LARGE_PAGES, MAY_GO };

/** Only advice: it makes no difference to results if the system does not take it. */
void advise(uint8_t *data, size_t bytes, Advice advice) {
#ifdef __linux__
  if (bytes >= LARGE) {
    madvise(data, bytes, advice == Advice::LARGE_PAGES ? MADV_HUGEPAGE : MADV_FREE);
  }
#else
  (void)data, (void)bytes, (void)advice;
#endif
}

/** The large block that was freed last. */
struct Spare {
  std::mutex mutex;
  uint8_t *data = nullptr;
  size_t bytes = 0;
} spare;

uint8_t *take_spare(size_t bytes) {
  const std::lock_guard<std::mutex> guard(spare.mutex);
  return spare.bytes == bytes ? (spare.bytes = 0, std::exchange(spare.data, nullptr)) : nullptr;
}

void keep_spare(uint8_t *data, size_t bytes) {
  {
    const std::lock_guard<std::mutex> guard(spare.mutex);
    std::swap(data, spare.data);
    std::swap(bytes, spare.bytes);
  }
  if (data != nullptr) {
    ::operator delete(data, alignment(bytes));
  }
}

/** What an exported array owns. */
struct Export {
  std::shared_ptr<ArrowResult> result;
  std::vector<const void *> buffers;
};

void release_array(ArrowArray *array) {
  delete static_cast<Export *>(array->private_data);
  array->release = nullptr;
}

void release_schema(ArrowSchema *schema) {
  delete static_cast<std::shared_ptr<ArrowResult> *>(schema->private_data);
  schema->release = nullptr;
}

template <typename Struct>
void destroy(PyObject *capsule, const char *name) {
  auto *content = static_cast<Struct *>(PyCapsule_GetPointer(capsule, name));
  if (content->release != nullptr) {
    content->release(content);
  }
  delete content;
}

constexpr size_t MOST = INT32_MAX;  // bytes of a value, and of all values after 32-bit offsets

const char *const CHANGED = "the Arrow arrays were changed during the call";

[[noreturn]] void too_much(const char *text) { throw nb::value_error(text); }

/** Bytes of all values of FIXED. */
size_t fixed_bytes(size_t rows, size_t width) {
  if (width > MOST || (width != 0 && rows > PTRDIFF_MAX / width)) {
    too_much("the result has more bytes than a fixed_size_binary array can hold");
  }
  return rows * width;
}

}  // namespace

Memory::Memory(size_t bytes) : bytes_(bytes), data_(nullptr) {
  if (bytes >= LARGE) {
    bytes_ = (bytes + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
    data_ = take_spare(bytes_);
  }
  if (data_ == nullptr) {
    data_ = static_cast<uint8_t *>(::operator new(bytes_, alignment(bytes_)));
    advise(data_, bytes_, Advice::LARGE_PAGES);
  }
}

Memory::~Memory() {
  if (bytes_ >= LARGE && bytes_ <= LARGEST_SPARE) {
    advise(data_, bytes_, Advice::MAY_GO);
    keep_spare(data_, bytes_);
  } else {
    ::operator delete(data_, alignment(bytes_));
  }
}

/** Two capsules, whose structures own the array. What has no owner yet is held by a unique_ptr, so
    that nothing is lost if Python has no memory. */
nb::tuple ArrowResult::to_capsules(const std::shared_ptr<ArrowResult> &self) {
  auto owned = std::make_unique<Export>(Export{self, self->buffers});
  if (self->nulls == 0) {
    owned->buffers[0] = nullptr;
  }
  auto schema_owner = std::make_unique<std::shared_ptr<ArrowResult>>(self);
  auto schema = std::make_unique<ArrowSchema>(ArrowSchema{self->format.c_str(), "", nullptr,
                                                          ARROW_NULLABLE, 0, nullptr, nullptr,
                                                          release_schema, schema_owner.get()});
  auto array = std::make_unique<ArrowArray>(
      ArrowArray{static_cast<int64_t>(self->rows), static_cast<int64_t>(self->nulls), 0,
                 static_cast<int64_t>(owned->buffers.size()), 0, owned->buffers.data(), nullptr,
                 nullptr, release_array, owned.get()});
  nb::object schema_capsule =
      nb::steal(PyCapsule_New(schema.get(), "arrow_schema", [](PyObject *capsule) {
        destroy<ArrowSchema>(capsule, "arrow_schema");
      }));
  if (!schema_capsule.is_valid()) {
    throw nb::python_error();
  }
  schema.release();
  schema_owner.release();
  nb::object array_capsule =
      nb::steal(PyCapsule_New(array.get(), "arrow_array", [](PyObject *capsule) {
        destroy<ArrowArray>(capsule, "arrow_array");
      }));
  if (!array_capsule.is_valid()) {
    throw nb::python_error();
  }
  array.release();
  owned.release();
  return nb::make_tuple(schema_capsule, array_capsule);
}

// ---- Writers ------------------------------------------------------------------------------------

size_t Bits::room(size_t bits) { return lines((bits + 7) / 8); }

void Bits::add_ones(size_t count) {
  for (; count != 0 && size_ % 8 != 0; count--) {
    add(true);
  }
  std::memset(bits_ + size_ / 8, 0xff, count / 8);
  size_ += count / 8 * 8;
  for (count %= 8; count != 0; count--) {
    add(true);
  }
}

/** One allocation: the bitmap, then offsets or views, then values; each begins at a cache line. */
ArrowWriter::ArrowWriter(Form form, size_t rows, size_t width, size_t bytes)
    : result_(std::make_shared<ArrowResult>()), form_(form), width_(width) {
  if (form == Form::FIXED) {
    bytes = fixed_bytes(rows, width);
  } else if (form == Form::OFFSETS32 && bytes > MOST) {
    too_much(
        "the result has more bytes than a binary array can hold: pass large_binary, "
        "or smaller chunks");
  }
  const size_t place_bytes = form == Form::OFFSETS32   ? sizeof(int32_t)
                             : form == Form::OFFSETS64 ? sizeof(int64_t)
                             : form == Form::VIEWS     ? sizeof(ArrowView)
                                                       : 0;
  const size_t bitmap = Bits::room(rows), places = lines((rows + 1) * place_bytes);
  result_->memory = std::make_unique<Memory>(bitmap + places + bytes + LINE);
  uint8_t *const start = result_->memory->data();
  places_ = start + bitmap;
  values_ = next_ = places_ + places;
  end_ = values_ + bytes;
  std::memset(start, 0, bitmap);
  validity_ = Bits(start);
  result_->rows = rows;
  result_->buffers = {start, places_, values_};
  switch (form) {
    case Form::FIXED:
      result_->format = "w:" + std::to_string(width);
      result_->buffers.pop_back();
      break;
    case Form::OFFSETS32: result_->format = "z"; break;
    case Form::OFFSETS64: result_->format = "Z"; break;
    default: result_->format = "vz"; break;
  }
  if (form == Form::OFFSETS32 || form == Form::OFFSETS64) {
    std::memset(places_, 0, place_bytes);
  }
}

/** A long value needs a buffer number and an offset of 31 bits: another buffer begins when one is
    full. */
void ArrowWriter::place_view(size_t bytes) {
  if (bytes > MOST) {
    too_much("a value has more bytes than a binary_view array can hold: pass large_binary");
  }
  ArrowView view = {static_cast<int32_t>(bytes), {0, 0, 0, 0}, 0, 0};
  if (bytes > ArrowView::INLINE_BYTES) {
    if (starts_.empty() || static_cast<size_t>(next_ - starts_.back()) + bytes > MOST) {
      starts_.push_back(next_);
    }
    view.buffer = static_cast<int32_t>(starts_.size() - 1);
    view.offset = static_cast<int32_t>(next_ - starts_.back());
  }
  std::memcpy(places_ + placed_ * sizeof view, &view, sizeof view);
}

uint8_t *ArrowWriter::place(size_t bytes) {
  uint8_t *at = next_;
  if (room(form_, bytes) > static_cast<size_t>(end_ - next_)) {
    too_much(CHANGED);
  }
  if (form_ == Form::VIEWS) {
    place_view(bytes);
    if (bytes <= ArrowView::INLINE_BYTES) {
      at = places_ + placed_ * sizeof(ArrowView) + offsetof(ArrowView, start);
    }
  }
  next_ += room(form_, bytes);
  placed_++;
  const int64_t end = next_ - values_;
  if (form_ == Form::OFFSETS32) {
    const auto end32 = static_cast<int32_t>(end);
    std::memcpy(places_ + placed_ * sizeof end32, &end32, sizeof end32);
  } else if (form_ == Form::OFFSETS64) {
    std::memcpy(places_ + placed_ * sizeof end, &end, sizeof end);
  }
  return at;
}

void ArrowWriter::place_null() {
  const size_t bytes = form_ == Form::FIXED ? width_ : 0;
  std::memset(place(bytes), 0, bytes);
}

uint8_t *ArrowWriter::place_many(size_t rows, size_t bytes) {
  uint8_t *const first = next_;
  if (bytes != 0 && rows > static_cast<size_t>(end_ - next_) / bytes) {
    too_much(CHANGED);
  }
  switch (form_) {
    case Form::OFFSETS32: place_offsets<int32_t>(rows, bytes); break;
    case Form::OFFSETS64: place_offsets<int64_t>(rows, bytes); break;
    case Form::VIEWS: place_views(rows, bytes); break;
    default: advance(rows, bytes); break;
  }
  return first;
}

void ArrowWriter::advance(size_t rows, size_t bytes) {
  next_ += rows * bytes;
  placed_ += rows;
}

// The loops below copy members to local variables: the compiler must assume that the bytes they
// write may be members.

template <typename Offset>
void ArrowWriter::place_offsets(size_t rows, size_t bytes) {
  auto end = static_cast<Offset>(next_ - values_);
  uint8_t *at = places_ + placed_ * sizeof end;
  for (size_t i = 0; i < rows; i++) {
    end = static_cast<Offset>(end + static_cast<Offset>(bytes));
    at += sizeof end;
    std::memcpy(at, &end, sizeof end);
  }
  advance(rows, bytes);
}

/** In a loop over all that fit into the present buffer. */
void ArrowWriter::place_views(size_t rows, size_t bytes) {
  while (rows != 0) {
    place(bytes);  // which may begin another buffer
    rows--;
    if (bytes <= ArrowView::INLINE_BYTES) {
      continue;
    }
    const auto used = static_cast<size_t>(next_ - starts_.back());
    const size_t some = std::min(rows, (MOST - used) / bytes);
    ArrowView view = {static_cast<int32_t>(bytes),
                      {0, 0, 0, 0},
                      static_cast<int32_t>(starts_.size() - 1),
                      static_cast<int32_t>(used)};
    uint8_t *at = places_ + placed_ * sizeof view;
    for (size_t i = 0; i < some; i++) {
      std::memcpy(at, &view, sizeof view);
      view.offset += view.bytes;
      at += sizeof view;
    }
    advance(some, bytes);
    rows -= some;
  }
}

void ArrowWriter::finish(bool valid) {
  if (form_ == Form::VIEWS) {
    finish_views(validity_.size(), 1);
  }
  validity_.add(valid);
  result_->nulls += valid ? 0 : 1;
}

void ArrowWriter::finish_valid(size_t rows) {
  if (form_ == Form::VIEWS) {
    finish_views(validity_.size(), rows);
  }
  validity_.add_ones(rows);
}

/** A view repeats the first bytes of its value, which are known only now. */
void ArrowWriter::finish_views(size_t begin, size_t rows) {
  uint8_t *at = places_ + begin * sizeof(ArrowView);
  const uint8_t *const *const starts = starts_.data();
  for (size_t i = 0; i < rows; i++) {
    ArrowView view;
    std::memcpy(&view, at, sizeof view);
    if (static_cast<size_t>(view.bytes) > ArrowView::INLINE_BYTES) {
      std::memcpy(at + offsetof(ArrowView, start), starts[view.buffer] + view.offset,
                  sizeof view.start);
    }
    at += sizeof view;
  }
}

/** The buffers of views are known only now; their lengths are a buffer of their own. */
std::shared_ptr<ArrowResult> ArrowWriter::take() {
  if (form_ == Form::VIEWS) {
    result_->buffers.pop_back();
    for (size_t i = 0; i < starts_.size(); i++) {
      uint8_t *const end = i + 1 < starts_.size() ? starts_[i + 1] : next_;
      result_->buffers.push_back(starts_[i]);
      result_->buffer_bytes.push_back(end - starts_[i]);
    }
    result_->buffer_bytes.push_back(0);  // so that there is a length to point to
    result_->buffers.push_back(result_->buffer_bytes.data());
  }
  return std::move(result_);
}

BoolWriter::BoolWriter(size_t rows) : result_(std::make_shared<ArrowResult>()) {
  const size_t bitmap = Bits::room(rows);
  result_->memory = std::make_unique<Memory>(2 * bitmap + LINE);
  uint8_t *const start = result_->memory->data();
  std::memset(start, 0, 2 * bitmap);
  validity_ = Bits(start);
  values_ = Bits(start + bitmap);
  result_->format = "b";
  result_->rows = rows;
  result_->buffers = {start, start + bitmap};
}

std::shared_ptr<ArrowResult> BoolWriter::take() { return std::move(result_); }

}  // namespace asconkit
