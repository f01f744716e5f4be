"""Committing AEAD as docs/constructions/commitment.md specifies it.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import hmac
import random
from collections.abc import Iterator

from ..algorithms import ALGORITHMS, Algorithm, Kind, find
from ..modes import InvalidTag, aead_decrypt, aead_encrypt, cxof
from . import Vector

COMMITMENT_BYTES = 32
PURPOSE = "asconkit commitment v1 "


def commitment(row: Algorithm, key: bytes, nonce: bytes, ad: bytes) -> bytes:
    """Sizes of key and nonce follow from the algorithm, so that what is left is the associated data."""
    customization = (PURPOSE + row.name).encode()
    return cxof(find("ascon-cxof128"), key + nonce + ad, customization, COMMITMENT_BYTES)


def encrypt(row: Algorithm, key: bytes, nonce: bytes, ad: bytes, plaintext: bytes) -> tuple[bytes, bytes, bytes]:
    """Ciphertext, tag and commitment."""
    ciphertext, tag = aead_encrypt(row, key, nonce, ad, plaintext)
    return ciphertext, tag, commitment(row, key, nonce, ad)


def decrypt(
    row: Algorithm, key: bytes, nonce: bytes, ad: bytes, ciphertext: bytes, tag: bytes, committed: bytes
) -> bytes:
    """The plaintext, or InvalidTag and nothing of it."""
    if not hmac.compare_digest(commitment(row, key, nonce, ad), committed):
        raise InvalidTag("commitment: of another key, nonce or associated data")
    return aead_decrypt(row, key, nonce, ad, ciphertext, tag)


def vectors() -> Iterator[Vector]:
    source = random.Random(320)
    for row in ALGORITHMS:
        if row.kind is not Kind.AEAD:
            continue
        for ad_bytes, text_bytes in ((0, 0), (1, 5), (8, 16), (40, 33)):
            key, nonce = source.randbytes(row.key), source.randbytes(16)
            ad, text = source.randbytes(ad_bytes), source.randbytes(text_bytes)
            ciphertext, tag, committed = encrypt(row, key, nonce, ad, text)
            yield {
                "name": f"{row.name}, {ad_bytes} bytes of associated data, {text_bytes} of text",
                "algorithm": row.name,
                "key": key,
                "nonce": nonce,
                "ad": ad,
                "plaintext": text,
                "ciphertext": ciphertext,
                "tag": tag,
                "commitment": committed,
            }
