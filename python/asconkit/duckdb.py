"""DuckDB functions, registered in a connection.

    >>> import duckdb, asconkit.duckdb
    >>> connection = duckdb.connect()
    >>> asconkit.duckdb.register(connection, bytes(16))
    >>> sealed = "ascon_encrypt('text'::BLOB, '0123456789abcdef'::BLOB)"
    >>> connection.sql(f"SELECT ascon_decrypt({sealed}, '0123456789abcdef'::BLOB)").fetchall()
    [(b'text',)]

The functions hold a source of the key; queries, plans and the database never see the key.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import contextlib
from typing import Any, Callable

import duckdb

from . import _arrow as arrow
from ._frames import Step, sql_functions
from .keys import Key, Source, as_source

__all__ = ["register", "encrypt", "decrypt"]

_ROWS = 122_880  # that DuckDB hands out at once


def register(
    connection: duckdb.DuckDBPyConnection, key: Source | Key, *, prefix: str = "ascon",
    algorithm: str = "ascon-aead128", tag_length: int = 16, accelerator: str | None = None,
) -> None:  # fmt: skip
    """Registers SQL functions that use this key, and return null for null:

    - <prefix>_encrypt(data, nonce [, associated_data [, device]])
    - <prefix>_decrypt(data, nonce [, associated_data [, device]]), null for a wrong tag
    - <prefix>_hash(data), and for a single key, not one for each device, <prefix>_mac(data)

    All connections of the database have these functions. If they are registered again, they use the new key.

    Args:
        connection: The connection to register them in.
        key: A key, one key for each device, or a source of `asconkit.keys`.
        prefix: The beginning of the functions' names. Register another prefix to use another key too.
        algorithm: The name of an AEAD.
        tag_length: The bytes of each tag.
        accelerator: The name of a device to run on, as `asconkit.device()` takes it; each worker opens its own.

    Raises:
        ValueError: Another connection has registered these names.
    """
    for name, call in sql_functions(as_source(key), prefix, algorithm, tag_length, threads=1,
                                    accelerator=accelerator).items():
        _create(connection, name, call)


def encrypt(
    relation: duckdb.DuckDBPyRelation, data: str, *, key: Source | Key, nonce: str,
    associated_data: str | None = None, device: str | None = None, into: str | None = None,
    algorithm: str = "ascon-aead128", tag_length: int = 16, accelerator: str | None = None, rows: int = _ROWS,
) -> Any:  # fmt: skip
    """Encrypts a column of a whole table, with less overhead than a function in a query.

    Args:
        relation: The table or query.
        data: The column of plaintexts.
        key: A key, one key for each device, or a source of `asconkit.keys`.
        nonce: The column of nonces, 16 bytes each. If there is no such column, it is added, with random nonces.
        associated_data: The column of bytes that are authenticated but not encrypted.
        device: The column of devices, if `key` has one key for each device.
        into: The column for the result; by default it replaces `data`.
        algorithm: The name of an AEAD.
        tag_length: The bytes of each tag.
        accelerator: The name of a device to run on, as `asconkit.device()` takes it; each worker opens its own.
        rows: The number of rows in each batch.

    Returns:
        A pyarrow.RecordBatchReader. DuckDB reads it with `connection.cursor().from_arrow(reader)`, once.
    """
    step = Step(True, as_source(key), data, nonce, associated_data, device, into, algorithm=algorithm,
                tag_length=tag_length, accelerator=accelerator)  # fmt: skip
    return _apply(relation, step, rows)


def decrypt(
    relation: duckdb.DuckDBPyRelation, data: str, *, key: Source | Key, nonce: str,
    associated_data: str | None = None, device: str | None = None, into: str | None = None,
    valid: str | None = None, on_error: str = "null", algorithm: str = "ascon-aead128", tag_length: int = 16,
    accelerator: str | None = None,
    rows: int = _ROWS,
) -> Any:  # fmt: skip
    """Decrypts a column of a whole table, with less overhead than a function in a query.

    Args:
        relation: The table or query.
        data: The column of ciphertexts, each followed by its tag.
        key: A key, one key for each device, or a source of `asconkit.keys`.
        nonce: The column of nonces, 16 bytes each.
        associated_data: The column of bytes that are authenticated but not encrypted.
        device: The column of devices, if `key` has one key for each device.
        into: The column for the result; by default it replaces `data`.
        valid: A column to add: true where the tag is right, false where it is wrong, null where an input is null or
            the device has no key.
        on_error: "null" makes the plaintext null if the tag is wrong; "raise" fails instead.
        algorithm: The name of an AEAD.
        tag_length: The bytes of each tag.
        accelerator: The name of a device to run on, as `asconkit.device()` takes it; each worker opens its own.
        rows: The number of rows in each batch.

    Returns:
        A pyarrow.RecordBatchReader, as from encrypt().
    """
    step = Step(False, as_source(key), data, nonce, associated_data, device, into, valid, on_error, algorithm,
                tag_length, accelerator=accelerator)  # fmt: skip
    return _apply(relation, step, rows)


def _create(connection: Any, name: str, call: Callable[..., Any]) -> None:
    def function(*columns: Any) -> Any:
        return arrow.as_binary(call(*map(_column, columns)))

    # DuckDB has no other way to ask whether this connection has the function.
    with contextlib.suppress(duckdb.InvalidInputException):
        connection.remove_function(name)
    try:
        # Without types of parameters it takes any number of them.
        connection.create_function(name, function, None, "BLOB", type="arrow", null_handling="special")
    except duckdb.CatalogException as fault:
        raise ValueError(f"another connection of this database has {name}(), which only that one can register again; "
                         "this one may use it, or register another prefix") from fault  # fmt: skip


def _column(values: Any) -> Any:
    """An argument as one array. A literal NULL has a type of its own, which becomes binary."""
    pyarrow = arrow.load("pyarrow")
    values = arrow.one_chunk(values)
    return values.cast(pyarrow.binary()) if pyarrow.types.is_null(values.type) else values


def _apply(relation: duckdb.DuckDBPyRelation, step: Step, rows: int) -> Any:
    pyarrow = arrow.load("pyarrow")
    reader: Any = relation.to_arrow_reader(rows)
    schema = step(pyarrow.RecordBatch.from_pylist([], schema=reader.schema)).schema
    return pyarrow.RecordBatchReader.from_batches(schema, (step(part) for part in reader))
