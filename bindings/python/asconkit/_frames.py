# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Encryption of columns of tables: the code that asconkit.polars, .duckdb, .spark and .ray share.
"""

from __future__ import annotations

import pickle
from dataclasses import dataclass, replace
from typing import Any, Callable, Sequence, TypedDict

from . import _arrow as arrow
from . import batch
from .exceptions import InvalidTag
from .keys import Source

__all__ = ["Options", "Step", "for_workers", "hashing", "lower_ascii", "random_nonces", "sql_functions", "tagging"]


class Options(TypedDict, total=False):
    """Options of encrypt() and decrypt() that DuckDB, Spark and Ray have in common. All of them may be omitted.

    Columns are given by name, and names are compared as the engine compares them. A column that is read must exist;
    otherwise the call raises KeyError. A column that is added must not exist; otherwise the call raises ValueError.

    Attributes:
        associated_data: The column with data that is authenticated but not encrypted, such as row ids: an integer
            counts as its 8 bytes, little-endian.
        key_id: The column with the name of the key of each row, if `key` has several keys.
        tag: The column of tags, which encrypt() adds and decrypt() reads. Without it, each tag follows its ciphertext.
            In decryption, a tag that does not have `tag_length` bytes raises ValueError.
        into: The name of a column to add for the result. By default the result replaces the column `data`. Not for
            tampered().
        algorithm: The name of an AEAD. The default is "ascon-aead128".
        tag_length: The length of each tag in bytes, 4 to 16 for Ascon-AEAD128. The default is 16.
        device: The name of a device to run on, such as "cuda:0": see `asconkit.device()`. Each worker opens the device.
    """

    associated_data: str | None
    key_id: str | None
    tag: str | None
    into: str | None
    algorithm: str
    tag_length: int
    device: str | None


def lower_ascii(name: str) -> str:
    """The name with the letters A to Z in lower case, as DuckDB compares names."""
    return name.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")


def random_nonces(count: int) -> Any:
    """Random nonces from the operating system, as binary."""
    return arrow.as_binary(arrow.as_arrow(batch.random_nonces(count)))


def for_workers(source: Source) -> Source:
    """Returns the source if it may be sent to other processes. Raises TypeError otherwise, which is clearer than a
    failure inside the engine."""
    pickle.dumps(source)
    return source


def hashing(
    algorithm: str = "ascon-hash256", threads: int = 1, device: str | None = None
) -> Callable[[Any], Any]:
    """Returns a function that computes the digests of a column."""

    def call(data: Any) -> Any:
        return batch.hash(data, algorithm=algorithm, threads=threads, device=device)

    return call


def tagging(
    source: Source, algorithm: str = "ascon-mac-v13", threads: int = 1, device: str | None = None
) -> Callable[[Any], Any]:
    """Returns a function that computes the MACs of a column under one key."""

    def call(data: Any) -> Any:
        key = source.column(None, "raise")
        return batch.mac(key, data, algorithm=algorithm, threads=threads, device=device)

    return call


def sql_functions(
    source: Source, prefix: str, algorithm: str, tag_length: int, threads: int, device: str | None = None
) -> dict[str, Callable[..., Any]]:
    """Returns the SQL functions of the engines, by name. They take Arrow arrays. <prefix>_tampered returns booleans,
    all others return binary values.

    - <prefix>_encrypt(data, nonce [, associated_data [, key_id]])
    - <prefix>_decrypt(data, nonce [, associated_data [, key_id]]): null if a tag is wrong
    - <prefix>_tampered(data, nonce [, associated_data [, key_id]]): false if the tag is right, true if not or if an
      argument is null
    - <prefix>_random_nonces(data): a nonce for each row
    - <prefix>_hash(data)
    - <prefix>_mac(data): only if there is a single key
    """

    def crypt(verb: str) -> Callable[..., Any]:
        step = Step(verb == "encrypt", source, "", tampered=verb == "tampered", algorithm=algorithm,
                    tag_length=tag_length, threads=threads, device=device)  # fmt: skip

        def call(*columns: Any) -> Any:
            _check_count(f"{prefix}_{verb}(data, nonce [, associated_data [, key_id]])", columns, 2, 4)
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
        f"{prefix}_tampered": crypt("tampered"),
        f"{prefix}_random_nonces": absorb("random_nonces", lambda data: random_nonces(len(data))),
        f"{prefix}_hash": absorb("hash", hashing(threads=threads, device=device)),
        f"{prefix}_mac": absorb("mac", tagging(source, threads=threads, device=device)),
    }


def _check_count(signature: str, columns: tuple[Any, ...], least: int, most: int) -> None:
    if not least <= len(columns) <= most:
        raise TypeError(f"expected {signature}, not {len(columns)} arguments")


@dataclass(frozen=True)
class Step:
    """Encrypts or decrypts one column of each batch that it is called with, or selects the rows in which it was
    tampered with. Its pickle contains no key."""

    encrypt: bool
    key: Source
    data: str
    nonce: str | None = None
    associated_data: str | None = None
    key_id: str | None = None
    tag: str | None = None
    into: str | None = None
    valid: str | None = None
    random_nonces: str | None = None
    tampered: bool = False
    on_error: str = "null"
    algorithm: str = "ascon-aead128"
    tag_length: int = 16
    threads: int = 1
    device: str | None = None
    fold: Callable[[str], str] = str
    """Two names mean the same column if this function returns the same text for both."""

    def __post_init__(self) -> None:
        if self.on_error not in ("raise", "null"):
            raise ValueError(f"on_error must be 'raise' or 'null', not {self.on_error!r}")
        if self.on_error == "raise" and self.valid is not None:
            raise ValueError("valid must be None with on_error='raise', which fails at the first wrong tag")

    def bound(self, names: Sequence[str]) -> Step:
        """Returns this step with the names that its columns have in the table. Raises KeyError if a column to read does
        not exist, and ValueError if a column to add exists or if a name fits several columns."""
        if (self.nonce is None) == (self.random_nonces is None):
            raise ValueError("expected either nonce, a column to read, or random_nonces, a column to add")
        if self.tampered and self.into is not None:
            raise ValueError(f"into must be None, not {self.into!r}: tampered() adds no column")
        inputs = ("data", "nonce", "associated_data", "key_id", *(() if self.encrypt else ("tag",)))
        found: dict[str, Any] = {option: self._found(option, names) for option in inputs}
        taken = list(names)
        for option in ("random_nonces", "into", "valid", *(("tag",) if self.encrypt else ())):
            name = getattr(self, option)
            if option == "into" and (name is None or self.fold(name) == self.fold(self.data)):
                found["into"] = found["data"]
            elif name is not None:
                if self._same(name, taken):
                    raise ValueError(f"{option}: there is a column {self._same(name, taken)[0]!r} already")
                taken.append(name)
        return replace(self, **found)

    def _same(self, name: str, names: Sequence[str]) -> list[str]:
        return [one for one in names if self.fold(one) == self.fold(name)]

    def _found(self, option: str, names: Sequence[str]) -> str | None:
        name = getattr(self, option)
        if name is None:
            return None
        same = self._same(name, names)
        if not same:
            add = f"; random_nonces={name!r} adds random ones" if option == "nonce" and self.encrypt else ""
            raise KeyError(f"{option}: there is no column {name!r} but {', '.join(names)}{add}")
        if len(same) > 1:
            raise ValueError(f"{option}: {name!r} may be any of the columns {', '.join(same)}")
        return same[0]

    def __call__(self, table: Any) -> Any:
        """Returns the table or record batch, with the results in the columns that are replaced or added."""
        step = self.bound(table.schema.names)
        if step.random_nonces is not None:
            table = table.append_column(step.random_nonces, random_nonces(table.num_rows))
        try:
            text, tags, valid = step.on_columns(
                _column(table, step.data),
                _column(table, step.nonce or step.random_nonces),
                _column(table, step.associated_data),
                _column(table, step.key_id),
                None if step.encrypt else _column(table, step.tag),
            )
        except InvalidTag as fault:
            raise InvalidTag(f"{step.data}: {fault}, of the rows that came in one batch") from None
        if step.tampered:
            return table.filter(text)
        names = table.schema.names
        if step.into in names:
            table = table.set_column(names.index(step.into), step.into, text)
        else:
            table = table.append_column(step.into, text)
        if tags is not None:
            table = table.append_column(step.tag, arrow.as_binary(tags))  # Spark knows no fixed_size_binary
        return table if step.valid is None else table.append_column(step.valid, valid)

    def on_columns(
        self, data: Any, nonce: Any, associated_data: Any = None, key_ids: Any = None, tags: Any = None
    ) -> tuple[Any, Any, Any]:
        """Returns three columns: the result, which says for tampered() which rows were tampered with; the tags, if
        encryption puts them into a separate column; and which tags are right, in decryption with on_error="null"."""
        key = self.key.column(key_ids, "raise" if self.encrypt else "null")
        options: dict[str, Any] = {
            "algorithm": self.algorithm, "tag_length": self.tag_length, "threads": self.threads, "device": self.device,
        }  # fmt: skip
        untyped: Any = batch
        if self.encrypt:
            detached = self.tag is not None
            result = untyped.encrypt(key, nonce, data, associated_data, detached=detached, **options)
            return (*result, None) if detached else (result, None, None)
        if self.tampered:
            return untyped.tampered(key, nonce, data, associated_data, tags=tags, **options), None, None
        on_error = "raise" if self.on_error == "raise" else "mask"
        result = untyped.decrypt(key, nonce, data, associated_data, on_error=on_error, tags=tags, **options)
        return (result, None, None) if on_error == "raise" else (result[0], None, result[1])


def _column(table: Any, name: str | None) -> Any:
    """A column without chunks, so that the keys of a column have one dictionary."""
    return None if name is None else arrow.one_chunk(table.column(name))
