// Function objects with a signature, a docstring of their own, and errors that name the wrong
// argument. nanobind's callables have none of these and take no attributes, so each is wrapped in
// such an object. show_functions() is called by module.cpp when all parts are defined.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "direct.hpp"

#include <structmember.h>

#include <cstring>
#include <string>
#include <unordered_map>

namespace asconkit {

namespace {

struct Function {
  PyObject_HEAD vectorcallfunc vectorcall;
  PyObject *wrapped;     // nanobind's
  const Direct *direct;  // its short way, or null
  PyObject *name;
  PyObject *qualified_name;
  PyObject *module;
};

/** Of functions that have no object yet; by nanobind's function. */
std::unordered_map<PyObject *, std::unique_ptr<Direct>> &directs() {
  static std::unordered_map<PyObject *, std::unique_ptr<Direct>> kept;
  return kept;
}

/** Null if there is none. The caller owns it. */
Direct *take_direct(nb::handle function) {
  const auto found = directs().find(function.ptr());
  return found == directs().end() ? nullptr : found->second.release();
}

Function *of(PyObject *self) { return reinterpret_cast<Function *>(self); }

nb::object signatures(const char *function) {
  return attribute_of(module_of("asconkit._signatures"), function);
}

/** The positional and the named arguments of a vectorcall. */
std::pair<nb::tuple, nb::dict> collect(PyObject *const *arguments, size_t count, PyObject *names) {
  nb::list positional;
  for (size_t i = 0; i < count; i++) {
    positional.append(nb::handle(arguments[i]));
  }
  nb::dict named;
  if (names != nullptr) {
    for (const nb::handle name : nb::borrow<nb::tuple>(names)) {
      named[name] = nb::handle(arguments[count++]);
    }
  }
  return {nb::tuple(positional), named};
}

/** Replaces nanobind's TypeError, which lists C++ signatures, by one that names the argument. */
void explain(PyObject *self, PyObject *const *arguments, size_t count, PyObject *names) noexcept {
  try {
    nb::python_error error;
    if (std::strstr(nb::str(error.value()).c_str(), "(): incompatible function arguments") ==
        nullptr) {
      error.restore();
      return;
    }
    const auto [positional, named] = collect(arguments, count, names);
    call_python(signatures("refuse"), nb::handle(self), positional, named);
  } catch (nb::python_error &raised) {
    raised.restore();
  } catch (...) {
    wait_for_exit();
  }
}

PyObject *call(PyObject *self, PyObject *const *arguments, size_t flags, PyObject *names) {
  const Direct *direct = of(self)->direct;
  if (direct != nullptr && names == nullptr) {
    PyObject *made = direct->call(arguments, static_cast<size_t>(PyVectorcall_NARGS(flags)));
    if (made != nullptr || PyErr_Occurred() != nullptr) {
      return made;
    }
  }
  PyObject *result = PyObject_Vectorcall(of(self)->wrapped, arguments, flags, names);
  if (result == nullptr && PyErr_ExceptionMatches(PyExc_TypeError)) {
    explain(self, arguments, static_cast<size_t>(PyVectorcall_NARGS(flags)), names);
  }
  return result;
}

PyObject *signature(PyObject *self, void *) {
  try {
    return call_python(signatures("signature"), nb::handle(self)).release().ptr();
  } catch (nb::python_error &error) {
    error.restore();
    return nullptr;
  }
}

/** The docstring without nanobind's signature before it. */
PyObject *doc(PyObject *self, void *) {
  try {
    const nb::object overloads = nb::handle(of(self)->wrapped).attr("__nb_signature__");
    return nb::object(overloads[0][1]).release().ptr();
  } catch (nb::python_error &error) {
    error.restore();
    return nullptr;
  }
}

PyObject *shown(PyObject *self) {
  return PyUnicode_FromFormat("<function %U.%U>", of(self)->module, of(self)->qualified_name);
}

PyObject *stay(PyObject *self, PyObject *, PyObject *) {
  Py_INCREF(self);
  return self;
}

PyObject *bind(PyObject *self, PyObject *object, PyObject *) {
  if (object == nullptr) {
    return stay(self, nullptr, nullptr);
  }
  try {
    const nb::object method = attribute_of(module_of("types"), "MethodType");
    return call_python(method, nb::handle(self), nb::handle(object)).release().ptr();
  } catch (nb::python_error &error) {
    error.restore();
    return nullptr;
  }
}

int traverse(PyObject *self, visitproc visit, void *arg) {
  Py_VISIT(of(self)->wrapped);
  Py_VISIT(Py_TYPE(self));
  return 0;
}

int clear(PyObject *self) {
  Py_CLEAR(of(self)->wrapped);
  return 0;
}

void destroy(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  for (PyObject *held :
       {of(self)->wrapped, of(self)->name, of(self)->qualified_name, of(self)->module}) {
    Py_XDECREF(held);
  }
  delete of(self)->direct;
  PyObject_GC_Del(self);
  Py_DECREF(type);
}

template <PyObject *Function::*member>
PyObject *get(PyObject *self, void *) {
  PyObject *value = of(self)->*member;
  Py_INCREF(value);
  return value;
}

/** The type of functions, or that of methods, which bind to their object. */
PyTypeObject *make_type(bool methods) {
  static PyMemberDef members[] = {
      {"__vectorcalloffset__", T_PYSSIZET, offsetof(Function, vectorcall), READONLY, nullptr},
      {nullptr, 0, 0, 0, nullptr}};
  static PyGetSetDef attributes[] = {
      {"__name__", get<&Function::name>, nullptr, nullptr, nullptr},
      {"__qualname__", get<&Function::qualified_name>, nullptr, nullptr, nullptr},
      {"__module__", get<&Function::module>, nullptr, nullptr, nullptr},
      {"__wrapped__", get<&Function::wrapped>, nullptr, nullptr, nullptr},
      {"__doc__", doc, nullptr, nullptr, nullptr},
      {"__signature__", signature, nullptr, nullptr, nullptr},
      {nullptr, nullptr, nullptr, nullptr, nullptr}};
  PyType_Slot slots[] = {{Py_tp_members, members},
                         {Py_tp_getset, attributes},
                         {Py_tp_call, reinterpret_cast<void *>(PyVectorcall_Call)},
                         {Py_tp_descr_get, reinterpret_cast<void *>(methods ? bind : stay)},
                         {Py_tp_repr, reinterpret_cast<void *>(shown)},
                         {Py_tp_traverse, reinterpret_cast<void *>(traverse)},
                         {Py_tp_clear, reinterpret_cast<void *>(clear)},
                         {Py_tp_dealloc, reinterpret_cast<void *>(destroy)},
                         {0, nullptr}};
  unsigned flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL |
                   Py_TPFLAGS_DISALLOW_INSTANTIATION;
  if (methods) {
    flags |= Py_TPFLAGS_METHOD_DESCRIPTOR;
  }
  PyType_Spec spec = {methods ? "asconkit.method" : "asconkit.function",
                      static_cast<int>(sizeof(Function)), 0, flags, slots};
  PyObject *type = PyType_FromSpec(&spec);
  if (type == nullptr) {
    throw nb::python_error();
  }
  return reinterpret_cast<PyTypeObject *>(type);
}

/** A function `name` of `module`, or of a class in it. */
nb::object wrap(PyTypeObject *type, nb::handle wrapped, const nb::str &name,
                const nb::str &qualified_name, const nb::str &module) {
  Function *function = PyObject_GC_New(Function, type);
  if (function == nullptr) {
    throw nb::python_error();
  }
  function->vectorcall = call;
  function->wrapped = nb::borrow(wrapped).release().ptr();
  function->direct = take_direct(wrapped);
  function->name = nb::object(name).release().ptr();
  function->qualified_name = nb::object(qualified_name).release().ptr();
  function->module = nb::object(module).release().ptr();
  auto *object = reinterpret_cast<PyObject *>(function);
  PyObject_GC_Track(object);
#if defined(Py_GIL_DISABLED) && PY_VERSION_HEX >= 0x030E0000
  PyUnstable_Object_EnableDeferredRefcount(object);
#endif
  return nb::steal(object);
}

bool is_special(const std::string &name) { return name.rfind("__", 0) == 0; }

/** The module and name that Python shows. In the extension, functions of a module have its name as
   a prefix. */
struct Place {
  explicit Place(const std::string &given) : module("asconkit"), name(given) {
    const size_t end = given.find('_');
    const std::string prefix = given.substr(0, end);
    if (prefix == "backend" || prefix == "bits" || prefix == "prf" || prefix == "v12" ||
        given.rfind("batch_engine", 0) == 0) {
      module += "." + prefix;
      name = given.substr(end + 1);
    } else if (prefix == "batch" || prefix == "arrow") {
      module = "asconkit._core";
    }
  }
  std::string module, name;
};

nb::str text(const std::string &given) { return nb::str(given.data(), given.size()); }

std::string attribute(nb::handle object, const char *name) {
  return nb::str(object.attr(name)).c_str();
}

/** Whether nanobind made it, and as which of its types. */
bool is_nanobind(nb::handle value, const char *type) {
  const nb::handle given(reinterpret_cast<PyObject *>(Py_TYPE(value.ptr())));
  return attribute(given, "__module__") == "nanobind" && attribute(given, "__name__") == type;
}

/** Wraps the methods of a class. Special methods stay nanobind's, but for __init__, whose errors
    users see. */
void show_class(nb::handle type, PyTypeObject *functions, PyTypeObject *methods) {
  const std::string module = attribute(type, "__module__");
  const std::string class_name = attribute(type, "__name__");
  const auto members = nb::cast<nb::dict>(type.attr("__dict__").attr("copy")());
  for (const auto &[key, value] : members) {
    const std::string name = nb::str(key).c_str();
    const bool method = is_nanobind(value, "nb_method");
    if ((method || is_nanobind(value, "nb_func")) && (!is_special(name) || name == "__init__")) {
      type.attr(name.c_str()) = wrap(method ? methods : functions, value, text(name),
                                     text(class_name + "." + name), text(module));
    }
  }
}

}  // namespace

void keep_direct(nb::handle function, std::unique_ptr<Direct> direct) {
  directs()[function.ptr()] = std::move(direct);
}

void show_functions(nb::module_ &module) {
  PyTypeObject *functions = make_type(false), *methods = make_type(true);
  const auto members = nb::cast<nb::dict>(module.attr("__dict__").attr("copy")());
  for (const auto &[key, value] : members) {
    const std::string name = nb::str(key).c_str();
    if (PyType_Check(value.ptr())) {
      show_class(value, functions, methods);
    } else if (is_nanobind(value, "nb_func")) {
      const Place place(name);
      module.attr(name.c_str()) =
          wrap(functions, value, text(place.name), text(place.name), text(place.module));
    }
  }
  directs().clear();
}

}  // namespace asconkit
