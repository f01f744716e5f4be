"""Spark: columns of data frames encrypted and decrypted in the workers, in Arrow batches.

    frame = asconkit.spark.decrypt(frame, "payload", key=keys.File("/run/secrets/k"), nonce="nonce",
                                   valid="genuine")

Plans, event logs and the tasks themselves hold the key source, not the key: each worker asks it. A key
itself is refused unless it is a `keys.Secret(key, allow_pickling=True)`, which Spark copies to every worker
in its task files. docs/cluster.md says what is sent to workers.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Iterator

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.types import BinaryType, BooleanType, DataType, StructField, StructType

from . import _arrow as arrow
from . import _frames as frames
from ._frames import Options, Step
from .keys import Key, Source, as_source

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["Options", "encrypt", "decrypt", "register"]


def encrypt(
    frame: DataFrame, data: str, *, key: Source | Key, nonce: str | None = None,
    random_nonces: str | None = None, **options: Unpack[Options],
) -> DataFrame:  # fmt: skip
    """Encrypts a column.

    Spark may compute a column more than once, so nonces must come from the data, not from the order of rows.

    Args:
        frame: The frame.
        data: The column of plaintexts.
        key: A source of `asconkit.keys`. A plain key is refused, because it must not leave the process.
        nonce: The column of nonces, 16 bytes each.
        random_nonces: Instead of `nonce`, a column to add, with random nonces.
        options: As `Options` says.

    Returns:
        The frame with ciphertexts.

    Raises:
        KeyError: A column is not there.
        ValueError: A column to add is there, or a nonce is repeated.
    """
    step = Step(True, as_source(key), data, nonce, random_nonces=random_nonces, fold=_fold(frame), **options)
    return _apply(frame, step)


def decrypt(
    frame: DataFrame, data: str, *, key: Source | Key, nonce: str, valid: str | None = None,
    on_error: str = "null", **options: Unpack[Options],
) -> DataFrame:  # fmt: skip
    """Decrypts a column.

    Args:
        frame: The frame.
        data: The column of ciphertexts, each followed by its tag if there is no column of tags.
        key: A source of `asconkit.keys`. A plain key is refused, because it must not leave the process.
        nonce: The column of nonces, 16 bytes each.
        valid: A column to add: true where the tag is right, false where it is wrong, null where an input is null or
            there is no key for the row.
        on_error: "null" makes the plaintext null if the tag is wrong; "raise" fails instead.
        options: As `Options` says.

    Returns:
        The frame with plaintexts.

    Raises:
        KeyError: A column is not there.
        ValueError: A column to add is there, or a tag of a column of tags has another length than `tag_length`.
    """
    step = Step(False, as_source(key), data, nonce, valid=valid, on_error=on_error, fold=_fold(frame), **options)
    return _apply(frame, step)


def register(
    session: SparkSession, key: Source | Key, *, prefix: str = "ascon", algorithm: str = "ascon-aead128",
    tag_length: int = 16, device: str | None = None,
) -> None:  # fmt: skip
    """Registers SQL functions that use this key, and return null for null:

    - <prefix>_encrypt(data, nonce [, associated_data [, key_id]])
    - <prefix>_decrypt(data, nonce [, associated_data [, key_id]]), null for a wrong tag
    - <prefix>_hash(data), and for a single key, not several, <prefix>_mac(data)

    Args:
        session: The session to register them in.
        key: A source of `asconkit.keys`. A plain key is refused, because it must not leave the process.
        prefix: The beginning of the functions' names. Register another prefix to use another key too.
        algorithm: The name of an AEAD.
        tag_length: The bytes of each tag.
        device: The name of a device to run on, as `asconkit.device()` takes it; each worker opens its own.
    """
    source = frames.for_workers(as_source(key))
    for name, call in frames.sql_functions(source, prefix, algorithm, tag_length, threads=1,
                                           device=device).items():
        session.udf.register(name, arrow.load("pyspark.sql.functions").arrow_udf(_binary(call), BinaryType()))


def _binary(call: Callable[..., Any]) -> Callable[..., Any]:
    pyarrow = arrow.load("pyarrow")

    def function(*columns: Any) -> Any:
        return arrow.as_binary(call(*columns))

    # From the annotations, Spark knows what kind of function this is.
    function.__annotations__ = {"columns": pyarrow.Array, "return": pyarrow.Array}
    return function


def _fold(frame: DataFrame) -> Callable[[str], str]:
    """How this session compares names of columns."""
    return str if frame.sparkSession.conf.get("spark.sql.caseSensitive") == "true" else str.lower


def _apply(frame: DataFrame, step: Step) -> DataFrame:
    frames.for_workers(step.key)
    made = step.bound(frame.columns)
    new: dict[str | None, DataType] = {
        made.random_nonces: BinaryType(), made.into: BinaryType(), made.valid: BooleanType(),
    }  # fmt: skip
    if made.encrypt:
        new[made.tag] = BinaryType()

    def function(batches: Iterator[Any]) -> Iterator[Any]:
        for part in batches:
            yield step(part)

    fields = [StructField(field.name, new.pop(field.name, field.dataType), True) for field in frame.schema.fields]
    fields += [StructField(name, kind, True) for name, kind in new.items() if name is not None]
    untyped: Any = frame
    result: DataFrame = untyped.mapInArrow(function, StructType(fields))
    return result
