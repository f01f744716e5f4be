# SPDX-License-Identifier: Apache-2.0 OR MIT
"""asconkit.drbg: the model's numbers, what random.Random does with them, forks, threads, what is refused."""

import copy
import os
import pickle
import threading

import pytest

from asconkit import StateError, drbg
from rows import sample
from spec.constructions.drbg import Drbg

SEED = sample(40)


def test_numbers_are_the_models():
    generator, model = drbg.Generator(SEED), Drbg(seed=SEED)
    for length, additional in ((16, b""), (0, b""), (100, b"more"), (40000, b"")):
        assert generator.bytes(length, additional) == model.generate(length, additional)
    generator.reseed(SEED[:32])
    model.reseed(SEED[:32])
    assert generator.randbytes(32) == model.generate(32)


def test_bits_are_the_lowest_bytes_first():
    generator, model = drbg.Generator(SEED), Drbg(seed=SEED)
    assert generator.getrandbits(64) == int.from_bytes(model.generate(8), "little")
    assert generator.getrandbits(13) == int.from_bytes(model.generate(2), "little") >> 3
    assert generator.random() == (int.from_bytes(model.generate(7), "little") >> 3) / 2**53
    assert generator.getrandbits(0) == 0


def test_methods_of_random():
    generator = drbg.Generator()
    cards = list(range(52))
    generator.shuffle(cards)
    assert cards != sorted(cards) and set(cards) == set(range(52))
    assert all(1 <= generator.randint(1, 6) <= 6 for _ in range(100))
    assert all(0 <= generator.random() < 1 for _ in range(100))
    assert len({generator.gauss(0, 1) for _ in range(10)}) == 10
    assert len(set(generator.sample(range(1000), 50))) == 50


def test_seeds_and_the_system():
    assert drbg.Generator(SEED).bytes(16) == drbg.Generator(bytearray(SEED)).bytes(16)
    assert drbg.Generator(SEED).bytes(16) != drbg.Generator(SEED + b"\0").bytes(16)
    assert drbg.Generator().bytes(16) != drbg.Generator().bytes(16)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork() here")
def test_a_child_gives_other_numbers_or_none():
    system, seeded = drbg.Generator(), drbg.Generator(SEED)
    in_child = in_a_child(lambda: system.bytes(16))
    assert len(in_child) == 16 and in_child != system.bytes(16)

    def refused():
        with pytest.raises(StateError, match="fork"):
            seeded.bytes(16)
        seeded.reseed(SEED)
        return seeded.bytes(16)

    in_child = in_a_child(refused)
    assert len(in_child) == 16 and in_child != seeded.bytes(16)


def in_a_child(call):
    """What call() returns in a child of this process; nothing if it raised."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writer, call())
        finally:
            os._exit(0)
    os.close(writer)
    os.waitpid(child, 0)
    with os.fdopen(reader, "rb") as answer:
        return answer.read()


def test_threads_share_it():
    generator, found = drbg.Generator(), []

    def draw():
        found.extend(generator.bytes(4096) for _ in range(20))

    threads = [threading.Thread(target=draw) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 80


@pytest.mark.parametrize(("call", "error", "message"), [
    (lambda: drbg.Generator(bytes(31)), ValueError, "seed must be at least 32 bytes, not 31"),
    (lambda: drbg.Generator(5), TypeError, "seed must be a bytes-like object, not int"),
    (lambda: drbg.Generator(SEED).reseed(), ValueError, "seed must be at least 32 bytes, not 0"),
    (lambda: drbg.Generator().bytes(-1), ValueError, "length must be 0 or more, not -1"),
    (lambda: drbg.Generator().bytes(1, "text"), TypeError, "additional must be a bytes-like object, not str"),
    (lambda: drbg.Generator().getrandbits(-1), ValueError, "0 or more, not -1"),
    (lambda: drbg.Generator().seed(1), NotImplementedError, "reseed"),
    (lambda: drbg.Generator().getstate(), NotImplementedError, "secret"),
    (lambda: drbg.Generator().setstate(None), NotImplementedError, "secret"),
    (lambda: pickle.dumps(drbg.Generator()), TypeError, "pickle"),
    (lambda: copy.copy(drbg.Generator()), TypeError, "copy"),
])  # fmt: skip
def test_refusals(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_wiping():
    generator = drbg.Generator()
    generator.wipe()
    for call in (lambda: generator.bytes(1), generator.random, generator.reseed):
        with pytest.raises(StateError):
            call()
