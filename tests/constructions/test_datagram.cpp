// Datagrams (asconkit/datagram/ascon_datagram.h): known answers, what receivers accept and refuse,
// epochs, stores, misuse and wiping. test_datagram_channel.cpp has a radio that loses and repeats.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <utility>

#include "datagrams.h"
#include "tests/unit/wipe_test.h"

namespace asconkit_test {
namespace {

constexpr uint64_t kCounters = UINT64_C(1) << 56;

class Datagram : public BackendTest {};
ASCON_ON_EVERY_BACKEND(Datagram);

// ---- Known answers ------------------------------------------------------------------------------

TEST_P(Datagram, KnownAnswers) {
  for (const KnownAnswer &answer : KnownAnswersOf("datagram")) {
    SCOPED_TRACE(answer.name());
    const Bytes text = answer.bytes("text"), header = answer.bytes("header");
    Memory memory(answer.number("counter"));
    ascon_datagram_settings settings =
        Settings(static_cast<uint8_t>(answer.number("counter_length")),
                 static_cast<uint8_t>(answer.number("tag_length")));
    settings.epoch_length = static_cast<uint8_t>(answer.number("epoch_length"));
    ascon_datagram_sender sender;
    ASSERT_EQ(ascon_datagram_sender_init(&sender, &settings, answer.bytes("identity").data(),
                                         answer.bytes("key").data(), memory.store()),
              ASCON_OK);
    EXPECT_EQ(Seal(&sender, text, header), answer.bytes("datagram"));
    EXPECT_EQ(EpochKey(sender.state), answer.bytes("epoch_key"));
    memory.counter = answer.number("counter");
    ASSERT_EQ(ascon_datagram_sender_resume(&sender, &settings, answer.bytes("identity").data(),
                                           answer.bytes("epoch_key").data(), memory.store()),
              ASCON_OK);
    EXPECT_EQ(Seal(&sender, text, header), answer.bytes("datagram"));
    for (const bool resumes : {false, true}) {
      const auto init = resumes ? ascon_datagram_receiver_resume : ascon_datagram_receiver_init;
      memory.counter = answer.number("counter");
      ascon_datagram_receiver receiver;
      ASSERT_EQ(init(&receiver, &settings, answer.bytes("identity").data(),
                     answer.bytes(resumes ? "epoch_key" : "key").data(), memory.store()),
                ASCON_OK);
      const Opened opened = Open(&receiver, answer.bytes("datagram"), header);
      EXPECT_EQ(opened.result, ASCON_OK);
      EXPECT_EQ(opened.text, text);
      EXPECT_EQ(ascon_datagram_next(&receiver.state), answer.number("counter") + 1);
      EXPECT_EQ(EpochKey(receiver.state), answer.bytes("epoch_key"));
    }
  }
}

TEST_P(Datagram, TheTextMayStandInTheDatagram) {
  const ascon_datagram_settings settings = Settings(3, 12);
  for (const size_t length : {size_t{0}, size_t{1}, size_t{16}, size_t{40}}) {
    ascon_datagram_sender sender = Sender(settings), in_place = sender;
    ascon_datagram_receiver receiver = Receiver(settings);
    const Bytes text = Pattern(Field::kText, length);
    const Bytes expected = Seal(&sender, text);
    Heap datagram(3 + length + 12);
    std::copy(text.begin(), text.end(), datagram.data() + 3);
    ASSERT_EQ(
        ascon_datagram_seal(&in_place, datagram.data(), datagram.data() + 3, length, nullptr, 0),
        ASCON_OK);
    EXPECT_EQ(datagram.bytes(), expected);
    ASSERT_EQ(ascon_datagram_open(&receiver, datagram.data() + 3, datagram.data(), datagram.size(),
                                  nullptr, 0),
              ASCON_OK);
    EXPECT_EQ(Bytes(datagram.data() + 3, datagram.data() + 3 + length), text);
  }
}

// ---- Forgeries ----------------------------------------------------------------------------------

// Everything but the count of forgeries.
bool Unchanged(ascon_datagram_receiver before, ascon_datagram_receiver after) {
  before.state.forgeries_left = after.state.forgeries_left = 0;
  return Same(before, after);
}

TEST_P(Datagram, AForgeryChangesNothingButTheirCount) {
  ascon_datagram_settings settings = Settings(2, 8);
  settings.epoch_length = 1;
  ascon_datagram_sender sender = Sender(settings);
  ascon_datagram_receiver receiver = Receiver(settings);
  for (int i = 0; i < 300; i++) {
    const Bytes one = Seal(&sender, {1});
    if (i % 3 == 0) {
      EXPECT_EQ(Open(&receiver, one).result, ASCON_OK);
    }
  }
  const Bytes header = {1, 2, 3};
  const Bytes good = Seal(&sender, Pattern(Field::kText, 20), header);
  uint32_t forgeries = 0;
  const auto try_it = [&](const Bytes &datagram, const Bytes &of_header) {
    const ascon_datagram_receiver before = receiver;
    const Opened opened = Open(&receiver, datagram, of_header);
    EXPECT_TRUE(opened.result == ASCON_ERR_TAG || opened.result == ASCON_ERR_RANGE);
    EXPECT_TRUE(Unchanged(before, receiver));
    forgeries += opened.result == ASCON_ERR_TAG;
    EXPECT_EQ(receiver.state.forgeries_left, settings.max_forgeries - forgeries);
    EXPECT_EQ(opened.text, Bytes(opened.text.size(), opened.result == ASCON_ERR_TAG ? 0 : 0xee));
  };
  for (size_t bit = 0; bit < 8 * good.size(); bit++) try_it(Flipped(good, bit), header);
  for (size_t bit = 0; bit < 8 * header.size(); bit++) try_it(good, Flipped(header, bit));
  for (size_t length = 0; length < good.size(); length++)
    try_it(Bytes(good.begin(), good.begin() + static_cast<ptrdiff_t>(length)), header);
  EXPECT_GT(forgeries, 200U);
  const ascon_datagram_receiver before = receiver;
  EXPECT_EQ(Open(&receiver, good, header).result, ASCON_OK);
  EXPECT_FALSE(Unchanged(before, receiver));
}

TEST_P(Datagram, TheLastForgeryThatIsAllowedWipesTheReceiver) {
  ascon_datagram_settings settings = Settings(1, 4);
  settings.max_forgeries = 5;
  ascon_datagram_sender sender = Sender(settings);
  ascon_datagram_receiver receiver = Receiver(settings);
  for (int i = 0; i < 5; i++) {
    EXPECT_EQ(Open(&receiver, Seal(&sender, {1})).result, ASCON_OK);
    EXPECT_EQ(Open(&receiver, Flipped(Seal(&sender, {1}), 20)).result, ASCON_ERR_TAG);
  }
  EXPECT_TRUE(IsWiped(receiver));
  EXPECT_EQ(Open(&receiver, Seal(&sender, {1})).result, ASCON_ERR_ORDER);
}

TEST_P(Datagram, SettingsIdentityAndKeyAreAuthenticated) {
  const ascon_datagram_settings settings = Settings(2, 8);
  ascon_datagram_sender sender = Sender(settings);
  const Bytes good = Seal(&sender, {1, 2, 3});
  ascon_datagram_settings other = settings;
  other.epoch_length = 1;
  ascon_datagram_receiver receiver = Receiver(other);
  EXPECT_EQ(Open(&receiver, good).result, ASCON_ERR_TAG);
  // The first bytes of a tag are no shorter tag.
  other = Settings(2, 4);
  receiver = Receiver(other);
  EXPECT_EQ(Open(&receiver, Bytes(good.begin(), good.end() - 4)).result, ASCON_ERR_TAG);
  receiver = Receiver(settings, 8);
  EXPECT_EQ(Open(&receiver, good).result, ASCON_ERR_TAG);
  receiver = Receiver(settings);
  EXPECT_EQ(Open(&receiver, good).result, ASCON_OK);
}

// The other argument stands for one that a fault has changed.
TEST_P(Datagram, ADifferenceOfTheTwoArrivalsIsRefused) {
  ascon_datagram_sender sender = Sender(Settings(2, 8));
  ascon_datagram_receiver receiver = Receiver(Settings(2, 8)), other = Receiver(Settings(2, 8), 9);
  const Bytes header = {1, 2}, good = Seal(&sender, Pattern(Field::kText, 20), header);
  const Bytes next = Seal(&sender, Pattern(Field::kText, 20), header);
  Bytes text(20), elsewhere(20);
  const ascon_datagram_arrival first = {&receiver,     text.data(),   good.data(), good.size(),
                                        header.data(), header.size(), ASCON_OK};
  std::vector<ascon_datagram_arrival> wrong(6, first);
  wrong[0].receiver = &other;
  wrong[1].text = elsewhere.data();
  wrong[2].datagram = next.data();
  wrong[3].length--;
  wrong[4].header++, wrong[4].header_length--;
  wrong[5].header_length = 1;
  const ascon_datagram_receiver before = receiver;
  for (const auto &second : wrong) {
    EXPECT_FALSE(ascon_hardened_is_ok(ascon_datagram_open_hardened_twice(&first, &second)));
    EXPECT_FALSE(ascon_hardened_is_ok(ascon_datagram_open_hardened_twice(&second, &first)));
    EXPECT_TRUE(Unchanged(before, receiver));
    EXPECT_EQ(text, Bytes(20));
    EXPECT_EQ(elsewhere, Bytes(20));
  }
  const ascon_datagram_arrival again = first;
  EXPECT_EQ(ascon_datagram_open_hardened_twice(&first, &again), ASCON_HARDENED_OK);
  EXPECT_EQ(text, Pattern(Field::kText, 20));
}

// ---- Windows ------------------------------------------------------------------------------------

TEST_P(Datagram, ALateDatagramIsAcceptedOnceWithinTheWindow) {
  for (const uint8_t n : {uint8_t{1}, uint8_t{2}, uint8_t{7}}) {
    const ascon_datagram_settings settings = Settings(n, 8);
    ascon_datagram_sender sender = Sender(settings);
    ascon_datagram_receiver receiver = Receiver(settings);
    std::vector<Bytes> sent;
    for (size_t i = 0; i < kWindow + 20; i++) sent.push_back(Seal(&sender, {1}));
    ASSERT_EQ(Open(&receiver, sent.back()).result, ASCON_OK);
    // The counter of one that is too old is taken for a later one, unless all of it is sent.
    EXPECT_EQ(Open(&receiver, sent[19]).result, n == 7 ? ASCON_ERR_RANGE : ASCON_ERR_TAG);
    for (int again = 0; again < 2; again++)
      for (size_t i = 20; i < sent.size(); i++)
        EXPECT_EQ(Open(&receiver, sent[i]).result,
                  again || i + 1 == sent.size() ? ASCON_ERR_RANGE : ASCON_OK)
            << i;
  }
}

// The counter is the only one from the oldest in the window on that has the bytes.
TEST_P(Datagram, TheCounterIsCompletedWithinItsRange) {
  const ascon_datagram_settings settings = Settings(1, 8);
  for (const uint64_t start : {UINT64_C(0), UINT64_C(1), UINT64_C(1000), UINT64_C(0xffffff)}) {
    const size_t range = 256 - kWindow;
    for (const size_t lost : {size_t{0}, size_t{1}, range - 1, range, range + 1, size_t{1000}}) {
      Memory of_sender(start), of_receiver(start);
      ascon_datagram_sender sender = Sender(settings, 7, of_sender.store());
      ascon_datagram_receiver receiver = Receiver(settings, 7, of_receiver.store());
      for (size_t i = 0; i < lost; i++) Seal(&sender, {1});
      const Opened opened = Open(&receiver, Seal(&sender, {1}));
      EXPECT_EQ(opened.result == ASCON_OK, lost < range) << start << ", lost " << lost;
      // With the whole counter, it is always found.
      ASSERT_EQ(ascon_datagram_set_counter_length(&sender.state, 7), ASCON_OK);
      ASSERT_EQ(ascon_datagram_set_counter_length(&receiver.state, 7), ASCON_OK);
      EXPECT_EQ(Open(&receiver, Seal(&sender, {1})).result, ASCON_OK);
      ASSERT_EQ(ascon_datagram_set_counter_length(&sender.state, 1), ASCON_OK);
      ASSERT_EQ(ascon_datagram_set_counter_length(&receiver.state, 1), ASCON_OK);
      EXPECT_EQ(Open(&receiver, Seal(&sender, {1})).result, ASCON_OK);
    }
  }
}

TEST_P(Datagram, NothingBelowTheFloorIsAccepted) {
  const ascon_datagram_settings settings = Settings(7, 8);
  ascon_datagram_sender sender = Sender(settings);
  std::vector<Bytes> sent;
  for (size_t i = 0; i < 3 * kWindow; i++) sent.push_back(Seal(&sender, {1}));
  for (const size_t floor : {size_t{1}, kWindow - 1, kWindow, kWindow + 1, 2 * kWindow}) {
    Memory memory(floor);
    ascon_datagram_receiver receiver = Receiver(settings, 7, memory.store());
    for (size_t i = 0; i < sent.size(); i++)
      EXPECT_EQ(Open(&receiver, sent[i]).result, i < floor ? ASCON_ERR_RANGE : ASCON_OK) << i;
  }
}

TEST_P(Datagram, CountersEnd) {
  const ascon_datagram_settings settings = Settings(2, 8);
  Memory memory(kCounters - 2), of_receiver(kCounters - 10);
  ascon_datagram_sender sender = Sender(settings, 7, memory.store());
  ascon_datagram_receiver receiver = Receiver(settings, 7, of_receiver.store());
  const Bytes one = Seal(&sender, {1}), last = Seal(&sender, {2});
  EXPECT_EQ(TrySeal(&sender).result, ASCON_ERR_RANGE);
  EXPECT_EQ(TrySeal(&sender).result, ASCON_ERR_RANGE);
  EXPECT_EQ(Open(&receiver, last).result, ASCON_OK);
  EXPECT_EQ(Open(&receiver, last).result, ASCON_ERR_RANGE);
  EXPECT_EQ(Open(&receiver, one).result, ASCON_OK);
  // What has a counter of 2^56 or more is not tried.
  EXPECT_EQ(Open(&receiver, {0x05, 0x00, 1, 1, 2, 3, 4, 5, 6, 7, 8}).result, ASCON_ERR_RANGE);
  Memory beyond(kCounters);
  ascon_datagram_sender none;
  EXPECT_EQ(ascon_datagram_sender_init(&none, &settings, kIdentity, kKey, beyond.store()),
            ASCON_ERR_RANGE);
}

// ---- Epochs -------------------------------------------------------------------------------------

ascon_datagram_settings WithEpochs(uint8_t n = 2, uint8_t e = 1) {
  ascon_datagram_settings settings = Settings(n, 8);
  settings.epoch_length = e;
  return settings;
}

Bytes KeyOf(const ascon_datagram_state &state) { return Bytes(state.key, state.key + 16); }

TEST_P(Datagram, TheKeyIsReplacedByCounterAndOnRequest) {
  ascon_datagram_sender sender = Sender(WithEpochs());
  ascon_datagram_receiver receiver = Receiver(WithEpochs());
  std::vector<Bytes> keys;
  for (int i = 0; i < 1000; i++) {
    if (i == 300) {
      EXPECT_EQ(ascon_datagram_rekey(&sender), ASCON_OK);
      EXPECT_NE(KeyOf(sender.state), keys.back());  // the old one is gone at once
    }
    const Bytes datagram = Seal(&sender, {1});
    if (keys.empty() || keys.back() != KeyOf(sender.state)) keys.push_back(KeyOf(sender.state));
    EXPECT_EQ(Open(&receiver, datagram).result, ASCON_OK) << i;
    EXPECT_EQ(KeyOf(receiver.state), keys.back());
  }
  // Epochs begin at 0, 256, 512 (which follows 300 - 1) and so on.
  EXPECT_EQ(ascon_datagram_next(&sender.state), 512U + 700);
  EXPECT_EQ(keys.size(), 5U);
}

TEST_P(Datagram, AReceiverForgetsTheEpochsBefore) {
  ascon_datagram_sender sender = Sender(WithEpochs());
  ascon_datagram_receiver receiver = Receiver(WithEpochs());
  const Bytes before = Seal(&sender, {1}), late = Seal(&sender, {2});
  ASSERT_EQ(ascon_datagram_rekey(&sender), ASCON_OK);
  const Bytes after = Seal(&sender, {3});
  EXPECT_EQ(Open(&receiver, before).result, ASCON_OK);
  const Bytes key = KeyOf(receiver.state);
  EXPECT_EQ(Open(&receiver, Flipped(after, 30)).result, ASCON_ERR_TAG);
  EXPECT_EQ(KeyOf(receiver.state), key);
  EXPECT_EQ(Open(&receiver, after).result, ASCON_OK);
  EXPECT_NE(KeyOf(receiver.state), key);
  EXPECT_NE(Open(&receiver, late).result, ASCON_OK);
}

TEST_P(Datagram, AReceiverFollowsOverSixteenEpochs) {
  for (const int epochs : {15, 16, 17}) {
    ascon_datagram_sender sender = Sender(WithEpochs(3));
    ascon_datagram_receiver receiver = Receiver(WithEpochs(3));
    for (int i = 0; i < epochs; i++) EXPECT_EQ(ascon_datagram_rekey(&sender), ASCON_OK);
    EXPECT_EQ(Open(&receiver, Seal(&sender, {1})).result,
              epochs <= ASCON_DATAGRAM_MAX_EPOCHS_AHEAD ? ASCON_OK : ASCON_ERR_RANGE);
  }
}

TEST_P(Datagram, EpochsEnd) {
  Memory memory(UINT64_C(0xffff) << 8 | 0xfe);
  ascon_datagram_sender sender = Sender(WithEpochs(), 7, memory.store());
  EXPECT_EQ(ascon_datagram_rekey(&sender), ASCON_ERR_RANGE);
  EXPECT_EQ(TrySeal(&sender).result, ASCON_OK);
  EXPECT_EQ(TrySeal(&sender).result, ASCON_OK);
  EXPECT_EQ(TrySeal(&sender).result, ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_datagram_rekey(&sender), ASCON_ERR_RANGE);
  ascon_datagram_sender without = Sender(Settings(2, 8));
  EXPECT_EQ(ascon_datagram_rekey(&without), ASCON_ERR_ORDER);
}

// ---- Keys of epochs -----------------------------------------------------------------------------

TEST_P(Datagram, GoesOnWithTheKeyOfAnEpoch) {
  const ascon_datagram_settings settings = WithEpochs();
  Memory of_sender(0), of_receiver(0);
  ascon_datagram_sender sender = Sender(settings, 7, of_sender.store());
  ascon_datagram_receiver receiver = Receiver(settings, 7, of_receiver.store());
  for (int i = 0; i < 3; i++) ASSERT_EQ(ascon_datagram_rekey(&sender), ASCON_OK);
  const Bytes third = EpochKey(sender.state);
  EXPECT_EQ(Bytes(third.begin() + 16, third.end()), (Bytes{3, 0, 8, 1}));
  sender = ResumedSender(settings, third, of_sender.store());
  EXPECT_EQ(ascon_datagram_next(&sender.state), 3U << 8);
  EXPECT_EQ(Open(&receiver, Seal(&sender, {1})).result, ASCON_OK);
  EXPECT_EQ(EpochKey(receiver.state), third);
  // The store's counter may be of a later epoch.
  of_sender.counter = of_receiver.counter = (20 << 8) + 5;
  receiver = ResumedReceiver(settings, third, of_receiver.store());
  sender = ResumedSender(settings, third, of_sender.store());
  EXPECT_EQ(KeyOf(sender.state), KeyOf(Sender(settings, 7, of_sender.store()).state));
  EXPECT_EQ(Open(&receiver, Seal(&sender, {1})).result, ASCON_OK);
}

TEST_P(Datagram, TheKeyOfAnEpochNeedsACounterAndSettingsThatFit) {
  const ascon_datagram_settings settings = WithEpochs(3);
  Memory memory(3 << 8);
  const Bytes third = EpochKey(Sender(settings, 7, memory.store()).state);
  const auto resume = [&](const ascon_datagram_settings &with) {
    ascon_datagram_sender sender;
    ascon_datagram_receiver receiver;
    const ascon_result of_sender =
        ascon_datagram_sender_resume(&sender, &with, kIdentity, third.data(), memory.store());
    EXPECT_EQ(
        ascon_datagram_receiver_resume(&receiver, &with, kIdentity, third.data(), memory.store()),
        of_sender);
    return of_sender;
  };
  EXPECT_EQ(resume(settings), ASCON_OK);
  EXPECT_EQ(resume(WithEpochs(4)), ASCON_OK);
  EXPECT_EQ(resume(WithEpochs(3, 2)), ASCON_ERR_RANGE);
  ascon_datagram_settings other = settings;
  other.tag_length = 4;
  EXPECT_EQ(resume(other), ASCON_ERR_RANGE);
  memory.counter = (3 << 8) - 1;
  EXPECT_EQ(resume(settings), ASCON_ERR_ORDER);
  memory.counter = UINT64_C(1) << 24;
  EXPECT_EQ(resume(settings), ASCON_ERR_RANGE);
  memory.fails = true;
  EXPECT_EQ(resume(settings), ASCON_ERR_STORE);
}

// What is sent in the epoch that a rekey begins has no counter that a restart could find before.
TEST_P(Datagram, ARekeyIsStored) {
  for (const uint8_t e : {uint8_t{1}, uint8_t{2}, uint8_t{3}})
    for (const uint64_t start : {UINT64_C(0), UINT64_C(1), (UINT64_C(300) << 8 * e) - 20,
                                 (UINT64_C(300) << 8 * e) - 1, (UINT64_C(300) << 8 * e) - 65536}) {
      const uint64_t first = ((start >> 8 * e) + 1) << 8 * e;
      Memory memory(start);
      ascon_datagram_sender sender = Sender(WithEpochs(4, e), 7, memory.store());
      Seal(&sender, {1});
      if (ascon_datagram_next(&sender.state) == first) continue;
      const size_t stores = memory.stores;
      const bool is_stored = memory.counter >= first;
      memory.fails = !is_stored;
      const ascon_datagram_sender before = sender;
      if (!is_stored) {
        EXPECT_EQ(ascon_datagram_rekey(&sender), ASCON_ERR_STORE);
        EXPECT_TRUE(Same(before, sender));
        memory.fails = false;
      }
      EXPECT_EQ(ascon_datagram_rekey(&sender), ASCON_OK);
      EXPECT_EQ(ascon_datagram_next(&sender.state), first);
      EXPECT_EQ(memory.stores, stores + !is_stored);
      EXPECT_EQ(ResumedSender(WithEpochs(4, e), EpochKey(sender.state), memory.store())
                    .state.nonce[ASCON_DATAGRAM_IDENTITY_BYTES],
                memory.counter & 0xff);
      // The counters that were stored before are used without a store().
      const uint64_t left = memory.counter - first;
      for (uint64_t i = 0; i < left; i++) Seal(&sender, {1});
      EXPECT_EQ(memory.stores, stores + !is_stored);
      Seal(&sender, {1});
      EXPECT_EQ(memory.stores, stores + !is_stored + 1);
    }
}

// ---- Restarts -----------------------------------------------------------------------------------

TEST_P(Datagram, AReceiverFollowsOverOneRestartOfTheSender) {
  for (const auto &[settings, most] :
       {std::pair(Settings(1, 8), 256 - kWindow), std::pair(Settings(2, 8), size_t{16384}),
        std::pair(WithEpochs(), size_t{4096}), std::pair(WithEpochs(3), size_t{4096}),
        std::pair(WithEpochs(3, 2), size_t{16384})}) {
    ASSERT_EQ(ascon_datagram_max_step(&settings), most);
    Memory more(0, static_cast<uint16_t>(most + 1));
    ascon_datagram_sender none;
    EXPECT_EQ(ascon_datagram_sender_init(&none, &settings, kIdentity, kKey, more.store()),
              ASCON_ERR_RANGE);
    for (const uint64_t start : {0U, 1U, 191U, 254U, 255U, 256U, 4095U, 65535U}) {
      Memory of_sender(start, static_cast<uint16_t>(most)), of_receiver(start, 1);
      ascon_datagram_sender sender = Sender(settings, 7, of_sender.store());
      ascon_datagram_receiver receiver = Receiver(settings, 7, of_receiver.store());
      for (int restarts = 0; restarts < 3; restarts++) {
        EXPECT_EQ(Open(&receiver, Seal(&sender, {1})).result, ASCON_OK) << start;
        sender = Sender(settings, 7, of_sender.store());
      }
    }
  }
  EXPECT_EQ(ascon_datagram_max_step(nullptr), 0U);
}

TEST_P(Datagram, AWayBackAfterTenRestartsThatNobodyHeard) {
  for (const ascon_datagram_settings &settings : {WithEpochs(), WithEpochs(3), Settings(1, 8)}) {
    Memory of_sender(0, ascon_datagram_max_step(&settings)), of_receiver(0, 1);
    ascon_datagram_sender sender = Sender(settings, 7, of_sender.store());
    ascon_datagram_receiver receiver = Receiver(settings, 7, of_receiver.store());
    EXPECT_EQ(Open(&receiver, Seal(&sender, {1})).result, ASCON_OK);
    for (int i = 0; i < 10; i++) {
      sender = Sender(settings, 7, of_sender.store());
      Seal(&sender, {1});
    }
    EXPECT_NE(Open(&receiver, Seal(&sender, {1})).result, ASCON_OK);
    const auto send_bytes = [&](uint8_t length) {
      EXPECT_EQ(ascon_datagram_set_counter_length(&sender.state, length), ASCON_OK);
      EXPECT_EQ(ascon_datagram_set_counter_length(&receiver.state, length), ASCON_OK);
    };
    send_bytes(7);
    const Bytes whole = Seal(&sender, {1});
    if (settings.epoch_length) {
      EXPECT_EQ(Open(&receiver, whole).result, ASCON_ERR_RANGE);
      EXPECT_EQ(Open(&receiver, whole, {}, 159).result, ASCON_ERR_RANGE);
      EXPECT_EQ(receiver.state.forgeries_left, settings.max_forgeries);
      const ascon_datagram_receiver before = receiver;
      EXPECT_EQ(Open(&receiver, Flipped(whole, 60), {}, 160).result, ASCON_ERR_TAG);
      EXPECT_TRUE(Unchanged(before, receiver));
      EXPECT_EQ(Open(&receiver, whole, {}, 160).result, ASCON_OK);
    } else {
      EXPECT_EQ(Open(&receiver, whole).result, ASCON_OK);
    }
    send_bytes(settings.counter_length);
    EXPECT_EQ(Open(&receiver, Seal(&sender, {1})).result, ASCON_OK);
  }
}

// However many epochs are allowed.
TEST_P(Datagram, NoEarlierEpochIsOpened) {
  ascon_datagram_sender sender = Sender(WithEpochs(7));
  ascon_datagram_receiver receiver = Receiver(WithEpochs(7));
  const Bytes early = Seal(&sender, {1});
  ASSERT_EQ(ascon_datagram_rekey(&sender), ASCON_OK);
  EXPECT_EQ(Open(&receiver, Seal(&sender, {1})).result, ASCON_OK);
  for (const int epochs : {0, 16, 65535})
    EXPECT_EQ(Open(&receiver, early, {}, epochs).result, ASCON_ERR_RANGE);
  EXPECT_EQ(Open(&receiver, Seal(&sender, {1}), {}, 0).result, ASCON_OK);
}

// The genuine datagrams below the counter that a receiver has stored are no forgeries.
TEST_P(Datagram, AReceiverThatRestartsCountsNoForgeries) {
  const ascon_datagram_settings settings = Settings(2, 8);
  Memory memory(0, kWindow);
  ascon_datagram_sender sender = Sender(settings);
  ascon_datagram_receiver receiver = Receiver(settings, 7, memory.store());
  EXPECT_EQ(Open(&receiver, Seal(&sender, {1})).result, ASCON_OK);
  receiver = Receiver(settings, 7, memory.store());
  for (size_t i = 1; i < 3 * kWindow; i++)
    EXPECT_EQ(Open(&receiver, Seal(&sender, {1})).result, i < kWindow ? ASCON_ERR_RANGE : ASCON_OK);
  EXPECT_EQ(receiver.state.forgeries_left, settings.max_forgeries);
  Memory more(0, kWindow + 1);
  EXPECT_EQ(ascon_datagram_receiver_init(&receiver, &settings, kIdentity, kKey, more.store()),
            ASCON_ERR_RANGE);
}

// ---- Stores -------------------------------------------------------------------------------------

TEST_P(Datagram, ASenderStoresBeforeItUsesACounter) {
  for (const uint16_t step : {uint16_t{1}, uint16_t{2}, uint16_t{100}}) {
    Memory memory(0, step);
    const ascon_datagram_settings settings = Settings(2, 8);
    uint64_t used = 0;
    for (int start = 0; start < 5; start++) {
      const uint64_t stored = memory.counter;
      ascon_datagram_sender sender = Sender(settings, 7, memory.store());
      EXPECT_EQ(memory.counter, stored);  // a start alone stores nothing
      EXPECT_GE(ascon_datagram_next(&sender.state), used);
      EXPECT_LE(ascon_datagram_next(&sender.state), used + step);
      for (int i = 0; i < 42 * start; i++) {
        Seal(&sender, {1});
        used = ascon_datagram_next(&sender.state);
        EXPECT_GE(memory.counter, used);
        EXPECT_LE(memory.counter, used + step);
      }
    }
    EXPECT_LE(memory.stores, size_t{420} / step + 5);
  }
}

TEST_P(Datagram, AStoreThatFailsSealsNothing) {
  Memory memory(5);
  memory.fails = true;
  ascon_datagram_sender sender;
  const ascon_datagram_settings settings = Settings(1, 8);
  EXPECT_EQ(ascon_datagram_sender_init(&sender, &settings, kIdentity, kKey, memory.store()),
            ASCON_ERR_STORE);
  memory.fails = false;
  sender = Sender(settings, 7, memory.store());
  memory.fails = true;
  const ascon_datagram_sender before = sender;
  const Sealed sealed = TrySeal(&sender);
  EXPECT_EQ(sealed.result, ASCON_ERR_STORE);
  EXPECT_EQ(sealed.datagram, Bytes(sealed.datagram.size(), 0xee));
  EXPECT_TRUE(Same(before, sender));
  memory.fails = false;
  EXPECT_EQ(TrySeal(&sender).datagram[0], 5);
}

// Also over a skip that is as long as what is reserved at most.
TEST_P(Datagram, AReceiverThatRestartsAcceptsNothingTwice) {
  const ascon_datagram_settings settings = Settings(4, 8);
  for (const uint16_t step : {uint16_t{1}, uint16_t{10}, uint16_t{kWindow}})
    for (const size_t skipped : {size_t{0}, size_t{1}, size_t{9}, size_t{10}, kWindow - 1, kWindow,
                                 size_t{40000}, size_t{65536}, size_t{1} << 20}) {
      Memory of_sender(0), memory(0, step);
      ascon_datagram_receiver receiver = Receiver(settings, 7, memory.store());
      std::vector<Bytes> sent;
      for (const uint64_t counter : {uint64_t{0}, uint64_t{1}, uint64_t{2 + skipped}}) {
        of_sender.counter = counter;
        ascon_datagram_sender sender = Sender(settings, 7, of_sender.store());
        sent.push_back(Seal(&sender, {1}));
        EXPECT_EQ(Open(&receiver, sent.back()).result, ASCON_OK);
        EXPECT_GE(memory.counter, ascon_datagram_next(&receiver.state));
        EXPECT_LE(memory.counter, ascon_datagram_next(&receiver.state) + step);
      }
      ascon_datagram_receiver again = Receiver(settings, 7, memory.store());
      for (const Bytes &datagram : sent) EXPECT_NE(Open(&again, datagram).result, ASCON_OK);
      of_sender.counter = memory.counter;
      ascon_datagram_sender sender = Sender(settings, 7, of_sender.store());
      EXPECT_EQ(Open(&again, Seal(&sender, {1})).result, ASCON_OK);
    }
}

TEST_P(Datagram, AStoreThatFailsReleasesNoText) {
  const ascon_datagram_settings settings = Settings(2, 8);
  Memory memory(0);
  ascon_datagram_sender sender = Sender(settings);
  ascon_datagram_receiver receiver = Receiver(settings, 7, memory.store());
  const Bytes text = Pattern(Field::kText, 10), datagram = Seal(&sender, text);
  memory.fails = true;
  const ascon_datagram_receiver before = receiver;
  const Opened opened = Open(&receiver, datagram);
  EXPECT_EQ(opened.result, ASCON_ERR_STORE);
  EXPECT_EQ(opened.text, Bytes(10));
  EXPECT_TRUE(Same(before, receiver));
  memory.fails = false;
  EXPECT_EQ(Open(&receiver, datagram).text, text);
}

// ---- Misuse -------------------------------------------------------------------------------------

TEST(DatagramMisuse, Settings) {
  ascon_datagram_sender sender;
  ascon_datagram_receiver receiver;
  for (int n = 0; n < 256; n++)
    for (int t = 0; t < 256; t++)
      for (const int e : {0, 1, 2, 3, 4, 5, 6, 7, 255}) {
        const ascon_datagram_settings settings = {1, static_cast<uint8_t>(n),
                                                  static_cast<uint8_t>(t), static_cast<uint8_t>(e)};
        const bool valid =
            n >= 1 && n <= 7 && (t == 4 || t == 8 || t == 12 || t == 16) && e < n && e <= 5;
        const ascon_result expected = valid ? ASCON_OK : ASCON_ERR_RANGE;
        ASSERT_EQ(ascon_datagram_sender_init(&sender, &settings, kIdentity, kKey, nullptr),
                  expected)
            << n << " " << t << " " << e;
        ASSERT_EQ(ascon_datagram_receiver_init(&receiver, &settings, kIdentity, kKey, nullptr),
                  expected);
      }
  ascon_datagram_settings none = Settings(2, 8);
  none.max_forgeries = 0;
  EXPECT_EQ(ascon_datagram_receiver_init(&receiver, &none, kIdentity, kKey, nullptr),
            ASCON_ERR_RANGE);
  for (const uint16_t step :
       {uint16_t{0}, uint16_t{ASCON_DATAGRAM_MAX_STEP + 1}, uint16_t{65535}}) {
    Memory memory(0, step);
    const ascon_datagram_settings settings = Settings(2, 8);
    EXPECT_EQ(ascon_datagram_sender_init(&sender, &settings, kIdentity, kKey, memory.store()),
              ASCON_ERR_RANGE);
    EXPECT_EQ(ascon_datagram_receiver_init(&receiver, &settings, kIdentity, kKey, memory.store()),
              ASCON_ERR_RANGE);
  }
}

TEST(DatagramMisuse, NullPointers) {
  const ascon_datagram_settings settings = Settings(2, 8);
  ascon_datagram_sender sender = Sender(settings);
  ascon_datagram_receiver receiver = Receiver(settings);
  uint8_t b[64] = {};
  EXPECT_EQ(ascon_datagram_sender_init(nullptr, &settings, b, b, nullptr), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_datagram_sender_init(&sender, nullptr, b, b, nullptr), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_datagram_sender_init(&sender, &settings, nullptr, b, nullptr), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_datagram_sender_init(&sender, &settings, b, nullptr, nullptr), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_datagram_receiver_init(nullptr, &settings, b, b, nullptr), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_datagram_receiver_init(&receiver, nullptr, b, b, nullptr), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_datagram_seal(nullptr, b, b, 1, b, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_datagram_seal(&sender, nullptr, b, 1, b, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_datagram_seal(&sender, b, nullptr, 1, b, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_datagram_seal(&sender, b, b + 32, 1, nullptr, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_datagram_next(&sender.state), 0U);
  EXPECT_EQ(ascon_datagram_next(nullptr), 0U);
  EXPECT_EQ(ascon_datagram_open(nullptr, b, b, 20, b, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_datagram_open(&receiver, nullptr, b, 20, b, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_datagram_open(&receiver, b, nullptr, 20, b, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_datagram_open(&receiver, b, b + 32, 20, nullptr, 1), ASCON_ERR_NULL);
  const uint32_t null = ASCON_ERR_NULL;
  EXPECT_EQ(ascon_datagram_open_hardened(nullptr, b, b, 20, b, 1), null);
  EXPECT_EQ(ascon_datagram_open_hardened(&receiver, nullptr, b, 20, b, 1), null);
  EXPECT_EQ(ascon_datagram_open_hardened(&receiver, b, nullptr, 20, b, 1), null);
  EXPECT_EQ(ascon_datagram_open_hardened(&receiver, b, b + 32, 20, nullptr, 1), null);
  const ascon_datagram_arrival arrival = {&receiver, b, b, 20, b, 1, ASCON_OK};
  EXPECT_EQ(ascon_datagram_open_hardened_twice(nullptr, &arrival), null);
  EXPECT_EQ(ascon_datagram_open_hardened_twice(&arrival, nullptr), null);
  EXPECT_EQ(receiver.state.forgeries_left, settings.max_forgeries);
  EXPECT_EQ(ascon_datagram_rekey(nullptr), ASCON_ERR_NULL);
  Memory memory(0);
  const ascon_datagram_store *store = memory.store();
  EXPECT_EQ(ascon_datagram_epoch_key(nullptr, b), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_datagram_epoch_key(&sender.state, nullptr), ASCON_ERR_NULL);
  const Bytes e = EpochKey(sender.state);
  EXPECT_EQ(ascon_datagram_sender_resume(nullptr, &settings, b, e.data(), store), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_datagram_sender_resume(&sender, nullptr, b, e.data(), store), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_datagram_sender_resume(&sender, &settings, nullptr, e.data(), store),
            ASCON_ERR_NULL);
  EXPECT_EQ(ascon_datagram_sender_resume(&sender, &settings, b, nullptr, store), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_datagram_sender_resume(&sender, &settings, b, e.data(), nullptr), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_datagram_receiver_resume(nullptr, &settings, b, e.data(), store), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_datagram_receiver_resume(&receiver, &settings, b, e.data(), nullptr),
            ASCON_ERR_NULL);
  EXPECT_EQ(ascon_datagram_open_ahead(nullptr, 20, b, b, 20, b, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_datagram_set_counter_length(nullptr, 1), ASCON_ERR_NULL);
}

TEST(DatagramMisuse, Order) {
  ascon_datagram_sender sender = {};
  ascon_datagram_receiver receiver = {};
  EXPECT_EQ(TrySeal(&sender).result, ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_datagram_rekey(&sender), ASCON_ERR_ORDER);
  uint8_t epoch_key[ASCON_DATAGRAM_EPOCH_KEY_BYTES];
  EXPECT_EQ(ascon_datagram_epoch_key(&sender.state, epoch_key), ASCON_ERR_ORDER);
  EXPECT_EQ(Open(&receiver, Bytes(40)).result, ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_datagram_set_counter_length(&sender.state, 2), ASCON_ERR_ORDER);
  sender = Sender(WithEpochs(3, 2));
  for (const int length : {0, 1, 2, 8, 255})
    EXPECT_EQ(ascon_datagram_set_counter_length(&sender.state, static_cast<uint8_t>(length)),
              ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_datagram_set_counter_length(&sender.state, 3), ASCON_OK);
}

TEST(DatagramMisuse, AReceiverHasRoomForAPeerIn64Bytes) {
  EXPECT_LE(sizeof(ascon_datagram_receiver), 56 + kWindow / 8);
}

// ---- Wiping -------------------------------------------------------------------------------------

class DatagramWipe : public WipeTest {};
ASCON_ON_EVERY_BACKEND(DatagramWipe);

TEST_P(DatagramWipe, NoKeyAndNoTextIsLeft) {
  const ascon_datagram_settings settings = WithEpochs();
  const Bytes text = Pattern(Field::kText, 40);
  ascon_datagram_sender sender = Sender(settings);
  ascon_datagram_receiver receiver = Receiver(settings);
  Secrets secrets;
  secrets.AddBytes(Bytes(kKey, kKey + 16), "first key");
  secrets.AddBytes(KeyOf(sender.state), "key of epoch 0");
  secrets.AddBytes(text, "text");
  ascon_datagram_sender later = sender;
  ASSERT_EQ(ascon_datagram_rekey(&later), ASCON_OK);
  secrets.AddBytes(KeyOf(later.state), "key of epoch 1");
  Bytes datagram(2 + 40 + 8), out(40);
  Check("init", secrets, ASCON_OK,
        [&] { return ascon_datagram_sender_init(&sender, &settings, kIdentity, kKey, nullptr); });
  Check("receiver", secrets, ASCON_OK, [&] {
    return ascon_datagram_receiver_init(&receiver, &settings, kIdentity, kKey, nullptr);
  });
  Bytes epoch_key(ASCON_DATAGRAM_EPOCH_KEY_BYTES);
  Check("key of an epoch", secrets, ASCON_OK,
        [&] { return ascon_datagram_epoch_key(&sender.state, epoch_key.data()); });
  Memory memory(300);
  Check("resume", secrets, ASCON_OK, [&] {
    return ascon_datagram_sender_resume(&later, &settings, kIdentity, epoch_key.data(),
                                        memory.store());
  });
  Check("rekey", secrets, ASCON_OK, [&] { return ascon_datagram_rekey(&sender); });
  Check("seal", secrets, ASCON_OK,
        [&] { return ascon_datagram_seal(&sender, datagram.data(), text.data(), 40, nullptr, 0); });
  const Bytes forged = Flipped(datagram, 100);
  for (const Bytes *arrived : {&forged, static_cast<const Bytes *>(&datagram)})
    Check("hardened", secrets, arrived == &forged ? ASCON_ERR_TAG : ASCON_OK, [&] {
      ascon_datagram_receiver copy = receiver;
      const uint32_t result = ascon_datagram_open_hardened(&copy, out.data(), arrived->data(),
                                                           arrived->size(), nullptr, 0);
      ascon_wipe(&copy, sizeof copy);
      return result == ASCON_HARDENED_OK ? ASCON_OK : static_cast<ascon_result>(result);
    });
  Check("forged", secrets, ASCON_ERR_TAG, [&] {
    return ascon_datagram_open(&receiver, out.data(), forged.data(), forged.size(), nullptr, 0);
  });
  Check("open", secrets, ASCON_OK, [&] {
    return ascon_datagram_open(&receiver, out.data(), datagram.data(), datagram.size(), nullptr, 0);
  });
  Check("again", secrets, ASCON_ERR_RANGE, [&] {
    return ascon_datagram_open(&receiver, out.data(), datagram.data(), datagram.size(), nullptr, 0);
  });
}

}  // namespace
}  // namespace asconkit_test
