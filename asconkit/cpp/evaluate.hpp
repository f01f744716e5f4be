// The algorithms for constant evaluation, which cannot call the C library. They work byte by byte;
// the parameters of an algorithm are a template argument. aead.hpp and sponge.hpp call the last
// functions of this file if std::is_constant_evaluated(), and the C library at run time.
//
// The functions of the modes have the names and the order of core/modes/aead.h, core/modes/sponge.h
// and core/modes/prfshort.h. They call the operations of core/state/contract.h, which come
// first. Nothing is wiped: constant evaluation uses the compiler's memory, not the program's.
//
// SPDX-License-Identifier: Apache-2.0 OR MIT
#ifndef ASCONKIT_CPP_EVALUATE_HPP
#define ASCONKIT_CPP_EVALUATE_HPP

#include <bit>

#include "../ascon_permutation.h"
#include "bytes.hpp"

namespace asconkit::detail {

/// The parameters of an algorithm. Lengths are in bytes; 0 if the algorithm has no such length.
struct parameters {
  ascon_kind kind;
  ascon_order order;
  std::uint64_t iv;
  std::size_t key_bytes, rate, squeeze_rate;
  unsigned a, b;  // rounds at the start and end, and between blocks
  std::size_t output_bytes, min_tag_bytes;
  bool nonce_mask;
};

inline constexpr std::size_t state_bytes = 40, nonce_bytes = 16, tag_bytes = 16;
inline constexpr std::size_t max_customization_bytes = 256;

enum class direction { encrypt, decrypt };

namespace evaluation {

/// The state, as five words, and the parameters of the algorithm that uses the state.
template <parameters p>
class state {
 public:
  /// Sets the state to IV || 0.
  explicit constexpr state(std::uint64_t iv) noexcept : words_{iv} {}

  /// Runs the last `rounds` of the 16 rounds of SP 800-232, section 3.
  constexpr void permute(unsigned rounds) noexcept {
    for (unsigned i = 16 - rounds; i < 16; i++) {
      words_[2] ^= ((3 - i) & 15) << 4 | ((i + 12) & 15);
      substitute();
      diffuse();
    }
  }

  /// Returns byte `at` of the state's 40 bytes, in the byte order of the algorithm.
  [[nodiscard]] constexpr std::uint8_t get(std::size_t at) const noexcept {
    return static_cast<std::uint8_t>(words_[at / 8] >> shift(at));
  }
  constexpr void xor_byte(std::size_t at, std::uint8_t byte) noexcept {
    words_[at / 8] ^= std::uint64_t{byte} << shift(at);
  }
  constexpr void xor_bytes(std::size_t at, const input &bytes) noexcept {
    for (std::size_t i = 0; i < bytes.size(); i++) xor_byte(at + i, bytes[i]);
  }

  /// Adds the padding's bit 1 after the data, which ends before byte `at` of the block.
  constexpr void pad(std::size_t at) noexcept {
    xor_byte(at, p.order == ASCON_LITTLE_ENDIAN ? 0x01 : 0x80);
  }
  /// Flips the last bit of the state: SP 800-232, section 4.1.1.
  constexpr void domain_separate() noexcept {
    xor_byte(state_bytes - 1, p.order == ASCON_LITTLE_ENDIAN ? 0x80 : 0x01);
  }

 private:
  static constexpr unsigned shift(std::size_t at) noexcept {
    return static_cast<unsigned>(8 * (p.order == ASCON_LITTLE_ENDIAN ? at % 8 : 7 - at % 8));
  }

  /// Section 3.3: applies the S-box to all 64 columns at once.
  constexpr void substitute() noexcept {
    auto &x = words_;
    const std::uint64_t a = x[0] ^ x[4], e = x[3] ^ x[4], g = x[1] ^ x[2];
    const std::uint64_t y0 = ((a ^ g) | x[1]) ^ e, y1 = (g | (x[1] ^ x[3])) ^ a;
    const std::uint64_t y2 = ~((x[4] & e) ^ g), y3 = (x[0] | e) ^ g, y4 = (x[1] & ~a) ^ e;
    x[0] = y0, x[1] = y1, x[2] = y2, x[3] = y3, x[4] = y4;
  }

  /// Section 3.4: applies the linear layer.
  constexpr void diffuse() noexcept {
    constexpr int turns[5][2] = {{19, 28}, {61, 39}, {1, 6}, {10, 17}, {7, 41}};
    for (std::size_t i = 0; i < 5; i++)
      words_[i] ^= std::rotr(words_[i], turns[i][0]) ^ std::rotr(words_[i], turns[i][1]);
  }

  std::uint64_t words_[5];
};

// ---- Strings and tags: core/state/contract.h
// ------------------------------------------------------

/// Absorbs an input in blocks of p.rate bytes, each followed by p.b rounds, and the padding. The
/// last block is shorter than the rate, may be empty, and is not followed by a permutation.
template <parameters p>
constexpr void absorb_padded(state<p> &s, const input &in) noexcept {
  std::size_t at = 0;
  for (std::size_t i = 0; i < in.size(); i++) {
    s.xor_byte(at, in[i]);
    if (++at == p.rate) s.permute(p.b), at = 0;
  }
  s.pad(at);
}

/// Encrypts or decrypts text in the blocks of absorb_padded(). Encryption and decryption XOR the
/// plaintext into the state, which then holds the ciphertext. `out` may be `in`.
template <parameters p>
constexpr void crypt_padded(state<p> &s, direction d, const output &out, const input &in) noexcept {
  std::size_t at = 0;
  for (std::size_t i = 0; i < in.size(); i++) {
    const std::uint8_t given = in[i];
    const auto result = static_cast<std::uint8_t>(s.get(at) ^ given);
    s.xor_byte(at, d == direction::decrypt ? result : given);
    out.put(i, result);
    if (++at == p.rate) s.permute(p.b), at = 0;
  }
  s.pad(at);
}

/// Writes a whole output, with p.b rounds between blocks of p.squeeze_rate bytes.
template <parameters p>
constexpr void squeeze(state<p> &s, const output &out) noexcept {
  for (std::size_t i = 0; i < out.size(); i++) {
    if (i != 0 && i % p.squeeze_rate == 0) s.permute(p.b);
    out.put(i, s.get(i % p.squeeze_rate));
  }
}

/// Encryption: the tag is the last 16 bytes of the state. Writes its first tag.size() bytes.
template <parameters p>
constexpr bool finish_tag(const state<p> &s, const output &tag) noexcept {
  for (std::size_t i = 0; i < tag.size(); i++) tag.put(i, s.get(state_bytes - tag_bytes + i));
  return true;
}

/// Decryption: returns whether the received tag equals the beginning of the computed tag.
template <parameters p>
constexpr bool finish_tag(const state<p> &s, const input &tag) noexcept {
  unsigned difference = 0;
  for (std::size_t i = 0; i < tag.size(); i++)
    difference |= static_cast<unsigned>(tag[i] ^ s.get(state_bytes - tag_bytes + i));
  return difference == 0;
}

// ---- AEAD: core/modes/aead.h; SP 800-232, section 4.1; Ascon v1.2, section 2.4
// ---------------------

/// Returns the bytes of the key that enter the state. The rest masks the nonce: section 4.2.2.
template <parameters p>
constexpr input cipher_key(const input &key) noexcept {
  return key.part(0, p.nonce_mask ? p.key_bytes - nonce_bytes : p.key_bytes);
}

/// Initialization, section 4.1.1: permutes IV || K || N, and XORs the key to the end of the state.
template <parameters p>
constexpr state<p> aead_initialize(const input &nonce, const input &key) noexcept {
  const input k = cipher_key<p>(key);
  state<p> s(p.iv);
  s.xor_bytes(24 - k.size(), k);
  s.xor_bytes(24, nonce);
  if (p.nonce_mask) s.xor_bytes(24, key.part(k.size(), nonce_bytes));
  s.permute(p.a);
  s.xor_bytes(state_bytes - k.size(), k);
  return s;
}

/// Associated data, section 4.1.1: absorbs the data. Does nothing if the data is empty.
template <parameters p>
constexpr void aead_associated_data(state<p> &s, const input &ad) noexcept {
  if (ad.size() == 0) return;
  absorb_padded(s, ad);
  s.permute(p.b);
}

/// Finalization, section 4.1.1: XORs the key in after the rate, permutes, and XORs the key to the
/// tag. Returns whether the tag is right, and true in encryption, where `tag` is an output.
template <parameters p, class Tag>
constexpr bool aead_finalize(state<p> &s, const Tag &tag, const input &key) noexcept {
  const input k = cipher_key<p>(key);
  s.xor_bytes(p.rate, k);
  s.permute(p.a);
  s.xor_bytes(state_bytes - tag_bytes, k.part(k.size() - tag_bytes, tag_bytes));
  return finish_tag(s, tag);
}

/// Section 4.1.2: erases the plaintext of a message with a wrong tag.
constexpr ascon_result reject_forgery(const output &plaintext) noexcept {
  for (std::size_t i = 0; i < plaintext.size(); i++) plaintext.put(i, 0);
  return ASCON_ERR_TAG;
}

/// Encrypts or decrypts a whole message: sections 4.1.1 and 4.1.2.
template <parameters p, class Tag>
constexpr ascon_result aead_crypt(direction d, const output &out, const Tag &tag, const input &in,
                                  const input &ad, const input &nonce, const input &key) noexcept {
  state<p> s = aead_initialize<p>(nonce, key);
  aead_associated_data(s, ad);
  s.domain_separate();
  crypt_padded(s, d, out, in);
  return aead_finalize(s, tag, key) ? ASCON_OK : reject_forgery(out);
}

// ---- Hash, XOF, CXOF: core/modes/sponge.h; SP 800-232, section 5; Ascon v1.2, section 2.5. ------
// ---- MAC and PRF: IACR ePrint 2021/1574, section 3. --------------------------------------------

/// CXOF128, section 5.3: absorbs the length of the customization string z in bits, as a block of
/// its own, then z with its padding.
template <parameters p>
constexpr void absorb_customization(state<p> &s, const input &z) noexcept {
  const std::uint64_t bits = 8 * std::uint64_t{z.size()};
  for (unsigned i = 0; i < 8; i++) {
    const unsigned place = p.order == ASCON_LITTLE_ENDIAN ? i : 7 - i;
    s.xor_byte(i, static_cast<std::uint8_t>(bits >> 8 * place));
  }
  s.permute(p.b);
  absorb_padded(s, z);
  s.permute(p.b);
}

/// Permutes IV || 0, or with a key IV || K || 0, then absorbs the customization string if there is
/// one. `prefix` is the key or the customization string.
template <parameters p>
constexpr state<p> sponge_initialize(const input &prefix) noexcept {
  state<p> s(p.iv);
  if (p.key_bytes != 0) s.xor_bytes(8, prefix);
  s.permute(p.a);
  if (p.kind == ASCON_KIND_CXOF) absorb_customization(s, prefix);
  return s;
}

/// Between message and output, a MAC or PRF flips a bit of the state; all algorithms permute it.
template <parameters p>
constexpr void sponge_end_absorb(state<p> &s) noexcept {
  if (p.key_bytes != 0) s.domain_separate();
  s.permute(p.a);
}

}  // namespace evaluation

// ---- Functions for aead.hpp and sponge.hpp -----------------------------------------------------

// The callers have checked the lengths. All functions except evaluate_decrypt() return ASCON_OK.

template <parameters p>
constexpr ascon_result evaluate_encrypt(const output &ciphertext, const output &tag,
                                        const input &plaintext, const input &ad, const input &nonce,
                                        const input &key) noexcept {
  return evaluation::aead_crypt<p>(direction::encrypt, ciphertext, tag, plaintext, ad, nonce, key);
}

/// Returns ASCON_ERR_TAG if the tag is wrong; the plaintext is then all zeros.
template <parameters p>
constexpr ascon_result evaluate_decrypt(const output &plaintext, const input &ciphertext,
                                        const input &tag, const input &ad, const input &nonce,
                                        const input &key) noexcept {
  return evaluation::aead_crypt<p>(direction::decrypt, plaintext, tag, ciphertext, ad, nonce, key);
}

/// Computes a hash, XOF, CXOF, MAC or PRF. `prefix` is a key or a customization string.
template <parameters p>
constexpr ascon_result evaluate_sponge(const output &out, const input &message,
                                       const input &prefix = {}) noexcept {
  evaluation::state<p> s = evaluation::sponge_initialize<p>(prefix);
  evaluation::absorb_padded(s, message);
  evaluation::sponge_end_absorb(s);
  evaluation::squeeze(s, out);
  return ASCON_OK;
}

/// PrfShort: core/modes/prfshort.h; IACR ePrint 2021/1574, section 4. The message's length in bits
/// is added to the IV. The message, padded with zeros, follows the key, as a nonce does in an AEAD.
template <parameters p>
constexpr ascon_result evaluate_prfshort(const output &out, const input &message,
                                         const input &key) noexcept {
  evaluation::state<p> s(p.iv + (8 * std::uint64_t{message.size()} << 48));
  s.xor_bytes(8, key);
  s.xor_bytes(24, message);
  s.permute(p.a);
  s.xor_bytes(24, key);
  (void)evaluation::finish_tag(s, out);
  return ASCON_OK;
}

}  // namespace asconkit::detail

#endif
