/* Datagrams with replay protection: the calls of ascon_datagram.h, by the steps of
   docs/constructions/datagram.md. Counters are bytes, the least significant first: with uint64_t,
   the same takes 1.5 times as much code on AVR.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../ascon_datagram.h"
#include "../modes/calls.h"
#include "../platform/secrets_in_c.h"

#if !ASCON_EXTERN_BI /* there, 8 bytes of data are bits in another order */

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
static void add(uint8_t counter[COUNTER], uint8_t from, int16_t addend) {
  for (uint8_t i = from; i < (uint8_t)COUNTER; i++) {
    addend = (int16_t)(addend + counter[i]);
    counter[i] = (uint8_t)addend;
    addend >>= 8;
  }
}

/* Not 0 if one of the counter's bytes from this one on is not 0. */
static uint8_t any(const uint8_t counter[COUNTER], uint8_t from) {
  uint8_t all = 0;
  for (uint8_t i = from; i < (uint8_t)COUNTER; i++) all |= counter[i];
  return all;
}

static uint16_t low_end(const uint8_t *number) { return (uint16_t)(number[0] | number[1] << 8); }

static uint8_t *counter_of(ascon_datagram_state *state) { return state->nonce + IDENTITY; }

/* 0 if the counter is beyond the last one, or negative. */
static int counter_exists(ascon_datagram_state *state) {
  const uint8_t length = state->epoch_length;
  return !any(counter_of(state), length ? (uint8_t)(length + EPOCH) : COUNTER_USED);
}

uint64_t ascon_datagram_next(const ascon_datagram_state *state) {
  return state ? load64(state->nonce + IDENTITY, ASCON_LITTLE_ENDIAN) : 0;
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
  return length ? low_end(counter_of(state) + length) : 0;
}

/* Makes the key that of the counter's epoch, which is not earlier than the state's. */
static void enter_epoch(ascon_datagram_state *state) {
  const uint16_t epoch = epoch_of(state);
  for (; state->epoch != epoch; state->epoch++) replace_key(state);
}

/* ---- What senders and receivers have in common ---------------------------------------------- */

static int lengths_are_valid(uint8_t n, uint8_t t, uint8_t e) {
  return n <= COUNTER_USED && e < n && e <= COUNTER_USED - EPOCH && t >= 4 && t <= 16 &&
         t % 4 == 0 && (n > 1 || WINDOW <= 128);
}

static int step_is_valid(uint16_t step) { return step >= 1 && step <= ASCON_DATAGRAM_MAX_STEP; }

/* Starts a state. The inputs may lie in it: it is written last. */
static ascon_result start(ascon_datagram_state *state, const ascon_datagram_settings *settings,
                          const uint8_t *identity, const uint8_t *key,
                          const ascon_datagram_store *store) {
  ascon_datagram_state made = {.store = store};
  if (!settings || !identity || !key) return ASCON_ERR_NULL;
  made.forgeries_left = settings->max_forgeries;
  made.counter_length = settings->counter_length;
  made.tag_length = settings->tag_length;
  made.epoch_length = settings->epoch_length;
  if (store && !step_is_valid(store->step)) return ASCON_ERR_RANGE;
  if (store && !store->load(store->context, counter_of(&made))) return ASCON_ERR_RESOURCES;
  if (!lengths_are_valid(made.counter_length, made.tag_length, made.epoch_length) ||
      !made.forgeries_left || !counter_exists(&made))
    return ASCON_ERR_RANGE;
  copy_bytes(made.nonce, identity, IDENTITY);
  copy_bytes(made.key, key, sizeof made.key);
  replace_key(&made);
  enter_epoch(&made);
  *state = made;
  wipe_key(&made, sizeof made);
  return ASCON_OK;
}

ascon_result ascon_datagram_set_counter_length(ascon_datagram_state *state, uint8_t length) {
  if (!state) return ASCON_ERR_NULL;
  if (state->tag_length == 0) return ASCON_ERR_ORDER;
  if (!lengths_are_valid(length, state->tag_length, state->epoch_length)) return ASCON_ERR_RANGE;
  state->counter_length = length;
  return ASCON_OK;
}

/* Makes sure that a counter above the state's is stored, if there is a store. The state's is
   `ahead` counters from the one for which that was done last. */
static ascon_result reserve(ascon_datagram_state *state, uint16_t ahead) {
  const ascon_datagram_store *store = state->store;
  uint8_t counter[COUNTER];
  if (!store) return ASCON_OK;
  if (ahead <= state->reserved) {
    state->reserved = (uint16_t)(state->reserved - ahead);
    return ASCON_OK;
  }
  copy_bytes(counter, counter_of(state), sizeof counter);
  add(counter, 0, (int16_t)store->step);
  if (!store->store(store->context, counter)) return ASCON_ERR_RESOURCES;
  state->reserved = (uint16_t)(store->step - 1);
  return ASCON_OK;
}

/* ---- Senders -------------------------------------------------------------------------------- */

ascon_result ascon_datagram_sender_init(ascon_datagram_sender *sender,
                                        const ascon_datagram_settings *settings,
                                        const uint8_t identity[ASCON_DATAGRAM_IDENTITY_BYTES],
                                        const uint8_t key[ASCON_DATAGRAM_KEY_BYTES],
                                        const ascon_datagram_store *store) {
  return sender ? start(&sender->state, settings, identity, key, store) : ASCON_ERR_NULL;
}

ascon_result ascon_datagram_seal(ascon_datagram_sender *sender, uint8_t *datagram,
                                 const uint8_t *text, size_t length, const uint8_t *header,
                                 size_t header_length) {
  if (!sender || !datagram || missing(text, length) || missing(header, header_length))
    return ASCON_ERR_NULL;
  ascon_datagram_state *state = &sender->state;
  if (state->tag_length == 0) return ASCON_ERR_ORDER;
  if (!counter_exists(state)) return ASCON_ERR_RANGE;
  RETURN_IF_ERROR(reserve(state, 1));
  enter_epoch(state);
  copy_bytes(datagram, counter_of(state), state->counter_length);
  datagram += state->counter_length;
  (void)ascon_aead128_encrypt(datagram, datagram + length, state->tag_length, text, length, header,
                              header_length, state->nonce, state->key);
  add(counter_of(state), 0, 1);
  return ASCON_OK;
}

ascon_result ascon_datagram_rekey(ascon_datagram_sender *sender) {
  if (!sender) return ASCON_ERR_NULL;
  ascon_datagram_state *state = &sender->state;
  const uint8_t length = state->epoch_length;
  if (length == 0) return ASCON_ERR_ORDER;
  if (!counter_exists(state) || epoch_of(state) == 0xffffu) return ASCON_ERR_RANGE;
  uint8_t *counter = counter_of(state);
  for (uint8_t i = 0; i < length; i++) counter[i] = 0;
  add(counter, length, 1);
  state->reserved = 0;
  enter_epoch(state);
  return ASCON_OK;
}

/* ---- Receivers ------------------------------------------------------------------------------ */

ascon_result ascon_datagram_receiver_init(ascon_datagram_receiver *receiver,
                                          const ascon_datagram_settings *settings,
                                          const uint8_t identity[ASCON_DATAGRAM_IDENTITY_BYTES],
                                          const uint8_t key[ASCON_DATAGRAM_KEY_BYTES],
                                          const ascon_datagram_store *store) {
  if (!receiver) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(start(&receiver->state, settings, identity, key, store));
  for (size_t i = 0; i < sizeof receiver->accepted; i++) receiver->accepted[i] = 0xff;
  return ASCON_OK;
}

/* Makes the counter the only one that the datagram may have: the smallest one from the oldest in
   the window on whose low bytes are those that were sent. Returns how many counters the next one
   then is farther ahead, at most FAR; 0 or less if it is in the window. */
static int16_t complete_counter(ascon_datagram_state *state, const uint8_t *sent) {
  uint8_t *counter = counter_of(state), distance[COUNTER] = {0};
  int16_t digit = 0;
  add(counter, 0, -WINDOW);
  for (uint8_t i = 0; i < state->counter_length; i++) {
    digit = (int16_t)(sent[i] - counter[i] + (digit >> 8));
    distance[i] = (uint8_t)digit;
    counter[i] = sent[i];
  }
  add(counter, state->counter_length, digit < 0);
  const uint16_t low = low_end(distance);
  return low >= FAR || any(distance, 2) ? FAR : (int16_t)(low + 1 - WINDOW);
}

/* The byte and the bit of a counter, of which `low` is the low end. */
static uint8_t *byte_of(ascon_datagram_receiver *receiver, uint16_t low) {
  return &receiver->accepted[low % WINDOW / 8];
}

static uint8_t bit_of(uint16_t low) { return (uint8_t)(1u << low % 8); }

/* Whether a datagram with the counter of `later` is worth its decryption. */
static int may_be_accepted(ascon_datagram_receiver *receiver, ascon_datagram_state *later,
                           int16_t ahead) {
  const uint16_t low = low_end(counter_of(later));
  const uint16_t epochs = (uint16_t)(epoch_of(later) - later->epoch); /* many if it is earlier */
  return counter_exists(later) && epochs <= ASCON_DATAGRAM_MAX_EPOCHS_AHEAD &&
         (ahead > 0 || !(*byte_of(receiver, low) & bit_of(low)));
}

/* Counters that the window reaches for the first time have not been accepted. */
static ascon_result accept(ascon_datagram_receiver *receiver, ascon_datagram_state *later,
                           int16_t ahead) {
  uint8_t *counter = counter_of(later);
  const uint16_t low = low_end(counter);
  if (ahead <= 0) {
    copy_bytes(counter, counter_of(&receiver->state), COUNTER);
  } else {
    RETURN_IF_ERROR(reserve(later, (uint16_t)ahead));
    add(counter, 0, 1);
  }
  for (int16_t i = ahead < WINDOW ? ahead : WINDOW; i > 1; i--) {
    const uint16_t skipped = (uint16_t)(low + 1u - (uint16_t)i);
    *byte_of(receiver, skipped) &= (uint8_t)~bit_of(skipped);
  }
  *byte_of(receiver, low) |= bit_of(low);
  receiver->state = *later;
  return ASCON_OK;
}

ascon_result ascon_datagram_open(ascon_datagram_receiver *receiver, uint8_t *text,
                                 const uint8_t *datagram, size_t length, const uint8_t *header,
                                 size_t header_length) {
  if (!receiver || !datagram || missing(header, header_length)) return ASCON_ERR_NULL;
  const uint8_t n = receiver->state.counter_length, t = receiver->state.tag_length;
  if (t == 0) return ASCON_ERR_ORDER;
  if (length < (size_t)n + t) return ASCON_ERR_RANGE;
  length -= (size_t)n + t;
  if (missing(text, length)) return ASCON_ERR_NULL;

  ascon_result result = ASCON_ERR_RANGE;
  ascon_datagram_state later = receiver->state; /* what it becomes if the datagram is accepted */
  const int16_t ahead = complete_counter(&later, datagram);
  if (may_be_accepted(receiver, &later, ahead)) {
    enter_epoch(&later);
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
