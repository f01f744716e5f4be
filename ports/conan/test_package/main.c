/* Prints Ascon-Hash256("abc"). SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <asconkit/ascon.h>
#include <stdio.h>

int main(void) {
  uint8_t digest[ASCON_HASH256_BYTES];
  if (ascon_hash256(digest, (const uint8_t *)"abc", 3) != ASCON_OK) return 1;
  for (size_t i = 0; i < sizeof digest; i++) printf("%02x", digest[i]);
  puts("");
  return 0;
}
