# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Coverage-guided fuzzing of what reads Arrow arrays: IPC streams with changed numbers, anywhere in them.

    python tests/python/fuzz_arrow.py -max_total_time=60

Each input says which arrays there are, which bytes of their streams are changed to what, and which call gets
them. The streams end where a page begins that may not be touched. What pyarrow finds wrong when it checks all
values must be refused."""

import mmap
import struct
import sys
from pathlib import Path

import atheris
import pyarrow

with atheris.instrument_imports(include=["asconkit"]):
    from asconkit import InvalidTag, batch, keys
    from asconkit import _frames as frames

    sys.path.append(str(Path(__file__).resolve().parents[2]))  # for `spec`
    import hostile
    from test_bounds import at_the_end

KINDS = [hostile.BINARY, hostile.LARGE, hostile.VIEW, hostile.FIXED, hostile.DICTIONARY, pyarrow.string(),
         pyarrow.large_string(), pyarrow.string_view(), pyarrow.dictionary(pyarrow.int8(), hostile.FIXED),
         pyarrow.dictionary(pyarrow.uint64(), hostile.VIEW)]  # fmt: skip
ARRAYS = [hostile.column(kind) for kind in KINDS] + [pyarrow.array([b"a" * 16, None, b"b" * 20], hostile.BINARY)]
STREAMS = [hostile.stream(array) for array in ARRAYS]
COLUMNS = ("key", "nonce", "data", "associated_data")
PLACES = {name: at_the_end(bytes(mmap.PAGESIZE)) for name in COLUMNS}
NUMBERS = [-1, 0, 1, 2, 3, 4, 12, 13, 16, 17, 32, 47, 48, 49, 64, 4096, 2**30, 2**31 - 1, 2**33, 2**62, 2**63 - 1]
KEY = bytes(16)


def changed(data, raw):
    """The stream with some numbers in it changed."""
    raw = bytearray(raw)
    for _ in range(data.ConsumeIntInRange(0, 3)):
        code = data.PickValueInList(["<i", "<q", "<b"])
        size = struct.calcsize(code)
        value = data.PickValueInList(NUMBERS) & ((1 << 8 * size) - 1)
        at = data.ConsumeIntInRange(0, (len(raw) - size) // size) * size
        raw[at : at + size] = value.to_bytes(size, "little")
    return raw


def received(data, name):
    """A column, which may be the same for all, or None where pyarrow itself refuses the stream."""
    number = data.ConsumeIntInRange(0, len(STREAMS))
    if number == len(STREAMS):
        return KEY
    raw = changed(data, STREAMS[number])
    place = PLACES[name][-len(raw) :]
    place[:] = raw
    try:
        return hostile.received(place)
    except Exception:  # of any kind: what pyarrow says to a stream is not what is tested
        return None


def refuse_invalid(columns):
    """AssertionError if pyarrow finds fault with the offsets of an array that a call took."""
    for name, column in columns.items():
        if getattr(column, "type", None) in (hostile.BINARY, hostile.LARGE) and column.buffers()[0] is None:
            if len(column) > 0:
                plain = pyarrow.Array.from_buffers(column.type, len(column), column.buffers(), 0, column.offset)
                plain.validate(full=True)


def call(data, columns):
    choice = data.ConsumeIntInRange(0, 5)
    given = [columns[name] for name in COLUMNS]
    if choice == 0:
        batch.encrypt(*given)
    elif choice == 1:
        batch.decrypt(*given, on_error="mask")
    elif choice == 2:
        batch.hash(columns["data"])
    elif choice == 3:
        batch.mac(columns["key"], columns["data"])
    elif choice == 4:
        batch.verify(columns["key"], columns["data"], columns["nonce"], on_error="mask")
    else:
        table = {"data": columns["data"], "nonce": columns["nonce"], "device": columns["key"]}
        frames.Step(True, keys.Derived(KEY), "data", "nonce", None, "device")(pyarrow.record_batch(table))
    used = {0: COLUMNS, 1: COLUMNS, 2: ("data",), 3: ("key", "data")}.get(choice, ("key", "nonce", "data"))
    try:
        refuse_invalid({name: columns[name] for name in used})
    except pyarrow.ArrowInvalid as fault:
        raise AssertionError(f"this array was not refused: {fault}") from fault


def test_one_input(data_bytes):
    data = atheris.FuzzedDataProvider(data_bytes)
    columns = {name: received(data, name) for name in COLUMNS}
    if None in [column for column in columns.values() if not isinstance(column, pyarrow.Array)]:
        return
    try:
        call(data, columns)
    except (TypeError, ValueError, KeyError, MemoryError, NotImplementedError, InvalidTag):
        pass


if __name__ == "__main__":
    atheris.Setup(sys.argv, test_one_input)
    atheris.Fuzz()
