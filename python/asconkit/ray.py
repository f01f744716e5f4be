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
from .keys import Key, Source, as_source

__all__ = ["encrypt", "decrypt"]


def encrypt(
    dataset: Dataset, data: str, *, key: Source | Key, nonce: str, associated_data: str | None = None,
    device: str | None = None, into: str | None = None, algorithm: str = "ascon-aead128", tag_length: int = 16,
    accelerator: str | None = None,
    batch_size: int | None = None, **ray: Any,
) -> Dataset:  # fmt: skip
    """Encrypts a column.

    Args:
        dataset: The data set.
        data: The column of plaintexts.
        key: A source of `asconkit.keys`. A plain key is refused, because it must not leave the process.
        nonce: The column of nonces, 16 bytes each. If there is no such column, it is added, with random nonces.
        associated_data: The column of bytes that are authenticated but not encrypted.
        device: The column of devices, if `key` has one key for each device.
        into: The column for the result; by default it replaces `data`.
        algorithm: The name of an AEAD.
        tag_length: The bytes of each tag.
        accelerator: The name of a device to run on, as `asconkit.device()` takes it; each worker opens its own.
        batch_size: The number of rows in each batch; None for a whole block.
        ray: Other options of map_batches().

    Returns:
        The data set with ciphertexts, each followed by its tag.
    """
    step = frames.Step(True, as_source(key), data, nonce, associated_data, device, into, algorithm=algorithm,
                       tag_length=tag_length, accelerator=accelerator)  # fmt: skip
    return _apply(dataset, step, batch_size, ray)


def decrypt(
    dataset: Dataset, data: str, *, key: Source | Key, nonce: str, associated_data: str | None = None,
    device: str | None = None, into: str | None = None, valid: str | None = None, on_error: str = "null",
    algorithm: str = "ascon-aead128", tag_length: int = 16,
    accelerator: str | None = None, batch_size: int | None = None, **ray: Any,
) -> Dataset:  # fmt: skip
    """Decrypts a column.

    Args:
        dataset: The data set.
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
        batch_size: The number of rows in each batch; None for a whole block.
        ray: Other options of map_batches().

    Returns:
        The data set with plaintexts.
    """
    step = frames.Step(False, as_source(key), data, nonce, associated_data, device, into, valid, on_error,
                       algorithm, tag_length, accelerator=accelerator)  # fmt: skip
    return _apply(dataset, step, batch_size, ray)


class _Ascon:
    """The object that Ray calls. Its methods give the names in Ray's logs."""

    def __init__(self, step: frames.Step) -> None:
        self._step = step

    def encrypt(self, table: Any) -> Any:
        return self._step(table)

    def decrypt(self, table: Any) -> Any:
        return self._step(table)


def _apply(dataset: Dataset, step: frames.Step, batch_size: int | None, options: dict[str, Any]) -> Dataset:
    frames.for_workers(step.key)
    untyped: Any = dataset
    call = _Ascon(step).encrypt if step.encrypt else _Ascon(step).decrypt
    result: Dataset = untyped.map_batches(call, batch_format="pyarrow", batch_size=batch_size,
                                          zero_copy_batch=True, **options)  # fmt: skip
    return result
