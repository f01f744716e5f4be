// Datagrams over a radio that loses, repeats, reorders and forges, with devices that lose power: a
// receiver accepts exactly what the rules of docs/constructions/datagram.md allow, and nothing
// twice.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <set>

#include "datagrams.h"

namespace asconkit_test {
namespace {

// What a receiver may accept, with a set of counters in place of a window.
struct Rules {
  explicit Rules(const ascon_datagram_settings &of) : settings(of) {}

  uint64_t EpochOf(uint64_t counter) const {
    return settings.epoch_length ? counter >> 8 * settings.epoch_length : 0;
  }
  // Whether the datagram of this counter opens.
  bool Accepts(uint64_t counter) {
    const uint64_t range = UINT64_C(1) << 8 * settings.counter_length;
    if (counter < floor || counter + kWindow < next || counter + kWindow >= next + range)
      return false;
    if (EpochOf(counter) < epoch || EpochOf(counter) > epoch + 16) return false;
    if (!accepted.insert(counter).second) return false;
    next = std::max(next, counter + 1);
    epoch = EpochOf(counter);
    return true;
  }
  void RestartAt(uint64_t counter) {
    floor = next = counter;
    epoch = EpochOf(counter);
  }

  ascon_datagram_settings settings;
  uint64_t next = 0, floor = 0, epoch = 0;
  std::set<uint64_t> accepted;
};

struct Sent {
  uint64_t counter;
  Bytes datagram, text, header;
};

class DatagramChannel : public ::testing::TestWithParam<ascon_datagram_settings> {};

std::vector<ascon_datagram_settings> ManySettings() {
  std::vector<ascon_datagram_settings> all;
  for (const uint8_t n : {uint8_t{1}, uint8_t{2}, uint8_t{4}, uint8_t{7}})
    for (uint8_t e = 0; e < std::min<uint8_t>(n, 3); e++) all.push_back({1u << 30, n, 4, e});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Settings, DatagramChannel, ::testing::ValuesIn(ManySettings()),
                         [](const auto &test) {
                           return "Counter" + std::to_string(test.param.counter_length) + "Epoch" +
                                  std::to_string(test.param.epoch_length);
                         });

TEST_P(DatagramChannel, ExactlyWhatTheRulesAllowIsAccepted) {
  ASCON_TRACE_SEED();
  const ascon_datagram_settings settings = GetParam();
  Random random(settings.counter_length * 10u + settings.epoch_length);
  Memory of_sender(0, 20), of_receiver(0, 30);
  ascon_datagram_sender sender = Sender(settings, 7, of_sender.store());
  ascon_datagram_receiver receiver = Receiver(settings, 7, of_receiver.store());
  Rules rules(settings);
  std::vector<Sent> sent;
  std::set<uint64_t> used;
  size_t accepted = 0, refused = 0;
  for (int i = 0; i < 6000; i++) {
    switch (random.UpTo(settings.counter_length == 1 ? 300 : 100)) {
      case 0:  // the sender loses power
        sender = random.UpTo(1)
                     ? Sender(settings, 7, of_sender.store())
                     : ResumedSender(settings, EpochKey(sender.state), of_sender.store());
        break;
      case 1:  // the receiver does
        receiver = random.UpTo(1)
                       ? Receiver(settings, 7, of_receiver.store())
                       : ResumedReceiver(settings, EpochKey(receiver.state), of_receiver.store());
        rules.RestartAt(of_receiver.counter);
        break;
      case 2:
        if (settings.epoch_length == 1) {
          EXPECT_EQ(ascon_datagram_rekey(&sender), ASCON_OK);
        }
        break;
      default: break;
    }
    Sent one;
    one.counter = ascon_datagram_next(&sender.state);
    one.text = random.Some(random.UpTo(20));
    one.header = random.Some(random.UpTo(4));
    one.datagram = Seal(&sender, one.text, one.header);
    ASSERT_TRUE(used.insert(one.counter).second);  // no nonce repeats
    sent.push_back(one);
    // Some are lost, late or repeated; most of what arrives is of late.
    for (size_t arrivals = random.UpTo(2); arrivals > 0; arrivals--) {
      const size_t back = random.UpTo(random.UpTo(3) ? 3 : random.UpTo(9) ? kWindow + 10 : 1000);
      const Sent &arrived = sent[sent.size() - 1 - std::min(back, sent.size() - 1)];
      if (random.UpTo(5) == 0) {
        const Bytes forged = Flipped(arrived.datagram, random.UpTo(8 * 5 - 1));
        EXPECT_NE(Open(&receiver, forged, arrived.header).result, ASCON_OK);
      }
      const Opened opened = Open(&receiver, arrived.datagram, arrived.header);
      const bool expected = rules.Accepts(arrived.counter);
      ASSERT_EQ(opened.result == ASCON_OK, expected) << arrived.counter << " of " << rules.next;
      if (expected) {
        EXPECT_EQ(opened.text, arrived.text);
      }
      ASSERT_EQ(ascon_datagram_next(&receiver.state), rules.next);
      (expected ? accepted : refused)++;
    }
  }
  EXPECT_GT(accepted, 500U);
  EXPECT_GT(refused, 500U);
}

// Many senders with one key, which one receiver for each tells apart.
TEST(DatagramGroup, SendersWithOneKeyAreApart) {
  const ascon_datagram_settings settings = Settings(2, 8);
  constexpr uint8_t kPeers = 20;
  std::vector<ascon_datagram_sender> senders;
  std::vector<ascon_datagram_receiver> receivers;
  std::set<Bytes> keys;
  for (uint8_t i = 0; i < kPeers; i++) {
    senders.push_back(Sender(settings, i));
    receivers.push_back(Receiver(settings, i));
    keys.insert(Bytes(senders.back().state.key, senders.back().state.key + 16));
  }
  EXPECT_EQ(keys.size(), kPeers);
  for (uint8_t i = 0; i < kPeers; i++) {
    const Bytes datagram = Seal(&senders[i], {i});
    for (uint8_t j = 0; j < kPeers; j++)
      EXPECT_EQ(Open(&receivers[j], datagram).result == ASCON_OK, i == j);
  }
}

}  // namespace
}  // namespace asconkit_test
