/* The backends of the library: which there are, which one is used, and why.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_ASCON_BACKEND_H
#define ASCONKIT_ASCON_BACKEND_H

#include "ascon.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Name of the compiled-in backend with this index, such as "c64"; NULL past the last one. */
ASCON_API const char *ascon_backend_at(size_t index);

/** 1 if this processor can run the backend; 0 if not, or if no backend has that name. */
ASCON_API int ascon_backend_available(const char *name);

/** Name of the backend that new contexts and one-shot calls use. */
ASCON_API const char *ascon_backend_active(void);

/** Why ascon_backend_active() is that one, in a few words of English, for people. Never NULL; the
    text is constant. */
ASCON_API const char *ascon_backend_reason(void);

/** Makes new contexts and one-shot calls use this backend; NULL: the best available one.
    Running contexts keep theirs. ASCON_ERR_BACKEND if it is unknown or unavailable.
    Any thread may call it at any time, even while another thread makes the first call: the
    backend that was forced last is used. The environment variable ASCON_BACKEND does the same when
   the program starts. */
ASCON_API ascon_result ascon_backend_force(const char *name);

/** Turns on Arm's data-independent timing (PSTATE.DIT) in the calling thread: the processor
   promises then that the time of its common instructions does not depend on their data. Threads
   that it creates afterwards have it too. For AArch64 under Linux; docs/constant-time.md has other
    processors.
    @return 1 if it is on; 0 if the processor does not have it, or the library cannot ask */
ASCON_API int ascon_backend_set_dit(void);

#ifdef __cplusplus
}
#endif

#endif
