/* The choice of a backend at run time. Called by the public calls (dispatched.h, route.h) in builds
   with several backends, and by tests. It names no function of a backend: a program links those of
   the rows that it uses.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_DISPATCH_H
#define ASCON_DISPATCH_H

#include "../modes/backend_table.h"
#include "../platform/choice.h"
#include "backends.h"

/* The number of the active backend, for one-shot calls and new contexts; 0: nothing has been chosen
   yet. With a relaxed order, because what it stands for is constant. */
OF_LIBRARY extern ASCON_ATOMIC size_t ascon_active;

/* The first use: chooses it. */
size_t ascon_dispatch(void);

/* Any thread may call it at any time. Never 0: the backends in C run everywhere. */
INLINED size_t active_backend(void) {
  const size_t now = ASCON_LOAD(ascon_active);
  return now ? now : ascon_dispatch();
}

/* name_row: the function or the row of parameters `name` of every backend, by its number. */
#define DECLARE_ENTRY(backend, type, name) OF_LIBRARY extern type LINKER_NAME(backend, name);
#define LIST_ENTRY(backend, type, name) &LINKER_NAME(backend, name),
#define ROW(type, name)                                                                            \
  EACH_BACKEND(DECLARE_ENTRY, type, name)                                                          \
  UNUSED static type *const name##_row[] = {NULL, EACH_BACKEND(LIST_ENTRY, type, name)}

/* The compiled-in backends. No two of them rank alike. */
const candidate *ascon_dispatch_at(size_t index);

#endif
