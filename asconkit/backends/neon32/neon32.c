/* The modes compiled over neon32, for builds that choose a backend at run time. This object has the
   functions for contexts; the files that include this one, NAME_PART.c, have the others. In builds
   with one backend they are empty: api/route.h includes backend.h.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef PART
#define PART PART_PIECES
#endif

#include "../../platform/compiler.h"
#include "config.h"

#if !ASCON_DIRECT && ASCON_HAVE_neon32
#include "backend.h"
#define BACKEND neon32
#include "../../modes/instances.h"
#endif
