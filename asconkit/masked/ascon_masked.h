/* Masked Ascon, for devices whose power consumption or radiation an attacker can measure. Every
   secret is the sum (XOR) of 2, 3 or 4 shares. docs/masked.md describes the attackers that masking
   helps against, and the limits of masking. The rules of ascon.h apply, and:

   - Each call draws random words from the caller's source; ascon_masked_random_words() returns how
     many. If the source has no words left, the call returns ASCON_ERR_RANDOM, all its outputs are
     zeros, and its context, if any, has been wiped.
   - Algorithms, lengths, nonces and customization strings are public. Whether a tag is right is
     public too: this one bit is the only value of a tag check that is ever computed outside shares.

   A program that calls none of these functions does not contain their code.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_ASCON_MASKED_H
#define ASCONKIT_ASCON_MASKED_H

#include "../ascon_any.h"
#include "../ascon_config.h"

ASCON_C_BEGIN

/* ---- Shares and randomness ------------------------------------------------------------------ */

/** A scheme: the masked operations for one number of shares. A program contains only the code of
    the schemes that it uses. */
typedef struct ascon_masked_scheme ascon_masked_scheme;
/** The scheme with 2 shares, against attackers who use one measured value at a time. */
ASCON_API extern const ascon_masked_scheme ascon_masked_scheme_2;
/** The scheme with 3 shares, against attackers who combine two measured values. */
ASCON_API extern const ascon_masked_scheme ascon_masked_scheme_3;
/** The scheme with 4 shares, against attackers who combine three measured values. */
ASCON_API extern const ascon_masked_scheme ascon_masked_scheme_4;

/** A form says which parts of an AEAD message are computed on shares. A program contains only the
    code of the forms that it uses. */
typedef struct ascon_masked_form ascon_masked_form;
/** The full form: the whole message is computed on shares. */
ASCON_API extern const ascon_masked_form ascon_masked_full;
/** The leveled form: only initialization and finalization, which use the key, are computed on
    shares. Calls return ASCON_ERR_RANGE unless associated data and text are plain buffers. */
ASCON_API extern const ascon_masked_form ascon_masked_leveled;

/** The setup of masked calls: scheme, form and source of random words. */
typedef struct ascon_masked_setup {
  const ascon_masked_scheme *scheme;
  const ascon_masked_form *form; /**< only AEAD functions use it; may be NULL for other functions */
  /** Writes `count` words (1 to 60). The words must be uniformly random, unknown to the attacker,
      and never be returned again. Returns 0 on failure, any other value on success. */
  int (*words)(void *context, uint32_t *out, size_t count);
  void *context; /**< passed to words() */
} ascon_masked_setup;

/** Returns the number of random words that the operation `op` on a whole message needs, in a
    one-shot call or in all incremental calls together. The call reads only the fields `length`,
    `ad_length` and `out_length` of `message`, if the algorithm uses them. If `algorithm` is NULL,
    returns the number of words that ascon_masked_share() needs for `length` bytes. Returns 0 if the
    algorithm does not have the operation. */
ASCON_API size_t ascon_masked_random_words(const ascon_masked_setup *setup,
                                           const ascon_algorithm *algorithm, ascon_operation op,
                                           const ascon_message *message);

/** A buffer that a call reads. Share i of the buffer begins at data + i * stride. With stride 0 the
    buffer is plain: the data is share 0, and all other shares count as zeros. */
typedef struct ascon_masked_in {
  const uint8_t *data;
  size_t stride;
} ascon_masked_in;

/** A buffer that a call writes. With stride 0, the call writes the sum (XOR) of the shares,
    otherwise the shares. Any other stride less than the buffer's length gives ASCON_ERR_RANGE,
    because the shares would overlap. A call works in place if its input buffer and its output
    buffer have equal addresses and equal strides; the two buffers must not overlap in any other
    way. The written shares are parts of the call's state: before you use them as an input of the
    same message, refresh them with ascon_masked_share(). */
typedef struct ascon_masked_out {
  uint8_t *data;
  size_t stride;
} ascon_masked_out;

/** Describes an input that is a plain buffer, not in shares. */
ASCON_API ascon_masked_in ascon_masked_plain_in(const uint8_t *data);

/** Describes an output that is a plain buffer, not in shares. */
ASCON_API ascon_masked_out ascon_masked_plain_out(uint8_t *data);

/** Writes fresh shares of `data` to `out`. `data` has `length` bytes, and is a plain buffer or a
    buffer in shares. `out` may be the same buffer as `data`. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_masked_share(const ascon_masked_setup *setup,
                                                           ascon_masked_out out,
                                                           ascon_masked_in data, size_t length);

/** Writes the sum of the shares. `out` has `length` bytes and must not be one of the shares. */
ASCON_API ascon_result ascon_masked_join(const ascon_masked_scheme *scheme, uint8_t *out,
                                         ascon_masked_in shares, size_t length);

/** A key in shares. */
typedef struct ascon_masked_key {
  uint8_t share[ASCON_MASKED_MAX_SHARES][32];
  uint8_t shares; /**< number of shares */
  uint8_t bytes;
} ascon_masked_key;

/** Splits a key of at most 32 bytes into shares. Split each key once, where nobody can measure the
    device, and store the shares. Then wipe `bytes` with ascon_wipe(), and wipe `key` when you no
    longer use it. The call needs as many random words as ascon_masked_share(). */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_masked_key_init(ascon_masked_key *key,
                                                              const ascon_masked_setup *setup,
                                                              const uint8_t *bytes, size_t length);

/** Replaces the shares of a key by new shares of the same key. Call this function before each
    message, or less often if random words are scarce. If the source has no words left, the key is
    unchanged. The call needs as many random words as ascon_masked_share(). */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_masked_key_refresh(ascon_masked_key *key,
                                                                 const ascon_masked_setup *setup);

/** Describes the shares of a key as an input for calls with this setup and algorithm. If the number
    of shares differs from the number in `setup`, or the key does not have the algorithm's key
    length, `data` in the result is NULL, and calls with this result return ASCON_ERR_NULL. For
    calls without an algorithm, pass NULL as `algorithm`; the key may then have any length. */
ASCON_API ascon_masked_in ascon_masked_key_shares(const ascon_masked_setup *setup,
                                                  const ascon_algorithm *algorithm,
                                                  const ascon_masked_key *key);

/** A generator that computes random words from a seed, for hardware that provides few random words.
    The words are the output of Ascon-PRF (v1.3) for the empty message with the seed as key, 16
    bytes for each permutation. The generator itself is not masked. Seed the generator anew from
    hardware whenever the device starts. After a fork that the library can detect, the child's
    generator returns no words until it is seeded anew. Do not copy a generator: both copies would
    return the same words. */
typedef struct ascon_masked_generator {
  ascon_sponge_ctx prf;
  uint64_t process;
} ascon_masked_generator;

/** Starts a generator with a seed of 16 random bytes that are used nowhere else. Wipe the generator
    after use. */
ASCON_API ascon_result ascon_masked_generator_init(ascon_masked_generator *generator,
                                                   const uint8_t *seed);

/** Writes `count` random words. In ascon_masked_setup, pass this function as `words`, and the
    generator as `context`. */
ASCON_API int ascon_masked_generator_words(void *generator, uint32_t *out, size_t count);

/* ---- Authenticated encryption --------------------------------------------------------------- */

/* These functions accept every algorithm that is an AEAD. The arguments mean the same as the fields
   of ascon_message. The setup selects the form, full or leveled. In the full form, each buffer may
   be in shares or plain. Pass an ascon_masked_key through ascon_masked_key_shares(). */

/** Encrypts one message and computes its tag. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_masked_aead_encrypt(
    const ascon_masked_setup *setup, const ascon_algorithm *algorithm, ascon_masked_out ciphertext,
    ascon_masked_out tag, size_t tag_length, ascon_masked_in plaintext, size_t text_length,
    ascon_masked_in ad, size_t ad_length, ascon_masked_in nonce, ascon_masked_in key);

/** Verifies the tag and decrypts. If the tag is wrong, all shares of `plaintext` are zeros. Tags
    are compared on shares; a truncated tag is compared with the first `tag_length` bytes of each
    share of the right tag.
    @param tag_length fixed by your protocol, not taken from the message */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_masked_aead_decrypt(
    const ascon_masked_setup *setup, const ascon_algorithm *algorithm, ascon_masked_out plaintext,
    ascon_masked_in ciphertext, size_t text_length, ascon_masked_in tag, size_t tag_length,
    ascon_masked_in ad, size_t ad_length, ascon_masked_in nonce, ascon_masked_in key);

/** Private: the words of the permutation's state, in shares. */
typedef union ascon_masked_words {
  uint32_t shares[12 * ASCON_MASKED_MAX_SHARES - 2]; /**< shares of five words, then guards */
  ascon_aead_ctx plain; /**< leveled form, between initialization and finalization */
} ascon_masked_words;

/** Private: a state in shares. */
typedef struct ascon_masked_state {
  ascon_masked_words words;
  ascon_masked_setup setup;
  size_t in_stride, out_stride; /* strides of this call's input and output */
  uint8_t failed;               /* the source had no random words left */
} ascon_masked_state;

/** Context of an incremental AEAD message: call init, ad, update and final, as with ascon_aead_ctx.
    The key is not copied: its shares must stay at the same address until final returns. */
typedef struct ascon_masked_aead_ctx {
  ascon_masked_state state;
  const struct ascon_params *params;
  ascon_masked_in key;
  uint8_t phase;
  uint8_t offset;
} ascon_masked_aead_ctx;

/** Starts a message. Returns ASCON_ERR_RANGE if nonce or key overlap the context; `setup` may be
    inside the context. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_masked_aead_init(ascon_masked_aead_ctx *ctx,
                                                               const ascon_masked_setup *setup,
                                                               const ascon_algorithm *algorithm,
                                                               ascon_masked_in nonce,
                                                               ascon_masked_in key);
/** Adds associated data. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_masked_aead_ad(ascon_masked_aead_ctx *ctx,
                                                             ascon_masked_in ad, size_t length);
/** Encrypts the next piece of plaintext. */
ASCON_MUST_CHECK ASCON_API ascon_result
ascon_masked_aead_encrypt_update(ascon_masked_aead_ctx *ctx, ascon_masked_out ciphertext,
                                 ascon_masked_in plaintext, size_t length);
/** Writes the tag and wipes the context. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_masked_aead_encrypt_final(ascon_masked_aead_ctx *ctx,
                                                                        ascon_masked_out tag,
                                                                        size_t tag_length);
/** Decrypts the next piece of ciphertext. WARNING: the output is UNVERIFIED; see
    ascon_any_aead_decrypt_update_unverified(). */
ASCON_MUST_CHECK ASCON_API ascon_result
ascon_masked_aead_decrypt_update_unverified(ascon_masked_aead_ctx *ctx, ascon_masked_out plaintext,
                                            ascon_masked_in ciphertext, size_t length);
/** Verifies the tag and wipes the context.
    @param tag_length fixed by your protocol, not taken from the message */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_masked_aead_decrypt_final(ascon_masked_aead_ctx *ctx,
                                                                        ascon_masked_in tag,
                                                                        size_t tag_length);

/* ---- Hashes, XOFs, MACs and PRFs ------------------------------------------------------------ */

/* These functions accept all hashes, XOFs, MACs and PRFs, and compute whole messages on shares.
   They have no leveled form, because whoever knows the state of a MAC or a PRF after its
   initialization can compute the key. A plain message without a key has no secret to protect. */

/** Computes the output for one message. `prefix` is a key of 16 bytes (MACs, PRFs), a plain
    customization string (CXOF), or empty (hashes, XOFs). Pass an ascon_masked_key through
    ascon_masked_key_shares(). `out_length` is the algorithm's output length, or any number for a
    XOF or PRF. Returns ASCON_ERR_RANGE for other lengths, and ASCON_ERR_ALGORITHM for an AEAD. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_masked_sponge(const ascon_masked_setup *setup,
                                                            const ascon_algorithm *algorithm,
                                                            ascon_masked_out out, size_t out_length,
                                                            ascon_masked_in message, size_t length,
                                                            ascon_masked_in prefix,
                                                            size_t prefix_length);

/** Computes a MAC and compares it with `tag`, 16 bytes in shares. ASCON_ERR_TAG if they differ. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_masked_sponge_verify(
    const ascon_masked_setup *setup, const ascon_algorithm *algorithm, ascon_masked_in tag,
    ascon_masked_in message, size_t length, ascon_masked_in key);

/** Context of an incremental message, for hashes, XOFs, MACs and PRFs except PrfShort. Call init,
    then update, then squeeze or verify_final. */
typedef struct ascon_masked_sponge_ctx {
  ascon_masked_state state;
  const struct ascon_params *params;
  uint8_t phase;
  uint8_t offset;
} ascon_masked_sponge_ctx;

/** Starts a message; `prefix` is explained at ascon_masked_sponge(). Returns ASCON_ERR_RANGE if
    `prefix` overlaps the context. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_masked_sponge_init(ascon_masked_sponge_ctx *ctx,
                                                                 const ascon_masked_setup *setup,
                                                                 const ascon_algorithm *algorithm,
                                                                 ascon_masked_in prefix,
                                                                 size_t prefix_length);
/** Adds `length` bytes to the message. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_masked_sponge_update(ascon_masked_sponge_ctx *ctx,
                                                                   ascon_masked_in message,
                                                                   size_t length);
/** For a XOF or PRF, writes the next output bytes, and may be called again; wipe the context after
    the last call. For a hash or MAC, writes the whole output and wipes the context. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_masked_sponge_squeeze(ascon_masked_sponge_ctx *ctx,
                                                                    ascon_masked_out out,
                                                                    size_t length);
/** Verifies the tag of a MAC and wipes the context. */
ASCON_MUST_CHECK ASCON_API ascon_result
ascon_masked_sponge_verify_final(ascon_masked_sponge_ctx *ctx, ascon_masked_in tag);

ASCON_C_END

#endif
