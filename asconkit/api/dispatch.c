/* Choosing a backend: the ascon_backend_ calls of ascon.h, and dispatch.h for the other calls.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../platform/compiler.h"
#include "../platform/names.h"

/* With ASCON_BACKEND there is one backend, called directly: nothing to choose, and forcing succeeds
   only for its name. */
#if ASCON_DIRECT

static const char *const only_name = QUOTE(ASCON_BACKEND);

const char *ascon_backend_at(size_t index) { return index == 0 ? only_name : NULL; }

int ascon_backend_available(const char *name) { return name != NULL && same_name(name, only_name); }

const char *ascon_backend_active(void) { return only_name; }

ascon_result ascon_backend_force(const char *name) {
  return name == NULL || same_name(name, only_name) ? ASCON_OK : ASCON_ERR_BACKEND;
}

#else

#include "backends.h"
#include "../platform/atomic.h"
#include "../platform/cpu.h"
#include "../platform/environment.h"
#include "dispatch.h"

/* The active backend. NULL: nothing has been chosen yet. With a relaxed order, because what it
   points to is constant: whatever thread reads it, the table is there. */
static const ascon_backend *ASCON_ATOMIC active;

/* backends[], the list of the tables that were compiled in, is generated: backends.h. It ends with
   NULL. */
const ascon_backend *ascon_dispatch_at(size_t index) {
  return index < sizeof backends / sizeof backends[0] ? backends[index] : NULL;
}

/* The available one with the highest preference; of equals the first. */
const ascon_backend *ascon_dispatch_choose(unsigned features) {
  const ascon_backend *best = NULL;
  for (size_t i = 0; backends[i]; i++)
    if (backends[i]->available(features) &&
        (!best || backends[i]->preference(features) > best->preference(features)))
      best = backends[i];
  return best;
}

/* NULL if there is no backend with that name, or if this processor cannot run it. */
static const ascon_backend *find_available(const char *name) {
  unsigned features = ascon_cpu_features();
  for (size_t i = 0; name && backends[i]; i++)
    if (same_name(name, backends[i]->name))
      return backends[i]->available(features) ? backends[i] : NULL;
  return NULL;
}

/* The backend of the environment variable ASCON_BACKEND, or the best one. An unknown name is
   ignored: a library has no way to report it. */
static const ascon_backend *first_choice(void) {
  const ascon_backend *wanted = NULL;
#if ASCON_USE_ENVIRONMENT
  wanted = find_available(ascon_environment("ASCON_BACKEND"));
#endif
  return wanted ? wanted : ascon_dispatch_choose(ascon_cpu_features());
}

/* The first use. A compare-exchange, so that what another thread has chosen or forced meanwhile
   stays. Out of line, so that ascon_dispatch(), which every call passes, saves no registers. */
OUTLINED const ascon_backend *choose(void) {
  const ascon_backend *mine = first_choice(), *theirs = NULL;
  return ASCON_COMPARE_EXCHANGE(active, &theirs, mine) ? mine : theirs;
}

const ascon_backend *ascon_dispatch(void) {
  const ascon_backend *now = ASCON_LOAD(active);
  return now ? now : choose();
}

const char *ascon_backend_at(size_t index) {
  const ascon_backend *backend = ascon_dispatch_at(index);
  return backend ? backend->name : NULL;
}

int ascon_backend_available(const char *name) { return find_available(name) != NULL; }

const char *ascon_backend_active(void) { return ascon_dispatch()->name; }

ascon_result ascon_backend_force(const char *name) {
  const ascon_backend *wanted =
      name ? find_available(name) : ascon_dispatch_choose(ascon_cpu_features());
  if (wanted == NULL) return ASCON_ERR_BACKEND;
  ASCON_STORE(active, wanted);
  return ASCON_OK;
}

#endif
