/* The functions of Zephyr's kernel that the sample calls.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <stddef.h>
#include <stdint.h>

uint32_t k_cycle_get_32(void);
