/* The scheme of 2 shares. Each number of shares is a file of its own, so that a program has the
   units of those that it names, and no others.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../ascon_masked.h"
#include "contract.h"

_Static_assert(ASCON_MASKED_MAX_SHARES >= 2 && ASCON_MASKED_MAX_SHARES <= 4,
               "ASCON_MASKED_MAX_SHARES is 2 to 4: ascon_config.h");

const ascon_masked_scheme ascon_masked_scheme_2 = {2, ascon_masked_round_2, ascon_masked_refresh_2,
                                                   ascon_masked_tag_2};
