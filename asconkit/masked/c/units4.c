/* The units of 4 shares.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#define SHARES 4
#define ROUND ascon_masked_round_4
#define REFRESH ascon_masked_refresh_4
#define TAG ascon_masked_tag_4
#include "units.h"
