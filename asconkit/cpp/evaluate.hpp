// The algorithms for constant evaluation: byte by byte, with a row of the table as parameters. At
// run time the library is called.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#ifndef ASCONKIT_CPP_EVALUATE_HPP
#define ASCONKIT_CPP_EVALUATE_HPP

#include <bit>

#include "bytes.hpp"

namespace asconkit::detail {

/// A row of the table, as constants. Lengths are in bytes; 0 means that there is no such value.
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

enum class direction { absorb, encrypt, decrypt };

/// The state and the place in its current block.
template <parameters p>
class duplex {
 public:
  explicit constexpr duplex(std::uint64_t iv) noexcept : words_{iv} {}

  /// SP 800-232, section 3: the last `rounds` of 16 rounds.
  constexpr void permute(unsigned rounds) noexcept {
    for (unsigned i = 16 - rounds; i < 16; i++) {
      words_[2] ^= ((3 - i) & 15) << 4 | ((i + 12) & 15);
      substitute();
      diffuse();
    }
    offset_ = 0;
  }

  [[nodiscard]] constexpr std::uint8_t get(std::size_t at) const noexcept {
    return static_cast<std::uint8_t>(words_[at / 8] >> shift(at));
  }
  constexpr void flip(std::size_t at, std::uint8_t byte) noexcept {
    words_[at / 8] ^= std::uint64_t{byte} << shift(at);
  }
  constexpr void flip(std::size_t at, const input &bytes) noexcept {
    for (std::size_t i = 0; i < bytes.size(); i++) flip(at + i, bytes[i]);
  }

  /// Absorbs or encrypts the next byte of a message; permutes after a full block.
  constexpr std::uint8_t take(direction d, std::uint8_t in) noexcept {
    const auto out = static_cast<std::uint8_t>(get(offset_) ^ in);
    flip(offset_, d == direction::decrypt ? out : in);
    if (++offset_ == p.rate) permute(p.b);
    return out;
  }
  constexpr void absorb(const input &bytes) noexcept {
    for (std::size_t i = 0; i < bytes.size(); i++) take(direction::absorb, bytes[i]);
  }
  constexpr void pad() noexcept {
    flip(offset_, p.order == ASCON_LITTLE_ENDIAN ? 0x01 : 0x80);
    offset_ = 0;
  }
  constexpr void separate() noexcept {
    flip(state_bytes - 1, p.order == ASCON_LITTLE_ENDIAN ? 0x80 : 0x01);
  }
  /// The next byte of output; permutes before a further block.
  [[nodiscard]] constexpr std::uint8_t squeeze() noexcept {
    if (offset_ == p.squeeze_rate) permute(p.b);
    return get(offset_++);
  }

 private:
  static constexpr unsigned shift(std::size_t at) noexcept {
    return static_cast<unsigned>(8 * (p.order == ASCON_LITTLE_ENDIAN ? at % 8 : 7 - at % 8));
  }

  /// Section 3.3: the S-box on all 64 columns at once.
  constexpr void substitute() noexcept {
    auto &x = words_;
    const std::uint64_t a = x[0] ^ x[4], e = x[3] ^ x[4], g = x[1] ^ x[2];
    const std::uint64_t y0 = ((a ^ g) | x[1]) ^ e, y1 = (g | (x[1] ^ x[3])) ^ a;
    const std::uint64_t y2 = ~((x[4] & e) ^ g), y3 = (x[0] | e) ^ g, y4 = (x[1] & ~a) ^ e;
    x[0] = y0, x[1] = y1, x[2] = y2, x[3] = y3, x[4] = y4;
  }

  /// Section 3.4.
  constexpr void diffuse() noexcept {
    constexpr int turns[5][2] = {{19, 28}, {61, 39}, {1, 6}, {10, 17}, {7, 41}};
    for (std::size_t i = 0; i < 5; i++)
      words_[i] ^= std::rotr(words_[i], turns[i][0]) ^ std::rotr(words_[i], turns[i][1]);
  }

  std::uint64_t words_[5];
  std::size_t offset_ = 0;
};

/// SP 800-232, section 4; Ascon v1.2, section 2.4. Writes the text and returns the state, whose
/// last 16 bytes are the tag.
template <parameters p>
constexpr duplex<p> evaluate_aead(direction d, const output &out, const input &in, const input &ad,
                                  const input &nonce, const input &long_key) noexcept {
  const input key = long_key.part(0, p.nonce_mask ? p.key_bytes - nonce_bytes : p.key_bytes);
  duplex<p> s(p.iv);
  s.flip(24 - key.size(), key);
  s.flip(24, nonce);
  if (p.nonce_mask) s.flip(24, long_key.part(key.size(), nonce_bytes));
  s.permute(p.a);
  s.flip(state_bytes - key.size(), key);
  if (ad.size() != 0) {
    s.absorb(ad);
    s.pad();
    s.permute(p.b);
  }
  s.separate();
  for (std::size_t i = 0; i < in.size(); i++) out.put(i, s.take(d, in[i]));
  s.pad();
  s.flip(p.rate, key);
  s.permute(p.a);
  s.flip(state_bytes - tag_bytes, key.part(key.size() - tag_bytes, tag_bytes));
  return s;
}

template <parameters p>
constexpr ascon_result evaluate_encrypt(const output &ciphertext, const output &tag,
                                        const input &plaintext, const input &ad, const input &nonce,
                                        const input &key) noexcept {
  const auto s = evaluate_aead<p>(direction::encrypt, ciphertext, plaintext, ad, nonce, key);
  for (std::size_t i = 0; i < tag.size(); i++) tag.put(i, s.get(state_bytes - tag_bytes + i));
  return ASCON_OK;
}

template <parameters p>
constexpr ascon_result evaluate_decrypt(const output &plaintext, const input &ciphertext,
                                        const input &tag, const input &ad, const input &nonce,
                                        const input &key) noexcept {
  const auto s = evaluate_aead<p>(direction::decrypt, plaintext, ciphertext, ad, nonce, key);
  unsigned difference = 0;
  for (std::size_t i = 0; i < tag.size(); i++)
    difference |= static_cast<unsigned>(tag[i] ^ s.get(state_bytes - tag_bytes + i));
  if (difference == 0) return ASCON_OK;
  for (std::size_t i = 0; i < plaintext.size(); i++) plaintext.put(i, 0);
  return ASCON_ERR_TAG;
}

/// SP 800-232, section 5; ePrint 2021/1574, section 3. `secret` is a key or a customization string.
template <parameters p>
constexpr ascon_result evaluate_sponge(const output &out, const input &message,
                                       const input &secret = {}) noexcept {
  duplex<p> s(p.iv);
  if (p.key_bytes != 0) s.flip(8, secret);
  s.permute(p.a);
  if (p.kind == ASCON_KIND_CXOF) {
    const std::uint64_t bits = 8 * std::uint64_t{secret.size()};
    for (unsigned i = 0; i < 8; i++) {
      const unsigned place = p.order == ASCON_LITTLE_ENDIAN ? i : 7 - i;
      s.flip(i, static_cast<std::uint8_t>(bits >> 8 * place));
    }
    s.permute(p.b);
    s.absorb(secret);
    s.pad();
    s.permute(p.b);
  }
  s.absorb(message);
  s.pad();
  if (p.key_bytes != 0) s.separate();
  s.permute(p.a);
  for (std::size_t i = 0; i < out.size(); i++) out.put(i, s.squeeze());
  return ASCON_OK;
}

/// ePrint 2021/1574, section 4.
template <parameters p>
constexpr ascon_result evaluate_prfshort(const output &out, const input &message,
                                         const input &key) noexcept {
  duplex<p> s(p.iv ^ 8 * std::uint64_t{message.size()} << 48);
  s.flip(8, key);
  s.flip(24, message);
  s.permute(p.a);
  s.flip(24, key);
  for (std::size_t i = 0; i < out.size(); i++) out.put(i, s.get(24 + i));
  return ASCON_OK;
}

}  // namespace asconkit::detail

#endif
