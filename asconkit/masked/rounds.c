/* The permutation on shares by rounds that take fresh random words, for backends without guards:
   contract.h. Called by scheme2.c, scheme3.c and scheme4.c.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "state.h"

/* The words of one round at a time: those of all would be 2880 bytes of stack with four shares.
   They are zeroized: who knows them can take the shares of this call apart. */
MODULAR int ascon_masked_permute_by_rounds(uint32_t *words, unsigned rounds,
                                           const ascon_masked_setup *setup,
                                           ascon_masked_round *round) {
  uint32_t random[MASKED_ROUND_WORDS(ASCON_MASKED_MAX_SHARES)];
  unsigned left = rounds;
  for (; left != 0; left--) {
    if (!setup->words(setup->context, random, MASKED_ROUND_WORDS(setup->scheme->shares))) break;
    round(words, random, masked_constant(ASCON_ROUND_CONSTANT(left)));
  }
  zeroize(random, sizeof random);
  return left == 0;
}
