/* Calls with secrets of the same lengths, each between two marks. A line for each says what must
   not depend on the secrets: "CALL LENGTH"; calls with the same line must leave the same trace of
   instructions and addresses. TRACED_LEAK=1 plants a branch, 2 a table, 3 a comparison of tags that
   stops at the first difference. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "asconkit/ascon.h"
#include "firmware.h"

#ifndef TRACED_LEAK
#define TRACED_LEAK 0
#endif

enum { LONGEST = 40, TAG = 16, AD = 5, SECRETS = 4 };

static uint8_t key[16], text[LONGEST], cipher[LONGEST], back[LONGEST], tag[32];
static uint8_t short_text[TAG];
static const uint8_t nonce[16] = {1, 2, 3}, ad[AD] = {4, 5, 6};
static int failures;

static void expect(ascon_result result, ascon_result wanted) {
  if (result != wanted) failures++;
}

static void report(const char *call, size_t n) {
  put_text(call);
  put_text(" ");
  put_number((uint32_t)n);
  put_text("\n");
}

/* ---- Planted leaks ---- */
static volatile uint8_t sink;
static volatile uint8_t table[256];

static void leak(void) {
  if (TRACED_LEAK == 1 && key[3] & 1) sink++;
  if (TRACED_LEAK == 2) sink = table[text[0]];
}

static void leak_of_tag(const uint8_t *good) {
  if (TRACED_LEAK == 3)
    for (uint8_t i = 0; i < TAG && tag[i] == good[i]; i++) sink++;
}

/* ---- Secrets ---- */
/* All bits zero, all one, and two that look random. */
static void fill(uint8_t *bytes, size_t n, uint8_t which, uint32_t seed) {
  for (size_t i = 0; i < n; i++) {
    seed = seed * 1664525u + 1013904223u + which;
    bytes[i] = which == 0 ? 0 : which == 1 ? 0xff : (uint8_t)(seed >> 24);
  }
}

static void set_secrets(uint8_t which) {
  fill(key, sizeof key, which, 7);
  fill(text, sizeof text, which, 8);
  fill(short_text, sizeof short_text, which, 9);
}

/* ---- Calls ---- */
#define AEAD(NAME)                                                                                 \
  static void seal_##NAME(size_t n) {                                                              \
    mark();                                                                                        \
    ascon_result result = ascon_##NAME##_encrypt(cipher, tag, TAG, text, n, ad, AD, nonce, key);   \
    leak();                                                                                        \
    mark();                                                                                        \
    report(#NAME "-encrypt", n);                                                                   \
    expect(result, ASCON_OK);                                                                      \
  }                                                                                                \
  static void open_##NAME(size_t n, const char *name, ascon_result wanted, const uint8_t *good) {  \
    mark();                                                                                        \
    ascon_result result = ascon_##NAME##_decrypt(back, cipher, n, tag, TAG, ad, AD, nonce, key);   \
    leak_of_tag(good);                                                                             \
    mark();                                                                                        \
    report(name, n);                                                                               \
    expect(result, wanted);                                                                        \
  }                                                                                                \
  /* One bit of each byte in turn, then all of them: the same trace. */                            \
  static void forge_##NAME(size_t n) {                                                             \
    uint8_t good[TAG];                                                                             \
    for (uint8_t i = 0; i < TAG; i++) good[i] = tag[i];                                            \
    for (uint8_t i = 0; i <= TAG; i++) {                                                           \
      for (uint8_t j = 0; j < TAG; j++) tag[j] = good[j] ^ (i == j ? 0x10 : i == TAG ? 0xff : 0);  \
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

/* All 16 bytes of a tag, wrong in each in turn. */
static void check_verification(size_t n) {
  for (uint8_t i = 0; i < TAG; i++) {
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
  static const uint8_t lengths[] = {0, 1, 16, 33, LONGEST};
  (void)argc, (void)argv;
  for (uint8_t which = 0; which < SECRETS; which++) {
    set_secrets(which);
    for (uint8_t i = 0; i < sizeof lengths; i++) {
      check_aead128(lengths[i]);
      check_v12_128(lengths[i]);
      check_digests(lengths[i]);
      check_verification(lengths[i]);
    }
    check_short(TAG);
  }
  return failures ? 1 : 0;
}
