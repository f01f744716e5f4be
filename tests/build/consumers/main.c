/* What every consumer builds: prints the version, Ascon-Hash256("abc"), and
   an Ascon-AEAD128 ciphertext || tag. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include "asconkit/ascon_any.h"
#include "asconkit/datagram/ascon_datagram.h"

static void print_hex(const char *label, const uint8_t *bytes, size_t n) {
  printf("%s ", label);
  for (size_t i = 0; i < n; i++) printf("%02x", bytes[i]);
  printf("\n");
}

int main(void) {
  static const uint8_t key[16] = "0123456789abcde", nonce[16] = "fedcba987654321";
  uint8_t digest[ASCON_HASH256_BYTES], sealed[3 + ASCON_AEAD128_TAG_BYTES];
  const uint8_t *abc = (const uint8_t *)"abc";
  if (ascon_hash256(digest, abc, 3) != ASCON_OK) return 1;
  /* Links only with the library's value of ASCON_DATAGRAM_WINDOW_BITS. */
  if (ascon_datagram_open(NULL, NULL, NULL, 0, NULL, 0) != ASCON_ERR_NULL) return 1;
  const ascon_message message = {.out = sealed,
                                 .in = abc,
                                 .length = 3,
                                 .tag = sealed + 3,
                                 .tag_length = ASCON_AEAD128_TAG_BYTES,
                                 .nonce = nonce,
                                 .key = key};
  if (ascon_any_run(ASCON_AEAD128, ASCON_ENCRYPT, &message) != ASCON_OK) return 1;
  printf("version %s\n", ASCON_VERSION);
  print_hex("hash256", digest, sizeof digest);
  print_hex("aead128", sealed, sizeof sealed);
  return 0;
}
