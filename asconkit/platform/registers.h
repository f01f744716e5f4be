/* Zeroizing the registers that a called function may change. Used by stack.h, at the end of every
   public call.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_REGISTERS_H
#define ASCON_REGISTERS_H

#include "compiler.h"

/* General registers. Where gcc needs a few bytes of stack with -Os on x86, it pushes one of these,
   with the word of the state that an earlier call left in it. */
INLINED void clear_general_registers(void) {
#if defined(__GNUC__) && defined(__x86_64__)
  __asm__ __volatile__(
      ".irp r, eax, ecx, edx, esi, edi, r8d, r9d, r10d, r11d\n\txorl %%\\r, %%\\r\n\t.endr"
      :
      :
      : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "cc");
#elif defined(__GNUC__) && defined(__i386__)
  __asm__ __volatile__(".irp r, eax, ecx, edx\n\txorl %%\\r, %%\\r\n\t.endr"
                       :
                       :
                       : "eax", "ecx", "edx", "cc");
#endif
}

/* How vector registers are cleared:

   ASCON_FREE_VECTORS         the numbers of those registers, for the assembler's .irp
   ASCON_FREE_VECTOR_NAMES    their names, for the compiler: the code changes them
   ASCON_CLEAR_VECTOR         the instruction that clears register \\n */
#if defined(__GNUC__) && defined(__x86_64__) && defined(__SSE2__)
#ifdef _WIN32 /* where xmm6 and above are the caller's */
#define ASCON_FREE_VECTORS "0, 1, 2, 3, 4, 5"
#define ASCON_FREE_VECTOR_NAMES "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5"
#else
#define ASCON_FREE_VECTORS "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15"
#define ASCON_FREE_VECTOR_NAMES                                                                    \
  "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10",         \
      "xmm11", "xmm12", "xmm13", "xmm14", "xmm15"
#endif
#ifdef __AVX__
#define ASCON_CLEAR_VECTOR "vpxor %%xmm\\n, %%xmm\\n, %%xmm\\n" /* the whole register */
#else
#define ASCON_CLEAR_VECTOR "pxor %%xmm\\n, %%xmm\\n"
#endif
#elif defined(__GNUC__) && defined(__aarch64__) && defined(__ARM_NEON)
/* The lower halves of v8 to v15 are the caller's. */
#define ASCON_FREE_VECTORS                                                                         \
  "0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31"
#define ASCON_FREE_VECTOR_NAMES                                                                    \
  "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v16", "v17", "v18", "v19", "v20", "v21", "v22", \
      "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31"
#define ASCON_CLEAR_VECTOR "movi v\\n\\().2d, #0"
#define ASCON_SPREAD_ZEROS                                                                         \
  "ld4r {v0.2d-v3.2d}, [%0]\n\tld4r {v4.2d-v7.2d}, [%0]\n\t"                                       \
  "ld4r {v16.2d-v19.2d}, [%0]\n\tld4r {v20.2d-v23.2d}, [%0]\n\t"                                   \
  "ld4r {v24.2d-v27.2d}, [%0]\n\tld4r {v28.2d-v31.2d}, [%0]"
#endif

/* The vector registers that a callee may change. Compilers copy through them in any backend, and
   the rest of a program may not touch them for long. */
INLINED void clear_vector_registers(void) {
#ifdef ASCON_CLEAR_VECTOR
  __asm__ __volatile__(".irp n, " ASCON_FREE_VECTORS "\n\t" ASCON_CLEAR_VECTOR "\n\t.endr"
                       :
                       :
                       : ASCON_FREE_VECTOR_NAMES);
#endif
}

/* Both kinds, at the end of a call, with 32 bytes of zeros at hand, which one instruction of
   AArch64 spreads over four registers: 72 bytes less of code. */
INLINED void clear_registers(const void *zeros) {
#ifdef ASCON_SPREAD_ZEROS
  __asm__ __volatile__(ASCON_SPREAD_ZEROS : : "r"(zeros) : ASCON_FREE_VECTOR_NAMES, "memory");
#else
  (void)zeros;
  clear_vector_registers();
  clear_general_registers();
#endif
}

#endif
