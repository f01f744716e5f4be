# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Calls with positional arguments bypass nanobind. They do what the same calls with named arguments do."""

import inspect
import sys

import pytest

import asconkit
from growth import CALLS_EACH_TIME, least_growth
from rows import Kind, aead, named, rows, sample
from spec.algorithms import ALGORITHMS

NONCE, TEXT, HEADER = sample(16, 1), sample(40), sample(9)
FORMS = (bytes, bytearray, memoryview, type("Subclass", (bytes,), {}))
LENGTHS = (0, 1, 7, 8, 16, 17, 100, 3000)
WRONG = ("text", None, 5, [1], memoryview(bytes(80))[::2], bytes(3), object())


def result(call, *arguments, **named_arguments):
    """What a call gives, in a form that can be compared."""
    try:
        value = call(*arguments, **named_arguments)
    except Exception as error:
        return type(error), str(error)
    if isinstance(value, (asconkit.XOF, asconkit.PRF)):
        return type(value), value.name, value.digest(32), value.read(20)
    if isinstance(value, (asconkit.Hash, asconkit.MAC)):
        return type(value), value.name, value.digest(), value.hexdigest()
    return type(value), value


def compare(call, *arguments):
    """All arguments positional, then the last one, two, and all by name."""
    names = list(inspect.signature(call).parameters)[: len(arguments)]
    expected = result(call, *arguments)
    for count in range(len(arguments)):
        by_name = dict(zip(names[count:], arguments[count:], strict=True))
        assert result(call, *arguments[:count], **by_name) == expected, (names[count:], arguments)
    return expected


def calls_of(row):
    """The calls of a row, each with arguments that it takes."""
    if row.kind is Kind.AEAD:
        cipher = aead(row)(sample(row.key))
        sealed = cipher.encrypt(NONCE, TEXT, HEADER)
        text, tag = cipher.encrypt_detached(NONCE, TEXT, HEADER)
        yield cipher.encrypt, (NONCE, TEXT, HEADER)
        yield cipher.decrypt, (NONCE, sealed, HEADER)
        yield cipher.encrypt_detached, (NONCE, TEXT, HEADER)
        yield cipher.decrypt_detached, (NONCE, text, tag, HEADER)
        yield cipher.encrypt_into, (NONCE, TEXT, HEADER, bytearray(len(sealed)))
        yield cipher.decrypt_into, (NONCE, sealed, HEADER, bytearray(len(TEXT)))
        return
    key = (sample(16),) if row.kind in (Kind.MAC, Kind.PRF, Kind.PRFSHORT) else ()
    if row.kind is Kind.PRFSHORT:
        yield named(row), (*key, TEXT[:16], 16)
        return
    custom = (HEADER,) if row.kind is Kind.CXOF else ()
    length = () if row.kind in (Kind.HASH, Kind.MAC) else (50,)
    yield named(row), (*key, TEXT, *custom)
    yield named(row, "_digest"), (*key, TEXT, *length, *custom)
    if row.kind is Kind.MAC:
        yield named(row, "_verify"), (*key, TEXT, named(row, "_digest")(*key, TEXT))


CALLS = [
    pytest.param(call, arguments, id=f"{row.name} {call.__name__}")
    for row in ALGORITHMS
    for call, arguments in calls_of(row)
]


def test_every_algorithm_is_here():
    assert {case.id.split()[0] for case in CALLS} == {row.name for row in ALGORITHMS}


@pytest.mark.parametrize(("call", "arguments"), CALLS)
def test_both_ways_give_the_same(call, arguments):
    kind, *_ = compare(call, *arguments)
    assert not issubclass(kind, Exception)
    for count in range(len(arguments)):
        compare(call, *arguments[:count])  # too few, or defaults
    names = inspect.signature(call).parameters.values()
    most = sum(parameter.kind is parameter.POSITIONAL_OR_KEYWORD for parameter in names)
    kind, text = result(call, *arguments, *[b""] * (most + 1 - len(arguments)))
    assert kind is TypeError and "too many positional arguments" in text


@pytest.mark.parametrize(("call", "arguments"), CALLS)
def test_any_buffer_both_ways(call, arguments):
    expected = result(call, *arguments)
    for form in FORMS:
        given = [form(value) if isinstance(value, bytes) else value for value in arguments]
        assert compare(call, *given) == expected


@pytest.mark.parametrize(("call", "arguments"), CALLS)
def test_wrong_arguments_both_ways(call, arguments):
    for place in range(len(arguments)):
        for wrong in WRONG:
            compare(call, *arguments[:place], wrong, *arguments[place + 1 :])


@pytest.mark.parametrize("row", rows(Kind.AEAD), ids=lambda row: row.name)
def test_lengths_both_ways(row):
    cipher = aead(row)(sample(row.key))
    for size in LENGTHS:
        _, sealed = compare(cipher.encrypt, NONCE, sample(size))
        assert compare(cipher.decrypt, NONCE, sealed) == (bytes, sample(size))
        assert compare(cipher.decrypt, NONCE, sealed[:-1])[0] is asconkit.InvalidTag


def test_objects_of_other_classes():
    """A method of a class refuses other objects, wiped ones, and takes those of Python's subclasses."""

    class Mine(asconkit.AsconAEAD128):
        pass

    cipher = Mine(sample(16))
    assert cipher.encrypt(NONCE, TEXT) == asconkit.AsconAEAD128(sample(16)).encrypt(NONCE, TEXT)
    for other in (5, None, asconkit.hash256(), asconkit.AEAD):
        with pytest.raises(TypeError):
            asconkit.AEAD.encrypt(other, NONCE, TEXT)
    for none in (asconkit.AEAD.encrypt, asconkit.Hash.digest):
        with pytest.raises(TypeError):
            none()
    cipher.wipe()
    with pytest.raises(asconkit.StateError, match="the key was wiped"):
        cipher.encrypt(NONCE, TEXT)


@pytest.mark.filterwarnings("ignore:nanobind. attempted to access an uninitialized instance")
def test_objects_that_were_not_constructed():
    empty = asconkit.AsconAEAD128.__new__(asconkit.AsconAEAD128)
    with pytest.raises(TypeError):
        empty.encrypt(NONCE, TEXT)


def test_references_are_given_back():
    """Arguments, results, defaults and types have as many references after many calls as before, failed ones too."""
    cipher = asconkit.AsconAEAD128(sample(16))
    sealed = cipher.encrypt(NONCE, TEXT)
    held = [NONCE, TEXT, HEADER, sealed, cipher, None, asconkit.Hash, asconkit.XOF, type(cipher)]

    def calls():
        cipher.encrypt(NONCE, TEXT)
        cipher.encrypt(NONCE, TEXT, HEADER)
        cipher.decrypt(NONCE, sealed)
        asconkit.hash256(TEXT).digest()
        asconkit.hash256().copy().hexdigest()
        asconkit.xof128(TEXT).read(8)
        for call, wrong in ((cipher.decrypt, bytes(40)), (cipher.encrypt, 5), (cipher.encrypt, None)):
            with pytest.raises((asconkit.InvalidTag, TypeError)):
                call(NONCE, wrong)

    for smallest in least_growth(calls, lambda: [sys.getallocatedblocks(), *map(sys.getrefcount, held)]):
        assert smallest < CALLS_EACH_TIME // 2
