/* How a public call reaches a backend: straight into the modes, in a build with one backend;
   otherwise by a row of functions, one for each backend, at the place of the active backend, or of
   the one that a context was started with.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_ROUTE_H
#define ASCON_ROUTE_H

#include "../platform/compiler.h"

/* BACKEND_OF(owner, function): a function of the backend that `owner`, an ascon_state, was started
   with: the function itself, or the one in its row. */

#if ASCON_DIRECT

#include "../backends/choice.h"
/* clang-format off */
#include QUOTE(../backends/ASCON_BACKEND/backend.h)
/* clang-format on */
/* The modes, compiled over the backend that has just been included. */
#include "../modes/aead_pieces.h"
#include "../modes/instances.h"
#include "../modes/sponge_pieces.h"
#include "../modes/stored.h"

#define BACKEND_OF(owner, function) function
#define ROWS(name, ...) struct ascon_rows
#define ROWS_OF(name) NULL
#define PARAMS_OF(name) &name##_params

/* One backend needs no name in a state, so that a state of zeros counts as started too. */
INLINED void choose_backend(ascon_state *owner) { owner->backend = 0; }
INLINED int has_backend(const ascon_state *owner) {
  (void)owner;
  return 1;
}

/* Calls whose algorithm is an argument: one copy of each mode, with parameters that are variables,
   serves all of them. In a frame of its own, so that clear_stack() afterwards overwrites it. */
OUTLINED ascon_result any_aead_message(const params *p, const ascon_message *m, operation op) {
  return aead_crypt(p, m, op);
}

INLINED ascon_result any_aead(const ascon_algorithm *algorithm, const ascon_message *m,
                              operation op) {
  const params *p = algorithm->params;
  RETURN_IF_ERROR(check_aead(p, m));
  ascon_result result = any_aead_message(p, m, op);
  clear_stack();
  return result;
}

OUTLINED void any_sponge_message(const params *p, const ascon_message *m) { sponge_compute(p, m); }

OUTLINED void any_prfshort_message(const params *p, const ascon_message *m) {
  prfshort_compute(p, m);
}

INLINED ascon_result any_sponge(const ascon_algorithm *algorithm, const ascon_message *m) {
  const params *p = algorithm->params;
  RETURN_IF_ERROR(check_sponge(p, m));
  if (p->kind == ASCON_KIND_PRFSHORT) any_prfshort_message(p, m);
  else any_sponge_message(p, m);
  clear_stack();
  return ASCON_OK;
}

#else

/* aead128_encrypt() and the others, by the row of each and the active backend. */
#include "dispatched.h"
#include "../platform/secrets_in_c.h"

#define BACKEND_OF(owner, function) function##_row[(owner)->backend]

/* The rows of one algorithm, for its object. */
#define ROWS(name, ...) static const algorithm_rows name##_rows = {__VA_ARGS__}
#define ROWS_OF(name) &name##_rows

/* The parameters that contexts and algorithms point to: those of ascon.c. */
#define PARAMS_OF(name) &LINKER_NAME(params, name)

INLINED void choose_backend(ascon_state *owner) { owner->backend = active_backend(); }
INLINED int has_backend(const ascon_state *owner) { return owner->backend != 0; }

/* Calls whose algorithm is an argument: by its own rows, so that a program that names one algorithm
   gets the functions of no other. They check the arguments and clear the stack. */
INLINED ascon_result any_aead(const ascon_algorithm *algorithm, const ascon_message *m,
                              operation op) {
  const algorithm_rows *rows = algorithm->rows;
  return (op == OP_ENCRYPT ? rows->encrypt : rows->decrypt)[active_backend()](m);
}

INLINED ascon_result any_sponge(const ascon_algorithm *algorithm, const ascon_message *m) {
  return algorithm->rows->compute[active_backend()](m);
}

#endif
#endif
