/* Where a context is in its life: the field `phase` of ascon_aead_ctx and ascon_sponge_ctx. Read
   and set by aead_pieces_calls.h and sponge_pieces_calls.h, which refuse calls out of order. The
   first one is 0: a context of zeros was never started, or has been finished and zeroized.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_PHASES_H
#define ASCON_PHASES_H

enum phase {
  PHASE_NONE,
  PHASE_START,   /* AEAD: no associated data yet */
  PHASE_AD,      /* AEAD: some associated data */
  PHASE_ENCRYPT, /* AEAD: text, associated data is closed */
  PHASE_DECRYPT,
  PHASE_ABSORB, /* sponges */
  PHASE_SQUEEZE
};

#endif
