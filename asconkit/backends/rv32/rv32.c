/* rv32's table: the modes compiled over this backend, for builds that choose one at run time.
   api/backends.h lists it, and api/dispatch.c takes the best one that is available. In builds with
   ASCON_BACKEND this file is empty: api/route.h includes backend.h.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../platform/compiler.h"
#include "config.h"

#if !ASCON_DIRECT && ASCON_HAVE_rv32
#include "backend.h"
#include "../../modes/backend_functions.h"

/* For tools that count, prove or emulate the permutation. */
void ascon_rv32_permute(ascon_words *words, unsigned rounds);
void ascon_rv32_permute(ascon_words *words, unsigned rounds) { stored_permute(words, rounds); }

const ascon_backend ascon_backend_rv32 = {BACKEND_FUNCTIONS, .name = "rv32",
                                          .preference = ASCON_RV32_PREFERENCE,
                                          .merit = "assembly for 32-bit RISC-V"};
#endif
