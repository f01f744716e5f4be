/* The calls of ascon_any.h for whole messages: each gathers its arguments and calls the function of
   the algorithm's row by way of route.h. In a build with one backend ascon.c includes this file.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../platform/compiler.h"

#if !ASCON_DIRECT || defined(IN_ASCON_C)
#include "../ascon_algorithms.h"
#include "../platform/names.h"
#include "algorithm_list.h"
#include "checks.h"

/* ---- The table ------------------------------------------------------------------------------- */

/* algorithms[] is generated, in algorithm_list.h. A program that calls this links all of them. */
const ascon_algorithm *ascon_any_at(size_t index) {
  return index < ASCON_ALGORITHM_COUNT ? algorithms[index] : NULL;
}

/* By its name as a program writes it, such as "ascon-hash256". */
const ascon_algorithm *ascon_any_find(const char *name) {
  for (size_t i = 0; name && i < ASCON_ALGORITHM_COUNT; i++)
    if (same_name(name, algorithms[i]->name)) return algorithms[i];
  return NULL;
}

/* The names that the command, Python and the documentation use. */
const char *ascon_any_kind_name(ascon_kind kind) {
  switch (kind) {
    case ASCON_KIND_AEAD: return "aead";
    case ASCON_KIND_HASH: return "hash";
    case ASCON_KIND_XOF: return "xof";
    case ASCON_KIND_CXOF: return "cxof";
    case ASCON_KIND_MAC: return "mac";
    case ASCON_KIND_PRF: return "prf";
    case ASCON_KIND_PRFSHORT: return "prfshort";
  }
  return "unknown kind";
}

/* ---- AEAD ----------------------------------------------------------------------------------- */

/* Only the kind is checked here: pointers and the length of the tag are checked after any_aead(),
   by check_aead() of modes/calls.h, which named calls and batches share. */

ascon_result ascon_any_aead_encrypt(const ascon_algorithm *algorithm, uint8_t *ciphertext,
                                    uint8_t *tag, size_t tag_bytes, const uint8_t *plaintext,
                                    size_t text_bytes, const uint8_t *ad, size_t ad_bytes,
                                    const uint8_t *nonce, const uint8_t *key) {
  const aead_call call = {ciphertext, plaintext, text_bytes, tag, tag_bytes,
                          ad,         ad_bytes,  nonce,      key};
  RETURN_IF_ERROR(check_kind(algorithm, ASCON_KIND_AEAD));
  return any_aead(algorithm, &call, OP_ENCRYPT);
}

/* An aead_call has one `tag` for both directions. Decryption only reads it, so that the cast, which
   removes const, is safe. */
ascon_result ascon_any_aead_decrypt(const ascon_algorithm *algorithm, uint8_t *plaintext,
                                    const uint8_t *ciphertext, size_t text_bytes,
                                    const uint8_t *tag, size_t tag_bytes, const uint8_t *ad,
                                    size_t ad_bytes, const uint8_t *nonce, const uint8_t *key) {
  const aead_call call = {plaintext, ciphertext, text_bytes, (uint8_t *)(uintptr_t)tag,
                          tag_bytes, ad,         ad_bytes,   nonce,
                          key};
  RETURN_IF_ERROR(check_kind(algorithm, ASCON_KIND_AEAD));
  return any_aead(algorithm, &call, OP_DECRYPT);
}

/* The tag goes after the ciphertext. In place, `sealed` is `plaintext` with 16 bytes of room
   after it. */
ascon_result ascon_any_aead_encrypt_combined(const ascon_algorithm *algorithm, uint8_t *sealed,
                                             const uint8_t *plaintext, size_t text_bytes,
                                             const uint8_t *ad, size_t ad_bytes,
                                             const uint8_t *nonce, const uint8_t *key) {
  RETURN_IF_ERROR(check_sealed(sealed, plaintext, text_bytes));
  return ascon_any_aead_encrypt(algorithm, sealed, sealed + text_bytes, TAG_LENGTH, plaintext,
                                text_bytes, ad, ad_bytes, nonce, key);
}

MODULAR ascon_result ascon_any_aead_decrypt_combined(const ascon_algorithm *algorithm,
                                                     uint8_t *plaintext, const uint8_t *sealed,
                                                     size_t sealed_bytes, const uint8_t *ad,
                                                     size_t ad_bytes, const uint8_t *nonce,
                                                     const uint8_t *key) {
  const size_t text_bytes = sealed_bytes - TAG_LENGTH; /* may wrap around: see check_sealed() */
  RETURN_IF_ERROR(check_sealed(sealed, plaintext, text_bytes));
  return ascon_any_aead_decrypt(algorithm, plaintext, sealed, text_bytes, sealed + text_bytes,
                                TAG_LENGTH, ad, ad_bytes, nonce, key);
}

/* ---- Hashes, XOFs, CXOFs, MACs, PRFs, PrfShort ---------------------------------------------- */

/* One message. Pointers and lengths are checked after any_sponge(), by check_sponge() of
   modes/calls.h, which named calls and batches share. */
INLINED ascon_result compute(const ascon_algorithm *algorithm, ascon_kind kind,
                             const sponge_call *call) {
  RETURN_IF_ERROR(check_kind(algorithm, kind));
  return any_sponge(algorithm, kind, call);
}

/* Bytes of a digest or a tag; 0 if `algorithm` is NULL, which compute() then refuses. */
INLINED size_t output_length_of(const ascon_algorithm *algorithm) {
  return algorithm ? algorithm->output_bytes : 0;
}

/* The last two fields of a sponge_call are what enters before the message: a customization string,
   or a key, whose length is always 16. */
ascon_result ascon_any_hash(const ascon_algorithm *algorithm, uint8_t *digest,
                            const uint8_t *message, size_t bytes) {
  const sponge_call call = {digest, output_length_of(algorithm), message, bytes, NULL, 0};
  return compute(algorithm, ASCON_KIND_HASH, &call);
}

/* Any number of output bytes; with none, `out` may be NULL. */
ascon_result ascon_any_xof(const ascon_algorithm *algorithm, uint8_t *out, size_t out_bytes,
                           const uint8_t *message, size_t bytes) {
  const sponge_call call = {out, out_bytes, message, bytes, NULL, 0};
  return compute(algorithm, ASCON_KIND_XOF, &call);
}

/* check_sponge() refuses customization strings of more than 256 bytes. */
ascon_result ascon_any_cxof(const ascon_algorithm *algorithm, uint8_t *out, size_t out_bytes,
                            const uint8_t *message, size_t bytes, const uint8_t *customization,
                            size_t customization_bytes) {
  const sponge_call call = {out, out_bytes, message, bytes, customization, customization_bytes};
  return compute(algorithm, ASCON_KIND_CXOF, &call);
}

/* All of the tag: a MAC has no truncated ones. */
ascon_result ascon_any_mac(const ascon_algorithm *algorithm, uint8_t *tag, const uint8_t *message,
                           size_t bytes, const uint8_t *key) {
  const sponge_call call = {tag, output_length_of(algorithm), message, bytes, key, 16};
  return compute(algorithm, ASCON_KIND_MAC, &call);
}

ascon_result ascon_any_prf(const ascon_algorithm *algorithm, uint8_t *out, size_t out_bytes,
                           const uint8_t *message, size_t bytes, const uint8_t *key) {
  const sponge_call call = {out, out_bytes, message, bytes, key, 16};
  return compute(algorithm, ASCON_KIND_PRF, &call);
}

/* check_sponge() refuses messages of more than a block, and outputs of none or more than 16 bytes.
 */
ascon_result ascon_any_prfshort(const ascon_algorithm *algorithm, uint8_t *out, size_t out_bytes,
                                const uint8_t *message, size_t bytes, const uint8_t *key) {
  const sponge_call call = {out, out_bytes, message, bytes, key, 16};
  return compute(algorithm, ASCON_KIND_PRFSHORT, &call);
}

/* Computes the tag and compares. The kind is checked before pointers, as in all calls. */
ascon_result ascon_any_mac_verify(const ascon_algorithm *algorithm, const uint8_t *tag,
                                  const uint8_t *message, size_t bytes, const uint8_t *key) {
  uint8_t computed[TAG_LENGTH];
  RETURN_IF_ERROR(check_kind(algorithm, ASCON_KIND_MAC));
  if (!tag) return ASCON_ERR_NULL;
  return compare_tag(ascon_any_mac(algorithm, computed, message, bytes, key), computed, tag);
}

#endif
