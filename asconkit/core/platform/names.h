/* Names of algorithms, backends and engines: how they are compared. Used by api/ and batch/.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_NAMES_H
#define ASCON_NAMES_H

#include "compiler.h"

/* 1 if the two strings, neither NULL, are equal. Not in constant time: names are public. Not
   strcmp: a freestanding build has no C library. */
INLINED int same_name(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}

#endif
