"""Devices that batches run on: GPUs through CUDA or OpenCL, and this processor.

    >>> import asconkit
    >>> [device.name for device in asconkit.devices("cpu")]
    ['cpu']
    >>> asconkit.device("cpu").name
    'cpu'

Nothing but the driver of a device is needed, and it is opened when a device is asked for. `asconkit.devices()` lists
what there is, `asconkit.device("cuda:0")` opens it, and every call of `asconkit.batch` takes it as `device`.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import os
import re
import threading
from dataclasses import dataclass

from ._core import Device, DeviceArray, device_list
from .exceptions import DeviceError

__all__ = ["Device", "DeviceArray", "DeviceError", "DeviceInfo", "device", "devices", "why_none"]

KINDS = ("cpu", "cuda", "opencl")

_opened: dict[str, Device] = {}
_opened_by = os.getpid()
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
        _forget_after_fork()
        found = _opened.get(f"{kind}:{index}")
        if found is None:
            found = _opened[f"{kind}:{index}"] = Device(kind, index)
        return found


def _forget_after_fork() -> None:
    """Drivers do not work on in the child of a fork."""
    global _opened_by
    if _opened_by != os.getpid():
        _opened.clear()
        _opened_by = os.getpid()


def place(threads: int, device: Device | str | None) -> int | Device:
    """What a batch runs on: the device, or without one as many threads."""
    return threads if device is None else opened(device)


def opened(given: Device | str) -> Device:
    """The device, or that of this name."""
    return device(given) if isinstance(given, str) else given
