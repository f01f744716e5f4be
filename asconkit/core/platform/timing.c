/* Arm's mode of data-independent timing: ascon_backend_set_dit() of ascon_backend.h.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../ascon_backend.h"
#include "compiler.h"

#if defined(__aarch64__) && defined(__linux__) && __STDC_HOSTED__
#include <sys/auxv.h>

enum { MAY_READ_FEATURES = 1 << 11 }; /* HWCAP_CPUID: Linux answers for the register of features */
enum { DIT_FIELD = 48 };              /* four bits of ID_AA64PFR0_EL1 */
#define DIT_BIT (UINT64_C(1) << 24)   /* in the register DIT */

/* By its number, as assemblers know the name for Armv8.4 alone. The barrier keeps what follows from
   being executed before. */
int ascon_backend_set_dit(void) {
  uint64_t features = 0;
  if (getauxval(AT_HWCAP) & MAY_READ_FEATURES) __asm__("mrs %0, id_aa64pfr0_el1" : "=r"(features));
  if ((features >> DIT_FIELD & 15) == 0) return 0;
  __asm__ __volatile__("msr s3_3_c4_c2_5, %0\n\tisb" : : "r"(DIT_BIT) : "memory");
  return 1;
}
#else
int ascon_backend_set_dit(void) { return 0; }
#endif
