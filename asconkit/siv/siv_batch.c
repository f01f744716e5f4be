/* Ascon-SIV of many messages, the batch calls of ascon_siv.h. Both of its parts, MAC and PRF, are
   batches; between them, strings stand in scratch memory on the stack, since the MAC's input is one
   string and the key stream is not the text's. A message that is too long for that goes through
   the calls of siv.c.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "siv.h"
#include "../batch/ascon_batch.h"
#include "../ascon_config.h"
#include "../core/modes/calls.h"
#include "../core/platform/secrets_in_c.h"

enum {
  FRAME_BYTES = ASCON_SIV_NONCE_BYTES + 16, /* of the MAC's input: nonce and lengths */
  GROUP = 32,                               /* messages at a time: twice the lanes of AVX-512 */
  SCRATCH_BYTES = 16 * 1024,
  LONGEST = 4 * 1024 /* four of them fit at the same time, a group of AVX2 without interleaving */
};

/* Messages that are computed together. */
typedef struct siv_group {
  ascon_message *message[GROUP];
  uint8_t *place[GROUP]; /* of the message's string in scratch */
  size_t count;
  size_t used; /* bytes of scratch */
  uint8_t tag[GROUP][ASCON_SIV_TAG_BYTES];
  ascon_message part[GROUP];
  uint8_t scratch[SCRATCH_BYTES];
} siv_group;

static int is_long(const ascon_message *m) {
  return m->ad_length > LONGEST || m->length > LONGEST - m->ad_length;
}

static size_t string_length(const ascon_message *m) {
  return FRAME_BYTES + m->ad_length + m->length;
}

/* What the single calls check. */
static ascon_result check_siv_message(const ascon_message *m) {
  if (!m->tag || !m->nonce || !m->key || missing(m->ad, m->ad_length)) return ASCON_ERR_NULL;
  return missing(m->out, m->length) || missing(m->in, m->length) ? ASCON_ERR_NULL : ASCON_OK;
}

static int has_room(const siv_group *g, const ascon_message *m) {
  return g->count < GROUP && string_length(m) <= sizeof g->scratch - g->used;
}

static void add(siv_group *g, ascon_message *m) {
  g->message[g->count] = m;
  g->place[g->count] = g->scratch + g->used;
  g->used += string_length(m);
  g->count++;
}

static uint8_t *put(uint8_t *to, const uint8_t *bytes, size_t n) {
  if (n != 0) copy_bytes(to, bytes, n);
  return to + n;
}

/* The MAC's input of a message whose plaintext this is. */
static void write_string(uint8_t *to, const ascon_message *m, const uint8_t *plaintext) {
  to = put(to, m->nonce, ASCON_SIV_NONCE_BYTES);
  to = put(to, m->ad, m->ad_length);
  to = put(to, plaintext, m->length);
  store64(to, m->ad_length, ASCON_LITTLE_ENDIAN);
  store64(to + 8, m->length, ASCON_LITTLE_ENDIAN);
}

/* The tags of all messages, whose plaintexts are the inputs in encryption and the outputs in
   decryption. */
static void compute_tags(siv_group *g, operation op, ascon_batch_pool *pool) {
  for (size_t i = 0; i < g->count; i++) {
    const ascon_message *m = g->message[i];
    write_string(g->place[i], m, op == OP_ENCRYPT ? m->in : m->out);
    g->part[i] = (ascon_message){
        .tag = g->tag[i], .in = g->place[i], .length = string_length(m), .key = m->key};
  }
  const ascon_result result =
      ascon_any_batch(ASCON_V13_MAC, ASCON_COMPUTE, g->part, g->count, pool);
  (void)result; /* nothing in it can fail */
}

/* Text XOR key stream, which is computed from the tag. */
static void crypt_texts(siv_group *g, ascon_batch_pool *pool) {
  for (size_t i = 0; i < g->count; i++)
    g->part[i] = (ascon_message){.out = g->place[i],
                                 .out_length = g->message[i]->length,
                                 .in = g->message[i]->tag,
                                 .length = ASCON_SIV_TAG_BYTES,
                                 .key = g->message[i]->key + HALF_KEY};
  const ascon_result result =
      ascon_any_batch(ASCON_V13_PRF, ASCON_COMPUTE, g->part, g->count, pool);
  (void)result; /* nothing in it can fail */
  for (size_t i = 0; i < g->count; i++) {
    const ascon_message *m = g->message[i];
    xor_stream(m->out, m->in, g->place[i], m->length);
  }
}

static void encrypt_group(siv_group *g, ascon_batch_pool *pool) {
  compute_tags(g, OP_ENCRYPT, pool);
  for (size_t i = 0; i < g->count; i++) {
    copy_bytes(g->message[i]->tag, g->tag[i], ASCON_SIV_TAG_BYTES);
    g->message[i]->result = ASCON_OK;
  }
  crypt_texts(g, pool);
}

static void decrypt_group(siv_group *g, ascon_batch_pool *pool) {
  crypt_texts(g, pool);
  compute_tags(g, OP_DECRYPT, pool);
  for (size_t i = 0; i < g->count; i++) {
    ascon_message *m = g->message[i];
    const int genuine = !bytes_differ(g->tag[i], m->tag, ASCON_SIV_TAG_BYTES);
    m->result = genuine ? ASCON_OK : ASCON_ERR_TAG;
    if (!genuine && m->length != 0) zeroize(m->out, m->length);
  }
}

static void run_group(siv_group *g, operation op, ascon_batch_pool *pool) {
  if (g->count != 0) {
    if (op == OP_ENCRYPT) encrypt_group(g, pool);
    else decrypt_group(g, pool);
  }
  g->count = g->used = 0;
}

static ascon_result run_alone(const ascon_message *m, operation op) {
  return op == OP_ENCRYPT ? ascon_siv_encrypt(m->out, m->tag, m->in, m->length, m->ad, m->ad_length,
                                              m->nonce, m->key)
                          : ascon_siv_decrypt(m->out, m->in, m->length, m->tag, m->ad, m->ad_length,
                                              m->nonce, m->key);
}

static ascon_result first_error(const ascon_message *messages, size_t count) {
  for (size_t i = 0; i < count; i++) RETURN_IF_ERROR(messages[i].result);
  return ASCON_OK;
}

static ascon_result run(ascon_message *messages, size_t count, operation op,
                        ascon_batch_pool *pool) {
  siv_group g;
  if (count && !messages) return ASCON_ERR_NULL;
  g.count = g.used = 0;
  for (size_t i = 0; i < count; i++) {
    ascon_message *m = &messages[i];
    m->result = check_siv_message(m);
    if (m->result != ASCON_OK) continue;
    if (is_long(m)) {
      m->result = run_alone(m, op);
      continue;
    }
    if (!has_room(&g, m)) run_group(&g, op, pool);
    add(&g, m);
  }
  run_group(&g, op, pool);
  zeroize(&g, sizeof g);
  clear_stack(); /* and vector registers, in which compilers copy the strings */
  return first_error(messages, count);
}

ascon_result ascon_siv_batch_encrypt(ascon_message *messages, size_t count,
                                     ascon_batch_pool *pool) {
  return run(messages, count, OP_ENCRYPT, pool);
}

ascon_result ascon_siv_batch_decrypt(ascon_message *messages, size_t count,
                                     ascon_batch_pool *pool) {
  return run(messages, count, OP_DECRYPT, pool);
}
