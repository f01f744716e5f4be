/* Calls with secrets of the same lengths, each between two marks. A line for each says what must
   not depend on the secrets: "CALL LENGTH"; calls with the same line must leave the same trace of
   instructions and addresses. TRACED_LEAK=1 plants a branch, 2 a table, 3 a comparison of tags that
   stops at the first difference. TRACED_LENGTHS=1 takes the first of the lengths alone, and so on.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "traced.h"

#ifndef TRACED_LENGTHS
#define TRACED_LENGTHS 5
#endif

enum { LONGEST = 40, TAG = 16, AD = 5 };

static uint8_t key[16], text[LONGEST], cipher[LONGEST], back[LONGEST], tag[32];
static uint8_t short_text[TAG];
static const uint8_t nonce[16] = {1, 2, 3}, ad[AD] = {4, 5, 6};

/* ---- Secrets ---- */
static void set_secrets(void) {
  fill(key, sizeof key, 7);
  fill(text, sizeof text, 8);
  fill(short_text, sizeof short_text, 9);
}

/* ---- Calls ---- */
#define AEAD(NAME)                                                                                 \
  static void seal_##NAME(size_t n) {                                                              \
    mark();                                                                                        \
    ascon_result result = ascon_##NAME##_encrypt(cipher, tag, TAG, text, n, ad, AD, nonce, key);   \
    leak(key[3], text[0]);                                                                         \
    mark();                                                                                        \
    report(#NAME "-encrypt", n);                                                                   \
    expect(result, ASCON_OK);                                                                      \
  }                                                                                                \
  static void open_##NAME(size_t n, const char *name, ascon_result wanted, const uint8_t *good) {  \
    mark();                                                                                        \
    ascon_result result = ascon_##NAME##_decrypt(back, cipher, n, tag, TAG, ad, AD, nonce, key);   \
    leak_of_tag(tag, good, TAG);                                                                   \
    mark();                                                                                        \
    report(name, n);                                                                               \
    expect(result, wanted);                                                                        \
  }                                                                                                \
  /* One bit of each byte in turn, then all of them: the same trace. */                            \
  static void forge_##NAME(size_t n) {                                                             \
    uint8_t good[TAG];                                                                             \
    for (uint8_t i = 0; i < TAG; i++) good[i] = tag[i];                                            \
    FOR_WRONG_BYTES(i, TRACED_WRONG_BYTES) {                                                       \
      const uint8_t others = i == TRACED_WRONG_BYTES ? 0xff : 0;                                   \
      for (uint8_t j = 0; j < TAG; j++) tag[j] = good[j] ^ (i == j ? 0x10 : others);               \
      open_##NAME(n, #NAME "-forged", ASCON_ERR_TAG, good);                                        \
    }                                                                                              \
  }                                                                                                \
  static void check_##NAME(size_t n) {                                                             \
    seal_##NAME(n);                                                                                \
    open_##NAME(n, #NAME "-decrypt", ASCON_OK, tag);                                               \
    forge_##NAME(n);                                                                               \
  }

AEAD(aead128)
AEAD(v12_128)

static void check_digests(size_t n) {
  mark();
  ascon_result result = ascon_hash256(tag, text, n);
  mark();
  report("hash256", n);
  expect(result, ASCON_OK);
  mark();
  result = ascon_v12_mac(tag, text, n, key);
  mark();
  report("v12_mac", n);
  expect(result, ASCON_OK);
}

/* A tag of 16 bytes, wrong in each in turn. */
static void check_verification(size_t n) {
  FOR_WRONG_BYTES(i, TRACED_WRONG_BYTES - 1) {
    tag[i] ^= 1;
    mark();
    ascon_result result = ascon_v12_mac_verify(tag, text, n, key);
    mark();
    report("v12_mac-forged", n);
    expect(result, ASCON_ERR_TAG);
    tag[i] ^= 1;
  }
}

static void check_short(size_t n) {
  mark();
  ascon_result result = ascon_v12_prfshort(tag, TAG, short_text, n, key);
  mark();
  report("v12_prfshort", n);
  expect(result, ASCON_OK);
}

int firmware_main(int argc, char **argv) {
  static const uint8_t lengths[] = {33, 0, 1, 16, LONGEST};
  (void)argc, (void)argv;
  for (which = 0; which < TRACED_SECRETS; which++) {
    set_secrets();
    for (uint8_t i = 0; i < TRACED_LENGTHS; i++) {
      check_aead128(lengths[i]);
      check_v12_128(lengths[i]);
      check_digests(lengths[i]);
      check_verification(lengths[i]);
    }
    check_short(TAG);
  }
  return failures ? 1 : 0;
}
