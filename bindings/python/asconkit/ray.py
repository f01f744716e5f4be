"""Ray Data: columns of data sets encrypted and decrypted in the workers, in Arrow batches.

    dataset = asconkit.ray.decrypt(dataset, "payload", key=keys.File("/run/secrets/k"), nonce="nonce",
                                   valid="genuine")

Tasks, logs and the dashboard hold the key source, not the key: each worker asks it. A key itself is refused
unless it is a `keys.Secret(key, allow_pickling=True)`, which Ray copies to its object stores. The
arguments are those of `asconkit.spark`; docs/cluster.md says what is sent to workers.

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
    """Encrypts a column.

    Args:
        dataset: The data set.
        data: The column of plaintexts.
        key: A source of `asconkit.keys`. A plain key is refused, because it must not leave the process.
        nonce: The column of nonces, 16 bytes each.
        random_nonces: Instead of `nonce`, a column to add, with random nonces.
        batch_size: The number of rows in each batch; None for a whole block.
        options: As `Options` says; all others are for map_batches().

    Returns:
        The data set with ciphertexts.

    Raises:
        KeyError: A column is not there.
        ValueError: A column to add is there, or a nonce is repeated.
    """
    step = Step(True, as_source(key), data, nonce, random_nonces=random_nonces, **_own(options))
    return _apply(dataset, step, batch_size, options)


def decrypt(
    dataset: Dataset, data: str, *, key: Source | Key, nonce: str, valid: str | None = None,
    on_error: str = "null", batch_size: int | None = None, **options: Any,
) -> Dataset:  # fmt: skip
    """Decrypts a column.

    Args:
        dataset: The data set.
        data: The column of ciphertexts, each followed by its tag if there is no column of tags.
        key: A source of `asconkit.keys`. A plain key is refused, because it must not leave the process.
        nonce: The column of nonces, 16 bytes each.
        valid: A column to add: true where the tag is right, false where it is wrong, null where an input is null or
            there is no key for the row.
        on_error: "null" makes the plaintext null if the tag is wrong; "raise" fails instead.
        batch_size: The number of rows in each batch; None for a whole block.
        options: As `Options` says; all others are for map_batches().

    Returns:
        The data set with plaintexts.

    Raises:
        KeyError: A column is not there.
        ValueError: A column to add is there, or a tag of a column of tags has another length than `tag_length`.
    """
    step = Step(False, as_source(key), data, nonce, valid=valid, on_error=on_error, **_own(options))
    return _apply(dataset, step, batch_size, options)


def _own(options: dict[str, Any]) -> Options:
    """Takes those of `Options` out."""
    untyped: Any = {name: options.pop(name) for name in Options.__annotations__ if name in options}
    own: Options = untyped
    return own


class _Ascon:
    """The object that Ray calls. Its methods give the names in Ray's logs."""

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
