/* What a backend says of itself, for ./dev prove, which reads it from the linked program.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include PROVE_BACKEND

extern const unsigned char ascon_prove_interleaved, ascon_prove_stack, ascon_prove_alignment;

/* The alignment of the strings that block loops are called with. */
#ifdef BLOCK_FUNCTIONS_ALIGNMENT
const unsigned char ascon_prove_alignment = BLOCK_FUNCTIONS_ALIGNMENT;
#else
const unsigned char ascon_prove_alignment = 1;
#endif

#ifdef ASCON_WORDS_BI32_H
const unsigned char ascon_prove_interleaved = 1;
#else
const unsigned char ascon_prove_interleaved = 0;
#endif

/* Bytes that its functions in assembly use at most; 255: it does not say. */
#ifdef ASCON_ASSEMBLY_STACK
const unsigned char ascon_prove_stack = ASCON_ASSEMBLY_STACK;
#else
const unsigned char ascon_prove_stack = 255;
#endif
