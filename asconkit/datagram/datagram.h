/* What datagram.c and datagram_batch.c share: counters, keys, and the steps of a receiver, by those
   of docs/constructions/datagram.md. Counters are bytes, the least significant first: with
   uint64_t, the same takes 1.5 times as much code on AVR.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_CONSTRUCTIONS_DATAGRAM_H
#define ASCON_CONSTRUCTIONS_DATAGRAM_H

#include "../ascon_any.h"
#include "ascon_datagram.h"
#include "../core/modes/calls.h"
#include "../core/platform/process.h"
#include "../core/platform/secrets_in_c.h"

enum {
  WINDOW = ASCON_DATAGRAM_WINDOW_BITS,
  IDENTITY = ASCON_DATAGRAM_IDENTITY_BYTES,
  COUNTER = ASCON_DATAGRAM_COUNTER_BYTES,
  NONCE = IDENTITY + COUNTER,
  COUNTER_USED = 7,  /* the last byte of a counter is 0 */
  DERIVATION = 0x80, /* that byte in a nonce which derives a key */
  EPOCH = 2,         /* bytes of the number of an epoch */
  FAR = 0x7fff       /* stands for all distances from there on: more than is ever reserved */
};

/* ---- Counters ------------------------------------------------------------------------------- */

/* Adds to a counter, without its bytes below `from`, modulo 2^64. */
static void add(uint8_t counter[COUNTER], uint_fast8_t from, int addend) {
  for (uint_fast8_t i = from; i < (uint_fast8_t)COUNTER; i++) {
    addend += counter[i];
    counter[i] = (uint8_t)addend;
    addend >>= 8;
  }
}

/* Not 0 if one of the counter's bytes from this one on is not 0. */
static uint8_t any(const uint8_t counter[COUNTER], uint_fast8_t from) {
  uint8_t all = 0;
  for (uint_fast8_t i = from; i < (uint_fast8_t)COUNTER; i++) all |= counter[i];
  return all;
}

static unsigned low_end(const uint8_t *number) { return number[0] | (unsigned)number[1] << 8; }

static uint8_t *counter_of(ascon_datagram_state *state) { return state->nonce + IDENTITY; }

/* 0 if the counter is beyond the last one, or negative. */
static int counter_exists(ascon_datagram_state *state) {
  const uint8_t length = state->epoch_length;
  return !any(counter_of(state), length ? (uint8_t)(length + EPOCH) : COUNTER_USED);
}

/* ---- Keys ----------------------------------------------------------------------------------- */

/* Clears vector registers too, in which compilers copy keys. */
static void wipe_key(void *memory, size_t length) {
  zeroize(memory, length);
  clear_vector_registers();
}

static void replace_key(ascon_datagram_state *state) {
  uint8_t nonce[NONCE] = {0}, key[ASCON_DATAGRAM_KEY_BYTES];
  copy_bytes(nonce, state->nonce, IDENTITY);
  nonce[IDENTITY] = state->tag_length;
  nonce[IDENTITY + 1] = state->epoch_length;
  nonce[NONCE - 1] = DERIVATION;
  (void)ascon_aead128_encrypt(NULL, key, sizeof key, NULL, 0, NULL, 0, nonce, state->key);
  copy_bytes(state->key, key, sizeof key);
  wipe_key(key, sizeof key);
}

/* The number of the counter's epoch. */
static uint16_t epoch_of(ascon_datagram_state *state) {
  const uint8_t length = state->epoch_length;
  return (uint16_t)(length ? low_end(counter_of(state) + length) : 0);
}

/* Makes the key that of the counter's epoch, which is not earlier than the state's. */
static void enter_epoch(ascon_datagram_state *state) {
  const uint16_t epoch = epoch_of(state);
  for (; state->epoch != epoch; state->epoch++) replace_key(state);
}

/* The next counter becomes one that is `ahead` higher: the one after the state's if that is `used`,
   1, otherwise the state's. Makes sure that it is stored, or a higher one, if there is a store.
   What is used is stored by whole steps. */
static ascon_result reserve(ascon_datagram_state *state, uint16_t ahead, uint8_t used) {
  const ascon_datagram_store *store = state->store;
  uint8_t counter[COUNTER];
  if (!store) return ASCON_OK;
  if (ahead <= state->reserved) {
    state->reserved = (uint16_t)(state->reserved - ahead);
    return ASCON_OK;
  }
  const uint16_t stored = used ? store->step : 0;
  copy_bytes(counter, counter_of(state), sizeof counter);
  add(counter, 0, (int)stored);
  if (!store->store(store->context, counter)) return ASCON_ERR_STORE;
  state->reserved = (uint16_t)(stored - used);
  return ASCON_OK;
}

/* ---- The steps of a receiver ----------------------------------------------------------------- */

/* Makes the counter the only one that the datagram may have: the smallest one from the oldest in
   the window on whose low bytes are those that were sent. Returns how many counters the next one
   then is farther ahead, at most FAR; 0 or less if it is in the window. */
static int complete_counter(ascon_datagram_state *state, const uint8_t *sent) {
  uint8_t *counter = counter_of(state), distance[COUNTER] = {0};
  int digit = 0;
  add(counter, 0, -WINDOW);
  for (uint_fast8_t i = 0; i < state->counter_length; i++) {
    digit = sent[i] - counter[i] + (digit >> 8);
    distance[i] = (uint8_t)digit;
    counter[i] = sent[i];
  }
  add(counter, state->counter_length, digit < 0);
  const unsigned low = low_end(distance);
  return low >= FAR || any(distance, 2) ? FAR : (int)low + 1 - WINDOW;
}

/* The byte and the bit of a counter, of which `low` is the low end. */
static uint8_t *byte_of(ascon_datagram_receiver *receiver, unsigned low) {
  return &receiver->accepted[low % WINDOW / 8];
}

static uint8_t bit_of(unsigned low) { return (uint8_t)(1u << low % 8); }

/* Whether a datagram with the counter of `later`, at most `epochs` ahead, is to be decrypted. */
static int may_be_accepted(ascon_datagram_receiver *receiver, ascon_datagram_state *later,
                           int ahead, uint16_t epochs) {
  const unsigned low = low_end(counter_of(later));
  const uint16_t epoch = epoch_of(later);
  return counter_exists(later) && epoch >= later->epoch && epoch - later->epoch <= epochs &&
         (ahead > 0 || !(*byte_of(receiver, low) & bit_of(low)));
}

/* Counters that the window reaches for the first time have not been accepted. */
static ascon_result accept(ascon_datagram_receiver *receiver, ascon_datagram_state *later,
                           int ahead) {
  uint8_t *counter = counter_of(later);
  const unsigned low = low_end(counter);
  if (ahead > 0) RETURN_IF_ERROR(reserve(later, (uint16_t)ahead, 1));
  add(counter, 0, ahead > 0 ? 1 : 1 - ahead); /* the next one, which is not lower than before */
  for (int i = ahead < WINDOW ? ahead : WINDOW; i > 1; i--) {
    const unsigned skipped = low + WINDOW + 1u - (unsigned)i;
    *byte_of(receiver, skipped) &= (uint8_t)~bit_of(skipped);
  }
  *byte_of(receiver, low) |= bit_of(low);
  receiver->state = *later;
  return ASCON_OK;
}

/* What is checked before anything is read. Makes the length of the datagram that of its text. */
static ascon_result check_datagram(const ascon_datagram_receiver *receiver, const uint8_t *text,
                                   const uint8_t *datagram, size_t *length, const uint8_t *header,
                                   size_t header_length) {
  if (!receiver || !datagram || missing(header, header_length)) return ASCON_ERR_NULL;
  const uint8_t overhead = (uint8_t)(receiver->state.counter_length + receiver->state.tag_length);
  if (overhead == 0) return ASCON_ERR_ORDER;
  if (*length < overhead) return ASCON_ERR_RANGE;
  *length -= overhead;
  return missing(text, *length) ? ASCON_ERR_NULL : ASCON_OK;
}

/* ascon_datagram_open_ahead(). `tried` is NULL, or a message that has decrypted this datagram,
   perhaps with another counter. */
INLINED ascon_result open_datagram(ascon_datagram_receiver *receiver, uint16_t epochs,
                                   uint8_t *text, const uint8_t *datagram, size_t length,
                                   const uint8_t *header, size_t header_length,
                                   const ascon_message *tried) {
  RETURN_IF_ERROR(check_datagram(receiver, text, datagram, &length, header, header_length));
  const uint8_t n = receiver->state.counter_length, t = receiver->state.tag_length;

  ascon_result result = ASCON_ERR_RANGE;
  ascon_datagram_state later = receiver->state; /* what it becomes if the datagram is accepted */
  const int ahead = complete_counter(&later, datagram);
  if (may_be_accepted(receiver, &later, ahead, epochs)) {
    enter_epoch(&later);
    if (tried && !bytes_differ(tried->nonce, later.nonce, NONCE)) result = tried->result;
    else
      result = ascon_aead128_decrypt(text, datagram + n, length, datagram + n + length, t, header,
                                     header_length, later.nonce, later.key);
    if (result == ASCON_OK) {
      result = accept(receiver, &later, ahead);
      if (result != ASCON_OK) ascon_wipe(text, length);
    } else if (--receiver->state.forgeries_left == 0) {
      wipe_key(receiver, sizeof *receiver);
    }
  }
  wipe_key(&later, sizeof later);
  return result;
}

#endif
