/* Secrets without a name: what compilers left on the stack and in registers. Used by the modes, the
   public calls and the batch engines; secrets.h has what is done to memory that has a name.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_STACK_H
#define ASCON_STACK_H

#include "compiler.h"
#include "secrets.h"

/* Compilers keep copies of secrets where no C code can name them: saved registers, spilled
   temporaries. They lie below the caller's frame, so every public call in which C has worked on
   secrets overwrites that part of the stack. A test searches the whole stack after every call
   (tests/unit/).

   ASCON_STACK_BYTES is how many bytes below the public function its callees use at most;
   ASCON_MESSAGE_STACK_BYTES the same for whole messages of calls that are named after an algorithm,
   where parameters are constants, unless ASCON_INLINE_MODE is 0: then one function serves all.
   Whoever includes this file says so before: the config.h or backend.h of a backend, an engine of
   batches, masked code, and other code by secrets_in_c.h. A default could be too little for what
   follows, and nobody would see it. */
#if defined(__INCLUDE_LEVEL__) && __INCLUDE_LEVEL__ == 0 /* read alone */
#define ASCON_STACK_BYTES 512
#endif
#ifndef ASCON_STACK_BYTES
#error "define ASCON_STACK_BYTES before core/platform/stack.h: how much stack the code over it uses"
#endif
#if !defined(ASCON_MESSAGE_STACK_BYTES) || !ASCON_INLINE_MODE
#undef ASCON_MESSAGE_STACK_BYTES
#define ASCON_MESSAGE_STACK_BYTES ASCON_STACK_BYTES
#endif

/* Words that cover so many bytes. The requests to valgrind are arrays in the same frames. On x86-64
   the return address of the function that clears puts what is below it 8 bytes off a multiple of
   16, to which gcc aligns arrays: an odd number of words leaves no gap. On Arm it is a multiple of
   what one instruction of zeroize_stack() clears. */
#if defined(__arm__)
#define STACK_UNIT 24
#else
#define STACK_UNIT 16
#endif
#if defined(__x86_64__)
#define STACK_WORDS_BEFORE_RETURN 1
#else
#define STACK_WORDS_BEFORE_RETURN 0
#endif
#define STACK_WORDS(bytes)                                                                         \
  (((bytes) + (ASCON_CHECK_CONSTANT_TIME ? 512 : 0) + STACK_UNIT - 1) / STACK_UNIT *               \
       (STACK_UNIT / sizeof(stack_word)) +                                                         \
   STACK_WORDS_BEFORE_RETURN)

/* zeroize_stack(): `count` words, a constant. Stores in a row where speed counts: a call of memset,
   a string instruction or a loop whose end is mispredicted costs more than all of them. */
#if defined(__GNUC__) && defined(__arm__)
/* Three registers with each instruction, of two bytes in Thumb state, which need not be saved: for
   AEAD128 of 16 bytes on Cortex-M3, profile small, 105 of 2295 instructions less than with stores
   of one word. */
typedef uint32_t stack_word;

INLINED void zeroize_stack(stack_word *words, size_t count) {
  register uint32_t r0 __asm__("r0") = 0, r2 __asm__("r2") = 0, r3 __asm__("r3") = 0;
#pragma GCC unroll 64
  for (size_t i = 0; i < count; i += 3)
    __asm__ __volatile__("stmia %0!, {r0, r2, r3}"
                         : "+l"(words)
                         : "r"(r0), "r"(r2), "r"(r3)
                         : "memory");
  /* The only other register that a call may change, and that holds no address now. */
  __asm__ __volatile__("mov r12, %0" : : "r"(r2) : "r12");
}
#elif defined(__GNUC__) && UINTPTR_MAX > 0xffff && ASCON_UNROLL_LOOPS
typedef uint64_t stack_word;

INLINED void zeroize_stack(stack_word *words, size_t count) {
#if UINTPTR_MAX > 0xffffffff
  typedef stack_word pair __attribute__((vector_size(16), aligned(8), may_alias));
#pragma GCC unroll 64
  for (size_t i = 0; i < count / 2; i++) ((pair *)words)[i] = (pair){0};
  if (count % 2) words[count - 1] = 0;
#else
#pragma GCC unroll 64
  for (size_t i = 0; i < count; i++) words[i] = 0;
#endif
  use_memory(words);
}
#elif defined(__GNUC__) && UINTPTR_MAX > 0xffff && ASCON_COMPACT
/* As a loop, for the least code; memset would need stack of its own. */
typedef uintptr_t stack_word;

INLINED void zeroize_stack(stack_word *words, size_t count) {
  for (size_t i = 0; i < count; i++) {
    words[i] = 0;
    use_memory(words);
  }
}
#else
/* All others: memset, or the loop of zeroize(). */
typedef uint8_t stack_word;

INLINED void zeroize_stack(stack_word *words, size_t count) { zeroize(words, count); }
#endif

/* ---- Registers that a called function may change ---- */

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
  /* General registers. Where gcc needs a few bytes of stack with -Os on x86, it pushes one of
     these, with the word of the state that an earlier call left in it. */
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
#endif
}

/* ---- Both, at the end of every public call ---- */

/* Overwrites the stack below its caller's frame, with an array of its own in that place, and then
   registers. Called at the end of public calls, from the same frame as the function that worked on
   secrets, so that both begin at the same place. */
OUTLINED void clear_stack(void) {
  stack_word below[STACK_WORDS(ASCON_STACK_BYTES)];
  zeroize_stack(below, STACK_WORDS(ASCON_STACK_BYTES));
  clear_registers(below);
}

/* After a whole message of a call that is named after an algorithm. */
#if ASCON_MESSAGE_STACK_BYTES == ASCON_STACK_BYTES
#define clear_stack_of_message clear_stack
#else
OUTLINED void clear_stack_of_message(void) {
  stack_word below[STACK_WORDS(ASCON_MESSAGE_STACK_BYTES)];
  zeroize_stack(below, STACK_WORDS(ASCON_MESSAGE_STACK_BYTES));
  clear_registers(below);
}
#endif

/* What a call has made in a variable of its own goes to the caller's context, when no argument is
   read any more: arguments may lie in the context. Clears vector registers too, in which compilers
   copy. */
INLINED void hand_over(void *context, void *made, size_t bytes) {
  copy_bytes((uint8_t *)context, (const uint8_t *)made, bytes);
  zeroize(made, bytes);
  clear_stack();
}

#endif
