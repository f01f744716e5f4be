/* The arguments of one call, and the checks that they pass before anything is done. One place for
   single calls and for the messages of a batch. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_CALLS_H
#define ASCON_CALLS_H

#include "../state/state.h"

/* A message of AEAD, in either direction. */
typedef struct aead_call {
  uint8_t *out;
  const uint8_t *in;
  size_t text_length;
  uint8_t *tag; /* decryption only reads it */
  size_t tag_length;
  const uint8_t *ad;
  size_t ad_length;
  const uint8_t *nonce;
  const uint8_t *key;
} aead_call;

/* A message of a hash, XOF, CXOF, MAC, PRF or PrfShort. */
typedef struct sponge_call {
  uint8_t *out;
  size_t out_length;
  const uint8_t *in;
  size_t length;
  const uint8_t *prefix; /* what enters before the message: a key, or a customization string */
  size_t prefix_length;
} sponge_call;

#define RETURN_IF_ERROR(expression)                                                                \
  do {                                                                                             \
    ascon_result check_result = (expression);                                                      \
    if (check_result != ASCON_OK) return check_result;                                             \
  } while (0)

INLINED int missing(const void *data, size_t length) { return length != 0 && !data; }

INLINED ascon_result check_kind(const ascon_algorithm *algorithm, ascon_kind kind) {
  if (!algorithm) return ASCON_ERR_NULL;
  return algorithm->kind == kind ? ASCON_OK : ASCON_ERR_ALGORITHM;
}

INLINED ascon_result check_tag_length(const params *p, size_t length) {
  return length < p->min_tag_length || length > TAG_LENGTH ? ASCON_ERR_RANGE : ASCON_OK;
}

INLINED ascon_result check_aead_pointers(const aead_call *call) {
  if (!call->tag) return ASCON_ERR_NULL;
  NO_IF_COMBINE();
  if (!call->nonce) return ASCON_ERR_NULL;
  NO_IF_COMBINE();
  if (!call->key) return ASCON_ERR_NULL;
  NO_IF_COMBINE();
  if (missing(call->ad, call->ad_length)) return ASCON_ERR_NULL;
  NO_IF_COMBINE();
  return call->text_length && (!call->out || !call->in) ? ASCON_ERR_NULL : ASCON_OK;
}

INLINED ascon_result check_aead(const params *p, const aead_call *call) {
  RETURN_IF_ERROR(check_aead_pointers(call));
  return check_tag_length(p, call->tag_length);
}

INLINED ascon_result check_sponge_pointers(const sponge_call *call) {
  return missing(call->out, call->out_length) || missing(call->in, call->length) ||
                 missing(call->prefix, call->prefix_length)
             ? ASCON_ERR_NULL
             : ASCON_OK;
}

/* PrfShort: at most a block of message, 1 to 16 bytes of output. */
INLINED ascon_result check_prfshort_lengths(const params *p, const sponge_call *call) {
  return call->length > p->rate || call->out_length < 1 || call->out_length > p->output_length
             ? ASCON_ERR_RANGE
             : ASCON_OK;
}

INLINED ascon_result check_sponge(const params *p, const sponge_call *call) {
  RETURN_IF_ERROR(check_sponge_pointers(call));
  if (p->kind == ASCON_KIND_CXOF && call->prefix_length > MAX_CUSTOMIZATION_LENGTH)
    return ASCON_ERR_RANGE;
  if (p->kind == ASCON_KIND_PRFSHORT) return check_prfshort_lengths(p, call);
  return ASCON_OK;
}

#endif
