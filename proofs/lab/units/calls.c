/* What the laboratory runs of the masked code: each function here is a unit of
   proofs/lab/masked.toml, on SHARES shares. They call the units of asconkit/masked/contract.h, and
   the library's calls as firmware has them: the compiled C code between the units is checked with
   them.

   The memory that follows is named in proofs/lab/masked.toml, which says what is secret in it, and
   what random. The words of a
   state are the first member of a context, with guards after them if it has some. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "asconkit/api/phases.h"
#include "asconkit/ascon_any.h"
#include "asconkit/ascon_masked.h"
#include "asconkit/ascon_permutation.h"
#include "asconkit/masked/state.h"

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define SCHEME JOIN(ascon_masked_scheme_, SHARES)

enum {
  STRING_BYTES = 32,
  TAG_BYTES = 16,
  MOST_WORDS = 32 * MASKED_ROUND_WORDS(SHARES) /* of a whole message */
};
_Static_assert(offsetof(ascon_masked_aead_ctx, state.words) == 0 &&
                   offsetof(ascon_masked_sponge_ctx, state.words) == 0,
               "words must come first");

ascon_masked_aead_ctx context;
ascon_masked_sponge_ctx sponge;
uint32_t integers[SHARES][2];
_Alignas(4) uint8_t key[SHARES][STRING_BYTES], input[SHARES][STRING_BYTES],
    output[SHARES][STRING_BYTES], nonce[16];
uint32_t random_words[MOST_WORDS];

/* The source of random words: no word twice. */
static size_t used;

static int draw(void *unused, uint32_t *out, size_t count) {
  (void)unused;
  for (size_t i = 0; i < count; i++) out[i] = random_words[used++];
  return 1;
}

static const ascon_masked_setup setup = {&SCHEME, NULL, draw, NULL}; /* steps, sponges, strings */
static const ascon_masked_setup aead = {&SCHEME, &ascon_masked_full, draw, NULL};

#define SHARED_IN(string) ((ascon_masked_in){(string)[0], sizeof(string)[0]})
#define SHARED_OUT(string) ((ascon_masked_out){(string)[0], sizeof(string)[0]})

/* ---- Units of the contract ------------------------------------------------------------------ */

/* The guards of a state that are not drawn for each permutation are words that nobody has used. */
static void set_guards(uint32_t *words) {
  if (MASKED_KEEPS_GUARDS(SHARES))
    (void)draw(NULL, words + (size_t)10 * SHARES, MASKED_GUARD_WORDS(SHARES));
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
  set_guards(context.state.words.shares);
  ascon_masked_permute_2_shuffled(context.state.words.shares, 12, order, other);
}
#endif

void refresh_unit(void) { SCHEME.refresh(context.state.words.shares, random_words); }

int tag_unit(void) { return (int)SCHEME.tag(context.state.words.shares, random_words); }

/* One share after the other, as strings are absorbed and stored: what is left of one meets the
 * next. */
void absorb_unit(void) {
  for (unsigned i = 0; i < SHARES; i++)
    ascon_masked_absorb(context.state.words.shares + 2 * i, integers[i], i);
}

void store_unit(void) {
  for (unsigned i = 0; i < SHARES; i++)
    ascon_masked_store(integers[i], context.state.words.shares + 2 * i, i);
}

/* ---- Steps of the modes --------------------------------------------------------------------- */

static void permute_rounds(unsigned rounds) {
  ascon_masked_state_start(&context.state, &setup);
  set_guards(context.state.words.shares);
  ascon_masked_state_permute(&context.state, rounds);
}

void permutation_2(void) { permute_rounds(2); }

void permutation_12(void) { permute_rounds(12); }

void permutation_8(void) { permute_rounds(8); }

/* A block of 16 bytes, between strings in shares, or plain ones with stride 0. */
static void block(operation op, size_t in_stride, size_t out_stride) {
  ascon_masked_state_start(&context.state, &setup);
  context.state.in_stride = in_stride;
  context.state.out_stride = out_stride;
  ascon_masked_state_bytes(&context.state, op, 0, output[0], input[0], 16, ASCON_LITTLE_ENDIAN);
}

void absorb_block(void) { block(OP_ABSORB, STRING_BYTES, STRING_BYTES); }

void squeeze_block(void) { block(OP_SQUEEZE, STRING_BYTES, STRING_BYTES); }

void encrypt_block(void) { block(OP_ENCRYPT, STRING_BYTES, STRING_BYTES); }

void decrypt_block(void) { block(OP_DECRYPT, STRING_BYTES, STRING_BYTES); }

void squeeze_plain(void) { block(OP_SQUEEZE, 0, 0); }

void encrypt_plain(void) { block(OP_ENCRYPT, STRING_BYTES, 0); }

void decrypt_plain(void) { block(OP_DECRYPT, 0, 0); }

/* ---- Initialization and finalization -------------------------------------------------------- */

static int initialize(const ascon_algorithm *algorithm) {
  return ascon_masked_aead_init(&context, &aead, algorithm, ascon_masked_plain_in(nonce),
                                SHARED_IN(key));
}

int aead128_init(void) { return initialize(ASCON_AEAD128); }

int v12_128_init(void) { return initialize(ASCON_V12_128); }

int v12_80pq_init(void) { return initialize(ASCON_V12_80PQ); }

int mac_init(void) {
  return ascon_masked_sponge_init(&sponge, &setup, ASCON_V13_MAC, SHARED_IN(key), KEY_LENGTH);
}

/* Sets the context as after the whole text of a message. The shares of the state are in memory
   already. */
static void end_of_text(const ascon_algorithm *algorithm, uint8_t phase) {
  ascon_masked_state_start(&context.state, &aead);
  set_guards(context.state.words.shares);
  context.params = algorithm->params;
  context.key = SHARED_IN(key);
  context.phase = phase;
}

static int encrypt_final(const ascon_algorithm *algorithm, ascon_masked_out tag) {
  end_of_text(algorithm, PHASE_ENCRYPT);
  return ascon_masked_aead_encrypt_final(&context, tag, TAG_BYTES);
}

int aead128_encrypt_final(void) { return encrypt_final(ASCON_AEAD128, SHARED_OUT(output)); }

int aead128_encrypt_final_plain(void) {
  return encrypt_final(ASCON_AEAD128, ascon_masked_plain_out(output[0]));
}

int v12_128_encrypt_final(void) { return encrypt_final(ASCON_V12_128, SHARED_OUT(output)); }

int v12_80pq_encrypt_final(void) { return encrypt_final(ASCON_V12_80PQ, SHARED_OUT(output)); }

int aead128_decrypt_final(void) {
  end_of_text(ASCON_AEAD128, PHASE_DECRYPT);
  return ascon_masked_aead_decrypt_final(&context, SHARED_IN(input), TAG_BYTES);
}

/* A whole message, from and to plain strings: ciphertext and tag. */
int aead128_encrypt(void) {
  return ascon_masked_aead_encrypt(&aead, ASCON_AEAD128, ascon_masked_plain_out(output[0]),
                                   ascon_masked_plain_out(output[1]), TAG_BYTES,
                                   ascon_masked_plain_in(input[0]), 16, ascon_masked_plain_in(NULL),
                                   0, ascon_masked_plain_in(nonce), SHARED_IN(key));
}

/* The tag of a MAC leaves in shares, or is compared. */
static void end_of_message(void) {
  ascon_masked_state_start(&sponge.state, &setup);
  set_guards(sponge.state.words.shares);
  sponge.params = ASCON_V13_MAC->params;
  sponge.phase = PHASE_ABSORB;
}

int mac_final(void) {
  end_of_message();
  return ascon_masked_sponge_squeeze(&sponge, SHARED_OUT(output), TAG_BYTES);
}

int mac_verify(void) {
  end_of_message();
  return ascon_masked_sponge_verify_final(&sponge, SHARED_IN(input));
}

/* A shared key gets new shares. */
int refresh_key(void) {
  return ascon_masked_share(&setup, SHARED_OUT(key), SHARED_IN(key), KEY_LENGTH);
}
