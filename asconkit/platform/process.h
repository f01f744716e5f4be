/* Which process this is, for state that the child of a fork must not share: constructions/drbg.c.
   Numbers are 0 where there are no processes that fork.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_PROCESS_H
#define ASCON_PROCESS_H

#include "compiler.h"

#if (!defined(__STDC_HOSTED__) || __STDC_HOSTED__) &&                                              \
    (defined(__linux__) || defined(__APPLE__) || defined(__FreeBSD__) || defined(__OpenBSD__) ||   \
     defined(__NetBSD__) || defined(__DragonFly__))
#include <sys/types.h>
#include <unistd.h>
INLINED uint32_t process_id(void) { return (uint32_t)getpid(); }
INLINED uint32_t parent_process_id(void) { return (uint32_t)getppid(); }
#else
INLINED uint32_t process_id(void) { return 0; }
INLINED uint32_t parent_process_id(void) { return 0; }
#endif

#endif
