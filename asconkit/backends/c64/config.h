/* Where this backend can be compiled, and how it ranks there: see docs/backends.md.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdint.h>
#define ASCON_HAVE_C64 1
#if UINTPTR_MAX > 0xffffffff
#define ASCON_C64_PREFERENCE 50
#else
#define ASCON_C64_PREFERENCE 10
#endif
