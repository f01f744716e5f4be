/* Decryption that withstands a fault, ascon_hardened.h, over the calls for messages in pieces
   and for the state.

   Each of three passes computes the whole message and compares its whole tag, with arguments of its
   own: a fault in one leaves the other two right. The first pass writes nothing, and so no text of
   a forged message is written, unless there are two faults. The last pass takes the text that was
   written: it is refused if a fault has changed it.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../ascon_hardened.h"
#include "../ascon_permutation.h"
#include "../modes/calls.h"
#include "../platform/secrets_in_c.h"

enum { RATE = 16, ROUNDS = 8 }; /* SP 800-232, section 4.1.1 */

typedef struct arguments {
  uint8_t *plaintext;
  const uint8_t *ciphertext;
  size_t length;
  const uint8_t *ad;
  size_t ad_length;
  uint8_t tag[ASCON_AEAD128_TAG_BYTES]; /* copied: a fault may write over the caller's */
  uint8_t nonce[ASCON_AEAD128_NONCE_BYTES], key[ASCON_AEAD128_KEY_BYTES];
} arguments;

/* What passes return if the tag is right. An error changes one byte, a different one in each pass.
   The result is all three together, so that no branch and no earlier message makes it. */
#define FIRST_PASSED 0x96a5693cu
#define SECOND_PASSED 0x3c695aa5u
#define THIRD_PASSED (ASCON_HARDENED_OK ^ FIRST_PASSED ^ SECOND_PASSED)
#define PASSED(good, result, byte)                                                                 \
  ((good) ^ ((result) == ASCON_OK ? 0 : (uint32_t)0xff << 8 * (byte)))

/* Copies the strings. */
static void keep(arguments *a, uint8_t *plaintext, const uint8_t *ciphertext, size_t length,
                 const uint8_t *tag, const uint8_t *ad, size_t ad_length, const uint8_t *nonce,
                 const uint8_t *key) {
  a->plaintext = plaintext, a->ciphertext = ciphertext, a->length = length;
  a->ad = ad, a->ad_length = ad_length;
  copy_bytes(a->tag, tag, sizeof a->tag);
  copy_bytes(a->nonce, nonce, sizeof a->nonce);
  copy_bytes(a->key, key, sizeof a->key);
}

/* Out of line, so that no register keeps an address of what is wiped during the passes: one that a
   fault has changed there would wipe other memory. */
OUTLINED void wipe(arguments *a) { zeroize(a, sizeof *a); }

static void start(ascon_aead_ctx *ctx, const arguments *a) {
  (void)ascon_aead128_init(ctx, a->nonce, a->key);
  (void)ascon_aead128_ad(ctx, a->ad, a->ad_length);
}

static ascon_result finish(ascon_aead_ctx *ctx, const arguments *a) {
  return ascon_aead128_decrypt_final(ctx, a->tag, sizeof a->tag);
}

/* The first n bytes of the state become 0. */
static void erase(ascon_state *s, size_t n) {
  uint8_t bytes[RATE];
  (void)ascon_permutation_get(s, ASCON_LITTLE_ENDIAN, 0, bytes, n);
  (void)ascon_permutation_xor(s, ASCON_LITTLE_ENDIAN, 0, bytes, n);
  zeroize(bytes, sizeof bytes);
}

/* Decrypts a text without writing it. `in` is the ciphertext, which replaces bytes of the state, or
   the plaintext, which is added to them: both leave the ciphertext in the state, section 4.1.2.
   The last block may have no bytes. */
OUTLINED void take_text(ascon_aead_ctx *ctx, const uint8_t *in, size_t length, int is_ciphertext) {
  (void)ascon_aead128_decrypt_update_unverified(ctx, NULL, NULL, 0);
  for (;; in += RATE, length -= RATE) {
    const size_t n = smaller(length, RATE);
    if (is_ciphertext) erase(&ctx->state, n);
    (void)ascon_permutation_xor(&ctx->state, ASCON_LITTLE_ENDIAN, 0, in, n);
    if (n < RATE) {
      ctx->offset = (uint8_t)n;
      return;
    }
    (void)ascon_permutation_apply(&ctx->state, ROUNDS);
  }
}

/* Compares the tag of the ciphertext. */
OUTLINED uint32_t first_pass(const arguments *a) {
  ascon_aead_ctx ctx;
  start(&ctx, a);
  take_text(&ctx, a->ciphertext, a->length, 1);
  return PASSED(FIRST_PASSED, finish(&ctx, a), 0);
}

OUTLINED uint32_t second_pass(const arguments *a) {
  ascon_aead_ctx ctx;
  start(&ctx, a);
  (void)ascon_aead128_decrypt_update_unverified(&ctx, a->plaintext, a->ciphertext, a->length);
  const ascon_result result = finish(&ctx, a);
  if (result != ASCON_OK) zeroize(a->plaintext, a->length);
  return PASSED(SECOND_PASSED, result, 1);
}

/* Compares the tag of the text that was written. */
OUTLINED uint32_t third_pass(const arguments *a) {
  ascon_aead_ctx ctx;
  start(&ctx, a);
  take_text(&ctx, a->plaintext, a->length, 0);
  return PASSED(THIRD_PASSED, finish(&ctx, a), 2);
}

uint32_t ascon_hardened_aead128_decrypt(uint8_t *plaintext, const uint8_t *ciphertext,
                                        size_t length, const uint8_t tag[ASCON_AEAD128_TAG_BYTES],
                                        const uint8_t *ad, size_t ad_length,
                                        const uint8_t nonce[ASCON_AEAD128_NONCE_BYTES],
                                        const uint8_t key[ASCON_AEAD128_KEY_BYTES]) {
  /* The second pass writes to this address, the third one reads from the other. */
  uint8_t *volatile output = plaintext;
  if (missing(plaintext, length) || missing(ciphertext, length) || missing(ad, ad_length) || !tag ||
      !nonce || !key)
    return ASCON_ERR_NULL;
  arguments a, b;
  keep(&a, plaintext, ciphertext, length, tag, ad, ad_length, nonce, key);
  keep(&b, output, ciphertext, length, tag, ad, ad_length, nonce, key);
  volatile uint32_t passed[3] = {0, 0, 0};
  passed[0] = first_pass(&a);
  if (passed[0] == FIRST_PASSED) passed[1] = second_pass(&b);
  if (passed[1] == SECOND_PASSED) passed[2] = third_pass(&a);
  wipe(&a);
  wipe(&b);
  clear_stack();
  const uint32_t result = passed[0] ^ passed[1] ^ passed[2];
  passed[0] = passed[1] = passed[2] = 0;
  return result;
}
