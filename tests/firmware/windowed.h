/* Calls of functions with register windows, from code without. windowed.S has the offsets.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct windowed_job {
  uintptr_t function, arguments[4];
  size_t result;
  size_t used; /* bytes of stack */
} windowed_job;

/* 0, or bits of what callers lost. */
uint32_t windowed_call(windowed_job *job);

/* A function that writes `bytes` after its frame: at 0 into its caller's, at 80 over a register of
   the caller's caller. */
void careless(void *ignored, size_t bytes);
