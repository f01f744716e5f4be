// Forgeries: whichever bit is changed, the message is refused and no plaintext is released.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "../support/calls.h"

namespace asconkit_test {
namespace {

class Tamper : public BackendTest {};
ASCON_ON_EVERY_BACKEND(Tamper);

// Calls f() with each bit of `bytes` changed, one at a time; every Stride()-th of them.
template <typename Function>
void ForEveryBit(Bytes *bytes, const Function &f) {
  for (size_t i = 0; i < 8 * bytes->size(); i += Stride()) {
    (*bytes)[i / 8] ^= static_cast<uint8_t>(1u << i % 8);
    f(i);
    (*bytes)[i / 8] ^= static_cast<uint8_t>(1u << i % 8);
  }
}

std::vector<Case> AeadCases() {
  std::vector<Case> cases;
  for (const auto *a : AlgorithmsOf(ASCON_KIND_AEAD)) {
    size_t rate = a->rate_bytes;
    for (size_t text : {size_t{0}, size_t{1}, rate - 1, rate, 2 * rate + 5})
      for (size_t ad : {size_t{0}, size_t{3}, rate + 1}) cases.push_back(MakeCase(a, ad, text, 16));
    if (a->min_tag_bytes < 16) cases.push_back(MakeCase(a, 3, rate + 1, a->min_tag_bytes));
  }
  return cases;
}

TEST_P(Tamper, EveryBitOfAMessage) {
  for (Case &c : AeadCases()) {
    Bytes sealed = Compute(c);
    ASSERT_EQ(Open(c, sealed, false), c.text);
    auto refuse = [&](size_t bit) {
      EXPECT_FALSE(Open(c, sealed, bit % 2 == 0, bit % 8)) << Describe(c) << ", bit " << bit;
    };
    ForEveryBit(&c.key, refuse);
    ForEveryBit(&c.nonce, refuse);
    ForEveryBit(&c.extra, refuse);
    ForEveryBit(&sealed, refuse);
    ASSERT_EQ(Open(c, sealed, false), c.text);
  }
}

TEST_P(Tamper, EveryBitOfAMessageInPieces) {
  for (Case &c : AeadCases()) {
    Bytes sealed = Compute(c);
    size_t n = c.text.size(), m = c.extra.size();
    Pieces pieces = {{m / 2, m - m / 2}, {n / 2, n - n / 2}, {}};
    ASSERT_EQ(OpenInPieces(c, sealed, pieces, false), c.text);
    auto refuse = [&](size_t bit) {
      EXPECT_FALSE(OpenInPieces(c, sealed, pieces, bit % 2 == 0)) << Describe(c) << ", bit " << bit;
    };
    ForEveryBit(&c.key, refuse);
    ForEveryBit(&c.nonce, refuse);
    ForEveryBit(&c.extra, refuse);
    ForEveryBit(&sealed, refuse);
  }
}

// A check that xors differences together would let these pass.
TEST_P(Tamper, TwoEqualDifferencesInTheTag) {
  for (const auto *a : AlgorithmsOf(ASCON_KIND_AEAD)) {
    Case c = MakeCase(a, 3, 20, 16);
    Bytes sealed = Compute(c);
    for (size_t i = 0; i < 16; i++)
      for (size_t k = i + 1; k < 16; k++)
        for (unsigned mask : {0x01u, 0x80u, 0xffu}) {
          Bytes changed = sealed;
          changed[20 + i] ^= static_cast<uint8_t>(mask);
          changed[20 + k] ^= static_cast<uint8_t>(mask);
          EXPECT_FALSE(Open(c, changed, false)) << a->name << ", bytes " << i << " and " << k;
          EXPECT_FALSE(OpenInPieces(c, changed, Whole(c), false)) << a->name;
        }
  }
}

// Text or associated data that is cut, extended or moved from one to the other.
TEST_P(Tamper, OtherLengths) {
  for (Case &c : AeadCases()) {
    Bytes sealed = Compute(c);
    size_t n = c.text.size();
    for (size_t less = 1; less <= n; less++) {
      Bytes cut = sealed;
      auto from = cut.begin() + static_cast<ptrdiff_t>(n - less);
      cut.erase(from, from + static_cast<ptrdiff_t>(less));
      EXPECT_FALSE(Open(c, cut, false)) << Describe(c) << ", " << less << " less";
    }
    for (uint8_t byte : {uint8_t{0}, uint8_t{1}, uint8_t{0x80}}) {
      Bytes longer = sealed;
      longer.insert(longer.begin() + static_cast<ptrdiff_t>(n), byte);
      EXPECT_FALSE(Open(c, longer, true)) << Describe(c);
      c.extra.push_back(byte);
      EXPECT_FALSE(Open(c, sealed, true)) << Describe(c);
      c.extra.pop_back();
    }
    if (c.extra.empty()) continue;
    c.extra.pop_back();
    EXPECT_FALSE(Open(c, sealed, true)) << Describe(c);
  }
}

// A short tag is the start of the long one: each length checks all of its bytes and no more.
TEST_P(Tamper, TruncatedTags) {
  for (const auto *a : AlgorithmsOf(ASCON_KIND_AEAD)) {
    Case c = MakeCase(a, 3, 20, 16);
    const Bytes whole = Compute(c);
    for (size_t n = a->min_tag_bytes; n <= 16; n++) {
      c.out_bytes = n;
      Bytes sealed(whole.begin(), whole.begin() + 20 + static_cast<ptrdiff_t>(n));
      EXPECT_EQ(Compute(c), sealed) << a->name;
      EXPECT_EQ(Open(c, sealed, false), c.text) << a->name << ", tag of " << n;
      EXPECT_EQ(OpenInPieces(c, sealed, Whole(c), false), c.text) << a->name << ", tag of " << n;
      for (size_t i = 0; i < n; i++) {
        Bytes changed = sealed;
        changed[20 + i] ^= 0x40;
        EXPECT_FALSE(Open(c, changed, false)) << a->name << ", byte " << i << " of " << n;
        EXPECT_FALSE(OpenInPieces(c, changed, Whole(c), false)) << a->name << ", byte " << i;
      }
    }
  }
}

bool Verify(const Case &c, const Bytes &tag) {
  Heap exact(tag), text(c.text);
  ascon_result result =
      any_mac_verify(c.algorithm, exact.data(), text.nullable(), text.size(), c.key.data());
  EXPECT_TRUE(result == ASCON_OK || result == ASCON_ERR_TAG);
  return result == ASCON_OK;
}

bool VerifyInPieces(const Case &c, const Bytes &tag) {
  ascon_sponge_ctx ctx;
  size_t half = c.text.size() / 2;
  EXPECT_EQ(ascon_any_sponge_init(&ctx, c.algorithm, c.key.data(), c.key.size()), ASCON_OK);
  EXPECT_EQ(ascon_any_sponge_update(&ctx, c.text.data(), half), ASCON_OK);
  EXPECT_EQ(ascon_any_sponge_update(&ctx, c.text.data() + half, c.text.size() - half), ASCON_OK);
  ascon_result result = ascon_any_sponge_verify_final(&ctx, tag.data());
  EXPECT_TRUE(result == ASCON_OK || result == ASCON_ERR_TAG);
  EXPECT_TRUE(IsWiped(ctx));
  return result == ASCON_OK;
}

TEST_P(Tamper, EveryBitOfAMac) {
  for (const auto *a : AlgorithmsOf(ASCON_KIND_MAC))
    for (size_t n : {0u, 1u, 31u, 32u, 45u}) {
      Case c = MakeCase(a, 0, n, 16);
      Bytes tag = Compute(c);
      EXPECT_TRUE(Verify(c, tag) && VerifyInPieces(c, tag)) << Describe(c);
      auto refuse = [&](size_t bit) {
        EXPECT_FALSE(Verify(c, tag)) << Describe(c) << ", bit " << bit;
        EXPECT_FALSE(VerifyInPieces(c, tag)) << Describe(c) << ", bit " << bit;
      };
      ForEveryBit(&c.key, refuse);
      ForEveryBit(&c.text, refuse);
      ForEveryBit(&tag, refuse);
      for (size_t i = 0; i < 15; i++) {  // two equal differences
        tag[i] ^= 0x21, tag[i + 1] ^= 0x21;
        refuse(8 * i);
        tag[i] ^= 0x21, tag[i + 1] ^= 0x21;
      }
    }
}

TEST(Equal, EveryBit) {
  for (size_t n = 0; n <= 40; n++) {
    Bytes a = Pattern(Field::kText, n), b = a;
    EXPECT_EQ(ascon_equal(Heap(a).nullable(), Heap(b, 1).nullable(), n), 1);
    ForEveryBit(&a, [&](size_t) { EXPECT_EQ(ascon_equal(a.data(), b.data(), n), 0); });
  }
  const Bytes zeros(16), ones(16, 0xff);
  EXPECT_EQ(ascon_equal(zeros.data(), ones.data(), 16), 0);
}

TEST(Wipe, AllAndNoMore) {
  for (size_t n = 0; n <= 40; n++) {
    Bytes memory(n + 2, 0xee);
    ascon_wipe(memory.data() + 1, n);
    EXPECT_EQ(memory.front(), 0xee);
    EXPECT_EQ(memory.back(), 0xee);
    EXPECT_EQ(Bytes(memory.begin() + 1, memory.end() - 1), Bytes(n));
  }
  ascon_wipe(nullptr, 0);
}

}  // namespace
}  // namespace asconkit_test
