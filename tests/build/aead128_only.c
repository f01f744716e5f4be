/* Seals and opens one message and checks the tag's first byte: a program that uses one algorithm.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "asconkit/ascon.h"

int main(void) {
  static const uint8_t key[16] = {0}, nonce[16] = {0};
  uint8_t text[24] = {1, 2, 3}, tag[16];
  if (ascon_aead128_encrypt(text, tag, 16, text, 24, nonce, 5, nonce, key) != ASCON_OK) return 1;
  if (ascon_aead128_decrypt(text, text, 24, tag, 16, nonce, 5, nonce, key) != ASCON_OK) return 2;
  return text[0] == 1 && text[2] == 3 && text[23] == 0 ? 0 : 3;
}
