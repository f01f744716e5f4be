/* The numbers in which boards with an STM32 differ, as the reference manuals of the chips give
   them. SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "kit.h"

/* A bit of a register. */
typedef struct stm32_bit {
  uintptr_t address;
  uint32_t bit;
} stm32_bit;

/* The two kinds of serial port: where their registers are. */
typedef struct stm32_usart {
  uint8_t status, received, sent, divider, control;
  uint32_t enabled; /* of `control`: the port, its transmitter and its receiver */
} stm32_usart;

/* A board. The pins are all of one port. */
typedef struct stm32_board {
  uintptr_t clocks; /* RCC_CR; clock_choice is RCC_CFGR */
  uintptr_t clock_choice;
  uint32_t internal_hertz; /* of the oscillator that runs after a reset */
  uint32_t external_hertz; /* of the clock that the board is given; 0: there is none */
  stm32_bit port_clock, usart_clock;
  uintptr_t port, usart;
  const stm32_usart *kind;
  uint8_t transmit, receive, trigger; /* pins */
} stm32_board;

extern const stm32_usart stm32_usart_f4;    /* STM32F1, F2, F4 */
extern const stm32_usart stm32_usart_f3_f7; /* STM32F0, F3, F7 and later */

extern const stm32_board board;
