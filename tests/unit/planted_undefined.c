/* Faults that sanitizers of undefined behaviour must report, and unsigned arithmetic that loses
   bits, which is defined and most often a mistake. Called by test_undefined.cpp, which gives
   arguments that make them happen. In C, as these builds check more of C than of C++.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "planted_undefined.h"

#include <stdint.h>
#include <string.h>

/* Each has a warning too, where the compiler sees it. */
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"

static volatile int sink;
static int numbers[4];

/* ---- Undefined in every C ---- */
void planted_signed_overflow(int most) { sink = most + 1; }
void planted_shift_too_far(int width) { sink = 1 << width; }
void planted_division(int zero) { sink = 1 / zero; }
void planted_index(int four) { sink = numbers[four]; }
void planted_misaligned(int one) { sink = *(int *)(uintptr_t)((char *)numbers + one); }
void planted_null(int zero) { sink = *(int *)(uintptr_t)zero; }
void planted_float_cast(int one) { sink = (int)(one * 1e30); }
void planted_float_division(int zero) { sink = 1.0 / zero > 1; }

void planted_length(int zero) {
  int array[zero - 1];
  sink = (int)sizeof array;
}

void planted_pointer_overflow(int one) {
  sink = (uintptr_t)((char *)numbers + (size_t)0 - (size_t)one * (UINTPTR_MAX / 4 * 3)) != 0;
}

/* ---- Defined, and meant only where MODULAR says so ---- */
void planted_unsigned_overflow(int one) { sink = (int)((unsigned)one - 2u > 5u); }
void planted_unsigned_shift(int one) { sink = (int)((0x80000000u | (unsigned)one) << 1); }

void planted_truncation(int large) {
  uint8_t byte = (unsigned)large;
  sink = byte;
}

void planted_sign_change(int negative) {
  size_t length = negative;
  sink = length != 0;
}
