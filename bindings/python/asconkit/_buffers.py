# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reads arguments with a buffer in Python. The errors have the same words as the extension's.
"""

from __future__ import annotations

from typing import Any, Callable

from ._core import wipe

__all__ = ["OwnKey", "bytes_of"]


class OwnKey(bytearray):
    """A copy of a key for use after the call that got the key, because the caller may erase the key when the call
    returns. The copy is wiped when nothing refers to it any more."""

    def __del__(self, wipe: Callable[[bytearray], None] = wipe) -> None:  # bound here: modules end before objects do
        wipe(self)


def bytes_of(name: str, data: Any) -> memoryview:
    """Returns the bytes of a contiguous buffer: a copy if Python does not know its format.

    Raises TypeError if `data` has no buffer, ValueError if the buffer is not contiguous or no longer exists, as after a
    memoryview was released.
    """
    try:
        view = memoryview(data)
    except TypeError:
        raise TypeError(f"{name} must be a bytes-like object, not {type(data).__name__}") from None
    except (BufferError, ValueError) as error:
        raise ValueError(f"{name} cannot be read: {error}") from None
    if not view.c_contiguous:
        raise ValueError(f"{name} must be a contiguous buffer")
    if not view.nbytes:
        return memoryview(b"")
    try:
        return view.cast("B")
    except TypeError:
        return memoryview(view.tobytes())
