// Batches on threads or on a device, and checks of arguments. For batch.cpp, arrow_aead.cpp,
// arrow_sponge.cpp, device_memory.cpp and the classes.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include "asconkit/ascon_any.h"
#include "asconkit/batch/ascon_batch.h"
#include "device.hpp"
#include "message_rows.hpp"
#include "support.hpp"

namespace asconkit {

/** What a batch gets beside its messages. */
struct BatchCall {
  const ascon_algorithm *algorithm;
  ascon_operation op;
  Workers workers;
};

/** Does what ascon_any_columns() does, also on a device. */
ascon_result run_columns(const BatchCall &call, const ascon_columns &columns, size_t count,
                         uint8_t *results);

/** Does what ascon_any_batch() does, also on a device. All messages have one tag_length, one
    out_length (32 for a hash) and, of a CXOF, one customization string. */
ascon_result run_messages(const BatchCall &call, ascon_message *messages, size_t count);

/** ValueError if it is longer than allowed. */
void require_customization(const HeldBuffer &customization);

/** ValueError also if the algorithm takes none and there is one. */
void require_customization(const ascon_algorithm &row, const HeldBuffer &customization);

/** ValueError unless a PrfShort takes messages and gives outputs of these lengths. */
void require_short(const ascon_algorithm &row, size_t data_bytes, size_t length);

/** ValueError unless the algorithm has tags of this length. */
void require_tag_bytes(const ascon_algorithm &row, const char *name, size_t bytes);

/** The argument `tag_length`; ValueError if the algorithm has no such tags. */
size_t tag_size(const ascon_algorithm &row, Length tag_length);

}  // namespace asconkit
