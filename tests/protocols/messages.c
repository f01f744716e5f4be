/* Writes and reads COSE messages: one command in each line of the input, one line of output for
   each. Fields are hexadecimal and end with commas; the key identifier "none" is none.

     encrypt0,KEY,NONCE,KID,EXTERNAL_AAD,TEXT,
     mac0,KEY,KID,EXTERNAL_AAD,PAYLOAD,
     open,KEY,EXTERNAL_AAD,MESSAGE,      prints the text, or the result if there is none

   Every field is an allocation of its own size, so that AddressSanitizer sees any access beside it.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "ascon_cose.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FIELDS = 6, MAX_LINE = 1 << 16 };

typedef struct field {
  uint8_t *data;
  size_t length;
} field;

static void stop(const char *why) {
  fprintf(stderr, "%s\n", why);
  exit(1);
}

static field from_hex(const char *text) {
  if (strcmp(text, "none") == 0) return (field){NULL, 0};
  const size_t length = strlen(text) / 2;
  field bytes = {(uint8_t *)malloc(length), length};
  if (!bytes.data) stop("no memory");
  for (size_t i = 0; i < length; i++) {
    const char digits[] = {text[2 * i], text[2 * i + 1], 0};
    bytes.data[i] = (uint8_t)strtoul(digits, NULL, 16);
  }
  return bytes;
}

static ascon_cose_bytes bytes_of(field from) { return (ascon_cose_bytes){from.data, from.length}; }

static void print(ascon_result result, const uint8_t *bytes, size_t length) {
  if (result != ASCON_OK) fputs(ascon_result_text(result), stdout);
  for (size_t i = 0; result == ASCON_OK && i < length; i++) printf("%02x", bytes[i]);
  putchar('\n');
}

/* With as many bytes as the message needs, and with one less, which must be refused. */
static void write_message(const field *in, int is_mac) {
  const field text = in[is_mac ? 3 : 4], kid = in[is_mac ? 1 : 2], aad = in[is_mac ? 2 : 3];
  size_t capacity = ASCON_COSE_MAX_BYTES(text.length, kid.length), length = capacity;
  ascon_result result = ASCON_OK;
  for (int tries = 0; tries < 3; tries++) {
    uint8_t *message = (uint8_t *)malloc(capacity);
    if (!message) stop("no memory");
    result = is_mac ? ascon_cose_mac0(message, capacity, &length, bytes_of(text), bytes_of(kid),
                                      bytes_of(aad), in[0].data)
                    : ascon_cose_encrypt0(message, capacity, &length, bytes_of(text), bytes_of(kid),
                                          bytes_of(aad), in[1].data, in[0].data);
    if (result != (tries == 2 ? ASCON_ERR_RANGE : ASCON_OK)) stop("wrong capacity");
    if (tries == 1) print(result, message, length);
    if (tries == 1 && length != capacity) stop("wrong length");
    capacity = tries == 0 ? length : length - 1;
    free(message);
  }
}

static ascon_result open_encrypt0(const ascon_cose_message *message, const field *in) {
  const size_t capacity = message->content.length - ASCON_COSE_TAG_BYTES;
  uint8_t *text = (uint8_t *)malloc(capacity);
  if (!text) stop("no memory");
  memset(text, 0xa5, capacity);
  size_t length;
  const ascon_result result =
      ascon_cose_decrypt0(text, capacity, &length, message, bytes_of(in[1]), in[0].data);
  for (size_t i = 0; result != ASCON_OK && i < capacity; i++)
    if (text[i] != 0) stop("unverified text");
  if (length != (result == ASCON_OK ? capacity : 0)) stop("wrong length of a text");
  print(result, text, length);
  free(text);
  return result;
}

static void open_message(const field *in) {
  ascon_cose_message message;
  static const ascon_cose_message nothing;
  const ascon_result result = ascon_cose_parse(&message, bytes_of(in[2]));
  if (result != ASCON_OK) {
    if (memcmp(&message, &nothing, sizeof message) != 0) stop("parts of a refused message");
    print(result, NULL, 0);
  } else if (message.algorithm == ASCON_COSE_AEAD128) {
    if (ascon_cose_verify0(&message, bytes_of(in[1]), in[0].data) != ASCON_ERR_ALGORITHM)
      stop("a COSE_Encrypt0 verified as a COSE_Mac0");
    (void)open_encrypt0(&message, in);
  } else {
    size_t length = 0;
    if (ascon_cose_decrypt0(NULL, 0, &length, &message, bytes_of(in[1]), in[0].data) !=
        ASCON_ERR_ALGORITHM)
      stop("a COSE_Mac0 decrypted");
    print(ascon_cose_verify0(&message, bytes_of(in[1]), in[0].data), message.content.data,
          message.content.length);
  }
}

int main(void) {
  static char line[MAX_LINE];
  while (fgets(line, sizeof line, stdin)) {
    field in[MAX_FIELDS];
    int count = 0;
    char *next = strchr(line, ',');
    if (!next) stop("no field");
    for (*next++ = 0; count < MAX_FIELDS; count++) {
      char *end = strchr(next, ',');
      if (!end) break;
      *end = 0;
      in[count] = from_hex(next);
      next = end + 1;
    }
    if (strcmp(line, "encrypt0") == 0 && count == 5) write_message(in, 0);
    else if (strcmp(line, "mac0") == 0 && count == 4) write_message(in, 1);
    else if (strcmp(line, "open") == 0 && count == 3) open_message(in);
    else stop("no such command");
    while (count > 0) free(in[--count].data);
  }
  return 0;
}
