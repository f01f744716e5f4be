/* Where this backend can be compiled, and how it ranks there: see docs/backends.md.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdint.h>
#define ASCON_HAVE_bi32 1
/* After c32: see there. */
#if UINTPTR_MAX == 0xffffffff
#define ASCON_BI32_PREFERENCE 30
#else
#define ASCON_BI32_PREFERENCE 15
#endif
#define ASCON_BI32_DESCRIPTION                                                                     \
  {.name = "bi32", .preference = ASCON_BI32_PREFERENCE, .merit = "C on even and odd bits"}
