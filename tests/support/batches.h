// Batches of messages, run by any engine as arrays or as columns, with canaries around all that is
// written; and the results of single calls for the same messages. For the tests of batches.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include "batch_calls.h"
#include "calls.h"

namespace asconkit_test {

std::vector<std::string> AvailableEngines();

// A test that runs with one engine forced.
class EngineTest : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { ASSERT_EQ(ascon_batch_engine_force(GetParam().c_str()), ASCON_OK); }
  void TearDown() override { EXPECT_EQ(ascon_batch_engine_force(nullptr), ASCON_OK); }
  static size_t lanes() { return ascon_batch_engine_lanes(GetParam().c_str()); }
};

#define ASCON_ON_EVERY_ENGINE(suite)                                                               \
  INSTANTIATE_TEST_SUITE_P(Engines, suite,                                                         \
                           ::testing::ValuesIn(::asconkit_test::AvailableEngines()),               \
                           [](const auto &test) { return test.param; })

struct Message {
  Case c;
  Bytes given = {};  // to open: ciphertext || tag; to verify: tag
};
using Messages = std::vector<Message>;

template <typename Function>
std::vector<Bytes> Each(const Messages &messages, const Function &f) {
  std::vector<Bytes> all;
  for (const Message &m : messages) all.push_back(f(m));
  return all;
}

struct Outcome {
  ascon_result result;
  Bytes out;  // ciphertext || tag, plaintext or digest; of verification nothing
  bool operator==(const Outcome &) const = default;
};
using Outcomes = std::vector<Outcome>;
ascon_result FirstFailure(const Outcomes &outcomes);
void PrintTo(const Outcome &outcome, std::ostream *os);

// One kind of batch over one algorithm. Columns share tag length and customization.
struct Setting {
  Task task;
  Bytes key = {};  // for the messages that have the same: at one address
  bool in_place = false;
  ascon_batch_pool *pool = nullptr;
};

// A pool that must come into being.
class Pool {
 public:
  explicit Pool(unsigned threads) {
    EXPECT_EQ(ascon_batch_pool_create(&pool_, threads), ASCON_OK);
    if (threads) {
      EXPECT_EQ(ascon_batch_pool_threads(pool_), threads);
    }
  }
  ~Pool() { ascon_batch_pool_destroy(pool_); }
  Pool(const Pool &) = delete;
  Pool &operator=(const Pool &) = delete;
  operator ascon_batch_pool *() const { return pool_; }

 private:
  ascon_batch_pool *pool_ = nullptr;
};

// Two threads. None under emulators: that of 32-bit x86 hangs when one is created.
struct TwoThreads : Pool {
  TwoThreads() : Pool(ASCON_TEST_EMULATED ? 1 : 2) {}
  ascon_batch_pool *get() const { return *this; }
};

Bytes TextOf(Task task, const Message &m);  // what is encrypted, decrypted or digested
Bytes TagOf(Task task, const Message &m);   // what is given of tags, or 0xee in place of results
Task MainTask(const ascon_algorithm *a);    // seal or digest
std::vector<Task> TasksOf(const ascon_algorithm *a);

// A case whose extra input, text and output have these lengths; the rest is random.
Case RandomCase(const ascon_algorithm *a, size_t extra, size_t text, size_t out, Random *random);

// Prepares messages for decryption or verification with the single calls' results.
void Complete(Task task, Messages *messages);

Outcome Single(Task task, const Message &message);
Outcomes Singles(Task task, const Messages &messages);

// Both check that nothing is written but the results, and the value that the call returns.
Outcomes RunArray(const Setting &setting, const Messages &messages, Random *random);
// All lengths are equal. Inputs whose value is the same in all messages get one row.
Outcomes RunColumns(const Setting &setting, const Messages &messages, Random *random);

// A random length at which modes take another branch: around blocks and pairs of blocks.
size_t EdgeLength(size_t rate, Random *random);

}  // namespace asconkit_test
