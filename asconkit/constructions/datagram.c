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
  for (uint_fast8_t i = 0; i < length; i++) counter[i] = 0;
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

ascon_result ascon_datagram_open(ascon_datagram_receiver *receiver, uint8_t *text,
                                 const uint8_t *datagram, size_t length, const uint8_t *header,
                                 size_t header_length) {
  return open_datagram(receiver, text, datagram, length, header, header_length, NULL);
}

#endif
