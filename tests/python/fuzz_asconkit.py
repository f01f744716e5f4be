# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Coverage-guided fuzzing of every call of the extension: no call may crash the interpreter.

    python tests/python/fuzz_asconkit.py -max_total_time=60

Each input is a little program: calls, with arguments made of its bytes, on objects made before."""

import sys

import atheris

with atheris.instrument_imports(include=["asconkit"]):
    import asconkit
    import asconkit._core as core

ALLOWED = (TypeError, ValueError, MemoryError, asconkit.InvalidTag, asconkit.StateError)
CALLS = [value for name, value in sorted(vars(core).items()) if callable(value) and not name.startswith("force_")]
METHODS = sorted({name for kind in CALLS if isinstance(kind, type) for name in dir(kind) if name[:2] != "__"})
SIZES = (0, 1, 4, 8, 15, 16, 17, 20, 32, 33, 64, 300)


def argument(data, objects):
    choice = data.ConsumeIntInRange(0, 13)
    size = SIZES[data.ConsumeIntInRange(0, len(SIZES) - 1)]
    if choice <= 4:
        return data.ConsumeBytes(size).ljust(size, b"\0")
    if choice <= 6:
        return bytearray(size)
    if choice == 7:
        return memoryview(bytearray(64)).cast("B", ((4, 16), (2, 32), (1, 64))[size % 3])
    if choice == 8:
        return bytes(size), memoryview(data.ConsumeBytes(24).ljust(24, b"\0")).cast("iq"[size % 2])
    if choice == 9:
        return asconkit.ALGORITHMS[data.ConsumeIntInRange(0, len(asconkit.ALGORITHMS) - 1)]
    if choice == 10:
        return data.ConsumeIntInRange(-2, 300)
    if choice == 11:
        return None
    if choice == 12:
        return data.ConsumeUnicode(8)
    return objects[data.ConsumeIntInRange(0, len(objects) - 1)]


def one_call(data, objects):
    arguments = [argument(data, objects) for _ in range(data.ConsumeIntInRange(0, 10))]
    if data.ConsumeBool():
        call = CALLS[data.ConsumeIntInRange(0, len(CALLS) - 1)]
    else:
        owner = objects[data.ConsumeIntInRange(0, len(objects) - 1)]
        call = getattr(owner, METHODS[data.ConsumeIntInRange(0, len(METHODS) - 1)], None)
    if callable(call):
        result = call(*arguments)
        if type(result).__module__.startswith("asconkit"):
            objects.append(result)


def test_one_input(data_bytes):
    data = atheris.FuzzedDataProvider(data_bytes)
    objects = [asconkit.AsconAEAD128(bytes(16)), asconkit.hash256(), asconkit.xof128(), asconkit.prf.v13_mac(bytes(16))]
    while data.remaining_bytes() > 0:
        try:
            one_call(data, objects)
        except ALLOWED:
            pass


if __name__ == "__main__":
    atheris.Setup(sys.argv, test_one_input)
    atheris.Fuzz()
