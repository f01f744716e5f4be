/* The pages of counter_flash.h in the flash of a Nordic nRF51 or nRF52, written through its
   controller NVMC. The field `memory` is not used. Addresses are processor addresses. This example
   uses the last two pages of an nRF51 with 256 KiB, which the linker must leave free:

     static counter_flash flash = {.read = counter_nvmc_read, .program = counter_nvmc_program,
                                   .erase = counter_nvmc_erase, .start = 0x3f800,
                                   .page_bytes = 1024, .pages = 2, .unit = 4};

   Pages of an nRF52 have 4096 bytes. The processor stops while a word is programmed or a page is
   erased (about 20 to 90 ms). With a SoftDevice, use the SoftDevice's flash calls instead.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef COUNTER_NVMC_H
#define COUNTER_NVMC_H

#include "counter_flash.h"

#ifdef __cplusplus
extern "C" {
#endif

int counter_nvmc_read(void *memory, uint32_t at, uint8_t *bytes, uint16_t length);
int counter_nvmc_program(void *memory, uint32_t at, const uint8_t *bytes, uint16_t length);
int counter_nvmc_erase(void *memory, uint32_t at);

#ifdef __cplusplus
}
#endif

#endif
