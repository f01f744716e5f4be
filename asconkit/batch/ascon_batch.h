/* Batches: many independent messages in one call, computed side by side in the lanes of vector
   registers and on the threads of a pool.
   SPDX-License-Identifier: Apache-2.0 OR MIT

   ascon_any.h describes the algorithms, the fields of a message and the checks of a call. */
#ifndef ASCONKIT_ASCON_BATCH_H
#define ASCONKIT_ASCON_BATCH_H

#include "../ascon_any.h"

ASCON_C_BEGIN

/* ---- Many messages --------------------------------------------------------------------------

   The outputs equal the outputs of ascon_any_run(), with any vector engine and number of threads.
   An output must not overlap a buffer of another message. The states of the lanes are wiped before
   a call returns. The threads of `pool` share the work; if `pool` is NULL, the calling thread works
   alone. These functions start no threads and use no heap. */

struct ascon_batch_pool;

/** Processes an array of messages. A batch is fastest if its messages have about the same length,
    and share a key or customization string at the same address.
    @param messages `count` messages; each result is written to the message's `result`.
    @return ASCON_OK if all succeeded, otherwise the result of the first message that failed. No
            result is written if `algorithm` is NULL or does not support `op`. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_any_batch(const ascon_algorithm *algorithm,
                                                        ascon_operation op, ascon_message *messages,
                                                        size_t count,
                                                        struct ascon_batch_pool *pool);

/** One field, such as the key, of all messages. The field of message i begins `start + i * stride`
    bytes after `data`, or `start + offsets[i]` bytes if `offsets` is not NULL. It has `length`
    bytes, or lengths[i] if `lengths` is not NULL. With a stride of 0 and no offsets, all messages
    share one field; this is allowed for all inputs except nonces in encryption. Offsets and lengths
    must not change during a call, and must be NULL for nonces, keys and tags of AEAD. */
typedef struct ascon_column {
  void *data; /**< may be NULL if all fields are empty. The library does not write to inputs */
  size_t start;
  size_t stride; /**< the stride of an output must be at least `length` */
  size_t length;
  const uint64_t *offsets; /**< `count` offsets, or NULL */
  const uint64_t *lengths; /**< `count` lengths, or NULL */
  size_t data_bytes; /**< size of the memory at `data`, in which all fields must be. 0: unknown */
} ascon_column;

/** Each column has one field of ascon_message, such as the key, for all messages. Zero-initialize
    this structure and fill in the columns that the algorithm uses. The length of `out` is 32 for a
    hash, the output length for XOF, CXOF, PRF and PrfShort, and not read for AEAD, where `in` has
    the same length. The length of `tag` is 16 for a MAC; your protocol fixes it for AEAD, never the
    message. The lengths of `nonce` and `key` are the algorithm's nonce_bytes and key_bytes. */
typedef struct ascon_columns {
  ascon_column out, in, tag, ad, nonce, key;
} ascon_columns;

/** Processes messages in columns on the CPU; ascon_accelerator_run() does this on an accelerator.
    @param results `count` bytes: each message's ascon_result. May be NULL if the call decrypts and
    verifies nothing, and no column has offsets or lengths: then no message fails alone.
    @return as ascon_any_batch(). The whole call fails, before it processes any message, with
            ASCON_ERR_NULL or ASCON_ERR_RANGE if a pointer or a length is invalid for all messages.
            ASCON_ERR_RANGE if a field at a fixed stride is not within data_bytes, if an output's
            stride is less than its length, or if all messages of an encryption share one nonce. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_any_columns(const ascon_algorithm *algorithm,
                                                          ascon_operation op,
                                                          const ascon_columns *columns,
                                                          size_t count, uint8_t *results,
                                                          struct ascon_batch_pool *pool);

/* ---- Pools ----------------------------------------------------------------------------------

   A pool is a set of threads that batches share. Create a pool once, pass it to all batches, and
   destroy it at the end. A small batch runs on the calling thread alone, so a pool never costs
   much. A larger batch uses as many threads as it has work for.

   - Any thread may use a pool at any time. While one call uses the pool, other calls run on their
     own thread. No call waits for another call, or for threads that wake up too late to help.
   - After a call, the threads of a pool look for work for about 50 microseconds, then sleep. All
     signals are blocked in these threads.
   - After a fork, the child process's copy of a pool does not have threads: batches run on the
     calling thread, and ascon_batch_pool_destroy() frees the memory.
   - Before a call returns, its threads have cleared secrets from their stacks and vector registers.
     The pool itself never holds secrets. */

typedef struct ascon_batch_pool ascon_batch_pool;

/** The largest number of threads in a pool. */
#define ASCON_BATCH_POOL_MAX_THREADS 256

/** Creates a pool. Its memory and its threads live until ascon_batch_pool_destroy(). No other
    function of the library uses the heap.
    @param pool set to the new pool. Set to NULL after an error, for 1 thread, and if the library
    was compiled without threads: the calling thread then works alone. Every call accepts NULL in
    place of a pool.
    @param threads number of threads, including the caller: 2 starts one new thread. 0: one thread
    for each processor that the process may use. At most ASCON_BATCH_POOL_MAX_THREADS.
    @return ASCON_OK; ASCON_ERR_NULL if `pool` is NULL; ASCON_ERR_RANGE for too many threads;
    ASCON_ERR_RESOURCES if memory or threads run out. Threads already started are stopped. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_batch_pool_create(ascon_batch_pool **pool,
                                                                unsigned threads);

/** Stops the threads and frees the pool; NULL is allowed. No other call may use the pool during
    this call. */
ASCON_API void ascon_batch_pool_destroy(ascon_batch_pool *pool);

/** Number of threads used for a large batch, including the caller. 1 for NULL. */
ASCON_API unsigned ascon_batch_pool_threads(const ascon_batch_pool *pool);

/* ---- Engines -------------------------------------------------------------------------------- */

/** Returns the name of the compiled-in vector engine with this index, such as "avx512_x16"; NULL
    past the last engine. "x1", a loop over calls for one message, is always compiled in. */
ASCON_API const char *ascon_batch_engine_at(size_t index);

/** Returns how many messages a vector engine computes at once; 0 if no engine has that name. */
ASCON_API size_t ascon_batch_engine_lanes(const char *name);

/** Returns 1 if this processor can run the vector engine; 0 if not, or for an unknown name. */
ASCON_API int ascon_batch_engine_available(const char *name);

/** Returns the name of the vector engine that a batch of `count` messages uses. */
ASCON_API const char *ascon_batch_engine_active(size_t count);

/** Makes all batches use this vector engine; NULL selects the best engine for the size of each
    batch. ASCON_ERR_BACKEND if the engine is unknown or unavailable. Any thread may call this
    function at any time, like ascon_backend_force(). The environment variable ASCON_BATCH_ENGINE
    does the same when the program starts. */
ASCON_API ascon_result ascon_batch_engine_force(const char *name);

ASCON_C_END

#endif
