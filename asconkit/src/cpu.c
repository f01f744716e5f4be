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
#elif defined(__arm__) && defined(__linux__) && __STDC_HOSTED__
#include <sys/auxv.h>

/* Bit 12 of the kernel's word on the processor, HWCAP_NEON of a header that not every libc has. */
unsigned ascon_cpu_features(void) { return getauxval(AT_HWCAP) & 1ul << 12 ? ASCON_CPU_NEON : 0; }
#else
unsigned ascon_cpu_features(void) { return 0; }
#endif
