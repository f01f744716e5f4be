/* What a family of vector engines defines, as prototypes that the compiler checks: included at the
   end of the families' headers, so that a function that drifts does not compile. The types are

     lane_vector     one vector register
     VECTOR_LANES    64-bit words in it: the lanes, each of which works on a message of its own
     REGISTERS       how many registers a word of the state takes at most; the engine says it
     ENGINE_NEEDS    the ASCON_CPU_* bits of the processors that can run it

   Common to all functions: lengths, offsets and addresses are public, everything in registers and
   in memory that addresses lead to is secret: no branch and no address may depend on it, and no
   flag or mask may be made of it. Data may stand at any address. Exactly the given bytes are read
   and written. Addresses are numbers, one for each lane in `rows`; the data is at rows[lane] + at.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_ENGINES_CONTRACT_H
#define ASCON_ENGINES_CONTRACT_H

#define EACH_REGISTER(r, n) _Pragma("GCC unroll 4") for (int r = 0; r < (n); r++)

#include "alone.h"

/* NOLINTBEGIN(readability-redundant-declaration): that the compiler sees each twice is the point.
 */

/* ---- Words of a register --------------------------------------------------------------------- */

/* From and to memory, which is aligned to 64 bytes. */
INLINED lane_vector vector_load(const uint64_t words[VECTOR_LANES]);
INLINED void vector_store(uint64_t words[VECTOR_LANES], lane_vector x);
/* The same word in every lane. */
INLINED lane_vector vector_set(uint64_t word);
INLINED lane_vector vector_xor(lane_vector a, lane_vector b);
/* Bits of a where those of the mask are set, else of b. */
INLINED lane_vector vector_where(lane_vector mask, lane_vector a, lane_vector b);

/* ---- The permutation: SP 800-232, section 3 -------------------------------------------------- */

/* Of n registers of each of the five words. rounds.h has it for vectors of a fixed length. */
INLINED void lanes_permute(lane_vector s[REGISTERS][5], unsigned rounds, int n);

/* ---- Data: rows of bytes to words of lanes, and back ---------------------------------------- */

/* 16 bytes of each row, as two words. All are read before anything is written. */
INLINED void vector_read_pair(lane_vector d[2], const uintptr_t rows[VECTOR_LANES], size_t at,
                              byte_order order);
INLINED void vector_write_pair(const uintptr_t rows[VECTOR_LANES], size_t at,
                               const lane_vector d[2], byte_order order);
/* 8 bytes of each row. */
INLINED lane_vector vector_read_word(const uintptr_t rows[VECTOR_LANES], size_t at,
                                     byte_order order);

/* ---- Strings shorter than 64 bytes, in a time that does not depend on the length ------------ */
/* Lengths are public, but where they vary from message to message, branches on them are
   mispredicted. */

/* n < 64 bytes. */
INLINED void copy_short(uint8_t *to, const uint8_t *from, size_t n);
/* n < 64 bytes, then the byte, then zeros: 64 bytes of output. `row` may be `from`. */
INLINED void pad_short(uint8_t row[64], const uint8_t *from, size_t n, uint8_t byte);

/* ---- The engine ----------------------------------------------------------------------------- */

/* Zeroizes all vector registers that the engine uses, at the end of a batch. */
INLINED void clear_vectors(void);

/* NOLINTEND(readability-redundant-declaration) */

#endif
