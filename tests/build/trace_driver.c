/* trace_driver NAME [--decrypt] --FIELD HEX ...: calls an algorithm as `python3 -m spec trace`
   does, in a library that prints its states (ASCON_PRINT_STATE). It prints the results to
   stderr, as that does. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../support/any_kind.h"

enum { LONGEST = 1024 };

typedef struct field {
  uint8_t bytes[LONGEST];
  size_t n;
} field;

static field key, nonce, ad, message, customization, tag;
static size_t output_bytes;
static int decrypt;

static const struct {
  const char *name;
  field *where;
} fields[] = {{"--key", &key},         {"--nonce", &nonce}, {"--ad", &ad},
              {"--message", &message}, {"--tag", &tag},     {"--customization", &customization}};

static field *field_named(const char *name) {
  for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
    if (strcmp(fields[i].name, name) == 0) return fields[i].where;
  return NULL;
}

static void read_hex(field *to, const char *hex) {
  for (; hex[0] && hex[1] && to->n < LONGEST; hex += 2) {
    const char digits[3] = {hex[0], hex[1], 0};
    to->bytes[to->n++] = (uint8_t)strtoul(digits, NULL, 16);
  }
}

static int read_arguments(int argc, char **argv) {
  for (int i = 2; i < argc; i++) {
    field *to = field_named(argv[i]);
    if (strcmp(argv[i], "--decrypt") == 0) decrypt = 1;
    else if (i + 1 == argc) return 0;
    else if (strcmp(argv[i], "--output-bytes") == 0)
      output_bytes = (size_t)strtoul(argv[++i], NULL, 10);
    else if (to) read_hex(to, argv[++i]);
    else return 0;
  }
  return 1;
}

static void report(const char *label, const uint8_t *bytes, size_t n) {
  fflush(stdout); /* the states come first, as they do there */
  fprintf(stderr, "%-10s ", label);
  for (size_t i = 0; i < n; i++) fprintf(stderr, "%02x", bytes[i]);
  fprintf(stderr, "\n");
}

static ascon_result aead(const ascon_algorithm *a) {
  uint8_t out[LONGEST], computed[16];
  ascon_result result;
  if (decrypt) {
    result = any_decrypt(a, out, message.bytes, message.n, tag.bytes, tag.n, ad.bytes, ad.n,
                         nonce.bytes, key.bytes);
    if (result == ASCON_OK) report("plaintext", out, message.n);
    return result;
  }
  result = any_encrypt(a, out, computed, output_bytes, message.bytes, message.n, ad.bytes, ad.n,
                       nonce.bytes, key.bytes);
  if (result != ASCON_OK) return result;
  report("ciphertext", out, message.n);
  report("tag", computed, output_bytes);
  return result;
}

static ascon_result compute(const ascon_algorithm *a, uint8_t *out) {
  return any_compute(a, out, output_bytes, message.bytes, message.n,
                     (any_input){key.bytes, customization.bytes, customization.n});
}

int main(int argc, char **argv) {
  uint8_t out[LONGEST];
  const ascon_algorithm *a = argc > 1 ? ascon_any_find(argv[1]) : NULL;
  if (!a || !read_arguments(argc, argv) || output_bytes > LONGEST) return 2;
  ascon_result result = a->kind == ASCON_KIND_AEAD ? aead(a) : compute(a, out);
  if (result != ASCON_OK) {
    fprintf(stderr, "%s\n", ascon_result_text(result));
    return 1;
  }
  if (a->kind != ASCON_KIND_AEAD)
    report("output", out,
           a->output_bytes && a->kind != ASCON_KIND_PRFSHORT ? a->output_bytes : output_bytes);
  return 0;
}
