// Datagrams in C++20, header-only over ascon_datagram.h: short messages that may be lost, repeated
// and reordered. docs/constructions/datagram.md has the rules.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#ifndef ASCONKIT_ASCON_DATAGRAM_HPP
#define ASCONKIT_ASCON_DATAGRAM_HPP

#include "ascon_datagram.h"
#include "../cpp/context.hpp"

#include <optional>

namespace asconkit {
namespace detail::rows {
/// Tag types of the keys and identities of datagrams, which belong to no single algorithm.
struct datagram {};
struct datagram_epoch {};
}  // namespace detail::rows

namespace detail {
/// A type whose objects keep a counter for a store: their functions are load() and store().
template <class T>
concept keeps_counter = requires(T &keeper, std::uint64_t counter) {
  { keeper.load() } noexcept -> std::same_as<std::optional<std::uint64_t>>;
  { keeper.store(counter) } noexcept -> std::same_as<bool>;
};
}  // namespace detail

/// The types of datagram senders and receivers, their keys and settings. No function throws.
class datagram {
 public:
  static constexpr std::size_t window_bits = ASCON_DATAGRAM_WINDOW_BITS;
  static constexpr std::uint16_t max_step = ASCON_DATAGRAM_MAX_STEP;
  static constexpr std::uint16_t max_epochs_ahead = ASCON_DATAGRAM_MAX_EPOCHS_AHEAD;

  /// The key of senders and receivers, for datagrams only. Many senders may share it.
  using key = octets<detail::role::key, detail::rows::datagram, ASCON_DATAGRAM_KEY_BYTES>;
  /// The key and the number of one epoch, with which a peer can continue after a restart.
  using epoch_key =
      octets<detail::role::key, detail::rows::datagram_epoch, ASCON_DATAGRAM_EPOCH_KEY_BYTES>;
  /// The identity of a sender: different for every sender with the same key.
  using identity =
      octets<detail::role::nonce, detail::rows::datagram, ASCON_DATAGRAM_IDENTITY_BYTES>;
  /// Settings that must be equal for a sender and its receivers.
  using settings = ascon_datagram_settings;
  /// Returns the largest step for a sender's store with these settings: ascon_datagram_max_step().
  [[nodiscard]] static std::uint16_t max_step_of(const settings &settings) noexcept {
    return ascon_datagram_max_step(&settings);
  }

  /// Keeps the counter of a sender or receiver in an object that you define, also while power is
  /// off. The object's load() returns the counter that was stored last as a
  /// std::optional<std::uint64_t>, or nothing if there is no valid counter. Its store() returns
  /// true when this or a higher counter is certain to survive a loss of power; ascon_datagram_store
  /// says what store() must do after a failure. Both functions are noexcept. Each sender or
  /// receiver needs its own store, which must live longer than the sender or receiver.
  class store {
   public:
    /// @param keeper must live as long as the store
    /// @param step number of counters that one store() reserves: 1 to max_step_of(settings) for a
    ///             sender, 1 to window_bits for a receiver
    template <class Keeper>
      requires detail::keeps_counter<Keeper>
    store(Keeper &keeper, std::uint16_t step) noexcept
        : store_{load<Keeper>, keep<Keeper>, &keeper, step} {}
    /// Uses a store that is written in C, such as a store of ports/datagram.
    explicit store(const ascon_datagram_store &in_c) noexcept : store_(in_c) {}
    store(const store &) = delete;
    store &operator=(const store &) = delete;

   private:
    friend datagram;

    template <class Keeper>
    static int load(void *keeper, std::uint8_t *bytes) noexcept {
      const std::optional<std::uint64_t> counter = static_cast<Keeper *>(keeper)->load();
      if (!counter) return 0;
      for (int i = 0; i < ASCON_DATAGRAM_COUNTER_BYTES; i++)
        bytes[i] = static_cast<std::uint8_t>(*counter >> 8 * i);
      return 1;
    }
    template <class Keeper>
    static int keep(void *keeper, const std::uint8_t *bytes) noexcept {
      std::uint64_t counter = 0;
      for (int i = 0; i < ASCON_DATAGRAM_COUNTER_BYTES; i++)
        counter |= std::uint64_t{bytes[i]} << 8 * i;
      return static_cast<Keeper *>(keeper)->store(counter);
    }

    ascon_datagram_store store_;
  };

 private:
  /// The base class of sender and receiver.
  template <class State>
  class peer : public detail::context<State, false> {
   public:
    /// Returns a sender's next counter, or a receiver's highest accepted counter plus 1; before the
    /// first accepted datagram, the counter that the receiver's store loaded.
    [[nodiscard]] std::uint64_t next() const noexcept {
      return ascon_datagram_next(&this->get()->state);
    }
    /// Returns the number of bytes by which a datagram is longer than its text.
    [[nodiscard]] std::size_t overhead() const noexcept {
      const ascon_datagram_state &state = this->get()->state;
      return std::size_t{state.counter_length} + state.tag_length;
    }
    /// Changes how many bytes of the counter are sent: ascon_datagram_set_counter_length().
    [[nodiscard]] status set_counter_length(std::uint8_t length) noexcept {
      return status(ascon_datagram_set_counter_length(&this->get()->state, length));
    }
    /// Returns the key of the epoch, for resume() after a restart; ascon_datagram_epoch_key() says
    /// when earlier keys may be erased.
    [[nodiscard]] result<datagram::epoch_key> epoch_key() const noexcept {
      ascon_result code = ASCON_OK;
      const auto key = datagram::epoch_key::generate([&](auto place) noexcept {
        code = ascon_datagram_epoch_key(&this->get()->state, place.data());
      });
      if (code != ASCON_OK) return static_cast<error>(code);
      return key;
    }

   protected:
    peer() noexcept { detail::wipe(*this->get()); }
  };

  template <class Peer>
  static result<Peer> start(auto init, const settings &settings, const identity &identity,
                            const auto &key, const store *store) noexcept {
    result<Peer> made(std::in_place);
    const ascon_result code = init(made->get(), &settings, identity.bytes().data(),
                                   key.bytes().data(), store ? &store->store_ : nullptr);
    if (code != ASCON_OK) made.fail(static_cast<error>(code));
    return made;
  }

 public:
  /// Encrypts datagrams. Wipes itself when destroyed or moved from. Cannot be copied, because two
  /// copies would repeat nonces. A default-constructed or moved-from sender returns error::order.
  class sender : public peer<ascon_datagram_sender> {
   public:
    sender() noexcept = default;

    /// Starts at the counter that the store loads. Returns error::range if a setting or the step is
    /// outside its range, or all counters are used up, and error::store if load() fails.
    [[nodiscard]] static result<sender> from(const settings &settings, const identity &identity,
                                             const key &key, const store &store) noexcept {
      return start<sender>(ascon_datagram_sender_init, settings, identity, key, &store);
    }
    /// Starts at counter 0, without a store: never use the key again after the sender is lost.
    [[nodiscard]] static result<sender> from(const settings &settings, const identity &identity,
                                             const key &key) noexcept {
      return start<sender>(ascon_datagram_sender_init, settings, identity, key, nullptr);
    }
    static result<sender> from(const settings &, const identity &, const key &,
                               const store &&) = delete;  // the store must live longer
    /// Continues with the key of an epoch, at the counter that the store loads. Returns the errors
    /// of from(), error::order if the counter's epoch is before the key's epoch, and error::range
    /// if the key is for another tag length or epoch length.
    [[nodiscard]] static result<sender> resume(const settings &settings, const identity &identity,
                                               const datagram::epoch_key &key,
                                               const store &store) noexcept {
      return start<sender>(ascon_datagram_sender_resume, settings, identity, key, &store);
    }
    static result<sender> resume(const settings &, const identity &, const datagram::epoch_key &,
                                 const store &&) = delete;  // the store must live longer

    /// Encrypts the next datagram, which is overhead() bytes longer than the text. The text may be
    /// in the memory of `datagram`, after the counter. Returns error::range if the lengths do not
    /// fit or all counters are used up, and error::store if store() fails; the next call then tries
    /// again. After an error nothing is written.
    [[nodiscard]] status seal(const output &datagram, const input &text,
                              const input &header = {}) noexcept {
      if (this->overhead() == 0) return error::order;
      if (datagram.size() != text.size() + this->overhead()) return error::range;
      return status(ascon_datagram_seal(this->get(), datagram.data(), text.data(), text.size(),
                                        header.data(), header.size()));
    }
    /// Replaces the key by the next key: ascon_datagram_rekey(), which may call store().
    [[nodiscard]] status rekey() noexcept { return status(ascon_datagram_rekey(this->get())); }

   private:
    friend datagram;
  };

  /// Receives from one sender, and accepts each datagram once. Wipes itself when destroyed or moved
  /// from, and after settings.max_forgeries forgeries. Cannot be copied, because two copies would
  /// accept a datagram twice. A default-constructed, moved-from or wiped receiver returns
  /// error::order.
  class receiver : public peer<ascon_datagram_receiver> {
   public:
    receiver() noexcept = default;

    /// Refuses counters below the counter that the store loads. Errors: see sender::from().
    [[nodiscard]] static result<receiver> from(const settings &settings, const identity &identity,
                                               const key &key, const store &store) noexcept {
      return start<receiver>(ascon_datagram_receiver_init, settings, identity, key, &store);
    }
    /// Starts without a store. Use it only if no datagram was accepted under this key before.
    [[nodiscard]] static result<receiver> from(const settings &settings, const identity &identity,
                                               const key &key) noexcept {
      return start<receiver>(ascon_datagram_receiver_init, settings, identity, key, nullptr);
    }
    static result<receiver> from(const settings &, const identity &, const key &,
                                 const store &&) = delete;  // the store must live longer
    /// Continues with the key of an epoch: see sender::resume().
    [[nodiscard]] static result<receiver> resume(const settings &settings, const identity &identity,
                                                 const datagram::epoch_key &key,
                                                 const store &store) noexcept {
      return start<receiver>(ascon_datagram_receiver_resume, settings, identity, key, &store);
    }
    static result<receiver> resume(const settings &, const identity &, const datagram::epoch_key &,
                                   const store &&) = delete;  // the store must live longer

    /// Verifies and decrypts a datagram, which is overhead() bytes longer than the text. The text
    /// may be in the datagram's memory, after the counter. error::tag: the tag is wrong, and the
    /// text is all zeros. error::store: store() failed, and the text is all zeros. error::range:
    /// the datagram was not decrypted: it was accepted before, is too old or too far ahead, or the
    /// lengths do not fit.
    [[nodiscard]] status open(const output &text, const input &datagram,
                              const input &header = {}) noexcept {
      return open_ahead(max_epochs_ahead, text, datagram, header);
    }
    /// Opens a datagram up to `epochs` epochs ahead, for a receiver that has missed more than
    /// max_epochs_ahead epochs: ascon_datagram_open_ahead().
    [[nodiscard]] status open_ahead(std::uint16_t epochs, const output &text, const input &datagram,
                                    const input &header = {}) noexcept {
      if (this->overhead() == 0) return error::order;
      if (datagram.size() < this->overhead() || text.size() != datagram.size() - this->overhead())
        return error::range;
      return status(ascon_datagram_open_ahead(this->get(), epochs, text.data(), datagram.data(),
                                              datagram.size(), header.data(), header.size()));
    }

   private:
    friend datagram;
  };
};

}  // namespace asconkit

#endif
