/* What the compiler and the processor are told and asked. With platform/, backends/ and
   batch/engines/, the only place that asks. Every other header of the library includes this one.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_COMPILER_H
#define ASCON_COMPILER_H

#include "../../ascon_base.h"
#include "../../ascon_config.h"
#if ASCON_CHECK_CONSTANT_TIME
#include <valgrind/memcheck.h>
#endif
#if ASCON_SELF_TEST_AT_START
/* With any file of the library, a program gets the one that tests at the start: the module
   self_test. */
ASCON_API int ascon_self_test(void);
static int (*const tested_at_start)(void) __attribute__((used)) = ascon_self_test;
#endif

/* ---- Functions and optimisation -------------------------------------------------------------- */

#if defined(__GNUC__)
/* A function that is always inlined, so that constant parameters reach it. Without optimisation,
   inlined code would be large and slow to compile, for nothing. */
#ifdef __OPTIMIZE__
#define INLINED static inline __attribute__((always_inline, unused))
#else
#define INLINED static inline __attribute__((unused))
#endif
/* A function with a frame of its own, which clear_stack() reaches when its caller calls that. */
#define OUTLINED static __attribute__((noinline, unused))
#define UNUSED __attribute__((unused))
/* On a variable that several files of the library share: no program sees it, and no table of a
   shared library is between. */
#if defined(__ELF__)
#define OF_LIBRARY __attribute__((visibility("hidden")))
#else
#define OF_LIBRARY
#endif
/* Tells the compiler what the callers guarantee. */
#define ASSUME(condition) ((condition) ? (void)0 : __builtin_unreachable())
/* 1: `value` is known when the code is compiled. */
#define KNOWN(value) __builtin_constant_p(value)
/* The optimiser must not know the value of this variable, nor compute it in another order. */
#define HIDE_VALUE(variable) __asm__ __volatile__("" : "+r"(variable))
/* On a long function: where it begins matters to some processors' fetching. On Zen 5, AEAD128 of 16
   bytes takes 301 cycles at some places and 382 at others, 16 bytes further, with the same code. */
#if defined(__x86_64__)
#define AT_CACHE_LINE __attribute__((aligned(64)))
#else
#define AT_CACHE_LINE
#endif
/* On a public function. gcc 12 would split it after its checks in order to inline those elsewhere,
   which takes 106 bytes on Xtensa. */
#define NO_PARTIAL_INLINE __attribute__((noinline))
#else
/* Other compilers: everything works, and nothing is said to the optimiser. */
#define INLINED static inline
#define OUTLINED static
#define UNUSED
#define OF_LIBRARY
#define ASSUME(condition) ((void)0)
#define KNOWN(value) 0
#define HIDE_VALUE(variable) ((void)(variable))
#define AT_CACHE_LINE
#define NO_PARTIAL_INLINE
#endif

/* On a function whose unsigned arithmetic is meant to be modulo 2^n: a rotation, which shifts bits
   out, a mask of all bits or none, a difference that may wrap around. Anywhere else the sanitizers
   of clang report it, in builds for tests (preset asan). */
#if defined(__clang__)
#if __has_feature(undefined_behavior_sanitizer)
#define MODULAR __attribute__((no_sanitize("unsigned-integer-overflow", "unsigned-shift-base")))
#endif
#endif
#ifndef MODULAR
#define MODULAR
#endif

/* On a parameter after the first four words, which Arm passes on the stack: each use loads it
   again. Elsewhere, parameters come in registers. */
#if defined(__arm__)
#define FROM_STACK volatile
#else
#define FROM_STACK
#endif

/* Between two cases of a switch, the first of which goes on with the second. */
#if defined(__GNUC__) && __GNUC__ >= 7
#define FALLTHROUGH __attribute__((fallthrough))
#else
#define FALLTHROUGH ((void)0)
#endif

/* On a function whose second parameter is a format of printf, as C99 has them. */
#if defined(__clang__)
#define CHECK_FORMAT __attribute__((format(printf, 2, 3)))
#elif defined(__GNUC__)
#define CHECK_FORMAT __attribute__((format(gnu_printf, 2, 3)))
#else
#define CHECK_FORMAT
#endif

/* gcc before version 8, which AVR still has, knows no pragma for unrolling loops and leaves them as
   they are. */
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ < 8
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#endif

/* The name ascon_FIRST_SECOND as linkers see it; FIRST is a backend. For example,
   ascon_c64_hash256_compute is ENTRY(hash256_compute) in core/modes/instances.h. */
#ifdef ASCON_NAMESPACE
#define LINKER_NAME(first, second) ASCON_NAME(ascon_##first##_##second)
#else
#define LINKER_NAME(first, second) ascon_##first##_##second
#endif

/* A macro's value as a string: in two steps, or it would be the macro's name. */
#define QUOTE_EXPANDED(text) #text
#define QUOTE(text) QUOTE_EXPANDED(text)

/* ---- Settings that follow from ascon_config.h ----------------------------------------------- */

/* 1: one backend, and calls go straight to it. 0: several, and one is chosen at run time, which
   firmware has no use for. */
#if defined(ASCON_BACKEND) || !ASCON_HAS_SYSTEM
#define ASCON_DIRECT 1
#else
#define ASCON_DIRECT 0
#endif

/* 1: registers have 64 bits, and a word of the state fits into one. */
#define REGISTERS_OF_64_BITS (UINTPTR_MAX > 0xffffffff)

/* 1: the smallest code: no block functions, bytes of the state in memory. */
#define ASCON_COMPACT (!ASCON_INLINE_PERM)

/* A value of ASCON_STACK_BYTES (stack.h) for C that works on words of the state one by one. On
   s390x every frame begins with 160 bytes for the registers of the function that it calls. */
#if defined(__s390x__)
#define ASCON_STACK_OF_C 1536
#else
#define ASCON_STACK_OF_C (UINTPTR_MAX > 0xffff ? 512 : 160)
#endif

/* A function of a mode: compiled for each algorithm, with its parameters as constants, or once for
 * all. */
#if ASCON_INLINE_MODE
#define MODE INLINED
#else
#define MODE OUTLINED
#endif

/* A whole message: a function with a frame of its own, below the one that clears the stack. */
#define FRAME OUTLINED AT_CACHE_LINE

/* The optimiser must not look through what happened to this memory: stores before this stay. */
INLINED void use_memory(const void *memory) {
#if defined(__GNUC__)
  __asm__ __volatile__("" : : "r"(memory) : "memory");
#else
  (void)memory;
#endif
}

/* Memory that will be read soon; any address will do. */
INLINED void prefetch(const void *address) {
#if defined(__GNUC__)
  __builtin_prefetch(address);
#else
  (void)address;
#endif
}

/* What of secrets becomes public, such as whether a tag was right: for the constant-time check, in
   which valgrind reports any branch or address that depends on a secret. Nothing in other builds.
 */
INLINED void declassify(const void *memory, size_t bytes) {
#if ASCON_CHECK_CONSTANT_TIME
  (void)VALGRIND_MAKE_MEM_DEFINED(memory, bytes);
#else
  (void)memory, (void)bytes;
#endif
}

/* Tells the processor that this is a loop that waits. */
INLINED void pause_briefly(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("isb" ::: "memory"); /* "yield" does nothing on most of them */
#endif
}

INLINED size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

#endif
