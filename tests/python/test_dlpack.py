# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Arrays of other libraries by DLPack, on the processor as a device: of JAX and of TVM's, and of PyTorch where it is
installed (`./dev test accelerators --pytorch`). The libraries are real. No GPU is needed, because
its arrays are read by the same code."""

import gc
import importlib.util
import os

import numpy
import pytest

import asconkit
from asconkit import batch
from asconkit.accelerator import Ragged
from rows import sample

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["JAX_ENABLE_X64"] = "1"  # integers of 64 bits

KEY, COUNT = sample(16), 300
NONCES = numpy.arange(2 * COUNT, dtype=numpy.uint64).reshape(COUNT, 2).view(numpy.uint8)
TEXTS = numpy.frombuffer(sample(COUNT * 40), numpy.uint8).reshape(COUNT, 40)
STRINGS = [sample(i % 70, i) for i in range(COUNT)]


class Jax:
    def __init__(self):
        import jax

        self.array, self.taken = jax.numpy.asarray, jax.dlpack.from_dlpack


class Tvm:
    def __init__(self):
        import tvm_ffi

        self.array, self.taken = lambda values: tvm_ffi.from_dlpack(numpy.array(values)), tvm_ffi.from_dlpack


class PyTorch:
    def __init__(self):
        import torch

        self.array, self.taken = lambda values: torch.from_numpy(numpy.array(values)), torch.from_dlpack


LIBRARIES = {"jax": Jax, "tvm_ffi": Tvm}
if importlib.util.find_spec("torch"):
    LIBRARIES["torch"] = PyTorch


@pytest.fixture(scope="module", params=LIBRARIES.values(), ids=LIBRARIES)
def library(request):
    return request.param()


@pytest.fixture(scope="module")
def device():
    return asconkit.device("cpu")


def read(array):
    return numpy.from_dlpack(array)


def test_arrays_are_read(library, device):
    data, nonces = library.array(TEXTS), library.array(NONCES)
    assert not isinstance(data, numpy.ndarray) and data.__dlpack_device__() == (1, 0)
    for where in ({}, {"device": device}):
        assert numpy.array_equal(batch.hash(data, **where), batch.hash(TEXTS))
        sealed = batch.encrypt(KEY, nonces, data, data, **where)
        assert numpy.array_equal(sealed, batch.encrypt(KEY, NONCES, TEXTS, TEXTS))
        text, valid = batch.decrypt(KEY, nonces, library.array(sealed), data, on_error="mask", **where)
        assert valid.all() and numpy.array_equal(text, TEXTS)


def test_arrays_beside_those_of_the_device(library, device):
    sealed = batch.encrypt(KEY, library.array(NONCES), device.upload(TEXTS), library.array(TEXTS), device=device)
    assert numpy.array_equal(sealed.download(), batch.encrypt(KEY, NONCES, TEXTS, TEXTS))


def ragged(library):
    lengths = numpy.array([len(text) for text in STRINGS], numpy.int64)
    values = numpy.frombuffer(b"".join(STRINGS), numpy.uint8)
    return Ragged(library.array(values), library.array(lengths.cumsum() - lengths), library.array(lengths))


def test_ragged_columns(library, device):
    data, aead = ragged(library), asconkit.AsconAEAD128(KEY)
    digests = batch.hash(data, device=device)
    assert digests.download().tolist() == [list(asconkit.hash256(text).digest()) for text in STRINGS]
    sealed, tags = batch.encrypt(KEY, NONCES, data, data, device=device)
    single = [aead.encrypt(bytes(nonce), text, text) for nonce, text in zip(NONCES, STRINGS, strict=True)]
    assert sealed.values.download().tobytes() == b"".join(one[:-16] for one in single)
    assert tags.download().tobytes() == b"".join(one[-16:] for one in single)
    back = Ragged(library.taken(sealed.values), sealed.offsets, sealed.lengths)
    text = batch.decrypt(KEY, NONCES, back, data, tags=library.taken(tags), device=device)
    assert text.values.download().tobytes() == b"".join(STRINGS)


def aligned(count, kind):
    """Zeros at a multiple of 64 bytes: what is elsewhere JAX copies."""
    memory = numpy.zeros(count * numpy.dtype(kind).itemsize + 64, numpy.uint8)
    begin = -memory.ctypes.data % 64
    return memory[begin : begin + count * numpy.dtype(kind).itemsize].view(kind)


def test_nothing_is_copied(library, device):
    """What changes in the memory that the library's arrays have is what is read."""
    memory, offsets, lengths = aligned(8, "u1"), aligned(2, "i8"), aligned(2, "i8")
    offsets[:], lengths[:] = (0, 4), (4, 4)
    data = Ragged(*(library.taken(array) for array in (memory, offsets, lengths)))
    for array, part in zip((memory, offsets, lengths), (data.values, data.offsets, data.lengths), strict=True):
        assert read(part).ctypes.data == array.ctypes.data
    batch.hash(data, device=device)
    memory[4:], lengths[0] = 1, 3
    expected = [list(asconkit.hash256(text).digest()) for text in (bytes(3), b"\1" * 4)]
    assert batch.hash(data, device=device).download().tolist() == expected


def test_arrays_are_given(library, device):
    array = batch.hash(device.upload(TEXTS), device=device)
    taken, expected = library.taken(array), batch.hash(TEXTS)
    assert tuple(taken.shape) == (COUNT, 32)
    del array
    gc.collect()
    assert numpy.array_equal(read(taken), expected)  # the library's array keeps the memory


def test_arrays_that_do_not_fit(library, device):
    with pytest.raises(ValueError, match="data must be uint8 in the shape"):
        batch.hash(library.array(TEXTS.astype(numpy.float32)), device=device)
    with pytest.raises(ValueError, match="data must be uint8 in the shape"):
        batch.hash(library.array(TEXTS.reshape(COUNT, 4, 10)), device=device)
    data = ragged(library)
    fractions = library.array(numpy.zeros(COUNT))
    with pytest.raises(ValueError, match="lengths of data must be integers in one dimension, not float64"):
        batch.hash(Ragged(data.values, data.offsets, fractions), device=device)
    outside = library.array(numpy.full(COUNT, 10_000))
    with pytest.raises(ValueError, match="message 1: its strings must be within their values"):
        batch.hash(Ragged(data.values, outside, data.lengths), device=device)  # message 0 is empty
