# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Datagrams in MicroPython, with stores that do what they should not."""

import gc

import asconkit
from support import KEY, NoHeap, raises

SENSOR = b"sensor 7"


class Store:
    """In memory. `meanwhile`, if there is one, is called by store()."""

    def __init__(self, counter=0, meanwhile=None):
        self.counter, self.meanwhile, self.stored = counter, meanwhile, []

    def load(self):
        return self.counter

    def store(self, counter):
        self.stored.append(counter)
        if self.meanwhile:
            self.meanwhile()
        self.counter = counter


def pair(**settings):
    return asconkit.Sender(KEY, SENSOR, **settings), asconkit.Receiver(KEY, SENSOR, **settings)


def print_answers():
    """What the caller compares with the specification: a datagram for each setting and counter."""
    for counter_length, tag_length, epoch_length in ((1, 4, 0), (2, 8, 0), (2, 8, 1), (7, 16, 5)):
        for counter in (0, 100, 300, 2**40 + 7):
            if epoch_length == 1 and counter > 2**20:
                continue
            lengths = {"counter_length": counter_length, "tag_length": tag_length, "epoch_length": epoch_length}
            sender = asconkit.Sender(KEY, SENSOR, Store(counter), 3, **lengths)
            for text in (b"", b"21.5C"):
                sealed = sender.seal(text, b"head").hex()
                print(counter_length, tag_length, epoch_length, counter, text.hex() if text else "-", sealed)
                counter += 1


def test_each_is_accepted_once():
    sender, receiver = pair()
    first, second = sender.seal(b"first", b"head"), sender.seal("second")
    assert len(first) == 5 + 10
    raises(asconkit.InvalidTag, "does not match", receiver.open, first)
    assert receiver.open(second) == b"second" and receiver.open(first, b"head") == b"first"
    raises(asconkit.Refused, "accepted before", receiver.open, first, b"head")
    raises(asconkit.Refused, "too short", receiver.open, first[:9])
    receiver.wipe()
    raises(asconkit.StateError, "wiped", receiver.open, first)
    sender.wipe()
    raises(asconkit.StateError, "wiped", sender.seal, b"")


def test_forgeries_are_limited():
    sender, receiver = pair(max_forgeries=3)
    good = sender.seal(b"text")
    for _ in range(3):
        raises(asconkit.InvalidTag, "", receiver.open, good[:-1] + bytes([good[-1] ^ 1]))
    raises(asconkit.StateError, "wiped", receiver.open, good)


def test_in_place_without_heap():
    sender, receiver = pair()
    buffer = bytearray(15)
    text = memoryview(buffer)[2:7]
    text[:] = b"21.5C"
    with NoHeap():
        assert sender.seal_into(text, b"head", buffer) == 15
    assert bytes(text) != b"21.5C"
    with NoHeap():
        assert receiver.open_into(buffer, b"head", text) == 5
    assert bytes(text) == b"21.5C"
    for start in (0, 1, 3, 9):
        part = memoryview(buffer)[start : start + 5]
        raises(ValueError, "buf overlaps text", sender.seal_into, part, None, buffer)
        raises(ValueError, "buf overlaps header", sender.seal_into, b"", part, buffer)
        raises(ValueError, "buf overlaps datagram", receiver.open_into, buffer, None, part)
    kept = asconkit.Receiver(KEY, SENSOR, Store(), 64)
    raises(ValueError, "buf overlaps datagram", kept.open_into, buffer, None, text)
    raises(ValueError, "buf has 14 bytes", sender.seal_into, bytes(5), None, bytearray(14))


def test_arguments():
    for named, text in (
        ({"counter_length": 0}, "counter_length is 0, expected 1 to 7"),
        ({"tag_length": 260}, "tag_length is 260, expected 4 to 16"),
        ({"tag_length": 5}, "tag_length must be 4, 8, 12 or 16"),
        ({"epoch_length": 2}, "epoch_length less than counter_length"),
        ({"max_forgeries": 0}, "max_forgeries is 0"),
        ({"step": 16385}, "step is 16385, expected 1 to 16384"),
    ):
        raises(ValueError, text, asconkit.Sender, KEY, SENSOR, **named)
    raises(ValueError, "step is 65, expected 1 to 64", asconkit.Receiver, KEY, SENSOR, step=65)
    raises(ValueError, "identity has 7 bytes, expected 8", asconkit.Sender, KEY, SENSOR[1:])
    raises(AttributeError, "load", asconkit.Sender, KEY, SENSOR, object())
    for counter in (-1, 2**64, 2**64 + 5, -(2**64), 1.5, None, "0", b""):
        try:
            asconkit.Sender(KEY, SENSOR, Store(counter))
            assert False, counter
        except (ValueError, TypeError):
            pass
    raises(ValueError, "less than 2**56", asconkit.Sender, KEY, SENSOR, Store(2**56))
    last = asconkit.Sender(KEY, SENSOR, Store(2**56 - 1))
    last.seal(b"")
    raises(asconkit.StateError, "used up", last.seal, b"")


def test_stores():
    """A restart loses at most a step of counters, and repeats none."""
    store, kept = Store(), Store()
    seen = []
    for _ in range(4):
        sender = asconkit.Sender(KEY, SENSOR, store, 10)
        receiver = asconkit.Receiver(KEY, SENSOR, kept, 10)
        for _ in range(13):
            datagram = sender.seal(b"text")
            seen.append(bytes(datagram[:2]))
            assert receiver.open(datagram) == b"text"
            raises(asconkit.Refused, "accepted before", receiver.open, datagram)
    assert len(set(seen)) == len(seen)
    assert store.stored == [10, 20, 30, 40, 50, 60, 70, 80] and len(kept.stored) == 8


def test_a_store_that_fails():
    """Its exception comes out; nothing was sealed or accepted, and the next call tries again."""

    def fail():
        raise OSError(28)

    store, kept = Store(0, fail), Store(0, fail)
    sender, receiver = asconkit.Sender(KEY, SENSOR, store, 2), asconkit.Receiver(KEY, SENSOR, kept, 2)
    buffer, text = bytearray(b"\xee" * 14), bytearray(b"\xee" * 4)
    raises(OSError, "28", sender.seal, b"text")
    raises(OSError, "28", sender.seal_into, b"text", None, buffer)
    assert buffer == b"\xee" * 14
    store.meanwhile = None
    sender.seal_into(b"text", None, buffer)
    raises(OSError, "28", receiver.open, buffer)
    raises(OSError, "28", receiver.open_into, buffer, None, text)
    assert text == bytes(4)
    kept.meanwhile = None
    assert receiver.open_into(buffer, None, text) == 4 and text == b"text"
    assert store.stored == [2, 2, 2] and kept.stored == [2, 2, 2]


def test_a_store_that_resizes_the_buffers():
    """They move in memory, and what was there is given to others and overwritten."""
    text, header, out = bytearray(b"text"), bytearray(b"head"), bytearray(2000)
    waste = []

    def resize():
        for buffer in (text, header, out):
            buffer.extend(bytes(3000))
        gc.collect()
        waste.extend([bytearray(b"\xaa" * 64) for _ in range(500)])

    sender = asconkit.Sender(KEY, SENSOR, Store(0, resize), 1000)
    assert sender.seal_into(text, header, out) == 3004 + 10  # as they were when it was sealed
    receiver = asconkit.Receiver(KEY, SENSOR)
    assert receiver.open(memoryview(out)[:3014], header) == text
    assert all(each == b"\xaa" * 64 for each in waste)

    datagram = bytearray(sender.seal(b"second"))
    kept = asconkit.Receiver(KEY, SENSOR, Store(0, lambda: (datagram.extend(bytes(3000)), gc.collect())), 10)
    raises(asconkit.InvalidTag, "does not match", kept.open, datagram)  # it is another one by then
    assert kept.open(memoryview(datagram)[:16]) == b"second"


def test_a_store_that_shrinks_the_buffer():
    out = [bytearray(20)]
    view = memoryview(out[0])
    sender = asconkit.Sender(KEY, SENSOR, Store(0, lambda: (out.clear(), gc.collect())), 10)
    assert sender.seal_into(b"0123456789", None, view) == 20  # the view keeps its memory


def test_a_store_that_calls_the_same_object():
    sealed = []

    def again():
        store.meanwhile = None
        sealed.extend(sender.seal(b"inner") for _ in range(7))

    store = Store(0, again)
    sender = asconkit.Sender(KEY, SENSOR, store, 5)
    sealed.append(sender.seal(b"outer"))
    assert [bytes(each[:2]) for each in sealed] == [bytes([number, 0]) for number in range(8)]
    receiver = asconkit.Receiver(KEY, SENSOR)
    assert [receiver.open(each) for each in sealed] == [b"inner"] * 7 + [b"outer"]
    assert store.stored == [5, 5, 10]

    def wipe():
        sender.wipe()

    sender = asconkit.Sender(KEY, SENSOR, Store(0, wipe), 5)
    raises(asconkit.StateError, "wiped", sender.seal, b"text")


def test_a_store_that_collects():
    """Nobody else has the buffers, the sender and the store."""
    sender = asconkit.Sender(bytes(KEY), SENSOR, Store(0, gc.collect), 5)
    datagram = sender.seal(bytearray(b"text"), bytearray(b"head"))
    receiver = asconkit.Receiver(bytes(KEY), SENSOR, Store(0, gc.collect), 5)
    assert receiver.open(datagram, bytearray(b"head")) == b"text"
