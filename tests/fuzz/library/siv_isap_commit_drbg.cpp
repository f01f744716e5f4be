// Messages that SIV, ISAP, committing AEAD and committing SIV seal: in one call, in pieces, and of
// SIV in batches; right ones and ones with a changed bit. And a random bit generator whose calls
// come in any order. Each is compared with its page, written down once more over the single calls
// of ascon.h. ISAP alone is compared with itself in pieces.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>
#include <optional>

#include "asconkit/commit/ascon_commit.h"
#include "asconkit/isap/ascon_isap.h"
#include "asconkit/drbg/ascon_drbg.h"
#include "asconkit/ascon_prf.h"
#include "asconkit/siv/ascon_siv.h"
#include "tests/fuzz/support/faults.h"
#include "tests/fuzz/support/run.h"
#include "tests/fuzz/support/strings.h"
#include "tests/fuzz/support/threads.h"

namespace asconkit_fuzz {
namespace {

using asconkit_test::Heap;

// ---- Sealed messages ------------------------------------------------------------------------

// `text` is the plaintext of a message that is to be sealed, and the ciphertext of a sealed one.
struct Message {
  Bytes key, nonce, ad, text, tag, commitment;
};

// Nothing: the message is refused.
using Opened = std::optional<Bytes>;

struct Sealing {
  size_t key_bytes;
  Message (*seal)(Message);
  // The call that decrypts `in`, whose bytes are those of sealed.text, to `out`.
  ascon_result (*open)(const Message &sealed, uint8_t *out, const uint8_t *in);
  Message (*specified)(Message);                     // NULL: the page is compared elsewhere
  Message (*seal_in_pieces)(Input &input, Message);  // NULL: there are no such calls
  Opened (*open_in_pieces)(Input &input, const Message &sealed);
};

// -- SIV

Message SealSiv(Message m) {
  m.tag.resize(ASCON_SIV_TAG_BYTES);
  EXPECT_EQ(ascon_siv_encrypt(m.text.data(), m.tag.data(), m.text.data(), m.text.size(),
                              m.ad.data(), m.ad.size(), m.nonce.data(), m.key.data()),
            ASCON_OK);
  return m;
}

ascon_result OpenSiv(const Message &m, uint8_t *out, const uint8_t *in) {
  return ascon_siv_decrypt(out, in, m.text.size(), m.tag.data(), m.ad.data(), m.ad.size(),
                           m.nonce.data(), m.key.data());
}

// The tag is the MAC of everything; the text is XORed with the PRF of the tag.
Message SpecifiedSiv(Message m) {
  const Bytes lengths = Joined(LittleEndian(m.ad.size(), 8), LittleEndian(m.text.size(), 8));
  const Bytes all = Joined(Joined(m.nonce, m.ad), Joined(m.text, lengths));
  m.tag.resize(ASCON_SIV_TAG_BYTES);
  EXPECT_EQ(ascon_v13_mac(m.tag.data(), all.data(), all.size(), m.key.data()), ASCON_OK);
  Bytes stream(m.text.size());
  EXPECT_EQ(
      ascon_v13_prf(stream.data(), stream.size(), m.tag.data(), m.tag.size(), m.key.data() + 16),
      ASCON_OK);
  Xor(&m.text, stream);
  return m;
}

void AddAd(Input &input, ascon_siv_ctx *ctx, const Bytes &ad) {
  const Heap memory(ad);
  InPieces(input, ad.size(), [&](size_t at, size_t n) {
    EXPECT_EQ(ascon_siv_ad(ctx, memory.data() + at, n), ASCON_OK);
  });
}

// The second pass may be cut in another way. Calls of the other pass, and a text that becomes
// longer or stays shorter, are refused in between, without a trace.
Message SealSivInPieces(Input &input, Message m) {
  ascon_siv_ctx ctx;
  EXPECT_EQ(ascon_siv_encrypt_init(&ctx, m.nonce.data(), m.key.data()), ASCON_OK);
  AddAd(input, &ctx, m.ad);
  Heap text(m.text);
  InPieces(input, text.size(), [&](size_t at, size_t n) {
    EXPECT_EQ(ascon_siv_read(&ctx, text.data() + at, n), ASCON_OK);
    EXPECT_EQ(ascon_siv_ad(&ctx, m.ad.data(), m.ad.size()), ASCON_ERR_ORDER);
    EXPECT_EQ(ascon_siv_encrypt_update(&ctx, text.data(), text.data(), 0), ASCON_ERR_ORDER);
  });
  EXPECT_EQ(ascon_siv_decrypt_final(&ctx), ASCON_ERR_ORDER);
  m.tag.resize(ASCON_SIV_TAG_BYTES);
  EXPECT_EQ(ascon_siv_tag(&ctx, m.tag.data()), ASCON_OK);
  InPieces(input, text.size(), [&](size_t at, size_t n) {
    const size_t too_many = text.size() - at + 1;
    EXPECT_EQ(ascon_siv_encrypt_update(&ctx, text.data(), text.data(), too_many), ASCON_ERR_RANGE);
    if (at < text.size()) EXPECT_EQ(ascon_siv_encrypt_final(&ctx), ASCON_ERR_RANGE);
    EXPECT_EQ(ascon_siv_encrypt_update(&ctx, text.data() + at, text.data() + at, n), ASCON_OK);
  });
  EXPECT_EQ(ascon_siv_encrypt_final(&ctx), ASCON_OK);
  m.text = text.bytes();
  return m;
}

Opened OpenSivInPieces(Input &input, const Message &m) {
  ascon_siv_ctx ctx;
  EXPECT_EQ(ascon_siv_decrypt_init(&ctx, m.tag.data(), m.nonce.data(), m.key.data()), ASCON_OK);
  AddAd(input, &ctx, m.ad);
  Heap text(m.text);
  InPieces(input, text.size(), [&](size_t at, size_t n) {
    EXPECT_EQ(ascon_siv_decrypt_update_unverified(&ctx, text.data() + at, text.data() + at, n),
              ASCON_OK);
    EXPECT_EQ(ascon_siv_read(&ctx, text.data(), 0), ASCON_ERR_ORDER);
  });
  const ascon_result result = ascon_siv_decrypt_final(&ctx);
  if (result != ASCON_OK) EXPECT_EQ(result, ASCON_ERR_TAG);
  return result == ASCON_OK ? Opened(text.bytes()) : std::nullopt;
}

// -- ISAP

template <const ascon_isap *instance>
Message SealIsap(Message m) {
  m.tag.resize(ASCON_ISAP_TAG_BYTES);
  EXPECT_EQ(ascon_isap_encrypt(instance, m.text.data(), m.tag.data(), m.text.data(), m.text.size(),
                               m.ad.data(), m.ad.size(), m.nonce.data(), m.key.data()),
            ASCON_OK);
  return m;
}

template <const ascon_isap *instance>
ascon_result OpenIsap(const Message &m, uint8_t *out, const uint8_t *in) {
  return ascon_isap_decrypt(instance, out, in, m.text.size(), m.tag.data(), m.ad.data(),
                            m.ad.size(), m.nonce.data(), m.key.data());
}

void StartIsap(Input &input, ascon_isap_ctx *ctx, const ascon_isap *instance, const Message &m) {
  EXPECT_EQ(ascon_isap_init(ctx, instance, m.nonce.data(), m.key.data()), ASCON_OK);
  const Heap ad(m.ad);
  InPieces(input, ad.size(), [&](size_t at, size_t n) {
    EXPECT_EQ(ascon_isap_ad(ctx, ad.data() + at, n), ASCON_OK);
  });
}

template <const ascon_isap *instance>
Message SealIsapInPieces(Input &input, Message m) {
  ascon_isap_ctx ctx;
  StartIsap(input, &ctx, instance, m);
  InPieces(input, m.text.size(), [&](size_t at, size_t n) {
    uint8_t *text = m.text.data() + at;
    EXPECT_EQ(ascon_isap_encrypt_update(&ctx, text, text, n), ASCON_OK);
  });
  m.tag.resize(ASCON_ISAP_TAG_BYTES);
  EXPECT_EQ(ascon_isap_encrypt_final(&ctx, m.tag.data()), ASCON_OK);
  return m;
}

// The first pass verifies, the second one decrypts what was verified and no more.
template <const ascon_isap *instance>
Opened OpenIsapInPieces(Input &input, const Message &m) {
  ascon_isap_ctx ctx;
  StartIsap(input, &ctx, instance, m);
  Heap text(m.text);
  InPieces(input, text.size(), [&](size_t at, size_t n) {
    EXPECT_EQ(ascon_isap_read(&ctx, text.data() + at, n), ASCON_OK);
  });
  const ascon_result result = ascon_isap_verify(&ctx, m.tag.data());
  if (result != ASCON_OK) {
    EXPECT_EQ(result, ASCON_ERR_TAG);
    return std::nullopt;
  }
  InPieces(input, text.size(), [&](size_t at, size_t n) {
    const size_t too_many = text.size() - at + 1;
    EXPECT_EQ(ascon_isap_decrypt_update_unverified(&ctx, text.data(), text.data(), too_many),
              ASCON_ERR_RANGE);
    EXPECT_EQ(ascon_isap_decrypt_update_unverified(&ctx, text.data() + at, text.data() + at, n),
              ASCON_OK);
  });
  EXPECT_EQ(ascon_isap_decrypt_final(&ctx), ASCON_OK);
  return text.bytes();
}

// -- Committing AEAD and SIV

Bytes SpecifiedCommitment(const char *name, const Message &m) {
  const Bytes purpose = Joined(Text("asconkit commitment v1 "), Text(name));
  return Cxof(purpose, Joined(Joined(m.key, m.nonce), m.ad), ASCON_COMMITMENT_BYTES);
}

Message SealCommitting(Message m) {
  m.tag.resize(16);
  m.commitment.resize(ASCON_COMMITMENT_BYTES);
  EXPECT_EQ(ascon_commit_encrypt(ASCON_AEAD128, m.text.data(), m.tag.data(), m.commitment.data(),
                                 m.text.data(), m.text.size(), m.ad.data(), m.ad.size(),
                                 m.nonce.data(), m.key.data()),
            ASCON_OK);
  return m;
}

ascon_result OpenCommitting(const Message &m, uint8_t *out, const uint8_t *in) {
  return ascon_commit_decrypt(ASCON_AEAD128, out, in, m.text.size(), m.tag.data(),
                              m.commitment.data(), m.ad.data(), m.ad.size(), m.nonce.data(),
                              m.key.data());
}

Message SpecifiedCommitting(Message m) {
  m.commitment = SpecifiedCommitment(ASCON_AEAD128->name, m);
  m.tag.resize(16);
  EXPECT_EQ(
      ascon_aead128_encrypt(m.text.data(), m.tag.data(), m.tag.size(), m.text.data(), m.text.size(),
                            m.ad.data(), m.ad.size(), m.nonce.data(), m.key.data()),
      ASCON_OK);
  return m;
}

Message SealCommittingSiv(Message m) {
  m.tag.resize(ASCON_SIV_TAG_BYTES);
  m.commitment.resize(ASCON_COMMITMENT_BYTES);
  EXPECT_EQ(ascon_commit_siv_encrypt(m.text.data(), m.tag.data(), m.commitment.data(),
                                     m.text.data(), m.text.size(), m.ad.data(), m.ad.size(),
                                     m.nonce.data(), m.key.data()),
            ASCON_OK);
  return m;
}

ascon_result OpenCommittingSiv(const Message &m, uint8_t *out, const uint8_t *in) {
  return ascon_commit_siv_decrypt(out, in, m.text.size(), m.tag.data(), m.commitment.data(),
                                  m.ad.data(), m.ad.size(), m.nonce.data(), m.key.data());
}

Message SpecifiedCommittingSiv(Message m) {
  const Bytes commitment = SpecifiedCommitment("ascon-siv", m);
  m = SpecifiedSiv(m);
  m.commitment = commitment;
  return m;
}

template <const ascon_isap *instance>
constexpr Sealing kIsap = {ASCON_ISAP_KEY_BYTES,       SealIsap<instance>,
                           OpenIsap<instance>,         nullptr,
                           SealIsapInPieces<instance>, OpenIsapInPieces<instance>};

constexpr Sealing kSealings[] = {
    {ASCON_SIV_KEY_BYTES, SealSiv, OpenSiv, SpecifiedSiv, SealSivInPieces, OpenSivInPieces},
    kIsap<&ascon_isap_a_128a>,
    kIsap<&ascon_isap_a_128>,
    {16, SealCommitting, OpenCommitting, SpecifiedCommitting, nullptr, nullptr},
    {ASCON_SIV_KEY_BYTES, SealCommittingSiv, OpenCommittingSiv, SpecifiedCommittingSiv, nullptr,
     nullptr}};

Message SomeMessage(Input &input, size_t key_bytes) {
  Message m;
  m.key = input.Some(key_bytes), m.nonce = input.Some(16);
  m.ad = input.Some(input.Length(8)), m.text = input.Some(input.Length(16));
  return m;
}

void ExpectSame(const Message &found, const Message &expected) {
  EXPECT_EQ(found.text, expected.text);
  EXPECT_EQ(found.tag, expected.tag);
  EXPECT_EQ(found.commitment, expected.commitment);
}

// By all calls. Where the message is refused, there are only zeros.
void ExpectOpened(Input &input, const Sealing &sealing, const Message &sealed,
                  const Opened &expected) {
  Heap in(sealed.text), out(sealed.text.size(), 3);
  Heap &to = input.Flag() ? in : out;
  const ascon_result result = sealing.open(sealed, to.nullable(), in.nullable());
  EXPECT_EQ(result, expected ? ASCON_OK : ASCON_ERR_TAG);
  EXPECT_EQ(to.bytes(), expected.value_or(Bytes(sealed.text.size())));
  if (sealing.open_in_pieces) EXPECT_EQ(sealing.open_in_pieces(input, sealed), expected);
}

// Changes a bit; false if it does not matter, or there is none.
bool Forge(Input &input, Message *sealed) {
  const Bytes key = sealed->key;
  Bytes *const strings[] = {&sealed->tag, &sealed->text,  &sealed->ad,
                            &sealed->key, &sealed->nonce, &sealed->commitment};
  if (!input.FlipBit(strings[input.UpTo(5)])) return false;
  // The second half of SIV's key is for the text alone, unless it is committed to.
  return !sealed->text.empty() || !sealed->commitment.empty() || sealed->key == key;
}

void CheckSealing(Input &input) {
  const Sealing &sealing = kSealings[input.UpTo(std::size(kSealings) - 1)];
  const Message m = SomeMessage(input, sealing.key_bytes);
  Message sealed = sealing.seal(m);
  if (sealing.specified) ExpectSame(sealed, sealing.specified(m));
  if (sealing.seal_in_pieces) ExpectSame(sealed, sealing.seal_in_pieces(input, m));
  ExpectOpened(input, sealing, sealed, m.text);
  if (Forge(input, &sealed)) ExpectOpened(input, sealing, sealed, std::nullopt);
}

// ---- Batches of SIV -------------------------------------------------------------------------

// A message of a batch, which may lack something, and what the single call gives it.
class SivMessage {
 public:
  // Some messages have the common key, at one address.
  SivMessage(Input &input, bool seals, const Bytes &common_key)
      : seals_(seals), common_key_(&common_key), m_(SomeMessage(input, ASCON_SIV_KEY_BYTES)) {
    // Longer ones are not computed side by side.
    if (input.OneIn(64)) m_.text = input.Some(4080 + input.UpTo(40));
    if (input.Flag()) m_.key = common_key;
    m_.tag = Bytes(ASCON_SIV_TAG_BYTES, kUntouched);
    if (!seals) m_ = SealSiv(m_);
    if (!seals && input.OneIn(3)) Forge(input, &m_);
    in_ = Heap(m_.text), out_ = Heap(m_.text.size(), 5, kUntouched), tag_ = Heap(m_.tag);
    missing_ = input.OneIn(24) ? 1 + input.UpTo(5) : 0;
  }

  ascon_message Given() {
    ascon_message given = {};
    given.out = Unless(1, out_.nullable());
    given.in = Unless(2, in_.nullable()), given.length = in_.size();
    given.tag = Unless(3, tag_.data());
    given.ad = Unless(4, m_.ad.data()), given.ad_length = m_.ad.size();
    given.nonce = Unless(5, m_.nonce.data());
    given.key = Unless(6, m_.key == *common_key_ ? common_key_->data() : m_.key.data());
    given.result = ASCON_ERR_ORDER;
    return given;
  }

  // Looks at what the batch did.
  void Check(const ascon_message &given) {
    Heap out(m_.text.size(), 5, kUntouched), tag(m_.tag);
    uint8_t *const out_at = given.out ? out.data() : nullptr;
    uint8_t *const tag_at = given.tag ? tag.data() : nullptr;
    const ascon_result expected =
        seals_ ? ascon_siv_encrypt(out_at, tag_at, given.in, given.length, given.ad,
                                   given.ad_length, given.nonce, given.key)
               : ascon_siv_decrypt(out_at, given.in, given.length, tag_at, given.ad,
                                   given.ad_length, given.nonce, given.key);
    EXPECT_EQ(given.result, expected);
    EXPECT_EQ(out_.bytes(), out.bytes());
    EXPECT_EQ(tag_.bytes(), tag.bytes());
  }

 private:
  template <typename T>
  T *Unless(size_t number, T *pointer) const {
    return missing_ == number ? nullptr : pointer;
  }

  bool seals_;
  const Bytes *common_key_;
  Message m_;
  Heap in_ = Heap(0), out_ = Heap(0), tag_ = Heap(0);
  size_t missing_ = 0;  // the number of the argument that is NULL
};

void CheckSivBatch(Input &input) {
  constexpr size_t kMostMessages = 40;  // more than are computed side by side
  EXPECT_EQ(ascon_batch_engine_force(input.Engine()), ASCON_OK);
  const bool seals = !input.Flag();
  const Bytes common_key = input.Some(ASCON_SIV_KEY_BYTES);
  std::vector<SivMessage> messages;
  std::vector<ascon_message> given;
  for (size_t i = input.UpTo(kMostMessages); i > 0; i--)
    messages.emplace_back(input, seals, common_key);
  for (SivMessage &message : messages) given.push_back(message.Given());
  const auto call = seals ? ascon_siv_batch_encrypt : ascon_siv_batch_decrypt;
  const ascon_result result = call(given.data(), given.size(), SomePool(input));
  ascon_result first = ASCON_OK;
  for (size_t i = 0; i < given.size(); i++) {
    messages[i].Check(given[i]);
    if (first == ASCON_OK) first = given[i].result;
  }
  EXPECT_EQ(result, first);
}

// ---- The random bit generator ---------------------------------------------------------------

// What the page says: a state of 32 bytes, and the results of calls in any order.
class Generator {
 public:
  void Call(Input &input) {
    switch (input.UpTo(4)) {
      case 0: return Generate(input);
      case 1: return Start(input);
      case 2: return Reseed(input);
      case 3: generation_++; return;
      default: works_ = !works_;
    }
  }

 private:
  enum class Phase { kNone, kReady, kFailed };

  static int Fill(void *context, uint8_t *out, size_t bytes) {
    const auto *self = static_cast<Generator *>(context);
    for (size_t i = 0; i < bytes; i++) out[i] = static_cast<uint8_t>(self->generation_ + i);
    return self->works_;
  }
  static uint64_t Generation(void *context) {
    return static_cast<Generator *>(context)->generation_;
  }

  Bytes Entropy() const {
    Bytes entropy(ASCON_DRBG_ENTROPY_BYTES);
    for (size_t i = 0; i < entropy.size(); i++) entropy[i] = static_cast<uint8_t>(generation_ + i);
    return entropy;
  }

  ascon_result Absorb(const Bytes &seed) {
    seen_ = generation_;
    if (has_source_ && !works_) {
      phase_ = Phase::kFailed;
      return ASCON_ERR_RANDOM;
    }
    const Bytes entropy = has_source_ ? Joined({2, 1, 0x80}, Entropy()) : Bytes{1, 0};
    state_ = Cxof(Text("asconkit drbg v1 seed"), Joined(Joined(state_, entropy), seed), 32);
    return ASCON_OK;
  }

  ascon_result SpecifiedStart(const Bytes &seed, bool has_source) {
    if (!has_source && seed.size() < ASCON_DRBG_MIN_SEED_BYTES) return ASCON_ERR_RANGE;
    has_source_ = has_source;
    phase_ = Phase::kReady;
    state_ = Bytes(32);
    return Absorb(seed);
  }

  ascon_result Refused() const {
    return phase_ == Phase::kNone     ? ASCON_ERR_ORDER
           : phase_ == Phase::kFailed ? ASCON_ERR_RANDOM
                                      : ASCON_OK;
  }

  ascon_result SpecifiedReseed(const Bytes &seed) {
    if (Refused() != ASCON_OK) return Refused();
    if (!has_source_ && seed.size() < ASCON_DRBG_MIN_SEED_BYTES) return ASCON_ERR_RANGE;
    return Absorb(seed);
  }

  // `out` keeps what it has if the generator was not started.
  ascon_result SpecifiedOutput(Bytes *out, const Bytes &additional) {
    ascon_result result = Refused();
    if (result == ASCON_OK && seen_ != generation_)
      result = has_source_ ? Absorb({}) : ASCON_ERR_RANDOM;
    if (result == ASCON_ERR_RANDOM) std::fill(out->begin(), out->end(), 0);
    if (result != ASCON_OK) return result;
    const Bytes all =
        Cxof(Text("asconkit drbg v1 next"), Joined(state_, additional), 32 + out->size());
    state_ = Part(all, 0, 32);
    *out = Part(all, 32, out->size());
    return ASCON_OK;
  }

  static Bytes SomeSeed(Input &input) { return input.Some(64 - input.UpTo(64)); }

  void Start(Input &input) {
    const Bytes seed = SomeSeed(input);
    const bool has_source = input.Flag();
    const ascon_entropy source = {has_source ? Fill : nullptr, Generation, this};
    EXPECT_EQ(ascon_drbg_init(&drbg_, &source, seed.data(), seed.size()),
              SpecifiedStart(seed, has_source));
  }
  void Reseed(Input &input) {
    const Bytes seed = SomeSeed(input);
    EXPECT_EQ(ascon_drbg_reseed(&drbg_, seed.data(), seed.size()), SpecifiedReseed(seed));
  }
  void Generate(Input &input) {
    const Bytes additional = input.Some(input.UpTo(40));
    Heap out(input.UpTo(100));
    Bytes expected = out.bytes();
    const ascon_result result = SpecifiedOutput(&expected, additional);
    EXPECT_EQ(ascon_drbg_generate(&drbg_, out.nullable(), out.size(), additional.data(),
                                  additional.size()),
              result);
    EXPECT_EQ(out.bytes(), expected);
  }

  ascon_drbg drbg_ = {};
  Phase phase_ = Phase::kNone;
  bool has_source_ = false, works_ = true;
  uint64_t generation_ = 0, seen_ = 0;
  Bytes state_;
};

void CheckGenerator(Input &input) {
  constexpr size_t kMostCalls = 20;
  Generator generator;
  for (size_t i = 0; i < kMostCalls && !input.ended(); i++) generator.Call(input);
}

}  // namespace
}  // namespace asconkit_fuzz

FUZZ_TARGET(input) {
  using namespace asconkit_fuzz;
  ASSERT_EQ(ascon_backend_force(input.Backend()), ASCON_OK);
  switch (input.UpTo(2)) {
    case 0: return CheckSealing(input);
    case 1: return CheckSivBatch(input);
    default: return CheckGenerator(input);
  }
}
