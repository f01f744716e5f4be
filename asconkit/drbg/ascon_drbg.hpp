// The deterministic random bit generator of ascon_drbg.h in C++20. docs/constructions/drbg.md says
// when to use it. The generate() of keys and nonces uses the operating system's generator.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#ifndef ASCONKIT_ASCON_DRBG_HPP
#define ASCONKIT_ASCON_DRBG_HPP

#include "ascon_drbg.h"
#include "../cpp/context.hpp"

#include <limits>

namespace asconkit {

/// A random bit generator. It is also a std::uniform_random_bit_generator, for std::shuffle() and
/// the like. It is wiped when destroyed or moved from. It cannot be copied, because both copies
/// would give the same output. A default-constructed or moved-from generator returns error::order.
class drbg : public detail::context<ascon_drbg, false> {
 public:
  using result_type = std::uint64_t;
  static constexpr std::size_t min_seed_bytes = ASCON_DRBG_MIN_SEED_BYTES;

  drbg() noexcept { detail::wipe(*get()); }

  /// Starts a generator with this source. @param seed must differ from other generators' seeds
  /// @return error::random if the source fails
  [[nodiscard]] static result<drbg> from(const ascon_entropy &source,
                                         const input &seed = {}) noexcept {
    return make(&source, seed);
  }
  /// Starts a generator with the operating system's generator as source.
  [[nodiscard]] static result<drbg> from_system(const input &seed = {}) noexcept {
    return make(&ascon_system_entropy, seed);
  }
  /// Starts a generator without a source. The same seed gives the same output. Returns error::range
  /// if the seed has less than 32 bytes.
  [[nodiscard]] static result<drbg> from_seed(const input &seed) noexcept {
    return make(nullptr, seed);
  }

  /// Fills `out` with random bytes. @param additional input that is first added to the state
  /// @return error::random if the generator refuses to give output: `out` is then all zeros
  [[nodiscard]] status generate(const output &out, const input &additional = {}) noexcept {
    return status(
        ascon_drbg_generate(get(), out.data(), out.size(), additional.data(), additional.size()));
  }
  /// Returns a random key or nonce of an algorithm, such as aead128::key.
  template <class Value>
  [[nodiscard]] result<Value> generate() noexcept {
    status done;
    Value made = Value::generate([&](const auto &bytes) noexcept { done = generate(bytes); });
    if (!done) return done.error();
    return made;
  }
  /// Adds the seed to the state, and entropy of the source if there is one.
  [[nodiscard]] status reseed(const input &seed = {}) noexcept {
    return status(ascon_drbg_reseed(get(), seed.data(), seed.size()));
  }

  static constexpr result_type(min)() noexcept { return 0; }
  static constexpr result_type(max)() noexcept { return (std::numeric_limits<result_type>::max)(); }
  /// Returns the next 64 bits. Aborts the program if the generator refuses to give output, because
  /// this call cannot return an error.
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
