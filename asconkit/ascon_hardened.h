/* Decryption that withstands a fault: an attacker who holds the device makes its processor skip an
   instruction, or flips a bit of a register. docs/constructions/hardened.md says what was tried,
   and what is not assured. The conventions of ascon.h hold, but for the result.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_ASCON_HARDENED_H
#define ASCONKIT_ASCON_HARDENED_H

#include "ascon.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The only result that stands for a genuine message. Compare with it twice. */
#define ASCON_HARDENED_OK UINT32_C(0x5a96c33a)

/** Verifies the tag of one message and decrypts it as ascon_aead128_decrypt(), three times: in the
    first pass nothing is written, in the last one the tag is computed from the text that was.
    @param plaintext  output, `length` bytes; may be equal to `ciphertext`. Of a forged message it
                      is untouched, or all zeros
    @param tag        all 16 bytes
    @return ASCON_HARDENED_OK, or any other number: the message must not be used */
ASCON_MUST_CHECK ASCON_API uint32_t ascon_hardened_aead128_decrypt(
    uint8_t *plaintext, const uint8_t *ciphertext, size_t length,
    const uint8_t tag[ASCON_AEAD128_TAG_BYTES], const uint8_t *ad, size_t ad_length,
    const uint8_t nonce[ASCON_AEAD128_NONCE_BYTES], const uint8_t key[ASCON_AEAD128_KEY_BYTES]);

#ifdef __cplusplus
}
#endif

#endif
