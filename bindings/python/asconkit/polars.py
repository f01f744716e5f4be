"""Polars: functions of expressions and of series. Importing this module gives every expression `.ascon` too.

    >>> import polars, asconkit.polars
    >>> frame = polars.DataFrame({"nonce": [bytes(15) + b"1", bytes(15) + b"2"], "text": [b"one", None]})
    >>> key = bytes(16)
    >>> sealed = frame.with_columns(asconkit.polars.encrypt("text", key=key, nonce="nonce"))
    >>> sealed.select(polars.col("text").ascon.decrypt(key=key, nonce="nonce"))["text"].to_list()
    [b'one', None]

If columns are given as names or expressions, the result is an expression. If they are given as series, the result is
a series. Plans do not show keys. A null in any column gives null.

Encryption refuses a nonce that is the same for all rows, an expression that may be several columns, which would share
their nonces, and two equal nonces under one key among the rows that Polars passes at once: all of them, or only a part
in its streaming engine.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, Callable, Sequence, TypedDict, Union, overload

import polars

from . import _arrow as arrow
from . import batch
from ._frames import Step, hashing, tagging
from .keys import Key, Source, as_source

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["Ascon", "Column", "Options", "encrypt", "decrypt", "hash", "mac", "prf"]

Column = Union[str, polars.Expr]
"""The name of a column, or an expression."""


class Options(TypedDict, total=False):
    """How encrypt() and decrypt() compute.

    Attributes:
        algorithm: The name of an AEAD: "ascon-aead128" by default.
        tag_length: The bytes of each tag, 16 by default.
        threads: The number of threads; 0, the default, for one per processor that the process may use.
        device: The name of a device to run on instead, as `asconkit.device()` takes it.
    """

    algorithm: str
    tag_length: int
    threads: int
    device: str | None


@overload
def encrypt(
    data: Column, *, key: Source | Key, nonce: Column, associated_data: Column | bytes | None = ...,
    key_id: Column | None = ..., tag: str | None = ..., **options: Unpack[Options],
) -> polars.Expr: ...  # fmt: skip


@overload
def encrypt(
    data: polars.Series, *, key: Source | Key, nonce: polars.Series,
    associated_data: polars.Series | bytes | None = ..., key_id: polars.Series | None = ..., tag: str | None = ...,
    **options: Unpack[Options],
) -> polars.Series: ...  # fmt: skip


def encrypt(
    data: Column | polars.Series, *, key: Source | Key, nonce: Column | polars.Series,
    associated_data: Column | polars.Series | bytes | None = None, key_id: Column | polars.Series | None = None,
    tag: str | None = None, **options: Unpack[Options],
) -> polars.Expr | polars.Series:  # fmt: skip
    """Encrypts a column.

    Args:
        data: The plaintexts.
        key: A key, several keys by their names, or a source of `asconkit.keys`.
        nonce: The nonces, 16 bytes each, which must not repeat under one key.
        associated_data: Bytes that are authenticated but not encrypted: a column, or the same for all rows.
        key_id: Which key each row has, if `key` has several.
        tag: A name for the tags, which are then a field of a struct.
        options: As `Options` says.

    Returns:
        Ciphertexts, each followed by its tag. With `tag`, structs of `data`, the ciphertext, and this field.

    Raises:
        ValueError: The nonce is a literal, or an argument may be several columns, which would all be encrypted with
            the same nonces.
    """
    _refuse_literal(nonce)
    inputs = {"data": data, "nonce": nonce, "associated_data": associated_data, "key_id": key_id}
    _refuse_several(inputs)
    step = Step(True, as_source(key), "", tag=tag, **_all_threads(options))
    return _crypt(step, inputs, tag)


@overload
def decrypt(
    data: Column, *, key: Source | Key, nonce: Column, associated_data: Column | bytes | None = ...,
    key_id: Column | None = ..., tag: Column | None = ..., valid: str | None = ..., on_error: str = ...,
    **options: Unpack[Options],
) -> polars.Expr: ...  # fmt: skip


@overload
def decrypt(
    data: polars.Series, *, key: Source | Key, nonce: polars.Series,
    associated_data: polars.Series | bytes | None = ..., key_id: polars.Series | None = ...,
    tag: polars.Series | None = ..., valid: str | None = ..., on_error: str = ..., **options: Unpack[Options],
) -> polars.Series: ...  # fmt: skip


def decrypt(
    data: Column | polars.Series, *, key: Source | Key, nonce: Column | polars.Series,
    associated_data: Column | polars.Series | bytes | None = None, key_id: Column | polars.Series | None = None,
    tag: Column | polars.Series | None = None, valid: str | None = None, on_error: str = "null",
    **options: Unpack[Options],
) -> polars.Expr | polars.Series:  # fmt: skip
    """Checks the tags of a column and decrypts it.

    Args:
        data: The ciphertexts, each followed by its tag unless `tag` is given.
        key: A key, several keys by their names, or a source of `asconkit.keys`.
        nonce: The nonces that the messages were encrypted with.
        associated_data: The associated data that the messages were encrypted with.
        key_id: Which key each row has, if `key` has several.
        tag: The tags, if they are a column of their own. One of another length than `tag_length` is an error.
        valid: A name for which tags are right, which is then a field of a struct.
        on_error: What to do about a wrong tag: "null" makes the plaintext null, "raise" raises InvalidTag.
        options: As `Options` says.

    Returns:
        Plaintexts. With `valid`, structs of `data`, the plaintext, and this field: true where the tag is right, false
        where it is wrong, null where an input is null or there is no key for the row.
    """
    step = Step(False, as_source(key), "", valid=valid, on_error=on_error, **_all_threads(options))
    inputs = {"data": data, "nonce": nonce, "associated_data": associated_data, "key_id": key_id, "tag": tag}
    return _crypt(step, inputs, valid, polars.Boolean)


@overload
def hash(data: Column, *, algorithm: str = ..., threads: int = ..., device: str | None = ...) -> polars.Expr: ...


@overload
def hash(data: polars.Series, *, algorithm: str = ..., threads: int = ...,
         device: str | None = ...) -> polars.Series: ...


def hash(
    data: Column | polars.Series, *, algorithm: str = "ascon-hash256", threads: int = 0, device: str | None = None,
) -> polars.Expr | polars.Series:  # fmt: skip
    """Hashes a column.

    Args:
        data: The messages.
        algorithm: The name of a hash.
        threads: The number of threads; 0 for one per processor that the process may use.
        device: The name of a device to run on instead, as `asconkit.device()` takes it.

    Returns:
        Digests of 32 bytes.
    """
    return _map([data], hashing(algorithm, threads, device))


@overload
def mac(data: Column, *, key: Source | Key, algorithm: str = ..., threads: int = ...,
        device: str | None = ...) -> polars.Expr: ...


@overload
def mac(data: polars.Series, *, key: Source | Key, algorithm: str = ..., threads: int = ...,
        device: str | None = ...) -> polars.Series: ...


def mac(
    data: Column | polars.Series, *, key: Source | Key, algorithm: str = "ascon-mac-v13", threads: int = 0,
    device: str | None = None,
) -> polars.Expr | polars.Series:  # fmt: skip
    """Computes the MACs of a column.

    Args:
        data: The messages.
        key: One key for all messages, or a source of `asconkit.keys`.
        algorithm: The name of a MAC.
        threads: The number of threads; 0 for one per processor that the process may use.
        device: The name of a device to run on instead, as `asconkit.device()` takes it.

    Returns:
        Tags of 16 bytes.
    """
    return _map([data], tagging(as_source(key), algorithm, threads, device))


@overload
def prf(
    data: Column, length: int, *, key: Source | Key, algorithm: str = ..., threads: int = ...,
    device: str | None = ...,
) -> polars.Expr: ...  # fmt: skip


@overload
def prf(
    data: polars.Series, length: int, *, key: Source | Key, algorithm: str = ..., threads: int = ...,
    device: str | None = ...,
) -> polars.Series: ...  # fmt: skip


def prf(
    data: Column | polars.Series, length: int, *, key: Source | Key, algorithm: str = "ascon-prf-v13",
    threads: int = 0, device: str | None = None,
) -> polars.Expr | polars.Series:  # fmt: skip
    """Computes the outputs of a PRF for a column.

    Args:
        data: The messages.
        length: The bytes of output for each message.
        key: One key for all messages, or a source of `asconkit.keys`.
        algorithm: The name of a PRF.
        threads: The number of threads; 0 for one per processor that the process may use.
        device: The name of a device to run on instead, as `asconkit.device()` takes it.

    Returns:
        `length` bytes for each message.
    """
    source = as_source(key)

    def call(data: Any) -> Any:
        return batch.prf(source.column(None, "raise"), data, length, algorithm=algorithm, threads=threads,
                         device=device)  # fmt: skip

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
        key_id: Column | None = None, tag: str | None = None, **options: Unpack[Options],
    ) -> polars.Expr:  # fmt: skip
        """Does what `asconkit.polars.encrypt()` does, with this expression as `data`."""
        return encrypt(self._expression, key=key, nonce=nonce, associated_data=associated_data, key_id=key_id, tag=tag,
                       **options)  # fmt: skip

    def decrypt(
        self, *, key: Source | Key, nonce: Column, associated_data: Column | bytes | None = None,
        key_id: Column | None = None, tag: Column | None = None, valid: str | None = None, on_error: str = "null",
        **options: Unpack[Options],
    ) -> polars.Expr:  # fmt: skip
        """Does what `asconkit.polars.decrypt()` does, with this expression as `data`."""
        return decrypt(self._expression, key=key, nonce=nonce, associated_data=associated_data, key_id=key_id, tag=tag,
                       valid=valid, on_error=on_error, **options)  # fmt: skip

    def hash(self, *, algorithm: str = "ascon-hash256", threads: int = 0,
             device: str | None = None) -> polars.Expr:
        """Does what `asconkit.polars.hash()` does, with this expression as `data`."""
        return hash(self._expression, algorithm=algorithm, threads=threads, device=device)

    def mac(self, *, key: Source | Key, algorithm: str = "ascon-mac-v13", threads: int = 0,
            device: str | None = None) -> polars.Expr:
        """Does what `asconkit.polars.mac()` does, with this expression as `data`."""
        return mac(self._expression, key=key, algorithm=algorithm, threads=threads, device=device)

    def prf(
        self, length: int, *, key: Source | Key, algorithm: str = "ascon-prf-v13", threads: int = 0,
        device: str | None = None,
    ) -> polars.Expr:  # fmt: skip
        """Does what `asconkit.polars.prf()` does, with this expression as `data`."""
        return prf(self._expression, length, key=key, algorithm=algorithm, threads=threads, device=device)


def _all_threads(options: Options) -> Options:
    """The options, with as many threads as there are processors unless they say otherwise."""
    all_threads: Options = {"threads": 0}
    return {**all_threads, **options}


def _crypt(
    step: Step, inputs: dict[str, Any], field: str | None, kind: Any = polars.Binary
) -> polars.Expr | polars.Series:  # fmt: skip
    """The step on these columns. With `field`, the result is a struct that has this field too, of this type."""
    if field == "data":
        raise ValueError("the field must have another name than 'data', which is the result")
    same = inputs["associated_data"] if isinstance(inputs["associated_data"], bytes) else None
    given = {name: column for name, column in inputs.items() if column is not None and column is not same}

    def call(*columns: Any) -> Any:
        values = dict(zip(given, columns))
        text, tags, valid = step.on_columns(
            values["data"], values["nonce"], values.get("associated_data", same), values.get("key_id"),
            values.get("tag"),
        )  # fmt: skip
        if field is None:
            return text
        return arrow.load("pyarrow").StructArray.from_arrays([text, tags if step.encrypt else valid], ["data", field])

    result = polars.Binary if field is None else polars.Struct({"data": polars.Binary, field: kind})
    return _map(list(given.values()), call, result)


def _map(columns: Sequence[Any], call: Callable[..., Any], kind: Any = polars.Binary) -> polars.Expr | polars.Series:
    """An expression of the call's result, or the result itself if the columns are series."""

    def function(columns: Sequence[polars.Series]) -> polars.Series:
        name, count = columns[0].name, next((n for n in map(len, columns) if n != 1), 1)
        result = call(*(_to_arrow(column, count) for column in columns))
        return polars.Series(name, _from_arrow(result), dtype=kind)

    if any(isinstance(column, polars.Series) for column in columns):
        if not all(isinstance(column, polars.Series) for column in columns):
            raise TypeError("the columns must all be series, or all names and expressions")
        return function(columns)
    untyped: Any = polars.map_batches
    result: polars.Expr = untyped([_expression(column) for column in columns], function, kind, is_elementwise=True)
    return result


def _expression(column: Any) -> Any:
    """The expression that Polars makes of a name, or of a list of names."""
    untyped: Any = polars.col
    return untyped(column) if isinstance(column, (str, list, tuple)) else column


def _refuse_several(columns: dict[str, Any]) -> None:
    """ValueError for what Polars may expand to several columns, all of which would get the same nonces."""
    for name, column in columns.items():
        expression = _expression(column)
        if isinstance(expression, polars.Expr) and expression.meta.has_multiple_outputs():
            raise ValueError(f"{name} must be one column, not {expression}, which may be several: all would be "
                             "encrypted with the same nonces. Encrypt each column in a call of its own, with a nonce "
                             "column or a key of its own")  # fmt: skip


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
