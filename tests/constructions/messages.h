// Messages of the known answers of authenticated encryption built over the modes, and their pieces.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <string>
#include <vector>

#include "asconkit/isap/ascon_isap.h"
#include "tests/support/construction_vectors.h"

namespace asconkit_test {

struct KnownMessage {
  explicit KnownMessage(const KnownAnswer &known)
      : name(known.name()),
        algorithm(known.has("algorithm") ? known.text("algorithm") : ""),
        key(known.bytes("key")),
        nonce(known.bytes("nonce")),
        ad(known.bytes("ad")),
        text(known.bytes("plaintext")),
        cipher(known.bytes("ciphertext")),
        tag(known.bytes("tag")),
        commitment(known.has("commitment") ? known.bytes("commitment") : Bytes()) {}
  std::string name, algorithm;
  Bytes key, nonce, ad, text, cipher, tag, commitment;
};

inline std::vector<KnownMessage> MessagesOf(const std::string &construction) {
  std::vector<KnownMessage> messages;
  for (const auto &known : KnownAnswersOf(construction)) messages.emplace_back(known);
  return messages;
}

inline const ascon_isap *IsapNamed(const std::string &algorithm) {
  return algorithm == "isap-a-128a" ? ASCON_ISAP_A_128A : ASCON_ISAP_A_128;
}

// call(piece, its offset, its length) for all pieces of a string.
template <typename Call>
void ForEachPiece(const Bytes &all, const std::vector<size_t> &pieces, const Call &call) {
  size_t at = 0;
  for (size_t n : pieces) {
    EXPECT_EQ(call(all.data() + at, at, n), ASCON_OK);
    at += n;
  }
}

}  // namespace asconkit_test
