// KMAC and key derivation (ascon_kdf.h): known answers of the model, messages and outputs in
// pieces, every promise of docs/constructions/kdf.md, misuse, wiping.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/kdf/ascon_kdf.h"

#include <algorithm>
#include <cstring>

#include "../support/construction_vectors.h"
#include "../unit/wipe_test.h"

namespace asconkit_test {
namespace {

struct Inputs {
  Heap message, customization, key;
};

Inputs InputsOf(const KnownAnswer &v) {
  return {Heap(v.bytes("message"), 1), Heap(v.bytes("customization"), 3), Heap(v.bytes("key"), 5)};
}

using OneShot = decltype(&ascon_kdf_kmac);

Bytes Compute(OneShot call, const Inputs &in, size_t bytes) {
  Heap out(bytes, 7);
  EXPECT_EQ(
      call(out.nullable(), bytes, in.message.nullable(), in.message.size(),
           in.customization.nullable(), in.customization.size(), in.key.nullable(), in.key.size()),
      ASCON_OK);
  return out.bytes();
}

ascon_result Verify(const Bytes &tag, const Inputs &in) {
  const Heap given(tag, 1);
  return ascon_kdf_kmac_verify(given.nullable(), given.size(), in.message.nullable(),
                               in.message.size(), in.customization.nullable(),
                               in.customization.size(), in.key.nullable(), in.key.size());
}

// A context that has had the message in two pieces.
ascon_kmac_ctx Absorbed(const Inputs &in, size_t split) {
  ascon_kmac_ctx ctx;
  EXPECT_EQ(ascon_kdf_kmac_init(&ctx, in.customization.nullable(), in.customization.size(),
                                in.key.nullable(), in.key.size()),
            ASCON_OK);
  EXPECT_EQ(ascon_kdf_kmac_update(&ctx, in.message.nullable(), split), ASCON_OK);
  const size_t rest = in.message.size() - split;
  EXPECT_EQ(ascon_kdf_kmac_update(&ctx, rest ? in.message.data() + split : nullptr, rest),
            ASCON_OK);
  return ctx;
}

class Kdf : public BackendTest {};
ASCON_ON_EVERY_BACKEND(Kdf);

TEST_P(Kdf, KnownAnswersOfKmac) {
  size_t seen = 0;
  for (const KnownAnswer &v : KnownAnswersOf("kdf")) {
    if (v.text("call") == "kdf") continue;
    const OneShot call = v.text("call") == "kmac" ? ascon_kdf_kmac : ascon_kdf_kmac_xof;
    const Bytes expected = v.bytes("output");
    EXPECT_EQ(Compute(call, InputsOf(v), expected.size()), expected) << v.name();
    seen++;
  }
  EXPECT_GE(seen, 12u);
}

TEST_P(Kdf, KnownAnswersOfDerivation) {
  size_t seen = 0;
  for (const KnownAnswer &v : KnownAnswersOf("kdf")) {
    if (v.text("call") != "kdf") continue;
    const Heap salt(v.bytes("salt"), 1), ikm(v.bytes("ikm"), 2), info(v.bytes("info"), 3);
    Heap prk(ASCON_KDF_PRK_BYTES), out(v.bytes("expanded").size(), 1);
    ASSERT_EQ(
        ascon_kdf_extract(prk.data(), salt.nullable(), salt.size(), ikm.nullable(), ikm.size()),
        ASCON_OK);
    EXPECT_EQ(prk.bytes(), v.bytes("prk")) << v.name();
    ASSERT_EQ(ascon_kdf_expand(out.nullable(), out.size(), prk.data(), prk.size(), info.nullable(),
                               info.size()),
              ASCON_OK);
    EXPECT_EQ(out.bytes(), v.bytes("expanded")) << v.name();
    ASSERT_EQ(ascon_kdf_derive(out.nullable(), out.size(), salt.nullable(), salt.size(),
                               ikm.nullable(), ikm.size(), info.nullable(), info.size()),
              ASCON_OK);
    EXPECT_EQ(out.bytes(), v.bytes("derived")) << v.name();
    seen++;
  }
  EXPECT_GE(seen, 5u);
}

TEST_P(Kdf, MessagesInPieces) {
  for (const KnownAnswer &v : KnownAnswersOf("kdf")) {
    if (v.text("call") != "kmac") continue;
    const Inputs in = InputsOf(v);
    for (size_t split = 0; split <= in.message.size(); split++) {
      ascon_kmac_ctx ctx = Absorbed(in, split), other = ctx;
      Heap out(v.bytes("output").size());
      ASSERT_EQ(ascon_kdf_kmac_final(&ctx, out.data(), out.size()), ASCON_OK);
      EXPECT_EQ(out.bytes(), v.bytes("output")) << v.name() << ", split at " << split;
      EXPECT_TRUE(IsWiped(ctx));
      if (out.size() < ASCON_KMAC_MIN_TAG_BYTES) continue;
      EXPECT_EQ(ascon_kdf_kmac_verify_final(&other, out.data(), out.size()), ASCON_OK);
      EXPECT_TRUE(IsWiped(other));
    }
  }
}

TEST_P(Kdf, OutputInPieces) {
  for (const KnownAnswer &v : KnownAnswersOf("kdf")) {
    if (v.text("call") != "kmac_xof") continue;
    const Inputs in = InputsOf(v);
    const Bytes expected = v.bytes("output");
    for (size_t split = 0; split <= expected.size(); split++) {
      ascon_kmac_ctx ctx = Absorbed(in, 0);
      Heap first(split), second(expected.size() - split);
      ASSERT_EQ(ascon_kdf_kmac_squeeze(&ctx, first.nullable(), first.size()), ASCON_OK);
      ASSERT_EQ(ascon_kdf_kmac_squeeze(&ctx, second.nullable(), second.size()), ASCON_OK);
      Bytes all = first.bytes(), rest = second.bytes();
      all.insert(all.end(), rest.begin(), rest.end());
      EXPECT_EQ(all, expected) << v.name() << ", split at " << split;
    }
  }
}

// ---- What the page promises -------------------------------------------------------------------

// Two outputs of which one is not the beginning of the other.
bool Unrelated(const Bytes &a, const Bytes &b) {
  const size_t n = std::min(a.size(), b.size());
  return !std::equal(a.begin(), a.begin() + static_cast<ptrdiff_t>(n), b.begin());
}

TEST_P(Kdf, TheFixedFormDependsOnTheLengthAndTheXofFormDoesNot) {
  const Inputs in{Heap(Pattern(Field::kText, 20)), Heap(0), Heap(Pattern(Field::kKey, 16))};
  const Bytes xof = Compute(ascon_kdf_kmac_xof, in, 100);
  for (size_t n = 4; n < 100; n++) {
    const Bytes fixed = Compute(ascon_kdf_kmac, in, n);
    EXPECT_TRUE(Unrelated(fixed, Compute(ascon_kdf_kmac, in, n + 1))) << n;
    EXPECT_TRUE(Unrelated(fixed, xof)) << n;
    EXPECT_FALSE(Unrelated(Compute(ascon_kdf_kmac_xof, in, n), xof)) << n;
  }
}

// The same bytes divided otherwise between key, customization string and message.
TEST_P(Kdf, NoTwoDivisionsOfTheInputsGiveTheSame) {
  const Bytes all = Pattern(Field::kText, 24);
  std::vector<Bytes> outputs;
  for (size_t key = 0; key <= all.size(); key += 4) {
    for (size_t custom = 0; key + custom <= all.size(); custom += 4) {
      const auto a = all.begin() + static_cast<ptrdiff_t>(key),
                 b = a + static_cast<ptrdiff_t>(custom);
      const Inputs in{Heap(Bytes(b, all.end())), Heap(Bytes(a, b)), Heap(Bytes(all.begin(), a))};
      outputs.push_back(Compute(ascon_kdf_kmac, in, 16));
    }
  }
  std::sort(outputs.begin(), outputs.end());
  EXPECT_EQ(std::unique(outputs.begin(), outputs.end()), outputs.end());
}

// As above: ikm || info of one-step derivation has one meaning. The calls of one secret differ.
TEST_P(Kdf, DerivationSeparatesItsInputsAndItsSteps) {
  const Bytes all = Pattern(Field::kText, 40);
  std::vector<Bytes> outputs;
  for (size_t ikm = 0; ikm <= all.size(); ikm++) {
    Bytes out(32);
    ASSERT_EQ(ascon_kdf_derive(out.data(), out.size(), nullptr, 0, all.data(), ikm,
                               all.data() + ikm, all.size() - ikm),
              ASCON_OK);
    outputs.push_back(out);
  }
  Bytes out(32);
  ASSERT_EQ(ascon_kdf_extract(out.data(), nullptr, 0, all.data(), all.size()), ASCON_OK);
  outputs.push_back(out);
  ASSERT_EQ(ascon_kdf_expand(out.data(), out.size(), nullptr, 0, all.data(), all.size()), ASCON_OK);
  outputs.push_back(out);
  ASSERT_EQ(ascon_kdf_kmac(out.data(), out.size(), all.data(), all.size(), nullptr, 0, nullptr, 0),
            ASCON_OK);
  outputs.push_back(out);
  std::sort(outputs.begin(), outputs.end());
  EXPECT_EQ(std::unique(outputs.begin(), outputs.end()), outputs.end());
}

// KMAC with the name of a step, in any spelling, is not that step.
TEST_P(Kdf, NoCustomizationLeadsToKeyDerivation) {
  const Bytes key = Pattern(Field::kKey, 32), text = Pattern(Field::kText, 20);
  Bytes step(32), joined = {1, 8 * 20};  // encode_string(text)
  joined.insert(joined.end(), text.begin(), text.end());
  const auto expect_unrelated = [&](const std::string &name, const Bytes &message) {
    for (const std::string &custom : {name, "KDF " + name, "KDF" + name}) {
      const auto *purpose = reinterpret_cast<const uint8_t *>(custom.data());
      Bytes out(32);
      ASSERT_EQ(ascon_kdf_kmac(out.data(), out.size(), message.data(), message.size(), purpose,
                               custom.size(), key.data(), key.size()),
                ASCON_OK);
      EXPECT_NE(out, step) << custom;
    }
  };
  ASSERT_EQ(ascon_kdf_expand(step.data(), 32, key.data(), 32, text.data(), text.size()), ASCON_OK);
  expect_unrelated("expand", text);
  ASSERT_EQ(ascon_kdf_extract(step.data(), key.data(), 32, text.data(), text.size()), ASCON_OK);
  expect_unrelated("extract", text);
  ASSERT_EQ(ascon_kdf_derive(step.data(), 32, key.data(), 32, text.data(), text.size(), nullptr, 0),
            ASCON_OK);
  expect_unrelated("derive", joined);
}

TEST_P(Kdf, VerifyRefusesEveryOtherTag) {
  const Inputs in{Heap(Pattern(Field::kText, 20)), Heap(Pattern(Field::kExtra, 3)),
                  Heap(Pattern(Field::kKey, 16))};
  for (size_t n : {size_t{4}, size_t{16}, size_t{32}, size_t{33}, size_t{70}}) {
    Bytes tag = Compute(ascon_kdf_kmac, in, n);
    EXPECT_EQ(Verify(tag, in), ASCON_OK) << n;
    for (size_t bit = 0; bit < 8 * n; bit++) {
      tag[bit / 8] ^= static_cast<uint8_t>(1u << bit % 8);
      EXPECT_EQ(Verify(tag, in), ASCON_ERR_TAG) << n << ", bit " << bit;
      tag[bit / 8] ^= static_cast<uint8_t>(1u << bit % 8);
    }
    tag.pop_back();
    EXPECT_EQ(Verify(tag, in), n == 4 ? ASCON_ERR_RANGE : ASCON_ERR_TAG) << n;
  }
}

TEST_P(Kdf, OutputMayOverlapInputs) {
  const Bytes text = Pattern(Field::kText, 32), key = Pattern(Field::kKey, 32);
  Bytes expected(32), buffer = text;
  ASSERT_EQ(ascon_kdf_kmac(expected.data(), 32, text.data(), 32, text.data(), 9, key.data(), 32),
            ASCON_OK);
  ASSERT_EQ(ascon_kdf_kmac(buffer.data(), 32, buffer.data(), 32, buffer.data(), 9, key.data(), 32),
            ASCON_OK);
  EXPECT_EQ(buffer, expected);
  ASSERT_EQ(ascon_kdf_derive(expected.data(), 32, key.data(), 32, text.data(), 32, nullptr, 0),
            ASCON_OK);
  buffer = text;
  ASSERT_EQ(ascon_kdf_derive(buffer.data(), 32, key.data(), 32, buffer.data(), 32, nullptr, 0),
            ASCON_OK);
  EXPECT_EQ(buffer, expected);
}

// ---- Misuse -----------------------------------------------------------------------------------

TEST_P(Kdf, WrongArgumentsWriteNothing) {
  const uint8_t in[248] = {}, *none = nullptr;
  const Bytes very_long(70000);
  Heap out(16);
  uint8_t *to = out.data();
  for (OneShot call : {ascon_kdf_kmac, ascon_kdf_kmac_xof}) {
    EXPECT_EQ(call(nullptr, 16, in, 1, in, 1, in, 16), ASCON_ERR_NULL);
    EXPECT_EQ(call(to, 16, none, 1, in, 1, in, 16), ASCON_ERR_NULL);
    EXPECT_EQ(call(to, 16, in, 1, none, 1, in, 16), ASCON_ERR_NULL);
    EXPECT_EQ(call(to, 16, in, 1, in, 1, none, 16), ASCON_ERR_NULL);
    EXPECT_EQ(call(to, 16, in, 1, in, 248, in, 16), ASCON_ERR_RANGE);
    EXPECT_EQ(call(to, 16, in, 1, very_long.data(), very_long.size(), in, 16), ASCON_ERR_RANGE);
    EXPECT_EQ(call(nullptr, 0, none, 0, none, 0, none, 0), ASCON_OK);
  }
  EXPECT_EQ(ascon_kdf_kmac_verify(none, 16, in, 1, in, 1, in, 16), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_kdf_kmac_verify(in, 16, none, 1, in, 1, in, 16), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_kdf_kmac_verify(in, 16, in, 1, none, 1, in, 16), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_kdf_kmac_verify(in, 16, in, 1, in, 1, none, 16), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_kdf_kmac_verify(in, 3, in, 1, in, 1, in, 16), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_kdf_kmac_verify(none, 0, in, 1, in, 1, in, 16), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_kdf_kmac_verify(in, 16, in, 1, in, 248, in, 16), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_kdf_derive(nullptr, 1, in, 1, in, 1, in, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_kdf_derive(to, 1, none, 1, in, 1, in, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_kdf_derive(to, 1, in, 1, none, 1, in, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_kdf_derive(to, 1, in, 1, in, 1, none, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_kdf_extract(nullptr, in, 1, in, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_kdf_extract(to, none, 1, in, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_kdf_extract(to, in, 1, none, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_kdf_expand(nullptr, 1, in, 1, in, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_kdf_expand(to, 1, none, 1, in, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_kdf_expand(to, 1, in, 1, none, 1), ASCON_ERR_NULL);
  EXPECT_TRUE(out.Holds(0xee));
}

TEST_P(Kdf, ErrorsLeaveTheContextAsItWas) {
  const uint8_t in[248] = {}, *none = nullptr;
  uint8_t out[16];
  ascon_kmac_ctx ctx = {};
  EXPECT_EQ(ascon_kdf_kmac_update(&ctx, in, 1), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_kdf_kmac_final(&ctx, out, 1), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_kdf_kmac_squeeze(&ctx, out, 1), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_kdf_kmac_verify_final(&ctx, in, 16), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_kdf_kmac_init(&ctx, in, 248, in, 16), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_kdf_kmac_init(&ctx, none, 1, in, 16), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_kdf_kmac_init(&ctx, in, 1, none, 16), ASCON_ERR_NULL);
  EXPECT_TRUE(IsWiped(ctx));

  ASSERT_EQ(ascon_kdf_kmac_init(&ctx, in, 247, in, 16), ASCON_OK);
  const ascon_kmac_ctx started = ctx;
  EXPECT_EQ(ascon_kdf_kmac_update(&ctx, none, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_kdf_kmac_final(&ctx, nullptr, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_kdf_kmac_squeeze(&ctx, nullptr, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_kdf_kmac_verify_final(&ctx, none, 16), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_kdf_kmac_verify_final(&ctx, in, 3), ASCON_ERR_RANGE);
  EXPECT_TRUE(Same(ctx, started));

  ASSERT_EQ(ascon_kdf_kmac_squeeze(&ctx, nullptr, 0), ASCON_OK);
  const ascon_kmac_ctx squeezing = ctx;
  EXPECT_EQ(ascon_kdf_kmac_update(&ctx, in, 1), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_kdf_kmac_final(&ctx, out, 16), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_kdf_kmac_verify_final(&ctx, in, 16), ASCON_ERR_ORDER);
  EXPECT_TRUE(Same(ctx, squeezing));

  EXPECT_EQ(ascon_kdf_kmac_init(nullptr, in, 1, in, 16), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_kdf_kmac_update(nullptr, in, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_kdf_kmac_final(nullptr, out, 16), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_kdf_kmac_squeeze(nullptr, out, 16), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_kdf_kmac_verify_final(nullptr, in, 16), ASCON_ERR_NULL);
}

// ---- Wiping -----------------------------------------------------------------------------------

class KdfWipe : public WipeTest {};
ASCON_ON_EVERY_BACKEND(KdfWipe);

TEST_P(KdfWipe, NothingIsLeft) {
  const Heap key(Pattern(Field::kKey, 40)), text(Pattern(Field::kText, 70));
  Heap out(32), wrong(32);
  Bytes prk(32);
  ASSERT_EQ(ascon_kdf_extract(prk.data(), key.data(), 40, text.data(), 70), ASCON_OK);
  Secrets secrets;
  secrets.AddBytes(key.bytes(), "the key");
  secrets.AddBytes(text.bytes(), "the message");
  secrets.AddBytes(prk, "the output");
  ascon_kmac_ctx ctx;
  ASSERT_EQ(ascon_kdf_kmac_init(&ctx, nullptr, 0, key.data(), 40), ASCON_OK);
  secrets.AddBytes(StateOf(ctx.cxof), "the state after the key");
  ASSERT_EQ(ascon_kdf_kmac_update(&ctx, text.data(), 70), ASCON_OK);
  ASSERT_EQ(ascon_kdf_kmac_squeeze(&ctx, out.data(), 32), ASCON_OK);
  secrets.AddBytes(StateOf(ctx.cxof), "the state of the XOF");
  Check("kmac", secrets, ASCON_OK, [&] {
    return ascon_kdf_kmac(out.data(), 32, text.data(), 70, nullptr, 0, key.data(), 40);
  });
  Check("verify", secrets, ASCON_ERR_TAG, [&] {
    return ascon_kdf_kmac_verify(wrong.data(), 32, text.data(), 70,
                                 reinterpret_cast<const uint8_t *>("KDF extract"), 11, key.data(),
                                 40);
  });
  Check("xof", secrets, ASCON_OK, [&] {
    return ascon_kdf_kmac_xof(out.data(), 32, text.data(), 70, nullptr, 0, key.data(), 40);
  });
  Check("init", secrets, ASCON_OK,
        [&] { return ascon_kdf_kmac_init(&ctx, nullptr, 0, key.data(), 40); });
  Check("update", secrets, ASCON_OK, [&] { return ascon_kdf_kmac_update(&ctx, text.data(), 70); });
  Check("verify final", secrets, ASCON_ERR_TAG,
        [&] { return ascon_kdf_kmac_verify_final(&ctx, wrong.data(), 32); });
  CheckZero(ctx, "verify final");
  Check("extract", secrets, ASCON_OK,
        [&] { return ascon_kdf_extract(out.data(), key.data(), 40, text.data(), 70); });
  Check("derive", secrets, ASCON_OK, [&] {
    return ascon_kdf_derive(out.data(), 32, key.data(), 40, text.data(), 70, nullptr, 0);
  });
  Check("expand", secrets, ASCON_OK,
        [&] { return ascon_kdf_expand(out.data(), 32, key.data(), 40, text.data(), 70); });
}

}  // namespace
}  // namespace asconkit_test
