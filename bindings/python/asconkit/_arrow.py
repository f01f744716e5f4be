# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Batches on Arrow arrays: the part of `asconkit.batch` for columns that are not numpy arrays.
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any, Callable, Iterator

from ._columns import column as bytes_column, refuse_masked, wrong_tags
from ._core import Algorithm, Device, arrow_absorb, arrow_crypt, arrow_repeated_nonce, arrow_verify

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = [
    "load", "is_arrow", "as_arrow", "as_binary", "integers", "dictionary", "one_chunk", "crypt", "absorb", "verify",
]  # fmt: skip

_MOST_BEHIND_32_BITS = 2**31 - 1
_MAY_BE_INTEGERS = {"nonce": 16, "associated_data": 8}
"""Columns in which an integer stands for a value with so many bytes."""


def load(name: str) -> Any:
    """Imports a package when it is used. Type checkers see no types of it."""
    return importlib.import_module(name)


def is_arrow(*columns: object) -> bool:
    """Whether one of these is an Arrow array or a chunked array, of any library."""
    names = ("__arrow_c_array__", "__arrow_c_stream__")
    return any(_is_series("pandas", column) or any(hasattr(column, name) for name in names) for column in columns)


def _is_series(package: str, column: object) -> bool:
    """Whether this is a Series of this package. It is not if the package was not imported."""
    module = sys.modules.get(package)
    return module is not None and isinstance(column, module.Series)


def _like(column: Any, result: Any) -> Any:
    """Converts the result to a Series with the same name if the column was a Series."""
    if result is None:
        return None
    if _is_series("polars", column):
        series: Any = load("polars").from_arrow(result)
        return series.alias(column.name)
    if _is_series("pandas", column):
        pandas = load("pandas")
        return pandas.Series(pandas.arrays.ArrowExtensionArray(result), index=column.index, name=column.name)
    return result


def _refuse_other_rows(columns: dict[str, Any]) -> None:
    """Raises ValueError if Series of pandas have different indices, because rows are matched by position."""
    series = {name: column for name, column in columns.items() if _is_series("pandas", column)}
    for name, column in series.items():
        first, other = next(iter(series.items()))
        if not column.index.equals(other.index):
            raise ValueError(f"{name} must have the same index as {first}")


def as_arrow(values: Any) -> Any:
    """Returns a numpy array of bytes of shape (n, length) as a fixed_size_binary array, without a copy."""
    pyarrow = load("pyarrow")
    if values.dtype != "uint8" or not values.flags.c_contiguous:
        raise ValueError(f"expected contiguous rows of uint8, not {values.dtype} with strides {values.strides}")
    count, length = values.shape
    buffers = [None, pyarrow.py_buffer(values.reshape(-1))]
    return pyarrow.FixedSizeBinaryArray.from_buffers(pyarrow.binary(length), count, buffers)


def checked(values: Any, *, full: bool = False) -> Any:
    """Returns the array of pyarrow if it fits into its buffers. Raises ValueError otherwise. An empty array fits into
    any buffers, with any offset: engines make such arrays, which pyarrow refuses, so an empty array is made anew.

    pyarrow does not check the sizes that an IPC stream or another library gives. The extension checks every value
    that it reads. This function is for arrays that pyarrow reads itself: its slices and copies only need a check of the
    sizes, its functions also need a check of every value (`full`).
    """
    pyarrow = load("pyarrow")
    bytes_of = {
        pyarrow.string(): pyarrow.binary(), pyarrow.large_string(): pyarrow.large_binary(),
        pyarrow.string_view(): pyarrow.binary_view(),
    }  # fmt: skip
    # Views text as bytes, since checking that it is valid UTF-8 would only take time.
    values = _without_empty_parts(values)
    chunks = values.chunks if isinstance(values, pyarrow.ChunkedArray) else [values]
    try:
        for chunk in chunks:
            chunk.validate()
            if full:
                (chunk.view(bytes_of[chunk.type]) if chunk.type in bytes_of else chunk).validate(full=True)
    except pyarrow.ArrowException as fault:
        raise ValueError(f"not a valid Arrow array: {fault}") from None
    return values


def _without_empty_parts(values: Any) -> Any:
    pyarrow = load("pyarrow")
    if isinstance(values, pyarrow.ChunkedArray):
        chunks = [chunk for chunk in values.chunks if not _is_empty(chunk)]
        return values if len(chunks) == values.num_chunks else pyarrow.chunked_array(chunks, values.type)
    return pyarrow.nulls(0, values.type) if _is_empty(values) else values


def _is_empty(values: Any) -> bool:
    try:
        return len(values) == 0
    except SystemError:  # of Python, for a length below 0 that another library gave
        return False


def one_chunk(values: Any) -> Any:
    """Returns the column as one array. It is copied only if it has several chunks."""
    pyarrow = load("pyarrow")
    if not isinstance(values, pyarrow.ChunkedArray):
        return values
    values = checked(values)
    large = {pyarrow.binary(): pyarrow.large_binary(), pyarrow.string(): pyarrow.large_string()}
    if values.type in large and values.nbytes > _MOST_BEHIND_32_BITS:
        values = values.cast(large[values.type])
    return values.chunk(0) if values.num_chunks == 1 else values.combine_chunks()


def as_binary(values: Any) -> Any:
    """Returns the array as binary, for engines that have no other type. An array of binary is not copied."""
    pyarrow = load("pyarrow")
    return values if values.type == pyarrow.binary() else values.cast(pyarrow.binary())


def integers(values: Any, length: int = 8) -> Any:
    """Returns integers as binary values: 8 bytes each, little-endian with their sign, then zeros up to `length` bytes.
    Every table engine and DuckDB's extension encodes integers like this."""
    pyarrow, numpy = load("pyarrow"), load("numpy")
    if isinstance(values, pyarrow.ChunkedArray):
        return pyarrow.chunked_array([integers(chunk, length) for chunk in values.chunks], pyarrow.binary(length))
    wide = values.cast(pyarrow.int64())
    words = numpy.zeros((len(wide), length // 8), "<i8")
    words[:, 0] = wide.fill_null(0)
    return _null_where(wide, as_arrow(words.view(numpy.uint8)))


def dictionary(values: Any) -> Any:
    """Returns the array as a dictionary array: indices into its distinct values."""
    pyarrow = load("pyarrow")
    values = one_chunk(checked(_array("key_id", values), full=True))
    return values if pyarrow.types.is_dictionary(values.type) else values.dictionary_encode()


def crypt(
    row: Algorithm, encrypt: bool, key: Any, nonce: Any, data: Any, associated_data: Any, tag_length: int,
    threads: int | Device, on_error: str, tags: Any = None,
) -> Any:  # fmt: skip
    """Encrypts or decrypts. With on_error="mask" it also returns which tags are right, with "tampered" only which rows
    were tampered with. `tags` is None if each tag follows its ciphertext. Otherwise tags are separate: in decryption
    `tags`, in encryption a second result."""

    def one(columns: dict[str, Any]) -> tuple[tuple[Any, ...], int, int]:
        key, nonce, data, ad = columns["key"], columns["nonce"], columns["data"], columns["associated_data"]
        own = columns.get("tag", tags)
        result, valid, wrong, first, own = arrow_crypt(
            row, encrypt, key, nonce, data, ad, tag_length, threads, own
        )  # fmt: skip
        return (result, own, valid), wrong, first

    columns = {"key": key, "nonce": nonce, "data": data, "associated_data": associated_data}
    if tags is not None and not encrypt:
        columns["tag"] = tags
    columns = _arrays(columns)
    if encrypt:
        _refuse_repeated_nonces(**columns)
    if on_error == "tampered":
        if _is_column(columns.get("tag")):
            columns["tag"] = _null_unless(tag_length, columns["tag"])
        valid = _each_chunk(one, columns, on_error)[2]
        return _like(data, load("pyarrow.compute").invert(valid.fill_null(False)))
    result, own, valid = (_like(data, column) for column in _each_chunk(one, columns, on_error))
    if encrypt:
        return result if tags is None else (result, own)
    return (result, valid) if on_error == "mask" else result


def _refuse_repeated_nonces(key: Any, nonce: Any, data: Any, associated_data: Any) -> None:
    """Raises ValueError if two messages of this call have the same nonce under the same key."""
    if not _is_column(nonce):
        if _is_column(data) and len(data) > 1:
            raise ValueError("nonce must be an array: one nonce for each message")
        return
    key, nonce = one_chunk(key), one_chunk(nonce)
    found = arrow_repeated_nonce(key, nonce)
    nulls = [column for column in (data, associated_data) if _is_column(column) and column.null_count]
    if found and nulls:  # rows with a null are not encrypted, so they use no nonce
        for column in nulls:
            nonce = _null_where(column, as_binary(nonce))
        found = arrow_repeated_nonce(key, nonce)
    _refuse(found)


def refuse_repeated_rows(key: Any, nonce: Any) -> None:
    """Raises ValueError if two rows of numpy's arrays have the same nonce under the same key."""
    numpy = load("numpy")
    key, nonce = (numpy.ascontiguousarray(column) for column in (key, nonce))
    _refuse(arrow_repeated_nonce(key, nonce))


def _refuse(found: tuple[int, int] | None) -> None:
    if found:
        raise ValueError(f"nonce: rows {found[0]} and {found[1]} have the same nonce under the same key, "
                         "which would reveal the difference of the messages")  # fmt: skip


def _null_where(column: Any, values: Any) -> Any:
    compute = load("pyarrow.compute")
    return compute.if_else(one_chunk(compute.is_valid(column)), values, None) if column.null_count else values


def _null_unless(length: int, values: Any) -> Any:
    """Returns the values, with null for each value of another length."""
    compute = load("pyarrow.compute")
    values = as_binary(one_chunk(checked(values, full=True)))
    return compute.if_else(compute.equal(compute.binary_length(values), length), values, None)


def absorb(row: Algorithm, key: Any, data: Any, length: int, customization: Buffer | None,
           threads: int | Device) -> Any:
    """Returns `length` bytes for each message; null if an input is null."""

    def one(columns: dict[str, Any]) -> tuple[tuple[Any, ...], int, int]:
        return (arrow_absorb(row, columns["key"], columns["data"], length, customization, threads),), 0, 0

    return _like(data, _each_chunk(one, _arrays({"key": key, "data": data}), "raise")[0])


def verify(row: Algorithm, key: Any, data: Any, tags: Any, threads: int | Device, on_error: str) -> Any:
    """Returns which tags are right, null if an input is null. With on_error="raise" it returns None."""

    def one(columns: dict[str, Any]) -> tuple[tuple[Any, ...], int, int]:
        _, valid, wrong, first, _ = arrow_verify(row, columns["key"], columns["data"], columns["tags"], threads)
        return (valid,), wrong, first

    columns = _arrays({"key": key, "data": data, "tags": tags})
    valid = _like(data, _each_chunk(one, columns, on_error)[0])
    return valid if on_error == "mask" else None


def _each_chunk(
    call: Callable[[dict[str, Any]], tuple[tuple[Any, ...], int, int]], columns: dict[str, Any], on_error: str
) -> list[Any]:
    """Calls `call` with arrays, for each chunk if a column has chunks, and joins the results. `call` returns its
    results, the number of wrong tags, and the first row with a wrong tag."""
    pyarrow = load("pyarrow")
    chunked = any(isinstance(column, pyarrow.ChunkedArray) for column in columns.values())
    rows, wrong, first_wrong = 0, 0, 0
    parts: list[list[Any]] = []
    for chunk in _chunks(columns) if chunked else (columns,):
        try:
            results, wrong_here, first = call(chunk)
        except ValueError as fault:
            if rows:
                raise ValueError(f"in the chunk that begins at row {rows:,}: {fault}") from None
            raise
        first_wrong = rows + first if wrong_here and not wrong else first_wrong
        wrong += wrong_here
        parts.append([None if result is None else pyarrow.array(result) for result in results])
        rows += len(next(result for result in results if result is not None))
    if wrong and on_error == "raise":
        raise wrong_tags(first_wrong, wrong, rows)
    return [_together(list(part), chunked) for part in zip(*parts)]


def _arrays(columns: dict[str, Any]) -> dict[str, Any]:
    _refuse_other_rows(columns)
    return {name: _array(name, column) for name, column in columns.items()}


def _array(name: str, column: Any) -> Any:
    """Returns a column as an array or chunked array of pyarrow. A value for all messages is returned unchanged."""
    pyarrow = load("pyarrow")
    refuse_masked(name, column)
    pandas = _is_series("pandas", column)
    if pandas:
        column = pyarrow.array(column)
    elif not _is_column(column) and is_arrow(column):
        whole = hasattr(column, "__arrow_c_array__")
        column = pyarrow.array(column) if whole else pyarrow.chunked_array(column)
    if not _is_column(column) and hasattr(column, "__dlpack__"):
        column = _of_numpy(name, column)
    if not _is_column(column):
        return as_arrow(column) if getattr(column, "ndim", 1) == 2 else column
    column = checked(_typed_nulls(column, any_type=pandas))
    if name in _MAY_BE_INTEGERS and pyarrow.types.is_integer(column.type):
        return integers(column, _MAY_BE_INTEGERS[name])
    return column


def _of_numpy(name: str, values: Any) -> Any:
    """Integers of numpy or DLPack as a column, where these are allowed. Otherwise the array must be uint8: the bytes of
    another type would become the value for all messages, and those of objects are addresses."""
    numpy = load("numpy")
    array = values if isinstance(values, numpy.ndarray) else numpy.from_dlpack(values)
    if name in _MAY_BE_INTEGERS and array.ndim == 1 and array.dtype.kind in "iu" and array.dtype != "uint8":
        return load("pyarrow").array(array.astype(array.dtype.newbyteorder("=")))
    return bytes_column(name, array)


def _typed_nulls(column: Any, any_type: bool) -> Any:
    """Returns nulls of type binary for a column that is empty or has only nulls, if its type is Arrow's null. pandas
    may give such a column any type (`any_type`)."""
    pyarrow = load("pyarrow")
    kind = column.type.value_type if pyarrow.types.is_dictionary(column.type) else column.type
    if pyarrow.types.is_null(kind) or (any_type and column.null_count == len(column)):
        nulls = pyarrow.nulls(len(column), pyarrow.binary())
        return pyarrow.chunked_array([nulls]) if isinstance(column, pyarrow.ChunkedArray) else nulls
    return column


def _is_column(column: Any) -> bool:
    """Whether this is a column with a value for each message."""
    pyarrow = load("pyarrow")
    return isinstance(column, (pyarrow.Array, pyarrow.ChunkedArray))


def _chunks(columns: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yields slices of all columns, cut at the chunk borders of any, without a copy. At least one, for the types."""
    pyarrow = load("pyarrow")
    same = {name: column for name, column in columns.items() if not _is_column(column)}
    arrays = {name: column for name, column in columns.items() if _is_column(column)}
    counts = {name: len(column) for name, column in arrays.items()}
    if len(set(counts.values())) != 1:
        raise ValueError(f"{' and '.join(arrays)} must have the same number of rows, not {counts}")
    table = pyarrow.table(arrays)
    for batch in table.to_batches() or [pyarrow.RecordBatch.from_pylist([], schema=table.schema)]:
        yield {**same, **dict(zip(batch.schema.names, batch.columns))}


def _together(parts: list[Any], chunked: bool) -> Any:
    pyarrow = load("pyarrow")
    if parts[0] is None:
        return None
    return pyarrow.chunked_array(parts) if chunked else parts[0]
