/* One algorithm as the modes see it. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_PARAMS_H
#define ASCON_PARAMS_H

#include "platform.h"

typedef struct ascon_params {
  uint64_t iv;
  const uint64_t *initial; /* state after the initial permutation, or NULL: compute it */
  uint8_t kind;            /* ascon_kind */
  uint8_t order;           /* ascon_order; decides padding and separation too */
  uint8_t key_bytes;       /* that enter the state */
  uint8_t rate;            /* bytes absorbed per permutation */
  uint8_t squeeze_rate;    /* bytes of output per permutation */
  uint8_t a;               /* rounds at the start and at the end */
  uint8_t b;               /* rounds between blocks */
  uint8_t output_bytes;    /* tag or digest, 0: any */
  uint8_t min_tag_bytes;
  uint8_t nonce_mask; /* 1: 16 more key bytes mask the nonce (SP 800-232, section 4.2.2) */
} ascon_params;

enum {
  ASCON_STATE_BYTES = 40,
  ASCON_NONCE_BYTES = 16,
  ASCON_TAG_BYTES = 16,
  ASCON_MAX_CUSTOMIZATION_BYTES = 256,
  ASCON_SEPARATOR_OFFSET = 39
};

/* The first padding byte and the domain separation bit: the same bit of the byte's first or last
   place in the two byte orders. */
ASCON_INLINE uint8_t ascon_pad_byte(const ascon_params *p) {
  return p->order == ASCON_LITTLE_ENDIAN ? 0x01 : 0x80;
}

ASCON_INLINE uint8_t ascon_separator_byte(const ascon_params *p) {
  return p->order == ASCON_LITTLE_ENDIAN ? 0x80 : 0x01;
}

#endif
