"""Polars expressions: importing this module gives every expression `.ascon`.

    >>> import polars, asconkit.polars
    >>> frame = polars.DataFrame({"nonce": [bytes(15) + b"1", bytes(15) + b"2"], "text": [b"one", None]})
    >>> key = asconkit.keys.Secret(bytes(16))
    >>> sealed = frame.with_columns(polars.col("text").ascon.encrypt(key=key, nonce="nonce"))
    >>> sealed.select(polars.col("text").ascon.decrypt(key=key, nonce="nonce"))["text"].to_list()
    [b'one', None]

`key` is a key or a source of `asconkit.keys`; plans show neither. `nonce`, `associated_data` and `device`
are names of columns or expressions; `associated_data` may be bytes, the same for all rows. Null gives null.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

from typing import Any, Callable, Sequence, Union

import polars

from . import arrow, batch
from .frames import Step, hashing, tagging
from .keys import Key, Source, as_source

__all__ = ["Ascon"]

Column = Union[str, polars.Expr]


@polars.api.register_expr_namespace("ascon")
class Ascon:
    """The calls of `asconkit.batch` on an expression of binary values."""

    def __init__(self, expression: polars.Expr) -> None:
        self._expression = expression

    def encrypt(
        self, *, key: Source | Key, nonce: Column, associated_data: Column | bytes | None = None,
        device: Column | None = None, algorithm: str = "ascon-aead128", tag_length: int = 16, threads: int = 0,
    ) -> polars.Expr:  # fmt: skip
        """ciphertext || tag. The nonces, 16 bytes each, must not repeat under one key."""
        step = Step(True, as_source(key), "", "", algorithm=algorithm, tag_length=tag_length, threads=threads)
        return self._crypt(step, nonce, associated_data, device)

    def decrypt(
        self, *, key: Source | Key, nonce: Column, associated_data: Column | bytes | None = None,
        device: Column | None = None, on_error: str = "null", algorithm: str = "ascon-aead128",
        tag_length: int = 16, threads: int = 0,
    ) -> polars.Expr:  # fmt: skip
        """Plaintexts. A message with a wrong tag becomes null; with on_error="raise", InvalidTag is raised.

        on_error="mask": a struct of `data`, the plaintext, and `valid`: false for a wrong tag, null where
        an input is null.
        """
        mask = on_error == "mask"
        step = Step(False, as_source(key), "", "", on_error="null" if mask else on_error, algorithm=algorithm,
                    tag_length=tag_length, threads=threads)  # fmt: skip
        return self._crypt(step, nonce, associated_data, device, mask)

    def hash(self, *, algorithm: str = "ascon-hash256", threads: int = 0) -> polars.Expr:
        """Digests of 32 bytes."""
        return self._map([], hashing(algorithm, threads))

    def mac(self, *, key: Source | Key, algorithm: str = "ascon-mac-v13", threads: int = 0) -> polars.Expr:
        """Tags of 16 bytes, with one key for all."""
        return self._map([], tagging(as_source(key), algorithm, threads))

    def prf(
        self, length: int, *, key: Source | Key, algorithm: str = "ascon-prf-v13", threads: int = 0
    ) -> polars.Expr:  # fmt: skip
        """`length` bytes for each value, with one key for all."""
        source = as_source(key)

        def call(data: Any) -> Any:
            return batch.prf(source.column(None, "raise"), data, length, algorithm=algorithm, threads=threads)

        return self._map([], call)

    def _crypt(
        self, step: Step, nonce: Column, associated_data: Column | bytes | None, device: Column | None,
        mask: bool = False,
    ) -> polars.Expr:  # fmt: skip
        same = associated_data if isinstance(associated_data, bytes) else None
        ad_column = None if same is not None else associated_data
        more: list[Any] = [column for column in (nonce, ad_column, device) if column is not None]

        def call(data: Any, nonces: Any, *rest: Any) -> Any:
            others = list(rest)
            ad = others.pop(0) if ad_column is not None else same
            text, valid = step.on_columns(data, nonces, ad, others.pop(0) if device is not None else None)
            return _struct(text, valid) if mask else text

        return self._map(more, call, mask)

    def _map(self, more: Sequence[Column], call: Callable[..., Any], mask: bool = False) -> polars.Expr:
        def function(columns: Sequence[polars.Series]) -> polars.Series:
            name, count = columns[0].name, next((n for n in map(len, columns) if n != 1), 1)
            result = call(*(_to_arrow(column, count) for column in columns))
            return polars.Series(name, _from_arrow(result))

        kind: Any = polars.Binary
        if mask:
            kind = polars.Struct({"data": polars.Binary, "valid": polars.Boolean})
        untyped: Any = polars.map_batches
        result: polars.Expr = untyped([self._expression, *more], function, kind, is_elementwise=True)
        return result


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
