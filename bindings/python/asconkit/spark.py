# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Encrypts and decrypts columns of Spark's data frames in the workers, in Arrow batches.

    frame = asconkit.spark.decrypt(frame, "payload", key=keys.File("/run/secrets/k"), nonce="nonce",
                                   valid="genuine")

Plans, event logs and tasks contain the key source, not the key: each worker asks the source for the key. A key itself
is refused unless it is a `keys.Secret(key, allow_pickling=True)`, which Spark copies to every worker in its task files.
docs/cluster.md says what is sent to workers.
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

__all__ = ["Options", "encrypt", "decrypt", "tampered", "register"]


def encrypt(
    frame: DataFrame, data: str, *, key: Source | Key, nonce: str | None = None,
    random_nonces: str | None = None, **options: Unpack[Options],
) -> DataFrame:  # fmt: skip
    """Encrypts a column, as `asconkit.duckdb.encrypt()` does.

    Spark may compute a column more than once. Nonces must therefore come from the data, not from the order of rows.
    With `random_nonces`, every computation has different nonces: store the result before you use it twice.

    Args:
        frame: The data frame.
        data: The name of the column of plaintexts.
        key: A source of `asconkit.keys`. A plain key raises TypeError, because it must not leave the process.
        nonce, random_nonces, options: As in `asconkit.duckdb.encrypt()`.

    Returns:
        The data frame with ciphertexts instead of the plaintexts, or in the column `into`.

    Raises:
        KeyError: A column that is read does not exist.
        TypeError: An argument has a wrong type, or the key must not leave this process.
        ValueError: A column to add exists already, or both or none of `nonce` and `random_nonces` are given.

    Errors in the data, such as a repeated nonce, a key of a wrong size or a device without a key, fail the job when it
    runs; Spark wraps the exception of the worker.
    """
    step = Step(True, as_source(key), data, nonce, random_nonces=random_nonces, fold=_fold(frame), **options)
    return _apply(frame, step)


def decrypt(
    frame: DataFrame, data: str, *, key: Source | Key, nonce: str, valid: str | None = None,
    on_error: str = "null", **options: Unpack[Options],
) -> DataFrame:  # fmt: skip
    """Verifies and decrypts a column, as `asconkit.duckdb.decrypt()` does.

    Args:
        frame: The data frame.
        data: The name of the column of ciphertexts. Each is followed by its tag, unless there is a column `tag`.
        key: A source of `asconkit.keys`. A plain key raises TypeError, because it must not leave the process.
        nonce, valid, on_error, options: As in `asconkit.duckdb.decrypt()`.

    Returns:
        The data frame with plaintexts instead of the ciphertexts, or in the column `into`.

    Raises:
        KeyError: A column that is read does not exist.
        TypeError: An argument has a wrong type, or the key must not leave this process.
        ValueError: A column to add exists already, or an option has a wrong value.

    Errors in the data fail the job when it runs; Spark wraps the exception of the worker: InvalidTag for a wrong tag
    if `on_error` is "raise", ValueError for a tag in the column `tag` that does not have `tag_length` bytes.
    """
    step = Step(False, as_source(key), data, nonce, valid=valid, on_error=on_error, fold=_fold(frame), **options)
    return _apply(frame, step)


def tampered(
    frame: DataFrame, data: str, *, key: Source | Key, nonce: str, **options: Unpack[Options]
) -> DataFrame:  # fmt: skip
    """Finds the rows of a data frame that were changed after their encryption, as `asconkit.duckdb.tampered()` does.

    Args:
        frame, data, key, nonce, options: As in `decrypt()`.

    Returns:
        A data frame of these rows.

    Raises:
        KeyError: A column that is read does not exist.
        TypeError: An argument has a wrong type, or the key must not leave this process.
        ValueError: An option has a wrong value.
    """
    step = Step(False, as_source(key), data, nonce, tampered=True, fold=_fold(frame), **options)
    return _apply(frame, step)


def register(
    session: SparkSession, key: Source | Key, *, prefix: str = "ascon", algorithm: str = "ascon-aead128",
    tag_length: int = 16, device: str | None = None,
) -> None:  # fmt: skip
    """Registers SQL functions that encrypt, decrypt, hash and authenticate with this key.

    These are the functions of `asconkit.duckdb.register()`. Errors in the data, such as a repeated nonce, fail the
    query.

    Args:
        session: The session in which to register the functions.
        key: A source of `asconkit.keys`. A plain key raises TypeError, because it must not leave the process.
        prefix: The beginning of the functions' names. Register a second key with a different prefix.
        algorithm: The name of an AEAD.
        tag_length: The length of each tag in bytes, 4 to 16 for Ascon-AEAD128.
        device: The name of a device to run on, such as "cuda:0": see `asconkit.device()`. Each worker opens the device.

    Raises:
        TypeError: The key has a wrong type, or must not leave this process.
    """
    source = frames.for_workers(as_source(key))
    for name, call in frames.sql_functions(source, prefix, algorithm, tag_length, threads=1,
                                           device=device).items():
        boolean = name == f"{prefix}_tampered"
        function = arrow.load("pyspark.sql.functions").arrow_udf(
            _on_arrays(call, boolean), BooleanType() if boolean else BinaryType()
        )
        session.udf.register(name, function.asNondeterministic() if name.endswith("_random_nonces") else function)


def _on_arrays(call: Callable[..., Any], boolean: bool) -> Callable[..., Any]:
    pyarrow = arrow.load("pyarrow")

    def function(*columns: Any) -> Any:
        return call(*columns) if boolean else arrow.as_binary(call(*columns))

    # Spark reads the annotations to find out which kind of function this is.
    function.__annotations__ = {"columns": pyarrow.Array, "return": pyarrow.Array}
    return function


def _fold(frame: DataFrame) -> Callable[[str], str]:
    """A function that gives the same text for two names which this session regards as equal."""
    return str if frame.sparkSession.conf.get("spark.sql.caseSensitive") == "true" else str.lower


def _apply(frame: DataFrame, step: Step) -> DataFrame:
    frames.for_workers(step.key)
    made = step.bound(frame.columns)
    new: dict[str | None, DataType] = {} if made.tampered else {
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
