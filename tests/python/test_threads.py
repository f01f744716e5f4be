# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Threads that share objects: results stay right, and long work lets others run."""

import io
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import asconkit
from asconkit import prf, stream
from rows import sample

THREADS = 8
LONG = sample(200_000)
NONCE = sample(16)


@pytest.fixture(autouse=True)
def frequent_switches():
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def together(function, count=THREADS):
    """Runs function(i) in threads that start at once; the results in order, or the first exception."""
    barrier = threading.Barrier(count)

    def run(i):
        barrier.wait()
        return function(i)

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))


def test_one_cipher_for_all():
    cipher = asconkit.AsconAEAD128(sample(16))
    sizes = (0, 16, 3000, 20000)
    expected = [cipher.encrypt(NONCE, LONG[:size]) for size in sizes]

    def work(_):
        for _ in range(30):
            for size, sealed in zip(sizes, expected):
                assert cipher.encrypt(NONCE, LONG[:size]) == sealed
                assert cipher.decrypt(NONCE, sealed) == LONG[:size]

    together(work)


@pytest.mark.parametrize("size", [16, 5000])
def test_updates_of_one_object_take_turns(size):
    """Blocks that are all the same: whatever the order, the digest is that of all of them."""
    block, rounds = bytes(size), 50
    objects = [asconkit.hash256(), asconkit.xof128(), prf.v13_mac(bytes(16)), prf.v13_prf(bytes(16))]
    for shared in objects:
        alone = shared.copy()
        together(lambda i: [shared.update(block) for _ in range(rounds)])
        alone.update(block * rounds * THREADS)
        length = [] if shared.digest_size else [32]
        assert shared.digest(*length) == alone.digest(*length)


@pytest.mark.parametrize("size", [16, 5000])
def test_reads_of_one_object_take_turns(size):
    shared = asconkit.xof128(b"seed")
    expected = asconkit.xof128_digest(b"seed", size * THREADS * 20)
    pieces = together(lambda i: [shared.read(size) for _ in range(20)])
    found = sorted(piece for pieces_of_one in pieces for piece in pieces_of_one)
    assert found == sorted(expected[i : i + size] for i in range(0, len(expected), size))


def test_copies_and_digests_during_updates():
    shared = asconkit.hash256()
    valid, block = {asconkit.hash256_digest(bytes(4000 * i)) for i in range(101)}, bytes(4000)

    def work(i):
        if i == 0:
            for _ in range(100):
                shared.update(block)
        else:
            for _ in range(100):
                assert (shared.copy() if i % 2 else shared).digest() in valid

    together(work)
    assert shared.digest() == asconkit.hash256_digest(bytes(400_000))


def test_wiping_during_use():
    """Every call has the whole key or none of it: a result under half a key must not exist."""
    for _ in range(50):
        cipher = asconkit.AsconAEAD128(sample(16, 1))
        short, long = cipher.encrypt(NONCE, b"m"), cipher.encrypt(NONCE, LONG[:5000])

        def work(i, cipher=cipher, short=short, long=long):
            if i == 0:
                cipher.wipe()
                return
            try:
                while True:
                    assert cipher.encrypt(NONCE, b"m") == short
                    assert cipher.encrypt(NONCE, LONG[:5000]) == long
            except asconkit.StateError:
                pass

        together(work, 3)


LONG_CALLS = {
    "encrypt": lambda data: asconkit.AsconAEAD128(bytes(16)).encrypt(NONCE, data),
    "hash": asconkit.hash256_digest, "update": lambda data: asconkit.hash256().update(data),
    "xof": lambda data: asconkit.xof128_digest(b"", len(data)), "mac": lambda data: prf.v13_mac_digest(bytes(16), data),
    "read": lambda data: asconkit.xof128().read(len(data)), "prf": lambda data: prf.v13_prf(bytes(16)).update(data),
}  # fmt: skip


@pytest.mark.parametrize("call", LONG_CALLS.values(), ids=LONG_CALLS)
def test_the_interpreter_lock_is_released(call):
    """With a switch interval of minutes, another thread runs during a call only if the lock is released."""
    data = bytes(60_000_000)
    sys.setswitchinterval(600)
    started, done, seen = threading.Event(), threading.Event(), []

    def watch():
        started.set()
        while not done.is_set():
            seen.append(time.perf_counter())
            time.sleep(0.001)

    watcher = threading.Thread(target=watch)
    watcher.start()
    started.wait()
    begin = time.perf_counter()
    call(data)
    end = time.perf_counter()
    done.set()
    watcher.join()
    assert sum(begin < moment < end for moment in seen) >= 10


# ---- Streams, which are classes in Python over a lock in C++ -------------------------------------

STREAM_KEY = sample(32)
LARGE = bytes(8 << 20)


def opened(sealed, chunk_size=65536):
    opener = stream.Opener(stream.Stream(STREAM_KEY, STREAM_KEY, chunk_size=chunk_size))
    return opener.update(sealed) + opener.finalize()


class Paused(stream.Sealer):
    """Waits in the middle of its first call, as a thread does that the system stops there."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.inside, self.go_on = threading.Event(), threading.Event()

    def _crypt(self, first, data, ends):
        if not self.inside.is_set():
            self.inside.set()
            self.go_on.wait(1)
        return super()._crypt(first, data, ends)


def beside(sealer, call, other):
    """The results of call(), and of other(), which begins while call() is in progress."""
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(call)
        assert sealer.inside.wait(60)
        second = pool.submit(other)
        time.sleep(0.05)
        sealer.go_on.set()
        return first.result(), second.result()


def paused():
    return Paused(stream.Stream(STREAM_KEY, STREAM_KEY, chunk_size=16))


def test_finalize_beside_update_seals_no_index_twice():
    sealer = paused()
    text = sample(100)
    assert opened(b"".join(beside(sealer, lambda: sealer.update(text), sealer.finalize)), 16) == text


def test_update_beside_update_seals_no_index_twice():
    sealer = paused()
    text = sample(100)
    parts = beside(sealer, lambda: sealer.update(text[:50]), lambda: sealer.update(text[50:]))
    assert opened(b"".join(parts) + sealer.finalize(), 16) == text


def test_an_opener_that_threads_share():
    one = stream.Stream(STREAM_KEY, STREAM_KEY)
    sealed = one.seal_chunks(0, LARGE, True)
    opener = stream.Opener(one)
    unit = 65536 + 16

    def work(i):
        """One thread passes the real pieces, all other threads pass empty ones."""
        if i:
            return [opener.update(b"") for _ in range(200)]
        return [opener.update(sealed[at : at + unit]) for at in range(0, len(sealed), unit)]

    texts = [text for part in together(work, 3) for text in part]
    assert b"".join(texts) + opener.finalize() == LARGE


@pytest.mark.parametrize("other", ["write", "close"])
def test_a_writer_that_threads_share(other):
    """What a writer puts into its file is the stream, whichever call ends first."""
    file = io.BytesIO()
    writer = stream.StreamWriter(file, b"", sealer := paused(), False)
    text = sample(100)
    beside(sealer, lambda: writer.write(text), (lambda: writer.write(b"")) if other == "write" else writer.close)
    writer.close()
    assert opened(file.getvalue(), 16) == text


def test_a_writer_that_calls_itself():
    refused = []

    class Calling(io.BytesIO):
        def write(self, data):
            try:
                writer.write(b"more")
            except asconkit.StateError as error:
                refused.append(str(error))
            return super().write(data)

    file = Calling()
    writer = stream.StreamWriter(file, b"", stream.Sealer(stream.Stream(STREAM_KEY, STREAM_KEY, chunk_size=1)), False)
    assert writer.write(b"text") == 4
    assert refused == ["the object was called again during its own call"]
    writer.close()
    assert opened(file.getvalue(), 1) == b"text"
