/* For compilers without a C library. SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <stddef.h>

void *memset(void *to, int value, size_t bytes);
void *memcpy(void *restrict to, const void *restrict from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);
int strcmp(const char *a, const char *b);
size_t strlen(const char *text);
