"""Records that are cut: at a border the shares of a state are replaced by new inputs, bits of secrets and random bits,
whose numbers in the recorded run are the same. That is right if shares and guards are uniform there for all values of
the state, and independent of all that is used after the border: it is proved from the forms of the code.

What else is secret or random may be used before and after a border: secrets that are `kept` and public bytes of any
value, since all that is proved is proved for each value of their shares, and of these bytes; and other words until the
state takes them in. cuts.py cuts permutations, steps.py calls. SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from . import program as ops
from .elf import Elf
from .exact import Expressions, rank
from .forms import ZERO, Form
from .machine import Unsupported
from .manifest import Unit
from .program import Value
from .units import Preparation, Prepared

NEVER = math.inf
Name = tuple[int, int, int]  # word, share and part; guards are word GUARD, shares 1 and up
GUARD = 5


class NotProved(Unsupported):
    """A border is not allowed: the text says where, and what does not hold."""


@dataclass(frozen=True)
class Snapshot:
    """The state at a border, before it was replaced."""

    at: str  # a symbol
    epoch: int
    rotation: int  # of shares against each other
    values: dict[Name, Value]

    @property
    def parts(self) -> int:
        """Of a word: two halves, or eight bytes."""
        return 1 + max(part for _, _, part in self.values)


@dataclass
class Input:
    """Which part of the record may use an input."""

    epoch: int = -1  # of those that a border makes, or that are a state: the part that begins there; -1: any
    taken: float = NEVER  # of others: the border at which it is a part of the state; from there on, no one may


class Parts(Expressions):
    """The bits of all values of a record with borders."""

    def __init__(self, prepared: Prepared, cutting: Cutting) -> None:
        super().__init__(prepared)
        self._cutting = cutting

    def is_one_part(self, *values: Value) -> bool:
        return self._cutting.is_one_part(*values)


class Cutting(Preparation):
    """One run of a unit, with borders."""

    expressions: Expressions

    def __init__(self, unit: Unit, elf: Elf, processor: str, given: dict[str, int] | None = None) -> None:
        super().__init__(unit, elf, processor, given)
        self.shares = unit.shares
        self.epoch = 0
        self.inputs: dict[Value, Input] = {}
        self.kept = {secret.name for secret in unit.secrets if secret.kept}
        self.kept |= {area.at for area in unit.public if area.any_value}
        self.replaced: list[Snapshot] = []
        self._epochs: list[tuple[frozenset[int], float]] = []

    # ---- The record -----------------------------------------------------------------------------------

    def input(self, name: str, secret: bool) -> Value:
        value = super().input(name, secret)
        self.inputs[value] = Input(0 if self.is_state(name) else -1)
        return value

    def is_state(self, name: str) -> bool:
        """Whether an input may be used in the first part alone."""
        return False

    def owner(self, name: str) -> str:
        """The secret or area that has this input."""
        return name.partition("/")[0].partition(".")[0].partition("[")[0]

    def get(self, place: str | int) -> Value:
        return self.machine.read(place) if isinstance(place, str) else self.machine.cell(place)

    def set_place(self, place: str | int, value: Value) -> None:
        if isinstance(place, str):
            self.machine.set(place, value)
        else:
            self.machine.place(place, value)

    def replace(self, at: str, places: dict[Name, str | int], rotation: int) -> None:
        """New inputs in place of the words. Share 0 is the sum of the secret and all other shares."""
        values = {name: self.get(place) for name, place in places.items()}
        self.replaced.append(Snapshot(at, self.epoch, rotation, values))
        self.prepared.taken += values.values()
        self.machine.loaded.update(place for place in places.values() if isinstance(place, int))
        self.epoch += 1
        machine, numbers, width = self.machine, self.machine.program.numbers, self.machine.program.width
        for (word, share, part), place in places.items():
            if word == GUARD:
                self.set_place(place, self._new(f"guard{share}/{part}", False, numbers[values[word, share, part]]))
            elif share == 0:
                others = range(1, self.shares)
                straight = numbers[values[word, 0, part]]
                for i in others:
                    other = numbers[values[word, i, part]]
                    straight ^= (other << rotation * i | other >> width - rotation * i) & machine.program.mask
                first = self._new(f"x{word}/{part}", True, straight)
                for i in others:
                    one = self._new(f"x{word}/{part}.{i}", False, numbers[values[word, i, part]])
                    first = machine.xor(first, machine.shift(ops.ROTATE_RIGHT, one, width - rotation * i))
                    self.set_place(places[word, i, part], one)
                self.set_place(place, first)
                self.prepared.first[first] = f"{self.epoch}:x{word}/{part}.0"

    def _new(self, name: str, secret: bool, number: int) -> Value:
        self.prepared.names.append(f"{self.epoch}:{name}")
        self.prepared.secret.append(secret)
        value = self.machine.program.input(number)
        self.inputs[value] = Input(self.epoch)
        return value

    # ---- Epochs ---------------------------------------------------------------------------------------

    def finish(self) -> None:
        """After the run: the forms of all values, and which parts they are of."""
        program = self.prepared.program
        below: list[frozenset[Value]] = []  # inputs that any part may use
        epochs: list[frozenset[int]] = []
        for number, operation in enumerate(program.operations):
            found = self.inputs.get(number)
            free = frozenset([number] if found and found.epoch < 0 else [])
            own = frozenset([found.epoch] if found and found.epoch >= 0 else [])
            for value in (operation.first, operation.second, operation.third):
                if value >= 0:
                    free |= below[value]
                    own |= epochs[value]
            below.append(free)
            epochs.append(own)
        for snapshot in self.replaced:
            for value in snapshot.values.values():
                for word in below[value]:
                    if not self.is_kept(word):
                        self.inputs[word].taken = min(self.inputs[word].taken, snapshot.epoch + 1)
        self._epochs = [
            (own, min((self.inputs[word].taken for word in free), default=NEVER)) for own, free in zip(epochs, below)
        ]
        self.expressions = Parts(self.prepared, self)

    def is_kept(self, value: Value) -> bool:
        return self.owner(self.prepared.names[self.prepared.program.operations[value].number]) in self.kept

    def is_one_part(self, *values: Value) -> bool:
        """All that is below these values was uniform together, in one part of the record."""
        epochs = frozenset().union(*(self._epochs[value][0] for value in values))
        taken = min(self._epochs[value][1] for value in values)
        return len(epochs) <= 1 and max(epochs, default=0) < taken

    # ---- The proof ------------------------------------------------------------------------------------

    def require(self, holds: bool, snapshot: Snapshot, text: str) -> None:
        if not holds:
            raise NotProved(f"{self.unit.name}: before {snapshot.at}, part {snapshot.epoch}: {text}")

    def turned(self, snapshot: Snapshot, column: int, share: int) -> int:
        return (column - snapshot.rotation * share) % self.machine.program.width

    def prove_uniform(self, at: Snapshot) -> None:
        """Shares but the first one, and guards, have terms that are random bits of this part and in no product, of full
        rank together; the sum of all shares has none of these bits as terms. So they are uniform, for each value of the
        sums and of all that is kept."""
        forms, bits = self.expressions.forms, self.expressions.bits
        sums: list[Form] = []
        totals: list[Form] = []
        for word, share, part in at.values:
            if word == GUARD:
                sums += bits[at.values[word, share, part]]
            elif share == 0:
                for column in range(self.machine.program.width):
                    total = ZERO
                    for i in range(self.shares):
                        form = bits[at.values[word, i, part]][self.turned(at, column, i)]
                        total ^= form
                        if i:
                            sums.append(form)
                    totals.append(total)
        bound = self._kept_atoms
        for form in (*sums, *totals):
            bound |= forms.split(form)[1]
        for term in self.terms_below(sums):
            self.require(self._is_new(term, at), at, "a random bit of another part")
        rows = [forms.split(form)[0] & forms.random & ~bound for form in sums]
        self.require(rank(rows) == len(rows), at, "shares and guards are not of full rank")
        free = 0
        for row in rows:
            free |= row
        mixed = any(forms.split(total)[0] & free for total in totals)
        self.require(not mixed, at, "a sum of all shares depends on random bits")

    def _is_new(self, term: int, at: Snapshot) -> bool:
        """Not a bit that an earlier state has: of this part, kept, or not taken yet."""
        found = self.inputs[self.input_of(term)]
        return found.epoch == at.epoch or (found.epoch < 0 and found.taken > at.epoch)

    def epoch_of(self, term: int) -> int:
        return self.inputs[self.input_of(term)].epoch

    def input_of(self, term: int) -> Value:
        return self._values_of_names[self.expressions.forms.names[term].rpartition(":")[0]]

    @cached_property
    def _values_of_names(self) -> dict[str, Value]:
        operations = self.prepared.program.operations
        return {self.prepared.names[operations[value].number]: value for value in self.inputs}

    @cached_property
    def _kept_atoms(self) -> int:
        forms, found = self.expressions.forms, 0
        for number in range((forms.secrets | forms.public | forms.random).bit_length()):
            if self.is_kept(self.input_of(forms.term_of_atom(number))):
                found |= 1 << number
        return found

    def terms_below(self, sums: Iterable[Form]) -> list[int]:
        """The terms of all atoms of these sums."""
        forms, mask = self.expressions.forms, 0
        for form in sums:
            mask |= forms.below(form)
        return [forms.term_of_atom(number) for number in range(mask.bit_length()) if mask >> number & 1]
