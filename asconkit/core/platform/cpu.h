/* What this processor can do beyond its family's base. Backends and batch engines say by these bits
   whether they are available, and how they rank.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_CPU_H
#define ASCON_CPU_H

#include "compiler.h"

enum { ASCON_CPU_NEON = 1u << 0 /* 32-bit Arm */ };
enum { ASCON_CPU_AVX2 = 1u << 1 /* x86-64, and the system saves the registers */ };
enum { ASCON_CPU_AVX512 = 1u << 2 /* x86-64: F, VL, BW, DQ, likewise */ };
enum { ASCON_CPU_SHA3 = 1u << 3 /* AArch64: eor3, rax1, xar, bcax */ };
enum { ASCON_CPU_SVE2 = 1u << 6 /* AArch64: scalable vectors with eor3, bcax, xar */ };

enum { ASCON_CPU_BMI = 1u << 5 /* x86-64: BMI1 and BMI2 */ };

/* x86-64, no instructions but a measured fact of a maker's processors: one state runs faster in
   vector registers, with AVX-512, than in general ones. */
enum { ASCON_CPU_VECTOR_FIRST = 1u << 4 };

/* x86-64, the same: an operation on 512 bits takes two cycles, as two on 256 bits do. */
enum { ASCON_CPU_HALF_VECTORS = 1u << 7 };

enum {
  ASCON_CPU_ALL = ASCON_CPU_NEON | ASCON_CPU_AVX2 | ASCON_CPU_AVX512 | ASCON_CPU_SHA3 |
                  ASCON_CPU_BMI | ASCON_CPU_VECTOR_FIRST | ASCON_CPU_SVE2 | ASCON_CPU_HALF_VECTORS
};

/* The ASCON_CPU_* bits of the running processor. */
unsigned ascon_cpu_features(void);

/* Whether all of the features that some code needs are there. */
INLINED int has_features(unsigned available, unsigned needed) {
  return (available & needed) == needed;
}

#endif
