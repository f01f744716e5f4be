// What a child process must not share with its parent, where the numbers of processes say nothing:
// getpid() always gives the same, as in a process that has got the number of an ended ancestor.
//
//   drbg_forks WAYS
//     page     the library can have a page that the system wipes in children
//     handler  it can have a handler of fork()
//     neither
//
// The linker puts the functions __wrap_... here in the place of the system's (-Wl,--wrap).
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <functional>
#include <string_view>

#include "asconkit/batch/ascon_batch.h"
#include "asconkit/datagram/ascon_datagram.h"
#include "asconkit/masked/ascon_masked.h"
#include "asconkit/drbg/ascon_drbg.h"

namespace {
bool g_page, g_handler;
}

extern "C" {
int __real_madvise(void *place, size_t bytes, int advice);
int __real_pthread_atfork(void (*prepare)(), void (*parent)(), void (*child)());

pid_t __wrap_getpid() { return 4711; }
pid_t __wrap_getppid() { return 42; }
int __wrap_madvise(void *place, size_t bytes, int advice) {
  return g_page ? __real_madvise(place, bytes, advice) : -1;
}
int __wrap_pthread_atfork(void (*prepare)(), void (*parent)(), void (*child)()) {
  return g_handler ? __real_pthread_atfork(prepare, parent, child) : 12;
}
}

namespace {

using Words = std::array<uint8_t, 16>;
using Fork = pid_t (*)();

pid_t LibraryFork() { return fork(); }
// Without the C library, which calls no handler then.
pid_t KernelFork() {
  return static_cast<pid_t>(syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, nullptr));
}

int g_failures = 0;

void Expect(bool right, const char *what, const char *when) {
  if (right) return;
  std::printf("wrong, %s: %s\n", when, what);
  g_failures++;
}

// Status of a child that does this; 256 if a signal ended it.
int InChild(Fork make, const std::function<int()> &work) {
  std::fflush(stdout);
  const pid_t child = make();
  if (child == 0) {
    alarm(20);
    _exit(work());
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return 257;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 256;
}

Words Next(ascon_drbg *drbg, ascon_result *result) {
  Words out = {};
  *result = ascon_drbg_generate(drbg, out.data(), out.size(), nullptr, 0);
  return out;
}

// The system, and how often it was asked.
int Fill(void *context, uint8_t *out, size_t bytes) {
  ++*static_cast<size_t *>(context);
  return ascon_random_bytes(out, bytes) == ASCON_OK;
}

// The child sends its output to the parent, and the parent's next output must be different. A
// parent that is `sure` that it is not a child takes no fresh entropy.
void CheckSource(Fork make, const char *when, bool sure) {
  size_t calls = 0;
  const ascon_entropy source = {Fill, nullptr, &calls};
  ascon_drbg drbg;
  ascon_result result = ascon_drbg_init(&drbg, &source, nullptr, 0);
  int ends[2];
  if (result != ASCON_OK || pipe(ends) != 0) return Expect(false, "setting up", when);
  const int status = InChild(make, [&] {
    ascon_result here;
    const Words out = Next(&drbg, &here);
    return here == ASCON_OK && write(ends[1], out.data(), out.size()) == 16 ? 0 : 1;
  });
  Words child = {};
  Expect(status == 0 && read(ends[0], child.data(), child.size()) == 16, "the child", when);
  const Words parent = Next(&drbg, &result);
  Expect(result == ASCON_OK && child != parent, "parent and child have the same output", when);
  Expect(calls == (sure ? 1 : 2), "how often the parent's source was asked", when);
  close(ends[0]), close(ends[1]);
}

// A generator without a source refuses in a child until it is seeded again, also in the child of a
// process that has not used it. In the parent it continues to work.
void CheckRefusals(Fork make, const char *when) {
  static const uint8_t seed[32] = {1};
  ascon_drbg drbg;
  ascon_masked_generator masked;
  if (ascon_drbg_init(&drbg, nullptr, seed, sizeof seed) != ASCON_OK ||
      ascon_masked_generator_init(&masked, seed) != ASCON_OK)
    return Expect(false, "setting up", when);
  const auto refused = [&] {
    ascon_result result;
    uint32_t words[4];
    const Words out = Next(&drbg, &result);
    return (result == ASCON_ERR_RANDOM && out == Words{} ? 0 : 1) +
           (ascon_masked_generator_words(&masked, words, 4) == 0 ? 0 : 2);
  };
  Expect(InChild(make, refused) == 0, "a child's seeded generators", when);
  Expect(InChild(make, [&] { return InChild(make, refused); }) == 0, "a grandchild's", when);
  Expect(InChild(make,
                 [&] {
                   ascon_result result;
                   return ascon_drbg_reseed(&drbg, seed, sizeof seed) != ASCON_OK ||
                          ascon_masked_generator_init(&masked, seed) != ASCON_OK ||
                          (Next(&drbg, &result), result != ASCON_OK);
                 }) == 0,
         "a child's generators that were seeded anew", when);
  Expect(refused() == 3, "the parent's seeded generators", when);
}

// What the store of a sender does: its load() and store() may fork, and both processes go on.
struct ForkingStore {
  Fork at_load, at_store;
  bool is_child;
};

int Go(ForkingStore *store, Fork make) {
  if (make != nullptr) {
    std::fflush(stdout);
    const pid_t child = make();
    store->is_child = child == 0;
    if (child == 0) alarm(20);
  }
  return 1;
}

// Starts a sender and seals one datagram, or replaces its key, with each fork that is not null.
// Returns the result of the last call, in the child that was made as its status.
ascon_result ForkInStore(Fork at_load, Fork at_store, bool rekeys = false) {
  static const ascon_datagram_settings settings = {1000, 2, 8, 1};
  static const uint8_t key[16] = {1}, identity[8] = {2};
  ForkingStore context = {at_load, at_store, false};
  const ascon_datagram_store store = {
      [](void *from, uint8_t *counter) {
        std::fill_n(counter, 8, uint8_t{0});
        return Go(static_cast<ForkingStore *>(from), static_cast<ForkingStore *>(from)->at_load);
      },
      [](void *from, const uint8_t *) {
        return Go(static_cast<ForkingStore *>(from), static_cast<ForkingStore *>(from)->at_store);
      },
      &context, 10};
  ascon_datagram_sender sender;
  uint8_t datagram[10];
  ascon_result result = ascon_datagram_sender_init(&sender, &settings, identity, key, &store);
  if (result == ASCON_OK)
    result = rekeys ? ascon_datagram_rekey(&sender)
                    : ascon_datagram_seal(&sender, datagram, nullptr, 0, nullptr, 0);
  if (context.is_child) _exit(result);
  int status = 0;
  if ((at_load != nullptr || at_store != nullptr) && wait(&status) > 0 &&
      (!WIFEXITED(status) || WEXITSTATUS(status) != ASCON_ERR_ORDER))
    return ASCON_ERR_TAG;
  return result;
}

// A sender refuses in every child, and goes on in the parent.
void CheckSender(Fork make, const char *when) {
  static const ascon_datagram_settings settings = {1000, 2, 8, 1};
  static const uint8_t key[16] = {1}, identity[8] = {2};
  ascon_datagram_sender sender;
  uint8_t datagram[10] = {0};
  if (ascon_datagram_sender_init(&sender, &settings, identity, key, nullptr) != ASCON_OK)
    return Expect(false, "setting up", when);
  const auto seal = [&] { return ascon_datagram_seal(&sender, datagram, nullptr, 0, nullptr, 0); };
  const auto refused = [&] {
    return seal() == ASCON_ERR_ORDER && ascon_datagram_rekey(&sender) == ASCON_ERR_ORDER &&
                   datagram[2] == 0
               ? 0
               : 1;
  };
  Expect(InChild(make, refused) == 0, "a child's sender", when);
  Expect(InChild(make, [&] { return InChild(make, refused); }) == 0, "a grandchild's sender", when);
  Expect(seal() == ASCON_OK && ascon_datagram_rekey(&sender) == ASCON_OK, "the parent's sender",
         when);
  Expect(ForkInStore(make, nullptr) == ASCON_OK, "a sender whose load() forks", when);
  Expect(ForkInStore(nullptr, make) == ASCON_OK, "a sender whose store() forks", when);
  Expect(ForkInStore(nullptr, make, true) == ASCON_OK, "a rekey() whose store() forks", when);
}

// The helpers of a pool are threads of the parent alone.
void CheckPool(Fork make, const char *when) {
  constexpr size_t kMessages = 4096;
  static uint8_t text[kMessages * 64], digests[kMessages * 32];
  ascon_columns columns = {};
  columns.in.data = text, columns.in.stride = columns.in.length = 64;
  columns.out.data = digests, columns.out.stride = columns.out.length = 32;
  ascon_batch_pool *pool = nullptr;
  if (ascon_batch_pool_create(&pool, 3) != ASCON_OK) return Expect(false, "setting up", when);
  const auto hash = [&] {
    return ascon_any_columns(ASCON_HASH256, ASCON_COMPUTE, &columns, kMessages, nullptr, pool);
  };
  Expect(hash() == ASCON_OK, "the parent's batch", when);
  Expect(InChild(make, [&] { return hash() == ASCON_OK ? 0 : 1; }) == 0, "a child's batch", when);
  Expect(InChild(make, [&] { return ascon_batch_pool_destroy(pool), 0; }) == 0,
         "a child that destroys the pool", when);
  ascon_batch_pool_destroy(pool);
}

void CheckAll(Fork make, const char *when) {
  CheckSource(make, when, true);
  CheckRefusals(make, when);
  CheckSender(make, when);
  CheckPool(make, when);
}

}  // namespace

int main(int argc, char **argv) {
  const std::string_view ways = argc == 2 ? argv[1] : "";
  g_page = ways == "page";
  g_handler = ways == "handler";
  if (g_page) {
    CheckAll(LibraryFork, "fork()");
    CheckAll(KernelFork, "the kernel's fork");
  } else {
    CheckSource(LibraryFork, "fork()", false);
    CheckSource(KernelFork, "the kernel's fork", false);
    if (g_handler) {
      CheckRefusals(LibraryFork, "fork()");
      CheckSender(LibraryFork, "fork()");
      CheckPool(LibraryFork, "fork()");
    } else if (ways != "neither") {
      return 2;
    }
  }
  return g_failures == 0 ? 0 : 1;
}
