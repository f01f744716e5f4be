/* The function whose calls emulators count. It has a file of its own, so that compilers cannot drop
   its calls. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "firmware.h"

void mark(void) {}
