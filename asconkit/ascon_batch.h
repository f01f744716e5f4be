/* Batches: many independent messages in one call, several of them side by side in the lanes of
   vector registers, and on the threads of a pool.
   SPDX-License-Identifier: Apache-2.0 OR MIT

   ascon_any.h has the calls: ascon_any_batch() and ascon_any_columns(). This header has what they
   run on: pools of threads, and engines. */
#ifndef ASCONKIT_ASCON_BATCH_H
#define ASCONKIT_ASCON_BATCH_H

#include "ascon_any.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Pools ----------------------------------------------------------------------------------

   Threads that batches share. A program makes a pool once, gives it to its batches and destroys it
   at the end. A small batch stays on the calling thread, so that a pool never costs much; a larger
   one takes as many threads as it has work for.

   - Any thread may use a pool at any time. While a call has its threads, other calls with the same
     pool run on their own threads alone: no call waits for another call, nor for threads that wake
   up too late to help.
   - A thread of a pool looks for work for some 50 microseconds after a call and sleeps then. All
     signals are blocked in it.
   - In the child of a fork, a pool made before it has no threads: batches run on the calling
   thread, and ascon_batch_pool_destroy() frees its memory.
   - Where a call ends, its threads have cleared what they knew of secrets from their stacks and
     vector registers. The pool itself never holds any. */

typedef struct ascon_batch_pool ascon_batch_pool;

/** The most threads of a pool. */
#define ASCON_BATCH_POOL_MAX_THREADS 256

/** Creates a pool. Its memory and its threads live until ascon_batch_pool_destroy(). The only call
    of the library that uses a heap.
    @param pool set to the pool; to NULL on errors, and where the calling thread is all there is:
   for one thread, and in a library without threads. NULL is as good as a pool in all calls.
    @param threads with the calling one: 2 starts one thread. 0: one for each processor that the
    process may use. ASCON_ERR_RANGE if more than ASCON_BATCH_POOL_MAX_THREADS.
    @return ASCON_ERR_RESOURCES if the system gives no memory or not as many threads: then none is
    left behind. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_batch_pool_create(ascon_batch_pool **pool,
                                                                unsigned threads);

/** Ends the threads and waits for them; NULL is allowed. No call may use the pool meanwhile. */
ASCON_API void ascon_batch_pool_destroy(ascon_batch_pool *pool);

/** How many threads work on a large batch, with the calling one; 1 for NULL. */
ASCON_API unsigned ascon_batch_pool_threads(const ascon_batch_pool *pool);

/* ---- Engines -------------------------------------------------------------------------------- */

/** Name of the compiled-in lane engine with this index, such as "avx512_x16"; NULL past the last
    one. "x1", a loop over the single calls, is always there. */
ASCON_API const char *ascon_batch_engine_at(size_t index);

/** How many messages the engine works on at once; 0 if no engine has that name. */
ASCON_API size_t ascon_batch_engine_lanes(const char *name);

/** 1 if this processor can run the engine; 0 if not, or if no engine has that name. */
ASCON_API int ascon_batch_engine_available(const char *name);

/** Name of the engine that a batch of `count` messages uses. */
ASCON_API const char *ascon_batch_engine_active(size_t count);

/** Makes all batches use this engine; NULL: the best one for their size. ASCON_ERR_BACKEND if it is
    unknown or unavailable. May be called by any thread at any time, as ascon_backend_force(). The
   environment variable ASCON_BATCH_ENGINE does the same at start. */
ASCON_API ascon_result ascon_batch_engine_force(const char *name);

#ifdef __cplusplus
}
#endif

#endif
