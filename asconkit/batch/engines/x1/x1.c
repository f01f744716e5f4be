/* x1: a loop over the single calls, for processors without an engine of their own and for batches
   too small for lanes. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../work.h"

static int available_always(unsigned features) {
  (void)features;
  return 1;
}

static void run_aead(batch_worker *worker) {
  const batch_work *work = worker->work;
  const ascon_algorithm *algorithm = work->algorithm;
  aead_call c;
  size_t i;
  while (batch_claim(worker))
    while (batch_next_aead(worker, &i, &c)) {
      ascon_result result =
          work->op == OP_ENCRYPT
              ? ascon_aead_encrypt(algorithm, c.out, c.tag, c.tag_length, c.in, c.text_length, c.ad,
                                   c.ad_length, c.nonce, c.key)
              : ascon_aead_decrypt(algorithm, c.out, c.in, c.text_length, c.tag, c.tag_length, c.ad,
                                   c.ad_length, c.nonce, c.key);
      batch_set_result(worker, i, result);
    }
}

static ascon_result single(const batch_work *work, const sponge_call *c) {
  const ascon_algorithm *algorithm = work->algorithm;
  switch (algorithm->kind) {
    case ASCON_KIND_HASH: return ascon_hash(algorithm, c->out, c->in, c->length);
    case ASCON_KIND_XOF: return ascon_xof(algorithm, c->out, c->out_length, c->in, c->length);
    case ASCON_KIND_CXOF:
      return ascon_cxof(algorithm, c->out, c->out_length, c->in, c->length, c->prefix,
                        c->prefix_length);
    case ASCON_KIND_MAC:
      return work->verify ? ascon_mac_verify(algorithm, c->out, c->in, c->length, c->prefix)
                          : ascon_mac(algorithm, c->out, c->in, c->length, c->prefix);
    case ASCON_KIND_PRF:
      return ascon_prf(algorithm, c->out, c->out_length, c->in, c->length, c->prefix);
    case ASCON_KIND_PRFSHORT:
      return ascon_prfshort(algorithm, c->out, c->out_length, c->in, c->length, c->prefix);
    case ASCON_KIND_AEAD: break;
  }
  return ASCON_ERR_ALGORITHM;
}

static void run_sponge(batch_worker *worker) {
  sponge_call call;
  size_t i;
  while (batch_claim(worker))
    while (batch_next_sponge(worker, &i, &call))
      batch_set_result(worker, i, single(worker->work, &call));
}

const ascon_engine ascon_engine_x1 = {
    .name = "x1",
    .lanes = 1,
    .preference = 0,
    .min_batch = 0,
    .available = available_always,
    .aead = run_aead,
    .sponge = run_sponge,
};
