// What masked calls leave on the stack, and what they refuse.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <cstring>

#include "../support/masked.h"
#include "traces.h"
#include "wipe_test.h"

namespace asconkit_test {
namespace {

// ---- Wiping -------------------------------------------------------------------------------------

// A source of zeros leaves every secret whole in share 0, so that the states of the specification's
// trace are what must not be found. With random words, these must not be found.
class MaskedWipe : public ::testing::TestWithParam<Scheme>, public StackSearch {
 protected:
  void SetUp() override { ASCON_SKIP_WIPING(); }
};
INSTANTIATE_TEST_SUITE_P(Shares, MaskedWipe, ::testing::ValuesIn(kSchemes), [](const auto &test) {
  return std::to_string(test.param.shares) + "_shares";
});

// A message; its key and text are in shares.
struct AeadScene {
  AeadScene(const Scheme &scheme, const ascon_algorithm *a)
      : c(SecretCase(a)),
        result(Compute(c)),
        n(c.text.size()),
        zeros(scheme, SIZE_MAX, Source::Gives::kZeros),
        key(scheme, Sharing::kZeros, c.key),
        nonce(scheme, Sharing::kPlain, c.nonce),
        ad(scheme, Sharing::kPlain, c.extra),
        text(scheme, Sharing::kZeros, c.text),
        cipher(scheme, Sharing::kPlain, Part(result, 0, n)),
        out(scheme, Sharing::kPlain, c.text),
        tag(scheme, Sharing::kPlain, Part(result, n, 16)) {}
  Case c;
  Bytes result;
  size_t n;
  Source zeros;
  Shared key, nonce, ad, text, cipher, out, tag;
};

TEST_P(MaskedWipe, Aead) {
  for (const auto *a : AlgorithmsOf(ASCON_KIND_AEAD)) {
    AeadScene s(GetParam(), a);
    const Secrets open = SecretsOf(s.c, s.result, Tag::kPublic);
    const Secrets closed = SecretsOf(s.c, s.result, Tag::kSecret);
    const ascon_masked_setup *setup = s.zeros.setup();
    Check(std::string(a->name) + ", encrypt", open, ASCON_OK, [&] {
      return ascon_masked_aead_encrypt(setup, a, s.out.out(), s.tag.out(), 16, s.text.in(), s.n,
                                       s.ad.in(), s.c.extra.size(), s.nonce.in(), s.key.in());
    });
    for (uint8_t change : {uint8_t{0}, uint8_t{1}}) {
      s.tag.out().data[3] ^= change;
      Check(std::string(a->name) + ", decrypt", change ? closed : open,
            change ? ASCON_ERR_TAG : ASCON_OK, [&] {
              return ascon_masked_aead_decrypt(setup, a, s.out.out(), s.cipher.in(), s.n,
                                               s.tag.in(), 16, s.ad.in(), s.c.extra.size(),
                                               s.nonce.in(), s.key.in());
            });
    }
  }
}

TEST_P(MaskedWipe, LeveledAead) {
  for (const auto *a : AlgorithmsOf(ASCON_KIND_AEAD)) {
    AeadScene s(GetParam(), a);
    const Secrets open = SecretsOf(s.c, s.result, Tag::kPublic);
    const Secrets closed = SecretsOf(s.c, s.result, Tag::kSecret);
    auto key = std::make_unique<ascon_masked_key>();
    const ascon_masked_setup *setup = s.zeros.leveled();
    ASSERT_EQ(ascon_masked_key_init(key.get(), setup, s.c.key.data(), s.c.key.size()), ASCON_OK);
    const ascon_masked_in shares = ascon_masked_key_shares(setup, a, key.get());
    const ascon_masked_in text = ascon_masked_plain_in(s.text.in().data);
    Check(std::string(a->name) + ", leveled encrypt", open, ASCON_OK, [&] {
      return ascon_masked_aead_encrypt(setup, a, s.out.out(), s.tag.out(), 16, text, s.n, s.ad.in(),
                                       s.c.extra.size(), s.nonce.in(), shares);
    });
    for (uint8_t change : {uint8_t{0}, uint8_t{1}}) {
      s.tag.out().data[3] ^= change;
      Check(std::string(a->name) + ", leveled decrypt", change ? closed : open,
            change ? ASCON_ERR_TAG : ASCON_OK, [&] {
              return ascon_masked_aead_decrypt(setup, a, s.out.out(), s.cipher.in(), s.n,
                                               s.tag.in(), 16, s.ad.in(), s.c.extra.size(),
                                               s.nonce.in(), shares);
            });
    }
  }
}

TEST_P(MaskedWipe, AeadInPieces) {
  for (const auto *a : AlgorithmsOf(ASCON_KIND_AEAD)) {
    AeadScene s(GetParam(), a);
    const Secrets secrets = SecretsOf(s.c, s.result, Tag::kPublic);
    for (const ascon_masked_setup *setup : {s.zeros.setup(), s.zeros.leveled()}) {
      auto ctx = std::make_unique<ascon_masked_aead_ctx>();
      Check("init", secrets, ASCON_OK,
            [&] { return ascon_masked_aead_init(ctx.get(), setup, a, s.nonce.in(), s.key.in()); });
      Check("ad", secrets, ASCON_OK,
            [&] { return ascon_masked_aead_ad(ctx.get(), s.ad.in(), s.c.extra.size()); });
      Check("update", secrets, ASCON_OK, [&] {
        return ascon_masked_aead_decrypt_update_unverified(ctx.get(), s.out.out(), s.cipher.in(),
                                                           s.n);
      });
      Check("final", secrets, ASCON_OK,
            [&] { return ascon_masked_aead_decrypt_final(ctx.get(), s.tag.in(), 16); });
    }
  }
}

TEST_P(MaskedWipe, AllOthers) {
  for (const auto *a : Algorithms()) {
    if (a->kind == ASCON_KIND_AEAD) continue;
    const Case c = SecretCase(a);
    const Bytes result = Compute(c);
    const Secrets secrets = SecretsOf(c, result, Tag::kPublic);
    const Bytes prefix = a->kind == ASCON_KIND_CXOF ? c.extra : Part(c.key, 0, a->key_bytes);
    Source zeros(GetParam(), SIZE_MAX, Source::Gives::kZeros);
    Shared start(GetParam(), a->key_bytes ? Sharing::kZeros : Sharing::kPlain, prefix);
    Shared text(GetParam(), Sharing::kZeros, c.text), out(GetParam(), Sharing::kPlain, result);
    Check(a->name, secrets, ASCON_OK, [&] {
      return ascon_masked_sponge(zeros.setup(), a, out.out(), c.out_bytes, text.in(), c.text.size(),
                                 start.in(), prefix.size());
    });
  }
}

TEST_P(MaskedWipe, RandomWords) {
  AeadScene s(GetParam(), &ascon_algorithm_aead128);
  Source source(GetParam());
  (void)MaskedSeal(Form::kShared, GetParam(), &source, Sharing::kPlain, s.c);
  Secrets words;
  words.AddBytes(source.given(), "random words");
  Source again(GetParam());
  Check("encrypt", words, ASCON_OK, [&] {
    return ascon_masked_aead_encrypt(again.setup(), &ascon_algorithm_aead128, s.out.out(),
                                     s.tag.out(), 16, s.text.in(), s.n, s.ad.in(), s.c.extra.size(),
                                     s.nonce.in(), s.key.in());
  });
  ASSERT_EQ(again.given(), source.given());
}

TEST_P(MaskedWipe, KeysAndStrings) {
  const Bytes value = Pattern(Field::kKey, 32);
  Secrets secrets;
  secrets.AddBytes(value, "key");
  Source zeros(GetParam(), SIZE_MAX, Source::Gives::kZeros);
  auto key = std::make_unique<ascon_masked_key>();
  Bytes joined(32);
  Check("key", secrets, ASCON_OK,
        [&] { return ascon_masked_key_init(key.get(), zeros.setup(), value.data(), 32); });
  Check("refresh", secrets, ASCON_OK,
        [&] { return ascon_masked_key_refresh(key.get(), zeros.setup()); });
  Check("join", secrets, ASCON_OK, [&] {
    return ascon_masked_join(GetParam().object, joined.data(),
                             ascon_masked_key_shares(zeros.setup(), nullptr, key.get()), 32);
  });
  EXPECT_EQ(joined, value);
}

// ---- Misuse -------------------------------------------------------------------------------------

class MaskedMisuse : public ::testing::Test {
 protected:
  MaskedMisuse() { EXPECT_EQ(ascon_masked_key_init(&key_, setup(), buffer_, 16), ASCON_OK); }
  const ascon_masked_setup *setup() const { return source_.setup(); }
  ascon_masked_in in() const { return ascon_masked_plain_in(buffer_); }
  ascon_masked_out out() { return ascon_masked_plain_out(buffer_ + 64); }
  static ascon_masked_in none() { return ascon_masked_plain_in(nullptr); }
  static ascon_masked_out nowhere() { return ascon_masked_plain_out(nullptr); }

  const ascon_algorithm *aead_ = &ascon_algorithm_aead128, *hash_ = &ascon_algorithm_hash256;
  const ascon_algorithm *mac_ = &ascon_algorithm_v13_mac, *cxof_ = &ascon_algorithm_cxof128;
  Source source_{kSchemes[0]};
  ascon_masked_key key_;
  uint8_t buffer_[128] = {};
};

TEST_F(MaskedMisuse, OneCallAead) {
  auto seal = [&](ascon_masked_setup setup, const ascon_algorithm *a, uint8_t *text, size_t tag,
                  const ascon_masked_key *key, bool is_there = true) {
    const ascon_masked_setup *from = is_there ? &setup : nullptr;
    const ascon_masked_in shares = ascon_masked_key_shares(from, a, key);
    const ascon_masked_out to = ascon_masked_plain_out(text);
    const ascon_masked_in given = ascon_masked_plain_in(buffer_ + 64);
    auto encrypt = [&] {
      return ascon_masked_aead_encrypt(from, a, to, out(), tag, in(), 16, in(), 3, in(), shares);
    };
    auto expect_decryption = [&](ascon_result result) {
      EXPECT_EQ(result, ascon_masked_aead_decrypt(from, a, to, in(), 16, given, tag, in(), 3, in(),
                                                  shares));
    };
    const ascon_result result = encrypt();
    if (result != ASCON_OK) expect_decryption(result);
    if (setup.form != nullptr) setup.form = &ascon_masked_leveled;
    EXPECT_EQ(result, encrypt());
    if (result != ASCON_OK) expect_decryption(result);
    return result;
  };
  const ascon_masked_setup good = *setup();
  ascon_masked_setup no_words = good, no_scheme = good, no_form = good, other = good;
  no_words.words = nullptr;
  no_scheme.scheme = nullptr;
  no_form.form = nullptr;
  other.scheme = &ascon_masked_scheme_3;
  uint8_t *to = buffer_ + 96;
  EXPECT_EQ(seal(good, aead_, to, 16, &key_), ASCON_OK);
  EXPECT_EQ(seal(good, aead_, to, 16, &key_, false), ASCON_ERR_NULL);
  EXPECT_EQ(seal(no_words, aead_, to, 16, &key_), ASCON_ERR_NULL);
  EXPECT_EQ(seal(no_scheme, aead_, to, 16, &key_), ASCON_ERR_NULL);
  EXPECT_EQ(seal(no_form, aead_, to, 16, &key_), ASCON_ERR_NULL);
  EXPECT_EQ(seal(good, nullptr, to, 16, &key_), ASCON_ERR_NULL);
  EXPECT_EQ(seal(good, aead_, nullptr, 16, &key_), ASCON_ERR_NULL);
  EXPECT_EQ(seal(good, aead_, to, 16, nullptr), ASCON_ERR_NULL);
  EXPECT_EQ(seal(good, hash_, to, 16, &key_), ASCON_ERR_ALGORITHM);
  EXPECT_EQ(seal(good, aead_, to, 3, &key_), ASCON_ERR_RANGE);
  EXPECT_EQ(seal(good, aead_, to, 17, &key_), ASCON_ERR_RANGE);
  EXPECT_EQ(seal(other, aead_, to, 16, &key_), ASCON_ERR_NULL);
  EXPECT_EQ(seal(good, &ascon_algorithm_v12_80pq, to, 16, &key_), ASCON_ERR_NULL);
}

// In both forms.
TEST_F(MaskedMisuse, AeadInPieces) {
  for (const ascon_masked_setup *setup : {source_.setup(), source_.leveled()}) {
    ascon_masked_aead_ctx ctx;
    ascon_masked_setup no_form = *setup;
    no_form.form = nullptr;
    const ascon_masked_in key = ascon_masked_key_shares(setup, aead_, &key_);
    std::memset(&ctx, 0, sizeof ctx);
    EXPECT_EQ(ascon_masked_aead_ad(&ctx, in(), 1), ASCON_ERR_ORDER);
    EXPECT_EQ(ascon_masked_aead_ad(nullptr, in(), 1), ASCON_ERR_NULL);
    EXPECT_EQ(ascon_masked_aead_encrypt_update(&ctx, out(), in(), 1), ASCON_ERR_ORDER);
    EXPECT_EQ(ascon_masked_aead_encrypt_update(nullptr, out(), in(), 1), ASCON_ERR_NULL);
    EXPECT_EQ(ascon_masked_aead_encrypt_final(&ctx, out(), 16), ASCON_ERR_ORDER);
    EXPECT_EQ(ascon_masked_aead_init(&ctx, setup, hash_, in(), key), ASCON_ERR_ALGORITHM);
    EXPECT_EQ(ascon_masked_aead_init(&ctx, nullptr, aead_, in(), key), ASCON_ERR_NULL);
    EXPECT_EQ(ascon_masked_aead_init(&ctx, &no_form, aead_, in(), key), ASCON_ERR_NULL);
    EXPECT_EQ(ascon_masked_aead_init(nullptr, setup, aead_, in(), key), ASCON_ERR_NULL);
    EXPECT_EQ(ascon_masked_aead_init(&ctx, setup, aead_, none(), key), ASCON_ERR_NULL);
    EXPECT_EQ(ascon_masked_aead_init(&ctx, setup, aead_, in(), none()), ASCON_ERR_NULL);
    ASSERT_EQ(ascon_masked_aead_init(&ctx, setup, aead_, in(), key), ASCON_OK);
    EXPECT_EQ(ascon_masked_aead_ad(&ctx, none(), 1), ASCON_ERR_NULL);
    EXPECT_EQ(ascon_masked_aead_encrypt_update(&ctx, nowhere(), in(), 1), ASCON_ERR_NULL);
    ASSERT_EQ(ascon_masked_aead_encrypt_update(&ctx, out(), in(), 1), ASCON_OK);
    EXPECT_EQ(ascon_masked_aead_ad(&ctx, in(), 1), ASCON_ERR_ORDER);
    EXPECT_EQ(ascon_masked_aead_decrypt_update_unverified(&ctx, out(), in(), 1), ASCON_ERR_ORDER);
    EXPECT_EQ(ascon_masked_aead_decrypt_final(&ctx, in(), 16), ASCON_ERR_ORDER);
    EXPECT_EQ(ascon_masked_aead_encrypt_final(&ctx, nowhere(), 16), ASCON_ERR_NULL);
    EXPECT_EQ(ascon_masked_aead_encrypt_final(&ctx, out(), 3), ASCON_ERR_RANGE);
    EXPECT_EQ(ascon_masked_aead_encrypt_final(&ctx, out(), 16), ASCON_OK);
    ASSERT_EQ(ascon_masked_aead_init(&ctx, setup, aead_, in(), key), ASCON_OK);
    ASSERT_EQ(ascon_masked_aead_decrypt_update_unverified(&ctx, nowhere(), none(), 0), ASCON_OK);
    EXPECT_EQ(ascon_masked_aead_ad(&ctx, in(), 1), ASCON_ERR_ORDER);
    ASSERT_EQ(ascon_masked_aead_decrypt_update_unverified(&ctx, out(), in(), 1), ASCON_OK);
    EXPECT_EQ(ascon_masked_aead_encrypt_final(&ctx, out(), 16), ASCON_ERR_ORDER);
    EXPECT_EQ(ascon_masked_aead_decrypt_final(&ctx, none(), 16), ASCON_ERR_NULL);
    EXPECT_EQ(ascon_masked_aead_decrypt_final(&ctx, in(), 3), ASCON_ERR_RANGE);
    EXPECT_EQ(ascon_masked_aead_decrypt_final(&ctx, in(), 16), ASCON_ERR_TAG);
  }
}

// Associated data and text of a leveled message are plain; nothing is written otherwise.
TEST_F(MaskedMisuse, SharesOfALeveledText) {
  const ascon_masked_setup *setup = source_.leveled();
  const ascon_masked_in key = ascon_masked_key_shares(setup, aead_, &key_), shares = {buffer_, 16};
  const ascon_masked_out to = {buffer_ + 64, 16};
  const Bytes before(buffer_, buffer_ + sizeof buffer_);
  auto seal = [&](ascon_masked_out text, ascon_masked_in from, ascon_masked_in ad) {
    return ascon_masked_aead_encrypt(setup, aead_, text, out(), 16, from, 16, ad, 3, in(), key);
  };
  auto open = [&](ascon_masked_out text, ascon_masked_in from, ascon_masked_in ad) {
    return ascon_masked_aead_decrypt(setup, aead_, text, from, 16, in(), 16, ad, 3, in(), key);
  };
  EXPECT_EQ(seal(to, in(), in()), ASCON_ERR_RANGE);
  EXPECT_EQ(seal(out(), shares, in()), ASCON_ERR_RANGE);
  EXPECT_EQ(seal(out(), in(), shares), ASCON_ERR_RANGE);
  EXPECT_EQ(open(to, in(), in()), ASCON_ERR_RANGE);
  EXPECT_EQ(open(out(), shares, in()), ASCON_ERR_RANGE);
  EXPECT_EQ(open(out(), in(), shares), ASCON_ERR_RANGE);
  ascon_masked_aead_ctx ctx;
  ASSERT_EQ(ascon_masked_aead_init(&ctx, setup, aead_, in(), key), ASCON_OK);
  EXPECT_EQ(ascon_masked_aead_ad(&ctx, shares, 1), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_masked_aead_encrypt_update(&ctx, to, in(), 1), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_masked_aead_encrypt_update(&ctx, out(), shares, 1), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_masked_aead_decrypt_update_unverified(&ctx, to, in(), 1), ASCON_ERR_RANGE);
  EXPECT_EQ(Bytes(buffer_, buffer_ + sizeof buffer_), before);
  ascon_wipe(&ctx, sizeof ctx);
}

// Shares that would overlap each other, in every output of every call: nothing is written.
TEST_F(MaskedMisuse, OutputsThatOverlapThemselves) {
  const ascon_masked_in key = ascon_masked_key_shares(setup(), aead_, &key_), text = {buffer_, 16};
  const Bytes before(buffer_, buffer_ + sizeof buffer_);
  uint8_t right[32];
  for (size_t stride : {size_t{1}, size_t{8}, size_t{15}}) {
    const ascon_masked_out bad = {buffer_ + 64, stride};
    auto seal = [&](ascon_masked_out out, ascon_masked_out tag) {
      return ascon_masked_aead_encrypt(setup(), aead_, out, tag, 16, text, 16, none(), 0, in(),
                                       key);
    };
    EXPECT_EQ(seal(bad, out()), ASCON_ERR_RANGE);
    EXPECT_EQ(seal(out(), bad), ASCON_ERR_RANGE);
    EXPECT_EQ(
        ascon_masked_aead_decrypt(setup(), aead_, bad, text, 16, in(), 16, none(), 0, in(), key),
        ASCON_ERR_RANGE);
    EXPECT_EQ(ascon_masked_sponge(setup(), mac_, bad, 16, text, 16, text, 16), ASCON_ERR_RANGE);
    EXPECT_EQ(ascon_masked_share(setup(), bad, text, 16), ASCON_ERR_RANGE);
    ascon_masked_aead_ctx aead;
    ASSERT_EQ(ascon_masked_aead_init(&aead, setup(), aead_, in(), key), ASCON_OK);
    EXPECT_EQ(ascon_masked_aead_encrypt_update(&aead, bad, text, 16), ASCON_ERR_RANGE);
    EXPECT_EQ(ascon_masked_aead_decrypt_update_unverified(&aead, bad, text, 16), ASCON_ERR_RANGE);
    EXPECT_EQ(ascon_masked_aead_encrypt_final(&aead, bad, 16), ASCON_ERR_RANGE);
    EXPECT_EQ(Bytes(buffer_, buffer_ + sizeof buffer_), before) << stride;
    EXPECT_EQ(ascon_masked_aead_encrypt_final(&aead, {right, 16}, 16), ASCON_OK);
    ascon_masked_sponge_ctx sponge;
    ASSERT_EQ(ascon_masked_sponge_init(&sponge, setup(), mac_, text, 16), ASCON_OK);
    EXPECT_EQ(ascon_masked_sponge_squeeze(&sponge, bad, 16), ASCON_ERR_RANGE);
    EXPECT_EQ(ascon_masked_sponge_squeeze(&sponge, {right, 16}, 16), ASCON_OK);
    EXPECT_EQ(Bytes(buffer_, buffer_ + sizeof buffer_), before) << stride;
  }
}

TEST_F(MaskedMisuse, AllOthers) {
  auto call = [&](const ascon_algorithm *a, size_t out_bytes, size_t bytes, size_t prefix) {
    return ascon_masked_sponge(setup(), a, out(), out_bytes, in(), bytes, in(), prefix);
  };
  EXPECT_EQ(call(aead_, 16, 1, 16), ASCON_ERR_ALGORITHM);
  EXPECT_EQ(call(nullptr, 16, 1, 16), ASCON_ERR_NULL);
  EXPECT_EQ(call(hash_, 31, 1, 0), ASCON_ERR_RANGE);
  EXPECT_EQ(call(hash_, 32, 1, 16), ASCON_ERR_RANGE);
  EXPECT_EQ(call(mac_, 16, 1, 15), ASCON_ERR_RANGE);
  EXPECT_EQ(call(mac_, 4, 1, 16), ASCON_ERR_RANGE);
  EXPECT_EQ(call(cxof_, 4, 1, 257), ASCON_ERR_RANGE);
  EXPECT_EQ(call(&ascon_algorithm_v13_prfshort, 16, 17, 16), ASCON_ERR_RANGE);
  EXPECT_EQ(call(&ascon_algorithm_v13_prfshort, 0, 1, 16), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_masked_sponge(nullptr, hash_, out(), 32, in(), 1, none(), 0), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_masked_sponge(setup(), hash_, nowhere(), 32, in(), 1, none(), 0), ASCON_ERR_NULL);
  const ascon_masked_in shared = {buffer_, 8};
  EXPECT_EQ(ascon_masked_sponge(setup(), cxof_, out(), 4, in(), 1, shared, 4), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_masked_sponge_verify(setup(), hash_, in(), in(), 1, in()), ASCON_ERR_ALGORITHM);
  EXPECT_EQ(ascon_masked_sponge_verify(setup(), mac_, none(), in(), 1, in()), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_masked_sponge_verify(nullptr, mac_, in(), in(), 1, in()), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_masked_sponge_verify(setup(), mac_, in(), in(), 1, none()), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_masked_sponge(setup(), mac_, out(), 16, in(), 1, none(), 16), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_masked_sponge(nullptr, mac_, out(), 16, in(), 1, in(), 16), ASCON_ERR_NULL);
}

// A key for another scheme or algorithm is a string that is not there, which all calls refuse.
TEST_F(MaskedMisuse, KeysThatDoNotFit) {
  ascon_masked_setup more = *setup(), no_words = *setup();
  more.scheme = &ascon_masked_scheme_3;
  no_words.words = nullptr;
  const ascon_algorithm *long_key = &ascon_algorithm_v12_80pq;
  auto is_there = [&](const ascon_masked_setup *setup, const ascon_algorithm *a,
                      const ascon_masked_key *key) {
    return ascon_masked_key_shares(setup, a, key).data != nullptr;
  };
  for (const auto *a : {aead_, mac_, static_cast<const ascon_algorithm *>(nullptr)})
    EXPECT_TRUE(is_there(setup(), a, &key_));
  EXPECT_FALSE(is_there(setup(), mac_, nullptr));
  EXPECT_FALSE(is_there(nullptr, mac_, &key_));
  EXPECT_FALSE(is_there(&no_words, mac_, &key_));
  EXPECT_FALSE(is_there(&more, mac_, &key_));
  EXPECT_FALSE(is_there(&more, nullptr, &key_));
  EXPECT_FALSE(is_there(setup(), long_key, &key_));
  const ascon_masked_in wrong = ascon_masked_key_shares(&more, mac_, &key_);
  ascon_masked_aead_ctx aead;
  ascon_masked_sponge_ctx sponge;
  EXPECT_EQ(ascon_masked_aead_init(&aead, &more, aead_, in(), wrong), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_masked_sponge(&more, mac_, out(), 16, in(), 1, wrong, 16), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_masked_sponge_verify(&more, mac_, in(), in(), 1, wrong), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_masked_sponge_init(&sponge, &more, mac_, wrong, 16), ASCON_ERR_NULL);
}

TEST_F(MaskedMisuse, RandomWords) {
  ascon_message lengths = {};
  lengths.length = 16;
  auto words = [&](const ascon_masked_setup *setup, const ascon_algorithm *a, ascon_operation op) {
    return ascon_masked_random_words(setup, a, op, &lengths);
  };
  ascon_masked_setup no_scheme = *setup(), no_form = *setup();
  no_scheme.scheme = nullptr;
  no_form.form = nullptr;
  // With guards, only a state that is set takes words.
  const bool guards = words(setup(), aead_, ASCON_ENCRYPT) == 12;
  EXPECT_EQ(words(setup(), aead_, ASCON_ENCRYPT), guards ? 12u : 320u);
  EXPECT_EQ(words(source_.leveled(), aead_, ASCON_ENCRYPT), guards ? 24u : 250u);
  EXPECT_EQ(words(source_.leveled(), aead_, ASCON_DECRYPT), guards ? 32u : 258u);
  EXPECT_EQ(words(&no_form, hash_, ASCON_COMPUTE), guards ? 12u : 720u);
  EXPECT_EQ(words(&no_form, nullptr, ASCON_COMPUTE), 4u);
  EXPECT_EQ(words(nullptr, aead_, ASCON_ENCRYPT), 0u);
  EXPECT_EQ(words(&no_scheme, aead_, ASCON_ENCRYPT), 0u);
  EXPECT_EQ(words(&no_form, aead_, ASCON_ENCRYPT), 0u);
  EXPECT_EQ(words(setup(), aead_, ASCON_COMPUTE), 0u);
  EXPECT_EQ(words(setup(), hash_, ASCON_VERIFY), 0u);
  EXPECT_EQ(words(setup(), mac_, ASCON_ENCRYPT), 0u);
  EXPECT_EQ(ascon_masked_random_words(setup(), aead_, ASCON_ENCRYPT, nullptr), 0u);
}

TEST_F(MaskedMisuse, OthersInPieces) {
  ascon_masked_sponge_ctx ctx;
  std::memset(&ctx, 0, sizeof ctx);
  EXPECT_EQ(ascon_masked_sponge_update(&ctx, in(), 1), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_masked_sponge_squeeze(&ctx, out(), 1), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_masked_sponge_verify_final(&ctx, in()), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_masked_sponge_init(&ctx, setup(), &ascon_algorithm_v13_prfshort, in(), 16),
            ASCON_ERR_ALGORITHM);
  ASSERT_EQ(ascon_masked_sponge_init(&ctx, setup(), hash_, none(), 0), ASCON_OK);
  EXPECT_EQ(ascon_masked_sponge_verify_final(&ctx, in()), ASCON_ERR_ALGORITHM);
  EXPECT_EQ(ascon_masked_sponge_squeeze(&ctx, out(), 31), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_masked_sponge_squeeze(&ctx, nowhere(), 32), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_masked_sponge_squeeze(&ctx, out(), 32), ASCON_OK);
  ASSERT_EQ(ascon_masked_sponge_init(&ctx, setup(), cxof_, in(), 4), ASCON_OK);
  EXPECT_EQ(ascon_masked_sponge_squeeze(&ctx, out(), 4), ASCON_OK);
  EXPECT_EQ(ascon_masked_sponge_update(&ctx, in(), 1), ASCON_ERR_ORDER);
  ascon_wipe(&ctx, sizeof ctx);
}

TEST_F(MaskedMisuse, Strings) {
  const ascon_masked_out narrow = {buffer_, 7};
  EXPECT_EQ(ascon_masked_share(setup(), narrow, in(), 8), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_masked_share(nullptr, out(), in(), 0), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_masked_share(setup(), nowhere(), in(), 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_masked_join(nullptr, buffer_, in(), 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_masked_join(&ascon_masked_scheme_2, nullptr, in(), 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_masked_key_init(&key_, setup(), buffer_, 33), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_masked_key_init(nullptr, setup(), buffer_, 16), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_masked_key_init(&key_, setup(), nullptr, 16), ASCON_ERR_NULL);
  ascon_masked_setup other = *setup();
  other.scheme = &ascon_masked_scheme_4;
  EXPECT_EQ(ascon_masked_key_refresh(&key_, &other), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_masked_key_refresh(nullptr, setup()), ASCON_ERR_NULL);
  Source empty(kSchemes[0], 0);
  EXPECT_EQ(ascon_masked_key_init(&key_, empty.setup(), buffer_, 16), ASCON_ERR_RANDOM);
  EXPECT_EQ(key_.bytes, 0);
}

}  // namespace
}  // namespace asconkit_test
