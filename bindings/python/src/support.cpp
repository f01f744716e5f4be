// Buffers, errors, and locks that survive fork(); see the header.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "support.hpp"

#include <atomic>
#include <chrono>
#include <cstdarg>
#include <cstring>
#include <new>
#include <string>
#include <thread>

#ifndef _WIN32
#include <pthread.h>
#endif

namespace asconkit {

namespace {

PyObject *invalid_tag;
PyObject *state_error;
PyObject *refused;
std::atomic<unsigned> fork_count{0};

/** The text of the current error, which is cleared. */
nb::object take_error() {
  nb::python_error error;
  nb::object text = nb::steal(in_python([&] { return PyObject_Str(error.value().ptr()); }));
  if (!text.is_valid()) {
    throw nb::python_error();
  }
  return text;
}

/** Says why PyObject_GetBuffer() has failed: the errors of objects differ in type and text, so the
    buffer is asked for again, in whatever form it has. */
[[noreturn]] void refuse_buffer(nb::handle source, int flags, const char *name) {
  const nb::object text = take_error();
  Py_buffer view;
  if (in_python([&] { return PyObject_GetBuffer(source.ptr(), &view, PyBUF_FULL_RO); }) != 0) {
    PyErr_Clear();
    raise(PyExc_ValueError, "%s cannot be read: %S", name, text.ptr());
  }
  const bool strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES;
  const bool scattered = !strides && PyBuffer_IsContiguous(&view, 'C') == 0;
  const bool read_only = (flags & PyBUF_WRITABLE) != 0 && view.readonly != 0;
  release_buffer(&view);
  if (scattered) {
    raise(PyExc_ValueError, "%s must be a contiguous buffer", name);
  }
  if (read_only) {
    raise(PyExc_ValueError, "%s must be a writable buffer, not a read-only one", name);
  }
  raise(PyExc_ValueError, "%s cannot be read: %S", name, text.ptr());
}

}  // namespace

nb::object module_of(const char *name) {
  nb::object module = nb::steal(in_python([&] { return PyImport_ImportModule(name); }));
  if (!module.is_valid()) {
    throw nb::python_error();
  }
  return module;
}

nb::object attribute_of(nb::handle object, const char *name) {
  nb::object found =
      nb::steal(in_python([&] { return PyObject_GetAttrString(object.ptr(), name); }));
  if (!found.is_valid()) {
    throw nb::python_error();
  }
  return found;
}

bool has_attribute(nb::handle object, const char *name) {
  return in_python([&] { return PyObject_HasAttrString(object.ptr(), name); }) != 0;
}

void wait_for_exit() {
  for (;;) {
    std::this_thread::sleep_for(std::chrono::hours(1));
  }
}

void wait_for_exit_if_foreign(const std::exception_ptr &error, void *) {
  if (!error) {
    wait_for_exit();
  }
  std::rethrow_exception(error);
}

void get_buffer(nb::handle source, Py_buffer &view, int flags, const char *name) {
  if (!PyObject_CheckBuffer(source.ptr())) {
    raise(PyExc_TypeError, "%s must be a bytes-like object, not %S", name, type_of(source).ptr());
  }
  if (in_python([&] { return PyObject_GetBuffer(source.ptr(), &view, flags); }) == 0) {
    return;
  }
  if (PyErr_ExceptionMatches(PyExc_BufferError) || PyErr_ExceptionMatches(PyExc_ValueError)) {
    refuse_buffer(source, flags, name);
  }
  throw nb::python_error();
}

void release_buffer(Py_buffer *view) {
  in_python([view] { PyBuffer_Release(view); });
}

void HeldBuffer::acquire(nb::handle source, const char *name, bool writable) {
  get_buffer(source, view_, writable ? PyBUF_WRITABLE : PyBUF_SIMPLE, name);
  held_ = true;
  data = static_cast<uint8_t *>(view_.buf);
  size = static_cast<size_t>(view_.len);
}

void HeldBuffer::refuse(const char *name, size_t expected) const {
  raise(PyExc_ValueError, "%s must be %zu bytes, not %zu", name, expected, size);
}

bool Extent::overlaps(const Extent &other) const {
  if (size == 0 || other.size == 0) {
    return false;
  }
  const auto begin = reinterpret_cast<uintptr_t>(data);
  const auto other_begin = reinterpret_cast<uintptr_t>(other.data);
  return begin < other_begin + other.size && other_begin < begin + size;
}

size_t number(nb::handle source, const char *name) {
  if (!PyIndex_Check(source.ptr())) {
    raise(PyExc_TypeError, "%s must be an int, not %S", name, type_of(source).ptr());
  }
  const Py_ssize_t value =
      in_python([&] { return PyNumber_AsSsize_t(source.ptr(), PyExc_OverflowError); });
  if (value == -1 && PyErr_Occurred()) {
    if (!PyErr_ExceptionMatches(PyExc_OverflowError)) {
      throw nb::python_error();
    }
    PyErr_Clear();
    raise(PyExc_ValueError, "%s must be 0 to %zd", name, PY_SSIZE_T_MAX);
  }
  if (value < 0) {
    raise(PyExc_ValueError, "%s must be 0 or more, not %zd", name, value);
  }
  return static_cast<size_t>(value);
}

const char *name_text(nb::handle name) {
  if (!PyUnicode_Check(name.ptr())) {
    raise(PyExc_TypeError, "name must be a str, not %S", type_of(name).ptr());
  }
  Py_ssize_t size = 0;
  const char *text = PyUnicode_AsUTF8AndSize(name.ptr(), &size);
  if (text == nullptr) {
    PyErr_Clear();
    return "";
  }
  return std::strlen(text) == static_cast<size_t>(size) ? text : "";
}

nb::object type_of(nb::handle object) {
  return nb::handle(reinterpret_cast<PyObject *>(Py_TYPE(object.ptr()))).attr("__name__");
}

nb::str hex(const uint8_t *data, size_t bytes) {
  static const char digits[] = "0123456789abcdef";
  std::string text(2 * bytes, '0');
  for (size_t i = 0; i < bytes; i++) {
    text[2 * i] = digits[data[i] >> 4];
    text[2 * i + 1] = digits[data[i] & 15];
  }
  return nb::str(text.data(), text.size());
}

void raise(PyObject *type, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  in_python([&] { PyErr_FormatV(type, format, arguments); });
  va_end(arguments);
  throw nb::python_error();
}

void raise_result(ascon_result result) {
  switch (result) {
    case ASCON_ERR_TAG: raise(invalid_tag, "%s", ascon_result_text(result));
    case ASCON_ERR_ORDER: raise_state(ascon_result_text(result));
    default: raise(PyExc_ValueError, "%s", ascon_result_text(result));
  }
}

void raise_too_short(size_t bytes) {
  raise(invalid_tag, "the message is too short to have a tag: %zu bytes", bytes);
}

void raise_refused() {
  raise(refused, "%s",
        "the datagram was not decrypted: too short, too old, too far ahead, or accepted before");
}

void raise_state(const char *reason) { raise(state_error, "%s", reason); }

void find_errors() {
  const nb::module_ exceptions = nb::module_::import_("asconkit.exceptions");
  invalid_tag = nb::object(exceptions.attr("InvalidTag")).release().ptr();
  state_error = nb::object(exceptions.attr("StateError")).release().ptr();
  refused = nb::object(exceptions.attr("Refused")).release().ptr();
}

// ---- Threads ------------------------------------------------------------------------------------

void watch_forks() {
#ifndef _WIN32
  pthread_atfork(nullptr, nullptr, [] { fork_count.fetch_add(1, std::memory_order_relaxed); });
#endif
}

unsigned forks() { return fork_count.load(std::memory_order_relaxed); }

namespace {

/** sys.is_finalizing(), which has no counterpart in the stable ABI of Python 3.12. */
bool interpreter_ends() {
  const nb::handle ends = PySys_GetObject("is_finalizing");
  return !ends.is_valid() || nb::cast<bool>(call_python(ends));
}

}  // namespace

void Turns::lock() {
  if (forks_ != forks()) {
    notice_fork();
  }
  if (!mutex_.try_lock()) {
    if (interpreter_ends()) {
      raise_state("another thread was using the object when the interpreter ended");
    }
    const Unlocked unlocked;
    mutex_.lock();
  }
}

/** Called at the first use in a child process. It has a copy of the mutex, but not the thread that
   may have held it. If that thread was in the middle of a call, the mutex is never unlocked and the
   message is incomplete: the object ends here. */
void Turns::notice_fork() {
  static nb::ft_mutex one_at_a_time;
  const nb::ft_lock_guard guard(one_at_a_time);
  if (forks_ == forks()) {
    return;
  }
  forks_ = forks();
  if (after_fork_ == AfterFork::PARENT) {
    end("the object was copied by fork(): only the process that created it can use it");
  }
  if (mutex_.try_lock()) {
    mutex_.unlock();
  } else {
    new (&mutex_) std::mutex;
    end("another thread was using the object when this process was forked");
  }
}

}  // namespace asconkit
