/* Every algorithm, by the generic calls: what the known answers leave out. Decryption gives the
   text back, in place too; a changed tag is refused and the output erased; messages in pieces have
   the one-shot call's result. Prints the first failure. SPDX-License-Identifier: Apache-2.0 OR MIT
 */
#include <stdio.h>
#include <string.h>

#include "../support/any_kind.h"

enum { LONGEST = 90, OUTPUT = 90 };

static const ascon_algorithm *algorithm;
static uint8_t message[LONGEST], key[32], nonce[16];

#define REQUIRE(condition)                                                                         \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      printf("%s, %zu bytes: not %s\n", algorithm->name, bytes, #condition);                       \
      return 0;                                                                                    \
    }                                                                                              \
  } while (0)

static size_t piece(size_t done, size_t bytes) {
  size_t wanted = 1 + done % 19;
  return wanted < bytes - done ? wanted : bytes - done;
}

static int aead_pieces(const uint8_t *sealed, size_t bytes, size_t ad_bytes) {
  ascon_aead_ctx ctx, other;
  uint8_t out[LONGEST], back[LONGEST], tag[16];
  REQUIRE(ascon_any_aead_init(&ctx, algorithm, nonce, key) == ASCON_OK);
  for (size_t done = 0, n; done < ad_bytes; done += n) {
    n = piece(done, ad_bytes);
    REQUIRE(ascon_any_aead_ad(&ctx, message + done, n) == ASCON_OK);
  }
  other = ctx;
  for (size_t done = 0, n; done < bytes; done += n) {
    n = piece(done, bytes);
    REQUIRE(ascon_any_aead_encrypt_update(&ctx, out + done, message + done, n) == ASCON_OK);
    REQUIRE(ascon_any_aead_decrypt_update_unverified(&other, back + done, out + done, n) ==
            ASCON_OK);
  }
  REQUIRE(ascon_any_aead_encrypt_final(&ctx, tag, 16) == ASCON_OK);
  REQUIRE(ascon_any_aead_decrypt_final(&other, tag, 16) == ASCON_OK);
  REQUIRE(memcmp(out, sealed, bytes) == 0 && memcmp(tag, sealed + bytes, 16) == 0);
  REQUIRE(memcmp(back, message, bytes) == 0);
  return 1;
}

static int aead(size_t bytes, size_t ad_bytes) {
  uint8_t sealed[LONGEST + 16], text[LONGEST + 16], zeros[LONGEST] = {0};
  memcpy(text, message, bytes);
  REQUIRE(any_encrypt(algorithm, sealed, sealed + bytes, 16, text, bytes, message, ad_bytes, nonce,
                      key) == ASCON_OK);
  REQUIRE(any_encrypt(algorithm, text, text + bytes, 16, text, bytes, message, ad_bytes, nonce,
                      key) == ASCON_OK);
  REQUIRE(memcmp(text, sealed, bytes + 16) == 0);
  REQUIRE(any_decrypt(algorithm, text, text, bytes, text + bytes, 16, message, ad_bytes, nonce,
                      key) == ASCON_OK);
  REQUIRE(memcmp(text, message, bytes) == 0);
  sealed[bytes + ad_bytes % 16] ^= 0x40;
  REQUIRE(any_decrypt(algorithm, text, sealed, bytes, sealed + bytes, 16, message, ad_bytes, nonce,
                      key) == ASCON_ERR_TAG);
  REQUIRE(memcmp(text, zeros, bytes) == 0);
  sealed[bytes + ad_bytes % 16] ^= 0x40;
  return aead_pieces(sealed, bytes, ad_bytes);
}

static int aead_all(size_t bytes) {
  for (size_t ad_bytes = 0; ad_bytes <= 34; ad_bytes++)
    if (!aead(bytes, ad_bytes)) return 0;
  return 1;
}

static int sponge(size_t bytes) {
  const any_input in = {key, message, bytes};
  const size_t length = algorithm->output_bytes ? algorithm->output_bytes : OUTPUT;
  ascon_sponge_ctx ctx;
  uint8_t whole[OUTPUT], out[OUTPUT];
  REQUIRE(any_compute(algorithm, whole, length, message, bytes, in) == ASCON_OK);
  if (algorithm->kind == ASCON_KIND_MAC)
    REQUIRE(any_mac_verify(algorithm, whole, message, bytes, key) == ASCON_OK);
  REQUIRE(any_init(&ctx, algorithm, in) == ASCON_OK);
  for (size_t done = 0, n; done < bytes; done += n) {
    n = piece(done, bytes);
    REQUIRE(ascon_any_sponge_update(&ctx, message + done, n) == ASCON_OK);
  }
  for (size_t done = 0, n; done < length; done += n) {
    n = any_output_is_final(algorithm) ? length : piece(done, length);
    REQUIRE(any_output(&ctx, algorithm, out + done, n) == ASCON_OK);
  }
  REQUIRE(memcmp(out, whole, length) == 0);
  return 1;
}

static int one(size_t bytes) {
  switch (algorithm->kind) {
    case ASCON_KIND_AEAD: return aead_all(bytes);
    case ASCON_KIND_HASH:
    case ASCON_KIND_MAC:
    case ASCON_KIND_XOF:
    case ASCON_KIND_CXOF:
    case ASCON_KIND_PRF: return sponge(bytes);
    case ASCON_KIND_PRFSHORT: return 1; /* has neither an inverse nor pieces */
  }
  return 0;
}

int main(void) {
  for (size_t i = 0; i < sizeof message; i++) message[i] = (uint8_t)(i * 7 + 1);
  for (size_t i = 0; i < sizeof key; i++) key[i] = (uint8_t)(i * 5 + 2);
  for (size_t i = 0; i < sizeof nonce; i++) nonce[i] = (uint8_t)(i * 3 + 3);
  for (size_t i = 0; (algorithm = ascon_any_at(i)) != NULL; i++)
    for (size_t bytes = 0; bytes <= LONGEST; bytes += bytes < 50 ? 1 : 13)
      if (!one(bytes)) return 1;
  return 0;
}
