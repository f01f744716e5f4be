// Two nodes that send each other messages over packet radios. Here the radios are simulated, and repeat each packet; in
// a product each node has one, such as RadioHead's: RH_RF95 radio; AsconRadio<RH_RF95, 32> node(radio, ...);
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <asconkit.h>
#include <asconkit_radio.h>
#include <counter_avr.h>

// A radio that the other one hears, twice.
class Simulated {
 public:
  Simulated *other = NULL;
  bool send(const uint8_t *data, uint8_t length) {
    memcpy(other->packet, data, length);
    other->bytes = length;
    other->copies = 2;
    return true;
  }
  bool available() { return copies > 0; }
  bool recv(uint8_t *data, uint8_t *length) {
    copies--;
    if (*length < bytes) return false;
    memcpy(data, packet, *length = bytes);
    return true;
  }

 private:
  uint8_t packet[64], bytes = 0, copies = 0;
};

// In a product: a key of your group, from provisioning.
static const uint8_t key[ASCON_DATAGRAM_KEY_BYTES] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

// Counters in the EEPROM: what this node sent, and what it accepted from its peer. Here there are two nodes.
static const uint16_t slotBytes = 8 * COUNTER_SLOT_BYTES;
static counter_slots slots[4] = {
    {counter_avr_read, counter_avr_write, NULL, 16, 8},
    {counter_avr_read, counter_avr_write, NULL, 16 + slotBytes, 8},
    {counter_avr_read, counter_avr_write, NULL, 16 + 2 * slotBytes, 8},
    {counter_avr_read, counter_avr_write, NULL, 16 + 3 * slotBytes, 8},
};
static const ascon_datagram_store stores[4] = {
    {counter_slots_load, counter_slots_store, &slots[0], 100},
    {counter_slots_load, counter_slots_store, &slots[1], 1},
    {counter_slots_load, counter_slots_store, &slots[2], 100},
    {counter_slots_load, counter_slots_store, &slots[3], 1},
};

static Simulated hereRadio, thereRadio;
static AsconRadioPeer herePeers[1], therePeers[1];
static AsconRadio<Simulated, 32> here(hereRadio, herePeers, 1), there(thereRadio, therePeers, 1);

static void show(AsconRadio<Simulated, 32> &node, Simulated &radio) {
  while (radio.available()) {
    uint8_t text[33], length;
    uint16_t from;
    if (!node.receive(text, &length, &from)) {
      Serial.println("refused");
      continue;
    }
    text[length] = 0;
    Serial.print(from);
    Serial.print(": ");
    Serial.println((const char *)text);
  }
}

void setup() {
  Serial.begin(115200);
  hereRadio.other = &thereRadio;
  thereRadio.other = &hereRadio;
  // In a product: once, when the node gets its key, and not at each start.
  for (counter_slots &one : slots)
    if (!counter_slots_provision(&one)) return;

  if (!here.begin(7, key, &stores[0]) || !here.add(8, key, &stores[1])) return;
  if (!there.begin(8, key, &stores[2]) || !there.add(7, key, &stores[3])) return;
  here.send((const uint8_t *)"door open?", 10);
  show(there, thereRadio);
  there.send((const uint8_t *)"closed", 6);
  show(here, hereRadio);
}

void loop() {}
