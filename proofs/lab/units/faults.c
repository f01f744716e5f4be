/* What the fault simulator runs (proofs/lab/faults.py): public calls on a message that the
   simulator puts into this memory. PROGRAM says which. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "asconkit/ascon.h"

#define USUAL 0            /* ascon_aead128_decrypt() */
#define HARDENED 1         /* ascon_hardened_aead128_decrypt() */
#define RECEIVER 2         /* a caller that gives the message twice, as on the page */
#define USUAL_ENCRYPTION 3 /* ascon_aead128_encrypt() */
#define SENDER 4           /* a caller of ascon_hardened_aead128_encrypt_message() */
#define DATAGRAMS 5        /* a caller of ascon_datagram_open_hardened_twice() */

#if PROGRAM != USUAL && PROGRAM != USUAL_ENCRYPTION
#include "asconkit/hardened/ascon_hardened.h"
#endif

/* One bit of an address is between the key and everything that an attacker sends, and between each
   of them and zeros: proofs/lab/faults.py knows these places. */
struct {
  uint8_t key[16], nonce[16], ad[32];
  uint8_t in[64], tag[128], out[128];
  size_t length, ad_length, used;
#if PROGRAM == DATAGRAMS
  ascon_datagram_receiver receiver;
#endif
} memory;

#define OUTLINED __attribute__((noinline))

/* Not a tail call: the function that is attacked returns to run(). */
#define RESULT(type, call)                                                                         \
  type result = (call);                                                                            \
  __asm__ volatile("" : "+r"(result));                                                             \
  return result

#if PROGRAM == USUAL
ascon_result run(void) {
  RESULT(ascon_result,
         ascon_aead128_decrypt(memory.out, memory.in, memory.length, memory.tag, 16, memory.ad,
                               memory.ad_length, memory.nonce, memory.key));
}

#elif PROGRAM == HARDENED
uint32_t run(void) {
  RESULT(uint32_t,
         ascon_hardened_aead128_decrypt(memory.out, memory.in, memory.length, memory.tag, memory.ad,
                                        memory.ad_length, memory.nonce, memory.key));
}

#elif PROGRAM == USUAL_ENCRYPTION
ascon_result run(void) {
  RESULT(ascon_result,
         ascon_aead128_encrypt(memory.out, memory.tag, 16, memory.in, memory.length, memory.ad,
                               memory.ad_length, memory.nonce, memory.key));
}

#elif PROGRAM == DATAGRAMS
OUTLINED void use(void) { memory.used = 0x75736564; }

OUTLINED void gather(ascon_datagram_arrival *a) {
  a->receiver = &memory.receiver;
  a->text = memory.out;
  a->datagram = memory.in;
  a->length = memory.length;
  a->header = memory.ad;
  a->header_length = memory.ad_length;
}

OUTLINED void node(void) {
  ascon_datagram_arrival first, second;
  gather(&first);
  gather(&second);
  if (ascon_hardened_is_ok(ascon_datagram_open_hardened_twice(&first, &second))) use();
}

/* Starts the receiver. `used` says that it has got the same datagram before. Not
   after node() in memory, whose return might be skipped. */
__attribute__((section(".text.startup"))) void run(void) {
  static const ascon_datagram_settings settings = {9, 7, 16, 0};
  ascon_result result =
      ascon_datagram_receiver_init(&memory.receiver, &settings, memory.nonce, memory.key, NULL);
  if (memory.used) {
    uint8_t text[64];
    result = ascon_datagram_open(&memory.receiver, text, memory.in, memory.length, memory.ad,
                                 memory.ad_length);
  }
  memory.used = 0;
  if (result == ASCON_OK) node();
  __asm__ volatile("");
}

#else
OUTLINED void use(void) { memory.used = 0x75736564; }

/* Out of line: what computes the arguments runs twice. */
OUTLINED void gather(ascon_message *m) {
  m->out = memory.out;
  m->in = memory.in;
  m->length = memory.length;
  m->tag = memory.tag;
  m->tag_length = sizeof(uint8_t[16]);
  m->ad = memory.ad;
  m->ad_length = memory.ad_length;
  m->nonce = memory.nonce;
  m->key = memory.key;
}

OUTLINED void node(void) {
  ascon_message first, second;
  gather(&first);
  gather(&second);
#if PROGRAM == RECEIVER
  const uint32_t result = ascon_hardened_aead128_decrypt_message(&first, &second);
#else
  const uint32_t result = ascon_hardened_aead128_encrypt_message(&first, &second);
#endif
  if (ascon_hardened_is_ok(result)) use();
}

void run(void) {
  node();
  __asm__ volatile("");
}
#endif
