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
class MaskedWipe : public ::testing::TestWithParam<Masking>, public StackSearch {
 protected:
  void SetUp() override { ASCON_SKIP_WIPING(); }
};
INSTANTIATE_TEST_SUITE_P(Shares, MaskedWipe, ::testing::ValuesIn(kMaskings), [](const auto &test) {
  return std::to_string(test.param.shares) + "_shares";
});

Bytes Part(const Bytes &all, size_t at, size_t n) {
  auto begin = all.begin() + static_cast<ptrdiff_t>(at);
  return Bytes(begin, begin + static_cast<ptrdiff_t>(n));
}

// A message; its key and text are in shares.
struct AeadScene {
  AeadScene(const Masking &m, const ascon_algorithm *a)
      : c(SecretCase(a)),
        result(Compute(c)),
        n(c.text.size()),
        zeros(m, SIZE_MAX, Source::Gives::kZeros),
        key(m, Sharing::kZeros, c.key),
        nonce(m, Sharing::kPlain, c.nonce),
        ad(m, Sharing::kPlain, c.extra),
        text(m, Sharing::kZeros, c.text),
        cipher(m, Sharing::kPlain, Part(result, 0, n)),
        out(m, Sharing::kPlain, c.text),
        tag(m, Sharing::kPlain, Part(result, n, 16)) {}
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
    const ascon_masked *with = s.zeros.with();
    Check(std::string(a->name) + ", encrypt", open, ASCON_OK, [&] {
      return ascon_masked_aead_encrypt_shared(with, a, s.out.out(), s.tag.out(), 16, s.text.in(),
                                              s.n, s.ad.in(), s.c.extra.size(), s.nonce.in(),
                                              s.key.in());
    });
    for (uint8_t change : {uint8_t{0}, uint8_t{1}}) {
      s.tag.out().data[3] ^= change;
      Check(std::string(a->name) + ", decrypt", change ? closed : open,
            change ? ASCON_ERR_TAG : ASCON_OK, [&] {
              return ascon_masked_aead_decrypt_shared(with, a, s.out.out(), s.cipher.in(), s.n,
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
    ASSERT_EQ(ascon_masked_key_init(key.get(), s.zeros.with(), s.c.key.data(), s.c.key.size()),
              ASCON_OK);
    Check(std::string(a->name) + ", leveled encrypt", open, ASCON_OK, [&] {
      return ascon_masked_leveled_aead_encrypt(
          s.zeros.with(), a, s.out.out().data, s.tag.out().data, 16, s.text.in().data, s.n,
          s.ad.in().data, s.c.extra.size(), s.nonce.in().data, key.get());
    });
    for (uint8_t change : {uint8_t{0}, uint8_t{1}}) {
      s.tag.out().data[3] ^= change;
      Check(std::string(a->name) + ", leveled decrypt", change ? closed : open,
            change ? ASCON_ERR_TAG : ASCON_OK, [&] {
              return ascon_masked_leveled_aead_decrypt(
                  s.zeros.with(), a, s.out.out().data, s.cipher.in().data, s.n, s.tag.in().data, 16,
                  s.ad.in().data, s.c.extra.size(), s.nonce.in().data, key.get());
            });
    }
  }
}

TEST_P(MaskedWipe, AeadInPieces) {
  for (const auto *a : AlgorithmsOf(ASCON_KIND_AEAD)) {
    AeadScene s(GetParam(), a);
    const Secrets secrets = SecretsOf(s.c, s.result, Tag::kPublic);
    auto ctx = std::make_unique<ascon_masked_aead_ctx>();
    Check("init", secrets, ASCON_OK, [&] {
      return ascon_masked_aead_init(ctx.get(), s.zeros.with(), a, s.nonce.in(), s.key.in());
    });
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
      return ascon_masked_sponge(zeros.with(), a, out.out(), c.out_bytes, text.in(), c.text.size(),
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
    return ascon_masked_aead_encrypt_shared(again.with(), &ascon_algorithm_aead128, s.out.out(),
                                            s.tag.out(), 16, s.text.in(), s.n, s.ad.in(),
                                            s.c.extra.size(), s.nonce.in(), s.key.in());
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
        [&] { return ascon_masked_key_init(key.get(), zeros.with(), value.data(), 32); });
  Check("refresh", secrets, ASCON_OK,
        [&] { return ascon_masked_key_refresh(key.get(), zeros.with()); });
  Check("join", secrets, ASCON_OK, [&] {
    return ascon_masked_join(GetParam().object, joined.data(), ascon_masked_key_shares(key.get()),
                             32);
  });
  EXPECT_EQ(joined, value);
}

// ---- Misuse -------------------------------------------------------------------------------------

class MaskedMisuse : public ::testing::Test {
 protected:
  MaskedMisuse() { EXPECT_EQ(ascon_masked_key_init(&key_, with(), buffer_, 16), ASCON_OK); }
  const ascon_masked *with() const { return source_.with(); }
  ascon_shared_in in() const { return ascon_masked_plain_in(buffer_); }
  ascon_shared_out out() { return ascon_masked_plain_out(buffer_ + 64); }
  static ascon_shared_in none() { return ascon_masked_plain_in(nullptr); }
  static ascon_shared_out nowhere() { return ascon_masked_plain_out(nullptr); }

  const ascon_algorithm *aead_ = &ascon_algorithm_aead128, *hash_ = &ascon_algorithm_hash256;
  const ascon_algorithm *mac_ = &ascon_algorithm_v13_mac, *cxof_ = &ascon_algorithm_cxof128;
  Source source_{kMaskings[0]};
  ascon_masked_key key_;
  uint8_t buffer_[128] = {};
};

TEST_F(MaskedMisuse, OneCallAead) {
  auto seal = [&](const ascon_masked *with, const ascon_algorithm *a, uint8_t *out, size_t tag,
                  const ascon_masked_key *key) {
    const ascon_result result = ascon_masked_aead_encrypt(with, a, out, buffer_ + 64, tag, buffer_,
                                                          16, buffer_, 3, buffer_, key);
    EXPECT_EQ(result, ascon_masked_leveled_aead_encrypt(with, a, out, buffer_ + 64, tag, buffer_,
                                                        16, buffer_, 3, buffer_, key));
    if (result == ASCON_OK) return result;
    EXPECT_EQ(result, ascon_masked_aead_decrypt(with, a, out, buffer_, 16, buffer_ + 64, tag,
                                                buffer_, 3, buffer_, key));
    EXPECT_EQ(result, ascon_masked_leveled_aead_decrypt(with, a, out, buffer_, 16, buffer_ + 64,
                                                        tag, buffer_, 3, buffer_, key));
    return result;
  };
  const ascon_masked no_words = {&ascon_masked_2, nullptr, nullptr};
  const ascon_masked no_masking = {nullptr, with()->words, with()->context};
  const ascon_masked other = {&ascon_masked_3, with()->words, with()->context};
  uint8_t *to = buffer_ + 96;
  EXPECT_EQ(seal(with(), aead_, to, 16, &key_), ASCON_OK);
  EXPECT_EQ(seal(nullptr, aead_, to, 16, &key_), ASCON_ERR_NULL);
  EXPECT_EQ(seal(&no_words, aead_, to, 16, &key_), ASCON_ERR_NULL);
  EXPECT_EQ(seal(&no_masking, aead_, to, 16, &key_), ASCON_ERR_NULL);
  EXPECT_EQ(seal(with(), nullptr, to, 16, &key_), ASCON_ERR_NULL);
  EXPECT_EQ(seal(with(), aead_, nullptr, 16, &key_), ASCON_ERR_NULL);
  EXPECT_EQ(seal(with(), aead_, to, 16, nullptr), ASCON_ERR_NULL);
  EXPECT_EQ(seal(with(), hash_, to, 16, &key_), ASCON_ERR_ALGORITHM);
  EXPECT_EQ(seal(with(), aead_, to, 3, &key_), ASCON_ERR_RANGE);
  EXPECT_EQ(seal(with(), aead_, to, 17, &key_), ASCON_ERR_RANGE);
  EXPECT_EQ(seal(&other, aead_, to, 16, &key_), ASCON_ERR_RANGE);
  EXPECT_EQ(seal(with(), &ascon_algorithm_v12_80pq, to, 16, &key_), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_masked_aead_random_words(&ascon_masked_2, hash_, 0, 0, 0), 0u);
  EXPECT_EQ(ascon_masked_aead_random_words(nullptr, aead_, 0, 0, 0), 0u);
  EXPECT_EQ(ascon_masked_leveled_aead_random_words(&ascon_masked_2, hash_, 0), 0u);
}

TEST_F(MaskedMisuse, AeadInPieces) {
  ascon_masked_aead_ctx ctx;
  const ascon_shared_in key = ascon_masked_key_shares(&key_);
  std::memset(&ctx, 0, sizeof ctx);
  EXPECT_EQ(ascon_masked_aead_ad(&ctx, in(), 1), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_masked_aead_encrypt_update(&ctx, out(), in(), 1), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_masked_aead_encrypt_final(&ctx, out(), 16), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_masked_aead_init(&ctx, with(), hash_, in(), key), ASCON_ERR_ALGORITHM);
  EXPECT_EQ(ascon_masked_aead_init(nullptr, with(), aead_, in(), key), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_masked_aead_init(&ctx, with(), aead_, none(), key), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_masked_aead_init(&ctx, with(), aead_, in(), none()), ASCON_ERR_NULL);
  ASSERT_EQ(ascon_masked_aead_init(&ctx, with(), aead_, in(), key), ASCON_OK);
  EXPECT_EQ(ascon_masked_aead_ad(&ctx, none(), 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_masked_aead_encrypt_update(&ctx, nowhere(), in(), 1), ASCON_ERR_NULL);
  ASSERT_EQ(ascon_masked_aead_encrypt_update(&ctx, out(), in(), 1), ASCON_OK);
  EXPECT_EQ(ascon_masked_aead_ad(&ctx, in(), 1), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_masked_aead_decrypt_update_unverified(&ctx, out(), in(), 1), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_masked_aead_decrypt_final(&ctx, in(), 16), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_masked_aead_encrypt_final(&ctx, nowhere(), 16), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_masked_aead_encrypt_final(&ctx, out(), 3), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_masked_aead_encrypt_final(&ctx, out(), 16), ASCON_OK);
}

TEST_F(MaskedMisuse, LeveledAeadInPieces) {
  ascon_leveled_aead_ctx ctx;
  const ascon_shared_in key = ascon_masked_key_shares(&key_);
  uint8_t *to = buffer_ + 64;
  std::memset(&ctx, 0, sizeof ctx);
  EXPECT_EQ(ascon_masked_leveled_aead_ad(&ctx, buffer_, 1), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_masked_leveled_aead_ad(nullptr, buffer_, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_masked_leveled_aead_encrypt_update(nullptr, to, buffer_, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_masked_leveled_aead_encrypt_final(&ctx, out(), 16), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_masked_leveled_aead_init(&ctx, with(), hash_, in(), key), ASCON_ERR_ALGORITHM);
  EXPECT_EQ(ascon_masked_leveled_aead_init(&ctx, nullptr, aead_, in(), key), ASCON_ERR_NULL);
  ASSERT_EQ(ascon_masked_leveled_aead_init(&ctx, with(), aead_, in(), key), ASCON_OK);
  ASSERT_EQ(ascon_masked_leveled_aead_decrypt_update_unverified(&ctx, to, buffer_, 1), ASCON_OK);
  EXPECT_EQ(ascon_masked_leveled_aead_encrypt_final(&ctx, out(), 16), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_masked_leveled_aead_decrypt_final(&ctx, none(), 16), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_masked_leveled_aead_decrypt_final(&ctx, in(), 3), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_masked_leveled_aead_decrypt_final(&ctx, in(), 16), ASCON_ERR_TAG);
}

TEST_F(MaskedMisuse, AllOthers) {
  auto call = [&](const ascon_algorithm *a, size_t out_bytes, size_t bytes, size_t prefix) {
    return ascon_masked_sponge(with(), a, out(), out_bytes, in(), bytes, in(), prefix);
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
  EXPECT_EQ(ascon_masked_sponge(with(), hash_, nowhere(), 32, in(), 1, none(), 0), ASCON_ERR_NULL);
  const ascon_shared_in shared = {buffer_, 8};
  EXPECT_EQ(ascon_masked_sponge(with(), cxof_, out(), 4, in(), 1, shared, 4), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_masked_sponge_verify(with(), hash_, in(), in(), 1, in()), ASCON_ERR_ALGORITHM);
  EXPECT_EQ(ascon_masked_sponge_verify(with(), mac_, none(), in(), 1, in()), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_masked_mac(with(), hash_, buffer_, buffer_, 1, &key_), ASCON_ERR_ALGORITHM);
  EXPECT_EQ(ascon_masked_mac(with(), mac_, buffer_, buffer_, 1, nullptr), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_masked_mac(nullptr, mac_, buffer_, buffer_, 1, &key_), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_masked_mac_verify(nullptr, mac_, buffer_, buffer_, 1, &key_), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_masked_prf(nullptr, &ascon_algorithm_v13_prf, buffer_, 1, buffer_, 1, &key_),
            ASCON_ERR_NULL);
  EXPECT_EQ(ascon_masked_prf(with(), mac_, buffer_, 1, buffer_, 1, &key_), ASCON_ERR_ALGORITHM);
  EXPECT_EQ(ascon_masked_sponge_random_words(&ascon_masked_2, aead_, 0, 0, 0, 0), 0u);
}

TEST_F(MaskedMisuse, OthersInPieces) {
  ascon_masked_sponge_ctx ctx;
  std::memset(&ctx, 0, sizeof ctx);
  EXPECT_EQ(ascon_masked_sponge_update(&ctx, in(), 1), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_masked_sponge_squeeze(&ctx, out(), 1), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_masked_sponge_verify_final(&ctx, in()), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_masked_sponge_init(&ctx, with(), &ascon_algorithm_v13_prfshort, in(), 16),
            ASCON_ERR_ALGORITHM);
  ASSERT_EQ(ascon_masked_sponge_init(&ctx, with(), hash_, none(), 0), ASCON_OK);
  EXPECT_EQ(ascon_masked_sponge_verify_final(&ctx, in()), ASCON_ERR_ALGORITHM);
  EXPECT_EQ(ascon_masked_sponge_squeeze(&ctx, out(), 31), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_masked_sponge_squeeze(&ctx, nowhere(), 32), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_masked_sponge_squeeze(&ctx, out(), 32), ASCON_OK);
  ASSERT_EQ(ascon_masked_sponge_init(&ctx, with(), cxof_, in(), 4), ASCON_OK);
  EXPECT_EQ(ascon_masked_sponge_squeeze(&ctx, out(), 4), ASCON_OK);
  EXPECT_EQ(ascon_masked_sponge_update(&ctx, in(), 1), ASCON_ERR_ORDER);
  ascon_wipe(&ctx, sizeof ctx);
}

TEST_F(MaskedMisuse, Strings) {
  const ascon_shared_out narrow = {buffer_, 7};
  EXPECT_EQ(ascon_masked_share(with(), narrow, in(), 8), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_masked_share(nullptr, out(), in(), 0), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_masked_share(with(), nowhere(), in(), 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_masked_join(nullptr, buffer_, in(), 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_masked_join(&ascon_masked_2, nullptr, in(), 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_masked_key_init(&key_, with(), buffer_, 33), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_masked_key_init(nullptr, with(), buffer_, 16), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_masked_key_init(&key_, with(), nullptr, 16), ASCON_ERR_NULL);
  const ascon_masked other = {&ascon_masked_4, with()->words, with()->context};
  EXPECT_EQ(ascon_masked_key_refresh(&key_, &other), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_masked_key_refresh(nullptr, with()), ASCON_ERR_NULL);
  Source empty(kMaskings[0], 0);
  EXPECT_EQ(ascon_masked_key_init(&key_, empty.with(), buffer_, 16), ASCON_ERR_RANDOM);
  EXPECT_EQ(key_.bytes, 0);
}

}  // namespace
}  // namespace asconkit_test
