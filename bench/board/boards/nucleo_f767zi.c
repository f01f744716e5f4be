/* Nucleo-F767ZI: STM32F767ZI, a Cortex-M7, whose caches stay off. Registers: RM0410. The serial
   line is that of the ST-LINK, the trigger is D9. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../stm32.h"

const char *const board_name = "nucleo-f767zi", *const board_processor = "STM32F767ZI";

const stm32_board board = {
    .clocks = 0x40023800,
    .clock_choice = 0x40023808,
    .internal_hertz = 16000000,
    .port_clock = {0x40023830, 3},   /* GPIOD */
    .usart_clock = {0x40023840, 18}, /* USART3 */
    .port = 0x40020c00,
    .usart = 0x40004800,
    .kind = &stm32_usart_f3_f7,
    .transmit = 8,
    .receive = 9,
    .trigger = 15,
};
