/* ref's table: the modes compiled over this backend, for builds that choose one at run time.
   api/backends.h lists it, and api/dispatch.c takes the best one that is available. In builds with
   ASCON_BACKEND this file is empty: api/route.h includes backend.h.
   SPDX-License-Identifier: Apache-2.0 OR MIT */

/* Among several backends this one serves for comparison, so it is kept small. */
#if !defined(ASCON_BACKEND) && !defined(ASCON_INLINE_MODE)
#define ASCON_INLINE_MODE 0
#endif

#include "../../platform/compiler.h"
#include "config.h"

#if !ASCON_DIRECT && ASCON_HAVE_ref
#include "backend.h"
#include "../../modes/backend_functions.h"

/* For tools that count, prove or emulate the permutation. */
void ascon_ref_permute(ascon_words *words, unsigned rounds);
void ascon_ref_permute(ascon_words *words, unsigned rounds) { stored_permute(words, rounds); }

const ascon_backend ascon_backend_ref = {BACKEND_FUNCTIONS, .name = "ref", .preference = 0,
                                         .merit = "the text of the standard in C, for comparison"};
#endif
