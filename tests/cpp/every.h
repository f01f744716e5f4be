// One computation of any algorithm through its C++ class: in one call, in pieces, and by the code
// that the compiler evaluates. SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <algorithm>
#include <type_traits>
#include <utility>

#include <gtest/gtest.h>

#include "../support/all_algorithms.hpp"

namespace asconkit_test {

template <class Result>
::testing::AssertionResult Fails(const Result &result, asconkit::error expected) {
  if (result.has_value()) return ::testing::AssertionFailure() << "no error";
  if (result.error() == expected) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << describe(result.error());
}

using ByteSpan = std::span<const std::uint8_t>;

// The inputs of a call, with the names of Case in tests/support/calls.h.
struct Inputs {
  ByteSpan key, nonce;
  ByteSpan extra;  // associated data or customization
  ByteSpan text;
};

template <class A>
inline constexpr ascon_kind kKind{};
#define ASCON_TEST_KIND(kind, KIND)                                                                \
  template <class Row>                                                                             \
  inline constexpr ascon_kind kKind<asconkit::kind##_algorithm<Row>> = ASCON_KIND_##KIND;          \
  template <class Row>                                                                             \
  Row RowOf(asconkit::kind##_algorithm<Row>);
ASCON_TEST_KIND(aead, AEAD)
ASCON_TEST_KIND(hash, HASH)
ASCON_TEST_KIND(xof, XOF)
ASCON_TEST_KIND(cxof, CXOF)
ASCON_TEST_KIND(mac, MAC)
ASCON_TEST_KIND(prf, PRF)
ASCON_TEST_KIND(prfshort, PRFSHORT)

template <class A>
using RowOfT = decltype(RowOf(std::declval<A>()));

template <class A>
inline constexpr bool kKeyed = kKind<A> == ASCON_KIND_AEAD || kKind<A> == ASCON_KIND_MAC ||
                               kKind<A> == ASCON_KIND_PRF || kKind<A> == ASCON_KIND_PRFSHORT;

// f.operator()<n>() of the tag length that is known at run time.
template <class A, std::size_t n = A::min_tag_bytes, class F>
constexpr bool WithTagBytes(std::size_t bytes, const F &f) {
  if (bytes == n) return f.template operator()<n>();
  if constexpr (n < A::tag_bytes) return WithTagBytes<A, n + 1>(bytes, f);
  return false;
}

template <class Octets>
constexpr bool CopyOut(const asconkit::result<Octets> &value, std::span<std::uint8_t> out) {
  if (!value || value->size() != out.size()) return false;
  std::ranges::copy(value->bytes(), out.begin());
  return true;
}

template <class A>
constexpr bool Seal(const Inputs &in, std::span<std::uint8_t> out) {
  if (out.size() < in.text.size()) return false;
  const auto key = A::key::from(in.key);
  const auto nonce = A::nonce::from(in.nonce);
  const auto text = out.first(in.text.size()), tag = out.subspan(in.text.size());
  return key && nonce && WithTagBytes<A>(tag.size(), [&]<std::size_t n>() {
           return CopyOut(A::template encrypt<n>(text, in.text, in.extra, *nonce, *key), tag);
         });
}

template <class A>
constexpr bool Open(const Inputs &in, ByteSpan sealed, std::span<std::uint8_t> text) {
  const auto key = A::key::from(in.key);
  const auto nonce = A::nonce::from(in.nonce);
  const auto cipher = sealed.first(text.size()), tail = sealed.subspan(text.size());
  return key && nonce && WithTagBytes<A>(tail.size(), [&]<std::size_t n>() {
           const auto tag = A::template truncated_tag<n>::from(tail);
           return tag && A::decrypt(text, cipher, *tag, in.extra, *nonce, *key).has_value();
         });
}

// The result, an AEAD's as ciphertext || tag; false if there is an error. As long as `out`.
template <class A>
constexpr bool Compute(const Inputs &in, std::span<std::uint8_t> out) {
  constexpr ascon_kind kind = kKind<A>;
  if constexpr (kind == ASCON_KIND_AEAD) return Seal<A>(in, out);
  if constexpr (kind == ASCON_KIND_HASH) return CopyOut(asconkit::result(A::compute(in.text)), out);
  if constexpr (kind == ASCON_KIND_XOF) return A::compute(out, in.text), true;
  if constexpr (kind == ASCON_KIND_CXOF) return A::compute(out, in.text, in.extra).has_value();
  if constexpr (kKeyed<A> && kind != ASCON_KIND_AEAD) {
    const auto key = A::key::from(in.key);
    if (!key) return false;
    if constexpr (kind == ASCON_KIND_MAC)
      return CopyOut(asconkit::result(A::compute(in.text, *key)), out);
    if constexpr (kind == ASCON_KIND_PRF) return A::compute(out, in.text, *key), true;
    if constexpr (kind == ASCON_KIND_PRFSHORT) return A::compute(out, in.text, *key).has_value();
  }
}

// The same by what the compiler evaluates, here at run time.
template <class A>
bool Evaluate(const Inputs &in, std::span<std::uint8_t> out) {
  namespace detail = asconkit::detail;
  constexpr detail::parameters p = RowOfT<A>::parameters;
  const ByteSpan secret = kKind<A> == ASCON_KIND_CXOF ? in.extra : in.key;
  ascon_result result;
  if constexpr (kKind<A> == ASCON_KIND_AEAD)
    result = detail::evaluate_encrypt<p>(out.first(in.text.size()), out.subspan(in.text.size()),
                                         in.text, in.extra, in.nonce, in.key);
  else if constexpr (kKind<A> == ASCON_KIND_PRFSHORT)
    result = detail::evaluate_prfshort<p>(out, in.text, in.key);
  else result = detail::evaluate_sponge<p>(out, in.text, secret);
  return result == ASCON_OK;
}

// The list of all algorithms as something else: Rebind<F>::type is F<aead128, ...>.
template <class... A>
struct AlgorithmList {
  static constexpr std::size_t size = sizeof...(A);
  template <template <class...> class F>
  using Rebind = F<A...>;
};
using AllAlgorithms = all_algorithms<AlgorithmList>;

}  // namespace asconkit_test
