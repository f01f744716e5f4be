/* Where this backend can be compiled, and how it ranks there: see docs/backends.md. In a build that
   names it, the compiler's target must have the instructions (-mbmi -mbmi2).
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#if defined(__x86_64__) && defined(__GNUC__) && (!defined(ASCON_BACKEND) || defined(__BMI2__))
#define ASCON_HAVE_C64_BMI 1
#else
#define ASCON_HAVE_C64_BMI 0
#endif
/* Above c64: against it, 0.82 to 0.87 of the time (Intel family 6, model 207, gcc 12). Below
   avx512vl where that is the faster one. */
#define ASCON_C64_BMI_PREFERENCE 55
