/* Text for people, on any board. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "board.h"

static char line[64];
static uint8_t used;

static void put(char c) {
  line[used++] = c;
  if (c != '\n' && used < sizeof line) return;
  board_write(line, used);
  used = 0;
}

void put_text(const char *text) {
  while (*text) put(*text++);
}

/* Without a division, which not every compiler's library has. */
void put_padded(uint32_t number, unsigned width) {
  static const uint32_t powers[] = {1000000000, 100000000, 10000000, 1000000, 100000,
                                    10000,      1000,      100,      10,      1};
  uint8_t started = 0;
  for (uint8_t i = 0; i < 10; i++) {
    char digit = '0';
    while (number >= powers[i]) number -= powers[i], digit++;
    started |= digit != '0' || i == 9;
    if (started) put(digit);
    else if (10u - i <= width) put(' ');
  }
}

void put_number(uint32_t number) { put_padded(number, 0); }

void put_hex(const uint8_t *bytes, size_t n) {
  static const char digits[] = "0123456789abcdef";
  for (; n; n--, bytes++) {
    put(digits[*bytes >> 4]);
    put(digits[*bytes & 15]);
  }
}
