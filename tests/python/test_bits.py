# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Strings of any number of bits, against the specification."""

import pytest

import asconkit
from asconkit import InvalidTag
from rows import sample
from spec import modes
from spec.algorithms import find
from spec.modes import BitString, first_bits

BITS = (0, 1, 7, 8, 9, 63, 64, 65, 127, 128, 129, 200, 20001)


def size(bits):
    return -(-bits // 8)


def string(bits, salt=0):
    """The same string for the specification, and with ones after its last bit for the library."""
    data = bytes(byte ^ salt for byte in sample(size(bits)))
    after = bytes([data[-1] | 0xFF << bits % 8 & 0xFF]) if bits % 8 else data[-1:]
    return BitString(first_bits(data, bits), bits), data[:-1] + after


@pytest.mark.parametrize("bits", BITS)
def test_hash_and_xofs(bits):
    known, data = string(bits)
    custom, customization = string(bits % 2049, salt=1)
    out = 3 * bits % 201
    assert asconkit.bits.hash256(data, bits) == modes.hash_digest(find("ascon-hash256"), known)
    expected = first_bits(modes.xof(find("ascon-xof128"), known, size(out)), out)
    assert asconkit.bits.xof128(data, bits, out) == expected
    expected = first_bits(modes.cxof(find("ascon-cxof128"), known, custom, size(out)), out)
    assert asconkit.bits.cxof128(data, bits, out, customization, custom.bits) == expected


@pytest.mark.parametrize("name", ["ascon-aead128", "ascon-aead128-nonce-masked"])
@pytest.mark.parametrize("bits", BITS)
def test_aead(bits, name):
    row, nonce = find(name), sample(16)
    key = sample(row.key)
    (known, data), (known_ad, ad) = string(bits), string(bits // 3, salt=1)
    tag_bits = 32 + bits % 97
    expected, tag = modes.aead_encrypt(row, key, nonce, known_ad, known)
    sealed = asconkit.bits.aead128_encrypt(key, nonce, data, bits, ad, known_ad.bits, tag_bits)
    assert sealed == (expected, first_bits(tag, tag_bits))
    opened = asconkit.bits.aead128_decrypt(key, nonce, sealed[0], bits, sealed[1], tag_bits, ad, known_ad.bits)
    assert opened == known.data
    wrong = bytes([sealed[1][0] ^ 1]) + sealed[1][1:]
    with pytest.raises(InvalidTag):
        asconkit.bits.aead128_decrypt(key, nonce, sealed[0], bits, wrong, tag_bits, ad, known_ad.bits)


KEY = NONCE = bytes(16)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: asconkit.bits.hash256(b"ab", 8), "data must be 1 bytes for 8 bits, not 2"),
    (lambda: asconkit.bits.hash256(b"ab", 17), "data must be 3 bytes for 17 bits, not 2"),
    (lambda: asconkit.bits.hash256(b"", -1), "bits must be 0 or more, not -1"),
    (lambda: asconkit.bits.cxof128(b"", 0, 8, bytes(257), 2049), "customization must be at most 2048 bits, not 2049"),
    (lambda: asconkit.bits.cxof128(b"", 0, 8, b"a", 9), "customization must be 2 bytes for 9 bits, not 1"),
    (lambda: asconkit.bits.aead128_encrypt(bytes(20), NONCE, b"", 0), "key must be 16 bytes, or 32 with .*, not 20"),
    (lambda: asconkit.bits.aead128_encrypt(KEY, b"", b"", 0), "nonce must be 16 bytes, not 0"),
    (lambda: asconkit.bits.aead128_encrypt(KEY, NONCE, b"", 0, tag_bits=31), "tag_bits must be 32 to 128, not 31"),
    (lambda: asconkit.bits.aead128_decrypt(KEY, NONCE, b"", 0, b"", 0), "tag_bits must be 32 to 128, not 0"),
    (lambda: asconkit.bits.aead128_decrypt(KEY, NONCE, b"", 0, b"a", 33), "tag must be 5 bytes for 33 bits, not 1"),
])  # fmt: skip
def test_errors(call, message):
    with pytest.raises(ValueError, match=message):
        call()
