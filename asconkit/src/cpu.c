/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "cpu.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <cpuid.h>

/* Leaf 7, EBX: bit 3 is BMI1, bit 8 is BMI2. */
unsigned ascon_cpu_features(void) {
  unsigned eax, ebx = 0, ecx, edx;
  const unsigned bmi = 1u << 3 | 1u << 8;
  if (!__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx)) return 0;
  return (ebx & bmi) == bmi ? ASCON_CPU_BMI : 0;
}
#else
unsigned ascon_cpu_features(void) { return 0; }
#endif
