/* Secrets without a name: what compilers left on the stack and in registers. Used by the modes, the
   public calls and the batch engines; secrets.h has what is done to memory that has a name.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_STACK_H
#define ASCON_STACK_H

#include "registers.h"
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
#ifndef ASCON_STACK_BYTES
#error "define ASCON_STACK_BYTES before platform/stack.h: how much stack the code over it uses"
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
INLINED void clear_stack_of_message(void) { clear_stack(); }
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
