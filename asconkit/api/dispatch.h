/* The choice of a backend at run time. Called by the public calls (dispatched.h, route.h) in builds
   without ASCON_BACKEND, and by tests.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_DISPATCH_H
#define ASCON_DISPATCH_H

#include "../modes/backend_table.h"

/* The active backend, for one-shot calls and new contexts; chosen at the first call. Any thread may
   call it at any time. Never NULL: the backends in C run everywhere. */
const ascon_backend *ascon_dispatch(void);

/* Can a processor with these ASCON_CPU_* features run it? 0 or 1. */
int ascon_dispatch_can_run(const ascon_backend *backend, unsigned features);

/* How it ranks there: no two backends of a build rank alike. */
int ascon_dispatch_rank(const ascon_backend *backend, unsigned features);

/* The best backend for such a processor. */
const ascon_backend *ascon_dispatch_choose(unsigned features);

/* The compiled-in backend with this index; NULL past the last one. */
const ascon_backend *ascon_dispatch_at(size_t index);

#endif
