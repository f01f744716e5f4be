# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Arrays in memory of CUDA, as CuPy, PyTorch and Numba have them: on memory of the stand-in for CUDA's driver.

tests/accelerators/test_python.py runs it, and `./dev test accelerators --device cuda` on a GPU."""

import os

import numpy
import pytest

import asconkit
from asconkit import batch
from asconkit.accelerator import Ragged
from rows import sample

pytestmark = pytest.mark.skipif(
    os.environ.get("ASCONKIT_TEST_DEVICE") != "cuda", reason="tests/accelerators/test_python.py runs it"
)
STAND_IN = pytest.mark.skipif(not os.environ.get("ASCONKIT_STAND_IN"), reason="needs the stand-in for CUDA's driver")
KEY, COUNT = sample(16), 130
NONCES = numpy.arange(2 * COUNT, dtype=numpy.uint64).reshape(COUNT, 2).view(numpy.uint8)
TEXTS = numpy.frombuffer(sample(COUNT * 50), numpy.uint8).reshape(COUNT, 50)


@pytest.fixture(scope="module")
def device():
    return asconkit.device("cuda:0")


class Foreign:
    """An array of another library over memory of the device."""

    def __init__(self, owner, **changes):
        own = owner.__cuda_array_interface__
        self.owner, self.__cuda_array_interface__ = owner, {**own, "strides": None, **changes}


class Capsules:
    """One that has DLPack alone."""

    def __init__(self, owner):
        self.owner, self.streams = owner, []

    def __dlpack_device__(self):
        return self.owner.__dlpack_device__()

    def __dlpack__(self, *, stream=None):
        self.streams.append(stream)
        return self.owner.__dlpack__()


def test_interface_of_results(device):
    array = batch.hash(device.upload(TEXTS), device=device)
    interface = array.__cuda_array_interface__
    assert interface["shape"] == (COUNT, 32) and interface["typestr"] == "|u1" and interface["version"] == 3
    assert interface["data"] == (array.handle, False) and array.__dlpack_device__() == (2, 0)


@pytest.mark.parametrize("kind", [Foreign, Capsules])
def test_arrays_of_others(kind, device):
    data = kind(device.upload(TEXTS))
    assert numpy.array_equal(batch.hash(data, device="cuda").download(), batch.hash(TEXTS))
    sealed = batch.encrypt(KEY, kind(device.upload(NONCES)), data, device=device)
    assert numpy.array_equal(sealed.download(), batch.encrypt(KEY, NONCES, TEXTS))
    text, valid = batch.decrypt(KEY, NONCES, kind(sealed), device=device, on_error="mask")
    assert valid.all() and numpy.array_equal(text.download(), TEXTS)
    tags = batch.mac(KEY, data, device=device)
    batch.verify(KEY, data, kind(tags), device=device)
    if kind is Capsules:
        assert set(data.streams) == {1}  # the legacy default stream, which the call waits for


def test_nothing_is_copied(device):
    """The result is written where it is wanted, and rows may be part of larger ones."""
    wide = device.upload(numpy.tile(TEXTS, (1, 2)))
    data = Foreign(wide, shape=(COUNT, 50), strides=(100, 1))
    place = device.empty(COUNT, 40)
    out = Foreign(place, shape=(COUNT, 32), strides=(40, 1))
    assert batch.hash(data, out=out, device=device) is out
    assert numpy.array_equal(place.download()[:, :32], batch.hash(TEXTS))
    assert not place.download()[:, 32:].any()


@STAND_IN
def test_another_stream_is_waited_for(device):
    """Work in that stream ends before the batch begins: the stand-in does a stream's work only when waited for."""
    import ctypes

    driver = ctypes.CDLL("libcuda.so.1")
    context, stream, array = ctypes.c_void_p(), ctypes.c_void_p(), device.upload(bytes(TEXTS.size))
    driver.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0)
    driver.cuCtxPushCurrent_v2(context)
    driver.cuStreamCreate(ctypes.byref(stream), 0)
    text, address = TEXTS.tobytes(), ctypes.c_uint64(array.handle)
    assert driver.cuMemcpyHtoDAsync_v2(address, text, ctypes.c_size_t(len(text)), stream) == 0
    assert not array.download().any()
    try:
        data = Foreign(array, shape=TEXTS.shape, stream=stream.value)
        assert numpy.array_equal(batch.hash(data, device=device).download(), batch.hash(TEXTS))
    finally:
        driver.cuStreamDestroy_v2(stream)
        driver.cuCtxPopCurrent_v2(ctypes.byref(context))
        driver.cuDevicePrimaryCtxRelease_v2(0)


STRINGS = [sample(i % 70, i) for i in range(COUNT)]


def integers(owner, kind="<u8", **changes):
    """An array of integers over the bytes of a DeviceArray."""
    count = owner.shape[0] // int(kind[2:])
    return Foreign(owner, typestr=kind, shape=(count,), **changes)


class IntegerCapsules(Capsules):
    """The same, that has DLPack alone: the bytes of a view of numpy, said to be on the device."""

    def __init__(self, owner, kind=numpy.int64):
        super().__init__(owner)
        self.values = owner.download().view(kind)

    def __dlpack__(self, *, stream=None):
        self.streams.append(stream)
        return self.values.__dlpack__()


@pytest.fixture
def ragged(device):
    return Ragged.upload(STRINGS, device)


def test_ragged_arrays_of_others(device, ragged):
    expected = [list(asconkit.hash256(text).digest()) for text in STRINGS]
    order = device.upload(numpy.arange(COUNT, dtype="u4")[::-1].copy().view("u1"))
    for kind in ("<u8", "<i8"):
        offsets, lengths = integers(ragged.offsets, kind), integers(ragged.lengths, kind, strides=(8,))
        for places in (None, integers(order, kind.replace("8", "4"))):
            data = Ragged(Foreign(ragged.values), offsets, lengths, places)
            assert batch.hash(data, device=device).download().tolist() == expected
    sealed, tags = batch.encrypt(KEY, NONCES, data, data, device=device)
    assert sealed.offsets is offsets
    foreign = Ragged(Capsules(sealed.values), offsets, lengths)
    text = batch.decrypt(KEY, NONCES, foreign, data, tags=Foreign(tags), device=device)
    assert text.values.download().tobytes() == b"".join(STRINGS)


@STAND_IN
def test_ragged_capsules(device, ragged):
    """Memory of the stand-in's device is that of the host, so that numpy has arrays of integers in it."""
    for kind in (numpy.int64, numpy.uint64):
        offsets, lengths = (IntegerCapsules(array, kind) for array in (ragged.offsets, ragged.lengths))
        data = Ragged(Capsules(ragged.values), offsets, lengths)
        assert batch.hash(data, device=device).download().tolist() == [
            list(asconkit.hash256(text).digest()) for text in STRINGS
        ]
        assert set(offsets.streams) == {1}
    for kind in (numpy.int32, numpy.float64):
        with pytest.raises(ValueError, match="offsets of data must be integers of 64 bits, not of [48] bytes a value"):
            batch.hash(Ragged(ragged.values, IntegerCapsules(ragged.offsets, kind), lengths), device=device)


WRONG_PLACES = {
    "32 bits": (lambda r: integers(r.offsets, "<i4"), "offsets of data must be integers of 64 bits .*, not <i4"),
    "fractions": (lambda r: integers(r.offsets, "<f8"), "not <f8"),
    "other byte order": (lambda r: integers(r.offsets, ">i8"), "not >i8"),
    "every second": (lambda r: integers(r.offsets, strides=(16,)), "offsets of data must have contiguous rows"),
    "fractional strides": (lambda r: integers(r.offsets, strides=(12,)), "strides of whole values of 8 bytes"),
    "not aligned": (lambda r: integers(r.offsets, data=(r.offsets.handle + 4, False)), "at a multiple of 8 bytes"),
    "two dimensions": (lambda r: Foreign(r.offsets, typestr="<u8", shape=(COUNT, 1)), "in one dimension"),
}


@pytest.mark.parametrize(("change", "message"), WRONG_PLACES.values(), ids=WRONG_PLACES)
def test_ragged_arrays_that_do_not_fit(change, message, device, ragged):
    with pytest.raises(ValueError, match=message):
        batch.hash(Ragged(ragged.values, change(ragged), ragged.lengths), device=device)


def test_ragged_outputs_that_do_not_fit(device, ragged):
    """A result must not overlap the offsets and lengths that the kernel reads."""
    places = device.empty(8 * COUNT)
    data = Ragged(device.empty(8 * COUNT), integers(ragged.offsets), integers(places))
    with pytest.raises(ValueError, match="out overlaps data"):
        batch.encrypt(KEY, NONCES, data, device=device, out=Foreign(places))
    with pytest.raises(ValueError, match="out overlaps data"):
        batch.hash(data, device=device, out=Foreign(device.empty(5), data=(places.handle + 8 * COUNT - 1, False),
                                                    shape=(COUNT, 32)))  # fmt: skip


WRONG = {
    "type": ({"typestr": "<f4"}, ValueError, "data must be uint8 without a mask, not <f4"),
    "stream": ({"stream": 0}, ValueError, "data: stream 0 is ambiguous, expected 1 or 2"),
    "mask": ({"mask": object()}, ValueError, "data must be uint8 without a mask"),
    "dimensions": ({"shape": (2, 5, 5)}, ValueError, r"data must have the shape \(n, length\), not \(2, 5, 5\)"),
    "columns": ({"strides": (1, COUNT)}, ValueError, "data must have contiguous rows"),
    "negative": ({"shape": (-1, 5)}, ValueError, r"data must have sizes of 0 or more, not the shape \(-1, 5\)"),
    "number of strides": ({"strides": (1,)}, ValueError, r"data must have a stride for each of the 2 sizes"),
    "no rows": ({"shape": (0, 50), "typestr": "<f4"}, ValueError, "data must be uint8 without a mask, not <f4"),
    "descending": ({"strides": (-50, 1)}, ValueError, "data must have rows in ascending order"),
}


@pytest.mark.parametrize(("changes", "kind", "message"), WRONG.values(), ids=WRONG)
def test_arrays_that_do_not_fit(changes, kind, message, device):
    with pytest.raises(kind, match=message):
        batch.hash(Foreign(device.upload(TEXTS), **changes), device=device)


def test_outputs_that_do_not_fit(device):
    data, place = device.upload(TEXTS), device.empty(COUNT, 32)
    interface = place.__cuda_array_interface__
    with pytest.raises(ValueError, match="out must be writable"):
        batch.hash(data, out=Foreign(place, data=(interface["data"][0], True)), device=device)
    with pytest.raises(ValueError, match="out must have rows that do not overlap, not a stride of 31"):
        batch.hash(data, out=Foreign(place, strides=(31, 1)), device=device)
    with pytest.raises(ValueError, match="out overlaps data"):
        batch.xof(Foreign(data), 50, out=Foreign(data), device=device)
    with pytest.raises(TypeError, match="out must be a DeviceArray or have __cuda_array_interface__, not Capsules"):
        batch.hash(data, out=Capsules(place), device=device)


def test_another_device(device):
    with pytest.raises(ValueError, match="data is in memory of CUDA, and device is cpu"):
        batch.hash(Foreign(device.upload(TEXTS)), device="cpu")
    with pytest.raises(ValueError, match="data is in memory of cuda:0, and device is cpu"):
        batch.hash(device.upload(TEXTS), device="cpu")
    with pytest.raises(ValueError, match="device must be given"):
        batch.hash(Foreign(device.upload(TEXTS)))


class OfAnother(Capsules):
    def __dlpack_device__(self):
        return (2, 7)


def test_dlpack_of_another_number(device):
    with pytest.raises(ValueError, match="data is in memory of cuda:7, and device is cuda:0"):
        batch.hash(OfAnother(device.upload(TEXTS)), device=device)


def test_numbers():
    with pytest.raises(asconkit.DeviceError, match=r"cuda:99 is not there, expected at most cuda:\d"):
        asconkit.device("cuda:99")
    assert asconkit.devices("cuda")[0].name == "cuda:0"


@STAND_IN
def test_memory_is_given_back(device):
    """Memory is also wiped, as the functions for tests of the stand-in show."""
    import ctypes
    import gc

    stand_in = ctypes.CDLL("libcuda.so.1")
    gc.collect()
    before = stand_in.standin_left()
    arrays = [device.upload(TEXTS), batch.hash(device.upload(TEXTS), device=device)]
    assert stand_in.standin_left() == before + 2
    arrays.clear()
    gc.collect()
    assert stand_in.standin_left() == before


@STAND_IN
@pytest.mark.parametrize("function", ["cuLaunchKernel", "cuMemcpyHtoDAsync_v2", "cuMemcpyDtoHAsync_v2",
                                      "cuMemAlloc_v2", "cuStreamSynchronize"])  # fmt: skip
def test_failures(function, device):
    """Each is one line that names the call, nothing is lost, and the device works on."""
    import ctypes
    import gc

    stand_in = ctypes.CDLL("libcuda.so.1")
    data = device.upload(TEXTS)
    gc.collect()
    before = stand_in.standin_left()
    stand_in.standin_fail(function.encode(), 1, 0)
    try:
        with pytest.raises(asconkit.DeviceError, match=f"cuda:0: {function}: CUDA error"):
            batch.hash(data, device=device)
            batch.hash(device.upload(TEXTS), device=device).download()
    finally:
        stand_in.standin_fail(b"", 0, 0)
    gc.collect()
    assert stand_in.standin_left() == before
    assert numpy.array_equal(batch.hash(data, device=device).download(), batch.hash(TEXTS))
