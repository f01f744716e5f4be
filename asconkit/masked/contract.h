/* Between the modes and the masked backends: how a masked state is laid out in memory, and the
   units, the functions that compute on several shares. Modes and all that is around them are C and
   call nothing but these units on shares. c/ has them for every processor; a folder of assembly
   (backend.h chooses) has functions of the same names.

   SHARES. A masked word is the sum (XOR) of 2, 3 or 4 shares; any SHARES - 1 of them say nothing
   about it. A unit of SHARES shares is secure if no SHARES - 1 of its intermediate values do, where
   an intermediate value is also the difference of two that follow each other in a register, on a
   bus, in a latch of an operand or at a port of memory. That is the aim: docs/masked.md says for
   which units it was shown.

   THE STATE is uint32_t words[5][SHARES][2]: word w of SP 800-232, its share i, and of that

     bit-interleaved (all 32-bit backends and c)   [0] the even bits, [1] the odd ones, each rotated
                                                   right by i * MASKED_ROTATION
     bytes (8-bit backends)                        the 8 bytes of the word, lowest first

   so word w begins 2 * SHARES * w places after the first one, its share i 2 * i after that. A
   single shared word, words[SHARES][2], is laid out in the same way. Nothing outside the units
   depends on which of the two forms it is. The rotation keeps two shares of a bit from meeting in
   one place: a transition from one share to another then combines bits of different columns.
   Between any two shares it must differ from all distances within the linear layer, in halves of a
   word, modulo 32: 3, 5, 11, 14, 15, 17, 18, 21, 27, 29. 8 does, and so do its multiples. A backend
   that keeps shares apart by other means sets 0.

   GUARDS. A permutation needs randomness in its S-boxes, and backends have it in one of two ways.
   With fresh words: each round takes MASKED_ROUND_WORDS of them. With guards (MASKED_HAS_GUARDS):
   2 * (SHARES - 1) random words come after the five of the state, and each round puts others in
   their place that are as uniform as they were, if the shares of the state were uniform and
   independent of them. The permutation keeps both so; a state that is set gets fresh shares first.
   With 2 shares the guards stay for a whole message. With 3 shares they are drawn anew for each
   permutation, unless ASCON_MASKED_KEEP_GUARDS is set: docs/masked.md.

   UNITS are straight-line code, or have loops with constant counts: no branch and no address
   depends on anything but the number of shares, of rounds and of bytes, addresses, and a random
   order. Each is a global function symbol with a size, by which the laboratory finds it. A unit
   leaves no part of a share in a register or a flag when it returns; parts of shares that it leaves
   below the stack pointer, at most MASKED_STACK_BYTES, are overwritten by its callers. All pointers
   are aligned to 4. `random` is words that nobody has used before and nobody will use again: a unit
   uses each bit of them at most once, in the order that it likes.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_MASKED_CONTRACT_H
#define ASCON_MASKED_CONTRACT_H

#include "ascon_masked.h"
#include "../ascon_permutation.h"
#include "../core/platform/compiler.h"
#include "backend.h"

/* Whether the permutation on this many shares has guards, how many words they are, and whether they
   stay from one permutation to the next. */
#define MASKED_HAS_GUARDS(shares) ((shares) <= MASKED_GUARDED_SHARES)
#define MASKED_GUARD_WORDS(shares) (2 * ((shares) - 1))
#define MASKED_KEEPS_GUARDS(shares)                                                                \
  (MASKED_HAS_GUARDS(shares) && ((shares) == 2 || ASCON_MASKED_KEEP_GUARDS))

/* The words from which the random order of a permutation's columns is drawn, if that is wanted. */
#define MASKED_ORDER_WORDS(shares) ((shares) == 2 && ASCON_MASKED_SHUFFLED ? 3 : 0)

/* Random words of the units: five ANDs of 64 bits; one refreshed word; eight ANDs of 32 bits. */
#define MASKED_ROUND_WORDS(shares) (10 * MASKED_PAIRS(shares))
#define MASKED_REFRESH_WORDS(shares) (2 * MASKED_PAIRS(shares))
#define MASKED_TAG_WORDS(shares) (8 * MASKED_PAIRS(shares))

/* A round constant of 8 bits as rounds want it: in bit-interleaved ones, its four even bits, then
   its four odd ones. */
INLINED unsigned masked_even_bits(unsigned c) {
  return (c & 1u) | (c >> 1 & 2u) | (c >> 2 & 4u) | (c >> 3 & 8u);
}

INLINED unsigned masked_constant(unsigned c) {
  return MASKED_INTERLEAVED ? masked_even_bits(c) | masked_even_bits(c >> 1) << 4 : c;
}

/* ---- Units of one share, the same for all numbers of shares -------------------------------------

   Bytes enter and leave shares through these two alone. The C around them passes addresses and
   never holds a byte of a share, so that no compiler can put one share where a different one was. A
   unit sees one share, and so can combine no two: it must leave nothing of it in a register, on a
   bus or at a port, since the next call has the next share. index: which share, 0 to 3. Bytes may
   have any address. */

/* Which bytes of a word: n, 1 to 8, from its byte `skip` on, where the bytes of a word have this
   order in memory. Bits 0 to 2: the place of the first byte, 0 the lowest. Bit 3: the next bytes
   are below it, not above. Bits 4 to 7: n. */
INLINED unsigned masked_part(size_t skip, size_t n, ascon_order order) {
  const unsigned place = order == ASCON_LITTLE_ENDIAN ? (unsigned)skip : 15 - (unsigned)skip;
  return (unsigned)n << 4 | place;
}

/* These bytes of the share ^= the n bytes at `in`. */
void ascon_masked_absorb(uint32_t share[2], const uint8_t *in, unsigned part, unsigned index);

/* The n bytes at `out` ^= these bytes of the share: zeros become that share, and the sum of all
   other shares becomes their word. */
void ascon_masked_store(uint8_t *out, const uint32_t share[2], unsigned part, unsigned index);

/* ---- Units of all shares ------------------------------------------------------------------------

   The permutation of SP 800-232, section 3, on a state with its guards: an even number of rounds, 2
   to 12. Where MASKED_HAS_GUARDS says so; elsewhere a backend has the round. */
void ascon_masked_permute_2(uint32_t *words, unsigned rounds);
void ascon_masked_permute_3(uint32_t *words, unsigned rounds);

/* The same, with the columns of each round in a random order: that of round i begins where the
   lowest three bits of order[i] say, except in the last round, which puts all columns into their
   places. `other` is memory for a second state; shares are left in it. Where MASKED_SHUFFLES says
   so. */
void ascon_masked_permute_2_shuffled(uint32_t *words, unsigned rounds, const uint8_t order[12],
                                     uint32_t other[20]);

/* One round on a state. `constant` is masked_constant() of the round's.
   Random words: MASKED_ROUND_WORDS. */
typedef void ascon_masked_round(uint32_t *words, const uint32_t *random, uint32_t constant);
ascon_masked_round ascon_masked_round_2, ascon_masked_round_3, ascon_masked_round_4;

/* New shares of the same word, independent of the old ones; any shares of it will do, such as the
   word and zeros. Random words: MASKED_REFRESH_WORDS. */
typedef void ascon_masked_refresh(uint32_t *word, const uint32_t *random);
ascon_masked_refresh ascon_masked_refresh_2, ascon_masked_refresh_3, ascon_masked_refresh_4;

/* 0 if both words of `difference`, words[2][SHARES][2], are zero, 1 otherwise. The complement of
   all 128 bits goes through a tree of masked ANDs, 64, 32, 16, 8, 4, 2 and 1 of them, whose one bit
   is the only value that is unmasked. May overwrite `difference`. Random words: MASKED_TAG_WORDS.
 */
typedef uint32_t ascon_masked_tag(uint32_t *difference, const uint32_t *random);
ascon_masked_tag ascon_masked_tag_2, ascon_masked_tag_3, ascon_masked_tag_4;

/* ---- Schemes
   -------------------------------------------------------------------------------------

   The permutation by one or the other kind of unit: 12, 8 or 6 rounds on a state. Returns 0 if the
   source of the setup had no random words; the state is to be zeroized then. */
typedef int ascon_masked_permute(uint32_t *words, unsigned rounds, const ascon_masked_setup *setup);

/* By rounds, with fresh words for each: rounds.c. */
int ascon_masked_permute_by_rounds(uint32_t *words, unsigned rounds,
                                   const ascon_masked_setup *setup, ascon_masked_round *round);

/* A number of shares, and what computes on them. The public schemes are ascon_masked_scheme_2, _3
   and _4. */
struct ascon_masked_scheme {
  unsigned shares;
  ascon_masked_permute *permutation;
  ascon_masked_refresh *refresh;
  ascon_masked_tag *tag;
};

#endif
