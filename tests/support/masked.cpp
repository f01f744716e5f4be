// Running one computation on shares in all ways; see the header.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "masked.h"

#include <algorithm>
#include <cstring>

namespace asconkit_test {
namespace {

// A key that knows its shares, which it gets from words of its own.
ascon_masked_key KeyOf(const Scheme &scheme, const Case &c) {
  Source words(scheme);
  ascon_masked_key key;
  EXPECT_EQ(ascon_masked_key_init(&key, words.setup(), c.key.data(), c.key.size()), ASCON_OK);
  return key;
}

// The strings of a message.
struct Strings {
  Strings(const Scheme &scheme, Sharing sharing, const Case &c, const Bytes &in,
          const Bytes &out_bytes, const Bytes &tag_bytes)
      : key(scheme, sharing, c.key, 1),
        nonce(scheme, sharing, c.nonce, 2),
        extra(scheme, sharing, c.extra, 3),
        text(scheme, sharing, in, 5),
        out(scheme, sharing, out_bytes, 7),
        tag(scheme, sharing, tag_bytes, 4) {}
  Shared key, nonce, extra, text, out, tag;
};

// The key as the call takes it: the one of the strings, or one that knows its shares.
ascon_masked_in KeyOf(Form form, const Source &source, const Case &c, const Strings &s,
                      const ascon_masked_key &key) {
  return form == Form::kShared ? s.key.in()
                               : ascon_masked_key_shares(source.setup(), c.algorithm, &key);
}

MaskedOutcome OutcomeOf(ascon_result result, const Strings &s) {
  return {result, s.out.value(), s.tag.value(), s.out.IsZero() && s.tag.IsZero()};
}

// Calls f(piece's begin, piece's length) for consecutive pieces until one fails.
template <typename Function>
ascon_result ForPieces(const Lengths &lengths, const Function &f) {
  size_t at = 0;
  for (size_t n : lengths) {
    if (ascon_result result = f(at, n); result != ASCON_OK) return result;
    at += n;
  }
  return ASCON_OK;
}

// All steps until one fails. A context is zeros after the end, and after a failure.
ascon_result RunPieces(const ascon_masked_setup *setup, const Case &c, Strings *s,
                       const Pieces &pieces, bool opens) {
  ascon_masked_aead_ctx ctx;
  const auto update =
      opens ? ascon_masked_aead_decrypt_update_unverified : ascon_masked_aead_encrypt_update;
  auto run = [&] {
    ascon_result result =
        ascon_masked_aead_init(&ctx, setup, c.algorithm, s->nonce.in(), s->key.in());
    if (result == ASCON_OK)
      result = ForPieces(pieces.extra, [&](size_t at, size_t n) {
        return ascon_masked_aead_ad(&ctx, s->extra.in(at), n);
      });
    if (result == ASCON_OK)
      result = ForPieces(pieces.text, [&](size_t at, size_t n) {
        return update(&ctx, s->out.out(at), s->text.in(at), n);
      });
    if (result != ASCON_OK) return result;
    return opens ? ascon_masked_aead_decrypt_final(&ctx, s->tag.in(), c.out_bytes)
                 : ascon_masked_aead_encrypt_final(&ctx, s->tag.out(), c.out_bytes);
  };
  const ascon_result result = run();
  EXPECT_TRUE(IsWiped(ctx)) << Describe(c);
  return result;
}

// Leveled messages have no shares of text and associated data.
Strings StringsOf(Form form, const Scheme &scheme, Sharing sharing, const Case &c, const Bytes &in,
                  const Bytes &tag) {
  Strings s(scheme, form == Form::kShared ? sharing : Sharing::kPlain, c, in,
            Bytes(in.size(), 0xee), tag);
  if (form == Form::kLeveled) {
    s.key = Shared(scheme, sharing, c.key);
    s.nonce = Shared(scheme, sharing, c.nonce);
    s.tag = Shared(scheme, sharing, tag);
  }
  return s;
}

const ascon_masked_setup *SetupOf(Form form, const Source &source) {
  return form == Form::kLeveled ? source.leveled() : source.setup();
}

}  // namespace

// ---- Source and Shared --------------------------------------------------------------------------

Source::Source(const Scheme &scheme, size_t limit, Gives gives)
    : setup_{scheme.object, &ascon_masked_full, Words, this},
      leveled_{scheme.object, &ascon_masked_leveled, Words, this},
      random_(scheme.shares),
      limit_(limit),
      gives_(gives) {
  given_.reserve(1 << 17);
}

int Source::Words(void *context, uint32_t *out, size_t count) {
  auto *source = static_cast<Source *>(context);
  if (source->count_ + count > source->limit_) return 0;
  source->count_ += count;
  for (size_t i = 0; i < count; i++)
    out[i] = source->gives_ == Gives::kZeros ? 0 : static_cast<uint32_t>(source->random_.Word());
  // Not by a function that moves memory: it would leave words in vector registers.
  const auto *bytes = reinterpret_cast<const volatile uint8_t *>(out);
  for (size_t i = 0; i < 4 * count; i++) source->given_.push_back(uint8_t{bytes[i]});
  return 1;
}

Shared::Shared(const Scheme &scheme, Sharing sharing, const Bytes &value, size_t skew)
    : count_(sharing == Sharing::kPlain ? 1 : scheme.shares),
      bytes_(value.size()),
      stride_(sharing == Sharing::kPlain ? 0 : value.size() + 3),
      memory_((count_ - 1) * stride_ + bytes_, skew, 0) {
  Random random(scheme.shares + value.size());
  if (bytes_ == 0) return;
  std::memcpy(memory_.data(), value.data(), bytes_);
  for (size_t i = 1; i < count_; i++)
    for (size_t k = 0; k < bytes_; k++) {
      uint8_t byte = 0;
      if (sharing == Sharing::kEqual) byte = static_cast<uint8_t>(0xa5 + k);
      if (sharing == Sharing::kRandom) byte = static_cast<uint8_t>(random.Word());
      memory_.data()[i * stride_ + k] = byte;
      memory_.data()[k] ^= byte;
    }
}

ascon_masked_in Shared::in(size_t at) const {
  return {bytes_ ? memory_.data() + at : nullptr, stride_};
}

ascon_masked_out Shared::out(size_t at) {
  return {bytes_ ? memory_.data() + at : nullptr, stride_};
}

Bytes Shared::value() const {
  Bytes sum(bytes_);
  for (size_t i = 0; i < count_; i++)
    for (size_t k = 0; k < bytes_; k++) sum[k] ^= memory_.data()[i * stride_ + k];
  return sum;
}

bool Shared::IsZero() const {
  for (size_t i = 0; i < count_; i++)
    for (size_t k = 0; k < bytes_; k++)
      if (memory_.data()[i * stride_ + k] != 0) return false;
  return true;
}

// ---- AEAD ---------------------------------------------------------------------------------------

MaskedOutcome MaskedSeal(Form form, const Scheme &scheme, Source *source, Sharing sharing,
                         const Case &c) {
  Strings s = StringsOf(form, scheme, sharing, c, c.text, Bytes(c.out_bytes, 0xee));
  const ascon_masked_key key = KeyOf(scheme, c);
  const ascon_result result = ascon_masked_aead_encrypt(
      SetupOf(form, *source), c.algorithm, s.out.out(), s.tag.out(), c.out_bytes, s.text.in(),
      c.text.size(), s.extra.in(), c.extra.size(), s.nonce.in(), KeyOf(form, *source, c, s, key));
  return OutcomeOf(result, s);
}

MaskedOutcome MaskedOpen(Form form, const Scheme &scheme, Source *source, Sharing sharing,
                         const Case &c, const Bytes &sealed, bool in_place) {
  const size_t n = c.text.size();
  Strings s = StringsOf(form, scheme, sharing, c, Part(sealed, 0, n), Part(sealed, n, c.out_bytes));
  Shared *out = in_place ? &s.text : &s.out;
  const ascon_masked_key key = KeyOf(scheme, c);
  const ascon_result result = ascon_masked_aead_decrypt(
      SetupOf(form, *source), c.algorithm, out->out(), s.text.in(), n, s.tag.in(), c.out_bytes,
      s.extra.in(), c.extra.size(), s.nonce.in(), KeyOf(form, *source, c, s, key));
  return {result, out->value(), {}, out->IsZero()};
}

MaskedOutcome MaskedSealInPieces(Form form, const Scheme &scheme, Source *source, Sharing sharing,
                                 const Case &c, const Pieces &pieces) {
  Strings s = StringsOf(form, scheme, sharing, c, c.text, Bytes(c.out_bytes, 0xee));
  return OutcomeOf(RunPieces(SetupOf(form, *source), c, &s, pieces, false), s);
}

MaskedOutcome MaskedOpenInPieces(Form form, const Scheme &scheme, Source *source, Sharing sharing,
                                 const Case &c, const Bytes &sealed, const Pieces &pieces) {
  const size_t n = c.text.size();
  Strings s = StringsOf(form, scheme, sharing, c, Part(sealed, 0, n), Part(sealed, n, c.out_bytes));
  const ascon_result result = RunPieces(SetupOf(form, *source), c, &s, pieces, true);
  return {result, s.out.value(), {}, s.out.IsZero()};
}

// ---- All others ---------------------------------------------------------------------------------

namespace {

// A key, a customization string, which is always plain, or nothing.
Shared PrefixOf(const Scheme &scheme, Sharing sharing, const Case &c) {
  if (c.algorithm->kind == ASCON_KIND_CXOF) return {scheme, Sharing::kPlain, c.extra};
  return {scheme, sharing, c.algorithm->key_bytes ? c.key : Bytes()};
}

size_t PrefixBytes(const Case &c) {
  return c.algorithm->kind == ASCON_KIND_CXOF ? c.extra.size() : c.algorithm->key_bytes;
}

}  // namespace

MaskedOutcome MaskedSponge(const Scheme &scheme, Source *source, Sharing sharing, const Case &c) {
  const Shared prefix = PrefixOf(scheme, sharing, c), text(scheme, sharing, c.text, 3);
  Shared out(scheme, sharing, Bytes(c.out_bytes, 0xee), 5);
  const ascon_result result =
      ascon_masked_sponge(source->setup(), c.algorithm, out.out(), c.out_bytes, text.in(),
                          c.text.size(), prefix.in(), PrefixBytes(c));
  return {result, out.value(), {}, out.IsZero()};
}

MaskedOutcome MaskedSpongeInPieces(const Scheme &scheme, Source *source, Sharing sharing,
                                   const Case &c, const Pieces &pieces) {
  const Shared prefix = PrefixOf(scheme, sharing, c), text(scheme, sharing, c.text, 1);
  Shared out(scheme, sharing, Bytes(c.out_bytes, 0xee), 2);
  ascon_masked_sponge_ctx ctx;
  auto run = [&] {
    ascon_result result =
        ascon_masked_sponge_init(&ctx, source->setup(), c.algorithm, prefix.in(), PrefixBytes(c));
    if (result == ASCON_OK)
      result = ForPieces(pieces.text, [&](size_t at, size_t n) {
        return ascon_masked_sponge_update(&ctx, text.in(at), n);
      });
    if (result != ASCON_OK) return result;
    return ForPieces(pieces.out, [&](size_t at, size_t n) {
      return ascon_masked_sponge_squeeze(&ctx, out.out(at), n);
    });
  };
  const ascon_result result = run();
  if (any_output_is_final(c.algorithm) || result != ASCON_OK) {
    EXPECT_TRUE(IsWiped(ctx)) << Describe(c);
  }
  ascon_wipe(&ctx, sizeof ctx);
  return {result, out.value(), {}, out.IsZero()};
}

ascon_result MaskedVerify(const Scheme &scheme, Source *source, Sharing sharing, const Case &c,
                          const Bytes &tag, bool in_pieces) {
  const Shared key(scheme, sharing, c.key), text(scheme, sharing, c.text);
  const Shared given(scheme, sharing, tag);
  if (!in_pieces)
    return ascon_masked_sponge_verify(source->setup(), c.algorithm, given.in(), text.in(),
                                      c.text.size(), key.in());
  ascon_masked_sponge_ctx ctx;
  ascon_result result = ascon_masked_sponge_init(&ctx, source->setup(), c.algorithm, key.in(), 16);
  if (result == ASCON_OK) result = ascon_masked_sponge_update(&ctx, text.in(), c.text.size());
  return result == ASCON_OK ? ascon_masked_sponge_verify_final(&ctx, given.in()) : result;
}

// ---- Random words -------------------------------------------------------------------------------

namespace {

ascon_message LengthsOf(const Case &c) {
  ascon_message lengths = {};
  lengths.length = c.text.size();
  lengths.ad_length = c.extra.size();
  lengths.out_length = c.out_bytes;
  return lengths;
}

}  // namespace

size_t SealWords(Form form, const Scheme &scheme, const Case &c, int decrypt) {
  const ascon_message lengths = LengthsOf(c);
  const ascon_masked_setup setup = {
      scheme.object, form == Form::kLeveled ? &ascon_masked_leveled : &ascon_masked_full, nullptr,
      nullptr};
  return ascon_masked_random_words(&setup, c.algorithm, decrypt ? ASCON_DECRYPT : ASCON_ENCRYPT,
                                   &lengths);
}

size_t SpongeWords(const Scheme &scheme, const Case &c, int verify) {
  const ascon_message lengths = LengthsOf(c);
  const ascon_masked_setup setup = {scheme.object, nullptr, nullptr, nullptr};
  return ascon_masked_random_words(&setup, c.algorithm, verify ? ASCON_VERIFY : ASCON_COMPUTE,
                                   &lengths);
}

}  // namespace asconkit_test
