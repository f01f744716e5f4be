/* neon32's table: the modes compiled over this backend, for builds that choose one at run time.
   api/backends.h lists it, and api/dispatch.c takes the best one that is available. In builds with
   ASCON_BACKEND this file is empty: api/route.h includes backend.h.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../platform/compiler.h"
#include "config.h"

#if !ASCON_DIRECT && ASCON_HAVE_neon32
#include "backend.h"
#include "../../modes/backend_functions.h"

/* Where the compiler may use NEON everywhere, nobody needs to ask. */
#if defined(__ARM_NEON) || defined(__ARM_NEON__)
enum { NEEDS = 0 };
#else
enum { NEEDS = ASCON_CPU_NEON };
#endif

/* For tools that count, prove or emulate the permutation. */
void ascon_neon32_permute(ascon_words *words, unsigned rounds);
void ascon_neon32_permute(ascon_words *words, unsigned rounds) { stored_permute(words, rounds); }

const ascon_backend ascon_backend_neon32 = {BACKEND_FUNCTIONS, .name = "neon32", .needs = NEEDS,
                                            .preference = ASCON_NEON32_PREFERENCE,
                                            .merit = "assembly for 32-bit Arm with NEON"};
#endif
