/* What hardened.c and datagram_hardened.c share. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_CONSTRUCTIONS_HARDENED_H
#define ASCON_CONSTRUCTIONS_HARDENED_H

#include "ascon_hardened.h"
#include "../core/modes/calls.h"
#include "../core/platform/secrets_in_c.h"

/* An argument that came in a register is stored twice from there. One that came on the stack is
   loaded for each copy. A single move or load, skipped, would leave a value of the caller's for
   both: so the registers of the first two are needed for nothing else before. */
#define GIVE_BOTH(field, value) (first.field = (value), second.field = (value))

/* A checksum of an output, before the last check and at the end, as what wipes secrets could erase
   the output after a fault. The result is XORed with both. */
MODULAR INLINED uint32_t sum_of(const uint8_t *bytes, size_t length, uint32_t sum) {
  while (length--) sum = (sum << 1 | sum >> 31) + *bytes++;
  return sum;
}

#endif
