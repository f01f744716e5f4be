/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_ENGINES_VZEROALL_H
#define ASCON_ENGINES_VZEROALL_H

#include "../../core/platform/compiler.h"

/* The first sixteen vector registers at their full width. Windows' calls preserve some of them,
   which the compiler sees to. */
INLINED void clear_sixteen_registers(void) {
  __asm__ __volatile__("vzeroall" ::
                           : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8",
                             "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
}

#endif
