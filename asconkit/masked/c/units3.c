/* The units of 3 shares.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#define SHARES 3
#define ROUND ascon_masked_round_3
#define REFRESH ascon_masked_refresh_3
#define TAG ascon_masked_tag_3
#include "units.h"
