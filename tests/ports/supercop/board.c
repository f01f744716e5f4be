/* The board of programs that run here. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "examples/firmware/board.h"
#include <stdio.h>

void board_write(const char *text, size_t bytes) { fwrite(text, 1, bytes, stdout); }

int main(int argc, char **argv) { return firmware_main(argc, argv); }
