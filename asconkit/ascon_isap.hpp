// ISAP in C++20, header-only over ascon_isap.h, which says what it is for.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#ifndef ASCONKIT_ASCON_ISAP_HPP
#define ASCONKIT_ASCON_ISAP_HPP

#include "ascon.hpp"
#include "ascon_isap.h"

namespace asconkit {
namespace detail {

/// What the keys, nonces and tags of one instance are of.
template <const ascon_isap &instance>
struct isap_row {};

}  // namespace detail

/// Authenticated encryption for devices whose power is measured: docs/constructions/isap.md. The
/// class has only static members and types. Outputs may be the same bytes as the inputs that they
/// are computed from, and must not overlap anything else.
template <const ascon_isap &instance>
class isap {
  using row = detail::isap_row<instance>;

 public:
  static constexpr std::size_t key_bytes = ASCON_ISAP_KEY_BYTES;
  static constexpr std::size_t nonce_bytes = ASCON_ISAP_NONCE_BYTES;
  static constexpr std::size_t tag_bytes = ASCON_ISAP_TAG_BYTES;

  using key = octets<detail::role::key, row, key_bytes>;
  using nonce = octets<detail::role::nonce, row, nonce_bytes>;
  using tag = octets<detail::role::tag, row, tag_bytes>;

  /// Encrypts and returns the tag; error::range if the lengths differ.
  /// @param ciphertext as long as the plaintext; may be the same bytes
  template <detail::writable Out, detail::readable In>
    requires detail::same_length<Out, In>
  [[nodiscard]] static result<tag> encrypt(Out &&ciphertext, const In &plaintext, const input &ad,
                                           const nonce &nonce, const key &key) noexcept {
    const output out(ciphertext);
    const input in(plaintext);
    if (out.size() != in.size()) return error::range;
    return detail::filled<tag, false>([&](std::uint8_t(&tag)[tag_bytes]) noexcept {
      return ascon_isap_encrypt(&instance, out.data(), tag, in.data(), in.size(), ad.data(),
                                ad.size(), nonce.bytes().data(), key.bytes().data());
    });
  }

  /// Checks the tag, then decrypts. Returns the plaintext, or error::tag: then all of `plaintext`
  /// is zero.
  /// @param plaintext as long as the ciphertext; may be the same bytes
  template <detail::writable Out, detail::readable In>
    requires detail::same_length<Out, In>
  [[nodiscard]] static auto decrypt(Out &&plaintext, const In &ciphertext, const tag &tag,
                                    const input &ad, const nonce &nonce, const key &key) noexcept
      -> result<detail::span_of<Out>> {
    const output out(plaintext);
    const input in(ciphertext);
    if (out.size() != in.size()) return error::range;
    const ascon_result code =
        ascon_isap_decrypt(&instance, out.data(), in.data(), in.size(), tag.bytes().data(),
                           ad.data(), ad.size(), nonce.bytes().data(), key.bytes().data());
    if (code != ASCON_OK) return static_cast<error>(code);
    return detail::span_of<Out>(plaintext);
  }

  /// A message in pieces: ad(), then update(), each as often as needed, then final(). A call out of
  /// order returns error::order and changes nothing. Wiped by final(), when destroyed, and when
  /// moved from.
  class encryption : public detail::context<ascon_isap_ctx, false> {
   public:
    encryption(const nonce &nonce, const key &key) noexcept {
      static_cast<void>(
          ascon_isap_init(this->get(), &instance, nonce.bytes().data(), key.bytes().data()));
    }
    [[nodiscard]] status ad(const input &ad) noexcept {
      return status(ascon_isap_ad(this->get(), ad.data(), ad.size()));
    }
    template <detail::writable Out, detail::readable In>
      requires detail::same_length<Out, In>
    [[nodiscard]] status update(Out &&ciphertext, const In &plaintext) noexcept {
      const output out(ciphertext);
      const input in(plaintext);
      if (out.size() != in.size()) return error::range;
      return status(ascon_isap_encrypt_update(this->get(), out.data(), in.data(), in.size()));
    }
    [[nodiscard]] result<tag> final() noexcept {
      return detail::filled<tag, false>([&](std::uint8_t(&tag)[tag_bytes]) noexcept {
        return ascon_isap_encrypt_final(this->get(), tag);
      });
    }
  };

  /// Decryption in two passes, which never gives out what is not verified: ad(), read() for the
  /// whole ciphertext, verify(); then update() for the same ciphertext once more, and final().
  class decryption : public detail::context<ascon_isap_ctx, false> {
   public:
    decryption(const nonce &nonce, const key &key) noexcept {
      static_cast<void>(
          ascon_isap_init(this->get(), &instance, nonce.bytes().data(), key.bytes().data()));
    }
    [[nodiscard]] status ad(const input &ad) noexcept {
      return status(ascon_isap_ad(this->get(), ad.data(), ad.size()));
    }
    [[nodiscard]] status read(const input &ciphertext) noexcept {
      return status(ascon_isap_read(this->get(), ciphertext.data(), ciphertext.size()));
    }
    [[nodiscard]] status verify(const tag &tag) noexcept {
      return status(ascon_isap_verify(this->get(), tag.bytes().data()));
    }
    /// error::range if the ciphertext becomes longer than what read() got.
    template <detail::writable Out, detail::readable In>
      requires detail::same_length<Out, In>
    [[nodiscard]] status update(Out &&plaintext, const In &ciphertext) noexcept {
      const output out(plaintext);
      const input in(ciphertext);
      if (out.size() != in.size()) return error::range;
      return status(ascon_isap_decrypt_update(this->get(), out.data(), in.data(), in.size()));
    }
    /// error::range if the second pass has had less text than the first.
    [[nodiscard]] status final() noexcept { return status(ascon_isap_decrypt_final(this->get())); }
  };
};

using isap_a_128a = isap<ascon_isap_a_128a>;
using isap_a_128 = isap<ascon_isap_a_128>;

}  // namespace asconkit

#endif
