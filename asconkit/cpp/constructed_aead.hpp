// The base class for Ascon-SIV and ISAP, AEADs that are not in the table of algorithms.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#ifndef ASCONKIT_CPP_CONSTRUCTED_AEAD_HPP
#define ASCONKIT_CPP_CONSTRUCTED_AEAD_HPP

#include "bytes.hpp"
#include "context.hpp"
#include "result.hpp"

namespace asconkit::detail {

/// Calls call(out, in, bytes) if `to` and `from` have the same length; error::range otherwise.
template <class Out, class In, class Call>
[[nodiscard]] status of_one_length(Out &&to, const In &from, Call call) noexcept {
  const output out(to);
  const input in(from);
  if (out.size() != in.size()) return error::range;
  return status(call(out.data(), in.data(), in.size()));
}

/// The key, nonce and tag types, and encryption and decryption of whole messages.
/// @tparam Calls has key_bytes, nonce_bytes, tag_bytes, and encrypt() and decrypt(), which call C
template <class Calls>
class constructed_aead {
 public:
  static constexpr std::size_t key_bytes = Calls::key_bytes;
  static constexpr std::size_t nonce_bytes = Calls::nonce_bytes;
  static constexpr std::size_t tag_bytes = Calls::tag_bytes;

  using key = octets<role::key, Calls, key_bytes>;
  using nonce = octets<role::nonce, Calls, nonce_bytes>;
  using tag = octets<role::tag, Calls, tag_bytes>;

  /// Encrypts and returns the tag; error::range if ciphertext and plaintext differ in length.
  /// @param ciphertext as long as the plaintext; may be the same buffer
  template <writable Out, readable In>
    requires same_length<Out, In>
  [[nodiscard]] static result<tag> encrypt(Out &&ciphertext, const In &plaintext, const input &ad,
                                           const nonce &nonce, const key &key) noexcept {
    const output out(ciphertext);
    const input in(plaintext);
    if (out.size() != in.size()) return error::range;
    return filled<tag, false>([&](std::uint8_t(&tag)[tag_bytes]) noexcept {
      return Calls::encrypt(out.data(), tag, in.data(), in.size(), ad.data(), ad.size(),
                            nonce.bytes().data(), key.bytes().data());
    });
  }

  /// Checks the tag and decrypts. Returns the plaintext. If the tag is wrong, returns error::tag,
  /// and every byte of `plaintext` is zero.
  /// @param plaintext as long as the ciphertext; may be the same buffer
  template <writable Out, readable In>
    requires same_length<Out, In>
  [[nodiscard]] static auto decrypt(Out &&plaintext, const In &ciphertext, const tag &tag,
                                    const input &ad, const nonce &nonce, const key &key) noexcept
      -> result<span_of<Out>> {
    const status done =
        of_one_length(plaintext, ciphertext,
                      [&](std::uint8_t *out, const std::uint8_t *in, std::size_t bytes) noexcept {
                        return Calls::decrypt(out, in, bytes, tag.bytes().data(), ad.data(),
                                              ad.size(), nonce.bytes().data(), key.bytes().data());
                      });
    if (!done) return done.error();
    return span_of<Out>(plaintext);
  }
};

}  // namespace asconkit::detail

#endif
