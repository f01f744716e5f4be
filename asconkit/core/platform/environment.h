/* What the environment asks for: the variables ASCON_BACKEND (core/api/dispatch.c) and
   ASCON_BATCH_ENGINE (batch/batch.c), in builds with ASCON_USE_ENVIRONMENT.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_ENVIRONMENT_H
#define ASCON_ENVIRONMENT_H

#include "compiler.h"

#if ASCON_USE_ENVIRONMENT
/* A variable's value; NULL if there is none, or if the program has rights that its caller lacks
   (set-user-ID, file capabilities): the caller is not to choose the code that such a program runs.
 */
const char *ascon_environment(const char *name);
#else
/* Other builds read none. */
INLINED const char *ascon_environment(const char *name) {
  (void)name;
  return NULL;
}
#endif

#endif
