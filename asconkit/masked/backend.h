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
#include "../core/platform/instruction_set.h"

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

/* What all assembly of units has in common. */
/* clang-format off */
#if defined __ASSEMBLER__ && !defined MASKED_IN_C

/* The end of a unit: the laboratory and debuggers want its size. */
.macro END name
        .size   \name, . - \name
.endm

#if !MASKED_IN_AVR
/* Begins a unit in a section of its own, so that the linker drops what is not called. */
.macro FUNCTION name
        .section .text.\name, "ax", %progbits
        .p2align 2
        .globl  \name
        .hidden \name
        .type   \name, %function
\name:
.endm

/* The last linear step of a round, on each share. */
.macro LINEAR_LAYER shares
        .set    I, 0
        .rept   \shares
        DIFFUSE \shares, 0, I, 19, 28
        DIFFUSE \shares, 1, I, 61, 39
        DIFFUSE \shares, 2, I, 1, 6
        DIFFUSE \shares, 3, I, 10, 17
        DIFFUSE \shares, 4, I, 7, 41
        .set    I, I + 1
        .endr
.endm
#endif

/* A unit by a macro that takes the number of shares. Each has a line of its own: the assembler gives a second section
   from one line no line numbers, and then debuggers and the laboratory do not know its file. */
.macro UNIT name, macro, shares
        FUNCTION \name
        \macro \shares
        END     \name
.endm

/* The pairs of shares are counted 0-1, 0-2, 1-2, 0-3, 1-3, 2-3. */
.macro SET_PAIR i, j
        .if     (\i) < (\j)
        .set    PAIR, (\j) * ((\j) - 1) / 2 + (\i)
        .else
        .set    PAIR, (\i) * ((\i) - 1) / 2 + (\j)
        .endif
.endm

#endif

#endif
