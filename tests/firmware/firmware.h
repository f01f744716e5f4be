/* What programs for measuring and testing on small machines share.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "examples/firmware/board.h"

/* Does nothing. The emulator's plugin counts what runs between two calls. */
void mark(void);
