/* What the laboratory runs of the masked code: each function here is a unit of
   proofs/lab/masked.toml or proofs/lab/calls.toml, on SHARES shares. They call the units of
   asconkit/masked/contract.h, and the library's public calls as firmware does: the compiled C
   between the units is checked with them.

   The memory that follows is named in these manifests, which say what is secret in it, and what
   random. The words of a state are the first member of a context, with guards after them if it has
   some. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "asconkit/core/api/phases.h"
#include "asconkit/ascon_any.h"
#include "asconkit/masked/ascon_masked.h"
#include "asconkit/masked/state.h"

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define SCHEME JOIN(ascon_masked_scheme_, SHARES)

typedef const ascon_algorithm *algorithm;

enum {
  STRING_BYTES = 64,
  AD_BYTES = 9,                                /* a whole word and a part of one */
  MOST_WORDS = 44 * MASKED_ROUND_WORDS(SHARES) /* of a whole message */
};

/* How a unit makes its calls: any sum of these. */
enum {
  PLAIN = 1, /* texts, tags and outputs are not in shares */
  BYTES = 2, /* in pieces of one byte */
  LEVELED = 4,
  WITH_AD = 8,   /* AD_BYTES of associated data */
  IN_PLACE = 16, /* the output takes the place of the input */
  NONCE = 32     /* the nonce is in shares */
};

/* A context of either kind, and the state in it. */
union {
  ascon_masked_state state;
  ascon_masked_aead_ctx aead;
  ascon_masked_sponge_ctx sponge;
} context;
_Static_assert(offsetof(ascon_masked_state, words) == 0 &&
                   offsetof(ascon_masked_aead_ctx, state) == 0 &&
                   offsetof(ascon_masked_sponge_ctx, state) == 0,
               "words must come first");

typedef uint8_t shared_string[SHARES][STRING_BYTES];
_Alignas(4) shared_string key, nonce, ad, input, output, tag;
ascon_masked_key key_object; /* a key that knows its shares */
uint32_t random_words[MOST_WORDS];

/* The source of random words: no word twice. */
static size_t used;

static int draw(void *unused, uint32_t *out, size_t count) {
  (void)unused;
  for (size_t i = 0; i < count; i++) out[i] = random_words[used++];
  return 1;
}

static const ascon_masked_setup full = {&SCHEME, &ascon_masked_full, draw, NULL};
static const ascon_masked_setup leveled = {&SCHEME, &ascon_masked_leveled, draw, NULL};

/* From one of its bytes on. */
static ascon_masked_in in_of(shared_string string, size_t at, unsigned how) {
  return (ascon_masked_in){string[0] + at, how & PLAIN ? 0 : STRING_BYTES};
}

static ascon_masked_out out_of(shared_string string, size_t at, unsigned how) {
  return (ascon_masked_out){string[0] + at, how & PLAIN ? 0 : STRING_BYTES};
}

static ascon_masked_in nonce_of(unsigned how) { return in_of(nonce, 0, how & NONCE ? 0 : PLAIN); }

/* ---- Units of the contract ------------------------------------------------------------------ */

/* The guards of a state that are not drawn for each permutation are words that nobody has used. */
static void set_guards(void) {
  if (MASKED_KEEPS_GUARDS(SHARES))
    (void)draw(NULL, context.state.words.shares + (size_t)10 * SHARES, MASKED_GUARD_WORDS(SHARES));
}

/* The first of 12 rounds, or one without a constant, of which all columns are alike. With guards it
   is a part of a permutation: proofs/lab/masked.toml says where it ends. */
void round_unit(unsigned constant) {
#if MASKED_HAS_GUARDS(SHARES)
  (void)draw(NULL, context.state.words.shares + 10 * SHARES, MASKED_GUARD_WORDS(SHARES));
  (void)constant;
  JOIN(ascon_masked_permute_, SHARES)(context.state.words.shares, 12);
#else
  JOIN(ascon_masked_round_, SHARES)(context.state.words.shares, random_words,
                                    masked_constant(constant));
#endif
}

#if MASKED_SHUFFLES && SHARES == 2
uint8_t order[12];
uint32_t other[2 * SHARES * 5];

void shuffled_permutation(void) {
  set_guards();
  ascon_masked_permute_2_shuffled(context.state.words.shares, 12, order, other);
}
#endif

void refresh_unit(void) { SCHEME.refresh(context.state.words.shares, random_words); }

int tag_unit(void) { return (int)SCHEME.tag(context.state.words.shares, random_words); }

/* One share after the other, as strings are absorbed and stored: what is left of one meets the
   next. */
static void absorb(unsigned part, size_t at) {
  for (unsigned i = 0; i < SHARES; i++)
    ascon_masked_absorb(context.state.words.shares + 2 * i, input[i] + at, part, i);
}

static void store(unsigned part, size_t at) {
  for (unsigned i = 0; i < SHARES; i++)
    ascon_masked_store(output[i] + at, context.state.words.shares + 2 * i, part, i);
}

void absorb_unit(void) { absorb(masked_part(0, 8, ASCON_LITTLE_ENDIAN), 0); }

void store_unit(void) { store(masked_part(0, 8, ASCON_LITTLE_ENDIAN), 0); }

/* All parts of a word, and whole words, in both orders of bytes. */
static void all_parts(void (*function)(unsigned part, size_t at)) {
  for (size_t skip = 0; skip < 8; skip++)
    for (size_t n = 1; n <= 8 - skip; n++) {
      function(masked_part(skip, n, ASCON_LITTLE_ENDIAN), skip % 4);
      function(masked_part(skip, n, ASCON_BIG_ENDIAN), skip % 4);
    }
}

void absorb_parts(void) { all_parts(absorb); }

void store_parts(void) { all_parts(store); }

/* A permutation with its source of random words. */
void permutation(unsigned rounds) {
  ascon_masked_state_start(&context.state, &full);
  set_guards();
  ascon_masked_state_permute(&context.state, rounds);
}

/* ---- Strings and keys ------------------------------------------------------------------------ */

int share(size_t length, unsigned how) {
  return ascon_masked_share(&full, out_of(how & IN_PLACE ? input : output, 0, 0),
                            in_of(input, 0, how), length);
}

int join(size_t length) {
  return ascon_masked_join(&SCHEME, output[0], in_of(input, 0, 0), length);
}

int key_init(size_t length) { return ascon_masked_key_init(&key_object, &full, input[0], length); }

int key_refresh(size_t length) {
  key_object.shares = SHARES;
  key_object.bytes = (uint8_t)length;
  const int result = ascon_masked_key_refresh(&key_object, &full);
  return result != ASCON_OK || !ascon_masked_key_shares(&full, NULL, &key_object).data;
}

/* ---- Contexts in the middle of a message ---------------------------------------------------- */

/* Sets all of a context but the shares of its state, which are in memory already. */
static void begin_aead(algorithm a, uint8_t phase) {
  ascon_masked_state_start(&context.state, &full);
  set_guards();
  context.aead.params = a->params;
  context.aead.key = in_of(key, 0, 0);
  context.aead.phase = phase;
  context.aead.offset = 0;
}

static void begin_sponge(algorithm a, uint8_t phase) {
  ascon_masked_state_start(&context.state, &full);
  set_guards();
  context.sponge.params = a->params;
  context.sponge.phase = phase;
  context.sponge.offset = 0;
}

/* A call with all bytes, or one for each byte. */
typedef int piece(size_t at, size_t length, unsigned how);

static int pieces(piece *call, size_t length, unsigned how) {
  if (!(how & BYTES)) return call(0, length, how);
  for (size_t at = 0; at < length; at++) {
    const int result = call(at, 1, how);
    if (result != ASCON_OK) return result;
  }
  return ASCON_OK;
}

static int ad_piece(size_t at, size_t length, unsigned how) {
  return ascon_masked_aead_ad(&context.aead, in_of(ad, at, how), length);
}

static int encrypt_piece(size_t at, size_t length, unsigned how) {
  return ascon_masked_aead_encrypt_update(&context.aead,
                                          out_of(how & IN_PLACE ? input : output, at, how),
                                          in_of(input, at, how), length);
}

static int decrypt_piece(size_t at, size_t length, unsigned how) {
  return ascon_masked_aead_decrypt_update_unverified(
      &context.aead, out_of(how & IN_PLACE ? input : output, at, how), in_of(input, at, how),
      length);
}

static int sponge_piece(size_t at, size_t length, unsigned how) {
  return ascon_masked_sponge_update(&context.sponge, in_of(input, at, how), length);
}

static int squeeze_piece_of(size_t at, size_t length, unsigned how) {
  return ascon_masked_sponge_squeeze(&context.sponge, out_of(output, at, how), length);
}

int aead_ad(algorithm a, size_t length, unsigned how) {
  begin_aead(a, PHASE_AD);
  return pieces(ad_piece, length, how);
}

int encrypt_update(algorithm a, size_t length, unsigned how) {
  begin_aead(a, PHASE_ENCRYPT);
  return pieces(encrypt_piece, length, how);
}

int decrypt_update(algorithm a, size_t length, unsigned how) {
  begin_aead(a, PHASE_DECRYPT);
  return pieces(decrypt_piece, length, how);
}

int sponge_update(algorithm a, size_t length, unsigned how) {
  begin_sponge(a, PHASE_ABSORB);
  return pieces(sponge_piece, length, how);
}

int sponge_squeeze(algorithm a, size_t length, unsigned how) {
  begin_sponge(a, PHASE_SQUEEZE);
  return pieces(squeeze_piece_of, length, how);
}

int encrypt_final(algorithm a, size_t length, unsigned how) {
  begin_aead(a, PHASE_ENCRYPT);
  return ascon_masked_aead_encrypt_final(&context.aead, out_of(tag, 0, how), length);
}

int decrypt_final(algorithm a, size_t length, unsigned how) {
  begin_aead(a, PHASE_DECRYPT);
  return ascon_masked_aead_decrypt_final(&context.aead, in_of(tag, 0, how), length);
}

int sponge_final(algorithm a, size_t length, unsigned how) {
  begin_sponge(a, PHASE_ABSORB);
  return ascon_masked_sponge_squeeze(&context.sponge, out_of(output, 0, how), length);
}

int verify_final(algorithm a, unsigned how) {
  begin_sponge(a, PHASE_ABSORB);
  return ascon_masked_sponge_verify_final(&context.sponge, in_of(tag, 0, how));
}

/* ---- The beginning of a message, and whole messages ------------------------------------------ */

/* A key, or a customization string, which is plain, or nothing. */
static ascon_masked_in prefix_of(algorithm a) {
  return in_of(a->kind == ASCON_KIND_CXOF ? ad : key, 0, a->key_bytes ? 0 : PLAIN);
}

static size_t prefix_bytes(algorithm a) {
  return a->kind == ASCON_KIND_CXOF ? AD_BYTES : a->key_bytes;
}

int aead_init(algorithm a, unsigned how) {
  return ascon_masked_aead_init(&context.aead, how & LEVELED ? &leveled : &full, a, nonce_of(how),
                                in_of(key, 0, 0));
}

int sponge_init(algorithm a) {
  return ascon_masked_sponge_init(&context.sponge, &full, a, prefix_of(a), prefix_bytes(a));
}

/* `lengths`: bytes of text, and of the tag times 256. In pieces if there are any of one byte. */
int encrypt(algorithm a, size_t lengths, unsigned how) {
  const size_t length = lengths & 0xff, tag_length = lengths >> 8;
  const size_t ad_length = how & WITH_AD ? AD_BYTES : 0;
  if (!(how & BYTES))
    return ascon_masked_aead_encrypt(how & LEVELED ? &leveled : &full, a,
                                     out_of(how & IN_PLACE ? input : output, 0, how),
                                     out_of(tag, 0, how), tag_length, in_of(input, 0, how), length,
                                     in_of(ad, 0, how), ad_length, nonce_of(how), in_of(key, 0, 0));
  int result = aead_init(a, how);
  if (result == ASCON_OK) result = pieces(ad_piece, ad_length, how);
  if (result == ASCON_OK) result = pieces(encrypt_piece, length, how);
  if (result != ASCON_OK) return result;
  return ascon_masked_aead_encrypt_final(&context.aead, out_of(tag, 0, how), tag_length);
}

int decrypt(algorithm a, size_t lengths, unsigned how) {
  const size_t length = lengths & 0xff, tag_length = lengths >> 8;
  const size_t ad_length = how & WITH_AD ? AD_BYTES : 0;
  if (!(how & BYTES))
    return ascon_masked_aead_decrypt(how & LEVELED ? &leveled : &full, a,
                                     out_of(how & IN_PLACE ? input : output, 0, how),
                                     in_of(input, 0, how), length, in_of(tag, 0, how), tag_length,
                                     in_of(ad, 0, how), ad_length, nonce_of(how), in_of(key, 0, 0));
  int result = aead_init(a, how);
  if (result == ASCON_OK) result = pieces(ad_piece, ad_length, how);
  if (result == ASCON_OK) result = pieces(decrypt_piece, length, how);
  if (result != ASCON_OK) return result;
  return ascon_masked_aead_decrypt_final(&context.aead, in_of(tag, 0, how), tag_length);
}

int sponge(algorithm a, size_t length, size_t out_length, unsigned how) {
  if (!(how & BYTES))
    return ascon_masked_sponge(&full, a, out_of(output, 0, how), out_length, in_of(input, 0, how),
                               length, prefix_of(a), prefix_bytes(a));
  int result = sponge_init(a);
  if (result == ASCON_OK) result = pieces(sponge_piece, length, how);
  if (result != ASCON_OK) return result;
  return pieces(squeeze_piece_of, out_length, how);
}

int verify(algorithm a, size_t length, unsigned how) {
  return ascon_masked_sponge_verify(&full, a, in_of(tag, 0, how), in_of(input, 0, how), length,
                                    in_of(key, 0, 0));
}
