// Every call that starts a context reads all its inputs before it writes: with each input in the
// context's own memory, at any place, it gives what it gives with separate memory. What a context
// keeps the address of, and strings in shares, are refused there. test_inits.py compares the list
// with the headers.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <cstring>
#include <functional>
#include <vector>

#include "../support/construction_vectors.h"
#include "asconkit/ascon_bits.h"
#include "asconkit/datagram/ascon_datagram.h"
#include "asconkit/hmac/ascon_hmac.h"
#include "asconkit/isap/ascon_isap.h"
#include "asconkit/kdf/ascon_kdf.h"
#include "asconkit/masked/ascon_masked.h"
#include "asconkit/drbg/ascon_drbg.h"
#include "asconkit/siv/ascon_siv.h"
#include "asconkit/stream/ascon_stream.h"

namespace asconkit_test {
namespace {

// An input: its bytes, and what its address must be a multiple of. If it may not be in the context,
// it is `refused` there.
struct Input {
  Bytes bytes;
  size_t alignment = 1;
  bool refused = false;
};

template <class Value>
Input InputOf(const Value &value) {
  const auto *bytes = reinterpret_cast<const uint8_t *>(&value);
  return {Bytes(bytes, bytes + sizeof value), alignof(Value)};
}

using Places = std::vector<const uint8_t *>;
// Starts the context at this place, of these inputs.
using Start = std::function<ascon_result(void *context, const Places &inputs)>;
// What a context that has been started gives.
using Use = std::function<Bytes(void *context)>;

struct Init {
  std::string name;
  size_t context_bytes;
  std::vector<Input> inputs;
  Start start;
  Use use;
};

// Memory for a context, with room on both sides for an input that is partly in the context.
class Memory {
 public:
  Memory(size_t context_bytes, size_t around)
      : around_((around + 15) / 16 * 16), words_((context_bytes + 2 * around_) / 16 + 1) {
    std::memset(words_.data(), 0xee, words_.size() * 16);
  }
  [[nodiscard]] uint8_t *context() { return reinterpret_cast<uint8_t *>(words_.data()) + around_; }

 private:
  struct alignas(16) Word {
    uint8_t bytes[16];
  };
  size_t around_;
  std::vector<Word> words_;
};

// Inputs outside the context, except the one with this index, which is at `place` in it.
struct Outcome {
  ascon_result result;
  Bytes out;
};

Outcome Run(const Init &init, size_t index, ptrdiff_t place) {
  std::vector<Memory> apart;
  Places places;
  for (const Input &input : init.inputs) {
    apart.emplace_back(input.bytes.size(), 0);
    std::memcpy(apart.back().context(), input.bytes.data(), input.bytes.size());
    places.push_back(apart.back().context());
  }
  Memory memory(init.context_bytes, index < places.size() ? init.inputs[index].bytes.size() : 0);
  if (index < places.size()) {
    uint8_t *moved = memory.context() + place;
    std::memcpy(moved, init.inputs[index].bytes.data(), init.inputs[index].bytes.size());
    places[index] = moved;
  }
  const ascon_result result = init.start(memory.context(), places);
  return {result, result == ASCON_OK ? init.use(memory.context()) : Bytes()};
}

void Check(const Init &init) {
  const Outcome apart = Run(init, init.inputs.size(), 0);
  ASSERT_EQ(apart.result, ASCON_OK) << init.name;
  for (size_t i = 0; i < init.inputs.size(); i++) {
    const Input &input = init.inputs[i];
    const auto length = static_cast<ptrdiff_t>(input.bytes.size());
    const auto end = static_cast<ptrdiff_t>(init.context_bytes);
    const auto step = static_cast<ptrdiff_t>(input.alignment);
    for (ptrdiff_t place = -(length - 1) / step * step; place < end; place += step) {
      const Outcome inside = Run(init, i, place);
      ASSERT_EQ(inside.result, input.refused ? ASCON_ERR_RANGE : ASCON_OK)
          << init.name << ", input " << i << " at " << place;
      ASSERT_TRUE(input.refused || inside.out == apart.out)
          << init.name << ", input " << i << " at " << place << ": another result";
    }
  }
}

const Bytes kText = Pattern(Field::kText, 37);

Input Random(size_t n, uint8_t salt) {
  Input made{Bytes(n)};
  for (size_t i = 0; i < n; i++) made.bytes[i] = static_cast<uint8_t>(31 * i * i + 7 * i + salt);
  return made;
}

Input Refused(Input input) {
  input.refused = true;
  return input;
}

// `call` takes the typed context and the places of its inputs.
template <class Context, class Call, class Last>
Init Make(std::string name, std::vector<Input> inputs, Call call, Last last) {
  return {std::move(name), sizeof(Context), std::move(inputs),
          [=](void *memory, const Places &in) { return call(static_cast<Context *>(memory), in); },
          [=](void *memory) { return last(static_cast<Context *>(memory)); }};
}

// ---- ascon.h and ascon_bits.h -------------------------------------------------------------------

Bytes Seal(ascon_aead_ctx *ctx) {
  Bytes out(kText.size() + 16);
  EXPECT_EQ(ascon_any_aead_encrypt_update(ctx, out.data(), kText.data(), kText.size()), ASCON_OK);
  EXPECT_EQ(ascon_any_aead_encrypt_final(ctx, out.data() + kText.size(), 16), ASCON_OK);
  return out;
}

template <size_t kBytes>
Bytes Output(ascon_sponge_ctx *ctx) {
  Bytes out(kBytes);
  EXPECT_EQ(ascon_any_sponge_update(ctx, kText.data(), kText.size()), ASCON_OK);
  EXPECT_EQ(ascon_any_sponge_squeeze(ctx, out.data(), out.size()), ASCON_OK);
  return out;
}

Bytes Words(ascon_state *state) {
  Bytes out(40);
  EXPECT_EQ(ascon_permutation_apply(state, 12), ASCON_OK);
  EXPECT_EQ(ascon_permutation_get(state, ASCON_LITTLE_ENDIAN, 0, out.data(), 40), ASCON_OK);
  return out;
}

class Inits : public BackendTest {};
ASCON_ON_EVERY_BACKEND(Inits);

// Hashes and XOFs have no input but their algorithm.
TEST_P(Inits, Core) {
  const Input nonce = Random(16, 1);
  for (size_t i = 0; i < ASCON_ALGORITHM_COUNT; i++) {
    const ascon_algorithm *a = ascon_any_at(i);
    const Input key = Random(a->key_bytes, 2);
    if (a->kind == ASCON_KIND_AEAD)
      Check(Make<ascon_aead_ctx>(
          std::string("ascon_any_aead_init ") + a->name, {nonce, key},
          [=](auto *c, const Places &in) { return ascon_any_aead_init(c, a, in[0], in[1]); },
          Seal));
    if (a->kind == ASCON_KIND_MAC || a->kind == ASCON_KIND_PRF)
      Check(Make<ascon_sponge_ctx>(
          std::string("ascon_any_sponge_init ") + a->name, {key},
          [=](auto *c, const Places &in) { return ascon_any_sponge_init(c, a, in[0], 16); },
          a->kind == ASCON_KIND_MAC ? Output<16> : Output<40>));
  }
  Check(Make<ascon_aead_ctx>(
      "ascon_aead128_init", {nonce, Random(16, 2)},
      [=](auto *c, const Places &in) { return ascon_aead128_init(c, in[0], in[1]); }, Seal));
  for (const size_t length : {size_t{5}, size_t{40}, size_t{200}}) {
    Check(Make<ascon_sponge_ctx>(
        "ascon_cxof128_init", {Random(length, 3)},
        [=](auto *c, const Places &in) { return ascon_cxof128_init(c, in[0], length); },
        Output<40>));
    Check(Make<ascon_sponge_ctx>(
        "ascon_any_sponge_init", {Random(length, 3)},
        [=](auto *c, const Places &in) {
          return ascon_any_sponge_init(c, ASCON_CXOF128, in[0], length);
        },
        Output<40>));
  }
  const uint64_t words[5] = {1, 2, 3, 4, UINT64_C(0x0123456789abcdef)};
  Check(Make<ascon_state>(
      "ascon_permutation_init", {InputOf(words)},
      [](auto *c, const Places &in) {
        return ascon_permutation_init(c, reinterpret_cast<const uint64_t *>(in[0]));
      },
      Words));
}

#if !ASCON_EXTERN_BI
TEST_P(Inits, Bits) {
  Check(Make<ascon_sponge_ctx>(
      "ascon_bits_sponge_init", {Random(30, 4)},
      [](auto *c, const Places &in) {
        return ascon_bits_sponge_init(c, ASCON_CXOF128, in[0], 237);
      },
      Output<40>));
}

// ---- Constructions ------------------------------------------------------------------------------

int Fill(void *, uint8_t *out, size_t bytes) {
  for (size_t i = 0; i < bytes; i++) out[i] = static_cast<uint8_t>(i);
  return 1;
}

TEST_P(Inits, KeysAndRandomness) {
  const auto kmac = [](ascon_kmac_ctx *c) {
    Bytes out(32);
    EXPECT_EQ(ascon_kdf_kmac_update(c, kText.data(), kText.size()), ASCON_OK);
    EXPECT_EQ(ascon_kdf_kmac_final(c, out.data(), 32), ASCON_OK);
    return out;
  };
  Check(Make<ascon_kmac_ctx>(
      "ascon_kdf_kmac_init", {Random(20, 5), Random(33, 6)},
      [](auto *c, const Places &in) { return ascon_kdf_kmac_init(c, in[0], 20, in[1], 33); },
      kmac));
  for (const size_t length : {size_t{20}, size_t{100}})
    Check(Make<ascon_hmac_ctx>(
        "ascon_hmac_hash256_init", {Random(length, 7)},
        [=](auto *c, const Places &in) { return ascon_hmac_hash256_init(c, in[0], length); },
        [](ascon_hmac_ctx *c) {
          Bytes out(32);
          EXPECT_EQ(ascon_hmac_hash256_final(c, out.data()), ASCON_OK);
          return out;
        }));
  const auto random = [](ascon_drbg *c) {
    Bytes out(32);
    EXPECT_EQ(ascon_drbg_generate(c, out.data(), 32, nullptr, 0), ASCON_OK);
    return out;
  };
  Check(Make<ascon_drbg>(
      "ascon_drbg_init", {Random(40, 8)},
      [](auto *c, const Places &in) { return ascon_drbg_init(c, nullptr, in[0], 40); }, random));
  Check(Make<ascon_drbg>(
      "ascon_drbg_init", {InputOf(ascon_entropy{Fill, nullptr, nullptr}), Random(40, 9)},
      [](auto *c, const Places &in) {
        return ascon_drbg_init(c, reinterpret_cast<const ascon_entropy *>(in[0]), in[1], 40);
      },
      random));
}

TEST_P(Inits, AeadOfConstructions) {
  const Input nonce = Random(16, 10), key = Random(32, 11), short_key = Random(16, 12);
  for (const ascon_isap *instance : {&ascon_isap_a_128a, &ascon_isap_a_128})
    Check(Make<ascon_isap_ctx>(
        "ascon_isap_init", {nonce, short_key},
        [=](auto *c, const Places &in) { return ascon_isap_init(c, instance, in[0], in[1]); },
        [](ascon_isap_ctx *c) {
          Bytes out(kText.size() + 16);
          EXPECT_EQ(ascon_isap_encrypt_update(c, out.data(), kText.data(), kText.size()), ASCON_OK);
          EXPECT_EQ(ascon_isap_encrypt_final(c, out.data() + kText.size()), ASCON_OK);
          return out;
        }));
  Check(Make<ascon_siv_ctx>(
      "ascon_siv_encrypt_init", {nonce, key},
      [](auto *c, const Places &in) { return ascon_siv_encrypt_init(c, in[0], in[1]); },
      [](ascon_siv_ctx *c) {
        Bytes out(kText.size() + 16);
        EXPECT_EQ(ascon_siv_read(c, kText.data(), kText.size()), ASCON_OK);
        EXPECT_EQ(ascon_siv_tag(c, out.data() + kText.size()), ASCON_OK);
        EXPECT_EQ(ascon_siv_encrypt_update(c, out.data(), kText.data(), kText.size()), ASCON_OK);
        return out;
      }));
  Bytes sealed(kText.size()), tag(16);
  ASSERT_EQ(ascon_siv_encrypt(sealed.data(), tag.data(), kText.data(), kText.size(), nullptr, 0,
                              nonce.bytes.data(), key.bytes.data()),
            ASCON_OK);
  Check(Make<ascon_siv_ctx>(
      "ascon_siv_decrypt_init", {Input{tag}, nonce, key},
      [](auto *c, const Places &in) { return ascon_siv_decrypt_init(c, in[0], in[1], in[2]); },
      [=](ascon_siv_ctx *c) {
        Bytes out(sealed.size());
        EXPECT_EQ(ascon_siv_decrypt_update_unverified(c, out.data(), sealed.data(), sealed.size()),
                  ASCON_OK);
        EXPECT_EQ(ascon_siv_decrypt_final(c), ASCON_OK);
        return out;
      }));
}

const ascon_datagram_store kAtZero = {[](void *, uint8_t *counter) {
                                        std::fill(counter, counter + 8, uint8_t{0});
                                        return 1;
                                      },
                                      [](void *, const uint8_t *) { return 1; }, nullptr, 1};

void CheckDatagrams(const std::string &name, decltype(&ascon_datagram_sender_init) init_sender,
                    decltype(&ascon_datagram_receiver_init) init_receiver, const Input &key) {
  static const ascon_datagram_settings settings = {10, 2, 8, 1};
  const Input of_settings = InputOf(settings), identity = Random(8, 24);
  Bytes datagram(2 + kText.size() + 8);
  Check(Make<ascon_datagram_sender>(
      "ascon_datagram_sender_" + name, {of_settings, identity, key},
      [=](auto *c, const Places &in) {
        const auto *at = reinterpret_cast<const ascon_datagram_settings *>(in[0]);
        return init_sender(c, at, in[1], in[2], &kAtZero);
      },
      [&](ascon_datagram_sender *c) {
        EXPECT_EQ(ascon_datagram_seal(c, datagram.data(), kText.data(), kText.size(), nullptr, 0),
                  ASCON_OK);
        return datagram;
      }));
  Check(Make<ascon_datagram_receiver>(
      "ascon_datagram_receiver_" + name, {of_settings, identity, key},
      [=](auto *c, const Places &in) {
        const auto *at = reinterpret_cast<const ascon_datagram_settings *>(in[0]);
        return init_receiver(c, at, in[1], in[2], &kAtZero);
      },
      [&](ascon_datagram_receiver *c) {
        Bytes out(kText.size());
        EXPECT_EQ(ascon_datagram_open(c, out.data(), datagram.data(), datagram.size(), nullptr, 0),
                  ASCON_OK);
        EXPECT_EQ(out, kText);
        return out;
      }));
}

TEST_P(Inits, Datagrams) {
  CheckDatagrams("init", ascon_datagram_sender_init, ascon_datagram_receiver_init, Random(16, 25));
  Input epoch_key = Random(16, 26);  // of epoch 0, tags of 8 bytes, epochs of 1
  epoch_key.bytes.insert(epoch_key.bytes.end(), {0, 0, 8, 1});
  CheckDatagrams("resume", ascon_datagram_sender_resume, ascon_datagram_receiver_resume, epoch_key);
}

// ---- Streams ------------------------------------------------------------------------------------

constexpr uint32_t kChunk = 24;

Bytes SealChunk(ascon_stream *stream) {
  Bytes out(kChunk + 16);
  EXPECT_EQ(ascon_stream_seal_chunk(stream, out.data(), kText.data(), kChunk, 0, 0), ASCON_OK);
  return out;
}

TEST_P(Inits, Streams) {
  for (const ascon_algorithm *a : {ASCON_AEAD128, ASCON_V12_80PQ}) {
    Check(Make<ascon_stream>(
        "ascon_stream_derive", {Random(32, 13), Random(32, 14), Random(50, 15)},
        [=](auto *c, const Places &in) {
          return ascon_stream_derive(c, a, kChunk, in[1], in[2], 50, in[0]);
        },
        SealChunk));
    Check(Make<ascon_stream>(
        "ascon_stream_init", {Random(size_t{16} + a->key_bytes, 16)},
        [=](auto *c, const Places &in) { return ascon_stream_init(c, a, kChunk, in[0]); },
        SealChunk));
  }
  ascon_stream stream;
  const Bytes secret = Random(32, 17).bytes;
  ASSERT_EQ(ascon_stream_init(&stream, ASCON_AEAD128, kChunk, secret.data()), ASCON_OK);
  static uint8_t buffer[kChunk + 16];
  Check(Make<ascon_stream_ctx>(
      "ascon_stream_seal_init", {InputOf(stream)},
      [](auto *c, const Places &in) {
        return ascon_stream_seal_init(c, reinterpret_cast<const ascon_stream *>(in[0]), buffer,
                                      sizeof buffer);
      },
      [](ascon_stream_ctx *c) {
        Bytes out(200);
        size_t bytes = 0;
        EXPECT_EQ(ascon_stream_seal_update(c, out.data(), 200, &bytes, kText.data(), 30), ASCON_OK);
        return out;
      }));
  const Bytes sealed = SealChunk(&stream);
  Check(Make<ascon_stream_ctx>(
      "ascon_stream_open_init", {InputOf(stream)},
      [](auto *c, const Places &in) {
        return ascon_stream_open_init(c, reinterpret_cast<const ascon_stream *>(in[0]), buffer,
                                      sizeof buffer);
      },
      [=](ascon_stream_ctx *c) {
        Bytes out(200);
        size_t bytes = 0;
        EXPECT_EQ(ascon_stream_open_update(c, out.data(), 200, &bytes, sealed.data(), 40),
                  ASCON_OK);
        EXPECT_EQ(ascon_stream_open_update(c, out.data(), 200, &bytes, sealed.data(), 1), ASCON_OK);
        EXPECT_EQ(bytes, kChunk);
        return out;
      }));
  // The buffer is the context's until its end.
  ascon_stream_ctx ctx;
  auto *inside = reinterpret_cast<uint8_t *>(&ctx);
  EXPECT_EQ(ascon_stream_seal_init(&ctx, &stream, inside, sizeof ctx), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_stream_open_init(&ctx, &stream, inside, sizeof ctx), ASCON_ERR_RANGE);
}

TEST_P(Inits, Headers) {
  ascon_stream_header header = {};
  header.algorithm = ASCON_AEAD128;
  header.chunk_bytes = kChunk;
  header.source = ASCON_STREAM_KEY_FILE;
  header.version = ASCON_STREAM_HEADER_VERSION;
  const Input key = Random(32, 18);
  ascon_stream stream;
  Bytes written(ASCON_STREAM_HEADER_BYTES);
  ASSERT_EQ(ascon_stream_header_encode(&stream, written.data(), &header, key.bytes.data()),
            ASCON_OK);
  static uint8_t bytes[ASCON_STREAM_HEADER_BYTES];
  const auto result = [=](ascon_stream *c) {
    EXPECT_EQ(std::memcmp(bytes, written.data(), sizeof bytes), 0);
    return SealChunk(c);
  };
  Check(Make<ascon_stream>(
      "ascon_stream_header_encode", {InputOf(header), key},
      [](auto *c, const Places &in) {
        return ascon_stream_header_encode(
            c, bytes, reinterpret_cast<const ascon_stream_header *>(in[0]), in[1]);
      },
      result));
  Check(Make<ascon_stream>(
      "ascon_stream_header_open", {Input{written}, key},
      [](auto *c, const Places &in) {
        return ascon_stream_header_open(c, in[0], ASCON_STREAM_HEADER_BYTES, in[1]);
      },
      SealChunk));
  Check(Make<ascon_stream_header>(
      "ascon_stream_header_decode", {Input{written}},
      [](auto *c, const Places &in) {
        return ascon_stream_header_decode(c, in[0], ASCON_STREAM_HEADER_BYTES);
      },
      [](ascon_stream_header *c) {
        const auto *fields = reinterpret_cast<const uint8_t *>(c);
        return Bytes(fields, fields + sizeof *c);
      }));
  // The header may be written over its key or its fields.
  struct {
    ascon_stream_header header;
    uint8_t key[32], rest[ASCON_STREAM_HEADER_BYTES];
  } place = {};
  auto *memory = reinterpret_cast<uint8_t *>(&place);
  for (const bool fields : {true, false}) {
    place.header = header;
    std::memcpy(place.key, key.bytes.data(), 32);
    uint8_t *to = fields ? memory : place.key;
    ASSERT_EQ(ascon_stream_header_encode(&stream, to, &place.header, place.key), ASCON_OK);
    EXPECT_EQ(std::memcmp(to, written.data(), written.size()), 0);
  }
}
#endif

// ---- Shares -------------------------------------------------------------------------------------

class SharedInits : public ::testing::Test {
 protected:
  void SetUp() override {
    static const uint8_t seed[16] = {1};
    ASSERT_EQ(ascon_masked_generator_init(&generator_, seed), ASCON_OK);
  }
  ascon_masked_generator generator_;
  const ascon_masked_setup setup_ = {&ascon_masked_scheme_2, &ascon_masked_full,
                                     ascon_masked_generator_words, &generator_};
};

const ascon_masked_setup *SetupAt(const uint8_t *place) {
  return reinterpret_cast<const ascon_masked_setup *>(place);
}

TEST_F(SharedInits, Keys) {
  Check(Make<ascon_masked_generator>(
      "ascon_masked_generator_init", {Random(16, 20)},
      [](auto *c, const Places &in) { return ascon_masked_generator_init(c, in[0]); },
      [](ascon_masked_generator *c) {
        uint32_t words[4];
        EXPECT_EQ(ascon_masked_generator_words(c, words, 4), 1);
        const auto *bytes = reinterpret_cast<const uint8_t *>(words);
        return Bytes(bytes, bytes + sizeof words);
      }));
  Check(Make<ascon_masked_key>(
      "ascon_masked_key_init", {InputOf(setup_), Random(20, 21)},
      [](auto *c, const Places &in) { return ascon_masked_key_init(c, SetupAt(in[0]), in[1], 20); },
      [this](ascon_masked_key *c) {
        Bytes key(20);
        EXPECT_EQ(ascon_masked_join(&ascon_masked_scheme_2, key.data(),
                                    ascon_masked_key_shares(&setup_, nullptr, c), 20),
                  ASCON_OK);
        return key;
      }));
}

TEST_F(SharedInits, Messages) {
  const Input setup = InputOf(setup_), nonce = Refused(Random(16, 22)),
              key = Refused(Random(16, 23));
  ascon_masked_setup leveled = setup_;
  leveled.form = &ascon_masked_leveled;
  for (const Input &form : {setup, InputOf(leveled)})
    Check(Make<ascon_masked_aead_ctx>(
        "ascon_masked_aead_init", {form, nonce, key},
        [](auto *c, const Places &in) {
          return ascon_masked_aead_init(c, SetupAt(in[0]), ASCON_AEAD128,
                                        ascon_masked_plain_in(in[1]), ascon_masked_plain_in(in[2]));
        },
        [](ascon_masked_aead_ctx *c) {
          Bytes out(kText.size());
          EXPECT_EQ(
              ascon_masked_aead_encrypt_update(c, ascon_masked_plain_out(out.data()),
                                               ascon_masked_plain_in(kText.data()), kText.size()),
              ASCON_OK);
          return out;
        }));
  Check(Make<ascon_masked_sponge_ctx>(
      "ascon_masked_sponge_init", {setup, key},
      [](auto *c, const Places &in) {
        return ascon_masked_sponge_init(c, SetupAt(in[0]), ASCON_V13_MAC,
                                        ascon_masked_plain_in(in[1]), 16);
      },
      [](ascon_masked_sponge_ctx *c) {
        Bytes out(16);
        EXPECT_EQ(ascon_masked_sponge_squeeze(c, ascon_masked_plain_out(out.data()), 16), ASCON_OK);
        return out;
      }));
}

}  // namespace
}  // namespace asconkit_test
