/* One algorithm, as the modes see it: a row of the table that `./dev generate` writes into
   core/modes/algorithms.h. A row that the compiler knows folds away: its numbers become operands,
   its functions direct calls or inlined code.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_PARAMS_H
#define ASCON_PARAMS_H

#include "../platform/bytes.h"
#include "block_shapes.h"

/* What is done with data at the state. A pointer that an operation does not use may be NULL, and is
   not advanced. */
typedef enum operation {
  OP_ABSORB,  /* state ^= in */
  OP_SQUEEZE, /* out = state */
  OP_ENCRYPT, /* state ^= in, out = state */
  OP_DECRYPT  /* out = state ^ in, state = in */
} operation;

/* A whole string through the state, with its padding; output has none. `s` is a state of the
   backend. core/state/shapes.h has such a function for each shape of blocks. */
typedef void string_function(void *s, operation op, uint8_t *out, const uint8_t *in, size_t n);

typedef struct ascon_params {
  uint64_t iv;
  const uint64_t *initial; /* state after the initial permutation, or NULL: compute it */
  /* Of the backend that the row belongs to, NULL without one: whole strings that are absorbed,
     encrypted and decrypted; output; and what strings in pieces depend on. */
  string_function *absorb, *squeeze;
  const struct shape *absorb_shape, *squeeze_shape;
  uint8_t kind;          /* ascon_kind */
  uint8_t order;         /* byte_order; decides padding and domain separation too */
  uint8_t key_length;    /* bytes of the key that enter the state */
  uint8_t rate;          /* bytes absorbed per permutation */
  uint8_t squeeze_rate;  /* bytes of output per permutation */
  uint8_t rounds_a;      /* at the start and at the end */
  uint8_t rounds_b;      /* between blocks */
  uint8_t shape;         /* block_shape, for batches */
  uint8_t output_length; /* tag or digest, 0: any */
  uint8_t min_tag_length;
  uint8_t nonce_mask; /* 1: 16 more bytes of key mask the nonce (SP 800-232, section 4.2.2) */
} ascon_params;

typedef ascon_params params;

/* Lengths, and places in the state, in bytes. */
enum {
  STATE_LENGTH = 40,
  IV_LENGTH = 8,
  KEY_LENGTH = 16, /* of all algorithms but Ascon-80pq: see key_length */
  NONCE_LENGTH = 16,
  TAG_LENGTH = 16,
  MAX_CUSTOMIZATION_LENGTH = 256,
  NONCE_OFFSET = STATE_LENGTH - NONCE_LENGTH,
  TAG_OFFSET = STATE_LENGTH - TAG_LENGTH,
  DOMAIN_SEPARATION_OFFSET = STATE_LENGTH - 1
};

/* The byte that padding adds after the data, and the one that separates domains: SP 800-232 counts
   bits of a byte from the lowest one, v1.2 from the highest. */
INLINED uint8_t padding_byte(byte_order order) {
  return order == ASCON_LITTLE_ENDIAN ? 0x01 : 0x80;
}

INLINED uint8_t separation_byte(byte_order order) {
  return order == ASCON_LITTLE_ENDIAN ? 0x80 : 0x01;
}

#endif
