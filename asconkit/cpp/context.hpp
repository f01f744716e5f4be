// Base class of the contexts in aead.hpp and sponge.hpp: its destructor wipes the context.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#ifndef ASCONKIT_CPP_CONTEXT_HPP
#define ASCONKIT_CPP_CONTEXT_HPP

#include "bytes.hpp"

namespace asconkit::detail {

/// Owns a context of the C library. Every call on a wiped context returns error::order.
template <class Context, bool copyable>
class context {
 public:
  context(const context &) noexcept
    requires copyable
  = default;
  context &operator=(const context &) noexcept
    requires copyable
  = default;
  context(context &&other) noexcept : context_(other.context_) { other.wipe(); }
  context &operator=(context &&other) noexcept {
    if (this == &other) return *this;
    context_ = other.context_;
    other.wipe();
    return *this;
  }

 protected:
  context() noexcept = default;
  ~context() { wipe(); }
  Context *get() noexcept { return &context_; }
  const Context *get() const noexcept { return &context_; }

 private:
  void wipe() noexcept { detail::wipe(context_); }

  Context context_;  // the derived class initialises it, through the library
};

}  // namespace asconkit::detail

#endif
