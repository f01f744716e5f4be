/* Batches: many independent messages in one call, several of them side by side in the lanes of
   vector registers, and on the threads of a pool.
   SPDX-License-Identifier: Apache-2.0 OR MIT

   For each message the conventions of ascon.h hold. In addition:
   - Results are the same bytes as those of the single calls, whatever the engine and the pool.
   - Two shapes: jobs, each with its own pointers and lengths; and columns, in which the data of
     message i is at base + i * stride and all lengths are equal. A stride of 0 means one value
     for all messages; it is allowed for keys and inputs but not for outputs. The stride of an
     output must be at least its length, and in encryption the nonce's stride must not be 0:
     ASCON_ERR_RANGE otherwise.
   - An output may be the same as the input of its own message, and must not overlap anything of
     another message.
   - Every message has its own result. A malformed one gets an error and its outputs are not
     written; one with a wrong tag gets ASCON_ERR_TAG and zeros; the others are not affected.
   - The call returns ASCON_OK if all messages succeeded, otherwise the result of the first one
     that did not. An error of the call itself (ASCON_ERR_ALGORITHM; ASCON_ERR_NULL for missing
     jobs, columns or results; ASCON_ERR_RANGE for a length or stride of the whole batch) is
     returned before anything is written.
   - `pool`: threads that share the work; NULL: the calling thread does it alone. Calls start no
     threads and use no heap.
   - The lanes' states are wiped before the call returns. */
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

/* ---- Authenticated encryption -------------------------------------------------------------- */

/** One message of ascon_batch_encrypt() or ascon_batch_decrypt(). */
typedef struct ascon_aead_job {
  uint8_t *out;      /**< text_bytes bytes; may be equal to `in` */
  const uint8_t *in; /**< plaintext or ciphertext */
  size_t text_bytes;
  uint8_t *tag; /**< tag_bytes bytes; decryption only reads them */
  const uint8_t *ad;
  size_t ad_bytes;
  const uint8_t *nonce;
  const uint8_t *key;  /**< NULL: the key of the call */
  ascon_result result; /**< written by the call */
} ascon_aead_job;

/** ascon_any_aead_encrypt() of every job.
    @param key for the jobs whose own key is NULL; may be NULL if there are no such jobs. */
ASCON_API ascon_result ascon_batch_encrypt(const ascon_algorithm *algorithm, ascon_aead_job *jobs,
                                           size_t count, size_t tag_bytes, const uint8_t *key,
                                           ascon_batch_pool *pool);

/** ascon_any_aead_decrypt() of every job.
    @param tag_bytes fixed by your protocol, never the length that arrived. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_batch_decrypt(const ascon_algorithm *algorithm,
                                                            ascon_aead_job *jobs, size_t count,
                                                            size_t tag_bytes, const uint8_t *key,
                                                            ascon_batch_pool *pool);

/** Messages of equal lengths; strides in bytes. */
typedef struct ascon_aead_columns {
  uint8_t *out;
  size_t out_stride;
  const uint8_t *in;
  size_t in_stride;
  size_t text_bytes;
  uint8_t *tag; /**< decryption only reads it */
  size_t tag_stride;
  size_t tag_bytes; /**< fixed by your protocol, never the length that arrived */
  const uint8_t *ad;
  size_t ad_stride;
  size_t ad_bytes;
  const uint8_t *nonce;
  size_t nonce_stride;
  const uint8_t *key;
  size_t key_stride; /**< 0: one key for all */
} ascon_aead_columns;

/** ascon_any_aead_encrypt() of `count` messages.
    @param results `count` bytes, each an ascon_result; may be NULL. */
ASCON_API ascon_result ascon_batch_encrypt_columns(const ascon_algorithm *algorithm,
                                                   const ascon_aead_columns *columns, size_t count,
                                                   uint8_t *results, ascon_batch_pool *pool);

/** ascon_any_aead_decrypt() of `count` messages.
    @param results `count` bytes, each an ascon_result; not NULL, as each message is verified by
   itself. */
ASCON_MUST_CHECK ASCON_API ascon_result
ascon_batch_decrypt_columns(const ascon_algorithm *algorithm, const ascon_aead_columns *columns,
                            size_t count, uint8_t *results, ascon_batch_pool *pool);

/* ---- Hashes, XOFs, MACs and PRFs ------------------------------------------------------------- */

/** One message of the calls below. */
typedef struct ascon_sponge_job {
  uint8_t *out;     /**< out_bytes bytes; verification only reads them */
  size_t out_bytes; /**< 32 for hashes, 16 for MACs, otherwise as the single call allows */
  const uint8_t *in;
  size_t bytes;
  const uint8_t *key;  /**< MAC, PRF, PrfShort: NULL for the key of the call; others ignore it */
  ascon_result result; /**< written by the call */
} ascon_sponge_job;

/** Messages and outputs of equal lengths; strides in bytes. */
typedef struct ascon_sponge_columns {
  uint8_t *out;
  size_t out_stride;
  size_t out_bytes;
  const uint8_t *in;
  size_t in_stride;
  size_t bytes;
  const uint8_t *key; /**< MAC, PRF, PrfShort */
  size_t key_stride;  /**< 0: one key for all */
} ascon_sponge_columns;

/** ascon_any_hash() of every job. */
ASCON_API ascon_result ascon_batch_hash(const ascon_algorithm *algorithm, ascon_sponge_job *jobs,
                                        size_t count, ascon_batch_pool *pool);
/** ascon_any_xof() of every job; each may have another number of output bytes. */
ASCON_API ascon_result ascon_batch_xof(const ascon_algorithm *algorithm, ascon_sponge_job *jobs,
                                       size_t count, ascon_batch_pool *pool);
/** ascon_any_cxof() of every job, with one customization string for all. */
ASCON_API ascon_result ascon_batch_cxof(const ascon_algorithm *algorithm, ascon_sponge_job *jobs,
                                        size_t count, const uint8_t *customization,
                                        size_t customization_bytes, ascon_batch_pool *pool);
/** ascon_any_mac() of every job. */
ASCON_API ascon_result ascon_batch_mac(const ascon_algorithm *algorithm, ascon_sponge_job *jobs,
                                       size_t count, const uint8_t *key, ascon_batch_pool *pool);
/** ascon_any_mac_verify() of every job: `out` holds the tag to check and is not written. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_batch_mac_verify(const ascon_algorithm *algorithm,
                                                               ascon_sponge_job *jobs, size_t count,
                                                               const uint8_t *key,
                                                               ascon_batch_pool *pool);
/** ascon_any_prf() of every job; each may have another number of output bytes. */
ASCON_API ascon_result ascon_batch_prf(const ascon_algorithm *algorithm, ascon_sponge_job *jobs,
                                       size_t count, const uint8_t *key, ascon_batch_pool *pool);
/** ascon_any_prfshort() of every job. */
ASCON_API ascon_result ascon_batch_prfshort(const ascon_algorithm *algorithm,
                                            ascon_sponge_job *jobs, size_t count,
                                            const uint8_t *key, ascon_batch_pool *pool);

/** The same for columns. `results` has `count` bytes, each an ascon_result; it may be NULL except
    for verification. */
ASCON_API ascon_result ascon_batch_hash_columns(const ascon_algorithm *algorithm,
                                                const ascon_sponge_columns *columns, size_t count,
                                                uint8_t *results, ascon_batch_pool *pool);
ASCON_API ascon_result ascon_batch_xof_columns(const ascon_algorithm *algorithm,
                                               const ascon_sponge_columns *columns, size_t count,
                                               uint8_t *results, ascon_batch_pool *pool);
ASCON_API ascon_result ascon_batch_cxof_columns(const ascon_algorithm *algorithm,
                                                const ascon_sponge_columns *columns, size_t count,
                                                uint8_t *results, const uint8_t *customization,
                                                size_t customization_bytes, ascon_batch_pool *pool);
ASCON_API ascon_result ascon_batch_mac_columns(const ascon_algorithm *algorithm,
                                               const ascon_sponge_columns *columns, size_t count,
                                               uint8_t *results, ascon_batch_pool *pool);
ASCON_MUST_CHECK ASCON_API ascon_result ascon_batch_mac_verify_columns(
    const ascon_algorithm *algorithm, const ascon_sponge_columns *columns, size_t count,
    uint8_t *results, ascon_batch_pool *pool);
ASCON_API ascon_result ascon_batch_prf_columns(const ascon_algorithm *algorithm,
                                               const ascon_sponge_columns *columns, size_t count,
                                               uint8_t *results, ascon_batch_pool *pool);
ASCON_API ascon_result ascon_batch_prfshort_columns(const ascon_algorithm *algorithm,
                                                    const ascon_sponge_columns *columns,
                                                    size_t count, uint8_t *results,
                                                    ascon_batch_pool *pool);

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
