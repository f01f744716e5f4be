"""Polars: functions of expressions and of series. Importing this module gives every expression `.ascon` too.

    >>> import polars, asconkit.polars
    >>> frame = polars.DataFrame({"nonce": [bytes(15) + b"1", bytes(15) + b"2"], "text": [b"one", None]})
    >>> key = bytes(16)
    >>> sealed = frame.with_columns(asconkit.polars.encrypt("text", key=key, nonce="nonce"))
    >>> sealed.select(polars.col("text").ascon.decrypt(key=key, nonce="nonce"))["text"].to_list()
    [b'one', None]

`data` is the name of a column or an expression, and the result an expression; or all columns are series, and
so is the result. `key` is a key or a source of `asconkit.keys`; plans show neither. `nonce`, `associated_data`
and `device` are as `data`; `associated_data` may be bytes, the same for all rows. Null gives null.

In encryption a nonce that is the same for all rows is refused, and so is one that comes twice under one key
among the rows that Polars hands over at once: all of them, but in its streaming engine only a part.

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
) -> polars.Expr: ...  # fmt: skip


@overload
def encrypt(
    data: polars.Series, *, key: Source | Key, nonce: polars.Series,
    associated_data: polars.Series | bytes | None = ..., device: polars.Series | None = ..., algorithm: str = ...,
    tag_length: int = ..., threads: int = ...,
) -> polars.Series: ...  # fmt: skip


def encrypt(
    data: Column | polars.Series, *, key: Source | Key, nonce: Column | polars.Series,
    associated_data: Column | polars.Series | bytes | None = None, device: Column | polars.Series | None = None,
    algorithm: str = "ascon-aead128", tag_length: int = 16, threads: int = 0,
) -> polars.Expr | polars.Series:  # fmt: skip
    """ciphertext || tag. The nonces, 16 bytes each, must not repeat under one key."""
    step = Step(True, as_source(key), "", "", algorithm=algorithm, tag_length=tag_length, threads=threads)
    _refuse_literal(nonce)
    return _crypt(step, data, nonce, associated_data, device)


@overload
def decrypt(
    data: Column, *, key: Source | Key, nonce: Column, associated_data: Column | bytes | None = ...,
    device: Column | None = ..., on_error: str = ..., algorithm: str = ..., tag_length: int = ...,
    threads: int = ...,
) -> polars.Expr: ...  # fmt: skip


@overload
def decrypt(
    data: polars.Series, *, key: Source | Key, nonce: polars.Series,
    associated_data: polars.Series | bytes | None = ..., device: polars.Series | None = ..., on_error: str = ...,
    algorithm: str = ..., tag_length: int = ..., threads: int = ...,
) -> polars.Series: ...  # fmt: skip


def decrypt(
    data: Column | polars.Series, *, key: Source | Key, nonce: Column | polars.Series,
    associated_data: Column | polars.Series | bytes | None = None, device: Column | polars.Series | None = None,
    on_error: str = "null", algorithm: str = "ascon-aead128", tag_length: int = 16, threads: int = 0,
) -> polars.Expr | polars.Series:  # fmt: skip
    """Plaintexts. A message with a wrong tag becomes null; with on_error="raise", InvalidTag is raised.

    on_error="mask": a struct of `data`, the plaintext, and `valid`: false for a wrong tag, null where an input
    is null.
    """
    mask = on_error == "mask"
    step = Step(False, as_source(key), "", "", on_error="null" if mask else on_error, algorithm=algorithm,
                tag_length=tag_length, threads=threads)  # fmt: skip
    return _crypt(step, data, nonce, associated_data, device, mask)


@overload
def hash(data: Column, *, algorithm: str = ..., threads: int = ...) -> polars.Expr: ...


@overload
def hash(data: polars.Series, *, algorithm: str = ..., threads: int = ...) -> polars.Series: ...


def hash(
    data: Column | polars.Series, *, algorithm: str = "ascon-hash256", threads: int = 0
) -> polars.Expr | polars.Series:  # fmt: skip
    """Digests of 32 bytes."""
    return _map([data], hashing(algorithm, threads))


@overload
def mac(data: Column, *, key: Source | Key, algorithm: str = ..., threads: int = ...) -> polars.Expr: ...


@overload
def mac(data: polars.Series, *, key: Source | Key, algorithm: str = ..., threads: int = ...) -> polars.Series: ...


def mac(
    data: Column | polars.Series, *, key: Source | Key, algorithm: str = "ascon-mac-v13", threads: int = 0
) -> polars.Expr | polars.Series:  # fmt: skip
    """Tags of 16 bytes, with one key for all."""
    return _map([data], tagging(as_source(key), algorithm, threads))


@overload
def prf(
    data: Column, length: int, *, key: Source | Key, algorithm: str = ..., threads: int = ...
) -> polars.Expr: ...  # fmt: skip


@overload
def prf(
    data: polars.Series, length: int, *, key: Source | Key, algorithm: str = ..., threads: int = ...
) -> polars.Series: ...  # fmt: skip


def prf(
    data: Column | polars.Series, length: int, *, key: Source | Key, algorithm: str = "ascon-prf-v13",
    threads: int = 0,
) -> polars.Expr | polars.Series:  # fmt: skip
    """`length` bytes for each value, with one key for all."""
    source = as_source(key)

    def call(data: Any) -> Any:
        return batch.prf(source.column(None, "raise"), data, length, algorithm=algorithm, threads=threads)

    return _map([data], call)


@polars.api.register_expr_namespace("ascon")
class Ascon:
    """The functions of this module as methods of expressions, which type checkers cannot see."""

    def __init__(self, expression: polars.Expr) -> None:
        self._expression = expression

    def encrypt(
        self, *, key: Source | Key, nonce: Column, associated_data: Column | bytes | None = None,
        device: Column | None = None, algorithm: str = "ascon-aead128", tag_length: int = 16, threads: int = 0,
    ) -> polars.Expr:  # fmt: skip
        """asconkit.polars.encrypt()"""
        return encrypt(self._expression, key=key, nonce=nonce, associated_data=associated_data, device=device,
                       algorithm=algorithm, tag_length=tag_length, threads=threads)  # fmt: skip

    def decrypt(
        self, *, key: Source | Key, nonce: Column, associated_data: Column | bytes | None = None,
        device: Column | None = None, on_error: str = "null", algorithm: str = "ascon-aead128",
        tag_length: int = 16, threads: int = 0,
    ) -> polars.Expr:  # fmt: skip
        """asconkit.polars.decrypt()"""
        return decrypt(self._expression, key=key, nonce=nonce, associated_data=associated_data, device=device,
                       on_error=on_error, algorithm=algorithm, tag_length=tag_length, threads=threads)  # fmt: skip

    def hash(self, *, algorithm: str = "ascon-hash256", threads: int = 0) -> polars.Expr:
        """asconkit.polars.hash()"""
        return hash(self._expression, algorithm=algorithm, threads=threads)

    def mac(self, *, key: Source | Key, algorithm: str = "ascon-mac-v13", threads: int = 0) -> polars.Expr:
        """asconkit.polars.mac()"""
        return mac(self._expression, key=key, algorithm=algorithm, threads=threads)

    def prf(
        self, length: int, *, key: Source | Key, algorithm: str = "ascon-prf-v13", threads: int = 0
    ) -> polars.Expr:  # fmt: skip
        """asconkit.polars.prf()"""
        return prf(self._expression, length, key=key, algorithm=algorithm, threads=threads)


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
        with contextlib.suppress(polars.exceptions.PolarsError):  # it needs a frame, and is none
            literal = polars.select(nonce).height == 1
    if literal:
        raise ValueError("nonce must be a column with one nonce for each message, not a literal, the same for all")


def _to_arrow(column: polars.Series, count: int) -> Any:
    """The values where they lie. A literal comes as one row, which stands for all."""
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
