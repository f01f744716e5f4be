// Faults for the sanitizers, in C: planted_undefined.c. SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

void planted_signed_overflow(int most);
void planted_shift_too_far(int width);
void planted_division(int zero);
void planted_index(int four);
void planted_misaligned(int one);
void planted_null(int zero);
void planted_float_cast(int one);
void planted_float_division(int zero);
void planted_length(int zero);
void planted_pointer_overflow(int one);
void planted_unsigned_overflow(int one);
void planted_unsigned_shift(int one);
void planted_truncation(int large);
void planted_sign_change(int negative);

#ifdef __cplusplus
}
#endif
