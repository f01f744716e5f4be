/* ascon_permutation_interleave() and ascon_permutation_deinterleave(): for programs whose peer is a
   device built with ASCON_EXTERN_BI, which takes and gives data as even and odd bits.
   ascon_permutation.h says how to use them. The conversion of one word is that of the interleaving
   backends, core/state/interleave.h.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../state/interleave.h"

typedef ascon_halves conversion(ascon_halves x);

/* Functions with an address: those of interleave.h are always inlined. */
static ascon_halves to_bits(ascon_halves x) { return interleave(x); }
static ascon_halves from_bits(ascon_halves x) { return deinterleave(x); }

/* Converts each word of 8 bytes. The half with the lower bits comes first in little-endian order.
   A word is read before it is written, so that `out` may be `in`. */
static ascon_result convert(conversion *each, uint8_t *out, const uint8_t *in, size_t length,
                            ascon_order order) {
  const size_t low = order == ASCON_LITTLE_ENDIAN ? 0 : 4, high = 4 - low;
  if (length != 0 && (!out || !in)) return ASCON_ERR_NULL;
  if (length % 8 != 0) return ASCON_ERR_RANGE;
  for (size_t i = 0; i < length; i += 8) {
    ascon_halves x = {load32(in + i + low, order), load32(in + i + high, order)};
    x = each(x);
    store32(out + i + low, x.even, order);
    store32(out + i + high, x.odd, order);
  }
  return ASCON_OK;
}

ascon_result ascon_permutation_interleave(uint8_t *out, const uint8_t *in, size_t length,
                                          ascon_order order) {
  return convert(to_bits, out, in, length, order);
}

ascon_result ascon_permutation_deinterleave(uint8_t *out, const uint8_t *in, size_t length,
                                            ascon_order order) {
  return convert(from_bits, out, in, length, order);
}
