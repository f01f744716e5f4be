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
from typing import TYPE_CHECKING, Any, Callable

import duckdb

from . import _arrow as arrow
from ._frames import Options, Step, lower_ascii, sql_functions
from .keys import Key, Source, as_source

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["Options", "register", "encrypt", "decrypt"]

_ROWS = 122_880  # that DuckDB hands out at once


def register(
    connection: duckdb.DuckDBPyConnection, key: Source | Key, *, prefix: str = "ascon",
    algorithm: str = "ascon-aead128", tag_length: int = 16, device: str | None = None,
) -> None:  # fmt: skip
    """Registers SQL functions that use this key, and return null for null:

    - <prefix>_encrypt(data, nonce [, associated_data [, key_id]])
    - <prefix>_decrypt(data, nonce [, associated_data [, key_id]]), null for a wrong tag
    - <prefix>_hash(data), and for a single key, not several, <prefix>_mac(data)

    All connections of the database have these functions. If they are registered again, they use the new key.

    Args:
        connection: The connection to register them in.
        key: A key, several keys by their names, or a source of `asconkit.keys`.
        prefix: The beginning of the functions' names. Register another prefix to use another key too.
        algorithm: The name of an AEAD.
        tag_length: The bytes of each tag.
        device: The name of a device to run on, as `asconkit.device()` takes it; each worker opens its own.

    Raises:
        ValueError: Another connection has registered these names.
    """
    for name, call in sql_functions(as_source(key), prefix, algorithm, tag_length, threads=1,
                                    device=device).items():
        _create(connection, name, call)


def encrypt(
    relation: duckdb.DuckDBPyRelation, data: str, *, key: Source | Key, nonce: str | None = None,
    random_nonces: str | None = None, rows: int = _ROWS, **options: Unpack[Options],
) -> Any:  # fmt: skip
    """Encrypts a column of a whole table, with less overhead than a function in a query.

    Args:
        relation: The table or query.
        data: The column of plaintexts.
        key: A key, several keys by their names, or a source of `asconkit.keys`.
        nonce: The column of nonces, 16 bytes each.
        random_nonces: Instead of `nonce`, a column to add, with random nonces.
        rows: The number of rows in each batch.
        options: As `Options` says.

    Returns:
        A pyarrow.RecordBatchReader. DuckDB reads it with `connection.cursor().from_arrow(reader)`, once.

    Raises:
        KeyError: A column is not there.
        ValueError: A column to add is there, or a nonce is repeated.
    """
    step = Step(True, as_source(key), data, nonce, random_nonces=random_nonces, fold=lower_ascii, **options)
    return _apply(relation, step, rows)


def decrypt(
    relation: duckdb.DuckDBPyRelation, data: str, *, key: Source | Key, nonce: str, valid: str | None = None,
    on_error: str = "null", rows: int = _ROWS, **options: Unpack[Options],
) -> Any:  # fmt: skip
    """Decrypts a column of a whole table, with less overhead than a function in a query.

    Args:
        relation: The table or query.
        data: The column of ciphertexts, each followed by its tag if there is no column of tags.
        key: A key, several keys by their names, or a source of `asconkit.keys`.
        nonce: The column of nonces, 16 bytes each.
        valid: A column to add: true where the tag is right, false where it is wrong, null where an input is null or
            there is no key for the row.
        on_error: "null" makes the plaintext null if the tag is wrong; "raise" fails instead.
        rows: The number of rows in each batch.
        options: As `Options` says.

    Returns:
        A pyarrow.RecordBatchReader, as from encrypt().

    Raises:
        KeyError: A column is not there.
        ValueError: A column to add is there, or a tag of a column of tags has another length than `tag_length`.
    """
    step = Step(False, as_source(key), data, nonce, valid=valid, on_error=on_error, fold=lower_ascii, **options)
    return _apply(relation, step, rows)


def _create(connection: Any, name: str, call: Callable[..., Any]) -> None:
    def function(*columns: Any) -> Any:
        return arrow.as_binary(call(*map(arrow.one_chunk, columns)))

    # DuckDB has no other way to ask whether this connection has the function.
    with contextlib.suppress(duckdb.InvalidInputException):
        connection.remove_function(name)
    try:
        # Without types of parameters it takes any number of them.
        connection.create_function(name, function, None, "BLOB", type="arrow", null_handling="special")
    except duckdb.CatalogException as fault:
        raise ValueError(f"another connection of this database has {name}(), which only that one can register again; "
                         "this one may use it, or register another prefix") from fault  # fmt: skip


def _apply(relation: duckdb.DuckDBPyRelation, step: Step, rows: int) -> Any:
    pyarrow = arrow.load("pyarrow")
    reader: Any = relation.to_arrow_reader(rows)
    schema = step(pyarrow.RecordBatch.from_pylist([], schema=reader.schema)).schema
    return pyarrow.RecordBatchReader.from_batches(schema, (step(part) for part in reader))
