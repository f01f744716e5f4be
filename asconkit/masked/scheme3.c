/* The scheme of 3 shares. Where contexts and keys have no room for as many, a program that names it
   is not linked.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "contract.h"

#if ASCON_MASKED_MAX_SHARES >= 3
/* With guards, which are drawn first unless they are kept; or by rounds. */
static int permute_3_shares(uint32_t *words, unsigned rounds, const ascon_masked_setup *setup) {
#if MASKED_HAS_GUARDS(3)
  uint32_t *guards = words + 2 * 3 * 5; /* after the five words */
  if (!MASKED_KEEPS_GUARDS(3) && !setup->words(setup->context, guards, MASKED_GUARD_WORDS(3)))
    return 0;
  ascon_masked_permute_3(words, rounds);
  return 1;
#else
  return ascon_masked_permute_by_rounds(words, rounds, setup, ascon_masked_round_3);
#endif
}

const ascon_masked_scheme ascon_masked_scheme_3 = {3, permute_3_shares, ascon_masked_refresh_3,
                                                   ascon_masked_tag_3};
#endif
