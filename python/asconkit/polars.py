"""Polars: functions of expressions and of series. Importing this module gives every expression `.ascon` too.

    >>> import polars, asconkit.polars
    >>> frame = polars.DataFrame({"nonce": [bytes(15) + b"1", bytes(15) + b"2"], "text": [b"one", None]})
    >>> key = bytes(16)
    >>> sealed = frame.with_columns(asconkit.polars.encrypt("text", key=key, nonce="nonce"))
    >>> sealed.select(polars.col("text").ascon.decrypt(key=key, nonce="nonce"))["text"].to_list()
    [b'one', None]

If columns are given as names or expressions, the result is an expression. If they are given as series, the result is
a series. Plans do not show keys. A null in any column gives null.

Encryption refuses a nonce that is the same for all rows, and two equal nonces under one key among the rows that
Polars passes at once: all of them, or only a part in its streaming engine.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import contextlib
from typing import Any, Callable, Sequence, Union, overload

import polars

from . import _arrow as arrow
from . import batch
from ._frames import Step, hashing, tagging
from .keys import Key, Source, as_source

__all__ = ["Ascon", "Column", "encrypt", "decrypt", "hash", "mac", "prf"]

Column = Union[str, polars.Expr]
"""The name of a column, or an expression."""


@overload
def encrypt(
    data: Column, *, key: Source | Key, nonce: Column, associated_data: Column | bytes | None = ...,
    device: Column | None = ..., algorithm: str = ..., tag_length: int = ..., threads: int = ...,
    accelerator: str | None = ...,
) -> polars.Expr: ...  # fmt: skip


@overload
def encrypt(
    data: polars.Series, *, key: Source | Key, nonce: polars.Series,
    associated_data: polars.Series | bytes | None = ..., device: polars.Series | None = ..., algorithm: str = ...,
    tag_length: int = ..., threads: int = ...,
    accelerator: str | None = ...,
) -> polars.Series: ...  # fmt: skip


def encrypt(
    data: Column | polars.Series, *, key: Source | Key, nonce: Column | polars.Series,
    associated_data: Column | polars.Series | bytes | None = None, device: Column | polars.Series | None = None,
    algorithm: str = "ascon-aead128", tag_length: int = 16, threads: int = 0, accelerator: str | None = None,
) -> polars.Expr | polars.Series:  # fmt: skip
    """Encrypts a column.

    Args:
        data: The plaintexts.
        key: A key, one key for each device, or a source of `asconkit.keys`.
        nonce: The nonces, 16 bytes each, which must not repeat under one key.
        associated_data: Bytes that are authenticated but not encrypted: a column, or the same for all rows.
        device: The devices, if `key` has one key for each device.
        algorithm: The name of an AEAD.
        tag_length: The bytes of each tag.
        threads: The number of threads; 0 for one per processor that the process may use.
        accelerator: The name of a device to run on instead, as `asconkit.device()` takes it.

    Returns:
        Ciphertexts, each followed by its tag.
    """
    step = Step(True, as_source(key), "", "", algorithm=algorithm, tag_length=tag_length, threads=threads,
                accelerator=accelerator)
    _refuse_literal(nonce)
    return _crypt(step, data, nonce, associated_data, device)


@overload
def decrypt(
    data: Column, *, key: Source | Key, nonce: Column, associated_data: Column | bytes | None = ...,
    device: Column | None = ..., on_error: str = ..., algorithm: str = ..., tag_length: int = ...,
    threads: int = ...,
    accelerator: str | None = ...,
) -> polars.Expr: ...  # fmt: skip


@overload
def decrypt(
    data: polars.Series, *, key: Source | Key, nonce: polars.Series,
    associated_data: polars.Series | bytes | None = ..., device: polars.Series | None = ..., on_error: str = ...,
    algorithm: str = ..., tag_length: int = ..., threads: int = ...,
    accelerator: str | None = ...,
) -> polars.Series: ...  # fmt: skip


def decrypt(
    data: Column | polars.Series, *, key: Source | Key, nonce: Column | polars.Series,
    associated_data: Column | polars.Series | bytes | None = None, device: Column | polars.Series | None = None,
    on_error: str = "null", algorithm: str = "ascon-aead128", tag_length: int = 16, threads: int = 0,
    accelerator: str | None = None,
) -> polars.Expr | polars.Series:  # fmt: skip
    """Checks the tags of a column and decrypts it.

    Args:
        data: The ciphertexts, each followed by its tag.
        key: A key, one key for each device, or a source of `asconkit.keys`.
        nonce: The nonces that the messages were encrypted with.
        associated_data: The associated data that the messages were encrypted with.
        device: The devices, if `key` has one key for each device.
        on_error: What to do about a wrong tag. "null" makes the plaintext null, "raise" raises InvalidTag, and "mask"
            makes the result a struct.
        algorithm: The name of an AEAD.
        tag_length: The bytes of each tag.
        threads: The number of threads; 0 for one per processor that the process may use.
        accelerator: The name of a device to run on instead, as `asconkit.device()` takes it.

    Returns:
        Plaintexts. With on_error="mask", structs of `data`, the plaintext, and `valid`, which is false for a wrong tag
        and null where an input is null.
    """
    mask = on_error == "mask"
    step = Step(False, as_source(key), "", "", on_error="null" if mask else on_error, algorithm=algorithm,
                tag_length=tag_length, threads=threads, accelerator=accelerator)  # fmt: skip
    return _crypt(step, data, nonce, associated_data, device, mask)


@overload
def hash(data: Column, *, algorithm: str = ..., threads: int = ..., accelerator: str | None = ...) -> polars.Expr: ...


@overload
def hash(data: polars.Series, *, algorithm: str = ..., threads: int = ...,
         accelerator: str | None = ...) -> polars.Series: ...


def hash(
    data: Column | polars.Series, *, algorithm: str = "ascon-hash256", threads: int = 0, accelerator: str | None = None,
) -> polars.Expr | polars.Series:  # fmt: skip
    """Hashes a column.

    Args:
        data: The messages.
        algorithm: The name of a hash.
        threads: The number of threads; 0 for one per processor that the process may use.
        accelerator: The name of a device to run on instead, as `asconkit.device()` takes it.

    Returns:
        Digests of 32 bytes.
    """
    return _map([data], hashing(algorithm, threads, accelerator))


@overload
def mac(data: Column, *, key: Source | Key, algorithm: str = ..., threads: int = ...,
        accelerator: str | None = ...) -> polars.Expr: ...


@overload
def mac(data: polars.Series, *, key: Source | Key, algorithm: str = ..., threads: int = ...,
        accelerator: str | None = ...) -> polars.Series: ...


def mac(
    data: Column | polars.Series, *, key: Source | Key, algorithm: str = "ascon-mac-v13", threads: int = 0,
    accelerator: str | None = None,
) -> polars.Expr | polars.Series:  # fmt: skip
    """Computes the MACs of a column.

    Args:
        data: The messages.
        key: One key for all messages, or a source of `asconkit.keys`.
        algorithm: The name of a MAC.
        threads: The number of threads; 0 for one per processor that the process may use.
        accelerator: The name of a device to run on instead, as `asconkit.device()` takes it.

    Returns:
        Tags of 16 bytes.
    """
    return _map([data], tagging(as_source(key), algorithm, threads, accelerator))


@overload
def prf(
    data: Column, length: int, *, key: Source | Key, algorithm: str = ..., threads: int = ...,
    accelerator: str | None = ...,
) -> polars.Expr: ...  # fmt: skip


@overload
def prf(
    data: polars.Series, length: int, *, key: Source | Key, algorithm: str = ..., threads: int = ...,
    accelerator: str | None = ...,
) -> polars.Series: ...  # fmt: skip


def prf(
    data: Column | polars.Series, length: int, *, key: Source | Key, algorithm: str = "ascon-prf-v13",
    threads: int = 0, accelerator: str | None = None,
) -> polars.Expr | polars.Series:  # fmt: skip
    """Computes the outputs of a PRF for a column.

    Args:
        data: The messages.
        length: The bytes of output for each message.
        key: One key for all messages, or a source of `asconkit.keys`.
        algorithm: The name of a PRF.
        threads: The number of threads; 0 for one per processor that the process may use.
        accelerator: The name of a device to run on instead, as `asconkit.device()` takes it.

    Returns:
        `length` bytes for each message.
    """
    source = as_source(key)

    def call(data: Any) -> Any:
        return batch.prf(source.column(None, "raise"), data, length, algorithm=algorithm, threads=threads,
                         device=accelerator)  # fmt: skip

    return _map([data], call)


@polars.api.register_expr_namespace("ascon")
class Ascon:
    """The functions of this module as methods of expressions, which type checkers cannot see.

    Args:
        expression: The expression whose methods these are.
    """

    def __init__(self, expression: polars.Expr) -> None:
        self._expression = expression

    def encrypt(
        self, *, key: Source | Key, nonce: Column, associated_data: Column | bytes | None = None,
        device: Column | None = None, algorithm: str = "ascon-aead128", tag_length: int = 16, threads: int = 0,
        accelerator: str | None = None,
    ) -> polars.Expr:  # fmt: skip
        """Does what `asconkit.polars.encrypt()` does, with this expression as `data`."""
        return encrypt(self._expression, key=key, nonce=nonce, associated_data=associated_data, device=device,
                       algorithm=algorithm, tag_length=tag_length, threads=threads,
                       accelerator=accelerator)  # fmt: skip

    def decrypt(
        self, *, key: Source | Key, nonce: Column, associated_data: Column | bytes | None = None,
        device: Column | None = None, on_error: str = "null", algorithm: str = "ascon-aead128",
        tag_length: int = 16, threads: int = 0, accelerator: str | None = None,
    ) -> polars.Expr:  # fmt: skip
        """Does what `asconkit.polars.decrypt()` does, with this expression as `data`."""
        return decrypt(self._expression, key=key, nonce=nonce, associated_data=associated_data, device=device,
                       on_error=on_error, algorithm=algorithm, tag_length=tag_length, threads=threads,
                       accelerator=accelerator)  # fmt: skip

    def hash(self, *, algorithm: str = "ascon-hash256", threads: int = 0,
             accelerator: str | None = None) -> polars.Expr:
        """Does what `asconkit.polars.hash()` does, with this expression as `data`."""
        return hash(self._expression, algorithm=algorithm, threads=threads, accelerator=accelerator)

    def mac(self, *, key: Source | Key, algorithm: str = "ascon-mac-v13", threads: int = 0,
            accelerator: str | None = None) -> polars.Expr:
        """Does what `asconkit.polars.mac()` does, with this expression as `data`."""
        return mac(self._expression, key=key, algorithm=algorithm, threads=threads, accelerator=accelerator)

    def prf(
        self, length: int, *, key: Source | Key, algorithm: str = "ascon-prf-v13", threads: int = 0,
        accelerator: str | None = None,
    ) -> polars.Expr:  # fmt: skip
        """Does what `asconkit.polars.prf()` does, with this expression as `data`."""
        return prf(self._expression, length, key=key, algorithm=algorithm, threads=threads, accelerator=accelerator)


def _crypt(
    step: Step, data: Any, nonce: Any, associated_data: Any, device: Any, mask: bool = False
) -> polars.Expr | polars.Series:  # fmt: skip
    same = associated_data if isinstance(associated_data, bytes) else None
    ad_column = None if same is not None else associated_data
    columns = [column for column in (data, nonce, ad_column, device) if column is not None]

    def call(data: Any, nonces: Any, *rest: Any) -> Any:
        others = list(rest)
        ad = others.pop(0) if ad_column is not None else same
        text, valid = step.on_columns(data, nonces, ad, others.pop(0) if device is not None else None)
        return _struct(text, valid) if mask else text

    return _map(columns, call, mask)


def _map(columns: Sequence[Any], call: Callable[..., Any], mask: bool = False) -> polars.Expr | polars.Series:
    """An expression of the call's result, or the result itself if the columns are series."""

    def function(columns: Sequence[polars.Series]) -> polars.Series:
        name, count = columns[0].name, next((n for n in map(len, columns) if n != 1), 1)
        result = call(*(_to_arrow(column, count) for column in columns))
        return polars.Series(name, _from_arrow(result))

    if any(isinstance(column, polars.Series) for column in columns):
        if not all(isinstance(column, polars.Series) for column in columns):
            raise TypeError("the columns must all be series, or all names and expressions")
        return function(columns)
    kind: Any = polars.Binary
    if mask:
        kind = polars.Struct({"data": polars.Binary, "valid": polars.Boolean})
    untyped: Any = polars.map_batches
    result: polars.Expr = untyped(columns, function, kind, is_elementwise=True)
    return result


def _refuse_literal(nonce: Any) -> None:
    """ValueError for a nonce that is the same for all rows, however many there are."""
    literal = isinstance(nonce, (bytes, bytearray, memoryview))
    if isinstance(nonce, polars.Expr) and not nonce.meta.root_names() and not nonce.meta.has_multiple_outputs():
        with contextlib.suppress(polars.exceptions.PolarsError):  # it needs a frame, so it is not a literal
            literal = polars.select(nonce).height == 1
    if literal:
        raise ValueError("nonce must be a column with one nonce for each message, not a literal, the same for all")


def _to_arrow(column: polars.Series, count: int) -> Any:
    """The values, not copied. A literal comes as one row, which stands for all."""
    if len(column) == 1 != count:
        column = column.new_from_index(0, count)
    untyped: Any = column
    return untyped.to_arrow(compat_level=polars.CompatLevel.newest())


def _from_arrow(values: Any) -> Any:
    series: Any = arrow.load("polars").from_arrow(values)
    return series


def _struct(text: Any, valid: Any) -> Any:
    struct: Any = arrow.load("pyarrow").StructArray.from_arrays([text, valid], ["data", "valid"])
    return struct
