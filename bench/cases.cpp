// Names of measurements and the peers' side of them; see the header.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "cases.hpp"

namespace asconkit::bench {

std::string Name::text() const {
  std::string text = backend;
  for (const std::string &part : {algorithm, operation, std::to_string(bytes)}) text += '/' + part;
  if (batch) text += '/' + std::to_string(messages) + '/' + std::to_string(threads);
  return text;
}

void add_peers(Group &group, const Name &name, const std::vector<bench_peer> &peers) {
  for (const bench_peer &peer : peers) {
    if (peer.algorithm != name.algorithm || peer.operation != name.operation) continue;
    Name way = name;
    way.backend = peer.backend;
    way.peer = true;
    group.ways.push_back({way, [] {},
                          [run = peer.run](Messages &m) {
                            const auto &messages = m.of_peers();
                            return repeated([run, first = messages.data(), n = messages.size()] {
                              return run(first, n) == 0;
                            });
                          }});
  }
}

std::vector<Group> all_groups(const std::regex &filter, const std::vector<bench_peer> &peers) {
  std::vector<Group> groups;
  add_permutations(groups);
  add_singles(groups, peers);
  add_batches(groups, peers);
  for (Group &group : groups)
    std::erase_if(group.ways,
                  [&](const Way &way) { return !std::regex_search(way.name.text(), filter); });
  std::erase_if(groups, [](const Group &group) { return group.ways.empty(); });
  return groups;
}

}  // namespace asconkit::bench
