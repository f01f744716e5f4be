/* CW308 target STM32F4 of ChipWhisperer: STM32F415RG, a Cortex-M4. Registers: RM0090. The same
   program runs on QEMU's netduinoplus2, an STM32F405. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../stm32.h"

const char *const board_name = "cw308-stm32f4", *const board_processor = "STM32F415RG";

const stm32_board board = {
    .clocks = 0x40023800,
    .clock_choice = 0x40023808,
    .internal_hertz = 16000000,
    .external_hertz = 7372800,
    .port_clock = {0x40023830, 0},  /* GPIOA */
    .usart_clock = {0x40023844, 4}, /* USART1 */
    .port = 0x40020000,
    .usart = 0x40011000,
    .kind = &stm32_usart_f4,
    .transmit = 9,
    .receive = 10,
    .trigger = 12,
};
