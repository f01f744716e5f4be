/* Datagrams: short messages that may be lost, repeated and reordered, such as those of a radio
   node. Ascon-AEAD128 with a counter of which few bytes are sent, a window against replay, short
   tags with a limit on forgeries, keys that are replaced on the way, and counters that survive a
   loss of power. SPDX-License-Identifier: Apache-2.0 OR MIT

   docs/constructions/datagram.md has programs, the layout, every limit, and the states of a sender
   and of a receiver. The conventions of ascon.h hold, and:
   - A datagram is `counter_length` bytes of the counter, the ciphertext, and `tag_length` bytes of
     tag. A header, which may be sent in any way, is authenticated with it.
   - A sender is known by its identity, which no other sender with the same key may have. Two
     devices that talk to each other are two senders. Who receives from many senders has a receiver
     for each.
   - Do not restore an old copy of a sender: it would repeat nonces. */
#ifndef ASCONKIT_ASCON_DATAGRAM_H
#define ASCONKIT_ASCON_DATAGRAM_H

#include "ascon.h"
#include "ascon_config.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The key that senders and receivers are started with: for datagrams alone. */
#define ASCON_DATAGRAM_KEY_BYTES 16
/** The name of a sender: different for every sender with the same key. */
#define ASCON_DATAGRAM_IDENTITY_BYTES 8
/** A counter, as stores keep it: little-endian, less than 2^56. */
#define ASCON_DATAGRAM_COUNTER_BYTES 8
/** The most counters that one store() covers. */
#define ASCON_DATAGRAM_MAX_STEP 16384
/** Epochs that a receiver goes ahead at once. */
#define ASCON_DATAGRAM_MAX_EPOCHS_AHEAD 16

/** What a sender and its receivers agree on. */
typedef struct ascon_datagram_settings {
  uint32_t max_forgeries; /**< after so many, a receiver is wiped: at least 1 */
  uint8_t counter_length; /**< bytes of the counter that are sent: 1 to 7, which is all of it. 1
                             only if the window has at most 128 bits */
  uint8_t tag_length;     /**< 4, 8, 12 or 16; below 8 with a small `max_forgeries` */
  uint8_t epoch_length;   /**< 0: the key is never replaced. Otherwise it is after
                               2^(8 * epoch_length) counters: 1 to 5, less than `counter_length` */
} ascon_datagram_settings;

/** Where a sender or a receiver keeps a counter while the power is off. One for each of them. */
typedef struct ascon_datagram_store {
  /** Reads the counter that was stored last, or that the device was provisioned with: 0 for a new
      key. Returns 0 if there is no valid one, anything else if there is. */
  int (*load)(void *context, uint8_t counter[ASCON_DATAGRAM_COUNTER_BYTES]);
  /** Keeps a counter. Returns 0 if it cannot, anything else once the counter is certain to be there
      after a loss of power. If the power fails meanwhile, load() must give this counter or the one
      before. */
  int (*store)(void *context, const uint8_t counter[ASCON_DATAGRAM_COUNTER_BYTES]);
  void *context; /**< of both */
  uint16_t step; /**< counters that one store() covers, 1 to ASCON_DATAGRAM_MAX_STEP: a loss of
                    power loses at most so many. A large one wears the memory less. */
} ascon_datagram_store;

/** What senders and receivers have in common. Its fields are private. */
typedef struct ascon_datagram_state {
  uint8_t nonce[ASCON_DATAGRAM_IDENTITY_BYTES + ASCON_DATAGRAM_COUNTER_BYTES]; /* the next one */
  uint8_t counter_length, tag_length, epoch_length;
  uint16_t reserved; /* counters from the next one on that are stored */
  uint16_t epoch;
  uint32_t forgeries_left; /* of a receiver */
  const ascon_datagram_store *store;
  uint8_t key[ASCON_DATAGRAM_KEY_BYTES]; /* of the epoch */
} ascon_datagram_state;

/** Returns a sender's next counter, or one more than the highest one that a receiver accepted or
    loaded. `state` is the field of one of them. 0 for NULL. */
ASCON_API uint64_t ascon_datagram_next(const ascon_datagram_state *state);

/** Changes how many bytes of the counter are sent from now on. The other side has to know, such as
    from the header. With 7 bytes, a receiver finds the counter no matter how many datagrams were
    lost, unless more than ASCON_DATAGRAM_MAX_EPOCHS_AHEAD epochs were.
    @param state  the field of a sender or of a receiver
    @param length as `counter_length` in the settings; ASCON_ERR_RANGE otherwise
    @return ASCON_ERR_ORDER if the state was not started */
ASCON_API ascon_result ascon_datagram_set_counter_length(ascon_datagram_state *state,
                                                         uint8_t length);

/* ---- Senders -------------------------------------------------------------------------------- */

/** A sender. Secret: wipe it with ascon_wipe(). */
typedef struct ascon_datagram_sender {
  ascon_datagram_state state;
} ascon_datagram_sender;

/** Starts a sender, whatever it held before, at the counter that the store loads. Derives as many
    keys as epochs have passed, and one more.
    @param settings ASCON_ERR_RANGE if they, or the store's step, are not as described above
    @param identity different for every sender with this key
    @param key      secret
    @param store    must stay where it is as long as the sender is used. NULL: counters begin at 0,
                    for a key that is never used again after the sender is lost
    @return ASCON_ERR_RESOURCES if load() fails; ASCON_ERR_RANGE if the counters are used up */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_datagram_sender_init(
    ascon_datagram_sender *sender, const ascon_datagram_settings *settings,
    const uint8_t identity[ASCON_DATAGRAM_IDENTITY_BYTES],
    const uint8_t key[ASCON_DATAGRAM_KEY_BYTES], const ascon_datagram_store *store);

/** Encrypts the next datagram. Calls store() before, if no stored counter is left.
    @param datagram output, `counter_length` + `length` + `tag_length` bytes
    @param text     input, `length` bytes; may be equal to `datagram` + `counter_length`
    @param length   bytes of the text
    @param header   authenticated, not encrypted
    @param header_length bytes of the header
    @return ASCON_ERR_RESOURCES if store() fails: another call tries again. ASCON_ERR_RANGE if the
            counters are used up. Nothing is written then. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_datagram_seal(ascon_datagram_sender *sender,
                                                            uint8_t *datagram, const uint8_t *text,
                                                            size_t length, const uint8_t *header,
                                                            size_t header_length);

/** Replaces the key by the next one and skips the counters that are left of the epoch. Receivers
    follow with the next datagram that they open. Nobody can compute the old key from the new one.
    @return ASCON_ERR_ORDER if the settings have no epochs; ASCON_ERR_RANGE if this is the last */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_datagram_rekey(ascon_datagram_sender *sender);

/* ---- Receivers ------------------------------------------------------------------------------ */

/** Receives from one sender. Secret: wipe it with ascon_wipe(). */
typedef struct ascon_datagram_receiver {
  ascon_datagram_state state;
  uint8_t accepted[ASCON_DATAGRAM_WINDOW_BITS / 8]; /* the bit of a counter: counter % bits */
} ascon_datagram_receiver;

/** Starts a receiver, whatever it held before. It refuses all counters below the one that the store
    loads. Derives keys as ascon_datagram_sender_init() does.
    @param settings those of the sender; ASCON_ERR_RANGE as for a sender
    @param identity that of the sender
    @param key      secret
    @param store    the receiver's own, as for a sender. NULL: every counter may be accepted once,
                    for a key from which nothing was accepted so far
    @return ASCON_ERR_RESOURCES, ASCON_ERR_RANGE as ascon_datagram_sender_init() */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_datagram_receiver_init(
    ascon_datagram_receiver *receiver, const ascon_datagram_settings *settings,
    const uint8_t identity[ASCON_DATAGRAM_IDENTITY_BYTES],
    const uint8_t key[ASCON_DATAGRAM_KEY_BYTES], const ascon_datagram_store *store);

/** Verifies and decrypts a datagram, and accepts it once. Its counter is the only one with the
   bytes that were sent among 2^(8 * counter_length) from next - ASCON_DATAGRAM_WINDOW_BITS on.
   Calls store() if the counter is beyond those that are stored.
    @param text     output, `length` - `counter_length` - `tag_length` bytes; may be equal to
                    `datagram` + `counter_length`
    @param datagram input, `length` bytes
    @param header   the one that the datagram was sealed with
    @param header_length bytes of the header
    @return ASCON_ERR_TAG if it is forged: `text` is all zeros, and one forgery is counted; the last
            one that is allowed wipes the receiver. A genuine one that is older than the window
            is taken for a later one, and so for a forgery, unless all 7 bytes of the counter were
            sent. ASCON_ERR_RESOURCES if store() fails: `text` is all zeros, and the datagram may be
            tried again if the text was not in its place. ASCON_ERR_RANGE if it was not tried,
            because it is too short, was accepted before, is too old or too far ahead.
            ASCON_ERR_ORDER if the receiver was not started or has been wiped. Nothing else has
            changed then. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_datagram_open(ascon_datagram_receiver *receiver,
                                                            uint8_t *text, const uint8_t *datagram,
                                                            size_t length, const uint8_t *header,
                                                            size_t header_length);

/* ---- Many datagrams -------------------------------------------------------------------------- */

struct ascon_batch_pool;

/** A datagram that a gateway got: the arguments of ascon_datagram_open(). */
typedef struct ascon_datagram_arrival {
  ascon_datagram_receiver *receiver; /**< that of its sender; several may have the same */
  uint8_t *text;                     /**< must not overlap datagrams, headers and other texts */
  const uint8_t *datagram;
  size_t length; /**< bytes of the datagram */
  const uint8_t *header;
  size_t header_length;
  ascon_result result; /**< written by ascon_datagram_open_batch() alone */
} ascon_datagram_arrival;

/** Does what ascon_datagram_open() does with each datagram, one after the other in their order: the
    results, the texts that are accepted, the receivers and the calls of stores are the same.
    Decryption is done side by side, as in a batch. The text of a datagram that was accepted before
    may be all zeros afterwards. Takes some 20 KiB of stack.
    @param arrivals `count` of them; the result of each is written to it
    @param pool     threads, or NULL
    @return ASCON_OK if all were accepted, otherwise the result of the first one that was not */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_datagram_open_batch(ascon_datagram_arrival *arrivals,
                                                                  size_t count,
                                                                  struct ascon_batch_pool *pool);

#ifdef __cplusplus
}
#endif

#endif
