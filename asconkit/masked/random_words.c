/* How many random words a call takes: a caller whose source has as many never gets
   ASCON_ERR_RANDOM. ascon_masked.h says which fields of the message are read.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "checks.h"
#include "form.h"

/* Rounds of AEAD: initialization and finalization; if they are on shares, the permutations after
   each block of associated data with its padding, and after each whole block of text. */
INLINED size_t rounds_of_aead(const params *p, const ascon_message *m, int leveled) {
  const size_t ends = (size_t)2 * p->rounds_a;
  if (leveled) return ends;
  const size_t blocks = (m->ad_length ? m->ad_length / p->rate + 1 : 0) + m->length / p->rate;
  return ends + blocks * p->rounds_b;
}

/* Rounds of the other kinds, in the order of a message: initialization unless the table has its
   result, the two strings before the message of a CXOF, whole blocks, the end of the message,
   blocks of output but one. PrfShort has one permutation. */
INLINED size_t rounds_of_sponge(const params *p, const ascon_message *m) {
  if (p->kind == ASCON_KIND_PRFSHORT) return p->rounds_a;
  const size_t output = output_length_of(p, m);
  size_t blocks = m->length / p->rate + (output ? (output - 1) / p->squeeze_rate : 0);
  if (p->kind == ASCON_KIND_CXOF) blocks += 1 + m->ad_length / p->rate + 1;
  return (p->initial ? 1u : 2u) * p->rounds_a + blocks * p->rounds_b;
}

/* Words of a permutation's rounds, of fresh shares, of a tag check. A part of a word takes as many
   as a whole one; a leveled state gets fresh shares of its five words once. */
size_t ascon_masked_random_words(const ascon_masked_setup *setup, const ascon_algorithm *algorithm,
                                 ascon_operation op, const ascon_message *message) {
  if (!setup || !setup->scheme || !message) return 0;
  const unsigned shares = setup->scheme->shares;
  if (!algorithm)
    return (message->length / 8 + (message->length % 8 != 0)) * MASKED_REFRESH_WORDS(shares);
  if (check_operation(algorithm, op) != ASCON_OK) return 0;
  const int aead = algorithm->kind == ASCON_KIND_AEAD;
  if (aead && !setup->form) return 0;
  const int leveled = aead && is_leveled(setup->form);
  const size_t rounds = aead ? rounds_of_aead(algorithm->params, message, leveled)
                             : rounds_of_sponge(algorithm->params, message);
  return rounds * MASKED_ROUND_WORDS(shares) + (leveled ? 5 * MASKED_REFRESH_WORDS(shares) : 0) +
         (op == ASCON_DECRYPT || op == ASCON_VERIFY ? MASKED_TAG_WORDS(shares) : 0);
}
