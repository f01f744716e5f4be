/* Between marks: nothing, and then a hundred instructions of one cycle each. Shows that counts are
   exact. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "firmware.h"

#define TEN(text) text text text text text text text text text text

int firmware_main(int argc, char **argv) {
  (void)argc, (void)argv;
  mark();
  mark();
  mark();
  __asm__ volatile(TEN(TEN("nop\n")));
  mark();
  put_text("counted\n");
  return 0;
}
