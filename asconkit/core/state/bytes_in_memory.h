/* Bytes of a state in memory: for 8-bit processors, and for the smallest code on others. Byte i in
   the order of the specification is at w8[i ^ flip], where flip is STATE_FLIP(order): 0, or 7
   where the bytes of a word are counted from the other end. A backend may set STATE_BYTEWISE.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_BYTES_IN_MEMORY_H
#define ASCON_BYTES_IN_MEMORY_H

#include "../platform/secrets.h"
#include "in_place.h"

#define HAVE_REPRESENTATION 1

#ifndef STATE_FLIP /* the lowest byte of a word comes first, on any byte order */
#define STATE_FLIP(order) ((order) == ASCON_LITTLE_ENDIAN ? 0u : 7u)
#endif

/* Padding and domain separation. */
INLINED void state_xor_byte(state *s, size_t offset, uint8_t byte, byte_order order) {
  s->w8[offset ^ STATE_FLIP(order)] ^= byte;
}

/* Four bytes at a time, as long as all addresses are aligned to them; returns how many of the n
   bytes it has done. Where words must be aligned and code counts more (STATE_BYTEWISE), none: it
   would be a second loop. */
#if defined(STATE_BYTEWISE) || UINTPTR_MAX <= 0xffff || !defined(NATIVE_BYTE_ORDER)
INLINED size_t wide_bytes(state *s, operation op, size_t offset, uint8_t *out, const uint8_t *in,
                          size_t n, byte_order order) {
  (void)s, (void)op, (void)offset, (void)out, (void)in, (void)n, (void)order;
  return 0;
}
#else
/* Data of wide_bytes(), whose address is a multiple of 4 where it must be. */
INLINED uint32_t load_data(const uint8_t *in, byte_order order) {
  return ASCON_UNALIGNED_ACCESS ? load32(in, order) : load32_aligned(in, order);
}

INLINED void store_data(uint8_t *out, uint32_t data, byte_order order) {
  if (ASCON_UNALIGNED_ACCESS) store32(out, data, order);
  else store32_aligned(out, data, order);
}

INLINED size_t wide_bytes(state *s, operation op, size_t offset, uint8_t *out, const uint8_t *in,
                          size_t n, byte_order order) {
  const unsigned flip = STATE_FLIP(order);
  const byte_order native = NATIVE_BYTE_ORDER;
  const byte_order foreign = native == ASCON_LITTLE_ENDIAN ? ASCON_BIG_ENDIAN : ASCON_LITTLE_ENDIAN;
  const byte_order data_order =
      flip & 3 ? foreign : native; /* the low bits swap the word's bytes */
  uintptr_t addresses = offset;    /* the state itself is aligned */
  size_t i = 0;
  if (!ASCON_UNALIGNED_ACCESS && op != OP_ABSORB) addresses |= (uintptr_t)out;
  if (!ASCON_UNALIGNED_ACCESS && op != OP_SQUEEZE) addresses |= (uintptr_t)in;
  if (!is_aligned(addresses, 4)) return 0;
  /* Not unrolled: gcc 12 would write two accesses out even at -Os, with secrets in more places. */
#pragma GCC unroll 1
  for (; i + 4 <= n; i += 4) {
    uint8_t *x = s->w8 + ((offset + i) ^ (flip & 4u));
    uint32_t data = op == OP_SQUEEZE ? 0 : load_data(in + i, data_order);
    uint32_t sum = load32_aligned(x, native) ^ data;
    if (op != OP_ABSORB) store_data(out + i, sum, data_order);
    if (op != OP_SQUEEZE) store32_aligned(x, op == OP_DECRYPT ? data : sum, native);
  }
  return i;
}
#endif

/* One byte between the data and the state. */
INLINED void one_byte(uint8_t *x, operation op, uint8_t *out, const uint8_t *in) {
  uint8_t data = op == OP_SQUEEZE ? 0 : *in, sum = (uint8_t)(*x ^ data);
  *x = op == OP_DECRYPT ? data : sum;
  if (op != OP_ABSORB) *out = sum;
}

/* Wide accesses as long as they fit, then byte by byte. */
INLINED void any_bytes(state *s, operation op, size_t offset, uint8_t *out, const uint8_t *in,
                       size_t n, byte_order order) {
  for (size_t i = wide_bytes(s, op, offset, out, in, n, order); i < n; i++)
    one_byte(&s->w8[(offset + i) ^ STATE_FLIP(order)], op, op == OP_ABSORB ? out : out + i,
             op == OP_SQUEEZE ? in : in + i);
}

/* 16 bytes of a key or a nonce: a function of few arguments, which a mode calls four times. */
OUTLINED void absorb_16_le(state *s, size_t offset, const uint8_t *in) {
  ASSUME(offset % 8 == 0);
  any_bytes(s, OP_ABSORB, offset, NULL, in, 16, ASCON_LITTLE_ENDIAN);
}

OUTLINED void absorb_16_be(state *s, size_t offset, const uint8_t *in) {
  ASSUME(offset % 8 == 0);
  any_bytes(s, OP_ABSORB, offset, NULL, in, 16, ASCON_BIG_ENDIAN);
}

/* The key of Ascon-80pq: out of line, its mode uses no more stack than the others. */
OUTLINED void absorb_20_be(state *s, size_t offset, const uint8_t *in) {
  any_bytes(s, OP_ABSORB, offset, NULL, in, 20, ASCON_BIG_ENDIAN);
}

/* All data that enters or leaves. The state is written last: `out` may be `in`. */
INLINED void state_bytes(state *s, operation op, size_t offset, uint8_t *out, const uint8_t *in,
                         size_t n, byte_order order) {
  if (KNOWN(n) && n == 16 && KNOWN(op) && op == OP_ABSORB) {
    if (order == ASCON_LITTLE_ENDIAN) absorb_16_le(s, offset, in);
    else absorb_16_be(s, offset, in);
  } else if (KNOWN(n) && n == 20 && KNOWN(op) && op == OP_ABSORB) absorb_20_be(s, offset, in);
  else any_bytes(s, op, offset, out, in, n, order);
}

#include "caller_key.h"

/* The tag, straight from the state: no copy of it is made. */
INLINED int state_tag(state *s, operation op, uint8_t *tag, size_t n, byte_order order) {
  const unsigned flip = STATE_FLIP(order);
  unsigned difference = 0;
  for (size_t i = 0; i < n; i++) {
    const uint8_t computed = s->w8[TAG_OFFSET + (i ^ flip)];
    if (op == OP_ENCRYPT) tag[i] = computed;
    else difference |= (unsigned)(tag[i] ^ computed);
  }
  return !any_difference(difference);
}

#endif
