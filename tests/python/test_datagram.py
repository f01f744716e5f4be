# SPDX-License-Identifier: Apache-2.0 OR MIT
"""asconkit.datagram: known answers, stores, misuse, forks, threads; open_many() against open() on random columns."""

import copy
import gc
import os
import pickle
import random
import threading
import weakref

import pytest

from asconkit import InvalidTag, StateError, _core, datagram, wipe
from asconkit.datagram import FileStore, Receiver, Refused, Sender, Settings
from spec.constructions import vectors
from test_drbg import in_a_child

KEY, NAME = bytes(range(16)), b"sensor 7"
SETTINGS = Settings(epoch_length=1)


class Memory:
    """A store that never forgets and may fail."""

    def __init__(self, counter=0):
        self.counter, self.stored, self.fails = counter, [], False

    def load(self):
        if self.fails:
            raise OSError("cannot load")
        return self.counter

    def store(self, counter):
        if self.fails:
            raise OSError("cannot store")
        self.counter = counter
        self.stored.append(counter)


@pytest.mark.parametrize("answer", vectors("datagram"), ids=lambda answer: answer["name"])
def test_known_answers(answer):
    key, name, text, header, sealed = (answer[field] for field in ("key", "identity", "text", "header", "datagram"))
    settings = Settings(answer["counter_length"], answer["tag_length"], answer["epoch_length"])
    of_sender, of_receiver = Memory(answer["counter"]), Memory(answer["counter"])
    sender = Sender(key, name, settings, of_sender, step=100)
    receiver = Receiver(key, name, settings, of_receiver)
    assert sender.next == answer["counter"] and sender.overhead == len(sealed) - len(text)
    assert sender.seal(text, header) == sealed
    assert receiver.open(sealed, header) == text
    assert receiver.next == answer["counter"] + 1
    with pytest.raises(Refused):
        receiver.open(sealed, header)
    assert of_sender.stored == [answer["counter"] + 100] and of_receiver.stored == [answer["counter"] + 1]
    assert sender.epoch_key() == receiver.epoch_key() == answer["epoch_key"]
    for memory in (of_sender, of_receiver):
        memory.counter = answer["counter"]
    assert Sender.resume(sender.epoch_key(), name, settings, of_sender).seal(text, header) == sealed
    assert Receiver.resume(receiver.epoch_key(), name, settings, of_receiver).open(sealed, header) == text


def test_any_buffers():
    sender, receiver = Sender(bytearray(KEY), memoryview(NAME), SETTINGS), Receiver(KEY, NAME, SETTINGS)
    sealed = sender.seal(bytearray(b"text"), memoryview(b"header"))
    assert receiver.open(memoryview(sealed), bytearray(b"header")) == b"text"
    assert receiver.open(sender.seal(b"")) == b""
    long = os.urandom(100_000)
    assert receiver.open(sender.seal(long)) == long


# ---- Stores -----------------------------------------------------------------------------------------------------


def test_a_store_keeps_the_counter_over_restarts():
    of_sender, of_receiver, sealed = Memory(), Memory(), []
    for start in range(3):
        sender = Sender(KEY, NAME, SETTINGS, of_sender, step=10)
        receiver = Receiver(KEY, NAME, SETTINGS, of_receiver)
        assert sender.next == 10 * start
        for old in sealed:
            with pytest.raises(Refused):
                receiver.open(old)
        sealed += [sender.seal(b"one"), sender.seal(b"two" * 1000)]  # the second one without the interpreter lock
        assert [receiver.open(new) for new in sealed[-2:]] == [b"one", b"two" * 1000]
    assert of_sender.stored == [10, 20, 30] and of_receiver.stored == [1, 2, 11, 12, 21, 22]


def test_a_store_that_fails():
    memory = Memory()
    memory.fails = True
    with pytest.raises(OSError, match="cannot load"):
        Sender(KEY, NAME, SETTINGS, memory)
    memory.fails = False
    sender, receiver = Sender(KEY, NAME, SETTINGS), Receiver(KEY, NAME, SETTINGS, memory)
    sealed = sender.seal(b"text")
    memory.fails = True
    for _ in range(2):
        with pytest.raises(OSError, match="cannot store"):
            receiver.open(sealed)
    found = datagram.open_many([receiver] * 2, [sealed] * 2)
    assert [str(error) for error in found] == ["cannot store"] * 2
    memory.fails = False
    assert receiver.open(sealed) == b"text"


def test_stores_that_return_nonsense():
    memory = Memory()
    nonsense = {"1": TypeError, 1.5: TypeError, -1: ValueError, 1 << 64: ValueError}
    for memory.counter, error in nonsense.items():
        with pytest.raises(error, match=r"load\(\) must return"):
            Sender(KEY, NAME, SETTINGS, memory)
    with pytest.raises(AttributeError, match="load"):
        Sender(KEY, NAME, SETTINGS, object())


def test_a_store_may_not_use_its_sender():
    class Nested(Memory):
        def store(self, counter):
            for call in (lambda: sender.seal(b""), sender.wipe, lambda: sender.next):
                with pytest.raises(StateError, match="called again during its own call"):
                    call()
            super().store(counter)

    memory = Nested()
    sender = Sender(KEY, NAME, SETTINGS, memory)
    sender.seal(b"text")
    assert memory.stored == [1]


@pytest.mark.parametrize("peer", [Sender, Receiver])
def test_an_object_whose_store_refers_to_it_is_collected(peer):
    store = Memory()
    store.owner = peer(KEY, NAME, SETTINGS, store)
    alive = weakref.ref(store)
    gc.collect()
    assert alive().owner.next == 0
    del store
    gc.collect()
    assert alive() is None


def test_a_file_keeps_a_counter(tmp_path):
    path = tmp_path / "counter"
    with FileStore(path) as store, pytest.raises(FileNotFoundError):
        Sender(KEY, NAME, SETTINGS, store)
    FileStore(path).provision()
    for start in range(3):
        with FileStore(path) as store:
            sender = Sender(KEY, NAME, SETTINGS, store, step=10)
            assert sender.next == 10 * start
            sender.seal(b"text")
    FileStore(path).provision()  # changes nothing
    assert path.read_bytes() == bytes.fromhex("1e00000000000000 70fc130c")
    with pytest.raises(FileNotFoundError):
        FileStore(tmp_path / "no folder/counter")


# ---- Misuse -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("settings", "message"), [
    (Settings(counter_length=0), "counter_length must be 1 to 7, not 0"),
    (Settings(counter_length=8), "counter_length must be 1 to 7, not 8"),
    (Settings(tag_length=6), "tag_length must be 4, 8, 12 or 16, not 6"),
    (Settings(tag_length=20), "tag_length must be 4, 8, 12 or 16, not 20"),
    (Settings(epoch_length=2), "epoch_length must be 0 to 1, not 2"),
    (Settings(counter_length=7, epoch_length=6), "epoch_length must be 0 to 5, not 6"),
    (Settings(max_forgeries=0), "max_forgeries must be 1 to 4294967295, not 0"),
    (Settings(max_forgeries=1 << 32), "max_forgeries must be 1 to 4294967295, not 4294967296"),
])  # fmt: skip
@pytest.mark.parametrize("peer", [Sender, Receiver])
def test_settings_that_are_not_allowed(peer, settings, message):
    with pytest.raises(ValueError, match=message):
        peer(KEY, NAME, settings)


@pytest.mark.parametrize("peer", [Sender, Receiver])
def test_arguments(peer):
    with pytest.raises(ValueError, match="key must be 16 bytes, not 15"):
        peer(KEY[1:], NAME, SETTINGS)
    with pytest.raises(ValueError, match="identity must be 8 bytes, not 7"):
        peer(KEY, NAME[1:], SETTINGS)
    with pytest.raises(TypeError, match="settings must be asconkit.datagram.Settings, not NoneType"):
        peer(KEY, NAME, None)
    for key, name in ((None, NAME), (KEY, "sensor 7")):
        with pytest.raises(TypeError, match="key must be|identity must be"):
            peer(key, name, SETTINGS)
    most = 4096 if peer is Sender else 64
    for step in (0, most + 1, 65535):
        with pytest.raises(ValueError, match=f"step must be 1 to .*, not {step}"):
            peer(KEY, NAME, SETTINGS, Memory(), step)
    peer(KEY, NAME, SETTINGS, Memory(), most)
    made = peer(KEY, NAME, SETTINGS)
    with pytest.raises(ValueError, match="counter_length must be 1 to 7, not 8"):
        made.set_counter_length(8)
    with pytest.raises(ValueError, match="counter_length must be more than epoch_length 1, not 1"):
        made.set_counter_length(1)
    for refused in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="cannot pickle"):
            refused(made)
    made.wipe()
    for call in (lambda: made.next, lambda: made.overhead, lambda: made.set_counter_length(2)):
        with pytest.raises(StateError, match="wiped"):
            call()
    with peer(KEY, NAME, SETTINGS) as used:
        assert used.next == 0
    with pytest.raises(StateError, match="wiped"):
        used.seal(b"") if peer is Sender else used.open(b"")


def test_counters_and_epochs_end():
    sender = Sender(KEY, NAME, Settings(), Memory((1 << 56) - 1))
    sender.seal(b"")
    with pytest.raises(StateError, match="used up"):
        sender.seal(b"")
    for peer in (Sender, Receiver):
        with pytest.raises(StateError, match="used up"):
            peer(KEY, NAME, Settings(), Memory(1 << 56))
    with pytest.raises(StateError, match="used up"):
        Receiver(KEY, NAME, SETTINGS, Memory(1 << 24))
    with pytest.raises(StateError, match="used up"):
        Sender(KEY, NAME, SETTINGS, Memory((1 << 24) - 1)).rekey()
    with pytest.raises(StateError, match="epoch_length of 1 or more"):
        Sender(KEY, NAME, Settings()).rekey()


def test_keys_are_replaced_and_counters_are_found():
    sender, receiver = Sender(KEY, NAME, SETTINGS), Receiver(KEY, NAME, SETTINGS)
    old = sender.seal(b"old")
    sender.rekey()
    assert sender.next == 256 and receiver.open(sender.seal(b"new")) == b"new"
    with pytest.raises(Refused):
        receiver.open(old)
    sender.set_counter_length(7)
    receiver.set_counter_length(7)
    assert sender.overhead == 15 and receiver.open(sender.seal(b"all")) == b"all"


def test_goes_on_with_the_key_of_an_epoch():
    of_sender, of_receiver = Memory(), Memory()
    sender = Sender(KEY, NAME, SETTINGS, of_sender, step=10)
    sender.seal(b"")
    sender.rekey()
    second = sender.epoch_key()
    assert second[16:] == bytes([1, 0, 8, 1]) and of_sender.stored == [10, 256]
    sender = Sender.resume(bytearray(second), NAME, SETTINGS, of_sender, step=10)
    assert sender.next == 256 and sender.epoch_key() == second
    receiver = Receiver(KEY, NAME, SETTINGS, of_receiver)
    assert receiver.open(sender.seal(b"text")) == b"text"
    receiver = Receiver.resume(receiver.epoch_key(), NAME, SETTINGS, of_receiver)
    assert receiver.open(sender.seal(b"more")) == b"more"
    of_sender.fails = True
    with pytest.raises(OSError, match="cannot store"):
        sender.rekey()
    assert sender.next == 258
    of_sender.fails, of_sender.counter = False, 255
    for peer in (Sender, Receiver):
        with pytest.raises(StateError, match="to an earlier epoch than the key"):
            peer.resume(second, NAME, SETTINGS, of_sender)
        with pytest.raises(ValueError, match="epoch_key must be 20 bytes, not 16"):
            peer.resume(KEY, NAME, SETTINGS, of_sender)
        with pytest.raises(ValueError, match="tag_length must be 8, as in epoch_key, not 4"):
            peer.resume(second, NAME, Settings(tag_length=4, epoch_length=1), of_sender)
        with pytest.raises(ValueError, match="epoch_length must be 1, as in epoch_key, not 0"):
            peer.resume(second, NAME, Settings(), of_sender)
        with pytest.raises(TypeError, match=r"store must be an object with load\(\) and store\(\), not None"):
            peer.resume(second, NAME, SETTINGS, None)
    wipe(second)
    assert second == bytes(20) != sender.epoch_key()
    sender.wipe()
    with pytest.raises(StateError, match="wiped"):
        sender.epoch_key()


def test_a_way_back_after_ten_restarts_that_nobody_heard():
    of_sender, receiver = Memory(), Receiver(KEY, NAME, SETTINGS, Memory())
    for _ in range(11):
        sender = Sender(KEY, NAME, SETTINGS, of_sender, step=4096)
        sealed = sender.seal(b"text")
    with pytest.raises(Refused):
        receiver.open(sealed)
    with pytest.raises(Refused):
        receiver.open(sealed, epochs_ahead=159)
    with pytest.raises(InvalidTag):
        receiver.open(sealed, b"another", epochs_ahead=160)
    assert receiver.open(sealed, epochs_ahead=160) == b"text" == receiver.open(sender.seal(b"text"))
    with pytest.raises(ValueError, match="epochs_ahead must be 0 to 65535, not 65536"):
        receiver.open(sealed, epochs_ahead=65536)


def test_forgeries_wipe_the_receiver():
    sender, receiver = Sender(KEY, NAME, SETTINGS), Receiver(KEY, NAME, Settings(epoch_length=1, max_forgeries=3))
    sealed = sender.seal(b"text", b"header")
    for wrong in (b"", sealed[:9]):
        with pytest.raises(Refused):
            receiver.open(wrong, b"header")
    for _ in range(3):
        with pytest.raises(InvalidTag):
            receiver.open(sealed, b"another")
    with pytest.raises(StateError, match="after max_forgeries forgeries"):
        receiver.open(sealed, b"header")
    (found,) = datagram.open_many([receiver], [sealed], [b"header"])
    assert isinstance(found, StateError)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork() here")
def test_a_child_has_no_sender_and_no_receiver():
    sender, receiver = Sender(KEY, NAME, SETTINGS), Receiver(KEY, NAME, SETTINGS)
    sealed = sender.seal(b"text")

    def refused():
        for call in (
            lambda: sender.seal(b""), lambda: receiver.open(sealed), lambda: datagram.open_many([receiver], [sealed]),
        ):  # fmt: skip
            with pytest.raises(StateError, match="copied by fork"):
                call()
        sender.wipe()
        return b"refused"

    assert in_a_child(refused) == b"refused"
    assert receiver.open(sealed) == b"text"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork() here")
def test_a_store_that_forks_leaves_the_sender_to_the_parent():
    class Forking(Memory):
        def store(self, counter):
            self.child = os.fork()
            super().store(counter)

    memory = Forking()
    sender = Sender(KEY, NAME, SETTINGS, memory)
    try:
        sealed = sender.seal(b"text")
    except StateError:
        sealed = None
    if memory.child == 0:
        os._exit(sealed is None)
    assert os.waitstatus_to_exitcode(os.waitpid(memory.child, 0)[1]) == 1
    assert Receiver(KEY, NAME, SETTINGS).open(sealed) == b"text"


def test_threads_take_turns():
    """Also those that open columns with the same receivers in another order: none waits for ever."""
    senders = [Sender(KEY, bytes([i] * 8), Settings(counter_length=3), Memory(), step=5) for i in range(3)]
    receivers = [Receiver(KEY, bytes([i] * 8), Settings(counter_length=3), Memory()) for i in range(3)]
    sealed, accepted = [], []

    def seal():
        sealed.extend((i, sender.seal(b"x" * 3000)) for _ in range(20) for i, sender in enumerate(senders))

    def receive(order):
        for start in range(0, len(sealed), 9):
            rows = sealed[start : start + 9][::order]
            found = datagram.open_many([receivers[i] for i, _ in rows], [row for _, row in rows])
            accepted.extend(text for text in found if isinstance(text, bytes))

    def run(target, *arguments):
        threads = [threading.Thread(target=target, args=arguments[i : i + 1]) for i in range(4)]
        [thread.start() for thread in threads]
        [thread.join(60) for thread in threads]
        assert not any(thread.is_alive() for thread in threads)

    run(seal)
    assert len(set(sealed)) == 4 * 20 * 3
    run(receive, 1, -1, 1, -1)
    # Threads start at one end, and what is more than 64 counters late is not tried.
    assert 3 * 64 <= len(accepted) <= len(sealed) and all(receiver.next == 80 for receiver in receivers)


# ---- Columns ----------------------------------------------------------------------------------------------------


def column_of(source, senders, sent, rows):
    """Datagrams of many senders, lost, late, repeated and forged, with their headers."""
    column = []
    while len(column) < rows:
        i = source.randrange(len(senders))
        text, header = source.randbytes(source.randrange(50)), source.randbytes(source.randrange(4))
        if source.randrange(100) == 0:
            senders[i].rekey()
        sent[i].append((senders[i].seal(text, header), header))
        for _ in range(source.randrange(3)):
            sealed, header = sent[i][-1 - min(source.choice((0, 0, 0, 1, 2, 5, 70, 200)), len(sent[i]) - 1)]
            if source.randrange(10) == 0:
                changed = bytearray(sealed)
                changed[source.randrange(len(sealed))] ^= 1 << source.randrange(8)
                sealed = bytes(changed[: source.choice((3, 10, 100))])
            column.append((i, sealed, header))
    return column


def same(a, b):
    return a == b if isinstance(b, bytes) else (type(a), str(a)) == (type(b), str(b))


def open_one(receiver, sealed, header):
    try:
        return receiver.open(sealed, header)
    except Exception as error:
        return error


@pytest.mark.parametrize("max_forgeries", [3, 1 << 31])
@pytest.mark.parametrize("counter_length", [2, 7])
def test_columns_give_what_single_calls_give(counter_length, max_forgeries):
    source = random.Random(counter_length)
    settings = Settings(counter_length, 4, 1, max_forgeries)
    senders = [Sender(KEY, bytes([i] * 8), settings) for i in range(10)]
    stores = [[Memory() for _ in senders] for _ in range(2)]
    columns, alone = ([Receiver(KEY, bytes([i] * 8), settings, store, 3) for i, store in enumerate(s)] for s in stores)
    sent, kinds = [[] for _ in senders], set()
    for threads in (0, 1, 2, 3):
        for memory in (memory for some in stores for memory in some[:2]):
            memory.fails = threads == 1
        rows = column_of(source, senders, sent, 500)
        which, sealed, headers = zip(*rows)
        found = datagram.open_many([columns[i] for i in which], sealed, headers, threads=threads)
        expected = [open_one(alone[i], *row) for i, *row in rows]
        assert all(map(same, found, expected))
        kinds |= {type(one) for one in found}
        assert [memory.stored for memory in stores[0]] == [memory.stored for memory in stores[1]]
    assert kinds >= {bytes, InvalidTag, Refused, OSError} and (StateError in kinds) == (max_forgeries == 3)


def test_columns_without_rows_or_headers():
    sender, receiver = Sender(KEY, NAME, SETTINGS), Receiver(KEY, NAME, SETTINGS)
    assert datagram.open_many([], []) == []
    sealed = sender.seal(b"text")
    first, second = datagram.open_many(iter([receiver, receiver]), (sealed, bytearray(sealed)))
    assert first == b"text" and isinstance(second, Refused)


class Emptying(Memory):
    """A store that drops all that the caller of open_many() has, and looks which other stores are still there."""

    def store(self, counter):
        for column in self.columns:
            column.clear()
        gc.collect()
        self.others_there = [other() is not None for other in self.others]
        super().store(counter)


def test_columns_keep_what_they_open():
    """Whoever changes the lists during the call, such as a store or another thread, does not end what is in them."""
    names = [NAME[:7] + bytes([i]) for i in range(3)]
    first, *others = stores = [Emptying(), Memory(), Memory()]
    receivers = [Receiver(KEY, name, SETTINGS, store) for name, store in zip(names, stores)]
    sealed = [bytearray(Sender(KEY, name, SETTINGS).seal(b"text", b"header")) for name in names]
    headers = [bytearray(b"header") for _ in names]
    first.columns, first.others = [receivers, sealed, headers], [weakref.ref(other) for other in others]
    del stores, others
    assert _core.datagram_open_many(receivers, sealed, headers, 1) == [b"text"] * 3
    assert first.others_there == [True, True] and receivers == sealed == headers == []


@pytest.mark.parametrize("rows", [(1, 2, 2), (3, 2, 2), (2, 2, 1), (2, 2, 3)])
def test_the_extension_checks_the_lengths_of_columns(rows):
    receivers = [Receiver(KEY, NAME, SETTINGS)] * rows[0]
    with pytest.raises(ValueError, match="receivers and headers must have 2 rows, as datagrams"):
        _core.datagram_open_many(receivers, [bytes(40)] * rows[1], [b""] * rows[2], 1)


def test_columns_that_do_not_fit():
    receiver = Receiver(KEY, NAME, SETTINGS)
    sealed = Sender(KEY, NAME, SETTINGS).seal(b"text")
    with pytest.raises(ValueError, match="receivers must have 2 rows, as datagrams, not 1"):
        datagram.open_many([receiver], [sealed, sealed])
    with pytest.raises(ValueError, match="headers must have 1 rows, as datagrams, not 0"):
        datagram.open_many([receiver], [sealed], [])
    for wrong in (None, 7, Sender(KEY, NAME, SETTINGS)):
        with pytest.raises(TypeError, match="receivers must be Receivers, not "):
            datagram.open_many([receiver, wrong], [sealed, sealed])
    with pytest.raises(TypeError, match="datagram must be"):
        datagram.open_many([receiver, receiver], [sealed, "text"])
    wiped = Receiver(KEY, NAME, SETTINGS)
    wiped.wipe()
    with pytest.raises(StateError, match="wiped"):
        datagram.open_many([receiver, wiped], [sealed, sealed])
    assert receiver.open(sealed) == b"text"  # nothing was opened before
