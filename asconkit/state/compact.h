/* The engine of the smallest code: the state stays in memory, and a few functions that all
   algorithms share work on its bytes. Between them, the only secret in registers or on the stack is
   the state itself, which is zeroized by name. It is also the engine of builds that print the
   state.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_ENGINE_H /* read alone */
#define ASCON_PROFILE_SIZE
#include "../backends/alone.h"
#endif

#ifndef ASCON_COMPACT_H
#define ASCON_COMPACT_H

#include "blocks.h"
#include "steps.h"

/* One function of an algorithm for both directions, with the checks in it, has a frame. */
#define FRAME_OF_BOTH_DIRECTIONS OUTLINED

/* 1: each message has a frame of its own, and the stack below the public function is cleared when
   the call ends. Conversions of bit-interleaved words leave copies in the frames of the functions
   that call them, where no name reaches them. So do compilers that optimise C for speed: gcc 12 at
   -O3 keeps the right tag of a forged message in a vector that it spills. */
#if defined(ASCON_WORDS_BI32_H) || !(defined(__OPTIMIZE_SIZE__) || defined(ASCON_ASSEMBLY_STACK))
#define MESSAGES_HAVE_FRAMES 1
#else
#define MESSAGES_HAVE_FRAMES 0
#endif

#if MESSAGES_HAVE_FRAMES
#define FRAME_OF_MESSAGE OUTLINED
#define FRAME_OF_KEYED_MESSAGE OUTLINED

INLINED void clear_in_message(void *memory, size_t length) { (void)memory, (void)length; }
INLINED void clear_after_message(const params *p) {
  (void)p;
  clear_stack();
}
#else
/* No other function has one. */
#define FRAME_OF_MESSAGE INLINED
#define FRAME_OF_KEYED_MESSAGE INLINED

/* At the end of a message. The functions that were called have saved parts of the state below this
   frame: the stack there is cleared too. */
INLINED void clear_in_message(void *memory, size_t length) {
  zeroize(memory, length);
  clear_stack();
}
INLINED void clear_after_message(const params *p) { (void)p; }
#endif

/* ---- Keys, nonces and other short strings --------------------------------------------------- */

/* Functions, not inlined code: three additions of the key and one of the nonce call xor_16_..(),
   strings of other lengths xor_..(). */
OUTLINED void xor_16_le(state *s, size_t offset, const uint8_t *in) {
  ASSUME(offset % 8 == 0);
  state_bytes(s, OP_ABSORB, offset, NULL, in, 16, ASCON_LITTLE_ENDIAN);
}

OUTLINED void xor_16_be(state *s, size_t offset, const uint8_t *in) {
  ASSUME(offset % 8 == 0);
  state_bytes(s, OP_ABSORB, offset, NULL, in, 16, ASCON_BIG_ENDIAN);
}

OUTLINED void xor_le(state *s, size_t offset, const uint8_t *in, size_t n) {
  state_bytes(s, OP_ABSORB, offset, NULL, in, n, ASCON_LITTLE_ENDIAN);
}

OUTLINED void xor_be(state *s, size_t offset, const uint8_t *in, size_t n) {
  state_bytes(s, OP_ABSORB, offset, NULL, in, n, ASCON_BIG_ENDIAN);
}

/* The shortest of these that does it: known lengths and places choose when code is compiled. */
INLINED void xor_bytes(state *s, const params *p, size_t offset, const uint8_t *in, size_t n) {
  const int little = p->order == ASCON_LITTLE_ENDIAN;
  if (KNOWN_TO_BE(n, KEY_LENGTH) && KNOWN_TO_BE(offset % 8, 0)) {
    if (little) xor_16_le(s, offset, in);
    else xor_16_be(s, offset, in);
  } else {
    if (little) xor_le(s, offset, in, n);
    else xor_be(s, offset, in, n);
  }
}

#include "key_of_caller.h"

INLINED void xor_nonce_mask(keyed_state *k, const params *p, const uint8_t *mask) {
  xor_bytes(&k->state, p, 24, mask, NONCE_LENGTH);
}

/* ---- Strings --------------------------------------------------------------------------------- */

#if defined(STATE_BYTEWISE) && defined(STATE_FLIP)

/* Byte by byte, from byte `offset` of a block on; returns the offset after them. */
INLINED size_t duplex_bytes(state *s, const params *p, operation op, size_t offset, uint8_t *out,
                            const uint8_t *in, size_t n) {
  for (; n != 0; n--) {
    plain_byte(&s->w8[offset ^ STATE_FLIP(p->order)], op, out, in);
    in++, offset++;
    if (op != OP_ABSORB) out++;
    if (n == 1 || offset == p->rate) trace_operation(op, s);
    if (offset < p->rate) continue;
    permute(s, p->rounds_b);
    offset = 0;
  }
  return offset;
}

/* A whole string and its padding. */
INLINED void duplex(state *s, const params *p, operation op, uint8_t *out, const uint8_t *in,
                    size_t n) {
  pad(s, p, duplex_bytes(s, p, op, 0, out, in, n));
}

/* n bytes from byte `offset` of a block on; returns the offset after them. */
OUTLINED size_t duplex_piece(state *s, const params *p, operation op, size_t offset, uint8_t *out,
                             const uint8_t *in, size_t n) {
  return duplex_bytes(s, p, op, offset, out, in, n);
}

/* The same where the mode's own code is not to have the loop: here it is a few instructions. */
INLINED void absorb_string(state *s, const params *p, const uint8_t *in, size_t n) {
  duplex(s, p, OP_ABSORB, NULL, in, n);
}

/* n bytes of output from byte `offset` of a block on; returns the offset after them. */
INLINED size_t squeeze_bytes(state *s, const params *p, size_t offset, uint8_t *out, size_t n) {
  for (; n != 0; n--) {
    if (offset == p->squeeze_rate) {
      permute(s, p->rounds_b);
      offset = 0;
    }
    *out++ = s->w8[offset++ ^ STATE_FLIP(p->order)];
  }
  return offset;
}

#else

#include "duplex.h"

/* Text, and strings in pieces: one function for each byte order. */
OUTLINED void crypt_le(state *s, operation op, size_t offset, uint8_t *out, const uint8_t *in,
                       size_t n) {
  ASSUME(op != OP_SQUEEZE);
  state_bytes(s, op, offset, out, in, n, ASCON_LITTLE_ENDIAN);
}

OUTLINED void crypt_be(state *s, operation op, size_t offset, uint8_t *out, const uint8_t *in,
                       size_t n) {
  ASSUME(op != OP_SQUEEZE);
  state_bytes(s, op, offset, out, in, n, ASCON_BIG_ENDIAN);
}

/* n bytes from byte `offset` of a block on; returns the offset after them. */
OUTLINED size_t duplex_piece(state *s, const params *p, operation op, size_t offset, uint8_t *out,
                             const uint8_t *in, size_t n) {
  for (;;) {
    size_t length = smaller(n, p->rate - offset);
    if (p->order == ASCON_LITTLE_ENDIAN) crypt_le(s, op, offset, out, in, length);
    else crypt_be(s, op, offset, out, in, length);
    if (length != 0) trace_operation(op, s);
    if (offset + length < p->rate) return offset + length;
    permute(s, p->rounds_b);
    n -= length, in += length, offset = 0;
    if (op != OP_ABSORB) out += length;
  }
}

/* A whole string and its padding, by xor_le() or xor_be(): MACs and PRFs have these anyway, for
   their keys. */
INLINED void absorb_string(state *s, const params *p, const uint8_t *in, size_t n) {
  for (;;) {
    size_t length = smaller(n, p->rate);
    if (p->order == ASCON_LITTLE_ENDIAN) xor_le(s, 0, in, length);
    else xor_be(s, 0, in, length);
    if (length != 0) trace("absorb", s);
    if (length < p->rate) {
      pad(s, p, length);
      return;
    }
    permute(s, p->rounds_b);
    n -= p->rate, in += p->rate;
  }
}

/* Output. */
OUTLINED void get_le(state *s, size_t offset, uint8_t *out, size_t n) {
  state_bytes(s, OP_SQUEEZE, offset, out, NULL, n, ASCON_LITTLE_ENDIAN);
}

OUTLINED void get_be(state *s, size_t offset, uint8_t *out, size_t n) {
  state_bytes(s, OP_SQUEEZE, offset, out, NULL, n, ASCON_BIG_ENDIAN);
}

/* n bytes of output from byte `offset` of a block on; returns the offset after them. */
INLINED size_t squeeze_bytes(state *s, const params *p, size_t offset, uint8_t *out, size_t n) {
  for (;;) {
    size_t length = smaller(n, p->squeeze_rate - offset);
    if (p->order == ASCON_LITTLE_ENDIAN) get_le(s, offset, out, length);
    else get_be(s, offset, out, length);
    offset += length, n -= length, out += length;
    if (n == 0) return offset;
    permute(s, p->rounds_b);
    offset = 0;
  }
}

#endif

/* For the conformance tests alone: modes take strings byte by byte or piece by piece. */
INLINED void run_whole_blocks(state *s, const params *p, operation op, cursor *c) {
  run_blocks(s, op, c, rate_of(p, op), p->rounds_b, p->order, permute);
}

/* The loop's source is shared, its code is compiled twice: a program rarely has calls of both
 * kinds.
 */
OUTLINED size_t squeeze_piece(state *s, const params *p, size_t offset, uint8_t *out, size_t n) {
  return squeeze_bytes(s, p, offset, out, n);
}

INLINED void squeeze(state *s, const params *p, uint8_t *out, size_t n) {
  (void)squeeze_bytes(s, p, 0, out, n);
}

/* ASCON_INLINE_MODE 0: one function for all strings. */
OUTLINED void duplex_any(state *s, const params *p, operation op, uint8_t *out, const uint8_t *in,
                         size_t n) {
  duplex(s, p, op, out, in, n);
}

#include "compact_functions.h"

/* AEAD absorbs by the function that its text needs anyway, MACs and PRFs by one that their key
   needs, a CXOF its two strings by one function, a hash by code of its own. */
INLINED void absorb_padded(state *s, const params *p, const uint8_t *in, size_t n) {
  if (!ASCON_INLINE_MODE) duplex_any(s, p, OP_ABSORB, NULL, in, n);
  else if (p->kind == ASCON_KIND_AEAD) duplex_function(s, p, OP_ABSORB, NULL, in, n);
  else if (p->kind == ASCON_KIND_CXOF) absorb_string_8_12_le(s, in, n);
  else if (p->key_length != 0) absorb_string(s, p, in, n);
  else duplex(s, p, OP_ABSORB, NULL, in, n);
}

/* Text goes through the function for its shape, which associated data uses too. */
INLINED void crypt_padded(state *s, const params *p, operation op, uint8_t *out, const uint8_t *in,
                          size_t n) {
  if (ASCON_INLINE_MODE) duplex_function(s, p, op, out, in, n);
  else duplex_any(s, p, op, out, in, n);
}

/* ---- Tags ------------------------------------------------------------------------------------ */

/* The last 16 bytes of the state: written in encryption, compared in decryption. 1 if it is
   genuine. */
#ifdef STATE_FLIP
/* Byte by byte, where the bytes of the state have places: no copy of the tag is made. */
INLINED int finish_tag(state *s, const params *p, operation op, uint8_t *tag, size_t n) {
  const unsigned flip = STATE_FLIP(p->order);
  unsigned difference = 0;
  for (size_t i = 0; i < n; i++) {
    const uint8_t computed = s->w8[TAG_OFFSET + (i ^ flip)];
    if (op == OP_ENCRYPT) tag[i] = computed;
    else difference |= (unsigned)(tag[i] ^ computed);
  }
  return !any_difference(difference);
}
#else
/* By way of a copy, which is zeroized: words are interleaved, or the state is in another form. */
INLINED int finish_tag(state *s, const params *p, operation op, uint8_t *tag, size_t n) {
  uint8_t computed[TAG_LENGTH];
  unsigned different = 0;
  state_bytes(s, OP_SQUEEZE, TAG_OFFSET, computed, NULL, TAG_LENGTH, p->order);
  if (op == OP_ENCRYPT)
    for (size_t i = 0; i < n; i++) tag[i] = computed[i];
  else different = bytes_differ(computed, tag, n);
  zeroize(computed, sizeof computed);
  return !different;
}
#endif

#endif
