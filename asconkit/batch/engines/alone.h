/* For headers that are compiled by themselves, by a reader's editor or a check, rather than by an
   engine: the family of engines that they then see. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_ENGINES_ALONE_H
#define ASCON_ENGINES_ALONE_H

#include "places.h"

#if ASCON_HAVE_X86_64_ENGINES
#include "avx2.h"
#elif ASCON_HAVE_AARCH64_ENGINES
#include "neon.h"
#endif

#endif
