// The states that the specification computed, from states.inc; see the header.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "traces.h"

#include "tests/support/algorithm_rows.h"

namespace asconkit_test {
namespace {

struct States {
  size_t algorithm;
  std::vector<uint64_t> words;
};

const std::vector<States> &AllStates() {
  static const std::vector<States> states = {
#include "states.inc"
  };
  return states;
}

uint64_t IvOf(const ascon_algorithm *a) {
#define ASCON_TEST_IV(id, name, convention, kind, order, iv, ...)                                  \
  if (a == &ascon_algorithm_##id) return iv;
  ASCON_ROWS(ASCON_TEST_IV)
  return 0;
}

}  // namespace

Case SecretCase(const ascon_algorithm *a) {
  if (a->kind == ASCON_KIND_PRFSHORT) return MakeCase(a, 0, 13, 16);
  const size_t rate = a->rate_bytes;
  bool long_rate = a->kind == ASCON_KIND_PRF;
  size_t out = a->output_bytes ? a->output_bytes : (long_rate ? 2 * 16 + 3 : 2 * rate + 3);
  return MakeCase(a, rate + 5, 2 * rate + 5, out);
}

const std::vector<uint64_t> &WordsOf(const ascon_algorithm *a) {
  for (const States &states : AllStates())
    if (ascon_any_at(states.algorithm) == a) return states.words;
  static const std::vector<uint64_t> none;
  return none;
}

Secrets SecretsOf(const Case &c, const Bytes &result, Tag tag) {
  const bool aead = c.algorithm->kind == ASCON_KIND_AEAD;
  const auto end_of_text = result.begin() + static_cast<ptrdiff_t>(aead ? c.text.size() : 0);
  Secrets secrets;
  secrets.AddPublicWord(0);
  secrets.AddPublicWord(IvOf(c.algorithm));
  secrets.AddPublic(c.nonce);
  secrets.AddPublic(c.extra);
  secrets.AddPublic(Bytes(result.begin(), end_of_text));
  if (tag == Tag::kPublic) secrets.AddPublic(result);
  if (tag == Tag::kSecret) secrets.AddBytes(Bytes(end_of_text, result.end()), "tag");
  secrets.AddBytes(c.key, "key");
  secrets.AddBytes(c.text, "text");
  const auto &words = WordsOf(c.algorithm);
  for (size_t i = 0; i < words.size(); i++) {
    std::string label("word ");
    label += std::to_string(i % 5) + " of traced state " + std::to_string(i / 5);
    secrets.AddWord(words[i], label);
  }
  return secrets;
}

}  // namespace asconkit_test
