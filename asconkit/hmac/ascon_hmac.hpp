// HMAC, HKDF and PBKDF2 with Ascon-Hash256, in C++20: ascon_hmac.h describes the calls. If your
// protocol does not prescribe HMAC or HKDF, use ascon_kdf.hpp.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#ifndef ASCONKIT_ASCON_HMAC_HPP
#define ASCONKIT_ASCON_HMAC_HPP

#include "ascon_hmac.h"
#include "../cpp/context.hpp"

namespace asconkit {

/// HMAC-Ascon-Hash256 (RFC 2104). Keys may have any length. 128-bit security needs keys with 16
/// random bytes or more.
class hmac {
 public:
  static constexpr std::size_t tag_bytes = ASCON_HMAC_BYTES;
  static constexpr std::size_t block_bytes = ASCON_HMAC_BLOCK_BYTES;
  static constexpr std::size_t min_tag_bytes = ASCON_HMAC_MIN_TAG_BYTES;

  using tag = octets<detail::role::tag, hmac, tag_bytes>;

  [[nodiscard]] static tag compute(const input &message, const input &key) noexcept {
    return detail::filled<tag, true>([&](std::uint8_t(&out)[tag_bytes]) noexcept {
      return ascon_hmac_hash256(out, message.data(), message.size(), key.data(), key.size());
    });
  }
  /// Verifies a tag of n bytes in constant time. Your protocol fixes n, from 16 to 32. Returns
  /// error::range if the tag does not have n bytes, and error::tag if it is not the first n bytes
  /// of the message's tag.
  template <std::size_t n = tag_bytes>
    requires(n >= min_tag_bytes && n <= tag_bytes)
  [[nodiscard]] static status(verify)(const input &tag, const input &message,
                                      const input &key) noexcept {
    if (tag.size() != n) return error::range;
    return status(ascon_hmac_hash256_verify(tag.data(), tag.size(), message.data(), message.size(),
                                            key.data(), key.size()));
  }
  /// Verifies a tag whose C++ type fixes its length.
  template <detail::readable Tag>
    requires detail::fixed<const Tag>
  [[nodiscard]] static status(verify)(const Tag &tag, const input &message,
                                      const input &key) noexcept {
    return verify<detail::extent_of<const Tag>>(input(tag), message, key);
  }

  /// The context of an incremental message. final(), verify_final(), moving and destruction wipe
  /// the context. To use the key for another message, copy the context before the first update.
  class context : public detail::context<ascon_hmac_ctx, true> {
   public:
    explicit context(const input &key) noexcept {
      static_cast<void>(ascon_hmac_hash256_init(this->get(), key.data(), key.size()));
    }
    /// Adds a piece of the message. Returns error::order after final() or verify_final().
    [[nodiscard]] status update(const input &message) noexcept {
      return status(ascon_hmac_hash256_update(this->get(), message.data(), message.size()));
    }
    [[nodiscard]] result<tag> final() noexcept {
      return detail::filled<tag, false>([&](std::uint8_t(&out)[tag_bytes]) noexcept {
        return ascon_hmac_hash256_final(this->get(), out);
      });
    }
    /// Verifies a tag of n bytes of the added message, like hmac::verify(). After error::range, the
    /// context is unchanged.
    template <std::size_t n = hmac::tag_bytes>
      requires(n >= min_tag_bytes && n <= hmac::tag_bytes)
    [[nodiscard]] status verify_final(const input &tag) noexcept {
      if (tag.size() != n) return error::range;
      return status(ascon_hmac_hash256_verify_final(this->get(), tag.data(), tag.size()));
    }
    template <detail::readable Tag>
      requires detail::fixed<const Tag>
    [[nodiscard]] status verify_final(const Tag &tag) noexcept {
      return verify_final<detail::extent_of<const Tag>>(input(tag));
    }
  };
};

/// HKDF (RFC 5869) over hmac. Outputs have at most 8160 bytes; more return error::range. With a
/// template argument such as aead128::key, expand() and derive() return a value of this type.
class hkdf {
 public:
  static constexpr std::size_t prk_bytes = ASCON_HMAC_BYTES;
  static constexpr std::size_t max_bytes = ASCON_HKDF_MAX_BYTES;

  using prk = octets<detail::role::key, hkdf, prk_bytes>;

  [[nodiscard]] static prk extract(const input &salt, const input &ikm) noexcept {
    return prk::generate([&](const auto &bytes) noexcept {
      static_cast<void>(
          ascon_hmac_hkdf_extract(bytes.data(), salt.data(), salt.size(), ikm.data(), ikm.size()));
    });
  }
  [[nodiscard]] static status expand(const output &out, const prk &key,
                                     const input &info) noexcept {
    return status(ascon_hmac_hkdf_expand(out.data(), out.size(), key.bytes().data(), prk_bytes,
                                         info.data(), info.size()));
  }
  template <class Key>
    requires(Key::size() <= max_bytes)
  [[nodiscard]] static Key expand(const prk &key, const input &info) noexcept {
    return Key::generate(
        [&](const auto &bytes) noexcept { static_cast<void>(expand(bytes, key, info)); });
  }
  /// Calls extract() and expand().
  [[nodiscard]] static status derive(const output &out, const input &salt, const input &ikm,
                                     const input &info) noexcept {
    return expand(out, extract(salt, ikm), info);
  }
  template <class Key>
    requires(Key::size() <= max_bytes)
  [[nodiscard]] static Key derive(const input &salt, const input &ikm, const input &info) noexcept {
    return expand<Key>(extract(salt, ikm), info);
  }
};

/// PBKDF2 (RFC 8018) over hmac. Use PBKDF2 only for compatibility, because it does not resist
/// password guessing on GPUs; new designs use Argon2id. Returns error::range for 0 iterations.
[[nodiscard]] inline status pbkdf2(const output &out, const input &password, const input &salt,
                                   std::uint32_t iterations) noexcept {
  return status(ascon_hmac_pbkdf2(out.data(), out.size(), password.data(), password.size(),
                                  salt.data(), salt.size(), iterations));
}

}  // namespace asconkit

#endif
