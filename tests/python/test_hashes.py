"""Hashes, XOFs, MACs and PRFs: used where hashlib's and hmac's objects are used.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import hashlib
import hmac
import io

import pytest

import asconkit
from asconkit import InvalidTag, StateError
from rows import Kind, named, rows, sample
from spec import modes

MESSAGE = sample(100)


def each(*kinds):
    return pytest.mark.parametrize("row", rows(*kinds), ids=lambda row: row.name)


def start(row):
    return named(row)(*([sample(row.key)] if row.key else []))


@each(Kind.HASH, Kind.XOF, Kind.CXOF, Kind.MAC, Kind.PRF)
def test_attributes(row):
    running = start(row)
    assert (running.name, running.digest_size, running.block_size) == (row.name, row.output, row.rate)
    assert row.name in repr(running)


@each(Kind.HASH, Kind.XOF, Kind.CXOF, Kind.MAC, Kind.PRF)
def test_copies_are_independent(row):
    length = [] if row.kind in (Kind.HASH, Kind.MAC) else [20]
    running = start(row)
    running.update(b"first")
    before = running.digest(*length)
    copy = running.copy()
    running.update(b"second")
    assert copy.digest(*length) == before != running.digest(*length)
    copy.update(b"second")
    assert copy.digest(*length) == running.digest(*length)


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


@pytest.mark.parametrize("row", rows(Kind.HASH, Kind.XOF), ids=lambda row: row.name)
def test_new(row):
    length = [] if row.kind is Kind.HASH else [20]
    assert asconkit.new(row.name, MESSAGE).digest(*length) == named(row)(MESSAGE).digest(*length)
    assert row.name in asconkit.algorithms_available


def test_new_takes_all_that_is_available():
    assert {asconkit.new(name).name for name in asconkit.algorithms_available} == asconkit.algorithms_available


def test_new_refuses_other_names():
    for name in ("sha256", "ascon-aead128", "ascon-cxof128", "", "ascon-hash256\0", "ascon-hash256\0x", "\udc80"):
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


def test_hmac_has_a_block_of_64_bytes():
    """As the page says: what Python's hmac does with a block_size below 16, and says so."""
    with pytest.warns(RuntimeWarning, match="block_size of 8 seems too small; using our default of 64"):
        keyed = hmac.new(b"key", MESSAGE, asconkit.hash256)
    assert keyed.block_size == 64 and keyed.digest() == hmac_of(asconkit.hash256_digest, b"key", MESSAGE)


@each(Kind.HASH)
def test_hashlib_and_hmac_accept_it(row):
    digest = named(row, "_digest")
    assert hmac.new(b"key", MESSAGE, named(row)).digest() == hmac_of(digest, b"key", MESSAGE)
    if hasattr(hashlib, "file_digest"):
        assert hashlib.file_digest(io.BytesIO(MESSAGE), named(row)).digest() == digest(MESSAGE)


def hmac_of(digest, key, message, block=64):
    """FIPS 198-1, with the block that Python's hmac takes for small rates."""
    inner, outer = (bytes(byte ^ pad for byte in key.ljust(block, b"\0")) for pad in (0x36, 0x5C))
    return digest(outer + digest(inner + message))


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


@pytest.mark.parametrize(("a", "b"), [("abc", b"abc"), ("é", "é"), (1, b""), (None, None)])
def test_compare_digest_refuses(a, b):
    with pytest.raises(TypeError):
        asconkit.compare_digest(a, b)
