/* A group: as many messages as there are lanes, which go through a mode in step. The addresses and
   lengths of their strings are looked up once for each group. Nothing here is secret.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_BATCH_GROUP_H
#define ASCON_BATCH_GROUP_H

#include "engines/alone.h"

#include "window.h"

enum { LANES = REGISTERS * VECTOR_LANES };

/* An address for each lane, as a number: see engines/contract.h. */
typedef uintptr_t lane_rows[LANES];

/* One string of every message: associated data, text or output. */
typedef struct strings {
  lane_rows in, out;
  size_t length[LANES];
  size_t shortest, longest;
} strings;

typedef struct group {
  size_t count;   /* messages */
  int registers;  /* that they need */
  int nonce_mask; /* AEAD: the nonce is masked with a second key */
  int separates;  /* MAC and PRF: message and output are separated */
  strings ad;     /* AEAD: associated data */
  strings text;   /* what is encrypted, decrypted or absorbed */
  strings output; /* of a sponge; the tag of AEAD; `out` is only read where it is verified */
  lane_rows key, nonce;
  uint8_t wrong[LANES]; /* verification: 1 if the tag is not genuine */
  uint8_t any_wrong;    /* 1 if any is; 0 where nothing is verified */
} group;

/* A division by a variable would take as long as a round. */
INLINED size_t whole_blocks(size_t length, size_t rate) {
  switch (rate) {
    case 8: return length / 8;
    case 16: return length / 16;
    case 32: return length / 32;
    default: return length / rate;
  }
}

/* Blocks that a permutation follows. The last block of output, whole or not, is not one of them. */
INLINED size_t blocks_of(size_t length, operation op, size_t rate) {
  if (op == OP_SQUEEZE) return length ? whole_blocks(length - 1, rate) : 0;
  return whole_blocks(length, rate);
}

/* The string of one lane; lanes are set in order, from 0 on. */
INLINED void set_string(strings *t, size_t lane, const uint8_t *in, uint8_t *out, size_t length) {
  t->in[lane] = (uintptr_t)in, t->out[lane] = (uintptr_t)out, t->length[lane] = length;
  t->shortest = lane ? smaller(t->shortest, length) : length;
  if (lane == 0 || length > t->longest) t->longest = length;
}

/* For an idle lane; shortest and longest stay as they are. */
INLINED void repeat_string(strings *t, size_t lane, size_t last) {
  t->in[lane] = t->in[last], t->out[lane] = t->out[last], t->length[lane] = t->length[last];
}

/* Idle lanes repeat the last message, byte for byte: lanes.h reads a block of all registers before
   it writes any. */
INLINED void repeat_last(group *g) {
  const size_t last = g->count - 1;
  for (size_t i = g->count; i < (size_t)g->registers * VECTOR_LANES; i++) {
    repeat_string(&g->ad, i, last);
    repeat_string(&g->text, i, last);
    repeat_string(&g->output, i, last);
    g->key[i] = g->key[last], g->nonce[i] = g->nonce[last];
  }
}

/* A group that is not full takes one register for each word, or half of them, if it is small
   enough: kernels.h. */
INLINED void set_count(group *g, size_t count) {
  const int needed = (int)((count + VECTOR_LANES - 1) / VECTOR_LANES);
  g->count = count;
  g->registers = needed == 1 || needed == REGISTERS / 2 ? needed : REGISTERS;
}

/* ---- Columns: rows at equal distances, of equal lengths ------------------------------------- */

INLINED void set_lengths(strings *t, size_t length) {
  for (size_t i = 0; i < LANES; i++) t->length[i] = length;
  t->shortest = t->longest = length;
}

/* All lanes, which takes a few vector operations: without the pragma gcc 12 unrolls the
   loop first, and makes none (1 % of AEAD128 of 64 bytes, Zen 4). What idle lanes get may wrap
   around, and is replaced at the end. */
MODULAR INLINED void fill_column(lane_rows rows, const ascon_column *c, size_t first) {
  const size_t stride = c->stride;
  if (stride == 0 && first != 0) return; /* open_group() has filled it */
  const uintptr_t base = (uintptr_t)c->data + c->start + stride * first;
#pragma GCC unroll 1
  for (size_t i = 0; i < LANES; i++) rows[i] = base + stride * i;
}

/* The rows of a group from message `first` on. Lengths are the same in all groups: open_group(). */
INLINED void fill_columns(group *g, const params *p, const ascon_columns *c, size_t first) {
  fill_column(g->text.in, &c->in, first);
  if (p->kind == ASCON_KIND_AEAD) {
    fill_column(g->ad.in, &c->ad, first);
    fill_column(g->text.out, &c->out, first);
    fill_column(g->output.out, &c->tag, first);
    fill_column(g->nonce, &c->nonce, first);
  } else {
    fill_column(g->output.out, output_column(p, c), first);
  }
  fill_column(g->key, &c->key, first);
}

/* What is the same in all groups of a batch. */
INLINED void open_group(group *g, const batch_work *work) {
  const ascon_columns *c = work->columns;
  const params *p = work->p;
  g->nonce_mask = p->nonce_mask;
  g->separates = p->kind != ASCON_KIND_AEAD && p->key_length != 0;
  g->any_wrong = 0;
  set_lengths(&g->ad, 0);
  if (!work->regular) return;
  const int aead = p->kind == ASCON_KIND_AEAD;
  if (aead) set_lengths(&g->ad, c->ad.length);
  set_lengths(&g->text, c->in.length);
  set_lengths(&g->output, aead                  ? c->tag.length
                          : has_fixed_output(p) ? p->output_length
                                                : c->out.length);
  fill_columns(g, p, c, 0);
}

/* ---- Messages from place `first` of a window on --------------------------------------------- */

/* What a message costs, about, as bytes; starting and ending it costs as much as some 48. */
INLINED size_t cost_of(const batch_work *work, size_t i) {
  ascon_message room;
  const ascon_message *m = batch_message(work, i, &room);
  return 48 + m->length +
         (work->p->kind == ASCON_KIND_AEAD ? m->ad_length : output_length_of(work->p, m));
}

enum { FEW = 4 }; /* groups of so few messages are compared with single calls */

INLINED size_t cost_of_all(const batch_work *work, const window *w, size_t first, size_t count) {
  size_t sum = 0;
  for (size_t i = 0; i < count; i++) sum += cost_of(work, message_at(w, first + i));
  return sum;
}

/* How many messages from place `first` of the window on go through a mode together: as many as
   there are lanes, unless few are much longer than the others, which would wait for them. A group
   of one register takes 0.65 of the time of one of two, and a single call 0.75 of that of one
   register: Emerald Rapids. Of registers of 256 bits, on Zen 4, it is 0.68 and 0.91. On Zen 5
   the single call takes 0.6, and a group 70 bytes more: the longest of few messages goes alone if
   the others cost less than its half and 32 bytes, which is between these processors. 1: the single
   call is better, as it is for fewer messages than the engine's LEAST_GROUP. */
INLINED size_t group_size(const batch_work *work, const window *w, size_t first) {
  const size_t most = smaller(LANES, w->count - first);
  if (most < (size_t)(work->p->kind == ASCON_KIND_PRFSHORT ? LEAST_PRFSHORT : LEAST_GROUP))
    return 1;
  if (most == 1 || !w->descending) return most;
  const size_t longest = cost_of(work, message_at(w, first));
  if (cost_of(work, message_at(w, first + 1)) < longest / 4) return 1;
  if (most <= FEW && cost_of_all(work, w, first + 1, most - 1) < longest / 2 + 32) return 1;
  if (most <= VECTOR_LANES) return most;
  const size_t next = cost_of(work, message_at(w, first + VECTOR_LANES));
  return next < longest / 3 * 2 ? VECTOR_LANES : most;
}

/* Sorted messages are scattered, so the prefetcher cannot predict them. While a group is filled,
   what the next one reads is prefetched, and the descriptors of the one after that: 5 % of 10,000
   messages of 0 to 512 bytes with AEAD128 (avx512_x16, Zen 5). For hashes, with more rounds for a
   byte, it gained nothing. */
enum { EXPECTED_BYTES = 512 }; /* the processor goes on by itself */

INLINED void expect_string(const uint8_t *in, size_t length) {
  for (size_t at = 0; at < smaller(length, EXPECTED_BYTES); at += 64) prefetch(in + at);
}

INLINED void expect_aead(const batch_work *work, const window *w, size_t i) {
  if (i + 2 * LANES >= w->count) return;
  const ascon_message *next = &work->messages[message_at(w, i + LANES)];
  expect_string(next->in, next->length);
  expect_string(next->ad, next->ad_length);
  prefetch(&work->messages[message_at(w, i + 2 * LANES)]);
}

/* The message in lane i of a group. */
INLINED void set_aead_lane(group *g, size_t i, const ascon_message *m) {
  set_string(&g->ad, i, m->ad, NULL, m->ad_length);
  set_string(&g->text, i, m->in, m->out, m->length);
  set_string(&g->output, i, NULL, m->tag, m->tag_length);
  g->key[i] = (uintptr_t)m->key, g->nonce[i] = (uintptr_t)m->nonce;
}

INLINED void set_sponge_lane(group *g, const params *p, size_t i, const ascon_message *m) {
  set_string(&g->text, i, m->in, NULL, m->length);
  set_string(&g->output, i, NULL, output_of(p, m), output_length_of(p, m));
  g->key[i] = (uintptr_t)prefix_of(p, m);
}

/* A group of messages: of columns whose rows are at equal distances, by the first one; of an array,
   one by one, while what the next group of AEAD reads is prefetched; of other columns, one by one.
   One loop for the last two made 10,000 hashes of 64 bytes 1.5 % slower (Zen 4). `aead` is a
   constant, and p a copy: the compiler must not think that a lane may change it. */
INLINED void fill_group(group *g, const batch_work *work, const window *w, size_t first,
                        size_t count, int aead) {
  const params p = *work->p;
  ascon_message room;
  set_count(g, count);
  if (work->regular) {
    fill_columns(g, &p, work->columns, message_at(w, first));
  } else if (work->messages) {
    for (size_t i = 0; i < count; i++) {
      const ascon_message *m = &work->messages[message_at(w, first + i)];
      if (aead) expect_aead(work, w, first + i);
      if (aead) set_aead_lane(g, i, m);
      else set_sponge_lane(g, &p, i, m);
    }
  } else {
    for (size_t i = 0; i < count; i++) {
      const ascon_message *m = batch_message(work, message_at(w, first + i), &room);
      if (aead) set_aead_lane(g, i, m);
      else set_sponge_lane(g, &p, i, m);
    }
  }
  repeat_last(g);
}

#endif
