"""Batches give what the single calls give, message by message.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

import asconkit
from asconkit import InvalidTag, _core, batch
from rows import Kind, aead, compute, rows, sample

AEADS = pytest.mark.parametrize("row", rows(Kind.AEAD), ids=lambda row: row.name)
COUNTS = (0, 1, 2, 7, 8, 9, 16, 17, 40)


def array(count, length, start=0):
    return numpy.frombuffer(sample(count * length + 1, start)[1:], numpy.uint8).reshape(count, length).copy()


def nonces(count):
    return (numpy.arange(count, dtype=numpy.uint64)[:, None] * numpy.array([1, 7], numpy.uint64)).view(numpy.uint8)


@pytest.fixture(params=asconkit.batch_engines())
def engine(request):
    asconkit.force_batch_engine(request.param)
    yield request.param
    asconkit.force_batch_engine(None)


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
    with pytest.raises(ValueError, match="tag_length must be 16 to 16"):
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
        lambda: batch.decrypt(key, nonce, data),
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
        with pytest.raises(TypeError):
            batch.hash(value)


# ---- Columns with offsets, below asconkit.batch --------------------------------------------------------

ROW = {row.name: row for row in asconkit.ALGORITHMS}
MESSAGES = st.lists(st.binary(max_size=60), max_size=20)


def ragged(messages, extra=0, dtype=numpy.int32):
    """(values, offsets) of messages, each with room for some bytes more."""
    lengths = [len(message) + extra for message in messages]
    offsets = numpy.concatenate([[0], numpy.cumsum(lengths, dtype=dtype)]).astype(dtype)
    return numpy.frombuffer(b"".join(m + bytes(extra) for m in messages), numpy.uint8).copy(), offsets


def slices(column):
    values, offsets = column
    return [values[a:b].tobytes() for a, b in zip(offsets, offsets[1:])]


@given(messages=MESSAGES, wide=st.booleans())
def test_messages_of_any_length(messages, wide):
    kind = numpy.int64 if wide else numpy.int32
    nonce, count = nonces(len(messages)), len(messages)
    data, sealed, opened = ragged(messages, 0, kind), ragged(messages, 16, kind), ragged(messages, 0, kind)
    results = bytearray(count)
    common = ROW["ascon-aead128"], True, sample(16), nonce
    assert _core.batch_crypt(*common, data, data, sealed, 16, results, 0)
    cipher = asconkit.AsconAEAD128(sample(16))
    assert slices(sealed) == [cipher.encrypt(n, m, m) for n, m in zip(nonce, messages)]
    opened[0][:] = 0
    if count:
        sealed[0][sealed[1][1] - 1] ^= 1
    good = _core.batch_crypt(common[0], False, *common[2:], sealed, data, opened, 16, results, 0)
    assert good is (count == 0) and list(results) == [1] * min(count, 1) + [0] * (count - 1)
    assert slices(opened) == [bytes(len(m)) for m in messages[:1]] + messages[1:]
    digests = numpy.zeros((count, 32), numpy.uint8)
    assert _core.batch_absorb(ROW["ascon-hash256"], None, data, digests, None, results, 0)
    assert [row.tobytes() for row in digests] == [asconkit.hash256_digest(m) for m in messages]
    tags = numpy.array([list(asconkit.v13.mac_digest(sample(16), m)) for m in messages], numpy.uint8).reshape(count, 16)
    assert _core.batch_verify(ROW["ascon-mac-v13"], sample(16), data, tags, results, 0)


def test_a_bad_row_is_named():
    data = ragged([bytes(16), bytes(17)])
    with pytest.raises(ValueError, match="row 1"):
        _core.batch_absorb(ROW["ascon-prfshort"], sample(16), data, array(2, 16), None, bytearray(2), 1)


@given(offsets=st.lists(st.integers(-20, 70), min_size=1, max_size=6), wide=st.booleans())
def test_offsets_outside_are_refused(offsets, wide):
    values, count = sample(50), len(offsets) - 1
    column = values, numpy.array(offsets, numpy.int64 if wide else numpy.int32)
    inside = all(0 <= a <= b <= 50 for a, b in zip(offsets, offsets[1:]))
    digests = numpy.zeros((count, 32), numpy.uint8)
    arguments = ROW["ascon-hash256"], None, column, digests, None, bytearray(count), 1
    if inside:
        assert _core.batch_absorb(*arguments)
        assert [row.tobytes() for row in digests] == [
            asconkit.hash256_digest(values[a:b]) for a, b in zip(offsets, offsets[1:])
        ]
    else:
        with pytest.raises(ValueError, match="outside the values"):
            _core.batch_absorb(*arguments)


def test_outputs_do_not_overlap():
    data = ragged([bytes(4), bytes(4)])
    out = numpy.zeros(64, numpy.uint8), numpy.array([32, 64, 32], numpy.int32)
    for column in (out, (out[0], numpy.array([0, 32, 63], numpy.int32))):
        with pytest.raises(ValueError):
            _core.batch_absorb(ROW["ascon-hash256"], None, data, column, None, bytearray(2), 1)
    whole = bytearray(40)
    with pytest.raises(ValueError, match="overlaps"):
        _core.batch_crypt(ROW["ascon-aead128"], True, sample(16), nonces(1), (whole, data[1][:2]), None,
                          (whole, numpy.array([0, 20], numpy.int32)), 16, bytearray(1), 1)  # fmt: skip
