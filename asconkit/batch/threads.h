/* The threads of one call. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_BATCH_THREADS_H
#define ASCON_BATCH_THREADS_H

#include "work.h"

enum { ASCON_BATCH_MAX_THREADS = 256 };

/* How many processors this process may use, at least 1. */
size_t ascon_batch_processors(void);

/* Runs the engine for every worker, the first one on the calling thread, and waits for all. A
   worker whose thread cannot be created does nothing: the others take its messages. */
void ascon_batch_run_workers(batch_worker *workers, size_t count);

#endif
