// Datagrams (ascon_datagram.h): a sender's datagrams arrive in any order, several times, changed,
// or are made up, and the receiver's store may fail. Nothing is accepted twice or changed, what is
// new and near enough is accepted, and no text of a refused one stays. Many in one call give the
// same as one after the other.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/datagram/ascon_datagram.h"

#include <algorithm>

#include "tests/fuzz/support/run.h"
#include "tests/support/support.h"

namespace asconkit_fuzz {
namespace {

using asconkit_test::Heap;

constexpr uint8_t kUntouched = 0xee;
constexpr uint64_t kWindow = ASCON_DATAGRAM_WINDOW_BITS;

// A store that fails once, or never.
struct Store {
  explicit Store(uint64_t start, uint16_t step, size_t failing)
      : counter(start), fails_at(failing) {
    calls.load = [](void *context, uint8_t *bytes) {
      for (int i = 0; i < 8; i++)
        bytes[i] = static_cast<uint8_t>(static_cast<Store *>(context)->counter >> 8 * i);
      return 1;
    };
    calls.store = [](void *context, const uint8_t *bytes) {
      auto *self = static_cast<Store *>(context);
      if (self->stores++ == self->fails_at) return 0;
      self->counter = 0;
      for (int i = 0; i < 8; i++) self->counter |= uint64_t{bytes[i]} << 8 * i;
      return 1;
    };
    calls.context = this;
    calls.step = step;
  }
  Store(const Store &) = delete;
  Store &operator=(const Store &) = delete;

  ascon_datagram_store calls = {};
  uint64_t counter;
  size_t fails_at, stores = 0;
};

struct Datagram {
  Bytes bytes, header, text;
  uint64_t counter;
  bool genuine;
};

ascon_datagram_settings SomeSettings(Input &input) {
  const auto n = static_cast<uint8_t>(1 + input.UpTo(6));
  const auto t = static_cast<uint8_t>(16 - 4 * input.UpTo(3));
  const auto e = static_cast<uint8_t>(input.UpTo(std::min<size_t>(n - 1u, 5)));
  return {input.OneIn(4) ? 1 + static_cast<uint32_t>(input.UpTo(5)) : 1000000, n, t, e};
}

// The last byte of a counter is 0. With epochs, it has two bytes above those in an epoch.
uint64_t Counters(const ascon_datagram_settings &s) {
  return uint64_t{1} << 8 * (s.epoch_length ? s.epoch_length + 2 : 7);
}

std::vector<Datagram> SomeDatagrams(Input &input, const ascon_datagram_settings &s,
                                    ascon_datagram_sender *sender) {
  std::vector<Datagram> sent;
  for (size_t left = 1 + input.UpTo(30); left != 0; left--) {
    Datagram d = {{}, input.Some(input.UpTo(5)), input.Some(input.UpTo(40)), 0, true};
    if (s.epoch_length && input.OneIn(16)) (void)!ascon_datagram_rekey(sender);
    d.counter = ascon_datagram_next(&sender->state);
    const Heap text(d.text), header(d.header);
    Heap sealed(size_t{s.counter_length} + d.text.size() + s.tag_length);
    const ascon_result result = ascon_datagram_seal(sender, sealed.data(), text.nullable(),
                                                    text.size(), header.nullable(), header.size());
    EXPECT_EQ(result, d.counter < Counters(s) ? ASCON_OK : ASCON_ERR_RANGE);
    if (result != ASCON_OK) break;
    d.bytes = sealed.bytes();
    sent.push_back(d);
  }
  return sent;
}

std::vector<Datagram> SomeArrivals(Input &input, const std::vector<Datagram> &sent) {
  std::vector<Datagram> arrivals;
  size_t next = 0;
  for (size_t left = 1 + input.UpTo(60); left != 0; left--) {
    if (input.OneIn(16) || sent.empty()) {
      arrivals.push_back({input.Some(input.UpTo(60)), {}, {}, 0, false});
      continue;
    }
    Datagram d = sent[input.OneIn(4) ? input.UpTo(sent.size() - 1) : next++ % sent.size()];
    if (input.OneIn(8)) {
      input.FlipBit(input.Flag() && !d.header.empty() ? &d.header : &d.bytes);
      d.genuine = false;
    }
    arrivals.push_back(d);
  }
  return arrivals;
}

// Whether the receiver must accept a datagram with a counter that is above all before.
bool IsNear(const ascon_datagram_settings &s, uint64_t next, uint64_t counter, uint16_t epoch) {
  if (counter < next) return false;
  const uint64_t reach =
      s.counter_length < 7 ? (uint64_t{1} << 8 * s.counter_length) - kWindow : ~uint64_t{0};
  const uint64_t its = s.epoch_length ? counter >> 8 * s.epoch_length : 0;
  return counter - next < reach && its - epoch <= ASCON_DATAGRAM_MAX_EPOCHS_AHEAD;
}

struct Opened {
  ascon_result result;
  Bytes text;
};

size_t TextLength(const ascon_datagram_settings &s, const Datagram &d) {
  const size_t more = size_t{s.counter_length} + s.tag_length;
  return d.bytes.size() > more ? d.bytes.size() - more : 0;
}

std::vector<Opened> OpenEach(const ascon_datagram_settings &s, ascon_datagram_receiver *receiver,
                             const Store &store, const std::vector<Datagram> &arrivals) {
  std::vector<Opened> results;
  std::vector<uint64_t> accepted;
  for (const Datagram &d : arrivals) {
    const bool repeated = std::count(accepted.begin(), accepted.end(), d.counter) != 0;
    const bool near =
        IsNear(s, ascon_datagram_next(&receiver->state), d.counter, receiver->state.epoch);
    const bool started = receiver->state.tag_length != 0;
    const size_t stores = store.stores;
    const Heap in(d.bytes), header(d.header);
    Heap text(TextLength(s, d), 0, kUntouched);
    const ascon_result result = ascon_datagram_open(receiver, text.nullable(), in.data(), in.size(),
                                                    header.nullable(), header.size());
    const bool failed = stores <= store.fails_at && store.fails_at < store.stores;
    if (result == ASCON_OK) {
      EXPECT_TRUE(d.genuine && !repeated);
      EXPECT_EQ(text.bytes(), d.text);
      accepted.push_back(d.counter);
    } else if (result == ASCON_ERR_TAG || result == ASCON_ERR_STORE) {
      EXPECT_TRUE(text.Holds(0));
      EXPECT_EQ(result == ASCON_ERR_STORE, failed);
    } else {
      EXPECT_EQ(result, started ? ASCON_ERR_RANGE : ASCON_ERR_ORDER);
      EXPECT_TRUE(text.Holds(kUntouched));
    }
    if (d.genuine && near && started && !failed) EXPECT_EQ(result, ASCON_OK);
    results.push_back({result, text.bytes()});
  }
  return results;
}

void CheckBatch(const ascon_datagram_settings &s, ascon_datagram_receiver *receiver,
                const std::vector<Datagram> &arrivals, const std::vector<Opened> &each) {
  std::vector<Heap> memory;
  std::vector<ascon_datagram_arrival> batch;
  memory.reserve(3 * arrivals.size());
  for (const Datagram &d : arrivals) {
    memory.emplace_back(d.bytes);
    const Heap &in = memory.back();
    memory.emplace_back(d.header);
    const Heap &header = memory.back();
    memory.emplace_back(TextLength(s, d), size_t{0}, kUntouched);
    batch.push_back({receiver, memory.back().nullable(), in.data(), in.size(), header.nullable(),
                     header.size(), ASCON_OK});
  }
  const ascon_result result = ascon_datagram_open_batch(batch.data(), batch.size(), nullptr);
  ascon_result first = ASCON_OK;
  for (size_t i = 0; i < each.size(); i++) {
    if (first == ASCON_OK) first = each[i].result;
    EXPECT_EQ(batch[i].result, each[i].result);
    if (each[i].result == ASCON_OK) EXPECT_EQ(memory[3 * i + 2].bytes(), each[i].text);
    else EXPECT_TRUE(memory[3 * i + 2].Holds(0) || memory[3 * i + 2].Holds(kUntouched));
  }
  EXPECT_EQ(result, first);
}

}  // namespace
}  // namespace asconkit_fuzz

FUZZ_TARGET(input) {
  using namespace asconkit_fuzz;
  const ascon_datagram_settings settings = SomeSettings(input);
  const Bytes identity = input.Some(ASCON_DATAGRAM_IDENTITY_BYTES);
  const Bytes key = input.Some(ASCON_DATAGRAM_KEY_BYTES);
  const uint64_t most = Counters(settings) - 1;
  // Around the last counter too. Not with epochs: a receiver would derive 65,536 keys.
  const bool at_end = !settings.epoch_length && input.OneIn(4);
  const uint64_t start =
      at_end ? most - input.UpTo(40) : input.UpTo(std::min<uint64_t>(most, 70000));
  const auto step = static_cast<uint16_t>(1 + input.UpTo(20));
  const size_t failing = input.OneIn(4) ? input.UpTo(5) : SIZE_MAX;
  Store of_sender(start, step, SIZE_MAX), one(start, step, failing), other(start, step, failing);
  ascon_datagram_sender sender;
  ascon_datagram_receiver receiver, same;
  ASSERT_EQ(
      ascon_datagram_sender_init(&sender, &settings, identity.data(), key.data(), &of_sender.calls),
      ASCON_OK);
  ASSERT_EQ(
      ascon_datagram_receiver_init(&receiver, &settings, identity.data(), key.data(), &one.calls),
      ASCON_OK);
  ASSERT_EQ(
      ascon_datagram_receiver_init(&same, &settings, identity.data(), key.data(), &other.calls),
      ASCON_OK);
  const std::vector<Datagram> arrivals =
      SomeArrivals(input, SomeDatagrams(input, settings, &sender));
  const std::vector<Opened> each = OpenEach(settings, &receiver, one, arrivals);
  CheckBatch(settings, &same, arrivals, each);
  EXPECT_EQ(ascon_datagram_next(&same.state), ascon_datagram_next(&receiver.state));
  EXPECT_TRUE(std::equal(receiver.accepted, std::end(receiver.accepted), same.accepted));
  EXPECT_EQ(one.stores, other.stores);
}
