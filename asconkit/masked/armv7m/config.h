/* Masked units in assembly for Thumb-2: Armv7-M and later cores with its instructions. See
   ../backend.h for these names.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#if !defined(MASKED_NAME) && IS_THUMB_2
#define MASKED_NAME "armv7m"
#define MASKED_IN_ARMV7M 1
#define MASKED_ROTATION 8
#define MASKED_INTERLEAVED 1
#define MASKED_STACK_BYTES 208
#define MASKED_GUARDED_SHARES 3
#endif
