/* Ascon-SIV of many messages, the batch calls of ascon_siv.h. Both of its parts, MAC and PRF, are
   batches; between them, strings stand in scratch memory on the stack, since the MAC's input is one
   string and the key stream is not the text's. A message that is too long for that goes through
   the calls of siv.c.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "siv.h"
#include "../ascon_batch.h"
#include "../ascon_config.h"
#include "../modes/calls.h"
#include "../platform/secrets_in_c.h"

enum {
  FRAME_BYTES = ASCON_SIV_NONCE_BYTES + 16, /* of the MAC's input: nonce and lengths */
  GROUP = 32,                               /* messages at a time: twice the lanes of AVX-512 */
  SCRATCH_BYTES = 16 * 1024,
  LONGEST = 4 * 1024 /* four of them fit at the same time, a group of AVX2 without interleaving */
};

/* Messages that are computed together. */
typedef struct siv_group {
  ascon_aead_job *job[GROUP];
  const uint8_t *key[GROUP];
  uint8_t *place[GROUP]; /* of the message's string in scratch */
  size_t count;
  size_t used; /* bytes of scratch */
  uint8_t tag[GROUP][ASCON_SIV_TAG_BYTES];
  ascon_sponge_job part[GROUP];
  uint8_t scratch[SCRATCH_BYTES];
} siv_group;

static int is_long(const ascon_aead_job *job) {
  return job->ad_bytes > LONGEST || job->text_bytes > LONGEST - job->ad_bytes;
}

static size_t string_bytes(const ascon_aead_job *job) {
  return FRAME_BYTES + job->ad_bytes + job->text_bytes;
}

/* What the single calls check. */
static ascon_result check_job(const ascon_aead_job *job, const uint8_t *key) {
  if (!job->tag || !job->nonce || !key || missing(job->ad, job->ad_bytes)) return ASCON_ERR_NULL;
  return missing(job->out, job->text_bytes) || missing(job->in, job->text_bytes) ? ASCON_ERR_NULL
                                                                                 : ASCON_OK;
}

static int has_room(const siv_group *g, const ascon_aead_job *job) {
  return g->count < GROUP && string_bytes(job) <= sizeof g->scratch - g->used;
}

static void add(siv_group *g, ascon_aead_job *job, const uint8_t *key) {
  g->job[g->count] = job;
  g->key[g->count] = key;
  g->place[g->count] = g->scratch + g->used;
  g->used += string_bytes(job);
  g->count++;
}

static uint8_t *put(uint8_t *to, const uint8_t *bytes, size_t n) {
  if (n != 0) copy_bytes(to, bytes, n);
  return to + n;
}

/* The MAC's input of a message whose plaintext this is. */
static void write_string(uint8_t *to, const ascon_aead_job *job, const uint8_t *plaintext) {
  to = put(to, job->nonce, ASCON_SIV_NONCE_BYTES);
  to = put(to, job->ad, job->ad_bytes);
  to = put(to, plaintext, job->text_bytes);
  store64(to, job->ad_bytes, ASCON_LITTLE_ENDIAN);
  store64(to + 8, job->text_bytes, ASCON_LITTLE_ENDIAN);
}

/* The tags of all messages, whose plaintexts are the inputs in encryption and the outputs in
   decryption. */
static void compute_tags(siv_group *g, operation op, ascon_batch_pool *pool) {
  for (size_t i = 0; i < g->count; i++) {
    const ascon_aead_job *job = g->job[i];
    write_string(g->place[i], job, op == OP_ENCRYPT ? job->in : job->out);
    g->part[i] = (ascon_sponge_job){.out = g->tag[i],
                                    .out_bytes = ASCON_SIV_TAG_BYTES,
                                    .in = g->place[i],
                                    .bytes = string_bytes(job),
                                    .key = g->key[i]};
  }
  (void)ascon_batch_mac(ASCON_V13_MAC, g->part, g->count, NULL, pool);
}

/* Text XOR key stream. The messages' tags are in the jobs. */
static void crypt_texts(siv_group *g, ascon_batch_pool *pool) {
  for (size_t i = 0; i < g->count; i++)
    g->part[i] = (ascon_sponge_job){.out = g->place[i],
                                    .out_bytes = g->job[i]->text_bytes,
                                    .in = g->job[i]->tag,
                                    .bytes = ASCON_SIV_TAG_BYTES,
                                    .key = g->key[i] + HALF_KEY};
  (void)ascon_batch_prf(ASCON_V13_PRF, g->part, g->count, NULL, pool);
  for (size_t i = 0; i < g->count; i++) {
    const ascon_aead_job *job = g->job[i];
    xor_stream(job->out, job->in, g->place[i], job->text_bytes);
  }
}

static void encrypt_group(siv_group *g, ascon_batch_pool *pool) {
  compute_tags(g, OP_ENCRYPT, pool);
  for (size_t i = 0; i < g->count; i++) {
    copy_bytes(g->job[i]->tag, g->tag[i], ASCON_SIV_TAG_BYTES);
    g->job[i]->result = ASCON_OK;
  }
  crypt_texts(g, pool);
}

static void decrypt_group(siv_group *g, ascon_batch_pool *pool) {
  crypt_texts(g, pool);
  compute_tags(g, OP_DECRYPT, pool);
  for (size_t i = 0; i < g->count; i++) {
    ascon_aead_job *job = g->job[i];
    const int genuine = !bytes_differ(g->tag[i], job->tag, ASCON_SIV_TAG_BYTES);
    job->result = genuine ? ASCON_OK : ASCON_ERR_TAG;
    if (!genuine && job->text_bytes != 0) zeroize(job->out, job->text_bytes);
  }
}

static void run_group(siv_group *g, operation op, ascon_batch_pool *pool) {
  if (g->count != 0) {
    if (op == OP_ENCRYPT) encrypt_group(g, pool);
    else decrypt_group(g, pool);
  }
  g->count = g->used = 0;
}

static ascon_result run_alone(const ascon_aead_job *job, operation op, const uint8_t *key) {
  return op == OP_ENCRYPT ? ascon_siv_encrypt(job->out, job->tag, job->in, job->text_bytes, job->ad,
                                              job->ad_bytes, job->nonce, key)
                          : ascon_siv_decrypt(job->out, job->in, job->text_bytes, job->tag, job->ad,
                                              job->ad_bytes, job->nonce, key);
}

static ascon_result first_error(const ascon_aead_job *jobs, size_t count) {
  for (size_t i = 0; i < count; i++) RETURN_IF_ERROR(jobs[i].result);
  return ASCON_OK;
}

static ascon_result run(ascon_aead_job *jobs, size_t count, operation op, const uint8_t *key,
                        ascon_batch_pool *pool) {
  siv_group g;
  if (count && !jobs) return ASCON_ERR_NULL;
  g.count = g.used = 0;
  for (size_t i = 0; i < count; i++) {
    ascon_aead_job *job = &jobs[i];
    const uint8_t *own = job->key ? job->key : key;
    job->result = check_job(job, own);
    if (job->result != ASCON_OK) continue;
    if (is_long(job)) {
      job->result = run_alone(job, op, own);
      continue;
    }
    if (!has_room(&g, job)) run_group(&g, op, pool);
    add(&g, job, own);
  }
  run_group(&g, op, pool);
  zeroize(&g, sizeof g);
  clear_stack(); /* and vector registers, in which compilers copy the strings */
  return first_error(jobs, count);
}

ascon_result ascon_siv_batch_encrypt(ascon_aead_job *jobs, size_t count, const uint8_t *key,
                                     ascon_batch_pool *pool) {
  return run(jobs, count, OP_ENCRYPT, key, pool);
}

ascon_result ascon_siv_batch_decrypt(ascon_aead_job *jobs, size_t count, const uint8_t *key,
                                     ascon_batch_pool *pool) {
  return run(jobs, count, OP_DECRYPT, key, pool);
}
