// Types of the arguments and results of all classes of aead.hpp and sponge.hpp: input and output
// buffers, and fixed-size objects that wipe themselves: keys, nonces, tags, outputs.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#ifndef ASCONKIT_CPP_BYTES_HPP
#define ASCONKIT_CPP_BYTES_HPP

#include "language.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "../ascon_bits.h"
#include "../ascon_permutation.h"
#include "result.hpp"

namespace asconkit {

/// The two accepted byte types: std::byte and std::uint8_t.
template <class T>
concept byte_like =
    std::same_as<std::remove_cv_t<T>, std::byte> || std::same_as<std::remove_cv_t<T>, std::uint8_t>;

namespace detail {

template <class R>
concept byte_range = std::ranges::contiguous_range<R> && std::ranges::sized_range<R> &&
                     byte_like<std::remove_reference_t<std::ranges::range_reference_t<R>>>;

/// Text counts as bytes if its length is certain. An array of char may end in 0, so it is excluded.
template <class R>
concept text_range = std::ranges::contiguous_range<R> && !std::is_array_v<std::remove_cvref_t<R>> &&
                     std::convertible_to<R, std::string_view>;

/// Bytes that can be read: spans, arrays and vectors of std::byte or std::uint8_t, and strings.
template <class R>
concept readable = byte_range<const R &> || text_range<const R &>;

/// Ranges of bytes that can be written.
template <class R>
concept writable = byte_range<R> && std::ranges::borrowed_range<R> &&
                   !std::is_const_v<std::remove_reference_t<std::ranges::range_reference_t<R>>>;

template <class R>
using span_of = decltype(std::span(std::declval<R &>()));

/// The length of a range, if its type fixes the length; std::dynamic_extent otherwise.
template <class R>
inline constexpr std::size_t extent_of = std::dynamic_extent;
template <class R>
  requires byte_range<R &>
inline constexpr std::size_t extent_of<R> = span_of<R>::extent;

template <class R>
inline constexpr bool fixed = extent_of<std::remove_reference_t<R>> != std::dynamic_extent;

/// True if the types of all these ranges fix their lengths, so that the compiler can check them.
template <class... R>
inline constexpr bool all_fixed = (fixed<R> && ...);

template <class R, std::size_t n>
concept has_bytes = fixed<R> && extent_of<std::remove_reference_t<R>> == n;

/// The range has at most n bytes, or its type does not fix its length.
template <class R, std::size_t n>
concept fits = !fixed<R> || extent_of<std::remove_reference_t<R>> <= n;

/// `A` is longer than `B` by `more` bytes, or one of the two types does not fix its length.
template <class A, class B, std::size_t more = 0>
concept same_length = !all_fixed<A, B> || extent_of<std::remove_reference_t<A>> ==
                                              extent_of<std::remove_reference_t<B>> + more;

/// Like ascon_wipe(), for a constant number of bytes. Inlined, it takes a few stores and no call.
template <class T>
void wipe(T &secret) noexcept {
#if defined(__GNUC__)
  __builtin_memset(&secret, 0, sizeof secret);
  asm volatile("" : : "r"(&secret) : "memory");
#else
  ascon_wipe(&secret, sizeof secret);
#endif
}

template <class T>
std::uint8_t *plain(T *bytes) noexcept {
  return reinterpret_cast<std::uint8_t *>(bytes);
}
template <class T>
const std::uint8_t *plain(const T *bytes) noexcept {
  return reinterpret_cast<const std::uint8_t *>(bytes);
}

/// A pointer to bytes of any accepted type, and their number. At run time, the pointer is cast to
/// Octet. Constant evaluation does not allow this cast, so the pointer keeps its own type.
template <class Octet, class Byte>
class view {
 public:
  constexpr view() noexcept : octets_(nullptr) {}
  constexpr view(Octet *bytes, std::size_t n) noexcept : octets_(bytes), size_(n) {}
  constexpr view(Byte *bytes, std::size_t n) noexcept : octets_(nullptr), size_(n) {
    if (std::is_constant_evaluated()) bytes_ = bytes, type_ = type::byte;
    else octets_ = plain(bytes);
  }
  constexpr view(const char *text, std::size_t n) noexcept
    requires std::is_const_v<Octet>
      : octets_(nullptr), size_(n) {
    if (std::is_constant_evaluated()) text_ = text, type_ = type::text;
    else octets_ = plain(text);
  }

  [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
  /// Must not be called during constant evaluation.
  [[nodiscard]] Octet *data() const noexcept { return octets_; }

  [[nodiscard]] constexpr std::uint8_t operator[](std::size_t i) const noexcept {
    if (type_ == type::byte) return static_cast<std::uint8_t>(bytes_[i]);
    if (type_ == type::text) return static_cast<std::uint8_t>(text_[i]);
    return octets_[i];
  }
  constexpr void put(std::size_t i, std::uint8_t value) const noexcept {
    if (type_ == type::byte) bytes_[i] = static_cast<std::byte>(value);
    else octets_[i] = value;
  }

  /// Returns a view of `n` bytes, beginning at offset `from`.
  [[nodiscard]] constexpr view part(std::size_t from, std::size_t n) const noexcept {
    view cut = *this;
    if (type_ == type::byte) cut.bytes_ += from;
    else if (type_ == type::text) cut.text_ += from;
    else cut.octets_ += from;
    cut.size_ = n;
    return cut;
  }

 private:
  enum class type : unsigned char { octet, byte, text };

  union {
    Octet *octets_;
    Byte *bytes_;
    const char *text_;
  };
  std::size_t size_ = 0;
  type type_ = type::octet;
};

}  // namespace detail

/// Bytes to read. Converts from any span, array or other contiguous range of std::byte or unsigned
/// char, and from strings (not from string literals: write "abc"sv). `{}` is an empty input.
class input : public detail::view<const std::uint8_t, const std::byte> {
 public:
  constexpr input() noexcept = default;
  constexpr input(const view &v) noexcept : view(v) {}
  template <class R>
    requires(detail::readable<R> && !std::derived_from<R, view>)
  constexpr input(const R &range) noexcept
      : view(std::ranges::data(range), std::ranges::size(range)) {}
};

/// Bytes to write. Converts from any span, array or other contiguous range of std::byte or unsigned
/// char.
class output : public detail::view<std::uint8_t, std::byte> {
 public:
  constexpr output(const view &v) noexcept : view(v) {}
  template <class R>
    requires(detail::writable<R> && !std::derived_from<std::remove_cvref_t<R>, view>)
  constexpr output(R &&range) noexcept : view(std::ranges::data(range), std::ranges::size(range)) {}
};

/// An input of arbitrary bit length, for the calls of %ascon_bits.h, which defines the order of
/// bits. `bytes` must have (bits + 7) / 8 bytes: for any other size, calls return error::range.
struct bit_string {
  input bytes;
  std::size_t bits = 0;
};

/// An output of arbitrary bit length. The bits after the output are set to zero.
struct bit_output {
  output bytes;
  std::size_t bits;
};

namespace detail {

/// Whether each bit_string and bit_output has the right number of bytes for its number of bits.
template <class... Strings>
constexpr bool complete(const Strings &...strings) noexcept {
  return ((strings.bytes.size() == strings.bits / 8 + (strings.bits % 8 != 0)) && ...);
}

/// True for algorithms with the byte order of SP 800-232: only they take inputs of any bit length.
template <class Row>
concept takes_bits = Row::parameters.order == ASCON_LITTLE_ENDIAN;

struct access;

/// The purpose of the bytes of an `octets` object. Keys and nonces are never default-constructed.
namespace role {
struct key {};
struct nonce {};
struct tag {};
struct output {};
}  // namespace role

template <class Role>
concept made_here = std::same_as<Role, role::tag> || std::same_as<Role, role::output>;

/// Roles for which octets::generate() may return random bytes.
template <class Role>
concept chosen = std::same_as<Role, role::key> || std::same_as<Role, role::nonce>;

}  // namespace detail

/// `n` bytes of one algorithm. Each role (key, nonce, tag, output), algorithm and size has its own
/// type, so that no nonce can be passed as a key. The destructor wipes the bytes. std::move copies
/// and leaves the source unchanged, so that no moved-from key of zeros ever encrypts a message.
/// Comparison for equality takes constant time. Objects cannot be ordered or printed; `bytes()`
/// gives explicit access to the bytes.
template <class Role, class Row, std::size_t n>
class octets {
  struct blank {
    explicit blank() = default;
  };

 public:
  /// Sets all bytes to zero. Only for tags and outputs, not for keys and nonces.
  constexpr octets() noexcept
    requires detail::made_here<Role>
  = default;

  /// Private to this class, because no other code can name the argument's type.
  explicit constexpr octets(blank) noexcept {}

  /// Copies exactly n bytes. Does not compile unless the type of `range` fixes this length.
  template <detail::readable R>
    requires detail::has_bytes<const R, n>
  explicit constexpr octets(const R &range) noexcept {
    assign(range);
  }

  /// Copies bytes whose length is known only at run time; error::range if the length is not n.
  template <detail::readable R>
  [[nodiscard]] static constexpr result<octets> from(const R &range) noexcept {
    if (std::ranges::size(range) != n) return error::range;
    result<octets> made(std::in_place, blank{});
    made->assign(range);
    return made;
  }

  /// Returns random bytes of the operating system, from ascon_random_bytes(); error::random if that
  /// call fails. Only for keys and nonces.
  [[nodiscard]] static result<octets> generate() noexcept
    requires detail::chosen<Role>
  {
    result<octets> made(std::in_place, blank{});
    if (ascon_random_bytes(made->bytes_, n) != ASCON_OK) made.fail(error::random);
    return made;
  }

  /// Returns the n bytes that `fill` writes into its argument, a std::span<unsigned char, n>. So no
  /// other copy of a fresh key exists. `fill` returns nothing: nobody would see that it failed.
  template <std::invocable<std::span<std::uint8_t, n>> Fill>
    requires std::is_void_v<std::invoke_result_t<Fill, std::span<std::uint8_t, n>>>
  [[nodiscard]] static constexpr octets generate(Fill &&fill) {
    octets made{blank{}};
    std::forward<Fill>(fill)(std::span<std::uint8_t, n>(made.bytes_));
    return made;
  }

  constexpr octets(const octets &) noexcept = default;
  constexpr octets &operator=(const octets &) noexcept = default;
  constexpr ~octets() { wipe(); }

  [[nodiscard]] static constexpr std::size_t size() noexcept { return n; }
  [[nodiscard]] constexpr std::span<const std::uint8_t, n> bytes() const & noexcept {
    return std::span<const std::uint8_t, n>(bytes_);
  }
  std::span<const std::uint8_t, n> bytes() const && = delete;  // would outlive the value
  [[nodiscard]] std::span<const std::byte, n> as_bytes() const & noexcept {
    return std::as_bytes(bytes());
  }
  std::span<const std::byte, n> as_bytes() const && = delete;

  /// Returns a copy of the bytes, as std::uint8_t or std::byte. The copy does not wipe itself.
  template <byte_like Byte = std::uint8_t>
  [[nodiscard]] constexpr std::array<Byte, n> copy() const noexcept {
    std::array<Byte, n> bytes{};
    for (std::size_t i = 0; i < n; i++) bytes[i] = static_cast<Byte>(bytes_[i]);
    return bytes;
  }

  /// Compares in constant time.
  [[nodiscard]] friend constexpr bool operator==(const octets &a, const octets &b) noexcept {
    if (!std::is_constant_evaluated()) return ascon_equal(a.bytes_, b.bytes_, n) != 0;
    for (std::size_t i = 0; i < n; i++)
      if (a.bytes_[i] != b.bytes_[i]) return false;
    return true;
  }

 private:
  friend detail::access;
  constexpr void assign(const input &from) noexcept {
    for (std::size_t i = 0; i < n; i++) bytes_[i] = from[i];
  }
  constexpr void wipe() noexcept {
    if (!std::is_constant_evaluated()) return detail::wipe(bytes_);
    for (auto &byte : bytes_) byte = 0;
  }

  std::uint8_t bytes_[n] = {};
};

namespace detail {

/// The library's access to its own types.
struct access {
  template <class Octets>
  static constexpr auto &data(Octets &octets) noexcept {
    return octets.bytes_;
  }
};

/// Returns an object whose bytes `fill(bytes)` writes. `fill` returns an ascon_result, which cannot
/// be an error if the compiler knows all lengths (`known`). Compilers can elide the object's copy.
template <class T, bool known, class Fill>
  requires known
constexpr T filled(Fill &&fill) noexcept {
  T made;
  static_cast<void>(fill(access::data(made)));
  return made;
}
template <class T, bool known, class Fill>
  requires(!known)
constexpr result<T> filled(Fill &&fill) noexcept {
  result<T> made(std::in_place);
  const ascon_result code = fill(access::data(*made));
  if (code != ASCON_OK) made.fail(static_cast<error>(code));
  return made;
}

template <bool known>
constexpr answer<void, known> done(ascon_result code) noexcept {
  if constexpr (!known) return status(code);
}

}  // namespace detail
}  // namespace asconkit

#endif
