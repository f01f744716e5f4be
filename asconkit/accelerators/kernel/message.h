/* The start of every kernel: which message this lane has, and where its strings are.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_KERNEL_MESSAGE_H
#define ASCON_KERNEL_MESSAGE_H

#include "aead.h"
#include "sponge.h"

/* Lanes past the last message have nothing to do; nor has one whose place in the caller's
   permutation names no message: public data, and checked, as it becomes an address. */
#define BEGIN_LANE(m, s)                                                                           \
  const lane_word lane = LANE_INDEX;                                                               \
  if (lane >= call.count) return;                                                                  \
  const lane_index number = order ? order[call.first_order + lane] : (lane_index)lane;             \
  if (number >= call.count) return;                                                                \
  const lane_message m = {call,        in,         out,        ad,         nonce,                  \
                          key,         tag,        in_offsets, in_lengths, out_offsets,            \
                          out_lengths, ad_offsets, ad_lengths, number};                            \
  lane_state s;                                                                                    \
  for (int i = 0; i < 5; i++) s.x[i] = call.state[i]

#endif
