/* A window: the messages that a thread has claimed, in the order in which they go into groups.
   Lengths decide the order, so that the messages of a group are about equally long: all its lanes
   work until its end. Used by group.h. Lengths are public, and nothing here is secret.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_BATCH_WINDOW_H
#define ASCON_BATCH_WINDOW_H

#include "work.h"

/* A message of the window: its number from the first one on, and its two lengths as buckets. */
typedef struct window_entry {
  uint16_t number;
  uint8_t first_length;  /* associated data; a sponge's output */
  uint8_t second_length; /* text; a sponge's input */
} window_entry;

typedef struct window {
  size_t first; /* number of its first message in the batch */
  size_t count;
  int in_order;   /* 1: these messages one after the other, and `entry` is not in use */
  int descending; /* 1: by one length from the longest on, and the other is the same for all */
  window_entry entry[BATCH_WINDOW];
} window;

INLINED size_t message_at(const window *w, size_t i) {
  return w->first + (w->in_order ? i : w->entry[i].number);
}

/* ---- Order ---------------------------------------------------------------------------------- */

enum { BUCKETS = 256, EXACT_BUCKETS = 64, BUCKETS_OF_OCTAVE = 8 };

/* The bucket of a number of blocks, the first one for the longest: a last group of few messages has
   short ones. Up to 63 blocks each number has its own; above, each power of two has eight. */
INLINED uint8_t bucket_of(size_t blocks) {
  size_t bucket = blocks;
  if (blocks >= EXACT_BUCKETS) {
    const unsigned power = 63u - (unsigned)__builtin_clzll(blocks); /* at least 6 */
    bucket = EXACT_BUCKETS + BUCKETS_OF_OCTAVE * (power - 6) +
             (blocks >> (power - 3)) % BUCKETS_OF_OCTAVE;
  }
  return (uint8_t)(BUCKETS - 1 - smaller(bucket, BUCKETS - 1));
}

typedef enum window_key { FIRST_LENGTH, SECOND_LENGTH } window_key;

INLINED uint8_t key_of(window_entry e, window_key key) {
  return key == FIRST_LENGTH ? e.first_length : e.second_length;
}

INLINED int all_equal(const window_entry *e, size_t count, window_key key) {
  unsigned difference = 0;
  for (size_t i = 0; i < count; i++) difference |= key_of(e[i], key) ^ key_of(e[0], key);
  return difference == 0;
}

/* Insertion sort, for a few messages: the counting sort below goes through all buckets first, with
   which three PRF messages of 150 to 240 bytes take 2,611 cycles in place of 2,158 (Zen 5). */
INLINED void sort_few_by(window_entry *e, size_t count, window_key key) {
  for (size_t i = 1; i < count; i++) {
    const window_entry moved = e[i];
    size_t place = i;
    for (; place && key_of(e[place - 1], key) > key_of(moved, key); place--)
      e[place] = e[place - 1];
    e[place] = moved;
  }
}

/* Counting sort: some five instructions for each message. Both sorts keep the order of equals. */
INLINED void sort_many_by(window_entry *e, size_t count, window_key key) {
  uint16_t start[BUCKETS], sum = 0;
  window_entry sorted[BATCH_WINDOW];
  for (size_t i = 0; i < BUCKETS; i++) start[i] = 0;
  for (size_t i = 0; i < count; i++) start[key_of(e[i], key)]++;
  for (size_t i = 0; i < BUCKETS; i++) {
    const uint16_t here = start[i];
    start[i] = sum, sum = (uint16_t)(sum + here);
  }
  for (size_t i = 0; i < count; i++) sorted[start[key_of(e[i], key)]++] = e[i];
  for (size_t i = 0; i < count; i++) e[i] = sorted[i];
}

/* Where both lengths vary, the window is cut into parts by the first one, and each part is ordered
   by the second one; about as many parts as a part has groups. */
INLINED size_t part_of(size_t count, size_t lanes) {
  size_t groups = 1;
  while (groups * groups * lanes < count) groups++;
  return groups * lanes;
}

INLINED void sort_by(window_entry *e, size_t count, window_key key) {
  if (count <= 16) sort_few_by(e, count, key);
  else sort_many_by(e, count, key);
}

/* By both lengths, as far as they differ: sorted by the first one, and within each part by the
   second. */
OUTLINED void sort_window(window *w, size_t lanes) {
  const int first = !all_equal(w->entry, w->count, FIRST_LENGTH);
  const int second = !all_equal(w->entry, w->count, SECOND_LENGTH);
  const size_t part = first ? part_of(w->count, lanes) : w->count;
  w->descending = !(first && second);
  if (first) sort_by(w->entry, w->count, FIRST_LENGTH);
  if (!second) return;
  for (size_t i = 0; i < w->count; i += part)
    sort_by(w->entry + i, smaller(part, w->count - i), SECOND_LENGTH);
}

/* ---- Claiming ------------------------------------------------------------------------------- */

/* Regular columns: messages of equal lengths, whose arguments have been checked. */
INLINED int next_in_order(batch_worker *worker, window *w) {
  if (!batch_claim(worker)) return 0;
  w->first = worker->begin, w->count = worker->end - worker->begin;
  w->in_order = 1, w->descending = 0;
  return 1;
}

INLINED void open_window(const batch_worker *worker, window *w) {
  w->first = worker->begin, w->count = 0, w->in_order = 0;
}

/* Lengths in units of 2^shift bytes, about a block. */
INLINED void append(window *w, size_t message, size_t first, size_t second, unsigned shift) {
  w->entry[w->count++] = (window_entry){(uint16_t)(message - w->first), bucket_of(first >> shift),
                                        bucket_of(second >> shift)};
}

INLINED unsigned shift_of(const params *p) { return p->rate == 8 ? 3 : p->rate == 16 ? 4 : 5; }

/* The next messages whose arguments are valid; the others get their errors. 0: no more messages. */
INLINED int next_window(batch_worker *worker, window *w) {
  const batch_work *work = worker->work;
  const params *p = work->p;
  const unsigned shift = shift_of(p);
  const ascon_message *m;
  ascon_message room;
  size_t i;
  if (work->regular) return next_in_order(worker, w);
  do {
    if (!batch_claim(worker)) return 0;
    open_window(worker, w);
    while ((m = batch_next(worker, &i, &room)))
      append(w, i, p->kind == ASCON_KIND_AEAD ? m->ad_length : output_length_of(p, m), m->length,
             shift);
  } while (w->count == 0);
  sort_window(w, work->engine->lanes);
  return 1;
}

#endif
