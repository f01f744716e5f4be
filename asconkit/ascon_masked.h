/* Ascon on shares, for devices whose power or radiation an attacker can measure: docs/masked.md
   says against whom it helps, and what it cannot promise. Every secret is the sum (XOR) of 2, 3 or
   4 shares. The conventions are those of ascon.h; beyond them:

   - Each call draws random words from a source that the caller gives, as many as
     ascon_masked_random_words() says. If the source has none left, the call returns
     ASCON_ERR_RANDOM: all its outputs are then zeros, and the context, if it has one, has been
     wiped.
   - Algorithms, lengths, nonces and customization strings are public, and so is whether a tag is
     right: one bit, the only value of a tag check that is ever computed outside shares.

   Nothing of this is linked into a program that does not call it.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_ASCON_MASKED_H
#define ASCONKIT_ASCON_MASKED_H

#include "ascon_any.h"
#include "ascon_config.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Shares and randomness ------------------------------------------------------------------ */

/** How shares of a given number are computed on. A program has the schemes that it names. */
typedef struct ascon_masked_scheme ascon_masked_scheme;
/** 2 shares, against one measured value at a time. */
ASCON_API extern const ascon_masked_scheme ascon_masked_scheme_2;
/** 3 shares, against two values that are combined. */
ASCON_API extern const ascon_masked_scheme ascon_masked_scheme_3;
/** 4 shares, against three. */
ASCON_API extern const ascon_masked_scheme ascon_masked_scheme_4;

/** How much of an AEAD message is computed on shares. A program has the forms that it names. */
typedef struct ascon_masked_form ascon_masked_form;
/** All of it. */
ASCON_API extern const ascon_masked_form ascon_masked_full;
/** Initialization and finalization, where the key is. Associated data and text are not on shares,
    and must be plain strings, or the call returns ASCON_ERR_RANGE. */
ASCON_API extern const ascon_masked_form ascon_masked_leveled;

/** How calls compute: by which scheme, in which form, with whose randomness. */
typedef struct ascon_masked_setup {
  const ascon_masked_scheme *scheme;
  const ascon_masked_form *form; /**< only read by calls of AEAD; NULL if there are none */
  /** Writes `count` words, 1 to 60. They must be uniform, unknown to the attacker, and never be
      given out again. Returns 0 if it cannot, anything else if it has. */
  int (*words)(void *context, uint32_t *out, size_t count);
  void *context; /**< of words() */
} ascon_masked_setup;

/** The number of random words that a whole message takes, in one call or in pieces: with this
    operation, scheme and form, and `length`, `ad_length` and `out_length` of `message`, of which
    ascon_message says what an algorithm reads. `algorithm` is NULL: those of
    ascon_masked_share() for `length` bytes. 0 if the algorithm has no such operation. */
ASCON_API size_t ascon_masked_random_words(const ascon_masked_setup *setup,
                                           const ascon_algorithm *algorithm, ascon_operation op,
                                           const ascon_message *message);

/** A string that a call reads. Share i of it begins at data + i * stride. With stride 0 it is a
    plain string, which is as good as one whose other shares are zeros. */
typedef struct ascon_masked_in {
  const uint8_t *data;
  size_t stride;
} ascon_masked_in;

/** A string that a call writes: its shares, or with stride 0 their sum. Where a call may work in
    place, the string that it reads has the same address and stride. The shares are those of the
    call's state: before they go into the same message again, ascon_masked_share() must give them
    new ones. */
typedef struct ascon_masked_out {
  uint8_t *data;
  size_t stride;
} ascon_masked_out;

/** A string outside shares. */
ASCON_API ascon_masked_in ascon_masked_plain_in(const uint8_t *data);

/** A string outside shares, to be written. */
ASCON_API ascon_masked_out ascon_masked_plain_out(uint8_t *data);

/** Writes `length` bytes in fresh shares of `data`, which may be plain, or shares that are in
 * place.
 */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_masked_share(const ascon_masked_setup *setup,
                                                           ascon_masked_out out,
                                                           ascon_masked_in data, size_t length);

/** Writes the sum of the shares. `out` has `length` bytes and is none of them. */
ASCON_API ascon_result ascon_masked_join(const ascon_masked_scheme *scheme, uint8_t *out,
                                         ascon_masked_in shares, size_t length);

/** A key in shares. */
typedef struct ascon_masked_key {
  uint8_t share[ASCON_MASKED_MAX_SHARES][32];
  uint8_t shares; /**< how many of them there are */
  uint8_t bytes;
} ascon_masked_key;

/** Shares a key of at most 32 bytes. Do this once, where nobody measures, and keep the shares. Wipe
    `bytes` afterwards, and the shared key when it is no longer used, with ascon_wipe(). The random
    words are those of ascon_masked_share(). */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_masked_key_init(ascon_masked_key *key,
                                                              const ascon_masked_setup *setup,
                                                              const uint8_t *bytes, size_t length);

/** New shares of the same key: call it before each message, or as often as words allow. If there
    are none, the key stays as it was. The random words are those of ascon_masked_share(). */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_masked_key_refresh(ascon_masked_key *key,
                                                                 const ascon_masked_setup *setup);

/** The shares of a key, as a string for calls with this setup and this algorithm. If the key has
    another number of shares than `setup`, or another length than the algorithm's, the string has
    no address, and calls refuse it with ASCON_ERR_NULL. For calls without an algorithm,
    `algorithm` is NULL, and the key may have any length. */
ASCON_API ascon_masked_in ascon_masked_key_shares(const ascon_masked_setup *setup,
                                                  const ascon_algorithm *algorithm,
                                                  const ascon_masked_key *key);

/** Random words from a seed, where the hardware gives few: the output of Ascon-PRF (v1.3) for the
    empty message, under the seed as its key, 16 bytes for each permutation. The generator itself
    is not masked. It must be seeded anew at each start, from hardware. In the child of a fork it
    gives no words until it is seeded anew, as far as the system lets it notice the fork. Do not
    copy it: both copies would give the same. */
typedef struct ascon_masked_generator {
  ascon_sponge_ctx prf;
  uint64_t process;
} ascon_masked_generator;

/** seed: 16 bytes that are random and used nowhere else. Wipe the generator after use. */
ASCON_API ascon_result ascon_masked_generator_init(ascon_masked_generator *generator,
                                                   const uint8_t *seed);

/** For ascon_masked_setup.words, with the generator as its context. */
ASCON_API int ascon_masked_generator_words(void *generator, uint32_t *out, size_t count);

/* ---- Authenticated encryption --------------------------------------------------------------- */

/* The algorithms are all of that kind, and the meaning of the arguments is that of the fields of
   ascon_message. The setup says in which form a message is computed. Every string is in shares or
   plain. For an ascon_masked_key, give ascon_masked_key_shares(). */

/** Encrypts. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_masked_aead_encrypt(
    const ascon_masked_setup *setup, const ascon_algorithm *algorithm, ascon_masked_out ciphertext,
    ascon_masked_out tag, size_t tag_length, ascon_masked_in plaintext, size_t text_length,
    ascon_masked_in ad, size_t ad_length, ascon_masked_in nonce, ascon_masked_in key);

/** Checks the tag and decrypts; with ASCON_ERR_TAG all shares of `plaintext` are zeros.
    @param tag_length fixed by your protocol, never the length that arrived */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_masked_aead_decrypt(
    const ascon_masked_setup *setup, const ascon_algorithm *algorithm, ascon_masked_out plaintext,
    ascon_masked_in ciphertext, size_t text_length, ascon_masked_in tag, size_t tag_length,
    ascon_masked_in ad, size_t ad_length, ascon_masked_in nonce, ascon_masked_in key);

/** The words of a state in shares; private. */
typedef union ascon_masked_words {
  uint32_t shares[12 * ASCON_MASKED_MAX_SHARES - 2]; /**< of five words, then guards */
  ascon_aead_ctx plain; /**< leveled, between initialization and finalization */
} ascon_masked_words;

/** A state in shares; private. */
typedef struct ascon_masked_state {
  ascon_masked_words words;
  ascon_masked_setup setup;
  size_t in_stride, out_stride; /* of the strings of the step that runs */
  uint8_t failed;               /* there were no random words */
} ascon_masked_state;

/** A message in pieces: init, ad, update and final, as with ascon_aead_ctx. The key is not copied:
    its shares must stay where they are until final. */
typedef struct ascon_masked_aead_ctx {
  ascon_masked_state state;
  const struct ascon_params *params;
  ascon_masked_in key;
  uint8_t phase;
  uint8_t offset;
} ascon_masked_aead_ctx;

/** Starts a message. ASCON_ERR_RANGE if nonce or key overlap the context; `setup` may lie in it. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_masked_aead_init(ascon_masked_aead_ctx *ctx,
                                                               const ascon_masked_setup *setup,
                                                               const ascon_algorithm *algorithm,
                                                               ascon_masked_in nonce,
                                                               ascon_masked_in key);
/** Adds associated data. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_masked_aead_ad(ascon_masked_aead_ctx *ctx,
                                                             ascon_masked_in ad, size_t length);
/** Encrypts the next piece. */
ASCON_MUST_CHECK ASCON_API ascon_result
ascon_masked_aead_encrypt_update(ascon_masked_aead_ctx *ctx, ascon_masked_out ciphertext,
                                 ascon_masked_in plaintext, size_t length);
/** Writes the tag and wipes the context. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_masked_aead_encrypt_final(ascon_masked_aead_ctx *ctx,
                                                                        ascon_masked_out tag,
                                                                        size_t tag_length);
/** Decrypts the next piece. WARNING: its output is UNVERIFIED, as that of
    ascon_any_aead_decrypt_update_unverified(). */
ASCON_MUST_CHECK ASCON_API ascon_result
ascon_masked_aead_decrypt_update_unverified(ascon_masked_aead_ctx *ctx, ascon_masked_out plaintext,
                                            ascon_masked_in ciphertext, size_t length);
/** Checks the tag and wipes the context.
    @param tag_length fixed by your protocol, never the length that arrived */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_masked_aead_decrypt_final(ascon_masked_aead_ctx *ctx,
                                                                        ascon_masked_in tag,
                                                                        size_t tag_length);

/* ---- Hashes, XOFs, MACs and PRFs ------------------------------------------------------------ */

/* All algorithms of these kinds, always on shares from the beginning to the end: whoever knows the
   state of a MAC or a PRF after its initialization can compute the key, so that there is no leveled
   form. Where there is no key, a plain message leaves nothing to hide. */

/** One message. `prefix` is a key of 16 bytes (MACs, PRFs), or a customization string, which must
    be plain (CXOF), or nothing. For an ascon_masked_key, give ascon_masked_key_shares().
    out_length: that of the algorithm, or any number for a XOF or PRF. ASCON_ERR_RANGE for other
    lengths, ASCON_ERR_ALGORITHM for AEAD. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_masked_sponge(const ascon_masked_setup *setup,
                                                            const ascon_algorithm *algorithm,
                                                            ascon_masked_out out, size_t out_length,
                                                            ascon_masked_in message, size_t length,
                                                            ascon_masked_in prefix,
                                                            size_t prefix_length);

/** Checks the 16-byte tag of a MAC, on shares: ASCON_OK if it is the message's, ASCON_ERR_TAG
    otherwise. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_masked_sponge_verify(
    const ascon_masked_setup *setup, const ascon_algorithm *algorithm, ascon_masked_in tag,
    ascon_masked_in message, size_t length, ascon_masked_in key);

/** A message in pieces, of all kinds but PrfShort: init, any number of updates, then output. */
typedef struct ascon_masked_sponge_ctx {
  ascon_masked_state state;
  const struct ascon_params *params;
  uint8_t phase;
  uint8_t offset;
} ascon_masked_sponge_ctx;

/** Starts a message; `prefix` is as for ascon_masked_sponge(). ASCON_ERR_RANGE if it overlaps the
    context. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_masked_sponge_init(ascon_masked_sponge_ctx *ctx,
                                                                 const ascon_masked_setup *setup,
                                                                 const ascon_algorithm *algorithm,
                                                                 ascon_masked_in prefix,
                                                                 size_t prefix_length);
/** Adds `length` bytes to the message. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_masked_sponge_update(ascon_masked_sponge_ctx *ctx,
                                                                   ascon_masked_in message,
                                                                   size_t length);
/** Writes the next bytes of a XOF or PRF, and may be called again; wipe the context afterwards.
    For a hash or MAC, writes the whole output and wipes the context. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_masked_sponge_squeeze(ascon_masked_sponge_ctx *ctx,
                                                                    ascon_masked_out out,
                                                                    size_t length);
/** Checks the tag of a MAC and wipes the context. */
ASCON_MUST_CHECK ASCON_API ascon_result
ascon_masked_sponge_verify_final(ascon_masked_sponge_ctx *ctx, ascon_masked_in tag);

#ifdef __cplusplus
}
#endif

#endif
