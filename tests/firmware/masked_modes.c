/* Masked AEAD and hashing over the units of this processor's assembly, with 2, 3 and 4 shares,
   against the library's calls that are not masked. Prints the number of cases, or the first one
   that fails. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../support/any_kind.h"
#include "asconkit/masked/ascon_masked.h"
#include "firmware.h"

enum { LONGEST = 40, AD_BYTES = 11 };

static uint8_t key_bytes[16], nonce[16], ad[AD_BYTES], text[LONGEST], expected[LONGEST + 16];
static uint8_t found[LONGEST], tag[16];
static const ascon_masked_scheme *const schemes[] = {&ascon_masked_scheme_2, &ascon_masked_scheme_3,
                                                     &ascon_masked_scheme_4};
static uint32_t seed = 88172645, cases;
static size_t drawn; /* random words */

/* Random enough for what is compared here. */
static int draw(void *context, uint32_t *out, size_t count) {
  (void)context;
  drawn += count;
  while (count--) {
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    *out++ = seed;
  }
  return 1;
}

static void check(int right, const char *what) {
  cases++;
  if (right) return;
  put_text(what);
  put_text(" is wrong\n");
  board_exit(1);
}

static int same(const uint8_t *a, const uint8_t *b, size_t n) {
  while (n--)
    if (*a++ != *b++) return 0;
  return 1;
}

/* One message in a form: what comes out, and forgeries of it. */
static void check_form(const ascon_masked_setup *setup, const ascon_masked_key *key, size_t n,
                       const char *name) {
  const ascon_algorithm *algorithm = &ascon_algorithm_aead128;
  const ascon_masked_in shares = ascon_masked_key_shares(setup, algorithm, key);
  const ascon_masked_in more = ascon_masked_plain_in(ad), once = ascon_masked_plain_in(nonce);
  const ascon_masked_out out = ascon_masked_plain_out(found);
  const ascon_message lengths = {.length = n, .ad_length = AD_BYTES};
  drawn = 0;
  ascon_result result =
      ascon_masked_aead_encrypt(setup, algorithm, out, ascon_masked_plain_out(tag), 16,
                                ascon_masked_plain_in(text), n, more, AD_BYTES, once, shares);
  check(result == ASCON_OK && same(found, expected, n) && same(tag, expected + n, 16), name);
  check(drawn == ascon_masked_random_words(setup, algorithm, ASCON_ENCRYPT, &lengths),
        "the number of random words");
  for (uint8_t change = 0; change < 2; change++) {
    tag[n % 16] ^= change << n % 8;
    result =
        ascon_masked_aead_decrypt(setup, algorithm, out, ascon_masked_plain_in(expected), n,
                                  ascon_masked_plain_in(tag), 16, more, AD_BYTES, once, shares);
    if (change) check(result == ASCON_ERR_TAG, name);
    else check(result == ASCON_OK && same(found, text, n), name);
  }
}

static void check_aead(ascon_masked_setup setup, const ascon_masked_key *key, size_t n) {
  const ascon_result result = any_encrypt(&ascon_algorithm_aead128, expected, expected + n, 16,
                                          text, n, ad, AD_BYTES, nonce, key_bytes);
  check(result == ASCON_OK, "AEAD that is not masked");
  setup.form = &ascon_masked_full;
  check_form(&setup, key, n, "AEAD on shares");
  setup.form = &ascon_masked_leveled;
  check_form(&setup, key, n, "leveled AEAD");
}

static void check_hash(const ascon_masked_setup *setup, size_t n) {
  const ascon_masked_out digest = {found, 0};
  check(ascon_hash256(expected, text, n) == ASCON_OK, "a hash that is not masked");
  const ascon_result result =
      ascon_masked_sponge(setup, &ascon_algorithm_hash256, digest, 32, ascon_masked_plain_in(text),
                          n, ascon_masked_plain_in(text), 0);
  check(result == ASCON_OK && same(found, expected, 32), "a masked hash");
}

static void fill(uint8_t *p, size_t n, uint8_t first) {
  for (size_t i = 0; i < n; i++) p[i] = (uint8_t)(first + 7 * i);
}

int firmware_main(int argc, char **argv) {
  (void)argc, (void)argv;
  fill(key_bytes, sizeof key_bytes, 3);
  fill(nonce, sizeof nonce, 90);
  fill(ad, sizeof ad, 17);
  fill(text, sizeof text, 200);
  for (unsigned i = 0; i < 3; i++) {
    const ascon_masked_setup setup = {schemes[i], NULL, draw, NULL};
    ascon_masked_key key;
    check(ascon_masked_key_init(&key, &setup, key_bytes, 16) == ASCON_OK, "a shared key");
    for (size_t n = 0; n <= 40; n++) check_aead(setup, &key, n);
    for (size_t n = 0; n <= 40; n++) check_hash(&setup, n);
  }
  put_number(cases);
  put_text(" cases\n");
  return 0;
}
