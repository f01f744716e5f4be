"""Many messages in one call, side by side in vector registers and on the threads of a pool.

A column has one value for each of n messages. It is a numpy array of bytes (dtype uint8) of shape (n, length). A
bytes-like object with one dimension stands for the same key, data or associated data for all messages. Results are
the same bytes as those of the single calls, whatever the number of threads. Two messages of a call that have the same
nonce under the same key are refused. Small batches use one thread, larger ones those of a pool that the package keeps
for the process. The interpreter lock is released during the work.

Columns may also be Arrow arrays of binary values, or of dictionaries of them, from any library whose arrays have
`__arrow_c_array__()` or `__arrow_c_stream__()`. Their values may differ in length, and they may have chunks, slices
and nulls. Then the result is a pyarrow array of the type of `data`, or fixed_size_binary if all values have one
length, made in one allocation. If `data` is a Series of pandas or Polars, the result is such a Series. A row with a
null in any column has a null result. Arrays that do not fit into their buffers are refused.

With `device`, the batch runs on a GPU instead, or whatever `asconkit.device()` opens. There, columns may also be
arrays in memory of that device: of CuPy, PyTorch or Numba, by `__cuda_array_interface__` or DLPack, or
`asconkit.accelerators.DeviceArray`. They are read where they are; other columns are copied to the device. The result is
a DeviceArray, or `out`, which must not overlap a column. The call waits for the legacy default stream and for those
that the arrays name, and returns when the device is done. Nonces in memory of a device are not searched for
repetitions.

Strings of different lengths in memory of a device are an `asconkit.accelerators.Ragged`, as `data` or
`associated_data`. Then tags are an array of their own: encrypt() returns a pair of ciphertexts and tags, and decrypt()
takes `tags`. Ciphertexts and plaintexts are Ragged too and have the places of `data`, in other memory of the same size:
the texts must not overlap each other. Strings that are not within their values are refused.

A message that is too short to have a tag counts as one with a wrong tag. So does one in an Arrow array whose nonce
has a wrong size.

In signatures, Column stands for such an array of bytes or a bytes-like object, AnyColumn for these and for
Arrow arrays; the result of Any is an array of the kind of `data`.

Every call raises TypeError or ValueError for types, shapes and sizes that do not fit.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Literal, Protocol, Tuple, Union, overload

from . import _arrow as arrow
from . import _device_memory as device_memory
from ._columns import column, count_rows, refuse_masked, wrong_tags
from ._core import Algorithm, Device, DeviceArray, algorithms, batch_absorb, batch_crypt, batch_verify
from .accelerators import Ragged, place

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray
    from typing_extensions import Buffer

    Bytes2D = NDArray[numpy.uint8]
    Mask = NDArray[numpy.bool_]
    Column = Union[Bytes2D, Buffer]

    class ArrowArray(Protocol):
        """An array of any library that has Arrow's interface for Python."""

        def __arrow_c_array__(self, requested_schema: object | None = None) -> Tuple[object, object]: ...

    class ArrowChunks(Protocol):
        """The same in several parts."""

        def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

    class CudaArray(Protocol):
        """An array in memory of a CUDA device: of CuPy, PyTorch, Numba."""

        @property
        def __cuda_array_interface__(self) -> Dict[str, Any]: ...

    class DLPackArray(Protocol):
        """An array of any library that has DLPack."""

        def __dlpack__(self, *, stream: Any = None) -> Any: ...

    DeviceMemory = Union[DeviceArray, CudaArray]
    Elsewhere = Union[ArrowArray, ArrowChunks, DeviceMemory, DLPackArray, Ragged]
    AnyColumn = Union[Column, Elsewhere]

__all__ = ["encrypt", "decrypt", "hash", "xof", "cxof", "mac", "verify", "prf"]

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
    key: AnyColumn,
    nonce: AnyColumn,
    data: AnyColumn,
    associated_data: AnyColumn | None = None,
    *,
    algorithm: str | Algorithm = "ascon-aead128",
    tag_length: int = _TAG_BYTES,
    threads: int = 0,
    device: Device | str | None = None,
    out: Bytes2D | DeviceMemory | None = None,
    detached: bool = False,
) -> Any:
    """Encrypts n messages.

    Args:
        key: The key, or a column with one for each message.
        nonce: A column of 16-byte nonces, no two the same under one key.
        data: The plaintexts.
        associated_data: Bytes that are authenticated but not encrypted, for all messages or one for each.
        algorithm: A name, such as "ascon-aead128", or a row of `asconkit.ALGORITHMS`.
        tag_length: The bytes of each tag.
        threads: The number of threads; 0 for one per processor that the process may use.
        device: A device of `asconkit.device()`, or its name, to run on instead of threads.
        out: A writable array for the result, instead of a new one. It may begin where `data` does, with the same
            stride: then out[:, :length] is encrypted in place.
        detached: True for tags in a column of their own, if `data` is an Arrow array or a Series.

    Returns:
        Ciphertexts, each followed by its tag, of shape (n, length + tag_length). If `data` is Ragged, or with
        `detached`, a pair of ciphertexts and tags.

    Raises:
        TypeError: An argument has a wrong type.
        ValueError: A shape or size does not fit, a nonce is repeated, or `algorithm` is not an AEAD.
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
    device: Device | str | None = ..., out: Bytes2D | None = ...,
    on_error: Literal["raise"] = ...,
) -> Bytes2D: ...  # fmt: skip


@overload
def decrypt(
    key: Column, nonce: Bytes2D, data: Column, associated_data: Column | None = ..., *,
    algorithm: str | Algorithm = ..., tag_length: int = ..., threads: int = ...,
    device: Device | str | None = ..., out: Bytes2D | None = ...,
    on_error: Literal["mask"],
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
    key: AnyColumn,
    nonce: AnyColumn,
    data: AnyColumn,
    associated_data: AnyColumn | None = None,
    *,
    algorithm: str | Algorithm = "ascon-aead128",
    tag_length: int = _TAG_BYTES,
    threads: int = 0,
    device: Device | str | None = None,
    out: Bytes2D | DeviceMemory | None = None,
    on_error: Literal["raise", "mask"] = "raise",
    tags: Bytes2D | Elsewhere | None = None,
) -> Any:
    """Checks the tags of n messages and decrypts them.

    Args:
        key: The key, or a column with one for each message.
        nonce: The nonces that the messages were encrypted with.
        data: The ciphertexts, each followed by its tag.
        associated_data: The associated data that the messages were encrypted with.
        algorithm: A name, such as "ascon-aead128", or a row of `asconkit.ALGORITHMS`.
        tag_length: The bytes of each tag.
        threads: The number of threads; 0 for one per processor that the process may use.
        device: A device of `asconkit.device()`, or its name, to run on instead of threads.
        out: A writable array for the result, instead of a new one.
        on_error: "raise" or "mask": what to do about wrong tags.
        tags: The tags, if they do not follow the ciphertexts: of shape (n, tag_length) if `data` is Ragged, or
            an Arrow array or a Series if `data` is. A tag of another length than `tag_length` is a ValueError.

    Returns:
        Plaintexts of shape (n, length - tag_length). With on_error="mask", a pair of plaintexts and valid. If
        valid[i] is False, message i has a wrong tag, and its row is all zeros, or null in an Arrow array.

    Raises:
        InvalidTag: A tag is wrong and on_error is "raise". The error names the first such message.
        TypeError: An argument has a wrong type.
        ValueError: A shape or size does not fit, or `algorithm` is not an AEAD.
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


# ---- Hashes, XOFs, MACs and PRFs -----------------------------------------------------------------


@overload
def hash(
    data: Column, *, algorithm: str | Algorithm = ..., threads: int = ...,
    device: Device | str | None = ...,
    out: Bytes2D | None = ...,
) -> Bytes2D: ...  # fmt: skip


@overload
def hash(
    data: Elsewhere, *, algorithm: str | Algorithm = ..., threads: int = ...,
    device: Device | str | None = ..., out: DeviceMemory | None = ...,
) -> Any: ...  # fmt: skip


def hash(
    data: AnyColumn,
    *,
    algorithm: str | Algorithm = "ascon-hash256",
    threads: int = 0,
    device: Device | str | None = None,
    out: Bytes2D | DeviceMemory | None = None,
) -> Any:
    """Hashes n messages.

    Args:
        data: The messages.
        algorithm: A name, such as "ascon-hash256", or a row of `asconkit.ALGORITHMS`.
        threads: The number of threads; 0 for one per processor that the process may use.
        device: A device of `asconkit.device()`, or its name, to run on instead of threads.
        out: A writable array for the result, instead of a new one.

    Returns:
        Digests of shape (n, 32).

    Raises:
        TypeError: An argument has a wrong type.
        ValueError: A shape or size does not fit, or `algorithm` is not a hash.
    """
    row = _row(algorithm, "hash")
    return _absorb(row, None, data, row.output_size, b"", threads, device, out)


@overload
def xof(
    data: Column, length: int, *, algorithm: str | Algorithm = ..., threads: int = ...,
    device: Device | str | None = ...,
    out: Bytes2D | None = ...,
) -> Bytes2D: ...  # fmt: skip


@overload
def xof(
    data: Elsewhere, length: int, *, algorithm: str | Algorithm = ..., threads: int = ...,
    device: Device | str | None = ..., out: DeviceMemory | None = ...,
) -> Any: ...  # fmt: skip


def xof(
    data: AnyColumn,
    length: int,
    *,
    algorithm: str | Algorithm = "ascon-xof128",
    threads: int = 0,
    device: Device | str | None = None,
    out: Bytes2D | DeviceMemory | None = None,
) -> Any:
    """Computes the outputs of an XOF for n messages.

    Args:
        data: The messages.
        length: The bytes of output for each message.
        algorithm: A name, such as "ascon-xof128", or a row of `asconkit.ALGORITHMS`.
        threads: The number of threads; 0 for one per processor that the process may use.
        device: A device of `asconkit.device()`, or its name, to run on instead of threads.
        out: A writable array for the result, instead of a new one.

    Returns:
        Outputs of shape (n, length).

    Raises:
        TypeError: An argument has a wrong type.
        ValueError: A shape or size does not fit, or `algorithm` is not an XOF.
    """
    return _absorb(_row(algorithm, "xof"), None, data, length, b"", threads, device, out)


@overload
def cxof(
    data: Column, length: int, customization: Buffer = ..., *, algorithm: str | Algorithm = ..., threads: int = ...,
    device: Device | str | None = ...,
    out: Bytes2D | None = ...,
) -> Bytes2D: ...  # fmt: skip


@overload
def cxof(
    data: Elsewhere, length: int, customization: Buffer = ..., *, algorithm: str | Algorithm = ..., threads: int = ...,
    device: Device | str | None = ..., out: DeviceMemory | None = ...,
) -> Any: ...  # fmt: skip


def cxof(
    data: AnyColumn,
    length: int,
    customization: Buffer = b"",
    *,
    algorithm: str | Algorithm = "ascon-cxof128",
    threads: int = 0,
    device: Device | str | None = None,
    out: Bytes2D | DeviceMemory | None = None,
) -> Any:
    """Computes the outputs of a customized XOF for n messages.

    Args:
        data: The messages.
        length: The bytes of output for each message.
        customization: At most 256 bytes, the same for all messages. Different strings give unrelated functions.
        algorithm: A name, such as "ascon-cxof128", or a row of `asconkit.ALGORITHMS`.
        threads: The number of threads; 0 for one per processor that the process may use.
        device: A device of `asconkit.device()`, or its name, to run on instead of threads.
        out: A writable array for the result, instead of a new one.

    Returns:
        Outputs of shape (n, length).

    Raises:
        TypeError: An argument has a wrong type.
        ValueError: A shape or size does not fit, or `algorithm` is not a CXOF.
    """
    return _absorb(_row(algorithm, "cxof"), None, data, length, customization, threads, device, out)


@overload
def mac(
    key: Column, data: Column, *, algorithm: str | Algorithm = ..., threads: int = ...,
    device: Device | str | None = ...,
    out: Bytes2D | None = ...,
) -> Bytes2D: ...  # fmt: skip


@overload
def mac(
    key: AnyColumn, data: Elsewhere, *, algorithm: str | Algorithm = ..., threads: int = ...,
    device: Device | str | None = ..., out: DeviceMemory | None = ...,
) -> Any: ...  # fmt: skip


def mac(
    key: AnyColumn,
    data: AnyColumn,
    *,
    algorithm: str | Algorithm = "ascon-mac-v13",
    threads: int = 0,
    device: Device | str | None = None,
    out: Bytes2D | DeviceMemory | None = None,
) -> Any:
    """Computes the tags of n messages.

    Args:
        key: The key, or a column with one for each message.
        data: The messages.
        algorithm: A name, such as "ascon-mac-v13", or a row of `asconkit.ALGORITHMS`.
        threads: The number of threads; 0 for one per processor that the process may use.
        device: A device of `asconkit.device()`, or its name, to run on instead of threads.
        out: A writable array for the result, instead of a new one.

    Returns:
        Tags of shape (n, 16).

    Raises:
        TypeError: An argument has a wrong type.
        ValueError: A shape or size does not fit, or `algorithm` is not a MAC.
    """
    row = _row(algorithm, "mac")
    return _absorb(row, key, data, row.output_size, b"", threads, device, out)


@overload
def verify(
    key: Column, data: Column, tags: Bytes2D, *, algorithm: str | Algorithm = ..., threads: int = ...,
    device: Device | str | None = ...,
    on_error: Literal["raise"] = ...,
) -> None: ...  # fmt: skip


@overload
def verify(
    key: Column, data: Column, tags: Bytes2D, *, algorithm: str | Algorithm = ..., threads: int = ...,
    device: Device | str | None = ...,
    on_error: Literal["mask"],
) -> Mask: ...  # fmt: skip


@overload
def verify(
    key: AnyColumn, data: Elsewhere, tags: AnyColumn, *, algorithm: str | Algorithm = ..., threads: int = ...,
    device: Device | str | None = ...,
    on_error: Literal["raise"] = ...,
) -> None: ...  # fmt: skip


@overload
def verify(
    key: AnyColumn, data: Elsewhere, tags: AnyColumn, *, algorithm: str | Algorithm = ..., threads: int = ...,
    device: Device | str | None = ...,
    on_error: Literal["mask"],
) -> Any: ...  # fmt: skip


def verify(
    key: AnyColumn,
    data: AnyColumn,
    tags: AnyColumn,
    *,
    algorithm: str | Algorithm = "ascon-mac-v13",
    threads: int = 0,
    device: Device | str | None = None,
    on_error: Literal["raise", "mask"] = "raise",
) -> Any:
    """Compares the MACs of n messages with given tags, in constant time.

    Args:
        key: The key, or a column with one for each message.
        data: The messages.
        tags: The tags to check, of shape (n, 16).
        algorithm: A name, such as "ascon-mac-v13", or a row of `asconkit.ALGORITHMS`.
        threads: The number of threads; 0 for one per processor that the process may use.
        device: A device of `asconkit.device()`, or its name, to run on instead of threads.
        on_error: "raise" or "mask": what to do about wrong tags.

    Returns:
        None. With on_error="mask", an array of n booleans, True where the tag is right.

    Raises:
        InvalidTag: A tag is wrong and on_error is "raise". The error names the first such message.
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
    device: Device | str | None = ...,
    out: Bytes2D | None = ...,
) -> Bytes2D: ...  # fmt: skip


@overload
def prf(
    key: AnyColumn, data: Elsewhere, length: int, *, algorithm: str | Algorithm = ..., threads: int = ...,
    device: Device | str | None = ..., out: DeviceMemory | None = ...,
) -> Any: ...  # fmt: skip


def prf(
    key: AnyColumn,
    data: AnyColumn,
    length: int,
    *,
    algorithm: str | Algorithm = "ascon-prf-v13",
    threads: int = 0,
    device: Device | str | None = None,
    out: Bytes2D | DeviceMemory | None = None,
) -> Any:
    """Computes the outputs of a PRF, or of a PrfShort, for n messages.

    Args:
        key: The key, or a column with one for each message.
        data: The messages; at most 16 bytes each for a PrfShort.
        length: The bytes of output for each message; 1 to 16 for a PrfShort.
        algorithm: A name, such as "ascon-prf-v13", or a row of `asconkit.ALGORITHMS`.
        threads: The number of threads; 0 for one per processor that the process may use.
        device: A device of `asconkit.device()`, or its name, to run on instead of threads.
        out: A writable array for the result, instead of a new one.

    Returns:
        Outputs of shape (n, length).

    Raises:
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
    """The result, with "mask" and which messages are genuine; InvalidTag with "raise" if one is not."""
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
