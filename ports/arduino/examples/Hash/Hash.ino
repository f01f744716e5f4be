// Ascon-Hash256 of a text, on the serial port. SPDX-License-Identifier: Apache-2.0 OR MIT
#include <asconkit.h>

void setup() {
  Serial.begin(115200);
  char digest[ASCON_TEXT_HEX_SIZE(ASCON_HASH256_BYTES)];
  ascon_text_hash256(digest, sizeof digest, "abc");
  Serial.println(digest);
}

void loop() {}
