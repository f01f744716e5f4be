/* The settings of asconkit where no build system gives any, as in Arduino: the backend that is made
   for the processor, and small code. -DASCON_BACKEND=... and -DASCON_PROFILE_... take precedence.
   For the preprocessor alone: assembly includes it too. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_SETTINGS_H
#define ASCONKIT_SETTINGS_H

#ifndef ASCON_BACKEND
#if defined(__AVR__) && defined(__AVR_HAVE_MOVW__) && !defined(__AVR_HAVE_8BIT_SP__)
#define ASCON_BACKEND avr
#elif defined(__AVR__)
#define ASCON_BACKEND c8
#elif defined(__XTENSA__)
#define ASCON_BACKEND xtensa
#elif defined(__riscv_32e) || defined(__riscv_e)
#define ASCON_BACKEND c32
#elif defined(__riscv) && __riscv_xlen == 32
#define ASCON_BACKEND rv32
#elif defined(__riscv)
#define ASCON_BACKEND rv64
#elif defined(__aarch64__)
#define ASCON_BACKEND aarch64
#elif defined(__thumb__) && __ARM_ARCH_ISA_THUMB >= 2
#define ASCON_BACKEND armv7m
#elif defined(__thumb__)
#define ASCON_BACKEND armv6m
#elif defined(__arm__) && defined(__ARM_NEON)
#define ASCON_BACKEND neon32
#elif defined(__arm__)
#define ASCON_BACKEND armv6
#elif defined(__SIZEOF_POINTER__) && __SIZEOF_POINTER__ > 4
#define ASCON_BACKEND c64
#else
#define ASCON_BACKEND c32
#endif
#endif

#if !defined(ASCON_PROFILE_SPEED) && !defined(ASCON_PROFILE_SMALL) && !defined(ASCON_PROFILE_SIZE)
#if defined(__AVR__)
#define ASCON_PROFILE_SIZE
#else
#define ASCON_PROFILE_SMALL
#endif
#endif

#endif
