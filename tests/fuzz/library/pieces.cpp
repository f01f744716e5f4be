// One computation by any algorithm on any backend: in one call and in pieces it gives what the
// specification says. Decryption gives the text back, and refuses what was changed in any bit.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "tests/fuzz/support/run.h"
#include "tests/support/specification.h"

namespace asconkit_fuzz {
namespace {

using asconkit_test::Describe;
using asconkit_test::Pieces;

Pieces SomePieces(Input &input, const Case &c) {
  return {input.Pieces(c.extra.size()), input.Pieces(c.text.size()), input.Pieces(c.out_bytes)};
}

void ExpectOpened(Input &input, const Case &c, const Bytes &sealed) {
  EXPECT_EQ(asconkit_test::Open(c, sealed, input.Flag(), input.UpTo(7)), c.text) << Describe(c);
  EXPECT_EQ(asconkit_test::OpenInPieces(c, sealed, SomePieces(input, c), input.Flag()), c.text)
      << Describe(c);
}

// One bit of one string differs.
void ExpectRefused(Input &input, Case c, Bytes sealed) {
  Bytes *const strings[] = {&sealed, &c.key, &c.nonce, &c.extra};
  if (!input.FlipBit(strings[input.UpTo(3)])) return;
  EXPECT_EQ(asconkit_test::Open(c, sealed, input.Flag(), input.UpTo(7)), std::nullopt)
      << Describe(c);
  EXPECT_EQ(asconkit_test::OpenInPieces(c, sealed, SomePieces(input, c), input.Flag()),
            std::nullopt)
      << Describe(c);
}

void ExpectVerified(Input &input, Case c, Bytes tag) {
  auto verify = [&] {
    return any_mac_verify(c.algorithm, tag.data(), c.text.data(), c.text.size(), c.key.data());
  };
  EXPECT_EQ(verify(), ASCON_OK) << Describe(c);
  Bytes *const strings[] = {&tag, &c.key, &c.text};
  if (input.FlipBit(strings[input.UpTo(2)])) EXPECT_EQ(verify(), ASCON_ERR_TAG) << Describe(c);
}

}  // namespace
}  // namespace asconkit_fuzz

FUZZ_TARGET(input) {
  using namespace asconkit_fuzz;
  ASSERT_EQ(ascon_backend_force(input.Backend()), ASCON_OK);
  const Case c = input.Computation();
  const Bytes expected = asconkit_test::Specified(c);
  EXPECT_EQ(asconkit_test::Compute(c, input.UpTo(7)), expected) << Describe(c);
  if (c.algorithm->kind != ASCON_KIND_PRFSHORT) {
    EXPECT_EQ(asconkit_test::ComputeInPieces(c, SomePieces(input, c)), expected) << Describe(c);
  }
  if (c.algorithm->kind == ASCON_KIND_AEAD) {
    ExpectOpened(input, c, expected);
    ExpectRefused(input, c, expected);
  }
  if (c.algorithm->kind == ASCON_KIND_MAC) ExpectVerified(input, c, expected);
}
