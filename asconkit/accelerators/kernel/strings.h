/* Strings of messages in the memory of the device: where they are, and blocks of them as words.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_KERNEL_STRINGS_H
#define ASCON_KERNEL_STRINGS_H

#include "call.h"
#include "permutation.h"

/* ---- Where they are -------------------------------------------------------------------------- */

/* One message: all that the kernel was given, and its number. Where keys, nonces and tags are is
   computed where that is needed: see FORGET. */
typedef struct lane_message {
  kernel_call call;
  GLOBAL const lane_byte *in;
  GLOBAL lane_byte *out;
  GLOBAL const lane_byte *ad, *nonce, *key;
  GLOBAL lane_byte *tag;
  GLOBAL const lane_word *in_offsets, *in_lengths, *out_offsets, *out_lengths, *ad_offsets,
      *ad_lengths;
  lane_index number;
} lane_message;

/* A string while it is worked on: what is left of it. Each of its whole blocks is aligned if the
   first one is: kept as one bit, that takes fewer registers than the address as a number would. */
typedef struct lane_cursor {
  GLOBAL const lane_byte *from;
  GLOBAL lane_byte *to;
  lane_word left;
  int from_aligned, to_aligned;
} lane_cursor;

/* Whether a block of `rate` bytes can be moved in pairs of words, or in words. */
LANE_FUNCTION int lane_is_aligned(GLOBAL const lane_byte *p, int rate) {
  return (ADDRESS(p) & (rate % 16 == 0 ? 15u : 7u)) == 0;
}

LANE_FUNCTION lane_cursor cursor_of(GLOBAL const lane_byte *from, GLOBAL lane_byte *to,
                                    lane_word length, int rate) {
  lane_cursor c;
  c.from = from, c.to = to, c.left = length;
  c.from_aligned = lane_is_aligned(from, rate), c.to_aligned = lane_is_aligned(to, rate);
  return c;
}

/* An element of an array that may change while the kernel runs: read once, so that what was checked
   is what is used. */
LANE_FUNCTION lane_word read_once(GLOBAL const lane_word *array, lane_word i) {
  return *(GLOBAL const volatile lane_word *)(array + i);
}

/* Where a string begins, behind the data of its column, and its bytes. */
typedef struct lane_string {
  lane_word begin, length;
} lane_string;

LANE_FUNCTION lane_string string_of(string_place place, GLOBAL const lane_word *offsets,
                                    GLOBAL const lane_word *lengths, lane_index number) {
  lane_string s;
  FORGET(number);
  s.begin = place.start +
            (offsets ? read_once(offsets, place.first_offset + number) : number * place.stride);
  s.length = lengths ? read_once(lengths, place.first_length + number) : place.length;
  return s;
}

/* Whether a string is in the memory there, whose number of bytes may be unknown. Nobody reads an
   empty string. The host has checked that a stride does not wrap around. */
LANE_FUNCTION int is_within(string_place place, lane_string s) {
  if (place.data_length == 0 || s.length == 0) return 1;
  return s.begin >= place.start && s.begin <= place.data_length &&
         s.length <= place.data_length - s.begin;
}

/* Where a string of a column begins that has no arrays. */
LANE_FUNCTION lane_word begin_of(string_place place, lane_index number) {
  FORGET(number);
  return place.start + number * place.stride;
}

LANE_FUNCTION GLOBAL const lane_byte *key_of(const lane_message *m) {
  return m->key + begin_of(m->call.key, m->number);
}

LANE_FUNCTION GLOBAL const lane_byte *nonce_of(const lane_message *m) {
  return m->nonce + begin_of(m->call.nonce, m->number);
}

LANE_FUNCTION GLOBAL lane_byte *tag_of(const lane_message *m) {
  return m->tag + begin_of(m->call.tag, m->number);
}

LANE_FUNCTION lane_string in_of(const lane_message *m) {
  return string_of(m->call.in, m->in_offsets, m->in_lengths, m->number);
}

/* Those of AEAD are as long as the text: their length is not used. */
LANE_FUNCTION lane_string out_of(const lane_message *m) {
  return string_of(m->call.out, m->out_offsets, m->out_lengths, m->number);
}

LANE_FUNCTION lane_string ad_of(const lane_message *m) {
  return string_of(m->call.ad, m->ad_offsets, m->ad_lengths, m->number);
}

/* ---- Up to eight bytes ---------------------------------------------------------------------- */

/* The first n of eight bytes; n is at most 8. */
LANE_FUNCTION lane_word mask_of(unsigned n) {
  return n >= 8 ? ~(lane_word)0 : ((lane_word)1 << 8 * n) - 1;
}

/* How many of n bytes are in the eight from byte 8 * i on. */
LANE_FUNCTION unsigned part_of(unsigned n, int i) {
  const unsigned begin = 8 * (unsigned)i;
  return n <= begin ? 0 : n - begin < 8 ? n - begin : 8;
}

/* n <= 8 bytes as they lie in memory, zeros behind them. Reads these alone, one by one from the
   last to the first: strings begin anywhere, and what is next to them may belong to others. */
LANE_FUNCTION lane_word lane_load_bytes(GLOBAL const lane_byte *from, unsigned n) {
  lane_word x = 0;
  ROLLED while (n != 0) x = x << 8 | from[--n];
  return x;
}

LANE_FUNCTION void lane_store_bytes(GLOBAL lane_byte *to, lane_word x, unsigned n) {
  ROLLED for (; n != 0; n--, x >>= 8) *to++ = (lane_byte)x;
}

/* ---- Blocks --------------------------------------------------------------------------------- */

/* A block of at most 40 bytes, as words in the order of memory. */
typedef struct lane_block {
  lane_word x[5];
} lane_block;

/* n <= rate bytes: a whole block at once where it is aligned. */
LANE_FUNCTION lane_block load_block(GLOBAL const lane_byte *from, int aligned, unsigned n,
                                    int rate) {
  lane_block b = {{0, 0, 0, 0, 0}};
  const int words = rate / 8;
  if (n != (unsigned)rate || !aligned) {
    for (int i = 0; i < words; i++) b.x[i] = lane_load_bytes(from + 8 * i, part_of(n, i));
  } else if (rate % 16 == 0) {
    for (int i = 0; i < words / 2; i++) {
      const lane_pair pair = ((GLOBAL const lane_pair *)from)[i];
      b.x[2 * i] = pair.x, b.x[2 * i + 1] = pair.y;
    }
  } else {
    for (int i = 0; i < words; i++) b.x[i] = *(GLOBAL const lane_word *)(from + 8 * i);
  }
  return b;
}

LANE_FUNCTION void store_block(GLOBAL lane_byte *to, int aligned, lane_block b, unsigned n,
                               int rate) {
  const int words = rate / 8;
  if (n != (unsigned)rate || !aligned) {
    for (int i = 0; i < words; i++) lane_store_bytes(to + 8 * i, b.x[i], part_of(n, i));
  } else if (rate % 16 == 0) {
    for (int i = 0; i < words / 2; i++) {
      lane_pair pair;
      pair.x = b.x[2 * i], pair.y = b.x[2 * i + 1];
      ((GLOBAL lane_pair *)to)[i] = pair;
    }
  } else {
    for (int i = 0; i < words; i++) *(GLOBAL lane_word *)(to + 8 * i) = b.x[i];
  }
}

/* How much of a string its next block has. */
LANE_FUNCTION unsigned block_length(lane_word left, int rate) {
  return left < (lane_word)rate ? (unsigned)left : (unsigned)rate;
}

LANE_FUNCTION void lane_zeroize(GLOBAL lane_byte *to, lane_word length) {
  const lane_block zeros = {{0, 0, 0, 0, 0}};
  const int aligned = lane_is_aligned(to, 16);
  ROLLED for (lane_word left = length; left != 0;) {
    const unsigned n = block_length(left, 16);
    store_block(to, aligned, zeros, n, 16);
    to += n, left -= n;
  }
}

/* ---- Strings and the state ------------------------------------------------------------------ */

/* `n` bytes of a string, a constant, into the state from byte `offset` on. */
LANE_FUNCTION void xor_string(lane_state *s, int order, int offset, GLOBAL const lane_byte *from,
                              int n) {
  for (int i = 0; i < 5; i++) {
    const int begin = 8 * i > offset ? 8 * i : offset;
    const int end = 8 * i + 8 < offset + n ? 8 * i + 8 : offset + n;
    if (begin < end) {
      const lane_word x = lane_load_bytes(from + (begin - offset), (unsigned)(end - begin));
      s->x[i] ^= in_order(x << 8 * (begin - 8 * i), order);
    }
  }
}

/* The byte that padding adds behind n bytes of a block. Every word is changed, most by zeros: a
   branch would make compilers address the state by n, which takes it out of registers. */
LANE_FUNCTION void lane_pad(lane_state *s, int order, unsigned n, int rate) {
  const lane_word byte = (lane_word)(order == BIG ? 0x80 : 0x01) << 8 * (n % 8);
  for (int i = 0; i < rate / 8; i++) s->x[i] ^= in_order(n / 8 == (unsigned)i ? byte : 0, order);
}

/* The bit that separates what comes before the text from the text, or a message from its tag. */
LANE_FUNCTION void lane_domain_separate(lane_state *s, int order) {
  s->x[4] ^= order == BIG ? (lane_word)1 : (lane_word)1 << 63;
}

/* A block of n <= rate bytes into the state; one that is not whole is padded. */
LANE_FUNCTION void absorb(lane_state *s, lane_block b, unsigned n, int rate, int order) {
  for (int i = 0; i < rate / 8; i++) s->x[i] ^= in_order(b.x[i], order);
  if (n != (unsigned)rate) lane_pad(s, order, n, rate);
}

/* n <= rate bytes of the state. */
LANE_FUNCTION void squeeze(const lane_state *s, lane_cursor c, unsigned n, int rate, int order) {
  lane_block b = {{0, 0, 0, 0, 0}};
  for (int i = 0; i < rate / 8; i++) b.x[i] = in_order(s->x[i], order);
  store_block(c.to, c.to_aligned, b, n, rate);
}

/* Words 3 and 4 of the state, where tags are: their first n <= 16 bytes. In two statements rather
   than a loop, so that compilers need no array for the state. */
LANE_FUNCTION void store_tag(const lane_state *s, GLOBAL lane_byte *to, unsigned n, int order) {
  lane_store_bytes(to, in_order(s->x[3], order), part_of(n, 0));
  lane_store_bytes(to + 8, in_order(s->x[4], order), part_of(n, 1));
}

/* Up to eight bytes of a word of the state against those that the caller gave: 0 if they are equal.
 */
LANE_FUNCTION lane_word difference(lane_word x, GLOBAL const lane_byte *given, unsigned n,
                                   int order) {
  return lane_load_bytes(given, n) ^ (in_order(x, order) & mask_of(n));
}

/* Whether the first n <= 16 bytes of these two words are others. */
LANE_FUNCTION int differ(lane_word x, lane_word y, GLOBAL const lane_byte *given, unsigned n,
                         int order) {
  return (difference(x, given, part_of(n, 0), order) |
          difference(y, given + 8, part_of(n, 1), order)) != 0;
}

#endif
