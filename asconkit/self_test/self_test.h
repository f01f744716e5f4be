/* How self-tests of each kind of algorithm compute, and their inputs. Used by self_test.c, which
   has the known answers and one call for each algorithm. tools/self_test_sources.py has the same
   inputs.

   Inputs are parts of a sequence of bytes in which each bit is 0 and 1. Strings have whole blocks,
   two where time allows, and parts of blocks: of 1 to 3 bytes of a word, and of 4 to 7, which
   backends load and store in different ways. Where an output is the next input, one answer shows
   several lengths. A test makes the calls that programs make.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_API_SELF_TEST_H
#define ASCON_API_SELF_TEST_H

#include "ascon_self_test.h"
#include "../core/state/params.h"

/* The key is the first bytes; where the others begin. Lengths are in bytes. */
enum {
  AD_AT = 1, /* associated data, or a customization string */
  MESSAGE_AT = 5,
  NONCE_AT = 24,
  /* AEAD, whose blocks have 16 or 8 bytes: 2 or 4 of them and 5 bytes, 2 or 5 and 11 or 3, 1 or 2
     and 5. Three lengths take hardly more time than one. */
  AD_LENGTH = 37,
  TEXT_LENGTH = 43,
  BEGINNING_LENGTH = 21, /* of the ciphertext, which is decrypted */
  FORGED_LENGTH = 5,
  /* Hashes and XOFs, whose blocks have 8 bytes; for the second call, the first one's output. */
  HASH_LENGTH = 21,
  NEXT_HASH_LENGTH = 3,
  XOF_MESSAGE_LENGTH = 19,
  NEXT_LENGTH = 13,
  CUSTOMIZATION_LENGTH = 21,
  NEXT_CUSTOMIZATION_LENGTH = 3,
  XOF_LENGTH = 19,
  /* MAC, whose blocks have 32 or 40 bytes: two of them and a part. */
  MAC_LENGTH = 85,
  VERIFIED_LENGTH = 11,
  /* PRF, whose blocks of output have 16 bytes; PrfShort takes 16 at most. */
  PRF_MESSAGE_LENGTH = 45,
  PRF_LENGTH = 43,
  SHORT_LENGTH = 13,
  INPUT_LENGTH = MESSAGE_AT + PRF_MESSAGE_LENGTH /* of all but MACs */
};

OUTLINED void make_input(uint8_t *input, size_t length) {
  uint8_t byte = 0;
  for (size_t i = 0; i < length; i++, byte = (uint8_t)(byte + 0x9d)) input[i] = byte;
}

/* The calls of every AEAD have these types. */
typedef ascon_result encrypt_call(uint8_t *ciphertext, uint8_t *tag, size_t tag_length,
                                  const uint8_t *plaintext, size_t length, const uint8_t *ad,
                                  size_t ad_length, const uint8_t *nonce, const uint8_t *key);
typedef ascon_result decrypt_call(uint8_t *plaintext, const uint8_t *ciphertext, size_t length,
                                  const uint8_t *tag, size_t tag_length, const uint8_t *ad,
                                  size_t ad_length, const uint8_t *nonce, const uint8_t *key);

/* The answer has the ciphertext and three tags: that of the ciphertext, that of its beginning, and
   one for a few bytes without associated data, of which the last bit is wrong. 1 if encryption
   gives the first two, decryption of the beginning gives its text back, and the wrong tag is
   refused, with zeros in place of the text. */
OUTLINED int aead_passes(encrypt_call *encrypt, decrypt_call *decrypt,
                         const uint8_t answer[TEXT_LENGTH + 3 * TAG_LENGTH]) {
  const uint8_t *tags = answer + TEXT_LENGTH;
  uint8_t input[INPUT_LENGTH], out[TEXT_LENGTH + TAG_LENGTH], left = 0;
  make_input(input, sizeof input);
  if (encrypt(out, out + TEXT_LENGTH, TAG_LENGTH, input + MESSAGE_AT, TEXT_LENGTH, input + AD_AT,
              AD_LENGTH, input + NONCE_AT, input) != ASCON_OK ||
      !ascon_equal(out, answer, sizeof out))
    return 0;
  if (decrypt(out, answer, BEGINNING_LENGTH, tags + TAG_LENGTH, TAG_LENGTH, input + AD_AT,
              AD_LENGTH, input + NONCE_AT, input) != ASCON_OK ||
      !ascon_equal(out, input + MESSAGE_AT, BEGINNING_LENGTH))
    return 0;
  if (decrypt(out, answer, FORGED_LENGTH, tags + 2 * TAG_LENGTH, TAG_LENGTH, NULL, 0,
              input + NONCE_AT, input) != ASCON_ERR_TAG)
    return 0;
  for (size_t i = 0; i < FORGED_LENGTH; i++) left |= out[i];
  return left == 0;
}

typedef ascon_result hash_call(uint8_t *digest, const uint8_t *message, size_t length);

/* The answer has the digest of a message, and the first bytes of its first bytes' digest: for
   backends that load 1 to 3 bytes in another way than 4 to 7 (core/platform/bytes.h). Others save
   the time. */
OUTLINED int hash_passes(hash_call *hash, const uint8_t *answer) {
  uint8_t input[MESSAGE_AT + HASH_LENGTH], out[ASCON_HASH256_BYTES];
  make_input(input, sizeof input);
  if (hash(out, input + MESSAGE_AT, HASH_LENGTH) != ASCON_OK ||
      !ascon_equal(out, answer, sizeof out))
    return 0;
#if UINTPTR_MAX > 0xffffffff
  return hash(out, out, NEXT_HASH_LENGTH) == ASCON_OK && ascon_equal(out, answer + sizeof out, 8);
#else
  return 1;
#endif
}

/* The calls of all MACs. */
typedef ascon_result mac_call(uint8_t *tag, const uint8_t *message, size_t length,
                              const uint8_t *key);
typedef ascon_result verify_call(const uint8_t *tag, const uint8_t *message, size_t length,
                                 const uint8_t *key);

/* The answer has the tags of two messages, and that of the second with its last bit wrong. 1 if the
   first is computed, the second is verified, and the third is refused. */
OUTLINED int mac_passes(mac_call *compute, verify_call *verify, const uint8_t *answer) {
  uint8_t input[MESSAGE_AT + MAC_LENGTH], tag[TAG_LENGTH];
  make_input(input, sizeof input);
  if (compute(tag, input + MESSAGE_AT, MAC_LENGTH, input) != ASCON_OK ||
      !ascon_equal(tag, answer, sizeof tag))
    return 0;
  answer += TAG_LENGTH;
  return verify(answer, input + MESSAGE_AT, VERIFIED_LENGTH, input) == ASCON_OK &&
         verify(answer + TAG_LENGTH, input + MESSAGE_AT, VERIFIED_LENGTH, input) == ASCON_ERR_TAG;
}

#if ASCON_SELF_TEST_AT_START
#include <stdio.h>
#include <stdlib.h>

/* 101 is the first priority that programs may use: constructors of C++ come later. In a program
   with the library in it, its own constructors of priority 101 come earlier. */
__attribute__((constructor(101))) static void test_at_start(void) {
  if (ascon_self_test()) return;
  fputs("asconkit: a self-test failed, the library must not be used\n", stderr);
  abort();
}
#endif

#endif
