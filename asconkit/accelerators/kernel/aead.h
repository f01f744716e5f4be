/* Ascon AEAD of one message, SP 800-232, section 4.1; Ascon v1.2, section 2.4: the steps of
   core/modes/aead.h in the same order. The permutation stands in one place of one loop, so that the
   code of a kernel is small and lanes whose messages have other lengths stay together in it.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_KERNEL_AEAD_H
#define ASCON_KERNEL_AEAD_H

#include "strings.h"

/* IV || K || N, section 4.1.1, before the permutation. The call has the IV. */
LANE_FUNCTION void lane_aead_initialize(lane_state *s, const lane_message *m, int order,
                                        int key_length) {
  xor_string(s, order, 24 - key_length, key_of(m), key_length);
  xor_string(s, order, 24, nonce_of(m), 16);
  /* section 4.2.2: a second key masks the nonce */
  if (m->call.options & OPTION_NONCE_MASK) xor_string(s, order, 24, key_of(m) + 16, 16);
}

/* A block of text, n <= rate bytes, in either direction: the ciphertext ends up in the state, by
   addition of a plaintext, or in place of those bytes that a ciphertext has. */
LANE_FUNCTION void crypt(lane_state *s, lane_cursor c, lane_block b, unsigned n, lane_word decrypt,
                         int rate, int order) {
  for (int i = 0; i < rate / 8; i++) {
    const lane_word text = b.x[i], before = in_order(s->x[i], order);
    const lane_word kept = before & ~mask_of(decrypt ? part_of(n, i) : 0);
    b.x[i] = before ^ text;
    s->x[i] = in_order(kept ^ text, order);
  }
  store_block(c.to, c.to_aligned, b, n, rate);
  if (n != (unsigned)rate) lane_pad(s, order, n, rate);
}

/* The last 16 bytes of the state are the tag, which may be truncated. A forged message leaves no
   plaintext: its bytes end at `end`. */
LANE_FUNCTION lane_byte aead_finish_tag(const lane_state *s, const lane_message *m,
                                        GLOBAL lane_byte *end, lane_word unverified, int order) {
  const unsigned tag_length = (unsigned)m->call.tag.length;
  if (m->call.options & OPTION_DECRYPT) {
    if (!differ(s->x[3], s->x[4], tag_of(m), tag_length, order)) return LANE_OK;
    lane_zeroize(end - unverified, unverified);
    return LANE_ERR_TAG;
  }
  store_tag(s, tag_of(m), tag_length, order);
  return LANE_OK;
}

/* What comes after a permutation. */
typedef enum aead_step {
  AEAD_INITIALIZED,
  AEAD_AD,
  AEAD_BEGIN_TEXT,
  AEAD_TEXT,
  AEAD_FINALIZED
} aead_step;

/* A whole message. A string ends with the block that is not whole, an empty one if need be. Where
   the strings are is read and checked when their turn comes, the text's before anything is written.
   */
LANE_FUNCTION lane_byte lane_aead_crypt(lane_state *s, const lane_message *m, int rate,
                                        int rounds_a, int rounds_b, int order, int key_length) {
  const lane_string ad = ad_of(m);
  if (!is_within(m->call.ad, ad)) return LANE_ERR_RANGE;
  aead_step step = AEAD_INITIALIZED;
  lane_word unverified = 0; /* bytes of plaintext */
  lane_cursor c = cursor_of(m->ad + ad.begin, 0, ad.length, rate);
  lane_aead_initialize(s, m, order, key_length);
  ROLLED for (;;) {
    const int outer = step == AEAD_INITIALIZED || step == AEAD_FINALIZED;
    lane_permute(s, (unsigned)(outer ? rounds_a : rounds_b));
    if (step == AEAD_FINALIZED) break;
    if (step == AEAD_INITIALIZED) {
      xor_string(s, order, 40 - key_length, key_of(m), key_length);
      step = c.left ? AEAD_AD : AEAD_BEGIN_TEXT;
    }
    if (step == AEAD_BEGIN_TEXT) {
      const lane_string in = in_of(m);
      const lane_string out = {out_of(m).begin, in.length};
      if (!is_within(m->call.in, in) || !is_within(m->call.out, out)) return LANE_ERR_RANGE;
      lane_domain_separate(s, order);
      c = cursor_of(m->in + in.begin, m->out + out.begin, in.length, rate);
      unverified = m->call.options & OPTION_DECRYPT ? in.length : 0;
      step = AEAD_TEXT;
    }
    unsigned n = block_length(c.left, rate);
    FORGET(n);
    const lane_block b = load_block(c.from, c.from_aligned, n, rate);
    if (step == AEAD_AD) absorb(s, b, n, rate, order);
    else crypt(s, c, b, n, m->call.options & OPTION_DECRYPT, rate, order);
    c.from += n, c.to += n, c.left -= n;
    if (n == (unsigned)rate) continue;
    if (step == AEAD_AD) {
      step = AEAD_BEGIN_TEXT;
    } else {
      xor_string(s, order, rate, key_of(m), key_length);
      step = AEAD_FINALIZED;
    }
  }
  xor_string(s, order, 24, key_of(m) + (key_length - 16), 16);
  return aead_finish_tag(s, m, c.to, unverified, order);
}

#endif
