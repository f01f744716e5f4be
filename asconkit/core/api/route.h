/* How a public call reaches a backend: straight into the modes, in a build with one backend;
   otherwise by a row of functions, one for each backend, at the place of the active backend, or of
   the one that a context was started with.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_ROUTE_H
#define ASCON_ROUTE_H

#include "../platform/compiler.h"

/* NAME_row[active_backend()]   a function for whole messages, ascon_BACKEND_NAME(): of the active
                                backend
   BACKEND_OF(owner, function)  a function for contexts: of the backend that `owner`, an
                                ascon_state, was started with
   PARAMS_ROW(name)             the rows of an algorithm, of which row_for() takes the backend's
   ROWS(name, ...), ROWS_OF(name)
                                of the object of an algorithm
   OBJECT(name, source, ...)    the object's fields: NAME_name, the source, &NAME_params, the rows,
                                then kind, key, nonce, shortest tag, output and rate */
#define OBJECT(name, source, ...) {name##_name, source, &name##_params, ROWS_OF(name), __VA_ARGS__}

#if ASCON_DIRECT

#include "../backends/choice.h"
/* clang-format off */
#include QUOTE(../backends/ASCON_BACKEND/backend.h)
/* clang-format on */
/* The modes, compiled over the backend that has just been included. */
#include "../modes/instances.h"

/* A row of one function, which the compiler sees through. */
#define ROW(type, name) UNUSED static type *const name##_row[] = {&name}
INLINED size_t active_backend(void) { return 0; }
#include "dispatched.h"
#define BACKEND_OF(owner, function) function
#define ROWS(name, ...) struct ascon_rows
#define ROWS_OF(name) NULL
#define PARAMS_ROW(name) &name##_params

typedef const params params_row;

/* One backend needs no name in a state, so that a state of zeros counts as started too. */
INLINED void choose_backend(ascon_state *owner) { owner->backend = 0; }
INLINED const params *row_for(params_row *row, const ascon_state *owner) {
  (void)owner;
  return row;
}
INLINED params_row *row_of_algorithm(const ascon_algorithm *algorithm) { return algorithm->params; }
INLINED int has_backend(const ascon_state *owner) {
  (void)owner;
  return 1;
}

/* Calls whose algorithm is an argument: one copy of each mode, with parameters that are variables,
   serves all of them. */
FRAME ascon_result any_aead_message(const params *p, const ascon_message *m, operation op) {
  return aead_crypt(p, m, op);
}

INLINED ascon_result any_aead(const ascon_algorithm *algorithm, const ascon_message *m,
                              operation op) {
  const ascon_result result = any_aead_message(algorithm->params, m, op);
  clear_stack();
  return result;
}

FRAME ascon_result any_sponge_message(const params *p, const ascon_message *m) {
  return p->kind == ASCON_KIND_PRFSHORT ? prfshort_compute(p, m) : sponge_compute(p, m);
}

INLINED ascon_result any_sponge(const ascon_algorithm *algorithm, const ascon_message *m) {
  const ascon_result result = any_sponge_message(algorithm->params, m);
  clear_stack();
  return result;
}

#else

#include "dispatched.h"
#include "../modes/algorithms.h"
#include "../platform/secrets_in_c.h"

#define BACKEND_OF(owner, function) function##_row[(owner)->backend]

/* The rows of one algorithm, for its object. */
#define ROWS(name, ...) static const algorithm_rows name##_rows = {__VA_ARGS__}
#define ROWS_OF(name) &name##_rows

/* An algorithm with each backend. */
#define PARAMS_ROW(name) name##_params_row

typedef const params *const params_row;

/* The active one; a state remembers it, whatever is the active one later. */
INLINED void choose_backend(ascon_state *owner) { owner->backend = active_backend(); }
INLINED const params *row_for(params_row *row, const ascon_state *owner) {
  return row[owner->backend];
}
INLINED params_row *row_of_algorithm(const ascon_algorithm *algorithm) {
  return algorithm->rows->params;
}
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
