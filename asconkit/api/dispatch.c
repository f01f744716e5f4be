/* Choosing a backend: the calls of ascon_backend.h, and dispatch.h for the other calls.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../ascon_backend.h"
#include "../platform/compiler.h"
#include "../platform/names.h"

/* One backend, called directly: nothing to choose, and forcing succeeds only for its name. */
#if ASCON_DIRECT

#include "../backends/choice.h"

#ifdef ASCON_BACKEND_BY_RANK
#pragma message("asconkit: no ASCON_BACKEND is given, the processor's is " QUOTE(ASCON_BACKEND))
#endif

static const char *const only_name = QUOTE(ASCON_BACKEND);

const char *ascon_backend_at(size_t index) { return index == 0 ? only_name : NULL; }

int ascon_backend_available(const char *name) { return name != NULL && same_name(name, only_name); }

const char *ascon_backend_active(void) { return only_name; }

const char *ascon_backend_reason(void) { return "the only one in this build"; }

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

/* All that the backend's instructions need is there. */
int ascon_dispatch_can_run(const ascon_backend *backend, unsigned features) {
  return (features & backend->needs) == backend->needs;
}

/* first_with: features of processors on which the backend is faster than those that rank above it
   elsewhere. No preference reaches 100. */
int ascon_dispatch_rank(const ascon_backend *backend, unsigned features) {
  const int first = backend->first_with && (features & backend->first_with) == backend->first_with;
  return backend->preference + (first ? 100 : 0);
}

/* The highest rank of those that can run; of equals the first. */
const ascon_backend *ascon_dispatch_choose(unsigned features) {
  const ascon_backend *best = NULL;
  for (size_t i = 0; backends[i]; i++)
    if (ascon_dispatch_can_run(backends[i], features) &&
        (!best || ascon_dispatch_rank(backends[i], features) > ascon_dispatch_rank(best, features)))
      best = backends[i];
  return best;
}

/* NULL if there is no backend with that name, or if this processor cannot run it. */
static const ascon_backend *find_available(const char *name) {
  for (size_t i = 0; name && backends[i]; i++)
    if (same_name(name, backends[i]->name))
      return ascon_dispatch_can_run(backends[i], ascon_cpu_features()) ? backends[i] : NULL;
  return NULL;
}

/* NULL: the environment names none. An unknown name there is ignored: a library has no way to
   complain. */
static const ascon_backend *named_by_environment(void) {
  return find_available(ascon_environment("ASCON_BACKEND"));
}

/* What the environment asks for, or the best one. */
static const ascon_backend *first_choice(void) {
  const ascon_backend *wanted = named_by_environment();
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

const char *ascon_backend_reason(void) {
  const ascon_backend *now = ascon_dispatch();
  if (now == ascon_dispatch_choose(ascon_cpu_features())) return now->merit;
  if (now == named_by_environment()) return "named by the environment variable ASCON_BACKEND";
  return "named by the program";
}

ascon_result ascon_backend_force(const char *name) {
  const ascon_backend *wanted =
      name ? find_available(name) : ascon_dispatch_choose(ascon_cpu_features());
  if (wanted == NULL) return ASCON_ERR_BACKEND;
  ASCON_STORE(active, wanted);
  return ASCON_OK;
}

#endif
