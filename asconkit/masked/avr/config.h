/* Masked units in assembly for AVR, all but the reduced cores with 16 registers. See ../backend.h
   for these names.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#if !defined(MASKED_NAME) && IS_AVR
#define MASKED_NAME "avr"
#define MASKED_IN_AVR 1
#define MASKED_ROTATION 0
#define MASKED_INTERLEAVED 0
#define MASKED_STACK_BYTES 32
#define MASKED_GUARDED_SHARES 3
#define MASKED_SHUFFLES 1
#endif
