/* Strings in shares: sharing and joining them, and keys, which are such strings. ascon_masked.h
   says what the calls do.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "checks.h"

/* ---- Sharing and joining -------------------------------------------------------------------- */

/* The shares of n <= 8 bytes anew, by way of a word in the form of the state. */
OUTLINED void share_word(const ascon_masked_scheme *scheme, ascon_masked_out out,
                         ascon_masked_in data, size_t n, const uint32_t *random) {
  const unsigned bytes = masked_part(0, n, ASCON_LITTLE_ENDIAN);
  uint32_t word[2 * ASCON_MASKED_MAX_SHARES] = {0};
  for (unsigned i = 0; i < shares_of(scheme, data.stride); i++)
    ascon_masked_absorb(word + (size_t)2 * i, data.data + i * data.stride, bytes, i);
  scheme->refresh(word, random);
  for (unsigned i = 0; i < scheme->shares; i++) {
    uint8_t *to = out.data + i * out.stride;
    clear_bytes(to, n);
    ascon_masked_store(to, word + (size_t)2 * i, bytes, i);
  }
  zeroize(word, sizeof word);
}

/* All words. Where random words end, the others are not begun: data that is in place then has new
   shares up to there, and old ones after. */
OUTLINED ascon_result share_words(const ascon_masked_setup *setup, ascon_masked_out out,
                                  ascon_masked_in data, size_t bytes) {
  uint32_t random[MASKED_REFRESH_WORDS(ASCON_MASKED_MAX_SHARES)];
  ascon_result result = ASCON_OK;
  for (size_t i = 0; i < bytes && result == ASCON_OK; i += 8) {
    const ascon_masked_out to = {out.data + i, out.stride};
    const ascon_masked_in from = {data.data + i, data.stride};
    if (setup->words(setup->context, random, MASKED_REFRESH_WORDS(setup->scheme->shares)))
      share_word(setup->scheme, to, from, smaller(bytes - i, 8), random);
    else result = ASCON_ERR_RANDOM;
  }
  zeroize(random, sizeof random);
  return result;
}

/* A plain output, with stride 0, is refused too, unless it is empty. */
ascon_result ascon_masked_share(const ascon_masked_setup *setup, ascon_masked_out out,
                                ascon_masked_in data, size_t bytes) {
  if (missing_source(setup) || missing(out.data, bytes) || missing(data.data, bytes))
    return ASCON_ERR_NULL;
  if (out.stride < bytes) return ASCON_ERR_RANGE;
  const ascon_result result = share_words(setup, out, data, bytes);
  clear_stack();
  if (result != ASCON_OK) zeroize_shares(setup->scheme, out, bytes);
  return result;
}

/* out ^= one share of n <= 8 bytes, by way of a word in the form of the state: units alone hold
   shares. */
OUTLINED void join_word(uint8_t *out, const uint8_t *share, size_t n, unsigned index) {
  const unsigned bytes = masked_part(0, n, ASCON_LITTLE_ENDIAN);
  uint32_t word[2] = {0, 0};
  ascon_masked_absorb(word, share, bytes, index);
  ascon_masked_store(out, word, bytes, index);
  zeroize(word, sizeof word);
}

/* The whole string is unmasked by this: `out` is zeros, then the sum of more and more shares, each
   sum but the last one masked by what is still missing. */
ascon_result ascon_masked_join(const ascon_masked_scheme *scheme, uint8_t *out,
                               ascon_masked_in shares, size_t bytes) {
  if (!scheme || missing(out, bytes) || missing(shares.data, bytes)) return ASCON_ERR_NULL;
  for (size_t k = 0; k < bytes; k++) out[k] = 0;
  for (unsigned i = 0; bytes && i < shares_of(scheme, shares.stride); i++)
    for (size_t k = 0; k < bytes; k += 8)
      join_word(out + k, shares.data + i * shares.stride + k, smaller(bytes - k, 8), i);
  clear_stack();
  return ASCON_OK;
}

/* ---- Keys ----------------------------------------------------------------------------------- */

enum { MAX_KEY_LENGTH = 32 };

/* The caller's `bytes` are the key itself, for devices that are given one outside shares; they are
   the caller's to erase. They and `setup` may lie in `key`. */
ascon_result ascon_masked_key_init(ascon_masked_key *key, const ascon_masked_setup *setup,
                                   const uint8_t *bytes, size_t length) {
  if (!key || missing_source(setup) || missing(bytes, length)) return ASCON_ERR_NULL;
  if (length > MAX_KEY_LENGTH) return ASCON_ERR_RANGE;
  const ascon_masked_out shares = {key->share[0], sizeof key->share[0]};
  const ascon_masked_setup source = *setup;
  uint8_t plain[MAX_KEY_LENGTH];
  copy_bytes(plain, bytes, length);
  zeroize(key, sizeof *key);
  key->shares = (uint8_t)source.scheme->shares;
  key->bytes = (uint8_t)length;
  const ascon_result result =
      ascon_masked_share(&source, shares, ascon_masked_plain_in(plain), length);
  zeroize(plain, sizeof plain);
  if (result != ASCON_OK) zeroize(key, sizeof *key);
  return result;
}

/* In place. Words that have new shares when randomness ends keep them: the key is the same. */
ascon_result ascon_masked_key_refresh(ascon_masked_key *key, const ascon_masked_setup *setup) {
  if (!key || missing_source(setup)) return ASCON_ERR_NULL;
  if (key->shares != setup->scheme->shares) return ASCON_ERR_RANGE;
  const ascon_masked_out shares = {key->share[0], sizeof key->share[0]};
  const ascon_masked_in old = {key->share[0], sizeof key->share[0]};
  const ascon_result result = share_words(setup, shares, old, key->bytes);
  clear_stack();
  return result;
}

/* A key knows how many shares and bytes it has, so that a wrong one can be refused here: of a
   string in shares nobody knows. The checks of all calls refuse a string that is not there. */
ascon_masked_in ascon_masked_key_shares(const ascon_masked_setup *setup,
                                        const ascon_algorithm *algorithm,
                                        const ascon_masked_key *key) {
  if (!key || missing_source(setup) || key->shares != setup->scheme->shares ||
      (algorithm && key->bytes != algorithm->key_bytes))
    return ascon_masked_plain_in(NULL);
  return (ascon_masked_in){key->share[0], sizeof key->share[0]};
}
