/* Asks the processor, or the system, which instructions there are: cpu.h. Called at the first use
   by core/api/dispatch.c and batch/batch.c.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "cpu.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <cpuid.h>

enum { HAS_OSXSAVE = 1u << 27 };                              /* leaf 1, ECX */
enum { HAS_BMI = 1u << 3 | 1u << 8, HAS_AVX2 = 1u << 5 };     /* leaf 7, EBX: BMI1, BMI2 */
enum { HAS_AVX512_F_DQ_BW = 1u << 16 | 1u << 17 | 1u << 30 }; /* leaf 7, EBX */
#define HAS_AVX512_VL (1u << 31)                              /* leaf 7, EBX */
enum { SAVES_YMM = 1u << 1 | 1u << 2, SAVES_ZMM = SAVES_YMM | 7u << 5 }; /* XCR0 */

/* Vector registers that the system saves, as bits of XCR0; 0 if it does not say. */
static unsigned saved_registers(void) {
  unsigned eax, ebx, ecx, edx;
  if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx) || !(ecx & HAS_OSXSAVE)) return 0;
  __asm__ __volatile__(".byte 0x0f, 0x01, 0xd0" : "=a"(eax), "=d"(edx) : "c"(0)); /* xgetbv */
  return eax;
}

/* Intel's processors do three three-input operations and two rotations of vectors a cycle. AMD's
   general registers are ahead, as measured: see the backend for AVX-512. Those of its family 25
   that have AVX-512, Zen 4, take two cycles for an operation on 512 bits. */
static unsigned facts_of_avx512(void) {
  unsigned eax, ebx, ecx, edx;
  if (!__get_cpuid(0, &eax, &ebx, &ecx, &edx)) return 0;
  if (ebx == 0x756e6547 && edx == 0x49656e69 && ecx == 0x6c65746e) /* GenuineIntel */
    return ASCON_CPU_VECTOR_FIRST;
  if (ebx != 0x68747541 || edx != 0x69746e65 || ecx != 0x444d4163) return 0; /* AuthenticAMD */
  if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx)) return 0;
  const unsigned family = (eax >> 8 & 0xf) + (eax >> 20 & 0xff);
  return family == 25 ? ASCON_CPU_HALF_VECTORS : 0;
}

static int all_in(unsigned value, unsigned bits) { return (value & bits) == bits; }

/* Instructions on vectors count only if the system saves the registers too: without that, another
   program would change them. */
unsigned ascon_cpu_features(void) {
  unsigned eax, ebx, ecx, edx, features = 0;
  if (!__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx)) return 0;
  const unsigned saved = saved_registers();
  if (all_in(ebx, HAS_BMI)) features |= ASCON_CPU_BMI;
  if (all_in(ebx, HAS_AVX2) && all_in(saved, SAVES_YMM)) features |= ASCON_CPU_AVX2;
  if (all_in(ebx, HAS_AVX512_F_DQ_BW | HAS_AVX512_VL) && all_in(saved, SAVES_ZMM))
    features |= ASCON_CPU_AVX512 | facts_of_avx512();
  return features;
}
#elif defined(__arm__) && defined(__linux__) && __STDC_HOSTED__
#include <sys/auxv.h>

/* Bit 12 of the kernel's word on the processor, HWCAP_NEON of a header that not every libc has. */
unsigned ascon_cpu_features(void) { return getauxval(AT_HWCAP) & 1UL << 12 ? ASCON_CPU_NEON : 0; }
#elif defined(__aarch64__) && defined(__APPLE__)
/* Every one of Apple's processors that runs 64-bit macOS, and of its telephones since 2018's, has
   it; the compiler knows which are meant. */
unsigned ascon_cpu_features(void) { return ASCON_CPU_SHA3; }
#elif defined(__aarch64__) && defined(__linux__) && __STDC_HOSTED__
#include <sys/auxv.h>

/* HWCAP_SHA3 and HWCAP2_SVE2. */
unsigned ascon_cpu_features(void) {
  const unsigned sha3 = getauxval(AT_HWCAP) & 1UL << 17 ? ASCON_CPU_SHA3 : 0;
  const unsigned sve2 = getauxval(AT_HWCAP2) & 1UL << 1 ? ASCON_CPU_SVE2 : 0;
  return sha3 | sve2;
}
#else
unsigned ascon_cpu_features(void) { return 0; }
#endif
