/* Hash, XOF and CXOF of one message, SP 800-232, section 5; MAC and PRF, IACR ePrint 2021/1574,
   section 3; PrfShort, section 4: the steps of modes/sponge.h and modes/prfshort.h in the same
   order. As in aead.h, the permutation stands in one place.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_KERNEL_SPONGE_H
#define ASCON_KERNEL_SPONGE_H

#include "strings.h"

/* The next n <= rate bytes of output, written, or compared with those that the caller gave: 0 if
   they are equal. */
LANE_FUNCTION lane_word sponge_output(const lane_state *s, lane_cursor c, lane_word n,
                                      lane_word verify, int rate, int order) {
  if (verify) return compare(s, 0, c.to, n, order);
  squeeze(s, c.to, n, rate, order);
  return 0;
}

/* A whole message. Without a key, the state of the call is that after the initialization, the
   customization string of a CXOF included; with one it is IV || 0. The message ends with the block
   that is not whole, an empty one if need be. */
LANE_FUNCTION lane_byte sponge_compute(lane_state *s, const lane_message *m, int rate,
                                       int squeeze_rate, int rounds_a, int rounds_b, int order,
                                       int key_length) {
  int absorbing = 1, rounds = 0;
  lane_word difference = 0;
  lane_cursor c = text_of(m);
  if (key_length) {
    xor_string(s, order, 8, key_of(m), key_length);
    rounds = rounds_a;
  }
  ROLLED for (;;) {
    permute(s, (unsigned)rounds);
    rounds = rounds_b;
    if (absorbing) {
      const lane_word n = lesser(c.left, (lane_word)rate);
      absorb(s, c.from, n, rate, order);
      c.from += n, c.left -= n;
      if (n == (lane_word)rate) continue;
      if (key_length) domain_separate(s, order);
      rounds = rounds_a;
      absorbing = 0;
      c.left = out_length_of(m);
    } else {
      const lane_word n = lesser(c.left, (lane_word)squeeze_rate);
      difference |= sponge_output(s, c, n, m->call.options & OPTION_VERIFY, squeeze_rate, order);
      c.to += n, c.left -= n;
      if (c.left == 0) break;
    }
  }
  return difference ? LANE_ERR_TAG : LANE_OK;
}

/* PrfShort: IV with the message's length in bits, key, and the message in the place of a nonce. A
   message of more than 16 bytes, or an output that is not 1 to 16, is refused. */
LANE_FUNCTION lane_byte prfshort_compute(lane_state *s, const lane_message *m, int order) {
  const lane_word in_length = in_length_of(m), out_length = out_length_of(m);
  if (in_length > 16 || out_length < 1 || out_length > 16) return LANE_ERR_RANGE;
  s->x[0] += in_length * 8 << 48;
  xor_string(s, order, 8, key_of(m), 16);
  for (int i = 0; i < 2; i++)
    s->x[3 + i] ^= in_order(load_bytes(in_of(m) + 8 * i, part_of(in_length, i)), order);
  permute(s, 12);
  xor_string(s, order, 24, key_of(m), 16);
  for (int i = 0; i < 2; i++)
    store_bytes(out_of(m) + 8 * i, in_order(s->x[3 + i], order), part_of(out_length, i));
  return LANE_OK;
}

#endif
