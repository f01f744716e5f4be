// Threads of batches: the same results whatever their number, none for little work, and all of it
// done where none can be had. The program is linked with --wrap for two functions, by which it
// counts the library's threads and refuses them. SPDX-License-Identifier: Apache-2.0 OR MIT
#include <pthread.h>
#include <sched.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <thread>

#include "batches.h"

namespace {

std::atomic<size_t> g_created{0}, g_joined{0}, g_allowed{SIZE_MAX};

}  // namespace

extern "C" {

int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __wrap_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*function)(void *), void *argument) {
  if (g_created == g_allowed) return EAGAIN;
  g_created++;
  return __real_pthread_create(thread, attributes, function, argument);
}

int __real_pthread_join(pthread_t, void **);
int __wrap_pthread_join(pthread_t, void **);

int __wrap_pthread_join(pthread_t thread, void **value) {
  g_joined++;
  return __real_pthread_join(thread, value);
}
}

namespace asconkit_test {
namespace {

class BatchThreads : public EngineTest {
 protected:
  void SetUp() override {
    EngineTest::SetUp();
    g_created = g_joined = 0;
    g_allowed = SIZE_MAX;
  }
  // Since the last call; each has been waited for, and nothing else.
  static size_t created() {
    EXPECT_EQ(g_joined.exchange(0), g_created);
    return g_created.exchange(0);
  }
};
ASCON_ON_EVERY_ENGINE(BatchThreads);

// Enough work for this many threads, in messages of many lengths; malformed or forged messages
// would return early and are few.
Messages MuchWork(const ascon_algorithm *a, Task task, size_t lanes, size_t threads) {
  Random random(41);
  Messages messages;
  const size_t count = 12 * lanes * threads + 5;
  for (size_t i = 0; i < count; i++) {
    const size_t text = i % 17 == 0 ? random.UpTo(30) : 4000 + random.UpTo(4000);
    const size_t out = a->output_bytes ? a->output_bytes : 16;
    messages.push_back(
        {RandomCase(a, a->kind == ASCON_KIND_AEAD ? random.UpTo(60) : 0, text, out, &random)});
  }
  Complete(task, &messages);
  for (size_t i = 0; i < count; i++)
    if (task == Task::kOpen && i % 29 == 11) messages[i].given.front() ^= 1;
  return messages;
}

constexpr unsigned kThreads[] = {1, 2, 3, 7, 0};

TEST_P(BatchThreads, SameResults) {
  for (const auto *a : {ASCON_AEAD128, ASCON_V13_MAC})
    for (Task task : TasksOf(a)) {
      if (task == Task::kSeal) continue;
      const Messages messages = MuchWork(a, task, lanes(), 7);
      const Outcomes expected = Singles(task, messages);
      for (unsigned threads : kThreads) {
        Random random(42);
        const Setting setting = {task, {}, false, threads};
        EXPECT_TRUE(RunJobs(setting, messages, &random) == expected) << threads << " threads";
        const size_t started = created();
        if (threads != 0) {
          EXPECT_LE(started, threads - 1) << a->name;
        }
        if (threads > 1) {
          EXPECT_GE(started, 1u) << a->name << ", " << threads << " threads";
        }
      }
    }
}

TEST_P(BatchThreads, SameResultsOfColumns) {
  Random random(43);
  Messages messages;
  for (size_t i = 0; i < 36 * lanes() + 1; i++)
    messages.push_back({RandomCase(ASCON_AEAD128, 20, 4100, 16, &random)});
  const Outcomes expected = Singles(Task::kSeal, messages);
  for (unsigned threads : {1u, 3u}) {
    const Setting setting = {Task::kSeal, {}, true, threads};
    EXPECT_TRUE(RunColumns(setting, messages, &random) == expected) << threads << " threads";
    EXPECT_EQ(created() > 0, threads > 1);
  }
}

// A few short messages, and many that together are little work.
TEST_P(BatchThreads, NoneForASmallBatch) {
  Random random(44);
  for (size_t count : {size_t{1}, lanes(), 8 * lanes()}) {
    Messages messages;
    for (size_t i = 0; i < count; i++)
      messages.push_back({RandomCase(ASCON_AEAD128, 10, 100, 16, &random)});
    for (unsigned threads : kThreads) {
      const Setting setting = {Task::kSeal, {}, false, threads};
      EXPECT_EQ(RunJobs(setting, messages, &random), Singles(Task::kSeal, messages));
      EXPECT_EQ(created(), 0u) << count << " messages, " << threads << " threads";
    }
  }
}

TEST_P(BatchThreads, NoneForNothing) {
  EXPECT_EQ(ascon_batch_encrypt(ASCON_AEAD128, nullptr, 0, 16, nullptr, 7), ASCON_OK);
  EXPECT_EQ(created(), 0u);
}

// Those that exist do the work of those that do not.
TEST_P(BatchThreads, AsManyAsCanBeHad) {
  const Messages messages = MuchWork(ASCON_AEAD128, Task::kOpen, lanes(), 4);
  const Outcomes expected = Singles(Task::kOpen, messages);
  for (size_t allowed : {0u, 1u, 2u}) {
    g_allowed = allowed;
    Random random(45);
    const Setting setting = {Task::kOpen, {}, false, 4};
    EXPECT_TRUE(RunJobs(setting, messages, &random) == expected) << allowed;
    EXPECT_EQ(created(), allowed);
  }
}

// Many threads are asked for: as many as there is work for, and no more than the library has room.
TEST_P(BatchThreads, MoreThanThereIsWorkFor) {
  const Messages messages = MuchWork(ASCON_AEAD128, Task::kOpen, lanes(), 3);
  Random random(46);
  const Setting setting = {Task::kOpen, {}, false, UINT32_MAX};
  EXPECT_TRUE(RunJobs(setting, messages, &random) == Singles(Task::kOpen, messages));
  EXPECT_LT(created(), 12u);
}

// "All" are those that the process may use.
TEST_P(BatchThreads, OneProcessorMeansOneThread) {
  cpu_set_t before, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  CPU_ZERO(&one);
  for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; cpu++)
    if (CPU_ISSET(cpu, &before)) CPU_SET(cpu, &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  const Messages messages = MuchWork(ASCON_AEAD128, Task::kOpen, lanes(), 2);
  Random random(47);
  const Setting setting = {Task::kOpen, {}, false, 0};
  EXPECT_TRUE(RunJobs(setting, messages, &random) == Singles(Task::kOpen, messages));
  EXPECT_EQ(created(), 0u);
  ASSERT_EQ(sched_setaffinity(0, sizeof before, &before), 0);
  EXPECT_TRUE(RunJobs(setting, messages, &random) == Singles(Task::kOpen, messages));
  EXPECT_LT(created(), static_cast<size_t>(CPU_COUNT(&before)));
}

// The first failure in the order of the messages, whichever thread finds it when.
TEST_P(BatchThreads, FirstFailure) {
  Messages messages = MuchWork(ASCON_AEAD128, Task::kSeal, lanes(), 3);
  Random random(48);
  std::vector<ascon_aead_job> jobs;
  std::vector<Bytes> outs, tags;
  for (const Message &m : messages) outs.emplace_back(m.c.text.size()), tags.emplace_back(16);
  for (size_t trial = 0; trial < 6; trial++) {
    jobs.clear();
    for (size_t i = 0; i < messages.size(); i++) {
      Case &c = messages[i].c;
      jobs.push_back({outs[i].data(), c.text.data(), c.text.size(), tags[i].data(), c.extra.data(),
                      c.extra.size(), c.nonce.data(), c.key.data(), ASCON_OK});
    }
    const size_t first = random.UpTo(jobs.size() - 2);
    for (size_t i = first; i < jobs.size(); i += 2) jobs[i].nonce = nullptr;
    // Decryption of what is no ciphertext: every other result is a wrong tag.
    const bool malformed_first = trial % 2 == 0;
    if (!malformed_first) jobs[first].nonce = messages[first].c.nonce.data();
    const ascon_result returned =
        malformed_first
            ? ascon_batch_encrypt(ASCON_AEAD128, jobs.data(), jobs.size(), 16, nullptr, 3)
            : ascon_batch_decrypt(ASCON_AEAD128, jobs.data(), jobs.size(), 16, nullptr, 3);
    EXPECT_EQ(returned, malformed_first ? ASCON_ERR_NULL : ASCON_ERR_TAG) << first;
  }
}

// ---- Calls from several threads ---------------------------------------------------------------

// The first look at the environment and the processor, by several threads at once: no test of this
// process has made it.
TEST(ConcurrentBatches, FirstUse) {
  std::vector<std::thread> threads;
  std::vector<std::string> names(4);
  for (std::string &name : names)
    threads.emplace_back([&name] { name = ascon_batch_engine_active(1000); });
  for (std::thread &thread : threads) thread.join();
  for (const std::string &name : names) EXPECT_EQ(name, names.front());
}

TEST(ConcurrentBatches, CallsAtTheSameTime) {
  const Messages messages = MuchWork(ASCON_AEAD128, Task::kOpen, 4, 2);
  const Outcomes expected = Singles(Task::kOpen, messages);
  std::atomic<int> right{0};
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < 3; i++)
    threads.emplace_back([&, i] {
      Random random(49 + i);
      const Setting setting = {Task::kOpen, {}, false, 1 + i};
      if (RunJobs(setting, messages, &random) == expected) right++;
    });
  threads.emplace_back([&] {
    for (const std::string &name : AvailableEngines())
      if (ascon_batch_engine_force(name.c_str()) == ASCON_OK) right++;
    if (ascon_batch_engine_force(nullptr) == ASCON_OK) right++;
  });
  for (std::thread &thread : threads) thread.join();
  EXPECT_EQ(static_cast<size_t>(right), 3 + AvailableEngines().size() + 1);
}

#if ASCON_TEST_TSAN

// The thread sanitizer's build is only worth something if it sees a race.
int Race() {
  int counter = 0;
  std::thread other([&] { counter++; });
  counter++;
  other.join();
  return counter > 5;
}

TEST(SanitizerDeathTest, SeesARace) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(std::exit(Race()), ::testing::ExitedWithCode(66), "data race");
}

#endif

}  // namespace
}  // namespace asconkit_test
