// What the constructions read from strangers: sealed messages, MACs and proofs, right ones and ones
// with a changed bit; and a random bit generator whose calls come in any order. Each is compared
// with its page, written down once more over the single calls of ascon.h. ISAP alone is compared
// with itself in pieces. SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>
#include <optional>
#include <utility>

#include "asconkit/ascon_commit.h"
#include "asconkit/ascon_hmac.h"
#include "asconkit/ascon_isap.h"
#include "asconkit/ascon_random.h"
#include "asconkit/ascon_siv.h"
#include "asconkit/ascon_tree.h"
#include "fuzz/support/run.h"

namespace asconkit_fuzz {
namespace {

using asconkit_test::Heap;

Bytes Joined(Bytes first, const Bytes &second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

Bytes Part(const Bytes &all, size_t from, size_t n) {
  const auto begin = all.begin() + static_cast<ptrdiff_t>(from);
  return Bytes(begin, begin + static_cast<ptrdiff_t>(n));
}

Bytes LittleEndian(uint64_t number, size_t bytes) {
  Bytes all(bytes);
  for (size_t i = 0; i < bytes; i++) all[i] = static_cast<uint8_t>(number >> 8 * i);
  return all;
}

Bytes Text(const char *text) { return Bytes(text, text + std::char_traits<char>::length(text)); }

Bytes Hash(const Bytes &message) {
  Bytes digest(32);
  EXPECT_EQ(ascon_hash256(digest.data(), message.data(), message.size()), ASCON_OK);
  return digest;
}

Bytes Cxof(const Bytes &customization, const Bytes &message, size_t n) {
  Bytes out(n);
  EXPECT_EQ(ascon_cxof128(out.data(), n, message.data(), message.size(), customization.data(),
                          customization.size()),
            ASCON_OK);
  return out;
}

// ---- Sealed messages ------------------------------------------------------------------------

// `text` is the plaintext of a message that is to be sealed, and the ciphertext of a sealed one.
struct Message {
  Bytes key, nonce, ad, text, tag, commitment;
};

struct Sealing {
  size_t key_bytes;
  Message (*seal)(Message);
  // The call that decrypts `in`, whose bytes are those of sealed.text, to `out`.
  ascon_result (*open)(const Message &sealed, uint8_t *out, const uint8_t *in);
  Message (*specified)(Input &input, Message);
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
Message SpecifiedSiv(Input &, Message m) {
  const Bytes lengths = Joined(LittleEndian(m.ad.size(), 8), LittleEndian(m.text.size(), 8));
  const Bytes all = Joined(Joined(m.nonce, m.ad), Joined(m.text, lengths));
  m.tag.resize(ASCON_SIV_TAG_BYTES);
  EXPECT_EQ(ascon_mac(ASCON_V13_MAC, m.tag.data(), all.data(), all.size(), m.key.data()), ASCON_OK);
  Bytes stream(m.text.size());
  EXPECT_EQ(ascon_prf(ASCON_V13_PRF, stream.data(), stream.size(), m.tag.data(), m.tag.size(),
                      m.key.data() + 16),
            ASCON_OK);
  for (size_t i = 0; i < stream.size(); i++)
    m.text[i] = static_cast<uint8_t>(m.text[i] ^ stream[i]);
  return m;
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

template <const ascon_isap *instance>
Message SealIsapInPieces(Input &input, Message m) {
  ascon_isap_ctx ctx;
  EXPECT_EQ(ascon_isap_init(&ctx, instance, m.nonce.data(), m.key.data()), ASCON_OK);
  size_t at = 0;
  for (size_t n : input.Pieces(m.ad.size())) {
    EXPECT_EQ(ascon_isap_ad(&ctx, m.ad.data() + at, n), ASCON_OK);
    at += n;
  }
  at = 0;
  for (size_t n : input.Pieces(m.text.size())) {
    uint8_t *text = m.text.data() + at;
    EXPECT_EQ(ascon_isap_encrypt_update(&ctx, text, text, n), ASCON_OK);
    at += n;
  }
  m.tag.resize(ASCON_ISAP_TAG_BYTES);
  EXPECT_EQ(ascon_isap_encrypt_final(&ctx, m.tag.data()), ASCON_OK);
  return m;
}

// -- Committing AEAD

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

Message SpecifiedCommitting(Input &, Message m) {
  const Bytes purpose = Joined(Text("asconkit commitment v1 "), Text(ASCON_AEAD128->name));
  m.commitment = Cxof(purpose, Joined(Joined(m.key, m.nonce), m.ad), ASCON_COMMITMENT_BYTES);
  m.tag.resize(16);
  EXPECT_EQ(
      ascon_aead_encrypt(ASCON_AEAD128, m.text.data(), m.tag.data(), m.tag.size(), m.text.data(),
                         m.text.size(), m.ad.data(), m.ad.size(), m.nonce.data(), m.key.data()),
      ASCON_OK);
  return m;
}

constexpr Sealing kSealings[] = {
    {ASCON_SIV_KEY_BYTES, SealSiv, OpenSiv, SpecifiedSiv},
    {ASCON_ISAP_KEY_BYTES, SealIsap<&ascon_isap_a_128a>, OpenIsap<&ascon_isap_a_128a>,
     SealIsapInPieces<&ascon_isap_a_128a>},
    {ASCON_ISAP_KEY_BYTES, SealIsap<&ascon_isap_a_128>, OpenIsap<&ascon_isap_a_128>,
     SealIsapInPieces<&ascon_isap_a_128>},
    {16, SealCommitting, OpenCommitting, SpecifiedCommitting}};

// The text, or nothing if the message is refused; there are only zeros then.
std::optional<Bytes> Open(const Sealing &sealing, const Message &sealed, bool in_place) {
  Heap in(sealed.text), out(sealed.text.size(), 3);
  Heap &to = in_place ? in : out;
  if (sealing.open(sealed, to.nullable(), in.nullable()) == ASCON_OK) return to.bytes();
  EXPECT_TRUE(to.Holds(0));
  return std::nullopt;
}

void CheckSealing(Input &input) {
  const Sealing &sealing = kSealings[input.UpTo(std::size(kSealings) - 1)];
  const Message m = {input.Some(sealing.key_bytes),
                     input.Some(16),
                     input.Some(input.Length(8)),
                     input.Some(input.Length(16)),
                     {},
                     {}};
  Message sealed = sealing.seal(m);
  const Message specified = sealing.specified(input, m);
  EXPECT_EQ(sealed.text, specified.text);
  EXPECT_EQ(sealed.tag, specified.tag);
  EXPECT_EQ(sealed.commitment, specified.commitment);
  EXPECT_EQ(Open(sealing, sealed, input.Flag()), m.text);
  Bytes *const strings[] = {&sealed.tag, &sealed.text,  &sealed.ad,
                            &sealed.key, &sealed.nonce, &sealed.commitment};
  if (!input.FlipBit(strings[input.UpTo(5)])) return;
  // The second half of SIV's key is for the text alone.
  if (m.text.empty() && sealed.key != m.key) return;
  EXPECT_EQ(Open(sealing, sealed, input.Flag()), std::nullopt);
}

// ---- HMAC -----------------------------------------------------------------------------------

// RFC 2104, section 2.
Bytes SpecifiedHmac(Bytes key, const Bytes &message) {
  if (key.size() > ASCON_HMAC_BLOCK_BYTES) key = Hash(key);
  key.resize(ASCON_HMAC_BLOCK_BYTES);
  Bytes inner = key, outer = key;
  for (uint8_t &byte : inner) byte = static_cast<uint8_t>(byte ^ 0x36);
  for (uint8_t &byte : outer) byte = static_cast<uint8_t>(byte ^ 0x5c);
  return Hash(Joined(outer, Hash(Joined(inner, message))));
}

// Tags of any length and of any bytes: those of at least 16 bytes that are the beginning of the
// right one are accepted, others not.
void CheckHmac(Input &input) {
  const Bytes key = input.Some(input.Length(64)), message = input.Some(input.Length(8));
  Bytes right = SpecifiedHmac(key, message);
  Bytes tag = right;
  if (input.Flag()) input.FlipBit(&tag);
  tag.resize(ASCON_HMAC_BYTES - input.UpTo(ASCON_HMAC_BYTES));
  if (input.OneIn(16)) tag.resize(ASCON_HMAC_BYTES + 1);
  const bool fits = tag.size() >= ASCON_HMAC_MIN_TAG_BYTES && tag.size() <= ASCON_HMAC_BYTES;
  const ascon_result expected = !fits                               ? ASCON_ERR_RANGE
                                : tag == Part(right, 0, tag.size()) ? ASCON_OK
                                                                    : ASCON_ERR_TAG;
  const Heap given(tag);
  EXPECT_EQ(ascon_hmac_verify(given.data(), tag.size(), message.data(), message.size(), key.data(),
                              key.size()),
            expected);
}

// ---- Proofs of trees ------------------------------------------------------------------------

Bytes TreeNode(const Bytes &left, const Bytes &right) {
  return Cxof(Text("asconkit tree v1 node"), Joined(left, right), ASCON_TREE_BYTES);
}

// Pairs from the left; what is left alone at the right end moves up as it is.
Bytes TopOf(std::vector<Bytes> level) {
  while (level.size() > 1) {
    std::vector<Bytes> next;
    for (size_t i = 0; i + 1 < level.size(); i += 2)
      next.push_back(TreeNode(level[i], level[i + 1]));
    if (level.size() % 2) next.push_back(level.back());
    level = next;
  }
  return level.front();
}

struct Proof {
  uint64_t total_bytes, index;
  size_t chunk_bytes;
  Bytes root, chunk, digests;
};

ascon_result Verify(const Proof &p) {
  const Heap chunk(p.chunk), digests(p.digests);
  return ascon_tree_verify(p.root.data(), p.total_bytes, p.chunk_bytes, p.index, chunk.nullable(),
                           chunk.size(), digests.nullable(), digests.size() / ASCON_TREE_BYTES);
}

// A string, the proof of one of its chunks, and the root by the page.
Proof SomeProof(Input &input) {
  const size_t chunk_bytes = ASCON_TREE_MIN_CHUNK_BYTES + input.UpTo(10);
  Bytes data = input.Some(input.UpTo(1500));
  // No two chunks are the same.
  for (size_t at = 0; at < data.size(); at += chunk_bytes)
    data[at] = static_cast<uint8_t>(at / chunk_bytes);
  std::vector<Bytes> chunks;
  for (size_t at = 0; at == 0 || at < data.size(); at += chunk_bytes)
    chunks.push_back(Part(data, at, std::min(chunk_bytes, data.size() - at)));
  std::vector<Bytes> leaves;
  for (const Bytes &chunk : chunks) leaves.push_back(Hash(chunk));
  const size_t index = input.UpTo(chunks.size() - 1);
  const Bytes shape = Joined(LittleEndian(data.size(), 8), LittleEndian(chunk_bytes, 4));
  const Bytes root =
      Cxof(Text("asconkit tree v1 root"), Joined(TopOf(leaves), shape), ASCON_TREE_BYTES);
  const size_t length = ascon_tree_proof_length(data.size(), chunk_bytes, index);
  Heap digests(length * ASCON_TREE_BYTES);
  EXPECT_EQ(
      ascon_tree_prove(digests.nullable(), data.data(), data.size(), chunk_bytes, index, nullptr),
      ASCON_OK);
  return {data.size(), index, chunk_bytes, root, chunks[index], digests.bytes()};
}

// One thing of it is another one; false if it still is the same.
bool Change(Input &input, Proof *p) {
  const uint64_t number = input.UpTo(SIZE_MAX);
  switch (input.UpTo(6)) {
    case 0: return input.FlipBit(&p->root);
    case 1: return input.FlipBit(&p->chunk);
    case 2: return input.FlipBit(&p->digests);
    case 3: return std::exchange(p->total_bytes, number) != number;
    case 4: return std::exchange(p->index, number) != number;
    case 5: return std::exchange(p->chunk_bytes, number) != number;
    default: {
      const size_t bytes = ASCON_TREE_BYTES * input.UpTo(ASCON_TREE_MAX_PROOF + 2);
      if (p->digests.size() == bytes) return false;
      p->digests.resize(bytes);
      return true;
    }
  }
}

void CheckProof(Input &input) {
  Proof proof = SomeProof(input);
  EXPECT_EQ(Verify(proof), ASCON_OK);
  if (Change(input, &proof)) EXPECT_NE(Verify(proof), ASCON_OK);
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
    state_ = Cxof(Text("ascon-drbg-seed"), Joined(Joined(state_, entropy), seed), 32);
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
    const Bytes all = Cxof(Text("ascon-drbg-next"), Joined(state_, additional), 32 + out->size());
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
  switch (input.UpTo(3)) {
    case 0: return CheckSealing(input);
    case 1: return CheckHmac(input);
    case 2: return CheckProof(input);
    default: return CheckGenerator(input);
  }
}
