# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Batches on devices: on this processor, on pocl, and on a stand-in for CUDA's driver.

The stand-in and pocl are chosen before the first device is opened, so those tests run in a process of their own."""

import ctypes
import os
import pickle
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import numpy
import pytest

import asconkit
from asconkit import accelerator, batch
from asconkit.accelerator import Ragged
from rows import sample

ROOT = Path(__file__).resolve().parents[2]
DEVICE = os.environ.get("ASCONKIT_TEST_DEVICE", "cpu")
KEY, COUNT = sample(16), 300
NONCES = numpy.arange(2 * COUNT, dtype=numpy.uint64).reshape(COUNT, 2).view(numpy.uint8)


@pytest.fixture(scope="module")
def device():
    return asconkit.device(DEVICE)


def messages(length, count=COUNT):
    return numpy.frombuffer(sample(count * length), numpy.uint8).reshape(count, length)


def ragged(count=COUNT):
    import pyarrow

    return pyarrow.array([None if i % 50 == 7 else sample(i % 200, i) for i in range(count)], pyarrow.binary())


CALLS = {
    "hash": lambda data, **where: batch.hash(data, **where),
    "xof": lambda data, **where: batch.xof(data, 41, **where),
    "cxof": lambda data, **where: batch.cxof(data, 41, b"a protocol", **where),
    "mac": lambda data, **where: batch.mac(KEY, data, **where),
    "prf": lambda data, **where: batch.prf(KEY, data, 41, **where),
    "v12 hash": lambda data, **where: batch.hash(data, algorithm="ascon-hasha", **where),
    "v12 mac": lambda data, **where: batch.mac(KEY, data, algorithm="ascon-maca", **where),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize("length", [0, 1, 16, 64, 100])
def test_outputs_are_those_of_threads(call, length, device):
    data = messages(length)
    expected = call(data)
    assert numpy.array_equal(call(data, device=device), expected)
    there = call(device.upload(data), device=device)
    assert numpy.array_equal(there.download(), expected)


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_ragged_outputs_are_those_of_threads(call, device):
    assert call(ragged(), device=device).equals(call(ragged()))


def test_prfshort(device):
    data = messages(16)
    expected = batch.prf(KEY, data, 16, algorithm="ascon-prfshort-v13")
    assert numpy.array_equal(batch.prf(KEY, data, 16, algorithm="ascon-prfshort-v13", device=device), expected)
    there = batch.prf(KEY, device.upload(data), 16, algorithm="ascon-prfshort-v13", device=device)
    assert numpy.array_equal(there.download(), expected)


@pytest.mark.parametrize("algorithm", ["ascon-aead128", "ascon-128a", "ascon-80pq"])
@pytest.mark.parametrize("length", [0, 5, 64])
@pytest.mark.parametrize("ad", [None, b"a header for all"])
def test_encryption_both_ways(algorithm, length, ad, device):
    key, data = sample(20 if algorithm == "ascon-80pq" else 16), messages(length)
    expected = batch.encrypt(key, NONCES, data, ad, algorithm=algorithm)
    options = {"algorithm": algorithm, "device": device}
    assert numpy.array_equal(batch.encrypt(key, NONCES, data, ad, **options), expected)
    there = batch.encrypt(key, NONCES, device.upload(data), ad, **options)
    assert numpy.array_equal(there.download(), expected)
    forged = expected.copy()
    forged[[3, 77], 0] ^= 1
    for sealed in (forged, device.upload(forged)):
        text, valid = batch.decrypt(key, NONCES, sealed, ad, on_error="mask", **options)
        text = text if sealed is forged else text.download()
        assert numpy.flatnonzero(~valid).tolist() == [3, 77] and not text[[3, 77]].any()
        assert numpy.array_equal(text[valid], data[valid])
        with pytest.raises(asconkit.InvalidTag, match="message 3 does not match; 2 of 300"):
            batch.decrypt(key, NONCES, sealed, ad, **options)


def test_ragged_encryption_both_ways(device):
    import pyarrow

    nonces = pyarrow.array([bytes(row) for row in NONCES])
    headers = pyarrow.array([sample(i % 40, i) for i in range(COUNT)])
    keys = pyarrow.array([sample(16, i % 3) for i in range(COUNT)])
    expected = batch.encrypt(keys, nonces, ragged(), headers, tag_length=12)
    assert batch.encrypt(keys, nonces, ragged(), headers, tag_length=12, device=device).equals(expected)
    forged = expected.to_pylist()
    forged[5] = forged[5][:-1] + bytes([forged[5][-1] ^ 1])
    forged[6] = b"short"
    options = {"tag_length": 12, "on_error": "mask", "device": device}
    text, valid = batch.decrypt(keys, nonces, pyarrow.array(forged), headers, **options)
    assert text.to_pylist() == [None if i in (5, 6) else value for i, value in enumerate(ragged().to_pylist())]
    assert [i for i, right in enumerate(valid.to_pylist()) if right is False] == [5, 6]


def test_verification(device):
    data = messages(33)
    tags = batch.mac(KEY, data)
    batch.verify(KEY, data, tags, device=device)
    batch.verify(KEY, device.upload(data), device.upload(tags), device=device)
    tags[9, 1] ^= 4
    for columns in ((data, tags), (device.upload(data), device.upload(tags))):
        assert numpy.flatnonzero(~batch.verify(KEY, *columns, on_error="mask", device=device)).tolist() == [9]
        with pytest.raises(asconkit.InvalidTag, match="message 9"):
            batch.verify(KEY, *columns, device=device)


def test_keys_and_headers_for_each_message(device):
    keys, headers, data = messages(16), messages(7), messages(20)
    expected = batch.encrypt(keys, NONCES, data, headers)
    assert numpy.array_equal(batch.encrypt(keys, NONCES, data, headers, device=device), expected)
    there = batch.encrypt(device.upload(keys), device.upload(NONCES), data, headers, device=device)
    assert numpy.array_equal(there.download(), expected)


def test_results_into_an_array(device):
    data, out = device.upload(messages(64)), device.empty(COUNT, 32)
    assert batch.hash(data, out=out, device=device) is out
    assert numpy.array_equal(out.download(), batch.hash(messages(64)))
    host = numpy.empty((COUNT, 32), numpy.uint8)
    assert batch.hash(messages(64), out=host, device=device) is host
    assert numpy.array_equal(host, out.download())


def test_no_messages(device):
    assert batch.hash(messages(64, 0), device=device).shape == (0, 32)
    assert batch.hash(device.upload(messages(64, 0)), device=device).shape == (0, 32)
    assert batch.hash(device.upload(messages(64, 0)), device=device).download().shape == (0, 32)


def test_too_short_for_a_tag(device):
    text, valid = batch.decrypt(KEY, NONCES, device.upload(messages(15)), device=device, on_error="mask")
    assert text.shape == (COUNT, 0) and not valid.any()


def test_device_as_its_name_and_threads(device):
    assert asconkit.device(DEVICE) is device is asconkit.device(device.name)
    assert numpy.array_equal(batch.hash(messages(64), device=DEVICE), batch.hash(messages(64)))
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda _: batch.hash(messages(64), device=device), range(8)))
    assert all(numpy.array_equal(result, batch.hash(messages(64))) for result in results)


def test_frames(device):
    import polars

    import asconkit.duckdb
    import asconkit.polars
    from asconkit._frames import Step
    from asconkit.keys import as_source

    frame = polars.DataFrame({"nonce": [bytes(15) + b"1", bytes(15) + b"2"], "text": [b"one", None]})
    sealed, text = asconkit.polars.encrypt, asconkit.polars.decrypt
    there = frame.with_columns(sealed("text", key=KEY, nonce="nonce", device=device.name))
    assert there.equals(frame.with_columns(sealed("text", key=KEY, nonce="nonce")))
    opened = there.select(text("text", key=KEY, nonce="nonce", device=device.name))
    assert opened["text"].to_list() == [b"one", None]
    calls = (
        asconkit.polars.hash,
        lambda data, **options: asconkit.polars.mac(data, key=KEY, **options),
        lambda data, **options: asconkit.polars.prf(data, 20, key=KEY, **options),
    )
    for call in calls:
        assert frame.select(call("text", device=device.name)).equals(frame.select(call("text")))
    step = Step(True, as_source(KEY), "text", "nonce", device=device.name)
    assert step(frame.to_arrow())["text"].to_pylist()[0] == there["text"][0]
    with pytest.raises(ValueError, match="device must be"):
        frame.select(asconkit.polars.hash(frame["text"], device="gpu"))


# ---- Strings of different lengths in memory of the device ---------------------------------------------------------

TEXTS = [sample(i % 70, i) for i in range(COUNT)]


def numbers(values, item=8):
    return numpy.array(values, f"u{item}")


def places(texts, gap=3):
    """Values in reverse order with gaps between them, offsets and lengths."""
    lengths = numbers([len(text) for text in texts])
    ends = numpy.cumsum(lengths[::-1] + numpy.uint64(gap))[::-1]
    offsets = ends - lengths
    values = bytearray(b"\xc5" * (int(ends[0]) if texts else 0))
    for text, offset in zip(texts, offsets, strict=True):
        values[int(offset) : int(offset) + len(text)] = text
    return numpy.frombuffer(values, numpy.uint8), offsets, lengths


def uploaded(texts, device, **changes):
    """All of it in memory of the device."""
    values, offsets, lengths = places(texts)
    parts = {"values": values, "offsets": offsets.view("u1"), "lengths": lengths.view("u1")}
    return Ragged(**{name: device.upload(part) for name, part in parts.items()} | changes)


def strings(column):
    """The strings of a column that a call returned."""
    values, offsets, lengths = (getattr(column, name) for name in ("values", "offsets", "lengths"))
    at, size = (part.download().view("u8") if hasattr(part, "download") else part for part in (offsets, lengths))
    memory = values.download().tobytes()
    return [memory[int(a) : int(a + n)] for a, n in zip(at, size, strict=True)]


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_ragged_on_the_device(call, device):
    import pyarrow

    expected = call(pyarrow.array(TEXTS, pyarrow.binary())).to_pylist()
    order = numbers(sorted(range(COUNT), key=lambda i: len(TEXTS[i])), 4)
    for data in (
        uploaded(TEXTS, device),
        uploaded(TEXTS, device, order=device.upload(order.view("u1"))),
        Ragged.upload(TEXTS, device),
        Ragged(*places(TEXTS), order),
    ):
        assert [bytes(row) for row in call(data, device=device).download()] == expected


@pytest.mark.parametrize("algorithm", ["ascon-aead128", "ascon-80pq"])
def test_ragged_encryption_on_the_device(algorithm, device):
    import pyarrow

    key, headers = sample(20 if algorithm == "ascon-80pq" else 16), [sample(i % 40, i) for i in range(COUNT)]
    columns = (pyarrow.array(column) for column in ([bytes(row) for row in NONCES], TEXTS, headers))
    expected = batch.encrypt(key, *columns, algorithm=algorithm).to_pylist()
    data, options = uploaded(TEXTS, device), {"algorithm": algorithm, "device": device}
    for ad in (uploaded(headers, device), Ragged(*places(headers))):
        sealed, tags = batch.encrypt(key, NONCES, data, ad, **options)
        given = tags.download()
        assert [text + bytes(tag) for text, tag in zip(strings(sealed), given, strict=True)] == expected
        assert sealed.values.shape == data.values.shape and sealed.offsets is data.offsets
        assert strings(batch.decrypt(key, NONCES, sealed, ad, tags=tags, **options)) == TEXTS
        given[[3, 77], 0] ^= 1
        text, valid = batch.decrypt(key, NONCES, sealed, ad, tags=given, on_error="mask", **options)
        assert numpy.flatnonzero(~valid).tolist() == [3, 77]
        assert strings(text) == [bytes(len(t)) if i in (3, 77) else t for i, t in enumerate(TEXTS)]
        with pytest.raises(asconkit.InvalidTag, match="message 3 does not match; 2 of 300"):
            batch.decrypt(key, NONCES, sealed, ad, tags=given, **options)


def test_ragged_headers_of_equal_texts(device):
    data, headers = messages(20), TEXTS
    sealed = batch.encrypt(KEY, NONCES, data, uploaded(headers, device), device=device).download()
    aead = asconkit.AsconAEAD128(KEY)
    assert [bytes(row) for row in sealed] == [
        aead.encrypt(bytes(nonce), bytes(text), header)
        for nonce, text, header in zip(NONCES, data, headers, strict=True)
    ]


def test_ragged_verification(device):
    data = uploaded(TEXTS, device)
    tags = batch.mac(KEY, data, device=device)
    batch.verify(KEY, data, tags, device=device)
    wrong = tags.download()
    wrong[9, 1] ^= 4
    assert numpy.flatnonzero(~batch.verify(KEY, data, wrong, on_error="mask", device=device)).tolist() == [9]


def test_ragged_into_an_array(device):
    data = uploaded(TEXTS, device)
    out = device.empty(*data.values.shape)
    sealed, tags = batch.encrypt(KEY, NONCES, data, device=device, out=out)
    assert sealed.values is out and strings(batch.decrypt(KEY, NONCES, sealed, tags=tags, device=device)) == TEXTS
    between = numpy.ones(len(out), bool)
    for offset, length in zip(*places(TEXTS)[1:], strict=True):
        between[int(offset) : int(offset + length)] = False
    assert between.any() and not out.download()[between].any()  # nothing else is written


@pytest.mark.parametrize("texts", [[], [b""], [b"", b"", b""]])
def test_nothing_but_empty_strings(texts, device):
    nonces = NONCES[: len(texts)]
    for data in (Ragged.upload(texts, device), Ragged(b"", numbers([7] * len(texts)), numbers([0] * len(texts)))):
        assert batch.hash(data, device=device).download().tolist() == [
            list(asconkit.hash256(text).digest()) for text in texts
        ]
        sealed, tags = batch.encrypt(KEY, nonces, data, data, device=device)
        assert len(batch.decrypt(KEY, nonces, sealed, data, tags=tags, device=device).values) == 0


def outside(device, offset, length, values=bytes(100)):
    return Ragged(device.upload(values), numbers([0, offset, 10]), numbers([10, length, 5]))


MOST = 2**64 - 1
OUTSIDE = {"begin": (101, 1), "end": (95, 6), "length": (0, MOST), "offset": (MOST, 10), "sum": (2**63, 2**63)}


@pytest.mark.parametrize(("offset", "length"), OUTSIDE.values(), ids=OUTSIDE)
def test_strings_outside_of_their_values(offset, length, device):
    data, text = outside(device, offset, length), "message 1: its strings must be within their values"
    inside = outside(device, 50, 50)
    with pytest.raises(ValueError, match=text):
        batch.hash(data, device=device)
    for columns in ((data, inside), (inside, data)):
        with pytest.raises(ValueError, match=text):
            batch.encrypt(KEY, NONCES[:3], *columns, device=device)
    batch.encrypt(KEY, NONCES[:3], inside, inside, device=device)
    nothing = Ragged(device.upload(b""), numbers([0]), numbers([1]))
    with pytest.raises(ValueError, match="message 0: its strings must be within"):
        batch.hash(nothing, device=device)


RAGGED_ERRORS = {
    "no device": ("device must be given", lambda d, r: batch.hash(r)),
    "lengths": ("lengths of data must be 300, as many as its offsets, not 299",
                lambda d, r: batch.hash(Ragged(r.values, r.offsets, [0] * 299), device=d)),
    "order": ("order of data must be 300, as many as its offsets, not 2",
              lambda d, r: batch.hash(replace(r, order=[0, 1]), device=d)),
    "part of a number": ("offsets of data must be 8 bytes for each message",
                         lambda d, r: batch.hash(replace(r, offsets=d.upload(bytes(2399))), device=d)),
    "negative": (r"offsets of data must be 0 to 2\*\*64 - 1, not -1 to 0",
                 lambda d, r: batch.hash(replace(r, offsets=[-1] + [0] * 299), device=d)),
    "fractions": ("lengths of data must be integers in one dimension, not float64",
                  lambda d, r: batch.hash(replace(r, lengths=numpy.zeros(300)), device=d)),
    "dimensions": ("values of data must have one dimension",
                   lambda d, r: batch.hash(replace(r, values=d.empty(10, 10)), device=d)),
    "rows": ("nonce and data must have the same number of rows",
             lambda d, r: batch.encrypt(KEY, NONCES[:5], r, device=d)),
    "headers": ("associated_data must have 300 rows, not 2",
                lambda d, r: batch.encrypt(KEY, NONCES, r, Ragged.upload([b"a", b""], d), device=d)),
    "no tags": ("tags must be given where data is Ragged", lambda d, r: batch.decrypt(KEY, NONCES, r, device=d)),
    "tags of another size": (r"tags must have the shape \(300, 16\), not \(300, 12\)",
                             lambda d, r: batch.decrypt(KEY, NONCES, r, tags=d.empty(300, 12), device=d)),
    "tags of equal messages": ("tags must be None where data is neither Ragged",
                               lambda d, r: batch.decrypt(KEY, NONCES, messages(20), tags=messages(16))),
    "tags on the device": ("tags must be None where data is neither Ragged",
                           lambda d, r: batch.decrypt(KEY, NONCES, d.empty(300, 20), tags=messages(16), device=d)),
    "out": ("out must have .* bytes, like the values of data, not 5",
            lambda d, r: batch.encrypt(KEY, NONCES, r, device=d, out=d.empty(5))),
    "in place": ("out overlaps data", lambda d, r: batch.encrypt(KEY, NONCES, r, device=d, out=r.values)),
    "over the places": ("out overlaps data",
                        lambda d, r: batch.encrypt(
                            KEY, NONCES, replace(r, values=d.empty(2400), lengths=(n := d.empty(2400))),
                            device=d, out=n)),
}  # fmt: skip


@pytest.mark.parametrize(("message", "call"), RAGGED_ERRORS.values(), ids=RAGGED_ERRORS)
def test_misuse_of_ragged_columns(message, call, device):
    with pytest.raises(ValueError, match=message):
        call(device, uploaded(TEXTS, device))


def test_only_texts_and_headers_are_ragged(device):
    data = uploaded(TEXTS, device)
    for columns in ((data, NONCES, messages(20)), (KEY, data, messages(20))):
        with pytest.raises(TypeError, match="must have one length for all messages, not be Ragged"):
            batch.encrypt(*columns, device=device)


def test_order_that_is_no_permutation(device):
    with pytest.raises(ValueError, match="message 1 was not computed; order must have each message once"):
        batch.hash(replace(outside(device, 0, 1), order=[0, 2, 2]), device=device)


# ---- Errors ------------------------------------------------------------------------------------------------------


def test_names():
    infos = asconkit.devices("cpu")
    assert [info.name for info in infos] == ["cpu"] and infos[0].units >= 1 and infos[0].memory_bytes == 0
    assert asconkit.devices()[0] == infos[0]
    assert accelerator.why_none("cpu") == ""
    for name in ("gpu", "cpu:0", "cuda:", "cuda:x", "CUDA:0", "", "opencl:-1"):
        with pytest.raises(ValueError, match="device must be 'cpu', 'cuda:0' or 'opencl:0'"):
            asconkit.device(name)
    with pytest.raises(ValueError, match="kind must be 'cpu', 'cuda' or 'opencl', not 'gpu'"):
        asconkit.devices("gpu")


ERRORS = {
    "another device": (ValueError, "device must be given for arrays in memory of a device", lambda d, a: batch.hash(a)),
    "rows": (ValueError, "nonce and data must have the same number of rows",
             lambda d, a: batch.encrypt(KEY, NONCES[:5], a, device=d)),
    "key": (ValueError, "key: length 15, expected 16", lambda d, a: batch.mac(KEY[1:], a, device=d)),
    "keys": (ValueError, "key must have 300 rows, not 5", lambda d, a: batch.mac(messages(16, 5), a, device=d)),
    "out": (ValueError, r"out must have the shape \(300, 32\), not \(300, 31\)",
            lambda d, a: batch.hash(a, out=d.empty(COUNT, 31), device=d)),
    "overlap": (ValueError, "out overlaps data", lambda d, a: batch.xof(a, 64, out=a, device=d)),
    "out of the host": (TypeError, "out must be a DeviceArray or have __cuda_array_interface__, not ndarray",
                        lambda d, a: batch.hash(a, out=numpy.empty((COUNT, 32), numpy.uint8), device=d)),
    "tag": (ValueError, "tag_length must be 4 to 16, not 17",
            lambda d, a: batch.encrypt(KEY, NONCES, a, tag_length=17, device=d)),
    "negative": (ValueError, "length must be 0 or more, not -1", lambda d, a: batch.xof(a, -1, device=d)),
    "one dimension": (ValueError, "must have the same number of rows",
                      lambda d, a: batch.hash(d.upload(b"text"), device=d)),
    "customization": (ValueError, "customization must be at most 256 bytes, not 257",
                      lambda d, a: batch.cxof(a, 32, bytes(257), device=d)),
    "prfshort": (ValueError, "in, out: lengths 64 and 16, expected at most 16",
                 lambda d, a: batch.prf(KEY, a, 16, algorithm="ascon-prfshort-v13", device=d)),
    "nonces": (ValueError, "nonce: rows 0 and 1 have the same nonce",
               lambda d, a: batch.encrypt(KEY, messages(16) * 0, a, device=d)),
    "one nonce": (ValueError, "nonce: stride 0, expected one for each message",
                  lambda d, a: batch.encrypt(KEY, bytes(16), a, device=d)),
    "Arrow": (TypeError, "nonce must not be an Arrow array beside arrays in memory of a device",
              lambda d, a: batch.encrypt(KEY, ragged(), a, device=d)),
    "a str": (TypeError, "key must be an array of uint8 or a bytes-like object, not str",
              lambda d, a: batch.mac("key", a, device=d)),
}  # fmt: skip


@pytest.mark.parametrize(("kind", "message", "call"), ERRORS.values(), ids=ERRORS)
def test_misuse(kind, message, call, device):
    with pytest.raises(kind, match=message):
        call(device, device.upload(messages(64)))


def test_upload(device):
    array = device.upload(b"four")
    assert array.shape == (4,) and len(array) == 4 and bytes(array.download()) == b"four"
    assert array.device is device and not device.empty(3, 5).download().any()
    with pytest.raises(ValueError, match="bytes in one or two dimensions, not 1 of 8 bytes"):
        device.upload(numpy.zeros(4))
    with pytest.raises(ValueError, match="contiguous"):
        device.upload(messages(64)[:, ::2])
    with pytest.raises(TypeError):
        pickle.dumps(array)
    with pytest.raises(TypeError):
        pickle.dumps(device)


@pytest.mark.skipif(DEVICE != "cpu", reason="other devices have separate memory")
def test_dlpack_of_the_host(device):
    array = device.upload(messages(64))
    view = numpy.from_dlpack(array)
    assert view.ctypes.data == array.handle and numpy.array_equal(view, messages(64))
    assert numpy.array_equal(batch.hash(view), batch.hash(messages(64)))
    assert not hasattr(array, "__cuda_array_interface__")
    for options in ({"copy": True}, {"dl_device": (2, 0)}):
        with pytest.raises(BufferError, match="without a copy, on its own device"):
            array.__dlpack__(**options)
    del array
    assert numpy.array_equal(view, messages(64))  # the view keeps it


class Managed(ctypes.Structure):
    """DLPack's tensor over no memory: version 1 of it, with the fields of either kind of capsule."""

    _fields_ = (
        ("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p), ("flags", ctypes.c_uint64), ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32), ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
        ("shape", ctypes.c_void_p), ("strides", ctypes.c_void_p), ("byte_offset", ctypes.c_uint64),
    )  # fmt: skip


@pytest.mark.parametrize(("changes", "message"), [
    ({"major": 2, "minor": 3}, "capsule must be of DLPack 1, not 2.3"),
    ({"major": 0}, "capsule must be of DLPack 1, not 0.0"),
    ({"lanes": 0}, "capsule must have values of 1 lane, not of 0"),
    ({"bits": 4, "lanes": 2}, "capsule must have values of 1 lane, not of 2"),
])  # fmt: skip
def test_capsules_that_do_not_fit(changes, message):
    shape = (ctypes.c_int64 * 1)(5)
    values = {"major": 1, "device_type": 1, "ndim": 1, "code": 1, "bits": 8, "lanes": 1}
    tensor = Managed(**{**values, "shape": ctypes.addressof(shape), **changes})
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
    with pytest.raises(ValueError, match=message):
        asconkit._core.Tensor(new(ctypes.addressof(tensor), b"dltensor_versioned", None))
    tensor = Managed(**{**values, "shape": ctypes.addressof(shape)})
    fits = asconkit._core.Tensor(new(ctypes.addressof(tensor), b"dltensor_versioned", None))
    assert (fits.shape, fits.itemsize) == ((5,), 1)


def no_rows(length, kind="u1"):
    return numpy.empty((0, length), kind)


def no_values(kind):
    import pyarrow

    return pyarrow.array([], kind)


# A batch without messages is checked as any other.
NO_ROWS = {
    "type": (lambda device: batch.hash(no_rows(50, "f4"), device=device), "data must be uint8"),
    "nonces": (lambda device: batch.encrypt(KEY, no_rows(12), no_rows(50), device=device), "not 12"),
    "key": (lambda device: batch.encrypt(KEY[:15], no_rows(16), no_rows(50), device=device), "not 15"),
    "tags": (lambda device: batch.encrypt(KEY, no_rows(16), no_rows(50), tag_length=3, device=device), "not 3"),
    "uploaded nonces": (
        lambda device: batch.encrypt(KEY, device.upload(no_rows(12)), device.upload(no_rows(50)), device=device),
        "length 12, expected 16",
    ),
    "tags of Arrow": (
        lambda device: batch.encrypt(KEY, no_values("binary"), no_values("binary"), tag_length=3, device=device),
        "not 3",
    ),
    "type of Arrow": (lambda device: batch.hash(no_values("int32"), device=device), "not of the type int32"),
}  # fmt: skip


@pytest.mark.parametrize(("call", "message"), NO_ROWS.values(), ids=NO_ROWS)
def test_no_rows_are_checked(call, message, device):
    with pytest.raises((TypeError, ValueError), match=message):
        call(device)


def test_dropping_an_array_does_not_wait(device):
    """Dropping an array does not wait for a long call on the device in another thread: it ends before that call. A drop
    that waits would take until the call's end."""
    data = messages(4096, 20000)
    batch.hash(data[:10], device=device)

    def drop_is_shorter() -> bool:
        array, started = device.upload(messages(64)), threading.Event()
        call = threading.Thread(target=lambda: (started.set(), batch.hash(data, device=device)))
        call.start()
        started.wait()
        time.sleep(0.01)  # until it is inside
        times = [time.perf_counter()]
        del array
        times.append(time.perf_counter())
        call.join()
        times.append(time.perf_counter())
        return times[1] - times[0] < times[2] - times[1]

    assert any(drop_is_shorter() for _ in range(5))


@pytest.mark.parametrize("other", [7, "capsule", asconkit.ALGORITHMS[0]], ids=type)
def test_what_is_no_capsule_of_dlpack(other):
    with pytest.raises(TypeError, match=f"capsule must be one of DLPack, not .*{type(other).__name__}"):
        asconkit._core.Tensor(other)


@pytest.mark.skipif(not hasattr(os, "fork") or sys.version_info >= (3, 15), reason="there is no fork() here")
def test_fork(device):
    code = "import asconkit, os, sys\n" + f"d = asconkit.device({DEVICE!r})\n" + (
        "if os.fork():\n    sys.exit(os.waitstatus_to_exitcode(os.wait()[1]))\n"
        "try:\n    d.upload(b'x')\nexcept asconkit.DeviceError as error:\n    print(error, flush=True)\n"
        f"os._exit(asconkit.device({DEVICE!r}) is d)\n"
    )
    if DEVICE != "cpu":
        pytest.skip("drivers do not promise to open in the child")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "cpu was opened before a fork; open it again in the child\n"


def test_column_of_nulls(device):
    import pyarrow

    assert batch.hash(pyarrow.array([None], pyarrow.binary()), device=device).to_pylist() == [None]


@pytest.mark.skipif(DEVICE != "cpu" or not hasattr(os, "fork"), reason="drivers do not promise to open in the child")
def test_fork_while_the_lock_is_held():
    code = (
        "import asconkit, os, signal, sys\nfrom asconkit import accelerator\n"
        "d = asconkit.device('cpu')\n"
        "with accelerator._lock:\n    child = os.fork()\n    if not child:\n"
        "        signal.alarm(20)\n        os._exit(asconkit.device('cpu') is d)\n"
        "sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
