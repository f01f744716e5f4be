"""The model of datagrams: its promises, in plain Python.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import pytest

from spec.constructions.datagram import COUNTERS, Receiver, Refused, Settings, complete, epoch_key, seal
from spec.modes import InvalidTag

KEY, IDENTITY = bytes(range(16)), b"a sensor"
SETTINGS = Settings(counter_length=1, tag_length=8)


def send(counter: int, settings: Settings = SETTINGS, header: bytes = b"header", text: bytes = b"text") -> bytes:
    return seal(settings, KEY, IDENTITY, counter, text, header)


def test_a_datagram_is_accepted_once_in_any_order():
    receiver = Receiver(SETTINGS, KEY, IDENTITY)
    for counter in (3, 0, 70, 9):
        assert receiver.open(send(counter), b"header") == b"text"
        with pytest.raises(Refused):
            receiver.open(send(counter), b"header")
    assert receiver.next == 71 and receiver.forgeries == 0


def test_a_forgery_changes_nothing_but_their_count():
    receiver = Receiver(SETTINGS, KEY, IDENTITY, max_forgeries=3)
    good = send(5)
    for changed in (good[:-1] + bytes([good[-1] ^ 1]), b"\x06" + good[1:]):
        with pytest.raises(InvalidTag):
            receiver.open(changed, b"header")
    assert (receiver.next, receiver.accepted, receiver.forgeries) == (0, set(), 2)
    with pytest.raises(InvalidTag):
        receiver.open(good, b"other")
    with pytest.raises(Refused, match="refused"):
        receiver.open(good, b"header")


def test_the_counter_is_completed_to_the_only_one_in_the_range():
    for start in (-64, 0, 1000, COUNTERS - 64):
        found = [complete(low, 1, start) for low in range(256)]
        assert sorted(found) == list(range(start, start + 256))
        assert all(number % 256 == low for low, number in enumerate(found))
    receiver = Receiver(SETTINGS, KEY, IDENTITY)
    with pytest.raises(Refused, match="no such counter"):  # it would be -64
        receiver.open(send(192), b"header")
    assert receiver.open(send(191), b"header") == b"text"


def test_each_epoch_has_a_key_and_a_receiver_goes_ahead_alone():
    settings = Settings(2, 8, 1)
    keys = {epoch_key(settings, KEY, IDENTITY, epoch) for epoch in range(20)}
    assert len(keys | {KEY}) == 21
    receiver = Receiver(settings, KEY, IDENTITY)
    receiver.open(send(255, settings), b"header")
    receiver.open(send(257, settings), b"header")
    for counter in (254, 256 * 18):
        with pytest.raises(Refused, match="epoch"):
            receiver.open(send(counter, settings), b"header")
    assert receiver.open(send(256 * 17, settings), b"header") == b"text"


def test_lengths_of_tags_and_epochs_and_identities_change_the_key():
    base = epoch_key(SETTINGS, KEY, IDENTITY, 0)
    assert epoch_key(Settings(1, 4), KEY, IDENTITY, 0) != base
    assert epoch_key(Settings(2, 8, 1), KEY, IDENTITY, 0) != base
    assert epoch_key(SETTINGS, KEY, b"a heater", 0) != base
    assert epoch_key(Settings(7, 8), KEY, IDENTITY, 0) == base  # it may change on the way


def test_nothing_below_the_floor():
    receiver = Receiver(SETTINGS, KEY, IDENTITY, floor=10)
    with pytest.raises(Refused, match="floor"):
        receiver.open(send(9), b"header")
    assert receiver.open(send(10), b"header") == b"text"
