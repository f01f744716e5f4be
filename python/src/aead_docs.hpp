// The docstrings of the AEAD classes, in the sections that help() and the reference show.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

namespace asconkit {

constexpr const char *ENCRYPT_DOC =
    R"(Encrypts and authenticates a message.

Args:
    nonce: `nonce_size` bytes, never used before with this key.
    data: The plaintext.
    associated_data: Bytes that are authenticated but not encrypted.

Returns:
    The ciphertext, then the tag; 16 bytes more than `data`.

Raises:
    ValueError: The nonce has a wrong size.
    StateError: The key was wiped.

Source: SP 800-232, section 4.1; Ascon v1.2, section 2.4.)";

constexpr const char *DECRYPT_DOC =
    R"(Checks the tag of a message and decrypts it.

Args:
    nonce: The nonce that the message was encrypted with.
    data: The ciphertext, then the tag.
    associated_data: The associated data that the message was encrypted with.

Returns:
    The plaintext, 16 bytes less than `data`.

Raises:
    InvalidTag: Something was changed or is missing. No plaintext is released.
    ValueError: The nonce has a wrong size.
    StateError: The key was wiped.

Source: SP 800-232, section 4.2; Ascon v1.2, section 2.4.)";

constexpr const char *ENCRYPT_INTO_DOC =
    R"(Does what encrypt() does, into a given buffer.

Args:
    nonce: `nonce_size` bytes, never used before with this key.
    data: The plaintext.
    associated_data: Bytes that are authenticated but not encrypted, or None.
    buf: A writable buffer of len(data) + 16 bytes. It may begin where `data` begins (encryption in
        place) and must not overlap anything else.

Returns:
    The number of bytes written.

Raises:
    ValueError: The nonce or the buffer has a wrong size, or the buffer overlaps an argument.
    StateError: The key was wiped.)";

constexpr const char *DECRYPT_INTO_DOC =
    R"(Does what decrypt() does, into a given buffer.

Args:
    nonce: The nonce that the message was encrypted with.
    data: The ciphertext, then the tag.
    associated_data: The associated data that the message was encrypted with, or None.
    buf: A writable buffer of len(data) - 16 bytes. It may begin where `data` begins and must not
        overlap anything else.

Returns:
    The number of bytes written.

Raises:
    InvalidTag: Something was changed or is missing. The buffer is all zeros, unless the message was
        too short to have a tag.
    ValueError: The nonce or the buffer has a wrong size, or the buffer overlaps an argument.
    StateError: The key was wiped.)";

constexpr const char *ENCRYPT_DETACHED_DOC =
    R"(Does what encrypt() does, with a separate tag.

Args:
    nonce: `nonce_size` bytes, never used before with this key.
    data: The plaintext.
    associated_data: Bytes that are authenticated but not encrypted.
    tag_length: `min_tag_size` to 16 bytes; below 8 only with a documented limit on forgery attempts
        (SP 800-232, section 4.2.1).

Returns:
    The ciphertext and the tag.

Raises:
    ValueError: The nonce or the tag length is wrong.
    StateError: The key was wiped.)";

constexpr const char *DECRYPT_DETACHED_DOC =
    R"(Does what decrypt() does, with a separate tag.

Args:
    nonce: The nonce that the message was encrypted with.
    data: The ciphertext.
    tag: The tag, `min_tag_size` to 16 bytes.
    associated_data: The associated data that the message was encrypted with.

Returns:
    The plaintext.

Raises:
    InvalidTag: Something was changed. No plaintext is released.
    ValueError: The nonce or the tag has a wrong size.
    StateError: The key was wiped.)";

constexpr const char *ENCRYPTOR_DOC =
    R"(Starts the encryption of a message in pieces.

Args:
    nonce: `nonce_size` bytes, never used before with this key.

Returns:
    The message, to be fed piece by piece.

Raises:
    ValueError: The nonce has a wrong size.
    StateError: The key was wiped.)";

constexpr const char *DECRYPTOR_DOC =
    R"(Starts the decryption of a message in pieces.

Args:
    nonce: The nonce that the message was encrypted with.

Returns:
    The message, to be fed piece by piece.

Raises:
    ValueError: The nonce has a wrong size.
    StateError: The key was wiped.)";

constexpr const char *ASSOCIATED_DATA_DOC =
    R"(Adds associated data.

Args:
    data: The next piece of the associated data.

Raises:
    StateError: The text has begun, or the message was finalized or wiped.)";

constexpr const char *ENCRYPTOR_UPDATE_DOC =
    R"(Encrypts the next piece.

Args:
    data: The next piece of the plaintext.

Returns:
    The ciphertext of this piece, of the same length.

Raises:
    StateError: The message was finalized or wiped.)";

constexpr const char *ENCRYPTOR_UPDATE_INTO_DOC =
    R"(Does what update() does, into a given buffer.

Args:
    data: The next piece of the plaintext.
    buf: A writable buffer of len(data) bytes. It may begin where `data` begins.

Returns:
    The number of bytes written.

Raises:
    ValueError: The buffer has a wrong size or overlaps the data.
    StateError: The message was finalized or wiped.)";

constexpr const char *ENCRYPTOR_FINALIZE_DOC =
    R"(Ends the message and erases the state.

Args:
    tag_length: `min_tag_size` to 16 bytes; below 8 only with a documented limit on forgery attempts.

Returns:
    The tag.

Raises:
    ValueError: The tag length is wrong.
    StateError: The message was finalized or wiped.)";

constexpr const char *DECRYPTOR_UPDATE_UNVERIFIED_DOC =
    R"(Decrypts the next piece. The result is UNVERIFIED.

An attacker may have chosen it. Do not act on it, show it or pass it on before finalize() has
returned, and erase it if finalize() raises.

Args:
    data: The next piece of the ciphertext.

Returns:
    The unverified plaintext of this piece, of the same length.

Raises:
    StateError: The message was finalized or wiped.)";

constexpr const char *DECRYPTOR_UPDATE_UNVERIFIED_INTO_DOC =
    R"(Does what update_unverified() does, into a given buffer.

Args:
    data: The next piece of the ciphertext.
    buf: A writable buffer of len(data) bytes. It may begin where `data` begins.

Returns:
    The number of bytes written.

Raises:
    ValueError: The buffer has a wrong size or overlaps the data.
    StateError: The message was finalized or wiped.)";

constexpr const char *DECRYPTOR_FINALIZE_DOC =
    R"(Checks the tag, which authenticates all pieces, and erases the state.

Args:
    tag: The tag, `min_tag_size` to 16 bytes.

Raises:
    InvalidTag: Something was changed. Erase everything that update_unverified() returned.
    ValueError: The tag has a wrong size.
    StateError: The message was finalized or wiped.)";

}  // namespace asconkit
