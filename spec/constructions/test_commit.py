# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The model of committing AEAD, and what it is for: ciphertexts that open under two keys."""

import pytest

from spec.algorithms import find
from spec.constructions.commit import SCHEMES, decrypt, encrypt, of_row
from spec.modes import InvalidTag, aead_decrypt, aead_encrypt

MASKED = find("ascon-aead128-nonce-masked")
KEY, NONCE = bytes(range(32)), bytes(16)


def other_key_and_nonce(key: bytes, nonce: bytes) -> tuple[bytes, bytes]:
    """Another second half of the key, and the nonce that gives the same XOR with it."""
    change = bytes([0xA5]) * 16
    return key[:16] + xor(key[16:], change), xor(nonce, change)


def xor(a: bytes, b: bytes) -> bytes:
    return bytes(x ^ y for x, y in zip(a, b))


def test_nonce_masking_opens_under_two_keys():
    ciphertext, tag = aead_encrypt(MASKED, KEY, NONCE, b"", b"text")
    key, nonce = other_key_and_nonce(KEY, NONCE)
    assert key != KEY and aead_decrypt(MASKED, key, nonce, b"", ciphertext, tag) == b"text"


def test_the_commitment_does_not():
    sealed = encrypt(of_row(MASKED), KEY, NONCE, b"", b"text")
    assert decrypt(of_row(MASKED), KEY, NONCE, b"", *sealed) == b"text"
    with pytest.raises(InvalidTag, match="commitment"):
        decrypt(of_row(MASKED), *other_key_and_nonce(KEY, NONCE), b"", *sealed)


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda scheme: scheme.name)
@pytest.mark.parametrize("position", range(3))
def test_every_part_is_checked(scheme, position):
    key = bytes(range(scheme.key))
    sealed = list(encrypt(scheme, key, NONCE, b"header", b"text"))
    assert decrypt(scheme, key, NONCE, b"header", *sealed) == b"text"
    sealed[position] = bytes([sealed[position][0] ^ 1]) + sealed[position][1:]
    with pytest.raises(InvalidTag):
        decrypt(scheme, key, NONCE, b"header", *sealed)
