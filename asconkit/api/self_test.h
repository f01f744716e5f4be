/* How self-tests of each kind of algorithm compute, and their inputs. Used by self_test.c, which
   has the known answers and one call for each algorithm.

   Inputs are parts of the bytes 0, 1, 2 ... 47. They are longer than a block and end inside one,
   so that every step of a mode is made. A test makes the calls that programs make.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_API_SELF_TEST_H
#define ASCON_API_SELF_TEST_H

#include "../ascon_self_test.h"
#include "../state/params.h"

/* The key is the first bytes; where the others begin, and how long they are. */
enum {
  INPUT_LENGTH = 48,
  AD_AT = 1, /* associated data, or a customization string */
  MESSAGE_AT = 7,
  NONCE_AT = 24,
  AD_LENGTH = 17,
  TEXT_LENGTH = 17,    /* of AEAD, whose blocks have 8 or 16 bytes */
  MESSAGE_LENGTH = 41, /* of other kinds, whose blocks have 8 to 40 bytes */
  SHORT_LENGTH = 16,   /* of PrfShort, which takes no more */
  OUTPUT_LENGTH = 33   /* where it is free; blocks of output have 8 or 16 bytes */
};

OUTLINED void make_input(uint8_t input[INPUT_LENGTH]) {
  for (size_t i = 0; i < INPUT_LENGTH; i++) input[i] = (uint8_t)i;
}

/* The calls of every AEAD have these types. */
typedef ascon_result encrypt_call(uint8_t *ciphertext, uint8_t *tag, size_t tag_length,
                                  const uint8_t *plaintext, size_t length, const uint8_t *ad,
                                  size_t ad_length, const uint8_t *nonce, const uint8_t *key);
typedef ascon_result decrypt_call(uint8_t *plaintext, const uint8_t *ciphertext, size_t length,
                                  const uint8_t *tag, size_t tag_length, const uint8_t *ad,
                                  size_t ad_length, const uint8_t *nonce, const uint8_t *key);

/* Decrypts the known ciphertext with this tag. */
OUTLINED ascon_result decrypt_answer(decrypt_call *decrypt, uint8_t text[TEXT_LENGTH],
                                     const uint8_t *answer, const uint8_t tag[TAG_LENGTH],
                                     const uint8_t input[INPUT_LENGTH]) {
  return decrypt(text, answer, TEXT_LENGTH, tag, TAG_LENGTH, input + AD_AT, AD_LENGTH,
                 input + NONCE_AT, input);
}

/* 1 if encryption gives the known ciphertext and tag, decryption gives the text back, and a wrong
   bit at the end of the tag is refused, with zeros in place of the text. */
OUTLINED int aead_passes(encrypt_call *encrypt, decrypt_call *decrypt,
                         const uint8_t answer[TEXT_LENGTH + TAG_LENGTH]) {
  static const uint8_t zeros[TEXT_LENGTH];
  uint8_t input[INPUT_LENGTH], out[TEXT_LENGTH + TAG_LENGTH], *tag = out + TEXT_LENGTH;
  make_input(input);
  if (encrypt(out, tag, TAG_LENGTH, input + MESSAGE_AT, TEXT_LENGTH, input + AD_AT, AD_LENGTH,
              input + NONCE_AT, input) != ASCON_OK ||
      !ascon_equal(out, answer, sizeof out))
    return 0;
  if (decrypt_answer(decrypt, out, answer, tag, input) != ASCON_OK ||
      !ascon_equal(out, input + MESSAGE_AT, TEXT_LENGTH))
    return 0;
  tag[TAG_LENGTH - 1] ^= 0x80;
  return decrypt_answer(decrypt, out, answer, tag, input) == ASCON_ERR_TAG &&
         ascon_equal(out, zeros, TEXT_LENGTH);
}

/* The calls of all MACs. */
typedef ascon_result mac_call(uint8_t *tag, const uint8_t *message, size_t length,
                              const uint8_t *key);
typedef ascon_result verify_call(const uint8_t *tag, const uint8_t *message, size_t length,
                                 const uint8_t *key);

/* 1 if the tag is the known one, which is verified, and a wrong bit at its end is refused. */
OUTLINED int mac_passes(mac_call *compute, verify_call *verify, const uint8_t answer[TAG_LENGTH]) {
  uint8_t input[INPUT_LENGTH], tag[TAG_LENGTH];
  make_input(input);
  if (compute(tag, input + MESSAGE_AT, MESSAGE_LENGTH, input) != ASCON_OK ||
      !ascon_equal(tag, answer, sizeof tag) ||
      verify(tag, input + MESSAGE_AT, MESSAGE_LENGTH, input) != ASCON_OK)
    return 0;
  tag[TAG_LENGTH - 1] ^= 0x80;
  return verify(tag, input + MESSAGE_AT, MESSAGE_LENGTH, input) == ASCON_ERR_TAG;
}

#if ASCON_SELF_TEST_AT_START
#include <stdio.h>
#include <stdlib.h>

/* 101 is the first priority that programs may use: constructors of C++ come later. */
__attribute__((constructor(101))) static void test_at_start(void) {
  if (ascon_self_test()) return;
  fputs("asconkit: a self-test failed, the library must not be used\n", stderr);
  abort();
}
#endif

#endif
