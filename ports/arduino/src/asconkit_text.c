/* Ascon on text: see asconkit_text.h. Digits may be those of keys, so that they are converted
   without tables and branches. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "asconkit_text.h"
#include <string.h>

enum { TAG = ASCON_AEAD128_TAG_BYTES };

/* All bits, if a < b; both are below 2^15. */
static uint16_t below(uint16_t a, uint16_t b) { return (uint16_t)(0u - ((uint16_t)(a - b) >> 15)); }

/* '0' to '9', 'a' to 'f'. */
static char digit_of(unsigned value) {
  const uint16_t letter = (uint16_t)~below((uint16_t)value, 10);
  return (char)('0' + value + (letter & ('a' - '0' - 10)));
}

/* The value of a digit; *wrong gets all bits if it is none. */
static unsigned value_of(char character, uint16_t *wrong) {
  const uint16_t code = (uint8_t)character, lower = code | 0x20;
  const uint16_t number = (uint16_t)~(below(code, '0') | below('9', code));
  const uint16_t letter = (uint16_t)~(below(lower, 'a') | below('f', lower));
  *wrong |= (uint16_t)~(number | letter);
  return (unsigned)((number & (code - '0')) | (letter & (lower - 'a' + 10))) & 15;
}

static ascon_result empty(char *text, size_t size, ascon_result result) {
  if (text && size) text[0] = 0;
  return result;
}

/* From the last byte to the first, so that the digits may take the place of the bytes. */
ascon_result ascon_text_to_hex(char *hex, size_t hex_size, const uint8_t *bytes, size_t count) {
  if (!hex || (count && !bytes)) return empty(hex, hex_size, ASCON_ERR_NULL);
  if (hex_size == 0 || count > (hex_size - 1) / 2) return empty(hex, hex_size, ASCON_ERR_RANGE);
  for (size_t i = count; i-- > 0;) {
    const unsigned byte = bytes[i];
    hex[2 * i + 1] = digit_of(byte & 15);
    hex[2 * i] = digit_of(byte >> 4);
  }
  hex[2 * count] = 0;
  return ASCON_OK;
}

/* `count` bytes from as many pairs of digits, which are there. All bits of the result are set if
   one of them is no digit. */
static uint16_t read_digits(uint8_t *bytes, size_t count, const char *hex) {
  uint16_t wrong = 0;
  for (size_t i = 0; i < count; i++) {
    const unsigned high = value_of(hex[2 * i], &wrong);
    bytes[i] = (uint8_t)(high << 4 | value_of(hex[2 * i + 1], &wrong));
  }
  return wrong;
}

ascon_result ascon_text_from_hex(uint8_t *bytes, size_t count, const char *hex) {
  if (count && !bytes) return ASCON_ERR_NULL;
  const size_t digits = hex ? strlen(hex) : 0;
  if (hex && digits / 2 == count && digits % 2 == 0 && read_digits(bytes, count, hex) == 0)
    return ASCON_OK;
  ascon_wipe(bytes, count);
  return hex ? ASCON_ERR_RANGE : ASCON_ERR_NULL;
}

ascon_result ascon_text_hash256(char *hex, size_t hex_size, const char *text) {
  uint8_t digest[ASCON_HASH256_BYTES];
  if (!text) return empty(hex, hex_size, ASCON_ERR_NULL);
  const ascon_result result = ascon_hash256(digest, (const uint8_t *)text, strlen(text));
  if (result != ASCON_OK) return empty(hex, hex_size, result);
  return ascon_text_to_hex(hex, hex_size, digest, sizeof digest);
}

/* The ciphertext is made where its digits will stand. */
ascon_result ascon_text_encrypt(char *sealed, size_t sealed_size, const char *text,
                                const uint8_t *nonce, const uint8_t *key) {
  if (!sealed || !text) return empty(sealed, sealed_size, ASCON_ERR_NULL);
  const size_t bytes = strlen(text);
  if (sealed_size < ASCON_TEXT_SEALED_SIZE(0) ||
      bytes > (sealed_size - ASCON_TEXT_SEALED_SIZE(0)) / 2)
    return empty(sealed, sealed_size, ASCON_ERR_RANGE);
  uint8_t *const out = (uint8_t *)sealed;
  const ascon_result result = ascon_aead128_encrypt(out, out + bytes, TAG, (const uint8_t *)text,
                                                    bytes, NULL, 0, nonce, key);
  if (result != ASCON_OK) return empty(sealed, sealed_size, result);
  return ascon_text_to_hex(sealed, sealed_size, out, bytes + TAG);
}

ascon_result ascon_text_decrypt(char *text, size_t text_size, const char *sealed,
                                const uint8_t *nonce, const uint8_t *key) {
  uint8_t tag[TAG];
  if (!text || !sealed) return empty(text, text_size, ASCON_ERR_NULL);
  const size_t digits = strlen(sealed);
  if (digits % 2 != 0 || digits / 2 < TAG || digits / 2 - TAG >= text_size)
    return empty(text, text_size, ASCON_ERR_RANGE);
  const size_t bytes = digits / 2 - TAG;
  uint8_t *const out = (uint8_t *)text;
  uint16_t wrong = read_digits(out, bytes, sealed);
  wrong |= read_digits(tag, TAG, sealed + 2 * bytes);
  if (wrong) return empty(text, text_size, ASCON_ERR_RANGE);
  const ascon_result result = ascon_aead128_decrypt(out, out, bytes, tag, TAG, NULL, 0, nonce, key);
  if (result != ASCON_OK) return empty(text, text_size, result);
  text[bytes] = 0;
  return ASCON_OK;
}
