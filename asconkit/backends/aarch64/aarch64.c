/* The modes compiled over aarch64, for builds that choose a backend at run time. This object has
   the functions for contexts; the files that include this one, NAME_PART.c, have the others. In
   builds with one backend they are empty: api/route.h includes backend.h.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef PART
#define PART PART_PIECES
#endif

#include "../../platform/compiler.h"
#include "config.h"

#if !ASCON_DIRECT && ASCON_HAVE_aarch64
/* gcc 12 warns at -O3 about bytes of a word, wrongly. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#endif
#include "backend.h"
#define BACKEND aarch64
#include "../../modes/instances.h"
#endif
