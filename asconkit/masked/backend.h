/* Which folder has the masked units of this build: the first whose config.h says that it fits this
   processor, or c, which fits all. -DASCON_MASKED_IN_C takes c anywhere. For the preprocessor
   alone: assembly includes it too. A folder's config.h defines, if it fits,

     MASKED_NAME          the folder's name, a string
     MASKED_IN_NAME       1: its files are compiled, and those of other folders are empty
     MASKED_ROTATION      how far shares stand rotated against each other: contract.h
     MASKED_INTERLEAVED   1: its words are bit-interleaved, 0: bytes: contract.h
     MASKED_STACK_BYTES   what its units use of the stack at most
     MASKED_GUARDED_SHARES  up to how many shares its permutations have guards in place of fresh
                          random words: contract.h; 0, or not defined: none has
     MASKED_SHUFFLES      1: it has ascon_masked_permute_2_shuffled(); 0, or not defined: it has not

   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_MASKED_BACKEND_H
#define ASCON_MASKED_BACKEND_H

#include "../ascon_config.h"
#include "../platform/instruction_set.h"

#ifndef ASCON_MASKED_IN_C
#include "armv6m/config.h"
#include "armv7m/config.h"
#include "avr/config.h"
#include "rv32/config.h"
#endif
#include "c/config.h"

#ifndef MASKED_GUARDED_SHARES
#define MASKED_GUARDED_SHARES 0
#endif
#ifndef MASKED_SHUFFLES
#define MASKED_SHUFFLES 0
#endif

/* Pairs of shares: an AND of 32 bits takes one random word for each. */
#define MASKED_PAIRS(shares) ((shares) * ((shares) - 1) / 2)

#endif
