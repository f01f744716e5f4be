/* Code for more than the compiler's target, without flags for the file: between the two, functions
   may use these instructions. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_BATCH_TARGET_H
#define ASCON_BATCH_TARGET_H

#define ASCON_PRAGMA(text) _Pragma(#text)
#if defined(__clang__)
#define ASCON_TARGET_BEGIN(features)                                                               \
  ASCON_PRAGMA(clang attribute push(__attribute__((target(features))), apply_to = function))
#define ASCON_TARGET_END ASCON_PRAGMA(clang attribute pop)
#else
#define ASCON_TARGET_BEGIN(features)                                                               \
  ASCON_PRAGMA(GCC push_options) ASCON_PRAGMA(GCC target(features))
#define ASCON_TARGET_END ASCON_PRAGMA(GCC pop_options)
#endif

#endif
