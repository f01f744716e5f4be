// Pools of batches: the same results whatever the threads, none started or woken for little work,
// all of them joined, and errors where none can be had. The program is linked with --wrap for some
// functions, by which it counts the library's threads and refuses them and their memory.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <pthread.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <thread>

#include "../support/batches.h"
#include "../support/failing_memory.h"
#include "painted_stack.h"

namespace {

std::atomic<size_t> g_created{0}, g_joined{0}, g_allowed{SIZE_MAX};
pthread_t g_last;

}  // namespace

extern "C" {

int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __wrap_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*function)(void *), void *argument) {
  if (g_created == g_allowed) return EAGAIN;
  g_created++;
  const int error = __real_pthread_create(thread, attributes, function, argument);
  if (error == 0) g_last = *thread;
  return error;
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
  // Whatever happened, every thread has been waited for.
  void TearDown() override {
    EXPECT_EQ(g_joined, g_created);
    g_allowed = SIZE_MAX;
    EngineTest::TearDown();
  }
};
ASCON_ON_EVERY_ENGINE(BatchThreads);

// Processor time of the thread that was created last.
std::chrono::nanoseconds OwnTime() {
  clockid_t clock;
  timespec now = {};
  EXPECT_EQ(pthread_getcpuclockid(g_last, &clock), 0);
  EXPECT_EQ(clock_gettime(clock, &now), 0);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

// Helpers look for work for a part of a millisecond; then they sleep. On a machine that is busy, a
// thread may not run for a while: it must have run at all, and then not for three times 20 ms.
std::chrono::nanoseconds OwnTimeAsleep() {
  auto before = OwnTime();
  for (int unchanged = 0; unchanged < 3;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const auto now = OwnTime();
    unchanged = now == before && now.count() != 0 ? unchanged + 1 : 0;
    before = now;
  }
  return before;
}

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

// The same messages again and again.
Messages Milliseconds(size_t lanes) {
  const Messages some = MuchWork(ASCON_AEAD128, Task::kSeal, lanes, 2);
  Messages all;
  while (all.size() < 4000) all.push_back(some[all.size() % some.size()]);
  return all;
}

constexpr unsigned kThreads[] = {1, 2, 3, 7, 0};  // more than there are processors

TEST_P(BatchThreads, SameResults) {
  for (const auto *a : {ASCON_AEAD128, ASCON_V13_MAC})
    for (Task task : TasksOf(a)) {
      if (task == Task::kSeal) continue;
      const Messages messages = MuchWork(a, task, lanes(), 7);
      const Outcomes expected = Singles(task, messages);
      for (unsigned threads : kThreads) {
        Random random(42);
        const Pool pool(threads);
        const Setting setting = {task, {}, false, pool};
        EXPECT_TRUE(RunArray(setting, messages, &random) == expected) << threads << " threads";
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
    const Pool pool(threads);
    const Setting setting = {Task::kSeal, {}, true, pool};
    EXPECT_TRUE(RunColumns(setting, messages, &random) == expected) << threads << " threads";
  }
}

// Batches of all sizes one after the other: threads that are awake, late, asleep, and in a call
// that ends before they come.
TEST_P(BatchThreads, SameResultsCallAfterCall) {
  const Pool pool(3);
  Random random(44);
  for (size_t count = 1; count < 40 * lanes(); count += 1 + count / 3) {
    Messages messages;
    for (size_t i = 0; i < count; i++)
      messages.push_back({RandomCase(ASCON_AEAD128, 10, random.UpTo(200), 16, &random)});
    const Outcomes expected = Singles(Task::kSeal, messages);
    const Setting setting = {Task::kSeal, {}, false, pool};
    for (int again = 0; again < 5; again++)
      EXPECT_EQ(RunArray(setting, messages, &random), expected) << count;
  }
}

// Threads are started and ended with the pool: a call starts none.
TEST_P(BatchThreads, OnlyThoseOfThePool) {
  const Messages messages = MuchWork(ASCON_AEAD128, Task::kOpen, lanes(), 4);
  const Outcomes expected = Singles(Task::kOpen, messages);
  Random random(45);
  EXPECT_TRUE(RunArray({Task::kOpen, {}, false, nullptr}, messages, &random) == expected);
  EXPECT_EQ(g_created, 0u);
  {
    const Pool pool(4);
    EXPECT_EQ(g_created, 3u);
    EXPECT_TRUE(RunArray({Task::kOpen, {}, false, pool}, messages, &random) == expected);
    EXPECT_EQ(g_created, 3u);
    EXPECT_EQ(g_joined, 0u);
  }
  EXPECT_EQ(g_joined, 3u);
}

// Milliseconds of work: a thread that looked for it only would take a part of one. Also after calls
// that it helped with.
TEST_P(BatchThreads, HelpWithMuchWork) {
  const Messages messages = Milliseconds(lanes());
  const Pool pool(2);
  Random random(46);
  for (int time : {1, 2}) {
    const auto before = OwnTimeAsleep();
    for (int trial = 0; trial < 100 && OwnTime() - before < std::chrono::milliseconds(2); trial++)
      (void)RunArray({Task::kSeal, {}, false, pool}, messages, &random);
    EXPECT_GE(OwnTime() - before, std::chrono::milliseconds(2)) << time;
  }
}

// A few short messages at intervals: no thread is woken.
TEST_P(BatchThreads, SleepDuringLittleWork) {
  const Pool pool(2);
  const auto before = OwnTimeAsleep();
  Random random(47);
  for (size_t count : {size_t{1}, lanes(), 4 * lanes()}) {
    Messages messages;
    for (size_t i = 0; i < count; i++)
      messages.push_back({RandomCase(ASCON_AEAD128, 10, 100, 16, &random)});
    EXPECT_EQ(RunArray({Task::kSeal, {}, false, pool}, messages, &random),
              Singles(Task::kSeal, messages));
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(OwnTimeAsleep(), before);
}

TEST_P(BatchThreads, NothingToDo) {
  const Pool pool(7);
  EXPECT_EQ(ascon_any_batch(ASCON_AEAD128, ASCON_ENCRYPT, nullptr, 0, pool), ASCON_OK);
}

// ---- Creation ---------------------------------------------------------------------------------

class BatchPool : public BatchThreads {};
INSTANTIATE_TEST_SUITE_P(Engine, BatchPool, ::testing::Values("x1"));

TEST_P(BatchPool, NumbersOfThreads) {
  ascon_batch_pool *pool = nullptr;
  EXPECT_EQ(ascon_batch_pool_create(nullptr, 2), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_batch_pool_create(&pool, 1), ASCON_OK);
  EXPECT_EQ(pool, nullptr);
  for (unsigned wrong : {ASCON_BATCH_POOL_MAX_THREADS + 1u, UINT32_MAX}) {
    pool = reinterpret_cast<ascon_batch_pool *>(&pool);
    EXPECT_EQ(ascon_batch_pool_create(&pool, wrong), ASCON_ERR_RANGE);
    EXPECT_EQ(pool, nullptr);
  }
  EXPECT_EQ(ascon_batch_pool_threads(nullptr), 1u);
  ascon_batch_pool_destroy(nullptr);
  EXPECT_EQ(g_created, 0u);
  const Pool most(ASCON_BATCH_POOL_MAX_THREADS);
  EXPECT_EQ(g_created, ASCON_BATCH_POOL_MAX_THREADS - 1u);
}

// All or nothing: those that could be had are given back.
TEST_P(BatchPool, NoThreadsOrNoMemory) {
  ascon_batch_pool *pool = nullptr;
  for (size_t allowed : {0u, 1u, 2u}) {
    g_allowed = g_created + allowed;
    EXPECT_EQ(ascon_batch_pool_create(&pool, 4), ASCON_ERR_RESOURCES);
    EXPECT_EQ(pool, nullptr);
    EXPECT_EQ(g_created, g_allowed);
    EXPECT_EQ(g_joined, g_created);
  }
  g_allowed = SIZE_MAX;
  const size_t before = g_created;
  for (size_t blocks : {0u, 1u, 2u}) {
    const FailingMemory memory(blocks);
    EXPECT_EQ(ascon_batch_pool_create(&pool, 4), ASCON_ERR_RESOURCES) << blocks;
    EXPECT_TRUE(memory.has_failed());
    EXPECT_EQ(pool, nullptr);
  }
  EXPECT_EQ(g_created, before);
}

// "All" are those that the process may use.
TEST_P(BatchPool, OneProcessorMeansOneThread) {
  cpu_set_t before, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  CPU_ZERO(&one);
  for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; cpu++)
    if (CPU_ISSET(cpu, &before)) CPU_SET(cpu, &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  EXPECT_EQ(Pool(0), nullptr);
  {
    // If three threads share a processor, none of them spins for work: that would delay the rest.
    const Messages messages = MuchWork(ASCON_AEAD128, Task::kOpen, 1, 2);
    const Pool pool(3);
    Random random(48);
    EXPECT_TRUE(RunArray({Task::kOpen, {}, false, pool}, messages, &random) ==
                Singles(Task::kOpen, messages));
  }
  ASSERT_EQ(sched_setaffinity(0, sizeof before, &before), 0);
  const Pool all(0);
  EXPECT_EQ(ascon_batch_pool_threads(all), static_cast<unsigned>(CPU_COUNT(&before)));
}

// ---- Forks and secrets ------------------------------------------------------------------------

std::atomic<int> g_signals{0};
std::atomic<pthread_t> g_signalled{};

// A signal to the process may be handled by any thread that does not block it. A program that
// blocks a signal in its own threads does not expect its handler to run on a thread of the pool.
TEST_P(BatchPool, SignalsAreForTheProgramsThreads) {
  const Pool pool(4);
  struct sigaction counts = {}, before;
  counts.sa_handler = [](int) { g_signalled = pthread_self(), g_signals++; };
  ASSERT_EQ(sigaction(SIGUSR1, &counts, &before), 0);
  sigset_t one, mask, pending;
  sigemptyset(&one), sigaddset(&one, SIGUSR1);
  ASSERT_EQ(pthread_sigmask(SIG_BLOCK, &one, &mask), 0);

  ASSERT_EQ(kill(getpid(), SIGUSR1), 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  ASSERT_EQ(sigpending(&pending), 0);
  EXPECT_EQ(sigismember(&pending, SIGUSR1), 1);
  EXPECT_EQ(g_signals, 0);

  ASSERT_EQ(pthread_sigmask(SIG_SETMASK, &mask, nullptr), 0);
  EXPECT_EQ(g_signals, 1);
  EXPECT_TRUE(pthread_equal(g_signalled, pthread_self()));
  ASSERT_EQ(sigaction(SIGUSR1, &before, nullptr), 0);
}

// Ends the child by an alarm if it hangs. The pool's threads are not there.
void ExpectChildWorks(ascon_batch_pool *pool, const Messages &messages, const Outcomes &expected) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    alarm(60);
    Random random(49);
    const bool right = RunArray({Task::kOpen, {}, false, pool}, messages, &random) == expected;
    ascon_batch_pool_destroy(pool);
    _exit(right ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

TEST_P(BatchPool, ChildOfAFork) {
  const Messages messages = MuchWork(ASCON_AEAD128, Task::kOpen, 1, 3);
  const Outcomes expected = Singles(Task::kOpen, messages);
  const Pool pool(3);
  ExpectChildWorks(pool, messages, expected);  // helpers look for work or have just begun
  Random random(50);
  EXPECT_TRUE(RunArray({Task::kOpen, {}, false, pool}, messages, &random) == expected);
  ExpectChildWorks(pool, messages, expected);
  OwnTimeAsleep();
  ExpectChildWorks(pool, messages, expected);
  EXPECT_TRUE(RunArray({Task::kOpen, {}, false, pool}, messages, &random) == expected);
}

#if !ASCON_TEST_TSAN
// Another thread is in a call, so that the pool is taken for ever in the child.
TEST_P(BatchPool, ChildOfAForkDuringACall) {
  const Messages messages = MuchWork(ASCON_AEAD128, Task::kOpen, 1, 3);
  const Outcomes expected = Singles(Task::kOpen, messages);
  const Pool pool(3);
  // Columns without an allocation, as a lock of the heap may be locked in the child.
  std::vector<uint8_t> text(1 << 20), out(text.size()), nonces(16 * 1024), tags(16 * 1024);
  uint8_t key[16] = {1};
  ascon_columns columns = {};
  const auto column = [](std::vector<uint8_t> *data, size_t length) {
    return ascon_column{data->data(), 0, length, length, nullptr, nullptr, data->size()};
  };
  columns.out = column(&out, 1024), columns.in = column(&text, 1024);
  columns.tag = column(&tags, 16), columns.nonce = column(&nonces, 16);
  columns.key.data = key, columns.key.length = sizeof key;
  std::atomic<bool> end{false};
  std::thread other([&] {
    while (!end)
      (void)ascon_any_columns(ASCON_AEAD128, ASCON_ENCRYPT, &columns, 1024, nullptr, pool);
  });
  for (int trial = 0; trial < 20; trial++) ExpectChildWorks(pool, messages, expected);
  end = true;
  other.join();
}
#endif

#if !ASCON_TEST_TSAN && !ASCON_TEST_ASAN
// A thread that has helped and sleeps: its stack has no eight bytes of a key or a text.
// The pool comes first: a new thread begins with the registers of its creator, in which memcpy()
// would have left the texts.
TEST_P(BatchThreads, LeaveNoSecrets) {
  const Pool pool(2);
  const Messages messages = Milliseconds(lanes());
  const auto before = OwnTimeAsleep();
  Random random(51);
  for (int trial = 0; trial < 100 && OwnTime() - before < std::chrono::milliseconds(2); trial++)
    (void)RunArray({Task::kSeal, {}, false, pool}, messages, &random);
  ASSERT_GE(OwnTimeAsleep() - before, std::chrono::milliseconds(2));
  Secrets secrets;
  for (const Message &m : messages) {
    secrets.AddBytes(m.c.key, "key");
    if (m.c.text.size() >= 64) secrets.AddBytes(Bytes(m.c.text.end() - 64, m.c.text.end()), "text");
  }
  pthread_attr_t attributes;
  void *lowest = nullptr;
  size_t bytes = 0;
  ASSERT_EQ(pthread_getattr_np(g_last, &attributes), 0);
  ASSERT_EQ(pthread_attr_getstack(&attributes, &lowest, &bytes), 0);
  pthread_attr_destroy(&attributes);
  constexpr size_t kDeepest = 256 * 1024;
  ASSERT_GT(bytes, kDeepest);
  const auto *stack = static_cast<const uint8_t *>(lowest) + bytes - kDeepest;
  const auto found = secrets.Search(stack, kDeepest);
  EXPECT_EQ(found, std::nullopt) << found->label << " at " << kDeepest - found->place;
  EXPECT_NE(secrets.Search(messages[0].c.key.data(), 16), std::nullopt);  // it does find one
}
#endif

// The first failure in the order of the messages, whichever thread finds it when.
TEST_P(BatchThreads, FirstFailure) {
  Messages messages = MuchWork(ASCON_AEAD128, Task::kSeal, lanes(), 3);
  const Pool pool(3);
  Random random(52);
  std::vector<Bytes> outs, tags;
  for (const Message &m : messages) outs.emplace_back(m.c.text.size()), tags.emplace_back(16);
  for (size_t trial = 0; trial < 6; trial++) {
    std::vector<ascon_message> array(messages.size());
    for (size_t i = 0; i < messages.size(); i++) {
      Case &c = messages[i].c;
      ascon_message &m = array[i];
      m.out = outs[i].data(), m.in = c.text.data(), m.length = c.text.size();
      m.tag = tags[i].data(), m.tag_length = 16, m.ad = c.extra.data(),
      m.ad_length = c.extra.size();
      m.nonce = c.nonce.data(), m.key = c.key.data();
    }
    const size_t first = random.UpTo(array.size() - 2);
    for (size_t i = first; i < array.size(); i += 2) array[i].nonce = nullptr;
    // Decryption of messages that are not ciphertexts: all other results are wrong tags.
    const bool malformed_first = trial % 2 == 0;
    if (!malformed_first) array[first].nonce = messages[first].c.nonce.data();
    const ascon_result returned =
        ascon_any_batch(ASCON_AEAD128, malformed_first ? ASCON_ENCRYPT : ASCON_DECRYPT,
                        array.data(), array.size(), pool);
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

// With one pool for all threads, with a pool for each thread, and without. While one call uses the
// pool, other calls run on their own thread.
TEST(ConcurrentBatches, CallsAtTheSameTime) {
  const Messages messages = MuchWork(ASCON_AEAD128, Task::kOpen, 4, 2);
  const Outcomes expected = Singles(Task::kOpen, messages);
  std::atomic<int> right{0};
  const Pool shared(3), own(2);
  ascon_batch_pool *const pools[] = {shared, shared, shared, own, nullptr};
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < 5; i++)
    threads.emplace_back([&, i] {
      Random random(53 + i);
      const Setting setting = {Task::kOpen, {}, false, pools[i]};
      if (RunArray(setting, messages, &random) == expected) right++;
    });
  threads.emplace_back([&] {
    for (const std::string &name : AvailableEngines())
      if (ascon_batch_engine_force(name.c_str()) == ASCON_OK) right++;
    if (ascon_batch_engine_force(nullptr) == ASCON_OK) right++;
  });
  for (std::thread &thread : threads) thread.join();
  EXPECT_EQ(static_cast<size_t>(right), 5 + AvailableEngines().size() + 1);
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
