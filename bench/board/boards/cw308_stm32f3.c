/* CW308 target STM32F3 of ChipWhisperer: STM32F303RC, a Cortex-M4. Registers: RM0316.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../stm32.h"

const char *const board_name = "cw308-stm32f3", *const board_processor = "STM32F303RC";

const stm32_board board = {
    .clocks = 0x40021000,
    .clock_choice = 0x40021004,
    .internal_hertz = 8000000,
    .external_hertz = 7372800,
    .port_clock = {0x40021014, 17},  /* GPIOA */
    .usart_clock = {0x40021018, 14}, /* USART1 */
    .port = 0x48000000,
    .usart = 0x40013800,
    .kind = &stm32_usart_f3_f7,
    .transmit = 9,
    .receive = 10,
    .trigger = 12,
};
