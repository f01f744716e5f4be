/* The units of 2 shares.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#define SHARES 2
#define ROUND ascon_masked_round_2
#define REFRESH ascon_masked_refresh_2
#define TAG ascon_masked_tag_2
#include "units.h"
