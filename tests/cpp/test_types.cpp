// The types of keys, nonces and tags: what compiles, what does not, and that they are zeroized.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <ostream>
#include <string>
#include <vector>

#include "../support/support.h"
#include "every.h"

namespace asconkit_test {
namespace {

using namespace std::string_view_literals;
using asconkit::aead128, asconkit::hash256, asconkit::xof128;
namespace v12 = asconkit::v12;
namespace v13 = asconkit::v13;

// ---- What does not compile ----------------------------------------------------------------------

template <class To, class From>
concept made_of = std::is_constructible_v<To, From>;

// Another role, another algorithm, another size.
static_assert(!made_of<aead128::key, aead128::nonce> && !made_of<aead128::nonce, aead128::key>);
static_assert(!made_of<aead128::key, v12::ascon128::key> && !made_of<v12::mac::key, v13::mac::key>);
static_assert(!made_of<aead128::tag, aead128::truncated_tag<8>>);
static_assert(made_of<aead128::key, std::array<std::byte, 16>>);
static_assert(made_of<aead128::key, std::span<const unsigned char, 16>>);
static_assert(!made_of<aead128::key, std::array<std::byte, 15>>);
static_assert(!made_of<v12::ascon80pq::key, std::array<std::byte, 16>>);
static_assert(!made_of<aead128::key, std::span<const unsigned char>>);  // from() takes it
static_assert(!made_of<aead128::key, std::vector<unsigned char>>);
static_assert(!std::is_convertible_v<std::array<std::byte, 16>, aead128::key>);
static_assert(!made_of<aead128::key, std::array<int, 16>>);
// No value by accident.
static_assert(!std::is_default_constructible_v<aead128::key>);
static_assert(!std::is_default_constructible_v<aead128::nonce>);
static_assert(std::is_default_constructible_v<aead128::tag>);
template <class T>
concept made_of_nothing = requires { T({}); };
static_assert(!made_of_nothing<aead128::key>);

// A secret is not a message, and cannot be printed, ordered, or compared with something else.
static_assert(!made_of<asconkit::input, aead128::key> &&
              !made_of<asconkit::output, aead128::tag &>);
static_assert(!std::ranges::range<aead128::key>);
template <class T>
concept printable = requires(std::ostream &stream, const T &value) { stream << value; };
template <class T>
concept ordered = requires(const T &value) { value < value; };
static_assert(printable<int> && !printable<aead128::key> && !printable<aead128::tag>);
static_assert(ordered<int> && !ordered<aead128::key> && !ordered<hash256::digest>);
static_assert(!std::equality_comparable_with<aead128::key, aead128::nonce>);
static_assert(!std::is_convertible_v<aead128::key, bool>);

// Bytes: both types, and strings of sure length.
static_assert(made_of<asconkit::input, std::string_view> && made_of<asconkit::input, std::string>);
static_assert(!made_of<asconkit::input, const char (&)[4]> &&
              !made_of<asconkit::input, const char *>);
static_assert(!made_of<asconkit::input, std::vector<int>>);
static_assert(!made_of<asconkit::output, const std::array<std::byte, 4> &>);
static_assert(!made_of<asconkit::output, std::string &>);

// Lengths that the types say.
template <std::size_t out, std::size_t in>
concept encrypts =
    requires(std::array<std::byte, out> to, std::array<std::byte, in> from, aead128::nonce nonce,
             aead128::key key) { static_cast<void>(aead128::encrypt(to, from, {}, nonce, key)); };
static_assert(encrypts<8, 8> && !encrypts<8, 9> && !encrypts<9, 8>);
template <class A, std::size_t n>
concept has_tag =
    requires(std::array<std::byte, 8> text, typename A::nonce nonce, typename A::key key) {
      static_cast<void>(A::template encrypt<n>(text, text, {}, nonce, key));
    };
static_assert(has_tag<aead128, 4> && has_tag<aead128, 16>);
static_assert(!has_tag<aead128, 3> && !has_tag<aead128, 17> && !has_tag<aead128, 0>);
static_assert(has_tag<v12::ascon128a, 16> && !has_tag<v12::ascon128a, 15>);
template <std::size_t z>
concept customizes = requires(std::array<std::byte, z> string, std::array<std::byte, 8> out) {
  asconkit::cxof128::compute(out, {}, string);
};
static_assert(customizes<256> && !customizes<257>);
template <std::size_t out, std::size_t message>
concept short_prf = requires(std::array<std::byte, message> in, std::array<std::byte, out> to,
                             v13::prfshort::key key) { v13::prfshort::compute(to, in, key); };
static_assert(short_prf<16, 16> && short_prf<1, 1> && !short_prf<17, 1> && !short_prf<1, 17>);

// An encryption cannot be copied; a hash context can, to continue in two ways.
static_assert(!std::is_copy_constructible_v<aead128::encryption>);
static_assert(!std::is_copy_assignable_v<aead128::decryption>);
static_assert(std::is_copy_constructible_v<hash256::context>);
static_assert(std::is_nothrow_move_constructible_v<aead128::encryption>);

// ---- Values -------------------------------------------------------------------------------------

constexpr std::array<unsigned char, 16> kSome = {1, 2,  3,  4,  5,  6,  7,  8,
                                                 9, 10, 11, 12, 13, 14, 15, 16};

TEST(Octets, HoldWhatTheyAreMadeOf) {
  const aead128::key key(kSome);
  EXPECT_EQ(key.size(), 16u);
  EXPECT_TRUE(std::ranges::equal(key.bytes(), kSome));
  EXPECT_EQ(key.as_bytes()[1], std::byte{2});
  const auto made = aead128::key::generate(
      [](std::span<unsigned char, 16> to) { std::ranges::copy(kSome, to.begin()); });
  EXPECT_TRUE(made == key);
}

TEST(Octets, FromChecksTheLength) {
  const std::vector<unsigned char> bytes(17);
  for (size_t n : {0u, 15u, 17u}) {
    const auto made = aead128::key::from(std::span(bytes).first(n));
    ASSERT_FALSE(made) << n;
    EXPECT_EQ(made.error(), asconkit::error::range);
  }
  EXPECT_TRUE(aead128::key::from(std::span(bytes).first(16)));
}

TEST(Octets, AreEqualOnlyIfAllBytesAre) {
  const aead128::tag tag(kSome);
  for (size_t i = 0; i < 16; i++) {
    auto other = kSome;
    other[i] ^= 0x80;
    EXPECT_FALSE(tag == aead128::tag(other));
    EXPECT_TRUE(tag != aead128::tag(other));
  }
  EXPECT_TRUE(tag == aead128::tag(kSome));
}

// A key that was moved is the same key: nothing can be encrypted with one of zeros by mistake.
TEST(Octets, ThereIsNoMovedFromValue) {
  aead128::key key(kSome);
  const aead128::key moved = std::move(key);
  EXPECT_TRUE(moved == aead128::key(kSome));
  EXPECT_TRUE(key == moved);  // NOLINT: after the move
  aead128::key target(std::array<unsigned char, 16>{});
  target = std::move(key);
  EXPECT_TRUE(target == moved && key == moved);  // NOLINT
  auto &self = target;
  target = std::move(self);
  EXPECT_TRUE(target == moved) << "moved to itself";

  const aead128::nonce nonce(kSome);
  std::array<unsigned char, 8> right{}, after{};
  const aead128::tag tag = aead128::encrypt(right, right, {}, nonce, moved);
  EXPECT_TRUE(aead128::encrypt(after, after, {}, nonce, key) == tag);  // NOLINT
  EXPECT_EQ(after, right);
}
static_assert(std::is_nothrow_move_constructible_v<aead128::key> &&
              std::is_nothrow_move_assignable_v<aead128::key>);

TEST(Octets, RandomKeysAndNoncesDiffer) {
  const auto a = aead128::key::generate(), b = aead128::key::generate();
  ASSERT_TRUE(a && b);
  EXPECT_FALSE(*a == *b);
  const auto first = v12::ascon128::nonce::generate(), second = v12::ascon128::nonce::generate();
  ASSERT_TRUE(first && second);
  EXPECT_FALSE(*first == *second);
  EXPECT_TRUE(v13::mac::key::generate());
}
template <class T>
concept can_be_random = requires { T::generate(); };
static_assert(can_be_random<v12::ascon80pq::key> && can_be_random<aead128::nonce>);
static_assert(!can_be_random<aead128::tag> && !can_be_random<hash256::digest>);
template <class Fill>
concept can_fill = requires(Fill fill) { aead128::key::generate(fill); };
static_assert(can_fill<void (*)(std::span<std::uint8_t, 16>)> &&
              !can_fill<bool (*)(std::span<std::uint8_t, 16>)>);

// ---- Wiping -------------------------------------------------------------------------------------

// Not inlined, so that the compiler cannot know that the memory is not used afterwards.
template <class T>
[[gnu::noinline]] void Destroy(T *value) {
  std::destroy_at(value);
}

// How many bytes of a value's memory are not zero once it is destroyed.
template <class T, class Make>
size_t LeftAfter(const Make &make) {
  alignas(T) static unsigned char memory[sizeof(T)];
  std::fill_n(memory, sizeof memory, static_cast<unsigned char>(0xee));
  T *value = make(static_cast<void *>(memory));
  asm volatile("" : "+r"(value) : : "memory");
  Destroy(value);
  const unsigned char *bytes = memory;
  asm volatile("" : "+r"(bytes) : : "memory");
  return static_cast<size_t>(
      std::count_if(bytes, bytes + sizeof memory, [](auto byte) { return byte != 0; }));
}

template <class T, class... Arguments>
size_t LeftOf(const Arguments &...arguments) {
  return LeftAfter<T>([&](void *place) { return new (place) T(arguments...); });
}

struct Unwiped {
  std::array<unsigned char, 16> bytes;
  explicit Unwiped(const std::array<unsigned char, 16> &from) : bytes(from) {}
  ~Unwiped() { asm volatile("" : : "r"(this) : "memory"); }
};

TEST(Wiping, PlantedSecretIsFound) { EXPECT_EQ(LeftOf<Unwiped>(kSome), 16u); }

TEST(Wiping, NothingIsLeftOfValues) {
  EXPECT_EQ(LeftOf<aead128::key>(kSome), 0u);
  EXPECT_EQ(LeftOf<aead128::nonce>(kSome), 0u);
  EXPECT_EQ(LeftOf<aead128::tag>(kSome), 0u);
  EXPECT_EQ(LeftOf<xof128::output<16>>(kSome), 0u);
}

TEST(Wiping, FailedResultsHoldNothing) {
  using Result = asconkit::result<aead128::key>;
  static Result *result = nullptr;
  const size_t left = LeftAfter<Result>([](void *place) {
    result = new (place) Result(aead128::key(kSome));
    result->fail(asconkit::error::range);
    return result;
  });
  // What tells that there is an error may stay.
  EXPECT_LE(left, sizeof(asconkit::status));
}

template <class Context, class... Arguments>
size_t LeftOfContext(const Arguments &...arguments) {
  return LeftAfter<Context>([&](void *place) {
    auto *context = new (place) Context(arguments...);
    if constexpr (requires { context->update("secret"sv); }) {
      EXPECT_TRUE(context->update("secret"sv));
    }
    return context;
  });
}

TEST(Wiping, NothingIsLeftOfContexts) {
  const aead128::key key(kSome);
  const aead128::nonce nonce(kSome);
  EXPECT_EQ(LeftOfContext<aead128::encryption>(nonce, key), 0u);
  EXPECT_EQ(LeftOfContext<aead128::decryption>(nonce, key), 0u);
  EXPECT_EQ(LeftOfContext<hash256::context>(), 0u);
  EXPECT_EQ(LeftOfContext<xof128::context>(), 0u);
  EXPECT_EQ(LeftOfContext<asconkit::cxof128::context>(kSome), 0u);
  EXPECT_EQ(LeftOfContext<v12::mac::context>(v12::mac::key(kSome)), 0u);
  EXPECT_EQ(LeftOfContext<v13::prf::context>(v13::prf::key(kSome)), 0u);
}

template <class Context>
bool AllZero(const Context &context) {
  const auto bytes = std::as_bytes(std::span(&context, 1));
  return std::ranges::all_of(bytes, [](auto byte) { return byte == std::byte{}; });
}

TEST(Wiping, MovedContextsAreZero) {
  aead128::encryption a{aead128::nonce(kSome), aead128::key(kSome)};
  EXPECT_FALSE(AllZero(a));
  aead128::encryption b = std::move(a);
  EXPECT_TRUE(AllZero(a));  // NOLINT: after the move
  EXPECT_FALSE(AllZero(b));
  a = std::move(b);
  EXPECT_TRUE(AllZero(b));  // NOLINT
  EXPECT_FALSE(AllZero(a));
  auto &self = a;
  a = std::move(self);
  EXPECT_FALSE(AllZero(a));
  EXPECT_TRUE(a.final());
  EXPECT_TRUE(AllZero(a));
}

}  // namespace
}  // namespace asconkit_test
