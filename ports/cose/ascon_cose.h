/* COSE (RFC 9052) with Ascon, for firmware: COSE_Encrypt0 with Ascon-AEAD128 and COSE_Mac0 with
   Ascon-Mac, over the CBOR library zcbor 0.9, which is compiled with ZCBOR_CANONICAL. No heap.
   docs/protocols.md has a program.

   A receiver parses a message, looks up its key, and decrypts or verifies:

     ascon_cose_parse(); ascon_cose_decrypt0() or ascon_cose_verify0()

   Parsing accepts tagged messages (16, 17) with definite lengths and shortest numbers, as in CBOR's
   deterministic encoding. It does not detect unsorted maps. It does not detect repeated labels that
   this file does not know, although RFC 9052, section 3, requires receivers to refuse these. The
   algorithm is in the protected header; the key identifier and the IV may be in either header.
   Other parameters are ignored if the label is a 32-bit integer or a text and the value is an
   integer, a byte string or a text. Messages with "crit" or "Partial IV" are refused.

   The rules of ascon.h hold, except that an output must not overlap its input unless this file
   allows it. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_COSE_H
#define ASCON_COSE_H

#include <asconkit/ascon.h>
#include <asconkit/ascon_any.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Provisional numbers -------------------------------------------------------------------- */

/* IANA has assigned no COSE algorithm to Ascon: these numbers are ours, from the range for private
   use. asconkit/_cose_numbers.py of the Python package has the same numbers. */
#define ASCON_COSE_AEAD128 (-80023201)
#define ASCON_COSE_MAC (-80023202)

/* ---- Sending -------------------------------------------------------------------------------- */

#define ASCON_COSE_KEY_BYTES 16
#define ASCON_COSE_NONCE_BYTES 16
#define ASCON_COSE_TAG_BYTES 16

/** The largest message with a text and a key identifier of these lengths, in bytes. */
#define ASCON_COSE_MAX_BYTES(text_length, kid_length) ((text_length) + (kid_length) + 64)

/** Bytes of the caller; data may be NULL if length is 0. */
typedef struct ascon_cose_bytes {
  const uint8_t *data;
  size_t length;
} ascon_cose_bytes;

/** Encrypts a text and writes the COSE_Encrypt0 message.
    @param message  output; must not overlap an input. After an error it may hold a header, but no
                    part of the text
    @param capacity bytes of the output; ASCON_COSE_MAX_BYTES() is always enough. ASCON_ERR_RANGE if
                    it is too small
    @param length   output: bytes of the message
    @param text     plaintext
    @param kid      key identifier, sent unprotected; NULL data: no identifier
    @param external_aad authenticated but not sent; often empty
    @param nonce    must never repeat under the same key; sent with the message
    @param key      secret; do not use it for ascon_cose_mac0() too */
ASCON_MUST_CHECK ascon_result ascon_cose_encrypt0(uint8_t *message, size_t capacity, size_t *length,
                                                  ascon_cose_bytes text, ascon_cose_bytes kid,
                                                  ascon_cose_bytes external_aad,
                                                  const uint8_t nonce[ASCON_COSE_NONCE_BYTES],
                                                  const uint8_t key[ASCON_COSE_KEY_BYTES]);

/** Writes the COSE_Mac0 message of a payload, which is not encrypted. The parameters are the same
    as for ascon_cose_encrypt0(). */
ASCON_MUST_CHECK ascon_result ascon_cose_mac0(uint8_t *message, size_t capacity, size_t *length,
                                              ascon_cose_bytes payload, ascon_cose_bytes kid,
                                              ascon_cose_bytes external_aad,
                                              const uint8_t key[ASCON_COSE_KEY_BYTES]);

/* ---- Receiving ------------------------------------------------------------------------------ */

/** Where the parts of a message are. UNVERIFIED: an attacker may have chosen them. */
typedef struct ascon_cose_message {
  int32_t algorithm;                 /**< ASCON_COSE_AEAD128 or ASCON_COSE_MAC */
  ascon_cose_bytes protected_header; /**< as encoded */
  ascon_cose_bytes kid;              /**< NULL data: the message has none */
  ascon_cose_bytes nonce;            /**< COSE_Encrypt0: 16 bytes */
  ascon_cose_bytes content;          /**< ciphertext and tag, or the payload of a COSE_Mac0 */
  ascon_cose_bytes tag;              /**< COSE_Mac0: 16 bytes */
} ascon_cose_message;

/** Finds the parts of a message, which point into `bytes`.
    @param message output; all zeros after an error
    @param bytes   the message and nothing after it
    @return ASCON_ERR_ALGORITHM if the CBOR tag or the algorithm is not supported; ASCON_ERR_RANGE
            for anything else that is not accepted, such as a nonce or tag of a wrong length */
ASCON_MUST_CHECK ascon_result ascon_cose_parse(ascon_cose_message *message, ascon_cose_bytes bytes);

/** Verifies a COSE_Encrypt0 message and decrypts its text.
    @param text     output; may be equal to message->content.data, must not overlap anything else
    @param capacity bytes of the output: message->content.length - 16 or more, ASCON_ERR_RANGE
                    otherwise
    @param length   output: bytes of the text
    @return ASCON_ERR_ALGORITHM for a COSE_Mac0; ASCON_ERR_TAG if the message is not authentic: the
            text is then all zeros, and `length` is 0 */
ASCON_MUST_CHECK ascon_result ascon_cose_decrypt0(uint8_t *text, size_t capacity, size_t *length,
                                                  const ascon_cose_message *message,
                                                  ascon_cose_bytes external_aad,
                                                  const uint8_t key[ASCON_COSE_KEY_BYTES]);

/** Verifies a COSE_Mac0 message. Use message->content, the payload, only after ASCON_OK.
    @return ASCON_ERR_ALGORITHM for a COSE_Encrypt0; ASCON_ERR_TAG for a forged message */
ASCON_MUST_CHECK ascon_result ascon_cose_verify0(const ascon_cose_message *message,
                                                 ascon_cose_bytes external_aad,
                                                 const uint8_t key[ASCON_COSE_KEY_BYTES]);

#ifdef __cplusplus
}
#endif

#endif
