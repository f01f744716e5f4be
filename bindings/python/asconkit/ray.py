# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Encrypts and decrypts columns of Ray's data sets in the workers, in Arrow batches.

    dataset = asconkit.ray.decrypt(dataset, "payload", key=keys.File("/run/secrets/k"), nonce="nonce",
                                   valid="genuine")

Tasks, logs and the dashboard contain the key source, not the key: each worker asks the source for the key. A key itself
is refused unless it is a `keys.Secret(key, allow_pickling=True)`, which Ray copies to its object stores. The arguments
have the same meaning as in `asconkit.spark`. docs/cluster.md says what is sent to workers.
"""

from __future__ import annotations

from typing import Any

from ray.data import Dataset

from . import _frames as frames
from ._frames import Options, Step
from .keys import Key, Source, as_source

__all__ = ["Options", "encrypt", "decrypt", "tampered"]


def encrypt(
    dataset: Dataset, data: str, *, key: Source | Key, nonce: str | None = None,
    random_nonces: str | None = None, batch_size: int | None = None, **options: Any,
) -> Dataset:  # fmt: skip
    """Encrypts a column, as `asconkit.spark.encrypt()` does. The data set is computed when its rows are used.

    With `random_nonces` every computation has different nonces: call `materialize()` before you use the result twice.

    Args:
        dataset: The data set.
        data, key, nonce, random_nonces: As in `asconkit.spark.encrypt()`.
        batch_size: The number of rows that are encrypted at once. None for a whole block. Nonces are compared within
            these rows only.
        options: The options in `Options`. All other options are passed to Ray's map_batches().

    Returns:
        The data set with ciphertexts instead of the plaintexts, or in the column `into`.

    Raises:
        TypeError: An argument has a wrong type, or the key must not leave this process.
        ValueError: An option has a wrong value.

    Errors in the data fail the job when it runs; Ray wraps the exception of the worker: KeyError for a column that does
    not exist, ValueError for a column to add that exists, a repeated nonce or a key of a wrong size.
    """
    step = Step(True, as_source(key), data, nonce, random_nonces=random_nonces, **_own(options))
    return _apply(dataset, step, batch_size, options)


def decrypt(
    dataset: Dataset, data: str, *, key: Source | Key, nonce: str, valid: str | None = None,
    on_error: str = "null", batch_size: int | None = None, **options: Any,
) -> Dataset:  # fmt: skip
    """Verifies and decrypts a column, as `asconkit.spark.decrypt()` does, when the rows of the data set are used.

    Args:
        dataset: The data set.
        data, key, nonce, valid, on_error: As in `asconkit.spark.decrypt()`.
        batch_size, options: As in `encrypt()`.

    Returns:
        The data set with plaintexts instead of the ciphertexts, or in the column `into`.

    Raises:
        TypeError: An argument has a wrong type, or the key must not leave this process.
        ValueError: An option has a wrong value.

    Errors in the data fail the job when it runs; Ray wraps the exception of the worker: InvalidTag for a wrong tag if
    `on_error` is "raise", KeyError for a column that does not exist, ValueError for a column to add that exists and for
    a tag in the column `tag` that does not have `tag_length` bytes.
    """
    step = Step(False, as_source(key), data, nonce, valid=valid, on_error=on_error, **_own(options))
    return _apply(dataset, step, batch_size, options)


def tampered(
    dataset: Dataset, data: str, *, key: Source | Key, nonce: str, batch_size: int | None = None, **options: Any
) -> Dataset:  # fmt: skip
    """Finds the rows of a data set that were changed after their encryption, as `asconkit.spark.tampered()` does.

    Args:
        dataset, data, key, nonce, batch_size, options: As in `decrypt()`.

    Returns:
        A data set of these rows.

    Raises:
        TypeError: An argument has a wrong type, or the key must not leave this process.
        ValueError: An option has a wrong value.
    """
    step = Step(False, as_source(key), data, nonce, tampered=True, **_own(options))
    return _apply(dataset, step, batch_size, options)


def _own(options: dict[str, Any]) -> Options:
    """Removes the options in `Options` from the others, and returns them."""
    untyped: Any = {name: options.pop(name) for name in Options.__annotations__ if name in options}
    own: Options = untyped
    return own


class _Ascon:
    """The object that Ray calls. Ray's logs show the names of its methods."""

    def __init__(self, step: Step) -> None:
        self._step = step

    def encrypt(self, table: Any) -> Any:
        return self._step(table)

    def decrypt(self, table: Any) -> Any:
        return self._step(table)

    def tampered(self, table: Any) -> Any:
        return self._step(table)


def _apply(dataset: Dataset, step: Step, batch_size: int | None, options: dict[str, Any]) -> Dataset:
    frames.for_workers(step.key)
    untyped: Any = dataset
    verb = "encrypt" if step.encrypt else "tampered" if step.tampered else "decrypt"
    call = getattr(_Ascon(step), verb)
    result: Dataset = untyped.map_batches(call, batch_format="pyarrow", batch_size=batch_size,
                                          zero_copy_batch=True, **options)  # fmt: skip
    return result
