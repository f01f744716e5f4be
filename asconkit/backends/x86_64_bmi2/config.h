/* Where this backend can be compiled, and how it ranks there: see docs/adding-a-backend.md.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(ASCON_BACKEND_DISABLE_ASM)
#define ASCON_HAVE_X86_64_BMI2 1
#else
#define ASCON_HAVE_X86_64_BMI2 0
#endif
/* Below c64, whose block loops keep the state in registers: 2 to 3 % faster. */
#define ASCON_X86_64_BMI2_PREFERENCE 45
