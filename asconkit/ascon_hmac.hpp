// HMAC, HKDF and PBKDF2 with Ascon-Hash256, in C++20: ascon_hmac.h says what the calls do. Where no
// protocol prescribes them, take ascon_kdf.hpp.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#ifndef ASCONKIT_ASCON_HMAC_HPP
#define ASCONKIT_ASCON_HMAC_HPP

#include "ascon_hmac.h"
#include "cpp/context.hpp"

namespace asconkit {

/// HMAC-Ascon-Hash256 (RFC 2104). Keys have any length; for 128-bit security, at least 16 secret
/// bytes.
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
  /// error::tag if it is not the first n bytes of the message's tag, in constant time. error::range
  /// if it has another length: your protocol fixes n, 16 to 32, never the tag that arrived.
  template <std::size_t n = tag_bytes>
    requires(n >= min_tag_bytes && n <= tag_bytes)
  [[nodiscard]] static status(verify)(const input &tag, const input &message,
                                      const input &key) noexcept {
    if (tag.size() != n) return error::range;
    return status(ascon_hmac_hash256_verify(tag.data(), tag.size(), message.data(), message.size(),
                                            key.data(), key.size()));
  }
  /// The same if the length is part of the tag's type, which fixes n.
  template <detail::readable Tag>
    requires detail::fixed<const Tag>
  [[nodiscard]] static status(verify)(const Tag &tag, const input &message,
                                      const input &key) noexcept {
    return verify<detail::extent_of<const Tag>>(input(tag), message, key);
  }

  /// A message in pieces. Wiped by the final calls and when destroyed or moved from; a copy of one
  /// that has just been made serves for the next message under the same key.
  class context : public detail::context<ascon_hmac_ctx, true> {
   public:
    explicit context(const input &key) noexcept {
      static_cast<void>(ascon_hmac_hash256_init(this->get(), key.data(), key.size()));
    }
    /// error::order after a final call.
    [[nodiscard]] status update(const input &message) noexcept {
      return status(ascon_hmac_hash256_update(this->get(), message.data(), message.size()));
    }
    [[nodiscard]] result<tag> final() noexcept {
      return detail::filled<tag, false>([&](std::uint8_t(&out)[tag_bytes]) noexcept {
        return ascon_hmac_hash256_final(this->get(), out);
      });
    }
    /// verify() of the message. With another length of the tag the context stays as it was.
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

/// HKDF (RFC 5869) over hmac. Outputs have at most 8160 bytes; error::range for more. With a type
/// as its template argument, such as aead128::key, a call returns a value of that type.
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
  /// Both steps.
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

/// PBKDF2 (RFC 8018) over hmac. For compatibility only: it does not resist guessing on GPUs; take
/// Argon2id for new designs. error::range for no iterations.
[[nodiscard]] inline status pbkdf2(const output &out, const input &password, const input &salt,
                                   std::uint32_t iterations) noexcept {
  return status(ascon_hmac_pbkdf2(out.data(), out.size(), password.data(), password.size(),
                                  salt.data(), salt.size(), iterations));
}

}  // namespace asconkit

#endif
