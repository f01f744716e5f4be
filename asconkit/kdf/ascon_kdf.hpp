// KMAC over Ascon-CXOF128 and key derivation that uses it, in C++20: ascon_kdf.h describes the
// calls. docs/constructions/kdf.md helps to choose one.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#ifndef ASCONKIT_ASCON_KDF_HPP
#define ASCONKIT_ASCON_KDF_HPP

#include "ascon_kdf.h"
#include "../cpp/context.hpp"

namespace asconkit {

/// A keyed function with output of any length. Keys have any length; for 128-bit security, at least
/// 16 secret bytes. Different customization strings, of at most 247 bytes, give unrelated
/// functions; calls with a longer string return error::range and write nothing.
class kmac {
 public:
  static constexpr std::size_t max_customization_bytes = ASCON_KMAC_MAX_CUSTOMIZATION_BYTES;
  static constexpr std::size_t min_tag_bytes = ASCON_KMAC_MIN_TAG_BYTES;

  /// n bytes of output as a value that wipes itself and compares in constant time.
  template <std::size_t n>
  using tag = octets<detail::role::tag, kmac, n>;

  /// Computes output of fixed length: outputs of different lengths are unrelated.
  [[nodiscard]] static status compute(const output &out, const input &message, const input &key,
                                      const input &customization = {}) noexcept {
    return status(ascon_kdf_kmac(out.data(), out.size(), message.data(), message.size(),
                                 customization.data(), customization.size(), key.data(),
                                 key.size()));
  }
  template <std::size_t n>
  [[nodiscard]] static result<tag<n>> compute(const input &message, const input &key,
                                              const input &customization = {}) noexcept {
    return detail::filled<tag<n>, false>([&](std::uint8_t(&out)[n]) noexcept {
      return ascon_kdf_kmac(out, n, message.data(), message.size(), customization.data(),
                            customization.size(), key.data(), key.size());
    });
  }
  /// Computes output of any length: a shorter output is a prefix of a longer one.
  [[nodiscard]] static status compute_xof(const output &out, const input &message, const input &key,
                                          const input &customization = {}) noexcept {
    return status(ascon_kdf_kmac_xof(out.data(), out.size(), message.data(), message.size(),
                                     customization.data(), customization.size(), key.data(),
                                     key.size()));
  }
  /// Verifies a tag in constant time. error::tag if it is not the output of compute() for n bytes.
  /// error::range for another length: your protocol fixes n, at least 4, never the tag that
  /// arrived.
  template <std::size_t n>
    requires(n >= min_tag_bytes)
  [[nodiscard]] static status(verify)(const input &tag, const input &message, const input &key,
                                      const input &customization = {}) noexcept {
    if (tag.size() != n) return error::range;
    return status(ascon_kdf_kmac_verify(tag.data(), tag.size(), message.data(), message.size(),
                                        customization.data(), customization.size(), key.data(),
                                        key.size()));
  }
  /// Verifies a tag whose type fixes n.
  template <detail::readable Tag>
    requires detail::fixed<const Tag>
  [[nodiscard]] static status(verify)(const Tag &tag, const input &message, const input &key,
                                      const input &customization = {}) noexcept {
    return verify<detail::extent_of<const Tag>>(input(tag), message, key, customization);
  }

  /// An incremental message. Wiped by the final calls and when destroyed or moved from; a copy is
  /// independent.
  class context : public detail::context<ascon_kmac_ctx, true> {
   public:
    explicit context(const input &key) noexcept { static_cast<void>(begin(key, {})); }
    /// error::range if the customization string is longer than 247 bytes.
    [[nodiscard]] static result<context> from(const input &key,
                                              const input &customization) noexcept {
      result<context> made(std::in_place, input());
      if (const status begun = made->begin(key, customization); !begun) made.fail(begun.error());
      return made;
    }

    /// error::order after a final call or squeeze().
    [[nodiscard]] status update(const input &message) noexcept {
      return status(ascon_kdf_kmac_update(this->get(), message.data(), message.size()));
    }
    /// Returns the output of compute() for the message.
    [[nodiscard]] status final(const output &out) noexcept {
      return status(ascon_kdf_kmac_final(this->get(), out.data(), out.size()));
    }
    template <std::size_t n>
    [[nodiscard]] result<tag<n>> final() noexcept {
      return detail::filled<tag<n>, false>([&](std::uint8_t(&out)[n]) noexcept {
        return ascon_kdf_kmac_final(this->get(), out, n);
      });
    }
    /// Verifies the message like verify(). If the tag has another length, the context is unchanged.
    template <std::size_t n>
      requires(n >= min_tag_bytes)
    [[nodiscard]] status verify_final(const input &tag) noexcept {
      if (tag.size() != n) return error::range;
      return status(ascon_kdf_kmac_verify_final(this->get(), tag.data(), tag.size()));
    }
    template <detail::readable Tag>
      requires detail::fixed<const Tag>
    [[nodiscard]] status verify_final(const Tag &tag) noexcept {
      return verify_final<detail::extent_of<const Tag>>(input(tag));
    }
    /// Writes the next bytes of compute_xof(); may be called again.
    [[nodiscard]] status squeeze(const output &out) noexcept {
      return status(ascon_kdf_kmac_squeeze(this->get(), out.data(), out.size()));
    }

   private:
    status begin(const input &key, const input &customization) noexcept {
      return status(ascon_kdf_kmac_init(this->get(), customization.data(), customization.size(),
                                        key.data(), key.size()));
    }
  };
};

/// Key derivation with the interface of HKDF. Use `derive` to derive one key from a secret,
/// `extract` and `expand` to derive many. `info` names the purpose of the output. A call with a
/// type as template argument, such as aead128::key, returns a value of this type.
class kdf {
 public:
  static constexpr std::size_t prk_bytes = ASCON_KDF_PRK_BYTES;

  /// A pseudorandom key, only for expand().
  using prk = octets<detail::role::key, kdf, prk_bytes>;

  /// Derives output in one step.
  static void derive(const output &out, const input &salt, const input &ikm,
                     const input &info) noexcept {
    static_cast<void>(ascon_kdf_derive(out.data(), out.size(), salt.data(), salt.size(), ikm.data(),
                                       ikm.size(), info.data(), info.size()));
  }
  template <class Key>
  [[nodiscard]] static Key derive(const input &salt, const input &ikm, const input &info) noexcept {
    return Key::generate([&](const auto &bytes) noexcept { derive(bytes, salt, ikm, info); });
  }

  /// Step one of two: extracts a pseudorandom key.
  [[nodiscard]] static prk extract(const input &salt, const input &ikm) noexcept {
    return prk::generate([&](const auto &bytes) noexcept {
      static_cast<void>(
          ascon_kdf_extract(bytes.data(), salt.data(), salt.size(), ikm.data(), ikm.size()));
    });
  }
  /// Step two: derives one output for each `info`.
  static void expand(const output &out, const prk &key, const input &info) noexcept {
    static_cast<void>(ascon_kdf_expand(out.data(), out.size(), key.bytes().data(), prk_bytes,
                                       info.data(), info.size()));
  }
  template <class Key>
  [[nodiscard]] static Key expand(const prk &key, const input &info) noexcept {
    return Key::generate([&](const auto &bytes) noexcept { expand(bytes, key, info); });
  }
};

}  // namespace asconkit

#endif
