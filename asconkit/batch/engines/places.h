/* Where the engines can be compiled. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_ENGINES_PLACES_H
#define ASCON_ENGINES_PLACES_H

/* On Windows the stack is aligned to 16 bytes, and gcc before version 12 stored wider registers
   there as if it were aligned to them. */
#if defined(__x86_64__) && defined(__GNUC__) &&                                                    \
    !(defined(_WIN32) && !defined(__clang__) && __GNUC__ < 12)
#define ASCON_HAVE_X86_64_ENGINES 1
#else
#define ASCON_HAVE_X86_64_ENGINES 0
#endif

#if defined(__aarch64__) && defined(__AARCH64EL__) && defined(__ARM_NEON) && defined(__GNUC__)
#define ASCON_HAVE_AARCH64_ENGINES 1
#else
#define ASCON_HAVE_AARCH64_ENGINES 0
#endif

/* The compilers that take arm_sve.h in functions for more than their target. Only Linux says
   whether the processor has SVE2. */
#if ASCON_HAVE_AARCH64_ENGINES && defined(__linux__) &&                                            \
    ((defined(__clang__) && __clang_major__ >= 17) || (!defined(__clang__) && __GNUC__ >= 10))
#define ASCON_HAVE_SVE2_ENGINE 1
#else
#define ASCON_HAVE_SVE2_ENGINE 0
#endif

/* Where the whole program is compiled for vectors of 64-bit words, by a compiler that has
   riscv_vector.h: clang declares its functions nowhere else. */
#if defined(__riscv_v) && defined(__riscv_v_intrinsic) && __riscv_xlen == 64
#define ASCON_HAVE_RVV_ENGINE 1
#else
#define ASCON_HAVE_RVV_ENGINE 0
#endif

/* Where the whole program is compiled for vectors: a module of WebAssembly with vectors does not
   start where they are missing. */
#if defined(__wasm_simd128__)
#define ASCON_HAVE_WASM_ENGINE 1
#else
#define ASCON_HAVE_WASM_ENGINE 0
#endif

#endif
