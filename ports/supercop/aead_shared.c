/* The shared interface over ascon_masked.h, which takes each share as a string of its own: the
   words of crypto_aead_shared.h are taken apart and put together piece by piece, one share at a
   time.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "crypto_aead_shared.h"
#include "../../asconkit/ascon_masked.h"
#include "settings.h"

enum { PIECE = 32 }; /* bytes */

#define JOINED(a, b) a##b
#define SCHEME(shares) JOINED(ascon_masked_scheme_, shares)

/* All strings have the same number of shares. */
_Static_assert(NUM_SHARES_M == NUM_SHARES && NUM_SHARES_C == NUM_SHARES &&
                   NUM_SHARES_AD == NUM_SHARES && NUM_SHARES_NPUB == NUM_SHARES &&
                   NUM_SHARES_KEY == NUM_SHARES,
               "api.h");

static int words(void *context, uint32_t *out, size_t count) {
  (void)context;
  randombytes((unsigned char *)out, count * sizeof *out);
  return 1;
}

static ascon_masked_setup masked_setup(void) {
  return (ascon_masked_setup){&SCHEME(NUM_SHARES), &ascon_masked_full, words, NULL};
}

/* A piece of a string, each share by itself. */
typedef struct piece {
  uint8_t share[NUM_SHARES][PIECE];
} piece;

static ascon_masked_in of(const piece *p) {
  const ascon_masked_in shares = {p->share[0], PIECE};
  return shares;
}

static ascon_masked_out into(piece *p) {
  const ascon_masked_out shares = {p->share[0], PIECE};
  return shares;
}

/* Where byte `i` of a share stands among the words. */
static size_t place(size_t i, size_t share) { return (i / 4 * NUM_SHARES + share) * 4 + i % 4; }

static ascon_masked_in take(piece *p, const void *string, size_t first, size_t bytes) {
  for (size_t share = 0; share < NUM_SHARES; share++)
    for (size_t i = 0; i < bytes; i++)
      p->share[share][i] = ((const uint8_t *)string)[place(first + i, share)];
  return of(p);
}

static void put(void *string, size_t first, const piece *p, size_t bytes) {
  for (size_t share = 0; share < NUM_SHARES; share++)
    for (size_t i = 0; i < bytes; i++)
      ((uint8_t *)string)[place(first + i, share)] = p->share[share][i];
}

/* The bytes after the end of a string in its last word. */
static void fill_up(void *string, size_t bytes) {
  for (size_t share = 0; share < NUM_SHARES; share++)
    for (size_t i = bytes; i % 4 != 0; i++) ((uint8_t *)string)[place(i, share)] = 0;
}

static size_t at_most(size_t bytes) { return bytes < PIECE ? bytes : PIECE; }

/* ---- Shares of strings, and their sums ---- */

/* Without random words nothing is shared, and the string of zeros gives no message away. */
static void share(void *string, const unsigned char *data, size_t bytes) {
  const ascon_masked_setup setup = masked_setup();
  piece p;
  for (size_t done = 0; done < bytes; done += PIECE) {
    const size_t n = at_most(bytes - done);
    const ascon_masked_in plain = ascon_masked_plain_in(data + done);
    if (ascon_masked_share(&setup, into(&p), plain, n) != ASCON_OK) ascon_wipe(&p, sizeof p);
    put(string, done, &p, n);
  }
  fill_up(string, bytes);
  ascon_wipe(&p, sizeof p);
}

static void join(unsigned char *data, const void *string, size_t bytes) {
  piece p;
  for (size_t done = 0; done < bytes; done += PIECE) {
    const size_t n = at_most(bytes - done);
    (void)ascon_masked_join(&SCHEME(NUM_SHARES), data + done, take(&p, string, done, n), n);
  }
  ascon_wipe(&p, sizeof p);
}

void generate_shares_encrypt(const unsigned char *m, mask_m_uint32_t *ms, unsigned long long mlen,
                             const unsigned char *ad, mask_ad_uint32_t *ads,
                             unsigned long long adlen, const unsigned char *npub,
                             mask_npub_uint32_t *npubs, const unsigned char *k,
                             mask_key_uint32_t *ks) {
  share(ms, m, (size_t)mlen);
  share(ads, ad, (size_t)adlen);
  share(npubs, npub, CRYPTO_NPUBBYTES);
  share(ks, k, CRYPTO_KEYBYTES);
}

void generate_shares_decrypt(const unsigned char *c, mask_c_uint32_t *cs, unsigned long long clen,
                             const unsigned char *ad, mask_ad_uint32_t *ads,
                             unsigned long long adlen, const unsigned char *npub,
                             mask_npub_uint32_t *npubs, const unsigned char *k,
                             mask_key_uint32_t *ks) {
  share(cs, c, (size_t)clen);
  share(ads, ad, (size_t)adlen);
  share(npubs, npub, CRYPTO_NPUBBYTES);
  share(ks, k, CRYPTO_KEYBYTES);
}

void combine_shares_encrypt(const mask_c_uint32_t *cs, unsigned char *c, unsigned long long clen) {
  join(c, cs, (size_t)clen);
}

void combine_shares_decrypt(const mask_m_uint32_t *ms, unsigned char *m, unsigned long long mlen) {
  join(m, ms, (size_t)mlen);
}

/* ---- Messages ---- */

/* A message on its way: its context, its key, which the context refers to, and the piece at work.
 */
typedef struct message {
  ascon_masked_aead_ctx ctx;
  piece key, nonce, piece;
} message;

static ascon_result start(message *s, const mask_ad_uint32_t *ads, size_t adlen,
                          const mask_npub_uint32_t *npubs, const mask_key_uint32_t *ks) {
  const ascon_masked_setup setup = masked_setup();
  const ascon_masked_in key = take(&s->key, ks, 0, CRYPTO_KEYBYTES);
  const ascon_masked_in nonce = take(&s->nonce, npubs, 0, CRYPTO_NPUBBYTES);
  ascon_result result = ascon_masked_aead_init(&s->ctx, &setup, AEAD_ALGORITHM, nonce, key);
  for (size_t done = 0; done < adlen && result == ASCON_OK; done += PIECE) {
    const size_t n = at_most(adlen - done);
    result = ascon_masked_aead_ad(&s->ctx, take(&s->piece, ads, done, n), n);
  }
  return result;
}

int crypto_aead_encrypt_shared(mask_c_uint32_t *cs, unsigned long long *clen,
                               const mask_m_uint32_t *ms, unsigned long long mlen,
                               const mask_ad_uint32_t *ads, unsigned long long adlen,
                               const mask_npub_uint32_t *npubs, const mask_key_uint32_t *ks) {
  message s;
  const size_t bytes = (size_t)mlen;
  ascon_result result = start(&s, ads, (size_t)adlen, npubs, ks);
  for (size_t done = 0; done < bytes && result == ASCON_OK; done += PIECE) {
    const size_t n = at_most(bytes - done);
    const ascon_masked_in text = take(&s.piece, ms, done, n);
    result = ascon_masked_aead_encrypt_update(&s.ctx, into(&s.piece), text, n);
    put(cs, done, &s.piece, n);
  }
  if (result == ASCON_OK)
    result = ascon_masked_aead_encrypt_final(&s.ctx, into(&s.piece), CRYPTO_ABYTES);
  put(cs, bytes, &s.piece, CRYPTO_ABYTES);
  fill_up(cs, bytes + CRYPTO_ABYTES);
  *clen = mlen + CRYPTO_ABYTES;
  ascon_wipe(&s, sizeof s);
  return result == ASCON_OK ? 0 : -1;
}

int crypto_aead_decrypt_shared(mask_m_uint32_t *ms, unsigned long long *mlen,
                               const mask_c_uint32_t *cs, unsigned long long clen,
                               const mask_ad_uint32_t *ads, unsigned long long adlen,
                               const mask_npub_uint32_t *npubs, const mask_key_uint32_t *ks) {
  if (clen < CRYPTO_ABYTES) return -1;
  message s;
  const size_t bytes = (size_t)clen - CRYPTO_ABYTES;
  ascon_result result = start(&s, ads, (size_t)adlen, npubs, ks);
  for (size_t done = 0; done < bytes && result == ASCON_OK; done += PIECE) {
    const size_t n = at_most(bytes - done);
    const ascon_masked_in text = take(&s.piece, cs, done, n);
    result = ascon_masked_aead_decrypt_update_unverified(&s.ctx, into(&s.piece), text, n);
    put(ms, done, &s.piece, n);
  }
  if (result == ASCON_OK) {
    const ascon_masked_in tag = take(&s.piece, cs, bytes, CRYPTO_ABYTES);
    result = ascon_masked_aead_decrypt_final(&s.ctx, tag, CRYPTO_ABYTES);
  }
  fill_up(ms, bytes);
  if (result != ASCON_OK) ascon_wipe(ms, (bytes + 3) / 4 * sizeof *ms);
  *mlen = bytes;
  ascon_wipe(&s, sizeof s);
  return result == ASCON_OK ? 0 : -1;
}
