/* The modes for many messages at once, written once over lanes.

   Included by an engine after its lanes, which define LANES and

     lane_words                        one word of every lane's state
     lanes_load(words), lanes_store(words, x)    from and to uint64_t[LANES], aligned to 64 bytes
     lanes_xor(x, y)
     lanes_begin(state, constant)      before the first round of a permutation, whose constant it is
     lanes_round(state, constants)     a round on five lane_words; the constants from its own on
     lanes_end(state)                  after the last round; till then the state has any form
     lanes_read_pair(d, rows, at, order), lanes_write_pair(rows, at, d, order)
                                       16 bytes at address rows[lane] + at, as two lane_words
     lanes_read_word(rows, at, order), lanes_write_word(rows, at, x, order)   8 bytes
     lanes_forget()                    clears the registers

   and, if they differ,

     LANES_CONSTANT(constant)          the form in which lanes_round finds the constants; the last
                                       round's is followed by that of 0

   and, with ASCON_HAVE_LANES_COPY,

     lanes_copy(to, from, n)           n < 64 bytes
     lanes_pad(row, from, n, byte)     64 bytes: n from there, the byte, zeros; row may be from

   whose time does not depend on n: branches on lengths that vary are mispredicted.

   How lanes stay full. A message goes through stations: start (key, nonce, first permutation), a
   loop over the whole blocks of its associated data, one over those of its text, and the end
   (last block, tag). Start and end work on a group of LANES messages in step. A loop has lanes of
   its own: it runs them up to the end of the shortest message, hands that one's state on and takes
   the next from the station before it, which is asked when a whole group is needed. So every
   permutation works on LANES messages until the batch runs out, whatever their lengths; and a
   group of equal lengths goes through the loop without being taken apart.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_BATCH_PIPELINE_H
#define ASCON_BATCH_PIPELINE_H

#include "../platform/secrets.h"
#include "work.h"

typedef struct lane_state {
  _Alignas(64) uint64_t word[5][LANES];
} lane_state;

/* Messages that are at the same place of the mode. */
typedef struct group {
  lane_state words;
  size_t message[LANES];
  size_t count;
} group;

/* Addresses as numbers: see station. */
typedef uintptr_t lane_rows[LANES];

/* ---- The permutation and whole blocks ------------------------------------------------------- */

#ifndef LANES_CONSTANT
#define LANES_CONSTANT(constant) (constant)
#endif

/* A loop: the code of all shapes stays small, and its two scalar operations per round are free
   beside those on vectors. */
INLINED void lanes_rounds(lane_words s[5], unsigned rounds) {
  static const uint64_t constants[13] = {
      LANES_CONSTANT(0xf0), LANES_CONSTANT(0xe1), LANES_CONSTANT(0xd2), LANES_CONSTANT(0xc3),
      LANES_CONSTANT(0xb4), LANES_CONSTANT(0xa5), LANES_CONSTANT(0x96), LANES_CONSTANT(0x87),
      LANES_CONSTANT(0x78), LANES_CONSTANT(0x69), LANES_CONSTANT(0x5a), LANES_CONSTANT(0x4b),
      LANES_CONSTANT(0)};
  const unsigned first = 12 - rounds;
  lanes_begin(s, 0xf0 - 0x0f * first);
#pragma GCC unroll 1
  for (size_t i = first; i < 12; i++) lanes_round(s, constants + i);
  lanes_end(s);
}

INLINED void load_state(lane_words s[5], lane_state *words) {
#pragma GCC unroll 5
  for (int i = 0; i < 5; i++) s[i] = lanes_load(words->word[i]);
}

INLINED void store_state(lane_state *words, const lane_words s[5]) {
#pragma GCC unroll 5
  for (int i = 0; i < 5; i++) lanes_store(words->word[i], s[i]);
}

OUTLINED void permute(lane_state *words, unsigned rounds) {
  lane_words s[5];
  load_state(s, words);
  lanes_rounds(s, rounds);
  store_state(words, s);
}

/* `words` words of each lane's data. */
INLINED void read_words(lane_words *d, const lane_rows in, size_t at, size_t words,
                        byte_order order) {
  size_t i = 0;
#pragma GCC unroll 3
  for (; i + 2 <= words; i += 2) lanes_read_pair(d + i, in, at + 8 * i, order);
  if (i < words) d[i] = lanes_read_word(in, at + 8 * i, order);
}

INLINED void write_words(const lane_rows out, size_t at, const lane_words *d, size_t words,
                         byte_order order) {
  size_t i = 0;
#pragma GCC unroll 3
  for (; i + 2 <= words; i += 2) lanes_write_pair(out, at + 8 * i, d + i, order);
  if (i < words) lanes_write_word(out, at + 8 * i, d[i], order);
}

/* One block between the data and the state, as operation says. */
INLINED void use_block(lane_words s[5], lane_words *d, operation op, size_t words) {
#pragma GCC unroll 5
  for (size_t i = 0; i < words; i++) {
    const lane_words in = d[i];
    if (op == OP_SQUEEZE) d[i] = s[i];
    if (op == OP_ABSORB || op == OP_ENCRYPT) s[i] = lanes_xor(s[i], in);
    if (op == OP_ENCRYPT) d[i] = s[i];
    if (op == OP_DECRYPT) d[i] = lanes_xor(s[i], in), s[i] = in;
  }
}

/* A block, or a pair of 8-byte blocks whose data is read or written together: rows of 16 bytes are
   cheaper to turn into columns. */
INLINED void run_blocks(lane_words s[5], operation op, const lane_rows out, const lane_rows in,
                        size_t at, size_t blocks, size_t rate, unsigned rounds, byte_order order) {
  const size_t words = rate / 8;
  lane_words d[5];
  if (op != OP_SQUEEZE) read_words(d, in, at, blocks * words, order);
#pragma GCC unroll 2
  for (size_t i = 0; i < blocks; i++) {
    use_block(s, d + i * words, op, words);
    lanes_rounds(s, rounds);
  }
  if (op != OP_ABSORB) write_words(out, at, d, blocks * words, order);
}

INLINED void lane_blocks(lane_state *words, operation op, const lane_rows out, const lane_rows in,
                         size_t at, size_t blocks, size_t rate, unsigned rounds, byte_order order) {
  const size_t together = rate == 8 ? 2 : 1;
  lane_words s[5];
  load_state(s, words);
  for (; blocks >= together; blocks -= together, at += together * rate)
    run_blocks(s, op, out, in, at, together, rate, rounds, order);
  if (blocks) run_blocks(s, op, out, in, at, 1, rate, rounds, order);
  store_state(words, s);
}

#include "lane_functions.h"

/* ---- Stations ------------------------------------------------------------------------------- */

typedef enum line_place { AT_AD, AT_TEXT, AT_OUTPUT } line_place;

enum { BUFFER_BYTES = 640 }; /* what a lane without a message reads and writes */

typedef struct station {
  line_place place;
  lane_function *blocks;
  size_t rate;
  /* The lanes. Time is counted in blocks; addresses are those that the data would have had at time
     0, so that nothing but the time changes while the lanes run. */
  lane_state words;
  lane_rows in, out;
  size_t end[LANES]; /* time when the lane will be done */
  size_t now;
  size_t message[LANES];
  uint32_t idle; /* bit i: lane i has no message */
  /* What the station before has handed on, and how much of it has been taken. */
  group waiting;
  size_t taken;
} station;

typedef struct pipeline {
  batch_worker *worker;
  const params *p;
  operation op;
  station first, second;   /* AEAD: associated data, text; others: input, output */
  const uint64_t *initial; /* of the permuted state if it is the same for all, or NULL */
  uint64_t initial_words[5];
  _Alignas(64) uint8_t rows[LANES][64]; /* partial blocks */
  uint8_t ignored[BUFFER_BYTES];
} pipeline;

/* The data of a message at a station: whole blocks, and what remains. */
typedef struct line_piece {
  const uint8_t *in;
  uint8_t *out;
  size_t bytes;
  size_t blocks;
} line_piece;

/* A division by a variable would take as long as a round. */
INLINED size_t whole_blocks(size_t bytes, size_t rate) {
  switch (rate) {
    case 8: return bytes / 8;
    case 16: return bytes / 16;
    case 32: return bytes / 32;
    default: return bytes / rate;
  }
}

INLINED line_piece piece_at(const pipeline *line, line_place place, size_t message) {
  const batch_work *work = line->worker->work;
  const params *p = line->p;
  if (p->kind == ASCON_KIND_AEAD) {
    const aead_call call = batch_aead(work, message);
    if (place == AT_AD)
      return (line_piece){
          .in = call.ad, .bytes = call.ad_length, .blocks = whole_blocks(call.ad_length, p->rate)};
    return (line_piece){call.in, call.out, call.text_length,
                        whole_blocks(call.text_length, p->rate)};
  }
  const sponge_call call = batch_sponge(work, message);
  if (place == AT_TEXT)
    return (line_piece){
        .in = call.in, .bytes = call.length, .blocks = whole_blocks(call.length, p->rate)};
  /* The last block of output, whole or not, is not followed by a permutation. */
  return (line_piece){
      .out = call.out,
      .bytes = call.out_length,
      .blocks = call.out_length ? whole_blocks(call.out_length - 1, p->squeeze_rate) : 0};
}

INLINED void move_state(lane_state *to, size_t i, lane_state *from, size_t j) {
#pragma GCC unroll 5
  for (int word = 0; word < 5; word++) to->word[word][i] = from->word[word][j];
}

/* Not by assignment: that may be a call of memcpy, which leaves secrets in registers of its own. */
INLINED void copy_group(group *to, const group *from) {
  for (int i = 0; i < 5; i++) {
    lanes_store(to->words.word[i], lanes_load(from->words.word[i]));
    USE_MEMORY(to);
  }
  for (size_t i = 0; i < LANES; i++) to->message[i] = from->message[i];
  to->count = from->count;
}

INLINED void append(group *g, size_t message, lane_state *from, size_t lane) {
  move_state(&g->words, g->count, from, lane);
  g->message[g->count++] = message;
}

INLINED void occupy(station *at, size_t lane, const line_piece *piece, size_t message, size_t j) {
  at->message[lane] = message;
  at->in[lane] = (uintptr_t)piece->in - at->now * at->rate;
  at->out[lane] = (uintptr_t)piece->out - at->now * at->rate;
  at->end[lane] = at->now + piece->blocks;
  move_state(&at->words, lane, &at->waiting.words, j);
}

typedef void group_source(pipeline *line, group *g);

/* Something to take, if there is anything left. */
INLINED int any_waiting(pipeline *line, station *at, group_source *before) {
  if (at->taken < at->waiting.count) return 1;
  before(line, &at->waiting);
  at->taken = 0;
  return at->waiting.count != 0;
}

/* Gives a lane the next message that has whole blocks; others go straight to `done`. */
INLINED int refill(pipeline *line, station *at, size_t lane, group_source *before, group *done) {
  while (done->count < LANES && any_waiting(line, at, before)) {
    const size_t j = at->taken++, message = at->waiting.message[j];
    const line_piece piece = piece_at(line, at->place, message);
    if (piece.blocks != 0) {
      occupy(at, lane, &piece, message, j);
      return 1;
    }
    append(done, message, &at->waiting.words, j);
  }
  return 0;
}

#define ALL_LANES ((uint32_t)(((uint64_t)1 << LANES) - 1))

#define EACH_LANE(i, mask)                                                                         \
  for (uint32_t rest_ = (mask), i; rest_ && (i = (uint32_t)__builtin_ctz(rest_), 1);               \
       rest_ &= rest_ - 1)

/* Idle lanes work too, on a buffer of their own. */
static void occupy_idle_lanes(pipeline *line, station *at) {
  const uintptr_t buffer = (uintptr_t)line->ignored - at->now * at->rate;
  EACH_LANE(i, at->idle) {
    at->in[i] = at->out[i] = buffer;
    at->end[i] = at->now + BUFFER_BYTES / at->rate;
  }
}

/* Runs all lanes as far as the shortest one goes. */
INLINED void run_lanes(pipeline *line, station *at) {
  size_t until = SIZE_MAX;
  if (at->idle) occupy_idle_lanes(line, at);
  for (size_t i = 0; i < LANES; i++) until = smaller(until, at->end[i]);
  at->blocks(&at->words, at->out, at->in, at->now * at->rate, until - at->now);
  at->now = until;
}

INLINED uint32_t lanes_at_end(const station *at) {
  uint32_t mask = 0;
  for (size_t i = 0; i < LANES; i++) mask |= (uint32_t)(at->end[i] == at->now) << i;
  return mask & ~at->idle;
}

/* A whole group with as many blocks each: no need for lanes. */
static int run_in_step(pipeline *line, station *at, group *g) {
  lane_rows in, out;
  size_t blocks = 0;
  if (g->count != LANES) return 0;
  for (size_t i = 0; i < LANES; i++) {
    const line_piece piece = piece_at(line, at->place, g->message[i]);
    if (i > 0 && piece.blocks != blocks) return 0;
    blocks = piece.blocks;
    in[i] = (uintptr_t)piece.in;
    out[i] = (uintptr_t)piece.out;
  }
  if (blocks) at->blocks(&g->words, out, in, 0, blocks);
  return 1;
}

/* Makes a group of messages whose whole blocks at this station are done. */
static void run_station(pipeline *line, station *at, group_source *before, group *done) {
  done->count = 0;
  if (at->idle == ALL_LANES && at->taken == at->waiting.count) {
    before(line, done);
    if (done->count == 0 || run_in_step(line, at, done)) return;
    copy_group(&at->waiting, done);
    at->taken = 0;
    done->count = 0;
  }
  for (;;) {
    EACH_LANE(i, at->idle) {
      if (!refill(line, at, i, before, done)) break;
      at->idle &= ~((uint32_t)1 << i);
    }
    if (at->idle == ALL_LANES || done->count == LANES) return;
    run_lanes(line, at);
    EACH_LANE(i, lanes_at_end(at)) {
      if (done->count == LANES) break; /* stays in its lane, at its end */
      append(done, at->message[i], &at->words, i);
      at->idle |= (uint32_t)1 << i;
    }
  }
}

static void open_station(pipeline *line, station *at, line_place place, operation op) {
  at->place = place;
  at->blocks = find_lane_function(line->p, op);
  at->rate = op == OP_SQUEEZE ? line->p->squeeze_rate : line->p->rate;
  at->now = at->taken = at->waiting.count = 0;
  at->idle = ALL_LANES;
}

#include "pipeline_modes.h"

#endif
