/* A device that takes and gives interleaved words, and a peer that converts: prints what both
   together compute. */
#include <stdio.h>

#include "../support/any_kind.h"
#include "asconkit/ascon_permutation.h"

static void print(const uint8_t *bytes, size_t n) {
  for (size_t i = 0; i < n; i++) printf("%02x", bytes[i]);
  printf("\n");
}

static int device(const ascon_algorithm *aead, const ascon_algorithm *hash, ascon_order order) {
  uint8_t bytes[80], sealed[40], digest[32];
  uint8_t *key = bytes, *nonce = bytes + 16, *ad = bytes + 32, *text = bytes + 56;
  for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)(7 * i + 1);
  if (ascon_permutation_interleave(bytes, bytes, sizeof bytes, order) != ASCON_OK) return 1;
  if (any_encrypt(aead, sealed, sealed + 24, 16, text, 24, ad, 24, nonce, key) != ASCON_OK)
    return 1;
  if (any_compute(hash, digest, 32, text, 24, (any_input){0}) != ASCON_OK) return 1;
  if (ascon_permutation_deinterleave(sealed, sealed, sizeof sealed, order) != ASCON_OK) return 1;
  if (ascon_permutation_deinterleave(digest, digest, sizeof digest, order) != ASCON_OK) return 1;
  print(sealed, sizeof sealed);
  print(digest, sizeof digest);
  return 0;
}

int main(void) {
  return device(&ascon_algorithm_aead128, &ascon_algorithm_hash256, ASCON_LITTLE_ENDIAN) ||
         device(&ascon_algorithm_v12_128, &ascon_algorithm_v12_hash, ASCON_BIG_ENDIAN);
}
