/* Lists the backends of the library and selects the backend that is used.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_ASCON_BACKEND_H
#define ASCONKIT_ASCON_BACKEND_H

#include "ascon.h"

ASCON_C_BEGIN

/** Returns the name of the compiled-in backend with this index ("c64"); NULL after the last. */
ASCON_API const char *ascon_backend_at(size_t index);

/** Returns 1 if this processor can run the backend `name`; 0 if it cannot, or for unknown names. */
ASCON_API int ascon_backend_available(const char *name);

/** Returns the name of the backend that new contexts and one-shot calls use. */
ASCON_API const char *ascon_backend_active(void);

/** Returns a few words of English that say why the active backend was selected. Never NULL. */
ASCON_API const char *ascon_backend_reason(void);

/** Makes new contexts and one-shot calls use the backend `name`. NULL selects the best backend.
    Started contexts keep their backend. ASCON_ERR_BACKEND if the backend is unknown or unavailable.
    Any thread may call this function at any time, even while another thread makes its first call of
    the library. A forced backend stays in effect until another backend is forced. The environment
    variable ASCON_BACKEND forces a backend when the program starts. */
ASCON_API ascon_result ascon_backend_force(const char *name);

/** Turns on Arm's data-independent timing (PSTATE.DIT) in the calling thread, and in threads that
    it creates afterwards. The processor then promises that the time of its common instructions does
    not depend on their data. This function has an effect only on AArch64 under Linux;
    docs/constant-time.md covers other processors.
    @return 1 if DIT is on; 0 if the processor does not have DIT, or the library cannot detect it */
ASCON_API int ascon_backend_set_dit(void);

ASCON_C_END

#endif
