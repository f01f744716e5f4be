/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define ENGINE plain_x4
#include "plain_lanes.h"
