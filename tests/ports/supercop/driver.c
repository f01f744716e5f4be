/* A driver for folders of SUPERCOP: prints the known-answer text of the algorithm, in the form of
   NIST's, and fails if anything else of the interface is not as it is documented. Compiled with
   DRIVER_AEAD, DRIVER_SHARED, DRIVER_HASH, DRIVER_CXOF, DRIVER_AUTH or two of them; STEP and
   LONGEST are those of the published files. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdint.h>
#include <string.h>
#include "examples/firmware/board.h"

#include "api.h"

#ifdef DRIVER_AEAD
#include "crypto_aead.h"
#endif
#ifdef DRIVER_SHARED
#include "crypto_aead_shared.h"
#endif
#ifdef DRIVER_HASH
#include "crypto_hash.h"
#endif
#ifdef DRIVER_CXOF
#include "crypto_cxof.h"
#endif
#ifdef DRIVER_AUTH
#include "crypto_auth.h"
#endif

typedef unsigned char byte;
typedef unsigned long long length;

static int failed;

static void expect(int good, const char *what) {
  if (good) return;
  put_text("WRONG: ");
  put_text(what);
  put_text("\n");
  failed = 1;
}

/* Bytes that count up; those of field number n begin at n * STEP. */
static void count_up(byte *bytes, size_t n, unsigned field) {
  for (size_t i = 0; i < n; i++) bytes[i] = (byte)(field * STEP + i);
}

static void print_count(uint32_t count) {
  put_text("Count = ");
  put_number(count);
  put_text("\n");
}

static void print(const char *name, const byte *bytes, size_t n) {
  static const char digits[] = "0123456789ABCDEF";
  put_text(name);
  put_text(" = ");
  for (size_t i = 0; i < n; i++) {
    const char text[3] = {digits[bytes[i] >> 4], digits[bytes[i] & 15], 0};
    put_text(text);
  }
  put_text("\n");
}

#if defined(DRIVER_AEAD) || defined(DRIVER_SHARED)
enum { LONGEST_TEXT = 32, SEALED = LONGEST_TEXT + CRYPTO_ABYTES };
static byte key[CRYPTO_KEYBYTES], nonce[CRYPTO_NPUBBYTES];
static byte text[LONGEST_TEXT], ad[LONGEST_TEXT], sealed[SEALED], opened[SEALED];

static int is_zero(const byte *bytes, size_t n) {
  byte any = 0;
  for (size_t i = 0; i < n; i++) any |= bytes[i];
  return !any;
}
#endif

#if defined(DRIVER_AEAD) || defined(DRIVER_SHARED)
/* For masked folders. Not random: the numbers of a linear congruence, which no message depends on.
 */
void randombytes(byte *bytes, length count);
void randombytes(byte *bytes, length count) {
  static uint32_t state = 1;
  for (length i = 0; i < count; i++) {
    state = state * 1664525 + 1013904223;
    bytes[i] = (byte)(state >> 24);
  }
}
#endif

#ifdef DRIVER_SHARED
static mask_m_uint32_t text_shares[NUM_WORDS(LONGEST_TEXT)];
static mask_ad_uint32_t ad_shares[NUM_WORDS(LONGEST_TEXT)];
static mask_c_uint32_t sealed_shares[NUM_WORDS(SEALED)];
static mask_npub_uint32_t nonce_shares[NUM_WORDS(CRYPTO_NPUBBYTES)];
static mask_key_uint32_t key_shares[NUM_WORDS(CRYPTO_KEYBYTES)];

static int encrypt(byte *c, length *clen, const byte *m, length mlen, const byte *a, length alen) {
  generate_shares_encrypt(m, text_shares, mlen, a, ad_shares, alen, nonce, nonce_shares, key,
                          key_shares);
  const int result = crypto_aead_encrypt_shared(sealed_shares, clen, text_shares, mlen, ad_shares,
                                                alen, nonce_shares, key_shares);
  combine_shares_encrypt(sealed_shares, c, *clen);
  return result;
}

static int decrypt(byte *m, length *mlen, const byte *c, length clen, const byte *a, length alen) {
  generate_shares_decrypt(c, sealed_shares, clen, a, ad_shares, alen, nonce, nonce_shares, key,
                          key_shares);
  const int result = crypto_aead_decrypt_shared(text_shares, mlen, sealed_shares, clen, ad_shares,
                                                alen, nonce_shares, key_shares);
  if (clen >= CRYPTO_ABYTES) combine_shares_decrypt(text_shares, m, *mlen);
  return result;
}
#elif defined(DRIVER_AEAD)
static int encrypt(byte *c, length *clen, const byte *m, length mlen, const byte *a, length alen) {
  return crypto_aead_encrypt(c, clen, m, mlen, a, alen, NULL, nonce, key);
}

static int decrypt(byte *m, length *mlen, const byte *c, length clen, const byte *a, length alen) {
  return crypto_aead_decrypt(m, mlen, NULL, c, clen, a, alen, nonce, key);
}
#endif

#if defined(DRIVER_AEAD) || defined(DRIVER_SHARED)
/* The text comes back, and a message with any part changed gives nothing but zeros. */
static void check_decryption(length clen, size_t text_bytes, size_t ad_bytes) {
  length mlen = 0;
  expect(decrypt(opened, &mlen, sealed, clen, ad, ad_bytes) == 0, "decryption");
  expect(mlen == text_bytes && memcmp(opened, text, text_bytes) == 0, "decrypted text");
  sealed[text_bytes + 3] ^= 4;
  expect(decrypt(opened, &mlen, sealed, clen, ad, ad_bytes) == -1, "forged tag");
  expect(is_zero(opened, text_bytes), "text of a forged message");
  sealed[text_bytes + 3] ^= 4;
  expect(decrypt(opened, &mlen, sealed, CRYPTO_ABYTES - 1, ad, ad_bytes) == -1, "short message");
}

static void print_aead(void) {
  uint32_t count = 0;
  count_up(key, sizeof key, 0);
  count_up(nonce, sizeof nonce, 1);
  count_up(text, sizeof text, 2);
  count_up(ad, sizeof ad, 3);
  for (size_t text_bytes = 0; text_bytes <= LONGEST_TEXT; text_bytes++) {
    for (size_t ad_bytes = 0; ad_bytes <= LONGEST_TEXT; ad_bytes++) {
      length clen = 0;
      expect(encrypt(sealed, &clen, text, text_bytes, ad, ad_bytes) == 0, "encryption");
      expect(clen == text_bytes + CRYPTO_ABYTES, "length of the ciphertext");
      print_count(++count);
      print("Key", key, sizeof key);
      print("Nonce", nonce, sizeof nonce);
      print("PT", text, text_bytes);
      print("AD", ad, ad_bytes);
      print("CT", sealed, (size_t)clen);
      put_text("\n");
      if (ad_bytes == text_bytes) check_decryption(clen, text_bytes, ad_bytes);
    }
  }
}
#endif

#ifdef DRIVER_HASH
static byte message[LONGEST + 1], digest[CRYPTO_BYTES];

static void print_hash(void) {
  count_up(message, sizeof message, 0);
  for (size_t bytes = 0; bytes <= LONGEST; bytes++) {
    expect(crypto_hash(digest, message, bytes) == 0, "hash");
    print_count((uint32_t)bytes + 1);
    print("Msg", message, bytes);
    print("MD", digest, sizeof digest);
    put_text("\n");
  }
}
#endif

#ifdef DRIVER_CXOF
static byte message[LONGEST + 1], name[257], output[CRYPTO_BYTES];

static void print_cxof(void) {
  uint32_t count = 0;
  count_up(message, sizeof message, 0);
  count_up(name, sizeof name, 1);
  for (size_t bytes = 0; bytes <= LONGEST; bytes++)
    for (size_t name_bytes = 0; name_bytes <= LONGEST; name_bytes++) {
      expect(crypto_cxof(output, CRYPTO_BYTES, message, bytes, name, name_bytes) == 0, "CXOF");
      print_count(++count);
      print("Msg", message, bytes);
      print("Z", name, name_bytes);
      print("MD", output, sizeof output);
      put_text("\n");
    }
  expect(crypto_cxof(output, 1, message, 0, name, 257) == -1, "a name that is too long");
}
#endif

#ifdef DRIVER_AUTH
static byte message[LONGEST + 1], key[CRYPTO_KEYBYTES], tag[CRYPTO_BYTES];

static void print_auth(void) {
  count_up(key, sizeof key, 0);
  count_up(message, sizeof message, 1);
  for (size_t bytes = 0; bytes <= LONGEST; bytes++) {
    expect(crypto_auth(tag, message, bytes, key) == 0, "tag");
    print_count((uint32_t)bytes + 1);
    print("Key", key, sizeof key);
    print("Msg", message, bytes);
    print("Tag", tag, sizeof tag);
    put_text("\n");
    expect(crypto_auth_verify(tag, message, bytes, key) == 0, "verification");
    tag[bytes % CRYPTO_BYTES] ^= 1;
    expect(crypto_auth_verify(tag, message, bytes, key) == -1, "forged tag");
  }
#ifdef DRIVER_SHORT
  expect(crypto_auth(tag, message, LONGEST + 1, key) == -1, "a message that is too long");
#endif
}
#endif

int firmware_main(int argc, char **argv) {
  (void)argc, (void)argv;
#if defined(DRIVER_AEAD) || defined(DRIVER_SHARED)
  print_aead();
#endif
#ifdef DRIVER_HASH
  print_hash();
#endif
#ifdef DRIVER_CXOF
  print_cxof();
#endif
#ifdef DRIVER_AUTH
  print_auth();
#endif
  return failed;
}
