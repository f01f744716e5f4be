# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Every algorithm computes the known answers that its designers published, in one call and in pieces."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

import asconkit
from rows import Kind, aead, compute, named, rows, sample
from spec import kat, modes
from spec.algorithms import ALGORITHMS

PUBLISHED = [row for row in ALGORITHMS if row.kat]


def known_answer_hash(row):
    return hashlib.sha256("".join(kat.generate(row)).encode()).hexdigest()


@pytest.fixture(params=asconkit.backend.available())
def backend(request):
    asconkit.backend.force(request.param)
    yield request.param
    asconkit.backend.force(None)


@pytest.mark.parametrize("row", PUBLISHED, ids=lambda row: row.name)
def test_known_answers(row, backend, monkeypatch):
    monkeypatch.setattr(kat, "compute", compute)
    assert known_answer_hash(row) == row.kat


def test_known_answers_see_a_wrong_bit(monkeypatch):
    def wrong(row, inputs):
        result = bytearray(compute(row, inputs))
        result[0] ^= inputs["message"] == sample(7)
        return bytes(result)

    row = rows(Kind.HASH)[0]
    monkeypatch.setattr(kat, "compute", wrong)
    assert known_answer_hash(row) != row.kat


def test_the_table_is_the_specification():
    assert [row.name for row in asconkit.ALGORITHMS] == [row.name for row in ALGORITHMS]
    for ours, row in zip(asconkit.ALGORITHMS, ALGORITHMS):
        assert (ours.convention, ours.kind, ours.key_size) == (row.convention.name, row.kind.value, row.key)
        assert (ours.output_size, ours.rate, ours.min_tag_size) == (row.output, row.rate, row.min_tag)
        assert ours.nonce_size == (16 if row.kind is Kind.AEAD else 0)
        assert ours.name in repr(ours)


@pytest.mark.parametrize("row", rows(Kind.AEAD), ids=lambda row: row.name)
def test_aead_lengths(row):
    cipher, key, nonce = aead(row), sample(row.key, 3), sample(16, 5)
    for size in range(2 * row.rate + 2):
        text, ad = sample(size), sample(2 * row.rate + 1 - size, 9)
        expected, tag = modes.aead_encrypt(row, key, nonce, ad, text)
        assert cipher(key).encrypt(nonce, text, ad) == expected + tag
        assert cipher(key).decrypt(nonce, expected + tag, ad) == text
        assert cipher(key).encrypt_detached(nonce, text, ad) == (expected, tag)


PIECES = st.lists(st.binary(max_size=100), max_size=6)


@pytest.mark.parametrize("row", rows(Kind.AEAD), ids=lambda row: row.name)
@given(ad=PIECES, text=PIECES)
def test_aead_in_pieces(row, ad, text):
    cipher, nonce = aead(row)(sample(row.key)), sample(16, 1)
    whole = cipher.encrypt(nonce, b"".join(text), b"".join(ad))
    encryptor, decryptor = cipher.encryptor(nonce), cipher.decryptor(nonce)
    for piece in ad:
        encryptor.associated_data(piece)
        decryptor.associated_data(piece)
    pieces = [encryptor.update(piece) for piece in text]
    tag = encryptor.finalize()
    assert b"".join(pieces) + tag == whole
    assert [decryptor.update_unverified(piece) for piece in pieces] == text
    assert decryptor.finalize(tag) is None


@pytest.mark.parametrize("row", rows(Kind.HASH, Kind.XOF, Kind.CXOF, Kind.MAC, Kind.PRF), ids=lambda row: row.name)
@given(message=PIECES, reads=st.lists(st.integers(0, 100), max_size=4))
def test_absorbing_in_pieces(row, message, reads):
    key = [sample(row.key)] if row.key else []
    options = {"customization": b"custom"} if row.kind is Kind.CXOF else {}
    running = named(row)(*key, **options)
    for piece in message:
        running.update(piece)
    whole = b"".join(message)
    if row.kind in (Kind.HASH, Kind.MAC):
        assert running.digest() == named(row, "_digest")(*key, whole) == bytes.fromhex(running.hexdigest())
        return
    length = sum(reads)
    expected = named(row, "_digest")(*key, whole, length, **options)
    assert running.digest(length) == expected == bytes.fromhex(running.hexdigest(length))
    assert b"".join(running.read(count) for count in reads) == expected
    assert running.digest(length) == expected


@pytest.mark.parametrize("row", rows(Kind.XOF, Kind.CXOF, Kind.PRF), ids=lambda row: row.name)
def test_long_outputs(row):
    inputs = {"key": sample(row.key), "message": b"m", "customization": b"c", "output_bytes": 3 * row.rate + 1}
    assert compute(row, inputs) == modes.compute(row, inputs)


@pytest.mark.parametrize("row", rows(Kind.PRFSHORT), ids=lambda row: row.name)
def test_prfshort_lengths(row):
    for size in range(17):
        for length in range(1, 17):
            inputs = {"key": sample(16), "message": sample(size, 7), "output_bytes": length}
            assert compute(row, inputs) == modes.compute(row, inputs)
