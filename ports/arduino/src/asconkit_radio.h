/* Short authenticated messages over a packet radio: a driver on top of the drivers of Arduino's
   radio libraries. The radio may be any class that has these calls of RadioHead's RHGenericDriver:

     bool send(const uint8_t *data, uint8_t length);   // sends a packet
     bool available();                                 // a packet has arrived
     bool recv(uint8_t *data, uint8_t *length);        // reads it; `length` in: size of `data`

   Frames have the format of examples/node: the sender's address (2 bytes, little-endian,
   authenticated), then a datagram with 2 bytes of the counter and a tag of 8 bytes. A frame is 12
   bytes longer than its text. The driver allocates no memory. C++11.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_RADIO_H
#define ASCONKIT_RADIO_H

#include <string.h>

#include "asconkit/datagram/ascon_datagram.h"

/** Number of bytes by which a frame is longer than its text. */
#define ASCON_RADIO_OVERHEAD 12

enum { ASCON_RADIO_ADDRESS_BYTES = 2, ASCON_RADIO_COUNTER_BYTES = 2, ASCON_RADIO_TAG_BYTES = 8 };

/** A sender that a radio accepts. Secret, because it contains the key. */
struct AsconRadioPeer {
  uint16_t address;
  ascon_datagram_receiver receiver;
};

/** Sends as one address, and receives from peers. `most_text`: bytes of the longest text, at most
   255 - ASCON_RADIO_OVERHEAD, and no more than the radio can send. */
template <class Radio, uint8_t most_text>
class AsconRadio {
 public:
  static_assert(most_text <= 255 - ASCON_RADIO_OVERHEAD, "a packet has at most 255 bytes");

  /** @param peers memory for add(); must stay at the same address
      @param most_peers number of peers that `peers` has room for */
  AsconRadio(Radio &radio, AsconRadioPeer *peers, uint8_t most_peers)
      : radio_(radio), peers_(peers), most_peers_(most_peers) {}
  AsconRadio(const AsconRadio &) = delete;
  AsconRadio &operator=(const AsconRadio &) = delete;
  ~AsconRadio() {
    ascon_wipe(&sender_, sizeof sender_);
    ascon_wipe(peers_, peer_count_ * sizeof *peers_);
  }

  /** Starts to send as `address`, which no other sender with this key may have.
      @param key 16 bytes
      @param store keeps the counter while the power is off; must stay at the same address
      @return false if the store has no counter: this node must then not send */
  bool begin(uint16_t address, const uint8_t *key, const ascon_datagram_store *store) {
    uint8_t identity[ASCON_DATAGRAM_IDENTITY_BYTES];
    const ascon_datagram_settings agreed = settings();
    write_identity(identity, address);
    memcpy(address_, identity, sizeof address_);
    return ascon_datagram_sender_init(&sender_, &agreed, identity, key, store) == ASCON_OK;
  }

  /** Listens to `address`, which sends with `key`: the group's key, or a key of its own.
      @return false if there is no room, no counter in the store, or `address` was added before */
  bool add(uint16_t address, const uint8_t *key, const ascon_datagram_store *store) {
    uint8_t identity[ASCON_DATAGRAM_IDENTITY_BYTES];
    const ascon_datagram_settings agreed = settings();
    if (peer_count_ == most_peers_ || find(address)) return false;
    AsconRadioPeer &peer = peers_[peer_count_];
    write_identity(identity, address);
    if (ascon_datagram_receiver_init(&peer.receiver, &agreed, identity, key, store) != ASCON_OK)
      return false;
    peer.address = address;
    peer_count_++;
    return true;
  }

  /** Encrypts a text and sends it.
      @return false if the text is too long, the counter could not be stored, or the radio refuses.
      Counters are never reused: to send the text once more, call send() again. */
  bool send(const uint8_t *text, uint8_t length) {
    if (length > most_text) return false;
    memcpy(frame_, address_, sizeof address_);
    return ascon_datagram_seal(&sender_, frame_ + sizeof address_, text, length, address_,
                               sizeof address_) == ASCON_OK &&
           radio_.send(frame_, (uint8_t)(length + ASCON_RADIO_OVERHEAD));
  }

  /** Reads a packet from the radio, if one has arrived.
      @param text   output, `most_text` bytes
      @param length output, bytes of the text
      @param from   output, the address of the sender
      @return false if no packet has arrived, or if it is not from a peer, is forged or damaged, or
      was accepted before: then nothing is written, or only zeros into `text` */
  bool receive(uint8_t *text, uint8_t *length, uint16_t *from) {
    uint8_t bytes = sizeof frame_;
    if (!radio_.available() || !radio_.recv(frame_, &bytes)) return false;
    if (bytes < ASCON_RADIO_OVERHEAD || bytes > sizeof frame_) return false;
    AsconRadioPeer *peer = find((uint16_t)(frame_[0] | frame_[1] << 8));
    if (!peer || ascon_datagram_open(&peer->receiver, text, frame_ + sizeof address_,
                                     bytes - sizeof address_, frame_, sizeof address_) != ASCON_OK)
      return false;
    *length = (uint8_t)(bytes - ASCON_RADIO_OVERHEAD);
    *from = peer->address;
    return true;
  }

 private:
  static ascon_datagram_settings settings() {
    ascon_datagram_settings agreed;
    agreed.max_forgeries = 1000000;
    agreed.counter_length = ASCON_RADIO_COUNTER_BYTES;
    agreed.tag_length = ASCON_RADIO_TAG_BYTES;
    agreed.epoch_length = 0;
    return agreed;
  }

  static void write_identity(uint8_t *identity, uint16_t address) {
    memset(identity, 0, ASCON_DATAGRAM_IDENTITY_BYTES);
    identity[0] = (uint8_t)address;
    identity[1] = (uint8_t)(address >> 8);
  }

  AsconRadioPeer *find(uint16_t address) {
    for (uint8_t i = 0; i < peer_count_; i++)
      if (peers_[i].address == address) return peers_ + i;
    return nullptr;
  }

  Radio &radio_;
  AsconRadioPeer *peers_;
  uint8_t most_peers_, peer_count_ = 0;
  uint8_t address_[ASCON_RADIO_ADDRESS_BYTES] = {};
  ascon_datagram_sender sender_ = {};
  uint8_t frame_[most_text + ASCON_RADIO_OVERHEAD];
};

/** Forwards frames without a key, each frame once: it recognises a frame by its tag, and remembers
   the last `remembered` tags. */
template <class Radio, uint8_t remembered = 16>
class AsconRepeater {
 public:
  explicit AsconRepeater(Radio &radio) : radio_(radio) {}

  /** Reads a packet from the radio, if one has arrived. Returns true if it was forwarded. */
  bool carry() {
    uint8_t bytes = sizeof frame_;
    if (!radio_.available() || !radio_.recv(frame_, &bytes) || bytes < ASCON_RADIO_OVERHEAD)
      return false;
    const uint8_t *tag = frame_ + bytes - ASCON_RADIO_TAG_BYTES;
    for (uint8_t i = 0; i < remembered; i++)
      if (memcmp(carried_[i], tag, ASCON_RADIO_TAG_BYTES) == 0) return false;
    memcpy(carried_[next_], tag, ASCON_RADIO_TAG_BYTES);
    next_ = (uint8_t)((next_ + 1) % remembered);
    return radio_.send(frame_, bytes);
  }

 private:
  Radio &radio_;
  uint8_t next_ = 0;
  uint8_t carried_[remembered][ASCON_RADIO_TAG_BYTES] = {};
  uint8_t frame_[255];
};

#endif
