# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The model of KMAC and key derivation: the encodings of SP 800-185, and the shape of what enters CXOF128."""

import pytest

from spec.algorithms import find
from spec.constructions import kdf
from spec.modes import InvalidTag, cxof


# The examples of SP 800-185, section 2.3, and of NIST's file of sample values for KMAC.
def test_encodings_are_those_of_sp_800_185():
    assert kdf.left_encode(0) == bytes.fromhex("0100")
    assert kdf.right_encode(0) == bytes.fromhex("0001")
    assert kdf.encode_string(b"") == bytes.fromhex("0100")
    assert kdf.right_encode(256) == bytes.fromhex("010002")
    key = bytes(range(0x40, 0x60))
    padded = kdf.bytepad(kdf.encode_string(key), 168)
    assert padded == bytes.fromhex("01a8020100") + key + bytes(168 - 5 - 32)


def test_lengths_of_more_digits():
    assert kdf.left_encode(0xFF) == bytes.fromhex("01ff")
    assert kdf.left_encode(0x10000) == bytes.fromhex("03010000")
    assert kdf.right_encode(0x1FFFFF8) == bytes.fromhex("01fffff804")


def test_kmac_by_hand():
    """Every byte that CXOF128 gets, for one small message."""
    message = bytes.fromhex("0108 0110 aabb 0000") + b"text" + bytes.fromhex("8001")
    z = bytes.fromhex("0120") + b"KMAC" + bytes.fromhex("0118") + b"use"
    expected = cxof(find("ascon-cxof128"), message, z, 16)
    assert kdf.kmac(b"\xaa\xbb", b"text", 16, b"use") == expected


def test_the_longest_customization_string_fills_that_of_cxof128():
    assert len(kdf.start(kdf.KMAC, bytes(kdf.MAX_CUSTOMIZATION))) == 256
    with pytest.raises(ValueError, match="247"):
        kdf.kmac(b"key", b"", 16, bytes(kdf.MAX_CUSTOMIZATION + 1))


def test_the_xof_form_is_that_of_length_0():
    assert kdf.kmac_xof(b"key", b"text", 0) == kdf.kmac(b"key", b"text", 0) == b""
    assert kdf.kmac_xof(b"key", b"text", 40)[:16] == kdf.kmac_xof(b"key", b"text", 16) != kdf.kmac(b"key", b"text", 16)


def test_derivation_by_hand():
    """As KMAC, with another name."""
    message = bytes.fromhex("0108 0110 aabb 0000") + b"info" + bytes.fromhex("3801")
    z = bytes.fromhex("0118") + b"KDF" + bytes.fromhex("0130") + b"expand"
    assert kdf.expand(b"\xaa\xbb", b"info", 7) == cxof(find("ascon-cxof128"), message, z, 7)
    assert kdf.derive(b"\xaa\xbb", b"", b"info", 7) != kdf.expand(b"\xaa\xbb", b"info", 7)
    assert kdf.derive(b"salt", b"ab", b"c", 7) != kdf.derive(b"salt", b"a", b"bc", 7)


def test_verification():
    for size in (4, 16, 40):
        kdf.kmac_verify(b"key", b"text", kdf.kmac(b"key", b"text", size, b"use"), b"use")
    with pytest.raises(InvalidTag):  # a shorter output is another one
        kdf.kmac_verify(b"key", b"text", kdf.kmac(b"key", b"text", 32)[:16])
    with pytest.raises(ValueError, match="tag of 3 bytes"):
        kdf.kmac_verify(b"key", b"text", kdf.kmac(b"key", b"text", 3))
