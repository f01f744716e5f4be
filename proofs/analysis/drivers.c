/* Calls of the library as Frama-C's Eva analyses them. eva.py has one driver() of this file
   compiled for each row of calls.py, which says by macros which one, what it calls, and with which
   intervals:

     AEAD_ENCRYPT, ...     the driver
     CALL                  the public call
     ALGORITHM             its algorithm; GENERIC: the call takes it as an argument;
                           ONE_MESSAGE: and an ascon_message
     BITS                  lengths are in bits
     REFUSED               what the call always returns, for an algorithm of another kind
     TEXT, AD, OUT, TAG, OFFSET, PHASE, PLACE, MISSING, NUMBER
                           an interval each, NAME_LEAST to NAME_MOST; see choose()
     KIND, DIRECTION       of calls in pieces: the kind of sponge that they serve; PHASE_ENCRYPT
                           (with DIRECTION_ENCRYPTS) or PHASE_DECRYPT

   Each value of an interval is analyzed as a separate state (`split`); the contents of strings,
   keys and states are unknown, which covers all of them at once. A string has an array to itself,
   in which nothing else is initialized. It is at the start or the end of that array, so that an
   access beyond it is an alarm. `check` and the contracts
   say what a call returns and leaves behind.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "asconkit/core/api/phases.h"
#include "asconkit/ascon_any.h"
#include "asconkit/ascon_backend.h"
#include "asconkit/ascon_bits.h"
#include "asconkit/ascon_permutation.h"
#include "asconkit/core/state/params.h"

#include <stdlib.h>

#include "__fc_builtin.h"

#ifndef ALGORITHM /* calls that have none */
#define ALGORITHM ASCON_AEAD128
#endif
#if defined GENERIC && !defined ONE_MESSAGE
#define FIRST ALGORITHM, /* the first argument, or the one after a context */
#else
#define FIRST
#endif
#ifdef BITS
#define BYTES(length) (((length) + 7) / 8)
#define WHOLE_TAG 128
#else
#define BYTES(length) (length)
#define WHOLE_TAG 16
#endif

/* ---- What is chosen ------------------------------------------------------------------------- */

enum { AT_END, AT_START, IN_PLACE }; /* where strings are; in place, the output is the input */
/* The argument that is NULL. */
enum { NOTHING, NO_TEXT, NO_OUT, NO_AD, NO_TAG, NO_NONCE, NO_KEY, NO_CONTEXT };

static size_t text, ad, out, tag; /* lengths */
static size_t offset, phase;      /* of a context */
static size_t place, missing;
static size_t number; /* what else the call takes */

static uint8_t *text_memory, *out_memory, *ad_memory, *tag_memory;
static uint8_t key_memory[32], nonce_memory[16];

static void unknown(void *memory, size_t length) { Frama_C_make_unknown((char *)memory, length); }

static uint8_t *array(size_t most) {
  uint8_t *memory = (uint8_t *)malloc(BYTES(most) ? BYTES(most) : 1);
  if (!memory) exit(0);
  return memory;
}

static void choose(void) {
  text_memory = array(TEXT_MOST);
  out_memory = array(OUT_MOST);
  ad_memory = array(AD_MOST);
  tag_memory = array(TAG_MOST);
  unknown(key_memory, sizeof key_memory);
  unknown(nonce_memory, sizeof nonce_memory);
  text = Frama_C_size_t_interval(TEXT_LEAST, TEXT_MOST);
  //@ split text;
  ad = Frama_C_size_t_interval(AD_LEAST, AD_MOST);
  //@ split ad;
  out = Frama_C_size_t_interval(OUT_LEAST, OUT_MOST);
  //@ split out;
  tag = Frama_C_size_t_interval(TAG_LEAST, TAG_MOST);
  //@ split tag;
  offset = Frama_C_size_t_interval(OFFSET_LEAST, OFFSET_MOST);
  //@ split offset;
  phase = Frama_C_size_t_interval(PHASE_LEAST, PHASE_MOST);
  //@ split phase;
  place = Frama_C_size_t_interval(PLACE_LEAST, PLACE_MOST);
  //@ split place;
  //@ split place;
  missing = Frama_C_size_t_interval(MISSING_LEAST, MISSING_MOST);
  //@ split missing;
  number = Frama_C_size_t_interval(NUMBER_LEAST, NUMBER_MOST);
  //@ split number;
}

/* ---- Arguments ------------------------------------------------------------------------------ */

/* Room for a string of `length` in an array for `most`. */
static uint8_t *room(uint8_t *memory, size_t most, size_t length, size_t argument) {
  if (missing == argument) return NULL;
  return place == AT_START ? memory : memory + (BYTES(most) - BYTES(length));
}

/* The same with any contents. */
static uint8_t *string(uint8_t *memory, size_t most, size_t length, size_t argument) {
  uint8_t *at = room(memory, most, length, argument);
  if (at) unknown(at, BYTES(length));
  return at;
}

static uint8_t *text_in(void) { return string(text_memory, TEXT_MOST, text, NO_TEXT); }
static uint8_t *ad_in(void) { return string(ad_memory, AD_MOST, ad, NO_AD); }
static uint8_t *tag_in(void) { return string(tag_memory, TAG_MOST, tag, NO_TAG); }
static uint8_t *tag_out(void) { return room(tag_memory, TAG_MOST, tag, NO_TAG); }
static uint8_t *key_in(void) { return missing == NO_KEY ? NULL : key_memory; }
static uint8_t *nonce_in(void) { return missing == NO_NONCE ? NULL : nonce_memory; }

/* Output of `length`, which in place begins where the input does. */
static uint8_t *output(size_t length, uint8_t *in) {
  return place == IN_PLACE && missing != NO_OUT ? in : room(out_memory, OUT_MOST, length, NO_OUT);
}

/* ---- Results -------------------------------------------------------------------------------- */

/* Whether this string is missing. A string of length 0 may be NULL. */
static int lacks(size_t argument, size_t length) { return missing == argument && length != 0; }

/* Whether an incremental call lacks its context, or the other argument that is tested. */
static int lacks_context_or(int argument) { return missing == NO_CONTEXT || argument; }

#ifndef REFUSED
#define REFUSED ASCON_OK
#endif

/* The expected result of an AEAD call on a whole message whose tag is right. */
static ascon_result result_of_message(void) {
  if (REFUSED != ASCON_OK) return REFUSED;
  if (lacks(NO_TEXT, text) || lacks(NO_OUT, text) || lacks(NO_AD, ad)) return ASCON_ERR_NULL;
  if (missing == NO_TAG || missing == NO_NONCE || missing == NO_KEY) return ASCON_ERR_NULL;
  if (tag < ALGORITHM->min_tag_bytes * (WHOLE_TAG / 16u) || tag > WHOLE_TAG) return ASCON_ERR_RANGE;
  return ASCON_OK;
}

/* ---- An ascon_message --------------------------------------------------------------------------

   ascon_any_run() with the arguments of the named calls. The fields that a kind does not have are
   not initialized. */

#ifdef ONE_MESSAGE
#undef CALL
#define CALL run

#ifdef AEAD_ENCRYPT
static ascon_result run(uint8_t *to, uint8_t *into_tag, size_t tag_length, const uint8_t *in,
                        size_t length, const uint8_t *data, size_t data_length,
                        const uint8_t *nonce, const uint8_t *key) {
  ascon_message m;
  m.out = to, m.in = in, m.length = length, m.tag = into_tag, m.tag_length = tag_length;
  m.ad = data, m.ad_length = data_length, m.nonce = nonce, m.key = key;
  return ascon_any_run(ALGORITHM, ASCON_ENCRYPT, &m);
}
#endif
#ifdef AEAD_DECRYPT
static ascon_result run(uint8_t *to, const uint8_t *in, size_t length, uint8_t *given,
                        size_t tag_length, const uint8_t *data, size_t data_length,
                        const uint8_t *nonce, const uint8_t *key) {
  ascon_message m;
  m.out = to, m.in = in, m.length = length, m.tag = given, m.tag_length = tag_length;
  m.ad = data, m.ad_length = data_length, m.nonce = nonce, m.key = key;
  return ascon_any_run(ALGORITHM, ASCON_DECRYPT, &m);
}
#endif
#ifdef HASH
static ascon_result run(uint8_t *to, const uint8_t *in, size_t length) {
  ascon_message m;
  m.out = to, m.in = in, m.length = length;
  return ascon_any_run(ALGORITHM, ASCON_COMPUTE, &m);
}
#endif
#ifdef XOF
static ascon_result run(uint8_t *to, size_t out_length, const uint8_t *in, size_t length) {
  ascon_message m;
  m.out = to, m.out_length = out_length, m.in = in, m.length = length;
  return ascon_any_run(ALGORITHM, ASCON_COMPUTE, &m);
}
#endif
#ifdef CXOF
static ascon_result run(uint8_t *to, size_t out_length, const uint8_t *in, size_t length,
                        const uint8_t *customization, size_t customization_length) {
  ascon_message m;
  m.out = to, m.out_length = out_length, m.in = in, m.length = length;
  m.ad = customization, m.ad_length = customization_length;
  return ascon_any_run(ALGORITHM, ASCON_COMPUTE, &m);
}
#endif
#ifdef MAC
static ascon_result run(uint8_t *to, const uint8_t *in, size_t length, const uint8_t *key) {
  ascon_message m;
  m.tag = to, m.in = in, m.length = length, m.key = key;
  return ascon_any_run(ALGORITHM, ASCON_COMPUTE, &m);
}
#endif
#ifdef MAC_VERIFY
static ascon_result run(uint8_t *given, const uint8_t *in, size_t length, const uint8_t *key) {
  ascon_message m;
  m.tag = given, m.in = in, m.length = length, m.key = key;
  return ascon_any_run(ALGORITHM, ASCON_VERIFY, &m);
}
#endif
#ifdef PRF
static ascon_result run(uint8_t *to, size_t out_length, const uint8_t *in, size_t length,
                        const uint8_t *key) {
  ascon_message m;
  m.out = to, m.out_length = out_length, m.in = in, m.length = length, m.key = key;
  return ascon_any_run(ALGORITHM, ASCON_COMPUTE, &m);
}
#endif
#endif

/* ---- AEAD in one call ----------------------------------------------------------------------- */

#ifdef AEAD_ENCRYPT
void driver(void) {
  choose();
  uint8_t *in = text_in(), *to = output(text, in), *into_tag = tag_out();
  const ascon_result expected = result_of_message();
  const ascon_result result =
      CALL(FIRST to, into_tag, tag, in, text, ad_in(), ad, nonce_in(), key_in());
  //@ check result == expected;
  if (result != ASCON_OK) return;
  //@ check \initialized(to + (0 .. BYTES(text) - 1));
  //@ check \initialized(into_tag + (0 .. BYTES(tag) - 1));
}
#endif

#ifdef AEAD_DECRYPT
void driver(void) {
  choose();
  uint8_t *in = text_in(), *to = output(text, in);
  const ascon_result expected = result_of_message();
  const ascon_result result =
      CALL(FIRST to, in, text, tag_in(), tag, ad_in(), ad, nonce_in(), key_in());
  //@ check result == expected || (expected == ASCON_OK && result == ASCON_ERR_TAG);
  if (expected != ASCON_OK) return;
  //@ check \initialized(to + (0 .. BYTES(text) - 1));
}
#endif

/* ciphertext || tag */
#ifdef AEAD_ENCRYPT_COMBINED
void driver(void) {
  choose();
  if (missing == NO_TAG) exit(0); /* the tag is not a separate argument */
  uint8_t *sealed = room(out_memory, OUT_MOST, text + 16, NO_OUT), *in = text_in();
  if (place == IN_PLACE && in && sealed) {
    in = sealed;
    unknown(in, text);
  }
  tag = 16;
  const ascon_result expected = missing == NO_OUT ? ASCON_ERR_NULL : result_of_message();
  const ascon_result result = CALL(FIRST sealed, in, text, ad_in(), ad, nonce_in(), key_in());
  //@ check result == expected;
  if (result != ASCON_OK) return;
  //@ check \initialized(sealed + (0 .. text + 15));
}
#endif

/* `text` is the length of ciphertext || tag, which may be less than a tag. */
#ifdef AEAD_DECRYPT_COMBINED
void driver(void) {
  choose();
  if (missing == NO_TAG) exit(0);
  uint8_t *sealed = text_in();
  const size_t plain = text < 16 ? 0 : text - 16;
  uint8_t *to = output(plain, sealed);
  const ascon_result result = CALL(FIRST to, sealed, text, ad_in(), ad, nonce_in(), key_in());
  const int null = missing == NO_TEXT || lacks(NO_OUT, plain) || lacks(NO_AD, ad) ||
                   missing == NO_NONCE || missing == NO_KEY;
  if (REFUSED != ASCON_OK && missing == NOTHING && text >= 16) {
    //@ check result == REFUSED;
  } else if (null || text < 16) {
    //@ check result == ASCON_ERR_NULL || (text < 16 && result == ASCON_ERR_RANGE);
  } else {
    //@ check result == ASCON_OK || result == ASCON_ERR_TAG;
    //@ check \initialized(to + (0 .. plain - 1));
  }
}
#endif

/* Texts that no object can hold: refused before their address is computed. */
#ifdef AEAD_COMBINED_HUGE
void driver(void) {
  choose();
  const size_t length = Frama_C_size_t_interval(SIZE_MAX / 2 + 1, SIZE_MAX);
  const ascon_result result =
      CALL(FIRST out_memory, text_memory, length, ad_in(), ad, nonce_in(), key_in());
  //@ check result == ASCON_ERR_RANGE;
}
#endif

/* ---- AEAD in pieces ----------------------------------------------------------------------------

   A context as any call leaves it: never started or finished, or of any phase, with fewer bytes in
   the block than the rate. Each call demands such a context and leaves one, so that what is shown
   of one call holds in any sequence of calls. */

static ascon_aead_ctx aead;

/*@ predicate aead_of(integer p, ascon_aead_ctx *c) = c->phase == p && c->offset < c->params->rate;
    predicate aead_context(ascon_aead_ctx *c) =
      c->phase == PHASE_NONE || aead_of(PHASE_START, c) || aead_of(PHASE_AD, c) ||
      aead_of(PHASE_ENCRYPT, c) || aead_of(PHASE_DECRYPT, c);
    predicate aead_wiped(ascon_aead_ctx *c) =
      c->phase == PHASE_NONE && c->offset == 0 && c->params == \null && c->key[0] == 0 &&
      c->key[19] == 0 && c->state.words.w64[0] == 0 && c->state.words.w64[4] == 0;
    predicate good_tag(ascon_aead_ctx *c, integer length) =
      c->params->min_tag_length <= length <= TAG_LENGTH; */

static ascon_aead_ctx *any_aead(void) {
  unknown(&aead.state.words, sizeof aead.state.words);
  unknown(aead.key, sizeof aead.key);
  aead.state.backend = NULL;
  aead.params = phase == PHASE_NONE ? NULL : ALGORITHM->params;
  aead.phase = (uint8_t)phase;
  aead.offset = (uint8_t)offset;
  return missing == NO_CONTEXT ? NULL : &aead;
}

/* The call lacks an argument: it is refused, and leaves the context that there is alone. */
static void check_aead_without(ascon_result result) {
  //@ check result == ASCON_ERR_NULL;
  //@ check aead.phase == phase && aead.offset == offset;
}

#ifdef AEAD_INIT
void driver(void) {
  choose();
  ascon_aead_ctx *ctx = missing == NO_CONTEXT ? NULL : &aead;
#ifdef GENERIC
  const ascon_result result = CALL(ctx, ALGORITHM, nonce_in(), key_in());
#else
  const ascon_result result = CALL(ctx, nonce_in(), key_in());
#endif
  const ascon_result expected = REFUSED != ASCON_OK   ? REFUSED
                                : missing >= NO_NONCE ? ASCON_ERR_NULL
                                                      : ASCON_OK;
  //@ check result == expected;
  if (result != ASCON_OK) return;
  //@ check aead_of(PHASE_START, ctx) && ctx->offset == 0;
  //@ check \initialized(ctx->key + (0 .. 19)) && \initialized(ctx->state.words.w64 + (0 .. 4));
}
#endif

#ifdef AEAD_AD
/*@ requires aead_context(ctx);
    behavior accepted:
      assumes ctx->phase == PHASE_START || ctx->phase == PHASE_AD;
      ensures \result == ASCON_OK;
      ensures aead_of(bytes == 0 ? \old(ctx->phase) : PHASE_AD, ctx);
    behavior refused:
      assumes ctx->phase != PHASE_START && ctx->phase != PHASE_AD;
      ensures \result == ASCON_ERR_ORDER;
      ensures ctx->phase == \old(ctx->phase) && ctx->offset == \old(ctx->offset);
    complete behaviors; disjoint behaviors; */
static ascon_result take_ad(ascon_aead_ctx *ctx, const uint8_t *in, size_t bytes) {
  return CALL(ctx, in, bytes);
}

void driver(void) {
  choose();
  ascon_aead_ctx *ctx = any_aead();
  if (lacks_context_or(lacks(NO_TEXT, text))) check_aead_without(CALL(ctx, text_in(), text));
  else (void)take_ad(ctx, text_in(), text);
}
#endif
/* Text of one direction, after which the other one is out of order. */
#ifdef AEAD_UPDATE
/*@ requires aead_context(ctx);
    behavior accepted:
      assumes ctx->phase == PHASE_START || ctx->phase == PHASE_AD || ctx->phase == DIRECTION;
      ensures \result == ASCON_OK;
      ensures aead_of(DIRECTION, ctx);
      ensures \initialized(to + (0 .. bytes - 1));
    behavior refused:
      assumes ctx->phase != PHASE_START && ctx->phase != PHASE_AD && ctx->phase != DIRECTION;
      ensures \result == ASCON_ERR_ORDER;
      ensures ctx->phase == \old(ctx->phase) && ctx->offset == \old(ctx->offset);
    complete behaviors; disjoint behaviors; */
static ascon_result take_text(ascon_aead_ctx *ctx, uint8_t *to, const uint8_t *in, size_t bytes) {
  return CALL(ctx, to, in, bytes);
}

void driver(void) {
  choose();
  ascon_aead_ctx *ctx = any_aead();
  uint8_t *in = text_in(), *to = output(text, in);
  if (lacks_context_or(lacks(NO_TEXT, text) || lacks(NO_OUT, text)))
    check_aead_without(CALL(ctx, to, in, text));
  else (void)take_text(ctx, to, in, text);
}
#endif

/* The length of the tag is checked before the order. A wrong tag wipes the context too. */
#ifdef AEAD_FINAL
/*@ requires aead_context(ctx);
    behavior accepted:
      assumes ctx->phase == PHASE_START || ctx->phase == PHASE_AD || ctx->phase == DIRECTION;
      assumes good_tag(ctx, bytes);
      ensures \result == ASCON_OK || (DIRECTION == PHASE_DECRYPT && \result == ASCON_ERR_TAG);
      ensures aead_wiped(ctx);
      ensures DIRECTION == PHASE_DECRYPT || \initialized(at + (0 .. bytes - 1));
    behavior order:
      assumes ctx->phase == PHASE_NONE ||
              (ctx->phase == PHASE_ENCRYPT + PHASE_DECRYPT - DIRECTION && good_tag(ctx, bytes));
      ensures \result == ASCON_ERR_ORDER;
      ensures ctx->phase == \old(ctx->phase) && ctx->offset == \old(ctx->offset);
    behavior length:
      assumes ctx->phase != PHASE_NONE && !good_tag(ctx, bytes);
      ensures \result == ASCON_ERR_RANGE;
      ensures ctx->phase == \old(ctx->phase) && ctx->offset == \old(ctx->offset);
    complete behaviors; disjoint behaviors; */
static ascon_result take_tag(ascon_aead_ctx *ctx, uint8_t *at, size_t bytes) {
  return CALL(ctx, at, bytes);
}

void driver(void) {
  choose();
  ascon_aead_ctx *ctx = any_aead();
  uint8_t *at = DIRECTION == PHASE_DECRYPT ? tag_in() : tag_out();
  if (lacks_context_or(missing == NO_TAG)) check_aead_without(CALL(ctx, at, tag));
  else (void)take_tag(ctx, at, tag);
}
#endif

/* ---- The same with bits ---- */

/* The end of associated data closes it: only text may follow. */
#ifdef AEAD_AD_LAST_BITS
void driver(void) {
  choose();
  ascon_aead_ctx *ctx = any_aead();
  const int accepted = phase == PHASE_START || phase == PHASE_AD;
  const ascon_result result = CALL(ctx, text_in(), text);
  if (lacks_context_or(lacks(NO_TEXT, text))) {
    check_aead_without(result);
    return;
  }
  //@ check accepted ==> result == ASCON_OK && aead_of(DIRECTION, ctx);
  //@ check !accepted ==> result == ASCON_ERR_ORDER;
  //@ check !accepted ==> ctx->phase == phase && ctx->offset == offset;
}
#endif

/* The tag of `tag` bits, a length that is checked before the order. Whether there is an output is
   asked once the context is known to have begun. */
#ifdef AEAD_FINAL_BITS
void driver(void) {
  choose();
  ascon_aead_ctx *ctx = any_aead();
  uint8_t *in = text_in(), *to = output(text, in);
  const int order = phase == PHASE_START || phase == PHASE_AD || phase == DIRECTION;
  const int length = 32 <= tag && tag <= 128;
#if DIRECTION_ENCRYPTS
  uint8_t *at = tag_out();
  const ascon_result result = CALL(ctx, to, at, tag, in, text);
#else
  const ascon_result result = CALL(ctx, to, in, text, tag_in(), tag);
#endif
  if (lacks_context_or(missing == NO_TAG || (phase != PHASE_NONE && lacks(NO_OUT, text)) ||
                       lacks(NO_TEXT, text))) {
    check_aead_without(result);
    return;
  }
  //@ check phase == PHASE_NONE ==> result == ASCON_ERR_ORDER;
  //@ check phase != PHASE_NONE && !length ==> result == ASCON_ERR_RANGE;
  //@ check phase != PHASE_NONE && length && !order ==> result == ASCON_ERR_ORDER;
  if (!order || !length) return;
  //@ check result == ASCON_OK || (DIRECTION == PHASE_DECRYPT && result == ASCON_ERR_TAG);
  //@ check aead_wiped(ctx);
  //@ check \initialized(to + (0 .. BYTES(text) - 1));
#if DIRECTION_ENCRYPTS
  //@ check \initialized(at + (0 .. BYTES(tag) - 1));
#endif
}
#endif

/* ---- Hashes, XOFs, MACs and PRFs in one call ------------------------------------------------ */

static ascon_result result_of_string(int with_key) {
  if (REFUSED != ASCON_OK) return REFUSED;
  if (lacks(NO_TEXT, text) || lacks(NO_OUT, out)) return ASCON_ERR_NULL;
  return with_key && missing == NO_KEY ? ASCON_ERR_NULL : ASCON_OK;
}

#ifdef HASH
void driver(void) {
  choose();
  uint8_t *to = room(out_memory, OUT_MOST, out, NO_OUT);
  const ascon_result expected = result_of_string(0), result = CALL(FIRST to, text_in(), text);
  //@ check result == expected;
  if (result != ASCON_OK) return;
  //@ check \initialized(to + (0 .. 31));
}
#endif

#ifdef XOF
void driver(void) {
  choose();
  uint8_t *to = room(out_memory, OUT_MOST, out, NO_OUT);
  const ascon_result expected = result_of_string(0), result = CALL(FIRST to, out, text_in(), text);
  //@ check result == expected;
  if (result != ASCON_OK) return;
  //@ check \initialized(to + (0 .. BYTES(out) - 1));
}
#endif

/* `ad` is the length of the customization string, which only a CXOF has. */
static int too_long(void) { return ALGORITHM->kind == ASCON_KIND_CXOF ? BYTES(ad) > 256 : ad > 0; }

#ifdef CXOF
void driver(void) {
  choose();
  uint8_t *to = room(out_memory, OUT_MOST, out, NO_OUT);
  ascon_result expected = lacks(NO_AD, ad) ? ASCON_ERR_NULL : result_of_string(0);
  if (expected == ASCON_OK && too_long()) expected = ASCON_ERR_RANGE;
#ifdef BITS
  if (expected == ASCON_OK && ALGORITHM->kind == ASCON_KIND_HASH && out != 256)
    expected = ASCON_ERR_RANGE;
#endif
  const ascon_result result = CALL(FIRST to, out, text_in(), text, ad_in(), ad);
  //@ check result == expected;
  if (result != ASCON_OK) return;
  //@ check \initialized(to + (0 .. BYTES(out) - 1));
}
#endif

#ifdef MAC
void driver(void) {
  choose();
  uint8_t *to = room(out_memory, OUT_MOST, out, NO_OUT);
  const ascon_result expected = result_of_string(1),
                     result = CALL(FIRST to, text_in(), text, key_in());
  //@ check result == expected;
  if (result != ASCON_OK) return;
  //@ check \initialized(to + (0 .. 15));
}
#endif

#ifdef MAC_VERIFY
void driver(void) {
  choose();
  const ascon_result expected = missing == NO_TAG ? ASCON_ERR_NULL : result_of_string(1);
  const ascon_result result = CALL(FIRST tag_in(), text_in(), text, key_in());
  //@ check result == expected || (expected == ASCON_OK && result == ASCON_ERR_TAG);
}
#endif

/* PrfShort has limits of its own. */
#ifdef PRF
void driver(void) {
  choose();
  uint8_t *to = room(out_memory, OUT_MOST, out, NO_OUT);
  ascon_result expected = result_of_string(1);
  if (expected == ASCON_OK && ALGORITHM->kind == ASCON_KIND_PRFSHORT &&
      (text > 16 || out < 1 || out > 16))
    expected = ASCON_ERR_RANGE;
  const ascon_result result = CALL(FIRST to, out, text_in(), text, key_in());
  //@ check result == expected;
  if (result != ASCON_OK) return;
  //@ check \initialized(to + (0 .. out - 1));
}
#endif

/* ---- Hashes, XOFs, MACs and PRFs in pieces -----------------------------------------------------

   The same as for AEAD. In addition, all bytes of the current block of output may be used up. */

static ascon_sponge_ctx sponge;

#define ANY_KIND 100
#ifndef KIND
#define KIND ANY_KIND
#endif

/*@ predicate absorbs(ascon_sponge_ctx *c) =
      c->phase == PHASE_ABSORB && c->offset < c->params->rate;
    predicate squeezes(ascon_sponge_ctx *c) =
      c->phase == PHASE_SQUEEZE && c->offset <= c->params->squeeze_rate;
    predicate sponge_context(ascon_sponge_ctx *c) =
      c->phase == PHASE_NONE || absorbs(c) || squeezes(c);
    predicate sponge_wiped(ascon_sponge_ctx *c) =
      c->phase == PHASE_NONE && c->offset == 0 && c->params == \null &&
      c->state.words.w64[0] == 0 && c->state.words.w64[4] == 0;
    predicate serves(ascon_sponge_ctx *c, integer kind) =
      kind == ANY_KIND || c->params->kind == kind ||
      (kind == ASCON_KIND_XOF && c->params->kind == ASCON_KIND_CXOF); */

/* Stops the analysis of a state that no context has: more bytes than a block of its phase has. */
static ascon_sponge_ctx *any_sponge(void) {
  const params *p = ALGORITHM->params;
  if (phase != PHASE_NONE && phase != PHASE_ABSORB && phase != PHASE_SQUEEZE) exit(0);
  if (phase == PHASE_ABSORB && offset >= p->rate) exit(0);
  if (phase == PHASE_SQUEEZE && offset > p->squeeze_rate) exit(0);
  unknown(&sponge.state.words, sizeof sponge.state.words);
  sponge.state.backend = NULL;
  sponge.params = phase == PHASE_NONE ? NULL : p;
  sponge.phase = (uint8_t)phase;
  sponge.offset = (uint8_t)offset;
  return missing == NO_CONTEXT ? NULL : &sponge;
}

/* Calls for one kind look at the context before they look at the strings. */
static void check_sponge_without(ascon_result result) {
  const int unused = KIND != ANY_KIND && missing != NO_CONTEXT && phase == PHASE_NONE;
  //@ check result == (unused ? ASCON_ERR_ORDER : ASCON_ERR_NULL);
  //@ check sponge.phase == phase && sponge.offset == offset;
}

/* What follows each of the starts. */
static void check_started(ascon_sponge_ctx *ctx, int with_key, ascon_result result) {
  const ascon_result expected =
      REFUSED != ASCON_OK ? REFUSED
      : missing == NO_CONTEXT || (with_key && missing == NO_KEY) || lacks(NO_AD, ad)
          ? ASCON_ERR_NULL
      : too_long() ? ASCON_ERR_RANGE
                   : ASCON_OK;
  //@ check result == expected;
  if (result != ASCON_OK) return;
  //@ check absorbs(ctx) && ctx->offset == 0;
  //@ check \initialized(ctx->state.words.w64 + (0 .. 4));
}

static ascon_sponge_ctx *new_sponge(void) { return missing == NO_CONTEXT ? NULL : &sponge; }

#ifdef GENERIC
#define BEHIND_CONTEXT(...) (ctx, ALGORITHM, __VA_ARGS__)
#define BEHIND_CONTEXT_ALONE (ctx, ALGORITHM, NULL, 0)
#else
#define BEHIND_CONTEXT(...) (ctx, __VA_ARGS__)
#define BEHIND_CONTEXT_ALONE (ctx)
#endif

#ifdef START
void driver(void) {
  choose();
  ascon_sponge_ctx *ctx = new_sponge();
  check_started(ctx, 0, CALL BEHIND_CONTEXT_ALONE);
}
#endif

#ifdef START_WITH_KEY
void driver(void) {
  choose();
  ascon_sponge_ctx *ctx = new_sponge();
  check_started(ctx, 1, CALL BEHIND_CONTEXT(key_in(), 16));
}
#endif

#ifdef START_WITH_CUSTOMIZATION
void driver(void) {
  choose();
  ascon_sponge_ctx *ctx = new_sponge();
  check_started(ctx, 0, CALL BEHIND_CONTEXT(ad_in(), ad));
}
#endif

#ifdef ABSORB
/*@ requires sponge_context(ctx);
    behavior accepted:
      assumes ctx->phase == PHASE_ABSORB && serves(ctx, KIND);
      ensures \result == ASCON_OK;
      ensures absorbs(ctx);
    behavior order:
      assumes ctx->phase == PHASE_NONE || (ctx->phase == PHASE_SQUEEZE && serves(ctx, KIND));
      ensures \result == ASCON_ERR_ORDER;
      ensures ctx->phase == \old(ctx->phase) && ctx->offset == \old(ctx->offset);
    behavior kind:
      assumes ctx->phase != PHASE_NONE && !serves(ctx, KIND);
      ensures \result == ASCON_ERR_ALGORITHM;
      ensures ctx->phase == \old(ctx->phase) && ctx->offset == \old(ctx->offset);
    complete behaviors; disjoint behaviors; */
static ascon_result take_message(ascon_sponge_ctx *ctx, const uint8_t *in, size_t bytes) {
  return CALL(ctx, in, bytes);
}

void driver(void) {
  choose();
  ascon_sponge_ctx *ctx = any_sponge();
  if (lacks_context_or(lacks(NO_TEXT, text))) check_sponge_without(CALL(ctx, text_in(), text));
  else (void)take_message(ctx, text_in(), text);
}
#endif

/* The first call ends the message, also with no bytes. */
#ifdef SQUEEZE
/*@ requires sponge_context(ctx);
    behavior accepted:
      assumes ctx->phase != PHASE_NONE && serves(ctx, KIND);
      ensures \result == ASCON_OK;
      ensures squeezes(ctx);
      ensures \initialized(to + (0 .. BYTES(length) - 1));
    behavior order:
      assumes ctx->phase == PHASE_NONE;
      ensures \result == ASCON_ERR_ORDER;
    behavior kind:
      assumes ctx->phase != PHASE_NONE && !serves(ctx, KIND);
      ensures \result == ASCON_ERR_ALGORITHM;
      ensures ctx->phase == \old(ctx->phase) && ctx->offset == \old(ctx->offset);
    complete behaviors; disjoint behaviors; */
static ascon_result give_output(ascon_sponge_ctx *ctx, uint8_t *to, size_t length) {
  return CALL(ctx, to, length);
}

void driver(void) {
  choose();
  ascon_sponge_ctx *ctx = any_sponge();
  uint8_t *to = room(out_memory, OUT_MOST, out, NO_OUT);
  if (lacks_context_or(lacks(NO_OUT, out))) check_sponge_without(CALL(ctx, to, out));
  else (void)give_output(ctx, to, out);
}
#endif

/* A digest or a tag, and the end of the context. */
#ifdef FINISH
void driver(void) {
  choose();
  ascon_sponge_ctx *ctx = any_sponge();
  uint8_t *to = room(out_memory, OUT_MOST, out, NO_OUT);
  const int right = ALGORITHM->kind == KIND;
  const ascon_result result = CALL(ctx, to);
  if (lacks_context_or(missing == NO_OUT)) {
    check_sponge_without(result);
    return;
  }
  //@ check phase == PHASE_NONE ==> result == ASCON_ERR_ORDER;
  //@ check phase != PHASE_NONE && !right ==> result == ASCON_ERR_ALGORITHM;
  if (phase == PHASE_NONE || !right) return;
  //@ check result == ASCON_OK && sponge_wiped(ctx);
  //@ check \initialized(to + (0 .. OUT_MOST - 1));
}
#endif

/* The same by the call for all kinds, which takes the length. */
#ifdef FINISH_LENGTH
void driver(void) {
  choose();
  ascon_sponge_ctx *ctx = any_sponge();
  uint8_t *to = room(out_memory, OUT_MOST, out, NO_OUT);
  const ascon_result result = CALL(ctx, to, out);
  if (lacks_context_or(missing == NO_OUT)) {
    check_sponge_without(result);
    return;
  }
  const ascon_result expected = phase == PHASE_NONE              ? ASCON_ERR_ORDER
                                : out != ALGORITHM->output_bytes ? ASCON_ERR_RANGE
                                                                 : ASCON_OK;
  //@ check result == expected;
  //@ check result == ASCON_ERR_RANGE ==> ctx->phase == phase && ctx->offset == offset;
  if (result != ASCON_OK) return;
  //@ check sponge_wiped(ctx);
  //@ check \initialized(to + (0 .. out - 1));
}
#endif

#ifdef VERIFY
void driver(void) {
  choose();
  ascon_sponge_ctx *ctx = any_sponge();
  const int right = ALGORITHM->kind == ASCON_KIND_MAC;
  const ascon_result result = CALL(ctx, tag_in());
  if (lacks_context_or(missing == NO_TAG)) {
    check_sponge_without(result);
    return;
  }
  //@ check phase == PHASE_NONE ==> result == ASCON_ERR_ORDER;
  //@ check phase != PHASE_NONE && !right ==> result == ASCON_ERR_ALGORITHM;
  if (phase == PHASE_NONE || !right) return;
  //@ check (result == ASCON_OK || result == ASCON_ERR_TAG) && sponge_wiped(ctx);
}
#endif

/* ---- The same with bits ---- */

/* The last piece of a message ends it. */
#ifdef ABSORB_LAST_BITS
void driver(void) {
  choose();
  ascon_sponge_ctx *ctx = any_sponge();
  const ascon_result result = CALL(ctx, text_in(), text);
  if (lacks_context_or(lacks(NO_TEXT, text))) {
    check_sponge_without(result);
    return;
  }
  const ascon_result expected = phase == PHASE_NONE      ? ASCON_ERR_ORDER
                                : REFUSED != ASCON_OK    ? REFUSED
                                : phase == PHASE_SQUEEZE ? ASCON_ERR_ORDER
                                                         : ASCON_OK;
  //@ check result == expected;
  //@ check result == ASCON_OK ==> squeezes(ctx);
  //@ check result != ASCON_OK ==> ctx->phase == phase && ctx->offset == offset;
}
#endif

#ifdef SQUEEZE_LAST_BITS
void driver(void) {
  choose();
  ascon_sponge_ctx *ctx = any_sponge();
  uint8_t *to = room(out_memory, OUT_MOST, out, NO_OUT);
  const ascon_result result = CALL(ctx, to, out);
  if (lacks_context_or(lacks(NO_OUT, out))) {
    check_sponge_without(result);
    return;
  }
  const int hash = ALGORITHM->kind == ASCON_KIND_HASH;
  const ascon_result expected = phase == PHASE_NONE   ? ASCON_ERR_ORDER
                                : REFUSED != ASCON_OK ? REFUSED
                                : hash && out != 256  ? ASCON_ERR_RANGE
                                                      : ASCON_OK;
  //@ check result == expected;
  if (result != ASCON_OK) return;
  //@ check hash ==> sponge_wiped(ctx);
  //@ check !hash ==> squeezes(ctx);
  //@ check \initialized(to + (0 .. BYTES(out) - 1));
}
#endif

/* ---- The state ------------------------------------------------------------------------------ */

static ascon_state state;

static ascon_state *any_state(void) {
  unknown(&state.words, sizeof state.words);
  state.backend = NULL;
  return missing == NO_CONTEXT ? NULL : &state;
}

#ifdef STATE_INIT
void driver(void) {
  choose();
  uint64_t words[5];
  ascon_state *owner = missing == NO_CONTEXT ? NULL : &state;
  unknown(words, sizeof words);
  const ascon_result result = CALL(owner, missing == NO_TEXT ? NULL : words);
  //@ check result == (missing == NO_CONTEXT ? ASCON_ERR_NULL : ASCON_OK);
  //@ check missing == NO_CONTEXT || \initialized(state.words.w64 + (0 .. 4));
}
#endif

/* `number` rounds */
#ifdef STATE_PERMUTE
void driver(void) {
  choose();
  const ascon_result result = CALL(any_state(), (unsigned)number);
  const int good = 1 <= number && number <= 16;
  //@ check missing == NO_CONTEXT ==> result == ASCON_ERR_NULL;
  //@ check missing != NO_CONTEXT ==> result == (good ? ASCON_OK : ASCON_ERR_RANGE);
}
#endif

/* The expected result of the two calls below; `number` is the byte order. */
static ascon_result result_of_access(size_t length, size_t argument) {
  if (missing == NO_CONTEXT || lacks(argument, length)) return ASCON_ERR_NULL;
  if (offset > 40 || length > 40 - offset) return ASCON_ERR_RANGE;
  return number > 1 ? ASCON_ERR_RANGE : ASCON_OK;
}

#ifdef STATE_XOR
void driver(void) {
  choose();
  const ascon_result expected = result_of_access(text, NO_TEXT);
  const ascon_result result = CALL(any_state(), (ascon_order)number, offset, text_in(), text);
  //@ check result == expected;
}
#endif

#ifdef STATE_GET
void driver(void) {
  choose();
  uint8_t *to = room(out_memory, OUT_MOST, out, NO_OUT);
  const ascon_result expected = result_of_access(out, NO_OUT);
  const ascon_result result = CALL(any_state(), (ascon_order)number, offset, to, out);
  //@ check result == expected;
  if (result != ASCON_OK) return;
  //@ check \initialized(to + (0 .. out - 1));
}
#endif

/* ---- Helpers -------------------------------------------------------------------------------- */

#ifdef WIPE
void driver(void) {
  choose();
  uint8_t *memory = room(out_memory, OUT_MOST, out, out == 0 ? NO_OUT : NOTHING + 100);
  CALL(memory, out);
  if (out == 0) return;
  //@ check memory[0] == 0 && memory[out - 1] == 0;
}
#endif

#ifdef EQUAL
void driver(void) {
  choose();
  const int result = CALL(text_in(), string(ad_memory, AD_MOST, text, NO_AD), text);
  //@ check result == 0 || result == 1;
  //@ check text == 0 ==> result == 1;
}
#endif

/* `number` is the byte order */
#ifdef CONVERT
void driver(void) {
  choose();
  uint8_t *in = text_in(), *to = output(text, in);
  const ascon_result expected = lacks(NO_TEXT, text) || lacks(NO_OUT, text) ? ASCON_ERR_NULL
                                : text % 8                                  ? ASCON_ERR_RANGE
                                                                            : ASCON_OK;
  const ascon_result result = CALL(to, in, text, (ascon_order)number);
  //@ check result == expected;
  if (result != ASCON_OK) return;
  //@ check \initialized(to + (0 .. text - 1));
}
#endif

/* ---- Names ---------------------------------------------------------------------------------- */

/* The text that belongs to a number, which may be any number. */
#ifdef TEXT_OF_NUMBER
void driver(void) {
  choose();
  const char *words = CALL(number);
  //@ check \valid_read(words);
}
#endif

/* An entry of a list with COUNT entries; NULL from number COUNT on. */
#ifdef ENTRY
void driver(void) {
  choose();
  const void *entry = CALL(number);
  //@ check (entry != \null) == (number < COUNT);
}
#endif

#ifdef TEXT_ALONE
void driver(void) {
  choose();
  const char *words = CALL();
  //@ check \valid_read(words);
}
#endif

/* Any string of up to LETTERS letters. Bit i of `number` says whether letter i is negative: what
   Eva learns of a letter is an interval, from which it cannot leave out a 0 in the middle. */
enum { LETTERS = 9 };

static char name[LETTERS + 1];

static const char *any_name(void) {
  for (unsigned i = 0; i < LETTERS; i++)
    name[i] = (number >> i) & 1 ? Frama_C_char_interval(-128, -1) : Frama_C_char_interval(0, 127);
  return missing == NO_TEXT ? NULL : name;
}

#ifdef FIND
void driver(void) {
  choose();
  const ascon_algorithm *found = CALL(any_name());
  //@ check found == \null || \valid_read(found);
  //@ check missing == NO_TEXT ==> found == \null;
}
#endif

/* Each algorithm by its name. */
#ifdef FIND_AGAIN
void driver(void) {
  choose();
  const ascon_algorithm *one = ascon_any_at(number), *found = CALL(one->name);
  //@ check found == one;
}
#endif

#ifdef BACKEND_AVAILABLE
void driver(void) {
  choose();
  const int result = CALL(any_name());
  //@ check result == 0 || result == 1;
  //@ check missing == NO_TEXT ==> result == 0;
}
#endif

/* NULL is the best one. */
#ifdef BACKEND_FORCE
void driver(void) {
  choose();
  const ascon_result result = CALL(any_name());
  //@ check result == ASCON_OK || result == ASCON_ERR_BACKEND;
  //@ check missing == NO_TEXT ==> result == ASCON_OK;
}
#endif
