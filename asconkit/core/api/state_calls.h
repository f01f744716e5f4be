/* The public calls of ascon_state: the permutation, for modes that this library does not have.
   ascon_permutation.h says what they do. They are the stored_ functions of a backend
   (core/modes/stored.h), which work on the form of the state that contexts hold. Included once, by
   ascon.c.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_STATE_CALLS_H
#define ASCON_STATE_CALLS_H

#include "route.h"

/* Remembers the active backend: the form of the 40 bytes depends on it, so that later calls must go
   to the same one. The words may lie in the state. */
ascon_result ascon_permutation_init(ascon_state *owner, const uint64_t words[5]) {
  uint64_t copy[5];
  if (!owner) return ASCON_ERR_NULL;
  for (size_t i = 0; i < 5; i++) copy[i] = words ? words[i] : 0;
  choose_backend(owner);
  BACKEND_OF(owner, stored_set)(&owner->words, copy);
  zeroize(copy, sizeof copy);
  BACKEND_OF(owner, clear_stack)();
  return ASCON_OK;
}

/* The number of rounds is public: it may decide on branches. */
ascon_result ascon_permutation_apply(ascon_state *owner, unsigned rounds) {
  if (!owner) return ASCON_ERR_NULL;
  if (!has_backend(owner)) return ASCON_ERR_ORDER;
  if (rounds < 1 || rounds > 16) return ASCON_ERR_RANGE;
  BACKEND_OF(owner, stored_permute)(&owner->words, rounds);
  BACKEND_OF(owner, clear_stack)();
  return ASCON_OK;
}

/* The checks of the two calls that follow. The second comparison cannot wrap around: offset is at
   most 40 by then. `order` is checked because it decides on places in the state. */
INLINED ascon_result check_access(const ascon_state *owner, ascon_order order, size_t offset,
                                  const void *data, size_t length) {
  if (!owner || missing(data, length)) return ASCON_ERR_NULL;
  if (!has_backend(owner)) return ASCON_ERR_ORDER;
  if (offset > STATE_LENGTH || length > STATE_LENGTH - offset) return ASCON_ERR_RANGE;
  if (order != ASCON_LITTLE_ENDIAN && order != ASCON_BIG_ENDIAN) return ASCON_ERR_RANGE;
  return ASCON_OK;
}

/* Bytes into the state and out of it, in either byte order. Other bytes of the state stay as they
 * are. */
ascon_result ascon_permutation_xor(ascon_state *owner, ascon_order order, size_t offset,
                                   const uint8_t *in, size_t length) {
  RETURN_IF_ERROR(check_access(owner, order, offset, in, length));
  BACKEND_OF(owner, stored_bytes)(&owner->words, OP_ABSORB, offset, NULL, in, length, order);
  BACKEND_OF(owner, clear_stack)();
  return ASCON_OK;
}

ascon_result ascon_permutation_get(const ascon_state *owner, ascon_order order, size_t offset,
                                   uint8_t *out, size_t length) {
  RETURN_IF_ERROR(check_access(owner, order, offset, out, length));
  /* state_bytes() takes a state that it may change, and *owner is const. */
  ascon_words copy = owner->words;
  BACKEND_OF(owner, stored_bytes)(&copy, OP_SQUEEZE, offset, out, NULL, length, order);
  zeroize(&copy, sizeof copy);
  BACKEND_OF(owner, clear_stack)();
  return ASCON_OK;
}

#endif
