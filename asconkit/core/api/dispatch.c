/* Choosing a backend: the calls of ascon_backend.h, and dispatch.h for the other calls.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../ascon_backend.h"
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

#include "dispatch.h"

ASCON_ATOMIC size_t ascon_active;

/* Their descriptions, by number less one: those of config.h in their folders. */
static const candidate backends[] = {BACKEND_DESCRIPTIONS};

const candidate *ascon_dispatch_at(size_t index) {
  return index < sizeof backends / sizeof backends[0] ? &backends[index] : NULL;
}

/* A backend's rank does not depend on the number of messages. */
static size_t best_backend(void) { return best_number(ascon_dispatch_at, ascon_cpu_features(), 1); }

static size_t find_available(const char *name) {
  return available_number(ascon_dispatch_at, name, ascon_cpu_features());
}

static size_t named_by_environment(void) {
  return environment_number(ascon_dispatch_at, "ASCON_BACKEND", ascon_cpu_features());
}

size_t ascon_dispatch(void) {
  const size_t wanted = named_by_environment();
  return choose_first(&ascon_active, wanted ? wanted : best_backend());
}

const char *ascon_backend_at(size_t index) {
  const candidate *backend = ascon_dispatch_at(index);
  return backend ? backend->name : NULL;
}

int ascon_backend_available(const char *name) { return find_available(name) != 0; }

const char *ascon_backend_active(void) { return backends[active_backend() - 1].name; }

const char *ascon_backend_reason(void) {
  const size_t now = active_backend();
  if (now == best_backend()) return backends[now - 1].merit;
  if (now == named_by_environment()) return "named by the environment variable ASCON_BACKEND";
  return "named by the program";
}

ascon_result ascon_backend_force(const char *name) {
  const size_t wanted = name ? find_available(name) : best_backend();
  if (wanted == 0) return ASCON_ERR_BACKEND;
  ASCON_STORE(ascon_active, wanted);
  return ASCON_OK;
}

#endif
