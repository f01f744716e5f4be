/* The state as bits, after the tables of SP 800-232; see the header.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "model.h"

/* SP 800-232, section 3.3, table 6: the S-box; x0 is the most significant bit. */
static const uint8_t sbox[32] = {0x04, 0x0b, 0x1f, 0x14, 0x1a, 0x15, 0x09, 0x02, 0x1b, 0x05, 0x08,
                                 0x12, 0x1d, 0x03, 0x06, 0x1c, 0x1e, 0x13, 0x07, 0x0e, 0x00, 0x0d,
                                 0x11, 0x18, 0x10, 0x0c, 0x01, 0x19, 0x16, 0x0a, 0x0f, 0x17};
static const uint8_t turns[5][2] = {{19, 28}, {61, 39}, {1, 6}, {10, 17}, {7, 41}};

void model_init(model *m, const uint64_t words[5]) {
  for (uint8_t i = 0; i < 5; i++) {
    uint64_t word = words[i];
    for (uint8_t j = 0; j < 64; j++, word >>= 1) m->bit[i][j] = (uint8_t)(word & 1);
  }
}

static void substitute(model *m) {
  for (uint8_t j = 0; j < 64; j++) {
    uint8_t in = 0;
    for (uint8_t i = 0; i < 5; i++) in = (uint8_t)(in << 1 | m->bit[i][j]);
    for (uint8_t i = 0, out = sbox[in]; i < 5; i++) m->bit[i][j] = out >> (4 - i) & 1;
  }
}

static void diffuse(uint8_t bit[64], uint8_t a, uint8_t b) {
  uint8_t before[64];
  for (uint8_t j = 0; j < 64; j++) before[j] = bit[j];
  for (uint8_t j = 0; j < 64; j++) bit[j] = before[j] ^ before[(j + a) & 63] ^ before[(j + b) & 63];
}

/* Counting the rounds of the 12-round permutation from 0, round r has the digits 15 - r and r;
   the four rounds before have negative r. */
void model_permute(model *m, unsigned rounds) {
  for (int r = 12 - (int)rounds; r < 12; r++) {
    uint8_t constant = (uint8_t)(((15 - r) & 15) << 4 | (r & 15));
    for (uint8_t j = 0; j < 8; j++) m->bit[2][j] ^= constant >> j & 1;
    substitute(m);
    for (uint8_t i = 0; i < 5; i++) diffuse(m->bit[i], turns[i][0], turns[i][1]);
  }
}

/* Where byte i starts. */
static size_t start_of(size_t i, ascon_order order) {
  return 8 * (order == ASCON_LITTLE_ENDIAN ? i % 8 : 7 - i % 8);
}

uint8_t model_get(const model *m, size_t i, ascon_order order) {
  const uint8_t *bits = m->bit[i / 8] + start_of(i, order);
  uint8_t byte = 0;
  for (uint8_t j = 8; j; j--) byte = (uint8_t)(byte << 1 | bits[j - 1]);
  return byte;
}

static void set(model *m, size_t i, ascon_order order, uint8_t byte) {
  uint8_t *bits = m->bit[i / 8] + start_of(i, order);
  for (uint8_t j = 0; j < 8; j++, byte >>= 1) bits[j] = byte & 1;
}

void model_bytes(model *m, model_op op, size_t offset, uint8_t *out, const uint8_t *in, size_t n,
                 ascon_order order) {
  for (size_t i = 0; i < n; i++) {
    uint8_t before = model_get(m, offset + i, order), sum = before ^ in[i];
    out[i] = op == MODEL_SQUEEZE ? before : sum;
    if (op == MODEL_DECRYPT) set(m, offset + i, order, in[i]);
    if (op == MODEL_ABSORB || op == MODEL_ENCRYPT) set(m, offset + i, order, sum);
  }
}

size_t model_blocks(model *m, model_op op, uint8_t *out, const uint8_t *in, size_t n, size_t rate,
                    unsigned rounds, ascon_order order) {
  size_t done = 0, keep = op == MODEL_SQUEEZE ? 1 : 0;
  for (; n - done >= rate + keep; done += rate) {
    model_bytes(m, op, 0, out + done, in + done, rate, order);
    model_permute(m, rounds);
  }
  return done;
}
