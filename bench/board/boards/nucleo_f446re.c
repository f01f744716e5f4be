/* Nucleo-F446RE: STM32F446RE, a Cortex-M4. Registers: RM0390. The serial line is that of the
   ST-LINK, the trigger is D7. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../stm32.h"

const char *const board_name = "nucleo-f446re", *const board_processor = "STM32F446RE";

const stm32_board board = {
    .clocks = 0x40023800,
    .clock_choice = 0x40023808,
    .internal_hertz = 16000000,
    .port_clock = {0x40023830, 0},   /* GPIOA */
    .usart_clock = {0x40023840, 17}, /* USART2 */
    .port = 0x40020000,
    .usart = 0x40004400,
    .kind = &stm32_usart_f4,
    .transmit = 2,
    .receive = 3,
    .trigger = 8,
};
