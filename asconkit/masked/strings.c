/* Strings in shares: sharing and joining them, and keys, which are such strings. ascon_masked.h
   says what the calls do.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "checks.h"

/* ---- Plain strings -------------------------------------------------------------------------- */

ascon_masked_in ascon_masked_plain_in(const uint8_t *data) { return (ascon_masked_in){data, 0}; }

ascon_masked_out ascon_masked_plain_out(uint8_t *data) { return (ascon_masked_out){data, 0}; }

/* ---- Sharing and joining -------------------------------------------------------------------- */

/* Strings are shared word by word, in the order of bytes in memory. */
#define ORDER ASCON_LITTLE_ENDIAN

/* The shares of n <= 8 bytes anew, by way of a word in the form of the state. */
OUTLINED void share_word(const ascon_masked_scheme *scheme, ascon_masked_out out,
                         ascon_masked_in data, size_t n, const uint32_t *random) {
  uint32_t word[2 * ASCON_MASKED_MAX_SHARES] = {0}, integer[2] = {0, 0};
  for (unsigned i = 0; i < shares_of(scheme, data.stride); i++) {
    ascon_masked_get_bytes(integer, data.data + i * data.stride, 0, n, ORDER);
    ascon_masked_absorb(word + (size_t)2 * i, integer, i);
    clear_integer(integer);
  }
  scheme->refresh(word, random);
  for (unsigned i = 0; i < scheme->shares; i++) {
    uint8_t *to = out.data + i * out.stride;
    ascon_masked_store(integer, word + (size_t)2 * i, i);
    for (size_t k = 0; k < n; k++) to[k] = 0;
    use_memory(to);
    ascon_masked_add_bytes(to, integer, 0, n, ORDER);
    clear_integer(integer);
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

/* Where the shares would overlap each other (a stride less than the length), the call is refused:
   one share would overwrite a different one. */
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

/* Byte by byte, each sum but the last one masked by what is still missing. */
OUTLINED void join_bytes(uint8_t *out, const uint8_t *share, size_t bytes) {
  for (size_t k = 0; k < bytes; k++) out[k] ^= share[k];
}

/* The whole string is unmasked by this: `out` is zeros, then the sum of more and more shares. */
ascon_result ascon_masked_join(const ascon_masked_scheme *scheme, uint8_t *out,
                               ascon_masked_in shares, size_t bytes) {
  if (!scheme || missing(out, bytes) || missing(shares.data, bytes)) return ASCON_ERR_NULL;
  for (size_t k = 0; k < bytes; k++) out[k] = 0;
  for (unsigned i = 0; bytes && i < shares_of(scheme, shares.stride); i++)
    join_bytes(out, shares.data + i * shares.stride, bytes);
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
