/* Every mode, written once over the state interface. SPDX-License-Identifier: Apache-2.0 OR MIT

   Included after a backend's backend.h. Nothing here knows a processor or an algorithm. Arguments
   have been checked by the callers. */
#ifndef ASCON_MODES_H
#define ASCON_MODES_H

#include "backend.h"
#include "blocks.h"
#include "shapes.h"

#if defined(ASCON_HAVE_REG_PAIR) && !ASCON_COMPACT
#define ASCON_HOLD_PAIR 1
#else
#define ASCON_HOLD_PAIR 0
#endif

/* ---- Duplex: what all modes are made of ----------------------------------------------------- */

ASCON_INLINE ascon_order order_of(const ascon_params *p) { return (ascon_order)p->order; }

ASCON_INLINE void take_in(ascon_reg *s, size_t offset, const uint8_t *in, size_t n,
                          const ascon_params *p) {
  transfer(s, OP_ABSORB, offset, NULL, in, n, order_of(p));
}

ASCON_INLINE void give_out(ascon_reg *s, size_t offset, uint8_t *out, size_t n,
                           const ascon_params *p) {
  transfer(s, OP_SQUEEZE, offset, out, NULL, n, order_of(p));
}

/* By the functions that modes share, or right here. */
typedef enum reach { SHARED, HERE } reach;

ASCON_INLINE void transfer_some(ascon_reg *s, block_op op, size_t offset, uint8_t *out,
                                const uint8_t *in, size_t n, const ascon_params *p, reach how) {
  if ((!ASCON_COMPACT || ASCON_PRINT_STATE) && n == 0) return;
  if (how == SHARED) transfer(s, op, offset, out, in, n, order_of(p));
  else reg_bytes(s, op, offset, out, in, n, order_of(p));
  trace_op(op, s);
}

/* The smallest code goes byte by byte. */
#if ASCON_COMPACT && defined(ASCON_PLAIN_BYTEWISE) && defined(ASCON_PLAIN_FLIP)
#define ASCON_BYTEWISE 1
#define ASCON_BYTE_STEP(s, op, i, out, in, order)                                                  \
  plain_byte(s, op, i, out, in, ASCON_PLAIN_FLIP(order))
#else
#define ASCON_BYTEWISE 0
#define ASCON_BYTE_STEP(s, op, i, out, in, order) ((void)(out), (void)(in))
#endif

ASCON_INLINE size_t duplex_bytewise(ascon_reg *s, block_op op, size_t offset, uint8_t *out,
                                    const uint8_t *in, size_t n, const ascon_params *p) {
  for (; n != 0; n--) {
    ASCON_BYTE_STEP(s, op, offset, out, in, p->order);
    in++, offset++;
    if (op != OP_ABSORB) out++;
    if (ASCON_PRINT_STATE && n == 1 && offset < p->rate) trace_op(op, s);
    if (offset < p->rate) continue;
    trace_op(op, s);
    reg_permute(s, p->b);
    offset = 0;
  }
  return offset;
}

/* Puts n bytes through the state from byte `offset` of a block on, with p[b] after each full
   block; returns the new offset. The state is never left with a full block. */
ASCON_INLINE size_t duplex_reaching(ascon_reg *s, block_op op, size_t offset, uint8_t *out,
                                    const uint8_t *in, size_t n, const ascon_params *p, reach how) {
  if (ASCON_BYTEWISE) return duplex_bytewise(s, op, offset, out, in, n, p);
  for (;;) {
    size_t done = ascon_min(n, p->rate - offset);
    if (!ASCON_COMPACT && offset == 0 && n >= p->rate) {
      done = reg_blocks(s, op, out, in, n, p->rate, p->b, order_of(p));
      ASCON_ASSUME(n - done < p->rate);
    } else {
      transfer_some(s, op, offset, out, in, done, p, how);
      if (offset + done < p->rate) return offset + done;
      reg_permute(s, p->b);
      offset = 0;
    }
    n -= done;
    if (!ASCON_COMPACT && n == 0) return 0; /* which the next turn would find out too */
    in += done;
    if (op != OP_ABSORB) out += done;
  }
}

ASCON_MODE size_t duplex(ascon_reg *s, block_op op, size_t offset, uint8_t *out, const uint8_t *in,
                         size_t n, const ascon_params *p) {
  return duplex_reaching(s, op, offset, out, in, n, p, SHARED);
}

ASCON_INLINE void pad(ascon_reg *s, size_t offset, const ascon_params *p) {
  reg_xor_byte(s, offset, ascon_pad_byte(p), order_of(p));
  ASCON_TRACE("pad", s);
}

/* Associated data or text as a whole, and its padding. A compact build has one function for both,
   which contains the work on bytes too: most programs need it nowhere else. */
#if ASCON_COMPACT && ASCON_INLINE_MODE
#define ASCON_DEFINE_DUPLEX(rate_, rounds_, order_)                                                \
  ASCON_NOINLINE void ASCON_SHAPE(duplex, all, rate_, rounds_, order_)(                            \
      ascon_reg * s, block_op op, uint8_t *out, const uint8_t *in, size_t n) {                     \
    const ascon_params p = {.rate = rate_, .b = rounds_, .order = order_};                         \
    ASCON_ASSUME(op != OP_SQUEEZE);                                                                \
    pad(s, duplex_reaching(s, op, 0, out, in, n, &p, HERE), &p);                                   \
  }
ASCON_CRYPT_SHAPES(ASCON_DEFINE_DUPLEX)

#define ASCON_TRY_DUPLEX(rate_, rounds_, order_)                                                   \
  if (p->rate == rate_ && p->b == rounds_ && p->order == order_) {                                 \
    ASCON_SHAPE(duplex, all, rate_, rounds_, order_)(s, op, out, in, n);                           \
    return;                                                                                        \
  }
#else
#define ASCON_TRY_DUPLEX(rate_, rounds_, order_)
#endif

ASCON_INLINE void duplex_all(ascon_reg *s, block_op op, uint8_t *out, const uint8_t *in, size_t n,
                             const ascon_params *p) {
  ASCON_CRYPT_SHAPES(ASCON_TRY_DUPLEX)
  pad(s, duplex(s, op, 0, out, in, n, p), p);
}

ASCON_INLINE void separate(ascon_reg *s, const ascon_params *p) {
  reg_xor_byte(s, ASCON_SEPARATOR_OFFSET, ascon_separator_byte(p), order_of(p));
  ASCON_TRACE("separate", s);
}

/* The key, for as long as a call uses it: one of 16 bytes in the form of the state. */
typedef struct held_key {
  const uint8_t *bytes;
#if ASCON_HOLD_PAIR
  reg_pair pair;
#endif
} held_key;

ASCON_INLINE held_key hold_key(const uint8_t *key, const ascon_params *p) {
  held_key held = {.bytes = key};
#if ASCON_HOLD_PAIR
  if (p->key_bytes == 16) held.pair = pair_load(key, order_of(p));
#endif
  (void)p;
  return held;
}

/* Keys and nonces: 16 bytes at the start of a word, mostly. */
ASCON_INLINE void take_in_secret(ascon_reg *s, size_t offset, const uint8_t *in, size_t n,
                                 const ascon_params *p) {
#if ASCON_COMPACT
  if (ASCON_IS(n, 16) && ASCON_IS(offset % 8, 0)) {
    if (p->order == ASCON_LITTLE_ENDIAN) absorb16_le(s, offset, in);
    else absorb16_be(s, offset, in);
    return;
  }
#endif
  take_in(s, offset, in, n, p);
}

/* The last n bytes of the key. */
ASCON_INLINE void take_in_key(ascon_reg *s, size_t offset, const held_key *key, size_t n,
                              const ascon_params *p) {
#if ASCON_HOLD_PAIR
  if (p->key_bytes == 16) {
    reg_xor_pair(s, offset / 8, &key->pair);
    return;
  }
#endif
  take_in_secret(s, offset, key->bytes + p->key_bytes - n, n, p);
}

ASCON_INLINE void xor_key(ascon_reg *s, size_t offset, const held_key *key, size_t n,
                          const ascon_params *p) {
  take_in_key(s, offset, key, n, p);
  ASCON_TRACE("key", s);
}

ASCON_INLINE void start(ascon_reg *s, uint64_t iv) {
  const uint64_t lanes[5] = {iv, 0, 0, 0, 0};
  reg_init(s, lanes);
}

/* ---- AEAD: SP 800-232, section 4.1; Ascon v1.2, section 2.4 --------------------------------- */

/* IV || K || N fills the state: the key stands before the nonce, over the end of the IV's word. */
ASCON_MODE void aead_start(ascon_reg *s, const uint8_t *nonce, const held_key *key,
                           const ascon_params *p) {
  start(s, p->iv);
  take_in_key(s, 24u - p->key_bytes, key, p->key_bytes, p);
  take_in_secret(s, 24, nonce, ASCON_NONCE_BYTES, p);
  if (p->nonce_mask) take_in_secret(s, 24, key->bytes + 16, ASCON_NONCE_BYTES, p);
  ASCON_TRACE("init", s);
  reg_permute(s, p->a);
  xor_key(s, (size_t)ASCON_STATE_BYTES - p->key_bytes, key, p->key_bytes, p);
}

/* After the text and its padding; leaves the tag in the last 16 bytes of the state. */
ASCON_MODE void aead_finish(ascon_reg *s, const held_key *key, const ascon_params *p) {
  xor_key(s, p->rate, key, p->key_bytes, p);
  reg_permute(s, p->a);
  xor_key(s, ASCON_STATE_BYTES - 16, key, 16, p);
}

/* Text that does not belong to its tag is erased. */
ASCON_INLINE ascon_result judge(unsigned wrong, const aead_call *call) {
  if (wrong == 0) return ASCON_OK;
  if (call->text_bytes) ascon_clear(call->out, call->text_bytes);
  return ASCON_ERR_TAG;
}

/* The computed tag, the last 16 bytes of the state, leaves only if it is asked for. */
#if ASCON_COMPACT && defined(ASCON_PLAIN_FLIP)
ASCON_INLINE ascon_result settle_tag(block_op op, ascon_reg *s, const ascon_params *p,
                                     const aead_call *call) {
  const unsigned flip = ASCON_PLAIN_FLIP(p->order);
  uint8_t *tag = call->tag.out;
  unsigned difference = 0;
  for (size_t i = 0, n = call->tag_bytes; i < n; i++) {
    const uint8_t right = s->w8[24 + (i ^ flip)];
    if (op == OP_ENCRYPT) tag[i] = right;
    else difference |= (unsigned)(tag[i] ^ right);
  }
  return judge(ascon_reduce(difference), call);
}
#else
ASCON_INLINE ascon_result settle_tag(block_op op, ascon_reg *s, const ascon_params *p,
                                     const aead_call *call) {
  uint8_t right[ASCON_TAG_BYTES];
  if (op == OP_ENCRYPT) {
    if (call->tag_bytes == ASCON_TAG_BYTES) give_out(s, 24, call->tag.out, ASCON_TAG_BYTES, p);
    else give_out(s, 24, call->tag.out, call->tag_bytes, p);
    return ASCON_OK;
  }
  give_out(s, 24, right, ASCON_TAG_BYTES, p);
  unsigned wrong = ascon_differ(right, call->tag.in, call->tag_bytes);
  ascon_clear_local(right, sizeof right);
  return judge(wrong, call);
}
#endif

ASCON_INLINE ascon_result aead_run(block_op op, const ascon_params *p, const aead_call *call) {
  ascon_reg s;
  const held_key key = hold_key(call->key, p);
  aead_start(&s, call->nonce, &key, p);
  if (call->ad_bytes) {
    duplex_all(&s, OP_ABSORB, NULL, call->ad, call->ad_bytes, p);
    reg_permute(&s, p->b);
  }
  separate(&s, p);
  duplex_all(&s, op, call->out, call->in, call->text_bytes, p);
  aead_finish(&s, &key, p);
  ascon_result result = settle_tag(op, &s, p, call);
  ascon_clear_local(&s, sizeof s);
  return result;
}

#if defined(ASCON_HAVE_REG_KEYED) && ASCON_DIRECT && ASCON_INLINE_MODE
#define ASCON_KEYED_CALLS 1

/* ---- One-shot AEAD in the frame of the public call ------------------------------------------ */

/* Where assembly does the start, whole blocks and the end, the public call only hands pointers from
   one function to the next. What is secret is in a reg_keyed, which it clears by name. The rest is
   done in C out of line, and the stack is cleared behind that. */

ASCON_INLINE int aead_is_keyed(const ascon_params *p) {
  return p->key_bytes == 16 && p->a == 12 && !p->nonce_mask;
}

/* The state comes as it is without associated data. */
ASCON_INLINE void keyed_absorb(reg_keyed *keyed, const uint8_t *ad, size_t n,
                               const ascon_params *p) {
  separate(&keyed->state, p);
  duplex_all(&keyed->state, OP_ABSORB, NULL, ad, n, p);
  reg_permute(&keyed->state, p->b);
  separate(&keyed->state, p);
}

/* Text that is left. The end will pad as if there were none, which is undone here. */
ASCON_INLINE void keyed_rest(reg_keyed *keyed, block_op op, uint8_t *out, const uint8_t *in,
                             size_t n, const ascon_params *p) {
  duplex_all(&keyed->state, op, out, in, n, p);
  pad(&keyed->state, 0, p);
}

/* 0 or 1 */
ASCON_NOINLINE unsigned keyed_differ(const uint8_t *a, const uint8_t *b, size_t n) {
  return ascon_differ(a, b, n);
}

typedef void keyed_absorb_function(reg_keyed *keyed, const uint8_t *ad, size_t n);
typedef void keyed_rest_function(reg_keyed *keyed, block_op op, uint8_t *out, const uint8_t *in,
                                 size_t n);

ASCON_INLINE ascon_result aead_run_keyed(block_op op, const ascon_params *p, const aead_call *call,
                                         keyed_absorb_function *absorb, keyed_rest_function *rest) {
  reg_keyed keyed;
  uint8_t *const last = &keyed.state.w8[ASCON_STATE_BYTES - 16];
  const uint8_t *key = call->key, *nonce = call->nonce;
  if (!ascon_aligned((uintptr_t)key | (uintptr_t)nonce, ASCON_ASSEMBLY_ALIGNMENT)) {
    ascon_copy((uint8_t *)&keyed.key, key, 16);
    ascon_copy(last, nonce, 16);
    key = (const uint8_t *)&keyed.key, nonce = last;
  }
  reg_start(&keyed, p->iv, key, nonce, order_of(p));
  if (call->ad_bytes) {
    absorb(&keyed, call->ad, call->ad_bytes);
    if (op == OP_ENCRYPT) ascon_clear_stack();
  }
  size_t left = left_by_loops(&keyed.state, op, call->out, call->in, call->text_bytes, p->rate,
                              p->b, order_of(p));
  if (left) {
    size_t done = call->text_bytes - left;
    rest(&keyed, op, call->out + done, call->in + done, left);
    if (op == OP_ENCRYPT) ascon_clear_stack();
  }
  ascon_result result = ASCON_OK;
  if (op == OP_ENCRYPT && call->tag_bytes == ASCON_TAG_BYTES &&
      ascon_aligned((uintptr_t)call->tag.out, ASCON_ASSEMBLY_ALIGNMENT)) {
    reg_finish(&keyed, call->tag.out, p->rate, p->b, order_of(p));
  } else {
    reg_finish(&keyed, last, p->rate, p->b, order_of(p));
    if (op == OP_ENCRYPT) ascon_copy(call->tag.out, last, call->tag_bytes);
    else result = judge(keyed_differ(last, call->tag.in, call->tag_bytes), call);
    ascon_clear_stack();
  }
  ascon_clear_words(&keyed, sizeof keyed);
  return result;
}
#else
#define ASCON_KEYED_CALLS 0
#endif

/* For speed each direction has code of its own. */
ASCON_MODE ascon_result aead_with(const ascon_params *p, const aead_call *call, block_op op) {
#if ASCON_INLINE_PERM
  if (op == OP_ENCRYPT) return aead_run(OP_ENCRYPT, p, call);
  return aead_run(OP_DECRYPT, p, call);
#else
  return aead_run(op, p, call);
#endif
}

/* The entry points for an algorithm that is known only at run time. With several backends they
   enter the copy that was compiled for its form. Out of line, so that ascon_clear_stack(), called
   by their callers, reaches their frames. */
#define ASCON_ENTRY ASCON_NOINLINE
#if ASCON_INLINE_MODE && !ASCON_DIRECT
#define ASCON_OTHERWISE(result) return ASCON_ERR_ALGORITHM /* not reached: all rows have a form */
#define ASCON_IN_FORM(with, arguments, rate_, squeeze_, b_, order_, key_)                          \
  if (p->rate == rate_ && p->b == b_ && p->order == order_ && p->key_bytes == key_) {              \
    ascon_params known = *p;                                                                       \
    known.rate = rate_, known.squeeze_rate = squeeze_, known.b = b_;                               \
    known.order = order_, known.key_bytes = key_;                                                  \
    return with arguments;                                                                         \
  }
#else
#define ASCON_OTHERWISE(result) return result
#define ASCON_IN_FORM(with, arguments, rate_, squeeze_, b_, order_, key_)
#endif

#define ASCON_AEAD_FORM(...) ASCON_IN_FORM(aead_with, (&known, call, op), __VA_ARGS__)
#define ASCON_SPONGE_FORM(...) ASCON_IN_FORM(sponge_with, (&known, call), __VA_ARGS__)

ASCON_ENTRY ascon_result mode_aead(const ascon_params *p, const aead_call *call, block_op op) {
  ASCON_AEAD_FORMS(ASCON_AEAD_FORM)
  ASCON_OTHERWISE(aead_with(p, call, op));
}

ASCON_ENTRY void mode_aead_init(ascon_aead_ctx *ctx, const uint8_t *nonce, const uint8_t *key) {
  ascon_reg local, *s = reg_open(&local, &ctx->state.words);
  const ascon_params *p = ctx->params;
  const held_key held = hold_key(key, p);
  aead_start(s, nonce, &held, p);
  for (size_t i = 0; i < sizeof ctx->key; i++) ctx->key[i] = i < p->key_bytes ? key[i] : 0;
  ctx->offset = 0;
  reg_close(&ctx->state.words, s);
}

ASCON_ENTRY void mode_aead_update(ascon_aead_ctx *ctx, block_op op, uint8_t *out, const uint8_t *in,
                                  size_t n) {
  ascon_reg local, *s = reg_open(&local, &ctx->state.words);
  ctx->offset = (uint8_t)duplex(s, op, ctx->offset, out, in, n, ctx->params);
  reg_close(&ctx->state.words, s);
}

ASCON_ENTRY void mode_aead_end_ad(ascon_aead_ctx *ctx, size_t any) {
  ascon_reg local, *s = reg_open(&local, &ctx->state.words);
  if (any) {
    pad(s, ctx->offset, ctx->params);
    reg_permute(s, ctx->params->b);
  }
  separate(s, ctx->params);
  ctx->offset = 0;
  reg_close(&ctx->state.words, s);
}

ASCON_ENTRY void mode_aead_final(ascon_aead_ctx *ctx, uint8_t tag[16]) {
  ascon_reg local, *s = reg_open(&local, &ctx->state.words);
  const held_key key = hold_key(ctx->key, ctx->params);
  pad(s, ctx->offset, ctx->params);
  aead_finish(s, &key, ctx->params);
  give_out(s, 24, tag, ASCON_TAG_BYTES, ctx->params);
  reg_close(&ctx->state.words, s);
}

/* ---- Hash, XOF, CXOF (SP 800-232, section 5), MAC and PRF (ePrint 2021/1574) ----------------- */

/* CXOF128: the length in bits, as a block of its own, then the padded string. */
ASCON_MODE void absorb_customization(ascon_reg *s, const uint8_t *z, size_t n,
                                     const ascon_params *p) {
  uint8_t length[8];
  ascon_store64(length, (uint64_t)n * 8, order_of(p));
  transfer_some(s, OP_ABSORB, 0, NULL, length, sizeof length, p, SHARED);
  reg_permute(s, p->b);
  pad(s, duplex(s, OP_ABSORB, 0, NULL, z, n, p), p);
  reg_permute(s, p->b);
}

ASCON_MODE void sponge_start(ascon_reg *s, const uint8_t *secret, size_t n, const ascon_params *p) {
  if (p->initial) {
    reg_init(s, p->initial);
  } else {
    start(s, p->iv);
    if (p->key_bytes) take_in_secret(s, 8, secret, p->key_bytes, p);
    ASCON_TRACE("init", s);
    reg_permute(s, p->a);
  }
  if (p->kind == ASCON_KIND_CXOF) absorb_customization(s, secret, n, p);
}

ASCON_MODE void sponge_finish(ascon_reg *s, size_t offset, const ascon_params *p) {
  pad(s, offset, p);
  if (p->key_bytes) separate(s, p);
  reg_permute(s, p->a);
}

ASCON_INLINE size_t squeeze_bytewise(ascon_reg *s, size_t offset, uint8_t *out, size_t n,
                                     const ascon_params *p) {
  for (; n != 0; n--) {
    if (offset == p->squeeze_rate) {
      reg_permute(s, p->b);
      offset = 0;
    }
    ASCON_BYTE_STEP(s, OP_SQUEEZE, offset, out, NULL, p->order);
    out++, offset++;
  }
  return offset;
}

/* Writes n bytes of output from byte `offset` of the current block on; returns the new offset. A
   used-up block is replaced only when more is asked for. */
ASCON_MODE size_t squeeze(ascon_reg *s, size_t offset, uint8_t *out, size_t n,
                          const ascon_params *p) {
  if (ASCON_BYTEWISE) return squeeze_bytewise(s, offset, out, n, p);
  for (;;) {
    size_t done = ascon_min(n, p->squeeze_rate - offset);
    if (!ASCON_COMPACT && offset == 0 && n > p->squeeze_rate) {
      done = reg_blocks(s, OP_SQUEEZE, out, NULL, n, p->squeeze_rate, p->b, order_of(p));
      ASCON_ASSUME(n - done <= p->squeeze_rate && n != done);
    } else {
      give_out(s, offset, out, done, p);
      offset += done;
      if (n == done) return offset;
      reg_permute(s, p->b);
      offset = 0;
    }
    n -= done, out += done;
  }
}

ASCON_MODE ascon_result sponge_with(const ascon_params *p, const sponge_call *call) {
  ascon_reg s;
  sponge_start(&s, call->secret, call->secret_bytes, p);
  sponge_finish(&s, duplex(&s, OP_ABSORB, 0, NULL, call->in, call->bytes, p), p);
  (void)squeeze(&s, 0, call->out, call->out_bytes, p);
  ascon_clear_local(&s, sizeof s);
  return ASCON_OK;
}

ASCON_ENTRY ascon_result mode_sponge(const ascon_params *p, const sponge_call *call) {
  ASCON_SPONGE_FORMS(ASCON_SPONGE_FORM)
  ASCON_OTHERWISE(sponge_with(p, call));
}

ASCON_ENTRY void mode_sponge_init(ascon_sponge_ctx *ctx, const uint8_t *secret, size_t n) {
  ascon_reg local, *s = reg_open(&local, &ctx->state.words);
  sponge_start(s, secret, n, ctx->params);
  ctx->offset = 0;
  reg_close(&ctx->state.words, s);
}

ASCON_ENTRY void mode_sponge_absorb(ascon_sponge_ctx *ctx, const uint8_t *in, size_t n) {
  ascon_reg local, *s = reg_open(&local, &ctx->state.words);
  ctx->offset = (uint8_t)duplex(s, OP_ABSORB, ctx->offset, NULL, in, n, ctx->params);
  reg_close(&ctx->state.words, s);
}

ASCON_ENTRY void mode_sponge_end_absorb(ascon_sponge_ctx *ctx) {
  ascon_reg local, *s = reg_open(&local, &ctx->state.words);
  sponge_finish(s, ctx->offset, ctx->params);
  ctx->offset = 0;
  reg_close(&ctx->state.words, s);
}

ASCON_ENTRY void mode_sponge_squeeze(ascon_sponge_ctx *ctx, uint8_t *out, size_t n) {
  ascon_reg local, *s = reg_open(&local, &ctx->state.words);
  ctx->offset = (uint8_t)squeeze(s, ctx->offset, out, n, ctx->params);
  reg_close(&ctx->state.words, s);
}

/* ---- PrfShort (ePrint 2021/1574) ------------------------------------------------------------- */

/* The IV carries the message length in bits; the message, padded with zeros, takes the place of a
   nonce, and the key is added to what is kept. */
ASCON_MODE ascon_result prfshort_with(const ascon_params *p, const sponge_call *call) {
  ascon_reg s;
  const held_key key = hold_key(call->secret, p);
  start(&s, p->iv + ((uint64_t)call->bytes * 8 << 48));
  take_in_key(&s, 8, &key, p->key_bytes, p);
  take_in(&s, 24, call->in, call->bytes, p);
  ASCON_TRACE("init", &s);
  reg_permute(&s, p->a);
  xor_key(&s, 24, &key, p->key_bytes, p);
  give_out(&s, 24, call->out, call->out_bytes, p);
  ascon_clear_local(&s, sizeof s);
  return ASCON_OK;
}

ASCON_ENTRY ascon_result mode_prfshort(const ascon_params *p, const sponge_call *call) {
  return prfshort_with(p, call);
}

#endif
