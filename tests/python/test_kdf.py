# SPDX-License-Identifier: Apache-2.0 OR MIT
"""KMAC, key derivation, HMAC, HKDF and PBKDF2, against their models."""

import inspect
import pickle
import threading

import pytest

from asconkit import InvalidTag, StateError, hmac, kdf
from rows import sample
from spec.constructions import hmac as hmac_model
from spec.constructions import kdf as kdf_model

KEY, DATA, PURPOSE = sample(33), sample(100, 7), b"a purpose"


# ---- KMAC -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [0, 1, 16, 32, 100, 3000])
def test_kmac(length):
    expected = kdf_model.kmac(KEY, DATA, length, PURPOSE)
    assert kdf.kmac_digest(KEY, DATA, length, PURPOSE) == expected
    message = kdf.kmac(KEY, DATA[:11], PURPOSE)
    message.update(DATA[11:])
    assert message.digest(length) == expected == message.copy().digest(length)
    assert message.hexdigest(length) == expected.hex()
    assert message.read(length) + message.read(5) == kdf_model.kmac_xof(KEY, DATA, length + 5, PURPOSE)


def test_kmac_defaults():
    assert kdf.kmac_digest(KEY, DATA) == kdf.kmac(KEY, DATA).digest() == kdf_model.kmac(KEY, DATA, 32)


def test_kmac_verify():
    kdf.kmac_verify(KEY, DATA, kdf.kmac_digest(KEY, DATA))
    tag = kdf.kmac_digest(KEY, DATA, 20)
    kdf.kmac_verify(KEY, DATA, tag, tag_length=20)
    kdf.kmac(KEY, DATA).verify(tag, tag_length=20)
    for wrong in (tag[:-1], tag + b"\0", bytes([tag[0] ^ 1]) + tag[1:]):
        with pytest.raises(InvalidTag):
            kdf.kmac_verify(KEY, DATA, wrong, tag_length=len(wrong))
        with pytest.raises(InvalidTag):
            kdf.kmac(KEY, DATA).verify(wrong, tag_length=len(wrong))


@pytest.mark.parametrize("length", [4, 16, 31, 33])
def test_a_received_tag_does_not_choose_its_length(length):
    right, beginning = kdf.kmac_digest(KEY, DATA, length), hmac.digest(KEY, DATA)[:length] + bytes(max(0, length - 32))
    for call in (
        lambda: kdf.kmac(KEY, DATA).verify(right),
        lambda: kdf.kmac_verify(KEY, DATA, right),
        lambda: hmac.new(KEY, DATA).verify(beginning),
        lambda: hmac.verify(KEY, DATA, beginning),
    ):
        with pytest.raises(ValueError, match=rf"tag: length {length}, expected 32 \(tag_length\)"):
            call()


def test_kmac_reading_ends_the_message():
    message = kdf.kmac(KEY, DATA)
    assert message.read_into(buffer := bytearray(9)) == 9
    assert bytes(buffer) == kdf_model.kmac_xof(KEY, DATA, 9)
    with pytest.raises(StateError):
        message.update(b"more")
    assert message.digest(9) == kdf_model.kmac(KEY, DATA, 9)


# ---- HMAC -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [0, 16, 64, 65, 5000])
def test_hmac(size):
    key = sample(size)
    expected = hmac_model.hmac(key, DATA)
    assert hmac.digest(key, DATA) == expected
    message = hmac.new(key, DATA[:11])
    message.update(DATA[11:])
    assert message.digest() == expected == message.copy().digest()
    assert message.hexdigest() == expected.hex()


def test_hmac_verify():
    tag = hmac.digest(KEY, DATA)
    for length in (16, 32):
        hmac.verify(KEY, DATA, tag[:length], tag_length=length)
        hmac.new(KEY, DATA).verify(tag[:length], tag_length=length)
    with pytest.raises(InvalidTag):
        hmac.verify(KEY, DATA + b"!", tag)
    with pytest.raises(InvalidTag):
        hmac.new(KEY).verify(tag)


def test_hmac_has_the_attributes_of_pythons_own():
    message = hmac.new(KEY)
    assert (message.name, message.digest_size, message.block_size) == ("hmac-ascon-hash256", 32, 64)


# ---- Key derivation ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [0, 16, 100])
def test_derivation(length):
    prk = kdf_model.extract(b"salt", KEY)
    assert kdf.extract(b"salt", KEY) == prk
    assert kdf.expand(prk, DATA, length) == kdf_model.expand(prk, DATA, length)
    assert kdf.derive(b"salt", KEY, DATA, length) == kdf_model.derive(b"salt", KEY, DATA, length)


def test_hkdf():
    prk = hmac_model.hkdf_extract(b"salt", KEY)
    assert hmac.hkdf_extract(b"salt", KEY) == prk
    assert hmac.hkdf_expand(prk, DATA, 42) == hmac_model.hkdf_expand(prk, DATA, 42) == hmac.hkdf(b"salt", KEY, DATA, 42)


def test_pbkdf2():
    assert hmac.pbkdf2(b"password", b"salt", 3, 40) == hmac_model.pbkdf2(b"password", b"salt", 3, 40)


# ---- What is refused --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("call", "message"), [
    (lambda: kdf.kmac(KEY, b"", bytes(248)), "customization must be at most 247 bytes, not 248"),
    (lambda: kdf.kmac_digest(KEY, b"", 16, bytes(248)), "customization must be at most 247 bytes, not 248"),
    (lambda: kdf.kmac_digest(KEY, b"", -1), "length must be 0 or more, not -1"),
    (lambda: kdf.kmac_verify(KEY, b"", b"abc", tag_length=3), "tag_length must be at least 4 bytes, not 3"),
    (lambda: kdf.kmac(KEY).verify(b"", tag_length=0), "tag_length must be at least 4 bytes, not 0"),
    (lambda: hmac.verify(KEY, b"", bytes(15), tag_length=15), "tag_length must be 16 to 32 bytes, not 15"),
    (lambda: hmac.new(KEY).verify(bytes(33), tag_length=33), "tag_length must be 16 to 32 bytes, not 33"),
    (lambda: hmac.hkdf_expand(KEY, b"", 8161), "length must be at most 8160, not 8161"),
    (lambda: hmac.hkdf(b"", KEY, b"", 8161), "length must be at most 8160, not 8161"),
    (lambda: hmac.pbkdf2(b"", b"", 0, 16), "iterations must be 1 to 4294967295, not 0"),
    (lambda: hmac.pbkdf2(b"", b"", 2**32, 16), "iterations must be 1 to 4294967295, not 4294967296"),
])  # fmt: skip
def test_wrong_values(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(("call", "message"), [
    (lambda: kdf.kmac("text"), "key must be a bytes-like object, not str"),
    (lambda: kdf.derive(b"", "text", b"", 16), "ikm must be a bytes-like object, not str"),
    (lambda: kdf.expand(b"", None, 16), "info must be a bytes-like object, not None"),
    (lambda: hmac.digest(b"", 5), "data must be a bytes-like object, not int"),
    (lambda: hmac.pbkdf2(b"", b"", "many", 16), "iterations must be an int, not str"),
])  # fmt: skip
def test_wrong_types(call, message):
    with pytest.raises(TypeError, match=message):
        call()


@pytest.mark.parametrize("start", [kdf.kmac, hmac.new])
def test_objects(start):
    message = start(KEY, DATA)
    assert KEY.hex() not in repr(message) and "asconkit" in repr(message)
    with pytest.raises(TypeError):
        pickle.dumps(message)
    message.wipe()
    for call in (message.digest, message.hexdigest, message.copy, lambda: message.update(b"")):
        with pytest.raises(StateError):
            call()


@pytest.mark.parametrize("start", [kdf.kmac, hmac.new])
def test_threads_take_turns(start):
    message, piece = start(KEY), bytes(4096)
    threads = [threading.Thread(target=message.update, args=(piece,)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert message.digest() == start(KEY, 8 * piece).digest()


def test_signatures_are_shown():
    assert list(inspect.signature(kdf.derive).parameters) == ["salt", "ikm", "info", "length"]
    assert list(inspect.signature(hmac.pbkdf2).parameters) == ["password", "salt", "iterations", "length"]
    assert inspect.signature(kdf.kmac_digest).parameters["length"].default == 32
