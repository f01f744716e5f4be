// The pool of threads that the batches of a process share. For calls.cpp, batch.cpp and the Arrow
// calls.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <memory>

#include "asconkit/batch/ascon_batch.h"
#include "support.hpp"

namespace asconkit {

/** Keeps a pool while a call uses it; null for the calling thread alone. */
using Pool = std::shared_ptr<ascon_batch_pool>;

/** The pool for the argument `threads`; TypeError or ValueError. There is one for the process, made
   at the first use: for another number of threads, or in the child of a fork, a new one takes its
    place. If the system gives no threads, the calling one works alone. */
Pool pool_for(Length threads);

/** Ends the pool's threads when the interpreter ends. */
void end_pool_at_exit();

}  // namespace asconkit
