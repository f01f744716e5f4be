# SPDX-License-Identifier: Apache-2.0 OR MIT
"""KMAC over Ascon-CXOF128, and key derivation over it, as docs/constructions/kdf.md specifies them.

The encodings of lengths are those of SP 800-185, section 2.3."""

import random
from collections.abc import Iterator
from hmac import compare_digest

from ..algorithms import find
from ..modes import InvalidTag, cxof
from . import Vector

CXOF = find("ascon-cxof128")
KMAC, KDF = b"KMAC", b"KDF"  # the names of the functions
MAX_CUSTOMIZATION = 247  # what CXOF128's 256 bytes leave
MIN_TAG_BYTES = 4
PRK_BYTES = 32


def digits(number: int) -> bytes:
    """In base 256, the most significant digit first, at least one."""
    return number.to_bytes(max(1, -(-number.bit_length() // 8)), "big")


def left_encode(number: int) -> bytes:
    return bytes([len(digits(number))]) + digits(number)


def right_encode(number: int) -> bytes:
    return digits(number) + bytes([len(digits(number))])


def encode_string(string: bytes) -> bytes:
    return left_encode(8 * len(string)) + string


def bytepad(string: bytes, width: int) -> bytes:
    padded = left_encode(width) + string
    return padded + bytes(-len(padded) % width)


def kmac(key: bytes, message: bytes, output_bytes: int, customization: bytes = b"") -> bytes:
    """The form for one length of output, which the output depends on."""
    return _keyed(KMAC, key, message + right_encode(8 * output_bytes), output_bytes, customization)


def kmac_verify(key: bytes, message: bytes, tag: bytes, customization: bytes = b"") -> None:
    """InvalidTag unless the tag is the output of this length."""
    if len(tag) < MIN_TAG_BYTES:
        raise ValueError(f"tag of {len(tag)} bytes, expected at least {MIN_TAG_BYTES}")
    if not compare_digest(kmac(key, message, len(tag), customization), tag):
        raise InvalidTag("kmac: the tag is wrong")


def kmac_xof(key: bytes, message: bytes, output_bytes: int, customization: bytes = b"") -> bytes:
    """The form whose outputs are beginnings of one another."""
    return _keyed(KMAC, key, message + right_encode(0), output_bytes, customization)


def start(function: bytes, customization: bytes) -> bytes:
    """The customization string of CXOF128."""
    return encode_string(function) + encode_string(customization)


def _keyed(function: bytes, key: bytes, encoded: bytes, output_bytes: int, customization: bytes) -> bytes:
    if len(customization) > MAX_CUSTOMIZATION:
        raise ValueError(f"customization of {len(customization)} bytes, expected at most {MAX_CUSTOMIZATION}")
    message = bytepad(encode_string(key), CXOF.rate) + encoded
    return cxof(CXOF, message, start(function, customization), output_bytes)


# Key derivation: the same with another name, so that no customization string of KMAC leads there.

STEPS = DERIVE, EXTRACT, EXPAND = b"derive", b"extract", b"expand"


def _step(step: bytes, key: bytes, message: bytes, output_bytes: int) -> bytes:
    return _keyed(KDF, key, message + right_encode(8 * output_bytes), output_bytes, step)


def extract(salt: bytes, ikm: bytes) -> bytes:
    return _step(EXTRACT, salt, ikm, PRK_BYTES)


def expand(prk: bytes, info: bytes, output_bytes: int) -> bytes:
    return _step(EXPAND, prk, info, output_bytes)


def derive(salt: bytes, ikm: bytes, info: bytes, output_bytes: int) -> bytes:
    """In one step."""
    return _step(DERIVE, salt, encode_string(ikm) + info, output_bytes)


# Known answers.


def vectors() -> Iterator[Vector]:
    source = random.Random(185)
    for sizes in ((16, 0, 32, 0), (16, 8, 16, 0), (32, 100, 32, 11), (0, 5, 1, 1), (33, 1, 64, 32), (300, 40, 40, 247)):
        yield from _mac_vectors(source, *sizes)
    for sizes in ((0, 32, 0, 32), (16, 32, 10, 16), (32, 65, 33, 100), (5, 1, 300, 1), (300, 300, 0, 64)):
        yield _derivation_vector(source, *sizes)


def _mac_vectors(source: random.Random, key: int, message: int, output: int, customization: int) -> Iterator[Vector]:
    inputs = {
        "key": source.randbytes(key),
        "message": source.randbytes(message),
        "customization": source.randbytes(customization),
    }
    about = f"key of {key} bytes, message {message}, output {output}, customization {customization}"
    for call, function in (("kmac", kmac), ("kmac_xof", kmac_xof)):
        yield {"name": f"{call}: {about}", "call": call, **inputs, "output": function(**inputs, output_bytes=output)}


def _derivation_vector(source: random.Random, salt: int, ikm: int, info: int, output: int) -> Vector:
    inputs = {"salt": source.randbytes(salt), "ikm": source.randbytes(ikm), "info": source.randbytes(info)}
    prk = extract(inputs["salt"], inputs["ikm"])
    return {
        "name": f"salt of {salt} bytes, input keying material {ikm}, info {info}, output {output}",
        "call": "kdf",
        **inputs,
        "prk": prk,
        "expanded": expand(prk, inputs["info"], output),
        "derived": derive(**inputs, output_bytes=output),
    }
