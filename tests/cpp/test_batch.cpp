// Batches have the results of the single calls, message by message. SPDX-License-Identifier:
// Apache-2.0 OR MIT
#include <algorithm>
#include <cstdint>
#include <list>
#include <ranges>
#include <stdexcept>
#include <string>
#include <vector>

#include "../support/support.h"
#include "every.h"

namespace asconkit_test {
namespace {

using namespace std::string_view_literals;
using asconkit::error, asconkit::status;
namespace v12 = asconkit::v12;
namespace v13 = asconkit::v13;

constexpr size_t kMessages = 300;  // more than are handed over at a time
// The calling thread alone, and three. The emulator of 32-bit x86 hangs when a thread is created.
constexpr unsigned kThreads = ASCON_TEST_THREADS ? 3 : 1;
const std::array<asconkit::batch_pool, 2> &Pools() {
  static const std::array<asconkit::batch_pool, 2> pools = {
      asconkit::batch_pool(), *asconkit::batch_pool::create(kThreads)};
  return pools;
}
constexpr std::array<unsigned char, 16> kSome = {1, 2, 3};

std::vector<Bytes> Messages(size_t longest) {
  Random random;
  std::vector<Bytes> messages;
  for (size_t i = 0; i < kMessages; i++) messages.push_back(random.Some(random.UpTo(longest)));
  return messages;
}

template <class A>
class AeadBatch : public ::testing::Test {
 protected:
  AeadBatch() {
    Random random(1);
    for (const Bytes &text : texts_) {
      nonces_.push_back(*A::nonce::from(random.Some(16)));
      keys_.push_back(*A::key::from(random.Some(A::key_bytes)));
      out_.push_back(Bytes(text.size()));
    }
  }

  std::vector<typename A::encrypt_message> There(bool own_keys) {
    std::vector<typename A::encrypt_message> messages;
    for (size_t i = 0; i < kMessages; i++)
      messages.push_back(*A::encrypt_message::from(out_[i], texts_[i], tags_[i], ad_, nonces_[i],
                                                   keys_[own_keys ? i : 0]));
    return messages;
  }
  std::vector<typename A::decrypt_message> Back(bool own_keys) {
    std::vector<typename A::decrypt_message> messages;
    for (size_t i = 0; i < kMessages; i++)
      messages.push_back(*A::decrypt_message::from(out_[i], out_[i], tags_[i], ad_, nonces_[i],
                                                   keys_[own_keys ? i : 0]));
    return messages;
  }

  void ExpectSingles(bool own_keys) {
    for (size_t i = 0; i < kMessages; i++) {
      Bytes expected(texts_[i].size());
      const auto tag =
          A::encrypt(expected, texts_[i], ad_, nonces_[i], own_keys ? keys_[i] : keys_[0]);
      ASSERT_TRUE(tag);
      ASSERT_EQ(out_[i], expected) << i;
      ASSERT_TRUE(tags_[i] == *tag) << i;
    }
  }

  const Bytes ad_ = Pattern(Field::kExtra, 11);
  const std::vector<Bytes> texts_ = Messages(100);
  std::vector<typename A::nonce> nonces_;
  std::vector<typename A::key> keys_;
  std::vector<Bytes> out_;
  std::vector<typename A::tag> tags_ = std::vector<typename A::tag>(kMessages);
};
using Aeads = ::testing::Types<asconkit::aead128, asconkit::aead128_nonce_masked, v12::ascon128,
                               v12::ascon128a, v12::ascon80pq>;
TYPED_TEST_SUITE(AeadBatch, Aeads);

TYPED_TEST(AeadBatch, OneKey) {
  for (const asconkit::batch_pool &pool : Pools()) {
    auto messages = this->There(false);
    ASSERT_TRUE(TypeParam::encrypt_batch(messages, pool));
    this->ExpectSingles(false);
    auto back = this->Back(false);
    ASSERT_TRUE(TypeParam::decrypt_batch(back, pool));
    ASSERT_EQ(this->out_, this->texts_);
  }
}

TYPED_TEST(AeadBatch, KeyForEach) {
  auto messages = this->There(true);
  ASSERT_TRUE(TypeParam::encrypt_batch(messages));
  this->ExpectSingles(true);
  auto back = this->Back(true);
  ASSERT_TRUE(TypeParam::decrypt_batch(back));
  ASSERT_EQ(this->out_, this->texts_);
}

TYPED_TEST(AeadBatch, EachTagIsJudgedAlone) {
  auto messages = this->There(false);
  ASSERT_TRUE(TypeParam::encrypt_batch(messages));
  this->tags_[7] = typename TypeParam::tag();
  auto back = this->Back(false);
  const status all = TypeParam::decrypt_batch(back);
  ASSERT_FALSE(all);
  EXPECT_EQ(all.error(), error::tag);
  for (size_t i = 0; i < kMessages; i++) {
    ASSERT_EQ(back[i].outcome().has_value(), i != 7);
    ASSERT_EQ(this->out_[i], i == 7 ? Bytes(this->texts_[i].size()) : this->texts_[i]);
  }
}

TEST(Batch, TruncatedTagsAndFixedSizes) {
  using asconkit::aead128;
  const aead128::key key(kSome);
  const aead128::nonce nonces[] = {aead128::nonce(kSome),
                                   aead128::nonce(std::array<std::byte, 16>{})};
  std::array<std::byte, 20> text = {std::byte{5}}, out[2];
  aead128::truncated_tag<8> tags[2];
  std::array messages = {
      aead128::encrypt_message_of<8>(out[0], text, tags[0], {}, nonces[0], key),
      aead128::encrypt_message_of<8>(out[1], text, tags[1], "ad"sv, nonces[1], key)};
  ASSERT_TRUE(aead128::encrypt_batch<8>(messages));
  EXPECT_TRUE(tags[1] == aead128::encrypt<8>(text, text, "ad"sv, nonces[1], key));
  EXPECT_EQ(out[1], text);
  ASSERT_TRUE(aead128::encrypt_batch<8>(std::span(messages).first(0)));
}

TEST(BatchPool, OwnsItsThreads) {
  if (kThreads == 1) GTEST_SKIP() << "no threads under this emulator";
  using asconkit::batch_pool;
  EXPECT_EQ(batch_pool().threads(), 1u);
  EXPECT_EQ(batch_pool().get(), nullptr);
  EXPECT_EQ(batch_pool::create(1)->threads(), 1u);
  EXPECT_GE(batch_pool::create()->threads(), 1u);
  EXPECT_EQ(batch_pool::create(ASCON_BATCH_POOL_MAX_THREADS + 1).error(), error::range);
  batch_pool three = *batch_pool::create(3), other = *batch_pool::create(2);
  EXPECT_EQ(three.threads(), 3u);
  other = std::move(three);
  EXPECT_EQ(other.threads(), 3u);
  const batch_pool last = std::move(other);
  EXPECT_EQ(last.threads(), 3u);
  EXPECT_EQ(other.threads(), 1u);  // NOLINT(bugprone-use-after-move): what a moved pool is
  static_assert(!std::is_copy_constructible_v<batch_pool> &&
                !std::is_copy_assignable_v<batch_pool>);
}

// ---- Other calls --------------------------------------------------------------------------------

template <class A, class Out>
void ExpectSingles(const std::vector<Out> &outputs, const std::vector<Bytes> &messages,
                   const Inputs &in) {
  for (size_t i = 0; i < messages.size(); i++) {
    Bytes expected(std::ranges::size(outputs[i]));
    ASSERT_TRUE(Compute<A>({in.key, {}, in.extra, messages[i]}, expected));
    ASSERT_TRUE(std::ranges::equal(outputs[i], expected)) << A::name << ", message " << i;
  }
}

template <class A>
void KeylessBatch() {
  const auto messages = Messages(70);
  for (const asconkit::batch_pool &pool : Pools()) {
    std::vector<std::array<unsigned char, 32>> out(kMessages);
    ASSERT_TRUE(A::compute_batch(out, messages, pool));
    ExpectSingles<A>(out, messages, {});
  }
}

TEST(Batch, Keyless) {
  KeylessBatch<asconkit::hash256>();
  KeylessBatch<asconkit::xof128>();
  KeylessBatch<v12::hash>();
  KeylessBatch<v12::hasha>();
  KeylessBatch<v12::xof>();
  KeylessBatch<v12::xofa>();
}

template <class A>
void KeyedBatch(size_t longest) {
  const auto messages = Messages(longest);
  const typename A::key key(kSome);
  for (const asconkit::batch_pool &pool : Pools()) {
    std::vector<std::array<unsigned char, 16>> out(kMessages);
    ASSERT_TRUE(A::compute_batch(out, messages, key, pool));
    ExpectSingles<A>(out, messages, {kSome, {}, {}, {}});
  }
}

TEST(Batch, Keyed) {
  KeyedBatch<v12::mac>(100);
  KeyedBatch<v12::maca>(100);
  KeyedBatch<v13::mac>(100);
  KeyedBatch<v12::prf>(100);
  KeyedBatch<v12::prfa>(100);
  KeyedBatch<v13::prf>(100);
  KeyedBatch<v12::prfshort>(16);
  KeyedBatch<v13::prfshort>(16);
}

TEST(Batch, Cxof) {
  using asconkit::cxof128;
  const auto messages = Messages(70);
  std::vector<Bytes> out;
  for (size_t i = 0; i < kMessages; i++) out.push_back(Bytes(i % 50));
  const Bytes z = Pattern(Field::kExtra, 19);
  ASSERT_TRUE(cxof128::compute_batch(out, messages, z));
  ExpectSingles<cxof128>(out, messages, {{}, {}, z, {}});
  std::vector<cxof128::compute_message> made;
  for (size_t i = 0; i < kMessages; i++) made.emplace_back(out[i], messages[i], z);
  for (Bytes &bytes : out) std::ranges::fill(bytes, std::uint8_t{0});
  ASSERT_TRUE(cxof128::compute_batch(made, Pools()[1]));
  ExpectSingles<cxof128>(out, messages, {{}, {}, z, {}});
  const status refused = cxof128::compute_batch(out, messages, Bytes(257));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error(), error::range);
}

struct Endless {  // only its comparison throws
  struct End {
    friend bool operator==(const std::string *, End) { throw std::runtime_error("no end"); }
  };
  const std::string *begin() const noexcept { return nullptr; }
  End end() const noexcept { return {}; }
};

TEST(Batch, ThrowsWhatItsRangesThrow) {
  using asconkit::hash256;
  const std::vector<std::string> messages = {"one", "two"};
  std::array<hash256::digest, 2> digests;
  const auto throwing = std::views::transform([](const std::string &message) {
    if (message == "two") throw std::runtime_error("no message");
    return std::string_view(message);
  });
  static_assert(noexcept(hash256::compute_batch(digests, messages)));
  static_assert(!noexcept(hash256::compute_batch(digests, messages | throwing)));
  static_assert(!noexcept(hash256::compute_batch(digests, Endless())));
  EXPECT_THROW(static_cast<void>(hash256::compute_batch(digests, Endless())), std::runtime_error);
  EXPECT_THROW(static_cast<void>(hash256::compute_batch(digests, messages | throwing)),
               std::runtime_error);
}

TEST(Batch, OverOtherRanges) {
  using asconkit::hash256;
  const std::list<std::string> messages = {"one", "two", "three"};
  std::array<hash256::digest, 3> digests;
  ASSERT_TRUE(hash256::compute_batch(digests, messages));
  EXPECT_TRUE(digests[2] == hash256::compute("three"sv));
  const status refused = hash256::compute_batch(std::span(digests).first(2), messages);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error(), error::range);
  std::vector<hash256::compute_message> made;
  made.emplace_back(digests[1], "four"sv);
  ASSERT_TRUE(hash256::compute_batch(made));
  EXPECT_TRUE(made[0].outcome());
  EXPECT_TRUE(digests[1] == hash256::compute("four"sv));
}

/// Outputs with another length than a digest or tag. All bytes stay as they are.
template <class A, std::size_t bytes, class... Key>
void ExpectRefused(const Key &...key) {
  std::vector<std::array<std::uint8_t, bytes>> outputs(3);
  const status refused = A::compute_batch(outputs, std::vector<std::string>(3), key...);
  ASSERT_FALSE(refused) << A::name << ", " << bytes << " bytes";
  EXPECT_EQ(refused.error(), error::range);
  EXPECT_EQ(outputs, decltype(outputs)(3));
}

TEST(Batch, RefusesOutputsOfAWrongLength) {
  ExpectRefused<asconkit::hash256, 31>();
  ExpectRefused<v12::hasha, 33>();
  ExpectRefused<v13::mac, 15>(v13::mac::key(kSome));
  ExpectRefused<v12::maca, 17>(v12::maca::key(kSome));
}

TEST(Batch, Verification) {
  using mac = v13::mac;
  const mac::key key(kSome), other(std::array<std::byte, 16>{});
  const std::string_view messages[] = {"one", "two", "three"};
  std::array<mac::tag, 3> tags;
  std::vector<mac::compute_message> made;
  for (size_t i = 0; i < 3; i++) made.emplace_back(tags[i], messages[i], i == 1 ? other : key);
  ASSERT_TRUE(mac::compute_batch(made));
  EXPECT_TRUE(tags[0] == mac::compute(messages[0], key));
  EXPECT_TRUE(tags[1] == mac::compute(messages[1], other));
  std::vector<mac::verify_message> checks;
  for (size_t i = 0; i < 3; i++) checks.emplace_back(tags[i], messages[i], key);
  const status all = mac::verify_batch(checks);
  ASSERT_FALSE(all);
  EXPECT_EQ(all.error(), error::tag);
  EXPECT_TRUE(checks[0].outcome() && !checks[1].outcome() && checks[2].outcome());
  checks[1] = mac::verify_message(tags[1], messages[1], other);
  EXPECT_TRUE(mac::verify_batch(checks));
}

}  // namespace
}  // namespace asconkit_test
