// Computations on shares in all forms, for the tests of masked code. Results are compared with
// those of calls.h, which the specification knows. SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <optional>

#include "calls.h"
#include "asconkit/masked/ascon_masked.h"

namespace asconkit_test {

// A number of shares, and the object that represents it.
struct Scheme {
  unsigned shares;
  const ascon_masked_scheme *object;
};
inline const Scheme kSchemes[] = {
    {2, &ascon_masked_scheme_2}, {3, &ascon_masked_scheme_3}, {4, &ascon_masked_scheme_4}};

// Random words, counted, until there are none left.
class Source {
 public:
  enum class Gives { kRandom, kZeros };
  explicit Source(const Scheme &scheme, size_t limit = SIZE_MAX, Gives gives = Gives::kRandom);
  const ascon_masked_setup *setup() const { return &setup_; }
  const ascon_masked_setup *leveled() const { return &leveled_; }
  size_t count() const { return count_; }
  const Bytes &given() const { return given_; }

 private:
  static int Words(void *context, uint32_t *out, size_t count);

  ascon_masked_setup setup_, leveled_;
  Random random_;
  size_t limit_, count_ = 0;
  Gives gives_;
  Bytes given_;
};

// How a string is divided: not at all; into itself and zeros; into shares all but the first of
// which are equal; into random ones.
enum class Sharing { kPlain, kZeros, kEqual, kRandom };
inline constexpr Sharing kSharings[] = {Sharing::kPlain, Sharing::kZeros, Sharing::kEqual,
                                        Sharing::kRandom};

// A string in shares at some alignment. The shares are one stride apart in one buffer, which ends
// with the last byte of the last share.
class Shared {
 public:
  Shared(const Scheme &scheme, Sharing sharing, const Bytes &value, size_t skew = 0);
  ascon_masked_in in(size_t at = 0) const;
  ascon_masked_out out(size_t at = 0);
  Bytes value() const;  // the sum
  bool IsZero() const;  // every share

 private:
  unsigned count_;
  size_t bytes_, stride_;
  Heap memory_;
};

// Plain strings with a key that knows its shares; all strings in shares; leveled, where text and
// associated data are plain, with a key that knows its shares unless the message is in pieces.
enum class Form { kOrdinary, kShared, kLeveled };
inline constexpr Form kForms[] = {Form::kOrdinary, Form::kShared, Form::kLeveled};

// One computation, and what came of it.
struct MaskedOutcome {
  ascon_result result = ASCON_OK;
  Bytes out;         // of AEAD: text
  Bytes tag;         // of encryption
  bool zero = true;  // all shares of all outputs
};

// In one call.
MaskedOutcome MaskedSeal(Form form, const Scheme &scheme, Source *source, Sharing sharing,
                         const Case &c);
MaskedOutcome MaskedOpen(Form form, const Scheme &scheme, Source *source, Sharing sharing,
                         const Case &c, const Bytes &sealed, bool in_place = false);
// In pieces of the lengths given; kOrdinary is kShared with plain strings.
MaskedOutcome MaskedSealInPieces(Form form, const Scheme &scheme, Source *source, Sharing sharing,
                                 const Case &c, const Pieces &pieces);
MaskedOutcome MaskedOpenInPieces(Form form, const Scheme &scheme, Source *source, Sharing sharing,
                                 const Case &c, const Bytes &sealed, const Pieces &pieces);
// Hashes, XOFs, CXOFs, MACs, PRFs, PrfShort.
MaskedOutcome MaskedSponge(const Scheme &scheme, Source *source, Sharing sharing, const Case &c);
MaskedOutcome MaskedSpongeInPieces(const Scheme &scheme, Source *source, Sharing sharing,
                                   const Case &c, const Pieces &pieces);
ascon_result MaskedVerify(const Scheme &scheme, Source *source, Sharing sharing, const Case &c,
                          const Bytes &tag, bool in_pieces);

// What the library says a computation takes.
size_t SealWords(Form form, const Scheme &scheme, const Case &c, int decrypt);
size_t SpongeWords(const Scheme &scheme, const Case &c, int verify);

}  // namespace asconkit_test
