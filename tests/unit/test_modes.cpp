// Every algorithm on every backend, against results that the specification computed.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>
#include <cstring>

#include "../support/vectors.h"

namespace asconkit_test {
namespace {

class Modes : public BackendTest {};
ASCON_ON_EVERY_BACKEND(Modes);

using Rows = std::vector<const ascon_algorithm *>;

Rows WithPieces() {
  Rows rows = Algorithms();
  std::erase_if(rows, [](const auto *a) { return a->kind == ASCON_KIND_PRFSHORT; });
  return rows;
}

// Calls f(case, expected hash) for every known result of these algorithms.
template <typename Function>
void ForVectors(const Rows &rows, const Function &f) {
  for (const auto *a : rows) {
    ASSERT_FALSE(VectorsOf(a).empty()) << a->name;
    for (const Vector &vector : VectorsOf(a)) {
      f(MakeCase(vector), vector.hash);
      ASSERT_FALSE(::testing::Test::HasFatalFailure());
    }
  }
}

// The same without long inputs, and not always all of them.
template <typename Function>
void ForShortVectors(const Rows &rows, const Function &f) {
  size_t index = 0;
  ForVectors(rows, [&](const Case &c, uint64_t hash) {
    const size_t longest = size_t{4} * c.algorithm->rate_bytes + 3;
    bool is_short = c.text.size() <= longest && c.extra.size() <= longest && c.out_bytes <= 100;
    if (is_short && index++ % Stride() == 0) f(c, hash);
  });
}

// A wrong result is refused, with what it takes to find out why.
TEST(SpecifiedResults, Explained) {
  const Vector vector = VectorsOf(ASCON_HASH256).front();
  const Case c = MakeCase(vector);
  Bytes result = Compute(c);
  EXPECT_TRUE(IsSpecified(result, vector.hash, c));
  result[31] ^= 1;
  const auto refused = IsSpecified(result, vector.hash, c);
  EXPECT_FALSE(refused);
  const std::string text = refused.message();
  EXPECT_NE(text.find("make_vectors.py result ascon-hash256 0 0 32"), std::string::npos) << text;
  EXPECT_NE(text.find("0b3be5850f2f6b98caf29f8fdea89b64a1fa70aa249b8f839bd53baa304d92b3"),
            std::string::npos)
      << text;
}

TEST_P(Modes, OneCall) {
  size_t skew = 0;
  ForVectors(Algorithms(), [&](const Case &c, uint64_t hash) {
    EXPECT_TRUE(IsSpecified(Compute(c, skew++ % 8), hash, c));
  });
}

TEST_P(Modes, Decrypts) {
  size_t skew = 0;
  ForVectors(AlgorithmsOf(ASCON_KIND_AEAD), [&](const Case &c, uint64_t) {
    Bytes sealed = Compute(c);
    EXPECT_EQ(Open(c, sealed, false, skew++ % 8), c.text) << Describe(c);
    EXPECT_EQ(Open(c, sealed, true), c.text) << Describe(c) << ", in place";
  });
}

TEST_P(Modes, EncryptsInPlace) {
  size_t skew = 0;
  ForVectors(AlgorithmsOf(ASCON_KIND_AEAD), [&](const Case &c, uint64_t hash) {
    Heap text(c.text, skew++ % 8), tag(c.out_bytes);
    ASSERT_EQ(
        any_encrypt(c.algorithm, text.nullable(), tag.data(), tag.size(), text.nullable(),
                    text.size(), c.extra.data(), c.extra.size(), c.nonce.data(), c.key.data()),
        ASCON_OK);
    Bytes sealed = text.bytes();
    sealed.insert(sealed.end(), tag.data(), tag.data() + tag.size());
    EXPECT_TRUE(IsSpecified(sealed, hash, c));
  });
}

// The output over the message that it is computed from: `at` bytes after its beginning.
void CheckResultOverMessage(const Case &c, uint64_t hash, size_t at) {
  Heap both(std::max(c.text.size(), at + c.out_bytes));
  uint8_t *out = both.data() + at;
  std::copy(c.text.begin(), c.text.end(), both.data());
  ASSERT_EQ(any_compute(c.algorithm, out, c.out_bytes, both.data(), c.text.size(), InputOf(c)),
            ASCON_OK);
  EXPECT_TRUE(IsSpecified(Bytes(out, out + c.out_bytes), hash, c)) << ", at " << at;
}

TEST_P(Modes, ResultOverMessage) {
  Rows rows = Algorithms();
  std::erase_if(rows, [](const auto *a) { return a->kind == ASCON_KIND_AEAD; });
  ForVectors(rows, [](const Case &c, uint64_t hash) {
    for (const size_t at : {size_t{0}, size_t{1}, c.text.size() / 2})
      CheckResultOverMessage(c, hash, at);
  });
}

// Every cut of one of the inputs, or of the output, in two.
void CheckEveryCut(const Case &c, uint64_t hash, Lengths Pieces::*which, size_t n) {
  for (size_t cut = 0; cut <= n; cut++) {
    Pieces pieces = Whole(c);
    pieces.*which = {cut, n - cut};
    ASSERT_TRUE(IsSpecified(ComputeInPieces(c, pieces), hash, c)) << ", cut at " << cut;
  }
}

TEST_P(Modes, EveryCutInTwo) {
  ForShortVectors(WithPieces(), [](const Case &c, uint64_t hash) {
    CheckEveryCut(c, hash, &Pieces::text, c.text.size());
    if (c.algorithm->kind == ASCON_KIND_AEAD)
      CheckEveryCut(c, hash, &Pieces::extra, c.extra.size());
    if (c.algorithm->output_bytes == 0) CheckEveryCut(c, hash, &Pieces::out, c.out_bytes);
  });
}

TEST_P(Modes, EveryCutOfCiphertextInTwo) {
  ForShortVectors(AlgorithmsOf(ASCON_KIND_AEAD), [](const Case &c, uint64_t) {
    Bytes sealed = Compute(c);
    for (size_t cut = 0; cut <= c.text.size(); cut++) {
      Pieces pieces = {{c.extra.size()}, {cut, c.text.size() - cut}, {}};
      ASSERT_EQ(OpenInPieces(c, sealed, pieces, cut % 2 != 0), c.text)
          << Describe(c) << ", cut at " << cut;
    }
  });
}

TEST_P(Modes, RandomPieces) {
  ASCON_TRACE_SEED();
  Random random(1);
  ForVectors(WithPieces(), [&](const Case &c, uint64_t hash) {
    for (int i = 0; i < 3; i++) {
      Pieces pieces = {random.Pieces(c.extra.size()), random.Pieces(c.text.size()),
                       random.Pieces(c.out_bytes)};
      Bytes result = ComputeInPieces(c, pieces);
      ASSERT_TRUE(IsSpecified(result, hash, c));
      if (c.algorithm->kind == ASCON_KIND_AEAD) {
        ASSERT_EQ(OpenInPieces(c, result, pieces, i % 2 == 0), c.text) << Describe(c);
      }
    }
  });
}

// A copy of a context, made at any place of a message, gives the same result as the original.
void CheckAeadCopy(const Case &c, const Bytes &expected, size_t cut) {
  const size_t n = c.text.size();
  ascon_aead_ctx first, second;
  Bytes out(n + 16);
  ASSERT_EQ(ascon_any_aead_init(&first, c.algorithm, c.nonce.data(), c.key.data()), ASCON_OK);
  ASSERT_EQ(ascon_any_aead_ad(&first, c.extra.data(), c.extra.size()), ASCON_OK);
  ASSERT_EQ(ascon_any_aead_encrypt_update(&first, out.data(), c.text.data(), cut), ASCON_OK);
  second = first;
  for (ascon_aead_ctx *ctx : {&first, &second}) {
    std::fill(out.begin() + static_cast<ptrdiff_t>(cut), out.end(), uint8_t{0});
    ASSERT_EQ(ascon_any_aead_encrypt_update(ctx, out.data() + cut, c.text.data() + cut, n - cut),
              ASCON_OK);
    ASSERT_EQ(ascon_any_aead_encrypt_final(ctx, out.data() + n, 16), ASCON_OK);
    ASSERT_EQ(out, expected);
  }
}

void CheckSpongeCopy(const Case &c, const Bytes &expected, size_t cut) {
  const auto *a = c.algorithm;
  ascon_sponge_ctx first, second;
  ASSERT_EQ(any_init(&first, a, InputOf(c)), ASCON_OK);
  ASSERT_EQ(ascon_any_sponge_update(&first, c.text.data(), cut), ASCON_OK);
  std::memcpy(&second, &first, sizeof first);
  for (ascon_sponge_ctx *ctx : {&first, &second}) {
    Bytes out(c.out_bytes);
    ASSERT_EQ(ascon_any_sponge_update(ctx, c.text.data() + cut, c.text.size() - cut), ASCON_OK);
    ASSERT_EQ(any_output(ctx, a, out.data(), out.size()), ASCON_OK);
    ASSERT_EQ(out, expected);
  }
}

TEST_P(Modes, CopiedContexts) {
  for (const auto *a : WithPieces()) {
    const size_t n = size_t{2} * a->rate_bytes + 3;
    Case c = MakeCase(a, 7, n, a->output_bytes ? a->output_bytes : 20);
    const Bytes expected = Compute(c);
    const auto check = a->kind == ASCON_KIND_AEAD ? CheckAeadCopy : CheckSpongeCopy;
    for (size_t cut = 0; cut <= n; cut++)
      ASSERT_NO_FATAL_FAILURE(check(c, expected, cut)) << a->name << ", cut at " << cut;
  }
}

}  // namespace
}  // namespace asconkit_test
