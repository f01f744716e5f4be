# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Encrypts and decrypts columns of DuckDB, in SQL functions or in whole tables.

    >>> import duckdb, asconkit.duckdb
    >>> connection = duckdb.connect()
    >>> asconkit.duckdb.register(connection, bytes(16))
    >>> sealed = "ascon_encrypt('text'::BLOB, '0123456789abcdef'::BLOB)"
    >>> connection.sql(f"SELECT ascon_decrypt({sealed}, '0123456789abcdef'::BLOB)").fetchall()
    [(b'text',)]

The functions hold a source of the key (`asconkit.keys`), so queries, plans and the database do not contain the key.

Data, nonces, associated data and tags are BLOB or VARCHAR, which counts as its bytes in UTF-8. Nonces and associated
data may be integers, which count as 8 bytes, little-endian; in nonces, 8 zeros follow. Other types raise TypeError, as
in the extension of docs/duckdb.md, because their bytes depend on DuckDB's settings. An SQL function in Python cannot
see all types, so cast UUID to VARCHAR, BIT and GEOMETRY to BLOB before you pass them.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, Callable, Sequence

import duckdb

from . import _arrow as arrow
from ._frames import Options, Step, lower_ascii, sql_functions
from .keys import Key, Source, as_source

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["Options", "register", "encrypt", "decrypt", "tampered"]

_ROWS = 122_880  # the rows of one row group of DuckDB
_BYTES = ("blob", "varchar", "null")  # JSON is VARCHAR
_INTEGERS = ("tinyint", "smallint", "integer", "bigint", "utinyint", "usmallint", "uinteger", "ubigint")
_BYTES_OR_INTEGERS = (*_BYTES, *_INTEGERS)
_TYPES = {
    "nonce": _BYTES_OR_INTEGERS, "associated_data": _BYTES_OR_INTEGERS, "key_id": (*_BYTES_OR_INTEGERS, "enum"),
}  # fmt: skip


def register(
    connection: duckdb.DuckDBPyConnection, key: Source | Key, *, prefix: str = "ascon",
    algorithm: str = "ascon-aead128", tag_length: int = 16, device: str | None = None,
) -> None:  # fmt: skip
    """Registers SQL functions that encrypt, decrypt, hash and authenticate with this key.

    - <prefix>_encrypt(data, nonce [, associated_data [, key_id]]) returns the ciphertext, followed by the tag.
    - <prefix>_decrypt(data, nonce [, associated_data [, key_id]]) returns the plaintext, or null if the tag is wrong.
    - <prefix>_tampered(data, nonce [, associated_data [, key_id]]) returns true if the tag is wrong or an argument is
      null, and false otherwise.
    - <prefix>_random_nonces(data) returns a random nonce for each row, 16 bytes. Store them before you use them twice.
    - <prefix>_hash(data) returns the digest, 32 bytes.
    - <prefix>_mac(data) returns the MAC, 16 bytes. It needs a single key.

    The other functions return null if one of their arguments is null. All connections of the database have these
    functions. If they are registered again, they use the new key. Errors in the data, such as a repeated nonce, fail
    the query.

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
        _create(connection, name, call, "BOOLEAN" if name == f"{prefix}_tampered" else "BLOB")


def encrypt(
    relation: duckdb.DuckDBPyRelation, data: str, *, key: Source | Key, nonce: str | None = None,
    random_nonces: str | None = None, rows: int = _ROWS, **options: Unpack[Options],
) -> Any:  # fmt: skip
    """Encrypts a column of a whole table. This is faster than an SQL function.

    Args:
        relation: The table or query.
        data: The name of the column of plaintexts.
        key: A key (16 bytes for the default algorithm), a mapping of names to keys, or a source of `asconkit.keys`.
        nonce: The name of the column of nonces, 16 bytes each, or of counters: integers, which count as their 8 bytes,
            little-endian, and 8 zeros. No nonce may be used twice under one key.
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
        nonce: The name of the column of nonces or counters.
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


def tampered(
    relation: duckdb.DuckDBPyRelation, data: str, *, key: Source | Key, nonce: str, rows: int = _ROWS,
    **options: Unpack[Options],
) -> Any:  # fmt: skip
    """Finds the rows of a table that were changed after their encryption, as `asconkit.batch.tampered()` does.

    Args:
        relation, data, key, nonce, rows, options: As in `decrypt()`.

    Returns:
        A pyarrow.RecordBatchReader with these rows: rows whose tag is wrong or has another length than `tag_length`,
        rows with a null in a column that is read, and rows without a key. Deleted and repeated rows are not found.

    Raises:
        KeyError: A column that is read does not exist.
        TypeError: An argument has a wrong type.
        ValueError: An option has a wrong value.
    """
    step = Step(False, as_source(key), data, nonce, tampered=True, fold=lower_ascii, **options)
    return _apply(relation, step, rows)


def _create(connection: Any, name: str, call: Callable[..., Any], kind: str) -> None:
    def function(*columns: Any) -> Any:
        _refuse_other_arrays(columns)
        result = call(*map(arrow.one_chunk, columns))
        return arrow.as_binary(result) if kind == "BLOB" else result

    # DuckDB has no other way to ask whether this connection has the function.
    with contextlib.suppress(duckdb.InvalidInputException):
        connection.remove_function(name)
    try:
        # Without parameter types the function takes any number of arguments.
        connection.create_function(name, function, None, kind, type="arrow", null_handling="special",
                                   side_effects=name.endswith("_random_nonces"))  # fmt: skip
    except duckdb.CatalogException as fault:
        raise ValueError(f"another connection of this database has {name}(), which only that connection can register "
                         "again; this connection may use it, or register another prefix") from fault  # fmt: skip


def _refuse_other_arrays(columns: Sequence[Any]) -> None:
    """Raises TypeError for arrays that DuckDB makes of other types. With `arrow_lossless_conversion`, these are
    extension types, whose bytes differ from the bytes without that setting."""
    pyarrow = arrow.load("pyarrow")
    for name, column in zip(("data", "nonce", "associated_data", "key_id"), columns):
        kind = column.type
        other = isinstance(kind, pyarrow.BaseExtensionType) and kind.extension_name != "arrow.json"
        if other or (pyarrow.types.is_dictionary(kind) and name != "key_id"):
            raise TypeError(f"{name} must be BLOB or VARCHAR, not a type that DuckDB gives as {kind}: cast it")


def _refuse_other_types(relation: duckdb.DuckDBPyRelation, step: Step) -> None:
    """Raises TypeError for columns of other types in a relation, where the types are known."""
    types: dict[str, Any] = dict(zip(relation.columns, relation.types))
    for option in ("data", "nonce", "associated_data", "key_id", *(() if step.encrypt else ("tag",))):
        name, allowed = getattr(step, option), _TYPES.get(option, _BYTES)
        if name is not None and types[name].id not in allowed:
            wanted = "BLOB, VARCHAR or an integer" if "bigint" in allowed else "BLOB or VARCHAR"
            raise TypeError(f"{option}: the column {name!r} must be {wanted}, not {types[name]}: cast it")


def _apply(relation: duckdb.DuckDBPyRelation, step: Step, rows: int) -> Any:
    pyarrow = arrow.load("pyarrow")
    _refuse_other_types(relation, step.bound(relation.columns))
    reader: Any = relation.to_arrow_reader(rows)
    schema = step(pyarrow.RecordBatch.from_pylist([], schema=reader.schema)).schema
    return pyarrow.RecordBatchReader.from_batches(schema, (step(part) for part in reader))
