// result<T>: an object of type T, or an error. Every call that can fail at run time returns a
// result. The class works without exceptions.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#ifndef ASCONKIT_CPP_RESULT_HPP
#define ASCONKIT_CPP_RESULT_HPP

#include "language.hpp"

#include <cstdlib>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "../ascon_any.h"

namespace asconkit {

/// Errors: the codes of ascon_result under C++ names.
enum class error : unsigned char {
  tag = ASCON_ERR_TAG,      ///< the tag is wrong: the message must not be used
  null = ASCON_ERR_NULL,    ///< a pointer is null although its length is not 0
  range = ASCON_ERR_RANGE,  ///< a length is outside its range, or two lengths differ
  order = ASCON_ERR_ORDER,  ///< the call is not allowed in this state of the context
  algorithm = ASCON_ERR_ALGORITHM,
  backend = ASCON_ERR_BACKEND,
  random = ASCON_ERR_RANDOM,        ///< the system provides no random bytes
  resources = ASCON_ERR_RESOURCES,  ///< the system is out of memory or threads
  device = ASCON_ERR_DEVICE,        ///< an accelerator, such as a GPU, failed
  store = ASCON_ERR_STORE           ///< the store of a datagram counter failed
};

/// Returns one line of English that describes the error; never null.
[[nodiscard]] inline const char *describe(error e) noexcept {
  return ascon_result_text(static_cast<ascon_result>(e));
}

/// The result of a call: a value or an error. result<void> holds success or an error.
template <class T>
class [[nodiscard]] result;

template <>
class [[nodiscard]] result<void> {
 public:
  constexpr result() noexcept = default;
  constexpr result(asconkit::error e) noexcept : code_(static_cast<ascon_result>(e)) {}
  /// Makes a status from the result of a C call.
  explicit constexpr result(ascon_result code) noexcept : code_(code) {}

  [[nodiscard]] constexpr bool has_value() const noexcept { return code_ == ASCON_OK; }
  [[nodiscard]] constexpr explicit operator bool() const noexcept { return has_value(); }
  /// Returns the error; aborts the program if the call succeeded.
  [[nodiscard]] constexpr asconkit::error error() const noexcept {
    if (has_value()) std::abort();
    return static_cast<asconkit::error>(code_);
  }

 private:
  ascon_result code_ = ASCON_OK;
};

using status = result<void>;

/// A value, or an error. A result with an error holds no value: an attempt to read the value aborts
/// the program.
template <class T>
class [[nodiscard]] result {
 public:
  constexpr result(T value) noexcept : value_(std::move(value)) {}
  constexpr result(asconkit::error e) noexcept : status_(e) {}
  template <class... Arguments>
  explicit constexpr result(std::in_place_t, Arguments &&...arguments) noexcept
      : value_(std::in_place, std::forward<Arguments>(arguments)...) {}

  [[nodiscard]] constexpr bool has_value() const noexcept { return value_.has_value(); }
  [[nodiscard]] constexpr explicit operator bool() const noexcept { return has_value(); }
  /// Returns the error; aborts the program if the call succeeded.
  [[nodiscard]] constexpr asconkit::error error() const noexcept { return status_.error(); }

  [[nodiscard]] constexpr T &operator*() & noexcept { return *checked(); }
  [[nodiscard]] constexpr const T &operator*() const & noexcept { return *checked(); }
  [[nodiscard]] constexpr T operator*() && noexcept { return std::move(*checked()); }
  [[nodiscard]] constexpr T *operator->() noexcept { return std::addressof(*checked()); }
  [[nodiscard]] constexpr const T *operator->() const noexcept {
    return std::addressof(*checked());
  }

  /// Replaces the value by an error. The value's destructor runs, so keys and outputs are wiped.
  constexpr void fail(asconkit::error e) noexcept {
    value_.reset();
    status_ = e;
  }

 private:
  constexpr std::optional<T> &checked() noexcept {
    if (!value_) std::abort();
    return value_;
  }
  constexpr const std::optional<T> &checked() const noexcept {
    if (!value_) std::abort();
    return value_;
  }

  std::optional<T> value_;
  status status_;
};

namespace detail {

/// The return type of a call: T if the compiler checks all lengths (`known`), else result<T>.
template <class T, bool known>
using answer = std::conditional_t<known, T, result<T>>;

}  // namespace detail
}  // namespace asconkit

#endif
