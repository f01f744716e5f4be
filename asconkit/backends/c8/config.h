/* Where this backend can be compiled, and how it ranks there: see docs/backends.md.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdint.h>
#define ASCON_HAVE_C8 1
#if UINTPTR_MAX <= 0xffff
#define ASCON_C8_PREFERENCE 60
#else
#define ASCON_C8_PREFERENCE 5
#endif
