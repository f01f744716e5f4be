/* What a program needs of the machine that it runs on, and text output above that. Each program is
   linked with one board: board_cortex_m.c, board_riscv_virt.c, board_xtensa_sim.c or board_avr.c.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_BOARD_H
#define ASCONKIT_BOARD_H

#include <stddef.h>
#include <stdint.h>

/* The program, called once the machine is ready; what it returns ends the emulation. There are
   arguments only where somebody can pass them. */
int firmware_main(int argc, char **argv);

/* ---- Of the board ---- */
void board_write(const char *text, size_t bytes);
void board_exit(int status) __attribute__((noreturn));

/* A clock that counts upwards; differences are right modulo 2^16 on AVR, 2^24 on Cortex-M, 2^32
   elsewhere. */
uint32_t board_ticks_since(uint32_t start);
extern const uint32_t board_ticks_per_second;

/* ---- Of text.c: collected until the end of the line ---- */
void put_text(const char *text);
void put_number(uint32_t number);
void put_padded(uint32_t number, unsigned width);
void put_hex(const uint8_t *bytes, size_t n);

#endif
