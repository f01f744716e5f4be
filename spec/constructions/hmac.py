# SPDX-License-Identifier: Apache-2.0 OR MIT
"""HMAC (RFC 2104), HKDF (RFC 5869) and PBKDF2 (RFC 8018) with Ascon-Hash256, as docs/constructions/hmac.md says.

The hash function is an argument, so that the tests can compare with what the RFCs publish for others."""

import random
from collections.abc import Callable, Iterator
from hmac import compare_digest

from ..algorithms import find
from ..modes import InvalidTag, hash_digest
from . import Vector

Hash = Callable[[bytes], bytes]

BLOCK_BYTES = 64  # B of RFC 2104; docs/constructions/hmac.md has the reason
TAG_BYTES, MIN_TAG_BYTES = 32, 16  # RFC 2104, section 5: no less than half of it


def hash256(message: bytes) -> bytes:
    return hash_digest(find("ascon-hash256"), message)


def hmac(key: bytes, message: bytes, hash: Hash = hash256) -> bytes:
    """RFC 2104, section 2."""
    padded = (hash(key) if len(key) > BLOCK_BYTES else key).ljust(BLOCK_BYTES, b"\0")
    inner = hash(xored(padded, 0x36) + message)
    return hash(xored(padded, 0x5C) + inner)


def xored(string: bytes, byte: int) -> bytes:
    return bytes(value ^ byte for value in string)


def hmac_verify(key: bytes, message: bytes, tag: bytes) -> None:
    """InvalidTag unless the tag is the right one, or as many of its first bytes as the tag has."""
    if not MIN_TAG_BYTES <= len(tag) <= TAG_BYTES:
        raise ValueError(f"tag of {len(tag)} bytes, expected {MIN_TAG_BYTES} to {TAG_BYTES}")
    if not compare_digest(hmac(key, message)[: len(tag)], tag):
        raise InvalidTag("hmac: the tag is wrong")


def hkdf_extract(salt: bytes, ikm: bytes, hash: Hash = hash256) -> bytes:
    """RFC 5869, section 2.2. No salt is one of zeros, which is HMAC's padding of an empty key."""
    return hmac(salt, ikm, hash)


def hkdf_expand(prk: bytes, info: bytes, output_bytes: int, hash: Hash = hash256) -> bytes:
    """RFC 5869, section 2.3."""
    output = block = b""
    for counter in range(1, 256):
        if len(output) >= output_bytes:
            break
        block = hmac(prk, block + info + bytes([counter]), hash)
        output += block
    if len(output) < output_bytes:
        raise ValueError(f"output of {output_bytes} bytes, expected at most {len(output)}")
    return output[:output_bytes]


def pbkdf2(password: bytes, salt: bytes, iterations: int, output_bytes: int, hash: Hash = hash256) -> bytes:
    """RFC 8018, section 5.2."""
    output = b""
    for block in range(1, 2**32):
        if len(output) >= output_bytes:
            break
        value = hmac(password, salt + block.to_bytes(4, "big"), hash)
        total = int.from_bytes(value, "big")
        for _ in range(iterations - 1):
            value = hmac(password, value, hash)
            total ^= int.from_bytes(value, "big")
        output += total.to_bytes(len(value), "big")
    return output[:output_bytes]


def vectors() -> Iterator[Vector]:
    source = random.Random(2104)
    for sizes in ((0, 0), (16, 1), (32, 40), (63, 64), (64, 8), (65, 7), (200, 100)):
        yield _hmac_vector(*(source.randbytes(size) for size in sizes))
    for *sizes, output_bytes in ((0, 22, 0, 42), (13, 22, 10, 42), (80, 80, 80, 82), (16, 1, 3, 0)):
        yield _hkdf_vector(*(source.randbytes(size) for size in sizes), output_bytes)
    yield _pbkdf2_vector(b"password", b"salt", 1, 32)
    yield _pbkdf2_vector(b"password", b"salt", 2, 20)
    yield _pbkdf2_vector(b"passwordPASSWORDpassword", b"saltSALTsaltSALTsaltSALTsaltSALTsalt", 3, 80)
    yield _pbkdf2_vector(b"", b"", 1, 1)


def _hmac_vector(key: bytes, message: bytes) -> Vector:
    about = f"hmac: key of {len(key)} bytes, message {len(message)}"
    return {"name": about, "call": "hmac", "key": key, "message": message, "output": hmac(key, message)}


def _hkdf_vector(salt: bytes, ikm: bytes, info: bytes, output_bytes: int) -> Vector:
    about = f"hkdf: salt of {len(salt)} bytes, keying material {len(ikm)}, info {len(info)}, output {output_bytes}"
    prk = hkdf_extract(salt, ikm)
    output = hkdf_expand(prk, info, output_bytes)
    return {"name": about, "call": "hkdf", "salt": salt, "ikm": ikm, "info": info, "prk": prk, "output": output}


def _pbkdf2_vector(password: bytes, salt: bytes, iterations: int, output_bytes: int) -> Vector:
    return {
        "name": f"pbkdf2: password of {len(password)} bytes, {iterations} iterations, output {output_bytes}",
        "call": "pbkdf2",
        "password": password,
        "salt": salt,
        "iterations": iterations,
        "output": pbkdf2(password, salt, iterations, output_bytes),
    }
