# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Devices that can run batches: GPUs through CUDA or OpenCL, and this processor.

    >>> import asconkit
    >>> [device.name for device in asconkit.devices("cpu")]
    ['cpu']
    >>> asconkit.device("cpu").name
    'cpu'
    >>> texts = Ragged.upload([b"one", b"another"], asconkit.device("cpu"))
    >>> asconkit.batch.hash(texts, device="cpu").shape
    (2, 32)

A device needs its driver. CUDA also needs the compiler NVRTC, which `pip install 'asconkit[cuda]'` installs. Both are
loaded when a device is opened. `asconkit.devices()` lists the devices, `asconkit.device("cuda:0")` opens one, and every
call of `asconkit.batch` accepts it as `device`. `Ragged` is a column of strings of different lengths in memory of a
device.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import re
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from struct import pack
from typing import Any

from ._core import Device, DeviceArray, device_list

__all__ = ["Device", "DeviceArray", "DeviceInfo", "Ragged", "device", "devices", "why_none"]

KINDS = ("cpu", "cuda", "opencl")

_opened: dict[str, Device] = {}
_lock = threading.Lock()


@dataclass(frozen=True)
class DeviceInfo:
    """A device that `device()` can open."""

    name: str
    """The name that `device()` accepts, such as "cuda:0"."""
    description: str
    """The name that the driver gives the device."""
    units: int
    """The number of multiprocessors, compute units or threads."""
    mhz: int
    """The highest clock rate in MHz; 0 if it is unknown."""
    memory_bytes: int
    """The memory of the device in bytes; 0 if it uses the memory of the host."""


@dataclass(frozen=True, eq=False)
class Ragged:
    """A column of strings of any lengths in memory of a device, for `data` and `associated_data` of `asconkit.batch`.

    String i is the lengths[i] bytes of `values` from offsets[i] on. A call raises ValueError if a string is not within
    `values`. The arrays are arrays of CuPy, PyTorch or Numba on that device, or DeviceArrays. Arrays in memory of the
    host are copied to the device.
    """

    values: Any
    """The bytes of all strings, in one dimension."""
    offsets: Any
    """The offset of each string, in bytes: integers of 64 bits. In a DeviceArray each is eight bytes, little-endian."""
    lengths: Any
    """The length of each string, in bytes, in the same form as the offsets."""
    order: Any = None
    """The order in which a GPU takes the messages: a permutation of 0 to n - 1, as integers of 32 bits. Used only for
    `data`. Neighbours should have about the same length: a group of lanes takes as long as its longest message."""

    @classmethod
    def upload(cls, strings: Iterable[bytes], device: Device) -> Ragged:
        """Copies strings into new memory of a device.

        Args:
            strings: Bytes-like objects.
            device: The device to copy them to.

        Returns:
            The strings, in new memory of the device.

        Raises:
            DeviceError: The device has too little memory, or its driver reports an error.
        """
        parts = [bytes(one) for one in strings]
        lengths = [len(part) for part in parts]
        offsets = list(accumulate(lengths, initial=0))[:-1]
        packed = (pack(f"<{len(parts)}Q", *numbers) for numbers in (offsets, lengths))
        return cls(device.upload(b"".join(parts)), *map(device.upload, packed))


def devices(kind: str | None = None) -> list[DeviceInfo]:
    """Lists the devices of this machine.

    Args:
        kind: "cpu", "cuda" or "opencl". None for all three.

    Returns:
        A description of each device. Without `kind`, the device "cpu" is always among them.
    """
    return [
        DeviceInfo(one if one == "cpu" else f"{one}:{index}", *row)
        for one in (KINDS if kind is None else (kind,))
        for index, row in enumerate(device_list(one)[0])
    ]


def why_none(kind: str) -> str:
    """Returns the reason why there are no devices of a kind.

    Args:
        kind: "cpu", "cuda" or "opencl".

    Returns:
        The reason, in one line. It is empty if there are devices.
    """
    rows, reason = device_list(kind)
    return "" if rows else reason


def _load_cuda_compiler() -> None:
    """Loads NVRTC from the package that the extras `[cuda]` and `[cuda12]` install, if it is there. The library then
    finds it by its name."""
    spec = importlib.util.find_spec("nvidia")
    for folder in (spec.submodule_search_locations if spec else None) or ():
        for path in sorted(Path(folder).glob("*/lib/libnvrtc.so.*")):
            ctypes.CDLL(str(path))


def device(name: str) -> Device:
    """Opens a device. The device stays open for later calls.

    With CUDA, the first batch of an algorithm compiles its kernel, which takes about a second. With OpenCL, opening the
    device compiles all kernels.

    Args:
        name: "cpu", "cuda:0" or "opencl:0", or the same with another number. "cuda" is "cuda:0".

    Returns:
        The device.

    Raises:
        DeviceError: There is no such device, or its driver reports an error.
        ValueError: The name does not have one of these forms.
    """
    parts = re.fullmatch(r"(cpu)|(cuda|opencl)(?::(\d{1,9}))?", name)
    if not parts:
        raise ValueError(f"device must be 'cpu', 'cuda:0' or 'opencl:0', or another number, not {name!r}")
    kind, index = parts[1] or parts[2], int(parts[3] or 0)
    with _lock:
        found = _opened.get(f"{kind}:{index}")
        if found is None:
            if kind == "cuda" and "ASCONKIT_NVRTC" not in os.environ:
                _load_cuda_compiler()
            found = _opened[f"{kind}:{index}"] = Device(kind, index)
        return found


def _forget_after_fork() -> None:
    """Forgets all devices in the child of a fork, where drivers do not work. Another thread may have held the lock."""
    global _lock
    _lock = threading.Lock()
    _opened.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_after_fork)


def place(threads: int, device: Device | str | None) -> int | Device:
    """Returns where a batch runs: on the device, or if there is none, on `threads` threads."""
    return threads if device is None else opened(device)


def opened(given: Device | str) -> Device:
    """Returns the device, or opens the device with this name."""
    return device(given) if isinstance(given, str) else given
