/* Decryption and encryption with Ascon-AEAD128 that withstand one fault: an attacker who holds the
   device makes its processor skip an instruction, or flips a bit of a register.
   docs/constructions/hardened.md has an example, the faults that were tested, and the limits. The
   conventions of ascon.h hold, but the functions return a uint32_t, not an ascon_result.

   Each function has a second form, named _message or _twice, which takes two copies of all
   arguments, so that it also detects a fault that changes an argument in the caller. The first form
   takes each argument once, so it cannot detect a fault before it has stored the argument.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_ASCON_HARDENED_H
#define ASCONKIT_ASCON_HARDENED_H

#include "../ascon_any.h"
#include "../datagram/ascon_datagram.h"

ASCON_C_BEGIN

/** The only result that means that the tag is valid, or that encryption found no fault. Check it
    with ascon_hardened_is_ok(). */
#define ASCON_HARDENED_OK UINT32_C(0x5a96c33a)

#if defined(__GNUC__)
#define ASCON_HARDENED_INLINE static inline __attribute__((always_inline, unused))
#else
#define ASCON_HARDENED_INLINE static inline
#endif

/** Compares a result with ASCON_HARDENED_OK twice, so that a fault that skips one branch cannot
    make this function return 1 for another result. Call it as the condition of an `if`.

    The variables are volatile, because otherwise compilers would leave out the second comparison,
    whose result follows from the first comparison.
    @return 1 if the result is ASCON_HARDENED_OK; 0 otherwise: the output must not be used */
ASCON_HARDENED_INLINE int ascon_hardened_is_ok(uint32_t result) {
  volatile uint32_t kept = 0, good = ASCON_HARDENED_OK;
  kept = result; /* if a fault skips this line, kept is 0, not an earlier result on the stack */
  if (kept != ASCON_HARDENED_OK) return 0;
  if (kept != good) return 0;
  return 1;
}

/** Verifies the tag of one message and decrypts it like ascon_aead128_decrypt() (SP 800-232,
    section 4.1.2). Makes three passes over the message: the first pass writes nothing, and the last
    pass computes the tag from the text that was written.
    @param plaintext  output, `length` bytes; may be equal to `ciphertext`. If the tag is wrong,
                      this buffer is unchanged or all zeros
    @param ciphertext input, `length` bytes
    @param length     bytes of the ciphertext, and of the plaintext
    @param tag        input, 16 bytes
    @param ad         the associated data that the message was encrypted with
    @param ad_length  bytes of the associated data
    @param nonce      the nonce that the message was encrypted with
    @param key        the key that the message was encrypted with
    @return ASCON_HARDENED_OK if the tag is valid; after any other number, do not use the message.
            ASCON_ERR_NULL as for ascon_aead128_decrypt(): nothing is written */
ASCON_MUST_CHECK ASCON_API uint32_t ascon_hardened_aead128_decrypt(
    uint8_t *plaintext, const uint8_t *ciphertext, size_t length,
    const uint8_t tag[ASCON_AEAD128_TAG_BYTES], const uint8_t *ad, size_t ad_length,
    const uint8_t nonce[ASCON_AEAD128_NONCE_BYTES], const uint8_t key[ASCON_AEAD128_KEY_BYTES]);

/** Decrypts like ascon_hardened_aead128_decrypt(), but takes two copies of the message, `first` and
    `second`, which must be equal. Fill `first` and `second` by two calls of a function that is not
    inlined, so that the code that computes the fields runs twice.
    @param first  the message as for ascon_any_run(), with the algorithm Ascon-AEAD128
    @param second the same message in another variable, with the same `out` and lengths. `in`,
                  `ad`, `tag`, `nonce` and `key` may point to other copies of the same bytes
    @return as ascon_hardened_aead128_decrypt(). ASCON_ERR_RANGE if `tag_length` is not 4 to 16, or
            if the two messages differ: only zeros are then written */
ASCON_MUST_CHECK ASCON_API uint32_t
ascon_hardened_aead128_decrypt_message(const ascon_message *first, const ascon_message *second);

/** Encrypts one message like ascon_aead128_encrypt() (SP 800-232, section 4.1.1) in two passes,
    each with its own copy of the arguments, and compares their results. A third pass decrypts the
    ciphertext. These passes stop attacks that learn from a wrong output, but not attacks that
    learn from whether a fault had an effect.
    @param ciphertext output, `length` bytes; may be equal to `plaintext`. After a fault it is all
                      zeros: the plaintext of an encryption in place is lost
    @param tag        output, 16 bytes; after a fault all zeros
    @param plaintext  input, `length` bytes
    @param length     bytes of the plaintext, and of the ciphertext
    @param ad         associated data: authenticated, not encrypted
    @param ad_length  bytes of the associated data
    @param nonce      must never repeat under the same key, not even after a fault
    @param key        secret
    @return ASCON_HARDENED_OK, if no fault was found; after any other number, do not use the output.
            ASCON_ERR_NULL as for ascon_aead128_encrypt(): nothing is written */
ASCON_MUST_CHECK ASCON_API uint32_t ascon_hardened_aead128_encrypt(
    uint8_t *ciphertext, uint8_t tag[ASCON_AEAD128_TAG_BYTES], const uint8_t *plaintext,
    size_t length, const uint8_t *ad, size_t ad_length,
    const uint8_t nonce[ASCON_AEAD128_NONCE_BYTES], const uint8_t key[ASCON_AEAD128_KEY_BYTES]);

/** Encrypts like ascon_hardened_aead128_encrypt(), but takes two copies of the message, as
    ascon_hardened_aead128_decrypt_message() does. `tag` must be the same pointer in both messages.
    Both messages encrypt in place, with `in` equal to `out`, or neither does.
    @return as ascon_hardened_aead128_encrypt(). ASCON_ERR_RANGE if `tag_length` is not 4 to 16, or
            if the two messages differ: only zeros are then written */
ASCON_MUST_CHECK ASCON_API uint32_t
ascon_hardened_aead128_encrypt_message(const ascon_message *first, const ascon_message *second);

/** Verifies and decrypts a datagram and accepts it once, like ascon_datagram_open(). The function
    does each step twice, and decrypts the text like ascon_hardened_aead128_decrypt(). So a single
    fault cannot make it accept a forgery or a datagram that was accepted before, or change the
    receiver in another way. The function calls store() only once. Link
    asconkit/hardened/datagram_hardened.c, datagram.c and hardened.c.
    @param receiver as for ascon_datagram_open()
    @param text     output, `length` - `counter_length` - `tag_length` bytes; may be equal to
                    `datagram` + `counter_length`. All zeros after ASCON_ERR_TAG or ASCON_ERR_STORE
    @param datagram input, `length` bytes
    @param length   bytes of the datagram
    @param header   the header that the datagram was sealed with
    @param header_length bytes of the header
    @return ASCON_HARDENED_OK if the datagram is accepted: check the result with
            ascon_hardened_is_ok(). Otherwise the call returns the result of ascon_datagram_open(),
            or any other number after a fault: the text must not be used */
ASCON_MUST_CHECK ASCON_API uint32_t ascon_datagram_open_hardened(
    ascon_datagram_receiver *receiver, uint8_t *text, const uint8_t *datagram, size_t length,
    const uint8_t *header, size_t header_length);

/** Opens a datagram like ascon_datagram_open_hardened(), but takes two copies of the arguments,
    `first` and `second`, which must be equal. Fill `first` and `second` by two calls of a function
    that is not inlined, so that the code that computes the fields runs twice.
    @param first  the arguments; `result` is not used
    @param second the same arguments in another variable, with the same receiver, text and lengths.
                  `datagram` and `header` may point to other copies of the same bytes
    @return as ascon_datagram_open_hardened(); ASCON_ERR_TAG if the arguments differ */
ASCON_MUST_CHECK ASCON_API uint32_t ascon_datagram_open_hardened_twice(
    const ascon_datagram_arrival *first, const ascon_datagram_arrival *second);

ASCON_C_END

#endif
