/* Included first by the headers of batches that an engine includes. Where one of them is compiled
   by itself, by a reader's editor or a check, it gets a family of engines to be compiled with.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_ENGINES_ALONE_H
#define ASCON_ENGINES_ALONE_H

#ifndef REGISTERS /* read alone */
#define LEAST_GROUP 1
#define LEAST_PRFSHORT 1
#include "places.h"
#if ASCON_HAVE_X86_64_ENGINES
#include "avx2.h"
#elif ASCON_HAVE_AARCH64_ENGINES
#include "neon.h"
#endif
#endif

#endif
