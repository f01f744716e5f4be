/* Masked units in C, for every processor: docs/masked.md says what they do not promise. See
   ../backend.h for these names.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef MASKED_NAME
#define MASKED_NAME "c"
#define MASKED_IN_C 1
#define MASKED_ROTATION 8
#define MASKED_INTERLEAVED 1
#ifndef MASKED_STACK_BYTES
#define MASKED_STACK_BYTES 1024
#endif
#endif
