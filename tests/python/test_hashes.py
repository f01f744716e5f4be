# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Hashes, XOFs, MACs and PRFs: used where hashlib's and hmac's objects are used."""

import hashlib
import hmac
import io
import pickle
import warnings
from array import array
from functools import partial

import pytest

import asconkit
import asconkit.hmac
import asconkit.kdf
from asconkit import InvalidTag, StateError
from rows import Kind, named, rows, sample
from spec import modes
from spec.constructions import hmac as hmac_model

MESSAGE = sample(100)


def each(*kinds):
    return pytest.mark.parametrize("row", rows(*kinds), ids=lambda row: row.name)


def start(row):
    return named(row)(*([sample(row.key)] if row.key else []))


@each(Kind.HASH, Kind.XOF, Kind.CXOF, Kind.MAC, Kind.PRF)
def test_attributes(row):
    running = start(row)
    block = 64 if row.kind is Kind.HASH else row.rate
    assert (running.name, running.digest_size, running.block_size) == (row.name, row.output, block)
    assert row.name in repr(running)


# How each begins a message, and the length of its output if digest() takes one: Python's own objects and ours.
CONTRACT = {
    "SHA-256 of hashlib": (hashlib.sha256, []), "BLAKE2b of hashlib": (hashlib.blake2b, []),
    "SHAKE128 of hashlib": (hashlib.shake_128, [20]),
    "HMAC of hmac": (lambda *data: hmac.new(MESSAGE, *data, digestmod="sha256"), []),
    "HMAC of hmac over ours": (lambda *data: hmac.new(MESSAGE, *data, digestmod=asconkit.hash256), []),
    "asconkit.hmac": (lambda *data: asconkit.hmac.new(MESSAGE, *data), []),
    "asconkit.kdf.kmac": (lambda *data: asconkit.kdf.kmac(MESSAGE, *data), []),
    "asconkit.kdf.kmac, 20 bytes": (lambda *data: asconkit.kdf.kmac(MESSAGE, *data), [20]),
}  # fmt: skip
CONTRACT |= {
    row.name: (partial(named(row), *[sample(row.key)] * bool(row.key)), [20] * (row.kind not in (Kind.HASH, Kind.MAC)))
    for row in rows(Kind.HASH, Kind.XOF, Kind.CXOF, Kind.MAC, Kind.PRF)
}


@pytest.mark.parametrize("name", CONTRACT)
def test_contract_of_hash_objects(name):
    """What callers of hashlib's and hmac's objects may rely on: PEP 452, and Python's own pages of both modules."""
    start, length = CONTRACT[name]
    whole, running = start(MESSAGE), start()
    expected = whole.digest(*length)
    assert isinstance(expected, bytes) and len(expected) == (length[0] if length else whole.digest_size)
    assert isinstance(whole.name, str) and whole.digest_size >= 0 and whole.block_size > 0
    for attribute in ("name", "digest_size", "block_size"):
        if type(whole) is not hmac.HMAC:  # a class in Python, whose attributes can be set
            with pytest.raises(AttributeError):
                setattr(whole, attribute, getattr(whole, attribute))
    for kind in (bytes, bytearray, memoryview, lambda part: array("B", part), lambda part: memoryview(part).cast("b")):
        running = start()
        for piece in (MESSAGE[:1], b"", MESSAGE[1:70]):
            assert running.update(kind(piece)) is None
        beginning = running.digest(*length)
        copy = running.copy()
        assert type(copy) is type(running) and copy.digest(*length) == beginning != expected
        running.update(kind(MESSAGE[70:]))  # digest() ends no message
        assert running.digest(*length) == running.digest(*length) == expected
        assert running.hexdigest(*length) == expected.hex()
        assert copy.digest(*length) == beginning
        copy.update(MESSAGE[70:])
        assert copy.digest(*length) == expected
    for wrong in ("text", 1, None, [1], memoryview(MESSAGE)[::2]):
        with pytest.raises((TypeError, BufferError, ValueError)):
            running.update(wrong)
    for call in (running.update, *([running.digest, running.hexdigest] if name.startswith("SHAKE") else [])):
        with pytest.raises(TypeError):
            call()
    with pytest.raises(TypeError):
        pickle.dumps(running)
    assert running.digest(*length) == expected


@each(Kind.XOF, Kind.CXOF, Kind.PRF)
def test_reading(row):
    running = start(row)
    running.update(MESSAGE)
    expected = running.digest(64)
    buffer = bytearray(20)
    assert running.read(10) == expected[:10]
    with pytest.raises(StateError, match="before read()"):
        running.update(b"")
    copy = running.copy()
    assert running.read_into(buffer) == 20 and buffer == expected[10:30]
    assert copy.read(54) == expected[10:]
    with pytest.raises(StateError):
        copy.update(b"")


@each(Kind.HASH, Kind.XOF, Kind.CXOF, Kind.MAC, Kind.PRF)
def test_wiping(row):
    length = [] if row.kind in (Kind.HASH, Kind.MAC) else [20]
    running = start(row)
    if length:
        running.read(1)
    running.wipe()
    calls = [lambda: running.update(b""), lambda: running.digest(*length), lambda: running.hexdigest(*length),
             running.copy]  # fmt: skip
    calls += [lambda: running.read(1), lambda: running.read_into(bytearray(1))] if length else []
    for call in calls:
        with pytest.raises(StateError, match="the object was wiped"):
            call()


@each(Kind.HASH, Kind.XOF, Kind.CXOF)
def test_new(row):
    length = [] if row.kind is Kind.HASH else [20]
    for name in (row.name, row.name.upper(), row.name.title()):
        assert asconkit.new(name, MESSAGE).digest(*length) == named(row)(MESSAGE).digest(*length)
    assert row.name in asconkit.algorithms_available


@each(Kind.HASH, Kind.XOF, Kind.CXOF)
def test_new_takes_the_customization_of_a_cxof_alone(row):
    if row.kind is Kind.CXOF:
        expected = named(row)(MESSAGE, customization=b"custom").digest(20)
        assert asconkit.new(row.name, MESSAGE, customization=b"custom").digest(20) == expected
    too_long = "customization must be at most 256 bytes"
    with pytest.raises(ValueError, match=too_long if row.kind is Kind.CXOF else "takes no customization"):
        asconkit.new(row.name, MESSAGE, customization=bytes(257 if row.kind is Kind.CXOF else 1))


def test_new_takes_all_that_is_available():
    assert {asconkit.new(name).name for name in asconkit.algorithms_available} == asconkit.algorithms_available


def test_new_refuses_other_names():
    for name in ("sha256", "ascon-aead128", "ascon-mac-v13", "", "ascon-hash256\0", "ascon-hash256\0x", "\udc80"):
        with pytest.raises(ValueError, match="is not one of algorithms_available"):
            asconkit.new(name)
    for name in (b"ascon-hash256", 1):
        with pytest.raises(TypeError, match="name must be a str"):
            asconkit.new(name)


@each(Kind.HASH, Kind.XOF)
def test_the_arguments_are_those_of_hashlib(row):
    length = [] if row.kind is Kind.HASH else [20]
    expected = named(row)(MESSAGE).digest(*length)
    for start in (named(row), lambda *a, **o: asconkit.new(row.name, *a, **o)):
        assert start(data=MESSAGE, usedforsecurity=False).digest(*length) == expected
        assert start(string=MESSAGE).digest(*length) == start(MESSAGE, string=None).digest(*length) == expected
        with pytest.raises(TypeError, match="data and string are the same argument"):
            start(MESSAGE, string=MESSAGE)
        with pytest.raises(TypeError, match="data must be a bytes-like object, not str"):
            start(string="text")
        with pytest.raises(TypeError):
            start(MESSAGE, True)


@each(Kind.HASH)
def test_hmac_over_hash_objects_is_our_own(row):
    """Python's hmac takes the block size from the object. With 8, the rate, its two calls would differ."""
    digest, long = named(row, "_digest"), sample(200, 3)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for key in (long[:size] for size in range(201)):
            expected = hmac_model.hmac(key, MESSAGE, digest)
            assert hmac.digest(key, MESSAGE, named(row)) == expected
            assert hmac.new(key, MESSAGE, named(row)).digest() == expected
            if row.name == "ascon-hash256":
                assert asconkit.hmac.digest(key, MESSAGE) == expected
            prk = hmac_model.hkdf_extract(key, b"ikm", digest)
            assert hkdf(key, named(row)) == hmac_model.hkdf_expand(prk, b"info", 40, digest)
            assert pbkdf2(key, named(row)) == hmac_model.pbkdf2(key, b"salt", 3, 32, digest)


def hkdf(salt, start):
    """RFC 5869 over Python's hmac, 40 bytes."""
    prk = hmac.digest(salt, b"ikm", start)
    first = hmac.digest(prk, b"info\1", start)
    return (first + hmac.digest(prk, first + b"info\2", start))[:40]


def pbkdf2(password, start):
    """RFC 8018 over Python's hmac, 3 iterations, 32 bytes."""
    values = [hmac.digest(password, b"salt\0\0\0\1", start)]
    values += [hmac.digest(password, values[0], start)]
    values += [hmac.digest(password, values[1], start)]
    return bytes(a ^ b ^ c for a, b, c in zip(*values))


@each(Kind.HASH)
def test_hashlib_accepts_it(row):
    digest = named(row, "_digest")
    if hasattr(hashlib, "file_digest"):
        assert hashlib.file_digest(io.BytesIO(MESSAGE), named(row)).digest() == digest(MESSAGE)


@each(Kind.MAC)
def test_mac_verification(row):
    key = sample(16, 9)
    tag = modes.mac(row, key, MESSAGE)
    running = named(row)(key, MESSAGE)
    assert running.verify(tag) is None
    assert named(row, "_verify")(key, MESSAGE, tag) is None
    for bit in range(128):
        wrong = bytearray(tag)
        wrong[bit // 8] ^= 1 << bit % 8
        with pytest.raises(InvalidTag):
            running.verify(wrong)
        with pytest.raises(InvalidTag):
            named(row, "_verify")(key, MESSAGE, wrong)


@pytest.mark.parametrize(("a", "b", "equal"), [
    (b"abc", b"abc", True), (b"abc", b"abd", False), (b"abc", b"ab", False), (b"", b"", True),
    (bytearray(b"abc"), memoryview(b"abc"), True), ("abc", "abc", True), ("abc", "abd", False),
])  # fmt: skip
def test_compare_digest(a, b, equal):
    assert asconkit.compare_digest(a, b) is equal
    assert hmac.compare_digest(a, b) is equal


@pytest.mark.parametrize(("a", "b", "message"), [
    ("abc", b"abc", "a and b must both be str or both bytes-like objects"),
    ("é", "é", "a str must have only ASCII characters"), (1, b"", "a must be a bytes-like object, not int"),
    (None, None, "a must be a bytes-like object or a str, not NoneType"),
])  # fmt: skip
def test_compare_digest_refuses(a, b, message):
    with pytest.raises(TypeError, match=message):
        asconkit.compare_digest(a, b)
