// Which engine runs a batch. SPDX-License-Identifier: Apache-2.0 OR MIT
#include <cstdlib>
#include <set>

#include "../support/batches.h"
#include "internal.h"

namespace asconkit_test {
namespace {

constexpr size_t kMany = 1000000;

// Before any test has forced one. CMake runs BatchEnvironment.* once for each value of the
// variable.
const std::string kFirst = ascon_batch_engine_active(kMany);

std::string Best(size_t count) {
  EXPECT_EQ(ascon_batch_engine_force(nullptr), ASCON_OK);
  return ascon_batch_engine_active(count);
}

TEST(BatchEnvironment, DecidesTheFirstEngine) {
  const char *wanted = std::getenv("ASCON_BATCH_ENGINE");
  const bool usable = wanted && ascon_batch_engine_available(wanted);
  EXPECT_EQ(kFirst, usable ? wanted : Best(kMany));
}

TEST(BatchChoice, ListsEngines) {
  std::set<std::string> names;
  size_t count = 0;
  while (ascon_batch_engine_at(count)) names.insert(ascon_batch_engine_at(count++));
  EXPECT_EQ(names.size(), count);
  EXPECT_TRUE(names.contains("x1"));
  EXPECT_EQ(ascon_batch_engine_at(SIZE_MAX), nullptr);
  EXPECT_EQ(ascon_batch_engine_lanes("x1"), 1u);
  EXPECT_TRUE(ascon_batch_engine_available("x1"));
  for (const std::string &name : names) {
    // The name says how many lanes there are.
    EXPECT_EQ(ascon_batch_engine_lanes(name.c_str()), std::stoul(name.substr(name.rfind('x') + 1)));
  }
}

TEST(BatchChoice, ForcesEveryAvailableEngine) {
  for (const std::string &name : AvailableEngines()) {
    EXPECT_EQ(ascon_batch_engine_force(name.c_str()), ASCON_OK);
    for (size_t count : {size_t{0}, size_t{1}, kMany})
      EXPECT_EQ(ascon_batch_engine_active(count), name);
  }
  Best(1);
}

TEST(BatchChoice, RefusesUnknownNames) {
  for (const std::string &name : AvailableEngines()) {
    ASSERT_EQ(ascon_batch_engine_force(name.c_str()), ASCON_OK);
    std::string longer = name, shorter = name, other = name;
    longer.push_back('0');
    shorter.pop_back();
    other.front() = 'X';
    for (const auto &wrong : {std::string(), std::string("nonsense"), longer, shorter, other}) {
      EXPECT_EQ(ascon_batch_engine_available(wrong.c_str()), 0) << wrong;
      EXPECT_EQ(ascon_batch_engine_lanes(wrong.c_str()), 0u) << wrong;
      EXPECT_EQ(ascon_batch_engine_force(wrong.c_str()), ASCON_ERR_BACKEND) << wrong;
      EXPECT_EQ(ascon_batch_engine_active(kMany), name);
    }
  }
  EXPECT_EQ(ascon_batch_engine_available(nullptr), 0);
  EXPECT_EQ(ascon_batch_engine_lanes(nullptr), 0u);
  Best(1);
}

TEST(BatchChoice, RefusesWhatTheProcessorLacks) {
  for (size_t i = 0; ascon_batch_engine_at(i); i++) {
    const char *name = ascon_batch_engine_at(i);
    if (ascon_batch_engine_available(name)) continue;
    EXPECT_EQ(ascon_batch_engine_force(name), ASCON_ERR_BACKEND) << name;
  }
}

// One message fills no lanes.
TEST(BatchChoice, OneMessageNeedsNoLanes) { EXPECT_EQ(Best(1), "x1"); }

#if ASCON_TEST_INTERNALS

// For every combination of features that processors of the family have, and every size of a batch:
// the chosen engine can run there, suits the size and is the best of those that do. If this
// processor can run it, a batch is computed with it.
void CheckChoice(unsigned features, size_t count) {
  const TestEngine chosen = test_engine(test_engine_choice(features, count), features, count);
  EXPECT_TRUE(chosen.available) << chosen.name << ", " << features;
  EXPECT_LE(chosen.min_batch, count) << chosen.name;
  for (size_t i = 0; ascon_batch_engine_at(i); i++) {
    const TestEngine other = test_engine(i, features, count);
    EXPECT_STREQ(other.name, ascon_batch_engine_at(i));
    if (!other.available || other.min_batch > count || other.name == chosen.name) continue;
    EXPECT_LT(other.preference, chosen.preference) << other.name << ", " << chosen.name;
  }
}

#if defined(__x86_64__)
// On processors that take two cycles for 512 bits, and on others.
TEST(BatchChoice, TakesHalfVectorsWhereTheyAreFaster) {
  const auto chosen = [](unsigned features, size_t count) {
    return std::string(test_engine(test_engine_choice(features, count), 0, count).name);
  };
  const unsigned others = test_cpu_all() & ~test_cpu_half_vectors();
  EXPECT_EQ(chosen(test_cpu_all(), kMany), "avx512vl_x16");
  EXPECT_EQ(chosen(test_cpu_all(), 2), "avx512vl_x16");
  EXPECT_EQ(chosen(others, kMany), "avx512_x16");
  for (size_t count : {size_t{2}, size_t{3}, size_t{4}})
    EXPECT_EQ(chosen(others, count), "avx512vl_x16") << count;
  EXPECT_EQ(chosen(others, 5), "avx512_x16");
  EXPECT_EQ(chosen(others, 1), "x1");
}
#endif

size_t MostLanes() {
  size_t most = 1;
  for (size_t i = 0; ascon_batch_engine_at(i); i++)
    most = std::max(most, ascon_batch_engine_lanes(ascon_batch_engine_at(i)));
  return most;
}

TEST(BatchChoice, ChoosesTheBestForEveryProcessorAndSize) {
  const unsigned all = test_cpu_all();
  for (unsigned subset = all;; subset = (subset - 1) & all) {
    for (size_t count = 1; count <= 4 * MostLanes(); count++) CheckChoice(subset, count);
    CheckChoice(subset, SIZE_MAX);
    if (subset == 0) break;
  }
  for (size_t count = 1; count <= 4 * MostLanes(); count++)
    EXPECT_EQ(Best(count),
              test_engine(test_engine_choice(test_cpu_features(), count), 0, count).name);
}

TEST(BatchChoice, EveryChoiceWorks) {
  Random random(31);
  Messages messages;
  for (size_t i = 0; i < 2 * MostLanes(); i++)
    messages.push_back({RandomCase(ASCON_AEAD128, i % 3, 10 * i, 16, &random)});
  const Outcomes expected = Singles(Task::kSeal, messages);
  for (size_t count = 1; count <= messages.size(); count++) {
    const Messages some(messages.begin(), messages.begin() + static_cast<ptrdiff_t>(count));
    const Outcomes wanted(expected.begin(), expected.begin() + static_cast<ptrdiff_t>(count));
    EXPECT_EQ(RunArray({Task::kSeal}, some, &random), wanted) << Best(count);
  }
}

#endif

}  // namespace
}  // namespace asconkit_test
