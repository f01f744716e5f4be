# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The model of Ascon-SIV: its promises, in plain Python."""

import pytest

from spec.constructions.siv import decrypt, encrypt
from spec.modes import InvalidTag

KEY, NONCE = bytes(range(32)), bytes(16)


def test_what_was_encrypted_comes_back():
    ciphertext, tag = encrypt(KEY, NONCE, b"header", b"text")
    assert decrypt(KEY, NONCE, b"header", ciphertext, tag) == b"text"


def test_a_repeated_nonce_shows_only_whether_messages_are_equal():
    first = encrypt(KEY, NONCE, b"", b"attack at dawn")
    assert encrypt(KEY, NONCE, b"", b"attack at dawn") == first
    other = encrypt(KEY, NONCE, b"", b"attack at dusk")
    assert other[0][:12] != first[0][:12] and other[1] != first[1]


@pytest.mark.parametrize("changed", ["key", "nonce", "ad", "ciphertext", "tag"])
def test_every_argument_is_authenticated(changed):
    ciphertext, tag = encrypt(KEY, NONCE, b"header", b"text")
    arguments = {"key": KEY, "nonce": NONCE, "ad": b"header", "ciphertext": ciphertext, "tag": tag}
    value = arguments[changed]
    arguments[changed] = value[:-1] + bytes([value[-1] ^ 1])
    with pytest.raises(InvalidTag):
        decrypt(**arguments)


def test_bytes_cannot_move_between_associated_data_and_text():
    assert encrypt(KEY, NONCE, b"ab", b"c")[1] != encrypt(KEY, NONCE, b"a", b"bc")[1]
