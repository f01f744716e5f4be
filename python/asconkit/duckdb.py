"""DuckDB functions, registered in a connection.

    >>> import duckdb, asconkit.duckdb
    >>> connection = duckdb.connect()
    >>> asconkit.duckdb.register(connection, asconkit.keys.Secret(bytes(16)))
    >>> sealed = "ascon_encrypt('text'::BLOB, '0123456789abcdef'::BLOB)"
    >>> connection.sql(f"SELECT ascon_decrypt({sealed}, '0123456789abcdef'::BLOB)").fetchall()
    [(b'text',)]

The functions hold the way to the key; queries, plans and the database never see it.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import inspect
from typing import Any, Callable

import duckdb

from . import arrow
from .frames import Step, hashing, tagging
from .keys import Key, Source, as_source

__all__ = ["register", "apply"]


def register(
    connection: duckdb.DuckDBPyConnection,
    key: Source | Key,
    *,
    prefix: str = "ascon",
    algorithm: str = "ascon-aead128",
    tag_length: int = 16,
) -> None:
    """Registers functions of BLOBs that use this key, and null for null:

    - <prefix>_encrypt(data, nonce), <prefix>_decrypt(data, nonce)
    - the same with _ad behind the name: (data, nonce, associated_data)
    - the same with _device behind the name: (data, nonce, associated_data, device), device being text
    - <prefix>_hash(data), and for one key, not one for each device, <prefix>_mac(data)

    Decryption gives null for a message with a wrong tag. Register another prefix for another key.
    """
    source = as_source(key)
    for encrypt, verb in ((True, "encrypt"), (False, "decrypt")):
        step = Step(encrypt, source, "", "", algorithm=algorithm, tag_length=tag_length, threads=1)
        for suffix, kinds in (("", 2), ("_ad", 3), ("_device", 4)):
            types = ["BLOB"] * min(kinds, 3) + ["VARCHAR"] * (kinds - 3)
            _create(connection, f"{prefix}_{verb}{suffix}", types, _crypt(step))
    _create(connection, f"{prefix}_hash", ["BLOB"], hashing())
    _create(connection, f"{prefix}_mac", ["BLOB"], tagging(source))


def _crypt(step: Step) -> Callable[..., Any]:
    return lambda *columns: step.on_columns(*columns)[0]


def _create(connection: Any, name: str, types: list[str], call: Callable[..., Any]) -> None:
    def function(*columns: Any) -> Any:
        return arrow.as_binary(call(*map(arrow.one_chunk, columns)))

    # DuckDB asks for the number of parameters.
    parameters = [inspect.Parameter(f"c{i}", inspect.Parameter.POSITIONAL_ONLY) for i in range(len(types))]
    vars(function)["__signature__"] = inspect.Signature(parameters)
    connection.create_function(name, function, types, "BLOB", type="arrow", null_handling="special")


def apply(relation: duckdb.DuckDBPyRelation, step: Step, rows: int = 122_880) -> Any:
    """A pyarrow.RecordBatchReader of the relation with the step's columns, in batches of this many rows.

    For whole tables: it has less overhead than a function in a query. DuckDB reads the result with
    `connection.cursor().from_arrow(reader)`, once.
    """
    pyarrow = arrow.load("pyarrow")
    reader: Any = relation.to_arrow_reader(rows)
    schema = step(pyarrow.RecordBatch.from_pylist([], schema=reader.schema)).schema
    return pyarrow.RecordBatchReader.from_batches(schema, (step(part) for part in reader))
