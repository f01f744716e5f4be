// A node that sends readings, on an AVR, in the frames of examples/node: its address and a datagram. Each is
// accepted once, and the counter is in the EEPROM, so that it does not repeat when the power fails.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <asconkit.h>
#include <asconkit/datagram/ascon_datagram.h>
#include <counter_avr.h>

// In a product: a key of your own, and the address of this node.
static const uint8_t key[ASCON_DATAGRAM_KEY_BYTES] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
static const uint8_t node[ASCON_DATAGRAM_IDENTITY_BYTES] = {7};
// Tags of 8 bytes, 2 bytes of the counter.
static const ascon_datagram_settings settings = {1000000, 2, 8, 0};

// Eight slots near the start of the EEPROM, written once in 100 datagrams. The receiver has its own after them.
static counter_slots sent = {counter_avr_read, counter_avr_write, NULL, 16, 8};
static counter_slots accepted = {counter_avr_read, counter_avr_write, NULL, 16 + 8 * COUNTER_SLOT_BYTES, 8};
static const ascon_datagram_store sentStore = {counter_slots_load, counter_slots_store, &sent, 100};
static const ascon_datagram_store acceptedStore = {counter_slots_load, counter_slots_store, &accepted, 1};

static ascon_datagram_sender sender;
static ascon_datagram_receiver receiver;  // in a product: on the gateway

// 21.50 degrees, 45.00 percent, 101325 Pa, 2987 mV, no flags: little-endian.
static const uint8_t reading[12] = {0x66, 0x08, 0x94, 0x11, 0xcd, 0x8b, 0x01, 0, 0xab, 0x0b, 0, 0};
static uint8_t frame[2 + 2 + sizeof reading + 8] = {7};  // first the address, which is authenticated
static uint8_t *const datagram = frame + 2;
static const size_t datagramBytes = sizeof frame - 2;

static void sendReading() {
  if (ascon_datagram_seal(&sender, datagram, reading, sizeof reading, frame, 2) != ASCON_OK) return;
  char digits[2 * sizeof frame + 1];
  ascon_text_to_hex(digits, sizeof digits, frame, sizeof frame);
  Serial.println(digits);
}

static void receiveIt() {
  uint8_t opened[sizeof reading];
  if (ascon_datagram_open(&receiver, opened, datagram, datagramBytes, frame, 2) != ASCON_OK) {
    Serial.println("refused");
    return;
  }
  Serial.print((int)(opened[0] | opened[1] << 8));  // 1/100 degree
  Serial.println(" accepted");
}

void setup() {
  Serial.begin(115200);
  // In a product: once, when the node gets its key, and not at each start.
  if (!counter_slots_provision(&sent) || !counter_slots_provision(&accepted)) return;

  if (ascon_datagram_receiver_init(&receiver, &settings, node, key, &acceptedStore) != ASCON_OK) return;
  for (int start = 0; start < 2; start++) {  // as after a loss of power
    if (ascon_datagram_sender_init(&sender, &settings, node, key, &sentStore) != ASCON_OK) return;
    sendReading();
    receiveIt();
  }
  receiveIt();  // somebody sends it once more
}

void loop() {}
