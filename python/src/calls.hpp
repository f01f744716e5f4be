// The batch call of each kind of algorithm. SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include "asconkit/ascon_batch.h"
#include "support.hpp"

namespace asconkit {

/** What a batch call of hashes, XOFs, MACs and PRFs gets beside its messages. */
struct SpongeCall {
  const ascon_algorithm *algorithm;
  const Bytes *customization;
  bool verify;
  unsigned threads;
};

ascon_result absorb_columns(const SpongeCall &call, const ascon_sponge_columns &columns,
                            size_t count, uint8_t *results);
ascon_result absorb_jobs(const SpongeCall &call, ascon_sponge_job *jobs, size_t count);

/** The argument `threads`; TypeError or ValueError. */
unsigned thread_count(Length threads);

/** The argument `tag_length`; ValueError if the algorithm has no such tags. */
size_t tag_size(const ascon_algorithm &row, Length tag_length);

}  // namespace asconkit
