/* Decryption and encryption that withstand a fault, ascon_hardened.h, over the calls for messages
   in pieces and for the state.

   A message is given twice. Each of three passes computes the whole message and its whole tag, with
   arguments from one of the two copies: a fault in one leaves a pass with the other copy right. The
   copies are compared before. The first pass writes nothing; the last one takes the text that was
   written, and refuses it if a fault has changed it.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hardened.h"
#include "../ascon_permutation.h"

enum { RATE = 16, ROUNDS = 8, TAG = ASCON_AEAD128_TAG_BYTES }; /* SP 800-232, section 4.1.1 */

/* A fault may write over the caller's strings: the short ones are copied. */
typedef struct arguments {
  const volatile ascon_message *message; /* that they are from */
  const uint8_t *in, *ad;
  uint8_t *sent_tag;
  /* From here on, both messages must have the same. */
  uint8_t *out;
  size_t length, ad_length, tag_length;
  uint32_t sum;     /* inputs() before anything is written */
  uint8_t tag[TAG]; /* of an encryption: what it computes, in full */
  uint8_t nonce[ASCON_AEAD128_NONCE_BYTES], key[ASCON_AEAD128_KEY_BYTES];
} arguments;

/* What passes return if the tag is right. An error changes one byte, a different one in each pass.
   The result is all three together, so that no branch and no earlier message makes it. */
#define FIRST_PASSED 0x96a5693cu
#define SECOND_PASSED 0x3c695aa5u
#define THIRD_PASSED (ASCON_HARDENED_OK ^ FIRST_PASSED ^ SECOND_PASSED)
#define PASSED(good, is_right, byte) ((good) ^ ((is_right) ? 0 : (uint32_t)0xff << 8 * (byte)))

/* ---- Arguments ------------------------------------------------------------------------------ */

OUTLINED uint32_t checksum(const uint8_t *bytes, size_t length, uint32_t sum) {
  return sum_of(bytes, length, sum);
}

/* Of what is not copied and must stay as it is: a fault in the first pass might write over it, and
   all passes would then agree. The ciphertext of a decryption is authenticated. */
OUTLINED uint32_t inputs(const volatile ascon_message *m, ascon_operation op) {
  const uint32_t sum = checksum(m->ad, m->ad_length, 0);
  return op == ASCON_ENCRYPT && m->in != m->out ? checksum(m->in, m->length, sum) : sum;
}

/* Out of line, as the compiler would otherwise read one message for both. Calls nothing: a skipped
   return runs into the next function, which might write over what is not copied yet. */
OUTLINED ascon_result keep(arguments *a, const volatile ascon_message *m, ascon_operation op) {
  const volatile uint8_t *nonce = m->nonce, *key = m->key;
  const volatile uint8_t *tag = op == ASCON_DECRYPT ? m->tag : nonce;
  a->message = m, a->in = m->in, a->ad = m->ad, a->sent_tag = m->tag, a->out = m->out;
  a->length = m->length, a->ad_length = m->ad_length, a->tag_length = m->tag_length;
  if (missing(a->out, a->length) || missing(a->in, a->length) || missing(a->ad, a->ad_length) ||
      !a->sent_tag || !nonce || !key)
    return ASCON_ERR_NULL;
  if (a->tag_length < ASCON_AEAD128_MIN_TAG_BYTES || a->tag_length > TAG) return ASCON_ERR_RANGE;
  for (uint_fast8_t i = 0; i < (uint_fast8_t)TAG; i++) {
    a->key[i] = key[i], a->nonce[i] = nonce[i];
    a->tag[i] = i < a->tag_length ? tag[i] : 0;
  }
  return ASCON_OK;
}

OUTLINED unsigned differ(const arguments *a, const arguments *b) {
  const size_t start = offsetof(arguments, out), end = offsetof(arguments, key) + sizeof a->key;
  return bytes_differ((const uint8_t *)a + start, (const uint8_t *)b + start, end - start);
}

/* Out of line, so that during the passes no register keeps an address of what is wiped, nor the 0:
   a fault that exchanges registers would wipe other memory, or fill an output with a byte of the
   key. */
OUTLINED void wipe(void *bytes, size_t length) { zeroize(bytes, length); }

/* ---- Passes --------------------------------------------------------------------------------- */

static void start(ascon_aead_ctx *ctx, const arguments *a) {
  (void)ascon_aead128_init(ctx, a->nonce, a->key);
  (void)ascon_aead128_ad(ctx, a->ad, a->ad_length);
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
   The last block may have no bytes. After a fault, erase() may leave key stream elsewhere: the text
   is added through another pointer, or it would be decrypted there. */
OUTLINED void take_text(ascon_aead_ctx *ctx, const uint8_t *in, size_t length, int is_ciphertext) {
  ascon_state *volatile state = &ctx->state;
  for (;; in += RATE, length -= RATE) {
    const size_t n = smaller(length, RATE);
    if (is_ciphertext) erase(&ctx->state, n);
    (void)ascon_permutation_xor(state, ASCON_LITTLE_ENDIAN, 0, in, n);
    if (n < RATE) {
      ctx->offset = (uint8_t)n;
      return;
    }
    (void)ascon_permutation_apply(&ctx->state, ROUNDS);
  }
}

/* Verifies a tag and writes nothing. */
OUTLINED ascon_result verify(const arguments *a, const uint8_t *text, int is_ciphertext,
                             const uint8_t *tag) {
  ascon_aead_ctx ctx;
  start(&ctx, a);
  (void)ascon_aead128_decrypt_update_unverified(&ctx, NULL, NULL, 0);
  take_text(&ctx, text, a->length, is_ciphertext);
  return ascon_aead128_decrypt_final(&ctx, tag, a->tag_length);
}

OUTLINED ascon_result decrypt(const arguments *a) {
  ascon_aead_ctx ctx;
  start(&ctx, a);
  (void)ascon_aead128_decrypt_update_unverified(&ctx, a->out, a->in, a->length);
  const ascon_result result = ascon_aead128_decrypt_final(&ctx, a->tag, a->tag_length);
  if (result != ASCON_OK) wipe(a->out, a->length);
  return result;
}

static uint32_t decryption(const arguments *a, const arguments *b) {
  volatile uint32_t passed[3] = {0, 0, 0};
  uint32_t sum = 0;
  passed[0] = PASSED(FIRST_PASSED, verify(a, a->in, 1, a->tag) == ASCON_OK, 0);
  if (passed[0] == FIRST_PASSED) passed[1] = PASSED(SECOND_PASSED, decrypt(b) == ASCON_OK, 1);
  if (passed[1] == SECOND_PASSED) {
    sum = checksum(a->out, a->length, 0);
    passed[2] = PASSED(THIRD_PASSED, verify(a, a->out, 0, a->tag) == ASCON_OK, 2);
  }
  return passed[0] ^ passed[1] ^ passed[2] ^ sum;
}

/* Computes the tag of a plaintext, and writes the ciphertext or nothing. */
OUTLINED void encrypt(arguments *a, int writes) {
  ascon_aead_ctx ctx;
  start(&ctx, a);
  (void)ascon_aead128_encrypt_update(&ctx, a->out, a->in, writes ? a->length : 0);
  if (!writes) take_text(&ctx, a->in, a->length, 0);
  (void)ascon_aead128_encrypt_final(&ctx, a->tag, TAG);
}

/* The caller's message says where: a fault may have put the context of a pass over a copy. */
OUTLINED void wipe_output(const volatile ascon_message *m) {
  wipe(m->out, m->length);
  wipe(m->tag, m->tag_length);
}

/* Compares the tags of both encryptions, and verifies what was written, the tag too. After a fault,
   the output is erased by both messages, whose places are in memory: registers, which a pass keeps
   on the stack, or one place may be wrong then. The last comparison fails after that. */
static uint32_t encryption(arguments *a, arguments *b) {
  volatile uint32_t passed[3] = {0, 0, 0};
  encrypt(a, 0);
  encrypt(b, 1);
  copy_bytes(b->sent_tag, b->tag, b->tag_length);
  const uint32_t sum = checksum(b->sent_tag, b->tag_length, checksum(a->out, a->length, 0));
  passed[0] = PASSED(FIRST_PASSED, ascon_equal(a->tag, b->tag, TAG), 0);
  passed[1] = PASSED(SECOND_PASSED, verify(a, a->out, 1, a->sent_tag) == ASCON_OK, 1);
  if ((passed[0] ^ passed[1]) != (FIRST_PASSED ^ SECOND_PASSED)) {
    wipe_output(b->message);
    wipe_output(a->message);
  }
  passed[2] = PASSED(THIRD_PASSED, ascon_equal(a->sent_tag, a->tag, a->tag_length), 2);
  return passed[0] ^ passed[1] ^ passed[2] ^ sum;
}

/* ---- Calls ---------------------------------------------------------------------------------- */

/* Reads both messages and compares them. If they differ, a fault may have written a copy of the key
   over the output. Nothing is erased otherwise: a fault could erase the caller's key or its
   associated data in place of the output. */
INLINED ascon_result keep_both(arguments *a, arguments *b, const volatile ascon_message *first,
                               const volatile ascon_message *second, ascon_operation op) {
  RETURN_IF_ERROR(keep(a, first, op));
  RETURN_IF_ERROR(keep(b, second, op));
  a->sum = inputs(first, op);
  b->sum = inputs(second, op);
  if (!differ(a, b)) return ASCON_OK;
  if (first->length && first->out != first->in) wipe(first->out, first->length);
  if (op == ASCON_ENCRYPT) wipe(first->tag, first->tag_length);
  return ASCON_ERR_RANGE;
}

INLINED uint32_t run(const volatile ascon_message *first, const volatile ascon_message *second,
                     ascon_operation op) {
  if (!first || !second) return ASCON_ERR_NULL;
  arguments a, b;
  const ascon_result error = keep_both(&a, &b, first, second, op);
  uint32_t result = error;
  if (error == ASCON_OK) {
    result = op == ASCON_ENCRYPT ? encryption(&a, &b) : decryption(&a, &b);
    result ^= a.sum;
  }
  wipe(&a, sizeof a);
  wipe(&b, sizeof b);
  clear_stack();
  if (error != ASCON_OK) return result;
  uint32_t sum = checksum(first->out, first->length, 0);
  if (op == ASCON_ENCRYPT) sum = checksum(first->tag, first->tag_length, sum);
  result ^= sum ^ inputs(second, op);
  declassify(&result, sizeof result);
  return result;
}

OUTLINED uint32_t decrypt_both(const volatile ascon_message *first,
                               const volatile ascon_message *second) {
  return run(first, second, ASCON_DECRYPT);
}

OUTLINED uint32_t encrypt_both(const volatile ascon_message *first,
                               const volatile ascon_message *second) {
  return run(first, second, ASCON_ENCRYPT);
}

uint32_t ascon_hardened_aead128_decrypt_message(const ascon_message *first,
                                                const ascon_message *second) {
  return decrypt_both(first, second);
}

uint32_t ascon_hardened_aead128_encrypt_message(const ascon_message *first,
                                                const ascon_message *second) {
  return encrypt_both(first, second);
}

#define GIVE_OTHERS()                                                                              \
  (GIVE_BOTH(length, length), GIVE_BOTH(ad, ad), GIVE_BOTH(ad_length, ad_length),                  \
   GIVE_BOTH(nonce, nonce), GIVE_BOTH(key, key), GIVE_BOTH(tag_length, TAG))

uint32_t ascon_hardened_aead128_decrypt(uint8_t *plaintext, const uint8_t *ciphertext,
                                        size_t length, const uint8_t tag[ASCON_AEAD128_TAG_BYTES],
                                        const uint8_t *FROM_STACK ad, FROM_STACK size_t ad_length,
                                        const uint8_t nonce[FROM_STACK ASCON_AEAD128_NONCE_BYTES],
                                        const uint8_t key[FROM_STACK ASCON_AEAD128_KEY_BYTES]) {
  volatile ascon_message first, second, *volatile one = &first, *volatile other = &second;
  GIVE_BOTH(out, plaintext);
  GIVE_BOTH(in, ciphertext);
  GIVE_BOTH(tag, without_const(tag));
  GIVE_OTHERS();
  return decrypt_both(one, other);
}

uint32_t ascon_hardened_aead128_encrypt(uint8_t *ciphertext, uint8_t tag[ASCON_AEAD128_TAG_BYTES],
                                        const uint8_t *plaintext, size_t length,
                                        const uint8_t *FROM_STACK ad, FROM_STACK size_t ad_length,
                                        const uint8_t nonce[FROM_STACK ASCON_AEAD128_NONCE_BYTES],
                                        const uint8_t key[FROM_STACK ASCON_AEAD128_KEY_BYTES]) {
  volatile ascon_message first, second, *volatile one = &first, *volatile other = &second;
  GIVE_BOTH(out, ciphertext);
  GIVE_BOTH(in, plaintext);
  GIVE_BOTH(tag, tag);
  GIVE_OTHERS();
  return encrypt_both(one, other);
}
