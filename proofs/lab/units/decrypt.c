/* What the fault simulator runs (proofs/lab/faults.py): the public call that decrypts, on a message
   that the simulator puts into this memory. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "asconkit/ascon.h"

enum { AD_BYTES = 3, TEXT_BYTES = 20 }; /* a block of text, and a part of one */

uint8_t key[ASCON_AEAD128_KEY_BYTES], nonce[ASCON_AEAD128_NONCE_BYTES], ad[AD_BYTES];
uint8_t ciphertext[TEXT_BYTES], tag[ASCON_AEAD128_TAG_BYTES], plaintext[TEXT_BYTES];

#if HARDENED
#include "asconkit/ascon_hardened.h"
uint32_t decrypt(void) {
  uint32_t result = ascon_hardened_aead128_decrypt(plaintext, ciphertext, sizeof ciphertext, tag,
                                                   ad, sizeof ad, nonce, key);
  __asm__ volatile("" : "+r"(result)); /* no tail call */
  return result;
}
#else
ascon_result decrypt(void) {
  return ascon_aead128_decrypt(plaintext, ciphertext, sizeof ciphertext, tag, sizeof tag, ad,
                               sizeof ad, nonce, key);
}
#endif
