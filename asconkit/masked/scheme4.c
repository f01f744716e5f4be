/* The scheme of 4 shares. Where contexts and keys have no room for as many, a program that names it
   is not linked.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "contract.h"

#if ASCON_MASKED_MAX_SHARES >= 4
/* By rounds. */
static int permute_4_shares(uint32_t *words, unsigned rounds, const ascon_masked_setup *setup) {
  return ascon_masked_permute_by_rounds(words, rounds, setup, ascon_masked_round_4);
}

const ascon_masked_scheme ascon_masked_scheme_4 = {4, permute_4_shares, ascon_masked_refresh_4,
                                                   ascon_masked_tag_4};
#endif
