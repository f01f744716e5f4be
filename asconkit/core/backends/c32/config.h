/* Where this backend can be compiled, and how it ranks there: see docs/backends.md.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdint.h>
#define ASCON_HAVE_c32 1
/* Ahead of bi32, whose conversions pay only where rotations are cheap: a build for such a processor
   names bi32. */
#if UINTPTR_MAX == 0xffffffff
#define ASCON_C32_PREFERENCE 40
#else
#define ASCON_C32_PREFERENCE 20
#endif
#define ASCON_C32_DESCRIPTION                                                                      \
  {.name = "c32", .preference = ASCON_C32_PREFERENCE, .merit = "C for 32-bit processors"}
