/* What the folders of SUPERCOP are made of: the modes over one backend, below the library's public
   calls, so that nothing of other algorithms is compiled. `./dev export supercop` writes
   settings.h: the backend, its profile, a prefix of symbols, and AEAD_CALL(), HASH_CALL() or
   AUTH_CALL(), which make an algorithm's function of core/modes/instances.h of the end of its name.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_SUPERCOP_MODES_H
#define ASCONKIT_SUPERCOP_MODES_H

#include "../../asconkit/core/platform/compiler.h"

/* clang-format off */
#include QUOTE(../../asconkit/core/backends/ASCON_BACKEND/backend.h)
/* clang-format on */
#include "../../asconkit/core/modes/instances.h"

#include "api.h"
#include "prototypes.h"

#endif
