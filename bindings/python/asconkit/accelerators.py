"""Devices that batches run on: GPUs through CUDA or OpenCL, and this processor.

    >>> import asconkit
    >>> [device.name for device in asconkit.devices("cpu")]
    ['cpu']
    >>> asconkit.device("cpu").name
    'cpu'
    >>> texts = Ragged.upload([b"one", b"another"], asconkit.device("cpu"))
    >>> asconkit.batch.hash(texts, device="cpu").shape
    (2, 32)

Nothing but the driver of a device is needed, and it is opened when a device is asked for. `asconkit.devices()` lists
what there is, `asconkit.device("cuda:0")` opens it, and every call of `asconkit.batch` takes it as `device`. `Ragged`
is a column of strings of different lengths that are on a device.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from struct import pack
from typing import Any

from ._core import Device, DeviceArray, device_list
from .exceptions import DeviceError

__all__ = ["Device", "DeviceArray", "DeviceError", "DeviceInfo", "Ragged", "device", "devices", "why_none"]

KINDS = ("cpu", "cuda", "opencl")

_opened: dict[str, Device] = {}
_lock = threading.Lock()


@dataclass(frozen=True)
class DeviceInfo:
    """A device that `device()` can open."""

    name: str
    """Such as "cuda:0"."""
    description: str
    """What its driver calls it."""
    units: int
    """Multiprocessors, compute units or threads."""
    mhz: int
    """Its highest clock; 0 if that is unknown."""
    memory_bytes: int
    """Of the device; 0 for that of the host."""


@dataclass(frozen=True, eq=False)
class Ragged:
    """A column of strings of any lengths in memory of a device, for `data` and `associated_data` of `asconkit.batch`.

    String i is the lengths[i] bytes of `values` from offsets[i] on. One that is not within `values` is an error of the
    call. The arrays are those of CuPy, PyTorch or Numba on that device, or DeviceArrays; what is in memory of the host
    is copied there.
    """

    values: Any
    """Bytes, in one dimension."""
    offsets: Any
    """For each string, an integer of 64 bits; in a DeviceArray its eight bytes, the lowest first."""
    lengths: Any
    """The same."""
    order: Any = None
    """A permutation of 0 to n - 1, of integers of 32 bits, in which a GPU takes the messages; of `data` alone.
    Neighbours in it should have about the same length, since a group of lanes takes as long as its longest message."""

    @classmethod
    def upload(cls, strings: Iterable[bytes], device: Device) -> Ragged:
        """Copies strings into new memory of a device.

        Args:
            strings: Bytes-like objects.
            device: Where to.

        Raises:
            DeviceError: The device has too little memory, or its driver refuses.
        """
        parts = [bytes(one) for one in strings]
        lengths = [len(part) for part in parts]
        offsets = list(accumulate(lengths, initial=0))[:-1]
        packed = (pack(f"<{len(parts)}Q", *numbers) for numbers in (offsets, lengths))
        return cls(device.upload(b"".join(parts)), *map(device.upload, packed))


def devices(kind: str | None = None) -> list[DeviceInfo]:
    """Lists the devices of this machine.

    Args:
        kind: "cpu", "cuda" or "opencl"; None for all.

    Returns:
        Their descriptions. There is always one, "cpu".
    """
    return [
        DeviceInfo(one if one == "cpu" else f"{one}:{index}", *row)
        for one in (KINDS if kind is None else (kind,))
        for index, row in enumerate(device_list(one)[0])
    ]


def why_none(kind: str) -> str:
    """Says in one line why there are no devices of a kind; empty if there are some.

    Args:
        kind: "cpu", "cuda" or "opencl".
    """
    rows, reason = device_list(kind)
    return "" if rows else reason


def device(name: str) -> Device:
    """Opens a device: compiles its kernels, which may take seconds. It stays open, and the next call returns it.

    Args:
        name: "cpu", "cuda" or "opencl" for the first of these, or with a number, such as "cuda:1".

    Raises:
        DeviceError: There is no such device, or its driver refuses.
        ValueError: The name is none of these.
    """
    parts = re.fullmatch(r"(cpu)|(cuda|opencl)(?::(\d{1,9}))?", name)
    if not parts:
        raise ValueError(f"device must be 'cpu', 'cuda:0' or 'opencl:0', or another number, not {name!r}")
    kind, index = parts[1] or parts[2], int(parts[3] or 0)
    with _lock:
        found = _opened.get(f"{kind}:{index}")
        if found is None:
            found = _opened[f"{kind}:{index}"] = Device(kind, index)
        return found


def _forget_after_fork() -> None:
    """In the child of a fork. Drivers do not work there, and another thread may have held the lock."""
    global _lock
    _lock = threading.Lock()
    _opened.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_after_fork)


def place(threads: int, device: Device | str | None) -> int | Device:
    """What a batch runs on: the device, or without one as many threads."""
    return threads if device is None else opened(device)


def opened(given: Device | str) -> Device:
    """The device, or that of this name."""
    return device(given) if isinstance(given, str) else given
