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

#include "../platform/cpu.h"
#include "../platform/environment.h"
#include "dispatch.h"

ASCON_ATOMIC size_t ascon_active;

/* Their descriptions, by number less one: those of config.h in their folders. */
static const ascon_backend backends[] = {BACKEND_DESCRIPTIONS};
enum { COUNT = sizeof backends / sizeof backends[0] };

const ascon_backend *ascon_dispatch_at(size_t index) {
  return index < COUNT ? &backends[index] : NULL;
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
  for (size_t i = 0; i < COUNT; i++)
    if (ascon_dispatch_can_run(&backends[i], features) &&
        (!best ||
         ascon_dispatch_rank(&backends[i], features) > ascon_dispatch_rank(best, features)))
      best = &backends[i];
  return best;
}

static size_t number_of(const ascon_backend *backend) { return (size_t)(backend - backends) + 1; }

/* NULL if there is no backend with that name, or if this processor cannot run it. */
static const ascon_backend *find_available(const char *name) {
  for (size_t i = 0; name && i < COUNT; i++)
    if (same_name(name, backends[i].name))
      return ascon_dispatch_can_run(&backends[i], ascon_cpu_features()) ? &backends[i] : NULL;
  return NULL;
}

/* NULL: the environment names none. An unknown name there is ignored: a library has no way to
   complain. */
static const ascon_backend *named_by_environment(void) {
  return find_available(ascon_environment("ASCON_BACKEND"));
}

/* What the environment asks for, or the best one. A compare-exchange, so that what another thread
   has chosen or forced meanwhile stays. */
size_t ascon_dispatch(void) {
  const ascon_backend *wanted = named_by_environment();
  const size_t mine = number_of(wanted ? wanted : ascon_dispatch_choose(ascon_cpu_features()));
  size_t theirs = 0;
  return ASCON_COMPARE_EXCHANGE(ascon_active, &theirs, mine) ? mine : theirs;
}

const char *ascon_backend_at(size_t index) {
  const ascon_backend *backend = ascon_dispatch_at(index);
  return backend ? backend->name : NULL;
}

int ascon_backend_available(const char *name) { return find_available(name) != NULL; }

const char *ascon_backend_active(void) { return backends[active_backend() - 1].name; }

const char *ascon_backend_reason(void) {
  const ascon_backend *now = &backends[active_backend() - 1];
  if (now == ascon_dispatch_choose(ascon_cpu_features())) return now->merit;
  if (now == named_by_environment()) return "named by the environment variable ASCON_BACKEND";
  return "named by the program";
}

ascon_result ascon_backend_force(const char *name) {
  const ascon_backend *wanted =
      name ? find_available(name) : ascon_dispatch_choose(ascon_cpu_features());
  if (wanted == NULL) return ASCON_ERR_BACKEND;
  ASCON_STORE(ascon_active, number_of(wanted));
  return ASCON_OK;
}

#endif
