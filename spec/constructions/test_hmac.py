# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The model of HMAC, HKDF and PBKDF2, with hash functions for which others have published results."""

import hashlib
import hmac as library
from functools import partial

import pytest

from spec.algorithms import find
from spec.constructions import hmac
from spec.modes import InvalidTag, hash_digest

hash_v12 = partial(hash_digest, find("ascon-hash"))

# ASCON-HMAC of the ASCON Suite (https://github.com/rweather/ascon-suite, test/kat/ASCON-HMAC.txt): HMAC with the
# Ascon-Hash of v1.2, a key 00 01 .. 1f and messages 00 01 .. of these lengths. They fix the block size.
ASCON_SUITE = {
    0: "02219046c5090d1a252fa1e2359e762abb2adad358f53c1f671ad1a0b050dbd4",
    1: "e59dfbc4274160521414a0bd824d75d7ffbd012f691d0c0bb99e6717011e1591",
    8: "1444404ebb36bdd87839d298e344155b45161cd441dcd11a3b8796ba1cf8226d",
    33: "5029955a75e69293cc5490bcf9c70a45b7015c5c40b0e6cdc6c463d0f7a6dd7d",
    64: "d80422a51961e869389571e6b6b22da85431e2394341e337f4af2fa3a7805a6b",
}


def sha256(message):
    return hashlib.sha256(message).digest()


@pytest.mark.parametrize(("length", "expected"), ASCON_SUITE.items())
def test_block_size_is_that_of_published_vectors(length, expected, monkeypatch):
    message = bytes(range(length))
    assert hmac.hmac(bytes(range(32)), message, hash_v12).hex() == expected
    monkeypatch.setattr(hmac, "BLOCK_BYTES", 32)
    assert hmac.hmac(bytes(range(32)), message, hash_v12).hex() != expected


@pytest.mark.parametrize("key_bytes", [0, 1, 63, 64, 65, 200])
def test_hmac_of_sha256(key_bytes):
    key = bytes(range(key_bytes))
    assert hmac.hmac(key, b"message", sha256) == library.digest(key, b"message", "sha256")


# RFC 5869, appendix A: test cases 1 and 3 (no salt, no info).
def test_hkdf_of_sha256():
    prk = hmac.hkdf_extract(bytes(range(13)), b"\x0b" * 22, sha256)
    assert prk.hex() == "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5"
    assert hmac.hkdf_expand(prk, bytes(range(0xF0, 0xFA)), 42, sha256).hex() == (
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
    )
    prk = hmac.hkdf_extract(b"", b"\x0b" * 22, sha256)
    assert prk.hex() == "19ef24a32c717b167f33a91d6f648bdf96596776afdb6377ac434c1c293ccb04"
    assert hmac.hkdf_expand(prk, b"", 42, sha256).hex() == (
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
    )


def test_hkdf_has_a_longest_output():
    assert len(hmac.hkdf_expand(b"prk", b"", 255 * 32, sha256)) == 8160
    with pytest.raises(ValueError, match="8161"):
        hmac.hkdf_expand(b"prk", b"", 8161, sha256)


@pytest.mark.parametrize(("iterations", "length"), [(1, 32), (2, 20), (3, 80)])
def test_pbkdf2_of_sha256(iterations, length):
    expected = hashlib.pbkdf2_hmac("sha256", b"password", b"salt", iterations, length)
    assert hmac.pbkdf2(b"password", b"salt", iterations, length, sha256) == expected


def test_verification_of_truncated_tags():
    tag = hmac.hmac(b"key", b"text")
    for size in (16, 32):
        hmac.hmac_verify(b"key", b"text", tag[:size])
        with pytest.raises(InvalidTag):
            hmac.hmac_verify(b"key", b"text", bytes(size))
    for size in (15, 33):
        with pytest.raises(ValueError, match=f"tag of {size} bytes"):
            hmac.hmac_verify(b"key", b"text", (tag + b"1")[:size])
