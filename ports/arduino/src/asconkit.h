/* asconkit for Arduino: the library, and calls for sketches that read and write text.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_H
#define ASCONKIT_H

#include "asconkit/ascon.h"
#include "asconkit_text.h"

#endif
