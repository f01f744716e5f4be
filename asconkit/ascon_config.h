/* All settings of the library. Set them with -D, or in your own file, which ASCON_CONFIG_FILE
   names: -DASCON_CONFIG_FILE='"my_ascon_config.h"'. The defaults suit a desktop or server build,
   and firmware.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_CONFIG_H
#define ASCON_CONFIG_H

/* ASCON_NAMESPACE: a prefix of every symbol that a linker sees, so that a program can contain two
   builds of the library, or another Ascon library with the same names. Compile programs that call
   the library with the same -D. Their sources use the names without the prefix.
   Example: -DASCON_NAMESPACE=mine_
   The header below also includes the file that ASCON_CONFIG_FILE names. */
#include "ascon_namespace.h"

/* Joins the values of two macros into one name. A single macro would join their names. */
#define ASCON_JOINED_EXPANDED(first, second) first##second
#define ASCON_JOINED(first, second) ASCON_JOINED_EXPANDED(first, second)

/* 1: there is an operating system, with files, threads and an environment. 0: firmware, kernels and
   other freestanding code; functions that need an operating system are left out. */
#ifndef ASCON_HAS_SYSTEM
#if (!defined(__STDC_HOSTED__) || __STDC_HOSTED__) &&                                              \
    (defined(__unix__) || defined(__APPLE__) || defined(_WIN32))
#define ASCON_HAS_SYSTEM 1
#else
#define ASCON_HAS_SYSTEM 0
#endif
#endif

/* ASCON_BACKEND: the only backend to compile, named like its folder in core/backends/, without
   quotes. Calls are then direct, and the linker drops unused algorithms (-ffunction-sections,
   -fdata-sections, --gc-sections). If ASCON_BACKEND is not defined, a build with a system has every
   backend of the processor family, and selects a backend at run time. A build without a system has
   the highest-ranked backend that the compiler's target can run (core/backends/choice.h). A
   compiler note and ascon_backend_active() name the selected backend.
   Example: -DASCON_BACKEND=c32 */

/* Profiles: define one of ASCON_PROFILE_SPEED (default), ASCON_PROFILE_SMALL, ASCON_PROFILE_SIZE,
   or define single settings, which override the profile. */
#ifdef ASCON_PROFILE
#error                                                                                             \
    "ASCON_PROFILE is a setting of CMake: define ASCON_PROFILE_SPEED, ASCON_PROFILE_SMALL or ASCON_PROFILE_SIZE"
#endif
#if defined(ASCON_PROFILE_SPEED) + defined(ASCON_PROFILE_SMALL) + defined(ASCON_PROFILE_SIZE) > 1
#error "define one profile: ASCON_PROFILE_SPEED, ASCON_PROFILE_SMALL or ASCON_PROFILE_SIZE"
#endif
#if defined(ASCON_PROFILE_SIZE)
#define ASCON_DEFAULT_INLINE_MODE 1
#define ASCON_DEFAULT_INLINE_PERM 0
#define ASCON_DEFAULT_UNROLL_LOOPS 0
#define ASCON_DEFAULT_INLINE_BI 0
#define ASCON_DEFAULT_PRECOMPUTE 0
#elif defined(ASCON_PROFILE_SMALL)
#define ASCON_DEFAULT_INLINE_MODE 1
#define ASCON_DEFAULT_INLINE_PERM 1
#define ASCON_DEFAULT_UNROLL_LOOPS 0
#define ASCON_DEFAULT_INLINE_BI 0
#define ASCON_DEFAULT_PRECOMPUTE 1
#else
#ifndef ASCON_PROFILE_SPEED
#define ASCON_PROFILE_SPEED
#endif
#define ASCON_DEFAULT_INLINE_MODE 1
#define ASCON_DEFAULT_INLINE_PERM 1
#define ASCON_DEFAULT_UNROLL_LOOPS 1
#define ASCON_DEFAULT_INLINE_BI 1
#define ASCON_DEFAULT_PRECOMPUTE 1
#endif

/* 1: a mode is compiled for each algorithm (with several backends: for each set of parameters),
   with all parameters constant. 0: one copy of each mode serves all algorithms, which is smaller
   for programs that use more than two algorithms. */
#ifndef ASCON_INLINE_MODE
#define ASCON_INLINE_MODE ASCON_DEFAULT_INLINE_MODE
#endif

/* 1: the permutation is inlined in the block loops, which keep the state in registers.
   0: the block loops call the permutation. */
#ifndef ASCON_INLINE_PERM
#define ASCON_INLINE_PERM ASCON_DEFAULT_INLINE_PERM
#endif

/* 1: the rounds of the permutation are unrolled. 0: the rounds are a loop. */
#ifndef ASCON_UNROLL_LOOPS
#define ASCON_UNROLL_LOOPS ASCON_DEFAULT_UNROLL_LOOPS
#endif

/* ASCON_INTERLEAVE: 1: 64-bit words are kept as even and odd bits. 0: not interleaved. Only for
   assembly backends that support both. If not defined, the backend's config.h selects the form that
   measured better for the profile. Example: -DASCON_BACKEND=armv7m -DASCON_INTERLEAVE=0 */

/* 1: conversion to and from the bit-interleaved form is inlined. 0: it is a function call.
   The setting has no effect on backends that do not interleave. */
#ifndef ASCON_INLINE_BI
#define ASCON_INLINE_BI ASCON_DEFAULT_INLINE_BI
#endif

/* 1: programs bit-interleave all 8-byte words of inputs and outputs (key, nonce, data, tag), and
   the library converts nothing. Only for backends that interleave; the results differ from the
   standard's. 0: the standard's bytes. Library and program must use the same value, or they do not
   link, because with 1 the names of all functions begin differently. */
#ifndef ASCON_EXTERN_BI
#define ASCON_EXTERN_BI 0
#endif

/* 1: the state after a hash's or XOF's initial permutation is a constant (40 bytes per algorithm).
   0: this state is computed at each initialisation. */
#ifndef ASCON_PRECOMPUTE
#define ASCON_PRECOMPUTE ASCON_DEFAULT_PRECOMPUTE
#endif

/* ASCON_MEMSET: the function that erases memory, with memset's arguments. If it is not defined, the
   library uses memset, or in a freestanding build a loop. The only other call of the C library is
   secure_getenv (or the system's equivalent), with ASCON_USE_ENVIRONMENT. */

/* ASCON_STACK_BYTES: the number of bytes of stack that a public call overwrites below itself before
   it returns, because compilers keep copies of secrets there. If not defined, the number is in the
   backend's backend.h. The tests search the whole stack, and fail if this number is too small. */

/* 1: each step of a call prints the state to stdout, in the format of `python -m spec trace`.
   2: each layer of a round prints the state too, as with --layers. Only for learning and debugging,
   because the library then prints secrets. */
#ifndef ASCON_PRINT_STATE
#define ASCON_PRINT_STATE 0
#endif

/* 1: the environment variable ASCON_BACKEND can force a backend in a build with several backends. A
   set-user-ID or otherwise privileged program does not read this variable. */
#ifndef ASCON_USE_ENVIRONMENT
#if ASCON_HAS_SYSTEM && !defined(ASCON_BACKEND)
#define ASCON_USE_ENVIRONMENT 1
#else
#define ASCON_USE_ENVIRONMENT 0
#endif
#endif

/* The largest number of shares of masked calls, 2 to 4, which sets the size of masked contexts and
   keys (ascon_masked.h). Library and program must use the same value, or they do not link, because
   values other than 4 are part of the functions' names. */
#ifndef ASCON_MASKED_MAX_SHARES
#define ASCON_MASKED_MAX_SHARES 4
#endif

/* 1: with 3 shares, the guards (random words in a masked state) are drawn once per message, not
   before each permutation. This saves 4 random words per permutation, but is not known to withstand
   an attacker who combines values of different rounds: docs/masked.md. */
#ifndef ASCON_MASKED_KEEP_GUARDS
#define ASCON_MASKED_KEEP_GUARDS 0
#endif

/* 1: masked permutations on 2 shares compute the columns of each round in a random order, which
   costs 3 random words per permutation. Only for AVR; code for other processors does not compile.
   docs/masked.md describes the gain and its limits. */
#ifndef ASCON_MASKED_SHUFFLED
#define ASCON_MASKED_SHUFFLED 0
#endif

/* Size of a datagram receiver's window in bits: by how many counters a datagram may be late. It is
   32, 64, 128, 256, 512 or 1024 (ascon_datagram.h). Library and program must use the same value, or
   they do not link, because values other than 64 are part of the functions' names. */
#ifndef ASCON_DATAGRAM_WINDOW_BITS
#define ASCON_DATAGRAM_WINDOW_BITS 64
#endif

/* 1: the self-tests of all algorithms (ascon_self_test.h) run before main(), or when a shared
   library is loaded. If a test fails, the library prints a line and calls abort(). Only
   constructors of priority 101 or less, in a statically linked program, run before the tests and
   can make untested calls. Every program then contains every algorithm. The setting needs an
   operating system, and gcc or clang; firmware must call the tests itself. */
#ifndef ASCON_SELF_TEST_AT_START
#define ASCON_SELF_TEST_AT_START 0
#endif

/* 1: the library tells valgrind which values are public, for the constant-time test. */
#ifndef ASCON_CHECK_CONSTANT_TIME
#define ASCON_CHECK_CONSTANT_TIME 0
#endif

/* ---- Wrong values --------------------------------------------------------------------------- */

/* In #if, words such as "on" count as 0. To reject words, this macro is 1 only for 0 and for 1. */
#define ASCON_IS_SWITCH_0 1
#define ASCON_IS_SWITCH_1 1
#define ASCON_IS_SWITCH(value) ASCON_JOINED(ASCON_IS_SWITCH_, value)
#if !ASCON_IS_SWITCH(ASCON_HAS_SYSTEM)
#error "ASCON_HAS_SYSTEM must be 0 or 1"
#endif
#if !ASCON_IS_SWITCH(ASCON_INLINE_MODE)
#error "ASCON_INLINE_MODE must be 0 or 1"
#endif
#if !ASCON_IS_SWITCH(ASCON_INLINE_PERM)
#error "ASCON_INLINE_PERM must be 0 or 1"
#endif
#if !ASCON_IS_SWITCH(ASCON_UNROLL_LOOPS)
#error "ASCON_UNROLL_LOOPS must be 0 or 1"
#endif
#if !ASCON_IS_SWITCH(ASCON_INLINE_BI)
#error "ASCON_INLINE_BI must be 0 or 1"
#endif
#if !ASCON_IS_SWITCH(ASCON_EXTERN_BI)
#error "ASCON_EXTERN_BI must be 0 or 1"
#endif
#if !ASCON_IS_SWITCH(ASCON_PRECOMPUTE)
#error "ASCON_PRECOMPUTE must be 0 or 1"
#endif
#if ASCON_PRINT_STATE < 0 || ASCON_PRINT_STATE > 2
#error "ASCON_PRINT_STATE must be 0, 1 or 2"
#endif
#if !ASCON_IS_SWITCH(ASCON_USE_ENVIRONMENT)
#error "ASCON_USE_ENVIRONMENT must be 0 or 1"
#endif
#if !ASCON_IS_SWITCH(ASCON_SELF_TEST_AT_START)
#error "ASCON_SELF_TEST_AT_START must be 0 or 1"
#endif
#if ASCON_SELF_TEST_AT_START && !(ASCON_HAS_SYSTEM && defined(__GNUC__))
#error "ASCON_SELF_TEST_AT_START needs a system, and gcc or clang: call ascon_self_test() instead"
#endif
#if ASCON_SELF_TEST_AT_START && ASCON_EXTERN_BI
#error "ASCON_SELF_TEST_AT_START has no answers for ASCON_EXTERN_BI"
#endif
#if !ASCON_IS_SWITCH(ASCON_CHECK_CONSTANT_TIME)
#error "ASCON_CHECK_CONSTANT_TIME must be 0 or 1"
#endif
#ifdef ASCON_INTERLEAVE
#if !ASCON_IS_SWITCH(ASCON_INTERLEAVE)
#error "ASCON_INTERLEAVE must be 0 or 1"
#endif
#endif
#if ASCON_MASKED_MAX_SHARES < 2 || ASCON_MASKED_MAX_SHARES > 4
#error "ASCON_MASKED_MAX_SHARES must be 2, 3 or 4"
#endif
#if !ASCON_IS_SWITCH(ASCON_MASKED_KEEP_GUARDS)
#error "ASCON_MASKED_KEEP_GUARDS must be 0 or 1"
#endif
#if !ASCON_IS_SWITCH(ASCON_MASKED_SHUFFLED)
#error "ASCON_MASKED_SHUFFLED must be 0 or 1"
#endif
#if ASCON_DATAGRAM_WINDOW_BITS < 32 || ASCON_DATAGRAM_WINDOW_BITS > 1024 ||                        \
    (ASCON_DATAGRAM_WINDOW_BITS & (ASCON_DATAGRAM_WINDOW_BITS - 1)) != 0
#error "ASCON_DATAGRAM_WINDOW_BITS must be 32, 64, 128, 256, 512 or 1024"
#endif

#endif
