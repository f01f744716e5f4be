/* Half of a program that has the library twice, or the library and another Ascon. Both halves are
   this source, compiled with and without a prefix. */
#include <string.h>

#include "asconkit/batch/ascon_batch.h"
#include "asconkit/masked/ascon_masked.h"

#ifdef ASCON_NAMESPACE
#define PART(name) prefixed_##name
#else
#define PART(name) plain_##name
#endif

int PART(digest)(uint8_t digest[ASCON_HASH256_BYTES]) {
  const ascon_message message = {.out = digest, .in = (const uint8_t *)"abc", .length = 3};
  return ascon_any_run(ASCON_HASH256, ASCON_COMPUTE, &message);
}

/* The object of an algorithm, and the name that the program asked for. */
const char *PART(name)(void) { return ASCON_HASH256->name; }
