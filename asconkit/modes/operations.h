/* The operations that modes are written in. A file that compiles modes includes a backend's
   backend.h before them, and with it the backend's engine; see backends/alone.h for
   others.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_OPERATIONS_H
#define ASCON_OPERATIONS_H

#ifndef ASCON_ENGINE_H /* read alone */
#include "../backends/alone.h"
#endif

#include "../state/contract.h"
#include "calls.h"

/* Initialization and finalization in assembly, where the backend has them. start_in_assembly() and
   finish_in_assembly() return 1 if they have done aead_initialize() or aead_finalize(); otherwise
   0, and the mode's own text does it. The condition is a constant: one of the two is compiled. */
#if AEAD_ENDS_IN_ASSEMBLY && !defined(ASCON_COMPACT_H)
#include "assembly_ends.h"
#else
INLINED int start_in_assembly(keyed_state *k, const params *p, const uint8_t *key,
                              const uint8_t *nonce) {
  (void)k, (void)p, (void)key, (void)nonce;
  return 0;
}

INLINED int finish_in_assembly(keyed_state *k, const params *p, operation op,
                               const ascon_message *m, int *genuine) {
  (void)k, (void)p, (void)op, (void)m, (void)genuine;
  return 0;
}
#endif

#endif
