/* Datagrams: short messages that may be lost, repeated and reordered, such as radio messages.
   Ascon-AEAD128 with a counter of which only a few bytes are sent, a window against replay, short
   tags with a limit on forgeries, keys that are replaced regularly, and counters that survive a
   loss of power. SPDX-License-Identifier: Apache-2.0 OR MIT

   docs/constructions/datagram.md has programs, the layout, every limit, and the states of a sender
   and of a receiver. The conventions of ascon.h hold, and:
   - A datagram is `counter_length` bytes of the counter, the ciphertext, and `tag_length` bytes of
     tag. A header is authenticated with the datagram; it may be sent in any way.
   - Each sender has an identity, which must differ from the identity of every other sender with the
     same key. Two devices that talk to each other are two senders. A device that receives from many
     senders needs one receiver for each sender.
   - Do not restore an old copy of a sender: it would repeat nonces.
   - On a system with fork(), a sender works only in the process that started it. Start senders and
     receivers after the program has become a daemon. */
#ifndef ASCONKIT_ASCON_DATAGRAM_H
#define ASCONKIT_ASCON_DATAGRAM_H

#include "../ascon.h"
#include "../ascon_config.h"

ASCON_C_BEGIN

/** The key of senders and receivers; use it for datagrams only. */
#define ASCON_DATAGRAM_KEY_BYTES 16
/** The identity of a sender: different for every sender with the same key. */
#define ASCON_DATAGRAM_IDENTITY_BYTES 8
/** A counter, as stores keep it: little-endian, less than 2^56. */
#define ASCON_DATAGRAM_COUNTER_BYTES 8
/** The most counters that one store() covers; ascon_datagram_max_step() may be less. */
#define ASCON_DATAGRAM_MAX_STEP 16384
/** The largest number of epochs that a receiver goes ahead at once. */
#define ASCON_DATAGRAM_MAX_EPOCHS_AHEAD 16
/** Output of ascon_datagram_epoch_key(): a key, its epoch, and the lengths of tags and epochs. */
#define ASCON_DATAGRAM_EPOCH_KEY_BYTES 20

/** Settings that must be equal for a sender and its receivers. */
typedef struct ascon_datagram_settings {
  uint32_t max_forgeries; /**< number of forgeries that wipe a receiver: at least 1 */
  uint8_t counter_length; /**< bytes of the counter that are sent: 1 to 7; 7 is the whole counter. 1
                             only if the window has at most 128 bits */
  uint8_t tag_length;     /**< 4, 8, 12 or 16; below 8 with a small `max_forgeries` */
  uint8_t epoch_length;   /**< 0: the key is never replaced. 1 to 5, and less than `counter_length`:
                             the key is replaced after 2^(8 * epoch_length) counters */
} ascon_datagram_settings;

/** Keeps the counter of one sender or receiver while the power is off. Never share a store. */
typedef struct ascon_datagram_store {
  /** Reads the counter that was stored last, or that the device was provisioned with: 0 for a new
      key. Returns 0 if there is no valid counter, any other value if there is. */
  int (*load)(void *context, uint8_t counter[ASCON_DATAGRAM_COUNTER_BYTES]);
  /** Stores a counter. Returns 0 on failure, any other value once this counter, or a higher one, is
      certain to survive a loss of power. If the power fails during the call, load() must return
      either this counter or the counter before. A call that fails may have written its counter. The
      sender or receiver then continues with the counter before, so it stores lower counters than
      the failed one. store() must accept them; if the higher counter was written after all, the
      memory may keep it. */
  int (*store)(void *context, const uint8_t counter[ASCON_DATAGRAM_COUNTER_BYTES]);
  void *context; /**< passed to both */
  uint16_t step; /**< counters that one store() covers: 1 to ascon_datagram_max_step() for a sender,
                    1 to ASCON_DATAGRAM_WINDOW_BITS for a receiver. A loss of power costs at most
                    `step` counters, or all counters below one whose store() failed. A larger step
                    wears the memory less. */
} ascon_datagram_store;

/** The state that senders and receivers share. Its fields are private. */
typedef struct ascon_datagram_state {
  uint8_t nonce[ASCON_DATAGRAM_IDENTITY_BYTES + ASCON_DATAGRAM_COUNTER_BYTES]; /* the next one */
  uint8_t counter_length, tag_length, epoch_length;
  uint16_t reserved; /* counters from the next one on that are stored */
  uint16_t epoch;
  uint32_t forgeries_left; /* of a receiver; a sender keeps the mark of its process here */
  const ascon_datagram_store *store;
  uint8_t key[ASCON_DATAGRAM_KEY_BYTES]; /* of the epoch */
} ascon_datagram_state;

/** Returns the largest `step` of a sender's store with these settings: 16 * 256 with an
    `epoch_length` of 1, 256 - ASCON_DATAGRAM_WINDOW_BITS with a `counter_length` of 1, otherwise
    ASCON_DATAGRAM_MAX_STEP; 0 for NULL. With this limit, a receiver that has the last datagram
    before a restart of the sender still accepts the first one after it. */
ASCON_API uint16_t ascon_datagram_max_step(const ascon_datagram_settings *settings);

/** Returns the next counter of a sender. For a receiver, returns one more than the highest counter
    that it accepted or loaded. `state` is the field of the sender or receiver. 0 for NULL. */
ASCON_API uint64_t ascon_datagram_next(const ascon_datagram_state *state);

/** Changes how many bytes of the counter are sent from now on. The other side has to know the new
    length, for example from the header. With 7 bytes, a receiver finds the counter no matter how
    many datagrams were lost, unless it missed more than ASCON_DATAGRAM_MAX_EPOCHS_AHEAD epochs.
    @param state  the field of a sender or receiver
    @param length as `counter_length` in the settings; ASCON_ERR_RANGE otherwise
    @return ASCON_ERR_ORDER if the state was not started */
ASCON_API ascon_result ascon_datagram_set_counter_length(ascon_datagram_state *state,
                                                         uint8_t length);

/** Writes the key of the current epoch of a sender or receiver, for ascon_datagram_sender_resume()
    and ascon_datagram_receiver_resume() after a restart. Once the first key and the keys of earlier
    epochs are erased, somebody who gets this key cannot read datagrams of earlier epochs. First
    store the new epoch key in such a way that a loss of power leaves all of the new or all of the
    previous epoch key; then erase the previous one. The counter in the store belongs to this epoch
    or to a later one.
    @param state     the field of a sender or receiver
    @param epoch_key output, secret: the key (16 bytes), the number of the epoch (2 bytes,
                     little-endian), `tag_length`, `epoch_length`
    @return ASCON_ERR_ORDER if the state was not started or has been wiped: nothing is written */
ASCON_API ascon_result ascon_datagram_epoch_key(const ascon_datagram_state *state,
                                                uint8_t epoch_key[ASCON_DATAGRAM_EPOCH_KEY_BYTES]);

/* ---- Senders -------------------------------------------------------------------------------- */

/** A sender. Secret: wipe it with ascon_wipe(). */
typedef struct ascon_datagram_sender {
  ascon_datagram_state state;
} ascon_datagram_sender;

/** Starts a sender at the counter that the store loads, whatever the sender held before. Derives
    one key for each epoch that has passed, and one more.
    @param settings ASCON_ERR_RANGE if a setting or the store's step is outside the range given
    above
    @param identity different for every sender with this key
    @param key      secret
    @param store    must stay at the same address while the sender is used. NULL: counters begin at
                    0, only for a key that is never used again once the sender is lost
    @return ASCON_ERR_STORE if load() fails; ASCON_ERR_RANGE if the counters are used up */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_datagram_sender_init(
    ascon_datagram_sender *sender, const ascon_datagram_settings *settings,
    const uint8_t identity[ASCON_DATAGRAM_IDENTITY_BYTES],
    const uint8_t key[ASCON_DATAGRAM_KEY_BYTES], const ascon_datagram_store *store);

/** Starts a sender with the key of an epoch, as ascon_datagram_sender_init() does with the first
    key. Derives one key for each epoch that has passed since.
    @param settings  `tag_length` and `epoch_length` must equal the values in `epoch_key`,
                     ASCON_ERR_RANGE otherwise
    @param epoch_key secret: the output of ascon_datagram_epoch_key()
    @param store     must not be NULL, because the counter always comes from the store
    @return as ascon_datagram_sender_init(), and ASCON_ERR_ORDER if the counter belongs to an
            earlier epoch than the key, which would repeat nonces */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_datagram_sender_resume(
    ascon_datagram_sender *sender, const ascon_datagram_settings *settings,
    const uint8_t identity[ASCON_DATAGRAM_IDENTITY_BYTES],
    const uint8_t epoch_key[ASCON_DATAGRAM_EPOCH_KEY_BYTES], const ascon_datagram_store *store);

/** Encrypts the next datagram. Calls store() first if all stored counters have been used.
    @param datagram output, `counter_length` + `length` + `tag_length` bytes
    @param text     input, `length` bytes; may be equal to `datagram` + `counter_length`
    @param length   bytes of the text
    @param header   authenticated, not encrypted
    @param header_length bytes of the header
    @return ASCON_ERR_STORE if store() fails; the next call tries again. ASCON_ERR_RANGE if the
            counters are used up. ASCON_ERR_ORDER if the sender was not started, or was started
            before the fork() that created this process. After an error nothing is written. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_datagram_seal(ascon_datagram_sender *sender,
                                                            uint8_t *datagram, const uint8_t *text,
                                                            size_t length, const uint8_t *header,
                                                            size_t header_length);

/** Replaces the key by the next key and skips the remaining counters of the epoch. Receivers follow
    with the next datagram that they open. Nobody can compute the old key from the new one. Calls
    store() first if the first counter of the next epoch is not stored, so that a restart continues
    in that epoch.
    @return ASCON_ERR_ORDER if the settings have no epochs, and as for ascon_datagram_seal();
            ASCON_ERR_RANGE if this is the last epoch; ASCON_ERR_STORE if store() fails. After an
            error nothing has changed. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_datagram_rekey(ascon_datagram_sender *sender);

/* ---- Receivers ------------------------------------------------------------------------------ */

/** Receives from one sender. Secret: wipe it with ascon_wipe(). */
typedef struct ascon_datagram_receiver {
  ascon_datagram_state state;
  uint8_t accepted[ASCON_DATAGRAM_WINDOW_BITS / 8]; /* the bit of a counter: counter % bits */
} ascon_datagram_receiver;

/** Starts a receiver, whatever it held before. It refuses all counters below the counter that the
    store loads. Derives keys as ascon_datagram_sender_init() does.
    @param settings the same as the sender's; ASCON_ERR_RANGE as for a sender
    @param identity the identity of the sender
    @param key      secret
    @param store    the receiver's own store, as for a sender. NULL: every counter may be accepted
                    once, only for a key under which nothing has been accepted so far
    @return ASCON_ERR_STORE, ASCON_ERR_RANGE as ascon_datagram_sender_init() */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_datagram_receiver_init(
    ascon_datagram_receiver *receiver, const ascon_datagram_settings *settings,
    const uint8_t identity[ASCON_DATAGRAM_IDENTITY_BYTES],
    const uint8_t key[ASCON_DATAGRAM_KEY_BYTES], const ascon_datagram_store *store);

/** Starts a receiver with the key of an epoch: ascon_datagram_sender_resume() and
    ascon_datagram_receiver_init() explain the arguments and results. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_datagram_receiver_resume(
    ascon_datagram_receiver *receiver, const ascon_datagram_settings *settings,
    const uint8_t identity[ASCON_DATAGRAM_IDENTITY_BYTES],
    const uint8_t epoch_key[ASCON_DATAGRAM_EPOCH_KEY_BYTES], const ascon_datagram_store *store);

/** Verifies and decrypts a datagram, and accepts it once. The bytes of the counter that were sent
    determine the counter among the 2^(8 * counter_length) counters that start at next -
    ASCON_DATAGRAM_WINDOW_BITS. Calls store() if the counter is above the stored counters.
    @param text     output, `length` - `counter_length` - `tag_length` bytes; may be equal to
                    `datagram` + `counter_length`
    @param datagram input, `length` bytes
    @param header   the header that the datagram was sealed with
    @param header_length bytes of the header
    @return ASCON_ERR_TAG if the tag is wrong: `text` is all zeros, and one forgery is counted;
            forgery number `max_forgeries` wipes the receiver. A valid datagram that is older than
            the window is mistaken for a later one, and so counts as a forgery, unless all 7 bytes
            of the counter were sent. ASCON_ERR_STORE if store() fails: `text` is all zeros, and the
            datagram may be tried again unless it was decrypted in place. ASCON_ERR_RANGE if the
            datagram was not tried, because it is too short, was accepted before, is too old or too
            far ahead. ASCON_ERR_ORDER if the receiver was not started or has been wiped. After an
            error nothing else has changed. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_datagram_open(ascon_datagram_receiver *receiver,
                                                            uint8_t *text, const uint8_t *datagram,
                                                            size_t length, const uint8_t *header,
                                                            size_t header_length);

/** Opens a datagram like ascon_datagram_open(), but up to `epochs` epochs ahead: for a receiver
    that has missed more than ASCON_DATAGRAM_MAX_EPOCHS_AHEAD epochs, for example after many
    restarts of the sender. The sender must send all 7 bytes of the counter, so that the receiver
    finds it. A forged datagram can cost `epochs` key derivations, so use this call only if no valid
    datagram has arrived for a long time.
    @param epochs the largest number of epochs ahead; 65535 allows all */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_datagram_open_ahead(
    ascon_datagram_receiver *receiver, uint16_t epochs, uint8_t *text, const uint8_t *datagram,
    size_t length, const uint8_t *header, size_t header_length);

/* ---- Many datagrams -------------------------------------------------------------------------- */

struct ascon_batch_pool;

/** A datagram that a gateway received: the arguments of ascon_datagram_open(). */
typedef struct ascon_datagram_arrival {
  ascon_datagram_receiver *receiver; /**< the sender's receiver; several arrivals may share it */
  uint8_t *text;                     /**< must not overlap datagrams, headers and other texts */
  const uint8_t *datagram;
  size_t length; /**< bytes of the datagram */
  const uint8_t *header;
  size_t header_length;
  ascon_result result; /**< written only by ascon_datagram_open_batch() */
} ascon_datagram_arrival;

/** Opens many datagrams. Results, accepted texts, receivers and calls of store() are the same as
    after ascon_datagram_open() for each datagram in order, but decryption runs side by side, as in
    a batch. The text of a datagram that was accepted before may be all zeros afterwards. Uses about
    20 KiB of stack.
    @param arrivals `count` datagrams; each result is written to the datagram's `result`
    @param pool     threads, or NULL
    @return ASCON_OK if all were accepted, otherwise the first error */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_datagram_open_batch(ascon_datagram_arrival *arrivals,
                                                                  size_t count,
                                                                  struct ascon_batch_pool *pool);

ASCON_C_END

#endif
