/* Datagrams with replay protection: the calls of ascon_datagram.h, by the steps of
   docs/constructions/datagram.md. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "datagram.h"

#if !ASCON_EXTERN_BI /* there, 8 bytes of data are bits in another order */

uint64_t ascon_datagram_next(const ascon_datagram_state *state) {
  return state ? load64(state->nonce + IDENTITY, ASCON_LITTLE_ENDIAN) : 0;
}

static int lengths_are_valid(uint8_t n, uint8_t t, uint8_t e) {
  return n <= COUNTER_USED && e < n && e <= COUNTER_USED - EPOCH && t >= 4 && t <= 16 &&
         t % 4 == 0 && (n > 1 || WINDOW <= 128);
}

/* A restart skips at most a step of counters. From where it stands, a receiver finds the next
   2^(8 * counter_length) - WINDOW of them, and follows over ASCON_DATAGRAM_MAX_EPOCHS_AHEAD epochs.
   Longer counters and epochs are more than ASCON_DATAGRAM_MAX_STEP. */
uint16_t ascon_datagram_max_step(const ascon_datagram_settings *settings) {
  if (!settings) return 0;
  if (settings->counter_length == 1) return WINDOW <= 128 ? 256 - WINDOW : 0;
  return settings->epoch_length == 1 ? ASCON_DATAGRAM_MAX_EPOCHS_AHEAD << 8
                                     : ASCON_DATAGRAM_MAX_STEP;
}

/* A receiver's step is at most the window: then a restart leaves no genuine datagram below the
   window that came in order, where it would be taken for a forgery. */
static int step_is_valid(const ascon_datagram_store *store, uint16_t most) {
  return !store || (store->step >= 1 && store->step <= most);
}

/* What is started, and whether it goes on with the key of an epoch. */
enum { SENDER = 0, RECEIVER = 1, RESUMED = 2 };
/* What follows the key there: the number of the epoch, the lengths of tags and epochs. */
enum { OF_TAG = EPOCH, OF_EPOCH };

/* The inputs may lie in the state: it is written last. */
static ascon_result start(ascon_datagram_state *state, const ascon_datagram_settings *settings,
                          const uint8_t *identity, const uint8_t *key,
                          const ascon_datagram_store *store, uint_fast8_t what) {
  ascon_datagram_state made = {.store = store};
  const int resumed = what & RESUMED;
  if (!state || !settings || !identity || !key || (resumed && !store)) return ASCON_ERR_NULL;
  const uint32_t mark = ascon_process_mark(); /* before load(), which may fork */
  made.forgeries_left = settings->max_forgeries;
  made.counter_length = settings->counter_length;
  made.tag_length = settings->tag_length;
  made.epoch_length = settings->epoch_length;
  if (!step_is_valid(store, what & RECEIVER ? WINDOW : ascon_datagram_max_step(settings)))
    return ASCON_ERR_RANGE;
  if (store && !store->load(store->context, counter_of(&made))) return ASCON_ERR_STORE;
  if (!lengths_are_valid(made.counter_length, made.tag_length, made.epoch_length) ||
      !made.forgeries_left || !counter_exists(&made))
    return ASCON_ERR_RANGE;
  if (resumed) {
    const uint8_t *epoch = key + sizeof made.key;
    if (epoch[OF_TAG] != made.tag_length || epoch[OF_EPOCH] != made.epoch_length)
      return ASCON_ERR_RANGE;
    made.epoch = (uint16_t)low_end(epoch);
    if (epoch_of(&made) < made.epoch) return ASCON_ERR_ORDER;
  }
  copy_bytes(made.nonce, identity, IDENTITY);
  copy_bytes(made.key, key, sizeof made.key);
  if (!resumed) replace_key(&made);
  enter_epoch(&made);
  if (ASCON_PROCESSES_FORK && !(what & RECEIVER)) made.forgeries_left = mark;
  *state = made;
  wipe_key(&made, sizeof made);
  return ASCON_OK;
}

ascon_result ascon_datagram_epoch_key(const ascon_datagram_state *state,
                                      uint8_t epoch_key[ASCON_DATAGRAM_EPOCH_KEY_BYTES]) {
  if (!state || !epoch_key) return ASCON_ERR_NULL;
  if (state->tag_length == 0) return ASCON_ERR_ORDER;
  uint8_t *epoch = epoch_key + sizeof state->key;
  copy_bytes(epoch_key, state->key, sizeof state->key);
  epoch[0] = (uint8_t)state->epoch;
  epoch[1] = (uint8_t)(state->epoch >> 8);
  epoch[OF_TAG] = state->tag_length;
  epoch[OF_EPOCH] = state->epoch_length;
  clear_vector_registers();
  return ASCON_OK;
}

ascon_result ascon_datagram_set_counter_length(ascon_datagram_state *state, uint8_t length) {
  if (!state) return ASCON_ERR_NULL;
  if (state->tag_length == 0) return ASCON_ERR_ORDER;
  if (!lengths_are_valid(length, state->tag_length, state->epoch_length)) return ASCON_ERR_RANGE;
  state->counter_length = length;
  return ASCON_OK;
}

/* ---- Senders -------------------------------------------------------------------------------- */

/* ASCON_ERR_ORDER if the sender was not started, or not in this process: a child of fork() would
   repeat the nonces of its parent. Where systems fork, a sender keeps the mark of its process in
   the field that counts a receiver's forgeries. */
static ascon_result check_sender(const ascon_datagram_state *state) {
  const int foreign = ASCON_PROCESSES_FORK && state->forgeries_left != ascon_process_mark();
  return state->tag_length == 0 || foreign ? ASCON_ERR_ORDER : ASCON_OK;
}

ascon_result ascon_datagram_sender_init(ascon_datagram_sender *sender,
                                        const ascon_datagram_settings *settings,
                                        const uint8_t identity[ASCON_DATAGRAM_IDENTITY_BYTES],
                                        const uint8_t key[ASCON_DATAGRAM_KEY_BYTES],
                                        const ascon_datagram_store *store) {
  return start(sender ? &sender->state : NULL, settings, identity, key, store, SENDER);
}

ascon_result ascon_datagram_sender_resume(ascon_datagram_sender *sender,
                                          const ascon_datagram_settings *settings,
                                          const uint8_t identity[ASCON_DATAGRAM_IDENTITY_BYTES],
                                          const uint8_t epoch_key[ASCON_DATAGRAM_EPOCH_KEY_BYTES],
                                          const ascon_datagram_store *store) {
  return start(sender ? &sender->state : NULL, settings, identity, epoch_key, store,
               SENDER | RESUMED);
}

ascon_result ascon_datagram_seal(ascon_datagram_sender *sender, uint8_t *datagram,
                                 const uint8_t *text, size_t length, const uint8_t *header,
                                 size_t header_length) {
  if (!sender || !datagram || missing(text, length) || missing(header, header_length))
    return ASCON_ERR_NULL;
  ascon_datagram_state *state = &sender->state;
  RETURN_IF_ERROR(check_sender(state));
  if (!counter_exists(state)) return ASCON_ERR_RANGE;
  RETURN_IF_ERROR(reserve(state, 1, 1));
  RETURN_IF_ERROR(check_sender(state)); /* store() may have forked */
  enter_epoch(state);
  copy_bytes(datagram, counter_of(state), state->counter_length);
  datagram += state->counter_length;
  (void)ascon_aead128_encrypt(datagram, datagram + length, state->tag_length, text, length, header,
                              header_length, state->nonce, state->key);
  add(counter_of(state), 0, 1);
  return ASCON_OK;
}

/* How many counters there are between two of them, at most FAR. */
static uint16_t distance(const uint8_t from[COUNTER], const uint8_t to[COUNTER]) {
  uint8_t digits[COUNTER];
  int digit = 0;
  for (uint_fast8_t i = 0; i < (uint_fast8_t)COUNTER; i++) {
    digit = to[i] - from[i] + (digit >> 8);
    digits[i] = (uint8_t)digit;
  }
  const unsigned low = low_end(digits);
  return (uint16_t)(low >= FAR || any(digits, 2) ? FAR : low);
}

/* The counter is stored before there is a new key, with which an earlier one is refused. */
ascon_result ascon_datagram_rekey(ascon_datagram_sender *sender) {
  if (!sender) return ASCON_ERR_NULL;
  ascon_datagram_state *state = &sender->state;
  uint8_t *counter = counter_of(state), before[COUNTER];
  const uint8_t length = state->epoch_length;
  RETURN_IF_ERROR(check_sender(state));
  if (length == 0) return ASCON_ERR_ORDER;
  if (!counter_exists(state) || epoch_of(state) == 0xffffu) return ASCON_ERR_RANGE;
  copy_bytes(before, counter, sizeof before);
  for (uint_fast8_t i = 0; i < length; i++) counter[i] = 0;
  add(counter, length, 1);
  ascon_result result = reserve(state, distance(before, counter), 0);
  if (result == ASCON_OK) result = check_sender(state); /* store() may have forked */
  if (result == ASCON_OK) enter_epoch(state);
  else copy_bytes(counter, before, sizeof before);
  return result;
}

/* ---- Receivers ------------------------------------------------------------------------------ */

static ascon_result start_receiver(ascon_datagram_receiver *receiver,
                                   const ascon_datagram_settings *settings, const uint8_t *identity,
                                   const uint8_t *key, const ascon_datagram_store *store,
                                   uint_fast8_t what) {
  RETURN_IF_ERROR(start(receiver ? &receiver->state : NULL, settings, identity, key, store, what));
  for (size_t i = 0; i < sizeof receiver->accepted; i++) receiver->accepted[i] = 0xff;
  return ASCON_OK;
}

ascon_result ascon_datagram_receiver_init(ascon_datagram_receiver *receiver,
                                          const ascon_datagram_settings *settings,
                                          const uint8_t identity[ASCON_DATAGRAM_IDENTITY_BYTES],
                                          const uint8_t key[ASCON_DATAGRAM_KEY_BYTES],
                                          const ascon_datagram_store *store) {
  return start_receiver(receiver, settings, identity, key, store, RECEIVER);
}

ascon_result ascon_datagram_receiver_resume(ascon_datagram_receiver *receiver,
                                            const ascon_datagram_settings *settings,
                                            const uint8_t identity[ASCON_DATAGRAM_IDENTITY_BYTES],
                                            const uint8_t epoch_key[ASCON_DATAGRAM_EPOCH_KEY_BYTES],
                                            const ascon_datagram_store *store) {
  return start_receiver(receiver, settings, identity, epoch_key, store, RECEIVER | RESUMED);
}

ascon_result ascon_datagram_open_ahead(ascon_datagram_receiver *receiver, uint16_t epochs,
                                       uint8_t *text, const uint8_t *datagram, size_t length,
                                       const uint8_t *header, size_t header_length) {
  return open_datagram(receiver, epochs, text, datagram, length, header, header_length, NULL);
}

ascon_result ascon_datagram_open(ascon_datagram_receiver *receiver, uint8_t *text,
                                 const uint8_t *datagram, size_t length, const uint8_t *header,
                                 size_t header_length) {
  return ascon_datagram_open_ahead(receiver, ASCON_DATAGRAM_MAX_EPOCHS_AHEAD, text, datagram,
                                   length, header, header_length);
}

#endif
