"""Ray Data: columns of data sets encrypted and decrypted in the workers, in Arrow batches.

    dataset = asconkit.ray.decrypt(dataset, "payload", key=keys.File("/run/secrets/k"), nonce="nonce",
                                   valid="genuine")

Tasks, logs and the dashboard hold the key source, not the key: each worker asks it. A key itself is refused
unless it is a `keys.Secret(key, allow_pickling=True)`, which Ray copies to its object stores. Key sources
and what else these functions take is as in `asconkit.spark`; docs/cluster.md says what travels how.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import pickle
from typing import Any

from ray.data import Dataset

from . import _frames as frames
from .keys import Key, Source, as_source

__all__ = ["encrypt", "decrypt"]


def encrypt(
    dataset: Dataset, data: str, *, key: Source | Key, nonce: str, associated_data: str | None = None,
    device: str | None = None, into: str | None = None, algorithm: str = "ascon-aead128", tag_length: int = 16,
    batch_size: int | None = None, **ray: Any,
) -> Dataset:  # fmt: skip
    """The data set with ciphertext || tag in the column `into`, or in place of `data`.

    A column `nonce` that is not there is added, with random nonces. `batch_size`: rows at once, None for a
    whole block. `ray`: other options of map_batches().
    """
    step = frames.Step(True, as_source(key), data, nonce, associated_data, device, into, algorithm=algorithm,
                       tag_length=tag_length)  # fmt: skip
    return _apply(dataset, step, batch_size, ray)


def decrypt(
    dataset: Dataset, data: str, *, key: Source | Key, nonce: str, associated_data: str | None = None,
    device: str | None = None, into: str | None = None, valid: str | None = None, on_error: str = "null",
    algorithm: str = "ascon-aead128", tag_length: int = 16, batch_size: int | None = None, **ray: Any,
) -> Dataset:  # fmt: skip
    """The data set with plaintexts in the column `into`, or in place of `data`; null for a wrong tag.

    `valid` names a column to be added: true where the tag is right, false where it is wrong, null where an
    input is null or the device has no key. on_error="raise" fails the job at a wrong tag.
    """
    step = frames.Step(False, as_source(key), data, nonce, associated_data, device, into, valid, on_error,
                       algorithm, tag_length)  # fmt: skip
    return _apply(dataset, step, batch_size, ray)


class _Ascon:
    """What Ray calls, and names in its logs."""

    def __init__(self, step: frames.Step) -> None:
        self._step = step

    def encrypt(self, table: Any) -> Any:
        return self._step(table)

    def decrypt(self, table: Any) -> Any:
        return self._step(table)


def _apply(dataset: Dataset, step: frames.Step, batch_size: int | None, options: dict[str, Any]) -> Dataset:
    pickle.dumps(step.key)  # TypeError here, not from the depths of the engine, if it must not travel
    untyped: Any = dataset
    call = _Ascon(step).encrypt if step.encrypt else _Ascon(step).decrypt
    result: Dataset = untyped.map_batches(call, batch_format="pyarrow", batch_size=batch_size,
                                          zero_copy_batch=True, **options)  # fmt: skip
    return result
