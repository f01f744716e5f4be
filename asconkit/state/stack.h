/* How much stack the calls of a backend clear: included by all that computes on a state, before
   anything that clears.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_STACK_H
#define ASCON_STACK_H

#include "../platform/compiler.h"

/* The number that was valid there could be too little here. */
#ifdef ASCON_SECRETS_H
#error "include a backend.h before platform/secrets.h"
#endif

/* A backend in C sets ASCON_STACK_BYTES, if no setting does. A backend in assembly sets
   ASCON_ASSEMBLY_STACK, what its own functions use; the rest is for the C code between them and the
   public function, which uses less the less is inlined into it. Compact: some registers that C's
   functions save, six with 32 bits, as tests/firmware/wipe.c finds. */
#if defined(ASCON_ASSEMBLY_STACK) && !defined(ASCON_STACK_BYTES)
#if ASCON_COMPACT && UINTPTR_MAX == 0xffffffff
#define ASCON_STACK_BYTES (ASCON_ASSEMBLY_STACK + 6 * sizeof(void *))
#elif ASCON_COMPACT
#define ASCON_STACK_BYTES (ASCON_ASSEMBLY_STACK + 4 * sizeof(void *))
#elif ASCON_INLINE_MODE && ASCON_UNROLL_LOOPS
#define ASCON_STACK_BYTES (ASCON_ASSEMBLY_STACK + 52 * sizeof(void *))
#else
#define ASCON_STACK_BYTES (ASCON_ASSEMBLY_STACK + 512)
#endif
#endif

#include "../platform/secrets.h"

#endif
