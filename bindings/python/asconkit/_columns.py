# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Columns of numpy arrays, in the form that the extension reads.
"""

from __future__ import annotations

import sys
from typing import Any

from ._buffers import bytes_of
from .exceptions import InvalidTag

__all__ = ["column", "count_rows", "numbers", "refuse_masked", "wrong_tags"]


def wrong_tags(first: int, wrong: int, rows: int) -> InvalidTag:
    """Returns the error for the wrong tags of a whole column."""
    return InvalidTag(f"the tag of message {first:,} does not match; {wrong:,} of {rows:,} are wrong")


def refuse_masked(name: str, values: object) -> None:
    """Raises ValueError for a masked array of numpy, because its masked values would be read as data."""
    numpy: Any = sys.modules.get("numpy")
    if numpy is not None and isinstance(values, numpy.ma.MaskedArray):
        raise ValueError(f"{name} must not be a masked array, whose masked values would be read as data: pass "
                         "values.filled(), or an Arrow array with nulls")  # fmt: skip


def column(name: str, values: Any) -> Any:
    """Returns an array of bytes with one or two dimensions, whose rows the library can read without a copy."""
    import numpy

    refuse_masked(name, values)
    array: Any = values
    if not isinstance(values, numpy.ndarray):
        try:
            array = numpy.from_dlpack(values) if hasattr(values, "__dlpack__") else _flat(name, values)
        except TypeError:
            given = type(values).__name__
            raise TypeError(f"{name} must be an array of uint8 or a bytes-like object, not {given}") from None
    if array.dtype != numpy.uint8 or array.ndim not in (1, 2):
        raise ValueError(f"{name} must be uint8 in the shape (n, length), not {array.dtype} in {array.shape}")
    if array.size and (array.strides[-1] != 1 and array.shape[-1] > 1 or array.strides[0] < 0):
        array = numpy.ascontiguousarray(array)
    return array


def _flat(name: str, values: Any) -> Any:
    import numpy

    return numpy.frombuffer(bytes_of(name, values), "uint8")


def numbers(name: str, values: Any, bits: int) -> Any:
    """Returns a contiguous array of unsigned integers with `bits` bits each, in one dimension."""
    import numpy

    refuse_masked(name, values)
    array: Any = values
    if not isinstance(values, numpy.ndarray):
        array = numpy.from_dlpack(values) if hasattr(values, "__dlpack__") else numpy.asarray(values)
    if array.ndim != 1 or array.dtype.kind not in "iu" and array.size:
        raise ValueError(f"{name} must be integers in one dimension, not {array.dtype} in {array.shape}")
    if array.size and not 0 <= array.min() <= array.max() < 1 << bits:
        raise ValueError(f"{name} must be 0 to 2**{bits} - 1, not {array.min()} to {array.max()}")
    return numpy.ascontiguousarray(array, f"u{bits // 8}")


def count_rows(**columns: Any) -> int:
    """Returns the number of rows of the columns with two dimensions. ValueError if there are none, or they differ."""
    counts = {name: column.shape[0] for name, column in columns.items() if len(column.shape) == 2}
    if len(set(counts.values())) != 1:
        shapes = ", ".join(f"{name} has the shape {column.shape}" for name, column in columns.items())
        raise ValueError(f"{' and '.join(columns)} must have the same number of rows: {shapes}")
    return int(next(iter(counts.values())))
