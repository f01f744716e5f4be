/* The states of many messages side by side in the lanes of vector registers, and what the modes of
   batches do with them: the permutation, blocks, last blocks and their padding. Written once over
   the operations of engines/contract.h; aead.h, sponge.h and prfshort.h compose it.

   `n` is everywhere the number of registers that a word takes in this group, 1 to REGISTERS: a
   constant where a function is inlined, so that the state stays in registers.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_BATCH_LANES_H
#define ASCON_BATCH_LANES_H

#include "engines/alone.h"

#include "group.h"

/* One register of each of the five words, for each group of VECTOR_LANES messages. */
typedef lane_vector lanes[REGISTERS][5];

/* ---- States in memory ------------------------------------------------------------------------ */

/* The same states as they are stored, for work on single lanes. */
typedef struct stored_lanes {
  _Alignas(64) uint64_t word[5][LANES];
} stored_lanes;

INLINED void store_lanes(stored_lanes *to, lanes s, int n) {
  EACH_REGISTER(r, n) {
#pragma GCC unroll 5
    for (int i = 0; i < 5; i++) vector_store(to->word[i] + VECTOR_LANES * r, s[r][i]);
  }
}

INLINED void load_lanes(lanes s, const stored_lanes *from, int n) {
  EACH_REGISTER(r, n) {
#pragma GCC unroll 5
    for (int i = 0; i < 5; i++) s[r][i] = vector_load(from->word[i] + VECTOR_LANES * r);
  }
}

INLINED void copy_lane(stored_lanes *to, const stored_lanes *from, size_t lane) {
#pragma GCC unroll 5
  for (int i = 0; i < 5; i++) to->word[i][lane] = from->word[i][lane];
}

/* ---- Whole words and constants -------------------------------------------------------------- */

/* The five words, the same in every lane. */
INLINED void lanes_set(lanes s, const uint64_t words[5], int n) {
  EACH_REGISTER(r, n) {
#pragma GCC unroll 5
    for (int i = 0; i < 5; i++) s[r][i] = vector_set(words[i]);
  }
}

/* Byte `offset` of every state ^= the byte. */
INLINED void lanes_xor_byte(lanes s, size_t offset, uint8_t byte, byte_order order, int n) {
  const size_t place = order == ASCON_LITTLE_ENDIAN ? offset % 8 : 7 - offset % 8;
  const lane_vector word = vector_set((uint64_t)byte << 8 * place);
  EACH_REGISTER(r, n) s[r][offset / 8] = vector_xor(s[r][offset / 8], word);
}

/* The last bit of the state: SP 800-232, section 4.1.1. */
INLINED void lanes_domain_separate(lanes s, const params *p, int n) {
  lanes_xor_byte(s, DOMAIN_SEPARATION_OFFSET, separation_byte(p->order), p->order, n);
}

/* ---- Rows of bytes as words ----------------------------------------------------------------- */

/* `words` words from each row of one register. Rows of 16 bytes are cheaper to turn into columns
   than rows of 8. */
INLINED void read_words(lane_vector *d, const uintptr_t *rows, size_t at, size_t words,
                        byte_order order) {
  size_t i = 0;
#pragma GCC unroll 3
  for (; i + 2 <= words; i += 2) vector_read_pair(d + i, rows, at + 8 * i, order);
  if (i < words) d[i] = vector_read_word(rows, at + 8 * i, order);
}

INLINED void write_word(const uintptr_t *rows, size_t at, lane_vector x, byte_order order) {
  _Alignas(64) uint64_t words[VECTOR_LANES];
  vector_store(words, x);
  for (size_t i = 0; i < VECTOR_LANES; i++) {
    store64((uint8_t *)(rows[i] + at), words[i], order);
    use_memory(words); /* not by a scatter, which the check of machine code forbids */
  }
}

INLINED void write_words(const uintptr_t *rows, size_t at, const lane_vector *d, size_t words,
                         byte_order order) {
  size_t i = 0;
#pragma GCC unroll 3
  for (; i + 2 <= words; i += 2) vector_write_pair(rows, at + 8 * i, d + i, order);
  if (i < words) write_word(rows, at + 8 * i, d[i], order);
}

/* Words of the state from `first` on ^= `words` words of each row. */
INLINED void xor_rows(lanes s, size_t first, const uintptr_t *rows, size_t at, size_t words,
                      byte_order order, int n) {
  EACH_REGISTER(r, n) {
    lane_vector d[5];
    read_words(d, rows + VECTOR_LANES * r, at, words, order);
#pragma GCC unroll 5
    for (size_t i = 0; i < words; i++) s[r][first + i] = vector_xor(s[r][first + i], d[i]);
  }
}

/* ---- Whole blocks --------------------------------------------------------------------------- */

/* One block between the data of a register and its states, as the operation says. */
INLINED void use_block(lane_vector s[5], lane_vector *d, operation op, size_t words) {
#pragma GCC unroll 5
  for (size_t i = 0; i < words; i++) {
    const lane_vector in = d[i];
    if (op == OP_SQUEEZE) d[i] = s[i];
    if (op == OP_ABSORB || op == OP_ENCRYPT) s[i] = vector_xor(s[i], in);
    if (op == OP_ENCRYPT) d[i] = s[i];
    if (op == OP_DECRYPT) d[i] = vector_xor(s[i], in), s[i] = in;
  }
}

/* The data of one block, or of two blocks of 8 bytes, which are cheaper to read together. */
INLINED void read_blocks(lane_vector *d, const uintptr_t *rows, size_t at, size_t count,
                         size_t words, byte_order order) {
  if (words == 1 && count == 1) d[0] = vector_read_word(rows, at, order);
  else read_words(d, rows, at, words == 1 ? 2 : words, order);
}

INLINED void write_blocks(const uintptr_t *rows, size_t at, const lane_vector *d, size_t count,
                          size_t words, byte_order order) {
  if (words == 1 && count == 1) write_word(rows, at, d[0], order);
  else write_words(rows, at, d, words == 1 ? 2 : words, order);
}

/* The blocks from `first` to before `end` of every lane, each followed by the permutation, which is
   there once for two blocks of 8 bytes that are read together. */
INLINED void run_blocks(lanes s, const params *p, operation op, const uintptr_t *out,
                        const uintptr_t *in, size_t first, size_t end, int n) {
  const size_t rate = op == OP_SQUEEZE ? p->squeeze_rate : p->rate, words = rate / 8;
  lane_vector d[REGISTERS][5];
  while (first < end) {
    const size_t at = first * rate, count = words == 1 ? smaller(end - first, 2) : 1;
    EACH_REGISTER(r, n) {
      if (op != OP_SQUEEZE) read_blocks(d[r], in + VECTOR_LANES * r, at, count, words, p->order);
    }
#pragma GCC unroll 1
    for (size_t i = 0; i < count; i++) {
      EACH_REGISTER(r, n) use_block(s[r], d[r] + i, op, words);
      if (op != OP_ABSORB && i == count - 1) {
        EACH_REGISTER(r, n)
        write_blocks(out + VECTOR_LANES * r, at, d[r], count, words, p->order);
      }
      lanes_permute(s, p->rounds_b, n);
    }
    first += count;
  }
}

/* Lanes whose blocks have ended before those of others: what they were then, and where their data
   is meant to be while they run on. */
typedef struct ended_lanes {
  stored_lanes states;
  _Alignas(64) uint64_t end_now[LANES]; /* all bits, or none */
  size_t blocks[LANES];
  lane_rows in, out;
  _Alignas(64) uint8_t ignored[640];
} ended_lanes;

/* Out of line, these functions take no params: see xor_odd_key() in aead.h. */
OUTLINED void open_ended(ended_lanes *e, const strings *t, size_t lane_count, operation op,
                         size_t rate) {
  for (size_t i = 0; i < lane_count; i++) e->blocks[i] = blocks_of(t->length[i], op, rate);
  for (size_t i = 0; i < sizeof e->ignored; i += 8) store64(e->ignored + i, 0, NATIVE_BYTE_ORDER);
}

MODULAR INLINED uint64_t all_bits_if(int condition) { return 0 - (uint64_t)condition; }

/* Says which lanes have `done` blocks, and lets all that have no more work on a buffer that nobody
   reads. The result is how far the others go on. No branch depends on a lane: it would be
   mispredicted. */
OUTLINED size_t find_ended(ended_lanes *e, const strings *t, size_t lane_count, size_t rate,
                           size_t done) {
  const uintptr_t ignored = (uintptr_t)e->ignored - done * rate;
  size_t next = done + sizeof e->ignored / rate;
  for (size_t i = 0; i < lane_count; i++) {
    const size_t blocks = e->blocks[i];
    const uintptr_t goes_on = (uintptr_t)all_bits_if(blocks > done);
    e->end_now[i] = all_bits_if(blocks == done);
    next = smaller(next, blocks | ~goes_on);
    e->in[i] = (t->in[i] & goes_on) | (ignored & ~goes_on);
    e->out[i] = (t->out[i] & goes_on) | (ignored & ~goes_on);
  }
  return next;
}

/* Keeps the states of the lanes that end now. */
INLINED void set_ended_aside(ended_lanes *e, lanes s, int n) {
  EACH_REGISTER(r, n) {
    const lane_vector now = vector_load(e->end_now + VECTOR_LANES * r);
#pragma GCC unroll 5
    for (int i = 0; i < 5; i++) {
      uint64_t *const kept = e->states.word[i] + VECTOR_LANES * r;
      vector_store(kept, vector_where(now, s[r][i], vector_load(kept)));
    }
  }
}

/* All whole blocks of a group, each followed by the permutation. Lanes that have fewer of them than
   others are set aside at their ends; few of a group are, since its messages are about equally
   long: see window.h. */
INLINED void run_whole_blocks(lanes s, const params *p, operation op, const strings *t, int n) {
  const size_t lane_count = (size_t)n * VECTOR_LANES;
  const uintptr_t *out = t->out, *in = t->in;
  const size_t rate = op == OP_SQUEEZE ? p->squeeze_rate : p->rate;
  size_t done = 0, next = blocks_of(t->shortest, op, rate);
  const size_t most = blocks_of(t->longest, op, rate);
  ended_lanes e;
  for (;;) {
    run_blocks(s, p, op, out, in, done, next, n);
    done = next;
    if (out == t->out) {
      if (done == most) return; /* all of them end together */
      open_ended(&e, t, lane_count, op, rate);
      store_lanes(&e.states, s, n);
    }
    next = find_ended(&e, t, lane_count, rate, done);
    set_ended_aside(&e, s, n);
    if (done == most) break;
    out = e.out, in = e.in;
  }
  load_lanes(s, &e.states, n);
}

/* ---- Last blocks ---------------------------------------------------------------------------- */

/* A row of bytes for each lane: partial blocks, keys, tags. */
typedef struct byte_rows {
  _Alignas(64) uint8_t row[LANES][64];
  lane_rows rows; /* their addresses */
} byte_rows;

/* They are written by their addresses alone, which are numbers to the compiler. */
INLINED void open_rows(byte_rows *b, int n) {
  use_memory(b);
  for (size_t i = 0; i < (size_t)n * VECTOR_LANES; i++) b->rows[i] = (uintptr_t)b->row[i];
}

/* What follows the whole blocks of lane i. */
INLINED size_t rest_length(const strings *t, size_t i, const params *p) {
  return t->length[i] % p->rate;
}

INLINED uintptr_t rest_of(const lane_rows rows, const strings *t, size_t i, const params *p) {
  return rows[i] + (t->length[i] - rest_length(t, i, p));
}

/* The rests as rows, with this byte after them. */
INLINED void read_rests(byte_rows *b, const params *p, const strings *t, uint8_t byte, int n) {
  open_rows(b, n);
  for (size_t i = 0; i < (size_t)n * VECTOR_LANES; i++)
    pad_short(b->row[i], (const uint8_t *)rest_of(t->in, t, i, p), rest_length(t, i, p), byte);
}

INLINED void write_rests(const byte_rows *b, const params *p, const strings *t, int n) {
  for (size_t i = 0; i < (size_t)n * VECTOR_LANES; i++)
    copy_short((uint8_t *)rest_of(t->out, t, i, p), b->row[i], rest_length(t, i, p));
}

/* 1: the padding is all that the last block has, in every lane. */
INLINED int only_padding(const strings *t, const params *p) {
  return t->shortest == t->longest && t->longest % p->rate == 0;
}

/* The last block of associated data or of a message. Where all lanes have whole blocks, nothing is
   read. */
INLINED void absorb_last(lanes s, const params *p, const strings *t, int n) {
  const uint8_t padding = padding_byte(p->order);
  byte_rows b;
  if (only_padding(t, p)) {
    lanes_xor_byte(s, 0, padding, p->order, n);
    return;
  }
  read_rests(&b, p, t, padding, n);
  xor_rows(s, 0, b.rows, 0, p->rate / 8, p->order, n);
}

/* Decryption: the rows become the plaintext, which is then padded and enters the state. */
INLINED void crypt_last(lanes s, const params *p, operation op, const strings *t, int n) {
  const uint8_t padding = padding_byte(p->order);
  const size_t words = p->rate / 8;
  byte_rows b;
  if (only_padding(t, p)) {
    lanes_xor_byte(s, 0, padding, p->order, n);
    return;
  }
  read_rests(&b, p, t, op == OP_ENCRYPT ? padding : 0, n);
  EACH_REGISTER(r, n) {
    lane_vector d[5];
    read_words(d, b.rows + VECTOR_LANES * r, 0, words, p->order);
#pragma GCC unroll 5
    for (size_t i = 0; i < words; i++) {
      d[i] = vector_xor(d[i], s[r][i]);
      if (op == OP_ENCRYPT) s[r][i] = d[i];
    }
    write_words(b.rows + VECTOR_LANES * r, 0, d, words, p->order);
  }
  write_rests(&b, p, t, n);
  if (op == OP_ENCRYPT) return;
  for (size_t i = 0; i < (size_t)n * VECTOR_LANES; i++)
    pad_short(b.row[i], b.row[i], rest_length(t, i, p), padding);
  xor_rows(s, 0, b.rows, 0, words, p->order, n);
}

/* ---- Whole strings -------------------------------------------------------------------------- */

/* In blocks of p->rate bytes, each followed by p->rounds_b rounds, and the last one with its
   padding, which no permutation follows. */
INLINED void absorb_padded(lanes s, const params *p, const strings *t, int n) {
  run_whole_blocks(s, p, OP_ABSORB, t, n);
  absorb_last(s, p, t, n);
}

/* op: OP_ENCRYPT or OP_DECRYPT. */
INLINED void crypt_padded(lanes s, const params *p, operation op, const strings *t, int n) {
  run_whole_blocks(s, p, op, t, n);
  crypt_last(s, p, op, t, n);
}

/* ---- Outputs -------------------------------------------------------------------------------- */

/* 1 if any bit is set: only that is public. */
MODULAR INLINED uint8_t any_bit(uint64_t difference) {
  uint8_t wrong = (uint8_t)((difference | (0 - difference)) >> 63);
  declassify(&wrong, sizeof wrong);
  return wrong;
}

/* 1 if n bytes of a row are not those that the caller gave; in constant time. */
INLINED uint8_t row_differs(const uint8_t *row, const uint8_t *given, size_t n) {
  uint64_t difference = 0;
  for (size_t i = 0; i < n; i++) difference |= (uint64_t)(row[i] ^ given[i]);
  return any_bit(difference);
}

/* What was compared, as results: these two functions alone decide by it. In most groups no
   lane differs, which one word tells (1 % of AEAD128 decryption of 64 bytes, Zen 4). */
OUTLINED void decide_pairs(group *g, const uint64_t differences[LANES]) {
  uint64_t all = 0;
  ASSUME(g->count <= LANES);
  for (size_t i = 0; i < g->count; i++) all |= differences[i];
  g->any_wrong = any_bit(all);
  for (size_t i = 0; g->any_wrong && i < g->count; i++) g->wrong[i] = any_bit(differences[i]);
}

OUTLINED void decide_rows(group *g, const byte_rows *b, const lane_rows given,
                          const size_t *lengths) {
  uint8_t any = 0;
  ASSUME(g->count <= LANES);
  for (size_t i = 0; i < g->count; i++) {
    g->wrong[i] = row_differs(b->row[i], (const uint8_t *)given[i], lengths[i]);
    any |= g->wrong[i];
  }
  g->any_wrong = any;
}

/* Output of a full length, 16 bytes of each lane: no rows of bytes are needed. */
INLINED void verify_pair(lanes s, size_t first, group *g, const uintptr_t *out, size_t at,
                         byte_order order, int n) {
  _Alignas(64) uint64_t differences[LANES];
  EACH_REGISTER(r, n) {
    lane_vector d[2];
    vector_read_pair(d, out + VECTOR_LANES * r, at, order);
    for (size_t i = 0; i < 2; i++) d[i] = vector_xor(d[i], s[r][first + i]);
    vector_store(differences + VECTOR_LANES * r, vector_where(d[0], d[0], d[1])); /* d[0] | d[1] */
  }
  decide_pairs(g, differences);
}

/* Where the last output of each lane goes, and its bytes. Out of line: compilers make
   vectors of this loop, and the check of machine code could not tell lengths from secrets in a
   kernel. */
OUTLINED void find_last_outputs(lane_rows last, size_t *lengths, const strings *t,
                                size_t lane_count, size_t rate) {
  for (size_t i = 0; i < lane_count; i++) {
    const size_t done = blocks_of(t->length[i], OP_SQUEEZE, rate) * rate;
    last[i] = t->out[i] + done, lengths[i] = t->length[i] - done;
  }
}

/* The last output of each lane, words of the state from `first` on: written to g->output.out, or
   compared with what is there. Where all lanes give whole words, as is known of the group, none is
   looked at: a loop over lengths would become vectors that decide something, which a test forbids
   for all vectors. */
INLINED void finish_output(lanes s, size_t first, size_t words, group *g, int verify,
                           byte_order order, int n) {
  const strings *t = &g->output;
  const size_t rate = 8 * words, done = blocks_of(t->longest, OP_SQUEEZE, rate) * rate;
  const int whole = t->shortest == t->longest && t->longest - done == rate;
  lane_rows last;
  size_t lengths[LANES];
  byte_rows b;
  if (whole && !verify) {
    EACH_REGISTER(r, n)
    write_words(t->out + VECTOR_LANES * r, done, s[r] + first, words, order);
    return;
  }
  if (whole && words == 2) {
    verify_pair(s, first, g, t->out, done, order, n);
    return;
  }
  find_last_outputs(last, lengths, t, (size_t)n * VECTOR_LANES, rate);
  open_rows(&b, n);
  EACH_REGISTER(r, n)
  write_words(b.rows + VECTOR_LANES * r, 0, s[r] + first, words, order);
  if (verify) {
    decide_rows(g, &b, last, lengths);
    return;
  }
  for (size_t i = 0; i < (size_t)n * VECTOR_LANES; i++)
    copy_short((uint8_t *)last[i], b.row[i], lengths[i]);
}

#endif
