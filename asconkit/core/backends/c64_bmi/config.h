/* Where this backend can be compiled, and how it ranks there: see docs/backends.md. In a build with
   one backend, the compiler's target must have the instructions (-mbmi -mbmi2).
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../../ascon_config.h"

#if defined(__x86_64__) && defined(__GNUC__) &&                                                    \
    (defined(__BMI2__) || (ASCON_HAS_SYSTEM && !defined(ASCON_BACKEND)))
#define ASCON_HAVE_c64_bmi 1
#else
#define ASCON_HAVE_c64_bmi 0
#endif
/* Above c64: AEAD128 takes 0.79 to 0.95 of the time of c64, the less the shorter
   the message (Intel family 6 model 207, gcc 12). Below
   avx512vl where that is the faster one. */
#define ASCON_C64_BMI_PREFERENCE 55
#define ASCON_C64_BMI_DESCRIPTION                                                                  \
  {.name = "c64_bmi",                                                                              \
   .needs = ASCON_CPU_BMI,                                                                         \
   .preference = ASCON_C64_BMI_PREFERENCE,                                                         \
   .merit = "the fastest C as measured on x86-64 with BMI"}
