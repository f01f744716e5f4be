// The modes, step by step as SP 800-232 has them; see the header. Numbered sections are that
// standard's.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "specification.h"

#include <algorithm>
#include <cstring>

#include "algorithm_rows.h"
#include "model.h"

namespace asconkit_test {
namespace {

constexpr size_t kStateBytes = 40, kTagBytes = 16;

struct Row {
  const char *name;
  ascon_kind kind;
  ascon_order order;
  uint64_t iv;
  size_t key_bytes, rate, squeeze_rate;
  unsigned a, b;  // rounds of the first and last permutation, and between blocks
  bool masks_nonce;
};

#define ASCON_ROW(id, name, convention, kind, order, iv, key, rate, squeeze, a, b, out, tag, mask, \
                  state)                                                                           \
  {name, ASCON_KIND_##kind, order, iv, key, rate, squeeze, a, b, mask != 0},
constexpr Row kRows[] = {ASCON_ROWS(ASCON_ROW)};
#undef ASCON_ROW

const Row &RowOf(const ascon_algorithm *algorithm) {
  return *std::find_if(std::begin(kRows), std::end(kRows),
                       [&](const Row &row) { return std::strcmp(row.name, algorithm->name) == 0; });
}

struct BitString {
  Bytes bytes;
  size_t bits;
};

// The beginning of a string; zeros follow its last bit.
BitString First(const Bytes &data, size_t bits) {
  Bytes first = Part(data, 0, (bits + 7) / 8);
  if (bits % 8) first.back() = static_cast<uint8_t>(first.back() & ((1u << bits % 8) - 1));
  return {first, bits};
}

BitString All(const Bytes &data) { return {data, 8 * data.size()}; }

// The state as 40 bytes in the order of the algorithm.
class State {
 public:
  // IV || rest || zeros. The key of Ascon-80pq leaves 32 bits for the IV; all other keys leave 64.
  State(const Row &row, uint64_t iv, Bytes rest) : row_(row), model_(Words{}) {
    rest.resize(std::max<size_t>(rest.size(), 32));
    Model start(Words{iv});
    for (size_t i = 0; i < kStateBytes - rest.size(); i++)
      model_.Set(i, row.order, start.Get(i, row.order));
    Add(kStateBytes - rest.size(), rest);
  }
  void Permute(unsigned rounds) { model_.Permute(rounds); }
  void Add(size_t offset, const Bytes &data) {
    model_.Put(Operation::kAbsorb, offset, data, row_.order);
  }
  Bytes Get(size_t offset, size_t n) {
    return model_.Put(Operation::kSqueeze, offset, Bytes(n), row_.order);
  }
  // A bit 1 after a last block of this many bits.
  void Pad(size_t bits) {
    const unsigned one = row_.order == ASCON_LITTLE_ENDIAN ? 0x01 : 0x80;
    Add(bits / 8, {static_cast<uint8_t>(one << bits % 8)});
  }
  // The bit that separates domains, the last one of the state.
  void Separate() {
    Add(kStateBytes - 1, {static_cast<uint8_t>(row_.order == ASCON_LITTLE_ENDIAN ? 0x80 : 0x01)});
  }

  // Calls f(block) for all whole blocks and permutes after each, then f(rest) and the padding
  // (section 2).
  template <typename Function>
  void ForBlocks(const BitString &string, const Function &f) {
    size_t at = 0;
    for (; string.bits - 8 * at >= 8 * row_.rate; at += row_.rate) {
      f(All(Part(string.bytes, at, row_.rate)));
      Permute(row_.b);
    }
    f(First(Part(string.bytes, at, string.bytes.size() - at), string.bits - 8 * at));
    Pad(string.bits - 8 * at);
  }
  void Absorb(const BitString &string) {
    ForBlocks(string, [&](const BitString &block) { Add(0, block.bytes); });
  }
  BitString Encrypt(const BitString &text) {
    Bytes cipher;
    ForBlocks(text, [&](const BitString &block) {
      Add(0, block.bytes);
      cipher = Joined(cipher, First(Get(0, block.bytes.size()), block.bits).bytes);
    });
    return {cipher, text.bits};
  }
  BitString Squeeze(size_t bits) {
    Bytes out = Get(0, row_.squeeze_rate);
    while (8 * out.size() < bits) {
      Permute(row_.b);
      out = Joined(out, Get(0, row_.squeeze_rate));
    }
    return First(out, bits);
  }

 private:
  const Row &row_;
  Model model_;
};

// Section 4.1.1; the masks of nonces are section 4.2.2, truncated tags 4.2.1.
Bytes Seal(const Row &row, Bytes key, Bytes nonce, const BitString &ad, const BitString &text,
           size_t tag_bits) {
  if (row.masks_nonce) {
    for (size_t i = 0; i < nonce.size(); i++) nonce[i] ^= key[16 + i];
    key.resize(16);
  }
  State state(row, row.iv, Joined(key, nonce));
  state.Permute(row.a);
  state.Add(kStateBytes - key.size(), key);
  if (ad.bits != 0) {
    state.Absorb(ad);
    state.Permute(row.b);
  }
  state.Separate();
  const BitString cipher = state.Encrypt(text);
  state.Add(row.rate, key);
  state.Permute(row.a);
  state.Add(kStateBytes - kTagBytes, Part(key, key.size() - kTagBytes, kTagBytes));
  return Joined(cipher.bytes, First(state.Get(kStateBytes - kTagBytes, kTagBytes), tag_bits).bytes);
}

// Section 5; of a CXOF, 5.3: the customization string comes first, and its length before that.
Bytes Digest(const Row &row, const BitString &customization, const BitString &text,
             size_t out_bits) {
  State state(row, row.iv, {});
  state.Permute(row.a);
  if (row.kind == ASCON_KIND_CXOF) {
    state.Add(0, {static_cast<uint8_t>(customization.bits),
                  static_cast<uint8_t>(customization.bits >> 8)});
    state.Permute(row.b);
    state.Absorb(customization);
    state.Permute(row.b);
  }
  state.Absorb(text);
  state.Permute(row.a);
  return state.Squeeze(out_bits).bytes;
}

// IACR ePrint 2021/1574, section 3: MACs and PRFs.
Bytes Prf(const Row &row, const Bytes &key, const BitString &text, size_t out_bits) {
  State state(row, row.iv, key);
  state.Permute(row.a);
  state.Absorb(text);
  state.Separate();
  state.Permute(row.a);
  return state.Squeeze(out_bits).bytes;
}

// Section 4 of the same: the length of the message in bits is a field of the IV.
Bytes PrfShort(const Row &row, const Bytes &key, const Bytes &text, size_t out_bytes) {
  State state(row, row.iv + (uint64_t{8 * text.size()} << 48), Joined(key, text));
  state.Permute(row.a);
  state.Add(kStateBytes - key.size(), key);
  return state.Get(kStateBytes - key.size(), out_bytes);
}

}  // namespace

Bytes Specified(const Case &c) {
  return Specified(c, {8 * c.extra.size(), 8 * c.text.size(), 8 * c.out_bytes});
}

Bytes Specified(const Case &c, const BitLengths &bits) {
  const Row &row = RowOf(c.algorithm);
  const BitString extra = First(c.extra, bits.extra), text = First(c.text, bits.text);
  switch (row.kind) {
    case ASCON_KIND_AEAD: return Seal(row, c.key, c.nonce, extra, text, bits.out);
    case ASCON_KIND_MAC:
    case ASCON_KIND_PRF: return Prf(row, c.key, text, bits.out);
    case ASCON_KIND_PRFSHORT: return PrfShort(row, c.key, text.bytes, bits.out / 8);
    default: return Digest(row, extra, text, bits.out);
  }
}

}  // namespace asconkit_test
