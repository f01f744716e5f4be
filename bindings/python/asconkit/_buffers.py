"""Arguments with a buffer, read in Python. The extension's errors have the same words.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

from typing import Any

__all__ = ["bytes_of"]


def bytes_of(name: str, data: Any) -> memoryview:
    """The bytes of a contiguous buffer; a copy if its format is none of Python's own.

    Raises TypeError if `data` has no buffer, ValueError if the buffer is not contiguous or not there, such as that of
    a released memoryview.
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
