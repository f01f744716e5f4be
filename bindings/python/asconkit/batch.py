# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Computes many messages in one call, in parallel: in vector registers and on the threads of a pool.

A column has one value for each of n messages. It is a numpy array of bytes (dtype uint8) of shape (n, length). Keys,
data or associated data may also be a bytes-like object of one dimension, which is then the value for all messages.
Results are the same bytes as the results of single calls, for any number of threads. Encryption raises ValueError if
two messages of a call have the same nonce under the same key. Small batches use one thread, larger batches use the pool
of threads that the package keeps for the process. The interpreter lock is released during the work.

Columns may also be Arrow arrays of binary values or of dictionaries of binary values, from any library whose arrays
have `__arrow_c_array__()` or `__arrow_c_stream__()`. Their values may differ in length, and they may have chunks,
slices and nulls. The result is then a pyarrow array of the type of `data`, or fixed_size_binary if all values have one
length; it is made in one allocation. If `data` is a Series of pandas or Polars, the result is such a Series. A row with
a null in any column has a null result. Arrays that do not fit into their buffers raise ValueError. `associated_data`
may be a column of integers, up to 64 bits with a sign: each is 8 bytes, little-endian. In a column of nonces an integer
is a counter: these 8 bytes, then 8 zeros.

With `device`, the batch runs on a GPU or another device that `asconkit.device()` opens. Columns may then also be arrays
in memory of that device: arrays of CuPy, PyTorch or Numba, which have `__cuda_array_interface__` or DLPack, or an
`asconkit.accelerator.DeviceArray`. These are read in place; other columns are copied to the device. The result is a
DeviceArray, or `out`, which must not overlap a column. The call waits for the legacy default stream and for the streams
that the arrays name, and returns when the device has finished. Nonces in memory of a device are not compared with each
other, so the caller must make sure that they differ.

Strings of different lengths in memory of a device are passed as an `asconkit.accelerator.Ragged`, for `data` or
`associated_data`. Tags are then a separate array: encrypt() returns a pair of ciphertexts and tags, and decrypt() takes
`tags`. Ciphertexts and plaintexts are Ragged too. They have the places of `data`, in other memory of the same size, so
the texts of `data` must not overlap each other. Strings that are not within their values raise ValueError.

A message that is too short to have a tag counts as a message with a wrong tag. So does a message in an Arrow array if
its nonce has a wrong size.

In signatures, Column is a numpy array of bytes or a bytes-like object. AnyColumn also includes Arrow arrays and arrays
in memory of a device. A result of type Any is an array of the kind of `data`.

Every call raises TypeError or ValueError for arguments with a wrong type, shape or size, and then writes nothing to
`out`. If only some strings of a Ragged are wrong, ValueError is raised after all other messages were computed. If
decrypt() raises InvalidTag, `out` has the plaintexts of all messages with a right tag, and zeros for all other
messages. After a DeviceError, the places in `out` of messages that were not computed are unchanged.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Dict, Literal, Protocol, Tuple, Union, overload

from . import _arrow as arrow
from . import _device_memory as device_memory
from ._columns import column, count_rows, refuse_masked, wrong_tags
from ._core import (
    Algorithm,
    Device,
    DeviceArray,
    algorithms,
    batch_absorb,
    batch_crypt,
    batch_engine_active as engine_active,
    batch_engine_force as engine_force,
    batch_engines as engines,
    batch_verify,
)
from .accelerator import Ragged, place

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray
    from typing_extensions import Buffer

    Bytes2D = NDArray[numpy.uint8]
    Mask = NDArray[numpy.bool_]
    Column = Union[Bytes2D, Buffer]

    class ArrowArray(Protocol):
        """An Arrow array of any library: it has `__arrow_c_array__()`."""

        def __arrow_c_array__(self, requested_schema: object | None = None) -> Tuple[object, object]: ...

    class ArrowChunks(Protocol):
        """A chunked Arrow array of any library: it has `__arrow_c_stream__()`."""

        def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

    class CudaArray(Protocol):
        """An array in memory of a CUDA device, such as an array of CuPy, PyTorch or Numba."""

        @property
        def __cuda_array_interface__(self) -> Dict[str, Any]: ...

    class DLPackArray(Protocol):
        """An array of any library that supports DLPack."""

        def __dlpack__(self, *, stream: Any = None) -> Any: ...

    DeviceMemory = Union[DeviceArray, CudaArray]
    Elsewhere = Union[ArrowArray, ArrowChunks, DeviceMemory, DLPackArray, Ragged]
    AnyColumn = Union[Column, Elsewhere]

__all__ = [
    "cxof", "decrypt", "encrypt", "engine_active", "engine_force", "engines", "hash", "mac", "prf", "random_nonces",
    "tampered", "verify", "xof",
]  # fmt: skip

_TAG_BYTES = 16


# ---- Authenticated encryption --------------------------------------------------------------------


@overload
def encrypt(
    key: Column, nonce: Bytes2D, data: Column, associated_data: Column | None = ..., *,
    algorithm: str | Algorithm = ..., tag_length: int = ..., threads: int = ...,
    device: Device | str | None = ..., out: Bytes2D | None = ...,
) -> Bytes2D: ...  # fmt: skip


@overload
def encrypt(
    key: AnyColumn, nonce: AnyColumn, data: Elsewhere, associated_data: AnyColumn | None = ..., *,
    algorithm: str | Algorithm = ..., tag_length: int = ..., threads: int = ...,
    device: Device | str | None = ..., out: DeviceMemory | None = ..., detached: bool = ...,
) -> Any: ...  # fmt: skip


def encrypt(
    key: AnyColumn, nonce: AnyColumn, data: AnyColumn, associated_data: AnyColumn | None = None, *,
    algorithm: str | Algorithm = "ascon-aead128", tag_length: int = _TAG_BYTES, threads: int = 0,
    device: Device | str | None = None, out: Bytes2D | DeviceMemory | None = None, detached: bool = False,
) -> Any:  # fmt: skip
    """Encrypts n messages.

    Args:
        key: One key for all messages, or a column with a key for each message. Keys of ascon-aead128 have 16 bytes.
        nonce: A column of nonces, 16 bytes each. No nonce may be used twice under one key.
        data: The plaintexts.
        associated_data: Data that is authenticated but not encrypted: bytes for all messages, or a column.
        algorithm: A name, such as "ascon-aead128", or a row of `asconkit.ALGORITHMS`.
        tag_length: The length of each tag in bytes, 4 to 16 for Ascon-AEAD128.
        threads: The number of threads. 0 uses one thread per processor that the process may use.
        device: A device to run on instead of threads, or its name, such as "cuda:0": see `asconkit.device()`.
        out: A writable array for the result. By default a new array is made. `out` may begin where `data` does, with
            the same stride: then out[:, :length] is encrypted in place.
        detached: True to return tags in a separate column, if `data` is an Arrow array or a Series.

    Returns:
        Ciphertexts, each followed by its tag, of shape (n, length + tag_length). If `data` is Ragged, or with
        `detached`, a pair of ciphertexts and tags.

    Raises:
        DeviceError: The device is not available, or has failed.
        TypeError: An argument has a wrong type.
        ValueError: A shape or size does not fit, a nonce is repeated under one key, or `algorithm` is not an AEAD.
            Nothing is written to `out`.
    """
    row = _row(algorithm, "aead")
    if detached and not arrow.is_arrow(data):
        raise ValueError("detached must be False unless data is an Arrow array or a Series")
    if device_memory.is_there(key, nonce, data, associated_data, out):
        return device_memory.crypt(row, True, key, nonce, data, associated_data, tag_length, device, out)[0]
    where = place(threads, device)
    if arrow.is_arrow(key, nonce, data, associated_data):
        _refuse_out(out)
        tags = True if detached else None
        return arrow.crypt(row, True, key, nonce, data, associated_data, tag_length, where, "raise", tags)
    nonces, messages = column("nonce", nonce), column("data", data)
    count = count_rows(nonce=nonces, data=messages)
    result = _output(out, count, messages.shape[-1] + tag_length)
    columns = column("key", key), nonces, messages, _optional("associated_data", associated_data)
    if nonces.ndim == 2 and nonces.strides[0] != 0:  # otherwise it is one for all, which is refused below
        arrow.refuse_repeated_rows(columns[0], nonces)
    batch_crypt(row, True, *columns, result, tag_length, bytearray(count), where)
    return _bytes2d(result)


@overload
def decrypt(
    key: Column, nonce: Bytes2D, data: Column, associated_data: Column | None = ..., *,
    algorithm: str | Algorithm = ..., tag_length: int = ..., threads: int = ...,
    device: Device | str | None = ..., out: Bytes2D | None = ..., on_error: Literal["raise"] = ...,
) -> Bytes2D: ...  # fmt: skip


@overload
def decrypt(
    key: Column, nonce: Bytes2D, data: Column, associated_data: Column | None = ..., *,
    algorithm: str | Algorithm = ..., tag_length: int = ..., threads: int = ...,
    device: Device | str | None = ..., out: Bytes2D | None = ..., on_error: Literal["mask"],
) -> Tuple[Bytes2D, Mask]: ...  # fmt: skip


@overload
def decrypt(
    key: AnyColumn, nonce: AnyColumn, data: Elsewhere, associated_data: AnyColumn | None = ..., *,
    algorithm: str | Algorithm = ..., tag_length: int = ..., threads: int = ...,
    device: Device | str | None = ..., out: DeviceMemory | None = ...,
    on_error: Literal["raise"] = ..., tags: Bytes2D | Elsewhere | None = ...,
) -> Any: ...  # fmt: skip


@overload
def decrypt(
    key: AnyColumn, nonce: AnyColumn, data: Elsewhere, associated_data: AnyColumn | None = ..., *,
    algorithm: str | Algorithm = ..., tag_length: int = ..., threads: int = ...,
    device: Device | str | None = ..., out: DeviceMemory | None = ...,
    on_error: Literal["mask"], tags: Bytes2D | Elsewhere | None = ...,
) -> Tuple[Any, Any]: ...  # fmt: skip


def decrypt(
    key: AnyColumn, nonce: AnyColumn, data: AnyColumn, associated_data: AnyColumn | None = None, *,
    algorithm: str | Algorithm = "ascon-aead128", tag_length: int = _TAG_BYTES, threads: int = 0,
    device: Device | str | None = None, out: Bytes2D | DeviceMemory | None = None,
    on_error: Literal["raise", "mask"] = "raise", tags: Bytes2D | Elsewhere | None = None,
) -> Any:  # fmt: skip
    """Checks the tags of n messages and decrypts them.

    Args:
        key: One key for all messages, or a column with a key for each message. Keys of ascon-aead128 have 16 bytes.
        nonce: The nonces with which the messages were encrypted, 16 bytes each.
        data: The ciphertexts, each followed by its tag unless `tags` is given.
        associated_data: The associated data with which the messages were encrypted: bytes for all, or a column.
        algorithm: A name, such as "ascon-aead128", or a row of `asconkit.ALGORITHMS`.
        tag_length: The length of each tag in bytes, 4 to 16 for Ascon-AEAD128.
        threads: The number of threads. 0 uses one thread per processor that the process may use.
        device: A device to run on instead of threads, or its name, such as "cuda:0": see `asconkit.device()`.
        out: A writable array for the result. By default a new array is made.
        on_error: What happens if a tag is wrong. "raise" raises InvalidTag. "mask" returns which tags are right.
        tags: The tags, if they do not follow the ciphertexts. If `data` is Ragged, an array of shape (n, tag_length);
            if `data` is an Arrow array or a Series, `tags` is of the same kind. Each tag must have `tag_length` bytes.

    Returns:
        Plaintexts of shape (n, length - tag_length). With on_error="mask", a pair: the plaintexts, and an array of n
        booleans that are True where the tag is right. The plaintext of a message with a wrong tag is all zeros, or
        null in an Arrow array.

    Raises:
        DeviceError: The device is not available, or has failed.
        InvalidTag: A tag is wrong and `on_error` is "raise". The error names the first such message. `out` then has the
            plaintexts of messages with a right tag, and zeros for all other messages.
        TypeError: An argument has a wrong type.
        ValueError: A shape or size does not fit, a tag in `tags` does not have `tag_length` bytes, or `algorithm` is
            not an AEAD. Nothing is written to `out`.
    """
    row = _row(algorithm, "aead")
    _check_choice(on_error)
    if device_memory.is_there(key, nonce, data, associated_data, out):
        done = device_memory.crypt(row, False, key, nonce, data, associated_data, tag_length, device, out, tags)
        return _checked(*done, on_error)
    where = place(threads, device)
    if arrow.is_arrow(key, nonce, data, associated_data):
        _refuse_out(out)
        return arrow.crypt(row, False, key, nonce, data, associated_data, tag_length, where, on_error, tags)
    device_memory.require_no_tags(tags)
    nonces, messages = column("nonce", nonce), column("data", data)
    count = count_rows(nonce=nonces, data=messages)
    result = _output(out, count, max(0, messages.shape[-1] - tag_length))
    columns = column("key", key), nonces, messages, _optional("associated_data", associated_data)
    results = bytearray(count)
    batch_crypt(row, False, *columns, result, tag_length, results, where)
    return _checked(result, results, on_error)


def tampered(
    key: AnyColumn, nonce: AnyColumn, data: AnyColumn, associated_data: AnyColumn | None = None, *,
    algorithm: str | Algorithm = "ascon-aead128", tag_length: int = _TAG_BYTES, threads: int = 0,
    device: Device | str | None = None, tags: Bytes2D | Elsewhere | None = None,
) -> Any:  # fmt: skip
    """Finds which of n rows were changed after their encryption.

    A row was tampered with if its tag is wrong or has another length than `tag_length`, or if its message, nonce,
    associated data, key or tag is null. Encryption gives null for a null plaintext, which counts as well.

    Args:
        key, nonce, data, associated_data, algorithm, tag_length, threads, device, tags: As in `decrypt()`.

    Returns:
        n booleans, none of them null: an array of the kind of `data`, or of numpy.

    Raises:
        DeviceError: The device is not available, or has failed.
        TypeError: An argument has a wrong type.
        ValueError: A shape or size does not fit, or `algorithm` is not an AEAD.
    """
    options: Any = {"algorithm": algorithm, "tag_length": tag_length}
    if arrow.is_arrow(key, nonce, data, associated_data) and not device_memory.is_there(key, nonce, data):
        row, where = _row(algorithm, "aead"), place(threads, device)
        return arrow.crypt(row, False, key, nonce, data, associated_data, tag_length, where, "tampered", tags)
    untyped: Any = decrypt
    options.update(threads=threads, device=device, tags=tags, on_error="mask")
    return ~untyped(key, nonce, data, associated_data, **options)[1]


def random_nonces(count: int) -> Bytes2D:
    """Returns random nonces from the operating system.

    Args:
        count: The number of nonces. Two of n nonces are equal with probability n^2 / 2^129.

    Returns:
        An array of shape (count, 16).
    """
    import numpy

    return _bytes2d(numpy.frombuffer(os.urandom(16 * count), numpy.uint8).reshape(count, 16))


# ---- Hashes, XOFs, MACs and PRFs -----------------------------------------------------------------


@overload
def hash(
    data: Column, *, algorithm: str | Algorithm = ..., threads: int = ...,
    device: Device | str | None = ..., out: Bytes2D | None = ...,
) -> Bytes2D: ...  # fmt: skip


@overload
def hash(
    data: Elsewhere, *, algorithm: str | Algorithm = ..., threads: int = ...,
    device: Device | str | None = ..., out: DeviceMemory | None = ...,
) -> Any: ...  # fmt: skip


def hash(
    data: AnyColumn, *, algorithm: str | Algorithm = "ascon-hash256", threads: int = 0,
    device: Device | str | None = None, out: Bytes2D | DeviceMemory | None = None,
) -> Any:  # fmt: skip
    """Hashes n messages.

    Args:
        data: The messages.
        algorithm: A name, such as "ascon-hash256", or a row of `asconkit.ALGORITHMS`.
        threads: The number of threads. 0 uses one thread per processor that the process may use.
        device: A device to run on instead of threads, or its name, such as "cuda:0": see `asconkit.device()`.
        out: A writable array for the result. By default a new array is made.

    Returns:
        Digests of shape (n, 32).

    Raises:
        DeviceError: The device is not available, or has failed.
        TypeError: An argument has a wrong type.
        ValueError: A shape or size does not fit, or `algorithm` is not a hash.
    """
    row = _row(algorithm, "hash")
    return _absorb(row, None, data, row.output_size, b"", threads, device, out)


@overload
def xof(
    data: Column, length: int, *, algorithm: str | Algorithm = ..., threads: int = ...,
    device: Device | str | None = ..., out: Bytes2D | None = ...,
) -> Bytes2D: ...  # fmt: skip


@overload
def xof(
    data: Elsewhere, length: int, *, algorithm: str | Algorithm = ..., threads: int = ...,
    device: Device | str | None = ..., out: DeviceMemory | None = ...,
) -> Any: ...  # fmt: skip


def xof(
    data: AnyColumn, length: int, *, algorithm: str | Algorithm = "ascon-xof128", threads: int = 0,
    device: Device | str | None = None, out: Bytes2D | DeviceMemory | None = None,
) -> Any:  # fmt: skip
    """Computes the outputs of an XOF for n messages.

    Args:
        data: The messages.
        length: The length of each output in bytes.
        algorithm: A name, such as "ascon-xof128", or a row of `asconkit.ALGORITHMS`.
        threads: The number of threads. 0 uses one thread per processor that the process may use.
        device: A device to run on instead of threads, or its name, such as "cuda:0": see `asconkit.device()`.
        out: A writable array for the result. By default a new array is made.

    Returns:
        Outputs of shape (n, length).

    Raises:
        DeviceError: The device is not available, or has failed.
        TypeError: An argument has a wrong type.
        ValueError: A shape or size does not fit, or `algorithm` is not an XOF.
    """
    return _absorb(_row(algorithm, "xof"), None, data, length, b"", threads, device, out)


@overload
def cxof(
    data: Column, length: int, customization: Buffer = ..., *, algorithm: str | Algorithm = ..., threads: int = ...,
    device: Device | str | None = ..., out: Bytes2D | None = ...,
) -> Bytes2D: ...  # fmt: skip


@overload
def cxof(
    data: Elsewhere, length: int, customization: Buffer = ..., *, algorithm: str | Algorithm = ..., threads: int = ...,
    device: Device | str | None = ..., out: DeviceMemory | None = ...,
) -> Any: ...  # fmt: skip


def cxof(
    data: AnyColumn, length: int, customization: Buffer = b"", *, algorithm: str | Algorithm = "ascon-cxof128",
    threads: int = 0, device: Device | str | None = None, out: Bytes2D | DeviceMemory | None = None,
) -> Any:  # fmt: skip
    """Computes the outputs of a customized XOF for n messages.

    Args:
        data: The messages.
        length: The length of each output in bytes.
        customization: At most 256 bytes, the same for all messages. Different strings give unrelated functions.
        algorithm: A name, such as "ascon-cxof128", or a row of `asconkit.ALGORITHMS`.
        threads: The number of threads. 0 uses one thread per processor that the process may use.
        device: A device to run on instead of threads, or its name, such as "cuda:0": see `asconkit.device()`.
        out: A writable array for the result. By default a new array is made.

    Returns:
        Outputs of shape (n, length).

    Raises:
        DeviceError: The device is not available, or has failed.
        TypeError: An argument has a wrong type.
        ValueError: A shape or size does not fit, or `algorithm` is not a CXOF.
    """
    return _absorb(_row(algorithm, "cxof"), None, data, length, customization, threads, device, out)


@overload
def mac(
    key: Column, data: Column, *, algorithm: str | Algorithm = ..., threads: int = ...,
    device: Device | str | None = ..., out: Bytes2D | None = ...,
) -> Bytes2D: ...  # fmt: skip


@overload
def mac(
    key: AnyColumn, data: Elsewhere, *, algorithm: str | Algorithm = ..., threads: int = ...,
    device: Device | str | None = ..., out: DeviceMemory | None = ...,
) -> Any: ...  # fmt: skip


def mac(
    key: AnyColumn, data: AnyColumn, *, algorithm: str | Algorithm = "ascon-mac-v13", threads: int = 0,
    device: Device | str | None = None, out: Bytes2D | DeviceMemory | None = None,
) -> Any:  # fmt: skip
    """Computes the tags of n messages.

    Args:
        key: One key for all messages, or a column with a key for each message. Keys have 16 bytes.
        data: The messages.
        algorithm: A name, such as "ascon-mac-v13", or a row of `asconkit.ALGORITHMS`.
        threads: The number of threads. 0 uses one thread per processor that the process may use.
        device: A device to run on instead of threads, or its name, such as "cuda:0": see `asconkit.device()`.
        out: A writable array for the result. By default a new array is made.

    Returns:
        Tags of shape (n, 16).

    Raises:
        DeviceError: The device is not available, or has failed.
        TypeError: An argument has a wrong type.
        ValueError: A shape or size does not fit, or `algorithm` is not a MAC.
    """
    row = _row(algorithm, "mac")
    return _absorb(row, key, data, row.output_size, b"", threads, device, out)


@overload
def verify(
    key: Column, data: Column, tags: Bytes2D, *, algorithm: str | Algorithm = ..., threads: int = ...,
    device: Device | str | None = ..., on_error: Literal["raise"] = ...,
) -> None: ...  # fmt: skip


@overload
def verify(
    key: Column, data: Column, tags: Bytes2D, *, algorithm: str | Algorithm = ..., threads: int = ...,
    device: Device | str | None = ..., on_error: Literal["mask"],
) -> Mask: ...  # fmt: skip


@overload
def verify(
    key: AnyColumn, data: Elsewhere, tags: AnyColumn, *, algorithm: str | Algorithm = ..., threads: int = ...,
    device: Device | str | None = ..., on_error: Literal["raise"] = ...,
) -> None: ...  # fmt: skip


@overload
def verify(
    key: AnyColumn, data: Elsewhere, tags: AnyColumn, *, algorithm: str | Algorithm = ..., threads: int = ...,
    device: Device | str | None = ..., on_error: Literal["mask"],
) -> Any: ...  # fmt: skip


def verify(
    key: AnyColumn, data: AnyColumn, tags: AnyColumn, *, algorithm: str | Algorithm = "ascon-mac-v13",
    threads: int = 0, device: Device | str | None = None, on_error: Literal["raise", "mask"] = "raise",
) -> Any:  # fmt: skip
    """Compares the MACs of n messages with given tags, in constant time.

    Args:
        key: One key for all messages, or a column with a key for each message. Keys have 16 bytes.
        data: The messages.
        tags: The tags to check, of shape (n, 16).
        algorithm: A name, such as "ascon-mac-v13", or a row of `asconkit.ALGORITHMS`.
        threads: The number of threads. 0 uses one thread per processor that the process may use.
        device: A device to run on instead of threads, or its name, such as "cuda:0": see `asconkit.device()`.
        on_error: What happens if a tag is wrong. "raise" raises InvalidTag. "mask" returns which tags are right.

    Returns:
        None. With on_error="mask", an array of n booleans that are True where the tag is right.

    Raises:
        DeviceError: The device is not available, or has failed.
        InvalidTag: A tag is wrong and `on_error` is "raise". The error names the first such message.
        TypeError: An argument has a wrong type.
        ValueError: A shape or size does not fit, or `algorithm` is not a MAC.
    """
    row = _row(algorithm, "mac")
    _check_choice(on_error)
    if device_memory.is_there(key, data, tags):
        results = device_memory.verify(row, key, data, tags, device)
    else:
        where = place(threads, device)
        if arrow.is_arrow(key, data, tags):
            return arrow.verify(row, key, data, tags, where, on_error)
        messages, given = column("data", data), column("tags", tags)
        results = bytearray(count_rows(data=messages, tags=given))
        batch_verify(row, column("key", key), messages, given, results, where)
    valid = _checked(None, results, on_error)
    return valid[1] if on_error == "mask" else None


@overload
def prf(
    key: Column, data: Column, length: int, *, algorithm: str | Algorithm = ..., threads: int = ...,
    device: Device | str | None = ..., out: Bytes2D | None = ...,
) -> Bytes2D: ...  # fmt: skip


@overload
def prf(
    key: AnyColumn, data: Elsewhere, length: int, *, algorithm: str | Algorithm = ..., threads: int = ...,
    device: Device | str | None = ..., out: DeviceMemory | None = ...,
) -> Any: ...  # fmt: skip


def prf(
    key: AnyColumn, data: AnyColumn, length: int, *, algorithm: str | Algorithm = "ascon-prf-v13", threads: int = 0,
    device: Device | str | None = None, out: Bytes2D | DeviceMemory | None = None,
) -> Any:  # fmt: skip
    """Computes the outputs of a PRF, or of a PrfShort, for n messages.

    Args:
        key: One key for all messages, or a column with a key for each message. Keys have 16 bytes.
        data: The messages; at most 16 bytes each for a PrfShort.
        length: The length of each output in bytes, 1 to 16 for a PrfShort.
        algorithm: A name, such as "ascon-prf-v13", or a row of `asconkit.ALGORITHMS`.
        threads: The number of threads. 0 uses one thread per processor that the process may use.
        device: A device to run on instead of threads, or its name, such as "cuda:0": see `asconkit.device()`.
        out: A writable array for the result. By default a new array is made.

    Returns:
        Outputs of shape (n, length).

    Raises:
        DeviceError: The device is not available, or has failed.
        TypeError: An argument has a wrong type.
        ValueError: A shape or size does not fit, or `algorithm` is not a PRF or PrfShort.
    """
    return _absorb(_row(algorithm, "prf", "prfshort"), key, data, length, b"", threads, device, out)


# ---- What they share -----------------------------------------------------------------------------


def _absorb(
    row: Algorithm, key: Any, data: Any, length: int, customization: Buffer, threads: int,
    device: Device | str | None, out: Any,
) -> Any:  # fmt: skip
    if device_memory.is_there(key, data, out):
        return device_memory.absorb(row, key, data, length, customization, device, out)
    where = place(threads, device)
    if arrow.is_arrow(key, data):
        _refuse_out(out)
        return arrow.absorb(row, key, data, length, customization, where)
    messages = column("data", data)
    if messages.ndim != 2:
        raise ValueError(f"data must have the shape (n, length), not {messages.ndim} dimensions")
    count = len(messages)
    result = _output(out, count, length)
    keys = None if row.key_size == 0 else column("key", key)
    batch_absorb(row, keys, messages, result, customization, bytearray(count), where)
    return _bytes2d(result)


def _row(algorithm: str | Algorithm, *kinds: str) -> Algorithm:
    for row in algorithms():
        if algorithm is row or algorithm == row.name:
            if row.kind not in kinds:
                break
            return row
    names = ", ".join(row.name for row in algorithms() if row.kind in kinds)
    raise ValueError(f"algorithm must be one of {names}, not {algorithm!r}")


def _optional(name: str, values: Any) -> Any:
    return None if values is None else column(name, values)


def _output(out: Any, count: int, length: int) -> Any:
    import numpy

    if length < 0:
        raise ValueError(f"length must be 0 or more, not {length}")
    if out is None:
        return numpy.empty((count, length), numpy.uint8)
    refuse_masked("out", out)
    array: Any = out
    if not isinstance(out, numpy.ndarray) or array.dtype != numpy.uint8 or array.shape != (count, length):
        raise ValueError(f"out must be an array of uint8 in the shape {(count, length)}")
    return array


def _refuse_out(out: Any) -> None:
    if out is not None:
        raise ValueError("out must be None with Arrow arrays, which are never changed")


def _bytes2d(array: Any) -> Bytes2D:
    result: Bytes2D = array
    return result


def _check_choice(on_error: str) -> None:
    if on_error not in ("raise", "mask"):
        raise ValueError(f"on_error must be 'raise' or 'mask', not {on_error!r}")


def _checked(result: Any, results: bytearray, on_error: str) -> Any:
    """Returns the result, with "mask" also which tags are right. With "raise" it raises InvalidTag for a wrong tag."""
    if on_error == "mask":
        return result, _valid(results)
    if results.count(0) != len(results):
        _raise_invalid(results)
    return result


def _valid(results: bytearray) -> Mask:
    import numpy

    valid: Mask = numpy.frombuffer(results, numpy.uint8) == 0
    return valid


def _raise_invalid(results: bytearray) -> None:
    wrong = [i for i, result in enumerate(results) if result]
    raise wrong_tags(wrong[0], len(wrong), len(results))
