// Checks the compiler. Every header of this folder includes this file first, before anything that
// an older compiler would not understand.
//
// The names verify, min and max are declared in parentheses: on macOS, AssertMacros.h may define
// the macro verify(x), and windows.h may define min(a, b) and max(a, b). With such a macro, call
// (mac::verify)(...), or remove the macro by #undef.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#ifndef ASCONKIT_CPP_LANGUAGE_HPP
#define ASCONKIT_CPP_LANGUAGE_HPP

#if !((defined(__cplusplus) && __cplusplus >= 202002L) ||                                          \
      (defined(_MSVC_LANG) && _MSVC_LANG >= 202002L))
#error "asconkit/cpp/ascon.hpp needs C++20: gcc 12 or clang 14, with -std=c++20"
#elif defined(__clang__) && !defined(__apple_build_version__) && __clang_major__ < 14
#error "asconkit/cpp/ascon.hpp needs clang 14"
#endif

#endif
