// Which backend serves a call. SPDX-License-Identifier: Apache-2.0 OR MIT
#include <cstdlib>
#include <cstring>

#include "../support/calls.h"
#include "internal.h"

namespace asconkit_test {
namespace {

// Before any test has forced one. CMake runs Environment.* once for each value of the variable.
const std::string kFirst = ascon_backend_active();

std::string Best() {
  EXPECT_EQ(ascon_backend_force(nullptr), ASCON_OK);
  return ascon_backend_active();
}

TEST(Environment, DecidesTheFirstBackend) {
  const char *wanted = std::getenv("ASCON_BACKEND");
  bool usable = wanted && ascon_backend_available(wanted);
  EXPECT_EQ(kFirst, usable ? wanted : Best());
}

TEST(Dispatch, ForcesEveryAvailableBackend) {
  Case c = MakeCase(ASCON_HASH256, 0, 11, 32);
  const Bytes expected = Compute(c);
  ASSERT_FALSE(AvailableBackends().empty());
  for (const std::string &name : AvailableBackends()) {
    EXPECT_EQ(ascon_backend_force(name.c_str()), ASCON_OK);
    EXPECT_EQ(ascon_backend_active(), name);
    EXPECT_EQ(Compute(c), expected) << name;
  }
  Best();
}

TEST(Dispatch, SaysWhy) {
  const std::string merit = (Best(), ascon_backend_reason());
  EXPECT_FALSE(merit.empty());
  for (const std::string &name : AvailableBackends()) {
    ASSERT_EQ(ascon_backend_force(name.c_str()), ASCON_OK);
    const std::string reason = ascon_backend_reason();
    const char *wanted = std::getenv("ASCON_BACKEND");
    if (AvailableBackends().size() == 1 || name == (Best(), ascon_backend_active())) {
      EXPECT_EQ(reason, merit) << name;
    } else if (wanted && name == wanted) {
      EXPECT_EQ(reason, "named by the environment variable ASCON_BACKEND");
    } else {
      EXPECT_EQ(reason, "named by the program") << name;
    }
  }
  Best();
}

TEST(Dispatch, RefusesUnknownNames) {
  for (const std::string &name : AvailableBackends()) {
    ASSERT_EQ(ascon_backend_force(name.c_str()), ASCON_OK);
    std::string longer = name, shorter = name, other = name;
    longer.push_back('x');
    shorter.pop_back();
    other.front() = 'X';
    for (const auto &wrong : {std::string(), std::string("nonsense"), longer, shorter, other}) {
      EXPECT_EQ(ascon_backend_available(wrong.c_str()), 0) << wrong;
      EXPECT_EQ(ascon_backend_force(wrong.c_str()), ASCON_ERR_BACKEND) << wrong;
      EXPECT_EQ(ascon_backend_active(), name);
    }
    EXPECT_EQ(ascon_backend_available(nullptr), 0);
  }
  Best();
}

// A context keeps the backend that it began with, and its encoding of states.
TEST(Dispatch, ContextsKeepTheirBackend) {
  Case c = MakeCase(ASCON_V12_128A, 20, 40, 16), hash = MakeCase(ASCON_V12_HASH, 0, 40, 32);
  const Bytes expected = Compute(c), digest = Compute(hash);
  const auto names = AvailableBackends();
  for (const std::string &first : names)
    for (const std::string &second : names) {
      ascon_aead_ctx ctx;
      ascon_sponge_ctx sponge;
      ascon_state state;
      Bytes out(56), tail(32), content(40);
      ASSERT_EQ(ascon_backend_force(first.c_str()), ASCON_OK);
      ASSERT_EQ(ascon_any_aead_init(&ctx, c.algorithm, c.nonce.data(), c.key.data()), ASCON_OK);
      ASSERT_EQ(ascon_any_sponge_init(&sponge, hash.algorithm, nullptr, 0), ASCON_OK);
      ASSERT_EQ(ascon_permutation_init(&state, nullptr), ASCON_OK);
      ASSERT_EQ(ascon_permutation_xor(&state, ASCON_BIG_ENDIAN, 0, c.text.data(), 40), ASCON_OK);
      ASSERT_EQ(ascon_backend_force(second.c_str()), ASCON_OK);
      ASSERT_EQ(ascon_any_aead_ad(&ctx, c.extra.data(), 20), ASCON_OK);
      ASSERT_EQ(ascon_any_aead_encrypt_update(&ctx, out.data(), c.text.data(), 40), ASCON_OK);
      ASSERT_EQ(ascon_any_aead_encrypt_final(&ctx, out.data() + 40, 16), ASCON_OK);
      ASSERT_EQ(ascon_any_sponge_update(&sponge, hash.text.data(), 40), ASCON_OK);
      ASSERT_EQ(ascon_any_sponge_squeeze(&sponge, tail.data(), 32), ASCON_OK);
      ASSERT_EQ(ascon_permutation_get(&state, ASCON_BIG_ENDIAN, 0, content.data(), 40), ASCON_OK);
      EXPECT_EQ(out, expected) << first << ", then " << second;
      EXPECT_EQ(tail, digest) << first << ", then " << second;
      EXPECT_EQ(content, c.text) << first << ", then " << second;
    }
  Best();
}

#if ASCON_TEST_INTERNALS

TEST(Dispatch, ListsTheTable) {
  const size_t count = test_backend_count();
  for (size_t i = 0; i < count; i++) {
    EXPECT_STREQ(ascon_backend_at(i), test_backend_name(i));
    EXPECT_EQ(ascon_backend_available(ascon_backend_at(i)),
              test_backend_available(i, test_cpu_features()));
  }
  EXPECT_EQ(ascon_backend_at(count), nullptr);
  EXPECT_EQ(ascon_backend_at(~size_t{0}), nullptr);
}

// Every processor of the family, as far as features go: what would be chosen there, and that choice
// at work if this processor can run it.
TEST(Dispatch, ChoosesTheBestForEveryProcessor) {
  Case c = MakeCase(ASCON_AEAD128, 20, 40, 16);
  const Bytes expected = Compute(c);
  const unsigned all = test_cpu_all();
  for (unsigned subset = all;; subset = (subset - 1) & all) {
    const size_t chosen = test_choose(subset);
    ASSERT_LT(chosen, test_backend_count());
    EXPECT_TRUE(test_backend_available(chosen, subset)) << subset;
    for (size_t other = 0; other < test_backend_count(); other++) {
      if (other == chosen || !test_backend_available(other, subset)) continue;
      EXPECT_LT(test_backend_preference(other, subset), test_backend_preference(chosen, subset))
          << test_backend_name(other) << ", " << test_backend_name(chosen);
    }
    const char *name = test_backend_name(chosen);
    if (ascon_backend_available(name)) {
      EXPECT_EQ(ascon_backend_force(name), ASCON_OK);
      EXPECT_EQ(Compute(c), expected) << name;
    }
    if (subset == 0) break;
  }
  EXPECT_EQ(Best(), test_backend_name(test_choose(test_cpu_features())));
}

// What a zeroed ascon_state lacks in such builds is its backend.
TEST(Dispatch, ZeroedState) {
  ascon_state state = {};
  uint8_t byte = 1;
  EXPECT_EQ(ascon_permutation_apply(&state, 12), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_permutation_xor(&state, ASCON_LITTLE_ENDIAN, 0, &byte, 1), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_permutation_get(&state, ASCON_LITTLE_ENDIAN, 0, &byte, 1), ASCON_ERR_ORDER);
  const ascon_state zeroed = {};
  EXPECT_EQ(std::memcmp(&state, &zeroed, sizeof state), 0);
  EXPECT_EQ(byte, 1);
}

#endif

}  // namespace
}  // namespace asconkit_test
