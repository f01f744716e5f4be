/* Where this backend can be compiled, and how it ranks there: see docs/backends.md. It
   needs MOVW and a stack pointer of 16 bits; without MUL, the unrolled round takes 11 cycles more.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#if defined(__AVR__) && defined(__AVR_HAVE_MOVW__) && !defined(__AVR_HAVE_8BIT_SP__) &&            \
    !defined(__AVR_TINY__)
#define ASCON_HAVE_AVR 1
#else
#define ASCON_HAVE_AVR 0
#endif
/* Above c8, which takes four times as long. */
#define ASCON_AVR_PREFERENCE 70
