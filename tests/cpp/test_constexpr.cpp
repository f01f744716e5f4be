// The compiler evaluates the known answers, and evaluates the same results as the library computes.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <array>
#include <cstdint>
#include <tuple>

#include "../support/support.h"
#include "every.h"

namespace asconkit_test {
namespace {

using namespace std::string_view_literals;

struct Field {
  std::size_t size;
  std::uint8_t bytes[128];
  constexpr operator ByteSpan() const { return ByteSpan(bytes, size); }
};

struct Answer {
  std::size_t algorithm;
  Field key, nonce, extra, text, result;
  constexpr Inputs inputs() const { return {key, nonce, extra, text}; }
};

constexpr Answer kAnswers[] = {
#include "answers.inc"
};

template <class A, std::size_t number>
constexpr std::size_t Wrong() {
  std::size_t wrong = 0, tried = 0;
  for (const Answer &answer : kAnswers) {
    if (answer.algorithm != number) continue;
    tried++;
    std::uint8_t out[sizeof(Field::bytes)] = {};
    const std::span<std::uint8_t> result(out, answer.result.size);
    const bool right =
        Compute<A>(answer.inputs(), result) && std::ranges::equal(result, ByteSpan(answer.result));
    if (!right) wrong++;
  }
  return tried == 0 ? 1 : wrong;
}

// What decryption says of the answers, of answers with one bit changed anywhere, and what it
// leaves.
template <class A, std::size_t number>
constexpr bool Opens() {
  for (const Answer &answer : kAnswers) {
    if (answer.algorithm != number) continue;
    const std::size_t n = answer.text.size;
    for (std::size_t flipped : {answer.result.size, std::size_t{0}, answer.result.size - 1}) {
      Field sealed = answer.result;
      if (flipped < sealed.size) sealed.bytes[flipped] ^= 0x10;
      std::uint8_t out[sizeof(Field::bytes)] = {};
      std::ranges::fill(out, std::uint8_t{0xee});
      const std::span<std::uint8_t> text(out, n);
      const bool opened = Open<A>(answer.inputs(), sealed, text);
      if (opened != (flipped == sealed.size)) return false;
      if (opened && !std::ranges::equal(text, ByteSpan(answer.text))) return false;
      if (!opened && std::ranges::any_of(text, [](auto byte) { return byte != 0; })) return false;
    }
  }
  return true;
}

template <class A, std::size_t number>
struct AtCompileTime {
  static_assert(Wrong<A, number>() == 0, "the specification has another result");
  static constexpr bool opens() {
    if constexpr (kKind<A> == ASCON_KIND_AEAD) return Opens<A, number>();
    return true;
  }
  static_assert(opens(), "decryption is not the way back");
};

template <class... A>
struct All {
  template <std::size_t... number>
  static std::tuple<AtCompileTime<A, number>...> Check(std::index_sequence<number...>) {
    return {};
  }
  static auto Run() { return Check(std::index_sequence_for<A...>{}); }
};

TEST(Constexpr, KnownAnswersHoldAtCompileTime) {
  const auto checked = AllAlgorithms::Rebind<All>::Run();
  EXPECT_EQ(std::tuple_size_v<decltype(checked)>, std::size_t{ASCON_ALGORITHM_COUNT});
}

// The static_asserts above can fail.
constexpr bool ChangedAnswerIsSeen() {
  Answer answer = kAnswers[0];
  answer.result.bytes[0] ^= 1;
  std::uint8_t out[sizeof(Field::bytes)] = {};
  const std::span<std::uint8_t> result(out, answer.result.size);
  return Compute<asconkit::aead128>(answer.inputs(), result) &&
         !std::ranges::equal(result, ByteSpan(answer.result));
}
static_assert(ChangedAnswerIsSeen());

// Computed by the compiler, compared at run time with the library's.
template <class... A>
struct CompileTimeResults {
  static constexpr std::size_t kBytes = 64;
  struct Result {
    std::size_t size = 0;
    std::uint8_t bytes[kBytes] = {};
  };

  template <class B>
  static constexpr Result Of() {
    Result result;
    constexpr std::uint8_t counting[64] = {1,  2,  3,  4,  5,  6,  7,  8, 9,
                                           10, 11, 12, 13, 14, 15, 16, 17};
    const ByteSpan all(counting);
    Inputs in = {{}, {}, all.first(kExtra<B>), all.subspan(3, kText<B>)};
    result.size = 32;
    if constexpr (kKeyed<B>) in.key = all.first(B::key_bytes);
    if constexpr (kKind<B> == ASCON_KIND_AEAD)
      in.nonce = all.first(B::nonce_bytes), result.size = in.text.size() + B::tag_bytes;
    if constexpr (kKind<B> == ASCON_KIND_MAC || kKind<B> == ASCON_KIND_PRFSHORT) result.size = 16;
    if (!Compute<B>(in, std::span(result.bytes).first(result.size))) result.size = 0;
    return result;
  }
  template <class B>
  static constexpr std::size_t kExtra = kKind<B> == ASCON_KIND_CXOF ? 9 : 20;
  template <class B>
  static constexpr std::size_t kText = kKind<B> == ASCON_KIND_PRFSHORT ? 11 : 43;

  template <class B>
  static void Compare() {
    static constexpr Result compiled = Of<B>();
    const Result computed = Of<B>();
    ASSERT_NE(computed.size, 0u) << B::name;
    EXPECT_EQ(Bytes(compiled.bytes, compiled.bytes + compiled.size),
              Bytes(computed.bytes, computed.bytes + computed.size))
        << B::name;
  }
  static void CompareAll() { (Compare<A>(), ...); }
};

TEST(Constexpr, CompilerAndLibraryAgree) {
  AllAlgorithms::Rebind<CompileTimeResults>::CompareAll();
}

// Ascon-Hash256 of nothing, as published: the first answer of the known-answer file.
constexpr std::array<std::uint8_t, 32> kHashOfNothing = {
    0x0b, 0x3b, 0xe5, 0x85, 0x0f, 0x2f, 0x6b, 0x98, 0xca, 0xf2, 0x9f, 0x8f, 0xde, 0xa8, 0x9b, 0x64,
    0xa1, 0xfa, 0x70, 0xaa, 0x24, 0x9b, 0x8f, 0x83, 0x9b, 0xd5, 0x3b, 0xaa, 0x30, 0x4d, 0x92, 0xb2};
static_assert(asconkit::hash256::compute({}) == asconkit::hash256::digest(kHashOfNothing));

// Every type that bytes may have, in and out.
constexpr std::byte kByteText[] = {std::byte{'a'}, std::byte{'b'}, std::byte{'c'}};
constexpr unsigned char kCharText[] = {'a', 'b', 'c'};
static_assert(asconkit::hash256::compute(kByteText) == asconkit::hash256::compute("abc"sv));
static_assert(asconkit::hash256::compute(kCharText) == asconkit::hash256::compute("abc"sv));

constexpr bool InPlaceWithStdByte() {
  using aead = asconkit::aead128;
  constexpr std::array<std::byte, 16> counting = {std::byte{1}, std::byte{2}};
  const aead::key key(counting);
  const aead::nonce nonce(counting);
  std::array<std::byte, 20> text = {std::byte{7}};
  const auto before = text;
  const aead::tag tag = aead::encrypt(text, text, "ad"sv, nonce, key);
  if (text == before) return false;
  const auto opened = aead::decrypt(text, text, tag, "ad"sv, nonce, key);
  return opened && text == before;
}
static_assert(InPlaceWithStdByte());

}  // namespace
}  // namespace asconkit_test
