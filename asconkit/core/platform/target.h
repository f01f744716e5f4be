/* Code for more than the compiler's target, without flags for the file: functions between
   TARGET_BEGIN("avx2,bmi2") and TARGET_END may use these instructions. Whoever calls them has asked
   the processor first (cpu.h). Used by backends and batch engines.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_TARGET_H
#define ASCON_TARGET_H

/* A pragma made of tokens, as _Pragma() takes only a string. */
#define PRAGMA(text) _Pragma(#text)
/* clang has no push_options, gcc no pragma for an attribute. */
#if defined(__clang__)
#define TARGET_BEGIN(features)                                                                     \
  PRAGMA(clang attribute push(__attribute__((target(features))), apply_to = function))
#define TARGET_END PRAGMA(clang attribute pop)
#else
#define TARGET_BEGIN(features) PRAGMA(GCC push_options) PRAGMA(GCC target(features))
#define TARGET_END PRAGMA(GCC pop_options)
#endif

#endif
