// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "support.hpp"

#include <cstdarg>
#include <string>

namespace asconkit {

namespace {

PyObject *invalid_tag;
PyObject *state_error;

PyObject *type_of(nb::handle object) { return reinterpret_cast<PyObject *>(Py_TYPE(object.ptr())); }

}  // namespace

void get_buffer(nb::handle source, Py_buffer &view, int flags, const char *name, const char *form) {
  if (!PyObject_CheckBuffer(source.ptr())) {
    raise(PyExc_TypeError, "%s must be a bytes-like object, not %R", name, type_of(source));
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

void Bytes::acquire(nb::handle source, const char *name, bool writable) {
  get_buffer(source, view_, writable ? PyBUF_WRITABLE : PyBUF_SIMPLE, name,
             writable ? "writable contiguous" : "contiguous");
  held_ = true;
  data = static_cast<uint8_t *>(view_.buf);
  size = static_cast<size_t>(view_.len);
}

void Bytes::refuse(const char *name, size_t expected) const {
  raise(PyExc_ValueError, "%s must have %zu bytes, not %zu", name, expected, size);
}

bool Bytes::overlaps(const Bytes &other) const {
  const auto begin = reinterpret_cast<uintptr_t>(data);
  const auto other_begin = reinterpret_cast<uintptr_t>(other.data);
  return begin < other_begin + other.size && other_begin < begin + size;
}

size_t number(nb::handle source, const char *name) {
  if (!PyIndex_Check(source.ptr())) {
    raise(PyExc_TypeError, "%s must be an int, not %R", name, type_of(source));
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
    case ASCON_ERR_ORDER: raise(state_error, "%s", ascon_result_text(result));
    default: raise(PyExc_ValueError, "%s", ascon_result_text(result));
  }
}

void find_errors() {
  const nb::module_ exceptions = nb::module_::import_("asconkit.exceptions");
  invalid_tag = nb::object(exceptions.attr("InvalidTag")).release().ptr();
  state_error = nb::object(exceptions.attr("StateError")).release().ptr();
}

}  // namespace asconkit
