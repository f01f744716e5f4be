# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Nothing outside the buffers of an Arrow array is read, whatever lengths and offsets it has.

The buffers end where a page begins that may not be touched: a fault ends the test run with a segmentation
fault, whose traceback names the call."""

import ctypes

import numpy
import pyarrow
import pytest

import asconkit
import hostile
from asconkit import _arrow as arrow
from asconkit import _frames as frames
from asconkit import batch, keys
from rows import sample
from test_bounds import at_the_end

KEY = sample(16)
NONCES = pyarrow.array([bytes([i]) * 16 for i in range(hostile.ROWS)], pyarrow.binary(16))
DATA = pyarrow.array([b"one", b"two", b"three"])
POSITIONS = {
    "key of encrypt": lambda column: batch.encrypt(column, NONCES, DATA),
    "nonce of encrypt": lambda column: batch.encrypt(KEY, column, DATA),
    "data of encrypt": lambda column: batch.encrypt(KEY, NONCES, column),
    "associated data of encrypt": lambda column: batch.encrypt(KEY, NONCES, DATA, column),
    "key of decrypt": lambda column: batch.decrypt(column, NONCES, column, on_error="mask"),
    "nonce of decrypt": lambda column: batch.decrypt(KEY, column, column, on_error="mask"),
    "data of decrypt": lambda column: batch.decrypt(KEY, NONCES, column, on_error="mask"),
    "associated data of decrypt": lambda column: batch.decrypt(KEY, NONCES, column, column, on_error="mask"),
    "data of hash": lambda column: batch.hash(column),
    "data of cxof": lambda column: batch.cxof(column, 20, b"customization"),
    "key of mac": lambda column: batch.mac(column, DATA),
    "data of mac": lambda column: batch.mac(KEY, column),
    "key of prf": lambda column: batch.prf(column, DATA, 5),
    "tags of verify": lambda column: batch.verify(KEY, DATA, column, on_error="mask"),
}
PATCHES = pytest.mark.parametrize("patch", hostile.PATCHES.values(), ids=hostile.PATCHES)


def received(raw):
    return hostile.received(at_the_end(raw))


@pytest.fixture(params=["checked twice", "by the extension alone"])
def checks(request, monkeypatch):
    """What pyarrow finds in the array as a whole, and what the extension finds where it reads values."""
    if request.param == "by the extension alone":
        monkeypatch.setattr(arrow, "checked", lambda values, full=False: values)


# Sorted: workers that share the tests must collect them in the same order.
KINDS = sorted({patch[0] for patch in hostile.PATCHES.values()} | {hostile.FIXED}, key=str)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_what_was_not_changed_is_accepted(kind):
    column = received(hostile.stream(hostile.column(kind)))
    for call in POSITIONS.values():
        call(column)
    hashes = [asconkit.hash256_digest(value) for value in hostile.VALUES]
    assert batch.hash(column).to_pylist() == hashes
    assert batch.hash(column.slice(1)).to_pylist() == hashes[1:]


@PATCHES
def test_every_position(patch, checks):
    column = received(hostile.patched(*patch))
    for name, call in POSITIONS.items():
        with pytest.raises(ValueError):
            call(column)
            pytest.fail(f"{name}: not refused")


@PATCHES
def test_slices_and_chunks(patch):
    column = received(hostile.patched(*patch))
    good = hostile.column(column.type)
    # The last row, where all changes are but those of the second offset.
    for part in (column.slice(1), pyarrow.chunked_array([good, column]), pyarrow.chunked_array([column, good])):
        with pytest.raises(ValueError):
            batch.hash(part)


@pytest.mark.parametrize("rows", [300, 2**33, 2**62, 2**63 - 1])
@pytest.mark.parametrize("kind", hostile.LENGTHS.values(), ids=hostile.LENGTHS)
def test_lengths(kind, rows, checks):
    raw = hostile.patched(kind, hostile.lengths(hostile.ROWS), hostile.lengths(rows))
    try:
        column = received(raw)
    except (OSError, ValueError):  # pyarrow itself refuses some
        return
    for name in ("data of hash", "data of mac"):
        with pytest.raises(ValueError):
            POSITIONS[name](column)


def test_a_bitmap_that_is_too_short(checks):
    """Values of no bytes need no other buffer."""
    raw = hostile.stream(pyarrow.array([b"", None, b""], pyarrow.binary(0)))
    column = received(raw.replace(hostile.lengths(3), hostile.lengths(10**6)))
    assert len(column) == 10**6
    with pytest.raises(ValueError):
        batch.hash(column)


def test_offsets_that_change_after_the_check():
    """The extension has no number of an array from before it reads the values themselves."""
    offsets = numpy.array([0, 16, 32, 48], numpy.int32)
    buffers = [None, pyarrow.py_buffer(offsets), pyarrow.py_buffer(at_the_end(b"".join(hostile.VALUES)))]
    column = pyarrow.BinaryArray.from_buffers(pyarrow.binary(), 3, buffers)
    hash256 = next(row for row in asconkit.ALGORITHMS if row.name == "ascon-hash256")
    assert len(asconkit._core.arrow_absorb(hash256, None, column, 32, None, 1)) == 3
    offsets[3] = 49
    with pytest.raises(ValueError, match="data: row 2 is outside its buffers: not a valid Arrow array"):
        asconkit._core.arrow_absorb(hash256, None, column, 32, None, 1)


class Foreign:
    """The same array as another library would hand it out."""

    def __init__(self, array):
        self.array = array

    def __arrow_c_array__(self, requested_schema=None):
        return self.array.__arrow_c_array__(requested_schema)


@pytest.mark.parametrize("name", ["offset between, large", "offset between, negative", "view, offset", "view, buffer",
                                  "large_binary, offset between", "dictionary, index"])  # fmt: skip
def test_other_libraries(name):
    """A library that exports only pointers is trusted as far as the last offset, and no further."""
    column = Foreign(received(hostile.patched(*hostile.PATCHES[name])))
    for call in POSITIONS.values():
        with pytest.raises(ValueError):
            call(column)


@pytest.mark.parametrize("name", ["last offset, 4096", "last offset, large", "text, last offset", "text view, offset",
                                  "large_binary, offset between", "dictionary, index"])  # fmt: skip
def test_tables(name):
    """Every column that a step reads, devices too, which pyarrow's own functions read."""
    kind, old, new = hostile.PATCHES[name]
    good = {"data": DATA, "nonce": NONCES, "ad": DATA, "device": pyarrow.array(["a", "b", "c"])}
    step = frames.Step(True, keys.Derived(KEY), "data", "nonce", "ad", "device")
    for column in good:
        raw = hostile.table_stream({**good, column: hostile.column(kind)})
        assert step(hostile.received_table(raw)).num_rows == 3
        record = hostile.received_table(at_the_end(hostile.patch(raw, old, new)))
        for table in (record, pyarrow.Table.from_batches([record]), pyarrow.Table.from_batches([record, record])):
            with pytest.raises(ValueError):
                step(table)


class CArray(ctypes.Structure):
    """The first fields of struct ArrowArray."""

    _fields_ = [(name, ctypes.c_int64) for name in ("length", "null_count", "offset", "n_buffers", "n_children")]
    _fields_ += [("buffers", ctypes.POINTER(ctypes.c_void_p))]


class Changed:
    """An array of another library, of which one field was changed."""

    def __init__(self, array, change):
        self.array, self.change = array, change

    def __arrow_c_array__(self, requested_schema=None):
        schema, array = self.array.__arrow_c_array__()
        pointer = ctypes.pythonapi.PyCapsule_GetPointer
        pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
        self.change(CArray.from_address(pointer(array, b"arrow_array")))
        return schema, array


def without(number):
    def change(array):
        array.buffers[number] = None

    return change


@pytest.mark.parametrize(("kind", "number"), [(hostile.BINARY, 1), (hostile.BINARY, 2), (hostile.LARGE, 1),
                                              (hostile.LARGE, 2), (hostile.VIEW, 1), (hostile.FIXED, 1)],
                         ids=str)  # fmt: skip
def test_missing_buffers(kind, number):
    column = Changed(hostile.column(kind), without(number))
    for call in POSITIONS.values():
        with pytest.raises(ValueError, match="null|small|valid"):
            call(column)


def test_lengths_of_other_libraries():
    for field, value in (("length", -1), ("offset", -1), ("n_buffers", 1), ("n_buffers", -1)):
        column = Changed(hostile.column(hostile.FIXED), lambda array: setattr(array, field, value))
        for call in POSITIONS.values():
            with pytest.raises(ValueError):
                call(column)


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_an_empty_array_is_valid_whatever_its_offset_is(kind, chunked):
    """Polars makes such ones of groups without rows, and pyarrow refuses some of them."""
    far_off = Changed(hostile.column(kind)[:0], lambda array: setattr(array, "offset", 7))
    empty, one = pyarrow.array(far_off), hostile.column(kind)[:1]
    assert (len(empty), empty.offset) == (0, 7)
    part = pyarrow.chunked_array([empty, one, empty]) if chunked else empty
    rows = len(part)
    others = pyarrow.array([bytes(16)] * rows, pyarrow.binary())
    for columns in ((KEY, part, others), (KEY, others, part), (part, others, others), (KEY, others, others, part)):
        assert len(batch.encrypt(*columns)) == len(batch.decrypt(*columns, on_error="mask")[0]) == rows
    assert len(batch.hash(part)) == len(batch.mac(KEY, part)) == len(batch.prf(KEY, part, 5)) == rows
    assert len(batch.verify(KEY, others, part, on_error="mask")) == rows
    assert len(batch.decrypt(KEY, others, others, tags=part, on_error="mask")[0]) == rows
    assert len(keys.Derived(KEY).column(part, "raise")) == rows
