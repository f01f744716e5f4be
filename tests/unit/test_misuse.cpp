// Calls that must be refused: the error is the documented one, nothing has been written, and the
// context continues as if the call had not been made. SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "../support/calls.h"
#include "../support/algorithm_rows.h"
#include "asconkit/ascon_v12.h"
#include "internal.h"

namespace asconkit_test {
namespace {

// ---- Sizes of contexts: part of the binary interface, the same whatever the backend and profile.

constexpr size_t kAlignment = alignof(ascon_words);
constexpr size_t RoundUp(size_t n, size_t unit) { return (n + unit - 1) / unit * unit; }
constexpr size_t kStateBytes = RoundUp(40 + sizeof(void *), kAlignment);
static_assert(sizeof(ascon_words) == 40);
static_assert(sizeof(ascon_state) == kStateBytes);
static_assert(sizeof(ascon_aead_ctx) == RoundUp(kStateBytes + sizeof(void *) + 20 + 2, kAlignment));
static_assert(sizeof(ascon_sponge_ctx) == RoundUp(kStateBytes + sizeof(void *) + 2, kAlignment));
static_assert(sizeof(void *) != 8 || (sizeof(ascon_state) == 48 && sizeof(ascon_aead_ctx) == 80 &&
                                      sizeof(ascon_sponge_ctx) == 64));
static_assert(sizeof(void *) != 4 || kAlignment != 8 ||
              (sizeof(ascon_state) == 48 && sizeof(ascon_aead_ctx) == 80 &&
               sizeof(ascon_sponge_ctx) == 56));
static_assert(sizeof(void *) != 4 || kAlignment != 4 ||
              (sizeof(ascon_state) == 44 && sizeof(ascon_aead_ctx) == 72 &&
               sizeof(ascon_sponge_ctx) == 52));

// ---- Order of calls -------------------------------------------------------------------------

class Misuse : public BackendTest {};
ASCON_ON_EVERY_BACKEND(Misuse);

// What the calls below read and write.
struct Data {
  Heap in{24, 0, 0x11}, out{24}, tag{16};
};

struct AeadStep {
  const char *name;
  std::function<ascon_result(ascon_aead_ctx *, Data *)> run;
};

const std::vector<AeadStep> &AeadSteps() {
  static const std::vector<AeadStep> steps = {
      {"ad", [](auto *ctx, auto *d) { return ascon_any_aead_ad(ctx, d->in.data(), 24); }},
      {"empty ad", [](auto *ctx, auto *) { return ascon_any_aead_ad(ctx, nullptr, 0); }},
      {"encrypt",
       [](auto *ctx, auto *d) {
         return ascon_any_aead_encrypt_update(ctx, d->out.data(), d->in.data(), 24);
       }},
      {"empty encrypt",
       [](auto *ctx, auto *) { return ascon_any_aead_encrypt_update(ctx, nullptr, nullptr, 0); }},
      {"encrypt final",
       [](auto *ctx, auto *d) { return ascon_any_aead_encrypt_final(ctx, d->tag.data(), 16); }},
      {"decrypt",
       [](auto *ctx, auto *d) {
         return ascon_any_aead_decrypt_update_unverified(ctx, d->out.data(), d->in.data(), 24);
       }},
      {"empty decrypt",
       [](auto *ctx, auto *) {
         return ascon_any_aead_decrypt_update_unverified(ctx, nullptr, nullptr, 0);
       }},
      {"decrypt final",
       [](auto *ctx, auto *d) { return ascon_any_aead_decrypt_final(ctx, d->tag.data(), 16); }},
  };
  return steps;
}

// A phase, how to get there, and the first and last step that it refuses.
struct AeadPhase {
  const char *name;
  std::vector<size_t> steps;  // after init
  std::vector<size_t> refused;
};

const std::vector<AeadPhase> &AeadPhases() {
  static const std::vector<AeadPhase> phases = {
      {"started", {}, {}},
      {"associated data", {0}, {}},
      {"encrypting", {2}, {0, 1, 5, 6, 7}},
      {"encrypting nothing", {3}, {0, 1, 5, 6, 7}},
      {"encrypting after associated data", {0, 2}, {0, 1, 5, 6, 7}},
      {"decrypting", {5}, {0, 1, 2, 3, 4}},
      {"decrypting nothing", {6}, {0, 1, 2, 3, 4}},
      {"encryption finished", {2, 4}, {0, 1, 2, 3, 4, 5, 6, 7}},
      {"decryption finished", {5, 7}, {0, 1, 2, 3, 4, 5, 6, 7}},
  };
  return phases;
}

void CheckRefused(const AeadStep &step, const ascon_aead_ctx &ctx) {
  ascon_aead_ctx tried = ctx;
  Data data;
  EXPECT_EQ(step.run(&tried, &data), ASCON_ERR_ORDER) << step.name;
  EXPECT_TRUE(Same(tried, ctx)) << step.name;
  EXPECT_TRUE(data.out.Holds(0xee) && data.tag.Holds(0xee)) << step.name;
}

void CheckAllowed(const AeadStep &step, ascon_aead_ctx ctx) {
  Data data;
  EXPECT_NE(step.run(&ctx, &data), ASCON_ERR_ORDER) << step.name;
}

TEST_P(Misuse, AeadOrder) {
  for (const auto *a : AlgorithmsOf(ASCON_KIND_AEAD))
    for (const AeadPhase &phase : AeadPhases()) {
      SCOPED_TRACE(std::string(a->name) + ", " + phase.name);
      Case c = MakeCase(a, 0, 0, 16);
      ascon_aead_ctx ctx;
      Data data;
      ASSERT_EQ(ascon_any_aead_init(&ctx, a, c.nonce.data(), c.key.data()), ASCON_OK);
      for (size_t step : phase.steps) {
        ascon_result result = AeadSteps()[step].run(&ctx, &data);
        ASSERT_TRUE(result == ASCON_OK || result == ASCON_ERR_TAG);
      }
      for (size_t i = 0; i < AeadSteps().size(); i++) {
        bool refused = std::count(phase.refused.begin(), phase.refused.end(), i) != 0;
        if (refused) CheckRefused(AeadSteps()[i], ctx);
        else CheckAllowed(AeadSteps()[i], ctx);
      }
    }
}

TEST_P(Misuse, AeadZeroedContext) {
  const ascon_aead_ctx zeroed = {};
  for (const AeadStep &step : AeadSteps()) CheckRefused(step, zeroed);
}

// A finished context starts again, with another message, direction or algorithm.
TEST_P(Misuse, AeadReuse) {
  ascon_aead_ctx ctx;
  for (int round = 0; round < 2; round++)
    for (const auto *a : AlgorithmsOf(ASCON_KIND_AEAD)) {
      Case c = MakeCase(a, 0, 20, 16);
      Bytes expected = Compute(c), out(20), tag(16);
      ASSERT_EQ(ascon_any_aead_init(&ctx, a, c.nonce.data(), c.key.data()), ASCON_OK);
      ASSERT_EQ(ascon_any_aead_encrypt_update(&ctx, out.data(), c.text.data(), 20), ASCON_OK);
      ASSERT_EQ(ascon_any_aead_encrypt_final(&ctx, tag.data(), 16), ASCON_OK);
      EXPECT_EQ(Bytes(expected.begin(), expected.begin() + 20), out);
      EXPECT_EQ(Bytes(expected.begin() + 20, expected.end()), tag);
      ASSERT_EQ(ascon_any_aead_init(&ctx, a, c.nonce.data(), c.key.data()), ASCON_OK);
      ASSERT_EQ(ascon_any_aead_decrypt_update_unverified(&ctx, out.data(), out.data(), 20),
                ASCON_OK);
      EXPECT_EQ(ascon_any_aead_decrypt_final(&ctx, tag.data(), 16), ASCON_OK);
      EXPECT_EQ(out, c.text);
    }
}

// A refused tag length keeps the message going.
TEST_P(Misuse, AeadFinalAgain) {
  for (const auto *a : AlgorithmsOf(ASCON_KIND_AEAD)) {
    Case c = MakeCase(a, 0, 0, 16);
    ascon_aead_ctx ctx;
    ASSERT_EQ(ascon_any_aead_init(&ctx, a, c.nonce.data(), c.key.data()), ASCON_OK);
    const ascon_aead_ctx before = ctx;
    Bytes tag(40, 0xee);
    for (size_t n = 0; n <= 40; n++) {
      if (n >= a->min_tag_bytes && n <= 16) continue;
      EXPECT_EQ(ascon_any_aead_encrypt_final(&ctx, tag.data(), n), ASCON_ERR_RANGE) << n;
      EXPECT_EQ(ascon_any_aead_decrypt_final(&ctx, tag.data(), n), ASCON_ERR_RANGE) << n;
      EXPECT_TRUE(Same(ctx, before));
    }
    EXPECT_EQ(ascon_any_aead_encrypt_final(&ctx, nullptr, 16), ASCON_ERR_NULL);
    EXPECT_EQ(ascon_any_aead_decrypt_final(&ctx, nullptr, 16), ASCON_ERR_NULL);
    EXPECT_TRUE(Same(ctx, before));
    EXPECT_EQ(tag, Bytes(40, 0xee));
    ASSERT_EQ(ascon_any_aead_encrypt_final(&ctx, tag.data(), 16), ASCON_OK);
    EXPECT_EQ(Bytes(tag.begin(), tag.begin() + 16), Compute(c));
  }
}

// ---- The absorb-then-squeeze kinds

// A call with a context, of any kind or of the kinds that it serves.
struct SpongeStep {
  std::vector<ascon_kind> kinds;  // none: any
  bool squeezes;
  std::optional<size_t> length;  // of the output, if the call has it as an argument
  std::function<ascon_result(ascon_sponge_ctx *, Data *)> run;
};

SpongeStep Update(std::vector<ascon_kind> kinds, decltype(&ascon_any_sponge_update) call,
                  size_t n) {
  return {std::move(kinds), false, std::nullopt,
          [=](auto *ctx, auto *d) { return call(ctx, n ? d->in.data() : nullptr, n); }};
}

// Output that is refused is not written, and a digest must be the whole one.
SpongeStep Squeeze(std::vector<ascon_kind> kinds, decltype(&ascon_any_sponge_squeeze) call,
                   size_t n) {
  return {std::move(kinds), true, n, [=](auto *ctx, auto *) {
            Heap out(n);
            const ascon_result result = call(ctx, out.nullable(), n);
            EXPECT_TRUE(result == ASCON_OK || out.Holds(0xee));
            return result;
          }};
}

const std::vector<SpongeStep> &SpongeSteps() {
  static const std::vector<ascon_kind> any, hash = {ASCON_KIND_HASH},
                                            xofs = {ASCON_KIND_XOF, ASCON_KIND_CXOF};
  static const std::vector<SpongeStep> steps = {
      Update(any, ascon_any_sponge_update, 24),
      Update(any, ascon_any_sponge_update, 0),
      Update(hash, ascon_hash256_update, 24),
      Update(xofs, ascon_xof128_update, 24),
      Squeeze(any, ascon_any_sponge_squeeze, 0),
      Squeeze(any, ascon_any_sponge_squeeze, 15),
      Squeeze(any, ascon_any_sponge_squeeze, 16),
      Squeeze(any, ascon_any_sponge_squeeze, 17),
      Squeeze(any, ascon_any_sponge_squeeze, 31),
      Squeeze(any, ascon_any_sponge_squeeze, 32),
      Squeeze(any, ascon_any_sponge_squeeze, 33),
      Squeeze(xofs, ascon_xof128_squeeze, 0),
      Squeeze(xofs, ascon_xof128_squeeze, 24),
      {hash, true, std::nullopt,
       [](auto *ctx, auto *) {
         Heap digest(32);
         ascon_result result = ascon_hash256_final(ctx, digest.data());
         EXPECT_TRUE(result == ASCON_OK || digest.Holds(0xee));
         return result;
       }},
      {{ASCON_KIND_MAC},
       true,
       std::nullopt,
       [](auto *ctx, auto *d) { return ascon_any_sponge_verify_final(ctx, d->tag.data()); }},
  };
  return steps;
}

bool Serves(const SpongeStep &step, ascon_kind kind) {
  return step.kinds.empty() || std::ranges::find(step.kinds, kind) != step.kinds.end();
}

// Of a digest or a tag; no length for the others.
std::optional<size_t> FixedLength(ascon_kind kind) {
  if (kind == ASCON_KIND_HASH) return 32;
  if (kind == ASCON_KIND_MAC) return 16;
  return std::nullopt;
}

enum class SpongePhase { kZeroed, kAbsorbing, kSqueezing };

ascon_result Expected(const SpongeStep &step, ascon_kind kind, SpongePhase phase) {
  if (phase == SpongePhase::kZeroed) return ASCON_ERR_ORDER;
  if (!Serves(step, kind)) return ASCON_ERR_ALGORITHM;
  if (phase == SpongePhase::kSqueezing && !step.squeezes) return ASCON_ERR_ORDER;
  if (step.length && FixedLength(kind) && *step.length != *FixedLength(kind))
    return ASCON_ERR_RANGE;
  return ASCON_OK;
}

void CheckSpongeSteps(const ascon_sponge_ctx &ctx, ascon_kind kind, SpongePhase phase) {
  for (size_t i = 0; i < SpongeSteps().size(); i++) {
    const SpongeStep &step = SpongeSteps()[i];
    ascon_result expected = Expected(step, kind, phase);
    ascon_sponge_ctx tried = ctx;
    Data data;
    ascon_result result = step.run(&tried, &data);
    if (expected == ASCON_OK) {
      EXPECT_TRUE(result == ASCON_OK || result == ASCON_ERR_TAG) << "step " << i;
      // The end of a digest or a tag is that of the context.
      if (step.squeezes) {
        EXPECT_EQ(IsWiped(tried), FixedLength(kind).has_value()) << "step " << i;
      }
      continue;
    }
    EXPECT_EQ(result, expected) << "step " << i;
    EXPECT_TRUE(Same(tried, ctx)) << "step " << i;
    EXPECT_TRUE(data.out.Holds(0xee) && data.tag.Holds(0xee)) << "step " << i;
  }
}

TEST_P(Misuse, SpongeOrder) {
  for (const auto *a : Algorithms()) {
    if (a->kind == ASCON_KIND_AEAD || a->kind == ASCON_KIND_PRFSHORT) continue;
    SCOPED_TRACE(a->name);
    Case c = MakeCase(a, 0, 24, 24);
    ascon_sponge_ctx ctx = {};
    CheckSpongeSteps(ctx, a->kind, SpongePhase::kZeroed);
    ASSERT_EQ(any_init(&ctx, a, InputOf(c)), ASCON_OK);
    CheckSpongeSteps(ctx, a->kind, SpongePhase::kAbsorbing);
    ASSERT_EQ(ascon_any_sponge_update(&ctx, c.text.data(), 24), ASCON_OK);
    CheckSpongeSteps(ctx, a->kind, SpongePhase::kAbsorbing);
    uint8_t out[32];
    if (any_output_is_final(a)) {
      ASSERT_EQ(any_output(&ctx, a, out, sizeof out), ASCON_OK);
      CheckSpongeSteps(ctx, a->kind, SpongePhase::kZeroed);
    } else {
      ASSERT_EQ(any_output(&ctx, a, nullptr, 0), ASCON_OK);
      CheckSpongeSteps(ctx, a->kind, SpongePhase::kSqueezing);
      ASSERT_EQ(any_output(&ctx, a, out, 24), ASCON_OK);
      CheckSpongeSteps(ctx, a->kind, SpongePhase::kSqueezing);
    }
    ASSERT_EQ(any_init(&ctx, a, InputOf(c)), ASCON_OK);  // and again
    CheckSpongeSteps(ctx, a->kind, SpongePhase::kAbsorbing);
  }
}

// ---- Kinds ----------------------------------------------------------------------------------

// Every call that takes an algorithm, each with arguments that would do for its own kind.
struct KindCall {
  ascon_kind kind;
  std::function<ascon_result(const ascon_algorithm *, Data *)> run;
};

std::vector<KindCall> KindCalls() {
  static const Bytes key(32), nonce(16);
  static const uint8_t *k = key.data(), *n = nonce.data();
  return {
      {ASCON_KIND_AEAD,
       [](auto *a, auto *d) {
         return any_encrypt(a, d->out.data(), d->tag.data(), 16, d->in.data(), 4, nullptr, 0, n, k);
       }},
      {ASCON_KIND_AEAD,
       [](auto *a, auto *d) {
         return any_decrypt(a, d->out.data(), d->in.data(), 4, d->tag.data(), 16, nullptr, 0, n, k);
       }},
      {ASCON_KIND_AEAD,
       [](auto *a, auto *) {
         ascon_aead_ctx ctx = {};
         ascon_result result = ascon_any_aead_init(&ctx, a, n, k);
         EXPECT_TRUE(result == ASCON_OK || IsWiped(ctx));
         return result;
       }},
      {ASCON_KIND_MAC,
       [](auto *a, auto *d) { return any_mac_verify(a, d->tag.data(), d->in.data(), 4, k); }},
  };
}

// The kind decides whether a message can be in pieces, and how long a prefix is.
TEST_P(Misuse, SpongeInit) {
  const Bytes prefix(300, 7);
  for (const auto *a : Algorithms()) {
    SCOPED_TRACE(a->name);
    const bool pieces = a->kind != ASCON_KIND_AEAD && a->kind != ASCON_KIND_PRFSHORT;
    for (const size_t n : {0u, 1u, 15u, 16u, 17u, 32u, 255u, 256u, 257u, 300u}) {
      const bool fits = a->kind == ASCON_KIND_CXOF ? n <= 256 : n == a->key_bytes;
      const ascon_result expected = !pieces ? ASCON_ERR_ALGORITHM
                                    : fits  ? ASCON_OK
                                            : ASCON_ERR_RANGE;
      ascon_sponge_ctx ctx = {};
      EXPECT_EQ(ascon_any_sponge_init(&ctx, a, prefix.data(), n), expected) << n;
      EXPECT_EQ(IsWiped(ctx), expected != ASCON_OK) << n;
      ctx = {};
      if (n != 0) {
        EXPECT_EQ(ascon_any_sponge_init(&ctx, a, nullptr, n),
                  pieces ? ASCON_ERR_NULL : ASCON_ERR_ALGORITHM);
        EXPECT_TRUE(IsWiped(ctx));
      }
    }
  }
  ascon_sponge_ctx ctx = {};
  EXPECT_EQ(ascon_any_sponge_init(&ctx, nullptr, nullptr, 0), ASCON_ERR_NULL);
  EXPECT_TRUE(IsWiped(ctx));
}

TEST_P(Misuse, WrongKind) {
  const auto calls = KindCalls();
  for (size_t i = 0; i < calls.size(); i++) {
    Data missing;
    EXPECT_EQ(calls[i].run(nullptr, &missing), ASCON_ERR_NULL) << "call " << i;
    for (const auto *a : Algorithms()) {
      Data data;
      ascon_result result = calls[i].run(a, &data);
      if (a->kind == calls[i].kind) {
        EXPECT_TRUE(result == ASCON_OK || result == ASCON_ERR_TAG) << a->name << ", call " << i;
      } else {
        EXPECT_EQ(result, ASCON_ERR_ALGORITHM) << a->name << ", call " << i;
        EXPECT_TRUE(data.out.Holds(0xee) && data.tag.Holds(0xee)) << a->name << ", call " << i;
      }
    }
  }
}

TEST_P(Misuse, WrongKindOfMessage) {
  const Bytes key(32, 4);
  for (const auto *a : AlgorithmsOf(ASCON_KIND_AEAD)) {
    Data data;
    EXPECT_EQ(any_compute(a, data.out.data(), 4, data.in.data(), 4, {key.data(), nullptr, 0}),
              ASCON_ERR_ALGORITHM);
    EXPECT_TRUE(data.out.Holds(0xee));
  }
  EXPECT_EQ(any_compute(nullptr, nullptr, 0, nullptr, 0, {}), ASCON_ERR_NULL);
}

// ---- NULL and ranges ------------------------------------------------------------------------

TEST_P(Misuse, AeadNull) {
  const Bytes in(4, 1), ad(4, 2), nonce(16, 3), key(32, 4);
  for (const auto *a : AlgorithmsOf(ASCON_KIND_AEAD))
    for (unsigned null = 0; null < 1u << 6; null++)
      for (size_t text : {size_t{0}, size_t{4}})
        for (size_t extra : {size_t{0}, size_t{4}}) {
          Heap out(4), tag(16);
          auto pick = [null](unsigned bit, auto *pointer) {
            return null & 1u << bit ? nullptr : pointer;
          };
          bool bad = (null & 3 && text) || (null & 4 && extra) || null & 0x38;
          ascon_result result =
              any_encrypt(a, pick(0, out.data()), pick(3, tag.data()), 16, pick(1, in.data()), text,
                          pick(2, ad.data()), extra, pick(4, nonce.data()), pick(5, key.data()));
          ASSERT_EQ(result, bad ? ASCON_ERR_NULL : ASCON_OK) << null;
          ASSERT_TRUE(!bad || (out.Holds(0xee) && tag.Holds(0xee))) << null;
          Heap back(4);
          result = any_decrypt(a, pick(0, back.data()), pick(1, out.data()), text,
                               pick(3, tag.data()), 16, pick(2, ad.data()), extra,
                               pick(4, nonce.data()), pick(5, key.data()));
          ASSERT_EQ(result, bad ? ASCON_ERR_NULL : ASCON_OK) << null;
          ASSERT_TRUE(!bad || back.Holds(0xee)) << null;
        }
}

// Of Ascon-AEAD128, which alone has the combined form.
TEST_P(Misuse, AeadCombinedNull) {
  const Bytes nonce(16, 3), key(16, 4);
  Heap sealed(20), out(4);
  const uint8_t *n = nonce.data(), *k = key.data();
  const auto encrypt = ascon_aead128_encrypt_combined;
  const auto decrypt = ascon_aead128_decrypt_combined;
  EXPECT_EQ(encrypt(nullptr, nullptr, 0, nullptr, 0, n, k), ASCON_ERR_NULL);
  EXPECT_EQ(encrypt(sealed.data(), nullptr, 4, nullptr, 0, n, k), ASCON_ERR_NULL);
  EXPECT_EQ(decrypt(nullptr, nullptr, 16, nullptr, 0, n, k), ASCON_ERR_NULL);
  EXPECT_EQ(decrypt(nullptr, sealed.data(), 20, nullptr, 0, n, k), ASCON_ERR_NULL);
  for (size_t short_bytes = 0; short_bytes < 16; short_bytes++)
    EXPECT_EQ(decrypt(out.data(), sealed.data(), short_bytes, nullptr, 0, n, k), ASCON_ERR_RANGE);
  EXPECT_TRUE(sealed.Holds(0xee) && out.Holds(0xee));
  EXPECT_EQ(decrypt(nullptr, sealed.data(), 16, nullptr, 0, n, k), ASCON_ERR_TAG);
}

// Lengths that no object has, with which not even an address may be computed. The sanitizer says if
// one is.
TEST_P(Misuse, AeadCombinedTooLong) {
  const Bytes in(4, 1), nonce(16, 3), key(16, 4);
  const uint8_t *n = nonce.data(), *k = key.data();
  const size_t most = SIZE_MAX / 2;
  Heap sealed(20), out(4);
  for (size_t bytes : {most + 1, most + 16, SIZE_MAX - 16, SIZE_MAX - 15, SIZE_MAX}) {
    for (const uint8_t *text : {in.data(), static_cast<const uint8_t *>(nullptr)})
      EXPECT_EQ(ascon_aead128_encrypt_combined(sealed.data(), text, bytes, nullptr, 0, n, k),
                ASCON_ERR_RANGE)
          << bytes;
    for (uint8_t *text : {out.data(), static_cast<uint8_t *>(nullptr)})
      EXPECT_EQ(ascon_aead128_decrypt_combined(text, sealed.data(), bytes, nullptr, 0, n, k),
                ASCON_ERR_RANGE)
          << bytes;
  }
  EXPECT_TRUE(sealed.Holds(0xee) && out.Holds(0xee));
}

TEST_P(Misuse, AeadTagLengths) {
  const Bytes nonce(16, 3), key(32, 4), in(4, 1);
  for (const auto *a : AlgorithmsOf(ASCON_KIND_AEAD)) {
    EXPECT_EQ(a->min_tag_bytes, std::string(a->convention) == "SP 800-232" ? 4 : 16) << a->name;
    for (size_t n : {0u, 1u, 2u, 3u, 4u, 8u, 12u, 15u, 16u, 17u, 32u}) {
      bool good = n >= a->min_tag_bytes && n <= 16;
      Heap out(4), tag(n), back(4);
      ascon_result result = any_encrypt(a, out.data(), tag.data(), n, in.data(), 4, nullptr, 0,
                                        nonce.data(), key.data());
      EXPECT_EQ(result, good ? ASCON_OK : ASCON_ERR_RANGE) << a->name << ", " << n;
      EXPECT_TRUE(good || (out.Holds(0xee) && tag.Holds(0xee))) << a->name << ", " << n;
      result = any_decrypt(a, back.data(), out.data(), 4, tag.data(), n, nullptr, 0, nonce.data(),
                           key.data());
      EXPECT_EQ(result, good ? ASCON_OK : ASCON_ERR_RANGE) << a->name << ", " << n;
      EXPECT_TRUE(good || back.Holds(0xee)) << a->name << ", " << n;
    }
  }
}

TEST_P(Misuse, AeadContextNull) {
  const Bytes nonce(16, 3), key(32, 4), in(4, 1);
  Heap out(4);
  for (const auto *a : AlgorithmsOf(ASCON_KIND_AEAD)) {
    ascon_aead_ctx ctx = {};
    EXPECT_EQ(ascon_any_aead_init(nullptr, a, nonce.data(), key.data()), ASCON_ERR_NULL);
    EXPECT_EQ(ascon_any_aead_init(&ctx, a, nullptr, key.data()), ASCON_ERR_NULL);
    EXPECT_EQ(ascon_any_aead_init(&ctx, a, nonce.data(), nullptr), ASCON_ERR_NULL);
    EXPECT_TRUE(IsWiped(ctx));
    ASSERT_EQ(ascon_any_aead_init(&ctx, a, nonce.data(), key.data()), ASCON_OK);
    const ascon_aead_ctx before = ctx;
    EXPECT_EQ(ascon_any_aead_ad(nullptr, in.data(), 4), ASCON_ERR_NULL);
    EXPECT_EQ(ascon_any_aead_ad(&ctx, nullptr, 4), ASCON_ERR_NULL);
    for (auto *update :
         {&ascon_any_aead_encrypt_update, &ascon_any_aead_decrypt_update_unverified}) {
      EXPECT_EQ(update(nullptr, out.data(), in.data(), 4), ASCON_ERR_NULL);
      EXPECT_EQ(update(&ctx, nullptr, in.data(), 4), ASCON_ERR_NULL);
      EXPECT_EQ(update(&ctx, out.data(), nullptr, 4), ASCON_ERR_NULL);
    }
    EXPECT_EQ(ascon_any_aead_encrypt_final(nullptr, out.data(), 4), ASCON_ERR_NULL);
    EXPECT_EQ(ascon_any_aead_decrypt_final(nullptr, out.data(), 4), ASCON_ERR_NULL);
    EXPECT_TRUE(Same(ctx, before));
    EXPECT_TRUE(out.Holds(0xee));
  }
}

TEST_P(Misuse, SpongeNull) {
  const Bytes in(4, 1), key(16, 4);
  const uint8_t *i = in.data(), *k = key.data();
  Heap out(32);
  for (const auto *a : Algorithms()) {
    if (a->kind == ASCON_KIND_AEAD || a->kind == ASCON_KIND_PRFSHORT) continue;
    SCOPED_TRACE(a->name);
    const bool any_length = a->output_bytes == 0, customized = a->kind == ASCON_KIND_CXOF;
    const size_t n = any_length ? 4 : a->output_bytes, custom_bytes = customized ? 4 : 0;
    const any_input given = {k, k, custom_bytes}, missing = {nullptr, nullptr, custom_bytes};
    EXPECT_EQ(any_compute(a, nullptr, n, i, 4, given), ASCON_ERR_NULL);
    EXPECT_EQ(any_compute(a, out.data(), n, nullptr, 4, given), ASCON_ERR_NULL);
    if (a->key_bytes || customized) {
      EXPECT_EQ(any_compute(a, out.data(), n, i, 4, missing), ASCON_ERR_NULL);
    }
    if (any_length) {
      EXPECT_EQ(any_compute(a, nullptr, 0, nullptr, 0, {k, nullptr, 0}), ASCON_OK);
    }
  }
  for (const auto *a : AlgorithmsOf(ASCON_KIND_MAC)) {
    EXPECT_EQ(any_mac_verify(a, nullptr, i, 4, k), ASCON_ERR_NULL);
    EXPECT_EQ(any_mac_verify(a, k, nullptr, 4, k), ASCON_ERR_NULL);
    EXPECT_EQ(any_mac_verify(a, k, i, 4, nullptr), ASCON_ERR_NULL);
    EXPECT_EQ(any_mac_verify(a, k, nullptr, 0, k), ASCON_ERR_TAG);
  }
  EXPECT_TRUE(out.Holds(0xee));
}

TEST_P(Misuse, SpongeContextNull) {
  const Bytes in(4, 1), key(16, 4);
  Heap out(32);
  for (const auto *a : Algorithms()) {
    if (a->kind == ASCON_KIND_AEAD || a->kind == ASCON_KIND_PRFSHORT) continue;
    SCOPED_TRACE(a->name);
    Case c = MakeCase(a, 0, 0, 16);
    EXPECT_EQ(any_init(nullptr, a, InputOf(c)), ASCON_ERR_NULL);
    ascon_sponge_ctx ctx = {};
    if (a->key_bytes) {
      EXPECT_EQ(ascon_any_sponge_init(&ctx, a, nullptr, a->key_bytes), ASCON_ERR_NULL);
    }
    if (a->kind == ASCON_KIND_CXOF) {
      EXPECT_EQ(ascon_any_sponge_init(&ctx, a, nullptr, 1), ASCON_ERR_NULL);
    }
    EXPECT_TRUE(IsWiped(ctx));
    ASSERT_EQ(any_init(&ctx, a, InputOf(c)), ASCON_OK);
    const ascon_sponge_ctx before = ctx;
    EXPECT_EQ(ascon_any_sponge_update(nullptr, in.data(), 4), ASCON_ERR_NULL);
    EXPECT_EQ(ascon_any_sponge_update(&ctx, nullptr, 4), ASCON_ERR_NULL);
    EXPECT_EQ(any_output(nullptr, a, out.data(), 4), ASCON_ERR_NULL);
    EXPECT_EQ(any_output(&ctx, a, nullptr, 4), ASCON_ERR_NULL);
    if (a->kind == ASCON_KIND_MAC) {
      EXPECT_EQ(ascon_any_sponge_verify_final(nullptr, out.data()), ASCON_ERR_NULL);
      EXPECT_EQ(ascon_any_sponge_verify_final(&ctx, nullptr), ASCON_ERR_NULL);
    }
    EXPECT_TRUE(Same(ctx, before));
    EXPECT_TRUE(out.Holds(0xee));
  }
}

TEST_P(Misuse, Customization) {
  const Bytes z(300, 7), in(4, 1);
  for (const auto *a : AlgorithmsOf(ASCON_KIND_CXOF))
    for (size_t n : {256u, 257u, 300u}) {
      ascon_result expected = n <= 256 ? ASCON_OK : ASCON_ERR_RANGE;
      Heap out(8);
      ascon_sponge_ctx ctx = {};
      EXPECT_EQ(any_compute(a, out.data(), 8, in.data(), 4, {nullptr, z.data(), n}), expected);
      EXPECT_EQ(ascon_any_sponge_init(&ctx, a, z.data(), n), expected);
      EXPECT_EQ(out.Holds(0xee), expected != ASCON_OK);
      EXPECT_EQ(IsWiped(ctx), expected != ASCON_OK);
    }
}

TEST_P(Misuse, PrfShort) {
  const Bytes in(40, 1), key(16, 4);
  for (const auto *a : AlgorithmsOf(ASCON_KIND_PRFSHORT)) {
    for (size_t n : {0u, 16u, 17u, 40u})
      for (size_t out_bytes : {0u, 1u, 16u, 17u, 40u}) {
        Heap out(out_bytes);
        bool good = n <= 16 && out_bytes >= 1 && out_bytes <= 16;
        EXPECT_EQ(any_compute(a, out.data(), out_bytes, in.data(), n, {key.data(), nullptr, 0}),
                  good ? ASCON_OK : ASCON_ERR_RANGE)
            << n << ", " << out_bytes;
        EXPECT_TRUE(good || out.Holds(0xee));
      }
    uint8_t byte = 0;
    EXPECT_EQ(any_compute(a, nullptr, 1, in.data(), 1, {key.data(), nullptr, 0}), ASCON_ERR_NULL);
    EXPECT_EQ(any_compute(a, &byte, 1, nullptr, 1, {key.data(), nullptr, 0}), ASCON_ERR_NULL);
    EXPECT_EQ(any_compute(a, &byte, 1, in.data(), 1, {nullptr, nullptr, 0}), ASCON_ERR_NULL);
    EXPECT_EQ(byte, 0);
    EXPECT_EQ(any_compute(a, &byte, 1, nullptr, 0, {key.data(), nullptr, 0}), ASCON_OK);
  }
}

TEST_P(Misuse, State) {
  const auto order = ASCON_LITTLE_ENDIAN;
  Heap data(64);
  uint8_t *p = data.data();
  ascon_state state;
  EXPECT_EQ(ascon_permutation_init(nullptr, nullptr), ASCON_ERR_NULL);
  ASSERT_EQ(ascon_permutation_init(&state, nullptr), ASCON_OK);
  const ascon_state before = state;
  for (unsigned rounds : {0u, 17u, 18u, 256u + 12u, ~0u})
    EXPECT_EQ(ascon_permutation_apply(&state, rounds), ASCON_ERR_RANGE) << rounds;
  EXPECT_EQ(ascon_permutation_apply(nullptr, 12), ASCON_ERR_NULL);
  const size_t huge = ~size_t{0};
  const size_t ranges[][2] = {{41, 0},   {40, 1},   {0, 41},      {39, 2},        {1, 40},
                              {huge, 1}, {1, huge}, {huge, huge}, {huge - 39, 40}};
  for (const auto &[offset, n] : ranges) {
    EXPECT_EQ(ascon_permutation_xor(&state, order, offset, p, n), ASCON_ERR_RANGE)
        << offset << " " << n;
    EXPECT_EQ(ascon_permutation_get(&state, order, offset, p, n), ASCON_ERR_RANGE)
        << offset << " " << n;
  }
  for (int wrong : {-1, 2, 256}) {
    EXPECT_EQ(test_state_xor(&state, wrong, p, 8), ASCON_ERR_RANGE);
    EXPECT_EQ(test_state_get(&state, wrong, p, 8), ASCON_ERR_RANGE);
  }
  EXPECT_EQ(ascon_permutation_xor(nullptr, order, 0, p, 8), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_permutation_get(nullptr, order, 0, p, 8), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_permutation_xor(&state, order, 0, nullptr, 8), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_permutation_get(&state, order, 0, nullptr, 8), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_permutation_xor(&state, order, 40, nullptr, 0), ASCON_OK);
  EXPECT_EQ(ascon_permutation_get(&state, order, 40, nullptr, 0), ASCON_OK);
  EXPECT_TRUE(Same(state, before));
  EXPECT_TRUE(data.Holds(0xee));
}

// The last text is of all values that there are not.
template <class Value>
void ExpectTexts(const char *(*text_of)(Value), const std::vector<const char *> &texts) {
  for (size_t i = 0; i < texts.size(); i++)
    EXPECT_STREQ(text_of(static_cast<Value>(i)), texts[i]) << i;
  EXPECT_STREQ(text_of(static_cast<Value>(texts.size())), texts.back());
}

TEST(Texts, OfEveryResultAndKind) {
  const std::vector<const char *> results = {
      "success",
      "the tag does not match: wrong key, or the data was changed",
      "a pointer is NULL although its length is not 0",
      "a length or a number of rounds is outside its range",
      "the context is not in a state in which this call is allowed",
      "the algorithm is of another kind than the call",
      "unknown backend, or this processor cannot run it",
      "the system gives no random bytes",
      "the system gives no memory or no thread",
      "there is no such device, or it failed",
      "the store has no valid counter, or could not keep one",
      "unknown result",
  };
  ASSERT_EQ(results.size(), size_t{ASCON_ERR_STORE} + 2);
  ExpectTexts(ascon_result_text, results);
  ExpectTexts(ascon_any_kind_name,
              {"aead", "hash", "xof", "cxof", "mac", "prf", "prfshort", "unknown kind"});
}

}  // namespace
}  // namespace asconkit_test
