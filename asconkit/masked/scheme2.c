/* The scheme of 2 shares. Each number of shares is a file of its own, so that a program has the
   units of those that it names, and no others.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../core/platform/secrets.h"
#include "contract.h"

_Static_assert(ASCON_MASKED_MAX_SHARES >= 2 && ASCON_MASKED_MAX_SHARES <= 4,
               "ASCON_MASKED_MAX_SHARES is 2 to 4: ascon_config.h");

#if ASCON_MASKED_SHUFFLED && !MASKED_SHUFFLES
#error "ASCON_MASKED_SHUFFLED: this backend has no masked permutation in a random order"
#endif

/* With guards, in a random order if that is wanted, or by rounds. */
static int permute_2_shares(uint32_t *words, unsigned rounds, const ascon_masked_setup *setup) {
#if ASCON_MASKED_SHUFFLED
  uint32_t order[MASKED_ORDER_WORDS(2)], other[2 * 2 * 5];
  if (!setup->words(setup->context, order, MASKED_ORDER_WORDS(2))) return 0;
  ascon_masked_permute_2_shuffled(words, rounds, (const uint8_t *)order, other);
  zeroize(order, sizeof order);
  zeroize(other, sizeof other);
  return 1;
#elif MASKED_HAS_GUARDS(2)
  (void)setup;
  ascon_masked_permute_2(words, rounds);
  return 1;
#else
  return ascon_masked_permute_by_rounds(words, rounds, setup, ascon_masked_round_2);
#endif
}

const ascon_masked_scheme ascon_masked_scheme_2 = {2, permute_2_shares, ascon_masked_refresh_2,
                                                   ascon_masked_tag_2};
