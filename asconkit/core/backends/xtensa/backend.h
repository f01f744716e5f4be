/* xtensa: assembly for Xtensa processors, such as ESP8266 and ESP32, for both calling conventions.
   Each word is two halves, rotated by the funnel shift; nothing would be gained by interleaving.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_XTENSA_BACKEND_H
#define ASCON_XTENSA_BACKEND_H

#include "../../platform/bytes.h"
#include "config.h"

#define STATE_BYTEWISE 1 /* which pays for rounds in registers in the size profile */
/* Bytes of the stack that its functions in assembly use, without secrets. */
#define ASCON_ASSEMBLY_STACK (ASCON_INLINE_PERM ? 48 : 32)

/* What the functions below a public call use of the stack at most: for all calls, and for whole
   messages of named ones. */
#ifndef ASCON_STACK_BYTES
#define ASCON_STACK_BYTES (ASCON_COMPACT ? 192 : 512)
#define ASCON_MESSAGE_STACK_BYTES (ASCON_COMPACT ? 192 : 352)
#endif

#include "../../state/words64.h"

#define BLOCK_FUNCTIONS_ALIGNMENT 4
#define BLOCKS ascon_xtensa_
#include "../functions.h"

#if XTENSA_SMALLEST
/* The last 1 to 12 rounds, from the complement of their first constant. */
void ascon_xtensa_rounds_from(state *s, int complement);
#endif

INLINED void permute(state *s, unsigned rounds) {
#if XTENSA_SMALLEST
  if (KNOWN(rounds) && rounds <= 12) {
    ascon_xtensa_rounds_from(s, ~(int)ASCON_ROUND_CONSTANT(rounds));
    return;
  }
#endif
  ascon_xtensa_rounds(s, rounds);
}

#include "../../state/strings.h"

#endif
