/* avx512vl's table: the modes compiled over this backend, for builds that choose one at run time.
   api/backends.h lists it, and api/dispatch.c takes the best one that is available. In builds with
   ASCON_BACKEND this file is empty: api/route.h includes backend.h.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../platform/compiler.h"
#include "config.h"

#if !ASCON_DIRECT && ASCON_HAVE_avx512vl
#include "backend.h"
#include "../../modes/backend_functions.h"

/* For tools that count, prove or emulate the permutation. */
void ascon_avx512vl_permute(ascon_words *words, unsigned rounds);
void ascon_avx512vl_permute(ascon_words *words, unsigned rounds) { stored_permute(words, rounds); }

/* Emulated in C, it runs everywhere. */
const ascon_backend ascon_backend_avx512vl = {
    BACKEND_FUNCTIONS,
    .name = "avx512vl",
    .needs = ASCON_AVX512VL_EMULATED ? 0 : ASCON_CPU_AVX512,
    .first_with = ASCON_CPU_VECTOR_FIRST,
    .preference = ASCON_AVX512VL_PREFERENCE,
    .merit = "the fastest as measured on Intel with AVX-512: a word in each vector register"};
#endif
