/* A branch on a word of a state. SPDX-License-Identifier: Apache-2.0 OR MIT */
#define ENGINE planted_branch
#define PLANTED_BRANCH 1
#include "plain_lanes.h"
