/* The state as 320 bytes, each a bit, and what is done with it in the simplest way: shares no line
   and no trick with the library. SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "asconkit/ascon_permutation.h"

/* bit[i][j] has weight 2^j in word i. */
typedef struct model {
  uint8_t bit[5][64];
} model;

typedef enum model_op { MODEL_ABSORB, MODEL_SQUEEZE, MODEL_ENCRYPT, MODEL_DECRYPT } model_op;

void model_init(model *m, const uint64_t words[5]);
void model_permute(model *m, unsigned rounds);
uint8_t model_get(const model *m, size_t i, ascon_order order);

/* Writes to `out` also where the operation has no output. */
void model_bytes(model *m, model_op op, size_t offset, uint8_t *out, const uint8_t *in, size_t n,
                 ascon_order order);

/* Whole blocks, each followed by the permutation; squeezing leaves the last one. The bytes done. */
size_t model_blocks(model *m, model_op op, uint8_t *out, const uint8_t *in, size_t n, size_t rate,
                    unsigned rounds, ascon_order order);
