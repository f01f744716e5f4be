/* The shared interface over ascon_masked.h, which takes each share as a string of its own: the
   words of crypto_aead_shared.h are taken apart and put together piece by piece, one share at a
   time.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "crypto_aead_shared.h"
#include "../../asconkit/masked/ascon_masked.h"
#include "prototypes.h"
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

/* A string in shares, or a plain one, which is shared and joined piece by piece. */
typedef struct string {
  const void *words;
  const unsigned char *plain;
} string;

typedef struct target {
  void *words;
  unsigned char *plain;
} target;

static ascon_masked_in get(piece *p, const string *from, size_t first, size_t bytes) {
  if (from->words != NULL) return take(p, from->words, first, bytes);
  const ascon_masked_setup setup = masked_setup();
  const ascon_masked_in plain = ascon_masked_plain_in(from->plain + first);
  if (ascon_masked_share(&setup, into(p), plain, bytes) != ASCON_OK) ascon_wipe(p, sizeof *p);
  return of(p);
}

static void give(const target *to, size_t first, const piece *p, size_t bytes) {
  if (to->words != NULL) put(to->words, first, p, bytes);
  else (void)ascon_masked_join(&SCHEME(NUM_SHARES), to->plain + first, of(p), bytes);
}

/* A message on its way: its context, its key, which the context refers to, and the piece at work.
 */
typedef struct message {
  ascon_masked_aead_ctx ctx;
  piece key, nonce, piece;
} message;

static ascon_result start(message *s, string ad, size_t adlen, string npub, string k) {
  const ascon_masked_setup setup = masked_setup();
  const ascon_masked_in key = get(&s->key, &k, 0, CRYPTO_KEYBYTES);
  const ascon_masked_in nonce = get(&s->nonce, &npub, 0, CRYPTO_NPUBBYTES);
  ascon_result result = ascon_masked_aead_init(&s->ctx, &setup, AEAD_ALGORITHM, nonce, key);
  for (size_t done = 0; done < adlen && result == ASCON_OK; done += PIECE) {
    const size_t n = at_most(adlen - done);
    result = ascon_masked_aead_ad(&s->ctx, get(&s->piece, &ad, done, n), n);
  }
  return result;
}

/* Writes bytes + CRYPTO_ABYTES bytes. 0, or -1: the caller wipes what was written. */
static int encrypt(target c, string m, size_t bytes, string ad, size_t adlen, string npub,
                   string k) {
  message s;
  ascon_result result = start(&s, ad, adlen, npub, k);
  for (size_t done = 0; done < bytes && result == ASCON_OK; done += PIECE) {
    const size_t n = at_most(bytes - done);
    const ascon_masked_in text = get(&s.piece, &m, done, n);
    result = ascon_masked_aead_encrypt_update(&s.ctx, into(&s.piece), text, n);
    give(&c, done, &s.piece, n);
  }
  if (result == ASCON_OK)
    result = ascon_masked_aead_encrypt_final(&s.ctx, into(&s.piece), CRYPTO_ABYTES);
  if (result == ASCON_OK) give(&c, bytes, &s.piece, CRYPTO_ABYTES);
  ascon_wipe(&s, sizeof s);
  return result == ASCON_OK ? 0 : -1;
}

/* Writes `bytes` bytes, which are UNVERIFIED if it returns -1: the caller wipes them. */
static int decrypt(target m, string c, size_t bytes, string ad, size_t adlen, string npub,
                   string k) {
  message s;
  ascon_result result = start(&s, ad, adlen, npub, k);
  const ascon_masked_in tag = get(&s.nonce, &c, bytes, CRYPTO_ABYTES); /* `m` may be `c` */
  for (size_t done = 0; done < bytes && result == ASCON_OK; done += PIECE) {
    const size_t n = at_most(bytes - done);
    const ascon_masked_in text = get(&s.piece, &c, done, n);
    result = ascon_masked_aead_decrypt_update_unverified(&s.ctx, into(&s.piece), text, n);
    give(&m, done, &s.piece, n);
  }
  if (result == ASCON_OK) result = ascon_masked_aead_decrypt_final(&s.ctx, tag, CRYPTO_ABYTES);
  ascon_wipe(&s, sizeof s);
  return result == ASCON_OK ? 0 : -1;
}

int crypto_aead_encrypt_shared(mask_c_uint32_t *cs, unsigned long long *clen,
                               const mask_m_uint32_t *ms, unsigned long long mlen,
                               const mask_ad_uint32_t *ads, unsigned long long adlen,
                               const mask_npub_uint32_t *npubs, const mask_key_uint32_t *ks) {
  const int result =
      encrypt((target){cs, NULL}, (string){ms, NULL}, (size_t)mlen, (string){ads, NULL},
              (size_t)adlen, (string){npubs, NULL}, (string){ks, NULL});
  const size_t bytes = (size_t)mlen + CRYPTO_ABYTES;
  if (result == 0) fill_up(cs, bytes);
  else ascon_wipe(cs, (bytes + 3) / 4 * sizeof *cs);
  *clen = bytes;
  return result;
}

int crypto_aead_decrypt_shared(mask_m_uint32_t *ms, unsigned long long *mlen,
                               const mask_c_uint32_t *cs, unsigned long long clen,
                               const mask_ad_uint32_t *ads, unsigned long long adlen,
                               const mask_npub_uint32_t *npubs, const mask_key_uint32_t *ks) {
  if (clen < CRYPTO_ABYTES) return -1;
  const size_t bytes = (size_t)clen - CRYPTO_ABYTES;
  const int result = decrypt((target){ms, NULL}, (string){cs, NULL}, bytes, (string){ads, NULL},
                             (size_t)adlen, (string){npubs, NULL}, (string){ks, NULL});
  fill_up(ms, bytes);
  if (result != 0) ascon_wipe(ms, (bytes + 3) / 4 * sizeof *ms);
  *mlen = bytes;
  return result;
}

/* ---- Plain strings: what happens to them outside of this call is not masked ---- */

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m,
                        unsigned long long mlen, const unsigned char *ad, unsigned long long adlen,
                        const unsigned char *nsec, const unsigned char *npub,
                        const unsigned char *k) {
  (void)nsec;
  if (!FITS(mlen + CRYPTO_ABYTES) || !FITS(adlen) || mlen + CRYPTO_ABYTES < mlen) return -1;
  *clen = mlen + CRYPTO_ABYTES;
  const int result = encrypt((target){NULL, c}, (string){NULL, m}, (size_t)mlen, (string){NULL, ad},
                             (size_t)adlen, (string){NULL, npub}, (string){NULL, k});
  if (result != 0) ascon_wipe(c, (size_t)mlen + CRYPTO_ABYTES);
  return result;
}

int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec,
                        const unsigned char *c, unsigned long long clen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *npub,
                        const unsigned char *k) {
  (void)nsec;
  if (clen < CRYPTO_ABYTES || !FITS(clen) || !FITS(adlen)) return -1;
  const size_t bytes = (size_t)clen - CRYPTO_ABYTES;
  const int result = decrypt((target){NULL, m}, (string){NULL, c}, bytes, (string){NULL, ad},
                             (size_t)adlen, (string){NULL, npub}, (string){NULL, k});
  if (result != 0) ascon_wipe(m, bytes);
  *mlen = bytes;
  return result;
}
