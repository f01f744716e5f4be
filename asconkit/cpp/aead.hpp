// Authenticated encryption with associated data: aead_algorithm, the class of every AEAD.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#ifndef ASCONKIT_CPP_AEAD_HPP
#define ASCONKIT_CPP_AEAD_HPP

#include "batch.hpp"
#include "context.hpp"
#include "evaluate.hpp"

namespace asconkit {
namespace detail {

// Not in the class below, because clang before 16 lacks constrained aliases in class templates.
template <class Row, std::size_t n>
  requires(n >= Row::parameters.min_tag_bytes && n <= tag_bytes)
using tag_of = octets<role::tag, Row, n>;

}  // namespace detail

/// An AEAD of SP 800-232, section 4, or of Ascon v1.2, section 2.4. Has only static members.
///
/// Never encrypt two messages with the same key and nonce: this reveals their difference. An output
/// may be the same as the input that it is computed from, and must not overlap anything else.
///
/// The compiler checks lengths that are part of types. For other lengths, encryption returns a
/// result<>; if the result<> holds error::range, nothing has been written.
template <class Row>
class aead_algorithm {
  static constexpr detail::parameters p = Row::parameters;

 public:
  static constexpr const char *name = Row::name;
  static constexpr std::size_t key_bytes = p.key_bytes;
  static constexpr std::size_t nonce_bytes = detail::nonce_bytes;
  static constexpr std::size_t tag_bytes = detail::tag_bytes;
  static constexpr std::size_t min_tag_bytes = p.min_tag_bytes;
  static constexpr std::size_t rate_bytes = p.rate;

  using key = octets<detail::role::key, Row, key_bytes>;
  using nonce = octets<detail::role::nonce, Row, nonce_bytes>;
  /// The first n bytes of a tag. SP 800-232, section 4.2.1, allows n from 4 to 16; use less than 8
  /// only with a documented limit on forgery attempts. For Ascon v1.2, n must be 16.
  template <std::size_t n>
  using truncated_tag = detail::tag_of<Row, n>;
  using tag = truncated_tag<tag_bytes>;

  /// Encrypts and returns the tag.
  /// @param ciphertext as long as the plaintext; may be the same buffer
  template <std::size_t n = tag_bytes, detail::writable Out, detail::readable In>
    requires detail::same_length<Out, In>
  [[nodiscard]] static constexpr auto encrypt(Out &&ciphertext, const In &plaintext,
                                              const input &ad, const nonce &nonce,
                                              const key &key) noexcept
      -> detail::answer<truncated_tag<n>, detail::all_fixed<Out, In>> {
    return detail::filled<truncated_tag<n>, detail::all_fixed<Out, In>>(
        [&](std::uint8_t(&tag)[n]) noexcept {
          return run(output(ciphertext), output(tag), input(plaintext), ad, nonce, key);
        });
  }

  /// Checks the tag and decrypts. Returns the plaintext. If the tag is wrong, returns error::tag,
  /// and every byte of `plaintext` is zero.
  /// @param plaintext as long as the ciphertext; may be the same buffer
  template <std::size_t n, detail::writable Out, detail::readable In>
    requires detail::same_length<Out, In>
  [[nodiscard]] static constexpr auto decrypt(Out &&plaintext, const In &ciphertext,
                                              const octets<detail::role::tag, Row, n> &tag,
                                              const input &ad, const nonce &nonce,
                                              const key &key) noexcept
      -> result<detail::span_of<Out>> {
    const ascon_result code =
        open(output(plaintext), input(ciphertext), input(tag.bytes()), ad, nonce, key);
    if (code != ASCON_OK) return static_cast<error>(code);
    return detail::span_of<Out>(plaintext);
  }

  /// Encrypts like encrypt(); the output is ciphertext || tag.
  /// @param sealed tag_bytes longer than the plaintext; may begin at the plaintext's address
  template <detail::writable Out, detail::readable In>
    requires detail::same_length<Out, In, detail::tag_bytes>
  [[nodiscard]] static constexpr auto encrypt_combined(Out &&sealed, const In &plaintext,
                                                       const input &ad, const nonce &nonce,
                                                       const key &key) noexcept
      -> result<detail::span_of<Out>> {
    const output all(sealed);
    const input in(plaintext);
    if (all.size() < tag_bytes || all.size() - tag_bytes != in.size()) return error::range;
    const ascon_result code =
        run(all.part(0, in.size()), all.part(in.size(), tag_bytes), in, ad, nonce, key);
    if (code != ASCON_OK) return static_cast<error>(code);
    return detail::span_of<Out>(sealed);
  }

  /// Decrypts like decrypt(); the input is ciphertext || tag.
  /// @param plaintext tag_bytes shorter than `sealed`
  template <detail::writable Out, detail::readable In>
    requires detail::same_length<In, Out, detail::tag_bytes>
  [[nodiscard]] static constexpr auto decrypt_combined(Out &&plaintext, const In &sealed,
                                                       const input &ad, const nonce &nonce,
                                                       const key &key) noexcept
      -> result<detail::span_of<Out>> {
    const output out(plaintext);
    const input all(sealed);
    if (all.size() < tag_bytes) return error::range;
    const std::size_t n = all.size() - tag_bytes;
    const ascon_result code = open(out, all.part(0, n), all.part(n, tag_bytes), ad, nonce, key);
    if (code != ASCON_OK) return static_cast<error>(code);
    return detail::span_of<Out>(plaintext);
  }

  /// Encrypts inputs of arbitrary bit length, with a tag of 32 to 128 bits.
  /// @param ciphertext as many bits as the plaintext; may be the same buffer
  [[nodiscard]] static status encrypt_bits(const bit_output &ciphertext, const bit_output &tag,
                                           const bit_string &plaintext, const bit_string &ad,
                                           const nonce &nonce, const key &key) noexcept
    requires detail::takes_bits<Row>
  {
    if (!detail::complete(ciphertext, tag, plaintext, ad)) return error::range;
    if (ciphertext.bits != plaintext.bits) return error::range;
    return status(ascon_bits_aead_encrypt(Row::algorithm(), ciphertext.bytes.data(),
                                          tag.bytes.data(), tag.bits, plaintext.bytes.data(),
                                          plaintext.bits, ad.bytes.data(), ad.bits,
                                          nonce.bytes().data(), key.bytes().data()));
  }
  /// Decrypts inputs of arbitrary bit length. After error::tag all of `plaintext` is zero.
  /// @tparam tag_bits length of the tag, 32 to 128; error::range if `tag` has another length. Take
  /// the length from your protocol, not from the message.
  template <std::size_t tag_bits = 8 * tag_bytes>
  [[nodiscard]] static status decrypt_bits(const bit_output &plaintext,
                                           const bit_string &ciphertext, const bit_string &tag,
                                           const bit_string &ad, const nonce &nonce,
                                           const key &key) noexcept
    requires detail::takes_bits<Row>
  {
    if (!detail::complete(plaintext, ciphertext, tag, ad)) return error::range;
    if (plaintext.bits != ciphertext.bits || tag.bits != tag_bits) return error::range;
    return status(ascon_bits_aead_decrypt(Row::algorithm(), plaintext.bytes.data(),
                                          ciphertext.bytes.data(), ciphertext.bits,
                                          tag.bytes.data(), tag.bits, ad.bytes.data(), ad.bits,
                                          nonce.bytes().data(), key.bytes().data()));
  }

  /// Incremental encryption: call ad() as often as needed, then update() as often as needed, then
  /// final(). A call out of order returns error::order and changes nothing. An encryption cannot be
  /// copied: two messages would share a nonce. final(), destruction and moving wipe it.
  class encryption : public detail::context<ascon_aead_ctx, false> {
   public:
    encryption(const nonce &nonce, const key &key) noexcept {
      static_cast<void>(ascon_any_aead_init(this->get(), Row::algorithm(), nonce.bytes().data(),
                                            key.bytes().data()));
    }

    [[nodiscard]] status ad(const input &ad) noexcept {
      return status(ascon_any_aead_ad(this->get(), ad.data(), ad.size()));
    }
    /// Encrypts the next piece. @param ciphertext as long as `plaintext`; may be the same buffer
    template <detail::writable Out, detail::readable In>
      requires detail::same_length<Out, In>
    [[nodiscard]] status update(Out &&ciphertext, const In &plaintext) noexcept {
      const output out(ciphertext);
      const input in(plaintext);
      if (out.size() != in.size()) return error::range;
      return status(ascon_any_aead_encrypt_update(this->get(), out.data(), in.data(), in.size()));
    }
    /// Returns the tag, or its first n bytes.
    template <std::size_t n = aead_algorithm::tag_bytes>
    [[nodiscard]] result<truncated_tag<n>> final() noexcept {
      return detail::filled<truncated_tag<n>, false>([&](std::uint8_t(&tag)[n]) noexcept {
        return ascon_any_aead_encrypt_final(this->get(), tag, n);
      });
    }
    /// Adds the last piece of associated data; from here on, ad() returns error::order.
    [[nodiscard]] status ad_last_bits(const bit_string &ad) noexcept
      requires detail::takes_bits<Row>
    {
      if (!detail::complete(ad)) return error::range;
      return status(ascon_bits_aead_encrypt_ad_last(this->get(), ad.bytes.data(), ad.bits));
    }
    /// Encrypts the last piece of text and writes the tag.
    [[nodiscard]] status final_bits(const bit_output &ciphertext, const bit_string &plaintext,
                                    const bit_output &tag) noexcept
      requires detail::takes_bits<Row>
    {
      if (!detail::complete(ciphertext, plaintext, tag)) return error::range;
      if (ciphertext.bits != plaintext.bits) return error::range;
      return status(ascon_bits_aead_encrypt_final(this->get(), ciphertext.bytes.data(),
                                                  tag.bytes.data(), tag.bits,
                                                  plaintext.bytes.data(), plaintext.bits));
    }
  };

  /// Incremental decryption. Until final() has returned success, do not use, show or forward the
  /// output. decrypt() is safer: it returns only verified plaintext.
  class decryption : public detail::context<ascon_aead_ctx, false> {
   public:
    decryption(const nonce &nonce, const key &key) noexcept {
      static_cast<void>(ascon_any_aead_init(this->get(), Row::algorithm(), nonce.bytes().data(),
                                            key.bytes().data()));
    }

    [[nodiscard]] status ad(const input &ad) noexcept {
      return status(ascon_any_aead_ad(this->get(), ad.data(), ad.size()));
    }
    /// Decrypts the next piece. WARNING: the output is UNVERIFIED.
    template <detail::writable Out, detail::readable In>
      requires detail::same_length<Out, In>
    [[nodiscard]] status update_unverified(Out &&plaintext, const In &ciphertext) noexcept {
      const output out(plaintext);
      const input in(ciphertext);
      if (out.size() != in.size()) return error::range;
      return status(
          ascon_any_aead_decrypt_update_unverified(this->get(), out.data(), in.data(), in.size()));
    }
    /// Verifies the tag. After error::tag, erase everything that update_unverified() has written.
    template <std::size_t n>
    [[nodiscard]] status final(const octets<detail::role::tag, Row, n> &tag) noexcept {
      return status(ascon_any_aead_decrypt_final(this->get(), tag.bytes().data(), n));
    }
    /// Adds the last piece of associated data; from here on, ad() returns error::order.
    [[nodiscard]] status ad_last_bits(const bit_string &ad) noexcept
      requires detail::takes_bits<Row>
    {
      if (!detail::complete(ad)) return error::range;
      return status(ascon_bits_aead_decrypt_ad_last(this->get(), ad.bytes.data(), ad.bits));
    }
    /// Decrypts the last piece of text and verifies the tag. After error::tag, this last piece is
    /// zero; erase everything that update_unverified() has written.
    /// @tparam tag_bits as for decrypt_bits(); error::range leaves the context unchanged
    template <std::size_t tag_bits = 8 * aead_algorithm::tag_bytes>
    [[nodiscard]] status final_bits(const bit_output &plaintext, const bit_string &ciphertext,
                                    const bit_string &tag) noexcept
      requires detail::takes_bits<Row>
    {
      if (!detail::complete(plaintext, ciphertext, tag)) return error::range;
      if (plaintext.bits != ciphertext.bits || tag.bits != tag_bits) return error::range;
      return status(ascon_bits_aead_decrypt_final(this->get(), plaintext.bytes.data(),
                                                  ciphertext.bytes.data(), ciphertext.bits,
                                                  tag.bytes.data(), tag.bits));
    }
  };

  /// One message of encrypt_batch(), constructed from `ciphertext, plaintext, tag, ad, nonce, key`.
  /// If lengths are known only at run time, call from() in place of the constructor.
  template <std::size_t n>
  using encrypt_message_of = detail::aead_message<key, nonce, truncated_tag<n>>;
  using encrypt_message = encrypt_message_of<tag_bytes>;
  /// One message of decrypt_batch(), constructed from `plaintext, ciphertext, tag, ad, nonce, key`.
  template <std::size_t n>
  using decrypt_message_of = detail::aead_message<key, nonce, const truncated_tag<n>>;
  using decrypt_message = decrypt_message_of<tag_bytes>;

  /// Encrypts many messages, side by side in vector registers.
  /// @tparam n       length of each tag in bytes
  /// @param messages a contiguous range of encrypt_message_of<n>
  /// @param pool     threads that share the work; by default the calling thread works alone
  /// @return the first error; outcome() of each message tells the result of that message
  template <std::size_t n = tag_bytes, detail::messages_of<encrypt_message_of<n>> Messages>
  [[nodiscard]] static status encrypt_batch(Messages &&messages,
                                            const batch_pool &pool = {}) noexcept {
    return detail::batches::run(Row::algorithm(), ASCON_ENCRYPT, messages, pool);
  }

  /// Decrypts many messages, each with its own tag. If outcome() of a message is error::tag, the
  /// plaintext of that message is zero.
  template <std::size_t n = tag_bytes, detail::messages_of<decrypt_message_of<n>> Messages>
  [[nodiscard]] static status decrypt_batch(Messages &&messages,
                                            const batch_pool &pool = {}) noexcept {
    return detail::batches::run(Row::algorithm(), ASCON_DECRYPT, messages, pool);
  }

 private:
  static constexpr ascon_result run(const output &out, const output &tag, const input &in,
                                    const input &ad, const nonce &nonce, const key &key) noexcept {
    if (out.size() != in.size()) return ASCON_ERR_RANGE;
    if (std::is_constant_evaluated())
      return detail::evaluate_encrypt<p>(out, tag, in, ad, nonce.bytes(), key.bytes());
    return Row::encrypt(out.data(), tag.data(), tag.size(), in.data(), in.size(), ad.data(),
                        ad.size(), nonce.bytes().data(), key.bytes().data());
  }
  static constexpr ascon_result open(const output &out, const input &in, const input &tag,
                                     const input &ad, const nonce &nonce, const key &key) noexcept {
    if (out.size() != in.size()) return ASCON_ERR_RANGE;
    if (std::is_constant_evaluated())
      return detail::evaluate_decrypt<p>(out, in, tag, ad, nonce.bytes(), key.bytes());
    return Row::decrypt(out.data(), in.data(), in.size(), tag.data(), tag.size(), ad.data(),
                        ad.size(), nonce.bytes().data(), key.bytes().data());
  }
};

}  // namespace asconkit

#endif
