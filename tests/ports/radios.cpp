/* Two nodes and a repeater over simulated radios that lose, delay, repeat, reorder and damage
   packets, while an attacker sends old ones again and both nodes are restarted. Prints what
   arrived; `failed: ...` and status 1 otherwise. -DSENT_STORE=0 and -DACCEPTED_STORE=0 leave out
   stores: these faults must be found.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "asconkit_radio.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#ifndef SENT_STORE
#define SENT_STORE 1
#endif
#ifndef ACCEPTED_STORE
#define ACCEPTED_STORE 1
#endif

namespace {

using Packet = std::vector<uint8_t>;
std::mt19937 chance(1);
bool one_in(unsigned n) { return chance() % n == 0; }

[[noreturn]] void fail(const char *what) {
  std::printf("failed: %s\n", what);
  std::exit(1);
}

/* With the calls of RHGenericDriver. A packet waits for some turns, so that later ones overtake it.
 */
class Radio {
 public:
  bool send(const uint8_t *data, uint8_t length) {
    const Packet packet(data, data + length);
    sent.push_back(packet);
    for (const auto &[radio, loss] : hearers)
      for (unsigned copies = one_in(4) ? 2 : 1; copies; copies--)
        if (!one_in(loss)) radio->arrive(packet);
    return true;
  }

  void arrive(Packet packet) {
    if (one_in(10)) packet[chance() % packet.size()] ^= static_cast<uint8_t>(1u << chance() % 8);
    if (one_in(50)) packet.resize(chance() % packet.size());
    const size_t place = waiting.size() - std::min<size_t>(waiting.size(), chance() % 6);
    waiting.insert(waiting.begin() + static_cast<std::ptrdiff_t>(place), packet);
  }

  bool available() const { return !waiting.empty(); }

  bool recv(uint8_t *data, uint8_t *length) {
    const Packet packet = waiting.front();
    waiting.pop_front();
    *length = static_cast<uint8_t>(std::min<size_t>(packet.size(), *length));
    std::copy_n(packet.begin(), *length, data);
    return true;
  }

  std::vector<std::pair<Radio *, unsigned>> hearers; /* and that one packet in so many is lost */
  std::vector<Packet> sent;

 private:
  std::deque<Packet> waiting;
};

struct Memory {
  uint8_t counter[8] = {};
  static int load(void *memory, uint8_t counter[8]) {
    return memcpy(counter, static_cast<Memory *>(memory)->counter, 8) != nullptr;
  }
  static int store(void *memory, const uint8_t counter[8]) {
    return memcpy(static_cast<Memory *>(memory)->counter, counter, 8) != nullptr;
  }
};

const uint8_t key[16] = {1, 2, 3};

struct Node {
  using Driver = AsconRadio<Radio, 32>;
  uint16_t address, other;
  Radio radio{};
  Memory sent{}, accepted{};
  ascon_datagram_store sent_store{Memory::load, Memory::store, &sent, 20};
  ascon_datagram_store accepted_store{Memory::load, Memory::store, &accepted, 1};
  AsconRadioPeer peers[1]{};
  std::unique_ptr<Driver> driver{};
  std::set<std::string> texts{}, received{};

  Node(uint16_t own, uint16_t peer) : address(own), other(peer) { start(); }

  /* As after a loss of power. */
  void start() {
    driver = std::make_unique<Driver>(radio, peers, 1);
    if (!driver->begin(address, key, SENT_STORE ? &sent_store : nullptr)) fail("begin");
    if (!driver->add(other, key, ACCEPTED_STORE ? &accepted_store : nullptr)) fail("add");
    if (driver->add(other, key, nullptr)) fail("a peer was added twice");
  }

  void send(unsigned number) {
    const std::string text = std::to_string(address) + " says " + std::to_string(number);
    texts.insert(text);
    if (!driver->send(reinterpret_cast<const uint8_t *>(text.data()),
                      static_cast<uint8_t>(text.size())))
      fail("send");
  }

  void receive(const Node &from_node) {
    uint8_t text[32], length;
    uint16_t from;
    while (radio.available()) {
      if (!driver->receive(text, &length, &from)) continue;
      const std::string found(reinterpret_cast<const char *>(text), length);
      if (from != other || !from_node.texts.count(found))
        fail("a text was accepted that nobody sent");
      if (!received.insert(found).second) fail("a text was accepted twice");
    }
  }

  void check_counters() const {
    std::set<Packet> seen;
    for (const Packet &packet : radio.sent)
      if (!seen.emplace(packet.begin(), packet.begin() + 4).second)
        fail("a counter was used twice");
  }
};

}  // namespace

int main() {
  Node here(1, 2), there(2, 1);
  Radio hill;
  AsconRepeater<Radio> repeater(hill);
  /* Half of what the nodes send is lost between them; the repeater on the hill hears both. */
  here.radio.hearers = {{&there.radio, 2}, {&hill, 10}};
  there.radio.hearers = {{&here.radio, 2}, {&hill, 10}};
  hill.hearers = {{&here.radio, 10}, {&there.radio, 10}};
  unsigned carried = 0;
  const unsigned messages = 2000;
  for (unsigned i = 0; i < messages; i++) {
    here.send(i);
    there.send(i);
    while (hill.available()) carried += repeater.carry();
    for (Radio *radio : {&here.radio, &there.radio}) {
      const std::vector<Packet> &old = (radio == &here.radio ? there : here).radio.sent;
      radio->arrive(old[chance() % old.size()]);
    }
    if (one_in(4)) here.receive(there), there.receive(here);
    if (one_in(50)) here.start();
    if (one_in(50)) there.start();
  }
  here.check_counters();
  there.check_counters();
  uint8_t longer[33] = {};
  if (here.driver->send(longer, sizeof longer)) fail("a text that is too long was sent");
  std::printf("%u sent, %zu and %zu received, %u carried\n", messages, there.received.size(),
              here.received.size(), carried);
}
