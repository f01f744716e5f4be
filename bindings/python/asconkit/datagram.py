# SPDX-License-Identifier: Apache-2.0 OR MIT
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
    asconkit.exceptions.Refused: the datagram was not decrypted: too short, too old, too far ahead, or accepted before

Without a store, counters begin at 0. This is only for a key that is discarded together with sender and receiver. For
other keys, give each of them its own store, such as a FileStore. Never restore an old copy of a stored counter.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ._core import DatagramReceiver as Receiver, DatagramSender as Sender, datagram_open_many
from ._counter_files import FileStore, StoreFolder
from .exceptions import Refused

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["FileStore", "Receiver", "Refused", "Sender", "Settings", "Store", "StoreFolder", "open_many"]


class Settings(NamedTuple):
    """Settings that must be equal for a sender and its receivers."""

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
    """Keeps the counter of one sender or receiver while the power is off."""

    def load(self) -> int:
        """Returns the last stored counter: 0 for a new key. Raises an exception if there is no valid counter."""
        ...

    def store(self, counter: int) -> object:
        """Stores a counter, and returns once the counter is certain to survive a loss of power.

        Args:
            counter: Less than 2**56 + 16384: from 2**56 on, the counters are used up. If the power fails during the
                call, load() must return this counter or the counter stored before it.
        """
        ...


def open_many(
    receivers: Iterable[Receiver], datagrams: Iterable[Buffer], headers: Iterable[Buffer] | None = None, *,
    threads: int = 0,
) -> list[bytes | Exception]:  # fmt: skip
    """Opens a column of datagrams, such as the datagrams that a gateway receives from many senders.

    Results, receivers and stores are the same as after Receiver.open() for one datagram after the other: of
    two equal datagrams, only the first is accepted. Decryption is done side by side, as in asconkit.batch.

    Args:
        receivers: For each datagram the receiver of its sender, such as `[by_address[address] for address in senders]`.
        datagrams: A datagram for each receiver.
        headers: A header for each datagram; None if the datagrams have no headers.
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
