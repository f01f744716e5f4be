/* xtensa: assembly for Xtensa processors, such as ESP8266 and ESP32, for both calling conventions.
   Each word is two halves, rotated by the funnel shift; nothing would be gained by interleaving.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_XTENSA_BACKEND_H
#define ASCON_XTENSA_BACKEND_H

#include "config.h"

#define ASCON_ASSEMBLY_STACK 48 /* bytes that its functions use, without secrets */
#include "../../src/lanes64.h"

#define ASCON_ASSEMBLY ascon_xtensa
#define ASCON_ASSEMBLY_ALIGNMENT 4
#define ASCON_ASSEMBLY_SQUEEZE 1
#include "../../src/assembly.h"

#endif
