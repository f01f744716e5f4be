/* Measures messages of ports/cose as measuring.h says, with a text of 16 bytes. What is linked:
   -DMEASURE_SEND, -DMEASURE_RECEIVE or both; with -DMEASURE_MAC0 COSE_Mac0 in place of
   COSE_Encrypt0. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "ascon_cose.h"
#include "measuring.h"

enum { TEXT_BYTES = 16, KID_BYTES = 4, START_SUM = 2166136261u };

static uint8_t message[ASCON_COSE_MAX_BYTES(TEXT_BYTES, KID_BYTES)];
static uint8_t input[TEXT_BYTES], output[TEXT_BYTES], key[16], nonce[16];
static size_t length;

#ifdef MEASURE_SEND
static ascon_result send(void) {
  const ascon_cose_bytes text = {input, sizeof input}, kid = {key, KID_BYTES}, aad = {NULL, 0};
#ifdef MEASURE_MAC0
  return ascon_cose_mac0(message, sizeof message, &length, text, kid, aad, key);
#else
  return ascon_cose_encrypt0(message, sizeof message, &length, text, kid, aad, nonce, key);
#endif
}
#endif

#ifdef MEASURE_RECEIVE
static ascon_result receive(void) {
  const ascon_cose_bytes received = {message, length}, aad = {NULL, 0};
  ascon_cose_message parts;
  const ascon_result result = ascon_cose_parse(&parts, received);
  if (result != ASCON_OK) return result;
#ifdef MEASURE_MAC0
  return ascon_cose_verify0(&parts, aad, key);
#else
  size_t text_length;
  return ascon_cose_decrypt0(output, sizeof output, &text_length, &parts, aad, key);
#endif
}
#endif

static ascon_result nothing(void) { return ASCON_OK; }

static void call_it(any_call call, size_t n) {
  ascon_result (*volatile function)(void) = (ascon_result(*)(void))call;
  (void)n;
  mark();
  const ascon_result found = function();
  mark();
  expect_ok(found);
}

static __attribute__((unused)) void report_call(const char *name, ascon_result (*call)(void)) {
  const size_t stack = measure(call_it, (any_call)nothing, (any_call)call, TEXT_BYTES);
  report(name, TEXT_BYTES, stack, checksum(START_SUM, message, length));
}

int firmware_main(int argc, char **argv) {
  (void)argc, (void)argv, (void)output;
  set_inputs(input, sizeof input, key, sizeof key, nonce);
#ifdef MEASURE_SEND
  report_call("send", send);
#endif
#ifdef MEASURE_RECEIVE
  report_call("receive", receive);
#endif
  return failures ? 1 : 0;
}
