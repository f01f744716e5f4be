/* Every setting of the library, in one place. Set them with -D, or in your own file, which
   ASCON_CONFIG_FILE names: -DASCON_CONFIG_FILE='"my_ascon_config.h"'. The defaults suit a
   desktop or server build, and firmware.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_CONFIG_H
#define ASCON_CONFIG_H

#ifdef ASCON_CONFIG_FILE
#include ASCON_CONFIG_FILE
#endif

/* ASCON_NAMESPACE: a prefix of every symbol that a linker sees, so that the library can live beside
   another build of itself, or beside another Ascon whose names are the same. Programs that call it
   are compiled with the same -D, and go on to write ascon_aead128_encrypt().
   Example: -DASCON_NAMESPACE=mine_ */
#include "ascon_namespace.h"

/* Two values as one name: in two steps, or it would be the names of the macros. */
#define ASCON_JOINED_EXPANDED(first, second) first##second
#define ASCON_JOINED(first, second) ASCON_JOINED_EXPANDED(first, second)

/* 1: there is an operating system, with files, threads and an environment. 0: firmware, kernels and
   other freestanding code: what needs a system is left out. */
#ifndef ASCON_HAS_SYSTEM
#if (!defined(__STDC_HOSTED__) || __STDC_HOSTED__) &&                                              \
    (defined(__unix__) || defined(__APPLE__) || defined(_WIN32))
#define ASCON_HAS_SYSTEM 1
#else
#define ASCON_HAS_SYSTEM 0
#endif
#endif

/* ASCON_BACKEND: name of the folder under backends/ to use, without quotes. Calls are then direct,
   nothing else is compiled in, and the linker drops unused algorithms (-ffunction-sections,
   -fdata-sections, --gc-sections). Not defined, with a system: every backend that this processor
   family can run is compiled, and one is chosen at run time. Not defined, without a system: the one
   with the highest rank that the compiler's target can run (backends/choice.h). A note of the
   compiler and ascon_backend_active() say which.
   Example: -DASCON_BACKEND=c32 */

/* Profiles: define one of ASCON_PROFILE_SPEED (default), ASCON_PROFILE_SMALL, ASCON_PROFILE_SIZE,
   or set single knobs, which override the profile. */
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

/* 1: a mode is compiled for each algorithm (with several backends: for each form of parameters),
   with all parameters constant. 0: one copy of each mode serves all algorithms, which is smaller
   where more than two of them are used. */
#ifndef ASCON_INLINE_MODE
#define ASCON_INLINE_MODE ASCON_DEFAULT_INLINE_MODE
#endif

/* 1: the permutation is inlined in the block loops, which keep the state in registers.
   0: the block loops call it. */
#ifndef ASCON_INLINE_PERM
#define ASCON_INLINE_PERM ASCON_DEFAULT_INLINE_PERM
#endif

/* 1: the rounds of the permutation are unrolled. 0: a loop. */
#ifndef ASCON_UNROLL_LOOPS
#define ASCON_UNROLL_LOOPS ASCON_DEFAULT_UNROLL_LOOPS
#endif

/* ASCON_INTERLEAVE: 1: 64-bit words are kept as even and odd bits. 0: not interleaved. For backends
   in assembly that can do both. Not defined: the backend takes the form that measured better for
   the profile, see its config.h. Example: -DASCON_BACKEND=armv7m -DASCON_INTERLEAVE=0 */

/* 1: conversion to and from the bit-interleaved form is inlined. 0: it is called.
   It has no effect on backends that do not interleave. */
#ifndef ASCON_INLINE_BI
#define ASCON_INLINE_BI ASCON_DEFAULT_INLINE_BI
#endif

/* 1: every 8-byte word that enters or leaves (key, nonce, data, tag) is already bit-interleaved by
   the other side, so no conversion is done. Only for backends that interleave; the results differ
   from the standard's. 0: the standard. */
#ifndef ASCON_EXTERN_BI
#define ASCON_EXTERN_BI 0
#endif

/* 1: the state after the initial permutation of hashes and XOFs is a constant (40 bytes each).
   0: it is computed at each initialisation. */
#ifndef ASCON_PRECOMPUTE
#define ASCON_PRECOMPUTE ASCON_DEFAULT_PRECOMPUTE
#endif

/* ASCON_MEMSET: the function that erases memory, with memset's arguments. Not defined: memset, or
   a loop in a freestanding build. Of the C library, only secure_getenv (or the system's equivalent)
   is called besides, with ASCON_USE_ENVIRONMENT. */

/* ASCON_STACK_BYTES: bytes of the stack below a public call that it overwrites before it returns,
   because compilers keep copies of secrets there. Not defined: what the backend needs, which
   its backend.h says. The tests search the whole stack and fail if this is too little. */

/* 1: each step prints the state to stdout, in the form of `python -m spec trace`. 2: so does each
   layer of a round, as with --layers. For learning and debugging: it prints secrets. */
#ifndef ASCON_PRINT_STATE
#define ASCON_PRINT_STATE 0
#endif

/* 1: an environment variable, ASCON_BACKEND, can force a backend in a build with several. It is
   not read in a program that has rights which its caller has not. */
#ifndef ASCON_USE_ENVIRONMENT
#if ASCON_HAS_SYSTEM && !defined(ASCON_BACKEND)
#define ASCON_USE_ENVIRONMENT 1
#else
#define ASCON_USE_ENVIRONMENT 0
#endif
#endif

/* The most shares that masked calls are used with, 2 to 4: what their contexts and keys have room
   for (ascon_masked.h). The library and its users must have the same value. */
#ifndef ASCON_MASKED_MAX_SHARES
#define ASCON_MASKED_MAX_SHARES 4
#endif

/* 1: with 3 shares, the guards of masked permutations are drawn once for a message, and not before
   each permutation. That saves 4 random words a permutation, and is not known to withstand an
   attacker who combines values of different rounds: docs/masked.md. */
#ifndef ASCON_MASKED_KEEP_GUARDS
#define ASCON_MASKED_KEEP_GUARDS 0
#endif

/* 1: masked permutations on 2 shares take the columns of each round in a random order, which costs
   3 random words a permutation. In assembly for AVR alone; elsewhere it is an error. docs/masked.md
   says what it adds, and what not. */
#ifndef ASCON_MASKED_SHUFFLED
#define ASCON_MASKED_SHUFFLED 0
#endif

/* Bits of the window of a receiver of datagrams, which is the distance that datagrams may come
   late: 32, 64, 128, 256, 512 or 1024 (ascon_datagram.h). The library and its users must have the
   same value. */
#ifndef ASCON_DATAGRAM_WINDOW_BITS
#define ASCON_DATAGRAM_WINDOW_BITS 64
#endif

/* 1: the self-tests of all algorithms (ascon_self_test.h) run before main(), or when a shared
   library is loaded. If one fails, a line is printed and the program ends with abort(): no call can
   be made. Every program then has every algorithm. Needs a system, and gcc or clang: firmware calls
   the tests itself. */
#ifndef ASCON_SELF_TEST_AT_START
#define ASCON_SELF_TEST_AT_START 0
#endif

/* 1: tell valgrind which results are public, for the constant-time check of the tests. */
#ifndef ASCON_CHECK_CONSTANT_TIME
#define ASCON_CHECK_CONSTANT_TIME 0
#endif

/* ---- Wrong values --------------------------------------------------------------------------- */

/* Any other word, such as "on", would count as 0. It makes a macro here that is not defined. */
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
