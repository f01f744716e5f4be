/* The permutation of a family of vector engines as a function, on states in memory. The engines
   have it inlined in their modes. -DPROVE_HEADER is the family's header, -DREGISTERS how many
   registers a
   word takes. SPDX-License-Identifier: Apache-2.0 OR MIT */
#define LEAST_GROUP 1 /* of messages, which is not asked here */
#define LEAST_PRFSHORT 1
#include PROVE_HEADER

#include "asconkit/batch/lanes.h"

void ascon_prove_lanes(stored_lanes *s, unsigned rounds);

void ascon_prove_lanes(stored_lanes *s, unsigned rounds) {
  lanes x;
  load_lanes(x, s, REGISTERS);
  lanes_permute(x, rounds, REGISTERS);
  store_lanes(s, x, REGISTERS);
}

#if defined(TARGET_END) && !defined(ASCON_ENGINES_SVE2_H) /* which ends it itself */
TARGET_END
#endif
