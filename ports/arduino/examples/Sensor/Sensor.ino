// A sensor's message: encrypted, sent, checked and decrypted. SPDX-License-Identifier: Apache-2.0 OR MIT
#include <asconkit.h>

// In a product: a key of your own, kept where nobody reads it.
static const char keyDigits[] = "000102030405060708090a0b0c0d0e0f";
static uint8_t key[ASCON_AEAD128_KEY_BYTES];
// Never the same for two messages: in a product, a counter that no reset sets back.
static uint8_t nonce[ASCON_AEAD128_NONCE_BYTES] = {1};

void setup() {
  Serial.begin(115200);
  if (ascon_text_from_hex(key, sizeof key, keyDigits) != ASCON_OK) return;

  const char message[] = "21.5 degrees";
  char sealed[ASCON_TEXT_SEALED_SIZE(sizeof message - 1)];
  ascon_text_encrypt(sealed, sizeof sealed, message, nonce, key);
  Serial.println(sealed);

  char opened[sizeof message];
  if (ascon_text_decrypt(opened, sizeof opened, sealed, nonce, key) == ASCON_OK) Serial.println(opened);

  sealed[0] = sealed[0] == '0' ? '1' : '0';
  ascon_result result = ascon_text_decrypt(opened, sizeof opened, sealed, nonce, key);
  Serial.println(ascon_result_text(result));
}

void loop() {}
