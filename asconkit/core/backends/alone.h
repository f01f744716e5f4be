/* For headers of state/ and modes/ that are compiled by themselves, by a reader's editor or a
   check, rather than after a backend's backend.h: the backend that they then see.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_ALONE_H
#define ASCON_ALONE_H

#include "c64/backend.h"

#endif
