"""Spark: columns of data frames encrypted and decrypted in the workers, in Arrow batches.

    frame = asconkit.spark.decrypt(frame, "payload", key=keys.File("/run/secrets/k"), nonce="nonce",
                                   valid="genuine")

Plans, event logs and the tasks themselves hold the key source, not the key: each worker asks it. A key
itself is refused unless it is a `keys.Secret(key, allow_pickling=True)`, which Spark copies to every worker
in its task files. docs/cluster.md says what is sent to workers.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

from typing import Any, Callable, Iterator

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.types import BinaryType, BooleanType, DataType, StructField, StructType

from . import _arrow as arrow
from . import _frames as frames
from .keys import Key, Source, as_source

__all__ = ["encrypt", "decrypt", "register"]


def encrypt(
    frame: DataFrame, data: str, *, key: Source | Key, nonce: str, associated_data: str | None = None,
    device: str | None = None, into: str | None = None, algorithm: str = "ascon-aead128", tag_length: int = 16,
    accelerator: str | None = None,
) -> DataFrame:  # fmt: skip
    """Encrypts a column.

    Spark may compute a column more than once, so nonces must come from the data, not from the order of rows.

    Args:
        frame: The frame.
        data: The column of plaintexts.
        key: A source of `asconkit.keys`. A plain key is refused, because it must not leave the process.
        nonce: The column of nonces, 16 bytes each. If there is no such column, it is added, with random nonces.
        associated_data: The column of bytes that are authenticated but not encrypted.
        device: The column of devices, if `key` has one key for each device.
        into: The column for the result; by default it replaces `data`.
        algorithm: The name of an AEAD.
        tag_length: The bytes of each tag.
        accelerator: The name of a device to run on, as `asconkit.device()` takes it; each worker opens its own.

    Returns:
        The frame with ciphertexts, each followed by its tag.
    """
    step = frames.Step(True, as_source(key), data, nonce, associated_data, device, into, algorithm=algorithm,
                       tag_length=tag_length, accelerator=accelerator)  # fmt: skip
    return _apply(frame, step, {nonce: BinaryType(), into or data: BinaryType()})


def decrypt(
    frame: DataFrame, data: str, *, key: Source | Key, nonce: str, associated_data: str | None = None,
    device: str | None = None, into: str | None = None, valid: str | None = None, on_error: str = "null",
    algorithm: str = "ascon-aead128", tag_length: int = 16, accelerator: str | None = None,
) -> DataFrame:  # fmt: skip
    """Decrypts a column.

    Args:
        frame: The frame.
        data: The column of ciphertexts, each followed by its tag.
        key: A source of `asconkit.keys`. A plain key is refused, because it must not leave the process.
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

    Returns:
        The frame with plaintexts.
    """
    step = frames.Step(False, as_source(key), data, nonce, associated_data, device, into, valid, on_error,
                       algorithm, tag_length, accelerator=accelerator)  # fmt: skip
    new: dict[str, DataType] = {into or data: BinaryType()}
    return _apply(frame, step, {**new, valid: BooleanType()} if valid else new)


def register(
    session: SparkSession, key: Source | Key, *, prefix: str = "ascon", algorithm: str = "ascon-aead128",
    tag_length: int = 16, accelerator: str | None = None,
) -> None:  # fmt: skip
    """Registers SQL functions that use this key, and return null for null:

    - <prefix>_encrypt(data, nonce [, associated_data [, device]])
    - <prefix>_decrypt(data, nonce [, associated_data [, device]]), null for a wrong tag
    - <prefix>_hash(data), and for a single key, not one for each device, <prefix>_mac(data)

    Args:
        session: The session to register them in.
        key: A source of `asconkit.keys`. A plain key is refused, because it must not leave the process.
        prefix: The beginning of the functions' names. Register another prefix to use another key too.
        algorithm: The name of an AEAD.
        tag_length: The bytes of each tag.
        accelerator: The name of a device to run on, as `asconkit.device()` takes it; each worker opens its own.
    """
    source = frames.for_workers(as_source(key))
    for name, call in frames.sql_functions(source, prefix, algorithm, tag_length, threads=1,
                                           accelerator=accelerator).items():
        session.udf.register(name, arrow.load("pyspark.sql.functions").arrow_udf(_binary(call), BinaryType()))


def _binary(call: Callable[..., Any]) -> Callable[..., Any]:
    pyarrow = arrow.load("pyarrow")

    def function(*columns: Any) -> Any:
        return arrow.as_binary(call(*columns))

    # From the annotations, Spark knows what kind of function this is.
    function.__annotations__ = {"columns": pyarrow.Array, "return": pyarrow.Array}
    return function


def _apply(frame: DataFrame, step: frames.Step, new: dict[str, DataType]) -> DataFrame:
    frames.for_workers(step.key)

    def function(batches: Iterator[Any]) -> Iterator[Any]:
        for part in batches:
            yield step(part)

    fields = [StructField(field.name, new.pop(field.name, field.dataType), True) for field in frame.schema.fields]
    fields += [StructField(name, kind, True) for name, kind in new.items()]
    untyped: Any = frame
    result: DataFrame = untyped.mapInArrow(function, StructType(fields))
    return result
