// Arguments, results, errors and locks, for every part of the extension.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "asconkit/ascon_any.h"

namespace asconkit {

namespace nb = nanobind;

// ---- The end of the interpreter -----------------------------------------------------------------
// CPython before 3.14 ends a daemon thread that wants the interpreter lock while the interpreter
// finalizes. With glibc, it does so by an exception, which would run destructors that need the lock
// and abort the process in the first function that is noexcept. Such a thread waits here instead
// until the process ends, as CPython 3.14 makes it wait.

/** Never returns. */
[[noreturn]] void wait_for_exit();

/** The same for such an exception that has come to a function of nanobind's. */
void wait_for_exit_if_foreign(const std::exception_ptr &error, void *);

/** Runs a call of Python's C API that may take the interpreter lock, as Python code does: Python
    does not throw, so an exception is the end of this thread. */
template <typename Call>
auto in_python(Call call) {
  try {
    return call();
  } catch (...) {
    wait_for_exit();
  }
}

/** Gives the interpreter lock away for a scope. */
class Unlocked {
 public:
  Unlocked() : state_(PyEval_SaveThread()) {}
  ~Unlocked() {
    in_python([this] { PyEval_RestoreThread(state_); });
  }
  Unlocked(const Unlocked &) = delete;
  Unlocked &operator=(const Unlocked &) = delete;

 private:
  PyThreadState *state_;
};

/** Calls a Python function; throws python_error. */
template <typename... Arguments>
nb::object call_python(nb::handle function, const Arguments &...arguments) {
  nb::object result = nb::steal(in_python(
      [&] { return PyObject_CallFunctionObjArgs(function.ptr(), arguments.ptr()..., nullptr); }));
  if (!result.is_valid()) {
    throw nb::python_error();
  }
  return result;
}

/** A module of Python; throws python_error. */
nb::object module_of(const char *name);

/** An attribute of an object; throws python_error. */
nb::object attribute_of(nb::handle object, const char *name);
bool has_attribute(nb::handle object, const char *name);

// ---- Arguments as Python shows them -------------------------------------------------------------
// Conversion happens in the calls, so that an error can name the argument and the expected size.

struct Data : nb::handle {};          // any contiguous buffer
struct OptionalData : nb::handle {};  // the same, or None: no bytes
struct Target : nb::handle {};        // a writable buffer
struct Length : nb::handle {};        // a number of bytes
struct Flag : nb::handle {};          // anything that is true or false
struct Name : nb::handle {};          // a str

/** Raises a Python exception; the format is that of PyErr_Format. */
[[noreturn]] void raise(PyObject *type, const char *format, ...);

/** A place in memory. */
struct Extent {
  [[nodiscard]] bool overlaps(const Extent &other) const;
  const uint8_t *data;
  size_t size;
};

/** PyObject_GetBuffer(): TypeError if the object has no buffer. ValueError if the buffer is not
    contiguous, not writable or not there, such as that of a released memoryview. */
void get_buffer(nb::handle source, Py_buffer &view, int flags, const char *name);

/** PyBuffer_Release(). */
void release_buffer(Py_buffer *view);

/** A buffer for the time of one call. TypeError if it is not a buffer, ValueError if it is not
 * contiguous. */
class HeldBuffer {
 public:
  HeldBuffer(nb::handle source, const char *name) { load(source, name); }
  HeldBuffer(Target source, const char *name) { acquire(source, name, true); }
  /** No bytes for None. */
  HeldBuffer(OptionalData source, const char *name) {
    if (!source.is_none()) {
      load(source, name);
    }
  }
  ~HeldBuffer() {
    if (held_) {
      release_buffer(&view_);
    }
  }
  HeldBuffer(const HeldBuffer &) = delete;
  HeldBuffer &operator=(const HeldBuffer &) = delete;

  [[nodiscard]] Extent extent() const { return {data, size}; }
  [[nodiscard]] bool overlaps(const HeldBuffer &other) const {
    return extent().overlaps(other.extent());
  }
  /** ValueError unless it has `expected` bytes. */
  void require(const char *name, size_t expected) const {
    if (size != expected) {
      refuse(name, expected);
    }
  }

  uint8_t *data = nullptr;
  size_t size = 0;

 protected:
  /** Whether others may write to the bytes meanwhile: to all buffers but those of `bytes`. */
  [[nodiscard]] bool may_change() const { return held_; }

 private:
  void load(nb::handle source, const char *name) {
    if (PyBytes_Check(source.ptr())) {
      data = reinterpret_cast<uint8_t *>(PyBytes_AsString(source.ptr()));
      size = static_cast<size_t>(PyBytes_Size(source.ptr()));
    } else {
      acquire(source, name, false);
    }
  }
  void acquire(nb::handle source, const char *name, bool writable);
  [[noreturn]] void refuse(const char *name, size_t expected) const;

  bool held_ = false;
  Py_buffer view_;
};

/** A copy that is wiped at the end. */
class SecretBytes {
 public:
  SecretBytes() = default;
  SecretBytes(const uint8_t *source, size_t size) : bytes_(source, source + size) {}
  ~SecretBytes() { ascon_wipe(bytes_.data(), bytes_.size()); }
  SecretBytes(const SecretBytes &) = delete;
  SecretBytes &operator=(const SecretBytes &) = delete;
  uint8_t *data() { return bytes_.data(); }

 private:
  std::vector<uint8_t> bytes_;
};

/** A buffer for a call that reads its bytes more than once: a copy, unless they are those of
    `bytes`. Other threads and processes may write to the buffer meanwhile. */
class SteadyBuffer : public HeldBuffer {
 public:
  /** `source`: any that HeldBuffer takes. No more than the first `most` bytes. */
  template <typename Source>
  SteadyBuffer(Source source, const char *name, size_t most = SIZE_MAX) : HeldBuffer(source, name) {
    size = std::min(size, most);
    if (may_change() && size != 0) {
      copy_.emplace(data, size);
      data = copy_->data();
    }
  }

 private:
  std::optional<SecretBytes> copy_;
};

/** A received tag, whose length the receiver fixes; ValueError for any other length. */
class ReceivedTag : public HeldBuffer {
 public:
  ReceivedTag(Data source, size_t expected) : HeldBuffer(source, "tag") {
    if (size != expected) {
      raise(PyExc_ValueError, "tag: length %zu, expected %zu (tag_length)", size, expected);
    }
  }
};

/** A number of 0 or more; TypeError or ValueError otherwise. */
size_t number(nb::handle source, const char *name);

/** The characters of a str, or nothing if a name cannot have them (NUL, lone surrogates): no table
   has an empty name. TypeError for any other type. */
const char *name_text(nb::handle name);

/** Such as "str", for messages. */
nb::object type_of(nb::handle object);

// ---- Results ------------------------------------------------------------------------------------

/** A new bytes object to be filled before Python sees it. */
class NewBytes {
 public:
  explicit NewBytes(size_t size)
      : object_(nb::steal<nb::bytes>(
            PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size)))) {
    if (!object_.is_valid()) {
      throw nb::python_error();
    }
  }
  uint8_t *data() { return reinterpret_cast<uint8_t *>(PyBytes_AsString(object_.ptr())); }
  nb::bytes take() { return std::move(object_); }

 private:
  nb::bytes object_;
};

nb::str hex(const uint8_t *data, size_t bytes);

// ---- Errors -------------------------------------------------------------------------------------

/** Finds the exceptions of the package that the calls below raise. */
void find_errors();

/** Raises InvalidTag: the message is shorter than the tag that it ends with. */
[[noreturn]] void raise_too_short(size_t bytes);
[[noreturn]] void raise_state(const char *reason);
/** Raises Refused, of a datagram. */
[[noreturn]] void raise_refused();

[[noreturn]] void raise_result(ascon_result result);

inline void check(ascon_result result) {
  if (result != ASCON_OK) {
    raise_result(result);
  }
}

// ---- Threads ------------------------------------------------------------------------------------

/** Work on at least this many bytes lets other Python threads run meanwhile. Giving the lock away
    costs about 0.05 us, which is 1% of the time that 2 KiB take. */
constexpr size_t LONG_WORK_BYTES = 2048;

/** Runs a call of the library, without the interpreter lock if it takes long. */
template <typename Call>
ascon_result work(size_t bytes, Call call) {
  if (bytes < LONG_WORK_BYTES) {
    return call();
  }
  const Unlocked unlocked;
  return call();
}

/** How often the process has been forked since watch_forks(), in this line of children. */
unsigned forks();

/** Who may go on with an object that is in the middle of a message when its process is forked. */
enum class AfterFork { BOTH, PARENT };

/** A lock for objects that hold a message in progress: threads that share one take turns. */
class Turns {
 public:
  explicit Turns(AfterFork after_fork = AfterFork::BOTH) : after_fork_(after_fork) {}
  Turns(const Turns &) = delete;
  Turns &operator=(const Turns &) = delete;

  /** Waits without holding the interpreter lock. StateError if another thread has the lock and
      the interpreter ends: that thread never goes on. */
  void lock();
  void unlock() { mutex_.unlock(); }

  [[nodiscard]] AfterFork after_fork() const { return after_fork_; }

  /** From now on, calls raise StateError with this reason. */
  void end(const char *reason) { over_ = reason; }
  void require_more() const {
    if (over_ != nullptr) {
      raise_state(over_);
    }
  }

 private:
  void notice_fork();

  std::mutex mutex_;
  unsigned forks_ = forks();
  const char *over_ = nullptr;
  AfterFork after_fork_;
};

using Guard = std::lock_guard<Turns>;

/** A turn for a call that needs the message; StateError if that is over. */
class Turn {
 public:
  explicit Turn(Turns &turns) : guard_(turns) { turns.require_more(); }

 private:
  Guard guard_;
};

constexpr const char *WIPED = "the object was wiped";

/** Makes pickle refuse the class, so that no secret is written to a file by accident. */
template <typename Class>
void refuse_pickling(Class &type) {
  type.def(
      "__reduce__",
      [](nb::handle self) {
        raise(PyExc_TypeError, "cannot pickle %R",
              reinterpret_cast<PyObject *>(Py_TYPE(self.ptr())));
      },
      nb::sig("def __reduce__(self) -> typing.NoReturn"));
}

/** The first lines of an algorithm's docstring. */
inline std::string describe(const ascon_algorithm &row, const char *source) {
  return std::string(row.name) + " (" + row.convention + ").\n\nSource: " + source + ".";
}

// ---- The parts ----------------------------------------------------------------------------------

void define_algorithms(nb::module_ &module);
void define_aead(nb::module_ &module);
void define_sponges(nb::module_ &module);
void define_bits(nb::module_ &module);
void define_constructed_aead(nb::module_ &module);
void define_kdf(nb::module_ &module);
void define_random(nb::module_ &module);
void define_tree(nb::module_ &module);
void define_stream(nb::module_ &module);
void define_datagrams(nb::module_ &module);
void define_turns(nb::module_ &module);
void define_batch(nb::module_ &module);
void define_arrow(nb::module_ &module);

/** Wraps all functions that were defined in objects with signatures; in functions.cpp. */
void show_functions(nb::module_ &module);

/** Counts forks from now on, for forks(). */
void watch_forks();

}  // namespace asconkit

namespace nanobind::detail {

/** The name of an argument's type in signatures. */
#define ASCONKIT_ARGUMENT(type, text)                                                              \
  template <>                                                                                      \
  struct type_caster<asconkit::type> {                                                             \
    NB_TYPE_CASTER(asconkit::type, const_name(text))                                               \
    bool from_python(handle source, uint32_t, cleanup_list *) noexcept {                           \
      value = asconkit::type{source};                                                              \
      return true;                                                                                 \
    }                                                                                              \
  };

ASCONKIT_ARGUMENT(Data, "typing_extensions.Buffer")
ASCONKIT_ARGUMENT(OptionalData, "typing_extensions.Buffer")
ASCONKIT_ARGUMENT(Target, "typing_extensions.Buffer")
ASCONKIT_ARGUMENT(Length, "int")
ASCONKIT_ARGUMENT(Flag, "bool")
ASCONKIT_ARGUMENT(Name, "str")

}  // namespace nanobind::detail
