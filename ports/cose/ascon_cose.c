/* zcbor reads and writes the encoding. No key, plaintext or computed tag passes through it.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "ascon_cose.h"

#include <string.h>
#include <zcbor_decode.h>
#include <zcbor_encode.h>

#ifndef ZCBOR_CANONICAL
#error compile zcbor and this file with ZCBOR_CANONICAL: RFC 9052 signs and verifies deterministic encodings
#endif

enum { TAG_ENCRYPT0 = 16, TAG_MAC0 = 17 };                   /* RFC 9052, table 1 */
enum { ALG = 1, CRIT = 2, KID = 4, IV = 5, PARTIAL_IV = 6 }; /* RFC 9052, table 3 */
enum { BYTE_STRING = 2 << 5, MAX_HEAD_BYTES = 1 + 8 };       /* RFC 8949, section 3 */

#define RETURN_IF_ERROR(call)                                                                      \
  do {                                                                                             \
    const ascon_result result_ = (call);                                                           \
    if (result_ != ASCON_OK) return result_;                                                       \
  } while (0)

static int is_null(ascon_cose_bytes bytes) { return bytes.data == NULL && bytes.length > 0; }

/* ---- What is authenticated (RFC 9052, sections 5.3 and 6.3) --------------------------------- */

/* The head of a byte string is that of an integer with another major type. */
static bool put_head(zcbor_state_t *state, size_t length) {
  uint8_t *head = state->payload_mut;
  if (!zcbor_size_put(state, length)) return false;
  *head |= BYTE_STRING;
  return true;
}

/* Once a context holds a key, no call here fails before the one that wipes it: arguments are
   checked before. */
typedef ascon_result absorb_function(void *context, const uint8_t *data, size_t length);

static ascon_result absorb_ad(void *context, const uint8_t *data, size_t length) {
  return ascon_aead128_ad((ascon_aead_ctx *)context, data, length);
}

static ascon_result absorb_message(void *context, const uint8_t *data, size_t length) {
  return ascon_any_sponge_update((ascon_sponge_ctx *)context, data, length);
}

static ascon_result absorb_string(absorb_function *absorb, void *context, ascon_cose_bytes string) {
  uint8_t head[MAX_HEAD_BYTES];
  ZCBOR_STATE_E(state, 0, head, sizeof head, 1);
  if (!put_head(state, string.length)) return ASCON_ERR_RANGE;
  RETURN_IF_ERROR(absorb(context, head, (size_t)(state->payload - head)));
  return absorb(context, string.data, string.length);
}

static ascon_result start_encrypt0(ascon_aead_ctx *ctx, ascon_cose_bytes protected_header,
                                   ascon_cose_bytes external_aad, const uint8_t *nonce,
                                   const uint8_t *key) {
  static const uint8_t start[] =
      "\x83\x68" /* an array of 3, a text of 8 bytes */
      "Encrypt0";
  RETURN_IF_ERROR(ascon_aead128_init(ctx, nonce, key));
  RETURN_IF_ERROR(ascon_aead128_ad(ctx, start, sizeof start - 1));
  RETURN_IF_ERROR(absorb_string(absorb_ad, ctx, protected_header));
  return absorb_string(absorb_ad, ctx, external_aad);
}

static ascon_result absorb_mac0(ascon_sponge_ctx *ctx, ascon_cose_bytes protected_header,
                                ascon_cose_bytes external_aad, ascon_cose_bytes payload,
                                const uint8_t *key) {
  static const uint8_t start[] =
      "\x84\x64" /* an array of 4, a text of 4 bytes */
      "MAC0";
  RETURN_IF_ERROR(ascon_any_sponge_init(ctx, ASCON_V13_MAC, key, ASCON_COSE_KEY_BYTES));
  RETURN_IF_ERROR(ascon_any_sponge_update(ctx, start, sizeof start - 1));
  RETURN_IF_ERROR(absorb_string(absorb_message, ctx, protected_header));
  RETURN_IF_ERROR(absorb_string(absorb_message, ctx, external_aad));
  return absorb_string(absorb_message, ctx, payload);
}

/* ---- Sending -------------------------------------------------------------------------------- */

enum { PROTECTED_BYTES = 7 }; /* a map of one pair: 1 and any number of 32 bits */

static ascon_cose_bytes put_protected(uint8_t header[PROTECTED_BYTES], int32_t algorithm) {
  ZCBOR_STATE_E(state, 1, header, PROTECTED_BYTES, 1);
  (void)(zcbor_map_start_encode(state, 1) && zcbor_int32_put(state, ALG) &&
         zcbor_int32_put(state, algorithm) && zcbor_map_end_encode(state, 1)); /* fits always */
  return (ascon_cose_bytes){header, (size_t)(state->payload - header)};
}

/* The address is not NULL: zcbor gives it to memmove(), also that of no bytes. */
static bool put_bytes(zcbor_state_t *state, ascon_cose_bytes bytes) {
  return zcbor_bstr_encode_ptr(state, (const char *)bytes.data, bytes.length);
}

static bool put_parameter(zcbor_state_t *state, int32_t label, ascon_cose_bytes value) {
  return value.data == NULL || (zcbor_int32_put(state, label) && put_bytes(state, value));
}

/* A byte string whose bytes the caller writes: where they go, or NULL if there is no room. */
static uint8_t *put_space(zcbor_state_t *state, size_t length) {
  if (!put_head(state, length)) return NULL;
  uint8_t *space = state->payload_mut;
  if (length > (size_t)(state->payload_end - space)) return NULL;
  state->payload_mut += length;
  return space;
}

typedef struct layout {
  uint32_t tag;
  ascon_cose_bytes protected_header, kid, nonce;
  ascon_cose_bytes payload; /* of a COSE_Mac0 */
  size_t last_length;       /* of the last item: ciphertext and tag, or the tag of a COSE_Mac0 */
} layout;

static bool put_headers(zcbor_state_t *state, const layout *of) {
  return put_bytes(state, of->protected_header) && zcbor_map_start_encode(state, 2) &&
         put_parameter(state, KID, of->kid) && put_parameter(state, IV, of->nonce) &&
         zcbor_map_end_encode(state, 2);
}

/* All of a message but its last item: where that goes, or NULL if there is no room. */
static uint8_t *put_message(uint8_t *message, size_t capacity, size_t *length, const layout *of) {
  ZCBOR_STATE_E(state, 2, message, capacity, 1);
  const size_t items = of->tag == TAG_MAC0 ? 4 : 3;
  if (!zcbor_tag_put(state, of->tag) || !zcbor_list_start_encode(state, items) ||
      !put_headers(state, of) || (of->tag == TAG_MAC0 && !put_bytes(state, of->payload)))
    return NULL;
  uint8_t *last = put_space(state, of->last_length);
  if (!last || !zcbor_list_end_encode(state, items)) return NULL;
  *length = (size_t)(state->payload - message);
  return last;
}

ascon_result ascon_cose_encrypt0(uint8_t *message, size_t capacity, size_t *length,
                                 ascon_cose_bytes text, ascon_cose_bytes kid,
                                 ascon_cose_bytes external_aad,
                                 const uint8_t nonce[ASCON_COSE_NONCE_BYTES],
                                 const uint8_t key[ASCON_COSE_KEY_BYTES]) {
  if (!message || !length || is_null(text) || is_null(kid) || is_null(external_aad) || !nonce ||
      !key)
    return ASCON_ERR_NULL;
  if (text.length > capacity) return ASCON_ERR_RANGE; /* so that the sum below does not overflow */
  uint8_t header[PROTECTED_BYTES];
  const layout of = {.tag = TAG_ENCRYPT0,
                     .protected_header = put_protected(header, ASCON_COSE_AEAD128),
                     .kid = kid,
                     .nonce = {nonce, ASCON_COSE_NONCE_BYTES},
                     .last_length = text.length + ASCON_COSE_TAG_BYTES};
  uint8_t *ciphertext = put_message(message, capacity, length, &of);
  if (!ciphertext) return ASCON_ERR_RANGE;
  ascon_aead_ctx ctx;
  RETURN_IF_ERROR(start_encrypt0(&ctx, of.protected_header, external_aad, nonce, key));
  RETURN_IF_ERROR(ascon_aead128_encrypt_update(&ctx, ciphertext, text.data, text.length));
  return ascon_aead128_encrypt_final(&ctx, ciphertext + text.length, ASCON_COSE_TAG_BYTES);
}

ascon_result ascon_cose_mac0(uint8_t *message, size_t capacity, size_t *length,
                             ascon_cose_bytes payload, ascon_cose_bytes kid,
                             ascon_cose_bytes external_aad,
                             const uint8_t key[ASCON_COSE_KEY_BYTES]) {
  if (!message || !length || is_null(payload) || is_null(kid) || is_null(external_aad) || !key)
    return ASCON_ERR_NULL;
  uint8_t header[PROTECTED_BYTES];
  if (!payload.data) payload.data = header;
  const layout of = {.tag = TAG_MAC0,
                     .protected_header = put_protected(header, ASCON_COSE_MAC),
                     .kid = kid,
                     .payload = payload,
                     .last_length = ASCON_COSE_TAG_BYTES};
  uint8_t *tag = put_message(message, capacity, length, &of);
  if (!tag) return ASCON_ERR_RANGE;
  ascon_sponge_ctx ctx;
  RETURN_IF_ERROR(absorb_mac0(&ctx, of.protected_header, external_aad, payload, key));
  return ascon_any_sponge_squeeze(&ctx, tag, ASCON_COSE_TAG_BYTES);
}

/* ---- Receiving ------------------------------------------------------------------------------ */

static bool get_bytes(zcbor_state_t *state, ascon_cose_bytes *bytes) {
  struct zcbor_string string;
  if (!zcbor_bstr_decode(state, &string)) return false;
  bytes->data = string.value;
  bytes->length = string.len;
  return true;
}

/* A parameter may be in one of the headers, once. */
static bool get_bytes_once(zcbor_state_t *state, ascon_cose_bytes *bytes) {
  return bytes->data == NULL && get_bytes(state, bytes);
}

static bool get_algorithm_once(zcbor_state_t *state, int32_t *algorithm) {
  return *algorithm == 0 && zcbor_int32_decode(state, algorithm) && *algorithm != 0;
}

/* Values in arrays and maps are not followed: their depth would be an attacker's choice. */
static bool skip_value(zcbor_state_t *state) {
  uint64_t positive;
  int64_t negative;
  struct zcbor_string string;
  return zcbor_uint64_decode(state, &positive) || zcbor_int64_decode(state, &negative) ||
         zcbor_bstr_decode(state, &string) || zcbor_tstr_decode(state, &string);
}

static bool get_parameter(zcbor_state_t *state, ascon_cose_message *message, bool is_protected) {
  struct zcbor_string name;
  int32_t label;
  if (zcbor_tstr_decode(state, &name)) return skip_value(state);
  if (!zcbor_int32_decode(state, &label)) return false;
  switch (label) {
    case ALG: return is_protected && get_algorithm_once(state, &message->algorithm);
    case KID: return get_bytes_once(state, &message->kid);
    case IV: return get_bytes_once(state, &message->nonce);
    case CRIT:
    case PARTIAL_IV: return false;
    default: return skip_value(state);
  }
}

static bool get_header(zcbor_state_t *state, ascon_cose_message *message, bool is_protected) {
  if (!zcbor_map_start_decode(state)) return false;
  while (!zcbor_array_at_end(state))
    if (!get_parameter(state, message, is_protected)) return false;
  return zcbor_map_end_decode(state);
}

static bool get_protected(ascon_cose_message *message) {
  const ascon_cose_bytes bytes = message->protected_header;
  ZCBOR_STATE_D(state, 1, bytes.data, bytes.length, 1, 0);
  return get_header(state, message, true) && state->payload == bytes.data + bytes.length;
}

static bool get_message(ascon_cose_message *message, uint32_t *tag, ascon_cose_bytes bytes) {
  ZCBOR_STATE_D(state, 2, bytes.data, bytes.length, 1, 0);
  return zcbor_tag_decode(state, tag) && zcbor_list_start_decode(state) &&
         get_bytes(state, &message->protected_header) && get_protected(message) &&
         get_header(state, message, false) && get_bytes(state, &message->content) &&
         (*tag != TAG_MAC0 || get_bytes(state, &message->tag)) && zcbor_list_end_decode(state) &&
         state->payload == bytes.data + bytes.length;
}

/* The lengths of what has been found; the algorithm has been checked. */
static bool lengths_fit(const ascon_cose_message *message) {
  if (message->algorithm == ASCON_COSE_MAC) return message->tag.length == ASCON_COSE_TAG_BYTES;
  return message->nonce.length == ASCON_COSE_NONCE_BYTES &&
         message->content.length >= ASCON_COSE_TAG_BYTES;
}

static ascon_result parse(ascon_cose_message *message, ascon_cose_bytes bytes) {
  uint32_t tag;
  if (!get_message(message, &tag, bytes)) return ASCON_ERR_RANGE;
  if (!(tag == TAG_ENCRYPT0 && message->algorithm == ASCON_COSE_AEAD128) &&
      !(tag == TAG_MAC0 && message->algorithm == ASCON_COSE_MAC))
    return ASCON_ERR_ALGORITHM;
  return lengths_fit(message) ? ASCON_OK : ASCON_ERR_RANGE;
}

ascon_result ascon_cose_parse(ascon_cose_message *message, ascon_cose_bytes bytes) {
  if (!message || is_null(bytes)) return ASCON_ERR_NULL;
  memset(message, 0, sizeof *message);
  const ascon_result result = bytes.length ? parse(message, bytes) : ASCON_ERR_RANGE;
  if (result != ASCON_OK) memset(message, 0, sizeof *message);
  return result;
}

ascon_result ascon_cose_decrypt0(uint8_t *text, size_t capacity, size_t *length,
                                 const ascon_cose_message *message, ascon_cose_bytes external_aad,
                                 const uint8_t key[ASCON_COSE_KEY_BYTES]) {
  if (!length || !message || is_null(external_aad) || !key) return ASCON_ERR_NULL;
  if (message->algorithm != ASCON_COSE_AEAD128) return ASCON_ERR_ALGORITHM;
  if (!lengths_fit(message)) return ASCON_ERR_RANGE;
  const uint8_t *ciphertext = message->content.data;
  const size_t text_length = message->content.length - ASCON_COSE_TAG_BYTES;
  if (!text && text_length > 0) return ASCON_ERR_NULL;
  if (text_length > capacity) return ASCON_ERR_RANGE;
  ascon_aead_ctx ctx;
  RETURN_IF_ERROR(
      start_encrypt0(&ctx, message->protected_header, external_aad, message->nonce.data, key));
  RETURN_IF_ERROR(ascon_aead128_decrypt_update_unverified(&ctx, text, ciphertext, text_length));
  const ascon_result result =
      ascon_aead128_decrypt_final(&ctx, ciphertext + text_length, ASCON_COSE_TAG_BYTES);
  if (result != ASCON_OK) ascon_wipe(text, text_length);
  *length = result == ASCON_OK ? text_length : 0;
  return result;
}

ascon_result ascon_cose_verify0(const ascon_cose_message *message, ascon_cose_bytes external_aad,
                                const uint8_t key[ASCON_COSE_KEY_BYTES]) {
  if (!message || is_null(external_aad) || !key) return ASCON_ERR_NULL;
  if (message->algorithm != ASCON_COSE_MAC) return ASCON_ERR_ALGORITHM;
  if (!lengths_fit(message)) return ASCON_ERR_RANGE;
  ascon_sponge_ctx ctx;
  RETURN_IF_ERROR(
      absorb_mac0(&ctx, message->protected_header, external_aad, message->content, key));
  return ascon_any_sponge_verify_final(&ctx, message->tag.data);
}
