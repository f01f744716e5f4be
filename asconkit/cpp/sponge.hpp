// One class template for each kind of algorithm: hash, XOF, CXOF, MAC, PRF and PrfShort. ascon.hpp,
// ascon_v12.hpp and ascon_prf.hpp instantiate them, once for each algorithm.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#ifndef ASCONKIT_CPP_SPONGE_HPP
#define ASCONKIT_CPP_SPONGE_HPP

#include "batch.hpp"
#include "context.hpp"
#include "evaluate.hpp"

namespace asconkit {
namespace detail {

/// Owns the context of an incremental message. A copy is independent of the original.
using sponge_context = context<ascon_sponge_ctx, true>;

/// Batch calls of one algorithm. The threads of `pool` share the work; by default the calling
/// thread works alone. Each call returns the error of the first message that failed.
/// @tparam Prefix type of the key or customization string; void if the algorithm has neither
template <class Row, class Out, class Prefix = void>
class sponge_batches {
 public:
  /// One message of compute_batch().
  using compute_message = sponge_message<Out, Prefix>;

  /// Computes the outputs of many messages, side by side in vector registers.
  /// @param messages a contiguous range of compute_message; each message has its own outcome()
  template <messages_of<compute_message> Messages>
  [[nodiscard]] static status compute_batch(Messages &&messages,
                                            const batch_pool &pool = {}) noexcept {
    return batches::run(Row::algorithm(), ASCON_COMPUTE, messages, pool);
  }

  /// Computes an output for each item of `messages` and writes it to the item of `outputs` at this
  /// index: an octets<> object or writable bytes; error::range if a digest or tag has another
  /// length. The C library gets 128 messages at a time; to pass more, use a range of
  /// compute_message. Throws only what the ranges' iterators throw.
  template <class Outputs, class Messages>
    requires(item_ranges<Outputs, Messages> && std::is_void_v<Prefix>)
  [[nodiscard]] static status compute_batch(
      Outputs &&outputs, Messages &&messages,
      const batch_pool &pool = {}) noexcept(nothrow_items<Outputs, Messages>) {
    return compute_items(Row::algorithm(), outputs, messages, {}, pool);
  }
  /// Computes the outputs with one key or customization string, `before`, for all messages.
  template <class Outputs, class Messages, std::convertible_to<Prefix> P>
    requires item_ranges<Outputs, Messages>
  [[nodiscard]] static status compute_batch(
      Outputs &&outputs, Messages &&messages, const P &before,
      const batch_pool &pool = {}) noexcept(nothrow_items<Outputs, Messages>) {
    return compute_items(Row::algorithm(), outputs, messages, prefix_of(before), pool);
  }
};

/// An incremental output of any length.
class squeezing_context : public sponge_context {
 public:
  /// Adds a piece of the message. Returns error::order after the first squeeze().
  [[nodiscard]] status update(const input &message) noexcept {
    return status(ascon_any_sponge_update(this->get(), message.data(), message.size()));
  }
  /// Writes the next bytes of output; may be called again.
  [[nodiscard]] status squeeze(const output &out) noexcept {
    return status(ascon_any_sponge_squeeze(this->get(), out.data(), out.size()));
  }

 protected:
  squeezing_context() noexcept = default;
};

/// The context of XOFs and CXOFs. With SP 800-232, it also has calls for arbitrary bit lengths.
template <class Row>
class xof_context : public squeezing_context {
 public:
  /// Adds the last piece of the message. After this call, update() returns error::order.
  [[nodiscard]] status update_last_bits(const bit_string &message) noexcept
    requires takes_bits<Row>
  {
    if (!complete(message)) return error::range;
    return status(ascon_bits_sponge_update_last(this->get(), message.bytes.data(), message.bits));
  }
  /// Writes the last piece of the output.
  [[nodiscard]] status squeeze_last_bits(const bit_output &out) noexcept
    requires takes_bits<Row>
  {
    if (!complete(out)) return error::range;
    return status(ascon_bits_sponge_squeeze_last(this->get(), out.bytes.data(), out.bits));
  }

 protected:
  xof_context() noexcept = default;
};

}  // namespace detail

// The classes below have only static members and types. If the types of the arguments fix all
// lengths, the compiler checks them. If a length may be wrong at run time, the call returns a
// status or a result<>; if this is an error, the call has written nothing.

/// SP 800-232, section 5.1 (Ascon-Hash256); Ascon v1.2, section 2.5.
template <class Row>
class hash_algorithm : public detail::sponge_batches<
                           Row, octets<detail::role::output, Row, Row::parameters.output_bytes>> {
 public:
  static constexpr const char *name = Row::name;
  static constexpr std::size_t digest_bytes = Row::parameters.output_bytes;
  static constexpr std::size_t rate_bytes = Row::parameters.rate;

  using digest = octets<detail::role::output, Row, digest_bytes>;

  [[nodiscard]] static constexpr digest compute(const input &message) noexcept {
    return detail::filled<digest, true>([&](auto &out) noexcept {
      if (std::is_constant_evaluated())
        return detail::evaluate_sponge<Row::parameters>(out, message);
      return Row::compute(out, message.data(), message.size());
    });
  }

  /// Computes the digest of a message of arbitrary bit length.
  [[nodiscard]] static result<digest> compute_bits(const bit_string &message) noexcept
    requires detail::takes_bits<Row>
  {
    if (!detail::complete(message)) return error::range;
    return detail::filled<digest, false>([&](auto &out) noexcept {
      return ascon_bits_sponge(Row::algorithm(), out, 8 * digest_bytes, message.bytes.data(),
                               message.bits, nullptr, 0);
    });
  }

  /// An incremental message. final(), destruction and moving wipe the object.
  class context : public detail::sponge_context {
   public:
    context() noexcept {
      static_cast<void>(ascon_any_sponge_init(this->get(), Row::algorithm(), nullptr, 0));
    }
    /// Adds a piece of the message. Returns error::order after final().
    [[nodiscard]] status update(const input &message) noexcept {
      return status(ascon_any_sponge_update(this->get(), message.data(), message.size()));
    }
    [[nodiscard]] result<digest> final() noexcept {
      return detail::filled<digest, false>([&](auto &out) noexcept {
        return ascon_any_sponge_squeeze(this->get(), out, digest_bytes);
      });
    }
    /// Adds a last piece of arbitrary bit length, then returns the digest.
    [[nodiscard]] result<digest> final_bits(const bit_string &message) noexcept
      requires detail::takes_bits<Row>
    {
      if (!detail::complete(message)) return error::range;
      return detail::filled<digest, false>([&](auto &out) noexcept {
        const ascon_result ended =
            ascon_bits_sponge_update_last(this->get(), message.bytes.data(), message.bits);
        return ended != ASCON_OK
                   ? ended
                   : ascon_bits_sponge_squeeze_last(this->get(), out, 8 * digest_bytes);
      });
    }
  };
};

/// SP 800-232, section 5.2 (Ascon-XOF128); Ascon v1.2, section 2.5.
template <class Row>
class xof_algorithm : public detail::sponge_batches<Row, asconkit::output> {
 public:
  static constexpr const char *name = Row::name;
  static constexpr std::size_t rate_bytes = Row::parameters.rate;

  /// An output of n bytes: an object that wipes itself and whose comparison takes constant time.
  template <std::size_t n>
  using output = octets<detail::role::output, Row, n>;

  /// @param out output of any length
  static constexpr void compute(const asconkit::output &out, const input &message) noexcept {
    static_cast<void>(run(out, message));
  }
  template <std::size_t n>
  [[nodiscard]] static constexpr output<n> compute(const input &message) noexcept {
    return detail::filled<output<n>, true>([&](auto &out) noexcept { return run(out, message); });
  }

  /// Computes an output of any bit length from a message of any bit length.
  [[nodiscard]] static status compute_bits(const bit_output &out,
                                           const bit_string &message) noexcept
    requires detail::takes_bits<Row>
  {
    if (!detail::complete(out, message)) return error::range;
    return status(ascon_bits_sponge(Row::algorithm(), out.bytes.data(), out.bits,
                                    message.bytes.data(), message.bits, nullptr, 0));
  }

  /// An incremental message with incremental output. Wiped when destroyed or moved from.
  class context : public detail::xof_context<Row> {
   public:
    context() noexcept {
      static_cast<void>(ascon_any_sponge_init(this->get(), Row::algorithm(), nullptr, 0));
    }
  };

 private:
  static constexpr ascon_result run(const asconkit::output &out, const input &message) noexcept {
    if (std::is_constant_evaluated()) return detail::evaluate_sponge<Row::parameters>(out, message);
    return Row::compute(out.data(), out.size(), message.data(), message.size());
  }
};

/// SP 800-232, section 5.3. The customization string has at most 256 bytes.
template <class Row>
class cxof_algorithm : public detail::sponge_batches<Row, asconkit::output, input> {
 public:
  static constexpr const char *name = Row::name;
  static constexpr std::size_t rate_bytes = Row::parameters.rate;
  static constexpr std::size_t max_customization_bytes = detail::max_customization_bytes;

  template <std::size_t n>
  using output = octets<detail::role::output, Row, n>;

  /// @param out output of any length
  /// @return void if the type of `customization` fixes its length; otherwise a status, which is
  ///         error::range for a string above 256 bytes
  template <detail::readable Z>
    requires detail::fits<const Z, max_customization_bytes>
  static constexpr auto compute(const asconkit::output &out, const input &message,
                                const Z &customization) noexcept
      -> detail::answer<void, detail::fixed<const Z>> {
    return detail::done<detail::fixed<const Z>>(run(out, message, customization));
  }
  template <std::size_t n, detail::readable Z>
    requires detail::fits<const Z, max_customization_bytes>
  [[nodiscard]] static constexpr auto compute(const input &message, const Z &customization) noexcept
      -> detail::answer<output<n>, detail::fixed<const Z>> {
    return detail::filled<output<n>, detail::fixed<const Z>>(
        [&](auto &out) noexcept { return run(out, message, customization); });
  }
  /// Computes the output for an empty customization string.
  static constexpr void compute(const asconkit::output &out, const input &message) noexcept {
    static_cast<void>(run(out, message, {}));
  }
  template <std::size_t n>
  [[nodiscard]] static constexpr output<n> compute(const input &message) noexcept {
    return detail::filled<output<n>, true>(
        [&](auto &out) noexcept { return run(out, message, {}); });
  }

  /// An incremental message with incremental output. Wiped when destroyed or moved from.
  class context : public detail::xof_context<Row> {
   public:
    context() noexcept { static_cast<void>(begin({})); }
    /// Starts with a customization string of at most 256 bytes. Its type must fix the length.
    template <detail::readable Z>
      requires(detail::fixed<const Z> && detail::fits<const Z, max_customization_bytes>)
    explicit context(const Z &customization) noexcept {
      static_cast<void>(begin(customization));
    }
    /// Starts with a customization string of any type; error::range above 256 bytes.
    [[nodiscard]] static result<context> from(const input &customization) noexcept {
      result<context> made(std::in_place);
      if (const status begun = made->begin(customization); !begun) made.fail(begun.error());
      return made;
    }
    /// Starts with a customization string of any bit length; error::range above 2048 bits.
    [[nodiscard]] static result<context> from_bits(const bit_string &z) noexcept {
      if (!detail::complete(z)) return error::range;
      result<context> made(std::in_place);
      const ascon_result code =
          ascon_bits_sponge_init(made->get(), Row::algorithm(), z.bytes.data(), z.bits);
      if (code != ASCON_OK) made.fail(static_cast<error>(code));
      return made;
    }

   private:
    status begin(const input &z) noexcept {
      return status(ascon_any_sponge_init(this->get(), Row::algorithm(), z.data(), z.size()));
    }
  };

  /// Computes with any bit lengths; error::range for a customization string above 2048 bits.
  [[nodiscard]] static status compute_bits(const bit_output &out, const bit_string &message,
                                           const bit_string &customization) noexcept {
    if (!detail::complete(out, message, customization)) return error::range;
    return status(ascon_bits_sponge(Row::algorithm(), out.bytes.data(), out.bits,
                                    message.bytes.data(), message.bits, customization.bytes.data(),
                                    customization.bits));
  }

 private:
  static constexpr ascon_result run(const asconkit::output &out, const input &message,
                                    const input &z) noexcept {
    if (z.size() > max_customization_bytes) return ASCON_ERR_RANGE;
    if (std::is_constant_evaluated())
      return detail::evaluate_sponge<Row::parameters>(out, message, z);
    return Row::compute(out.data(), out.size(), message.data(), message.size(), z.data(), z.size());
  }
};

/// Ascon-Mac: IACR ePrint 2021/1574, section 3.
template <class Row>
class mac_algorithm
    : public detail::sponge_batches<Row,
                                    octets<detail::role::tag, Row, Row::parameters.output_bytes>,
                                    octets<detail::role::key, Row, Row::parameters.key_bytes>> {
 public:
  static constexpr const char *name = Row::name;
  static constexpr std::size_t key_bytes = Row::parameters.key_bytes;
  static constexpr std::size_t tag_bytes = Row::parameters.output_bytes;
  static constexpr std::size_t rate_bytes = Row::parameters.rate;

  using key = octets<detail::role::key, Row, key_bytes>;
  using tag = octets<detail::role::tag, Row, tag_bytes>;

  [[nodiscard]] static constexpr tag compute(const input &message, const key &k) noexcept {
    return detail::filled<tag, true>([&](auto &out) noexcept {
      if (std::is_constant_evaluated())
        return detail::evaluate_sponge<Row::parameters>(out, message, k.bytes());
      return Row::compute(out, message.data(), message.size(), k.bytes().data());
    });
  }

  /// Verifies the tag in constant time; error::tag if it does not match the message.
  [[nodiscard]] static constexpr status(verify)(const tag &t, const input &message,
                                                const key &k) noexcept {
    if (std::is_constant_evaluated()) return compute(message, k) == t ? status() : error::tag;
    return status(
        (Row::verify)(t.bytes().data(), message.data(), message.size(), k.bytes().data()));
  }

  /// An incremental message. final(), verify_final(), destruction and moving wipe the object.
  class context : public detail::sponge_context {
   public:
    explicit context(const key &k) noexcept {
      static_cast<void>(
          ascon_any_sponge_init(this->get(), Row::algorithm(), k.bytes().data(), key_bytes));
    }
    /// Adds a piece of the message. Returns error::order after final() or verify_final().
    [[nodiscard]] status update(const input &message) noexcept {
      return status(ascon_any_sponge_update(this->get(), message.data(), message.size()));
    }
    [[nodiscard]] result<tag> final() noexcept {
      return detail::filled<tag, false>([&](auto &out) noexcept {
        return ascon_any_sponge_squeeze(this->get(), out, tag_bytes);
      });
    }
    /// Verifies the tag in constant time; error::tag if it does not match the message.
    [[nodiscard]] status verify_final(const tag &t) noexcept {
      return status(ascon_any_sponge_verify_final(this->get(), t.bytes().data()));
    }
  };

  /// One message of verify_batch(): the tag to check, the message and the key.
  using verify_message = detail::sponge_message<const tag, key>;

  /// Verifies the tags of many messages; each message has its own outcome().
  template <detail::messages_of<verify_message> Messages>
  [[nodiscard]] static status verify_batch(Messages &&messages,
                                           const batch_pool &pool = {}) noexcept {
    return detail::batches::run(Row::algorithm(), ASCON_VERIFY, messages, pool);
  }
};

/// Ascon-Prf: IACR ePrint 2021/1574, section 3. The output may have any length.
template <class Row>
class prf_algorithm
    : public detail::sponge_batches<Row, asconkit::output,
                                    octets<detail::role::key, Row, Row::parameters.key_bytes>> {
 public:
  static constexpr const char *name = Row::name;
  static constexpr std::size_t key_bytes = Row::parameters.key_bytes;
  static constexpr std::size_t rate_bytes = Row::parameters.rate;

  using key = octets<detail::role::key, Row, key_bytes>;
  template <std::size_t n>
  using output = octets<detail::role::output, Row, n>;

  /// @param out output of any length
  static constexpr void compute(const asconkit::output &out, const input &message,
                                const key &k) noexcept {
    static_cast<void>(run(out, message, k));
  }
  template <std::size_t n>
  [[nodiscard]] static constexpr output<n> compute(const input &message, const key &k) noexcept {
    return detail::filled<output<n>, true>(
        [&](auto &out) noexcept { return run(out, message, k); });
  }

  /// An incremental message with incremental output. Wiped when destroyed or moved from.
  class context : public detail::squeezing_context {
   public:
    explicit context(const key &k) noexcept {
      static_cast<void>(
          ascon_any_sponge_init(this->get(), Row::algorithm(), k.bytes().data(), key_bytes));
    }
  };

 private:
  static constexpr ascon_result run(const asconkit::output &out, const input &message,
                                    const key &k) noexcept {
    if (std::is_constant_evaluated())
      return detail::evaluate_sponge<Row::parameters>(out, message, k.bytes());
    return Row::compute(out.data(), out.size(), message.data(), message.size(), k.bytes().data());
  }
};

/// Ascon-PrfShort: IACR ePrint 2021/1574, section 4. One permutation computes 1 to 16 bytes of
/// output from at most 16 bytes of message. A shorter output is a prefix of a longer output, as in
/// the designers' C code; docs/moving.md names implementations for which this is not so.
template <class Row>
class prfshort_algorithm
    : public detail::sponge_batches<Row, asconkit::output,
                                    octets<detail::role::key, Row, Row::parameters.key_bytes>> {
 public:
  static constexpr const char *name = Row::name;
  static constexpr std::size_t key_bytes = Row::parameters.key_bytes;
  static constexpr std::size_t max_message_bytes = Row::parameters.rate;
  static constexpr std::size_t max_output_bytes = Row::parameters.output_bytes;

  using key = octets<detail::role::key, Row, key_bytes>;
  template <std::size_t n>
    requires(n >= 1 && n <= max_output_bytes)
  using output = octets<detail::role::output, Row, n>;

  /// @return void if the types fix both lengths; otherwise a status, which is error::range for a
  ///         message above 16 bytes, or an output of 0 bytes or above 16 bytes
  template <detail::writable Out, detail::readable In>
    requires(detail::fits<Out, max_output_bytes> && !detail::has_bytes<Out, 0> &&
             detail::fits<const In, max_message_bytes>)
  static constexpr auto compute(Out &&out, const In &message, const key &k) noexcept
      -> detail::answer<void, detail::all_fixed<Out, const In>> {
    return detail::done<detail::all_fixed<Out, const In>>(run(asconkit::output(out), message, k));
  }
  template <std::size_t n, detail::readable In>
    requires detail::fits<const In, max_message_bytes>
  [[nodiscard]] static constexpr auto compute(const In &message, const key &k) noexcept
      -> detail::answer<output<n>, detail::fixed<const In>> {
    return detail::filled<output<n>, detail::fixed<const In>>(
        [&](auto &out) noexcept { return run(out, message, k); });
  }

 private:
  static constexpr ascon_result run(const asconkit::output &out, const input &message,
                                    const key &k) noexcept {
    if (message.size() > max_message_bytes || out.size() < 1 || out.size() > max_output_bytes)
      return ASCON_ERR_RANGE;
    if (std::is_constant_evaluated())
      return detail::evaluate_prfshort<Row::parameters>(out, message, k.bytes());
    return Row::compute(out.data(), out.size(), message.data(), message.size(), k.bytes().data());
  }
};

}  // namespace asconkit

#endif
