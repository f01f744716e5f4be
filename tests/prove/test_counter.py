"""The sender of Counter.v does what the library's does, in any order of events: as Coq has extracted it.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import ctypes
import os
import random
from pathlib import Path

import pytest
from coq.checking import Refused, Sources
from texts.extracted import Function, Program, from_list, from_nat, to_nat

OK, LIMIT, FAR = 0, 1 << 24, 0x7FFF
EVENTS = ("Start", "Seal", "Seal", "Seal", "Rekey", "Power_lost")
OUTCOMES = ("Kept", "Kept", "Kept", "Failed", "Lost_power")
CALL = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(ctypes.c_uint8))


class Settings(ctypes.Structure):
    _fields_ = [("forgeries", ctypes.c_uint32), *((name, ctypes.c_uint8) for name in ("counter", "tag", "epoch"))]


class Store(ctypes.Structure):
    _fields_ = [("load", CALL), ("store", CALL), ("context", ctypes.c_void_p), ("step", ctypes.c_uint16)]


class Sender:
    """The library's, with a store that does what each call says."""

    def __init__(self, step: int, epoch_length: int) -> None:
        self.library = ctypes.CDLL(str(Path(os.environ["ASCONKIT_LIBRARIES"]) / "libasconkit.so"))
        self.library.ascon_datagram_next.restype = ctypes.c_uint64
        self.settings = Settings(1, 7, 16, epoch_length)
        self.store = Store(CALL(self._load), CALL(self._store), None, step)
        self.loaded, self.keeps, self.wanted = 0, False, None
        self.memory: ctypes.Array | None = None

    def _load(self, _context, counter) -> int:
        for at, byte in enumerate(self.loaded.to_bytes(8, "little")):
            counter[at] = byte
        return 1

    def _store(self, _context, counter) -> int:
        self.wanted = int.from_bytes(bytes(counter[:8]), "little")
        return int(self.keeps)

    def start(self, loaded: int) -> None:
        self.loaded, self.memory = loaded, ctypes.create_string_buffer(256)
        arguments = (ctypes.byref(self.settings), bytes(8), bytes(16), ctypes.byref(self.store))
        assert self.library.ascon_datagram_sender_init(self.memory, *arguments) == OK

    def call(self, name: str, keeps: bool) -> list[int]:
        """The counters that are used."""
        self.keeps, self.wanted, datagram = keeps, None, ctypes.create_string_buffer(7 + 16)
        if name == "Rekey":
            self.library.ascon_datagram_rekey(self.memory)
        elif self.library.ascon_datagram_seal(self.memory, datagram, None, 0, None, 0) == OK:
            return [int.from_bytes(datagram.raw[:7], "little")]
        return []

    def next(self) -> int:
        return self.library.ascon_datagram_next(self.memory)


class Model:
    """happens() of Counter.v."""

    def __init__(self, step: int, epoch_length: int) -> None:
        self.program = Program(Sources().folder / "counter.json")
        known = [to_nat(number) for number in (step, 256 if epoch_length else 0, FAR)]
        exists = Function(1, lambda counter: ("True",) if from_nat(counter) < LIMIT else ("False",))
        self.settings = [*known, exists, Function(1, lambda _counter: ("False",))]
        self.world = ("World", ("None",), to_nat(0))

    def happens(self, *event) -> list[int]:
        _pair, self.world, used = self.program.call("happens", *self.settings, self.world, event)
        return [from_nat(counter) for counter in from_list(used)]

    @property
    def stored(self) -> int:
        return from_nat(self.world[2])

    @property
    def next(self) -> int | None:
        return from_nat(self.world[1][1][1]) if self.world[1][0] == "Some" else None


@pytest.fixture(scope="module", autouse=True)
def extracted():
    list(Sources().check(("Counter",)))


def differences(seed: int, steps: tuple[int, int]) -> int:
    """How often the library and the model do something else; they have these steps."""
    order = random.Random(seed)
    epoch_length = order.choice((0, 1))
    sender, model, found = Sender(steps[0], epoch_length), Model(steps[1], epoch_length), 0
    for _ in range(40):
        name, outcome, more = order.choice(EVENTS), order.choice(OUTCOMES), order.choice((0, 0, 1, 3))
        before = model.stored
        if name == "Start":
            model.happens("Start", to_nat(more))
            sender.start(before + more)
        elif name == "Power_lost" or model.next is None:
            model.happens("Power_lost")
        else:
            kept = ("Kept", to_nat(more)) if outcome == "Kept" else (outcome,)
            used = model.happens(name, kept)
            found += used != sender.call(name, outcome == "Kept")
            if outcome == "Kept" and model.stored != before:
                found += sender.wanted != model.stored - more
        if model.next is not None:
            found += model.next != sender.next()
    return found


@pytest.mark.parametrize("step", [1, 2, 5, 300])
def test_the_library_does_what_the_model_does(step):
    assert [differences(seed, (step, step)) for seed in range(25)] == [0] * 25


def test_another_model_differs():
    assert any(differences(seed, (2, 3)) for seed in range(5))


@pytest.mark.parametrize(
    "before, after",
    [
        ("(if used then step - 1 else 0)", "(if used then step else 0)"),
        ("if ahead <=? reserved s then", "if ahead <=? reserved s + 1 then"),
        ("World (running w) (wanted + more)", "World (running w) (stored w)"),
        ("| Failed => (w, None)", "| Failed => (w, Some (Sender later 0))"),
    ],
    ids=["one counter more is reserved", "one more is used", "nothing is kept", "a failed store is ignored"],
)
def test_a_fault_of_the_automaton_is_refused(before, after):
    sources = Sources(changes={"Counter": (before, after)})
    with pytest.raises(Refused, match="Fault.v"):
        sources.compile("Fault", sources.text("Counter"))
