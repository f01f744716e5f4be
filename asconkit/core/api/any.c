/* The table of algorithms, and the call of ascon_any.h for one whole message: by the functions of
   the algorithm's row (route.h). In a build with one backend ascon.c includes this file.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../platform/compiler.h"

#if !ASCON_DIRECT || defined(IN_ASCON_C)
#include "../../ascon_algorithms.h"
#include "../platform/names.h"
#include "algorithm_list.h"
#include "checks.h"

/* ---- The table ------------------------------------------------------------------------------- */

/* algorithms[] is generated, in algorithm_list.h. A program that calls this links all of them. */
const ascon_algorithm *ascon_any_at(size_t index) {
  return index < ASCON_ALGORITHM_COUNT ? algorithms[index] : NULL;
}

/* By its name as a program writes it, such as "ascon-hash256". */
const ascon_algorithm *ascon_any_find(const char *name) {
  for (size_t i = 0; name && i < ASCON_ALGORITHM_COUNT; i++)
    if (same_name(name, algorithms[i]->name)) return algorithms[i];
  return NULL;
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

/* ---- One message ---------------------------------------------------------------------------- */

/* Computes the tag of a MAC and compares. Pointers are checked by any_sponge(), but for the tag. */
static ascon_result verify_mac(const ascon_algorithm *algorithm, const ascon_message *given) {
  uint8_t computed[TAG_LENGTH];
  ascon_message m = *given;
  if (!given->tag) return ASCON_ERR_NULL;
  m.tag = computed;
  return compare_tag(any_sponge(algorithm, &m), computed, given->tag);
}

ascon_result ascon_any_run(const ascon_algorithm *algorithm, ascon_operation op,
                           const ascon_message *message) {
  RETURN_IF_ERROR(check_operation(algorithm, op));
  if (!message) return ASCON_ERR_NULL;
  switch (op) {
    case ASCON_ENCRYPT: return any_aead(algorithm, message, OP_ENCRYPT);
    case ASCON_DECRYPT: return any_aead(algorithm, message, OP_DECRYPT);
    case ASCON_VERIFY: return verify_mac(algorithm, message);
    case ASCON_COMPUTE: break;
  }
  return any_sponge(algorithm, message);
}

#endif
