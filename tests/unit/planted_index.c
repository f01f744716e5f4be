/* An address from a word of a state. SPDX-License-Identifier: Apache-2.0 OR MIT */
#define ENGINE planted_index
#define PLANTED_INDEX 1
#include "plain_lanes.h"
