// A key that an object holds until it is wiped, and the copy that one call works with. For the
// classes of AEAD and of constructions.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <cstring>

#include "support.hpp"

namespace asconkit {

class HeldKey {
 public:
  static constexpr size_t MAX_BYTES = 32;

  HeldKey(Data key, size_t bytes) {
    const HeldBuffer given(key, "key");
    given.require("key", bytes);
    std::memcpy(key_, given.data, given.size);
  }
  ~HeldKey() { wipe(); }
  HeldKey(const HeldKey &) = delete;
  HeldKey &operator=(const HeldKey &) = delete;

  void wipe() {
    const nb::ft_lock_guard guard(mutex_);
    ascon_wipe(key_, sizeof key_);
    wiped_ = true;
  }

  /** Another thread may wipe the key at any time; StateError if that has happened. */
  void copy(uint8_t *to) const {
    const nb::ft_lock_guard guard(mutex_);
    if (wiped_) {
      raise_state("the key was wiped");
    }
    std::memcpy(to, key_, sizeof key_);
  }

  [[nodiscard]] bool wiped() const {
    const nb::ft_lock_guard guard(mutex_);
    return wiped_;
  }

 private:
  mutable nb::ft_mutex mutex_;
  uint8_t key_[MAX_BYTES] = {};
  bool wiped_ = false;
};

/** The key for the time of one call. */
class KeyCopy {
 public:
  explicit KeyCopy(const HeldKey &key) { key.copy(bytes); }
  ~KeyCopy() { ascon_wipe(bytes, sizeof bytes); }
  KeyCopy(const KeyCopy &) = delete;
  KeyCopy &operator=(const KeyCopy &) = delete;

  uint8_t bytes[HeldKey::MAX_BYTES];
};

/** wipe(), which erases the key, as a method and at the end of a `with` block. `Class` has a member
   `key`. */
template <typename Class, typename Type>
void define_wiping(Type &type) {
  type.def(
      "wipe", [](Class &self) { self.key.wipe(); },
      "Erases the key. Every later call raises StateError. The key is also erased with the "
      "object.");
  type.def(
      "__enter__", [](nb::handle self) { return nb::borrow(self); },
      nb::sig("def __enter__(self) -> typing_extensions.Self"));
  type.def(
      "__exit__", [](Class &self, const nb::args &) { self.key.wipe(); },
      nb::sig("def __exit__(self, *args: object) -> None"), "Erases the key.");
}

/** __init__(key) that refuses further arguments with a message of the package; None stands for a
   missing key. */
template <typename Class, typename Type>
void define_key_constructor(Type &type) {
  type.def(
      "__init__",
      [](Class *self, Data key, const nb::args &more, const nb::kwargs &named) {
        if (more.size() + named.size() != 0) {
          raise(PyExc_TypeError, "%s takes one argument, the key",
                nb::cast<const char *>(nb::type<Class>().attr("__name__")));
        }
        new (self) Class(key);
      },
      nb::arg("key").none() = nb::none(), nb::arg("more"), nb::arg("named"),
      nb::sig("def __init__(self, key: typing_extensions.Buffer) -> None"));
}

/** os.urandom(). */
inline nb::bytes system_random(size_t bytes) {
  const nb::object urandom = attribute_of(module_of("os"), "urandom");
  return nb::cast<nb::bytes>(call_python(urandom, nb::int_(bytes)));
}

/** generate_key() and generate_nonce(), static methods. `Class` has functions KeyBytes() and
    NonceBytes(). */
template <typename Class, typename Type>
void define_generators(Type &type) {
  type.def_static(
      "generate_key", [] { return system_random(Class::KeyBytes()); },
      "Returns a new key of `key_size` bytes from the operating system's random generator.");
  type.def_static(
      "generate_nonce", [] { return system_random(Class::NonceBytes()); },
      "Returns a new nonce of `nonce_size` bytes from the system's random generator.\n\n"
      "Among 2**48 random nonces, two are equal with a probability of 2**-33.");
}

}  // namespace asconkit
