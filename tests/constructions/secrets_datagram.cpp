// Datagrams with secret keys and texts. Counters, headers, identities and datagrams are public.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/hardened/ascon_hardened.h"
#include "secret_calls.h"

#include <algorithm>

namespace asconkit_test {
namespace {

using Bytes = std::vector<uint8_t>;

bool SealAndOpen(size_t n) {
  const ascon_datagram_settings settings = {5, 2, 8, 1};
  const Bytes key = Secret(16), text = Secret(n), header(3, 1), identity(8, 2);
  Bytes datagram(2 + n + 8), back(n);
  ascon_datagram_sender sender;
  ascon_datagram_receiver receiver;
  bool good = ascon_datagram_sender_init(&sender, &settings, identity.data(), key.data(),
                                         nullptr) == ASCON_OK;
  good = ascon_datagram_receiver_init(&receiver, &settings, identity.data(), key.data(), nullptr) ==
             ASCON_OK &&
         good;
  for (int i = 0; i < 3; i++) {
    good = ascon_datagram_seal(&sender, datagram.data(), text.data(), n, header.data(),
                               header.size()) == ASCON_OK &&
           good;
    Publish(&datagram);
    for (uint8_t change : {uint8_t{1}, uint8_t{0}}) {
      Bytes arrived = datagram;
      arrived.back() ^= change;
      ascon_datagram_receiver copy = receiver;
      good = (ascon_datagram_open_hardened(&copy, back.data(), arrived.data(), arrived.size(),
                                           header.data(), header.size()) == ASCON_HARDENED_OK) ==
                 !change &&
             good;
      good =
          ascon_datagram_open(&receiver, back.data(), arrived.data(), arrived.size(), header.data(),
                              header.size()) == (change ? ASCON_ERR_TAG : ASCON_OK) &&
          good;
    }
    good = ascon_datagram_rekey(&sender) == ASCON_OK && good;
  }
  Bytes epoch_key(ASCON_DATAGRAM_EPOCH_KEY_BYTES);
  good = ascon_datagram_epoch_key(&sender.state, epoch_key.data()) == ASCON_OK && good;
  const ascon_datagram_store after = {[](void *, uint8_t *counter) {
                                        std::fill(counter, counter + 8, uint8_t{0});
                                        counter[1] = 5;
                                        return 1;
                                      },
                                      [](void *, const uint8_t *) { return 1; }, nullptr, 1};
  return ascon_datagram_sender_resume(&sender, &settings, identity.data(), epoch_key.data(),
                                      &after) == ASCON_OK &&
         good;
}

// A column: a forgery, the datagram, and the same once more.
bool OpenMany(size_t n) {
  const ascon_datagram_settings settings = {5, 2, 8, 1};
  const Bytes key = Secret(16), text = Secret(n), identity(8, 2);
  Bytes datagram(2 + n + 8);
  ascon_datagram_sender sender;
  ascon_datagram_receiver receiver;
  if (ascon_datagram_sender_init(&sender, &settings, identity.data(), key.data(), nullptr) !=
          ASCON_OK ||
      ascon_datagram_receiver_init(&receiver, &settings, identity.data(), key.data(), nullptr) !=
          ASCON_OK ||
      ascon_datagram_seal(&sender, datagram.data(), text.data(), n, nullptr, 0) != ASCON_OK)
    return false;
  Publish(&datagram);
  Bytes forged = datagram;
  forged.back() ^= 1;
  std::vector<Bytes> texts(3, Bytes(n));
  std::vector<ascon_datagram_arrival> column;
  for (const Bytes *arrived : {&forged, &datagram, &datagram})
    column.push_back({&receiver, texts[column.size()].data(), arrived->data(), arrived->size(),
                      nullptr, 0, ASCON_OK});
  return ascon_datagram_open_batch(column.data(), column.size(), nullptr) == ASCON_ERR_TAG &&
         column[1].result == ASCON_OK && column[2].result == ASCON_ERR_RANGE;
}

const SecretCall g_datagram("datagram", [] {
  bool good = true;
  for (size_t n : std::initializer_list<size_t>{0, 1, 16, 40})
    good = SealAndOpen(n) && OpenMany(n) && good;
  return good;
});

}  // namespace
}  // namespace asconkit_test
