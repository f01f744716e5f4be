/* Self-tests on a bare processor: all of them, or what the one of AEAD128 adds to a program that
   uses
   the algorithm (SELF_TEST_OF_ONE: 0 without, 1 with it). SPDX-License-Identifier: Apache-2.0 OR MIT
 */
#include "asconkit/self_test/ascon_self_test.h"
#include "firmware.h"

#ifdef SELF_TEST_OF_ONE
static uint8_t text[16], tag[16], nonce[16], key[16];

static int passes(void) {
  return ascon_aead128_encrypt(text, tag, 16, text, 16, NULL, 0, nonce, key) == ASCON_OK &&
         ascon_aead128_decrypt(text, text, 16, tag, 16, NULL, 0, nonce, key) == ASCON_OK &&
         (!SELF_TEST_OF_ONE || ascon_self_test_aead128());
}
#else
static int passes(void) { return ascon_self_test(); }
#endif

int firmware_main(int argc, char **argv) {
  (void)argc, (void)argv;
  put_text(passes() ? "passed\n" : "failed\n");
  return 0;
}
