// Names of measurements and the peers' side of them; see the header.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "cases.hpp"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

namespace asconkit::bench {

namespace {

using Run = decltype(bench_peer::run);

Repeat repeated_by(Run run, const std::vector<bench_message> &messages) {
  return repeated(
      [run, first = messages.data(), n = messages.size()] { return run(first, n) == 0; });
}

// Messages of another cipher's own, since nobody else knows their ciphertexts. It must decrypt what
// it has encrypted, and refuse it changed.
class CipherMessages {
 public:
  // `shape` is of encryption.
  CipherMessages(MessagesShape shape, Run encrypt, Run decrypt, const std::string &name)
      : memory_(std::move(shape)) {
    for (const bench_message &m : plain()) {
      std::uint8_t *opened = memory_.out(sealed_.size());
      sealed_.push_back(
          {opened, m.in_bytes, m.out, m.out_bytes, m.extra, m.extra_bytes, m.nonce, m.key});
    }
    bool good =
        !encrypt(plain().data(), plain().size()) && !decrypt(sealed().data(), plain().size());
    for (std::size_t i = 0; i < sealed_.size(); i++)
      good &= std::equal(sealed_[i].out, sealed_[i].out + sealed_[i].out_bytes, plain()[i].in);
    std::uint8_t &changed = plain()[0].out[0];
    changed ^= 1;
    good &= decrypt(sealed().data(), 1) != 0;
    changed ^= 1;
    if (!good) throw std::runtime_error(name + ": does not decrypt its ciphertexts, or others too");
  }

  const std::vector<bench_message> &plain() const { return memory_.of_peers(); }
  const std::vector<bench_message> &sealed() const { return sealed_; }

 private:
  Messages memory_;
  std::vector<bench_message> sealed_;
};

// The call of the cipher that the peer is of.
Run call_of(const bench_peer &cipher, const std::string &operation,
            const std::vector<bench_peer> &peers) {
  for (const bench_peer &peer : peers)
    if (std::string_view(peer.backend) == cipher.backend && peer.operation == operation &&
        std::string_view(peer.algorithm) == cipher.algorithm)
      return peer.run;
  throw std::runtime_error(std::string(cipher.algorithm) + " cannot " + operation);
}

// A cipher that is not Ascon, beside AEAD128: for single messages and the largest batches, by a
// loop.
void add_cipher(Group &group, const Name &way, const bench_peer &cipher,
                const std::vector<bench_peer> &peers) {
  const bool batch = way.messages == batch_counts().back();
  if (group.shape.algorithm != ASCON_AEAD128 || (way.messages != 1 && !batch) ||
      way.operation != (batch ? "batch-" : "") + std::string(cipher.operation))
    return;
  const Run encrypt = call_of(cipher, "encrypt", peers),
            decrypt = call_of(cipher, "decrypt", peers);
  group.ways.push_back({way, [] {},
                        [=](Messages &m) -> Repeat {
                          MessagesShape shape = m.shape();
                          const bool opens = std::exchange(shape.decrypt, false);
                          auto own = std::make_shared<CipherMessages>(std::move(shape), encrypt,
                                                                      decrypt, way.text());
                          return repeated([own, run = opens ? decrypt : encrypt,
                                           &all = opens ? own->sealed() : own->plain()] {
                            return run(all.data(), all.size()) == 0;
                          });
                        },
                        permutations{}, false});
}

}  // namespace

std::string Name::text() const {
  std::string text = backend;
  for (const std::string &part : {algorithm, operation, std::to_string(bytes)}) text += '/' + part;
  if (batch) text += '/' + std::to_string(messages) + '/' + std::to_string(threads);
  return text;
}

void add_peers(Group &group, const Name &name, const std::vector<bench_peer> &peers) {
  for (const bench_peer &peer : peers) {
    Name way = name;
    way.backend = peer.backend, way.algorithm = peer.algorithm;
    way.peer = true;
    if (!ascon_any_find(peer.algorithm)) add_cipher(group, way, peer, peers);
    else if (peer.algorithm == name.algorithm && peer.operation == name.operation)
      group.ways.push_back(
          {way, [] {}, [run = peer.run](Messages &m) { return repeated_by(run, m.of_peers()); }});
  }
}

std::vector<Group> all_groups(const std::regex &filter, const std::vector<bench_peer> &peers,
                              bool small) {
  std::vector<Group> groups;
  if (small) add_small_batches(groups);
  else add_permutations(groups), add_singles(groups, peers), add_batches(groups, peers);
  for (Group &group : groups)
    std::erase_if(group.ways,
                  [&](const Way &way) { return !std::regex_search(way.name.text(), filter); });
  std::erase_if(groups, [](const Group &group) { return group.ways.empty(); });
  return groups;
}

}  // namespace asconkit::bench
