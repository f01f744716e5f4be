/* The public calls that need no backend. In a build with one backend, all calls of messages and of
   the state: one translation unit, so that the modes and the permutation exist once and the
   compiler sees the parameters. With several backends each part of the calls is an object, so that
   a program links only what it calls.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../platform/compiler.h"

#if ASCON_DIRECT
#define IN_ASCON_C 1
#include "aead128.c"
#include "any.c"
#include "hash.c"
#include "others.c"
#include "pieces.c"
#else
#include "../../ascon.h"
#include "../platform/secrets_in_c.h"
#include "../state/params.h"
#endif

_Static_assert(sizeof(ascon_words) == STATE_LENGTH, "five 64-bit words");

/* ---- Helpers -------------------------------------------------------------------------------- */

/* With no bytes, `memory` may be NULL, which memset() must not get. */
void ascon_wipe(void *memory, size_t bytes) {
  if (bytes) zeroize(memory, bytes);
}

/* Called by programs on secrets of theirs: vector registers are cleared too, as compilers load
   strings into them. */
int ascon_equal(const uint8_t *a, const uint8_t *b, size_t bytes) {
  int equal = !bytes_differ(a, b, bytes);
  clear_vector_registers();
  return equal;
}

/* One array, which linkers leave out of firmware that asks for no text. Strings by themselves would
   lie beside those of rows of algorithms, which a MAC has: 487 bytes of its flash. */
const char *ascon_result_text(ascon_result result) {
  static const char texts[][64] = {
      [ASCON_OK] = "success",
      [ASCON_ERR_TAG] = "the tag does not match: wrong key, or the data was changed",
      [ASCON_ERR_NULL] = "a pointer is NULL although its length is not 0",
      [ASCON_ERR_RANGE] = "a length or a number of rounds is outside its range",
      [ASCON_ERR_ORDER] = "the context is not in a state in which this call is allowed",
      [ASCON_ERR_ALGORITHM] = "the algorithm is of another kind than the call",
      [ASCON_ERR_BACKEND] = "unknown backend, or this processor cannot run it",
      [ASCON_ERR_RANDOM] = "the system gives no random bytes",
      [ASCON_ERR_RESOURCES] = "the system gives no memory or no thread",
      [ASCON_ERR_DEVICE] = "there is no such device, or it failed",
      [ASCON_ERR_STORE] = "the store has no valid counter, or could not keep one",
  };
  _Static_assert(sizeof texts / sizeof *texts == ASCON_ERR_STORE + 1, "a text for each result");
  return (size_t)result < sizeof texts / sizeof *texts ? texts[result] : "unknown result";
}
