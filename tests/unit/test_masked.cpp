// Masked code computes what the specification says: all algorithms, numbers of shares, interfaces,
// divisions into shares, lengths and pieces; and it draws exactly the words that it says.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>
#include <cstring>

#include "../support/masked.h"

namespace asconkit_test {
namespace {

class Masked : public ::testing::TestWithParam<Scheme> {};
INSTANTIATE_TEST_SUITE_P(Shares, Masked, ::testing::ValuesIn(kSchemes), [](const auto &test) {
  return std::to_string(test.param.shares) + "_shares";
});

// Around the blocks of every rate, and all up to there at full length.
Lengths TextLengths(const ascon_algorithm *a) {
  Lengths lengths;
  const size_t most = a->kind == ASCON_KIND_PRFSHORT ? 16 : 2 * size_t{a->rate_bytes} + 9;
  const size_t rate = a->rate_bytes;
  for (size_t n = 0; n <= most; n++)
    if (!IsShortRun() || n < 2 || n % 8 == 7 || n == rate || n == 2 * rate) lengths.push_back(n);
  return lengths;
}

Lengths OutLengths(const ascon_algorithm *a) {
  if (a->kind == ASCON_KIND_PRFSHORT) return {1, 7, 16};
  if (a->output_bytes) return {a->output_bytes};
  return {0, 1, 8, 17, 33};
}

std::vector<Case> AeadCases(const ascon_algorithm *a) {
  std::vector<Case> cases;
  for (size_t n : TextLengths(a))
    for (size_t m : {size_t{0}, size_t{5}, size_t{a->rate_bytes}})
      cases.push_back(MakeCase(a, m, n, n % 2 ? size_t{16} : size_t{a->min_tag_bytes}));
  return cases;
}

std::vector<Case> SpongeCases(const ascon_algorithm *a) {
  std::vector<Case> cases;
  for (size_t n : TextLengths(a))
    for (size_t out : OutLengths(a))
      cases.push_back(MakeCase(a, a->kind == ASCON_KIND_CXOF ? n % 19 : 0, n, out));
  return cases;
}

TEST_P(Masked, Aead) {
  for (const auto *a : AlgorithmsOf(ASCON_KIND_AEAD))
    for (const Case &c : AeadCases(a)) {
      const Bytes sealed = Compute(c);
      for (Form form : kForms)
        for (Sharing sharing : kSharings) {
          if (form == Form::kOrdinary && sharing != Sharing::kPlain) continue;
          Source source(GetParam()), back(GetParam()), again(GetParam());
          const MaskedOutcome seal = MaskedSeal(form, GetParam(), &source, sharing, c);
          ASSERT_EQ(seal.result, ASCON_OK) << Describe(c);
          ASSERT_EQ(Joined(seal.out, seal.tag), sealed) << Describe(c);
          EXPECT_EQ(source.count(), SealWords(form, GetParam(), c, 0)) << Describe(c);
          const MaskedOutcome open = MaskedOpen(form, GetParam(), &back, sharing, c, sealed);
          ASSERT_EQ(open.result, ASCON_OK) << Describe(c);
          ASSERT_EQ(open.out, c.text) << Describe(c);
          EXPECT_EQ(back.count(), SealWords(form, GetParam(), c, 1)) << Describe(c);
          EXPECT_EQ(MaskedOpen(form, GetParam(), &again, sharing, c, sealed, true).out, c.text);
        }
    }
}

TEST_P(Masked, AeadInPieces) {
  Random random;
  ASCON_TRACE_SEED();
  for (const auto *a : AlgorithmsOf(ASCON_KIND_AEAD))
    for (const Case &c : AeadCases(a)) {
      const Bytes sealed = Compute(c);
      for (Form form : kForms)
        for (Sharing sharing : {Sharing::kPlain, Sharing::kRandom}) {
          if (form == Form::kOrdinary) continue;
          const Pieces pieces = {random.Pieces(c.extra.size()), random.Pieces(c.text.size()), {}};
          Source source(GetParam()), back(GetParam());
          const MaskedOutcome seal =
              MaskedSealInPieces(form, GetParam(), &source, sharing, c, pieces);
          ASSERT_EQ(seal.result, ASCON_OK) << Describe(c);
          ASSERT_EQ(Joined(seal.out, seal.tag), sealed) << Describe(c);
          EXPECT_EQ(source.count(), SealWords(form, GetParam(), c, 0)) << Describe(c);
          const MaskedOutcome open =
              MaskedOpenInPieces(form, GetParam(), &back, sharing, c, sealed, pieces);
          ASSERT_EQ(open.result, ASCON_OK) << Describe(c);
          ASSERT_EQ(open.out, c.text) << Describe(c);
          EXPECT_EQ(back.count(), SealWords(form, GetParam(), c, 1)) << Describe(c);
        }
    }
}

TEST_P(Masked, AllOthers) {
  for (const auto *a : Algorithms()) {
    if (a->kind == ASCON_KIND_AEAD) continue;
    for (const Case &c : SpongeCases(a)) {
      const Bytes expected = Compute(c);
      for (Sharing sharing : kSharings) {
        Source source(GetParam());
        const MaskedOutcome outcome = MaskedSponge(GetParam(), &source, sharing, c);
        ASSERT_EQ(outcome.result, ASCON_OK) << Describe(c);
        ASSERT_EQ(outcome.out, expected) << Describe(c);
        EXPECT_EQ(source.count(), SpongeWords(GetParam(), c, 0)) << Describe(c);
      }
    }
  }
}

TEST_P(Masked, AllOthersInPieces) {
  Random random;
  ASCON_TRACE_SEED();
  for (const auto *a : Algorithms()) {
    if (a->kind == ASCON_KIND_AEAD || a->kind == ASCON_KIND_PRFSHORT) continue;
    for (const Case &c : SpongeCases(a)) {
      const Bytes expected = Compute(c);
      const Lengths whole = {c.out_bytes};
      const Pieces pieces = {{},
                             random.Pieces(c.text.size()),
                             any_output_is_final(a) ? whole : random.Pieces(c.out_bytes)};
      Source source(GetParam());
      const MaskedOutcome outcome =
          MaskedSpongeInPieces(GetParam(), &source, Sharing::kRandom, c, pieces);
      ASSERT_EQ(outcome.result, ASCON_OK) << Describe(c);
      ASSERT_EQ(outcome.out, expected) << Describe(c);
      if (!pieces.out.empty()) {
        EXPECT_EQ(source.count(), SpongeWords(GetParam(), c, 0)) << Describe(c);
      }
    }
  }
}

// ---- Tags ---------------------------------------------------------------------------------------

// Any bit of a tag, and of a truncated one: refused, with all shares of the text zero.
TEST_P(Masked, WrongTagsOfAead) {
  for (const auto *a : AlgorithmsOf(ASCON_KIND_AEAD))
    for (size_t tag_bytes : {size_t{16}, size_t{a->min_tag_bytes}}) {
      const Case c = MakeCase(a, 3, 21, tag_bytes);
      const Bytes sealed = Compute(c);
      for (size_t bit = 0; bit < 8 * tag_bytes; bit += IsShortRun() ? 5 : 1)
        for (Form form : kForms) {
          Bytes wrong = sealed;
          wrong[c.text.size() + bit / 8] ^= static_cast<uint8_t>(1u << bit % 8);
          Source source(GetParam());
          const MaskedOutcome open =
              MaskedOpen(form, GetParam(), &source, Sharing::kRandom, c, wrong, bit % 2 == 0);
          ASSERT_EQ(open.result, ASCON_ERR_TAG) << Describe(c) << ", bit " << bit;
          ASSERT_TRUE(open.zero) << Describe(c) << ", bit " << bit;
        }
    }
}

// Differences that a sum of words would let cancel.
TEST_P(Masked, EqualDifferencesInTwoWords) {
  for (const auto *a : AlgorithmsOf(ASCON_KIND_AEAD)) {
    const Case c = MakeCase(a, 3, 8, 16);
    for (size_t distance : {1u, 4u, 8u}) {
      Bytes wrong = Compute(c);
      wrong[8] ^= 0x40, wrong[8 + distance] ^= 0x40;
      Source source(GetParam());
      EXPECT_EQ(MaskedOpen(Form::kShared, GetParam(), &source, Sharing::kRandom, c, wrong).result,
                ASCON_ERR_TAG);
    }
  }
}

TEST_P(Masked, TagsOfMacs) {
  for (const auto *a : AlgorithmsOf(ASCON_KIND_MAC)) {
    const Case c = MakeCase(a, 0, 43, 16);
    const Bytes right = Compute(c);
    for (Sharing sharing : kSharings)
      for (bool in_pieces : {false, true}) {
        Source source(GetParam());
        EXPECT_EQ(MaskedVerify(GetParam(), &source, sharing, c, right, in_pieces), ASCON_OK);
        EXPECT_EQ(source.count(), SpongeWords(GetParam(), c, 1));
        for (size_t bit = 0; bit < 128; bit += IsShortRun() ? 7 : 1) {
          Bytes wrong = right;
          wrong[bit / 8] ^= static_cast<uint8_t>(1u << bit % 8);
          ASSERT_EQ(MaskedVerify(GetParam(), &source, sharing, c, wrong, in_pieces), ASCON_ERR_TAG)
              << bit;
        }
      }
  }
}

// ---- Random words that end ----------------------------------------------------------------------

// At any draw: an error, and zeros in all shares of all outputs.
TEST_P(Masked, NoWordsLeftInAead) {
  for (const auto *a : AlgorithmsOf(ASCON_KIND_AEAD)) {
    const Case c = MakeCase(a, 9, 19, 16);
    const Bytes sealed = Compute(c);
    const Pieces pieces = {{4, 5}, {19}, {}};
    for (Form form : kForms)
      for (int opens : {0, 1}) {
        const size_t words = SealWords(form, GetParam(), c, opens);
        for (size_t limit = 0; limit < words; limit += IsShortRun() ? 37 : 1) {
          Source source(GetParam(), limit);
          const MaskedOutcome outcome =
              opens ? MaskedOpen(form, GetParam(), &source, Sharing::kRandom, c, sealed)
                    : MaskedSeal(form, GetParam(), &source, Sharing::kRandom, c);
          ASSERT_EQ(outcome.result, ASCON_ERR_RANDOM) << Describe(c) << ", " << limit;
          ASSERT_TRUE(outcome.zero) << Describe(c) << ", " << limit;
          if (limit % 2 || form == Form::kOrdinary) continue;
          Source other(GetParam(), limit);
          const MaskedOutcome parts =
              opens ? MaskedOpenInPieces(form, GetParam(), &other, Sharing::kRandom, c, sealed,
                                         pieces)
                    : MaskedSealInPieces(form, GetParam(), &other, Sharing::kRandom, c, pieces);
          ASSERT_EQ(parts.result, ASCON_ERR_RANDOM) << Describe(c) << ", " << limit;
        }
      }
  }
}

// In pieces: what the failing call and those after it should have written. Where guards stay for a
// whole message, only its start can fail.
TEST_P(Masked, NoWordsLeftInAPiece) {
  const Case c = MakeCase(&ascon_algorithm_aead128, 0, 64, 16);
  const Case none = MakeCase(&ascon_algorithm_aead128, 0, 0, 16);
  const size_t all = SealWords(Form::kShared, GetParam(), c, 0);
  const size_t ends =
      SealWords(Form::kShared, GetParam(), none, 0);  // initialization, finalization
  if (all == ends) return;
  const size_t block = (all - ends) / 4;  // fewer than a finalization takes, or as many
  Source source(GetParam(), ends - block);
  Shared key(GetParam(), Sharing::kRandom, c.key), nonce(GetParam(), Sharing::kPlain, c.nonce);
  Shared text(GetParam(), Sharing::kRandom, c.text), out(GetParam(), Sharing::kRandom, c.text);
  ascon_masked_aead_ctx ctx;
  ASSERT_EQ(ascon_masked_aead_init(&ctx, source.setup(), c.algorithm, nonce.in(), key.in()),
            ASCON_OK);
  EXPECT_EQ(ascon_masked_aead_encrypt_update(&ctx, out.out(), text.in(), 64), ASCON_ERR_RANDOM);
  EXPECT_TRUE(out.IsZero());
  EXPECT_EQ(ascon_masked_aead_encrypt_update(&ctx, out.out(), text.in(), 64), ASCON_ERR_ORDER);
}

TEST_P(Masked, NoWordsLeftInAllOthers) {
  for (const auto *a : Algorithms()) {
    if (a->kind == ASCON_KIND_AEAD) continue;
    const size_t out = a->output_bytes ? a->output_bytes : 33;
    const Case c = MakeCase(a, a->kind == ASCON_KIND_CXOF ? 9 : 0,
                            a->kind == ASCON_KIND_PRFSHORT ? 11 : 43, out);
    for (size_t limit = 0; limit < SpongeWords(GetParam(), c, 0); limit += IsShortRun() ? 37 : 1) {
      Source source(GetParam(), limit), other(GetParam(), limit);
      const MaskedOutcome outcome = MaskedSponge(GetParam(), &source, Sharing::kRandom, c);
      ASSERT_EQ(outcome.result, ASCON_ERR_RANDOM) << Describe(c) << ", " << limit;
      ASSERT_TRUE(outcome.zero) << Describe(c) << ", " << limit;
      if (a->kind == ASCON_KIND_PRFSHORT) continue;
      const Pieces pieces = {{}, {20, 23}, {out}};
      const MaskedOutcome parts =
          MaskedSpongeInPieces(GetParam(), &other, Sharing::kRandom, c, pieces);
      ASSERT_EQ(parts.result, ASCON_ERR_RANDOM) << Describe(c) << ", " << limit;
      if (a->kind == ASCON_KIND_MAC) {
        Source third(GetParam(), limit);
        ASSERT_EQ(MaskedVerify(GetParam(), &third, Sharing::kRandom, c, Compute(c), limit % 2),
                  ASCON_ERR_RANDOM);
      }
    }
  }
}

// ---- Strings, keys and the generator ------------------------------------------------------------

TEST_P(Masked, StringsAreSharedAndJoined) {
  for (size_t n = 0; n <= 41; n++) {
    const Bytes value = Pattern(Field::kText, n);
    for (Sharing sharing : kSharings) {
      const Shared data(GetParam(), sharing, value);
      Shared out(GetParam(), Sharing::kRandom, Bytes(n, 0xee));
      Source source(GetParam());
      ASSERT_EQ(ascon_masked_share(source.setup(), out.out(), data.in(), n), ASCON_OK);
      EXPECT_EQ(out.value(), value);
      ascon_message lengths = {};
      lengths.length = n;
      EXPECT_EQ(source.count(),
                ascon_masked_random_words(source.setup(), nullptr, ASCON_COMPUTE, &lengths));
      Heap joined(n);
      ASSERT_EQ(ascon_masked_join(GetParam().object, joined.nullable(), out.in(), n), ASCON_OK);
      EXPECT_EQ(joined.bytes(), value);
      if (n == 0) continue;
      Source short_of_one(GetParam(), source.count() - 1);
      ASSERT_EQ(ascon_masked_share(short_of_one.setup(), out.out(), data.in(), n),
                ASCON_ERR_RANDOM);
      EXPECT_TRUE(out.IsZero());
    }
  }
}

// Every share is new, and their sum stays.
TEST_P(Masked, KeysAreRefreshed) {
  for (size_t n : {16u, 20u, 32u}) {
    const Bytes value = Pattern(Field::kKey, n);
    Source source(GetParam());
    ascon_masked_key key;
    ASSERT_EQ(ascon_masked_key_init(&key, source.setup(), value.data(), n), ASCON_OK);
    const ascon_masked_key before = key;
    ASSERT_EQ(ascon_masked_key_refresh(&key, source.setup()), ASCON_OK);
    for (size_t i = 0; i < GetParam().shares; i++)
      for (size_t at = 0; at + 4 <= n; at += 4)
        EXPECT_NE(std::memcmp(key.share[i] + at, before.share[i] + at, 4), 0) << i << ", " << at;
    Bytes joined(n);
    const ascon_masked_in shares = ascon_masked_key_shares(source.setup(), nullptr, &key);
    ASSERT_EQ(ascon_masked_join(GetParam().object, joined.data(), shares, n), ASCON_OK);
    EXPECT_EQ(joined, value);
    for (size_t limit = 0; limit < source.count() / 2; limit++) {
      Source few(GetParam(), limit);
      ASSERT_EQ(ascon_masked_key_refresh(&key, few.setup()), ASCON_ERR_RANDOM);
      ASSERT_EQ(ascon_masked_join(GetParam().object, joined.data(), shares, n), ASCON_OK);
      ASSERT_EQ(joined, value);
    }
  }
}

// Nothing of a longer key stays in the object of a shorter one.
TEST_P(Masked, KeysAreReplaced) {
  const Bytes value = Pattern(Field::kKey, 32);
  ascon_masked_key fresh, used;
  std::memset(&fresh, 0, sizeof fresh);
  Source first(GetParam()), second(GetParam()), third(GetParam());
  ASSERT_EQ(ascon_masked_key_init(&fresh, first.setup(), value.data(), 16), ASCON_OK);
  ASSERT_EQ(ascon_masked_key_init(&used, second.setup(), value.data(), 32), ASCON_OK);
  ASSERT_EQ(ascon_masked_key_init(&used, third.setup(), value.data(), 16), ASCON_OK);
  EXPECT_EQ(std::memcmp(&used, &fresh, sizeof used), 0);
}

// Plain strings, and a key that knows its shares.
TEST_P(Masked, MacsAndPrfsWithAKey) {
  for (const auto *a : Algorithms()) {
    if (a->key_bytes == 0 || a->kind == ASCON_KIND_AEAD) continue;
    const Case c = MakeCase(a, 0, 13, 16);
    Source source(GetParam());
    ascon_masked_key key;
    ASSERT_EQ(ascon_masked_key_init(&key, source.setup(), c.key.data(), c.key.size()), ASCON_OK);
    Heap out(16);
    const ascon_masked_in text = ascon_masked_plain_in(c.text.data());
    const ascon_masked_in shares = ascon_masked_key_shares(source.setup(), a, &key);
    ASSERT_EQ(ascon_masked_sponge(source.setup(), a, ascon_masked_plain_out(out.data()), 16, text,
                                  13, shares, 16),
              ASCON_OK);
    EXPECT_EQ(out.bytes(), Compute(c));
    if (a->kind != ASCON_KIND_MAC) continue;
    const ascon_masked_in tag = ascon_masked_plain_in(out.data());
    EXPECT_EQ(ascon_masked_sponge_verify(source.setup(), a, tag, text, 13, shares), ASCON_OK);
    out.data()[15] ^= 0x80;
    EXPECT_EQ(ascon_masked_sponge_verify(source.setup(), a, tag, text, 13, shares), ASCON_ERR_TAG);
  }
}

TEST(MaskedGenerator, IsThePrf) {
  const Bytes seed = Pattern(Field::kKey, 16);
  ascon_masked_generator generator;
  ASSERT_EQ(ascon_masked_generator_init(&generator, seed.data()), ASCON_OK);
  Bytes words(4 * 71), expected(4 * 71);
  std::vector<uint32_t> drawn(71);
  for (size_t at = 0, n = 1; at < 71; at += n, n = std::min<size_t>(n + 9, 71 - at))
    ASSERT_NE(ascon_masked_generator_words(&generator, drawn.data() + at, n), 0);
  std::memcpy(words.data(), drawn.data(), words.size());
  ASSERT_EQ(ascon_v13_prf(expected.data(), expected.size(), nullptr, 0, seed.data()), ASCON_OK);
  EXPECT_EQ(words, expected);
  EXPECT_EQ(ascon_masked_generator_init(nullptr, seed.data()), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_masked_generator_init(&generator, nullptr), ASCON_ERR_NULL);
  ascon_wipe(&generator, sizeof generator);
  EXPECT_EQ(ascon_masked_generator_words(&generator, drawn.data(), 1), 0);
}

}  // namespace
}  // namespace asconkit_test
