// Datagrams in C++20, header-only over ascon_datagram.h: short messages that may be lost, repeated
// and reordered. docs/constructions/datagram.md has the rules.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#ifndef ASCONKIT_ASCON_DATAGRAM_HPP
#define ASCONKIT_ASCON_DATAGRAM_HPP

#include "ascon_datagram.h"
#include "cpp/context.hpp"

#include <optional>

namespace asconkit {
namespace detail::rows {
/// What the keys and identities of datagrams belong to: no algorithm's.
struct datagram {};
}  // namespace detail::rows

namespace detail {
/// What a store can be made of.
template <class T>
concept keeps_counter = requires(T &keeper, std::uint64_t counter) {
  { keeper.load() } noexcept -> std::same_as<std::optional<std::uint64_t>>;
  { keeper.store(counter) } noexcept -> std::same_as<bool>;
};
}  // namespace detail

/// Senders and receivers of datagrams. The class has only static members and types. Nothing throws.
class datagram {
 public:
  static constexpr std::size_t window_bits = ASCON_DATAGRAM_WINDOW_BITS;
  static constexpr std::uint16_t max_step = ASCON_DATAGRAM_MAX_STEP;

  /// For datagrams alone. Many senders may share it.
  using key = octets<detail::role::key, detail::rows::datagram, ASCON_DATAGRAM_KEY_BYTES>;
  /// Different for every sender with the same key.
  using identity =
      octets<detail::role::nonce, detail::rows::datagram, ASCON_DATAGRAM_IDENTITY_BYTES>;
  /// What a sender and its receivers agree on.
  using settings = ascon_datagram_settings;

  /// Where a sender or a receiver keeps its counter, in an object of yours that keeps it while the
  /// power is off. load() of that returns the counter that was stored last as a
  /// std::optional<std::uint64_t>, or nothing if there is no valid one. store() of it returns true
  /// once the counter is certain to be there after a loss of power. Both are noexcept. A store must
  /// live as long as the sender or the receiver, each of which has its own.
  class store {
   public:
    /// @param keeper must live as long as the store
    /// @param step counters that one store() covers, 1 to max_step
    template <class Keeper>
      requires detail::keeps_counter<Keeper>
    store(Keeper &keeper, std::uint16_t step) noexcept
        : store_{load<Keeper>, keep<Keeper>, &keeper, step} {}
    /// A store in C, such as one of ports/counters.
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
  /// What a sender and a receiver have in common.
  template <class State>
  class peer : public detail::context<State, false> {
   public:
    /// A sender's next counter, or one more than the highest one that a receiver accepted or
    /// loaded.
    [[nodiscard]] std::uint64_t next() const noexcept {
      return ascon_datagram_next(&this->get()->state);
    }
    /// Bytes that a datagram has more than its text.
    [[nodiscard]] std::size_t overhead() const noexcept {
      const ascon_datagram_state &state = this->get()->state;
      return std::size_t{state.counter_length} + state.tag_length;
    }
    /// Changes how many bytes of the counter are sent: ascon_datagram_set_counter_length().
    [[nodiscard]] status set_counter_length(std::uint8_t length) noexcept {
      return status(ascon_datagram_set_counter_length(&this->get()->state, length));
    }

   protected:
    peer() noexcept { detail::wipe(*this->get()); }
  };

  template <class Peer>
  static result<Peer> start(auto init, const settings &settings, const identity &identity,
                            const key &key, const store *store) noexcept {
    result<Peer> made(std::in_place);
    const ascon_result code = init(made->get(), &settings, identity.bytes().data(),
                                   key.bytes().data(), store ? &store->store_ : nullptr);
    if (code != ASCON_OK) made.fail(static_cast<error>(code));
    return made;
  }

 public:
  /// Encrypts datagrams. Wiped when destroyed or moved from; cannot be copied, since two copies
  /// would repeat nonces. One that was made by default, or moved from, gives error::order.
  class sender : public peer<ascon_datagram_sender> {
   public:
    sender() noexcept = default;

    /// Starts at the counter that the store loads. error::range if the settings or the step are not
    /// as the page of datagrams says, or the counters are used up; error::resources if load()
    /// fails.
    [[nodiscard]] static result<sender> from(const settings &settings, const identity &identity,
                                             const key &key, const store &store) noexcept {
      return start<sender>(ascon_datagram_sender_init, settings, identity, key, &store);
    }
    /// Starts at counter 0, for a key that is never used again after the sender is lost.
    [[nodiscard]] static result<sender> from(const settings &settings, const identity &identity,
                                             const key &key) noexcept {
      return start<sender>(ascon_datagram_sender_init, settings, identity, key, nullptr);
    }
    static result<sender> from(const settings &, const identity &, const key &,
                               const store &&) = delete;  // the store must live longer

    /// Encrypts the next datagram, of overhead() bytes more than the text, which may stand in it
    /// already, after the counter. error::range if the lengths do not fit or the counters are used
    /// up; error::resources if store() fails: another call tries again. Nothing is written then.
    [[nodiscard]] status seal(const output &datagram, const input &text,
                              const input &header = {}) noexcept {
      if (this->overhead() == 0) return error::order;
      if (datagram.size() != text.size() + this->overhead()) return error::range;
      return status(ascon_datagram_seal(this->get(), datagram.data(), text.data(), text.size(),
                                        header.data(), header.size()));
    }
    /// Replaces the key by the next one: ascon_datagram_rekey().
    [[nodiscard]] status rekey() noexcept { return status(ascon_datagram_rekey(this->get())); }

   private:
    friend datagram;
  };

  /// Receives from one sender, and accepts each datagram once. Wiped when destroyed or moved from,
  /// and after settings.max_forgeries forgeries; cannot be copied, since two copies would accept a
  /// datagram twice. One that was made by default, moved from or wiped gives error::order.
  class receiver : public peer<ascon_datagram_receiver> {
   public:
    receiver() noexcept = default;

    /// Refuses all counters below the one that the store loads. Errors are those of sender::from().
    [[nodiscard]] static result<receiver> from(const settings &settings, const identity &identity,
                                               const key &key, const store &store) noexcept {
      return start<receiver>(ascon_datagram_receiver_init, settings, identity, key, &store);
    }
    /// Accepts every counter once, for a key from which nothing was accepted so far.
    [[nodiscard]] static result<receiver> from(const settings &settings, const identity &identity,
                                               const key &key) noexcept {
      return start<receiver>(ascon_datagram_receiver_init, settings, identity, key, nullptr);
    }
    static result<receiver> from(const settings &, const identity &, const key &,
                                 const store &&) = delete;  // the store must live longer

    /// Verifies and decrypts a datagram, of overhead() bytes more than the text, which may stand in
    /// it, after the counter. error::tag: it is forged, and the text is all zeros.
    /// error::resources: store() failed, and the text is all zeros. error::range: it was not tried,
    /// since it was accepted before, is too old or too far ahead, or the lengths do not fit.
    [[nodiscard]] status open(const output &text, const input &datagram,
                              const input &header = {}) noexcept {
      if (this->overhead() == 0) return error::order;
      if (datagram.size() < this->overhead() || text.size() != datagram.size() - this->overhead())
        return error::range;
      return status(ascon_datagram_open(this->get(), text.data(), datagram.data(), datagram.size(),
                                        header.data(), header.size()));
    }

   private:
    friend datagram;
  };
};

}  // namespace asconkit

#endif
