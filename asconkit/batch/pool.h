/* A pool as batch.c sees it. pool.c makes it, and nothing else names a function of pool.c: a
   program
   that creates no pool links neither threads nor a heap. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_BATCH_POOL_H
#define ASCON_BATCH_POOL_H

#include "work.h"

/* The first member of what pool.c allocates. */
struct ascon_batch_pool {
  size_t threads; /* the caller's among them; at least 2, as there is no pool for one */
  /* Works a batch off that has this many threads' shares of work, 2 or more. The first failure of
     all is in *caller afterwards. */
  void (*run)(ascon_batch_pool *pool, batch_worker *caller, size_t shares);
};

#endif
