/* A deterministic random bit generator over Ascon-CXOF128, for firmware that has little entropy and
   for programs that need very many random bytes. All other programs should use ascon_random_bytes()
   of ascon.h. docs/constructions/drbg.md specifies the generator.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_ASCON_DRBG_H
#define ASCONKIT_ASCON_DRBG_H

#include "../ascon.h"

ASCON_C_BEGIN

/* ---- A deterministic random bit generator ---------------------------------------------------

   Every call replaces the state. Nobody can compute earlier output from the new state. The
   generator takes fresh entropy from its source at the start, for every reseeding, after
   ASCON_DRBG_REQUESTS requests, and if its memory may have been copied. A library built with
   ASCON_EXTERN_BI does not have this generator.

   The generator detects some copies of its memory by itself (docs/constructions/drbg.md has a
   table):
   - Linux since 4.14, FreeBSD, OpenBSD, NetBSD: every child process with a copy of the memory, even
     if the child has the process number of an ancestor that has ended.
   - macOS, other systems with POSIX threads: every child of fork(), whatever its process number. A
     child that was created without the C library is detected only if its process number differs.
   - Linux before 4.14, sandboxes without MADV_WIPEONFORK: as on macOS. If it has a source, the
     generator also takes fresh entropy for every request, so that no child repeats output.
   - Windows and microcontrollers: there is no fork(), and no child process with such a copy.
   - Restored snapshots of a machine or process: not detected on any system, unless the source has a
     generation() that changes. Otherwise, call ascon_drbg_reseed() after each restoration.

   A generator that must not give output returns ASCON_ERR_RANDOM, for one of these reasons:
   - Its source failed. This is final: the state has been wiped, and every later call but
     ascon_drbg_init() returns ASCON_ERR_RANDOM.
   - It has no source, and it has served ASCON_DRBG_SEEDED_REQUESTS requests or its memory was
     copied. The generator works again after ascon_drbg_reseed(). */

/** Minimum bytes of the seed of a generator that has no entropy source. */
#define ASCON_DRBG_MIN_SEED_BYTES 32
/** Number of bytes that the generator requests from a source at a time. */
#define ASCON_DRBG_ENTROPY_BYTES 48
/** Number of requests after which a generator takes new entropy from its source. Output of more
    than 32768 bytes counts as several requests. */
#define ASCON_DRBG_REQUESTS ((uint64_t)1 << 16)
/** Number of requests that a generator without a source serves after a seed (SP 800-90A, 10.1). */
#define ASCON_DRBG_SEEDED_REQUESTS ((uint64_t)1 << 48)

/** A source of entropy. */
typedef struct ascon_entropy {
  /** Writes `bytes` bytes that no attacker knows, with at least 192 bits of entropy in total, in
      any distribution. Returns 0 on failure, any other value on success. If it is NULL, there is no
      source. */
  int (*fill)(void *context, uint8_t *out, size_t bytes);
  /** Returns a number that changes whenever this memory may have been copied since the last call,
      such as a count of starts, of resumed snapshots or of forks. If it is NULL, such copies are
      not detected. */
  uint64_t (*generation)(void *context);
  void *context; /**< passed to fill() and generation() */
} ascon_entropy;

/** The operating system's generator as a source. Exists on systems with ascon_random_bytes(). */
ASCON_API extern const ascon_entropy ascon_system_entropy;

/** A random bit generator. Its fields are secret and private. Do not copy a generator: both copies
    would give the same output. Wipe it with ascon_wipe() when it is no longer used. */
typedef struct ascon_drbg {
  uint8_t state[32];
  uint8_t phase;
  ascon_entropy source;
  uint64_t requests_left;
  uint64_t process;
  uint64_t generation;
} ascon_drbg;

/** Starts a generator. `drbg` need not be initialized before.
    @param source the source of entropy, such as ascon_system_entropy. The call copies the
                  structure, but not the object at its `context`. NULL: no source
    @param seed with a source: any bytes that differ from the seeds of other generators, such as a
                serial number; may be empty. Without a source, the seed must contain all available
                entropy. ASCON_ERR_RANGE if it then has less than ASCON_DRBG_MIN_SEED_BYTES bytes */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_drbg_init(ascon_drbg *drbg,
                                                        const ascon_entropy *source,
                                                        const uint8_t *seed, size_t seed_length);
/** Adds `seed` (see ascon_drbg_init()) to the state, and entropy from the source if there is one.
    The state keeps its earlier entropy, so a bad seed does no harm.
    @return ASCON_ERR_ORDER if the generator was not started */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_drbg_reseed(ascon_drbg *drbg, const uint8_t *seed,
                                                          size_t seed_length);
/** Writes random bytes.
    @param out output, `length` bytes. After ASCON_ERR_RANDOM it is all zeros: do not use it
    @param additional input that is added to the state before the output is computed; may be empty,
                      need not be secret
    @return ASCON_ERR_ORDER if the generator was not started */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_drbg_generate(ascon_drbg *drbg, uint8_t *out,
                                                            size_t length,
                                                            const uint8_t *additional,
                                                            size_t additional_length);

ASCON_C_END

#endif
