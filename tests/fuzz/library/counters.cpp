// Counters of ports/datagram in flash or in an EEPROM whose power fails in the middle of a byte,
// which fails to program or to erase, and in which a bit or a unit rots. A sender and a receiver
// start again after each loss of power. No counter is sent twice, no datagram is accepted twice,
// every start succeeds, and no unit of flash gets a second record before its page is erased.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>
#include <cstring>
#include <utility>

#include "asconkit/datagram/ascon_datagram.h"
#include "ports/datagram/counter_flash.h"
#include "ports/datagram/counter_slots.h"
#include "tests/fuzz/support/run.h"

namespace asconkit_fuzz {
namespace {

constexpr ascon_datagram_settings kSettings = {1000000, 2, 8, 0};
constexpr uint8_t kKey[ASCON_DATAGRAM_KEY_BYTES] = {1};
constexpr uint8_t kIdentity[ASCON_DATAGRAM_IDENTITY_BYTES] = {2};
constexpr int kMostFailures = 4;  // counter_flash.h: before a record is damaged
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

// What happens to a unit that is programmed again before its page is erased. With the last two
// alternatives, the memory corrects errors: it reads a unit that it cannot correct as lost.
enum class Overwriting { kClearsBits, kIsRefused, kLosesUnit };

// How a write or an erase is cut off in a byte.
struct Cut {
  size_t after;      // bytes that are written and pages that are erased before that
  uint8_t changed;   // bits of this byte that change; of an erase, also which byte it is
  bool flickers;     // the bits that were to change read differently each time
  bool loses;        // error correction may find the units lost
  bool keeps_power;  // the memory reports a failure, and the program goes on
};

// Once the power is off, the memory neither reads nor writes.
class Memory {
 public:
  Memory(const Form &form, Bytes content, Overwriting overwriting)
      : form_(form),
        overwriting_(overwriting),
        cells_(std::move(content)),
        flickering_(cells_.size()),
        lost_(cells_.size()),
        is_used_(cells_.size(), 1),
        is_erased_(form.pages),
        is_spoilt_(form.pages) {}

  bool is_on() const { return is_on_; }
  // In an EEPROM, also: a record that was cut off may read as valid in store(), and not in load().
  bool may_fail() const { return has_failed_ || (form_.unit == 0 && has_flickered_); }
  void PowerUp() {
    is_on_ = true;
    has_failed_ = false;
    cut_.after = SIZE_MAX;
  }
  void CutOff(const Cut &cut) { cut_ = cut; }
  void Rot(Input &input) {
    const size_t at = input.UpTo(cells_.size() - 1);
    if (!corrects()) cells_[at] ^= static_cast<uint8_t>(1 << input.UpTo(7));
    else lost_[at / unit() * unit()] = kIsLost;
  }

  int Read(size_t at, uint8_t *bytes, size_t n) {
    EXPECT_LE(at + n, cells_.size());
    if (!is_on_) return -1;
    int result = 1;
    for (size_t i = at; i < at + n; i++) {
      bytes[i - at] = cells_[i] ^ (flickering_[i] & Noise());
      if (lost_[i] == kIsLost || (lost_[i] == kMayBeLost && Noise() % 2)) result = 0;
    }
    return result;
  }

  int Write(size_t at, const uint8_t *bytes, size_t n) {
    EXPECT_LE(at + n, cells_.size());
    EXPECT_EQ(at % unit() + n % unit(), 0u);
    if (!is_on_) return 0;
    if (form_.unit) ExpectAllowed(at, bytes, n);
    for (size_t i = 0; i < n; i += unit())
      if (!WriteUnit(at + i, bytes + i)) return 0;
    if (IsHeader(at) && IsMark(bytes, n)) is_spoilt_[at / form_.page_bytes] = true;
    return 1;
  }

  // From its first byte on, or from its last. With error correction, a header that could not be
  // spoilt is lost first: counter_flash.h assumes that.
  int Erase(size_t at) {
    const size_t page = at / form_.page_bytes, n = form_.page_bytes;
    const bool is_header_kept = !corrects() || is_spoilt_[page];
    EXPECT_EQ(at % n, 0u);
    if (!is_on_) return 0;
    const Bytes before = cells_;
    if (!Change(at, Bytes(n, 0xff), 1, is_header_kept && cut_.changed % 2)) {
      const bool is_unstable = cut_.flickers || cut_.loses;
      if (!is_header_kept && is_unstable) lost_[at] = kIsLost;
      if (is_unstable || cells_ != before) is_erased_[page] = false;
      return 0;
    }
    std::fill_n(&is_used_[at], n, uint8_t{0});
    is_erased_[page] = true;
    is_spoilt_[page] = false;
    return 1;
  }

 private:
  enum Loss : uint8_t { kReads, kMayBeLost, kIsLost };

  bool corrects() const { return overwriting_ != Overwriting::kClearsBits; }
  size_t unit() const { return form_.unit ? form_.unit : 1; }
  uint8_t Noise() {
    noise_ = noise_ * 1664525 + 1013904223;
    return static_cast<uint8_t>(noise_ >> 24);
  }

  bool IsHeader(size_t at) const { return at % form_.page_bytes == 0; }
  static bool IsMark(const uint8_t *bytes, size_t n) {
    return std::all_of(bytes, bytes + n, [](uint8_t byte) { return byte == 0xa5; });
  }
  // A record goes to units that were not programmed, of a page that was completely erased. A mark
  // may also go where a mark was cut off, and to a header whose page is erased next.
  void ExpectAllowed(size_t at, const uint8_t *bytes, size_t n) const {
    const bool is_mark = IsMark(bytes, n);
    if (IsHeader(at) && is_mark) return;
    EXPECT_TRUE(is_erased_[at / form_.page_bytes]);
    EXPECT_TRUE(is_mark || std::count(&is_used_[at], &is_used_[at] + n, 1) == 0);
  }

  bool WriteUnit(size_t at, const uint8_t *bytes) {
    Bytes wanted(bytes, bytes + unit());
    const bool is_second = form_.unit && is_used_[at];
    if (is_second && overwriting_ == Overwriting::kIsRefused) return false;
    for (size_t i = 0; form_.unit && i < unit(); i++) wanted[i] &= cells_[at + i];
    std::fill_n(&is_used_[at], unit(), uint8_t{1});
    if (!Change(at, wanted, unit(), false)) return false;
    if (is_second && overwriting_ == Overwriting::kLosesUnit) lost_[at] = kIsLost;
    return true;
  }

  // Changes bytes in this order or from the last one on, in one step or one for each byte. False if
  // that was cut off.
  bool Change(size_t at, const Bytes &wanted, size_t steps, bool from_end) {
    const size_t n = wanted.size();
    const bool is_cut = cut_.after < steps;
    const size_t cut_at = !is_cut ? n : steps == n ? cut_.after : cut_.changed * n / 256;
    for (size_t i = 0; i < n; i++) {
      const size_t j = from_end ? n - 1 - i : i;
      const uint8_t differing = cells_[at + j] ^ wanted[j];
      const uint8_t mask = i < cut_at ? 0xff : i == cut_at ? cut_.changed : 0;
      cells_[at + j] ^= differing & mask;
      if (!is_cut) flickering_[at + j] = lost_[at + j] = kReads;
      else if (cut_.flickers) flickering_[at + j] |= differing;
      if (is_cut && cut_.loses && corrects()) lost_[at + j] = cut_.flickers ? kMayBeLost : kIsLost;
    }
    is_on_ = !is_cut || cut_.keeps_power;
    has_failed_ |= is_cut;
    has_flickered_ |= is_cut && cut_.flickers;
    cut_.after = is_cut ? SIZE_MAX : cut_.after - steps;
    return !is_cut;
  }

  const Form &form_;
  const Overwriting overwriting_;
  Bytes cells_, flickering_, lost_;
  Bytes is_used_;                            // programmed since the page was erased
  std::vector<bool> is_erased_, is_spoilt_;  // pages; headers since their pages were erased
  bool is_on_ = true, has_failed_ = false, has_flickered_ = false;
  Cut cut_ = {SIZE_MAX, 0, false, false, false};
  uint32_t noise_ = 1;
};

// ---- A counter in the memory ----------------------------------------------------------------

struct Counter {
  explicit Counter(Input &input)
      : form(kForms[input.UpTo(std::size(kForms) - 1)]),
        memory(form,
               form.unit ? input.Some(size_t{form.page_bytes} * form.pages)
                         : Bytes(form.page_bytes, 0xff),
               static_cast<Overwriting>(form.unit >= 4 ? input.UpTo(2) : 0)) {
    calls.load = [](void *c, uint8_t *counter) {
      auto *self = static_cast<Counter *>(c);
      return self->form.unit ? counter_flash_load(&self->flash, counter)
                             : counter_slots_load(&self->slots, counter);
    };
    calls.store = [](void *c, const uint8_t *counter) {
      auto *self = static_cast<Counter *>(c);
      const int is_stored = self->form.unit ? counter_flash_store(&self->flash, counter)
                                            : counter_slots_store(&self->slots, counter);
      self->failed_stores = is_stored ? 0 : self->failed_stores + 1;
      return is_stored;
    };
    calls.context = this;
    calls.step = static_cast<uint16_t>(1 + input.UpTo(4));
    PowerUp();
    if (input.Flag()) CutOff(input);
    if (Provision() == 0) {
      EXPECT_TRUE(memory.may_fail());
      PowerUp();
      EXPECT_EQ(Provision(), 1);
    }
    PowerUp();
  }
  Counter(const Counter &) = delete;
  Counter &operator=(const Counter &) = delete;

  Cut CutOff(Input &input) {
    const size_t after = input.UpTo(input.OneIn(4) ? 200 : 50);
    const auto changed = static_cast<uint8_t>(input.UpTo(255));
    const size_t how = input.UpTo(7);
    const Cut cut = {after, changed, (how & 1) != 0, (how & 2) != 0, how > 5};
    memory.CutOff(cut);
    return cut;
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
  int failed_stores = 0;  // in a row
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
    const bool has_answer =
        result == ASCON_OK || result == ASCON_ERR_TAG || result == ASCON_ERR_RANGE;
    EXPECT_TRUE(has_answer || of_receiver.memory.may_fail());
    if (result == ASCON_OK) {
      EXPECT_FALSE(datagram->is_accepted);
      datagram->is_accepted = true;
    }
    if (!of_receiver.memory.is_on() || (!has_answer && !of_receiver.form.unit)) StartReceiver();
  }
  // Returns whether the datagram was accepted.
  bool Send() {
    Sent datagram = {};
    const uint64_t counter = ascon_datagram_next(&sender.state);
    const uint8_t text = 0x55;
    const ascon_result result =
        ascon_datagram_seal(&sender, datagram.bytes, &text, sizeof text, nullptr, 0);
    EXPECT_TRUE(of_sender.memory.is_on() ? result == ASCON_OK || of_sender.memory.may_fail()
                                         : result != ASCON_OK);
    if (result != ASCON_OK && (!of_sender.memory.is_on() || !of_sender.form.unit)) StartSender();
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
  switch (input.UpTo(8)) {
    default: devices->Send(); return;
    case 4:
      if (!devices->sent.empty())
        devices->Open(&devices->sent[input.UpTo(devices->sent.size() - 1)]);
      return;
    case 5: devices->StartSender(); return;
    case 6: devices->StartReceiver(); return;
    case 7:
      if (counter.has_rotted || counter.failed_stores > kMostFailures || !input.OneIn(4))
        return void(counter.CutOff(input));
      counter.has_rotted = true;
      return counter.memory.Rot(input);
    case 8: {  // starts that are all cut off in the same way
      const Cut cut = counter.CutOff(input);
      for (size_t more = input.UpTo(15); more != 0; more--) {
        devices->Send();
        counter.memory.CutOff(cut);
      }
    }
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
