// Counters of ports/datagram in flash or in an EEPROM whose power fails in the middle of a byte,
// and in which a bit rots. A sender and a receiver start again after each loss of power. No counter
// is sent twice, no datagram is accepted twice, and every start succeeds.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>
#include <cstring>

#include "asconkit/datagram/ascon_datagram.h"
#include "ports/datagram/counter_flash.h"
#include "ports/datagram/counter_slots.h"
#include "tests/fuzz/support/run.h"

namespace asconkit_fuzz {
namespace {

constexpr ascon_datagram_settings kSettings = {1000000, 2, 8, 0};
constexpr uint8_t kKey[ASCON_DATAGRAM_KEY_BYTES] = {1};
constexpr uint8_t kIdentity[ASCON_DATAGRAM_IDENTITY_BYTES] = {2};
constexpr size_t kDatagramBytes = 2 + 1 + 8;

struct Form {
  uint16_t page_bytes, pages;
  uint8_t unit;  // 0: EEPROM, of slots
};
constexpr Form kForms[] = {{12 + 8 * 28, 2, 4},
                           {12 + 8 * 25, 3, 1},
                           {16 + 8 * 40, 2, 8},
                           {6 * COUNTER_SLOT_BYTES, 1, 0},
                           {4 * COUNTER_SLOT_BYTES, 1, 0}};

// ---- The memory -----------------------------------------------------------------------------

// Once the power is off, the memory neither reads nor writes.
class Memory {
 public:
  Memory(const Form &form, Bytes content) : form_(form), cells_(std::move(content)) {}

  bool is_on() const { return is_on_; }
  void PowerUp() {
    is_on_ = true;
    left_ = SIZE_MAX;
  }
  // The power fails in the byte after so many. `changed` has a bit for each bit of it that changes.
  void CutAfter(size_t bytes, uint8_t changed) {
    left_ = bytes;
    changed_ = changed;
  }
  void Rot(Input &input) { input.FlipBit(&cells_); }

  int Read(size_t at, uint8_t *bytes, size_t n) const {
    EXPECT_LE(at + n, cells_.size());
    if (!is_on_) return -1;
    memcpy(bytes, cells_.data() + at, n);
    return 1;
  }
  // Flash can only change ones to zeros.
  int Write(size_t at, const uint8_t *bytes, size_t n) {
    EXPECT_LE(at + n, cells_.size());
    for (size_t i = 0; i < n; i++) Set(at + i, form_.unit ? cells_[at + i] & bytes[i] : bytes[i]);
    return is_on_;
  }
  // From its first byte on, or from its last.
  int Erase(size_t at) {
    EXPECT_EQ(at % form_.page_bytes, 0u);
    for (size_t i = 0; i < form_.page_bytes; i++)
      Set(at + (changed_ % 2 ? i : form_.page_bytes - 1 - i), 0xff);
    return is_on_;
  }

 private:
  void Set(size_t at, uint8_t wanted) {
    if (!is_on_) return;
    is_on_ = left_ != 0;
    left_--;
    cells_[at] ^= (cells_[at] ^ wanted) & (is_on_ ? 0xff : changed_);
  }

  const Form &form_;
  Bytes cells_;
  bool is_on_ = true;
  size_t left_ = SIZE_MAX;
  uint8_t changed_ = 0;
};

// ---- A counter in the memory ----------------------------------------------------------------

struct Counter {
  explicit Counter(Input &input)
      : form(kForms[input.UpTo(std::size(kForms) - 1)]),
        memory(form, form.unit ? input.Some(size_t{form.page_bytes} * form.pages)
                               : Bytes(form.page_bytes, 0xff)) {
    calls.load = [](void *c, uint8_t *counter) {
      auto *self = static_cast<Counter *>(c);
      return self->form.unit ? counter_flash_load(&self->flash, counter)
                             : counter_slots_load(&self->slots, counter);
    };
    calls.store = [](void *c, const uint8_t *counter) {
      auto *self = static_cast<Counter *>(c);
      return self->form.unit ? counter_flash_store(&self->flash, counter)
                             : counter_slots_store(&self->slots, counter);
    };
    calls.context = this;
    calls.step = static_cast<uint16_t>(1 + input.UpTo(4));
    PowerUp();
    if (input.Flag()) Cut(input);
    if (Provision() == 0) {
      EXPECT_FALSE(memory.is_on());
      PowerUp();
      EXPECT_EQ(Provision(), 1);
    }
    PowerUp();
  }
  Counter(const Counter &) = delete;
  Counter &operator=(const Counter &) = delete;

  void Cut(Input &input) {
    memory.CutAfter(input.UpTo(input.OneIn(4) ? 700 : 50), static_cast<uint8_t>(input.UpTo(255)));
  }
  // What was in RAM is lost.
  void PowerUp() {
    memory.PowerUp();
    slots = {};
    slots.read = [](void *m, uint16_t at, uint8_t *bytes, uint16_t n) {
      return int{static_cast<Memory *>(m)->Read(at, bytes, n) > 0};
    };
    slots.write = [](void *m, uint16_t at, const uint8_t *bytes, uint16_t n) {
      return static_cast<Memory *>(m)->Write(at, bytes, n);
    };
    slots.memory = &memory;
    slots.count = static_cast<uint16_t>(form.page_bytes / COUNTER_SLOT_BYTES);
    flash = {};
    flash.read = [](void *m, uint32_t at, uint8_t *bytes, uint16_t n) {
      return static_cast<Memory *>(m)->Read(at, bytes, n);
    };
    flash.program = [](void *m, uint32_t at, const uint8_t *bytes, uint16_t n) {
      return static_cast<Memory *>(m)->Write(at, bytes, n);
    };
    flash.erase = [](void *m, uint32_t at) { return static_cast<Memory *>(m)->Erase(at); };
    flash.memory = &memory;
    flash.page_bytes = form.page_bytes;
    flash.pages = form.pages;
    flash.unit = form.unit;
  }
  int Provision() {
    return form.unit ? counter_flash_provision(&flash) : counter_slots_provision(&slots);
  }

  const Form &form;
  Memory memory;
  bool has_rotted = false;
  counter_slots slots = {};
  counter_flash flash = {};
  ascon_datagram_store calls = {};
};

// ---- Two devices ----------------------------------------------------------------------------

struct Sent {
  uint8_t bytes[kDatagramBytes];
  bool is_accepted;
};

struct Devices {
  explicit Devices(Input &input) : of_sender(input), of_receiver(input) {
    StartSender();
    StartReceiver();
  }

  void StartSender() {
    of_sender.PowerUp();
    EXPECT_EQ(ascon_datagram_sender_init(&sender, &kSettings, kIdentity, kKey, &of_sender.calls),
              ASCON_OK);
  }
  void StartReceiver() {
    of_receiver.PowerUp();
    EXPECT_EQ(
        ascon_datagram_receiver_init(&receiver, &kSettings, kIdentity, kKey, &of_receiver.calls),
        ASCON_OK);
  }
  void Open(Sent *datagram) {
    uint8_t text = 0;
    const ascon_result result =
        ascon_datagram_open(&receiver, &text, datagram->bytes, kDatagramBytes, nullptr, 0);
    if (of_receiver.memory.is_on())
      EXPECT_TRUE(result == ASCON_OK || result == ASCON_ERR_TAG || result == ASCON_ERR_RANGE);
    if (result == ASCON_OK) {
      EXPECT_FALSE(datagram->is_accepted);
      datagram->is_accepted = true;
    }
    if (!of_receiver.memory.is_on()) StartReceiver();
  }
  // Returns whether the datagram was accepted.
  bool Send() {
    Sent datagram = {};
    const uint64_t counter = ascon_datagram_next(&sender.state);
    const uint8_t text = 0x55;
    const ascon_result result =
        ascon_datagram_seal(&sender, datagram.bytes, &text, sizeof text, nullptr, 0);
    EXPECT_EQ(result == ASCON_OK, of_sender.memory.is_on());
    if (result != ASCON_OK) StartSender();
    if (result != ASCON_OK) return false;
    EXPECT_GE(counter, unused);
    unused = counter + 1;
    Open(&datagram);
    sent.push_back(datagram);
    return datagram.is_accepted;
  }

  Counter of_sender, of_receiver;
  ascon_datagram_sender sender = {};
  ascon_datagram_receiver receiver = {};
  uint64_t unused = 0;  // every counter below it may have been sent
  std::vector<Sent> sent;
};

void Happen(Input &input, Devices *devices) {
  Counter &counter = input.Flag() ? devices->of_receiver : devices->of_sender;
  switch (input.UpTo(7)) {
    default: devices->Send(); return;
    case 4:
      if (!devices->sent.empty())
        devices->Open(&devices->sent[input.UpTo(devices->sent.size() - 1)]);
      return;
    case 5: devices->StartSender(); return;
    case 6: devices->StartReceiver(); return;
    case 7:
      if (counter.has_rotted || !input.OneIn(4)) return counter.Cut(input);
      counter.has_rotted = true;
      counter.memory.Rot(input);
  }
}

}  // namespace
}  // namespace asconkit_fuzz

FUZZ_TARGET(input) {
  asconkit_fuzz::Devices devices(input);
  while (!input.ended()) Happen(input, &devices);
  devices.StartSender();
  devices.StartReceiver();
  bool is_accepted = false;
  for (int i = 0; i < 20; i++) is_accepted = devices.Send();
  EXPECT_TRUE(is_accepted);
}
