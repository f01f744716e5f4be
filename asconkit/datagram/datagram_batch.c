/* Many datagrams in one call: ascon_datagram_open_batch(). First all datagrams of a group are
   decrypted side by side, with the counters and keys that their receivers would find now. Then each
   is opened in its turn. By then a receiver may find another counter, because it has accepted a
   datagram that was before this one: in that case the datagram is decrypted once more.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "datagram.h"
#include "../batch/ascon_batch.h"

#if !ASCON_EXTERN_BI

/* Datagrams at a time: enough for the lanes of some threads, in 19 KiB of stack. */
enum { GROUP = 128 };

typedef struct group {
  ascon_message messages[GROUP];
  uint8_t keys[GROUP][ASCON_DATAGRAM_KEY_BYTES];
  uint8_t nonces[GROUP][NONCE];
  size_t count;
  const ascon_message *tried[GROUP]; /* the message of each datagram; NULL if there is none */
} group;

/* Adds the message of a datagram that its receiver would try now. Otherwise returns NULL. */
static const ascon_message *add_message(group *g, const ascon_datagram_arrival *a) {
  size_t length = a->length;
  if (check_datagram(a->receiver, a->text, a->datagram, &length, a->header, a->header_length) !=
      ASCON_OK)
    return NULL;
  ascon_datagram_state later = a->receiver->state;
  const ascon_message *added = NULL;
  const int ahead = complete_counter(&later, a->datagram);
  if (may_be_accepted(a->receiver, &later, ahead, ASCON_DATAGRAM_MAX_EPOCHS_AHEAD)) {
    const uint8_t n = later.counter_length, t = later.tag_length;
    enter_epoch(&later);
    copy_bytes(g->keys[g->count], later.key, sizeof later.key);
    copy_bytes(g->nonces[g->count], later.nonce, sizeof later.nonce);
    g->messages[g->count] = (ascon_message){.out = a->text,
                                            .in = a->datagram + n,
                                            .length = length,
                                            .tag = without_const(a->datagram + n + length),
                                            .tag_length = t,
                                            .ad = a->header,
                                            .ad_length = a->header_length,
                                            .nonce = g->nonces[g->count],
                                            .key = g->keys[g->count],
                                            .result = ASCON_ERR_TAG}; /* until it is decrypted */
    added = &g->messages[g->count++];
  }
  wipe_key(&later, sizeof later);
  return added;
}

static ascon_result open_arrival(const ascon_datagram_arrival *a, const ascon_message *tried) {
  const ascon_result result =
      open_datagram(a->receiver, ASCON_DATAGRAM_MAX_EPOCHS_AHEAD, a->text, a->datagram, a->length,
                    a->header, a->header_length, tried);
  /* Such as the second of two equal datagrams. */
  if (tried && tried->result == ASCON_OK && result != ASCON_OK) ascon_wipe(a->text, tried->length);
  return result;
}

ascon_result ascon_datagram_open_batch(ascon_datagram_arrival *arrivals, size_t count,
                                       ascon_batch_pool *pool) {
  group g;
  ascon_result first = ASCON_OK;
  if (count && !arrivals) return ASCON_ERR_NULL;
  for (size_t from = 0; from < count; from += GROUP) {
    const size_t some = smaller(count - from, GROUP);
    g.count = 0;
    for (size_t i = 0; i < some; i++) g.tried[i] = add_message(&g, &arrivals[from + i]);
    const ascon_result all =
        ascon_any_batch(ASCON_AEAD128, ASCON_DECRYPT, g.messages, g.count, pool);
    (void)all; /* each message has its own */
    for (size_t i = 0; i < some; i++) {
      ascon_datagram_arrival *a = &arrivals[from + i];
      a->result = open_arrival(a, g.tried[i]);
      if (first == ASCON_OK) first = a->result;
    }
  }
  wipe_key(&g, sizeof g);
  return first;
}

#endif
