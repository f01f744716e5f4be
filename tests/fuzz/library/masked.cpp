// Computations on 2, 3 or 4 shares, in every form, division and piece, against the calls that are
// not masked. They draw as many random words as they say; where these end, and with a wrong tag,
// all shares of all outputs are zeros.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "tests/support/masked.h"

#include <iterator>

#include "tests/fuzz/support/run.h"
#include "tests/fuzz/support/strings.h"

namespace asconkit_fuzz {
namespace {

using asconkit_test::Describe;
using asconkit_test::Form;
using asconkit_test::Heap;
using asconkit_test::MaskedOutcome;
using asconkit_test::Pieces;
using asconkit_test::Scheme;
using asconkit_test::Sharing;
using asconkit_test::Source;

// How a computation is done.
struct Way {
  explicit Way(Input &input)
      : scheme(asconkit_test::kSchemes[input.UpTo(std::size(asconkit_test::kSchemes) - 1)]),
        form(asconkit_test::kForms[input.UpTo(std::size(asconkit_test::kForms) - 1)]),
        sharing(asconkit_test::kSharings[input.UpTo(std::size(asconkit_test::kSharings) - 1)]),
        in_pieces(input.Flag()),
        words_end(input.OneIn(4)) {}
  Scheme scheme;
  Form form;
  Sharing sharing;
  bool in_pieces, words_end;
};

Pieces SomePieces(Input &input, const Case &c) {
  return {input.Pieces(c.extra.size()), input.Pieces(c.text.size()), input.Pieces(c.out_bytes)};
}

// Runs the computation with as many random words as it takes or, if they are to end, with fewer.
template <typename Function>
MaskedOutcome Run(Input &input, const Way &way, size_t words, const Case &c,
                  const Function &compute) {
  const bool ends = way.words_end && words != 0;
  const size_t limit = ends ? input.UpTo(words - 1) : words;
  Source source(way.scheme, limit);
  const MaskedOutcome outcome = compute(&source);
  if (ends) {
    EXPECT_EQ(outcome.result, ASCON_ERR_RANDOM) << Describe(c);
    if (!way.in_pieces) EXPECT_TRUE(outcome.zero) << Describe(c);  // earlier pieces have been given
  } else {
    EXPECT_EQ(source.count(), words) << Describe(c);
  }
  return outcome;
}

bool IsDone(const MaskedOutcome &outcome) { return outcome.result != ASCON_ERR_RANDOM; }

void CheckSealing(Input &input, const Way &way, const Case &c, const Bytes &sealed) {
  const MaskedOutcome outcome =
      Run(input, way, SealWords(way.form, way.scheme, c, 0), c, [&](Source *source) {
        return way.in_pieces ? MaskedSealInPieces(way.form, way.scheme, source, way.sharing, c,
                                                  SomePieces(input, c))
                             : MaskedSeal(way.form, way.scheme, source, way.sharing, c);
      });
  if (!IsDone(outcome)) return;
  EXPECT_EQ(outcome.result, ASCON_OK) << Describe(c);
  EXPECT_EQ(Joined(outcome.out, outcome.tag), sealed) << Describe(c);
}

void CheckOpening(Input &input, const Way &way, const Case &c, Bytes sealed) {
  const bool forged = input.Flag() && input.FlipBit(&sealed);
  const MaskedOutcome outcome =
      Run(input, way, SealWords(way.form, way.scheme, c, 1), c, [&](Source *source) {
        return way.in_pieces
                   ? MaskedOpenInPieces(way.form, way.scheme, source, way.sharing, c, sealed,
                                        SomePieces(input, c))
                   : MaskedOpen(way.form, way.scheme, source, way.sharing, c, sealed, input.Flag());
      });
  if (!IsDone(outcome)) return;
  EXPECT_EQ(outcome.result, forged ? ASCON_ERR_TAG : ASCON_OK) << Describe(c);
  if (!forged) EXPECT_EQ(outcome.out, c.text) << Describe(c);
  else if (!way.in_pieces) EXPECT_TRUE(outcome.zero) << Describe(c);  // pieces are unverified
}

void CheckSponge(Input &input, const Way &way, const Case &c, const Bytes &expected) {
  const bool pieces = way.in_pieces && c.algorithm->kind != ASCON_KIND_PRFSHORT;
  const MaskedOutcome outcome =
      Run(input, way, SpongeWords(way.scheme, c, 0), c, [&](Source *source) {
        if (!pieces) return MaskedSponge(way.scheme, source, way.sharing, c);
        Pieces some = SomePieces(input, c);
        if (any_output_is_final(c.algorithm)) some.out = {c.out_bytes};
        return MaskedSpongeInPieces(way.scheme, source, way.sharing, c, some);
      });
  if (IsDone(outcome)) EXPECT_EQ(outcome.out, expected) << Describe(c);
}

void CheckVerifying(Input &input, const Way &way, const Case &c, Bytes tag) {
  const bool forged = input.Flag() && input.FlipBit(&tag);
  const MaskedOutcome outcome =
      Run(input, way, SpongeWords(way.scheme, c, 1), c, [&](Source *source) {
        return MaskedOutcome{
            MaskedVerify(way.scheme, source, way.sharing, c, tag, way.in_pieces), {}, {}, true};
      });
  if (IsDone(outcome)) EXPECT_EQ(outcome.result, forged ? ASCON_ERR_TAG : ASCON_OK) << Describe(c);
}

// MACs and PRFs of plain strings, with a key that knows its shares.
void CheckWithKey(Input &input, const Way &way, const Case &c, const Bytes &expected) {
  Source source(way.scheme);
  ascon_masked_key key;
  EXPECT_EQ(ascon_masked_key_init(&key, source.setup(), c.key.data(), c.key.size()), ASCON_OK);
  if (input.Flag()) EXPECT_EQ(ascon_masked_key_refresh(&key, source.setup()), ASCON_OK);
  const ascon_masked_in shares = ascon_masked_key_shares(source.setup(), c.algorithm, &key);
  Heap joined(c.key.size());
  EXPECT_EQ(ascon_masked_join(way.scheme.object, joined.data(), shares, joined.size()), ASCON_OK);
  EXPECT_EQ(joined.bytes(), c.key) << Describe(c);
  const Heap text(c.text);
  const ascon_masked_in message = ascon_masked_plain_in(text.nullable());
  Heap out(c.out_bytes);
  EXPECT_EQ(ascon_masked_sponge(source.setup(), c.algorithm, ascon_masked_plain_out(out.nullable()),
                                out.size(), message, text.size(), shares, c.key.size()),
            ASCON_OK);
  EXPECT_EQ(out.bytes(), expected) << Describe(c);
  if (c.algorithm->kind != ASCON_KIND_MAC) return;
  Bytes tag = expected;
  const bool forged = input.Flag() && input.FlipBit(&tag);
  EXPECT_EQ(
      ascon_masked_sponge_verify(source.setup(), c.algorithm, ascon_masked_plain_in(tag.data()),
                                 message, text.size(), shares),
      forged ? ASCON_ERR_TAG : ASCON_OK);
}

}  // namespace
}  // namespace asconkit_fuzz

FUZZ_TARGET(input) {
  using namespace asconkit_fuzz;
  const Case c = input.Computation();
  const Bytes expected = asconkit_test::Compute(c);
  const Way way(input);
  if (c.algorithm->kind == ASCON_KIND_AEAD) {
    CheckSealing(input, way, c, expected);
    CheckOpening(input, way, c, expected);
    return;
  }
  CheckSponge(input, way, c, expected);
  if (c.algorithm->kind == ASCON_KIND_MAC) CheckVerifying(input, way, c, expected);
  if (c.algorithm->key_bytes != 0) CheckWithKey(input, way, c, expected);
}
