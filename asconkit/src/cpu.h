/* What this processor can do beyond its family's base. SPDX-License-Identifier: Apache-2.0 OR MIT
 */
#ifndef ASCON_CPU_H
#define ASCON_CPU_H

enum { ASCON_CPU_BMI = 1u << 0 /* x86-64: BMI1 and BMI2 */ };
enum { ASCON_CPU_NEON = 1u << 1 /* 32-bit Arm */ };
enum { ASCON_CPU_ALL = ASCON_CPU_BMI | ASCON_CPU_NEON };

/* The ASCON_CPU_* bits of the running processor. */
unsigned ascon_cpu_features(void);

#endif
