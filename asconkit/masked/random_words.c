/* How many random words a call takes: a caller whose source has as many never gets
   ASCON_ERR_RANDOM. ascon_masked.h says which fields of the message are read.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "checks.h"
#include "form.h"

/* Permutations of a message. */
typedef struct permutations {
  size_t a, b; /* of rounds_a and of rounds_b rounds */
} permutations;

/* AEAD: initialization and finalization; if they are on shares, those after each block of
   associated data with its padding, and after each whole block of text. */
INLINED permutations of_aead(const params *p, const ascon_message *m, int leveled) {
  if (leveled) return (permutations){2, 0};
  const size_t ad_blocks = m->ad_length ? m->ad_length / p->rate + 1 : 0;
  return (permutations){2, ad_blocks + m->length / p->rate};
}

/* The other kinds, in the order of a message: initialization unless the table has its result, the
   two strings before the message of a CXOF, whole blocks, the end of the message, blocks of output
   but one. PrfShort has one permutation. */
INLINED permutations of_sponge(const params *p, const ascon_message *m) {
  if (p->kind == ASCON_KIND_PRFSHORT) return (permutations){1, 0};
  const size_t output = output_length_of(p, m);
  size_t blocks = m->length / p->rate + (output ? (output - 1) / p->squeeze_rate : 0);
  if (p->kind == ASCON_KIND_CXOF) blocks += 1 + m->ad_length / p->rate + 1;
  return (permutations){p->initial ? 1 : 2, blocks};
}

/* Random words of a permutation; and of fresh shares of a state, with guards if they stay. */
INLINED size_t words_of_permutation(unsigned shares, unsigned rounds) {
  if (!MASKED_HAS_GUARDS(shares)) return (size_t)rounds * MASKED_ROUND_WORDS(shares);
  return MASKED_KEEPS_GUARDS(shares) ? MASKED_ORDER_WORDS(shares) : MASKED_GUARD_WORDS(shares);
}

INLINED size_t masked_words_of_state(unsigned shares) {
  return 5 * MASKED_REFRESH_WORDS(shares) +
         (MASKED_KEEPS_GUARDS(shares) ? MASKED_GUARD_WORDS(shares) : 0);
}

/* A state that is set, which gets fresh shares if there are guards, its permutations, a tag check.
   A part of a word takes as many as a whole one; a leveled state gets fresh shares of its five
   words once more. */
size_t ascon_masked_random_words(const ascon_masked_setup *setup, const ascon_algorithm *algorithm,
                                 ascon_operation op, const ascon_message *message) {
  if (!setup || !setup->scheme || !message) return 0;
  const unsigned shares = setup->scheme->shares;
  if (!algorithm)
    return (message->length / 8 + (message->length % 8 != 0)) * MASKED_REFRESH_WORDS(shares);
  if (check_operation(algorithm, op) != ASCON_OK) return 0;
  const params *p = algorithm->params;
  const int aead = algorithm->kind == ASCON_KIND_AEAD;
  if (aead && !setup->form) return 0;
  const int leveled = aead && is_leveled(setup->form);
  const permutations count = aead ? of_aead(p, message, leveled) : of_sponge(p, message);
  return (MASKED_HAS_GUARDS(shares) ? masked_words_of_state(shares) : 0) +
         (leveled ? masked_words_of_state(shares) : 0) +
         count.a * words_of_permutation(shares, p->rounds_a) +
         count.b * words_of_permutation(shares, p->rounds_b) +
         (op == ASCON_DECRYPT || op == ASCON_VERIFY ? MASKED_TAG_WORDS(shares) : 0);
}
