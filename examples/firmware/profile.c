/* How long encryption and decryption with Ascon-128a take for messages of 1 to 1024 bytes, by the
   board's clock. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "asconkit/ascon_v12.h"
#include "board.h"

enum { LONGEST = 1024 };

static uint8_t text[LONGEST], tag[16];
static const uint8_t key[16] = {1, 2, 3}, nonce[16] = {4, 5, 6};

static uint32_t nanoseconds(uint32_t ticks) {
  return (uint32_t)((uint64_t)ticks * (1000000000 / board_ticks_per_second));
}

static void print(const char *label, uint32_t ticks) {
  put_text(label);
  put_padded(ticks, 7);
  put_text(" (");
  put_padded(nanoseconds(ticks), 8);
  put_text(" ns)");
}

static int measure(size_t n) {
  uint32_t start = board_ticks_since(0);
  ascon_v12_128a_encrypt(text, tag, 16, text, n, NULL, 0, nonce, key);
  uint32_t encryption = board_ticks_since(start);
  start = board_ticks_since(0);
  ascon_result result = ascon_v12_128a_decrypt(text, text, n, tag, 16, NULL, 0, nonce, key);
  uint32_t decryption = board_ticks_since(start);
  put_text("Length ");
  put_padded((uint32_t)n, 4);
  print("  Encrypt", encryption);
  print("  Decrypt", decryption);
  put_text("\n");
  return result != ASCON_OK;
}

int firmware_main(int argc, char **argv) {
  (void)argc, (void)argv;
  static const uint16_t lengths[] = {1, 16, 64, 128, 256, 512, 1024};
  int failed = 0;
  put_text("ascon-128a, backend " BACKEND_NAME "\n");
  for (uint8_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) failed |= measure(lengths[i]);
  return failed;
}
