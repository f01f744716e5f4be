# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Encrypts and decrypts columns of data frames of pandas.

    >>> import pandas, asconkit.pandas
    >>> frame = pandas.DataFrame({"id": [1, 2], "text": [b"one", b"two"]})
    >>> key = bytes(16)
    >>> sealed = asconkit.pandas.encrypt(frame, "text", key=key, random_nonces="nonce", associated_data="id")
    >>> asconkit.pandas.decrypt(sealed, "text", key=key, nonce="nonce", associated_data="id")["text"].tolist()
    [b'one', b'two']

The arguments have the same meaning as in `asconkit.duckdb`, and calls raise the same errors. Names of columns are text,
and are compared exactly. For Series, call `asconkit.batch`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _frames as frames
from ._arrow import load
from ._frames import Options, Step
from .keys import Key, Source, as_source

if TYPE_CHECKING:
    from typing_extensions import Unpack

pandas = load("pandas")

__all__ = ["Options", "encrypt", "decrypt", "tampered"]


def encrypt(
    frame: Any, data: str, *, key: Source | Key, nonce: str | None = None,
    random_nonces: str | None = None, threads: int = 0, **options: Unpack[Options],
) -> Any:  # fmt: skip
    """Encrypts a column, as `asconkit.duckdb.encrypt()` does.

    Args:
        frame: The data frame, which is not changed.
        data, key, nonce, random_nonces, options: As in `asconkit.duckdb.encrypt()`. All nonces are compared.
        threads: The number of threads. 0 uses one thread per processor that the process may use.

    Returns:
        A data frame with ciphertexts instead of the plaintexts, or in the column `into`.
    """
    step = Step(True, as_source(key), data, nonce, random_nonces=random_nonces, threads=threads, **options)
    return _apply(frame, step)


def decrypt(
    frame: Any, data: str, *, key: Source | Key, nonce: str, valid: str | None = None,
    on_error: str = "null", threads: int = 0, **options: Unpack[Options],
) -> Any:  # fmt: skip
    """Verifies and decrypts a column, as `asconkit.duckdb.decrypt()` does.

    Args:
        frame: The data frame, which is not changed.
        data, key, nonce, valid, on_error, options: As in `asconkit.duckdb.decrypt()`.
        threads: The number of threads. 0 uses one thread per processor that the process may use.

    Returns:
        A data frame with plaintexts instead of the ciphertexts, or in the column `into`.
    """
    step = Step(False, as_source(key), data, nonce, valid=valid, on_error=on_error, threads=threads, **options)
    return _apply(frame, step)


def tampered(
    frame: Any, data: str, *, key: Source | Key, nonce: str, threads: int = 0, **options: Unpack[Options]
) -> Any:  # fmt: skip
    """Finds the rows that were changed after their encryption, as `asconkit.duckdb.tampered()` does.

    Args:
        frame, data, key, nonce, threads, options: As in `decrypt()`.

    Returns:
        A data frame of these rows.
    """
    return _apply(frame, Step(False, as_source(key), data, nonce, tampered=True, threads=threads, **options))


def _apply(frame: Any, step: Step) -> Any:
    step = step.bound(list(frame.columns))
    made = frame.copy(deep=False)
    if step.random_nonces is not None:
        random = pandas.arrays.ArrowExtensionArray(load("pyarrow").array(frames.random_nonces(len(made))))
        made[step.random_nonces] = pandas.Series(random, index=made.index)
    inputs = (step.data, step.nonce or step.random_nonces, step.associated_data, step.key_id,
              None if step.encrypt else step.tag)  # fmt: skip
    text, tags, valid = step.on_columns(*(None if name is None else made[name] for name in inputs))
    if step.tampered:
        return made[text.to_numpy(bool)]
    for name, column in ((step.into, text), (step.tag, tags), (step.valid, valid)):
        if name is not None and column is not None:
            made[name] = column
    return made
