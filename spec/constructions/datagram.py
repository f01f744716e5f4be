# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Datagrams as docs/constructions/datagram.md specifies them: a sender, a receiver and known answers."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..algorithms import find
from ..modes import InvalidTag, aead_decrypt, aead_encrypt
from . import Vector

AEAD = find("ascon-aead128")
KEY_BYTES, IDENTITY_BYTES, COUNTER_BYTES = 16, 8, 8
COUNTERS = 1 << 56  # their last byte is 0
DERIVATION = 1 << 63  # in the place of a counter: the nonce of a derivation
EPOCHS = 1 << 16
MAX_EPOCHS_AHEAD = 16
MAX_STEP = 16384


class Refused(ValueError):
    """A datagram that is not tried: too short, accepted before, too old or too far ahead."""


@dataclass(frozen=True)
class Settings:
    counter_length: int
    tag_length: int
    epoch_length: int = 0

    def epoch(self, counter: int) -> int:
        return counter >> 8 * self.epoch_length if self.epoch_length else 0

    def has(self, counter: int) -> bool:
        return 0 <= counter < COUNTERS and self.epoch(counter) < EPOCHS

    def max_step(self, window: int = 64) -> int:
        """The largest step of a sender, which skips at most so many counters when it restarts: a receiver that got the
        datagram before it finds the next counter, and is not too many epochs behind."""
        found = (1 << 8 * self.counter_length) - window
        followed = MAX_EPOCHS_AHEAD << 8 * self.epoch_length if self.epoch_length else MAX_STEP
        return min(found, followed, MAX_STEP)


def nonce(identity: bytes, number: int) -> bytes:
    assert len(identity) == IDENTITY_BYTES
    return identity + number.to_bytes(COUNTER_BYTES, "little")


def derive(settings: Settings, key: bytes, identity: bytes) -> bytes:
    """The key of the first epoch, or of the next one."""
    number = DERIVATION | settings.tag_length | settings.epoch_length << 8
    _, tag = aead_encrypt(AEAD, key, nonce(identity, number), b"", b"")
    return tag


def epoch_key(settings: Settings, key: bytes, identity: bytes, epoch: int) -> bytes:
    for _ in range(epoch + 1):
        key = derive(settings, key, identity)
    return key


def exported(settings: Settings, key: bytes, identity: bytes, counter: int) -> bytes:
    """The key of this counter's epoch with its number, to go on with it when the first key is erased."""
    epoch = settings.epoch(counter)
    own = epoch_key(settings, key, identity, epoch)
    return own + epoch.to_bytes(2, "little") + bytes([settings.tag_length, settings.epoch_length])


def resumed_key(settings: Settings, exported: bytes, identity: bytes, counter: int) -> bytes:
    """The key of this counter's epoch, from the one of an earlier epoch or of the same one."""
    own, first = exported[:KEY_BYTES], int.from_bytes(exported[KEY_BYTES : KEY_BYTES + 2], "little")
    if exported[KEY_BYTES + 2 :] != bytes([settings.tag_length, settings.epoch_length]):
        raise Refused("the key is of other settings")
    if settings.epoch(counter) < first:
        raise Refused("the counter is of an earlier epoch than the key")
    for _ in range(settings.epoch(counter) - first):
        own = derive(settings, own, identity)
    return own


def seal(settings: Settings, key: bytes, identity: bytes, counter: int, text: bytes, header: bytes) -> bytes:
    """The datagram with this counter; `key` is the one that the sender was started with."""
    assert settings.has(counter)
    own = epoch_key(settings, key, identity, settings.epoch(counter))
    ciphertext, tag = aead_encrypt(AEAD, own, nonce(identity, counter), header, text)
    low = counter.to_bytes(COUNTER_BYTES, "little")[: settings.counter_length]
    return low + ciphertext + tag[: settings.tag_length]


def complete(low: int, length: int, start: int) -> int:
    """The smallest number from `start` on with these low bytes."""
    return start + (low - start) % (1 << 8 * length)


@dataclass
class Receiver:
    """It keeps every counter that it accepted, where an implementation has a window of bits."""

    settings: Settings
    key: bytes  # the one that the sender was started with
    identity: bytes
    floor: int = 0
    window: int = 64
    max_forgeries: int = 1 << 32
    next: int = field(init=False)
    epoch: int = field(init=False)
    forgeries: int = 0
    accepted: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.next, self.epoch = self.floor, self.settings.epoch(self.floor)

    def open(self, datagram: bytes, header: bytes, epochs_ahead: int = MAX_EPOCHS_AHEAD) -> bytes:
        """The text; Refused, or InvalidTag for a forgery."""
        n, t = self.settings.counter_length, self.settings.tag_length
        if self.forgeries >= self.max_forgeries:
            raise Refused("the key is refused")
        if len(datagram) < n + t:
            raise Refused("too short")
        counter = complete(int.from_bytes(datagram[:n], "little"), n, self.next - self.window)
        self._check(counter, epochs_ahead)
        own = epoch_key(self.settings, self.key, self.identity, self.settings.epoch(counter))
        sealed, tag = datagram[n : len(datagram) - t], datagram[len(datagram) - t :]
        try:
            text = aead_decrypt(AEAD, own, nonce(self.identity, counter), header, sealed, tag)
        except InvalidTag:
            self.forgeries += 1
            raise
        self.accepted.add(counter)
        self.next, self.epoch = max(self.next, counter + 1), self.settings.epoch(counter)
        return text

    def _check(self, counter: int, epochs_ahead: int) -> None:
        if not self.settings.has(counter):
            raise Refused("there is no such counter")
        if not 0 <= self.settings.epoch(counter) - self.epoch <= epochs_ahead:
            raise Refused("of another epoch")
        if counter < self.floor or counter in self.accepted:
            raise Refused("accepted before, or below the floor")


# ---- Known answers -----------------------------------------------------------------------------------------


def vectors() -> Iterator[Vector]:
    source = random.Random(2325)
    for settings, counter in (
        (Settings(1, 4), 0),
        (Settings(1, 8), 255),
        (Settings(2, 8), 256),
        (Settings(2, 12, 1), 255),
        (Settings(2, 12, 1), 256),
        (Settings(3, 16), 0x123456789A),
        (Settings(3, 16, 2), 0x7FFFF),
        (Settings(4, 4, 3), 5 << 24),
        (Settings(5, 12, 1), 0x1234),
        (Settings(6, 16, 5), 3 << 40),
        (Settings(7, 8), COUNTERS - 1),
    ):
        lengths = source.choice((0, 1, 3, 16, 17)), source.choice((0, 1, 15, 16, 33))
        yield from _vector(source, settings, counter, *lengths)


def _vector(source: random.Random, settings: Settings, counter: int, header: int, text: int) -> Iterator[Vector]:
    key, identity = source.randbytes(KEY_BYTES), source.randbytes(IDENTITY_BYTES)
    inputs = {"text": source.randbytes(text), "header": source.randbytes(header)}
    yield {
        "name": f"counter {counter}, {settings.counter_length} bytes of it, tag of {settings.tag_length}, "
        f"epochs of {settings.epoch_length} bytes, text of {text}",
        "counter_length": settings.counter_length,
        "tag_length": settings.tag_length,
        "epoch_length": settings.epoch_length,
        "key": key,
        "identity": identity,
        "counter": counter,
        **inputs,
        "datagram": seal(settings, key, identity, counter, **inputs),
        "epoch_key": exported(settings, key, identity, counter),
    }
