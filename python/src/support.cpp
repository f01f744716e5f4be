// Buffers, errors, and locks that survive fork(); see the header.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "support.hpp"

#include <atomic>
#include <cstdarg>
#include <cstring>
#include <new>
#include <string>

#ifndef _WIN32
#include <pthread.h>
#endif

namespace asconkit {

namespace {

PyObject *invalid_tag;
PyObject *state_error;
std::atomic<unsigned> fork_count{0};

}  // namespace

void get_buffer(nb::handle source, Py_buffer &view, int flags, const char *name, const char *form) {
  if (!PyObject_CheckBuffer(source.ptr())) {
    raise(PyExc_TypeError, "%s must be a bytes-like object, not %S", name, type_of(source).ptr());
  }
  if (PyObject_GetBuffer(source.ptr(), &view, flags) == 0) {
    return;
  }
  if (PyErr_ExceptionMatches(PyExc_BufferError) || PyErr_ExceptionMatches(PyExc_ValueError)) {
    PyErr_Clear();
    raise(PyExc_ValueError, "%s must be a %s buffer", name, form);
  }
  throw nb::python_error();
}

void HeldBuffer::acquire(nb::handle source, const char *name, bool writable) {
  get_buffer(source, view_, writable ? PyBUF_WRITABLE : PyBUF_SIMPLE, name,
             writable ? "writable contiguous" : "contiguous");
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
  const Py_ssize_t value = PyNumber_AsSsize_t(source.ptr(), PyExc_ValueError);
  if (value == -1 && PyErr_Occurred()) {
    throw nb::python_error();
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
  PyErr_FormatV(type, format, arguments);
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

void raise_state(const char *reason) { raise(state_error, "%s", reason); }

void find_errors() {
  const nb::module_ exceptions = nb::module_::import_("asconkit.exceptions");
  invalid_tag = nb::object(exceptions.attr("InvalidTag")).release().ptr();
  state_error = nb::object(exceptions.attr("StateError")).release().ptr();
}

// ---- Threads ------------------------------------------------------------------------------------

void watch_forks() {
#ifndef _WIN32
  pthread_atfork(nullptr, nullptr, [] { fork_count.fetch_add(1, std::memory_order_relaxed); });
#endif
}

unsigned forks() { return fork_count.load(std::memory_order_relaxed); }

void Turns::lock() {
  if (forks_ != forks()) {
    notice_fork();
  }
  if (!mutex_.try_lock()) {
    nb::gil_scoped_release released;
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
  if (mutex_.try_lock()) {
    mutex_.unlock();
  } else {
    new (&mutex_) std::mutex;
    end("another thread was using the object when this process was forked");
  }
}

}  // namespace asconkit
