// Short ways into calls that take less than a microsecond. define() gives a function to nanobind
// and makes a Direct of it, which functions.cpp asks first. For aead.cpp and sponges.cpp.
//
// nanobind looks for names, defaults and overloads, casts each value, and moves a result of ours
// into its Python object. A Direct has one function, takes positional arguments alone, and makes a
// result of ours where it stays. Both ways run the same function, which checks its arguments, so
// that results and errors are the same. With objects from a pool it took encrypt() of 16 bytes from
// 0.70 to 0.65 of the time of fast-ascon, and hash256(data).digest() from 1.07 to 0.92.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "support.hpp"

namespace asconkit {

/** What can be called without nanobind. */
class Direct {
 public:
  Direct() = default;
  virtual ~Direct() = default;
  Direct(const Direct &) = delete;
  Direct &operator=(const Direct &) = delete;

  /** A new reference to the result. Null with a Python error if the function raised one; null
     without one if it was not called, since nanobind has to look at such arguments. */
  virtual PyObject *call(PyObject *const *given, size_t count) const noexcept = 0;
};

/** Keeps what belongs to a function of nanobind's until show_functions() makes one object of
 * both. */
void keep_direct(nb::handle function, std::unique_ptr<Direct> direct);

/** The parameters that nanobind's annotations describe: how many may be positional, and their
 * defaults. */
template <size_t COUNT>
class Parameters {
 public:
  template <typename... Extra>
  explicit Parameters(const Extra &...annotations) {
    (add(annotations), ...);
  }

  /** All values of a call with these positional arguments; false if it does not fit. */
  bool complete(PyObject *const *given, size_t count, std::array<PyObject *, COUNT> &values) const {
    if (count > positional_) {
      return false;
    }
    for (size_t i = 0; i < COUNT; i++) {
      values[i] = i < count ? given[i] : defaults_[i].ptr();
      if (values[i] == nullptr || (values[i] == Py_None && !takes_none_[i])) {
        return false;
      }
    }
    return true;
  }

 private:
  template <uint32_t FLAGS, bool LOCKED>
  void add(const nb::arg_t<FLAGS, LOCKED> &) {
    takes_none_[described_++] = (FLAGS & nb::detail::cast_flags::accepts_none) != 0;
    positional_ += named_alone_ ? 0 : 1;
  }
  template <uint32_t FLAGS, bool LOCKED>
  void add(const nb::arg_v_t<FLAGS, LOCKED> &argument) {
    defaults_[described_] = argument.value;
    add(static_cast<const nb::arg_t<FLAGS, LOCKED> &>(argument));
  }
  void add(const nb::kw_only &) { named_alone_ = true; }
  template <typename Other>
  void add(const Other &) {}  // a docstring or signature

  std::array<nb::object, COUNT> defaults_;
  std::array<bool, COUNT> takes_none_ = {};
  size_t described_ = 0;
  size_t positional_ = 0;
  bool named_alone_ = false;
};

/** A Python object as the parameter that the function has: Data, Length and so on. */
struct Argument {
  template <typename Parameter, std::enable_if_t<std::is_base_of_v<nb::handle, Parameter>, int> = 0>
  operator Parameter() const {
    return Parameter{nb::handle(object)};
  }
  PyObject *object;
};

/** A new reference to what a function returns. */
template <typename Call>
PyObject *result_of(Call call) {
  using Result = decltype(call());
  if constexpr (std::is_void_v<Result>) {
    call();
    return nb::none().release().ptr();
  } else if constexpr (std::is_same_v<Result, bool>) {
    return PyBool_FromLong(call() ? 1 : 0);
  } else if constexpr (std::is_same_v<Result, size_t>) {
    return PyLong_FromSize_t(call());
  } else if constexpr (std::is_base_of_v<nb::object, Result>) {
    return call().release().ptr();
  } else {
    static const nb::handle type = nb::type<Result>();  // lives as long as the process
    nb::object object = nb::inst_alloc(type);
    new (nb::inst_ptr<void>(object)) Result(call());  // without a copy: C++17 makes it here
    nb::inst_mark_ready(object);
    return object.release().ptr();
  }
}

/** Runs a call as nanobind does: exceptions become Python's. */
template <typename Call>
PyObject *guarded(Call call) noexcept {
  try {
    return result_of(call);
  } catch (nb::python_error &error) {
    error.restore();
  } catch (const std::bad_alloc &) {
    PyErr_NoMemory();
  } catch (const std::exception &error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  } catch (...) {
    wait_for_exit();
  }
  return nullptr;
}

/** A function of a module (`Owner` is void), or a method of a class. */
template <typename Owner, typename Function, size_t COUNT>
class DirectOf : public Direct {
 public:
  template <typename... Extra>
  DirectOf(nb::handle scope, Function function, const Extra &...annotations)
      : scope_(scope), function_(function), parameters_(annotations...) {}

  PyObject *call(PyObject *const *given, size_t count) const noexcept override {
    if constexpr (std::is_void_v<Owner>) {
      return complete_and_run(given, count);
    } else {
      if (count == 0 || !is_owner(given[0])) {
        return nullptr;
      }
      return complete_and_run(given + 1, count - 1, *nb::inst_ptr<Owner>(given[0]));
    }
  }

 private:
  /** Whether it is an object of the class, and has been constructed. */
  [[nodiscard]] bool is_owner(PyObject *self) const {
    return PyObject_TypeCheck(self, reinterpret_cast<PyTypeObject *>(scope_.ptr())) != 0 &&
           nb::inst_ready(self);
  }

  template <typename... Self>
  PyObject *complete_and_run(PyObject *const *given, size_t count, Self &...self) const noexcept {
    std::array<PyObject *, COUNT> values;
    if (!parameters_.complete(given, count, values)) {
      return nullptr;
    }
    return run(values, std::make_index_sequence<COUNT>(), self...);
  }

  template <size_t... INDEX, typename... Self>
  PyObject *run(const std::array<PyObject *, COUNT> &values, std::index_sequence<INDEX...>,
                Self &...self) const noexcept {
    return guarded([&]() -> decltype(auto) {
      return std::invoke(function_, self..., Argument{values[INDEX]}...);
    });
  }

  nb::handle scope_;
  Function function_;
  Parameters<COUNT> parameters_;
};

template <typename Scope>
struct OwnerOf {
  using type = void;
};
template <typename Type, typename... More>
struct OwnerOf<nb::class_<Type, More...>> {
  using type = Type;
};

template <typename Type>
constexpr size_t IS_PARAMETER = nb::detail::arg_traits<Type>::is_arg ? 1 : 0;

/** scope.def(), and a Direct of the same function. Every parameter but `self` has an nb::arg and
   takes a Python object. */
template <typename Scope, typename Function, typename... Extra>
void define(Scope &scope, const char *name, Function function, const Extra &...annotations) {
  constexpr size_t COUNT = (size_t{0} + ... + IS_PARAMETER<Extra>);
  using Made = DirectOf<typename OwnerOf<Scope>::type, Function, COUNT>;
  scope.def(name, function, annotations...);
  keep_direct(scope.attr(name), std::make_unique<Made>(scope, function, annotations...));
}

}  // namespace asconkit
