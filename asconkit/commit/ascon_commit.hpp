// AEAD and Ascon-SIV with key commitment, in C++20: a header that calls the functions of
// ascon_commit.h. That header explains what commitments are for.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#ifndef ASCONKIT_ASCON_COMMIT_HPP
#define ASCONKIT_ASCON_COMMIT_HPP

#include "../cpp/ascon.hpp"
#include "ascon_commit.h"
#include "../siv/ascon_siv.hpp"

namespace asconkit {
namespace detail {

/// A type parameter that gives the commitments of each AEAD a separate type.
template <class Aead>
struct commit_row {};

/// The C functions for an AEAD of the algorithm table.
template <class Aead>
struct commit_calls {
  static ascon_result commitment(auto... arguments) noexcept {
    return ascon_commit_compute(ascon_any_find(Aead::name), arguments...);
  }
  static ascon_result decrypt(auto... arguments) noexcept {
    return ascon_commit_decrypt(ascon_any_find(Aead::name), arguments...);
  }
};

template <>
struct commit_calls<siv> {
  static constexpr auto commitment = ascon_commit_siv_compute;
  static constexpr auto decrypt = ascon_commit_siv_decrypt;
};

}  // namespace detail

/// An AEAD of the algorithm table, or `siv`, with commitments: docs/constructions/commit.md.
/// `committing<aead128>` has the key and nonce types of aead128. Outputs may be at the same address
/// as the inputs that they are computed from, and must not overlap anything else.
template <class Aead>
class committing {
 public:
  static constexpr std::size_t commitment_bytes = ASCON_COMMITMENT_BYTES;

  using key = typename Aead::key;
  using nonce = typename Aead::nonce;
  using tag = typename Aead::tag;
  using commitment = octets<detail::role::output, detail::commit_row<Aead>, commitment_bytes>;

  /// Tag and commitment: encryption returns them, and decryption needs them.
  struct proof {
    committing::tag tag;
    committing::commitment commitment;
  };

  /// Computes only the commitment.
  [[nodiscard]] static commitment commit(const input &ad, const nonce &nonce,
                                         const key &key) noexcept {
    return detail::filled<commitment, true>([&](auto &out) noexcept {
      return calls::commitment(out, ad.data(), ad.size(), nonce.bytes().data(), key.bytes().data());
    });
  }

  /// Encrypts. Returns error::range if ciphertext and plaintext have different lengths.
  /// @param ciphertext output, as long as the plaintext; may be at the plaintext's address
  template <detail::writable Out, detail::readable In>
    requires detail::same_length<Out, In>
  [[nodiscard]] static result<proof> encrypt(Out &&ciphertext, const In &plaintext, const input &ad,
                                             const nonce &nonce, const key &key) noexcept {
    const auto tag = result<committing::tag>(Aead::encrypt(ciphertext, plaintext, ad, nonce, key));
    if (!tag) return tag.error();
    return proof{*tag, commit(ad, nonce, key)};
  }

  /// Verifies commitment and tag, and decrypts. Returns the plaintext, or error::tag after it has
  /// filled `plaintext` with zeros.
  /// @param plaintext output, as long as the ciphertext; may be at the ciphertext's address
  template <detail::writable Out, detail::readable In>
    requires detail::same_length<Out, In>
  [[nodiscard]] static auto decrypt(Out &&plaintext, const In &ciphertext, const proof &proof,
                                    const input &ad, const nonce &nonce, const key &key) noexcept
      -> result<detail::span_of<Out>> {
    const output out(plaintext);
    const input in(ciphertext);
    if (out.size() != in.size()) return error::range;
    const ascon_result code = calls::decrypt(
        out.data(), in.data(), in.size(), proof.tag.bytes().data(), proof.commitment.bytes().data(),
        ad.data(), ad.size(), nonce.bytes().data(), key.bytes().data());
    if (code != ASCON_OK) return static_cast<error>(code);
    return detail::span_of<Out>(plaintext);
  }

 private:
  using calls = detail::commit_calls<Aead>;
};

}  // namespace asconkit

#endif
