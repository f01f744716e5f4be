/* 3 shares: what the public object stands for. Where contexts and keys have no room for as many, a
   program that names it is not linked.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../ascon_masked.h"
#include "contract.h"

#if ASCON_MASKED_MAX_SHARES >= 3
const ascon_masking ascon_masked_3 = {3, ascon_masked_round_3, ascon_masked_refresh_3,
                                      ascon_masked_tag_3};
#endif
