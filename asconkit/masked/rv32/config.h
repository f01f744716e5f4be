/* Masked units in assembly for RV32I, with or without Zbb. See ../backend.h for these names.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#if !defined(MASKED_NAME) && IS_RV32I
#define MASKED_NAME "rv32"
#define MASKED_IN_RV32 1
#define MASKED_ROTATION 0
#define MASKED_INTERLEAVED 1
#define MASKED_STACK_BYTES 224
#define MASKED_GUARDED_SHARES 3
#endif
