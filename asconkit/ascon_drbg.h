/* A deterministic random bit generator over Ascon-CXOF128, for firmware that has little entropy and
   for programs that need very many random bytes. Others take ascon_random_bytes() of ascon.h.
   docs/constructions/random.md specifies the generator.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_ASCON_DRBG_H
#define ASCONKIT_ASCON_DRBG_H

#include "ascon.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- A deterministic random bit generator ---------------------------------------------------

   Every call replaces the state, from which nothing that was given out before can be computed. The
   generator takes fresh entropy from its source at the start, for every reseeding, after
   ASCON_DRBG_REQUESTS requests, and when its memory may have been copied. A library built with
   ASCON_EXTERN_BI does not have it.

   Copies that it notices by itself (docs/constructions/random.md has the table):
   - Linux since 4.14, FreeBSD, OpenBSD, NetBSD: every child process with a copy of the memory,
     also if it has the number of an ancestor that has ended.
   - macOS, other systems with POSIX threads: the child of fork(), likewise. A child that was made
     without the C library, if it has a different process number.
   - Linux before 4.14, sandboxes without MADV_WIPEONFORK: as macOS; and with a source, the
     generator takes fresh entropy for every request, so that no child repeats anything.
   - Windows and microcontrollers make no such copies.
   - A snapshot of a machine or process that is restored: nowhere. It is noticed if the source has
     a generation() that changes; otherwise call ascon_drbg_reseed() after each restoration.

   ASCON_ERR_RANDOM is the result if a generator may not give any output:
   - Its source failed. This is final: the state has been wiped, and every later call but
     ascon_drbg_init() returns the same.
   - It has no source, and it has served ASCON_DRBG_SEEDED_REQUESTS requests or its memory was
     copied. It goes on after ascon_drbg_reseed(). */

/** The shortest seed of a generator without a source. */
#define ASCON_DRBG_MIN_SEED_BYTES 32
/** What a source is asked for at a time. */
#define ASCON_DRBG_ENTROPY_BYTES 48
/** Requests after which a generator takes entropy from its source. Output of more than 32768 bytes
    is several requests. */
#define ASCON_DRBG_REQUESTS ((uint64_t)1 << 16)
/** Requests after which a generator without a source must be reseeded (SP 800-90A, section 10.1).
 */
#define ASCON_DRBG_SEEDED_REQUESTS ((uint64_t)1 << 48)

/** A source of entropy. */
typedef struct ascon_entropy {
  /** Writes `bytes` bytes that are unknown to any attacker: together at least 192 bits of entropy,
      in whatever distribution. Returns 0 if it cannot, anything else if it has. NULL: there is no
      source. */
  int (*fill)(void *context, uint8_t *out, size_t bytes);
  /** A number that differs whenever this memory may have been copied since the last call,
      such as a count of starts, of resumed snapshots or of forks. NULL: nobody can tell. */
  uint64_t (*generation)(void *context);
  void *context; /**< of both */
} ascon_entropy;

/** The operating system: ascon_random_bytes(), and it exists where that does. */
ASCON_API extern const ascon_entropy ascon_system_entropy;

/** A generator. Secret. Its fields are private. Do not copy it: both copies would give the same.
    Wipe it with ascon_wipe() when it is no longer used. */
typedef struct ascon_drbg {
  uint8_t state[32];
  uint8_t phase;
  ascon_entropy source;
  uint64_t requests_left;
  uint64_t process;
  uint64_t generation;
} ascon_drbg;

/** Starts a generator, whatever it held before.
    @param source such as the address of ascon_system_entropy; it is copied, its context is not.
                  NULL: none
    @param seed with a source, any string that tells this generator from others, such as a serial
                number; may be empty. Without one, all the entropy there is, at least
                ASCON_DRBG_MIN_SEED_BYTES, ASCON_ERR_RANGE otherwise */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_drbg_init(ascon_drbg *drbg,
                                                        const ascon_entropy *source,
                                                        const uint8_t *seed, size_t seed_length);
/** Adds entropy of the source, if there is one, and `seed`, which is as in ascon_drbg_init(). What
    the state had before stays in it: a bad seed does no harm.
    @return ASCON_ERR_ORDER if the generator was not started */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_drbg_reseed(ascon_drbg *drbg, const uint8_t *seed,
                                                          size_t seed_length);
/** Writes random bytes.
    @param out bytes bytes; with ASCON_ERR_RANDOM all of them are zeros, and must not be used
    @param additional enters the state before the output is made; may be empty, need not be secret
    @return ASCON_ERR_ORDER if the generator was not started */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_drbg_generate(ascon_drbg *drbg, uint8_t *out,
                                                            size_t length,
                                                            const uint8_t *additional,
                                                            size_t additional_length);

#ifdef __cplusplus
}
#endif

#endif
