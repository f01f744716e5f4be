# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Batches on arrays in memory of a device: the part of `asconkit.batch` for arrays of CuPy, PyTorch and Numba, which
have `__cuda_array_interface__` or DLPack, and for `DeviceArray`. The arrays are read and written in place.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Tuple

from . import _arrow as arrow
from . import accelerator
from ._columns import column, count_rows, numbers
from ._core import Algorithm, Device, DeviceArray, Tensor, device_run

__all__ = ["absorb", "crypt", "is_there", "verify"]

_CUDA = (2, 13)  # DLPack's numbers of kinds of memory: CUDA, and managed by CUDA
_INTEGERS = (0, 1)  # DLPack's numbers of types: signed and unsigned integers
_LEGACY_STREAM = 1


def is_there(*columns: object) -> bool:
    """Whether one of these is an array in memory of a device."""
    return any(isinstance(one, (DeviceArray, accelerator.Ragged)) or _is_cuda(one) for one in columns)


def _is_cuda(values: Any) -> bool:
    if hasattr(values, "__cuda_array_interface__"):
        return True
    return not arrow.is_arrow(values) and hasattr(values, "__dlpack_device__") and _dlpack_kind(values) in _CUDA


def _dlpack_kind(values: Any) -> int:
    return int(values.__dlpack_device__()[0])


_Given = Tuple[int, int, int, int, int, int, int]


@dataclass(frozen=True)
class _Strings:
    """A column in memory of the device: `data` is an address or a memory object."""

    holder: Any  # what the memory belongs to
    data: int
    shape: tuple[int, ...]
    stride: int  # 0: one value for all messages
    streams: tuple[int, ...]

    @property
    def length(self) -> int:
        return self.shape[-1]

    def part(self, start: int, length: int) -> _Given | None:
        """A range of bytes of each value, for the extension. None if the range is empty."""
        return (self.data, start, self.stride, length, 0, 0, 0) if length else None

    def whole(self) -> _Given | None:
        return self.part(0, self.length)

    def parts(self) -> list[_Strings]:
        """All arrays that the kernel reads or writes for this column."""
        return [self]

    def overlaps(self, other: _Strings) -> bool:
        if isinstance(self.holder, DeviceArray) and isinstance(other.holder, DeviceArray):
            return self.holder is other.holder and self.holder.handle != 0
        return self.data < other._end() and other.data < self._end()

    def _end(self) -> int:
        rows = self.shape[0] if len(self.shape) == 2 else 1
        return self.data + ((rows - 1) * self.stride + self.length if rows and self.length else 0)


@dataclass(frozen=True)
class _RaggedStrings(_Strings):
    """Strings of different lengths: `shape` is (n, 0). Offsets, lengths and order are given as bytes."""

    memory: _Strings
    offsets: _Strings
    lengths: _Strings
    order: _Strings | None

    def parts(self) -> list[_Strings]:
        return [self.memory, self.offsets, self.lengths, *([self.order] if self.order else [])]

    def whole(self) -> _Given:
        return self.within(self.memory)

    def within(self, memory: _Strings) -> _Given:
        """The same places in `memory`. Empty memory is passed as one byte, and strings begin after that byte."""
        start, size = (0, memory.length) if memory.length else (1, 1)
        return (memory.data, start, 0, 0, size, self.offsets.data, self.lengths.data)


def _strings(name: str, values: Any, device: Device, writable: bool = False) -> _Strings:
    """Returns the column. An array in memory of the host is copied to the device."""
    if isinstance(values, DeviceArray):
        return _of_own(name, values, device)
    if hasattr(values, "__cuda_array_interface__"):
        return _of_interface(name, values, device, writable)
    if writable:
        raise TypeError(f"{name} must be a DeviceArray or have __cuda_array_interface__, not {type(values).__name__}")
    if _is_cuda(values):
        return _of_dlpack(name, values, device)
    if arrow.is_arrow(values):
        raise TypeError(f"{name} must not be an Arrow array beside arrays in memory of a device")
    if isinstance(values, accelerator.Ragged):
        raise TypeError(f"{name} must have one length for all messages, not be Ragged")
    return _of_host(name, column(name, values), device)


def _of_host(name: str, array: Any, device: Device) -> _Strings:
    """Copies an array of the host to the device. If the device is the processor, the array is used in place."""
    import numpy

    rows: Any = numpy.ascontiguousarray(array)
    if device.name == "cpu":
        return _Strings(rows, rows.ctypes.data, rows.shape, rows.shape[1] if rows.ndim == 2 else 0, ())
    return _of_own(name, device.upload(rows), device)


def _of_own(name: str, array: DeviceArray, device: Device) -> _Strings:
    if array.device is not device:
        raise ValueError(f"{name} is in memory of {array.device.name}, and device is {device.name}")
    return _Strings(array, array.handle, array.shape, array.shape[1] if len(array.shape) == 2 else 0, ())


def _of_interface(name: str, values: Any, device: Device, writable: bool, item: int = 1) -> _Strings:
    interface: dict[str, Any] = values.__cuda_array_interface__
    _require_cuda(name, device)
    data, read_only = interface["data"]
    if writable and read_only:
        raise ValueError(f"{name} must be writable")
    kind = interface["typestr"]
    fits = kind[1:] == "u1" if item == 1 else kind in (f"<i{item}", f"<u{item}")
    if not fits or interface.get("mask") is not None:
        raise ValueError(f"{name} must be {_kind(item)} without a mask, not {kind}")
    stream = interface.get("stream")
    if stream == 0:
        raise ValueError(f"{name}: stream 0 is ambiguous, expected 1 or 2 for a default stream, or None")
    streams = (_LEGACY_STREAM,) if stream is None else (_LEGACY_STREAM, int(stream))
    strides = interface.get("strides")
    if strides is not None and any(step % item for step in strides):
        raise ValueError(f"{name} must have strides of whole values of {item} bytes, not {tuple(strides)}")
    items = None if strides is None else tuple(step // item for step in strides)
    return _checked(name, values, int(data), tuple(interface["shape"]), items, streams)


def _kind(item: int) -> str:
    return "uint8" if item == 1 else f"integers of {8 * item} bits"


def _of_dlpack(name: str, values: Any, device: Device, item: int = 1) -> _Strings:
    _require_cuda(name, device)
    index = int(values.__dlpack_device__()[1])
    if index != device.index:
        raise ValueError(f"{name} is in memory of cuda:{index}, and device is {device.name}")
    tensor = Tensor(values.__dlpack__(stream=_LEGACY_STREAM))
    if tensor.itemsize != item or tensor.kind not in _INTEGERS:
        raise ValueError(f"{name} must be {_kind(item)}, not of {tensor.itemsize} bytes a value")
    return _checked(name, (values, tensor), tensor.address, tensor.shape, tensor.strides, (_LEGACY_STREAM,))


def _require_cuda(name: str, device: Device) -> None:
    if not device.name.startswith("cuda"):
        raise ValueError(f"{name} is in memory of CUDA, and device is {device.name}")


def _checked(
    name: str, holder: Any, data: int, shape: tuple[int, ...], strides: tuple[int, ...] | None,
    streams: tuple[int, ...],
) -> _Strings:  # fmt: skip
    """Raises ValueError for an array whose rows the library cannot read without a copy."""
    if len(shape) not in (1, 2):
        raise ValueError(f"{name} must have the shape (n, length), not {shape}")
    if min(shape) < 0:
        raise ValueError(f"{name} must have sizes of 0 or more, not the shape {shape}")
    if strides is not None and len(strides) != len(shape):
        raise ValueError(f"{name} must have a stride for each of the {len(shape)} sizes, not strides of {strides}")
    given = strides or (shape[-1], 1)[-len(shape) :]
    if shape[-1] > 1 and given[-1] != 1:
        raise ValueError(f"{name} must have contiguous rows, not strides of {given}")
    stride = given[0] if len(shape) == 2 else 0
    if stride < 0:
        raise ValueError(f"{name} must have rows in ascending order, not strides of {given}")
    return _Strings(holder, data, shape, stride, streams)


# ---- Ragged columns ----------------------------------------------------------------------------------------------


def _any_strings(name: str, values: Any, device: Device) -> _Strings:
    """Returns the column, which may be Ragged."""
    return _ragged(name, values, device) if isinstance(values, accelerator.Ragged) else _strings(name, values, device)


def _ragged(name: str, values: accelerator.Ragged, device: Device) -> _RaggedStrings:
    memory = _memory(f"values of {name}", values.values, device)
    offsets = _integers(f"offsets of {name}", values.offsets, device, 8)
    lengths = _integers(f"lengths of {name}", values.lengths, device, 8)
    order = None if values.order is None else _integers(f"order of {name}", values.order, device, 4)
    count = offsets.length // 8
    for part, found in (("lengths", lengths.length // 8), ("order", order.length // 4 if order else count)):
        if found != count:
            raise ValueError(f"{part} of {name} must be {count}, as many as its offsets, not {found}")
    streams = _streams(memory, offsets, lengths, order)
    return _RaggedStrings(values, memory.data, (count, 0), 0, tuple(streams), memory, offsets, lengths, order)


def _memory(name: str, values: Any, device: Device, writable: bool = False) -> _Strings:
    """Returns an array of bytes of one dimension. An empty array is replaced by one byte, so that it has an address."""
    found = _strings(name, values, device, writable)
    if len(found.shape) != 1:
        raise ValueError(f"{name} must have one dimension, not the shape {found.shape}")
    if found.length:
        return found
    byte = device.empty(1, 1)
    return replace(found, holder=(found.holder, byte), data=byte.handle)


def _integers(name: str, values: Any, device: Device, item: int) -> _Strings:
    """Returns the bytes of an array of numbers, of `item` bytes each, in one dimension."""
    if isinstance(values, DeviceArray):
        found = _of_own(name, values, device)
    elif hasattr(values, "__cuda_array_interface__"):
        found = _as_bytes(_of_interface(name, values, device, False, item), item)
    elif _is_cuda(values):
        found = _as_bytes(_of_dlpack(name, values, device, item), item)
    else:
        found = _of_host(name, numbers(name, values, 8 * item).view("u1"), device)
    if len(found.shape) != 1 or found.length % item:
        raise ValueError(f"{name} must be {item} bytes for each message in one dimension, not of shape {found.shape}")
    if found.data % item and not isinstance(found.holder, DeviceArray):
        raise ValueError(f"{name} must be at a multiple of {item} bytes, not at {found.data}")
    return found


def _as_bytes(array: _Strings, item: int) -> _Strings:
    return replace(array, shape=(*array.shape[:-1], array.length * item))


# ---- Calls -------------------------------------------------------------------------------------------------------


def _require_rows(count: int, **columns: _Strings | None) -> None:
    for name, one in columns.items():
        if one is not None and len(one.shape) == 2 and one.shape[0] != count:
            raise ValueError(f"{name} must have {count} rows, not {one.shape[0]}")


def _require_device(device: Device | str | None) -> Device:
    if device is None:
        raise ValueError("device must be given for arrays in memory of a device, such as device='cuda:0'")
    return accelerator.opened(device)


def _output(out: Any, count: int, length: int, device: Device, inputs: dict[str, _Strings | None]) -> _Strings:
    """Returns a new array, or the given one. Raises ValueError if that overlaps an input."""
    if length < 0:
        raise ValueError(f"length must be 0 or more, not {length}")
    result = _strings("out", device.empty(count, length) if out is None else out, device, writable=True)
    if result.shape != (count, length):
        raise ValueError(f"out must have the shape {(count, length)}, not {result.shape}")
    if count > 1 and result.stride < length:
        raise ValueError(f"out must have rows that do not overlap, not a stride of {result.stride}")
    _require_apart(result, inputs)
    return result


def _require_apart(result: _Strings, inputs: dict[str, _Strings | None]) -> None:
    for name, one in inputs.items():
        if one is not None and any(map(result.overlaps, one.parts())):
            raise ValueError(f"out overlaps {name}")


def _streams(*columns: _Strings | None) -> list[int]:
    return sorted({stream for one in columns if one is not None for stream in one.streams})


def _whole(one: _Strings | None) -> _Given | None:
    return None if one is None else one.whole()


def _order(messages: _Strings) -> int:
    return messages.order.data if isinstance(messages, _RaggedStrings) and messages.order else 0


def crypt(
    row: Algorithm, encrypt: bool, key: Any, nonce: Any, data: Any, associated_data: Any, tag_length: int,
    device: Device | str | None, out: Any, tags: Any = None,
) -> tuple[Any, bytearray]:  # fmt: skip
    """Returns ciphertexts with their tags, or plaintexts; and for each message a byte that is 0 if it succeeded."""
    there = _require_device(device)
    if encrypt and not is_there(nonce) and len(getattr(nonce, "shape", ())) == 2 and not is_there(key):
        arrow.refuse_repeated_rows(column("key", key), nonce)
    keys, nonces = _strings("key", key, there), _strings("nonce", nonce, there)
    messages = _any_strings("data", data, there)
    ad = None if associated_data is None else _any_strings("associated_data", associated_data, there)
    count = count_rows(nonce=nonces, data=messages)
    _require_rows(count, key=keys, associated_data=ad)
    _require_tag_length(row, tag_length)
    call = _Crypt(there, row, encrypt, count, tag_length, keys, nonces, ad)
    if isinstance(messages, _RaggedStrings):
        return _crypt_ragged(call, messages, out, tags)
    require_no_tags(tags)
    return _crypt_equal(call, messages, out)


def require_no_tags(tags: Any) -> None:
    if tags is not None:
        raise ValueError("tags must be None where data is neither Ragged nor Arrow: they follow the ciphertexts")


@dataclass(frozen=True)
class _Crypt:
    """The arguments of an encryption or decryption other than its texts."""

    device: Device
    row: Algorithm
    encrypt: bool
    count: int
    tag_length: int
    key: _Strings
    nonce: _Strings
    ad: _Strings | None

    def inputs(self, data: _Strings) -> dict[str, _Strings | None]:
        return {"key": self.key, "nonce": self.nonce, "data": data, "associated_data": self.ad}

    def run(
        self, data: _Given | None, out: _Given | None, tags: _Given | None, streams: list[int], order: int
    ) -> bytes:  # fmt: skip
        return device_run(
            self.device, self.row, not self.encrypt, self.count, data, out, _whole(self.ad), _whole(self.nonce),
            _whole(self.key), tags, b"", streams, order,
        )  # fmt: skip


def _crypt_equal(call: _Crypt, messages: _Strings, out: Any) -> tuple[Any, bytearray]:
    """Encrypts or decrypts texts of one length. Each tag follows its ciphertext."""
    tag = call.tag_length
    text = messages.length if call.encrypt else max(0, messages.length - tag)
    inputs = call.inputs(messages)
    result = _output(out, call.count, text + tag if call.encrypt else text, call.device, inputs)
    if not call.encrypt and messages.length < tag:
        return result.holder, bytearray(b"\1" * call.count)
    sealed = result if call.encrypt else messages
    streams = _streams(*inputs.values(), result)
    results = call.run(messages.part(0, text), result.part(0, text), sealed.part(text, tag), streams, 0)
    return result.holder, bytearray(results)


def _crypt_ragged(call: _Crypt, messages: _RaggedStrings, out: Any, given_tags: Any) -> tuple[Any, bytearray]:
    """Encrypts or decrypts Ragged texts. Results have the places of the texts, in other memory; tags are separate."""
    size, given = messages.memory.length, messages.holder
    values = call.device.empty(size) if out is None else out
    result = _memory("out", values, call.device, writable=True)
    if result.length != size:
        raise ValueError(f"out must have {size} bytes, like the values of data, not {result.length}")
    inputs = call.inputs(messages)
    _require_apart(result, inputs)
    tags = _tags(call, given_tags)
    _require_apart(result, {"tags": tags})
    streams = _streams(*inputs.values(), result, tags)
    results = call.run(messages.whole(), messages.within(result), tags.whole(), streams, _order(messages))
    texts = accelerator.Ragged(values, given.offsets, given.lengths, given.order)
    return (texts, tags.holder) if call.encrypt else texts, bytearray(results)


def _tags(call: _Crypt, given: Any) -> _Strings:
    """Returns a new column for the tags, or the given column that they are compared with."""
    if not call.encrypt and given is None:
        raise ValueError("tags must be given where data is Ragged: encrypt() has returned them")
    tags = _strings("tags", call.device.empty(call.count, call.tag_length) if call.encrypt else given, call.device)
    if tags.shape != (call.count, call.tag_length):
        raise ValueError(f"tags must have the shape {(call.count, call.tag_length)}, not {tags.shape}")
    return tags


def _require_tag_length(row: Algorithm, tag_length: int) -> None:
    if not row.min_tag_size <= tag_length <= row.output_size:
        raise ValueError(f"tag_length must be {row.min_tag_size} to {row.output_size}, not {tag_length}")


def absorb(
    row: Algorithm, key: Any, data: Any, length: int, customization: Any, device: Device | str | None, out: Any
) -> Any:  # fmt: skip
    """Returns `length` bytes for each message."""
    there = _require_device(device)
    messages = _any_strings("data", data, there)
    keys = _strings("key", key, there) if row.key_size else None
    count = count_rows(data=messages)
    _require_rows(count, key=keys)
    result = _output(out, count, length, there, {"key": keys, "data": messages})
    device_run(there, row, False, count, messages.whole(), result.whole(), None, None, _whole(keys), None,
               customization, _streams(messages, keys, result), _order(messages))  # fmt: skip
    return result.holder


def verify(row: Algorithm, key: Any, data: Any, tags: Any, device: Device | str | None) -> bytearray:
    """Returns for each message a byte that is 0 if its tag is right."""
    there = _require_device(device)
    messages = _any_strings("data", data, there)
    given, keys = _strings("tags", tags, there), _strings("key", key, there)
    count = count_rows(data=messages, tags=given)
    _require_rows(count, key=keys)
    results = device_run(there, row, True, count, messages.whole(), given.whole(), None, None, keys.whole(), None,
                         b"", _streams(messages, given, keys), _order(messages))  # fmt: skip
    return bytearray(results)
