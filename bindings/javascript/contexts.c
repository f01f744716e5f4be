/* CONTEXT_BYTES of src/part.ts has room for every context: build.py compiles this into each module,
   to which it adds nothing. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "asconkit/hmac/ascon_hmac.h"
#include "asconkit/kdf/ascon_kdf.h"
#include "asconkit/stream/ascon_stream.h"

#define FITS(type) _Static_assert(sizeof(type) <= 128, #type)
FITS(ascon_aead_ctx);
FITS(ascon_sponge_ctx);
FITS(ascon_kmac_ctx);
FITS(ascon_hmac_ctx);
FITS(ascon_stream);
