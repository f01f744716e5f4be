/* Ascon on text, for sketches: inputs are strings that end with a 0 byte, and outputs are
   hexadecimal digits, which a serial port can show. The caller provides all memory.

   The calls return the results of ascon.h. After an error the output is the empty string.
   ASCON_ERR_RANGE: the output is too small, or a character is not a hexadecimal digit.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_TEXT_H
#define ASCONKIT_TEXT_H

#include "asconkit/ascon.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The size of a string for `bytes` bytes in hexadecimal digits, with the 0 at its end. */
#define ASCON_TEXT_HEX_SIZE(bytes) (2 * (bytes) + 1)

/** The size of a string for a sealed text of `characters` characters. */
#define ASCON_TEXT_SEALED_SIZE(characters)                                                         \
  ASCON_TEXT_HEX_SIZE((characters) + ASCON_AEAD128_TAG_BYTES)

/** Writes bytes as hexadecimal digits. `hex` has `hex_size` bytes, at least
    ASCON_TEXT_HEX_SIZE(count), and may begin where `bytes` does. Time depends on `count` only. */
ascon_result ascon_text_to_hex(char *hex, size_t hex_size, const uint8_t *bytes, size_t count);

/** Reads exactly `count` bytes, such as a key, from 2 * count hexadecimal digits, upper or lower
    case, and nothing after them. For any other text, `bytes` are zeros. The time does not depend on
    the value of the digits. */
ASCON_MUST_CHECK ascon_result ascon_text_from_hex(uint8_t *bytes, size_t count, const char *hex);

/** Hashes a text with Ascon-Hash256 to 64 hexadecimal digits. `hex_size` is at least 65. */
ascon_result ascon_text_hash256(char *hex, size_t hex_size, const char *text);

/** Encrypts a text with Ascon-AEAD128 and writes ciphertext and tag as hexadecimal digits. `sealed`
    has `sealed_size` bytes, at least ASCON_TEXT_SEALED_SIZE(strlen(text)), and must not overlap the
    text. `nonce`: 16 bytes that must never repeat under this key. `key`: 16 bytes. */
ascon_result ascon_text_encrypt(char *sealed, size_t sealed_size, const char *text,
                                const uint8_t *nonce, const uint8_t *key);

/** Verifies and decrypts the output of ascon_text_encrypt(). `text` has `text_size` bytes, at least
    one more than the text, and must not overlap `sealed`. ASCON_ERR_TAG if anything was changed. */
ASCON_MUST_CHECK ascon_result ascon_text_decrypt(char *text, size_t text_size, const char *sealed,
                                                 const uint8_t *nonce, const uint8_t *key);

#ifdef __cplusplus
}
#endif

#endif
