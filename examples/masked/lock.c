/* A lock with a masked key: it loads the key's shares at its start, and renews them before each
   message, which it encrypts. docs/lab.md checks this program with the laboratory, which finds what
   COPY_AT_ONCE makes wrong. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "asconkit/ascon_any.h"
#include "asconkit/masked/ascon_masked.h"

enum { SHARES = 2, KEY_BYTES = 16, KEY_WORDS = KEY_BYTES / 4, RANDOM_WORDS = 512 };

/* Functions that the laboratory calls, and globals that its manifest names. */
#define CHECKED __attribute__((noinline))

uint32_t stored_key[SHARES][KEY_WORDS]; /* the shares, as a driver has read them from storage */
uint32_t random_words[RANDOM_WORDS];    /* which the hardware's generator fills, by DMA */
_Alignas(4) ascon_masked_key key;

uint8_t message[16], tag[16], nonce[16]; /* the nonce is a counter */

static size_t used;

/* No word twice: if the generator is late, the call that wants words fails. */
static int draw(void *context, uint32_t *out, size_t count) {
  (void)context;
  if (count > RANDOM_WORDS - used) return 0;
  while (count--) *out++ = random_words[used++];
  return 1;
}

static const ascon_masked_setup setup = {&ascon_masked_scheme_2, &ascon_masked_full, draw, NULL};

#ifdef COPY_AT_ONCE

/* Looks right: share after share. But compilers copy 16 bytes by way of four registers, and each of
   them then has word i of one share after word i of the other: their difference is the key. */
CHECKED void load_key(void) {
  for (size_t share = 0; share < SHARES; share++)
    memcpy(key.share[share], stored_key[share], KEY_BYTES);
  key.shares = SHARES;
  key.bytes = KEY_BYTES;
}

#else

/* One word after the other, so that word 0 of a share follows word 3 of another share. */
static CHECKED void copy_share(uint8_t *to, const volatile uint32_t *from) {
  for (size_t i = 0; i < KEY_WORDS; i++) {
    const uint32_t word = from[i];
    memcpy(to + 4 * i, &word, 4);
  }
}

CHECKED void load_key(void) {
  for (size_t share = 0; share < SHARES; share++) copy_share(key.share[share], stored_key[share]);
  key.shares = SHARES;
  key.bytes = KEY_BYTES;
}

#endif

CHECKED int renew_key(void) { return ascon_masked_key_refresh(&key, &setup); }

CHECKED int seal(void) {
  return ascon_masked_aead_encrypt(
      &setup, ASCON_AEAD128, ascon_masked_plain_out(message), ascon_masked_plain_out(tag),
      sizeof tag, ascon_masked_plain_in(message), sizeof message, ascon_masked_plain_in(NULL), 0,
      ascon_masked_plain_in(nonce), ascon_masked_key_shares(&setup, ASCON_AEAD128, &key));
}

int main(void) {
  load_key();
  return renew_key() == ASCON_OK && seal() == ASCON_OK ? 0 : 1;
}
