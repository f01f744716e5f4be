// Datagrams in C++: the known answers of spec, stores that are objects, misuse and wiping. What the
// C calls accept and refuse is tested in tests/constructions.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <utility>

#include "../support/construction_vectors.h"
#include "asconkit/datagram/ascon_datagram.hpp"

namespace asconkit_test {
namespace {

using asconkit::datagram, asconkit::error;

static_assert(!std::is_copy_constructible_v<datagram::sender>);
static_assert(!std::is_copy_constructible_v<datagram::receiver>);
static_assert(std::is_nothrow_move_constructible_v<datagram::sender>);
static_assert(!std::default_initializable<datagram::key>);

// A store that never forgets and may fail.
struct Memory {
  std::optional<std::uint64_t> load() const noexcept {
    return fails ? std::nullopt : std::optional(counter);
  }
  bool store(std::uint64_t reserved) noexcept {
    if (!fails) counter = reserved, stores++;
    return !fails;
  }

  std::uint64_t counter = 0;
  int stores = 0;
  bool fails = false;
};

struct Throwing {
  std::optional<std::uint64_t> load() { return 0; }
  bool store(std::uint64_t) { return true; }
};
static_assert(asconkit::detail::keeps_counter<Memory> &&
              !asconkit::detail::keeps_counter<Throwing>);

const Bytes kSecret = Pattern(Field::kKey, 16), kName = Pattern(Field::kNonce, 8);
const Bytes kText = Pattern(Field::kText, 20), kHeader = Pattern(Field::kExtra, 3);

class CppDatagram : public ::testing::Test {
 protected:
  const datagram::key key_ = *datagram::key::from(kSecret);
  const datagram::identity name_ = *datagram::identity::from(kName);
  const datagram::settings settings_ = {
      .max_forgeries = 3, .counter_length = 2, .tag_length = 8, .epoch_length = 1};

  datagram::sender Sender() const { return *datagram::sender::from(settings_, name_, key_); }
  datagram::receiver Receiver() const { return *datagram::receiver::from(settings_, name_, key_); }
  static Bytes Seal(datagram::sender &sender) {
    Bytes sealed(kText.size() + sender.overhead());
    EXPECT_TRUE(sender.seal(sealed, kText, kHeader));
    return sealed;
  }
};

TEST_F(CppDatagram, KnownAnswers) {
  for (const KnownAnswer &answer : KnownAnswersOf("datagram")) {
    SCOPED_TRACE(answer.name());
    Memory sent = {.counter = answer.number("counter")}, accepted = sent;
    const datagram::store of_sender(sent, 100), of_receiver(accepted, 1);
    const datagram::settings settings = {
        .max_forgeries = 1,
        .counter_length = static_cast<std::uint8_t>(answer.number("counter_length")),
        .tag_length = static_cast<std::uint8_t>(answer.number("tag_length")),
        .epoch_length = static_cast<std::uint8_t>(answer.number("epoch_length"))};
    const auto key = *datagram::key::from(answer.bytes("key"));
    const auto name = *datagram::identity::from(answer.bytes("identity"));
    auto sender = datagram::sender::from(settings, name, key, of_sender);
    auto receiver = datagram::receiver::from(settings, name, key, of_receiver);
    ASSERT_TRUE(sender && receiver);
    EXPECT_EQ(sender->next(), answer.number("counter"));

    const Bytes text = answer.bytes("text"), header = answer.bytes("header");
    Bytes sealed(text.size() + sender->overhead()), opened(text.size());
    ASSERT_TRUE(sender->seal(sealed, text, header));
    EXPECT_EQ(sealed, answer.bytes("datagram"));
    ASSERT_TRUE(receiver->open(opened, sealed, header));
    EXPECT_EQ(opened, text);
    EXPECT_EQ(receiver->next(), answer.number("counter") + 1);
    EXPECT_EQ(receiver->open(opened, sealed, header).error(), error::range);
    EXPECT_EQ(accepted.counter, answer.number("counter") + 1);

    const auto epoch_key = sender->epoch_key();
    ASSERT_TRUE(epoch_key);
    EXPECT_TRUE(std::ranges::equal(epoch_key->bytes(), answer.bytes("epoch_key")));
    sent.counter = accepted.counter = answer.number("counter");
    sender = datagram::sender::resume(settings, name, *epoch_key, of_sender);
    receiver = datagram::receiver::resume(settings, name, *epoch_key, of_receiver);
    ASSERT_TRUE(sender && receiver);
    ASSERT_TRUE(sender->seal(sealed, text, header));
    EXPECT_EQ(sealed, answer.bytes("datagram"));
    EXPECT_TRUE(receiver->open(opened, sealed, header));
  }
}

TEST_F(CppDatagram, AStoreKeepsTheCounterOverRestarts) {
  Memory memory;
  const datagram::store store(memory, 10);
  for (std::uint64_t start = 0; start < 3; start++) {
    auto sender = datagram::sender::from(settings_, name_, key_, store);
    ASSERT_TRUE(sender);
    EXPECT_EQ(sender->next(), 10 * start);
    EXPECT_EQ(memory.counter, 10 * start);  // a start stores nothing
    Seal(*sender);
    Seal(*sender);
    EXPECT_EQ(memory.counter, 10 * (start + 1));
  }
  EXPECT_EQ(memory.stores, 3);
}

TEST_F(CppDatagram, AStoreThatFails) {
  Memory memory = {.fails = true};
  const datagram::store store(memory, 10);
  EXPECT_EQ(datagram::sender::from(settings_, name_, key_, store).error(), error::store);
  memory.fails = false;
  auto sender = datagram::sender::from(settings_, name_, key_, store);
  ASSERT_TRUE(sender);
  memory.fails = true;
  Bytes sealed(kText.size() + sender->overhead(), 0xee);
  EXPECT_EQ(sender->seal(sealed, kText).error(), error::store);
  EXPECT_EQ(sealed, Bytes(sealed.size(), 0xee));
  memory.fails = false;
  EXPECT_TRUE(sender->seal(sealed, kText));
}

TEST_F(CppDatagram, AStoreInC) {
  std::array<std::uint8_t, 8> cells = {200};
  const ascon_datagram_store in_c = {[](void *from, std::uint8_t *counter) {
                                       std::memcpy(counter, from, 8);
                                       return 1;
                                     },
                                     [](void *to, const std::uint8_t *counter) {
                                       std::memcpy(to, counter, 8);
                                       return 1;
                                     },
                                     cells.data(), 7};
  const datagram::store store(in_c);
  auto sender = datagram::sender::from(settings_, name_, key_, store);
  ASSERT_TRUE(sender);
  EXPECT_EQ(Seal(*sender)[0], 200);
  EXPECT_EQ(cells[0], 207);
}

TEST_F(CppDatagram, InPlaceAndWithAnotherCounterLength) {
  datagram::sender sender = Sender();
  datagram::receiver receiver = Receiver();
  EXPECT_EQ(sender.overhead(), 10U);
  EXPECT_EQ(sender.set_counter_length(8).error(), error::range);
  ASSERT_TRUE(sender.set_counter_length(7) && receiver.set_counter_length(7));
  EXPECT_EQ(sender.overhead(), 15U);
  std::array<unsigned char, 25> sealed = {};
  const std::span text = std::span(sealed).subspan(7, 10);
  std::ranges::copy(kText.begin(), kText.begin() + 10, text.begin());
  ASSERT_TRUE(sender.seal(sealed, text));
  EXPECT_FALSE(std::ranges::equal(text, std::span(kText).first(10)));
  ASSERT_TRUE(receiver.open(text, sealed));
  EXPECT_TRUE(std::ranges::equal(text, std::span(kText).first(10)));
}

TEST_F(CppDatagram, Rekey) {
  datagram::sender sender = Sender();
  ASSERT_TRUE(sender.rekey());
  EXPECT_EQ(sender.next(), 256U);
  datagram::receiver receiver = Receiver();
  Bytes opened(kText.size());
  ASSERT_TRUE(receiver.open(opened, Seal(sender), kHeader));
  EXPECT_EQ(opened, kText);
  const datagram::settings no_epochs = {
      .max_forgeries = 1, .counter_length = 2, .tag_length = 8, .epoch_length = 0};
  EXPECT_EQ(datagram::sender::from(no_epochs, name_, key_)->rekey().error(), error::order);
}

TEST_F(CppDatagram, GoesOnWithTheKeyOfAnEpoch) {
  Memory memory;
  const datagram::store store(memory, 10);
  auto sender = datagram::sender::from(settings_, name_, key_, store);
  ASSERT_TRUE(sender && sender->rekey());
  const datagram::epoch_key second = *sender->epoch_key();
  sender = datagram::sender::resume(settings_, name_, second, store);
  ASSERT_TRUE(sender);
  EXPECT_EQ(sender->next(), 256U);
  memory.counter = 255;
  EXPECT_EQ(datagram::sender::resume(settings_, name_, second, store).error(), error::order);
  EXPECT_EQ(datagram::receiver::resume(settings_, name_, second, store).error(), error::order);
  EXPECT_EQ(datagram::sender().epoch_key().error(), error::order);
}

TEST_F(CppDatagram, StepsAndAWayBack) {
  EXPECT_EQ(datagram::max_step_of(settings_), 4096);
  Memory memory, accepted;
  const datagram::store store(memory, 4096), more(memory, 4097);
  EXPECT_EQ(datagram::sender::from(settings_, name_, key_, more).error(), error::range);
  const datagram::store of_receiver(accepted, datagram::window_bits + 1);
  EXPECT_EQ(datagram::receiver::from(settings_, name_, key_, of_receiver).error(), error::range);
  datagram::receiver receiver = Receiver();
  Bytes late, opened(kText.size());
  for (int restarts = 0; restarts < 4; restarts++) {
    auto sender = datagram::sender::from(settings_, name_, key_, store);
    ASSERT_TRUE(sender);
    late = Seal(*sender);
  }
  EXPECT_EQ(receiver.open(opened, late, kHeader).error(), error::range);
  EXPECT_TRUE(receiver.open_ahead(48, opened, late, kHeader));
  EXPECT_EQ(opened, kText);
}

TEST_F(CppDatagram, ForgeriesAreCounted) {
  datagram::sender sender = Sender();
  datagram::receiver receiver = Receiver();
  const Bytes good = Seal(sender);
  Bytes forged = good, opened(kText.size(), 0xee);
  forged.back() ^= 1;
  for (int i = 0; i < 3; i++) {
    EXPECT_EQ(receiver.open(opened, forged, kHeader).error(), error::tag);
    EXPECT_EQ(opened, Bytes(kText.size()));
  }
  EXPECT_EQ(receiver.open(opened, good, kHeader).error(), error::order);  // wiped
}

TEST_F(CppDatagram, LengthsAndSettingsThatDoNotFit) {
  datagram::sender sender = Sender();
  datagram::receiver receiver = Receiver();
  Bytes shorter(kText.size() + 9, 0xee);
  EXPECT_EQ(sender.seal(shorter, kText).error(), error::range);
  EXPECT_EQ(shorter, Bytes(shorter.size(), 0xee));
  EXPECT_EQ(sender.next(), 0U);
  const Bytes good = Seal(sender);
  for (const std::size_t length : {std::size_t{0}, kText.size() - 1, kText.size() + 1}) {
    Bytes opened(length, 0xee);
    EXPECT_EQ(receiver.open(opened, good, kHeader).error(), error::range);
    EXPECT_EQ(opened, Bytes(length, 0xee));
  }
  EXPECT_EQ(receiver.open(shorter, std::span(good).first(9)).error(), error::range);
  datagram::settings wrong = settings_;
  wrong.tag_length = 5;
  EXPECT_EQ(datagram::sender::from(wrong, name_, key_).error(), error::range);
  EXPECT_EQ(datagram::receiver::from(wrong, name_, key_).error(), error::range);
  Memory memory;
  const datagram::store no_step(memory, 0);
  EXPECT_EQ(datagram::receiver::from(settings_, name_, key_, no_step).error(), error::range);
}

TEST_F(CppDatagram, NothingIsLeftBehind) {
  datagram::sender sender = Sender(), moved = std::move(sender);
  Bytes sealed(kText.size() + 10), opened(kText.size());
  EXPECT_EQ(sender.seal(sealed, kText).error(), error::order);
  EXPECT_EQ(sender.rekey().error(), error::order);
  EXPECT_EQ(sender.set_counter_length(2).error(), error::order);
  EXPECT_TRUE(moved.seal(sealed, kText, kHeader));
  datagram::receiver receiver = Receiver(), other = std::move(receiver), none;
  EXPECT_EQ(receiver.open(opened, sealed, kHeader).error(), error::order);
  EXPECT_EQ(none.open(opened, sealed, kHeader).error(), error::order);
  EXPECT_TRUE(other.open(opened, sealed, kHeader));

  // A destroyed one leaves zeros.
  alignas(datagram::sender) std::array<unsigned char, sizeof(datagram::sender)> place;
  auto *in_place = new (place.data()) datagram::sender(std::move(moved));
  EXPECT_TRUE(std::ranges::any_of(place, [](unsigned char byte) { return byte != 0; }));
  in_place->~sender();
  EXPECT_TRUE(std::ranges::all_of(place, [](unsigned char byte) { return byte == 0; }));
}

}  // namespace
}  // namespace asconkit_test
