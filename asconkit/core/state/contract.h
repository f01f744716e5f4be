/* What a backend defines, as prototypes that the compiler checks: included by the modes, after
   backend.h. The types are

     state        the state while it is worked on
     held_key     the key of a call, in whatever form the representation wants it

   Common to all functions: params, operations, byte orders, numbers of rounds, lengths, offsets and
   pointers are public; the state and all data that other pointers lead to are secret: no branch and
   no address may depend on them. Data may have any address. Exactly the given bytes are read and
   written. Where there are both, `out` is `in` or disjoint from it. A string of length 0 may be
   NULL.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "alone.h"

#ifndef ASCON_CONTRACT_H
#define ASCON_CONTRACT_H

/* NOLINTBEGIN(readability-redundant-declaration): that the compiler sees each twice is the point.
 */

/* The five words, as the integers of SP 800-232, section 3.1. */
INLINED void state_set(state *s, const uint64_t words[5]);

/* Runs the last `rounds` of the 16 rounds of SP 800-232, 1 to 16. */
static void permute(state *s, unsigned rounds);

/* op with n bytes of the state, from byte `offset` on: offset + n <= 40. Byte i is in word i / 8,
   at the place that the byte order gives. */
INLINED void state_bytes(state *s, operation op, size_t offset, uint8_t *out, const uint8_t *in,
                         size_t n, byte_order order);

/* Byte `offset` ^= byte, of which one bit is set, the highest or the lowest. */
INLINED void state_xor_byte(state *s, size_t offset, uint8_t byte, byte_order order);

/* A whole string in blocks of p->rate bytes, each followed by p->rounds_b rounds, and the padding
   of the last one, which is shorter than the rate and may be empty: no permutation follows it. */
INLINED void whole_string(state *s, const params *p, operation op, uint8_t *out, const uint8_t *in,
                          size_t n);

/* The same in pieces, n > 0: from byte `offset` of a block on. They return the offset after them:
   duplex_piece(), for all operations but OP_SQUEEZE, less than the rate; squeeze_piece() at most
   p->squeeze_rate, for a block that is used up but not yet replaced. */
static size_t duplex_piece(state *s, const params *p, operation op, size_t offset, uint8_t *out,
                           const uint8_t *in, size_t n);
static size_t squeeze_piece(state *s, const params *p, size_t offset, uint8_t *out, size_t n);

/* The key in the form that xor_key() wants. */
INLINED held_key hold_key(const params *p, const uint8_t *key);
/* Bytes of the state from `offset` on ^= n bytes of that key, from byte `from` on. Of keys of 16
   bytes n is 16, and `offset` a multiple of 8. */
INLINED void xor_key(state *s, const params *p, const held_key *k, size_t offset, size_t from,
                     size_t n);

/* The tag, the last 16 bytes of the state. OP_ENCRYPT writes its first n bytes and returns 1;
   OP_DECRYPT compares them with `tag` in constant time and returns 1 if they are equal. */
INLINED int state_tag(state *s, operation op, uint8_t *tag, size_t n, byte_order order);

/* NOLINTEND(readability-redundant-declaration) */

#endif
