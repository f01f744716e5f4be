"""Datagrams: short messages that may be lost, repeated and reordered; docs/constructions/datagram.md specifies them.

    >>> from asconkit import datagram
    >>> key, sensor = bytes(range(16)), b"sensor 7"
    >>> settings = datagram.Settings(counter_length=2, tag_length=8)
    >>> sender = datagram.Sender(key, sensor, settings)
    >>> receiver = datagram.Receiver(key, sensor, settings)
    >>> sealed = sender.seal(b"21.5C", b"a header")
    >>> len(sealed) - len(b"21.5C")
    10
    >>> receiver.open(sealed, b"a header")
    b'21.5C'
    >>> receiver.open(sealed, b"a header")  # an attacker sends it once more
    Traceback (most recent call last):
    ...
    asconkit.exceptions.Refused: the datagram was not tried: too short, accepted before, too old or too far ahead

Without a store, counters begin at 0: right for a key that lives no longer than the sender and the receiver. For other
keys, give each of them a store of its own, such as a FileStore. Never restore an old copy of what a store keeps.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ._core import DatagramReceiver as Receiver, DatagramSender as Sender, datagram_open_many
from .exceptions import Refused

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["FileStore", "Receiver", "Refused", "Sender", "Settings", "Store", "open_many"]


class Settings(NamedTuple):
    """What a sender and its receivers agree on."""

    counter_length: int = 2
    """Bytes of the counter that are sent: 1 to 7, which is all of it."""
    tag_length: int = 8
    """4, 8, 12 or 16; below 8 with a small `max_forgeries`."""
    epoch_length: int = 0
    """0: the key is never replaced. Otherwise it is after 2**(8 * epoch_length) counters: 1 to 5, less than
    `counter_length`."""
    max_forgeries: int = 1_000_000
    """After so many, a receiver is wiped: at least 1."""


class Store(Protocol):
    """Where a sender or a receiver keeps a counter while the power is off."""

    def load(self) -> int:
        """The counter that was stored last: 0 for a new key. Raises an exception if there is no valid one."""
        ...

    def store(self, counter: int) -> object:
        """Keeps a counter, and returns once it is certain to be there after a loss of power.

        Args:
            counter: Less than 2**56. If the power fails meanwhile, load() must give this counter or the one before.
        """
        ...


class FileStore:
    """A counter that survives a loss of power at any time, in a file of a system whose fsync() waits for the disk.

    The format is that of ports/counters/counter_file.c. One process at a time may use a file.

    Args:
        path: The file. Its folder exists. A file with ".new" after this name is written first.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = os.fspath(path)

    def load(self) -> int:
        """The counter in the file.

        Raises:
            OSError: The file cannot be read.
            ValueError: It is damaged.
        """
        with open(self._path, "rb") as file:
            record = file.read()
        counter = int.from_bytes(record[:8], "little")
        if record != _record(counter):
            raise ValueError(f"{self._path} must be a counter and its checksum, 12 bytes; it is damaged")
        return counter

    def store(self, counter: int) -> None:
        """Replaces the counter in the file.

        Args:
            counter: Less than 2**56.

        Raises:
            OSError: The file cannot be written.
        """
        new = f"{self._path}.new"
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(_record(counter))
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, self._path)
        if os.name == "posix":
            _synchronize_folder(os.path.dirname(self._path) or ".")

    def provision(self) -> None:
        """Stores counter 0 if there is no such file.

        Call it once, when the key is made, and never when the program starts: if the file is lost, the program must not
        start at 0 again.

        Raises:
            OSError: The file cannot be read or written.
            ValueError: There is a file, and it is damaged.
        """
        if os.path.lexists(self._path):
            self.load()
        else:
            self.store(0)


def _record(counter: int) -> bytes:
    number = counter.to_bytes(8, "little")
    return number + zlib.crc32(number).to_bytes(4, "little")


def _synchronize_folder(path: str) -> None:
    folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def open_many(
    receivers: Iterable[Receiver],
    datagrams: Iterable[Buffer],
    headers: Iterable[Buffer] | None = None,
    *,
    threads: int = 0,
) -> list[bytes | Exception]:
    """Opens a column of datagrams, such as those that a gateway got from many senders.

    The results, the receivers and the calls of stores are those of Receiver.open() for one datagram after the other, in
    their order: of two equal ones, the first is accepted. Decryption is done side by side, as in asconkit.batch.

    Args:
        receivers: For each datagram the receiver of its sender, such as `[by_address[address] for address in senders]`.
        datagrams: As many datagrams.
        headers: As many headers; None if they have none.
        threads: The number of threads. 0 uses one thread per processor that the process may use.

    Returns:
        For each datagram its text, or the exception that Receiver.open() raises for it.

    Raises:
        StateError: A receiver was wiped by wipe(), or belongs to the parent process. Nothing was opened.
        TypeError: An argument has a wrong type. Nothing was opened.
        ValueError: The columns differ in length. Nothing was opened.
    """
    rows, sealed = list(receivers), list(datagrams)
    tops = None if headers is None else list(headers)
    lengths = {"receivers": len(rows), "headers": len(sealed) if tops is None else len(tops)}
    for name, length in lengths.items():
        if length != len(sealed):
            raise ValueError(f"{name} must have {len(sealed)} rows, as datagrams, not {length}")
    return datagram_open_many(rows, sealed, tops, threads)
