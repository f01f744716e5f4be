// Senders, receivers and stores for the tests of datagrams.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "asconkit/hardened/ascon_hardened.h"
#include "tests/support/construction_vectors.h"

namespace asconkit_test {

constexpr size_t kWindow = ASCON_DATAGRAM_WINDOW_BITS;
inline const uint8_t kKey[16] = {0x5b, 0x21, 0xc7, 0x90, 0x34, 0xee, 0x08, 0x6d,
                                 0xf2, 0x13, 0xa9, 0x4c, 0x77, 0xd0, 0x8e, 0xb5};
inline const uint8_t kIdentity[8] = {7, 0, 0, 0, 0, 0, 0, 0x42};

// A store that never forgets and may fail. What it is told to keep never goes back.
struct Memory {
  explicit Memory(uint64_t start, uint16_t step = 30) : counter(start) {
    store_.load = [](void *context, uint8_t *bytes) {
      const auto *self = static_cast<Memory *>(context);
      for (int i = 0; i < 8; i++) bytes[i] = static_cast<uint8_t>(self->counter >> 8 * i);
      return static_cast<int>(!self->fails);
    };
    store_.store = [](void *context, const uint8_t *bytes) {
      auto *self = static_cast<Memory *>(context);
      if (self->fails) return 0;
      const uint64_t before = self->counter;
      self->counter = 0;
      for (int i = 0; i < 8; i++) self->counter |= uint64_t{bytes[i]} << 8 * i;
      EXPECT_GT(self->counter, before);
      self->stores++;
      return 1;
    };
    store_.context = this;
    store_.step = step;
  }
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;
  const ascon_datagram_store *store() const { return &store_; }

  uint64_t counter;
  size_t stores = 0;
  bool fails = false;

 private:
  ascon_datagram_store store_ = {};
};

inline ascon_datagram_settings Settings(uint8_t counter_length, uint8_t tag_length) {
  return {1000000, counter_length, tag_length, 0};
}

inline Bytes IdentityOf(uint8_t number) {
  Bytes identity(kIdentity, kIdentity + 8);
  identity[0] = number;
  return identity;
}

inline ascon_datagram_sender Sender(const ascon_datagram_settings &settings, uint8_t number = 7,
                                    const ascon_datagram_store *store = nullptr) {
  ascon_datagram_sender sender;
  EXPECT_EQ(ascon_datagram_sender_init(&sender, &settings, IdentityOf(number).data(), kKey, store),
            ASCON_OK);
  return sender;
}

inline ascon_datagram_receiver Receiver(const ascon_datagram_settings &settings, uint8_t number = 7,
                                        const ascon_datagram_store *store = nullptr) {
  ascon_datagram_receiver receiver;
  EXPECT_EQ(
      ascon_datagram_receiver_init(&receiver, &settings, IdentityOf(number).data(), kKey, store),
      ASCON_OK);
  return receiver;
}

inline Bytes EpochKey(const ascon_datagram_state &state) {
  Bytes epoch_key(ASCON_DATAGRAM_EPOCH_KEY_BYTES);
  EXPECT_EQ(ascon_datagram_epoch_key(&state, epoch_key.data()), ASCON_OK);
  return epoch_key;
}

// As after a restart with nothing but the key of an epoch.
inline ascon_datagram_sender ResumedSender(const ascon_datagram_settings &settings,
                                           const Bytes &epoch_key,
                                           const ascon_datagram_store *store) {
  ascon_datagram_sender sender;
  EXPECT_EQ(ascon_datagram_sender_resume(&sender, &settings, IdentityOf(7).data(), epoch_key.data(),
                                         store),
            ASCON_OK);
  return sender;
}

inline ascon_datagram_receiver ResumedReceiver(const ascon_datagram_settings &settings,
                                               const Bytes &epoch_key,
                                               const ascon_datagram_store *store) {
  ascon_datagram_receiver receiver;
  EXPECT_EQ(ascon_datagram_receiver_resume(&receiver, &settings, IdentityOf(7).data(),
                                           epoch_key.data(), store),
            ASCON_OK);
  return receiver;
}

struct Sealed {
  ascon_result result;
  Bytes datagram;
};

inline Sealed TrySeal(ascon_datagram_sender *sender, const Bytes &text = {1},
                      const Bytes &header = {}) {
  Heap in(text), of_header(header);
  Heap out(text.size() + sender->state.counter_length + sender->state.tag_length);
  const ascon_result result = ascon_datagram_seal(sender, out.data(), in.nullable(), in.size(),
                                                  of_header.nullable(), of_header.size());
  return {result, out.bytes()};
}

inline Bytes Seal(ascon_datagram_sender *sender, const Bytes &text, const Bytes &header = {}) {
  const Sealed sealed = TrySeal(sender, text, header);
  EXPECT_EQ(sealed.result, ASCON_OK);
  return sealed.datagram;
}

struct Opened {
  ascon_result result;
  Bytes text;
};

// A store that passes everything on to another one, or answers as that did.
struct Echo {
  Echo(const ascon_datagram_store *of, bool passes_on) : real(of) {
    store = {nullptr, nullptr, this, 0};
    if (!of) return;
    store = {of->load, passes_on ? Pass : Repeat, this, of->step};
  }
  static int Pass(void *context, const uint8_t *counter) {
    auto *self = static_cast<Echo *>(context);
    self->stored.insert(self->stored.end(), counter, counter + ASCON_DATAGRAM_COUNTER_BYTES);
    return self->answer = self->real->store(self->real->context, counter);
  }
  static int Repeat(void *context, const uint8_t *counter) {
    auto *self = static_cast<Echo *>(context);
    self->stored.insert(self->stored.end(), counter, counter + ASCON_DATAGRAM_COUNTER_BYTES);
    return self->answer;
  }
  const ascon_datagram_store *used() const { return real ? &store : nullptr; }

  const ascon_datagram_store *real;
  ascon_datagram_store store;
  Bytes stored;
  int answer = 1;
};

// The hardened call does the same: result, text, receiver and what is stored.
inline void OpenHardened(ascon_datagram_receiver before, const ascon_datagram_receiver &after,
                         const Echo &usual, const Bytes &datagram, const Bytes &header,
                         const Opened &opened) {
  const uint32_t expected =
      opened.result == ASCON_OK ? ASCON_HARDENED_OK : static_cast<uint32_t>(opened.result);
  for (const bool twice : {false, true}) {
    Heap in(datagram), of_header(header), other(datagram), out(opened.text.size());
    ascon_datagram_receiver receiver = before;
    Echo echo(usual.real, false);
    echo.answer = usual.answer;
    receiver.state.store = echo.used();
    const ascon_datagram_arrival one = {&receiver, out.nullable(),       in.data(),
                                        in.size(), of_header.nullable(), of_header.size(),
                                        ASCON_OK};
    ascon_datagram_arrival again = one;
    again.datagram = other.data();
    EXPECT_EQ(twice ? ascon_datagram_open_hardened_twice(&one, &again)
                    : ascon_datagram_open_hardened(&receiver, out.nullable(), in.data(), in.size(),
                                                   of_header.nullable(), of_header.size()),
              expected);
    EXPECT_EQ(ascon_hardened_is_ok(expected), opened.result == ASCON_OK);
    EXPECT_EQ(out.bytes(), opened.text);
    EXPECT_EQ(echo.stored, usual.stored);
    receiver.state.store = after.state.store;
    EXPECT_EQ(std::memcmp(&receiver, &after, sizeof after), 0);
  }
}

// The text is filled with 0xee before.
inline Opened Open(ascon_datagram_receiver *receiver, const Bytes &datagram,
                   const Bytes &header = {}, int epochs_ahead = -1) {
  const size_t more = size_t{receiver->state.counter_length} + receiver->state.tag_length;
  Heap in(datagram), of_header(header), out(datagram.size() > more ? datagram.size() - more : 0);
  const ascon_datagram_receiver before = *receiver;
  Echo echo(before.state.store, true);
  receiver->state.store = echo.used();
  const ascon_result result =
      epochs_ahead < 0
          ? ascon_datagram_open(receiver, out.nullable(), in.data(), in.size(),
                                of_header.nullable(), of_header.size())
          : ascon_datagram_open_ahead(receiver, static_cast<uint16_t>(epochs_ahead), out.nullable(),
                                      in.data(), in.size(), of_header.nullable(), of_header.size());
  if (receiver->state.store) receiver->state.store = before.state.store; /* unless it is wiped */
  const Opened opened = {result, out.bytes()};
  if (epochs_ahead < 0) OpenHardened(before, *receiver, echo, datagram, header, opened);
  return opened;
}

inline Bytes Flipped(Bytes bytes, size_t bit) {
  bytes[bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
  return bytes;
}

}  // namespace asconkit_test
