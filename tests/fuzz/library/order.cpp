// Calls on a context in any order, and single ones, right and wrong: each returns what ascon.h
// says. A refused call writes nothing and leaves the context as it was; the accepted ones together
// give what the specification says.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#endif

#include <algorithm>
#include <cstring>
#include <optional>

#include "tests/fuzz/support/faults.h"
#include "tests/fuzz/support/run.h"
#include "tests/fuzz/support/strings.h"
#include "tests/support/algorithm_rows.h"
#include "tests/support/specification.h"

namespace asconkit_fuzz {
namespace {

using asconkit_test::Guarded;
using asconkit_test::Heap;
using asconkit_test::Specified;

bool IsZero(const void *memory, size_t bytes) {
  const auto *p = static_cast<const uint8_t *>(memory);
  return std::all_of(p, p + bytes, [](uint8_t byte) { return byte == 0; });
}

// The bytes of a context. Its padding has no value, which MemorySanitizer knows.
template <typename Context>
Bytes BytesOf(const Context &context) {
  Bytes bytes(sizeof context);
  std::memcpy(bytes.data(), &context, sizeof context);
#if __has_feature(memory_sanitizer)
  __msan_unpoison(bytes.data(), bytes.size());
#endif
  return bytes;
}

// Makes the call, which writes to `out`; true if it was accepted.
template <typename Context, typename Call>
bool Accepts(Context *context, const Faults &faults, Guarded *out, const Call &call) {
  const Bytes before = BytesOf(*context), untouched = out->bytes();
  const ascon_result result = call();
  EXPECT_TRUE(out->intact());
  ExpectReturned(result, faults);
  if (faults.empty()) return true;
  EXPECT_EQ(BytesOf(*context), before);
  EXPECT_EQ(out->bytes(), untouched);
  return false;
}

// A string that a call reads.
Argument SomeArgument(Input &input, Faults *faults) {
  return Argument(input, input.UpTo(50), faults);
}

// ---- AEAD -----------------------------------------------------------------------------------

class AeadContext {
 public:
  void Call(Input &input) {
    switch (input.UpTo(6)) {
      case 0: return Start(input);
      case 1: return AddAd(input);
      case 2: return AddText(input, Phase::kEncrypting);
      case 3: return AddText(input, Phase::kDecrypting);
      case 4: return FinishEncryption(input);
      case 5: return FinishDecryption(input);
      default: return Copy();
    }
  }

 private:
  enum class Phase { kNone, kAd, kEncrypting, kDecrypting };

  void Start(Input &input) {
    const ascon_algorithm *a = input.OneOf(asconkit_test::Algorithms());
    EXPECT_EQ(ascon_backend_force(input.Backend()), ASCON_OK);
    Faults faults;
    if (a->kind != ASCON_KIND_AEAD) faults = {ASCON_ERR_ALGORITHM};
    const Bytes key = input.Some(a->key_bytes), nonce = input.Some(a->nonce_bytes);
    Guarded nothing({});
    if (!Accepts(&context_, faults, &nothing,
                 [&] { return ascon_any_aead_init(&context_, a, nonce.data(), key.data()); }))
      return;
    phase_ = Phase::kAd;
    case_ = {a, a->output_bytes, key, nonce, {}, {}};
    cipher_.clear();
  }

  void AddAd(Input &input) {
    Faults faults = phase_ == Phase::kAd ? Faults{} : Faults{ASCON_ERR_ORDER};
    const Argument ad = SomeArgument(input, &faults);
    Guarded nothing({});
    if (Accepts(&context_, faults, &nothing,
                [&] { return ascon_any_aead_ad(&context_, ad.data(), ad.size()); }))
      Append(&case_.extra, ad.content());
  }

  Faults FaultsOfText(Phase phase) const {
    return phase_ == phase || phase_ == Phase::kAd ? Faults{} : Faults{ASCON_ERR_ORDER};
  }

  void AddText(Input &input, Phase phase) {
    Faults faults = FaultsOfText(phase);
    const Argument in = SomeArgument(input, &faults);
    Guarded out(Bytes(in.size(), kUntouched), in.size() % 5);
    const auto call = phase == Phase::kEncrypting ? ascon_any_aead_encrypt_update
                                                  : ascon_any_aead_decrypt_update_unverified;
    if (!Accepts(&context_, faults, &out,
                 [&] { return call(&context_, out.nullable(), in.data(), in.size()); }))
      return;
    phase_ = phase;
    Append(&case_.text, phase == Phase::kEncrypting ? in.content() : out.bytes());
    Append(&cipher_, phase == Phase::kEncrypting ? out.bytes() : in.content());
  }

  // A length of tag, right or wrong.
  size_t TagLength(Input &input, Faults *faults) {
    const size_t n = input.OneIn(6) ? input.UpTo(18) : 16;
    if (phase_ != Phase::kNone && (n < case_.algorithm->min_tag_bytes || n > 16))
      faults->push_back(ASCON_ERR_RANGE);
    return n;
  }

  // Ciphertext || tag of this length.
  Bytes Sealed(size_t tag_bytes) {
    case_.out_bytes = tag_bytes;
    return Specified(case_);
  }

  void FinishEncryption(Input &input) {
    Faults faults = FaultsOfText(Phase::kEncrypting);
    Guarded tag(Bytes(TagLength(input, &faults), kUntouched));
    if (!Accepts(&context_, faults, &tag, [&] {
          return ascon_any_aead_encrypt_final(&context_, tag.data(), tag.bytes().size());
        }))
      return;
    Append(&cipher_, tag.bytes());
    EXPECT_EQ(cipher_, Sealed(tag.bytes().size())) << asconkit_test::Describe(case_);
    ExpectOver();
  }

  void FinishDecryption(Input &input) {
    Faults faults = FaultsOfText(Phase::kDecrypting);
    const size_t n = TagLength(input, &faults);
    Bytes tag(n);
    if (faults.empty()) {
      const Bytes sealed = Sealed(n);
      tag.assign(sealed.end() - static_cast<ptrdiff_t>(n), sealed.end());
      EXPECT_TRUE(std::equal(cipher_.begin(), cipher_.end(), sealed.begin()));
    }
    const ascon_result expected =
        faults.empty() && input.Flag() && input.FlipBit(&tag) ? ASCON_ERR_TAG : ASCON_OK;
    const Heap given(tag);
    Guarded nothing({});
    ascon_result result = ASCON_OK;
    const bool accepted = Accepts(&context_, faults, &nothing, [&] {
      result = ascon_any_aead_decrypt_final(&context_, given.data(), n);
      return faults.empty() ? ASCON_OK : result;
    });
    if (!accepted) return;
    EXPECT_EQ(result, expected);
    ExpectOver();
  }

  void ExpectOver() {
    EXPECT_TRUE(IsZero(&context_, sizeof context_));
    phase_ = Phase::kNone;
  }

  // The message continues with a copy; the original is wiped.
  void Copy() {
    const ascon_aead_ctx copy = context_;
    ascon_wipe(&context_, sizeof context_);
    context_ = copy;
  }

  ascon_aead_ctx context_ = {};
  Phase phase_ = Phase::kNone;
  Case case_ = {};
  Bytes cipher_;
};

// ---- Hashes, XOFs, MACs and PRFs --------------------------------------------------------------

// The calls for any kind, and those that are named after an algorithm and serve its kind.
struct SpongeCalls {
  std::optional<ascon_kind> kind;  // none: any
  ascon_result (*update)(ascon_sponge_ctx *, const uint8_t *, size_t);
  ascon_result (*final)(ascon_sponge_ctx *, uint8_t *);            // NULL: squeeze
  ascon_result (*squeeze)(ascon_sponge_ctx *, uint8_t *, size_t);  // NULL: final
};

const std::vector<SpongeCalls> kSpongeCalls = {
    {std::nullopt, ascon_any_sponge_update, nullptr, ascon_any_sponge_squeeze},
    {ASCON_KIND_HASH, ascon_hash256_update, ascon_hash256_final, nullptr},
    {ASCON_KIND_XOF, ascon_xof128_update, nullptr, ascon_xof128_squeeze}};

class SpongeContext {
 public:
  ~SpongeContext() { ExpectSpecified(); }

  void Call(Input &input) {
    switch (input.UpTo(3)) {
      case 0: return Start(input);
      case 1: return Absorb(input);
      case 2: return Squeeze(input);
      default: return Verify(input);
    }
  }

 private:
  enum class Phase { kNone, kAbsorbing, kSqueezing };

  void Start(Input &input) {
    const ascon_algorithm *a = input.OneOf(asconkit_test::Algorithms());
    EXPECT_EQ(ascon_backend_force(input.Backend()), ASCON_OK);
    if (a->kind == ASCON_KIND_AEAD || a->kind == ASCON_KIND_PRFSHORT) return;
    Case next = {a, 0, input.Some(a->key_bytes), {}, {}, {}};
    Faults faults;
    if (a->kind == ASCON_KIND_CXOF) next.extra = input.Some(input.UpTo(258));
    if (next.extra.size() > 256) faults = {ASCON_ERR_RANGE};
    Guarded nothing({});
    if (!Accepts(&context_, faults, &nothing,
                 [&] { return any_init(&context_, a, asconkit_test::InputOf(next)); }))
      return;
    ExpectSpecified();
    case_ = next;
    phase_ = Phase::kAbsorbing;
    out_.clear();
  }

  // Whether the context is of a kind that these calls serve; those of XOFs serve CXOFs too.
  bool Serves(std::optional<ascon_kind> kind) const {
    return !kind || case_.algorithm->kind == *kind ||
           (*kind == ASCON_KIND_XOF && case_.algorithm->kind == ASCON_KIND_CXOF);
  }
  Faults FaultsOf(std::optional<ascon_kind> kind) const {
    if (phase_ == Phase::kNone) return {ASCON_ERR_ORDER};
    return Serves(kind) ? Faults{} : Faults{ASCON_ERR_ALGORITHM};
  }
  // The length of the digest or tag of the message, or 0.
  size_t FixedLength() const {
    if (phase_ == Phase::kNone || !any_output_is_final(case_.algorithm)) return 0;
    return case_.algorithm->output_bytes;
  }

  void Absorb(Input &input) {
    const SpongeCalls calls = input.OneOf(kSpongeCalls);
    Faults faults = FaultsOf(calls.kind);
    if (phase_ == Phase::kSqueezing) faults.push_back(ASCON_ERR_ORDER);
    const Argument piece = SomeArgument(input, &faults);
    Guarded nothing({});
    if (Accepts(&context_, faults, &nothing,
                [&] { return calls.update(&context_, piece.data(), piece.size()); }))
      Append(&case_.text, piece.content());
  }

  void Squeeze(Input &input) {
    const SpongeCalls calls = input.OneOf(kSpongeCalls);
    Faults faults = FaultsOf(calls.kind);
    const size_t fixed = FixedLength();
    const bool whole = fixed != 0 && input.UpTo(3) != 0;
    const size_t n = calls.final ? 32 : whole ? fixed : input.UpTo(80);
    if (fixed != 0 && faults.empty() && n != fixed) faults.push_back(ASCON_ERR_RANGE);
    Guarded out(Bytes(n, kUntouched), n % 7);
    if (!Accepts(&context_, faults, &out, [&] {
          return calls.final ? calls.final(&context_, out.data())
                             : calls.squeeze(&context_, out.nullable(), n);
        }))
      return;
    Append(&out_, out.bytes());
    phase_ = Phase::kSqueezing;
    if (fixed != 0) ExpectOver();
  }

  void Verify(Input &input) {
    const Faults faults = FaultsOf(ASCON_KIND_MAC);
    Bytes tag(16);
    if (faults.empty()) {
      case_.out_bytes = 16;
      tag = Specified(case_);
    }
    const ascon_result expected = input.Flag() && input.FlipBit(&tag) ? ASCON_ERR_TAG : ASCON_OK;
    Guarded nothing({});
    ascon_result result = ASCON_OK;
    const bool accepted = Accepts(&context_, faults, &nothing, [&] {
      result = ascon_any_sponge_verify_final(&context_, tag.data());
      return faults.empty() ? ASCON_OK : result;
    });
    if (!accepted) return;
    EXPECT_EQ(result, expected);
    ExpectOver();
  }

  void ExpectOver() {
    EXPECT_TRUE(IsZero(&context_, sizeof context_));
    ExpectSpecified();
    phase_ = Phase::kNone;
    out_.clear();
  }

  // All that the message has given so far.
  void ExpectSpecified() {
    if (phase_ == Phase::kNone || out_.empty()) return;
    case_.out_bytes = out_.size();
    EXPECT_EQ(out_, Specified(case_)) << asconkit_test::Describe(case_);
  }

  ascon_sponge_ctx context_ = {};
  Phase phase_ = Phase::kNone;
  Case case_ = {ASCON_HASH256, 0, {}, {}, {}, {}};
  Bytes out_;
};

// ---- Single calls ---------------------------------------------------------------------------

// The arguments of AEAD in both directions. The algorithm may be of another kind.
struct AeadArguments {
  explicit AeadArguments(Input &input)
      : algorithm(input.OneOf(asconkit_test::Algorithms())),
        tag_bytes(input.OneIn(6) ? input.UpTo(18) : 16),
        key(input, algorithm->key_bytes, &faults),
        nonce(input, algorithm->nonce_bytes, &faults),
        ad(SomeArgument(input, &faults)),
        text(input.Some(input.UpTo(50))) {
    if (algorithm->kind != ASCON_KIND_AEAD) faults = {ASCON_ERR_ALGORITHM};
    else if (tag_bytes < algorithm->min_tag_bytes || tag_bytes > 16)
      faults.push_back(ASCON_ERR_RANGE);
    if (tag_bytes == 0) faults.push_back(ASCON_ERR_NULL);  // it has no memory
  }
  // Ciphertext || tag; zeros if there is none.
  Bytes Sealed() const {
    if (algorithm->kind != ASCON_KIND_AEAD) return Bytes(text.size() + tag_bytes);
    const size_t n = std::clamp<size_t>(tag_bytes, algorithm->min_tag_bytes, 16);
    Bytes sealed = Specified({algorithm, n, key.content(), nonce.content(), ad.content(), text});
    sealed.resize(text.size() + tag_bytes);
    return sealed;
  }

  Faults faults;
  const ascon_algorithm *algorithm;
  size_t tag_bytes;
  Argument key, nonce, ad;
  Bytes text;
};

// Whether the calls with ciphertext and tag in one string are to be made.
bool Combined(Input &input, const AeadArguments &a) {
  return a.algorithm == ASCON_AEAD128 && a.tag_bytes == 16 && input.Flag();
}

void SealOnce(Input &input) {
  AeadArguments a(input);
  const Argument text(input, a.text, &a.faults);
  const bool combined = Combined(input, a);
  Output out(input, text.size() + (combined ? 16 : 0), &a.faults);
  Output tag(input, combined ? 0 : a.tag_bytes, &a.faults);
  ExpectReturned(
      combined ? ascon_aead128_encrypt_combined(out.data(), text.data(), text.size(), a.ad.data(),
                                                a.ad.size(), a.nonce.data(), a.key.data())
               : any_encrypt(a.algorithm, out.data(), tag.data(), a.tag_bytes, text.data(),
                             text.size(), a.ad.data(), a.ad.size(), a.nonce.data(), a.key.data()),
      a.faults);
  if (a.faults.empty()) EXPECT_EQ(Joined(out.bytes(), tag.bytes()), a.Sealed());
  else EXPECT_TRUE(out.is_untouched() && tag.is_untouched());
}

ascon_result DecryptOnce(const AeadArguments &a, bool combined, const Argument &in,
                         const Argument &tag, Output *out) {
  return combined
             ? ascon_aead128_decrypt_combined(out->data(), in.data(), in.size(), a.ad.data(),
                                              a.ad.size(), a.nonce.data(), a.key.data())
             : any_decrypt(a.algorithm, out->data(), in.data(), in.size(), tag.data(), a.tag_bytes,
                           a.ad.data(), a.ad.size(), a.nonce.data(), a.key.data());
}

// The text if it is genuine, zeros if not.
void OpenOnce(Input &input) {
  AeadArguments a(input);
  Bytes sealed = a.Sealed();
  const bool is_forged = input.Flag() && input.FlipBit(&sealed);
  const bool combined = Combined(input, a);
  const size_t in_bytes = a.text.size() + (combined ? 16 : 0);
  const Argument in(input, Part(sealed, 0, in_bytes), &a.faults);
  const Argument tag(input, Part(sealed, in_bytes, sealed.size() - in_bytes), &a.faults);
  Output out(input, a.text.size(), &a.faults);
  const ascon_result result = DecryptOnce(a, combined, in, tag, &out);
  if (!a.faults.empty()) {
    ExpectReturned(result, a.faults);
    EXPECT_TRUE(out.is_untouched());
    return;
  }
  EXPECT_EQ(result, is_forged ? ASCON_ERR_TAG : ASCON_OK);
  EXPECT_EQ(out.bytes(), is_forged ? Bytes(a.text.size()) : a.text);
}

// Sealed bytes that are too few for a tag.
void OpenTooShort(Input &input) {
  const Heap in(input.Some(input.UpTo(15))), zeros(Bytes(32));
  EXPECT_EQ(ascon_aead128_decrypt_combined(nullptr, in.data(), in.size(), nullptr, 0, zeros.data(),
                                           zeros.data()),
            ASCON_ERR_RANGE);
}

void ComputeOnce(Input &input) {
  const ascon_algorithm *a = input.OneOf(asconkit_test::Algorithms());
  if (a->kind == ASCON_KIND_AEAD) return OpenTooShort(input);
  Faults faults;
  const Argument key(input, a->key_bytes, &faults), text = SomeArgument(input, &faults);
  const Argument extra(input, a->kind == ASCON_KIND_CXOF ? input.UpTo(258) : 0, &faults);
  const bool is_short = a->kind == ASCON_KIND_PRFSHORT;
  const size_t n = a->output_bytes && !is_short ? a->output_bytes : input.UpTo(is_short ? 18 : 80);
  if (extra.size() > 256 || (is_short && (text.size() > 16 || n == 0 || n > 16)))
    faults.push_back(ASCON_ERR_RANGE);
  Output out(input, n, &faults);
  ExpectReturned(any_compute(a, out.data(), n, text.data(), text.size(),
                             {key.data(), extra.data(), extra.size()}),
                 faults);
  if (faults.empty())
    EXPECT_EQ(out.bytes(), Specified({a, n, key.content(), {}, extra.content(), text.content()}));
  else EXPECT_TRUE(out.is_untouched());
}

void VerifyOnce(Input &input) {
  const ascon_algorithm *a = input.OneOf(asconkit_test::Algorithms());
  Faults faults;
  const Argument key(input, a->key_bytes, &faults), text = SomeArgument(input, &faults);
  Bytes right(16);
  if (a->kind == ASCON_KIND_MAC)
    right = Specified({a, right.size(), key.content(), {}, {}, text.content()});
  const bool is_forged = input.Flag() && input.FlipBit(&right);
  const Argument tag(input, right, &faults);
  if (a->kind != ASCON_KIND_MAC) faults = {ASCON_ERR_ALGORITHM};
  else if (faults.empty() && is_forged) faults = {ASCON_ERR_TAG};
  ExpectReturned(any_mac_verify(a, tag.data(), text.data(), text.size(), key.data()), faults);
}

void CallOnce(Input &input) {
  EXPECT_EQ(ascon_backend_force(input.Backend()), ASCON_OK);
  switch (input.UpTo(3)) {
    case 0: return SealOnce(input);
    case 1: return OpenOnce(input);
    case 2: return ComputeOnce(input);
    default: return VerifyOnce(input);
  }
}

}  // namespace
}  // namespace asconkit_fuzz

FUZZ_TARGET(input) {
  constexpr size_t kMostCalls = 40;
  if (input.OneIn(4)) return asconkit_fuzz::CallOnce(input);
  asconkit_fuzz::AeadContext aead;
  asconkit_fuzz::SpongeContext sponge;
  for (size_t i = 0; i < kMostCalls && !input.ended(); i++) {
    if (input.Flag()) aead.Call(input);
    else sponge.Call(input);
  }
}
