// The docstrings of the AEAD classes, for aead.cpp.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include "docstring.hpp"

namespace asconkit {

// ---- What several of them say -------------------------------------------------------------------

constexpr const char *NEW_NONCE = "nonce: `nonce_size` bytes that were never used with this key.";
constexpr const char *KNOWN_NONCE = "nonce: The nonce that the message was encrypted with.";
constexpr const char *PLAINTEXT = "data: The plaintext.";
constexpr const char *SEALED = "data: The ciphertext, followed by the tag.";
constexpr const char *AD = "associated_data: Bytes that are authenticated but not encrypted.";
constexpr const char *KNOWN_AD =
    "associated_data: The associated data that the message was encrypted with.";
constexpr const char *PLAINTEXT_PIECE = "data: The next piece of the plaintext.";
constexpr const char *CIPHERTEXT_PIECE = "data: The next piece of the ciphertext.";
constexpr const char *PIECE_BUFFER =
    "buf: A writable buffer of len(data) bytes. It may begin where `data` begins.";
constexpr const char *RECEIVED_TAG = "tag: The tag, `tag_length` bytes.";
constexpr const char *RECEIVED_LENGTH =
    "tag_length: The length that your protocol fixes, `min_tag_size` to 16 bytes, never the\n"
    "        length of the tag that arrived: an attacker could cut the tag to 4 bytes and forge\n"
    "        in about 2**32 attempts.";
constexpr const char *WRITTEN = "The number of bytes written.";
constexpr const char *NONCE_ERROR = "ValueError: The nonce has a wrong size.";
constexpr const char *BUFFER_ERROR =
    "ValueError: The nonce or the buffer has a wrong size, or the buffer overlaps an argument.";
constexpr const char *PIECE_BUFFER_ERROR =
    "ValueError: The buffer has a wrong size or overlaps the data.";
constexpr const char *WIPED_KEY = "StateError: The key was wiped.";
constexpr const char *ENDED = "StateError: The message was finalized or wiped.";

// ---- The docstrings -----------------------------------------------------------------------------

inline const std::string ENCRYPT_DOC = docstring(
    "Encrypts and authenticates a message.", {NEW_NONCE, PLAINTEXT, AD},
    "The ciphertext, followed by the tag: 16 bytes more than `data`.", {NONCE_ERROR, WIPED_KEY},
    "Source: SP 800-232, section 4.1; Ascon v1.2, section 2.4.");

inline const std::string DECRYPT_DOC = docstring(
    "Verifies the tag of a message and decrypts the message.", {KNOWN_NONCE, SEALED, KNOWN_AD},
    "The plaintext, which has 16 bytes less than `data`.",
    {"InvalidTag: The key is wrong, or a part was changed. No plaintext is released.", NONCE_ERROR,
     WIPED_KEY},
    "Source: SP 800-232, section 4.2; Ascon v1.2, section 2.4.");

inline const std::string ENCRYPT_INTO_DOC =
    docstring("Like encrypt(), but writes to a given buffer.",
              {NEW_NONCE, PLAINTEXT,
               "associated_data: Bytes that are authenticated but not encrypted, or None.",
               "buf: A writable buffer of len(data) + 16 bytes. It may begin where `data` begins "
               "(encryption in\n"
               "        place) and must not overlap anything else."},
              WRITTEN, {BUFFER_ERROR, WIPED_KEY});

inline const std::string DECRYPT_INTO_DOC = docstring(
    "Like decrypt(), but writes to a given buffer.",
    {KNOWN_NONCE, SEALED,
     "associated_data: The associated data that the message was encrypted with, or None.",
     "buf: A writable buffer of len(data) - 16 bytes. It may begin where `data` begins "
     "and must not\n"
     "        overlap anything else."},
    WRITTEN,
    {"InvalidTag: The key is wrong, or a part was changed. The buffer is all zeros, unless "
     "the message was\n"
     "        too short to have a tag.",
     BUFFER_ERROR, WIPED_KEY});

inline const std::string ENCRYPT_DETACHED_DOC =
    docstring("Like encrypt(), with a separate tag.",
              {NEW_NONCE, PLAINTEXT, AD,
               "tag_length: `min_tag_size` to 16 bytes; below 8 only with a documented limit on "
               "forgery attempts\n"
               "        (SP 800-232, section 4.2.1)."},
              "The ciphertext and the tag.",
              {"ValueError: The nonce or the tag length is wrong.", WIPED_KEY});

inline const std::string DECRYPT_DETACHED_DOC = docstring(
    "Like decrypt(), with a separate tag.",
    {KNOWN_NONCE, "data: The ciphertext.", RECEIVED_TAG, KNOWN_AD, RECEIVED_LENGTH},
    "The plaintext.",
    {"InvalidTag: The key is wrong, or a part was changed. No plaintext is released.",
     "ValueError: The nonce or the tag has a wrong size, or the tag length is wrong.", WIPED_KEY});

inline const std::string ENCRYPTOR_DOC =
    docstring("Starts an incremental encryption.", {NEW_NONCE},
              "An object that takes the pieces of the message.", {NONCE_ERROR, WIPED_KEY});

inline const std::string DECRYPTOR_DOC =
    docstring("Starts an incremental decryption.", {KNOWN_NONCE},
              "An object that takes the pieces of the message.", {NONCE_ERROR, WIPED_KEY});

inline const std::string ASSOCIATED_DATA_DOC =
    docstring("Adds associated data.", {"data: The next piece of the associated data."}, "",
              {"StateError: The text has begun, or the message was finalized or wiped."});

inline const std::string ENCRYPTOR_UPDATE_DOC =
    docstring("Encrypts the next piece.", {PLAINTEXT_PIECE},
              "The ciphertext of this piece, which has the same length.", {ENDED});

inline const std::string ENCRYPTOR_UPDATE_INTO_DOC =
    docstring("Like update(), but writes to a given buffer.", {PLAINTEXT_PIECE, PIECE_BUFFER},
              WRITTEN, {PIECE_BUFFER_ERROR, ENDED});

inline const std::string ENCRYPTOR_FINALIZE_DOC =
    docstring("Ends the message and erases the state.",
              {"tag_length: `min_tag_size` to 16 bytes; below 8 only with a documented limit on "
               "forgery attempts."},
              "The tag.", {"ValueError: The tag length is wrong.", ENDED});

inline const std::string DECRYPTOR_UPDATE_UNVERIFIED_DOC = docstring(
    "Decrypts the next piece. The result is UNVERIFIED.\n"
    "\n"
    "An attacker may have chosen the result. Do not act on it, show it or pass it on before\n"
    "finalize() has returned. Erase it if finalize() raises an exception.",
    {CIPHERTEXT_PIECE}, "The unverified plaintext of this piece.", {ENDED});

inline const std::string DECRYPTOR_UPDATE_UNVERIFIED_INTO_DOC =
    docstring("Like update_unverified(), but writes to a given buffer.",
              {CIPHERTEXT_PIECE, PIECE_BUFFER}, WRITTEN, {PIECE_BUFFER_ERROR, ENDED});

inline const std::string DECRYPTOR_FINALIZE_DOC = docstring(
    "Verifies the tag over all pieces, and erases the state.", {RECEIVED_TAG, RECEIVED_LENGTH}, "",
    {"InvalidTag: The key is wrong, or a part was changed. Erase everything that "
     "update_unverified() returned.",
     "ValueError: The tag has a wrong size, or the tag length is wrong. The state is unchanged.",
     ENDED});

}  // namespace asconkit
