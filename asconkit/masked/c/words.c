/* The units of one share, in C: data between the integers of SP 800-232 and the bit-interleaved
   form of a share.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "halves.h"

#if MASKED_IN_C
#include "../../state/interleave.h"

/* The integer is one share of data, or all of it where it is public. */
void ascon_masked_absorb(uint32_t share[2], const uint32_t integer[2], unsigned index) {
  const ascon_halves x = interleave((ascon_halves){integer[0], integer[1]});
  share[0] ^= turned(x.even, 0, index);
  share[1] ^= turned(x.odd, 0, index);
}

/* Rotated back to where share 0 stands, then out of the interleaved form. */
void ascon_masked_store(uint32_t integer[2], const uint32_t share[2], unsigned index) {
  const ascon_halves x =
      deinterleave((ascon_halves){turned(share[0], index, 0), turned(share[1], index, 0)});
  integer[0] ^= x.even;
  integer[1] ^= x.odd;
}
#endif
