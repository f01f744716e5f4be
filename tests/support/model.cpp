// The state as bits, after the tables of SP 800-232; see the header.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "model.h"

namespace asconkit_test {
namespace {

// SP 800-232, section 3.3, table 6: the S-box; x0 is the most significant bit.
constexpr uint8_t kSbox[32] = {0x04, 0x0b, 0x1f, 0x14, 0x1a, 0x15, 0x09, 0x02, 0x1b, 0x05, 0x08,
                               0x12, 0x1d, 0x03, 0x06, 0x1c, 0x1e, 0x13, 0x07, 0x0e, 0x00, 0x0d,
                               0x11, 0x18, 0x10, 0x0c, 0x01, 0x19, 0x16, 0x0a, 0x0f, 0x17};
constexpr unsigned kTurns[5][2] = {{19, 28}, {61, 39}, {1, 6}, {10, 17}, {7, 41}};

uint64_t Bit(uint64_t word, unsigned place) { return word >> place % 64 & 1; }

void Substitute(Words *x) {
  Words y = {};
  for (unsigned column = 0; column < 64; column++) {
    uint64_t in = 0;
    for (uint64_t word : *x) in = in << 1 | Bit(word, column);
    for (unsigned i = 0; i < 5; i++) y[i] |= Bit(kSbox[in], 4 - i) << column;
  }
  *x = y;
}

void Diffuse(Words *x) {
  for (unsigned i = 0; i < 5; i++) {
    uint64_t word = (*x)[i], sum = 0;
    for (unsigned place = 0; place < 64; place++)
      sum |= (Bit(word, place) ^ Bit(word, place + kTurns[i][0]) ^ Bit(word, place + kTurns[i][1]))
             << place;
    (*x)[i] = sum;
  }
}

unsigned ShiftOf(size_t i, ascon_order order) {
  size_t place = order == ASCON_LITTLE_ENDIAN ? i % 8 : 7 - i % 8;
  return static_cast<unsigned>(8 * place);
}

}  // namespace

// Counting the rounds of the 12-round permutation from 0, round r has the digits 15 - r and r;
// the four rounds before have negative r.
void Model::Permute(unsigned rounds) {
  for (unsigned r = 12 - rounds; r != 12; r++) {
    words_[2] ^= (15 - r) % 16 << 4 | r % 16;
    Substitute(&words_);
    Diffuse(&words_);
  }
}

uint8_t Model::Get(size_t i, ascon_order order) const {
  return static_cast<uint8_t>(words_[i / 8] >> ShiftOf(i, order));
}

void Model::Set(size_t i, ascon_order order, uint8_t value) {
  words_[i / 8] ^= uint64_t{static_cast<uint8_t>(Get(i, order) ^ value)} << ShiftOf(i, order);
}

Bytes Model::GetAll(ascon_order order) const {
  Bytes all(40);
  for (size_t i = 0; i < 40; i++) all[i] = Get(i, order);
  return all;
}

Bytes Model::Put(Operation op, size_t offset, const Bytes &in, ascon_order order) {
  Bytes out(in.size());
  for (size_t i = 0; i < in.size(); i++) {
    uint8_t before = Get(offset + i, order);
    uint8_t sum = static_cast<uint8_t>(before ^ in[i]);
    out[i] = op == Operation::kSqueeze ? before : sum;
    if (op == Operation::kDecrypt) Set(offset + i, order, in[i]);
    if (op == Operation::kAbsorb || op == Operation::kEncrypt) Set(offset + i, order, sum);
  }
  return out;
}

Bytes Model::PutBlocks(Operation op, const Bytes &in, size_t rate, unsigned rounds,
                       ascon_order order) {
  Bytes out;
  size_t keep = op == Operation::kSqueeze ? 1 : 0;
  while (in.size() - out.size() >= rate + keep) {
    out = Joined(out, Put(op, 0, Part(in, out.size(), rate), order));
    Permute(rounds);
  }
  return out;
}

std::vector<Words> SomeStates(Random *random) {
  std::vector<Words> states = {Words{}, Words{~0ull, ~0ull, ~0ull, ~0ull, ~0ull}};
  for (unsigned i = 0; i < 320; i += 31) {
    Words single = {};
    single[i / 64] = 1ull << i % 64;
    states.push_back(single);
  }
  for (int i = 0; i < 6; i++) {
    Words words;
    for (auto &word : words) word = random->Word();
    states.push_back(words);
  }
  return states;
}

}  // namespace asconkit_test
