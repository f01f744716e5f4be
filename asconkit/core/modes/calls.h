/* The checks that a message passes before anything is done. One place for single calls and for the
   messages of a batch. A check that fails leaves outputs untouched.

   ASCON_ERR_NULL       a pointer is NULL whose length is not 0
   ASCON_ERR_RANGE      a length that the algorithm does not have
   ASCON_ERR_ALGORITHM  an algorithm of another kind
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_CALLS_H
#define ASCON_CALLS_H

#include "../../ascon_any.h"
#include "../state/state.h"

/* Ends the function with the result of a check that failed. */
#define RETURN_IF_ERROR(expression)                                                                \
  do {                                                                                             \
    ascon_result check_result = (expression);                                                      \
    if (check_result != ASCON_OK) return check_result;                                             \
  } while (0)

/* For a field that has one type for inputs and outputs: what is given as an input is only read. */
INLINED uint8_t *without_const(const uint8_t *input) { return (uint8_t *)(uintptr_t)input; }

/* A string that is not there; one of length 0 may be NULL. */
INLINED int missing(const void *data, size_t length) { return length != 0 && !data; }

/* For calls that take an algorithm as an argument. */
INLINED ascon_result check_kind(const ascon_algorithm *algorithm, ascon_kind kind) {
  if (!algorithm) return ASCON_ERR_NULL;
  return algorithm->kind == kind ? ASCON_OK : ASCON_ERR_ALGORITHM;
}

/* For calls that take an operation too: whether the algorithm's kind has it. */
INLINED ascon_result check_operation(const ascon_algorithm *algorithm, ascon_operation op) {
  if (!algorithm) return ASCON_ERR_NULL;
  const ascon_kind kind = algorithm->kind;
  const int fits = kind == ASCON_KIND_AEAD
                       ? op == ASCON_ENCRYPT || op == ASCON_DECRYPT
                       : op == ASCON_COMPUTE || (op == ASCON_VERIFY && kind == ASCON_KIND_MAC);
  return fits ? ASCON_OK : ASCON_ERR_ALGORITHM;
}

/* Tags may be truncated, down to what the algorithm's specification allows. */
INLINED ascon_result check_tag_length(const params *p, size_t length) {
  return length < p->min_tag_length || length > TAG_LENGTH ? ASCON_ERR_RANGE : ASCON_OK;
}

/* All that a message of AEAD has to pass. */
INLINED ascon_result check_aead(const params *p, const ascon_message *m) {
  if (!m->tag || !m->nonce || !m->key || missing(m->ad, m->ad_length)) return ASCON_ERR_NULL;
  if (missing(m->in, m->length) || missing(m->out, m->length)) return ASCON_ERR_NULL;
  return m->tag_length < p->min_tag_length || m->tag_length > TAG_LENGTH ? ASCON_ERR_RANGE
                                                                         : ASCON_OK;
}

/* A length that the algorithm fixes is not read. */
INLINED int has_fixed_output(const params *p) {
  return p->kind == ASCON_KIND_HASH || p->kind == ASCON_KIND_MAC;
}

/* The length of a digest or tag that is asked for. PrfShort's limits are in check_sponge(). */
INLINED ascon_result check_output_length(const params *p, size_t length) {
  return has_fixed_output(p) && length != p->output_length ? ASCON_ERR_RANGE : ASCON_OK;
}

/* The strings of a sponge besides its message. */
typedef struct sponge_strings {
  const uint8_t *prefix; /* what enters before it: a key, or a customization string */
  size_t prefix_length;
  uint8_t *out; /* a MAC's is a tag */
  size_t out_length;
} sponge_strings;

INLINED sponge_strings sponge_strings_of(const params *p, const ascon_message *m) {
  const int is_mac = p->kind == ASCON_KIND_MAC, is_cxof = p->kind == ASCON_KIND_CXOF;
  return (sponge_strings){p->key_length ? m->key
                          : is_cxof     ? m->ad
                                        : NULL,
                          p->key_length ? p->key_length
                          : is_cxof     ? m->ad_length
                                        : 0,
                          is_mac ? m->tag : m->out,
                          is_mac || p->kind == ASCON_KIND_HASH ? p->output_length : m->out_length};
}

INLINED uint8_t *output_of(const params *p, const ascon_message *m) {
  return sponge_strings_of(p, m).out;
}

INLINED size_t output_length_of(const params *p, const ascon_message *m) {
  return sponge_strings_of(p, m).out_length;
}

INLINED const uint8_t *prefix_of(const params *p, const ascon_message *m) {
  return sponge_strings_of(p, m).prefix;
}

INLINED size_t prefix_length_of(const params *p, const ascon_message *m) {
  return sponge_strings_of(p, m).prefix_length;
}

/* All that a message of a sponge has to pass, whose strings these are. A customization string has
   at most 256 bytes: SP 800-232, section 5.3. */
INLINED ascon_result check_sponge_message(const params *p, const ascon_message *m,
                                          const sponge_strings *t) {
  if (missing(t->out, t->out_length) || missing(m->in, m->length) ||
      missing(t->prefix, t->prefix_length))
    return ASCON_ERR_NULL;
  return p->kind == ASCON_KIND_CXOF && t->prefix_length > MAX_CUSTOMIZATION_LENGTH ? ASCON_ERR_RANGE
                                                                                   : ASCON_OK;
}

/* The lengths alone. PrfShort: at most a block of message, 1 to 16 bytes of output. */
INLINED ascon_result check_sponge_lengths(const params *p, const ascon_message *m) {
  if (p->kind == ASCON_KIND_CXOF && m->ad_length > MAX_CUSTOMIZATION_LENGTH) return ASCON_ERR_RANGE;
  if (p->kind != ASCON_KIND_PRFSHORT) return ASCON_OK;
  return m->length > p->rate || m->out_length < 1 || m->out_length > p->output_length
             ? ASCON_ERR_RANGE
             : ASCON_OK;
}

/* All that a message of any kind but AEAD has to pass. */
INLINED ascon_result check_sponge(const params *p, const ascon_message *m) {
  const sponge_strings t = sponge_strings_of(p, m);
  RETURN_IF_ERROR(check_sponge_message(p, m, &t));
  return check_sponge_lengths(p, m);
}

#endif
