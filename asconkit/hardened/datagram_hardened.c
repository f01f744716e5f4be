/* ascon_datagram_open_hardened(): a receiver of datagrams that withstands one fault. The steps of a
   receiver are done twice, from arguments that are given twice; hardened.c decrypts and compares
   both. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../datagram/datagram.h"
#include "hardened.h"

#if !ASCON_EXTERN_BI

typedef const volatile ascon_datagram_arrival arrival;

/* What one of the two finds. */
typedef struct attempt {
  ascon_message message;
  ascon_datagram_state later; /* with the counter and key of the datagram */
  int ahead;
  ascon_datagram_receiver next; /* what the receiver becomes then */
} attempt;

/* Out of line, as the compiler would otherwise do it once for both. */
OUTLINED ascon_result prepare(attempt *a, arrival *given) {
  ascon_datagram_receiver *receiver = given->receiver;
  const uint8_t *datagram = given->datagram, *header = given->header;
  size_t length = given->length, header_length = given->header_length;
  uint8_t *text = given->text;
  RETURN_IF_ERROR(check_datagram(receiver, text, datagram, &length, header, header_length));
  if (receiver->state.forgeries_left == 0) return ASCON_ERR_ORDER; /* a fault kept it so far */
  a->later = receiver->state;
  a->ahead = complete_counter(&a->later, datagram);
  if (!may_be_accepted(receiver, &a->later, a->ahead, ASCON_DATAGRAM_MAX_EPOCHS_AHEAD))
    return ASCON_ERR_RANGE;
  enter_epoch(&a->later);
  datagram += a->later.counter_length;
  a->message = (ascon_message){.out = text,
                               .in = datagram,
                               .length = length,
                               .tag = without_const(datagram + length),
                               .tag_length = a->later.tag_length,
                               .ad = header,
                               .ad_length = header_length,
                               .nonce = a->later.nonce,
                               .key = a->later.key};
  return ASCON_OK;
}

OUTLINED unsigned receivers_differ(const ascon_datagram_receiver *a,
                                   const ascon_datagram_receiver *b) {
  const ascon_datagram_state *s = &a->state, *t = &b->state;
  return bytes_differ(s->nonce, t->nonce, NONCE) | bytes_differ(s->key, t->key, sizeof s->key) |
         bytes_differ(a->accepted, b->accepted, sizeof a->accepted) |
         (s->counter_length != t->counter_length) | (s->tag_length != t->tag_length) |
         (s->epoch_length != t->epoch_length) | (s->reserved != t->reserved) |
         (s->epoch != t->epoch) | (s->forgeries_left != t->forgeries_left) | (s->store != t->store);
}

static int was_stored(void *context, const uint8_t *counter) {
  (void)context, (void)counter;
  return 1;
}

/* Both compute what the receiver becomes, but only one stores its counter. The receiver changes if
   both are equal, and is then compared with the other one. Nothing is wiped here: after a fault,
   two that are wiped would be compared once more. */
OUTLINED ascon_result accept_both(attempt *a, attempt *b, arrival *first, arrival *second) {
  a->next = *first->receiver;
  b->next = *second->receiver;
  const ascon_result stored = accept(&a->next, &a->later, a->ahead);
  ascon_result result = ASCON_ERR_STORE;
  volatile unsigned differ = 1;
  const ascon_datagram_store *const store = b->later.store;
  ascon_datagram_store done = {.store = was_stored};
  if (store) {
    done.step = store->step;
    b->later.store = &done;
  }
  (void)accept(&b->next, &b->later, b->ahead);
  b->later.store = b->next.state.store = store;
  if (stored == ASCON_OK) {
    differ = receivers_differ(&a->next, &b->next) | (a == b); /* equal after a skipped move */
    if (!differ) *first->receiver = a->next;
    differ |= receivers_differ(second->receiver, &b->next);
    result = differ ? ASCON_ERR_TAG : ASCON_OK;
  }
  return result;
}

/* A forgery is counted before and after it is tried, so that no single skip saves an attempt. */
OUTLINED uint32_t open_attempts(attempt *a, attempt *b, arrival *first, arrival *second,
                                uint32_t *sum) {
  const uint32_t left = b->later.forgeries_left;
  first->receiver->state.forgeries_left = a->later.forgeries_left - 1;
  const uint32_t result = ascon_hardened_aead128_decrypt_message(&a->message, &b->message);
  ascon_result accepted = ASCON_ERR_TAG;
  if (ascon_hardened_is_ok(result)) {
    *sum = sum_of(a->message.out, a->message.length, 0);
    accepted = accept_both(a, b, first, second);
    if (accepted == ASCON_OK) return result;
  }
  ascon_wipe(b->message.out, b->message.length);
  second->receiver->state.forgeries_left = accepted == ASCON_ERR_STORE ? left : left - 1;
  if (second->receiver->state.forgeries_left == 0)
    wipe_key(second->receiver, sizeof *second->receiver);
  return accepted;
}

OUTLINED uint32_t open_both(arrival *first, arrival *second) {
  attempt a, b;
  uint32_t sum = 0;
  if (!first || !second) return ASCON_ERR_NULL;
  uint32_t result = prepare(&a, first);
  if (result == ASCON_OK) result = prepare(&b, second);
  size_t length = 0;
  if (result == ASCON_OK) {
    length = a.message.length;
    result = open_attempts(&a, &b, first, second, &sum);
  }
  wipe_key(&a, sizeof a);
  wipe_key(&b, sizeof b);
  if (!ascon_hardened_is_ok(result)) return result;
  result ^= sum ^ sum_of(second->text, length, 0);
  declassify(&result, sizeof result);
  return result;
}

uint32_t ascon_datagram_open_hardened_twice(const ascon_datagram_arrival *first,
                                            const ascon_datagram_arrival *second) {
  return open_both(first, second);
}

uint32_t ascon_datagram_open_hardened(ascon_datagram_receiver *receiver, uint8_t *text,
                                      const uint8_t *datagram, size_t length,
                                      const uint8_t *FROM_STACK header,
                                      FROM_STACK size_t header_length) {
  volatile ascon_datagram_arrival first, second, *volatile one = &first, *volatile other = &second;
  GIVE_BOTH(receiver, receiver);
  GIVE_BOTH(text, text);
  GIVE_BOTH(datagram, datagram);
  GIVE_BOTH(length, length);
  GIVE_BOTH(header, header);
  GIVE_BOTH(header_length, header_length);
  return open_both(one, other);
}

#endif
