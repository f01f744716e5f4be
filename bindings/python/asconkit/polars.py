# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Encrypts, decrypts and hashes columns of Polars, given as expressions or series.

Importing this module also adds the namespace `.ascon` to every expression.

    >>> import polars, asconkit.polars
    >>> frame = polars.DataFrame({"nonce": [bytes(15) + b"1", bytes(15) + b"2"], "text": [b"one", None]})
    >>> key = bytes(16)
    >>> sealed = frame.with_columns(asconkit.polars.encrypt("text", key=key, nonce="nonce"))
    >>> sealed.select(polars.col("text").ascon.decrypt(key=key, nonce="nonce"))["text"].to_list()
    [b'one', None]

If columns are given as names or expressions, the result is an expression. If they are given as series, the result is
a series. Query plans do not show keys. A row with a null in any column has a null result.

Encryption raises ValueError for a nonce that is the same for all rows. It also does so for an expression that may be
several columns, because these would share their nonces. It also raises ValueError if two rows have the same nonce under
the same key. It compares the rows that Polars passes at once: all rows, or in the streaming engine a part of them.

An expression raises errors about the data when the query runs. A call or query that raises an error returns nothing.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, Callable, Sequence, TypedDict, Union, overload

import polars

from . import _arrow as arrow
from . import batch
from ._frames import Step, hashing, random_nonces as new_nonces, tagging
from .keys import Key, Source, as_source

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["Ascon", "Column", "Options", "encrypt", "decrypt", "hash", "mac", "prf", "tampered"]

Column = Union[str, polars.Expr]
"""The name of a column, or an expression that gives a column."""


class Options(TypedDict, total=False):
    """Options of encrypt() and decrypt(). All of them may be omitted.

    Attributes:
        algorithm: The name of an AEAD. The default is "ascon-aead128".
        tag_length: The length of each tag in bytes, 4 to 16 for Ascon-AEAD128. The default is 16.
        threads: The number of threads. The default, 0, uses one thread per processor that the process may use.
        device: The name of a device to run on instead of threads, such as "cuda:0": see `asconkit.device()`.
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
    data: Column, *, key: Source | Key, random_nonces: str, associated_data: Column | bytes | None = ...,
    key_id: Column | None = ..., tag: str | None = ..., **options: Unpack[Options],
) -> polars.Expr: ...  # fmt: skip


@overload
def encrypt(
    data: polars.Series, *, key: Source | Key, nonce: polars.Series,
    associated_data: polars.Series | bytes | None = ..., key_id: polars.Series | None = ..., tag: str | None = ...,
    **options: Unpack[Options],
) -> polars.Series: ...  # fmt: skip


@overload
def encrypt(
    data: polars.Series, *, key: Source | Key, random_nonces: str,
    associated_data: polars.Series | bytes | None = ..., key_id: polars.Series | None = ..., tag: str | None = ...,
    **options: Unpack[Options],
) -> polars.Series: ...  # fmt: skip


def encrypt(
    data: Column | polars.Series, *, key: Source | Key, nonce: Column | polars.Series | None = None,
    random_nonces: str | None = None, associated_data: Column | polars.Series | bytes | None = None,
    key_id: Column | polars.Series | None = None, tag: str | None = None, **options: Unpack[Options],
) -> polars.Expr | polars.Series:  # fmt: skip
    """Encrypts the messages of a column.

    Args:
        data: The plaintexts.
        key: A key (16 bytes for the default algorithm), a mapping of names to keys, or a source of `asconkit.keys`.
        nonce: The nonces, 16 bytes each, or counters: integers, which count as their 8 bytes, little-endian, and 8
            zeros. No nonce may be used twice under one key.
        random_nonces: Instead of `nonce`: random nonces, which become a struct field with this name. Every use of the
            expression has different nonces, even in one select(), and so has every computation of a lazy frame. Add it
            as one column, `unnest()` that column, and collect the frame before you use it twice.
        associated_data: Data that is authenticated but not encrypted: a column, or bytes that all rows share. An
            integer counts as its 8 bytes, little-endian.
        key_id: If `key` has several keys, the column with the name of the key of each row.
        tag: If it is given, the tags become a struct field with this name.
        options: The options in `Options`.

    Returns:
        A binary column of ciphertexts, each followed by its tag. With `tag` or `random_nonces`, a struct column: the
        field `data`, which is the ciphertext, and the fields of tags and nonces.

    Raises:
        DeviceError: The device is not available, or has failed.
        KeyError: A row has a name in `key_id` for which there is no key.
        TypeError: An argument has a wrong type.
        ValueError: The nonce is a literal, both or none of `nonce` and `random_nonces` are given, an argument may be
            several columns, a nonce is repeated under one key, or an option, a key or a nonce has a wrong value or
            length.
    """
    if (nonce is None) == (random_nonces is None):
        raise ValueError("expected either nonce, a column to read, or random_nonces, a field to add")
    _refuse_literal(nonce)
    inputs = {"data": data, "nonce": nonce, "associated_data": associated_data, "key_id": key_id}
    _refuse_several(inputs)
    step = Step(True, as_source(key), "", tag=tag, random_nonces=random_nonces, **_all_threads(options))
    return _crypt(step, inputs, {random_nonces: polars.Binary, tag: polars.Binary})


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
    """Verifies the tags of the messages of a column and decrypts the messages.

    Args:
        data: The ciphertexts, each followed by its tag unless `tag` is given.
        key: A key (16 bytes for the default algorithm), a mapping of names to keys, or a source of `asconkit.keys`.
        nonce: The nonces or counters with which the messages were encrypted.
        associated_data: The associated data with which the messages were encrypted: a column, or bytes for all rows.
        key_id: If `key` has several keys, the column with the name of the key of each row.
        tag: The column of tags, if tags do not follow the ciphertexts. Each has `tag_length` bytes.
        valid: If it is given, a struct field with this name says which tags are right. It must be None if `on_error`
            is "raise".
        on_error: What happens if a tag is wrong. With "null" the plaintext of the row is null. With "raise" the
            call or query raises InvalidTag.
        options: The options in `Options`.

    Returns:
        A binary column of plaintexts. With `valid`, a struct column with two fields: `data`, the plaintext, and a
        boolean that is true where the tag is right, false where it is wrong, and null where an input is null or the
        row has no key.

    Raises:
        DeviceError: The device is not available, or has failed.
        InvalidTag: A tag is wrong and `on_error` is "raise". The error names the first such row.
        TypeError: An argument has a wrong type.
        ValueError: A tag in the column `tag` does not have `tag_length` bytes, or an option or a key has a wrong
            value or length.
    """
    step = Step(False, as_source(key), "", valid=valid, on_error=on_error, **_all_threads(options))
    inputs = {"data": data, "nonce": nonce, "associated_data": associated_data, "key_id": key_id, "tag": tag}
    return _crypt(step, inputs, {valid: polars.Boolean})


@overload
def tampered(
    data: Column, *, key: Source | Key, nonce: Column, associated_data: Column | bytes | None = ...,
    key_id: Column | None = ..., tag: Column | None = ..., **options: Unpack[Options],
) -> polars.Expr: ...  # fmt: skip


@overload
def tampered(
    data: polars.Series, *, key: Source | Key, nonce: polars.Series,
    associated_data: polars.Series | bytes | None = ..., key_id: polars.Series | None = ...,
    tag: polars.Series | None = ..., **options: Unpack[Options],
) -> polars.Series: ...  # fmt: skip


def tampered(
    data: Column | polars.Series, *, key: Source | Key, nonce: Column | polars.Series,
    associated_data: Column | polars.Series | bytes | None = None, key_id: Column | polars.Series | None = None,
    tag: Column | polars.Series | None = None, **options: Unpack[Options],
) -> polars.Expr | polars.Series:  # fmt: skip
    """Finds which rows of a column were changed after their encryption, as `asconkit.batch.tampered()` does.

    Args:
        data, key, nonce, associated_data, key_id, tag, options: As in `decrypt()`.

    Returns:
        A boolean column without nulls: true where the tag is wrong or has another length than `tag_length`, where an
        input is null, and where the row has no key.

    Raises:
        DeviceError: The device is not available, or has failed.
        TypeError: An argument has a wrong type.
        ValueError: An option or a key has a wrong value or length.
    """
    step = Step(False, as_source(key), "", tampered=True, **_all_threads(options))
    inputs = {"data": data, "nonce": nonce, "associated_data": associated_data, "key_id": key_id, "tag": tag}
    return _crypt(step, inputs, {}, polars.Boolean)


@overload
def hash(data: Column, *, algorithm: str = ..., threads: int = ..., device: str | None = ...) -> polars.Expr: ...


@overload
def hash(data: polars.Series, *, algorithm: str = ..., threads: int = ...,
         device: str | None = ...) -> polars.Series: ...


def hash(
    data: Column | polars.Series, *, algorithm: str = "ascon-hash256", threads: int = 0, device: str | None = None,
) -> polars.Expr | polars.Series:  # fmt: skip
    """Hashes the messages of a column.

    Args:
        data: The messages.
        algorithm: The name of a hash.
        threads: The number of threads. 0 uses one thread per processor that the process may use.
        device: The name of a device to run on instead of threads, such as "cuda:0": see `asconkit.device()`.

    Returns:
        A binary column of digests, 32 bytes each.

    Raises:
        DeviceError: The device is not available, or has failed.
        TypeError: An argument has a wrong type.
        ValueError: `algorithm` is not a hash, or another option has a wrong value.
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
    """Computes the MACs of the messages of a column.

    Args:
        data: The messages.
        key: One key for all messages, 16 bytes long, or a source of `asconkit.keys`.
        algorithm: The name of a MAC.
        threads: The number of threads. 0 uses one thread per processor that the process may use.
        device: The name of a device to run on instead of threads, such as "cuda:0": see `asconkit.device()`.

    Returns:
        A binary column of tags, 16 bytes each.

    Raises:
        DeviceError: The device is not available, or has failed.
        TypeError: An argument has a wrong type.
        ValueError: `algorithm` is not a MAC, `key` has several keys, or the key or an option has a wrong value.
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
    """Computes the outputs of a PRF for the messages of a column.

    Args:
        data: The messages.
        length: The length of each output in bytes.
        key: One key for all messages, 16 bytes long, or a source of `asconkit.keys`.
        algorithm: The name of a PRF.
        threads: The number of threads. 0 uses one thread per processor that the process may use.
        device: The name of a device to run on instead of threads, such as "cuda:0": see `asconkit.device()`.

    Returns:
        A binary column of outputs, `length` bytes each.

    Raises:
        DeviceError: The device is not available, or has failed.
        TypeError: An argument has a wrong type.
        ValueError: `algorithm` is not a PRF, `key` has several keys, or the key, the length or an option has a wrong
            value.
    """
    source = as_source(key)

    def call(data: Any) -> Any:
        return batch.prf(source.column(None, "raise"), data, length, algorithm=algorithm, threads=threads,
                         device=device)  # fmt: skip

    return _map([data], call)


@polars.api.register_expr_namespace("ascon")
class Ascon:
    """The functions of this module as methods of expressions: `polars.col("text").ascon.hash()`.

    Type checkers do not know these methods.

    Args:
        expression: The expression that the methods use as `data`.
    """

    def __init__(self, expression: polars.Expr) -> None:
        self._expression = expression

    def encrypt(self, **options: Any) -> polars.Expr:
        """Calls `asconkit.polars.encrypt()` with this expression as `data`."""
        return encrypt(self._expression, **options)

    def decrypt(self, **options: Any) -> polars.Expr:
        """Calls `asconkit.polars.decrypt()` with this expression as `data`."""
        return decrypt(self._expression, **options)

    def tampered(self, **options: Any) -> polars.Expr:
        """Calls `asconkit.polars.tampered()` with this expression as `data`."""
        return tampered(self._expression, **options)

    def hash(self, **options: Any) -> polars.Expr:
        """Calls `asconkit.polars.hash()` with this expression as `data`."""
        return hash(self._expression, **options)

    def mac(self, **options: Any) -> polars.Expr:
        """Calls `asconkit.polars.mac()` with this expression as `data`."""
        return mac(self._expression, **options)

    def prf(self, length: int, **options: Any) -> polars.Expr:
        """Calls `asconkit.polars.prf()` with this expression as `data`."""
        return prf(self._expression, length, **options)


def _all_threads(options: Options) -> Options:
    """The options. The number of threads defaults to 0: one thread per processor."""
    all_threads: Options = {"threads": 0}
    return {**all_threads, **options}


def _crypt(
    step: Step, inputs: dict[str, Any], fields: dict[str | None, Any], kind: Any = polars.Binary
) -> polars.Expr | polars.Series:  # fmt: skip
    """Runs the step on these columns. The result has this kind; with names in `fields`, it is a struct of `data` and of
    these fields with their kinds."""
    named = [name for name in fields if name is not None]
    if "data" in named or (step.tag is not None and step.tag == step.random_nonces):
        raise ValueError("a field must have another name than 'data', which is the result, and than other fields")
    same = inputs["associated_data"] if isinstance(inputs["associated_data"], bytes) else None
    given = {name: column for name, column in inputs.items() if column is not None and column is not same}

    def call(*columns: Any) -> Any:
        values = dict(zip(given, columns))
        if step.random_nonces is not None:
            values["nonce"] = new_nonces(len(values["data"]))
        text, tags, valid = step.on_columns(
            values["data"], values["nonce"], values.get("associated_data", same), values.get("key_id"),
            values.get("tag"),
        )  # fmt: skip
        if not named:
            return text
        added = {step.random_nonces: values["nonce"], step.tag: tags, step.valid: valid}
        whole = [text, *(added[name] for name in named)]
        return arrow.load("pyarrow").StructArray.from_arrays(whole, ["data", *named])

    result = polars.Struct({"data": kind, **{name: fields[name] for name in named}}) if named else kind
    return _map(list(given.values()), call, result)


def _map(columns: Sequence[Any], call: Callable[..., Any], kind: Any = polars.Binary) -> polars.Expr | polars.Series:
    """Maps the call over the columns: gives an expression, or if the columns are series, the result."""

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
    """Converts a name, or a list of names, to an expression as Polars does."""
    untyped: Any = polars.col
    return untyped(column) if isinstance(column, (str, list, tuple)) else column


def _refuse_several(columns: dict[str, Any]) -> None:
    """Raises ValueError if Polars may expand an argument to several columns, all of which would get the same nonces."""
    for name, column in columns.items():
        expression = _expression(column)
        if isinstance(expression, polars.Expr) and expression.meta.has_multiple_outputs():
            raise ValueError(f"{name} must be one column, not {expression}, which may be several: all would be "
                             "encrypted with the same nonces. Encrypt each column in a call of its own, with a nonce "
                             "column or a key of its own")  # fmt: skip


def _refuse_literal(nonce: Any) -> None:
    """Raises ValueError if the nonce is a literal, which is the same for all rows."""
    literal = isinstance(nonce, (bytes, bytearray, memoryview))
    if isinstance(nonce, polars.Expr) and not nonce.meta.root_names() and not nonce.meta.has_multiple_outputs():
        with contextlib.suppress(polars.exceptions.PolarsError):  # it needs a frame, so it is not a literal
            literal = polars.select(nonce).height == 1
    if literal:
        raise ValueError("nonce must be a column with one nonce for each message, not a literal for all")


def _to_arrow(column: polars.Series, count: int) -> Any:
    """The values as an Arrow array, without a copy. Polars passes a literal as one row: it is repeated for all rows."""
    if len(column) == 1 != count:
        column = column.new_from_index(0, count)
    untyped: Any = column
    return untyped.to_arrow(compat_level=polars.CompatLevel.newest())


def _from_arrow(values: Any) -> Any:
    series: Any = arrow.load("polars").from_arrow(values)
    return series
