/* What the other files of this folder make of a library: one call for a message, with the
   parameters of ascon_aead128_encrypt(), _decrypt() and ascon_hash256(). Keys have 16 bytes, of
   ChaCha20-Poly1305 32; nonces 12; `tag_length` is 16, or less with CCM. Contexts and expanded keys
   are on the stack. The result is 0, or not 0 if the library refused: then `out` of a decryption
   is zero. SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { NONCE_BYTES = 12, AES_KEY_BYTES = 16, DIGEST_BYTES = 32 };

int peer_encrypt(uint8_t *out, uint8_t *tag, size_t tag_length, const uint8_t *in, size_t length,
                 const uint8_t *ad, size_t ad_length, const uint8_t *nonce, const uint8_t *key);
int peer_decrypt(uint8_t *out, const uint8_t *in, size_t length, const uint8_t *tag,
                 size_t tag_length, const uint8_t *ad, size_t ad_length, const uint8_t *nonce,
                 const uint8_t *key);
int peer_hash(uint8_t *out, const uint8_t *in, size_t length);
