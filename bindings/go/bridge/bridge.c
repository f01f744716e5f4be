/* What bridge.h declares. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "bridge.h"

#include "asconkit/batch/ascon_batch.h"
#include "asconkit/hmac/ascon_hmac.h"
#include "asconkit/isap/ascon_isap.h"
#include "asconkit/kdf/ascon_kdf.h"
#include "asconkit/siv/ascon_siv.h"
#include "asconkit/stream/ascon_stream.h"

enum { CONTEXT_BYTES = 64, NAME_BYTES = 32 };

/* ---- Whole messages ------------------------------------------------------------------------- */

static int is_aead128(uint32_t algorithm) { return algorithm == 0; }

static int run_constructed(uint32_t algorithm, uint32_t op, const ascon_message *m) {
  const ascon_isap *isap = algorithm == BRIDGE_ISAP_128A ? ASCON_ISAP_A_128A : ASCON_ISAP_A_128;
  if (algorithm == BRIDGE_SIV)
    return op == ASCON_ENCRYPT ? ascon_siv_encrypt(m->out, m->tag, m->in, m->length, m->ad,
                                                   m->ad_length, m->nonce, m->key)
                               : ascon_siv_decrypt(m->out, m->in, m->length, m->tag, m->ad,
                                                   m->ad_length, m->nonce, m->key);
  return op == ASCON_ENCRYPT ? ascon_isap_encrypt(isap, m->out, m->tag, m->in, m->length, m->ad,
                                                  m->ad_length, m->nonce, m->key)
                             : ascon_isap_decrypt(isap, m->out, m->in, m->length, m->tag, m->ad,
                                                  m->ad_length, m->nonce, m->key);
}

/* Named calls are faster for short messages. */
BRIDGE(run)
(uint32_t algorithm, uint32_t op, uint8_t *out, size_t out_length, const uint8_t *in, size_t length,
 uint8_t *tag, size_t tag_length, const uint8_t *ad, size_t ad_length, const uint8_t *nonce,
 const uint8_t *key) {
  const ascon_message m = {.out = out,
                           .in = in,
                           .length = length,
                           .tag = tag,
                           .tag_length = tag_length,
                           .ad = ad,
                           .ad_length = ad_length,
                           .nonce = nonce,
                           .key = key,
                           .out_length = out_length};
  const ascon_algorithm *a;
  if (is_aead128(algorithm))
    return op == ASCON_ENCRYPT
               ? ascon_aead128_encrypt(out, tag, tag_length, in, length, ad, ad_length, nonce, key)
               : ascon_aead128_decrypt(out, in, length, tag, tag_length, ad, ad_length, nonce, key);
  if (algorithm >= BRIDGE_SIV) return run_constructed(algorithm, op, &m);
  a = ascon_any_at(algorithm);
  if (a == ASCON_HASH256) return ascon_hash256(out, in, length);
  return ascon_any_run(a, (ascon_operation)op, &m);
}

/* ---- Batches -------------------------------------------------------------------------------- */

BRIDGE(batch)
(uint32_t algorithm, uint32_t op, uint8_t *memory, size_t memory_bytes, const uint64_t *table,
 size_t count, size_t fixed, const uint8_t *key, uint8_t *results) {
  const ascon_algorithm *a = ascon_any_at(algorithm);
  const ascon_column texts = {
      .data = memory, .offsets = table, .lengths = table + count, .data_bytes = memory_bytes};
  const ascon_column outputs = {
      .data = memory, .stride = fixed, .length = fixed, .data_bytes = memory_bytes};
  ascon_columns columns = {.in = texts};
  if (!a) return ASCON_ERR_ALGORITHM;
  columns.key.data = (void *)(uintptr_t)key; /* only read */
  columns.key.length = a->key_bytes;
  if (a->kind == ASCON_KIND_AEAD) {
    columns.out = texts;
    columns.nonce = outputs;
    columns.nonce.stride = columns.nonce.length = a->nonce_bytes;
    columns.tag = outputs;
    columns.tag.start = count * a->nonce_bytes;
    columns.ad = texts;
    columns.ad.offsets = table + 2 * count;
    columns.ad.lengths = table + 3 * count;
  } else if (a->kind == ASCON_KIND_MAC) {
    columns.tag = outputs;
  } else {
    columns.out = outputs;
  }
  return ascon_any_columns(a, (ascon_operation)op, &columns, count, results, NULL);
}

/* ---- In pieces ------------------------------------------------------------------------------ */

/* Contexts are Go's memory: aligned as uint64_t, and large enough, which check() says. */
static ascon_sponge_ctx *sponge_of(uint64_t *context) {
  return (ascon_sponge_ctx *)(void *)context;
}

BRIDGE(sponge_start)
(uint64_t *context, uint32_t algorithm, const uint8_t *prefix, size_t prefix_length) {
  return ascon_any_sponge_init(sponge_of(context), ascon_any_at(algorithm), prefix, prefix_length);
}

BRIDGE(sponge_update)(uint64_t *context, const uint8_t *message, size_t length) {
  return ascon_any_sponge_update(sponge_of(context), message, length);
}

BRIDGE(sponge_output)(uint64_t *context, uint8_t *out, size_t length) {
  return ascon_any_sponge_squeeze(sponge_of(context), out, length);
}

BRIDGE(sponge_verify)(uint64_t *context, const uint8_t *tag) {
  return ascon_any_sponge_verify_final(sponge_of(context), tag);
}

/* ---- Streams -------------------------------------------------------------------------------- */

static const ascon_stream *stream_of(const uint64_t *stream) {
  return (const ascon_stream *)(const void *)stream;
}

static void copy(uint8_t *out, const uint8_t *in, size_t length) {
  for (size_t i = 0; i < length; i++) out[i] = in[i];
}

BRIDGE(stream_create)
(uint64_t *stream, uint8_t *header, const uint32_t *fields, const uint8_t *salt,
 const uint8_t *key) {
  ascon_stream_header h = {
      .algorithm = ascon_any_at(fields[0]),
      .chunk_bytes = fields[1],
      .source = (ascon_stream_source)fields[2],
      .cost = {.memory_kib = fields[3], .passes = fields[4], .lanes = fields[5]},
      .version = ASCON_STREAM_HEADER_VERSION,
  };
  copy(h.salt, salt, sizeof h.salt);
  return ascon_stream_header_encode((ascon_stream *)(void *)stream, header, &h, key);
}

BRIDGE(stream_decode)(uint32_t *fields, uint8_t *salt, const uint8_t *bytes, size_t length) {
  ascon_stream_header h;
  const ascon_result result = ascon_stream_header_decode(&h, bytes, length);
  fields[0] = 0;
  while (h.algorithm && ascon_any_at(fields[0]) && ascon_any_at(fields[0]) != h.algorithm)
    fields[0]++;
  fields[1] = h.chunk_bytes;
  fields[2] = h.source;
  fields[3] = h.cost.memory_kib;
  fields[4] = h.cost.passes;
  fields[5] = h.cost.lanes;
  fields[6] = h.version;
  fields[7] = h.header_bytes;
  fields[8] = h.salt_bytes;
  fields[9] = h.fault;
  copy(salt, h.salt, sizeof h.salt);
  return result;
}

BRIDGE(stream_open)(uint64_t *stream, const uint8_t *bytes, size_t length, const uint8_t *key) {
  return ascon_stream_header_open((ascon_stream *)(void *)stream, bytes, length, key);
}

BRIDGE(stream_seal)
(const uint64_t *stream, uint8_t *sealed, const uint8_t *text, size_t text_length, uint64_t first,
 uint32_t ends) {
  const ascon_stream *s = stream_of(stream);
  return ascon_stream_seal_chunks(s, sealed, text, s->chunk_bytes, text_length, first, ends != 0,
                                  NULL);
}

BRIDGE(stream_unseal)
(const uint64_t *stream, uint8_t *text, uint64_t *text_length, const uint8_t *sealed,
 size_t sealed_length, uint64_t first, uint32_t ends) {
  const ascon_stream *s = stream_of(stream);
  size_t opened = 0;
  const ascon_result result = ascon_stream_open_chunks(s, text, s->chunk_bytes, &opened, sealed,
                                                       sealed_length, first, ends != 0, NULL);
  *text_length = opened;
  return result;
}

/* ---- Keyed functions ------------------------------------------------------------------------ */

BRIDGE(keyed)
(uint32_t kind, uint8_t *out, size_t out_length, const uint8_t *key, size_t key_length,
 const uint8_t *message, size_t length, const uint8_t *text, size_t text_length) {
  switch (kind) {
    case BRIDGE_KMAC:
      return ascon_kdf_kmac(out, out_length, message, length, text, text_length, key, key_length);
    case BRIDGE_KMAC_XOF:
      return ascon_kdf_kmac_xof(out, out_length, message, length, text, text_length, key,
                                key_length);
    case BRIDGE_HMAC: return ascon_hmac_hash256(out, message, length, key, key_length);
    case BRIDGE_DERIVE:
      return ascon_kdf_derive(out, out_length, message, length, key, key_length, text, text_length);
    case BRIDGE_EXTRACT: return ascon_kdf_extract(out, message, length, key, key_length);
    case BRIDGE_EXPAND:
      return ascon_kdf_expand(out, out_length, key, key_length, text, text_length);
    case BRIDGE_HKDF_EXTRACT: return ascon_hmac_hkdf_extract(out, message, length, key, key_length);
    case BRIDGE_HKDF_EXPAND:
      return ascon_hmac_hkdf_expand(out, out_length, key, key_length, text, text_length);
    case BRIDGE_HKDF:
      return ascon_hmac_hkdf(out, out_length, message, length, key, key_length, text, text_length);
    default: return ASCON_ERR_ALGORITHM;
  }
}

BRIDGE(check)(uint32_t algorithm, uint8_t *name) {
  const ascon_algorithm *a = ascon_any_at(algorithm);
  for (size_t i = 0; i < NAME_BYTES; i++) name[i] = 0;
  for (size_t i = 0; a && a->name[i] && i < NAME_BYTES; i++) name[i] = (uint8_t)a->name[i];
  return sizeof(ascon_sponge_ctx) <= CONTEXT_BYTES && sizeof(ascon_stream) <= CONTEXT_BYTES
             ? ASCON_OK
             : ASCON_ERR_RANGE;
}
