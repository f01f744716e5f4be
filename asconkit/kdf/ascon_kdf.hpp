// KMAC over Ascon-CXOF128 and key derivation with KMAC, in C++20: ascon_kdf.h describes the calls.
// docs/constructions/kdf.md helps to choose a call.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#ifndef ASCONKIT_ASCON_KDF_HPP
#define ASCONKIT_ASCON_KDF_HPP

#include "ascon_kdf.h"
#include "../cpp/context.hpp"

namespace asconkit {

/// A keyed function with output of any length. A key may have any length; 128-bit security needs at
/// least 16 secret bytes. Different customization strings give unrelated functions. A customization
/// string has at most 247 bytes: calls with a longer string return error::range and write nothing.
class kmac {
 public:
  static constexpr std::size_t max_customization_bytes = ASCON_KMAC_MAX_CUSTOMIZATION_BYTES;
  static constexpr std::size_t min_tag_bytes = ASCON_KMAC_MIN_TAG_BYTES;

  /// An output of n bytes: an object that wipes itself and whose comparison takes constant time.
  template <std::size_t n>
  using tag = octets<detail::role::tag, kmac, n>;

  /// Computes an output. It depends on its length: outputs of different lengths are unrelated.
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
  /// Computes an output of any length: a shorter output is a prefix of a longer output.
  [[nodiscard]] static status compute_xof(const output &out, const input &message, const input &key,
                                          const input &customization = {}) noexcept {
    return status(ascon_kdf_kmac_xof(out.data(), out.size(), message.data(), message.size(),
                                     customization.data(), customization.size(), key.data(),
                                     key.size()));
  }
  /// Verifies a tag of n bytes in constant time; your protocol fixes n, at least 4. error::range if
  /// the tag has another length; error::tag if it is not the output of compute().
  template <std::size_t n>
    requires(n >= min_tag_bytes)
  [[nodiscard]] static status(verify)(const input &tag, const input &message, const input &key,
                                      const input &customization = {}) noexcept {
    if (tag.size() != n) return error::range;
    return status(ascon_kdf_kmac_verify(tag.data(), tag.size(), message.data(), message.size(),
                                        customization.data(), customization.size(), key.data(),
                                        key.size()));
  }
  /// Verifies a tag whose type fixes its length.
  template <detail::readable Tag>
    requires detail::fixed<const Tag>
  [[nodiscard]] static status(verify)(const Tag &tag, const input &message, const input &key,
                                      const input &customization = {}) noexcept {
    return verify<detail::extent_of<const Tag>>(input(tag), message, key, customization);
  }

  /// An incremental message. final(), verify_final(), destruction and moving wipe the object. A
  /// copy is independent of the original.
  class context : public detail::context<ascon_kmac_ctx, true> {
   public:
    explicit context(const input &key) noexcept { static_cast<void>(begin(key, {})); }
    /// Starts a message; error::range for a customization string of more than 247 bytes.
    [[nodiscard]] static result<context> from(const input &key,
                                              const input &customization) noexcept {
      result<context> made(std::in_place, input());
      if (const status begun = made->begin(key, customization); !begun) made.fail(begun.error());
      return made;
    }

    /// Adds a piece of the message. error::order after final(), verify_final() or squeeze().
    [[nodiscard]] status update(const input &message) noexcept {
      return status(ascon_kdf_kmac_update(this->get(), message.data(), message.size()));
    }
    /// Ends the message, and writes the output that compute() gives for this message.
    [[nodiscard]] status final(const output &out) noexcept {
      return status(ascon_kdf_kmac_final(this->get(), out.data(), out.size()));
    }
    template <std::size_t n>
    [[nodiscard]] result<tag<n>> final() noexcept {
      return detail::filled<tag<n>, false>([&](std::uint8_t(&out)[n]) noexcept {
        return ascon_kdf_kmac_final(this->get(), out, n);
      });
    }
    /// Ends the message and verifies its tag like verify(). error::range does not end the message.
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
    /// Writes the next bytes of the output of compute_xof(); may be called again.
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
/// `extract` and `expand` to derive many keys. `info` names the purpose of the output. A call with
/// a key type as template argument, such as aead128::key, returns a key of this type.
class kdf {
 public:
  static constexpr std::size_t prk_bytes = ASCON_KDF_PRK_BYTES;

  /// The result of extract(): a pseudorandom key, to be used only in expand().
  using prk = octets<detail::role::key, kdf, prk_bytes>;

  /// Derives one output, such as a key, from the secret `ikm`.
  static void derive(const output &out, const input &salt, const input &ikm,
                     const input &info) noexcept {
    static_cast<void>(ascon_kdf_derive(out.data(), out.size(), salt.data(), salt.size(), ikm.data(),
                                       ikm.size(), info.data(), info.size()));
  }
  template <class Key>
  [[nodiscard]] static Key derive(const input &salt, const input &ikm, const input &info) noexcept {
    return Key::generate([&](const auto &bytes) noexcept { derive(bytes, salt, ikm, info); });
  }

  /// Extracts a pseudorandom key from the secret `ikm`, for calls of expand().
  [[nodiscard]] static prk extract(const input &salt, const input &ikm) noexcept {
    return prk::generate([&](const auto &bytes) noexcept {
      static_cast<void>(
          ascon_kdf_extract(bytes.data(), salt.data(), salt.size(), ikm.data(), ikm.size()));
    });
  }
  /// Derives an output for `info` from the result of extract().
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
