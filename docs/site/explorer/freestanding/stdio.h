/* What core/state/trace.h needs of the C library, for explorer.c, which has it.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef EXPLORER_STDIO_H
#define EXPLORER_STDIO_H

#include <stddef.h>

int printf(const char *text, ...);
int snprintf(char *to, size_t bytes, const char *text, ...);

#endif
