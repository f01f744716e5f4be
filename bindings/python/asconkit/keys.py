# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Key sources, which tell the processes that work on data frames where the key is.

Queries, plans and tasks contain the key source, not the key. It is pickled, printed and logged without the key,
which the worker fetches when it needs it:

    >>> from asconkit import keys
    >>> keys.File("/run/secrets/telemetry.key")
    File('/run/secrets/telemetry.key')
    >>> keys.Derived(keys.Environment("TELEMETRY_KEY"))
    Derived(Environment('TELEMETRY_KEY'))
    >>> keys.Secret(bytes(16))
    Secret(...)
"""

from __future__ import annotations

import importlib
import os
import threading
from pathlib import Path
from typing import Any, Mapping, Union

from . import _arrow as arrow
from . import batch
from ._buffers import OwnKey, bytes_of

__all__ = ["Call", "Derived", "Environment", "File", "Key", "Secret", "Source", "as_source"]

Key = Union[bytes, bytearray, Mapping[Any, Union[bytes, bytearray]]]
"""One key for all rows, or one for each device by its identity: str, bytes or int."""

_KEY_BYTES = 16


class Source:
    """The place of a key, or of one key for each device."""

    def load(self) -> Key:
        """Fetches the key. Called in the worker.

        Returns:
            The key, or a mapping of devices to keys.
        """
        raise NotImplementedError

    def column(self, devices: Any, unknown: str) -> Any:
        """Prepares the key for `asconkit.batch`.

        Args:
            devices: An Arrow array of devices, or None if there is one key for all.
            unknown: What to do about a device without a key. "raise" raises KeyError; "null" gives null in its rows.

        Returns:
            One key, or an Arrow array with the key of each device.

        Raises:
            KeyError: A device has no key.
            ValueError: There is a key for each device, but `devices` is None.
        """
        value = self._loaded()
        if isinstance(value, (bytes, bytearray)):
            return value
        if devices is None:
            raise ValueError(f"{self!r} has a key for each device: name their column, key_id")
        return _looked_up(value, devices, unknown)

    def _loaded(self) -> Key:
        """Calls load() only once in each process."""
        with _lock:
            if "_value" not in self.__dict__:
                self.__dict__["_value"] = _bytes_alone(self.load())
            value: Key = self.__dict__["_value"]
            return value

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_value"}


def _make_lock() -> None:
    global _lock
    _lock = threading.RLock()


_lock: threading.RLock
_make_lock()
if hasattr(os, "register_at_fork"):
    # The child of a fork needs a new lock: the thread that may have held the old one is not there.
    os.register_at_fork(after_in_child=_make_lock)


class Secret(Source):
    """A key that is in this process. It refuses to be pickled, so it does not leave the process.

    A Secret keeps a copy, so the caller may erase the key. The copy is erased when this object and everything that was
    made with it, such as a query's plan or a connection's functions, no longer exist.

    Args:
        key: The key, or a mapping of devices to keys.
        allow_pickling: True lets engines copy the key to workers, through files on disk and connections that may not
            be encrypted. Prefer the other sources.
    """

    def __init__(self, key: Key, *, allow_pickling: bool = False) -> None:
        self._key = _copied(_bytes_alone(key))
        self._allow_pickling = allow_pickling

    def load(self) -> Key:
        return self._key

    def __getstate__(self) -> dict[str, Any]:
        if not self._allow_pickling:
            raise TypeError("cannot pickle a Secret: give workers a key source such as asconkit.keys.File")
        return super().__getstate__()

    def __repr__(self) -> str:
        return "Secret(...)"


class Environment(Source):
    """A key in an environment variable of the worker, in hexadecimal digits.

    Args:
        name: The variable's name.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def load(self) -> Key:
        if self._name not in os.environ:
            raise KeyError(f"there is no environment variable {self._name} in this worker")
        return _parsed(os.environ[self._name], f"the environment variable {self._name}")

    def __repr__(self) -> str:
        return f"Environment({self._name!r})"


class File(Source):
    """A key in a file of the worker, such as a mounted secret, in hexadecimal digits.

    Args:
        path: The file's path.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = os.fspath(path)

    def load(self) -> Key:
        return _parsed(Path(self._path).read_text(encoding="ascii", errors="replace"), f"the file {self._path}")

    def __repr__(self) -> str:
        return f"File({self._path!r})"


class Call(Source):
    """A key that a function returns, such as a secret manager's client. The worker imports and calls it.

    Args:
        target: The function, as "package.module:function". It takes no arguments and returns a key, or a mapping of
            devices to keys.

    Raises:
        ValueError: `target` does not have this form.
    """

    def __init__(self, target: str) -> None:
        if ":" not in target:
            raise ValueError(f"expected 'module:function', not {target!r}")
        self._target = target

    def load(self) -> Key:
        module, _, name = self._target.partition(":")
        key: Key = getattr(importlib.import_module(module), name)()
        return key

    def __repr__(self) -> str:
        return f"Call({self._target!r})"


class Derived(Source):
    """A key for each device, derived from one master key: PRF(PRF(master, context), identity), of 16 bytes each.

    The identity of a device is text in UTF-8, bytes, or an integer as 8 bytes, little-endian.

    Args:
        master: The master key of 16 bytes, or its source.
        context: The purpose of these keys. Different contexts give unrelated keys.
        algorithm: The name of a PRF.
    """

    def __init__(self, master: Source | Key, *, context: bytes = b"", algorithm: str = "ascon-prf-v13") -> None:
        self._master = as_source(master)
        self._context = bytes(bytes_of("context", context))
        self._algorithm = algorithm

    def load(self) -> Key:
        key: bytes = self._derive(self._master.load(), arrow.load("pyarrow").array([self._context]))[0].as_py()
        return key

    def column(self, devices: Any, unknown: str) -> Any:
        """Like `asconkit.keys.Source.column()`. Every device has a key."""
        pyarrow = arrow.load("pyarrow")
        if devices is None:
            raise ValueError(f"{self!r} has a key for each device: name their column, key_id")
        devices = arrow.dictionary(devices)
        keys = self._derive(self._loaded(), _identities(devices.dictionary))
        return pyarrow.DictionaryArray.from_arrays(devices.indices, keys)

    def _derive(self, key: Any, values: Any) -> Any:
        return batch.prf(key, values, _KEY_BYTES, algorithm=self._algorithm, threads=1)

    def __repr__(self) -> str:
        return f"Derived({self._master!r})"


def as_source(key: Source | Key) -> Source:
    """Makes a key source.

    Args:
        key: A key source, a key, or a mapping of devices to keys.

    Returns:
        The source itself, or a Secret for a key.
    """
    return key if isinstance(key, Source) else Secret(key)


def _bytes_alone(key: Any) -> Key:
    """The key; TypeError if it is text or anything else but bytes."""
    given: Any = key
    if isinstance(key, Mapping):
        for device, value in given.items():
            if not isinstance(value, (bytes, bytearray)):
                raise TypeError(f"the key of the device {device!r} must be bytes, not {type(value).__name__}")
    elif not isinstance(key, (bytes, bytearray)):
        raise TypeError(f"key must be bytes, a mapping of devices to bytes or a source of asconkit.keys, not "
                        f"{type(given).__name__}: bytes.fromhex() makes bytes of hexadecimal digits")  # fmt: skip
    result: Key = given
    return result


def _copied(key: Key) -> Key:
    if isinstance(key, Mapping):
        return {device: OwnKey(value) for device, value in key.items()}
    return OwnKey(key)


def _parsed(text: str, where: str) -> bytes:
    try:
        return bytes.fromhex(text.strip())
    except ValueError:
        # Not chained: the other error may quote the key.
        raise ValueError(f"{where} must have only hexadecimal digits") from None


def _identities(values: Any) -> Any:
    """The identities of devices as binary values, from which keys are derived."""
    pyarrow = arrow.load("pyarrow")
    if pyarrow.types.is_integer(values.type):
        return arrow.integers(values)
    try:
        return values.cast(pyarrow.large_binary())
    except pyarrow.ArrowNotImplementedError:
        raise TypeError(f"key_id must be text, binary or integers, not {values.type}: cast it to string") from None


def _looked_up(keys: Mapping[Any, Union[bytes, bytearray]], devices: Any, unknown: str) -> Any:
    pyarrow = arrow.load("pyarrow")
    devices = arrow.dictionary(devices)
    names = devices.dictionary.to_pylist()
    if unknown == "raise":
        for name in names:
            if name is not None and name not in keys:
                raise KeyError(f"there is no key for the device {name!r}")
    values = [keys.get(name) for name in names]
    size = max((len(value) for value in values if value is not None), default=_KEY_BYTES)
    return pyarrow.DictionaryArray.from_arrays(devices.indices, pyarrow.array(values, pyarrow.binary(size)))
