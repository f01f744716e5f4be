# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Arrow arrays of IPC streams with changed bytes: their lengths and offsets may be wrong."""

import struct

import pyarrow
import pyarrow.ipc

from rows import sample

ROWS = 3
VALUES = [sample(16, 16 * i) for i in range(ROWS)]
END_OF_STREAM = 8  # bytes


def column(kind):
    """Three different values of 16 bytes, which fit every argument."""
    if pyarrow.types.is_dictionary(kind):
        indices = pyarrow.array(range(ROWS), kind.index_type)
        return pyarrow.DictionaryArray.from_arrays(indices, column(kind.value_type))
    return pyarrow.array(VALUES, pyarrow.binary()).cast(kind)


def stream(array):
    """An IPC stream that ends with the array's last buffer."""
    return table_stream({"column": array})


def table_stream(columns):
    batch = pyarrow.record_batch(columns)
    sink = pyarrow.BufferOutputStream()
    with pyarrow.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)
    return sink.getvalue().to_pybytes()[:-END_OF_STREAM]


def received(buffer):
    """The array of a stream, read without a copy."""
    return received_table(buffer)["column"]


def received_table(buffer):
    return pyarrow.ipc.open_stream(pyarrow.py_buffer(buffer)).read_next_batch()


def offsets(code, *last):
    return struct.pack(f"<{ROWS + 1}{code}", 0, 16, *(last or (32, 48)))


def last_view(size=16, buffer=0, offset=32):
    return struct.pack("<i4sii", size, VALUES[2][:4], buffer, offset)


def lengths(rows):
    return struct.pack("<q", rows)


def indices(last):
    return struct.pack("<3i", 0, 1, last)


BINARY, LARGE, VIEW = pyarrow.binary(), pyarrow.large_binary(), pyarrow.binary_view()
FIXED, DICTIONARY = pyarrow.binary(16), pyarrow.dictionary(pyarrow.int32(), pyarrow.binary())

# The type, what to look for in its stream, and what to put there.
PATCHES = {
    "last offset, 4096": (BINARY, offsets("i"), offsets("i", 32, 4096)),
    "last offset, large": (BINARY, offsets("i"), offsets("i", 32, 2**31 - 1)),
    "last offset, negative": (BINARY, offsets("i"), offsets("i", 32, -1)),
    "offset between, large": (BINARY, offsets("i"), offsets("i", 2**30, 48)),
    "offset between, negative": (BINARY, offsets("i"), offsets("i", -16, 48)),
    "all offsets beyond": (BINARY, offsets("i"), struct.pack("<4i", 4096, 4112, 4128, 4144)),
    "text, last offset": (pyarrow.string(), offsets("i"), offsets("i", 32, 4096)),
    "large_binary, last offset, 4096": (LARGE, offsets("q"), offsets("q", 32, 4096)),
    "large_binary, last offset, large": (LARGE, offsets("q"), offsets("q", 32, 2**62)),
    "large_binary, offset between": (LARGE, offsets("q"), offsets("q", 2**62, 48)),
    "large text, last offset": (pyarrow.large_string(), offsets("q"), offsets("q", 32, 2**40)),
    "view, offset": (VIEW, last_view(), last_view(offset=4096)),
    "view, large offset": (VIEW, last_view(), last_view(offset=2**31 - 1)),
    "view, negative offset": (VIEW, last_view(), last_view(offset=-4096)),
    "view, size": (VIEW, last_view(), last_view(size=4096)),
    "view, negative size": (VIEW, last_view(), last_view(size=-1)),
    "view, buffer": (VIEW, last_view(), last_view(buffer=1)),
    "view, negative buffer": (VIEW, last_view(), last_view(buffer=-1)),
    "text view, offset": (pyarrow.string_view(), last_view(), last_view(offset=2**30)),
    "dictionary, index": (DICTIONARY, indices(2), indices(4096)),
    "dictionary, negative index": (DICTIONARY, indices(2), indices(-1)),
    "dictionary, last offset, 4096": (DICTIONARY, offsets("i"), offsets("i", 32, 4096)),
    "dictionary, last offset, large": (DICTIONARY, offsets("i"), offsets("i", 32, 2**31 - 1)),
}

LENGTHS = {"fixed_size_binary": FIXED, "binary": BINARY, "large_binary": LARGE, "binary_view": VIEW,
           "dictionary": DICTIONARY}  # fmt: skip


def patched(kind, old, new):
    return patch(stream(column(kind)), old, new)


def patch(raw, old, new):
    assert old in raw, "there is nothing to change in the stream"
    return raw.replace(old, new)
