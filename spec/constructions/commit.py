# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Committing AEAD and Ascon-SIV as docs/constructions/commit.md specifies it."""

import hmac
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from ..algorithms import ALGORITHMS, Algorithm, Kind, find
from ..modes import InvalidTag, aead_decrypt, aead_encrypt, cxof
from . import Vector, siv

COMMITMENT_BYTES = 32
PURPOSE = "asconkit commitment v1 "


@dataclass(frozen=True)
class Scheme:
    """What can have a commitment: encrypt(key, nonce, ad, text) and decrypt(key, nonce, ad, ciphertext, tag)."""

    name: str
    key: int  # bytes
    encrypt: Callable[..., tuple[bytes, bytes]]
    decrypt: Callable[..., bytes]


def of_row(row: Algorithm) -> Scheme:
    return Scheme(row.name, row.key, partial(aead_encrypt, row), partial(aead_decrypt, row))


SIV = Scheme("ascon-siv", siv.KEY_BYTES, siv.encrypt, siv.decrypt)
SCHEMES = (*(of_row(row) for row in ALGORITHMS if row.kind is Kind.AEAD), SIV)


def commitment(scheme: Scheme, key: bytes, nonce: bytes, ad: bytes) -> bytes:
    """Sizes of key and nonce follow from the name, so that what is left is the associated data."""
    customization = (PURPOSE + scheme.name).encode()
    return cxof(find("ascon-cxof128"), key + nonce + ad, customization, COMMITMENT_BYTES)


def encrypt(scheme: Scheme, key: bytes, nonce: bytes, ad: bytes, plaintext: bytes) -> tuple[bytes, bytes, bytes]:
    """Ciphertext, tag and commitment."""
    ciphertext, tag = scheme.encrypt(key, nonce, ad, plaintext)
    return ciphertext, tag, commitment(scheme, key, nonce, ad)


def decrypt(
    scheme: Scheme, key: bytes, nonce: bytes, ad: bytes, ciphertext: bytes, tag: bytes, committed: bytes
) -> bytes:
    """The plaintext, or InvalidTag and nothing of it."""
    if not hmac.compare_digest(commitment(scheme, key, nonce, ad), committed):
        raise InvalidTag("commitment: of another key, nonce or associated data")
    return scheme.decrypt(key, nonce, ad, ciphertext, tag)


def vectors() -> Iterator[Vector]:
    source = random.Random(320)
    for scheme in SCHEMES:
        for ad_bytes, text_bytes in ((0, 0), (1, 5), (8, 16), (40, 33)):
            key, nonce = source.randbytes(scheme.key), source.randbytes(16)
            ad, text = source.randbytes(ad_bytes), source.randbytes(text_bytes)
            ciphertext, tag, committed = encrypt(scheme, key, nonce, ad, text)
            yield {
                "name": f"{scheme.name}, {ad_bytes} bytes of associated data, {text_bytes} of text",
                "algorithm": scheme.name,
                "key": key,
                "nonce": nonce,
                "ad": ad,
                "plaintext": text,
                "ciphertext": ciphertext,
                "tag": tag,
                "commitment": committed,
            }
