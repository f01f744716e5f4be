/* As much of it as tests/support/genkat.c uses. SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

typedef struct firmware_stream FILE;

#define stdout ((FILE *)0)
#define stderr ((FILE *)1)

/* Under other names, of which compilers know nothing. */
#define printf firmware_printf
#define fprintf firmware_fprintf

/* Knows %s, %d and %02X; everything goes to the same place. */
int printf(const char *format, ...) __attribute__((format(__printf__, 1, 2)));
int fprintf(FILE *stream, const char *format, ...) __attribute__((format(__printf__, 2, 3)));
int fflush(FILE *stream);
