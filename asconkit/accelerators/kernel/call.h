/* What a kernel is told: the same for all of them, written by the host (staging.c, queue.c). Words
   alone, so that every compiler gives it the same layout.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_KERNEL_CALL_H
#define ASCON_KERNEL_CALL_H

#include "language.h"

/* Where a string of each message is. Message i begins at byte start + i * stride and has `length`
   bytes; where the kernel is given arrays, at start + offsets[i], with lengths[i] bytes. */
typedef struct string_place {
  lane_word start, stride, length;
  lane_word first_offset, first_length; /* elements of the arrays to skip */
  lane_word
      data_length; /* bytes of the memory, which strings are checked to be in; 0: they are not */
} string_place;

/* kernel_call.options */
enum { OPTION_DECRYPT = 1, OPTION_VERIFY = 2, OPTION_NONCE_MASK = 4 };

typedef struct kernel_call {
  lane_word count;    /* messages */
  lane_word options;  /* of OPTION_... */
  lane_word state[5]; /* that a message begins with, before key and nonce */
  string_place in, out, ad, nonce, key, tag;
  lane_word first_result; /* byte of `results` that is message 0's */
  lane_word first_order;  /* element of `order` that is lane 0's */
} kernel_call;

/* The values that a message's byte in `results` can have: those of ascon_result. */
enum { LANE_OK = 0, LANE_ERR_TAG = 1, LANE_ERR_RANGE = 3 };

/* The parameters of every kernel, in the order in which drivers set them: see kernel_buffer in
   driver.h. Arrays of offsets and lengths may be NULL, and so may `order`: without it lane i has
   message i. */
#define KERNEL_PARAMETERS                                                                          \
  kernel_call call, GLOBAL const lane_byte *in, GLOBAL lane_byte *out, GLOBAL const lane_byte *ad, \
      GLOBAL const lane_byte *nonce, GLOBAL const lane_byte *key, GLOBAL lane_byte *tag,           \
      GLOBAL lane_byte *results, GLOBAL const lane_word *in_offsets,                               \
      GLOBAL const lane_word *in_lengths, GLOBAL const lane_word *out_offsets,                     \
      GLOBAL const lane_word *out_lengths, GLOBAL const lane_word *ad_offsets,                     \
      GLOBAL const lane_word *ad_lengths, GLOBAL const lane_index *order LANE_PARAMETER

#endif
