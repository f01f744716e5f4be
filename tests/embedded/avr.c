/* For an 8-bit processor: prints Ascon-AEAD128 of a short message on the serial port, decrypts it,
   and stops. Link it with c8. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>

#include "asconkit/ascon.h"

static void put(char c) {
  while (!(UCSR0A & _BV(UDRE0))) continue;
  UDR0 = (uint8_t)c;
}

static void put_hex(const uint8_t *bytes, uint8_t n) {
  static const char digits[] = "0123456789abcdef";
  for (uint8_t i = 0; i < n; i++) {
    put(digits[bytes[i] >> 4]);
    put(digits[bytes[i] & 15]);
  }
}

int main(void) {
  uint8_t key[16], nonce[16], text[23], tag[16];
  for (uint8_t i = 0; i < 16; i++) key[i] = i, nonce[i] = (uint8_t)(16 + i);
  for (uint8_t i = 0; i < sizeof text; i++) text[i] = (uint8_t)(32 + i);
  UCSR0B = _BV(TXEN0);
  ascon_result sealed =
      ascon_aead128_encrypt(text, tag, 16, text, sizeof text, nonce, 9, nonce, key);
  put_hex(text, sizeof text);
  put_hex(tag, sizeof tag);
  ascon_result opened =
      ascon_aead128_decrypt(text, text, sizeof text, tag, 16, nonce, 9, nonce, key);
  put(' ');
  put_hex(text, sizeof text);
  put(sealed == ASCON_OK && opened == ASCON_OK ? '.' : '!');
  put('\n');
  cli();
  sleep_enable();
  sleep_cpu(); /* with interrupts off: the end of the simulation */
  return 0;
}
