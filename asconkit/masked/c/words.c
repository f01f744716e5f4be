/* The units of one share, in C: bytes between memory and the bit-interleaved form of a share.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "halves.h"

#if MASKED_IN_C
#include "../../core/platform/bytes.h"
#include "../../core/state/interleave.h"

/* What masked_part() says. */
INLINED byte_order order_of(unsigned part) {
  return part & 8 ? ASCON_BIG_ENDIAN : ASCON_LITTLE_ENDIAN;
}
INLINED unsigned count_of(unsigned part) { return part >> 4; }

/* The place of byte k in an integer, 0 the lowest. */
INLINED unsigned place_of(unsigned part, unsigned k) {
  const unsigned first = part & 7;
  return order_of(part) == ASCON_LITTLE_ENDIAN ? first + k : first - k;
}

/* The bytes of an integer, as its low and its high half; of a part, the others are zero. */
INLINED ascon_halves get_bytes(const uint8_t *in, unsigned part) {
  uint32_t integer[2] = {0, 0};
  if (part == masked_part(0, 8, ASCON_LITTLE_ENDIAN))
    return (ascon_halves){load32(in, ASCON_LITTLE_ENDIAN), load32(in + 4, ASCON_LITTLE_ENDIAN)};
  if (part == masked_part(0, 8, ASCON_BIG_ENDIAN))
    return (ascon_halves){load32(in + 4, ASCON_BIG_ENDIAN), load32(in, ASCON_BIG_ENDIAN)};
  for (unsigned k = 0; k < count_of(part); k++) {
    const unsigned place = place_of(part, k);
    integer[place / 4] |= (uint32_t)in[k] << 8 * (place % 4);
  }
  return (ascon_halves){integer[0], integer[1]};
}

/* out ^= them. */
INLINED void add_bytes(uint8_t *out, ascon_halves x, unsigned part) {
  const uint32_t integer[2] = {x.even, x.odd};
  if (count_of(part) == 8) {
    const ascon_halves sum = get_bytes(out, part);
    const byte_order order = order_of(part);
    const size_t low = order == ASCON_LITTLE_ENDIAN ? 0 : 4;
    store32(out + low, sum.even ^ x.even, order);
    store32(out + 4 - low, sum.odd ^ x.odd, order);
    return;
  }
  for (unsigned k = 0; k < count_of(part); k++) {
    const unsigned place = place_of(part, k);
    out[k] = (uint8_t)(out[k] ^ integer[place / 4] >> 8 * (place % 4));
  }
}

/* The bytes are those of one share of data, or of all of it where it is public. */
void ascon_masked_absorb(uint32_t share[2], const uint8_t *in, unsigned part, unsigned index) {
  const ascon_halves x = interleave(get_bytes(in, part));
  share[0] ^= turned(x.even, 0, index);
  share[1] ^= turned(x.odd, 0, index);
}

/* Rotated back to where share 0 stands, then out of the interleaved form. */
void ascon_masked_store(uint8_t *out, const uint32_t share[2], unsigned part, unsigned index) {
  const ascon_halves turned_back = {turned(share[0], index, 0), turned(share[1], index, 0)};
  add_bytes(out, deinterleave(turned_back), part);
}
#endif
