// ascon_datagram_open_batch() of columns in which datagrams are lost, late, repeated and forged
// does exactly what ascon_datagram_open() does with one after the other.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <cstring>
#include <map>
#include <memory>

#include "asconkit/batch/ascon_batch.h"
#include "datagrams.h"
#include "tests/support/batches.h"
#include "tests/unit/wipe_test.h"

namespace asconkit_test {
namespace {

// A store that writes down its calls, and fails at some of them.
struct Log {
  explicit Log(unsigned of) : random(of) {
    store_.load = [](void *context, uint8_t *bytes) {
      std::memcpy(bytes, static_cast<Log *>(context)->counter, 8);
      return 1;
    };
    store_.store = [](void *context, const uint8_t *bytes) {
      auto *self = static_cast<Log *>(context);
      self->calls.insert(self->calls.end(), bytes, bytes + 8);
      if (self->random.UpTo(19) == 0) return 0;
      std::memcpy(self->counter, bytes, 8);
      return 1;
    };
    store_.context = this;
    store_.step = 3;
  }
  const ascon_datagram_store *store() const { return &store_; }

  Random random;
  Bytes calls;
  uint8_t counter[8] = {};

 private:
  ascon_datagram_store store_ = {};
};

struct Arrived {
  size_t peer;
  Bytes datagram, header;
};

// A gateway with a receiver for each sender; even ones have a store.
struct Gateway {
  Gateway(const ascon_datagram_settings &settings, uint8_t peers) {
    for (uint8_t i = 0; i < peers; i++) {
      logs.push_back(std::make_unique<Log>(i));
      receivers.push_back(Receiver(settings, i, i % 2 ? nullptr : logs.back()->store()));
    }
  }
  // The state of a receiver, without the address of its store.
  Bytes StateOf(size_t i) const {
    ascon_datagram_receiver copy = receivers[i];
    copy.state.store = nullptr;
    return Bytes(reinterpret_cast<uint8_t *>(&copy), reinterpret_cast<uint8_t *>(&copy + 1));
  }

  std::vector<std::unique_ptr<Log>> logs;
  std::vector<ascon_datagram_receiver> receivers;
};

// Opens a column with one gateway as a batch, and with the other one by one. Counts the results.
void OpenBoth(const std::vector<Arrived> &column, Gateway *batch, Gateway *alone,
              ascon_batch_pool *pool, std::map<ascon_result, size_t> *counts) {
  std::vector<std::unique_ptr<Heap>> datagrams, headers, texts;
  std::vector<ascon_datagram_arrival> arrivals;
  for (const Arrived &one : column) {
    ascon_datagram_receiver *receiver = &batch->receivers[one.peer];
    const size_t more = size_t{receiver->state.counter_length} + receiver->state.tag_length;
    const size_t length = one.datagram.size() > more ? one.datagram.size() - more : 0;
    datagrams.push_back(std::make_unique<Heap>(one.datagram));
    headers.push_back(std::make_unique<Heap>(one.header));
    texts.push_back(std::make_unique<Heap>(length));
    arrivals.push_back({receiver, texts.back()->nullable(), datagrams.back()->data(),
                        one.datagram.size(), headers.back()->nullable(), one.header.size(),
                        ASCON_ERR_BACKEND});
  }
  const ascon_result all = ascon_datagram_open_batch(arrivals.data(), arrivals.size(), pool);
  ascon_result first = ASCON_OK;
  for (size_t i = 0; i < column.size(); i++) {
    const Opened expected =
        Open(&alone->receivers[column[i].peer], column[i].datagram, column[i].header);
    ASSERT_EQ(arrivals[i].result, expected.result) << i;
    const Bytes text = texts[i]->bytes();
    if (expected.result == ASCON_OK) {
      ASSERT_EQ(text, expected.text) << i;
    } else {
      ASSERT_TRUE(text == Bytes(text.size()) || text == Bytes(text.size(), 0xee)) << i;
    }
    if (first == ASCON_OK) first = expected.result;
    (*counts)[expected.result]++;
  }
  EXPECT_EQ(all, first);
  for (size_t i = 0; i < batch->receivers.size(); i++) {
    ASSERT_EQ(batch->StateOf(i), alone->StateOf(i)) << i;
    ASSERT_EQ(batch->logs[i]->calls, alone->logs[i]->calls) << i;
  }
}

class DatagramBatch : public ::testing::TestWithParam<ascon_datagram_settings> {};

std::vector<ascon_datagram_settings> ManySettings() {
  std::vector<ascon_datagram_settings> all;
  for (const uint8_t n : {uint8_t{1}, uint8_t{2}, uint8_t{7}})
    for (uint8_t e = 0; e < std::min<uint8_t>(n, 2); e++)
      for (const uint32_t forgeries : {20U, 1U << 30}) all.push_back({forgeries, n, 4, e});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Settings, DatagramBatch, ::testing::ValuesIn(ManySettings()),
                         [](const auto &test) {
                           return "Counter" + std::to_string(test.param.counter_length) + "Epoch" +
                                  std::to_string(test.param.epoch_length) + "Forgeries" +
                                  std::to_string(test.param.max_forgeries);
                         });

TEST_P(DatagramBatch, DoesWhatSingleCallsDo) {
  ASCON_TRACE_SEED();
  const ascon_datagram_settings settings = GetParam();
  constexpr uint8_t kPeers = 6;
  Random random(settings.counter_length * 100u + settings.epoch_length * 10u);
  Gateway batch(settings, kPeers), alone(settings, kPeers);
  std::vector<ascon_datagram_sender> senders;
  for (uint8_t i = 0; i < kPeers; i++) senders.push_back(Sender(settings, i));
  std::vector<Arrived> sent[kPeers];
  std::map<ascon_result, size_t> counts;
  const TwoThreads pool;
  for (int columns = 0; columns < 12; columns++) {
    std::vector<Arrived> column;
    const size_t rows = random.UpTo(600);
    while (column.size() < rows) {
      // The first sender sends most: more in a column than a byte of a counter can tell apart.
      const uint8_t peer = random.UpTo(2) ? 0 : static_cast<uint8_t>(random.UpTo(kPeers - 1));
      if (settings.epoch_length == 1 && random.UpTo(200) == 0) {
        EXPECT_EQ(ascon_datagram_rekey(&senders[peer]), ASCON_OK);
      }
      const Bytes text = random.Some(random.UpTo(40)), header = random.Some(random.UpTo(4));
      sent[peer].push_back({peer, Seal(&senders[peer], text, header), header});
      for (size_t arrivals = random.UpTo(2); arrivals > 0; arrivals--) {
        const size_t most = random.UpTo(3) ? 3 : random.UpTo(9) ? kWindow + 10 : 1000;
        const size_t back = std::min(random.UpTo(most), sent[peer].size() - 1);
        column.push_back(sent[peer][sent[peer].size() - 1 - back]);
        if (random.UpTo(15) == 0) column.back().datagram[random.UpTo(4)] ^= 4;
        if (random.UpTo(60) == 0) column.back().datagram.resize(random.UpTo(12));
      }
    }
    OpenBoth(column, &batch, &alone, columns % 2 ? pool.get() : nullptr, &counts);
    if (HasFatalFailure()) break;
  }
  EXPECT_GT(counts[ASCON_OK], 400U);
  EXPECT_GT(counts[ASCON_ERR_TAG], 20U);
  EXPECT_GT(counts[ASCON_ERR_RANGE], 200U);
  EXPECT_GT(counts[ASCON_ERR_STORE], 0U);
  EXPECT_EQ(counts[ASCON_ERR_ORDER] > 0, settings.max_forgeries == 20);
}

TEST(DatagramBatchMisuse, NullPointers) {
  EXPECT_EQ(ascon_datagram_open_batch(nullptr, 0, nullptr), ASCON_OK);
  EXPECT_EQ(ascon_datagram_open_batch(nullptr, 1, nullptr), ASCON_ERR_NULL);
  const ascon_datagram_settings settings = Settings(2, 8);
  ascon_datagram_sender sender = Sender(settings);
  ascon_datagram_receiver receiver = Receiver(settings);
  const Bytes datagram = Seal(&sender, {1});
  uint8_t text[1];
  ascon_datagram_arrival arrivals[] = {
      {nullptr, text, datagram.data(), datagram.size(), nullptr, 0, ASCON_OK},
      {&receiver, text, nullptr, datagram.size(), nullptr, 0, ASCON_OK},
      {&receiver, nullptr, datagram.data(), datagram.size(), nullptr, 0, ASCON_OK},
      {&receiver, text, datagram.data(), datagram.size(), nullptr, 1, ASCON_OK},
      {&receiver, text, datagram.data(), datagram.size(), nullptr, 0, ASCON_ERR_NULL}};
  EXPECT_EQ(ascon_datagram_open_batch(arrivals, 5, nullptr), ASCON_ERR_NULL);
  for (int i = 0; i < 4; i++) EXPECT_EQ(arrivals[i].result, ASCON_ERR_NULL);
  EXPECT_EQ(arrivals[4].result, ASCON_OK);
  EXPECT_EQ(text[0], 1);
}

class DatagramBatchWipe : public WipeTest {};
ASCON_ON_EVERY_BACKEND(DatagramBatchWipe);

TEST_P(DatagramBatchWipe, NoKeyAndNoTextIsLeft) {
  ascon_datagram_settings settings = Settings(2, 8);
  settings.epoch_length = 1;
  const Bytes text = Pattern(Field::kText, 40);
  ascon_datagram_sender sender = Sender(settings);
  ascon_datagram_receiver receiver = Receiver(settings);
  const auto add_key = [](Secrets *secrets, const ascon_datagram_state &state, const char *name) {
    secrets->AddBytes(Bytes(state.key, state.key + sizeof state.key), name);
  };
  Secrets secrets;
  secrets.AddBytes(text, "text");
  add_key(&secrets, sender.state, "key of epoch 0");
  const Bytes first = Seal(&sender, text);
  ASSERT_EQ(ascon_datagram_rekey(&sender), ASCON_OK);
  add_key(&secrets, sender.state, "key of epoch 1");
  const Bytes second = Seal(&sender, text), forged = Flipped(second, 100);
  std::vector<Bytes> texts(4, Bytes(40));
  std::vector<ascon_datagram_arrival> arrivals;
  for (const Bytes *datagram : {&first, &forged, &second, &second})
    arrivals.push_back({&receiver, texts[arrivals.size()].data(), datagram->data(),
                        datagram->size(), nullptr, 0, ASCON_OK});
  Check("batch", secrets, ASCON_ERR_TAG,
        [&] { return ascon_datagram_open_batch(arrivals.data(), arrivals.size(), nullptr); });
  EXPECT_EQ(texts[0], text);
  EXPECT_EQ(texts[2], text);
  EXPECT_EQ(texts[3], Bytes(40));  // it is the second one, once more
  EXPECT_EQ(arrivals[3].result, ASCON_ERR_RANGE);
}

}  // namespace
}  // namespace asconkit_test
