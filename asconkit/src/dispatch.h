/* How a public call reaches a mode: directly in a build with one backend, through the table of the
   active or the context's backend otherwise. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_DISPATCH_H
#define ASCON_DISPATCH_H

#include "platform.h"

#if ASCON_DIRECT

/* clang-format off */
#include ASCON_QUOTE(../backends/ASCON_BACKEND/backend.h)
/* clang-format on */
#include "modes.h"
#define mode_clear_stack ascon_clear_stack

#define ASCON_ACTIVE(function) mode_##function
#define ASCON_OF_STATE(state, function) mode_##function
#define ASCON_CHOOSE(state) ((state)->backend = NULL)

#else

#include "backend.h"

/* The backend for new work; chosen at the first call. */
const ascon_backend *ascon_dispatch(void);

/* The best backend for a processor with these ASCON_CPU_* features. */
const ascon_backend *ascon_dispatch_choose(unsigned features);

/* The compiled-in backend with this index; NULL past the last one. */
const ascon_backend *ascon_dispatch_at(size_t index);

#define ASCON_ACTIVE(function) ascon_dispatch()->function
#define ASCON_OF_STATE(state, function) (state)->backend->function
#define ASCON_CHOOSE(state) ((state)->backend = ascon_dispatch())

#endif
#endif
