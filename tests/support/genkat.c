/* ascon-genkat [--backend BACKEND] NAME: prints the known-answer text of an algorithm in the form
   that its designers publish, so that a digest of the text checks every vector.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <string.h>

#include "../../asconkit/ascon_any.h"
#include "../../asconkit/ascon_backend.h"
#include "any_kind.h"

/* A slow machine can stop before the end of the published text of hashes, MACs and the like. */
#ifndef GENKAT_LONGEST_MESSAGE
#define GENKAT_LONGEST_MESSAGE 1024
#endif

enum { MAX_AEAD = 32, MAX_MESSAGE = GENKAT_LONGEST_MESSAGE, MAX_OUTPUT = 64 };

/* The inputs count upwards: from 0 in v1.2; from the field's number times 16 in the later files. */
static void count_up(uint8_t *bytes, size_t n, const ascon_algorithm *algorithm, int field) {
  int first = strcmp(algorithm->convention, "v1.2") == 0 ? 0 : 16 * field;
  for (size_t i = 0; i < n; i++) bytes[i] = (uint8_t)(first + (int)i);
}

static void print_hex(const char *label, const uint8_t *bytes, size_t n) {
  printf("%s = ", label);
  for (size_t i = 0; i < n; i++) printf("%02X", bytes[i]);
  printf("\n");
}

/* `v12`: where the algorithm allows any length, what the texts of v1.2 have. */
static size_t output_bytes_of(const ascon_algorithm *algorithm, size_t v12) {
  if (algorithm->output_bytes) return algorithm->output_bytes;
  return strcmp(algorithm->convention, "v1.2") == 0 ? v12 : MAX_OUTPUT;
}

/* Every length of text and of associated data up to MAX_AEAD. */
static ascon_result aead(const ascon_algorithm *a) {
  uint8_t key[32], nonce[16], text[MAX_AEAD], ad[MAX_AEAD], sealed[MAX_AEAD + 16];
  int count = 1;
  count_up(key, a->key_bytes, a, 0);
  count_up(nonce, sizeof nonce, a, 1);
  count_up(text, sizeof text, a, 2);
  count_up(ad, sizeof ad, a, 3);
  for (size_t n = 0; n <= MAX_AEAD; n++)
    for (size_t m = 0; m <= MAX_AEAD; m++) {
      ascon_result result = any_encrypt(a, sealed, sealed + n, 16, text, n, ad, m, nonce, key);
      if (result != ASCON_OK) return result;
      printf("Count = %d\n", count++);
      print_hex("Key", key, a->key_bytes);
      print_hex("Nonce", nonce, sizeof nonce);
      print_hex("PT", text, n);
      print_hex("AD", ad, m);
      print_hex("CT", sealed, n + 16);
      printf("\n");
    }
  return ASCON_OK;
}

/* Every length of message and of customization up to MAX_AEAD. */
static ascon_result cxof(const ascon_algorithm *a) {
  uint8_t message[MAX_AEAD], z[MAX_AEAD], out[MAX_OUTPUT];
  int count = 1;
  count_up(message, sizeof message, a, 0);
  count_up(z, sizeof z, a, 1);
  for (size_t n = 0; n <= MAX_AEAD; n++)
    for (size_t m = 0; m <= MAX_AEAD; m++) {
      ascon_result result = any_compute(a, out, sizeof out, message, n, (any_input){NULL, z, m});
      if (result != ASCON_OK) return result;
      printf("Count = %d\n", count++);
      print_hex("Msg", message, n);
      print_hex("Z", z, m);
      print_hex("MD", out, sizeof out);
      printf("\n");
    }
  return ASCON_OK;
}

/* Every length of message up to the longest one. */
static ascon_result others(const ascon_algorithm *a) {
  static uint8_t message[MAX_MESSAGE];
  uint8_t key[16], out[MAX_OUTPUT];
  int keyed = a->key_bytes != 0, count = 1;
  size_t longest = a->kind == ASCON_KIND_PRFSHORT ? 16 : MAX_MESSAGE;
  size_t out_bytes = output_bytes_of(a, keyed ? 16 : 32);
  count_up(key, sizeof key, a, 0);
  count_up(message, sizeof message, a, keyed ? 1 : 0);
  for (size_t n = 0; n <= longest; n++) {
    ascon_result result = any_compute(a, out, out_bytes, message, n, (any_input){key, NULL, 0});
    if (result != ASCON_OK) return result;
    printf("Count = %d\n", count++);
    if (keyed) print_hex("Key", key, sizeof key);
    print_hex("Msg", message, n);
    print_hex(keyed ? "Tag" : "MD", out, out_bytes);
    printf("\n");
  }
  return ASCON_OK;
}

static int usage(void) {
  fprintf(stderr, "usage: ascon-genkat [--backend BACKEND] NAME\nNAME is one of:");
  for (size_t i = 0; ascon_any_at(i); i++) fprintf(stderr, " %s", ascon_any_at(i)->name);
  fprintf(stderr, "\nBACKEND is one of:");
  for (size_t i = 0; ascon_backend_at(i); i++) fprintf(stderr, " %s", ascon_backend_at(i));
  fprintf(stderr, "\n");
  return 2;
}

int main(int argc, char **argv) {
  if (argc == 4 && strcmp(argv[1], "--backend") == 0) {
    if (ascon_backend_force(argv[2]) != ASCON_OK) return usage();
  } else if (argc != 2) {
    return usage();
  }
  const ascon_algorithm *a = ascon_any_find(argv[argc - 1]);
  if (!a) return usage();
  ascon_result result = a->kind == ASCON_KIND_AEAD   ? aead(a)
                        : a->kind == ASCON_KIND_CXOF ? cxof(a)
                                                     : others(a);
  if (result != ASCON_OK) fprintf(stderr, "ascon-genkat: %s\n", ascon_result_text(result));
  if (fflush(stdout) != 0) return 1;
  return result == ASCON_OK ? 0 : 1;
}
