# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The model of datagrams: its promises, in plain Python."""

import pytest

from spec.constructions.datagram import (
    COUNTERS, MAX_EPOCHS_AHEAD, MAX_STEP, Receiver, Refused, Settings, complete, epoch_key, exported, resumed_key, seal,
)  # fmt: skip
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


def test_a_receiver_follows_over_one_restart_with_the_largest_step():
    """From every counter, and with one more not from every one."""
    for settings in (Settings(1, 8), Settings(2, 8), Settings(2, 8, 1), Settings(3, 8, 1), Settings(3, 8, 2)):
        for window in (32, 64, 128):

            def follows(last, step):  # the datagram before the restart was the first one of its step
                after, n = last + step, settings.counter_length
                found = complete(after % (1 << 8 * n), n, last + 1 - window)
                return found == after and settings.epoch(after) - settings.epoch(last) <= MAX_EPOCHS_AHEAD

            most = settings.max_step(window)
            assert all(follows(last, most) for last in range(1000))
            assert most == MAX_STEP or not all(follows(last, most + 1) for last in range(1000))
    assert (Settings(1, 8).max_step(), Settings(2, 8, 1).max_step()) == (192, 4096)


def test_a_way_back_after_many_epochs():
    settings = Settings(7, 8, 1)
    receiver = Receiver(settings, KEY, IDENTITY)
    datagram = send(160 << 8, settings)
    with pytest.raises(Refused, match="epoch"):
        receiver.open(datagram, b"header", 159)
    with pytest.raises(InvalidTag):
        receiver.open(datagram, b"other", 160)
    assert receiver.epoch == 0
    assert receiver.open(datagram, b"header", 160) == b"text" and receiver.epoch == 160


def test_the_key_of_an_epoch_leads_to_later_ones():
    settings = Settings(2, 8, 1)
    for first, counter in ((0, 0), (3 << 8, (3 << 8) + 7), (3 << 8, 20 << 8)):
        key = resumed_key(settings, exported(settings, KEY, IDENTITY, first), IDENTITY, counter)
        assert key == epoch_key(settings, KEY, IDENTITY, counter >> 8)
    third = exported(settings, KEY, IDENTITY, 3 << 8)
    with pytest.raises(Refused, match="earlier epoch"):
        resumed_key(settings, third, IDENTITY, (3 << 8) - 1)
    for other in (Settings(2, 4, 1), Settings(3, 8, 2)):
        with pytest.raises(Refused, match="other settings"):
            resumed_key(other, third, IDENTITY, 3 << 16)
