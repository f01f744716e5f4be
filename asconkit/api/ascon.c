/* The public calls of ascon.h, ascon_v12.h, ascon_prf.h, ascon_any.h and ascon_permutation.h. They
   check, hand on to the modes of a backend (route.h), and clear what was left behind. dispatch.c
   has those of ascon_backend.h.
   SPDX-License-Identifier: Apache-2.0 OR MIT

   One translation unit, so that in a single-backend build the modes and the permutation exist once
   and the compiler sees the parameters. */
#include "../platform/names.h"
#include "aead_calls.h"
#include "algorithm_objects.h"
#include "named_calls.h"
#include "sponge_calls.h"
#include "state_calls.h"

_Static_assert(sizeof(ascon_words) == STATE_LENGTH, "five 64-bit words");

/* ---- The algorithm table -------------------------------------------------------------------- */

/* algorithms[] is generated, in algorithm_objects.h. */
const ascon_algorithm *ascon_any_at(size_t index) {
  return index < ASCON_ALGORITHM_COUNT ? algorithms[index] : NULL;
}

/* By its name as a program writes it, such as "ascon-hash256". */
const ascon_algorithm *ascon_any_find(const char *name) {
  for (size_t i = 0; name && i < ASCON_ALGORITHM_COUNT; i++)
    if (same_name(name, algorithms[i]->name)) return algorithms[i];
  return NULL;
}

/* ---- Helpers -------------------------------------------------------------------------------- */

/* With no bytes, `memory` may be NULL, which memset() must not get. */
void ascon_wipe(void *memory, size_t bytes) {
  if (bytes) zeroize(memory, bytes);
}

/* Called by programs on secrets of theirs: vector registers are cleared too, as compilers load
   strings into them. */
int ascon_equal(const uint8_t *a, const uint8_t *b, size_t bytes) {
  int equal = !bytes_differ(a, b, bytes);
  ASCON_CLEAR_REGISTERS();
  return equal;
}

/* No default: the compiler then warns of a result without a text. */
const char *ascon_result_text(ascon_result result) {
  switch (result) {
    case ASCON_OK: return "success";
    case ASCON_ERR_TAG: return "the tag does not match: wrong key, or the data was changed";
    case ASCON_ERR_NULL: return "a pointer is NULL although its length is not 0";
    case ASCON_ERR_RANGE: return "a length or a number of rounds is outside its range";
    case ASCON_ERR_ORDER: return "the context is not in a state in which this call is allowed";
    case ASCON_ERR_ALGORITHM: return "the algorithm is of another kind than the call";
    case ASCON_ERR_BACKEND: return "unknown backend, or this processor cannot run it";
    case ASCON_ERR_RANDOM: return "the system gives no random bytes";
    case ASCON_ERR_RESOURCES: return "the system gives no memory or no thread";
    case ASCON_ERR_DEVICE: return "there is no such device, or it failed";
  }
  return "unknown result";
}

/* The names that the command, Python and the documentation use. */
const char *ascon_any_kind_name(ascon_kind kind) {
  switch (kind) {
    case ASCON_KIND_AEAD: return "aead";
    case ASCON_KIND_HASH: return "hash";
    case ASCON_KIND_XOF: return "xof";
    case ASCON_KIND_CXOF: return "cxof";
    case ASCON_KIND_MAC: return "mac";
    case ASCON_KIND_PRF: return "prf";
    case ASCON_KIND_PRFSHORT: return "prfshort";
  }
  return "unknown kind";
}
