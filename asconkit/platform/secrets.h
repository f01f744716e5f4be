/* Secrets: zeroizing memory that held them, and comparing them in constant time. Used by the modes,
   the public calls and the batch engines.

     zeroize, zeroize_words      memory that has a name
     clear_stack                 what compilers left on the stack, and registers
     clear_block_frames          the same after one block or tag, in less stack
     bytes_differ                comparison in constant time

   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_SECRETS_H
#define ASCON_SECRETS_H

#include "bytes.h"
#include "registers.h"

/* What zeroize() calls; a program can set it (ascon_config.h). */
#if !defined(ASCON_MEMSET) && defined(__STDC_HOSTED__) && __STDC_HOSTED__ && defined(__GNUC__)
#define ASCON_MEMSET __builtin_memset
#endif

/* Overwrites with zeros. The memory is then used in a way that the compiler cannot see into, so the
   stores stay, although nothing reads them. With `bytes` 0, the pointer must not be NULL where this
   is memset(). The last step of the loop wraps around. */
MODULAR INLINED void zeroize(void *memory, size_t bytes) {
#if defined(__GNUC__) && defined(ASCON_MEMSET)
  ASCON_MEMSET(memory, 0, bytes);
  USE_MEMORY(memory);
#else
  volatile uint8_t *p = (volatile uint8_t *)memory;
  while (bytes--) *p++ = 0;
#endif
}

/* Compilers keep copies of secrets where no C code can name them: saved registers, spilled
   temporaries. They lie below the caller's frame, so every public call in which C has worked on
   secrets overwrites that part of the stack. A test searches the whole stack after every call
   (tests/unit/).

   ASCON_STACK_BYTES is how many bytes below the public function its callees use at most. Whoever
   includes this file says so before: a backend (state/stack.h has the rule for assembly), an engine
   of batches, masked code, and other code by secrets_in_c.h. A default could be too little for
   what follows, and nobody would see it. */
#ifndef ASCON_STACK_BYTES
#error "define ASCON_STACK_BYTES before platform/secrets.h: how much stack the code over it uses"
#endif

/* The same for clear_block_frames(). */
#ifndef ASCON_BLOCK_STACK_BYTES
#define ASCON_BLOCK_STACK_BYTES 128
#endif

/* The return address of clear_stack() puts what is below it 8 bytes off a multiple of 16, to
   which gcc aligns arrays on x86-64 whatever their type says. Without 8 bytes more, the 8 bytes
   directly below the return address would stay as they were. */
#ifdef __x86_64__
#define ASCON_RETURN_ADDRESS_BYTES 8
#else
#define ASCON_RETURN_ADDRESS_BYTES 0
#endif

/* The requests to valgrind are arrays in the same frames. */
#define ASCON_CLEARED_BYTES (ASCON_STACK_BYTES + (ASCON_CHECK_CONSTANT_TIME ? 512 : 0))

/* clear_stack() overwrites ASCON_CLEARED_BYTES below its caller's frame, with an array of its own
   in that place, and then registers. Called at the end of public calls, from the same
   frame as the function that worked on secrets, so that both begin at the same place.

   Three forms. The first one as stores in a row: a call of memset, a string instruction or a loop
   whose end is mispredicted costs more than all of them. */
#if defined(__GNUC__) && UINTPTR_MAX > 0xffff && ASCON_UNROLL_LOOPS
#if UINTPTR_MAX > 0xffffffff
typedef uint64_t ascon_chunk __attribute__((vector_size(16), aligned(8)));
#else
typedef uint64_t ascon_chunk;
#endif

OUTLINED void clear_stack(void) {
  struct {
    ascon_chunk chunks[(ASCON_CLEARED_BYTES + sizeof(ascon_chunk) - 1) / sizeof(ascon_chunk)];
#if ASCON_RETURN_ADDRESS_BYTES
    uint64_t last;
#endif
  } below;
#pragma GCC unroll 64
  for (size_t i = 0; i < sizeof below.chunks / sizeof below.chunks[0]; i++)
    below.chunks[i] = (ascon_chunk){0};
#if ASCON_RETURN_ADDRESS_BYTES
  below.last = 0;
#endif
  USE_MEMORY(&below);
  ASCON_CLEAR_REGISTERS_FROM(&below);
}
#elif defined(__GNUC__) && UINTPTR_MAX > 0xffff && ASCON_COMPACT
/* As a loop, for the least code; memset would need stack of its own. */
OUTLINED void clear_stack(void) {
  uintptr_t below[(ASCON_CLEARED_BYTES + ASCON_RETURN_ADDRESS_BYTES + sizeof(uintptr_t) - 1) /
                  sizeof(uintptr_t)];
  for (size_t i = 0; i < sizeof below / sizeof below[0]; i++) {
    below[i] = 0;
    USE_MEMORY(below);
  }
  ASCON_CLEAR_REGISTERS_FROM(below);
}
#else
/* All others: memset, or the loop of zeroize(). */
OUTLINED void clear_stack(void) {
  uint8_t below[ASCON_CLEARED_BYTES + ASCON_RETURN_ADDRESS_BYTES];
  zeroize(below, sizeof below);
  ASCON_CLEAR_REGISTERS_FROM(below);
}
#endif

#if defined(__GNUC__) && UINTPTR_MAX == 0xffffffff
/* The same for functions that work on one block or one tag. Ascon-AEAD128 then takes 224 bytes of
   stack on Cortex-M3 in the profile speed, rather than 368. tests/firmware/wipe.c finds it if this
   is too little. */
OUTLINED void clear_block_frames(void) {
  uint32_t below[(ASCON_BLOCK_STACK_BYTES + 3) / 4];
#pragma GCC unroll 64
  for (size_t i = 0; i < sizeof below / sizeof below[0]; i++) below[i] = 0;
  USE_MEMORY(below);
}
#else
INLINED void clear_block_frames(void) { clear_stack(); }
#endif

/* Some words in the caller's own frame, as stores in a row too: a state, or a state and a key.
   `memory` is aligned like one; `bytes` is a constant multiple of 8. */
INLINED void zeroize_words(void *memory, size_t bytes) {
#if defined(__GNUC__) && UINTPTR_MAX > 0xffff
  typedef uint64_t __attribute__((may_alias)) word;
  word *words = (word *)memory;
#pragma GCC unroll 8
  for (size_t i = 0; i < bytes / sizeof(word); i++) words[i] = 0;
  USE_MEMORY(memory);
#else
  zeroize(memory, bytes);
#endif
}

/* 1 if two strings have a byte in common. One that is not there has none. */
INLINED int overlap(const void *a, size_t a_bytes, const void *b, size_t b_bytes) {
  const uintptr_t from_a = (uintptr_t)a, from_b = (uintptr_t)b;
  return from_a < from_b ? from_b - from_a < a_bytes && b_bytes != 0
                         : from_a - from_b < b_bytes && a_bytes != 0;
}

/* `to` and `from` do not overlap. Out of line, so that no secret byte comes into the caller's
   frame, and clear_stack() reaches what is left. */
OUTLINED void copy_bytes(uint8_t *to, const uint8_t *from, size_t bytes) {
  for (size_t i = 0; i < bytes; i++) to[i] = from[i];
}

/* What a call has made in a variable of its own goes to the caller's context, when no argument is
   read any more: arguments may lie in the context. Clears vector registers too, in which compilers
   copy. */
INLINED void hand_over(void *context, void *made, size_t bytes) {
  copy_bytes((uint8_t *)context, (const uint8_t *)made, bytes);
  zeroize(made, bytes);
  clear_stack();
}

/* 0 if `difference`, of at most 8 bits, is 0, and 1 otherwise: the only bit of it that is public.
 */
INLINED unsigned any_difference(unsigned difference) {
  difference = (difference + 255u) >> 8;
  DECLASSIFY(&difference, sizeof difference);
  return difference;
}

/* 0 if the two strings are equal, 1 otherwise, in a time that depends on their length alone. The
   differences of all bytes are collected by OR and looked at once, at the end. Four bytes at a time
   where loops are unrolled: the halves of the word are then joined into 8 bits. */
INLINED unsigned bytes_differ(const uint8_t *a, const uint8_t *b, size_t length) {
  uint32_t difference = 0;
  size_t i = 0;
#if ASCON_UNROLL_LOOPS
  for (; length - i >= 4; i += 4)
    difference |= load32(a + i, ASCON_LITTLE_ENDIAN) ^ load32(b + i, ASCON_LITTLE_ENDIAN);
  difference = (difference | difference >> 16) & 0xffff;
  difference = (difference | difference >> 8) & 0xff;
#endif
  for (; i < length; i++) difference |= (uint32_t)(a[i] ^ b[i]);
  return any_difference((unsigned)difference);
}

#endif
