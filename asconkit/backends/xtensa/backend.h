/* xtensa: assembly for Xtensa processors, such as ESP8266 and ESP32, for both calling conventions.
   Each word is two halves, rotated by the funnel shift; nothing would be gained by interleaving.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_XTENSA_BACKEND_H
#define ASCON_XTENSA_BACKEND_H

#include "config.h"

#define ASCON_PLAIN_BYTEWISE 1 /* which pays for rounds in registers in the size profile */
/* Bytes that the functions use, without secrets: block loops, or rounds alone. */
#define ASCON_ASSEMBLY_STACK (ASCON_INLINE_PERM ? 48 : 32)
#include "../../src/lanes64.h"

#define ASCON_ASSEMBLY ascon_xtensa
#define ASCON_ASSEMBLY_ALIGNMENT 4
#define ASCON_ASSEMBLY_SQUEEZE 1
#define ASCON_ASSEMBLY_KEYED 1
#include "../../src/assembly.h"

#endif
