// KMAC over Ascon-CXOF128 and key derivation over it, in C++20: ascon_kdf.h says what the calls do.
// docs/constructions/kdf.md says which to take.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#ifndef ASCONKIT_ASCON_KDF_HPP
#define ASCONKIT_ASCON_KDF_HPP

#include "ascon_kdf.h"
#include "cpp/context.hpp"

namespace asconkit {

/// A keyed function with output of any length. Keys have any length; for 128-bit security, at least
/// 16 secret bytes. Different customization strings, of at most 247 bytes, give unrelated
/// functions; calls with a longer one give error::range and write nothing.
class kmac {
 public:
  static constexpr std::size_t max_customization_bytes = ASCON_KMAC_MAX_CUSTOMIZATION_BYTES;
  static constexpr std::size_t min_tag_bytes = ASCON_KMAC_MIN_TAG_BYTES;

  /// n bytes of output as a value that wipes itself and compares in constant time.
  template <std::size_t n>
  using tag = octets<detail::role::tag, kmac, n>;

  /// Output for the length of `out`: one of another length is unrelated.
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
  /// Output of any length: a shorter one is the beginning of a longer one.
  [[nodiscard]] static status compute_xof(const output &out, const input &message, const input &key,
                                          const input &customization = {}) noexcept {
    return status(ascon_kdf_kmac_xof(out.data(), out.size(), message.data(), message.size(),
                                     customization.data(), customization.size(), key.data(),
                                     key.size()));
  }
  /// error::tag if it is not what compute() gives for n bytes, in constant time. error::range if it
  /// has another length: your protocol fixes n, at least 4, never the tag that arrived.
  template <std::size_t n>
    requires(n >= min_tag_bytes)
  [[nodiscard]] static status(verify)(const input &tag, const input &message, const input &key,
                                      const input &customization = {}) noexcept {
    if (tag.size() != n) return error::range;
    return status(ascon_kdf_kmac_verify(tag.data(), tag.size(), message.data(), message.size(),
                                        customization.data(), customization.size(), key.data(),
                                        key.size()));
  }
  /// The same if the length is part of the tag's type, which fixes n.
  template <detail::readable Tag>
    requires detail::fixed<const Tag>
  [[nodiscard]] static status(verify)(const Tag &tag, const input &message, const input &key,
                                      const input &customization = {}) noexcept {
    return verify<detail::extent_of<const Tag>>(input(tag), message, key, customization);
  }

  /// A message in pieces. Wiped by the final calls and when destroyed or moved from; a copy is
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
    /// compute() of the message.
    [[nodiscard]] status final(const output &out) noexcept {
      return status(ascon_kdf_kmac_final(this->get(), out.data(), out.size()));
    }
    template <std::size_t n>
    [[nodiscard]] result<tag<n>> final() noexcept {
      return detail::filled<tag<n>, false>([&](std::uint8_t(&out)[n]) noexcept {
        return ascon_kdf_kmac_final(this->get(), out, n);
      });
    }
    /// verify() of the message. With another length of the tag the context stays as it was.
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
    /// The next bytes of compute_xof(); may be called again.
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

/// Key derivation with the interface of HKDF. `derive` if a secret gives one key; `extract` and
/// `expand` if it gives many. `info` names what the output is for. With a type as its template
/// argument, such as aead128::key, a call returns a value of that type.
class kdf {
 public:
  static constexpr std::size_t prk_bytes = ASCON_KDF_PRK_BYTES;

  /// A pseudorandom key, for expand() alone.
  using prk = octets<detail::role::key, kdf, prk_bytes>;

  /// In one step.
  static void derive(const output &out, const input &salt, const input &ikm,
                     const input &info) noexcept {
    static_cast<void>(ascon_kdf_derive(out.data(), out.size(), salt.data(), salt.size(), ikm.data(),
                                       ikm.size(), info.data(), info.size()));
  }
  template <class Key>
  [[nodiscard]] static Key derive(const input &salt, const input &ikm, const input &info) noexcept {
    return Key::generate([&](const auto &bytes) noexcept { derive(bytes, salt, ikm, info); });
  }

  /// Step one of two.
  [[nodiscard]] static prk extract(const input &salt, const input &ikm) noexcept {
    return prk::generate([&](const auto &bytes) noexcept {
      static_cast<void>(
          ascon_kdf_extract(bytes.data(), salt.data(), salt.size(), ikm.data(), ikm.size()));
    });
  }
  /// Step two: one output for each `info`.
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
