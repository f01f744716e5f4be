/* What programs for measuring and testing on small machines share.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_FIRMWARE_H
#define ASCONKIT_FIRMWARE_H

#include "examples/firmware/board.h"

/* Does nothing. The emulator's plugin counts what runs between two calls. */
void mark(void);

#endif
