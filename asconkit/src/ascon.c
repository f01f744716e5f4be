/* The public calls: they check, hand on to the modes of a backend, and clean up.
   SPDX-License-Identifier: Apache-2.0 OR MIT

   One translation unit, so that in a single-backend build the modes and the permutation exist once
   and the compiler sees the parameters. */
#include "dispatch.h"
#include "params.h"
#include "secrets.h"

#include "algorithm_table.h"

_Static_assert(sizeof(ascon_words) == ASCON_STATE_BYTES, "five 64-bit words");

/* ---- The algorithm table -------------------------------------------------------------------- */

#if ASCON_PRECOMPUTE && !ASCON_PRINT_STATE
#define ASCON_INITIAL(id) initial_##id
#define ASCON_UNPACK(...) {__VA_ARGS__}
#define ASCON_DEFINE_INITIAL(id, name, convention, kind, order, iv, key, rate, squeeze, a, b,      \
                             output, min_tag, mask, initial)                                       \
  static const uint64_t initial_##id[5] = ASCON_UNPACK initial;
ASCON_HASH_ROWS(ASCON_DEFINE_INITIAL)
ASCON_XOF_ROWS(ASCON_DEFINE_INITIAL)
ASCON_CXOF_ROWS(ASCON_DEFINE_INITIAL)
#else
#define ASCON_INITIAL(id) NULL
#endif
#define ASCON_INITIAL_OF_AEAD(id) NULL
#define ASCON_INITIAL_OF_MAC(id) NULL
#define ASCON_INITIAL_OF_PRF(id) NULL
#define ASCON_INITIAL_OF_PRFSHORT(id) NULL
#define ASCON_INITIAL_OF_HASH(id) ASCON_INITIAL(id)
#define ASCON_INITIAL_OF_XOF(id) ASCON_INITIAL(id)
#define ASCON_INITIAL_OF_CXOF(id) ASCON_INITIAL(id)

#define ASCON_NONCE_OF_AEAD ASCON_NONCE_BYTES
#define ASCON_NONCE_OF_HASH 0
#define ASCON_NONCE_OF_XOF 0
#define ASCON_NONCE_OF_CXOF 0
#define ASCON_NONCE_OF_MAC 0
#define ASCON_NONCE_OF_PRF 0
#define ASCON_NONCE_OF_PRFSHORT 0

#define ASCON_DEFINE_ROW(id, name, convention, kind, order, iv, key, rate, squeeze, a, b, output,  \
                         min_tag, mask, initial)                                                   \
  static const ascon_params params_##id = {iv,                                                     \
                                           ASCON_INITIAL_OF_##kind(id),                            \
                                           ASCON_KIND_##kind,                                      \
                                           order,                                                  \
                                           (key) - 16 * (mask),                                    \
                                           rate,                                                   \
                                           squeeze,                                                \
                                           a,                                                      \
                                           b,                                                      \
                                           output,                                                 \
                                           min_tag,                                                \
                                           mask};                                                  \
  const ascon_algorithm ascon_algorithm_##id = {                                                   \
      name,    convention, &params_##id, ASCON_KIND_##kind, key, ASCON_NONCE_OF_##kind,            \
      min_tag, output,     rate};
ASCON_ROWS(ASCON_DEFINE_ROW)

#define ASCON_ADDRESS(id) &ascon_algorithm_##id,
static const ascon_algorithm *const algorithms[] = {ASCON_ROW_ORDER(ASCON_ADDRESS)};

const ascon_algorithm *ascon_algorithm_at(size_t index) {
  return index < ASCON_ALGORITHM_COUNT ? algorithms[index] : NULL;
}

const ascon_algorithm *ascon_algorithm_find(const char *name) {
  for (size_t i = 0; name && i < ASCON_ALGORITHM_COUNT; i++) {
    const char *a = algorithms[i]->name, *b = name;
    while (*a && *a == *b) a++, b++;
    if (*a == *b) return algorithms[i];
  }
  return NULL;
}

/* ---- Checks shared by all calls ------------------------------------------------------------- */

ASCON_INLINE int missing(const void *pointer, size_t bytes) { return bytes != 0 && !pointer; }

ASCON_INLINE ascon_result check_kind(const ascon_algorithm *algorithm, ascon_kind kind) {
  if (!algorithm) return ASCON_ERR_NULL;
  return algorithm->kind == kind ? ASCON_OK : ASCON_ERR_ALGORITHM;
}

#define ASCON_CHECK(expression)                                                                    \
  do {                                                                                             \
    ascon_result check_result = (expression);                                                      \
    if (check_result != ASCON_OK) return check_result;                                             \
  } while (0)

/* Where a context is in its life. All bytes zero: not started, or finished and wiped. */
enum phase {
  PHASE_NONE,
  PHASE_START,   /* AEAD: no associated data yet */
  PHASE_AD,      /* AEAD: some associated data */
  PHASE_ENCRYPT, /* AEAD: text, associated data is closed */
  PHASE_DECRYPT,
  PHASE_ABSORB, /* sponges */
  PHASE_SQUEEZE
};

#include "api_aead.h"
#include "api_sponge.h"
#include "api_state.h"

/* ---- Helpers -------------------------------------------------------------------------------- */

void ascon_wipe(void *memory, size_t bytes) {
  if (bytes) ascon_clear(memory, bytes);
}

int ascon_equal(const uint8_t *a, const uint8_t *b, size_t bytes) {
  int equal = ascon_differ(a, b, bytes) == 0;
  ASCON_CLEAR_REGISTERS();
  return equal;
}

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
  }
  return "unknown result";
}

const char *ascon_kind_name(ascon_kind kind) {
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
