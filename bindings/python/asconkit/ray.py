"""Encrypts and decrypts columns of Ray's data sets in the workers, in Arrow batches.

    dataset = asconkit.ray.decrypt(dataset, "payload", key=keys.File("/run/secrets/k"), nonce="nonce",
                                   valid="genuine")

Tasks, logs and the dashboard contain the key source, not the key: each worker asks the source for the key. A key itself
is refused unless it is a `keys.Secret(key, allow_pickling=True)`, which Ray copies to its object stores. The arguments
have the same meaning as in `asconkit.spark`. docs/cluster.md says what is sent to workers.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

from typing import Any

from ray.data import Dataset

from . import _frames as frames
from ._frames import Options, Step
from .keys import Key, Source, as_source

__all__ = ["Options", "encrypt", "decrypt"]


def encrypt(
    dataset: Dataset, data: str, *, key: Source | Key, nonce: str | None = None,
    random_nonces: str | None = None, batch_size: int | None = None, **options: Any,
) -> Dataset:  # fmt: skip
    """Encrypts a column. The data set is computed when its rows are used, perhaps more than once.

    With `random_nonces` every computation has different nonces: call `materialize()` before you use the result twice.

    Args:
        dataset: The data set.
        data: The name of the column of plaintexts.
        key: A source of `asconkit.keys`. A plain key raises TypeError, because it must not leave the process.
        nonce: The name of the column of nonces, 16 bytes each. No nonce may be used twice under one key.
        random_nonces: Instead of `nonce`: the name of a column to add, which gets a random nonce for each row.
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
    """Verifies and decrypts a column. The data set is computed when its rows are used.

    Args:
        dataset: The data set.
        data: The name of the column of ciphertexts. Each is followed by its tag, unless there is a column `tag`.
        key: A source of `asconkit.keys`. A plain key raises TypeError, because it must not leave the process.
        nonce: The name of the column of nonces, 16 bytes each.
        valid: The name of a boolean column to add. It is true where the tag is right, false where it is wrong, and
            null where an input is null or the row has no key. It must be None if `on_error` is "raise".
        on_error: What happens if a tag is wrong. With "null" the plaintext of the row is null. With "raise" the
            job fails with InvalidTag.
        batch_size: The number of rows that are decrypted at once. None for a whole block.
        options: The options in `Options`. All other options are passed to Ray's map_batches().

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


def _apply(dataset: Dataset, step: Step, batch_size: int | None, options: dict[str, Any]) -> Dataset:
    frames.for_workers(step.key)
    untyped: Any = dataset
    call = _Ascon(step).encrypt if step.encrypt else _Ascon(step).decrypt
    result: Dataset = untyped.map_batches(call, batch_format="pyarrow", batch_size=batch_size,
                                          zero_copy_batch=True, **options)  # fmt: skip
    return result
