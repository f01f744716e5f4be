/* Masked units in assembly for processors with 16-bit Thumb instructions only: Armv6-M. See
   ../backend.h for these names.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#if !defined(MASKED_NAME) && IS_THUMB_1
#define MASKED_NAME "armv6m"
#define MASKED_IN_ARMV6M 1
#define MASKED_ROTATION 0
#define MASKED_INTERLEAVED 1
#define MASKED_STACK_BYTES 192
#define MASKED_GUARDED_SHARES 3
#endif
