/* The state operations of contract.h for representations that have no words: everything by
   state_bytes and state_xor_byte, which are defined before. Used by bytes8.h and by the reference.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_BYTE_BLOCKS_H
#define ASCON_BYTE_BLOCKS_H

#ifndef HAVE_STATE_BYTES /* read alone */
#include "bytes8.h"
#endif

#define HAVE_REPRESENTATION 1
#define STATE_WITHOUT_WORDS 1

/* One whole block; the permutation follows. */
INLINED void state_block(state *s, operation op, uint8_t *out, const uint8_t *in, size_t rate,
                         byte_order order) {
  state_bytes(s, op, 0, out, in, rate, order);
}

/* The last block of a string, n < rate bytes, and its padding. */
INLINED void absorb_last(state *s, const uint8_t *in, size_t n, size_t rate, byte_order order) {
  (void)rate;
  state_bytes(s, OP_ABSORB, 0, NULL, in, n, order);
  state_xor_byte(s, n, padding_byte(order), order);
}

/* The same with text. */
INLINED void crypt_last(state *s, operation op, uint8_t *out, const uint8_t *in, size_t n,
                        size_t rate, byte_order order) {
  (void)rate;
  state_bytes(s, op, 0, out, in, n, order);
  state_xor_byte(s, n, padding_byte(order), order);
}

/* The last block of output, n <= rate bytes. */
INLINED void squeeze_last(state *s, uint8_t *out, size_t n, size_t rate, byte_order order) {
  (void)rate;
  state_bytes(s, OP_SQUEEZE, 0, out, NULL, n, order);
}

#endif
