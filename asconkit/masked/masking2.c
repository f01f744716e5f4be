/* 2 shares: what the public object stands for.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../ascon_masked.h"
#include "contract.h"

#if ASCON_MASKED_MAX_SHARES >= 2
const ascon_masking ascon_masked_2 = {2, ascon_masked_round_2, ascon_masked_refresh_2,
                                      ascon_masked_tag_2};
#endif
