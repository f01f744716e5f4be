/* The engine plain_x4: four lanes in plain C, for batch_with_plain.c. plain_lanes.h has its code.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#define ENGINE plain_x4
#include "plain_lanes.h"
