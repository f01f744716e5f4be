// The batch call of each kind of algorithm, and checks of arguments. For batch.cpp, arrow_aead.cpp,
// arrow_sponge.cpp and the classes.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include "asconkit/ascon_batch.h"
#include "device.hpp"
#include "support.hpp"

namespace asconkit {

/** What a batch call of hashes, XOFs, MACs and PRFs gets beside its messages. */
struct SpongeCall {
  /** ValueError for a customization that the algorithm does not take. */
  SpongeCall(const ascon_algorithm *row, const HeldBuffer *custom, bool verify_tags,
             Workers workers);

  const ascon_algorithm *algorithm;
  const HeldBuffer *customization;
  bool verify;
  Workers workers;
};

/** What a batch call of AEAD gets beside its messages. */
struct AeadCall {
  const ascon_algorithm *algorithm;
  bool encrypt;
  Workers workers;
};

ascon_result crypt_columns(const AeadCall &call, const ascon_aead_columns &columns, size_t count,
                           uint8_t *results);
ascon_result crypt_jobs(const AeadCall &call, ascon_aead_job *jobs, size_t count, size_t tag_bytes);

ascon_result absorb_columns(const SpongeCall &call, const ascon_sponge_columns &columns,
                            size_t count, uint8_t *results);
ascon_result absorb_jobs(const SpongeCall &call, ascon_sponge_job *jobs, size_t count);

/** ValueError if it is longer than allowed. */
void require_customization(const HeldBuffer &customization);

/** ValueError unless a PrfShort takes messages and gives outputs of these lengths. */
void require_short(const ascon_algorithm &row, size_t data_bytes, size_t length);

/** ValueError unless the algorithm has tags of this length. */
void require_tag_bytes(const ascon_algorithm &row, const char *name, size_t bytes);

/** The argument `tag_length`; ValueError if the algorithm has no such tags. */
size_t tag_size(const ascon_algorithm &row, Length tag_length);

}  // namespace asconkit
