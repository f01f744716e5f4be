"""Encryption of columns of tables: what asconkit.polars, .duckdb, .spark and .ray have in common.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import os
import pickle
from dataclasses import dataclass
from typing import Any, Callable

from . import _arrow as arrow
from . import batch
from .keys import Source

__all__ = ["Step", "for_workers", "hashing", "random_nonces", "sql_functions", "tagging"]

_NONCE_BYTES = 16


def random_nonces(count: int) -> Any:
    """Random nonces from the operating system, as binary. Two are the same with probability n^2 / 2^129."""
    numpy = arrow.load("numpy")

    random = numpy.frombuffer(os.urandom(_NONCE_BYTES * count), numpy.uint8)
    return arrow.as_binary(arrow.as_arrow(random.reshape(count, _NONCE_BYTES)))


def for_workers(source: Source) -> Source:
    """The source itself, if it may be sent to other processes. Otherwise the TypeError comes from here, not from deep
    inside the engine."""
    pickle.dumps(source)
    return source


def hashing(
    algorithm: str = "ascon-hash256", threads: int = 1, accelerator: str | None = None
) -> Callable[[Any], Any]:
    """A function that computes the digests of a column."""

    def call(data: Any) -> Any:
        return batch.hash(data, algorithm=algorithm, threads=threads, device=accelerator)

    return call


def tagging(
    source: Source, algorithm: str = "ascon-mac-v13", threads: int = 1, accelerator: str | None = None
) -> Callable[[Any], Any]:
    """A function that computes the tags of a column under one key."""

    def call(data: Any) -> Any:
        key = source.column(None, "raise")
        return batch.mac(key, data, algorithm=algorithm, threads=threads, device=accelerator)

    return call


def sql_functions(
    source: Source, prefix: str, algorithm: str, tag_length: int, threads: int,
    accelerator: str | None = None,
) -> dict[str, Callable[..., Any]]:  # fmt: skip
    """The SQL functions of every engine by name. They take and return Arrow arrays.

    - <prefix>_encrypt(data, nonce [, associated_data [, device]])
    - <prefix>_decrypt(data, nonce [, associated_data [, device]]), null for a wrong tag
    - <prefix>_hash(data), and for one key, not one for each device, <prefix>_mac(data)
    """

    def crypt(verb: str) -> Callable[..., Any]:
        step = Step(verb == "encrypt", source, "", "", algorithm=algorithm, tag_length=tag_length, threads=threads,
                    accelerator=accelerator)  # fmt: skip

        def call(*columns: Any) -> Any:
            _check_count(f"{prefix}_{verb}(data, nonce [, associated_data [, device]])", columns, 2, 4)
            return step.on_columns(*columns)[0]

        return call

    def absorb(verb: str, function: Callable[[Any], Any]) -> Callable[..., Any]:
        def call(*columns: Any) -> Any:
            _check_count(f"{prefix}_{verb}(data)", columns, 1, 1)
            return function(*columns)

        return call

    return {
        f"{prefix}_encrypt": crypt("encrypt"),
        f"{prefix}_decrypt": crypt("decrypt"),
        f"{prefix}_hash": absorb("hash", hashing(threads=threads, accelerator=accelerator)),
        f"{prefix}_mac": absorb("mac", tagging(source, threads=threads, accelerator=accelerator)),
    }


def _check_count(signature: str, columns: tuple[Any, ...], least: int, most: int) -> None:
    if not least <= len(columns) <= most:
        raise TypeError(f"expected {signature}, not {len(columns)} arguments")


@dataclass(frozen=True)
class Step:
    """Encrypts or decrypts one column of each batch that it is called with. Its pickle has no key."""

    encrypt: bool
    key: Source
    data: str
    nonce: str
    associated_data: str | None = None
    device: str | None = None
    into: str | None = None
    valid: str | None = None
    on_error: str = "null"
    algorithm: str = "ascon-aead128"
    tag_length: int = 16
    threads: int = 1
    accelerator: str | None = None

    def __post_init__(self) -> None:
        if self.on_error not in ("raise", "null"):
            raise ValueError(f"on_error must be 'raise' or 'null', not {self.on_error!r}")
        if self.on_error == "raise" and self.valid is not None:
            raise ValueError("valid must be None with on_error='raise', which leaves nothing to tell")

    def __call__(self, table: Any) -> Any:
        """The table or record batch with the column `into` (otherwise `data`) replaced or added."""
        if self.encrypt and self.nonce not in table.schema.names:
            table = _with(table, self.nonce, random_nonces(table.num_rows))
        text, valid = self.on_columns(
            _column(table, self.data),
            _column(table, self.nonce),
            _column(table, self.associated_data),
            _column(table, self.device),
        )
        table = _with(table, self.into or self.data, text)
        return table if self.valid is None or self.encrypt else _with(table, self.valid, valid)

    def on_columns(self, data: Any, nonce: Any, associated_data: Any = None, device: Any = None) -> tuple[Any, Any]:
        """The result, and which messages are genuine; the latter is None in encryption."""
        key = self.key.column(device, "raise" if self.encrypt else "null")
        options: dict[str, Any] = {
            "algorithm": self.algorithm, "tag_length": self.tag_length, "threads": self.threads,
            "device": self.accelerator,
        }  # fmt: skip
        if self.encrypt:
            return batch.encrypt(key, nonce, data, associated_data, **options), None
        untyped: Any = batch.decrypt
        on_error = "raise" if self.on_error == "raise" else "mask"
        result: Any = untyped(key, nonce, data, associated_data, on_error=on_error, **options)
        return (result, None) if on_error == "raise" else (result[0], result[1])


def _column(table: Any, name: str | None) -> Any:
    """A column without chunks, so that devices have one dictionary."""
    if name is None:
        return None
    if name not in table.schema.names:
        raise KeyError(f"there is no column {name!r} but {', '.join(table.schema.names)}")
    return arrow.one_chunk(table.column(name))


def _with(table: Any, name: str, column: Any) -> Any:
    names = table.schema.names
    if name in names:
        return table.set_column(names.index(name), name, column)
    return table.append_column(name, column)
