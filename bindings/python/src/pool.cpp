// The pool of the process; see the header.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "pool.hpp"

#include <algorithm>

namespace asconkit {

namespace {

struct Kept {
  nb::ft_mutex lock;  // in interpreters without their own
  Pool pool;
  unsigned threads = 1;
  unsigned forks = 0;
};

/** Never destroyed: threads that outlive the interpreter may be in a call. */
Kept &kept() {
  static Kept *one = new Kept;
  return *one;
}

/** Calls that use the old pool go on: the last of them ends its threads. */
Pool make(unsigned threads) {
  ascon_batch_pool *made = nullptr;
  if (ascon_batch_pool_create(&made, threads) != ASCON_OK || made == nullptr) {
    return nullptr;
  }
  return Pool(made, ascon_batch_pool_destroy);
}

void end_pool() {
  Kept &k = kept();
  const nb::ft_lock_guard guard(k.lock);
  k.pool.reset();
  k.threads = 1;
}

}  // namespace

Pool pool_for(Length threads_in) {
  const auto threads = static_cast<unsigned>(
      std::min<size_t>(number(threads_in, "threads"), ASCON_BATCH_POOL_MAX_THREADS));
  if (threads == 1) {
    return nullptr;
  }
  Kept &k = kept();
  const nb::ft_lock_guard guard(k.lock);
  if (k.threads != threads || k.forks != forks()) {
    k.pool = make(threads);
    k.threads = threads;
    k.forks = forks();
  }
  return k.pool;
}

void end_pool_at_exit() {
  nb::module_::import_("atexit").attr("register")(nb::cpp_function(end_pool));
}

}  // namespace asconkit
