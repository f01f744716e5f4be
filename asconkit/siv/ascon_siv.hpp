// Header-only C++20 interface to ascon_siv.h, which explains the purpose of Ascon-SIV.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#ifndef ASCONKIT_ASCON_SIV_HPP
#define ASCONKIT_ASCON_SIV_HPP

#include "../cpp/ascon.hpp"
#include "ascon_siv.h"
#include "../cpp/constructed_aead.hpp"

namespace asconkit {
namespace detail {

struct siv_calls {
  static constexpr std::size_t key_bytes = ASCON_SIV_KEY_BYTES;
  static constexpr std::size_t nonce_bytes = ASCON_SIV_NONCE_BYTES;
  static constexpr std::size_t tag_bytes = ASCON_SIV_TAG_BYTES;
  static constexpr auto encrypt = ascon_siv_encrypt;
  static constexpr auto decrypt = ascon_siv_decrypt;
};

}  // namespace detail

/// Authenticated encryption that withstands repeated nonces: docs/constructions/siv.md. The class
/// has only static members and types; its base has encrypt() and decrypt(). Outputs may be at the
/// same address as the inputs that they are computed from, and must not overlap anything else.
class siv : public detail::constructed_aead<detail::siv_calls> {
 public:
  /// Incremental encryption: call ad(), then read() for the whole text, tag(), update() for the
  /// same text, and final(). ad(), read() and update() may be called as often as needed. A call out
  /// of order returns error::order and changes nothing. final(), destruction and moving wipe the
  /// object.
  class encryption : public detail::context<ascon_siv_ctx, false> {
   public:
    encryption(const nonce &nonce, const key &key) noexcept {
      static_cast<void>(
          ascon_siv_encrypt_init(this->get(), nonce.bytes().data(), key.bytes().data()));
    }
    [[nodiscard]] status ad(const input &ad) noexcept {
      return status(ascon_siv_ad(this->get(), ad.data(), ad.size()));
    }
    [[nodiscard]] status read(const input &plaintext) noexcept {
      return status(ascon_siv_read(this->get(), plaintext.data(), plaintext.size()));
    }
    [[nodiscard]] result<siv::tag> tag() noexcept {
      return detail::filled<siv::tag, false>(
          [&](std::uint8_t(&tag)[tag_bytes]) noexcept { return ascon_siv_tag(this->get(), tag); });
    }
    /// error::range if update() gets more text than read() got.
    template <detail::writable Out, detail::readable In>
      requires detail::same_length<Out, In>
    [[nodiscard]] status update(Out &&ciphertext, const In &plaintext) noexcept {
      return detail::of_one_length(ciphertext, plaintext, [&](auto... text) noexcept {
        return ascon_siv_encrypt_update(this->get(), text...);
      });
    }
    /// error::tag if update() got a different text than read(): erase everything that update() has
    /// written, and the tag. error::range if update() got less text than read().
    [[nodiscard]] status final() noexcept { return status(ascon_siv_encrypt_final(this->get())); }
  };

  /// Incremental decryption. Until final() has returned success, do not act on the output, show it
  /// or pass it on. decrypt() returns only verified plaintext.
  class decryption : public detail::context<ascon_siv_ctx, false> {
   public:
    decryption(const siv::tag &tag, const nonce &nonce, const key &key) noexcept {
      static_cast<void>(ascon_siv_decrypt_init(this->get(), tag.bytes().data(),
                                               nonce.bytes().data(), key.bytes().data()));
    }
    [[nodiscard]] status ad(const input &ad) noexcept {
      return status(ascon_siv_ad(this->get(), ad.data(), ad.size()));
    }
    /// WARNING: the output is UNVERIFIED.
    template <detail::writable Out, detail::readable In>
      requires detail::same_length<Out, In>
    [[nodiscard]] status update_unverified(Out &&plaintext, const In &ciphertext) noexcept {
      return detail::of_one_length(plaintext, ciphertext, [&](auto... text) noexcept {
        return ascon_siv_decrypt_update_unverified(this->get(), text...);
      });
    }
    /// Verifies the tag. After error::tag, erase everything that update_unverified() has written.
    [[nodiscard]] status final() noexcept { return status(ascon_siv_decrypt_final(this->get())); }
  };
};

}  // namespace asconkit

#endif
