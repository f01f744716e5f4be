// Every C++ class computes what the specification says, in one call and in pieces.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "../support/vectors.h"
#include "every.h"

namespace asconkit_test {
namespace {

template <class A>
class Results : public ::testing::Test {
 protected:
  static const ascon_algorithm *Algorithm() { return ascon_any_find(A::name); }
};
TYPED_TEST_SUITE(Results, AllAlgorithms::Rebind<::testing::Types>);

Inputs InputsOf(const Case &c) { return {c.key, c.nonce, c.extra, c.text}; }

size_t ResultBytes(const Case &c) {
  return c.out_bytes + (c.algorithm->kind == ASCON_KIND_AEAD ? c.text.size() : 0);
}

// Buffers of their exact size, so that the address sanitizer sees every byte too many.
template <class A>
Bytes ByLibrary(const Case &c) {
  Heap key(c.key), nonce(c.nonce, 1), extra(c.extra, 2), text(c.text, 3), out(ResultBytes(c), 5);
  const auto span = [](const Heap &heap) { return ByteSpan(heap.data(), heap.size()); };
  EXPECT_TRUE(Compute<A>({span(key), span(nonce), span(extra), span(text)},
                         std::span(out.data(), out.size())));
  return out.bytes();
}

template <class A>
Bytes ByEvaluation(const Case &c) {
  Bytes out(ResultBytes(c));
  EXPECT_TRUE(Evaluate<A>(InputsOf(c), out));
  return out;
}

TYPED_TEST(Results, NumberAndSizesAreTheLibrarys) {
  const auto *a = this->Algorithm();
  ASSERT_NE(a, nullptr);
  EXPECT_EQ(RowOfT<TypeParam>::algorithm(), a);
  EXPECT_EQ(kKind<TypeParam>, a->kind);
  const auto &p = RowOfT<TypeParam>::parameters;
  EXPECT_EQ(p.key_bytes, a->key_bytes);
  EXPECT_EQ(p.rate, a->rate_bytes);
  EXPECT_EQ(p.output_bytes, a->output_bytes);
  EXPECT_EQ(p.min_tag_bytes, a->min_tag_bytes);
}

TYPED_TEST(Results, AsSpecified) {
  const auto vectors = VectorsOf(this->Algorithm());
  ASSERT_FALSE(vectors.empty());
  for (const Vector &vector : vectors) {
    const Case c = MakeCase(vector);
    ASSERT_TRUE(IsSpecified(ByLibrary<TypeParam>(c), vector.hash, c));
  }
}

TYPED_TEST(Results, AsSpecifiedByWhatTheCompilerEvaluates) {
  for (const Vector &vector : VectorsOf(this->Algorithm())) {
    const Case c = MakeCase(vector);
    ASSERT_TRUE(IsSpecified(ByEvaluation<TypeParam>(c), vector.hash, c));
  }
}

// ---- In pieces --------------------------------------------------------------------------------

// f(piece) of all pieces, alternately as std::byte and as unsigned char.
template <class Byte, class F>
void ForPieces(std::span<Byte> all, const Lengths &lengths, const F &f) {
  size_t at = 0;
  for (size_t n : lengths) {
    const auto piece = all.subspan(at, n);
    if constexpr (std::is_const_v<Byte>) n % 2 ? f(piece) : f(std::as_bytes(piece));
    else n % 2 ? f(piece) : f(std::as_writable_bytes(piece));
    at += n;
  }
  ASSERT_EQ(at, all.size());
}

template <class Context>
Bytes Squeezed(Context context, const Case &c, const Pieces &pieces) {
  Bytes out(c.out_bytes);
  ForPieces(ByteSpan(c.text), pieces.text, [&](auto in) { EXPECT_TRUE(context.update(in)); });
  ForPieces(std::span(out), pieces.out, [&](auto to) { EXPECT_TRUE(context.squeeze(to)); });
  return out;
}

template <class Context>
Bytes Finished(Context context, const Case &c, const Pieces &pieces) {
  ForPieces(ByteSpan(c.text), pieces.text, [&](auto in) { EXPECT_TRUE(context.update(in)); });
  const auto out = context.final();
  EXPECT_TRUE(out);
  return out ? Bytes(out->bytes().begin(), out->bytes().end()) : Bytes();
}

template <class A>
Bytes SealedInPieces(const Case &c, const Pieces &pieces) {
  typename A::encryption context(*A::nonce::from(c.nonce), *A::key::from(c.key));
  ForPieces(ByteSpan(c.extra), pieces.extra, [&](auto ad) { EXPECT_TRUE(context.ad(ad)); });
  Bytes out = c.text;
  ForPieces(std::span(out), pieces.text, [&](auto in) { EXPECT_TRUE(context.update(in, in)); });
  Bytes tag(c.out_bytes);
  EXPECT_TRUE(WithTagBytes<A>(tag.size(), [&]<size_t n>() {
    return CopyOut(context.template final<n>(), std::span(tag));
  }));
  out.insert(out.end(), tag.begin(), tag.end());
  return out;
}

template <class A>
Bytes InPieces(const Case &c, const Pieces &pieces) {
  if constexpr (kKind<A> == ASCON_KIND_AEAD) return SealedInPieces<A>(c, pieces);
  else if constexpr (kKind<A> == ASCON_KIND_HASH) return Finished(typename A::context(), c, pieces);
  else if constexpr (kKind<A> == ASCON_KIND_XOF) return Squeezed(typename A::context(), c, pieces);
  else if constexpr (kKind<A> == ASCON_KIND_CXOF)
    return Squeezed(*A::context::from(c.extra), c, pieces);
  else if constexpr (kKind<A> == ASCON_KIND_MAC)
    return Finished(typename A::context(*A::key::from(c.key)), c, pieces);
  else return Squeezed(typename A::context(*A::key::from(c.key)), c, pieces);
}

TYPED_TEST(Results, InPieces) {
  if constexpr (kKind<TypeParam> == ASCON_KIND_PRFSHORT) return;  // has no contexts
  else {
    Random random;
    ASCON_TRACE_SEED();
    for (const Vector &vector : VectorsOf(this->Algorithm())) {
      const Case c = MakeCase(vector);
      const Pieces pieces = {random.Pieces(c.extra.size()), random.Pieces(c.text.size()),
                             random.Pieces(c.out_bytes)};
      ASSERT_TRUE(IsSpecified(InPieces<TypeParam>(c, pieces), vector.hash, c));
    }
  }
}

// ---- The way back -----------------------------------------------------------------------------

template <class A>
class Aead : public ::testing::Test {};

template <class... A>
struct OnlyAeads;
template <class... Found>
struct OnlyAeads<AlgorithmList<Found...>> {
  using type = ::testing::Types<Found...>;
};
template <class... Found, class A, class... Rest>
struct OnlyAeads<AlgorithmList<Found...>, A, Rest...>
    : std::conditional_t<kKind<A> == ASCON_KIND_AEAD,
                         OnlyAeads<AlgorithmList<Found..., A>, Rest...>,
                         OnlyAeads<AlgorithmList<Found...>, Rest...>> {};
template <class... A>
using Aeads = typename OnlyAeads<AlgorithmList<>, A...>::type;
TYPED_TEST_SUITE(Aead, AllAlgorithms::Rebind<Aeads>);

TYPED_TEST(Aead, OpensWhatItSealed) {
  using A = TypeParam;
  for (const Vector &vector : VectorsOf(ascon_any_find(A::name))) {
    const Case c = MakeCase(vector);
    Bytes sealed = Compute(c), text(c.text.size());
    ASSERT_TRUE(asconkit_test::Open<A>(InputsOf(c), sealed, text)) << Describe(c);
    ASSERT_EQ(text, c.text);
    sealed[vector.text % sealed.size()] ^= 0x80;
    ASSERT_FALSE(asconkit_test::Open<A>(InputsOf(c), sealed, text)) << Describe(c);
    ASSERT_EQ(text, Bytes(text.size())) << "unverified plaintext";
  }
}

TYPED_TEST(Aead, OpensInPieces) {
  using A = TypeParam;
  const Case c = MakeCase(ascon_any_find(A::name), 21, 50, 16);
  Bytes sealed = Compute(c);
  const auto tag = *A::tag::from(std::span(sealed).last(16));
  for (bool wrong : {false, true}) {
    sealed[7] ^= wrong;
    typename A::decryption context(*A::nonce::from(c.nonce), *A::key::from(c.key));
    ASSERT_TRUE(context.ad(c.extra));
    Bytes text(50);
    ASSERT_TRUE(context.update_unverified(std::span(text).first(13), std::span(sealed).first(13)));
    ASSERT_TRUE(
        context.update_unverified(std::span(text).last(37), std::span(sealed).subspan(13, 37)));
    const asconkit::status done = context.final(tag);
    ASSERT_EQ(done.has_value(), !wrong);
    if (wrong) EXPECT_EQ(done.error(), asconkit::error::tag);
    else EXPECT_EQ(text, c.text);
  }
}

TYPED_TEST(Aead, Combined) {
  using A = TypeParam;
  for (size_t n : {0u, 1u, 15u, 16u, 17u, 100u}) {
    const Case c = MakeCase(ascon_any_find(A::name), 9, n, 16);
    const auto key = *A::key::from(c.key);
    const auto nonce = *A::nonce::from(c.nonce);
    Bytes sealed(n + 16), text(n);
    const auto written = A::encrypt_combined(sealed, c.text, c.extra, nonce, key);
    ASSERT_TRUE(written);
    EXPECT_EQ(written->size(), n + 16);
    ASSERT_EQ(sealed, Compute(c));
    const auto read = A::decrypt_combined(text, sealed, c.extra, nonce, key);
    ASSERT_TRUE(read);
    EXPECT_EQ(Bytes(read->begin(), read->end()), c.text);
    sealed[n] ^= 1;
    const auto refused = A::decrypt_combined(text, sealed, c.extra, nonce, key);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error(), asconkit::error::tag);
    EXPECT_EQ(text, Bytes(n));
  }
}

// ---- Fixed sizes ------------------------------------------------------------------------------

TEST(FixedSizes, NeedNoResult) {
  using namespace asconkit;
  const Bytes counting = Pattern(Field::kKey, 32);
  std::array<std::byte, 24> text = {std::byte{1}}, cipher;
  const auto key = *aead128::key::from(std::span(counting).first<16>());
  const auto nonce = *aead128::nonce::from(std::span(counting).last(16));
  const aead128::tag tag = aead128::encrypt(cipher, text, {}, nonce, key);
  const auto half = aead128::encrypt<8>(cipher, text, {}, nonce, key);
  EXPECT_TRUE(std::ranges::equal(half.bytes(), tag.bytes().first(8)));
  std::array<unsigned char, 24> back;
  const result<std::span<unsigned char, 24>> opened =
      aead128::decrypt(back, cipher, half, {}, nonce, key);
  ASSERT_TRUE(opened);
  EXPECT_EQ((*opened)[0], 1);

  const xof128::output<40> out = xof128::compute<40>(text);
  std::array<unsigned char, 40> same;
  xof128::compute(same, text);
  EXPECT_TRUE(std::ranges::equal(out.bytes(), same));
  const std::array<unsigned char, 3> z = {1, 2, 3};
  const cxof128::output<40> customized = cxof128::compute<40>(text, z);
  const result<cxof128::output<40>> the_same =
      cxof128::compute<40>(text, std::span(counting).first(0));
  ASSERT_TRUE(the_same);
  EXPECT_FALSE(*the_same == customized);
  EXPECT_TRUE(*the_same == cxof128::compute<40>(text));
  const auto short_key = *v12::prfshort::key::from(std::span(counting).first(16));
  const v12::prfshort::output<16> prf = v12::prfshort::compute<16>(z, short_key);
  v12::prfshort::compute(std::span(same).first<16>(), z, short_key);
  EXPECT_TRUE(std::ranges::equal(prf.bytes(), std::span(same).first(16)));
}

}  // namespace
}  // namespace asconkit_test
