// SPDX-License-Identifier: Apache-2.0 OR MIT
// Zeroizing, locking and random bytes; see the header.
#include "secret.hpp"

#include <cstdint>
#include <sys/mman.h>
#include <sys/resource.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <array>

#include "asconkit/ascon.h"
#include "errors.hpp"

namespace asconkit::cli {

void fill_random(Bytes bytes) {
  const ascon_result result = ascon_random_bytes(bytes.data(), bytes.size());
  if (result != ASCON_OK) fail(Exit::io, "random number generator", ascon_result_text(result));
}

void try_to_lock(void *memory, std::size_t bytes) { mlock(memory, bytes); }

namespace {

// The functions that are called after this one use the same pages of the stack.
[[gnu::noinline]] void lock_stack() {
  std::array<std::uint8_t, 32 * 1024> below{};
  try_to_lock(below.data(), below.size());
}

}  // namespace

void protect_memory() {
  rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
#ifdef PR_SET_DUMPABLE
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
  lock_stack();
}

}  // namespace asconkit::cli
