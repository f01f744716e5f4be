/* x86_64_bmi2: the whole permutation in assembly (x86_64_bmi2_rounds.S), for x86-64 with BMI1 and
   BMI2. Its order of instructions does not depend on a compiler. SPDX-License-Identifier:
   Apache-2.0 OR MIT
 */
#ifndef ASCON_X86_64_BMI2_BACKEND_H
#define ASCON_X86_64_BMI2_BACKEND_H

#include "../../src/lanes64.h"

void ascon_x86_64_bmi2_rounds(uint64_t words[5], unsigned rounds);

ASCON_INLINE void reg_permute(ascon_reg *s, unsigned rounds) {
  ascon_x86_64_bmi2_rounds(s->w64, rounds);
}

#endif
