/* Where a context is in its life. All bytes zero: not started, or finished and wiped.
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
