# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Ascon-SIV as docs/constructions/siv.md specifies it: authenticated encryption that survives repeated nonces."""

import hmac
import random
from collections.abc import Iterator

from ..algorithms import find
from ..modes import InvalidTag, mac, prf
from . import Vector

KEY_BYTES, NONCE_BYTES, TAG_BYTES = 32, 16, 16


def encrypt(key: bytes, nonce: bytes, ad: bytes, plaintext: bytes) -> tuple[bytes, bytes]:
    """Ciphertext and tag."""
    mac_key, stream_key = split(key)
    tag = synthetic_iv(mac_key, nonce, ad, plaintext)
    return crypt(stream_key, tag, plaintext), tag


def decrypt(key: bytes, nonce: bytes, ad: bytes, ciphertext: bytes, tag: bytes) -> bytes:
    """The plaintext, or InvalidTag and nothing of it."""
    mac_key, stream_key = split(key)
    plaintext = crypt(stream_key, tag, ciphertext)
    if not hmac.compare_digest(synthetic_iv(mac_key, nonce, ad, plaintext), tag):
        raise InvalidTag("siv: the tag is wrong")
    return plaintext


def split(key: bytes) -> tuple[bytes, bytes]:
    assert len(key) == KEY_BYTES
    return key[:16], key[16:]


def synthetic_iv(mac_key: bytes, nonce: bytes, ad: bytes, plaintext: bytes) -> bytes:
    """The lengths at the end say where each string ends, so that no two messages give the same input."""
    assert len(nonce) == NONCE_BYTES
    lengths = len(ad).to_bytes(8, "little") + len(plaintext).to_bytes(8, "little")
    return mac(find("ascon-mac-v13"), mac_key, nonce + ad + plaintext + lengths)


def crypt(stream_key: bytes, tag: bytes, text: bytes) -> bytes:
    """Both directions."""
    stream = prf(find("ascon-prf-v13"), stream_key, tag, len(text))
    return bytes(a ^ b for a, b in zip(text, stream))


def vectors() -> Iterator[Vector]:
    source = random.Random(800232)
    lengths = [(0, 0), (0, 1), (1, 0), (5, 15), (16, 16), (3, 17), (0, 31), (32, 32), (7, 33), (40, 64), (100, 200)]
    for ad_bytes, text_bytes in [*lengths, (0, 1000)]:
        key, nonce = source.randbytes(KEY_BYTES), source.randbytes(NONCE_BYTES)
        ad, text = source.randbytes(ad_bytes), source.randbytes(text_bytes)
        ciphertext, tag = encrypt(key, nonce, ad, text)
        yield {
            "name": f"{ad_bytes} bytes of associated data, {text_bytes} of text",
            "key": key,
            "nonce": nonce,
            "ad": ad,
            "plaintext": text,
            "ciphertext": ciphertext,
            "tag": tag,
        }
