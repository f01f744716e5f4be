// What ISAP, Ascon-SIV and the committing forms have in common as authenticated encryption: known
// answers, forgeries, misuse, wiping.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/commit/ascon_commit.h"
#include "asconkit/isap/ascon_isap.h"
#include "asconkit/siv/ascon_siv.h"
#include "tests/constructions/messages.h"
#include "tests/unit/wipe_test.h"

namespace asconkit_test {
namespace {

// The arguments of a call. Tag and commitment are outputs of encryption and inputs of decryption.
struct Arguments {
  uint8_t *out, *tag, *commitment;
  const uint8_t *in;
  size_t bytes;
  const uint8_t *ad;
  size_t ad_bytes;
  const uint8_t *nonce, *key;
};

using Call = ascon_result (*)(const std::string &algorithm, const Arguments &a);

struct Construction {
  const char *name, *vectors;
  bool (*has)(const std::string &algorithm);
  Call encrypt, decrypt;
};

bool IsSiv(const std::string &algorithm) { return algorithm == "ascon-siv"; }

const ascon_algorithm *Find(const std::string &algorithm) {
  return ascon_any_find(algorithm.c_str());
}

const Construction kConstructions[] = {
    {"ISAP", "isap", [](const std::string &) { return true; },
     [](const std::string &algorithm, const Arguments &a) {
       return ascon_isap_encrypt(IsapNamed(algorithm), a.out, a.tag, a.in, a.bytes, a.ad,
                                 a.ad_bytes, a.nonce, a.key);
     },
     [](const std::string &algorithm, const Arguments &a) {
       return ascon_isap_decrypt(IsapNamed(algorithm), a.out, a.in, a.bytes, a.tag, a.ad,
                                 a.ad_bytes, a.nonce, a.key);
     }},
    {"Ascon-SIV", "siv", [](const std::string &) { return true; },
     [](const std::string &, const Arguments &a) {
       return ascon_siv_encrypt(a.out, a.tag, a.in, a.bytes, a.ad, a.ad_bytes, a.nonce, a.key);
     },
     [](const std::string &, const Arguments &a) {
       return ascon_siv_decrypt(a.out, a.in, a.bytes, a.tag, a.ad, a.ad_bytes, a.nonce, a.key);
     }},
    {"committing AEAD", "commit", [](const std::string &algorithm) { return !IsSiv(algorithm); },
     [](const std::string &algorithm, const Arguments &a) {
       return ascon_commit_encrypt(Find(algorithm), a.out, a.tag, a.commitment, a.in, a.bytes, a.ad,
                                   a.ad_bytes, a.nonce, a.key);
     },
     [](const std::string &algorithm, const Arguments &a) {
       return ascon_commit_decrypt(Find(algorithm), a.out, a.in, a.bytes, a.tag, a.commitment, a.ad,
                                   a.ad_bytes, a.nonce, a.key);
     }},
    {"committing SIV", "commit", IsSiv,
     [](const std::string &, const Arguments &a) {
       return ascon_commit_siv_encrypt(a.out, a.tag, a.commitment, a.in, a.bytes, a.ad, a.ad_bytes,
                                       a.nonce, a.key);
     },
     [](const std::string &, const Arguments &a) {
       return ascon_commit_siv_decrypt(a.out, a.in, a.bytes, a.tag, a.commitment, a.ad, a.ad_bytes,
                                       a.nonce, a.key);
     }},
};

std::vector<KnownMessage> Messages(const Construction &c) {
  std::vector<KnownMessage> messages;
  for (const auto &m : MessagesOf(c.vectors))
    if (c.has(m.algorithm)) messages.push_back(m);
  return messages;
}

// Copies of a message's strings, each in memory of its exact length at some alignment.
class Strings {
 public:
  Strings(const KnownMessage &m, const Bytes &in)
      : in_(in, 3),
        ad_(m.ad, 1),
        nonce_(m.nonce, 3),
        key_(m.key, 5),
        tag_(m.tag, 1),
        commitment_(m.commitment, 3) {}

  Arguments From(uint8_t *out) {
    return {out,        tag_.data(),    commitment_.data(), in_.nullable(),
            in_.size(), ad_.nullable(), ad_.size(),         nonce_.data(),
            key_.data()};
  }
  Bytes tag() const { return tag_.bytes(); }
  Bytes commitment() const { return commitment_.bytes(); }

 private:
  Heap in_, ad_, nonce_, key_, tag_, commitment_;
};

class ConstructedAead : public BackendTest {};
ASCON_ON_EVERY_BACKEND(ConstructedAead);

TEST_P(ConstructedAead, KnownAnswersInPlaceAndNot) {
  for (const auto &c : kConstructions) {
    ASSERT_FALSE(Messages(c).empty()) << c.name;
    for (const auto &m : Messages(c)) {
      for (bool in_place : {false, true}) {
        SCOPED_TRACE(std::string(c.name) + ", " + m.name + (in_place ? ", in place" : ""));
        Guarded out(in_place ? m.text : Bytes(m.text.size()), 7), back(m.cipher);
        Guarded tag(Bytes(m.tag.size()), 1), commitment(Bytes(m.commitment.size()), 3);
        Strings text(m, m.text), cipher(m, m.cipher);
        Arguments encrypt = text.From(out.nullable()), decrypt = cipher.From(back.nullable());
        encrypt.tag = tag.data();
        encrypt.commitment = commitment.data();
        if (in_place) encrypt.in = encrypt.out, decrypt.in = decrypt.out;
        EXPECT_EQ(c.encrypt(m.algorithm, encrypt), ASCON_OK);
        EXPECT_EQ(out.bytes(), m.cipher);
        EXPECT_EQ(tag.bytes(), m.tag);
        EXPECT_EQ(commitment.bytes(), m.commitment);
        EXPECT_EQ(c.decrypt(m.algorithm, decrypt), ASCON_OK);
        EXPECT_EQ(back.bytes(), m.text);
        EXPECT_TRUE(out.intact() && back.intact() && tag.intact() && commitment.intact());
      }
    }
  }
}

void ExpectForgery(const Construction &c, const KnownMessage &m, const std::string &what) {
  Heap out(m.cipher.size());
  EXPECT_EQ(c.decrypt(m.algorithm, Strings(m, m.cipher).From(out.nullable())), ASCON_ERR_TAG)
      << c.name << ", " << m.name << ", " << what;
  EXPECT_TRUE(out.Holds(0)) << c.name << ", " << m.name << ", " << what;
}

TEST_P(ConstructedAead, EveryChangedBitIsNoticedAndNothingIsReleased) {
  for (const auto &c : kConstructions) {
    for (const auto &good : Messages(c)) {
      if (good.ad.empty() || good.text.size() < 8 || good.text.size() > 17) continue;
      for (Bytes KnownMessage::*field :
           {&KnownMessage::key, &KnownMessage::nonce, &KnownMessage::ad, &KnownMessage::cipher,
            &KnownMessage::tag, &KnownMessage::commitment}) {
        for (size_t bit = 0; bit < 8 * (good.*field).size(); bit++) {
          KnownMessage m = good;
          (m.*field)[bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
          ExpectForgery(c, m, "bit " + std::to_string(bit));
        }
      }
    }
  }
}

TEST_P(ConstructedAead, OtherLengthsAreForgeries) {
  for (const auto &c : kConstructions) {
    for (const auto &good : Messages(c)) {
      KnownMessage longer = good;
      longer.cipher.push_back(0);
      ExpectForgery(c, longer, "more text");
      if (!good.ad.empty()) {
        KnownMessage shorter = good;
        shorter.ad.pop_back();
        ExpectForgery(c, shorter, "less associated data");
      }
      if (!good.cipher.empty()) {
        KnownMessage moved = good;
        moved.ad.push_back(moved.cipher.front());
        moved.cipher.erase(moved.cipher.begin());
        ExpectForgery(c, moved, "a byte moved from the text to the associated data");
      }
    }
  }
}

TEST(ConstructedAeadMisuse, NullPointersAreRefusedAndNothingIsWritten) {
  for (const auto &c : kConstructions) {
    const KnownMessage m = Messages(c).back();
    ASSERT_FALSE(m.ad.empty() && m.text.empty()) << c.name;
    Heap out(m.text.size());
    Strings strings(m, m.cipher);
    const auto expect_refused = [&](const char *what, Arguments a) {
      EXPECT_EQ(c.encrypt(m.algorithm, a), ASCON_ERR_NULL) << c.name << ", " << what;
      EXPECT_EQ(c.decrypt(m.algorithm, a), ASCON_ERR_NULL) << c.name << ", " << what;
      EXPECT_TRUE(out.Holds(0xee)) << c.name << ", " << what;
      EXPECT_EQ(strings.tag(), m.tag) << c.name << ", " << what;
      EXPECT_EQ(strings.commitment(), m.commitment) << c.name << ", " << what;
    };
    const auto without = [&](auto field) {
      Arguments a = strings.From(out.data());
      a.ad_bytes = 1;
      a.*field = nullptr;
      return a;
    };
    expect_refused("out", without(&Arguments::out));
    expect_refused("in", without(&Arguments::in));
    expect_refused("tag", without(&Arguments::tag));
    if (!m.commitment.empty()) expect_refused("commitment", without(&Arguments::commitment));
    expect_refused("ad", without(&Arguments::ad));
    expect_refused("nonce", without(&Arguments::nonce));
    expect_refused("key", without(&Arguments::key));
  }
}

class ConstructedAeadWipe : public WipeTest {};
ASCON_ON_EVERY_BACKEND(ConstructedAeadWipe);

TEST_P(ConstructedAeadWipe, NoKeyAndNoTextStayOnTheStack) {
  for (const auto &c : kConstructions) {
    for (auto m : Messages(c)) {
      if (m.text.size() < 33) continue;
      m.key = Pattern(Field::kKey, m.key.size());  // not the nonce, which is public
      Bytes out(m.text.size());
      Strings strings(m, m.text);
      ASSERT_EQ(c.encrypt(m.algorithm, strings.From(out.data())), ASCON_OK);
      m.cipher = out, m.tag = strings.tag(), m.commitment = strings.commitment();
      Secrets secrets;
      secrets.AddPublic(m.cipher);
      secrets.AddPublic(m.nonce);
      secrets.AddPublic(m.ad);
      secrets.AddBytes(m.key, "key");
      secrets.AddBytes(m.text, "text");
      const auto check = [&](const char *what, Call call, ascon_result expected,
                             const Arguments &a) {
        Check(std::string(c.name) + ", " + m.name + ", " + what, secrets, expected,
              [&] { return call(m.algorithm, a); });
      };
      check("encrypt", c.encrypt, ASCON_OK, strings.From(out.data()));
      check("decrypt", c.decrypt, ASCON_OK, Strings(m, m.cipher).From(out.data()));
      KnownMessage wrong = m;
      (wrong.commitment.empty() ? wrong.tag : wrong.commitment)[0] ^= 1;
      Strings forged(wrong, m.cipher);
      if (m.commitment.empty()) secrets.AddBytes(m.tag, "right tag");
      check("decrypt a forgery", c.decrypt, ASCON_ERR_TAG, forged.From(out.data()));
    }
  }
}

}  // namespace
}  // namespace asconkit_test
