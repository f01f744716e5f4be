/* Code for more than the compiler's target, without flags for the file: between the two, functions
   may use these instructions.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_TARGET_H
#define ASCON_TARGET_H

#define PRAGMA(text) _Pragma(#text)
#if defined(__clang__)
#define TARGET_BEGIN(features)                                                                     \
  PRAGMA(clang attribute push(__attribute__((target(features))), apply_to = function))
#define TARGET_END PRAGMA(clang attribute pop)
#else
#define TARGET_BEGIN(features) PRAGMA(GCC push_options) PRAGMA(GCC target(features))
#define TARGET_END PRAGMA(GCC pop_options)
#endif

#endif
