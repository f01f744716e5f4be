# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Batches have the results of the single calls, message by message."""

import numpy
import pytest

import asconkit
from asconkit import InvalidTag, _core, batch
from rows import Kind, aead, compute, rows, sample

AEADS = pytest.mark.parametrize("row", rows(Kind.AEAD), ids=lambda row: row.name)
COUNTS = (0, 1, 2, 7, 8, 9, 16, 17, 40)


def array(count, length, start=0):
    return numpy.frombuffer(sample(count * length + 1, start)[1:], numpy.uint8).reshape(count, length).copy()


def nonces(count):
    return (numpy.arange(count, dtype=numpy.uint64)[:, None] * numpy.array([1, 7], numpy.uint64)).view(numpy.uint8)


@pytest.fixture(params=asconkit.batch.engines())
def engine(request):
    asconkit.batch.engine_force(request.param)
    yield request.param
    asconkit.batch.engine_force(None)


@AEADS
@pytest.mark.parametrize("threads", [1, 3, 0])
def test_aead(row, threads, engine):
    for count in COUNTS:
        for length in (0, 1, 15, 16, 33):
            keys, nonce, data, ad = array(count, row.key), nonces(count), array(count, length, 3), array(count, 5, 9)
            options = {"algorithm": row.name, "threads": threads}
            sealed = batch.encrypt(keys, nonce, data, ad, **options)
            assert sealed.shape == (count, length + 16)
            for i in range(count):
                one = aead(row)(keys[i]).encrypt(nonce[i], data[i], ad[i])
                assert sealed[i].tobytes() == one
            assert (batch.decrypt(keys, nonce, sealed, ad, **options) == data).all()


def test_one_value_for_all():
    key, nonce, data = sample(16), nonces(9), array(9, 20)
    many = batch.encrypt(numpy.tile(numpy.frombuffer(key, numpy.uint8), (9, 1)), nonce, data, array(1, 6).repeat(9, 0))
    for keys in (key, bytearray(key), numpy.frombuffer(key, numpy.uint8)):
        assert (batch.encrypt(keys, nonce, data, array(1, 6)[0]) == many).all()
        assert (batch.decrypt(keys, nonce, many, array(1, 6).tobytes()) == data).all()
    assert (batch.encrypt(key, nonce, sample(20, 1)) == batch.encrypt(key, nonce, array(1, 20).repeat(9, 0))).all()
    with pytest.raises(ValueError, match="one nonce for each message"):
        batch.encrypt(key, numpy.broadcast_to(nonce[:1], (9, 16)), data)


@pytest.mark.parametrize("name", ["key", "nonce", "data", "associated_data", "out", "tags"])
def test_masked_arrays_are_refused(name):
    """What a mask says is missing would be encrypted, hashed and written all the same."""
    columns = {"key": array(3, 16), "nonce": nonces(3), "data": array(3, 5), "associated_data": array(3, 4)}
    columns |= {"out": array(3, 21), "tags": array(3, 16)}
    columns[name] = numpy.ma.array(columns[name], mask=columns[name] % 2)
    tags = columns.pop("tags")
    with pytest.raises(ValueError, match=f"{name} must not be a masked array"):
        batch.verify(columns["key"], columns["data"], tags) if name == "tags" else batch.encrypt(**columns)


def test_wrong_tags():
    key, nonce, data = sample(16), nonces(20), array(20, 30)
    sealed = batch.encrypt(key, nonce, data)
    sealed[[3, 17], [0, 45]] ^= 1
    with pytest.raises(InvalidTag, match="message 3 does not match; 2 of 20"):
        batch.decrypt(key, nonce, sealed)
    text, valid = batch.decrypt(key, nonce, sealed, on_error="mask")
    assert numpy.flatnonzero(~valid).tolist() == [3, 17]
    assert (text[valid] == data[valid]).all() and not text[~valid].any()
    with pytest.raises(ValueError, match="on_error"):
        batch.decrypt(key, nonce, sealed, on_error="ignore")


@pytest.mark.parametrize("tag_length", [4, 8, 15])
def test_short_tags(tag_length):
    key, nonce, data = sample(16), nonces(5), array(5, 9)
    sealed = batch.encrypt(key, nonce, data, tag_length=tag_length)
    assert (sealed == batch.encrypt(key, nonce, data)[:, : 9 + tag_length]).all()
    assert (batch.decrypt(key, nonce, sealed, tag_length=tag_length) == data).all()
    with pytest.raises(ValueError, match=f"tag_length must be 16 bytes, not {tag_length}"):
        batch.encrypt(key, nonce, data, tag_length=tag_length, algorithm="ascon-128")


def test_in_place():
    key, nonce, memory = sample(16), nonces(11), array(11, 48)
    data = memory[:, :32].copy()
    expected = batch.encrypt(key, nonce, data)
    assert batch.encrypt(key, nonce, memory[:, :32], out=memory) is memory
    assert (memory == expected).all()
    assert (batch.decrypt(key, nonce, memory, out=memory[:, :32]) == data).all()
    for out in (memory[::-1], memory[:, ::-1], numpy.broadcast_to(memory[:1], (11, 48))):
        with pytest.raises(ValueError):
            batch.encrypt(key, nonce, data, out=out)
    with pytest.raises(ValueError, match="out overlaps data"):
        batch.encrypt(key, nonce, memory[:, 1:33], out=memory)
    overlapping = numpy.lib.stride_tricks.as_strided(memory, (11, 48), (40, 1))
    with pytest.raises(ValueError, match="rows that do not overlap"):
        batch.encrypt(key, nonce, data, out=overlapping)


def test_in_place_for_one_row():
    """A single row has no stride that could differ."""
    key, nonce, memory = sample(16), nonces(1), array(1, 48)
    data = memory[:, :32].copy()
    expected = batch.encrypt(key, nonce, data)
    assert batch.encrypt(key, nonce, memory[:, :32], out=memory) is memory
    assert (memory == expected).all()
    assert (batch.decrypt(key, nonce, memory, out=memory[:, :32]) == data).all()
    flat = array(1, 48)
    assert (batch.encrypt(key, nonce, flat[0, :32], out=flat) == batch.encrypt(key, nonce, array(1, 48)[:, :32])).all()
    with pytest.raises(ValueError, match="out overlaps data"):
        batch.encrypt(key, nonce, flat[:, 1:33], out=flat)
    with pytest.raises(ValueError, match="out overlaps nonce"):
        batch.encrypt(key, flat[:, :16], data, out=flat)


def test_rows_that_overlap_are_not_decrypted_in_place():
    key, nonce, memory = sample(16), nonces(3), array(5, 32)
    overlapping = numpy.lib.stride_tricks.as_strided(memory, (3, 48), (32, 1))
    with pytest.raises(ValueError, match="out overlaps data"):
        batch.decrypt(key, nonce, overlapping, out=memory[:3])


@pytest.mark.parametrize("tag_length", [16, 8])
def test_messages_that_are_too_short_for_a_tag(tag_length):
    key, nonce = sample(16), nonces(3)
    for length in range(tag_length):
        with pytest.raises(InvalidTag, match="message 0 does not match; 3 of 3 are wrong"):
            batch.decrypt(key, nonce, array(3, length), tag_length=tag_length)
        text, valid = batch.decrypt(key, nonce, array(3, length), tag_length=tag_length, on_error="mask")
        assert text.shape == (3, 0) and valid.tolist() == [False] * 3
    assert batch.decrypt(key, nonces(0), array(0, 5)).shape == (0, 0)


def test_any_layout_of_inputs():
    data = array(12, 40)
    for view in (data[::2], data[::-1], data[:, ::2], data[:, 3:17], numpy.asfortranarray(data), data.T):
        expected = [asconkit.hash256_digest(row.tobytes()) for row in view]
        assert [row.tobytes() for row in batch.hash(view)] == expected


CALLS = {
    Kind.HASH: lambda row, key, data, **o: batch.hash(data, **o),
    Kind.XOF: lambda row, key, data, **o: batch.xof(data, 50, **o),
    Kind.CXOF: lambda row, key, data, **o: batch.cxof(data, 50, b"custom", **o),
    Kind.MAC: lambda row, key, data, **o: batch.mac(key, data, **o),
    Kind.PRF: lambda row, key, data, **o: batch.prf(key, data, 50, **o),
    Kind.PRFSHORT: lambda row, key, data, **o: batch.prf(key, data[:, :16], 9, **o),
}


@pytest.mark.parametrize("row", rows(*CALLS), ids=lambda row: row.name)
@pytest.mark.parametrize("threads", [1, 3, 0])
def test_absorbing(row, threads, engine):
    for count in COUNTS:
        for length in (0, 1, 31, 32, 41, 80):
            key, data = array(count, 16), array(count, length, 5)
            found = CALLS[row.kind](row, key, data, algorithm=row.name, threads=threads)
            for i in range(count):
                message = data[i, :16] if row.kind is Kind.PRFSHORT else data[i]
                inputs = {"key": key[i], "message": message, "customization": b"custom", "output_bytes": found.shape[1]}
                assert found[i].tobytes() == compute(row, inputs)


@pytest.mark.parametrize("row", rows(Kind.MAC), ids=lambda row: row.name)
def test_verification(row, engine):
    key, data = sample(16), array(20, 50)
    tags = batch.mac(key, data, algorithm=row.name)
    assert batch.verify(key, data, tags, algorithm=row.name) is None
    tags[[0, 19], [15, 0]] ^= 0x80
    valid = batch.verify(key, data, tags, algorithm=row.name, on_error="mask")
    assert numpy.flatnonzero(~valid).tolist() == [0, 19]
    with pytest.raises(InvalidTag, match="message 0 does not match; 2 of 20"):
        batch.verify(key, data, tags, algorithm=row.name)


def test_wrong_shapes():
    key, nonce, data = sample(16), nonces(4), array(4, 9)
    for wrong in (
        lambda: batch.encrypt(key[1:], nonce, data),
        lambda: batch.encrypt(key, nonce[1:], data),
        lambda: batch.encrypt(key, nonce[:, 1:], data),
        lambda: batch.encrypt(key, nonce, data.astype(numpy.uint16)),
        lambda: batch.encrypt(key, nonce, data[None]),
        lambda: batch.encrypt(key, nonce, data, array(3, 5)),
        lambda: batch.encrypt(key, nonce, data, tag_length=17),
        lambda: batch.encrypt(key, nonce, data, threads=-1),
        lambda: batch.encrypt(key, nonce, data, out=array(4, 24)),
        lambda: batch.encrypt(key, nonce, data, algorithm="ascon-hash256"),
        lambda: batch.hash(data, algorithm="ascon-xof128"),
        lambda: batch.hash(data[0]),
        lambda: batch.xof(data, -1),
        lambda: batch.cxof(data, 1, bytes(257)),
        lambda: batch.prf(key, array(4, 17), 16, algorithm="ascon-prfshort"),
        lambda: batch.prf(key, data, 17, algorithm="ascon-prfshort"),
        lambda: batch.verify(key, data, array(4, 15)),
        lambda: batch.verify(key, data, array(5, 16)),
    ):
        with pytest.raises(ValueError):
            wrong()
    for value in ("text", 5, None):
        with pytest.raises(TypeError, match=f"data must be an array of uint8 .*, not {type(value).__name__}"):
            batch.hash(value)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: batch.encrypt(bytes(12), nonces(4), array(4, 9)), "key must be 16 bytes, not 12"),
    (lambda: batch.encrypt(array(4, 12), nonces(4), array(4, 9)), "each row of key must be 16 bytes, not 12"),
    (lambda: batch.encrypt(bytes(16), array(4, 12), array(4, 9)), "each row of nonce must be 16 bytes, not 12"),
    (lambda: batch.encrypt("a text of length", nonces(4), array(4, 9)), "key must be an array of uint8 or"),
    (lambda: batch.verify(bytes(16), array(4, 9), array(4, 15)), "each row of tags must be 16 bytes, not 15"),
    (lambda: batch.encrypt(bytes(16), nonces(3), array(4, 9)), r"same number of rows: nonce has the shape \(3, 16\)"),
    (lambda: batch.hash(array(4, 9).astype(numpy.uint16)), "data must be uint8 in the shape"),
    (lambda: batch.cxof(array(4, 9), 1, bytes(257)), "customization must be at most 256 bytes, not 257"),
    (lambda: batch.prf(bytes(16), array(4, 17), 16, algorithm="ascon-prfshort"), "data must be at most 16 bytes"),
    (lambda: batch.prf(bytes(16), array(4, 9), 17, algorithm="ascon-prfshort"), "length must be 1 to 16, not 17"),
])  # fmt: skip
def test_messages_name_the_argument_and_its_size(call, message):
    with pytest.raises((TypeError, ValueError), match=message):
        call()


# ---- Below asconkit.batch --------------------------------------------------------------------------

ROW = {row.name: row for row in asconkit.ALGORITHMS}


def test_results_overlap_nothing():
    key, nonce, memory = sample(16), nonces(3), array(3, 48)
    flat = memory.reshape(-1)
    before = memory.copy()
    for start in (0, 30, 125):
        with pytest.raises(ValueError, match="results overlaps out"):
            _core.batch_crypt(ROW["ascon-aead128"], True, key, nonce, array(3, 32), None, memory, 16,
                              flat[start : start + 3], 1)  # fmt: skip
        for name, out in (("data", array(3, 32)), ("out", memory[:, :32])):
            with pytest.raises(ValueError, match=f"results overlaps {name}"):
                _core.batch_absorb(ROW["ascon-hash256"], None, memory if name == "data" else array(3, 5), out, None,
                                   flat[start : start + 3], 1)  # fmt: skip
    with pytest.raises(ValueError, match="results overlaps nonce"):
        _core.batch_crypt(ROW["ascon-aead128"], False, key, nonce, array(3, 48), None, array(3, 32), 16,
                          nonce[0, :3], 1)  # fmt: skip
    with pytest.raises(ValueError, match="results overlaps tags"):
        _core.batch_verify(ROW["ascon-mac-v13"], key, array(3, 5), memory[:, :16], flat[:3], 1)
    assert (memory == before).all()


@pytest.mark.parametrize("row", rows(Kind.HASH, Kind.XOF, Kind.MAC, Kind.PRF), ids=lambda row: row.name)
def test_a_customization_is_for_cxofs(row):
    key = sample(16) if row.key else None
    arguments = ROW[row.name], key, array(2, 5), array(2, row.output or 7)
    assert _core.batch_absorb(*arguments, b"", bytearray(2), 1)
    with pytest.raises(ValueError, match=f"{row.name} takes no customization"):
        _core.batch_absorb(*arguments, b"custom", bytearray(2), 1)
