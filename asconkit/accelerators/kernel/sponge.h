/* Hash, XOF and CXOF of one message, SP 800-232, section 5; MAC and PRF, IACR ePrint 2021/1574,
   section 3; PrfShort, section 4: the steps of core/modes/sponge.h and core/modes/prfshort.h in the
   same order. As in aead.h, the permutation stands in one place.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_KERNEL_SPONGE_H
#define ASCON_KERNEL_SPONGE_H

#include "strings.h"

/* The next n <= rate bytes of output, written, or compared with those that the caller gave: 1 if
   they differ. */
LANE_FUNCTION int sponge_output(const lane_state *s, lane_cursor c, unsigned n, lane_word verify,
                                int rate, int order) {
  if (verify) return differ(s->x[0], s->x[1], c.to, n, order);
  squeeze(s, c, n, rate, order);
  return 0;
}

/* What comes after a permutation. */
typedef enum sponge_step {
  SPONGE_INITIALIZED,
  SPONGE_ABSORB,
  SPONGE_BEGIN_OUTPUT,
  SPONGE_OUTPUT
} sponge_step;

/* A whole message. With a key, the state of the call is IV || 0; without one it is that after the
   initialization, the customization string of a CXOF included, and needs no permutation. The
   message ends with the block that is not whole, an empty one if need be. */
LANE_FUNCTION lane_byte lane_sponge_compute(lane_state *s, const lane_message *m, int rate,
                                            int squeeze_rate, int rounds_a, int rounds_b, int order,
                                            int key_length) {
  const lane_string in = in_of(m);
  if (!is_within(m->call.in, in)) return LANE_ERR_RANGE;
  sponge_step step = SPONGE_INITIALIZED;
  int forged = 0;
  lane_cursor c = cursor_of(m->in + in.begin, 0, in.length, rate);
  if (key_length) xor_string(s, order, 8, key_of(m), key_length);
  ROLLED for (;;) {
    const int initial = step == SPONGE_INITIALIZED ? (key_length ? rounds_a : 0) : rounds_a;
    const int outer = step == SPONGE_INITIALIZED || step == SPONGE_BEGIN_OUTPUT;
    lane_permute(s, (unsigned)(outer ? initial : rounds_b));
    if (step == SPONGE_INITIALIZED) step = SPONGE_ABSORB;
    if (step == SPONGE_BEGIN_OUTPUT) {
      const lane_string out = out_of(m);
      if (!is_within(m->call.out, out)) return LANE_ERR_RANGE;
      c = cursor_of(0, m->out + out.begin, out.length, squeeze_rate);
      step = SPONGE_OUTPUT;
    }
    if (step == SPONGE_ABSORB) {
      const unsigned n = block_length(c.left, rate);
      absorb(s, load_block(c.from, c.from_aligned, n, rate), n, rate, order);
      c.from += n, c.left -= n;
      if (n == (unsigned)rate) continue;
      if (key_length) lane_domain_separate(s, order);
      step = SPONGE_BEGIN_OUTPUT;
    } else {
      const unsigned n = block_length(c.left, squeeze_rate);
      forged |= sponge_output(s, c, n, m->call.options & OPTION_VERIFY, squeeze_rate, order);
      c.to += n, c.left -= n;
      if (c.left == 0) break;
    }
  }
  return forged ? LANE_ERR_TAG : LANE_OK;
}

/* PrfShort: IV with the message's length in bits, key, and the message in the place of a nonce. A
   message of more than 16 bytes, or an output that is not 1 to 16, is refused. */
LANE_FUNCTION lane_byte lane_prfshort_compute(lane_state *s, const lane_message *m, int order) {
  const lane_string in = in_of(m), out = out_of(m);
  if (in.length > 16 || out.length < 1 || out.length > 16) return LANE_ERR_RANGE;
  if (!is_within(m->call.in, in) || !is_within(m->call.out, out)) return LANE_ERR_RANGE;
  GLOBAL const lane_byte *text = m->in + in.begin;
  s->x[0] += in.length * 8 << 48;
  xor_string(s, order, 8, key_of(m), 16);
  for (int i = 0; i < 2; i++)
    s->x[3 + i] ^= in_order(lane_load_bytes(text + 8 * i, part_of((unsigned)in.length, i)), order);
  lane_permute(s, 12);
  xor_string(s, order, 24, key_of(m), 16);
  store_tag(s, m->out + out.begin, (unsigned)out.length, order);
  return LANE_OK;
}

#endif
