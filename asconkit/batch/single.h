/* One message of a batch by the library's single calls: what x1 does with all messages, and the
   other engines with one that has no others to share lanes with.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_BATCH_SINGLE_H
#define ASCON_BATCH_SINGLE_H

#include "work.h"

INLINED ascon_result single_aead(const batch_work *work, const aead_call *c) {
  const ascon_algorithm *algorithm = work->algorithm;
  if (work->op == OP_ENCRYPT)
    return ascon_any_aead_encrypt(algorithm, c->out, c->tag, c->tag_length, c->in, c->text_length,
                                  c->ad, c->ad_length, c->nonce, c->key);
  return ascon_any_aead_decrypt(algorithm, c->out, c->in, c->text_length, c->tag, c->tag_length,
                                c->ad, c->ad_length, c->nonce, c->key);
}

INLINED ascon_result single_sponge(const batch_work *work, const sponge_call *c) {
  const ascon_algorithm *algorithm = work->algorithm;
  switch (algorithm->kind) {
    case ASCON_KIND_HASH: return ascon_any_hash(algorithm, c->out, c->in, c->length);
    case ASCON_KIND_XOF: return ascon_any_xof(algorithm, c->out, c->out_length, c->in, c->length);
    case ASCON_KIND_CXOF:
      return ascon_any_cxof(algorithm, c->out, c->out_length, c->in, c->length, c->prefix,
                            c->prefix_length);
    case ASCON_KIND_MAC:
      return work->verify ? ascon_any_mac_verify(algorithm, c->out, c->in, c->length, c->prefix)
                          : ascon_any_mac(algorithm, c->out, c->in, c->length, c->prefix);
    case ASCON_KIND_PRF:
      return ascon_any_prf(algorithm, c->out, c->out_length, c->in, c->length, c->prefix);
    case ASCON_KIND_PRFSHORT:
      return ascon_any_prfshort(algorithm, c->out, c->out_length, c->in, c->length, c->prefix);
    case ASCON_KIND_AEAD: break;
  }
  return ASCON_ERR_ALGORITHM;
}

#endif
