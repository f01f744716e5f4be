"""Batches on arrays in memory of a device: what `asconkit.batch` does with those of CuPy, PyTorch and Numba, which
have `__cuda_array_interface__` or DLPack, and with `DeviceArray`. They are read and written where they are.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import _arrow as arrow
from . import accelerators
from ._columns import column, count_rows
from ._core import Algorithm, Device, DeviceArray, Tensor, device_run

__all__ = ["absorb", "crypt", "is_there", "verify"]

_CUDA = (2, 13)  # DLPack's numbers: memory of CUDA, and managed memory
_LEGACY_STREAM = 1
_AEAD = "aead"


def is_there(*columns: object) -> bool:
    """Whether one of these is an array in memory of a device."""
    return any(isinstance(one, DeviceArray) or _is_cuda(one) for one in columns)


def _is_cuda(values: Any) -> bool:
    if hasattr(values, "__cuda_array_interface__"):
        return True
    return not arrow.is_arrow(values) and hasattr(values, "__dlpack_device__") and _dlpack_kind(values) in _CUDA


def _dlpack_kind(values: Any) -> int:
    return int(values.__dlpack_device__()[0])


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

    def part(self, start: int, length: int) -> tuple[int, int, int, int] | None:
        """Some bytes of each value, for the extension; None for none."""
        return (self.data, start, self.stride, length) if length else None

    def overlaps(self, other: _Strings) -> bool:
        if isinstance(self.holder, DeviceArray) and isinstance(other.holder, DeviceArray):
            return self.holder is other.holder and self.holder.handle != 0
        return self.data < other._end() and other.data < self._end()

    def _end(self) -> int:
        rows = self.shape[0] if len(self.shape) == 2 else 1
        return self.data + ((rows - 1) * self.stride + self.length if rows and self.length else 0)


def _strings(name: str, values: Any, device: Device, writable: bool = False) -> _Strings:
    """The column; what is in memory of the host is copied to the device."""
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
    import numpy

    rows: Any = numpy.ascontiguousarray(column(name, values))
    return _of_own(name, device.upload(rows), device)


def _of_own(name: str, array: DeviceArray, device: Device) -> _Strings:
    if array.device is not device:
        raise ValueError(f"{name} is in memory of {array.device.name}, and device is {device.name}")
    return _Strings(array, array.handle, array.shape, array.shape[1] if len(array.shape) == 2 else 0, ())


def _of_interface(name: str, values: Any, device: Device, writable: bool) -> _Strings:
    interface: dict[str, Any] = values.__cuda_array_interface__
    _require_cuda(name, device)
    data, read_only = interface["data"]
    if writable and read_only:
        raise ValueError(f"{name} must be writable")
    if interface["typestr"][1:] != "u1" or interface.get("mask") is not None:
        raise ValueError(f"{name} must be uint8 without a mask, not {interface['typestr']}")
    stream = interface.get("stream")
    if stream == 0:
        raise ValueError(f"{name}: stream 0 is ambiguous, expected 1 or 2 for a default stream, or None")
    streams = (_LEGACY_STREAM,) if stream is None else (_LEGACY_STREAM, int(stream))
    return _checked(name, values, int(data), tuple(interface["shape"]), interface.get("strides"), streams)


def _of_dlpack(name: str, values: Any, device: Device) -> _Strings:
    _require_cuda(name, device)
    index = int(values.__dlpack_device__()[1])
    if index != device.index:
        raise ValueError(f"{name} is in memory of cuda:{index}, and device is {device.name}")
    tensor = Tensor(values.__dlpack__(stream=_LEGACY_STREAM))
    if tensor.itemsize != 1:
        raise ValueError(f"{name} must be uint8, not of {tensor.itemsize} bytes a value")
    return _checked(name, (values, tensor), tensor.address, tensor.shape, tensor.strides, (_LEGACY_STREAM,))


def _require_cuda(name: str, device: Device) -> None:
    if not device.name.startswith("cuda"):
        raise ValueError(f"{name} is in memory of CUDA, and device is {device.name}")


def _checked(
    name: str, holder: Any, data: int, shape: tuple[int, ...], strides: tuple[int, ...] | None,
    streams: tuple[int, ...],
) -> _Strings:  # fmt: skip
    """ValueError for an array whose rows the library cannot read as they are."""
    if len(shape) not in (1, 2):
        raise ValueError(f"{name} must have the shape (n, length), not {shape}")
    given = strides or (shape[-1], 1)[-len(shape) :]
    if shape[-1] > 1 and given[-1] != 1:
        raise ValueError(f"{name} must have contiguous rows, not strides of {given}")
    stride = given[0] if len(shape) == 2 else 0
    if stride < 0:
        raise ValueError(f"{name} must have rows in ascending order, not strides of {given}")
    return _Strings(holder, data, shape, stride, streams)


def _require_rows(count: int, **columns: _Strings | None) -> None:
    for name, one in columns.items():
        if one is not None and len(one.shape) == 2 and one.shape[0] != count:
            raise ValueError(f"{name} must have {count} rows, not {one.shape[0]}")


def _require_device(device: Device | str | None) -> Device:
    if device is None:
        raise ValueError("device must be given for arrays in memory of a device, such as device='cuda:0'")
    return accelerators.opened(device)


def _output(out: Any, count: int, length: int, device: Device, inputs: dict[str, _Strings | None]) -> _Strings:
    """A new array, or the given one, which is none of the inputs."""
    if length < 0:
        raise ValueError(f"length must be 0 or more, not {length}")
    result = _strings("out", device.empty(count, length) if out is None else out, device, writable=True)
    if result.shape != (count, length):
        raise ValueError(f"out must have the shape {(count, length)}, not {result.shape}")
    if count > 1 and result.stride < length:
        raise ValueError(f"out must have rows that do not overlap, not a stride of {result.stride}")
    for name, one in inputs.items():
        if one is not None and result.overlaps(one):
            raise ValueError(f"out overlaps {name}")
    return result


def _streams(*columns: _Strings | None) -> list[int]:
    return sorted({stream for one in columns if one is not None for stream in one.streams})


def _whole(one: _Strings | None) -> tuple[int, int, int, int] | None:
    return None if one is None else one.part(0, one.length)


def crypt(
    row: Algorithm, encrypt: bool, key: Any, nonce: Any, data: Any, associated_data: Any, tag_length: int,
    device: Device | str | None, out: Any,
) -> tuple[Any, bytearray]:  # fmt: skip
    """Ciphertexts with their tags, or plaintexts, and the result of each message."""
    there = _require_device(device)
    if encrypt and not is_there(nonce) and len(getattr(nonce, "shape", ())) == 2 and not is_there(key):
        arrow.refuse_repeated_rows(column("key", key), nonce)
    keys, nonces = _strings("key", key, there), _strings("nonce", nonce, there)
    messages = _strings("data", data, there)
    ad = None if associated_data is None else _strings("associated_data", associated_data, there)
    count = count_rows(nonce=nonces, data=messages)
    _require_rows(count, key=keys, associated_data=ad)
    _require_tag_length(row, tag_length)
    text = messages.length if encrypt else max(0, messages.length - tag_length)
    inputs: dict[str, _Strings | None] = {"key": keys, "nonce": nonces, "data": messages, "associated_data": ad}
    result = _output(out, count, text + tag_length if encrypt else text, there, inputs)
    if not encrypt and messages.length < tag_length:
        return result.holder, bytearray(b"\1" * count)
    sealed = result if encrypt else messages
    results = device_run(
        there, row, not encrypt, count, messages.part(0, text), result.part(0, text), _whole(ad), _whole(nonces),
        _whole(keys), sealed.part(text, tag_length), b"", _streams(*inputs.values(), result),
    )  # fmt: skip
    return result.holder, bytearray(results)


def _require_tag_length(row: Algorithm, tag_length: int) -> None:
    if not row.min_tag_size <= tag_length <= row.output_size:
        raise ValueError(f"tag_length must be {row.min_tag_size} to {row.output_size}, not {tag_length}")


def absorb(
    row: Algorithm, key: Any, data: Any, length: int, customization: Any, device: Device | str | None, out: Any
) -> Any:  # fmt: skip
    """`length` bytes for each message."""
    there = _require_device(device)
    messages = _strings("data", data, there)
    keys = _strings("key", key, there) if row.key_size else None
    count = count_rows(data=messages)
    _require_rows(count, key=keys)
    result = _output(out, count, length, there, {"key": keys, "data": messages})
    device_run(there, row, False, count, _whole(messages), _whole(result), None, None, _whole(keys), None,
               customization, _streams(messages, keys, result))  # fmt: skip
    return result.holder


def verify(row: Algorithm, key: Any, data: Any, tags: Any, device: Device | str | None) -> bytearray:
    """The result of each message."""
    there = _require_device(device)
    messages, given, keys = (_strings(*one, there) for one in (("data", data), ("tags", tags), ("key", key)))
    count = count_rows(data=messages, tags=given)
    _require_rows(count, key=keys)
    results = device_run(there, row, True, count, _whole(messages), _whole(given), None, None, _whole(keys), None,
                         b"", _streams(messages, given, keys))  # fmt: skip
    return bytearray(results)
