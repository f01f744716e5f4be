/* Calls of ascon_cose.h with wrong arguments, and decryption in place. Prints what is wrong.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "ascon_cose.h"

#include <stdio.h>
#include <string.h>

static const uint8_t key[ASCON_COSE_KEY_BYTES] = {1}, nonce[ASCON_COSE_NONCE_BYTES] = {2};
static const uint8_t word[] = "a text";
static const ascon_cose_bytes text = {word, 6}, kid = {word, 2}, none = {NULL, 0}, bad = {NULL, 1};
static uint8_t sealed[100], authenticated[100], opened[100];
static size_t sealed_length, authenticated_length, length;

#define EXPECT(condition)                                                                          \
  if (!(condition)) printf("line %d: %s\n", __LINE__, #condition)
#define EXPECT_NULL(call) EXPECT((call) == ASCON_ERR_NULL)

static void test_sending(void) {
  uint8_t m[100];
  EXPECT_NULL(ascon_cose_encrypt0(NULL, 100, &length, text, kid, none, nonce, key));
  EXPECT_NULL(ascon_cose_encrypt0(m, 100, NULL, text, kid, none, nonce, key));
  EXPECT_NULL(ascon_cose_encrypt0(m, 100, &length, bad, kid, none, nonce, key));
  EXPECT_NULL(ascon_cose_encrypt0(m, 100, &length, text, bad, none, nonce, key));
  EXPECT_NULL(ascon_cose_encrypt0(m, 100, &length, text, kid, bad, nonce, key));
  EXPECT_NULL(ascon_cose_encrypt0(m, 100, &length, text, kid, none, NULL, key));
  EXPECT_NULL(ascon_cose_encrypt0(m, 100, &length, text, kid, none, nonce, NULL));
  EXPECT_NULL(ascon_cose_mac0(NULL, 100, &length, text, kid, none, key));
  EXPECT_NULL(ascon_cose_mac0(m, 100, NULL, text, kid, none, key));
  EXPECT_NULL(ascon_cose_mac0(m, 100, &length, bad, kid, none, key));
  EXPECT_NULL(ascon_cose_mac0(m, 100, &length, text, bad, none, key));
  EXPECT_NULL(ascon_cose_mac0(m, 100, &length, text, kid, bad, key));
  EXPECT_NULL(ascon_cose_mac0(m, 100, &length, text, kid, none, NULL));
  const ascon_cose_bytes endless = {word, SIZE_MAX};
  EXPECT(ascon_cose_encrypt0(m, 100, &length, endless, kid, none, nonce, key) == ASCON_ERR_RANGE);
  EXPECT(ascon_cose_mac0(m, 100, &length, endless, kid, none, key) == ASCON_ERR_RANGE);
}

static void test_receiving(void) {
  ascon_cose_message parts;
  const ascon_cose_bytes received = {sealed, sealed_length};
  EXPECT_NULL(ascon_cose_parse(NULL, received));
  EXPECT_NULL(ascon_cose_parse(&parts, bad));
  EXPECT(ascon_cose_parse(&parts, received) == ASCON_OK);
  EXPECT(parts.kid.length == 2 && memcmp(parts.kid.data, word, 2) == 0);
  EXPECT_NULL(ascon_cose_decrypt0(NULL, 100, &length, &parts, none, key));
  EXPECT_NULL(ascon_cose_decrypt0(opened, 100, NULL, &parts, none, key));
  EXPECT_NULL(ascon_cose_decrypt0(opened, 100, &length, NULL, none, key));
  EXPECT_NULL(ascon_cose_decrypt0(opened, 100, &length, &parts, bad, key));
  EXPECT_NULL(ascon_cose_decrypt0(opened, 100, &length, &parts, none, NULL));
  EXPECT_NULL(ascon_cose_verify0(NULL, none, key));
  EXPECT_NULL(ascon_cose_verify0(&parts, bad, key));
  EXPECT_NULL(ascon_cose_verify0(&parts, none, NULL));
  EXPECT(ascon_cose_decrypt0(opened, 5, &length, &parts, none, key) == ASCON_ERR_RANGE);
  EXPECT(opened[0] == 0);
  parts.nonce.length = 12; /* not as ascon_cose_parse() leaves it */
  EXPECT(ascon_cose_decrypt0(opened, 100, &length, &parts, none, key) == ASCON_ERR_RANGE);
  EXPECT(ascon_cose_parse(&parts, (ascon_cose_bytes){authenticated, authenticated_length}) ==
         ASCON_OK);
  EXPECT(parts.kid.data == NULL && parts.content.length == text.length);
}

static void test_in_place(void) {
  ascon_cose_message parts;
  EXPECT(ascon_cose_parse(&parts, (ascon_cose_bytes){sealed, sealed_length}) == ASCON_OK);
  uint8_t *place = sealed + (parts.content.data - sealed);
  EXPECT(ascon_cose_decrypt0(place, 6, &length, &parts, none, key) == ASCON_OK && length == 6);
  EXPECT(memcmp(place, word, 6) == 0);
}

/* Where nothing is, an address may be NULL. */
static void test_nothing(void) {
  ascon_cose_message parts;
  uint8_t m[100];
  EXPECT(ascon_cose_encrypt0(m, 100, &length, none, none, none, nonce, key) == ASCON_OK);
  EXPECT(ascon_cose_parse(&parts, (ascon_cose_bytes){m, length}) == ASCON_OK);
  EXPECT(ascon_cose_decrypt0(NULL, 0, &length, &parts, none, key) == ASCON_OK && length == 0);
  EXPECT(ascon_cose_mac0(m, 100, &length, none, none, none, key) == ASCON_OK);
  EXPECT(ascon_cose_parse(&parts, (ascon_cose_bytes){m, length}) == ASCON_OK);
  EXPECT(parts.content.length == 0 && ascon_cose_verify0(&parts, none, key) == ASCON_OK);
  EXPECT(ascon_cose_parse(&parts, none) == ASCON_ERR_RANGE);
}

int main(void) {
  EXPECT(ascon_cose_encrypt0(sealed, sizeof sealed, &sealed_length, text, kid, none, nonce, key) ==
         ASCON_OK);
  EXPECT(ascon_cose_mac0(authenticated, sizeof authenticated, &authenticated_length, text, none,
                         none, key) == ASCON_OK);
  EXPECT(sealed_length <= ASCON_COSE_MAX_BYTES(6, 2));
  test_sending();
  test_receiving();
  test_in_place();
  test_nothing();
  return 0;
}
