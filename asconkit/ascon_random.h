/* Random bytes for keys and nonces, where there is an operating system. Apart from the rest of the
   library, which needs none.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_ASCON_RANDOM_H
#define ASCONKIT_ASCON_RANDOM_H

#include "ascon.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Fills `out` with random bytes of the operating system's generator, fit for keys. It waits, after
    the start of a machine, until the generator has been seeded; then it does not block. The source
    is getrandom() on Linux, BCryptGenRandom() on Windows (link with bcrypt), arc4random_buf() on
    macOS and the BSDs. Elsewhere, and in freestanding builds, the library does not have this call:
    a program that uses it does not link.
    @return ASCON_ERR_RANDOM if the system gives none (such as Linux before 3.17): all of `out` is
            zeros then, and must not be used. ASCON_ERR_NULL as everywhere. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_random_bytes(uint8_t *out, size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
