/* Which process this is, for state that the child of a fork must not share: the generators of
   drbg/drbg.c and masked/generator.c, the senders of datagram/datagram.c, the pools
   of batch/pool.c.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_PROCESS_H
#define ASCON_PROCESS_H

#include "compiler.h"

#if ASCON_HAS_SYSTEM && !defined(_WIN32)
#define ASCON_PROCESSES_FORK 1
/* A number that this process's memory has never held in another process: what was made under
   another number has been copied from there. */
uint64_t ascon_process_number(void);
/* The same in 32 bits, and without a call of the system where there is a wiped page. */
uint32_t ascon_process_mark(void);
/* 1 if every copy of this process gets another number. 0 if some can only be told by the system's
   number of the process, which is used again after the process has ended. */
int ascon_process_number_is_sure(void);
#else
#define ASCON_PROCESSES_FORK 0
INLINED uint64_t ascon_process_number(void) { return 0; }
INLINED uint32_t ascon_process_mark(void) { return 0; }
INLINED int ascon_process_number_is_sure(void) { return 1; }
#endif

#endif
