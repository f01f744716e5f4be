"""Encrypts and decrypts columns of DuckDB, in SQL functions or in whole tables.

    >>> import duckdb, asconkit.duckdb
    >>> connection = duckdb.connect()
    >>> asconkit.duckdb.register(connection, bytes(16))
    >>> sealed = "ascon_encrypt('text'::BLOB, '0123456789abcdef'::BLOB)"
    >>> connection.sql(f"SELECT ascon_decrypt({sealed}, '0123456789abcdef'::BLOB)").fetchall()
    [(b'text',)]

The functions hold a source of the key, so that queries, plans and the database do not contain the key.

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

_ROWS = 122_880  # the rows of one row group of DuckDB


def register(
    connection: duckdb.DuckDBPyConnection, key: Source | Key, *, prefix: str = "ascon",
    algorithm: str = "ascon-aead128", tag_length: int = 16, device: str | None = None,
) -> None:  # fmt: skip
    """Registers SQL functions that encrypt, decrypt, hash and authenticate with this key.

    - <prefix>_encrypt(data, nonce [, associated_data [, key_id]]) returns the ciphertext, followed by the tag.
    - <prefix>_decrypt(data, nonce [, associated_data [, key_id]]) returns the plaintext, or null if the tag is wrong.
    - <prefix>_hash(data) returns the digest, 32 bytes.
    - <prefix>_mac(data) returns the MAC, 16 bytes. It needs a single key.

    Each function returns null if one of its arguments is null. All connections of the database have these functions.
    If they are registered again, they use the new key. Errors in the data, such as a repeated nonce, fail the query.

    Args:
        connection: The connection in which to register the functions.
        key: A key (16 bytes for the default algorithm), a mapping of names to keys, or a source of `asconkit.keys`.
        prefix: The beginning of the functions' names. Register a second key with a different prefix.
        algorithm: The name of an AEAD.
        tag_length: The length of each tag in bytes, 4 to 16 for Ascon-AEAD128.
        device: The name of a device to run on, such as "cuda:0": see `asconkit.device()`. Each worker opens the device.

    Raises:
        TypeError: The key has a wrong type.
        ValueError: Another connection of this database has registered these names.
    """
    for name, call in sql_functions(as_source(key), prefix, algorithm, tag_length, threads=1,
                                    device=device).items():
        _create(connection, name, call)


def encrypt(
    relation: duckdb.DuckDBPyRelation, data: str, *, key: Source | Key, nonce: str | None = None,
    random_nonces: str | None = None, rows: int = _ROWS, **options: Unpack[Options],
) -> Any:  # fmt: skip
    """Encrypts a column of a whole table. This is faster than an SQL function.

    Args:
        relation: The table or query.
        data: The name of the column of plaintexts.
        key: A key (16 bytes for the default algorithm), a mapping of names to keys, or a source of `asconkit.keys`.
        nonce: The name of the column of nonces, 16 bytes each. No nonce may be used twice under one key.
        random_nonces: Instead of `nonce`: the name of a column to add, which gets a random nonce for each row.
        rows: The number of rows that are encrypted at once. Nonces are compared within these rows only.
        options: The options in `Options`.

    Returns:
        A pyarrow.RecordBatchReader with the columns of the relation and the result. It can be read once, in DuckDB with
        `connection.cursor().from_arrow(reader)`. Rows are encrypted as they are read.

    Raises:
        DeviceError: The device is not available, or has failed.
        KeyError: A column does not exist, or a row has a name in `key_id` for which there is no key.
        TypeError: An argument has a wrong type.
        ValueError: A column to add exists already, a nonce is repeated under one key, or an option, a key or a nonce
            has a wrong value or length.

    An error in the data is raised when the reader reaches it. The rows of that batch are not returned.
    """
    step = Step(True, as_source(key), data, nonce, random_nonces=random_nonces, fold=lower_ascii, **options)
    return _apply(relation, step, rows)


def decrypt(
    relation: duckdb.DuckDBPyRelation, data: str, *, key: Source | Key, nonce: str, valid: str | None = None,
    on_error: str = "null", rows: int = _ROWS, **options: Unpack[Options],
) -> Any:  # fmt: skip
    """Verifies and decrypts a column of a whole table. This is faster than an SQL function.

    Args:
        relation: The table or query.
        data: The name of the column of ciphertexts. Each is followed by its tag, unless there is a column `tag`.
        key: A key (16 bytes for the default algorithm), a mapping of names to keys, or a source of `asconkit.keys`.
        nonce: The name of the column of nonces, 16 bytes each.
        valid: The name of a boolean column to add. It is true where the tag is right, false where it is wrong, and
            null where an input is null or the row has no key. It must be None if `on_error` is "raise".
        on_error: What happens if a tag is wrong. With "null" the plaintext of the row is null. With "raise" the
            reader fails with InvalidTag.
        rows: The number of rows that are decrypted at once.
        options: The options in `Options`.

    Returns:
        A pyarrow.RecordBatchReader, which can be read once. Rows are decrypted as they are read.

    Raises:
        DeviceError: The device is not available, or has failed.
        InvalidTag: A tag is wrong and `on_error` is "raise".
        KeyError: A column that is read does not exist.
        TypeError: An argument has a wrong type.
        ValueError: A column to add exists already, a tag in the column `tag` does not have `tag_length` bytes, or an
            option or a key has a wrong value or length.

    An error in the data is raised when the reader reaches it. The rows of that batch are not returned.
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
        # Without parameter types the function takes any number of arguments.
        connection.create_function(name, function, None, "BLOB", type="arrow", null_handling="special")
    except duckdb.CatalogException as fault:
        raise ValueError(f"another connection of this database has {name}(), which only that connection can register "
                         "again; this connection may use it, or register another prefix") from fault  # fmt: skip


def _apply(relation: duckdb.DuckDBPyRelation, step: Step, rows: int) -> Any:
    pyarrow = arrow.load("pyarrow")
    reader: Any = relation.to_arrow_reader(rows)
    schema = step(pyarrow.RecordBatch.from_pylist([], schema=reader.schema)).schema
    return pyarrow.RecordBatchReader.from_batches(schema, (step(part) for part in reader))
