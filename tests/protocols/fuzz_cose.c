/* libFuzzer's target: parses a message, then decrypts or verifies it. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "ascon_cose.h"

#include <stdlib.h>
#include <string.h>

static const uint8_t key[ASCON_COSE_KEY_BYTES] = {1};
static const ascon_cose_bytes no_aad = {NULL, 0};

static void require(int condition) {
  if (!condition) abort();
}

/* A part is inside the message. */
static void require_inside(ascon_cose_bytes part, ascon_cose_bytes message) {
  require(part.data >= message.data && part.length <= message.length &&
          part.data + part.length <= message.data + message.length);
}

static void open_text(const ascon_cose_message *parts) {
  const size_t capacity = parts->content.length - ASCON_COSE_TAG_BYTES;
  uint8_t *text = (uint8_t *)malloc(capacity + 1);
  require(text != NULL);
  memset(text, 0xa5, capacity + 1);
  size_t length;
  const ascon_result result = ascon_cose_decrypt0(text, capacity, &length, parts, no_aad, key);
  require(result == ASCON_OK || result == ASCON_ERR_TAG);
  for (size_t i = 0; result == ASCON_ERR_TAG && i < capacity; i++) require(text[i] == 0);
  free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const ascon_cose_bytes message = {data, size};
  ascon_cose_message parts;
  const ascon_result result = ascon_cose_parse(&parts, message);
  require(result == ASCON_OK || result == ASCON_ERR_RANGE || result == ASCON_ERR_ALGORITHM);
  if (result != ASCON_OK) return 0;
  require_inside(parts.protected_header, message);
  require_inside(parts.content, message);
  if (parts.kid.data) require_inside(parts.kid, message);
  if (parts.algorithm == ASCON_COSE_AEAD128) {
    require_inside(parts.nonce, message);
    open_text(&parts);
  } else {
    require_inside(parts.tag, message);
    const ascon_result verified = ascon_cose_verify0(&parts, no_aad, key);
    require(verified == ASCON_OK || verified == ASCON_ERR_TAG);
  }
  return 0;
}
