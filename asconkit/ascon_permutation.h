/* The permutation, for building your own mode: SP 800-232, section 3.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_ASCON_PERMUTATION_H
#define ASCONKIT_ASCON_PERMUTATION_H

#include "ascon.h"

ASCON_C_BEGIN

/* ---- The permutation ---------------------------------------------------------------------- */

/** Byte order of a 64-bit word: little-endian in SP 800-232 and Ascon v1.3, big-endian in v1.2. */
typedef enum ascon_order { ASCON_LITTLE_ENDIAN, ASCON_BIG_ENDIAN } ascon_order;

/** Sets the five words of the state (the integers of SP 800-232, section 3.1). If `words` is NULL,
    sets them to 0. Later calls on this state use the backend that is active during this call. */
ASCON_API ascon_result ascon_permutation_init(ascon_state *state, const uint64_t words[5]);

/** Applies Ascon-p[rounds], the last `rounds` of the 16 rounds of SP 800-232, section 3.
    @param rounds 1 to 16, public; ASCON_ERR_RANGE otherwise.
    @return ASCON_ERR_ORDER for a zero-filled state that ascon_permutation_init() has not set. A
    library with one backend cannot detect such a state. */
ASCON_API ascon_result ascon_permutation_apply(ascon_state *state, unsigned rounds);

/** XORs `length` bytes into the state, starting at byte `offset`; offset + length is at most 40,
    ASCON_ERR_RANGE otherwise. Byte i is part of word i / 8, at the position that `order` gives. */
ASCON_API ascon_result ascon_permutation_xor(ascon_state *state, ascon_order order, size_t offset,
                                             const uint8_t *in, size_t length);

/** Reads `length` bytes of the state, starting at byte `offset`; the same limits apply as in
    ascon_permutation_xor(). */
ASCON_API ascon_result ascon_permutation_get(const ascon_state *state, ascon_order order,
                                             size_t offset, uint8_t *out, size_t length);

/* ---- Bit-interleaved words ------------------------------------------------------------------ */

/** Replaces every 8-byte word by its even bits and its odd bits, for programs that exchange data
    with a device built with ASCON_EXTERN_BI. Interleave every input of such a device (key, nonce,
    data) with this function, and deinterleave every output with ascon_permutation_deinterleave().
    The deinterleaved outputs are then the algorithm's outputs. `order` is the algorithm's byte
    order: ASCON_LITTLE_ENDIAN for SP 800-232 and v1.3, ASCON_BIG_ENDIAN for v1.2. `out` may be
    equal to `in`; either pointer may be NULL if `length` is 0.
    @param length a multiple of 8, ASCON_ERR_RANGE otherwise */
ASCON_API ascon_result ascon_permutation_interleave(uint8_t *out, const uint8_t *in, size_t length,
                                                    ascon_order order);
/** Reverses ascon_permutation_interleave(). */
ASCON_API ascon_result ascon_permutation_deinterleave(uint8_t *out, const uint8_t *in,
                                                      size_t length, ascon_order order);

ASCON_C_END

#endif
