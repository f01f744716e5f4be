// ISAP in C++20, header-only over ascon_isap.h, which explains what ISAP is for.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#ifndef ASCONKIT_ASCON_ISAP_HPP
#define ASCONKIT_ASCON_ISAP_HPP

#include "../cpp/ascon.hpp"
#include "ascon_isap.h"
#include "../cpp/constructed_aead.hpp"

namespace asconkit {
namespace detail {

template <const ascon_isap &instance>
struct isap_calls {
  static constexpr std::size_t key_bytes = ASCON_ISAP_KEY_BYTES;
  static constexpr std::size_t nonce_bytes = ASCON_ISAP_NONCE_BYTES;
  static constexpr std::size_t tag_bytes = ASCON_ISAP_TAG_BYTES;
  template <class... Arguments>
  static ascon_result encrypt(Arguments... arguments) noexcept {
    return ascon_isap_encrypt(&instance, arguments...);
  }
  template <class... Arguments>
  [[nodiscard]] static ascon_result decrypt(Arguments... arguments) noexcept {
    return ascon_isap_decrypt(&instance, arguments...);
  }
};

}  // namespace detail

/// Authenticated encryption for devices whose power consumption an attacker measures:
/// docs/constructions/isap.md. The class has only static members and types, and inherits encrypt()
/// and decrypt(). Outputs may be at the same address as the inputs that they are computed from, and
/// must not overlap anything else.
template <const ascon_isap &instance>
class isap : public detail::constructed_aead<detail::isap_calls<instance>> {
  using base = detail::constructed_aead<detail::isap_calls<instance>>;

 public:
  using base::tag_bytes;
  using typename base::key, typename base::nonce, typename base::tag;

  /// Incremental encryption: call ad(), then update(), each as often as needed, then final(). A
  /// call out of order returns error::order and changes nothing. final(), destruction and moving
  /// wipe the object.
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
      return detail::of_one_length(ciphertext, plaintext, [&](auto... text) noexcept {
        return ascon_isap_encrypt_update(this->get(), text...);
      });
    }
    [[nodiscard]] result<tag> final() noexcept {
      return detail::filled<tag, false>([&](std::uint8_t(&tag)[tag_bytes]) noexcept {
        return ascon_isap_encrypt_final(this->get(), tag);
      });
    }
  };

  /// Incremental decryption in two passes. First call ad(), read() for the whole ciphertext, and
  /// verify(); then update_unverified() for the whole ciphertext again, and final(). Until final()
  /// has returned success, do not use the output. decrypt() returns only verified plaintext.
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
    [[nodiscard]] status(verify)(const tag &tag) noexcept {
      return status(ascon_isap_verify(this->get(), tag.bytes().data()));
    }
    /// WARNING: the output is UNVERIFIED, because this ciphertext may differ from the ciphertext in
    /// read(). error::range if the ciphertext becomes longer than the ciphertext in read().
    template <detail::writable Out, detail::readable In>
      requires detail::same_length<Out, In>
    [[nodiscard]] status update_unverified(Out &&plaintext, const In &ciphertext) noexcept {
      return detail::of_one_length(plaintext, ciphertext, [&](auto... text) noexcept {
        return ascon_isap_decrypt_update_unverified(this->get(), text...);
      });
    }
    /// error::tag if the ciphertexts of the two passes differ; then erase everything that
    /// update_unverified() has written. error::range if the second pass got a shorter ciphertext.
    [[nodiscard]] status final() noexcept { return status(ascon_isap_decrypt_final(this->get())); }
  };
};

using isap_a_128a = isap<ascon_isap_a_128a>;
using isap_a_128 = isap<ascon_isap_a_128>;

}  // namespace asconkit

#endif
