/* Compiled first, with the flags of the library: bindings.rs has the structures of the usual
   settings.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "asconkit/datagram/ascon_datagram.h"
#include "asconkit/masked/ascon_masked.h"

_Static_assert(sizeof((ascon_datagram_receiver *)0)->accepted == 8,
               "ASCON_DATAGRAM_WINDOW_BITS must be 64 in this crate: take it out of CFLAGS");
_Static_assert(sizeof((ascon_masked_key *)0)->share == 128,
               "ASCON_MASKED_MAX_SHARES must be 4 in this crate: take it out of CFLAGS");
_Static_assert(!ASCON_EXTERN_BI, "ASCON_EXTERN_BI must be 0 in this crate: take it out of CFLAGS");
