/* Between a 64-bit word and its even and odd bits: used by words_bi32.h, and by the public
   ascon_interleave() for those who prepare data outside. On such halves a rotation of the word by
   an even number is two rotations of 32 bits by half of it, and by an odd one the halves change
   places.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_INTERLEAVE_H
#define ASCON_INTERLEAVE_H

#include "../platform/bytes.h"

/* Bits 0, 2, 4 ... and 1, 3, 5 ... of a word, or its low and its high half. */
typedef struct ascon_halves {
  uint32_t even, odd;
} ascon_halves;

/* Exchanges the upper half of each 2n-bit field of `even` with the lower half of that of `odd`. */
MODULAR INLINED void delta_swap(ascon_halves *x, unsigned n, uint32_t mask) {
  uint32_t t = (x->even ^ x->odd << n) & mask;
  x->even ^= t;
  x->odd ^= t >> n;
}

/* From the low and the high half of a word. A bit's place has six binary digits, the first of which
   names the half. Each step exchanges that digit with the next one; in the end the last digit names
   the half, and the others have moved up in order. 22 operations where shifts are free. */
INLINED ascon_halves interleaved(ascon_halves x) {
  delta_swap(&x, 16, 0xffff0000);
  delta_swap(&x, 8, 0xff00ff00);
  delta_swap(&x, 4, 0xf0f0f0f0);
  delta_swap(&x, 2, 0xcccccccc);
  delta_swap(&x, 1, 0xaaaaaaaa);
  return x;
}

/* The same steps backwards. */
INLINED ascon_halves deinterleaved(ascon_halves x) {
  delta_swap(&x, 1, 0xaaaaaaaa);
  delta_swap(&x, 2, 0xcccccccc);
  delta_swap(&x, 4, 0xf0f0f0f0);
  delta_swap(&x, 8, 0xff00ff00);
  delta_swap(&x, 16, 0xffff0000);
  return x;
}

/* As one integer, which goes through a call in registers. Where processors have 32 bits, a struct
   of 8 bytes is often returned in memory, and its secrets would stay there. Ascon-AEAD128 in plain
   C, in the profile size on Cortex-M3, had 1744 bytes of code then, and has 1544. */
INLINED uint64_t joined(ascon_halves x) { return x.even | (uint64_t)x.odd << 32; }
INLINED ascon_halves halves_of(uint64_t x) {
  return (ascon_halves){(uint32_t)x, (uint32_t)(x >> 32)};
}

CONVERSION uint64_t interleave_word(uint64_t x) { return joined(interleaved(halves_of(x))); }
CONVERSION uint64_t deinterleave_word(uint64_t x) { return joined(deinterleaved(halves_of(x))); }

INLINED ascon_halves interleave(ascon_halves x) { return halves_of(interleave_word(joined(x))); }
INLINED ascon_halves deinterleave(ascon_halves x) {
  return halves_of(deinterleave_word(joined(x)));
}

#endif
