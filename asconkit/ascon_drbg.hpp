// The deterministic random bit generator of ascon_drbg.h in C++20. docs/constructions/random.md
// says when to take it; keys and nonces have generate(), which takes the system's bytes.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#ifndef ASCONKIT_ASCON_DRBG_HPP
#define ASCONKIT_ASCON_DRBG_HPP

#include "ascon_drbg.h"
#include "cpp/context.hpp"

#include <limits>

namespace asconkit {

/// A generator; also a std::uniform_random_bit_generator, for std::shuffle() and distributions.
/// Wiped when destroyed or moved from. It cannot be copied: both copies would give the same. One
/// that was made by default, or moved from, gives error::order.
class drbg : public detail::context<ascon_drbg, false> {
 public:
  using result_type = std::uint64_t;
  static constexpr std::size_t min_seed_bytes = ASCON_DRBG_MIN_SEED_BYTES;

  drbg() noexcept { detail::wipe(*get()); }

  /// Over a source of entropy. @param seed a string that tells this generator from others
  /// @return error::random if the source fails
  [[nodiscard]] static result<drbg> from(const ascon_entropy &source,
                                         const input &seed = {}) noexcept {
    return make(&source, seed);
  }
  /// Over the operating system.
  [[nodiscard]] static result<drbg> from_system(const input &seed = {}) noexcept {
    return make(&ascon_system_entropy, seed);
  }
  /// Without a source: the same output for the same seed, of at least 32 bytes; error::range
  /// otherwise.
  [[nodiscard]] static result<drbg> from_seed(const input &seed) noexcept {
    return make(nullptr, seed);
  }

  /// Fills `out`. @param additional enters the state before; may be empty
  /// @return error::random if no output may be given: `out` is all zeros then
  [[nodiscard]] status generate(const output &out, const input &additional = {}) noexcept {
    return status(
        ascon_drbg_generate(get(), out.data(), out.size(), additional.data(), additional.size()));
  }
  /// A key or nonce of an algorithm, such as aead128::key.
  template <class Value>
  [[nodiscard]] result<Value> generate() noexcept {
    status done;
    Value made = Value::generate([&](const auto &bytes) noexcept { done = generate(bytes); });
    if (!done) return done.error();
    return made;
  }
  /// Adds entropy of the source, if there is one, and the seed.
  [[nodiscard]] status reseed(const input &seed = {}) noexcept {
    return status(ascon_drbg_reseed(get(), seed.data(), seed.size()));
  }

  static constexpr result_type(min)() noexcept { return 0; }
  static constexpr result_type(max)() noexcept { return (std::numeric_limits<result_type>::max)(); }
  /// The next 64 bits. Aborts the program if no output may be given, as this cannot return an
  /// error.
  [[nodiscard]] result_type operator()() noexcept {
    std::uint8_t bytes[sizeof(result_type)];
    if (!generate(bytes)) std::abort();
    result_type value = 0;
    for (std::size_t i = 0; i < sizeof bytes; i++) value |= result_type{bytes[i]} << 8 * i;
    detail::wipe(bytes);
    return value;
  }

 private:
  static result<drbg> make(const ascon_entropy *source, const input &seed) noexcept {
    result<drbg> made(std::in_place);
    const ascon_result code = ascon_drbg_init(made->get(), source, seed.data(), seed.size());
    if (code != ASCON_OK) made.fail(static_cast<error>(code));
    return made;
  }
};

}  // namespace asconkit

#endif
