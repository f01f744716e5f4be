# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Batches on Arrow arrays have the results of the single calls, row by row, for every layout of Arrow."""

import ctypes
import doctest
import gc
import mmap
import os
import pickle
import sys
import threading
import weakref

import numpy
import pyarrow
import pytest
from hypothesis import given
from hypothesis import strategies as st

import asconkit
import telemetry
from asconkit import InvalidTag, _arrow, _core, batch, keys
from asconkit import _frames as frames
from rows import Kind, aead, named, rows, sample

KEY = sample(16)
CIPHER = asconkit.AsconAEAD128(KEY)
TYPES = {
    "binary": pyarrow.binary(), "large_binary": pyarrow.large_binary(), "binary_view": pyarrow.binary_view(),
}  # fmt: skip
KINDS = pytest.mark.parametrize("kind", TYPES.values(), ids=TYPES)


def nonces(count):
    return pyarrow.array([i.to_bytes(16, "little") for i in range(count)], pyarrow.binary(16))


def values(lengths, kind=pyarrow.binary()):
    """Values of these lengths, null for None."""
    return pyarrow.array([None if n is None else sample(n, i) for i, n in enumerate(lengths)], kind)


def expected(data, nonce, ads=None, key=KEY):
    cipher = asconkit.AsconAEAD128(key)
    ads = ads or [None] * len(data)
    return [None if text is None else cipher.encrypt(n, text, ad) for text, n, ad in zip(data, nonce, ads)]


def both_ways(key, nonce, data, ad=None, **options):
    sealed = batch.encrypt(key, nonce, data, ad, **options)
    sealed.validate(full=True)
    opened = batch.decrypt(key, nonce, sealed, ad, **options)
    opened.validate(full=True)
    assert opened.to_pylist() == data.to_pylist()
    assert opened.type == data.type
    return sealed


@KINDS
def test_layouts(kind):
    lengths = [0, 1, 12, 13, None, 64, 3, None, 100] * 20
    data, nonce = values(lengths, kind), nonces(180)
    ads = values([5, 0, 40] * 60, kind)
    sealed = both_ways(KEY, nonce, data, ads)
    assert sealed.type == kind
    assert sealed.to_pylist() == expected(data.to_pylist(), nonce.to_pylist(), ads.to_pylist())
    assert sealed.null_count == 40


@KINDS
@pytest.mark.parametrize("length", [0, 1, 16, 64])
def test_equal_lengths(kind, length):
    data, nonce = values([length] * 50, kind), nonces(50)
    sealed = both_ways(KEY, nonce, data, b"header")
    assert sealed.to_pylist() == expected(data.to_pylist(), nonce.to_pylist(), [b"header"] * 50)


@pytest.mark.parametrize("nulls", [False, True])
def test_fixed_size(nulls):
    data = values([None if nulls and i % 7 == 3 else 20 for i in range(50)], pyarrow.binary(20))
    sealed = both_ways(KEY, nonces(50), data)
    assert sealed.type == pyarrow.binary(36)
    assert sealed.to_pylist() == expected(data.to_pylist(), nonces(50).to_pylist())
    if nulls:
        assert bytes(36) in sealed.buffers()[1].to_pybytes()


def test_more_rows_than_a_block():
    lengths = [i % 30 if i % 11 else None for i in range(20000)]
    data, nonce = values(lengths), nonces(20000)
    for threads in (1, 2, 0):
        sealed = both_ways(KEY, nonce, data, threads=threads)
        assert sealed.to_pylist() == expected(data.to_pylist(), nonce.to_pylist())


@KINDS
def test_slices(kind):
    data, nonce = values([i % 40 if i % 9 else None for i in range(100)], kind), nonces(100)
    whole = batch.encrypt(KEY, nonce, data)
    for begin, size in ((0, 0), (1, 1), (3, 50), (13, 87), (100, 0)):
        part = batch.encrypt(KEY, nonce.slice(begin, size), data.slice(begin, size))
        assert part.to_pylist() == whole.slice(begin, size).to_pylist()
        assert both_ways(KEY, nonce.slice(begin, size), data.slice(begin, size)).type == kind


def test_keys_by_column():
    devices = pyarrow.array([f"d{i % 5}" for i in range(60)])
    table = {f"d{i}": sample(16, 3 * i) for i in range(5)}
    column = pyarrow.array([table[name] for name in devices.to_pylist()], pyarrow.binary())
    data, nonce = values([i % 33 for i in range(60)]), nonces(60)
    sealed = batch.encrypt(column, nonce, data).to_pylist()
    for i, name in enumerate(devices.to_pylist()):
        assert sealed[i] == asconkit.AsconAEAD128(table[name]).encrypt(nonce[i].as_py(), data[i].as_py())
    indexed = keys.Secret(table).column(devices, "raise")
    assert pyarrow.types.is_dictionary(indexed.type) and len(indexed.dictionary) == 5
    assert batch.encrypt(indexed, nonce, data).to_pylist() == sealed
    for index in (pyarrow.int8(), pyarrow.uint8(), pyarrow.int16(), pyarrow.uint16(), pyarrow.uint32(),
                  pyarrow.int64(), pyarrow.uint64()):  # fmt: skip
        other = pyarrow.DictionaryArray.from_arrays(indexed.indices.cast(index), indexed.dictionary)
        assert batch.encrypt(other, nonce, data).to_pylist() == sealed
        assert batch.encrypt(other.slice(7), nonce.slice(7), data.slice(7)).to_pylist() == sealed[7:]


def test_nulls_of_any_column():
    data, nonce = values([20] * 6), nonces(6)
    missing = pyarrow.array([None, KEY, KEY, KEY, KEY, KEY])
    lost = pyarrow.array([b"a", None, b"b", b"c", b"", b"d"])
    gone = pyarrow.array([n if i != 2 else None for i, n in enumerate(nonce.to_pylist())], pyarrow.binary(16))
    sealed = batch.encrypt(missing, gone, data, lost)
    assert [value is None for value in sealed.to_pylist()] == [True, True, True, False, False, False]
    opened, valid = batch.decrypt(KEY, nonce, sealed, lost, on_error="mask")
    assert valid.to_pylist() == [None, None, None, True, True, True]
    assert opened.to_pylist()[3:] == data.to_pylist()[3:]


@KINDS
def test_wrong_tags(kind):
    data, nonce = values([i % 50 for i in range(9000)], kind), nonces(9000)
    sealed = batch.encrypt(KEY, nonce, data).to_pylist()
    for i in (3, 8500):
        sealed[i] = sealed[i][:-1] + bytes([sealed[i][-1] ^ 1])
    sealed[5], sealed[6], sealed[7] = b"too short", None, b""
    sealed = pyarrow.array(sealed, kind)
    opened, valid = batch.decrypt(KEY, nonce, sealed, on_error="mask")
    wrong = {3, 5, 7, 8500}
    assert valid.null_count == 1 and valid[6].as_py() is None
    assert {i for i, good in enumerate(valid.to_pylist()) if good is False} == wrong
    assert opened.null_count == 5
    for i in set(range(9000)) - wrong - {6}:
        assert opened[i].as_py() == data[i].as_py()
    with pytest.raises(InvalidTag, match="message 3 does not match; 4 of 9,000 are"):
        batch.decrypt(KEY, nonce, sealed)
    with pytest.raises(ValueError, match="on_error"):
        batch.decrypt(KEY, nonce, sealed, on_error="ignore")


def test_nothing_of_a_forged_message_is_there():
    """Not in the buffers below the null either, for both ways through the library."""
    for lengths in ([64] * 40, [64] * 39 + [63]):
        data, nonce = pyarrow.array([os.urandom(n) for n in lengths]), nonces(40)
        sealed = batch.encrypt(KEY, nonce, data).to_pylist()
        sealed[9] = sealed[9][:-1] + bytes([sealed[9][-1] ^ 0x80])
        opened, valid = batch.decrypt(KEY, nonce, pyarrow.array(sealed), on_error="mask")
        assert opened[9].as_py() is None and valid[9].as_py() is False
        left = opened.buffers()[2].to_pybytes()
        assert data[9].as_py()[:16] not in left and data[9].as_py()[32:48] not in left
        assert data[8].as_py() in left


@KINDS
@pytest.mark.parametrize("where", [{}, {"device": "cpu"}, {"threads": 2}], ids=str)
def test_tags_of_their_own(kind, where):
    """Tags in a separate column, both with rows at equal distances and with rows of different lengths."""
    for lengths in ([40] * 50, [i % 50 if i % 7 else None for i in range(9000)]):
        data, nonce = values(lengths, kind), nonces(len(lengths))
        for tag_length in (4, 16):
            sealed, tags = batch.encrypt(KEY, nonce, data, b"ad", tag_length=tag_length, detached=True, **where)
            assert sealed.type == kind and tags.type == pyarrow.binary(tag_length)
            whole = batch.encrypt(KEY, nonce, data, b"ad", tag_length=tag_length)
            together = [None if c is None else c + t for c, t in zip(sealed.to_pylist(), tags.to_pylist())]
            assert together == whole.to_pylist()
            how = {"tag_length": tag_length, **where}
            for column in (tags, tags.cast(kind), pyarrow.chunked_array([tags.slice(0, 9), tags.slice(9)])):
                assert batch.decrypt(KEY, nonce, sealed, b"ad", tags=column, **how).to_pylist() == data.to_pylist()
            wrong = tags.to_pylist()
            wrong[3], wrong[4] = bytes(tag_length), None
            column = pyarrow.array(wrong, pyarrow.binary(tag_length))
            opened, valid = batch.decrypt(KEY, nonce, sealed, b"ad", tags=column, on_error="mask", **how)
            assert valid.to_pylist()[:6] == [None if lengths[0] is None else True, True, True, False, None, True]
            assert opened.to_pylist()[3:5] == [None, None]


def test_a_tag_of_another_length_is_refused():
    """An attacker who can shorten tags needs few tries to forge. Also refused next to forged messages, with "mask"."""
    data, nonce = values([10] * 3), nonces(3)
    sealed, tags = batch.encrypt(KEY, nonce, data, detached=True)
    for length in (*range(4, 16), 0, 17):
        cut = [(tag + b"x")[:length] for tag in tags.to_pylist()]
        for column in (cut, [tags[0].as_py(), cut[1], tags[2].as_py()], [None, cut[1], bytes(16)]):
            for on_error in ("raise", "mask"):
                with pytest.raises(ValueError, match=rf"tag: length {length}, expected 16 \(tag_length\)"):
                    batch.decrypt(KEY, nonce, sealed, tags=pyarrow.array(column), on_error=on_error)
        with pytest.raises(ValueError, match=rf"tag: length {length}, expected 16 \(tag_length\)"):
            batch.decrypt(KEY, nonce, sealed, tags=pyarrow.array(cut, pyarrow.binary(length)))
    with pytest.raises(ValueError, match=r"tag: length 16, expected 8 \(tag_length\)"):
        batch.decrypt(KEY, nonce, sealed, tags=tags, tag_length=8)
    with pytest.raises(TypeError, match="tag must be an Arrow array"):
        batch.decrypt(KEY, nonce, sealed, tags=tags[0].as_py())
    with pytest.raises(ValueError, match="tag must have 3 rows, not 2"):
        batch.decrypt(KEY, nonce, sealed, tags=tags.slice(1))
    rows = numpy.zeros((3, 16), numpy.uint8)
    with pytest.raises(ValueError, match="detached must be False"):
        batch.encrypt(KEY, numpy.arange(48, dtype=numpy.uint8).reshape(3, 16), rows, detached=True)
    with pytest.raises(ValueError, match="tags must be None"):
        batch.decrypt(KEY, rows, rows, tags=rows)


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("count", [0, 1, 5])
@pytest.mark.parametrize("kind", [pyarrow.null(), pyarrow.dictionary(pyarrow.int8(), pyarrow.null())], ids=str)
def test_columns_of_nothing_but_nulls(kind, count, chunked):
    """Arrow's type null, of such columns and of empty ones."""
    nulls = pyarrow.array([None] * count)
    nulls = nulls.dictionary_encode() if pyarrow.types.is_dictionary(kind) else nulls
    nulls = pyarrow.chunked_array([nulls, nulls[:0]]) if chunked else nulls
    data, nonce, wanted = values([20] * count), nonces(count), [None] * count
    for columns in ((KEY, nonce, nulls), (KEY, nulls, data), (nulls, nonce, data), (KEY, nonce, data, nulls)):
        assert batch.encrypt(*columns).to_pylist() == wanted
        opened, valid = batch.decrypt(*columns, on_error="mask")
        assert opened.to_pylist() == wanted and valid.to_pylist() == wanted
    assert batch.decrypt(KEY, nonce, data, tags=nulls).to_pylist() == wanted
    assert batch.hash(nulls).to_pylist() == batch.mac(KEY, nulls).to_pylist() == wanted
    assert batch.verify(KEY, data, nulls, on_error="mask").to_pylist() == wanted
    assert keys.Derived(KEY).column(nulls, "raise").to_pylist() == wanted
    assert keys.Secret({"a": KEY}).column(nulls, "raise").to_pylist() == wanted


def test_nulls_of_pandas():
    import pandas

    nan = float("nan")
    for column in (pandas.Series([None, None]), pandas.Series([nan] * 2), pandas.Series([None] * 2, dtype=object)):
        assert batch.hash(column).isna().all()
        assert batch.encrypt(KEY, pandas.Series(nonces(2).to_pylist()), column).isna().all()
    assert len(batch.hash(pandas.Series([], dtype=float))) == 0
    with pytest.raises(TypeError, match="not of the type double"):
        batch.hash(pandas.Series([1.5, float("nan")]))


@pytest.mark.parametrize(("column", "text"), [
    (pyarrow.array([1.5]), "not of the type double: cast it to binary"),
    (pyarrow.array([None], pyarrow.bool_()), "not of the type bool: cast it to binary"),
    (pyarrow.array([[1] * 16], pyarrow.list_(pyarrow.uint8(), 16)),
     r"not of the type fixed_size_list<item: uint8>\[16\]: cast it to fixed_size_binary\[16\]"),
    (pyarrow.array([[1]], pyarrow.list_(pyarrow.uint8())), "not of the type list<item: uint8>: cast it to binary"),
    (pyarrow.array([3]).dictionary_encode(), "not of the type int64: cast it to binary"),
])  # fmt: skip
def test_messages_name_types_of_arrow(column, text):
    for name, call in {
        "data": lambda: batch.hash(column), "key": lambda: batch.mac(column, values([1])),
        "nonce": lambda: batch.encrypt(KEY, column, values([1])),
        "tag": lambda: batch.decrypt(KEY, nonces(1), values([1]), tags=column),
    }.items():  # fmt: skip
        with pytest.raises(TypeError, match=f"{name} must be an Arrow array of binary values, {text}"):
            call()
    if pyarrow.types.is_floating(column.type):
        with pytest.raises(TypeError, match="key_id must be text, binary or integers, not double: cast it to string"):
            keys.Derived(KEY).column(column, "raise")


def test_masked_arrays_are_refused():
    """What is masked would be read as data."""
    rows = numpy.arange(64, dtype=numpy.uint8).reshape(4, 16)
    masked = numpy.ma.masked_array(rows, mask=[[i == 1] * 16 for i in range(4)])
    data = values([16] * 4)
    for call in (
        lambda: batch.hash(masked), lambda: batch.encrypt(KEY, masked, rows), lambda: batch.encrypt(KEY, rows, masked),
        lambda: batch.encrypt(masked, rows, rows), lambda: batch.encrypt(KEY, rows, rows, masked),
        lambda: batch.encrypt(KEY, masked, data), lambda: batch.mac(masked[0], data),
        lambda: batch.hash(rows, out=masked), lambda: batch.hash(masked, device="cpu"),
        lambda: batch.verify(KEY, data, masked),
    ):  # fmt: skip
        with pytest.raises(ValueError, match="must not be a masked array"):
            call()


def test_wrong_nonces():
    first, _, third = nonces(4).to_pylist()[1:]
    short = pyarrow.array([first, bytes(12), third])
    data = values([20, 20, 20])
    with pytest.raises(ValueError, match="nonce: row 1 must have 16 bytes, not 12"):
        batch.encrypt(KEY, short, data)
    sealed = batch.encrypt(KEY, nonces(3), data)
    wrong = pyarrow.array([bytes(16), bytes(12), bytes(16)])
    assert batch.decrypt(KEY, wrong, sealed, on_error="mask")[1].to_pylist() == [True, False, False]
    with pytest.raises(ValueError, match="one nonce for each message"):
        batch.encrypt(KEY, bytes(16), data)


def repeated(count, *rows):
    """Nonces in no order, of which these rows have the same."""
    random = numpy.random.default_rng(count).bytes(16 * count)
    column = [random[16 * i : 16 * i + 16] for i in range(count)]
    for row in rows:
        column[row] = column[rows[0]]
    return pyarrow.array(column, pyarrow.binary())


@pytest.mark.parametrize("kind", [*TYPES.values(), pyarrow.binary(16)], ids=str)
@pytest.mark.parametrize(("count", "first", "second"), [(2, 0, 1), (100, 0, 99), (9000, 33, 8500), (9000, 31, 32)])
def test_repeated_nonces(kind, count, first, second):
    data = values([20] * count)
    assert batch.encrypt(KEY, repeated(count).cast(kind), data).null_count == 0
    twice = repeated(count, first, second).cast(kind)
    keys_of_one = pyarrow.DictionaryArray.from_arrays(pyarrow.array([0, 1] * (count // 2)), pyarrow.array([KEY, KEY]))
    chunks = pyarrow.chunked_array([twice.slice(0, second), twice.slice(second)])
    for key in (KEY, pyarrow.array([KEY] * count), keys_of_one):
        for nonce in (twice, chunks):
            with pytest.raises(ValueError, match=f"nonce: rows {first} and {second} have the same nonce"):
                batch.encrypt(key, nonce, data)
    assert len(batch.decrypt(KEY, twice, values([40] * count), on_error="mask")[0]) == count


def test_repeated_nonces_in_numpy():
    rows = numpy.frombuffer(b"".join(repeated(50, 7, 30).to_pylist()), numpy.uint8).reshape(50, 16)
    data, key = numpy.zeros((50, 20), numpy.uint8), numpy.frombuffer(KEY, numpy.uint8)
    wide = numpy.zeros((50, 40), numpy.uint8)
    wide[:, 3:19] = rows
    for keys_given in (KEY, key, numpy.tile(key, (50, 1))):
        for nonce in (rows, wide[:, 3:19]):
            with pytest.raises(ValueError, match="rows 7 and 30 have the same nonce"):
                batch.encrypt(keys_given, nonce, data)
    other = numpy.tile(key, (50, 1))
    other[30, 0] ^= 1
    one = asconkit.AsconAEAD128(other[30]).encrypt(rows[30], data[30])
    assert batch.encrypt(other, rows, data)[30].tobytes() == one


def test_repeated_nonces_of_other_keys():
    """Each device has its own counter and key."""
    data, counters = values([20] * 60), pyarrow.array([bytes([i // 6]) * 16 for i in range(60)])
    devices = pyarrow.array([f"d{i % 6}" for i in range(60)])
    table = {f"d{i}": sample(16, 3 * i) for i in range(6)}
    key = keys.Secret(table).column(devices, "raise")
    plain = pyarrow.array([table[device] for device in devices.to_pylist()])
    assert batch.encrypt(key, counters, data).equals(batch.encrypt(plain, counters, data))
    table["d5"] = table["d2"]
    for column in (keys.Secret(table).column(devices, "raise"),
                   pyarrow.array([table[device] for device in devices.to_pylist()])):  # fmt: skip
        with pytest.raises(ValueError, match="rows 2 and 5 have the same nonce"):
            batch.encrypt(column, counters, data)


def test_rows_that_are_not_encrypted_use_no_nonce():
    same, nothing = repeated(4, 1, 2), pyarrow.array([b"a", None, b"b", b"c"])
    assert batch.encrypt(KEY, same, nothing).null_count == 1
    assert batch.encrypt(KEY, same, values([9] * 4), nothing).null_count == 1
    assert batch.encrypt(pyarrow.array([KEY, KEY, None, KEY]), same, values([9] * 4)).null_count == 1
    assert batch.encrypt(KEY, pyarrow.array([KEY, None, None, KEY[::-1]]), values([9] * 4)).null_count == 2
    for kind in (pyarrow.binary_view(), pyarrow.binary()):
        with pytest.raises(ValueError, match="rows 1 and 3"):
            batch.encrypt(KEY, repeated(4, 1, 3).cast(kind), pyarrow.array([b"a", b"b", None, b"c"], kind))


def test_counters_of_any_kind_are_no_repetition():
    for order in ("little", "big"):
        for step in (1, -1, 256, 1 << 64):
            column = [(i * step % (1 << 128)).to_bytes(16, order) for i in range(700)]
            assert len(batch.encrypt(KEY, pyarrow.array(column), values([8] * 700))) == 700
    wrapped = [i.to_bytes(16, "little") for i in [*range(300), 7]]
    with pytest.raises(ValueError, match="rows 7 and 300"):
        batch.encrypt(KEY, pyarrow.array(wrapped), values([8] * 301))


def test_many_chunks_of_nonces(monkeypatch):
    """Which may have more bytes together than 32-bit offsets reach."""
    monkeypatch.setattr(_arrow, "_MOST_BEHIND_32_BITS", 100)
    nonce = nonces(20).cast(pyarrow.binary())
    chunks = pyarrow.chunked_array([nonce.slice(0, 9), nonce.slice(9)])
    assert _arrow.one_chunk(chunks).type == pyarrow.large_binary() and _arrow.one_chunk(chunks).equals(
        nonce.cast(pyarrow.large_binary())
    )
    data = values([5] * 20)
    assert batch.encrypt(KEY, chunks, data).to_pylist() == batch.encrypt(KEY, nonce, data).to_pylist()


def test_one_nonce_for_several_chunks():
    chunks = pyarrow.chunked_array([values([9]), values([9])])
    with pytest.raises(ValueError, match="one nonce for each message"):
        batch.encrypt(KEY, bytes(16), chunks)


def test_text_is_no_key():
    text = KEY.hex()
    for wrong in (lambda: keys.Secret(text), lambda: keys.Derived(text), lambda: keys.as_source(text)):
        with pytest.raises(TypeError, match="key must be bytes.*not str: bytes.fromhex") as failure:
            wrong()
        assert text not in str(failure.value)
    with pytest.raises(TypeError, match="the key of the device 'a' must be bytes, not str"):
        keys.Secret({"a": "0123456789abcdef"})
    with pytest.raises(TypeError, match="key must be"):
        batch.encrypt(text, nonces(1), values([1]))
    with pytest.raises(TypeError, match="key must be bytes"):
        keys.Call("test_arrow:text_manager").column(None, "raise")


def text_manager():
    return KEY.hex()


def test_series_of_pandas():
    import pandas

    for column in (pandas.Series([b"one", None, b"three"], index=[5, 6, 9], name="text"),
                   pandas.Series(values([3, None, 40]), pandas.Index([5, 6, 9]), pandas.ArrowDtype(pyarrow.binary()))):
        nonce = pandas.Series(nonces(3).to_pylist(), index=column.index)
        sealed = batch.encrypt(KEY, nonce, column, b"header")
        assert isinstance(sealed, pandas.Series) and sealed.name == column.name
        assert sealed.index.tolist() == [5, 6, 9] and sealed.isna().tolist() == [False, True, False]
        assert sealed[5] == CIPHER.encrypt(nonce[5], column[5], b"header")
        opened, valid = batch.decrypt(KEY, nonce, sealed, b"header", on_error="mask")
        assert opened.dropna().tolist() == column.dropna().tolist() and valid.dropna().tolist() == [True, True]
        assert valid.isna().tolist() == [False, True, False]
        assert batch.hash(column)[9] == asconkit.hash256_digest(column[9])
        tags = batch.mac(KEY, column)
        assert tags[5] == asconkit.prf.v13_mac_digest(KEY, column[5])
        assert batch.verify(KEY, column, tags, on_error="mask").dropna().tolist() == [True, True]
        with pytest.raises(ValueError, match="data must have the same index as nonce"):
            batch.encrypt(KEY, nonce.reset_index(drop=True), column)


def test_a_customization_is_for_cxofs():
    row = {row.name: row for row in asconkit.ALGORITHMS}["ascon-xof128"]
    assert len(_core.arrow_absorb(row, None, pyarrow.array([b"x"]), 9, b"", 1)) == 1
    with pytest.raises(ValueError, match="ascon-xof128 takes no customization"):
        _core.arrow_absorb(row, None, pyarrow.array([b"x"]), 9, b"custom", 1)


def test_arguments():
    data, nonce = values([20, 20, 20]), nonces(3)
    with pytest.raises(ValueError, match="nonce must have 3 rows, not 2"):
        batch.encrypt(KEY, nonces(2), data)
    with pytest.raises(ValueError, match="key must have 16 bytes a row, not 15"):
        batch.encrypt(KEY[1:], nonce, data)
    with pytest.raises(ValueError, match="key: row 0 must have 16 bytes, not 3"):
        batch.encrypt(pyarrow.array([b"abc"] * 3), nonce, data)
    with pytest.raises(ValueError, match="nonce must have 16 bytes a row, not 12"):
        batch.decrypt(KEY, pyarrow.array([bytes(12)] * 3, pyarrow.binary(12)), data)
    with pytest.raises(TypeError, match="data must be an Arrow array of binary values, not of the type int64: cast it"):
        batch.encrypt(KEY, nonce, pyarrow.array([1, 2, 3]))
    with pytest.raises(TypeError, match="data must be an Arrow array"):
        batch.encrypt(KEY, nonce, b"text")
    with pytest.raises(ValueError, match="out must be None"):
        batch.encrypt(KEY, nonce, data, out=numpy.zeros((3, 36), numpy.uint8))
    with pytest.raises(ValueError, match="tag_length"):
        batch.encrypt(KEY, nonce, data, tag_length=17)
    with pytest.raises(ValueError, match="at least 16 bytes a row"):
        batch.decrypt(KEY, nonce, values([15] * 3, pyarrow.binary(15)))


def test_an_array_that_is_none():
    """Offsets that decrease or are past the end are refused, not followed."""
    for offsets in ([0, 20, 10, 30], [0, -5, 10, 30], [0, 40, 35, 30]):
        raw = pyarrow.py_buffer(numpy.array(offsets, numpy.int32))
        data = pyarrow.BinaryArray.from_buffers(pyarrow.binary(), 3, [None, raw, pyarrow.py_buffer(bytes(64))])
        with pytest.raises(ValueError, match="not a valid Arrow array"):
            batch.encrypt(KEY, nonces(3), data)
    broken = pyarrow.DictionaryArray.from_arrays(pyarrow.array([0, 5, 1]), pyarrow.array([KEY, KEY]), safe=False)
    with pytest.raises(ValueError, match="not a valid Arrow array"):
        batch.encrypt(broken, nonces(3), values([4, 5, 6]))


def test_too_much_for_32_bit_offsets():
    """A plaintext of nearly 2^31 bytes, of which no byte is read, has a longer ciphertext."""
    count, length = 31, 69273666
    values = pyarrow.py_buffer(mmap.mmap(-1, count * length))
    offsets = pyarrow.py_buffer((numpy.arange(count + 1) * length).astype(numpy.int32))
    data = pyarrow.BinaryArray.from_buffers(pyarrow.binary(), count, [None, offsets, values])
    with pytest.raises(ValueError, match="large_binary"):
        batch.encrypt(KEY, nonces(count), data)


@pytest.mark.parametrize("length", [2**31, 2**61, 2**63 - 1])
def test_too_much_for_memory(length):
    """Whose product with the rows may have more than 64 bits."""
    for data in (values([3] * 8), values([3, 4] * 4)):
        with pytest.raises(ValueError, match="more bytes than a fixed_size_binary array can hold"):
            batch.xof(data, length)


def test_chunks():
    data, nonce = values([i % 40 if i % 9 else None for i in range(100)]), nonces(100)
    whole = batch.encrypt(KEY, nonce, data)
    chunks = pyarrow.chunked_array([data.slice(0, 30), data.slice(30, 0), data.slice(30)])
    others = pyarrow.chunked_array([nonce.slice(0, 77), nonce.slice(77)])
    sealed = batch.encrypt(KEY, others, chunks)
    assert isinstance(sealed, pyarrow.ChunkedArray) and sealed.to_pylist() == whole.to_pylist()
    assert batch.decrypt(KEY, nonce, sealed).to_pylist() == data.to_pylist()
    forged = [*sealed.to_pylist()[:35], bytes(40), *sealed.to_pylist()[36:]]
    forged = pyarrow.chunked_array([pyarrow.array(forged[:30]), pyarrow.array(forged[30:])])
    forged_everywhere = pyarrow.chunked_array([[bytes(20)] * 7, [bytes(21)] * 2000, [bytes(20)]])
    with pytest.raises(InvalidTag, match="message 0 does not match; 2,008 of 2,008 are wrong"):
        batch.decrypt(KEY, nonces(2008), forged_everywhere)
    with pytest.raises(InvalidTag, match="message 35 does not match; 1 of 100 are wrong"):
        batch.decrypt(KEY, nonce, forged)
    short = pyarrow.chunked_array([nonce.slice(0, 50).cast(pyarrow.binary()), pyarrow.array([bytes(3)] * 50)])
    with pytest.raises(ValueError, match="in the chunk that begins at row 50: nonce: row 0 must have 16 bytes, not 3"):
        batch.encrypt(pyarrow.array([KEY] * 100), short, values([5] * 100))
    with pytest.raises(ValueError, match="must have the same number of rows, not"):
        batch.encrypt(KEY, others.slice(1), chunks)
    nothing = pyarrow.chunked_array([], pyarrow.binary())
    assert len(batch.encrypt(KEY, pyarrow.chunked_array([], pyarrow.binary(16)), nothing)) == 0


@KINDS
def test_chunks_of_columns_of_any_kind(kind):
    data, nonce = values([i % 40 if i % 9 else None for i in range(100)], kind), nonces(100)
    devices = pyarrow.array([f"d{i % 7}" for i in range(100)])
    table = keys.Secret({f"d{i}": sample(16, 3 * i) for i in range(7)})
    whole = batch.encrypt(table.column(devices, "raise"), nonce, data).to_pylist()
    # Two dictionaries, of other keys in another order.
    key = pyarrow.chunked_array([table.column(devices.slice(*part), "raise") for part in ((0, 3), (3, 97))])
    sealed = batch.encrypt(key, nonce, pyarrow.chunked_array([data.slice(0, 50), data.slice(50)]))
    assert sealed.type == kind and sealed.to_pylist() == whole
    assert batch.decrypt(key, nonce, sealed).to_pylist() == data.to_pylist()
    assert batch.encrypt(key.slice(0, 0), nonce.slice(0, 0), data.slice(0, 0)).type == kind


def test_numpy_beside_arrow():
    array = numpy.arange(160, dtype=numpy.uint8).reshape(10, 16)
    data = values([20] * 10)
    assert batch.encrypt(KEY, array, data).to_pylist() == expected(data.to_pylist(), [n.tobytes() for n in array])


def test_memory_is_read_where_it_lies_and_made_once():
    data, nonce = values([64] * 100000), nonces(100000)
    pool = pyarrow.total_allocated_bytes()
    sealed = batch.encrypt(KEY, nonce, data)
    assert pyarrow.total_allocated_bytes() == pool
    places = [buffer.address for buffer in sealed.buffers() if buffer]
    sizes = [buffer.size for buffer in sealed.buffers() if buffer]
    assert max(place + size for place, size in zip(places, sizes)) - min(places) < 100000 * 80 + 4 * 100001 + 16384


def test_results_outlive_everything():
    sealed = batch.encrypt(KEY, nonces(50000), values([64] * 50000))
    part = sealed.slice(123, 4)
    copy = part.to_pylist()
    del sealed
    gc.collect()
    for _ in range(5):
        batch.encrypt(bytes(16), nonces(50000), values([64] * 50000))
    assert part.to_pylist() == copy


def two_digests():
    row = next(row for row in asconkit.ALGORITHMS if row.name == "ascon-hash256")
    return _core.arrow_absorb(row, None, values([3, 4]), 32, None, 1)


def test_many_exports_of_one_result():
    result = two_digests()
    assert len(result) == 2
    first, second = pyarrow.array(result), pyarrow.array(result)
    result.__arrow_c_array__()  # never taken
    del result
    gc.collect()
    wanted = [asconkit.hash256_digest(sample(3)), asconkit.hash256_digest(sample(4, 1))]
    assert first.to_pylist() == second.to_pylist() == wanted


def test_exports_need_no_python():
    """Engines free them in threads that must not wait for the interpreter: they hold no Python object."""
    result = two_digests()
    before = sys.getrefcount(result)
    exported = pyarrow.array(result)
    assert sys.getrefcount(result) == before and len(exported) == 2


@pytest.mark.parametrize("row", rows(Kind.AEAD), ids=lambda row: row.name)
def test_every_aead(row):
    key, data, nonce = sample(row.key), values([0, 1, 40, None]), nonces(4)
    sealed = both_ways(key, nonce, data, b"ad", algorithm=row.name)
    one = aead(row)(key)
    wanted = [one.encrypt(n, text, b"ad") for n, text in zip(nonce.to_pylist(), data.to_pylist()) if text is not None]
    assert sealed.to_pylist()[:3] == wanted


@pytest.mark.parametrize("kind", [*TYPES.values(), pyarrow.string(), pyarrow.large_string(), pyarrow.string_view()],
                         ids=str)  # fmt: skip
def test_hashes(kind):
    data = pyarrow.array([b"abc", None, b"", b"d" * 100], pyarrow.binary()).cast(kind)
    raw = [b"abc", None, b"", b"d" * 100]
    assert batch.hash(data).type == pyarrow.binary(32)
    assert batch.hash(data).to_pylist() == [None if r is None else asconkit.hash256_digest(r) for r in raw]
    assert batch.xof(data, 7).to_pylist() == [None if r is None else asconkit.xof128_digest(r, 7) for r in raw]
    customized = batch.cxof(data, 7, b"z").to_pylist()
    assert customized == [None if r is None else asconkit.cxof128_digest(r, 7, b"z") for r in raw]


@pytest.mark.parametrize("row", rows(Kind.MAC, Kind.PRF, Kind.PRFSHORT), ids=lambda row: row.name)
def test_keyed(row):
    equal, ragged = values([9] * 30), values([i % 16 if i % 5 else None for i in range(30)])
    column = pyarrow.array([sample(16, i) for i in range(30)], pyarrow.binary(16))
    once = named(row, "" if row.kind is Kind.PRFSHORT else "_digest")
    for data in (equal, ragged):
        for key in (KEY, column):
            raw = zip(data.to_pylist(), [KEY] * 30 if key is KEY else column.to_pylist())
            if row.kind is Kind.MAC:
                tags = batch.mac(key, data, algorithm=row.name)
                assert tags.to_pylist() == [None if r is None else once(k, r) for r, k in raw]
                check_verify(row, key, data, tags)
            else:
                output = batch.prf(key, data, 11, algorithm=row.name)
                assert output.to_pylist() == [None if r is None else once(k, r, 11) for r, k in raw]


def check_verify(row, key, data, tags):
    assert batch.verify(key, data, tags, algorithm=row.name) is None
    wrong = tags.to_pylist()
    wrong[1] = bytes(16)
    wrong[2] = b"short"
    mask = batch.verify(key, data, pyarrow.array(wrong, pyarrow.binary()), algorithm=row.name, on_error="mask")
    assert mask.to_pylist() == [None if r is None else i not in (1, 2) for i, r in enumerate(data.to_pylist())]
    with pytest.raises(InvalidTag, match="message 1"):
        batch.verify(key, data, pyarrow.array(wrong, pyarrow.binary()), algorithm=row.name)


lengths = st.lists(st.one_of(st.none(), st.integers(0, 40)), max_size=40)


@given(lengths, st.sampled_from(list(TYPES.values())), st.data())
def test_any_shape(sizes, kind, more):
    data = values(sizes, kind)
    begin = more.draw(st.integers(0, len(sizes)))
    data = data.slice(begin)
    nonce = nonces(len(sizes)).slice(begin)
    sealed = both_ways(KEY, nonce, data)
    assert sealed.to_pylist() == expected(data.to_pylist(), nonce.to_pylist())


def test_threads_at_once():
    data, nonce = values([i % 60 for i in range(5000)]), nonces(5000)
    wanted = batch.encrypt(KEY, nonce, data)
    wrong = []

    def work():
        for _ in range(5):
            if not batch.encrypt(KEY, nonce, data, threads=2).equals(wanted):
                wrong.append(1)

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert wrong == []


# ---- Key sources ---------------------------------------------------------------------------------


def manager():
    """A secret manager's client, for keys.Call."""
    return {"a": KEY, "b": KEY[::-1]}


def test_key_sources(tmp_path, monkeypatch):
    path = tmp_path / "key"
    path.write_text(KEY.hex() + "\n")
    monkeypatch.setenv("ASCON_TEST_KEY", KEY.hex())
    for source in (keys.File(path), keys.Environment("ASCON_TEST_KEY"), keys.Secret(KEY)):
        assert source.column(None, "raise") == KEY
        assert KEY.hex() not in repr(source) and repr(KEY) not in repr(source)
    devices = pyarrow.array(["a", "b", None, "a"])
    assert keys.Call("test_arrow:manager").column(devices, "raise").to_pylist() == [KEY, KEY[::-1], None, KEY]
    with pytest.raises(ValueError, match="name their column, key_id"):
        keys.Call("test_arrow:manager").column(None, "raise")
    with pytest.raises(KeyError, match="no key for the device 'x'"):
        keys.Secret({"a": KEY}).column(pyarrow.array(["x"]), "raise")
    assert keys.Secret({"a": KEY}).column(pyarrow.array(["x", "a"]), "null").to_pylist() == [None, KEY]
    path.write_text("no key")
    with pytest.raises(ValueError, match="hexadecimal") as failure:
        keys.File(path).column(None, "raise")
    assert failure.value.__suppress_context__
    with pytest.raises(KeyError, match="ASCON_NO_SUCH_KEY"):
        keys.Environment("ASCON_NO_SUCH_KEY").load()
    with pytest.raises(ValueError, match="module:function"):
        keys.Call("test_arrow")


@pytest.mark.parametrize("make", [keys.Secret, lambda key: keys.Secret({"a": key}), keys.Derived])
def test_a_key_may_be_erased_when_its_source_was_made(make):
    key, devices = bytearray(KEY), pyarrow.array(["a"])
    context = bytearray(b"a context")
    source = keys.Derived(key, context=context) if make is keys.Derived else make(key)
    asconkit.wipe(key)
    asconkit.wipe(context)
    expected = keys.Derived(KEY, context=b"a context") if make is keys.Derived else keys.Secret({"a": KEY})
    found = source.column(devices, "raise")
    assert found == KEY if isinstance(found, bytearray) else found.equals(expected.column(devices, "raise"))


def test_the_copy_of_a_key_is_wiped():
    source = keys.Secret(KEY)
    copy = source.load()
    alive = weakref.ref(copy)
    del source
    assert copy == KEY  # whoever has it may use it
    copy.__del__()  # as Python does
    assert copy == bytes(16)
    del copy
    gc.collect()
    assert alive() is None


def test_pickles_have_no_key(tmp_path):
    path = tmp_path / "key"
    path.write_text(KEY.hex())
    source = keys.Derived(keys.File(path), context=b"c")
    source.column(pyarrow.array(["a"]), "raise")  # has the key now
    step = frames.Step(False, source, "payload", "nonce")
    for pickled in (pickle.dumps(source), pickle.dumps(step)):
        assert KEY not in pickled and KEY.hex().encode() not in pickled
    assert pickle.loads(pickle.dumps(source)).column(pyarrow.array(["a"]), "raise").to_pylist() == source.column(
        pyarrow.array(["a"]), "raise"
    ).to_pylist()
    for refused in (keys.Secret(KEY), keys.Derived(KEY), frames.Step(False, keys.Secret(KEY), "payload", "nonce")):
        with pytest.raises(TypeError, match="cannot pickle a Secret"):
            pickle.dumps(refused)
        assert KEY.hex() not in repr(refused) and repr(KEY) not in repr(refused)
    assert KEY in pickle.dumps(keys.Secret(KEY, allow_pickling=True))


@pytest.mark.parametrize(("devices", "names"), [
    (pyarrow.array(["a", "b", "a", None]), [b"a", b"b", b"a", None]),
    (pyarrow.array([1, 300, 1, None]), [b"\1" + bytes(7), b"\x2c\1" + bytes(6), b"\1" + bytes(7), None]),
    (pyarrow.array([b"a", b"b", b"a", None]), [b"a", b"b", b"a", None]),
])  # fmt: skip
def test_derived_keys(devices, names):
    for context in (b"", b"context "):
        column = keys.Derived(KEY, context=context).column(devices, "raise")
        prf = asconkit.prf.v13_prf_digest
        key = prf(KEY, context, 16)
        assert column.to_pylist() == [None if name is None else prf(key, name, 16) for name in names]
        assert pyarrow.types.is_dictionary(column.type)


def test_documentation():
    failed, tried = doctest.testmod(keys)
    assert failed == 0 and tried > 3


def test_steps():
    table = pyarrow.table({"text": values([5, 6, 7]), "device": ["a", "b", "c"]})
    source = keys.Secret({"a": KEY, "b": KEY, "c": KEY})
    sealed = frames.Step(True, source, "text", random_nonces="nonce", key_id="device", into="sealed")(table)
    assert sealed.column_names == ["text", "device", "nonce", "sealed"]
    fewer = keys.Secret({"a": KEY, "b": bytes(16)})
    opened = frames.Step(False, fewer, "sealed", "nonce", key_id="device", valid="ok")(sealed)
    assert opened["ok"].to_pylist() == [True, False, None]
    assert opened["sealed"].to_pylist() == [sample(5), None, None]
    with pytest.raises(InvalidTag):
        frames.Step(False, keys.Secret(bytes(16)), "sealed", "nonce", on_error="raise")(sealed)
    with pytest.raises(KeyError, match="no column 'x'"):
        frames.Step(True, source, "x", random_nonces="nonce")(table)
    with pytest.raises(ValueError, match="on_error"):
        frames.Step(True, source, "x", "nonce", on_error="x")
    with pytest.raises(ValueError, match="valid must be None"):
        frames.Step(False, source, "x", "nonce", valid="ok", on_error="raise")


@pytest.mark.parametrize("fold", [str, str.lower, frames.lower_ascii], ids=["exact", "Spark", "DuckDB"])
def test_names_of_columns(fold):
    """Compared as the engine does. What is read must be there, what is added must not."""
    table = pyarrow.table({"Text": values([5, 6]), "N": nonces(2), "\u00c9": [b"x", b"y"]})
    source = keys.Secret(KEY)
    wanted = expected(table["Text"].to_pylist(), table["N"].to_pylist())

    def step(encrypt=True, **names):
        return frames.Step(encrypt, source, **{"data": "Text", "nonce": "N", **names}, fold=fold)

    sealed = step(into="made", tag="tag")(table)
    assert sealed.column_names == ["Text", "N", "\u00c9", "made", "tag"]
    assert [c + t for c, t in zip(sealed["made"].to_pylist(), sealed["tag"].to_pylist())] == wanted
    opened = step(False, data="made", tag="tag", valid="ok")(sealed)
    assert opened["made"].to_pylist() == table["Text"].to_pylist() and opened["ok"].to_pylist() == [True, True]
    for names in ({"data": "TEXT"}, {"nonce": "n"}, {"associated_data": "\u00e9"}):
        same = fold("A\u00c9") == "a\u00e9" or (fold("A") == "a" and "associated_data" not in names)
        if same:
            result = step(**names)(table)
            assert result.column_names == table.column_names
            assert ("associated_data" in names) != (result["Text"].to_pylist() == wanted)
        else:
            with pytest.raises(KeyError, match=f"{next(iter(names))}: there is no column"):
                step(**names)(table)
    for names in ({"into": "n"}, {"tag": "TEXT"}, {"into": "\u00e9"}, {"into": "a", "tag": "A"},
                  {"nonce": None, "random_nonces": "n"}):  # fmt: skip
        if fold("A\u00c9") == "a\u00e9" or (fold("A") == "a" and names != {"into": "\u00e9"}):
            with pytest.raises(ValueError, match="there is a column"):
                step(**names)(table)
        else:
            assert step(**names)(table).num_columns > 3
    replaced = step(into="tEXT")(table).column_names
    assert replaced == table.column_names if fold("T") == "t" else replaced == [*table.column_names, "tEXT"]
    with pytest.raises(KeyError, match="nonce: there is no column 'iv' but .*; random_nonces='iv' adds random ones"):
        step(nonce="iv")(table)
    for names in ({"into": "N"}, {"nonce": None, "random_nonces": "N"}, {"tag": "N"}, {"into": "a", "tag": "a"}):
        with pytest.raises(ValueError, match="there is a column"):
            step(**names)(table)
    with pytest.raises(ValueError, match="valid: there is a column 'N' already"):
        step(False, valid="N")(table)
    for names in ({"nonce": None}, {"random_nonces": "iv"}):
        with pytest.raises(ValueError, match="either nonce"):
            step(**names)(table)
    twice = table.append_column("TEXT" if fold("T") == "t" else "Text", values([5, 6]))
    with pytest.raises(ValueError, match="may be any of the columns Text, "):
        step()(twice)


def test_steps_report_wrong_tags_of_a_batch():
    table = pyarrow.table({"text": values([30, 31]), "nonce": nonces(2)})
    with pytest.raises(InvalidTag, match="text: the tag of message 0 .* 2 of 2 are wrong, of the rows that"):
        frames.Step(False, keys.Secret(KEY), "text", "nonce", on_error="raise")(table)


def test_freed_results_leave_nothing_behind():
    """Memory stays where it is after many results."""
    data, nonce = values([64] * 20000), nonces(20000)

    def resident():
        ctypes.CDLL(None).malloc_trim(0)
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096

    for _ in range(5):
        batch.decrypt(KEY, nonce, batch.encrypt(KEY, nonce, data), on_error="mask")
    before = resident()
    for _ in range(100):
        batch.decrypt(KEY, nonce, batch.encrypt(KEY, nonce, data), on_error="mask")
    assert resident() - before < 20 << 20  # a leak of the results would be 300 MB


def test_telemetry_check_finds_faults():
    """The check of the cluster tests finds messages that are lost, duplicated, changed or not reported."""
    table, forged, text = telemetry.table(2000)
    key = telemetry.per_device(telemetry.MASTER)
    step = frames.Step(False, key, "payload", "nonce", "header", "device", valid="genuine")
    good = step(table)
    telemetry.check(good, 2000, forged, text)
    swapped = pyarrow.chunked_array([text.slice(1), text.slice(0, 1)])
    all_genuine = pyarrow.chunked_array([pyarrow.array([True] * 2000)])
    faults = {
        "lost": good.slice(1),
        "twice": pyarrow.concat_tables([good.slice(1), good.slice(5, 1)]),
        "changed": good.set_column(good.column_names.index("payload"), "payload", swapped),
        "not reported": good.set_column(good.column_names.index("genuine"), "genuine", all_genuine),
    }
    for name, fault in faults.items():
        with pytest.raises(AssertionError):
            telemetry.check(fault, 2000, forged, text)
            pytest.fail(f"{name}: not found")
    with pytest.raises(AssertionError):
        telemetry.check(good, 2000, forged | {next(iter(set(range(2000)) - forged))}, text)
