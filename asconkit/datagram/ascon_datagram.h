/* Datagrams: short messages that may be lost, repeated and reordered, such as radio messages.
   Datagrams use Ascon-AEAD128, a counter of which only a few bytes are sent, a window against
   replay, short tags with a limit on forgeries, keys that are replaced regularly, and counters that
   survive a loss of power. SPDX-License-Identifier: Apache-2.0 OR MIT

   docs/constructions/datagram.md has example programs, the layout of datagrams, every limit, and
   the states of senders and receivers. The conventions of ascon.h hold, and:
   - A datagram is `counter_length` bytes of the counter, the ciphertext, and `tag_length` bytes of
     tag. A header is authenticated with the datagram; programs may send it in any way.
   - Each sender has an identity, which must differ from the identity of every other sender with the
     same key. Two devices that talk to each other are two senders with two identities. A device
     that receives from many senders needs one receiver for each sender.
   - Do not restore an old copy of a sender: it would repeat nonces.
   - On a system with fork(), a sender works only in the process that started it. Start senders and
     receivers after the program has become a daemon. */
#ifndef ASCONKIT_ASCON_DATAGRAM_H
#define ASCONKIT_ASCON_DATAGRAM_H

#include "../ascon.h"
#include "../ascon_config.h"

ASCON_C_BEGIN

/** Size of the key of senders and receivers. Use the key for datagrams only. */
#define ASCON_DATAGRAM_KEY_BYTES 16
/** Size of a sender's identity. Senders that share a key must have different identities. */
#define ASCON_DATAGRAM_IDENTITY_BYTES 8
/** Size of a counter in a store. A stored counter is little-endian, and less than 2^56. */
#define ASCON_DATAGRAM_COUNTER_BYTES 8
/** Limit of `step` in every store. ascon_datagram_max_step() returns the limit for senders. */
#define ASCON_DATAGRAM_MAX_STEP 16384
/** The largest number of epochs that one datagram can move a receiver ahead. */
#define ASCON_DATAGRAM_MAX_EPOCHS_AHEAD 16
/** Size of the output of ascon_datagram_epoch_key(): a key, its epoch's number, two settings. */
#define ASCON_DATAGRAM_EPOCH_KEY_BYTES 20

/** Settings that must be equal for a sender and its receivers. */
typedef struct ascon_datagram_settings {
  uint32_t max_forgeries; /**< number of forgeries after which a receiver is wiped: at least 1 */
  uint8_t counter_length; /**< number of counter bytes that are sent: 1 to 7 (the whole counter).
                               With 1 byte, ASCON_DATAGRAM_WINDOW_BITS must be at most 128 */
  uint8_t tag_length;     /**< 4, 8, 12 or 16; choose 4 only with a small `max_forgeries` */
  uint8_t epoch_length;   /**< 0: the key is never replaced. 1 to 5, and less than `counter_length`:
                             each epoch of 2^(8 * epoch_length) counters has its own key */
} ascon_datagram_settings;

/** Keeps a counter while the power is off. Each sender and receiver needs a store of its own. */
typedef struct ascon_datagram_store {
  /** Reads the counter that was stored last, or at first the provisioned counter (0 for a new key).
      Returns 0 if it finds no valid counter, any other value if it finds one. */
  int (*load)(void *context, uint8_t counter[ASCON_DATAGRAM_COUNTER_BYTES]);
  /** Stores a counter. Returns 0 on failure, any other value once this counter, or a higher one, is
      certain to survive a loss of power. If the power fails during the call, load() must return
      either this counter or the counter stored before it. A call that fails, and returns 0, may
      nevertheless have written its counter. After a failure, the sender or receiver does not
      advance, and may later store a lower counter. store() must accept the lower counter; memory in
      which the higher counter was written may keep the higher counter. */
  int (*store)(void *context, const uint8_t counter[ASCON_DATAGRAM_COUNTER_BYTES]);
  void *context; /**< pointer that is passed to load() and store() */
  uint16_t step; /**< number of counters that one store() reserves: 1 to ascon_datagram_max_step()
                    for a sender, 1 to ASCON_DATAGRAM_WINDOW_BITS for a receiver. A loss of power
                    skips at most `step` counters, but after a failed store() possibly all counters
                    below the counter given to store(). A larger `step` needs fewer writes. */
} ascon_datagram_store;

/** The state that senders and receivers share. Its fields are private. */
typedef struct ascon_datagram_state {
  uint8_t nonce[ASCON_DATAGRAM_IDENTITY_BYTES + ASCON_DATAGRAM_COUNTER_BYTES]; /* next nonce */
  uint8_t counter_length, tag_length, epoch_length;
  uint16_t reserved; /* number of unused counters that the store covers */
  uint16_t epoch;
  uint32_t forgeries_left; /* a sender stores a mark of its process here */
  const ascon_datagram_store *store;
  uint8_t key[ASCON_DATAGRAM_KEY_BYTES]; /* key of this epoch */
} ascon_datagram_state;

/** Returns the largest `step` of a sender's store for these settings: 16 * 256 with an
    `epoch_length` of 1, 256 - ASCON_DATAGRAM_WINDOW_BITS with a `counter_length` of 1, otherwise
    ASCON_DATAGRAM_MAX_STEP; 0 for NULL. With this limit, a receiver that received the last datagram
    before a restart of the sender accepts the first datagram after the restart. */
ASCON_API uint16_t ascon_datagram_max_step(const ascon_datagram_settings *settings);

/** Returns the next counter of a sender. For a receiver, returns the highest accepted counter plus
    1. A receiver that has accepted no datagram gives the counter that its store loaded, or 0
    without a store. `state` is a field of the sender or receiver. Returns 0 for NULL. */
ASCON_API uint64_t ascon_datagram_next(const ascon_datagram_state *state);

/** Changes how many bytes of the counter are sent from now on. The receiver has to know the new
    length, for example from the header. With 7 bytes, a receiver finds the counter no matter how
    many datagrams were lost, unless it missed more than ASCON_DATAGRAM_MAX_EPOCHS_AHEAD epochs.
    @param state  field `state` of a sender or receiver
    @param length new `counter_length`, with the limits of that setting; ASCON_ERR_RANGE otherwise
    @return ASCON_ERR_ORDER if the state was not started */
ASCON_API ascon_result ascon_datagram_set_counter_length(ascon_datagram_state *state,
                                                         uint8_t length);

/** Writes the key of the current epoch of a sender or receiver, for ascon_datagram_sender_resume()
    and ascon_datagram_receiver_resume() after a restart. Once the first key and the keys of earlier
    epochs are erased, somebody who gets this key cannot read datagrams of earlier epochs. First
    store the new epoch key in such a way that a loss of power leaves all of the new or all of the
    previous epoch key; then erase the previous epoch key. The counter in the store already belongs
    to the epoch of the new epoch key, or to a later epoch.
    @param state     field `state` of a sender or receiver
    @param epoch_key output, secret: the key (16 bytes), the epoch's number (2 bytes,
                     little-endian), `tag_length`, `epoch_length` (1 byte each)
    @return ASCON_ERR_ORDER if the state was not started or has been wiped: nothing is written */
ASCON_API ascon_result ascon_datagram_epoch_key(const ascon_datagram_state *state,
                                                uint8_t epoch_key[ASCON_DATAGRAM_EPOCH_KEY_BYTES]);

/* ---- Senders -------------------------------------------------------------------------------- */

/** A sender. It contains the key: wipe it with ascon_wipe(). */
typedef struct ascon_datagram_sender {
  ascon_datagram_state state;
} ascon_datagram_sender;

/** Starts a sender at the counter that the store loads. The old content of `sender` has no effect.
    Derives the keys of all epochs that have passed, and the key of the current epoch.
    @param settings ASCON_ERR_RANGE if a setting or the store's step is outside its range
    @param identity different for every sender with this key
    @param key      secret
    @param store    must stay at the same address while the sender is used. NULL: counters begin at
                    0. Use NULL only if the key is never used again once this sender is lost
    @return ASCON_ERR_STORE if load() fails; ASCON_ERR_RANGE if all counters are used up */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_datagram_sender_init(
    ascon_datagram_sender *sender, const ascon_datagram_settings *settings,
    const uint8_t identity[ASCON_DATAGRAM_IDENTITY_BYTES],
    const uint8_t key[ASCON_DATAGRAM_KEY_BYTES], const ascon_datagram_store *store);

/** Starts a sender with the key of an epoch, as ascon_datagram_sender_init() does with the first
    key. Derives one key for each epoch that has passed since the epoch of the given key.
    @param settings  `tag_length` and `epoch_length` must equal the values in `epoch_key`,
                     ASCON_ERR_RANGE otherwise
    @param epoch_key secret: the output of ascon_datagram_epoch_key()
    @param store     must not be NULL, because the counter always comes from the store
    @return as ascon_datagram_sender_init(), and ASCON_ERR_ORDER if the store's counter belongs to
            an earlier epoch than the key, because the sender would repeat nonces */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_datagram_sender_resume(
    ascon_datagram_sender *sender, const ascon_datagram_settings *settings,
    const uint8_t identity[ASCON_DATAGRAM_IDENTITY_BYTES],
    const uint8_t epoch_key[ASCON_DATAGRAM_EPOCH_KEY_BYTES], const ascon_datagram_store *store);

/** Encrypts the next datagram. Calls store() first if the counter is not below the stored counter.
    @param datagram output, `counter_length` + `length` + `tag_length` bytes
    @param text     input, `length` bytes; may be equal to `datagram` + `counter_length`
    @param length   bytes of the text
    @param header   authenticated, not encrypted
    @param header_length bytes of the header
    @return ASCON_ERR_STORE if store() fails; the next call tries again. ASCON_ERR_RANGE if all
            counters are used up. ASCON_ERR_ORDER if the sender was not started, or was started
            before the fork() that created this process. After an error `datagram` is unchanged. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_datagram_seal(ascon_datagram_sender *sender,
                                                            uint8_t *datagram, const uint8_t *text,
                                                            size_t length, const uint8_t *header,
                                                            size_t header_length);

/** Replaces the key by the key of the next epoch and skips the remaining counters of this epoch. A
    receiver replaces its key when it opens the next datagram. Nobody can compute the old key from
    the new key. Calls store() first if the stored counter is below the first counter of the next
    epoch, so that a restart continues in that epoch.
    @return ASCON_ERR_ORDER if `epoch_length` is 0, or in the cases of ascon_datagram_seal();
            ASCON_ERR_RANGE if the current epoch is the last one; ASCON_ERR_STORE if store() fails.
            After an error nothing has changed. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_datagram_rekey(ascon_datagram_sender *sender);

/* ---- Receivers ------------------------------------------------------------------------------ */

/** A receiver for one sender. It contains the key: wipe it with ascon_wipe(). */
typedef struct ascon_datagram_receiver {
  ascon_datagram_state state;
  uint8_t accepted[ASCON_DATAGRAM_WINDOW_BITS / 8]; /* bit c % WINDOW_BITS: counter c accepted */
} ascon_datagram_receiver;

/** Starts a receiver; its old content has no effect. A receiver refuses counters below the counter
    that the store loads. Derives the keys of all epochs up to the current epoch.
    @param settings the sender's settings. ASCON_ERR_RANGE if one, or the step, is out of range
    @param identity the identity of the sender
    @param key      the sender's key; secret
    @param store    the receiver's own store, at an address that does not change. NULL: after a
                    restart, the receiver accepts old datagrams again. Use NULL only if nothing was
                    accepted under this key before
    @return ASCON_ERR_STORE if load() fails; ASCON_ERR_RANGE if all counters are used up */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_datagram_receiver_init(
    ascon_datagram_receiver *receiver, const ascon_datagram_settings *settings,
    const uint8_t identity[ASCON_DATAGRAM_IDENTITY_BYTES],
    const uint8_t key[ASCON_DATAGRAM_KEY_BYTES], const ascon_datagram_store *store);

/** Starts a receiver with the key of an epoch: ascon_datagram_sender_resume() and
    ascon_datagram_receiver_init() explain the arguments and return values. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_datagram_receiver_resume(
    ascon_datagram_receiver *receiver, const ascon_datagram_settings *settings,
    const uint8_t identity[ASCON_DATAGRAM_IDENTITY_BYTES],
    const uint8_t epoch_key[ASCON_DATAGRAM_EPOCH_KEY_BYTES], const ascon_datagram_store *store);

/** Verifies and decrypts a datagram, and accepts it only once. A datagram contains only
    `counter_length` bytes of its counter. The receiver assumes the one counter with these bytes
    among the 2^(8 * counter_length) counters that start at ascon_datagram_next() -
    ASCON_DATAGRAM_WINDOW_BITS. Calls store() if this counter is not below the stored counter.
    @param text     output, `length` - `counter_length` - `tag_length` bytes; may be equal to
                    `datagram` + `counter_length`
    @param datagram input, `length` bytes
    @param header   the header that the datagram was sealed with
    @param header_length bytes of the header
    @return ASCON_ERR_TAG if the tag is wrong: `text` is all zeros, and one forgery is counted;
            forgery number `max_forgeries` wipes the receiver. A valid datagram that is older than
            the window is mistaken for a later datagram, and so counts as a forgery, unless all 7
            bytes of the counter were sent. ASCON_ERR_STORE if store() fails: `text` is all zeros,
            and the datagram may be tried again unless it was decrypted in place. ASCON_ERR_RANGE if
            the datagram was not decrypted, because it is too short, was accepted before, is too old
            or too far ahead. ASCON_ERR_ORDER if the receiver was not started or has been wiped.
            Errors do not change the receiver, except that forgeries are counted and can wipe it. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_datagram_open(ascon_datagram_receiver *receiver,
                                                            uint8_t *text, const uint8_t *datagram,
                                                            size_t length, const uint8_t *header,
                                                            size_t header_length);

/** Opens a datagram like ascon_datagram_open(), but up to `epochs` epochs ahead. Use it for a
    receiver that has missed more than ASCON_DATAGRAM_MAX_EPOCHS_AHEAD epochs, for example after
    many restarts of the sender. The sender must send all 7 bytes of the counter, so that the
    receiver knows the whole counter. For a forged datagram, the receiver may derive `epochs` keys,
    so use this call only if no valid datagram has arrived for a long time.
    @param epochs the largest number of epochs ahead; 65535 allows all epochs */
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

/** Opens many datagrams. The results, and the calls of store(), are as if ascon_datagram_open()
    opened one datagram after the other, but the datagrams are decrypted side by side, as in a
    batch. If a datagram is refused because it was accepted earlier, the call may fill its `text`
    with zeros. Uses about 20 KiB of stack.
    @param arrivals `count` datagrams; each result is written to the datagram's `result`
    @param pool     threads for decryption, or NULL
    @return ASCON_OK if all datagrams were accepted, otherwise the first error */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_datagram_open_batch(ascon_datagram_arrival *arrivals,
                                                                  size_t count,
                                                                  struct ascon_batch_pool *pool);

ASCON_C_END

#endif
