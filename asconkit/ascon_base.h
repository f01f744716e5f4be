/* Declarations that every public header needs: macros for calls, and the contexts of incremental
   messages. ascon.h includes this file. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_ASCON_BASE_H
#define ASCONKIT_ASCON_BASE_H

#include "ascon_namespace.h"
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32) && defined(ASCON_BUILD_SHARED)
#define ASCON_API __declspec(dllexport)
#elif defined(_WIN32) && defined(ASCON_USE_SHARED)
#define ASCON_API __declspec(dllimport)
#elif defined(__GNUC__)
#define ASCON_API __attribute__((visibility("default")))
#else
#define ASCON_API
#endif

/* Marks functions whose return value decides whether their output may be used: the compiler warns
   if a program ignores the value. */
#if (defined(__cplusplus) && __cplusplus >= 201703L) ||                                            \
    (defined(_MSVC_LANG) && _MSVC_LANG >= 201703L) ||                                              \
    (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
#define ASCON_MUST_CHECK [[nodiscard]]
#elif defined(__GNUC__)
#define ASCON_MUST_CHECK __attribute__((warn_unused_result))
#else
#define ASCON_MUST_CHECK
#endif

/* Enclose the declarations of a header: in C++, the declared functions have C linkage. */
#ifdef __cplusplus
#define ASCON_C_BEGIN extern "C" {
#define ASCON_C_END }
#else
#define ASCON_C_BEGIN
#define ASCON_C_END
#endif

ASCON_C_BEGIN

/** The five words of a state, 40 bytes. Their encoding depends on the backend that wrote them. */
typedef union ascon_words {
  uint64_t w64[5];
  uint32_t w32[10];
  uint8_t w8[40];
} ascon_words;

/** The state of the permutation, for programs with their own mode. The state records which backend
    started it. A state is secret: wipe it with ascon_wipe(). */
typedef struct ascon_state {
  ascon_words words;
  size_t backend; /* number of the backend; 0: the state was never started */
} ascon_state;

struct ascon_params;

/** Context of an incremental AEAD message: see ascon_aead128_init(). Its fields are private. */
typedef struct ascon_aead_ctx {
  ascon_state state;
  const struct ascon_params *params;
  uint8_t key[20];
  uint8_t phase;
  uint8_t offset;
} ascon_aead_ctx;

/** Context of an incremental hash, XOF, MAC or PRF: see ascon_hash256_init(). Private fields. */
typedef struct ascon_sponge_ctx {
  ascon_state state;
  const struct ascon_params *params;
  uint8_t phase;
  uint8_t offset;
} ascon_sponge_ctx;

ASCON_C_END

#endif
