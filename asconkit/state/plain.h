/* Bytes of a state whose words are in memory as integers, for compact builds. Included by the
   representations that define STATE_FLIP(order): byte i in the order of the specification is
   w8[i ^ flip].
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_PLAIN_H
#define ASCON_PLAIN_H

#include "in_place.h"

/* One byte between the data and the state. */
INLINED void plain_byte(uint8_t *x, operation op, uint8_t *out, const uint8_t *in) {
  uint8_t data = op == OP_SQUEEZE ? 0 : *in, sum = (uint8_t)(*x ^ data);
  *x = op == OP_DECRYPT ? data : sum;
  if (op != OP_ABSORB) *out = sum;
}

#if ASCON_COMPACT && defined(__GNUC__) && !defined(HAVE_STATE_BYTES)
#define HAVE_STATE_BYTES 1

#ifndef STATE_FLIP /* read alone */
#define STATE_FLIP(order) ((order) == ASCON_LITTLE_ENDIAN ? 0u : 7u)
#endif

/* Padding and domain separation. */
INLINED void state_xor_byte(state *s, size_t offset, uint8_t byte, byte_order order) {
  s->w8[offset ^ STATE_FLIP(order)] ^= byte;
}

/* The widest access that registers allow, as long as all addresses are aligned to it. Where words
   must be aligned and code counts more (STATE_BYTEWISE), none: it would be a second loop. */
#if defined(STATE_BYTEWISE) || UINTPTR_MAX <= 0xffff
enum { PLAIN_ACCESS = 1 };
#elif UINTPTR_MAX > 0xffffffff && defined(ASCON_WORDS64_H)
enum { PLAIN_ACCESS = 8 };
#else
enum { PLAIN_ACCESS = 4 };
#endif

/* Can all addresses of an operation take the wide access? The state is aligned; its offset counts.
 */
INLINED int plain_aligned(operation op, size_t offset, const uint8_t *out, const uint8_t *in) {
  uintptr_t addresses = offset;
  if (!ASCON_UNALIGNED_ACCESS && op != OP_ABSORB) addresses |= (uintptr_t)out;
  if (!ASCON_UNALIGNED_ACCESS && op != OP_SQUEEZE) addresses |= (uintptr_t)in;
  return is_aligned(addresses, PLAIN_ACCESS);
}

/* Four or eight bytes: the low bits of the flip become a swap of the access's bytes. */
INLINED void plain_access(state *s, operation op, size_t offset, uint8_t *out, const uint8_t *in,
                          unsigned flip) {
  const byte_order native = NATIVE_BYTE_ORDER;
  const byte_order foreign = native == ASCON_LITTLE_ENDIAN ? ASCON_BIG_ENDIAN : ASCON_LITTLE_ENDIAN;
  const byte_order order = flip & 3 ? foreign : native;
  uint8_t *x = s->w8 + (offset ^ (flip & (8u - PLAIN_ACCESS) & 4u));
  if (PLAIN_ACCESS == 8) {
    uint64_t data = op == OP_SQUEEZE ? 0 : load64_aligned(in, order);
    uint64_t sum = load64_aligned(x, native) ^ data;
    if (op != OP_SQUEEZE) store64_aligned(x, op == OP_DECRYPT ? data : sum, native);
    if (op != OP_ABSORB) store64_aligned(out, sum, order);
    return;
  }
  uint32_t data = op == OP_SQUEEZE ? 0 : load32_aligned(in, order);
  uint32_t sum = load32_aligned(x, native) ^ data;
  if (op != OP_ABSORB) store32_aligned(out, sum, order);
  if (op != OP_SQUEEZE) store32_aligned(x, op == OP_DECRYPT ? data : sum, native);
}

/* All data that enters or leaves: wide accesses as long as they fit, then byte by byte. */
INLINED void state_bytes(state *s, operation op, size_t offset, uint8_t *out, const uint8_t *in,
                         size_t n, byte_order order) {
  const unsigned flip = STATE_FLIP(order);
  size_t i = 0;
  /* Not unrolled: gcc 12 would write two accesses out even at -Os, with secrets in more places. */
  if (PLAIN_ACCESS > 1 && plain_aligned(op, offset, out, in))
#pragma GCC unroll 1
    for (; i + PLAIN_ACCESS <= n; i += PLAIN_ACCESS)
      plain_access(s, op, offset + i, op == OP_ABSORB ? out : out + i,
                   op == OP_SQUEEZE ? in : in + i, flip);
  for (; i < n; i++)
    plain_byte(&s->w8[(offset + i) ^ flip], op, op == OP_ABSORB ? out : out + i,
               op == OP_SQUEEZE ? in : in + i);
}
#endif

#endif
