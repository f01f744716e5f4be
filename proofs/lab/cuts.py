"""The exact check of a permutation without fresh random words, of order 1, in parts.

What two S-boxes make of random bits is too large for the exact check. So the record of a unit is cut: at a cut, which a
manifest names (manifest.Cut), the shares and guards of the state are known to be somewhere, and become new inputs, bits
of secrets and random bits, whose numbers in the recorded run are the same. That is right if shares and guards are
uniform there, for all values of the state. It is proved from the forms of the code itself:

- The first S-box: shares and guards are sums of random bits, of full rank.
- From an S-box to its linear layer: each column of the outputs depends on one column of the inputs, and for each value
  of the secrets the random bits of that column are mapped one-to-one. Counted.
- From a linear layer to the next S-box: the outputs are sums of bits of one share, of full rank.

An observation with values on both sides of a cut cannot be decided with it. So all is done twice, with cuts before each
S-box and with cuts before each linear layer, and each observation must be clean in one of them. What else is secret or
random may be used on both sides: secrets that are `kept` and public bytes of any value, since all that is proved is
proved for each value of their shares, and of these bytes; and random words until the state takes them in.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy
from numpy.typing import NDArray

from . import program as ops
from .elf import Elf
from .exact import MOST_FINDINGS, Expressions, Finding, Progress, Verdict, finding_of
from .forms import ONE, Form, Forms, sum_of
from .machine import Unsupported
from .manifest import STAGES, Cut, Unit
from .program import Observation, Value
from .record import Moment
from .units import Preparation, Prepared

NEVER = math.inf
Name = tuple[int, int, int]  # word, share and part; guards are word GUARD, shares 1 and up
GUARD = 5


class NotProved(Unsupported):
    """A cut is not allowed: the text says where, and what does not hold."""


@dataclass(frozen=True)
class _Snapshot:
    """The state at a cut, before it was replaced."""

    cut: Cut
    epoch: int
    values: dict[Name, Value]


@dataclass
class _Input:
    """Which part of the record may use an input."""

    epoch: int = -1  # of those that a cut makes, or that are a state: the part that begins there; -1: any
    taken: float = NEVER  # of a random word: the cut at which it is a part of the state; from there on, no one may


def check(
    unit: Unit, elf: Elf, processor: str, progress: Progress = lambda *_: None, patience: float = math.inf
) -> tuple[Prepared, Verdict]:
    """Raises NotProved if the cuts are not allowed, and what units.prepare() raises."""
    started = time.monotonic()
    verdict = Verdict(1)
    sbox, linear = (_Parts(unit, elf, processor, stage) for stage in STAGES)
    if not sbox.snapshots:
        raise NotProved(f"{unit.name}: none of the cuts was passed")
    for each in (sbox, linear):
        each.prove()
    if len(sbox.seen) != len(linear.seen):
        raise NotProved(f"{unit.name}: {len(sbox.seen)} and {len(linear.seen)} observations; expected the same number")
    asked: set[tuple[Value, Value]] = set()
    for done, (one, other) in enumerate(zip(sbox.seen, linear.seen)):
        if done % 100 == 0:
            progress("order 1, in parts", done, len(sbox.seen))
            if time.monotonic() - started > patience:
                verdict.unfinished = True
                break
        if one.model not in unit.models:
            continue
        for alone in (True, False):
            _ask(verdict, asked, (sbox, _part(one, alone)), (linear, _part(other, alone)))
        if len(verdict.findings) >= MOST_FINDINGS:
            break
    verdict.seconds = time.monotonic() - started
    return sbox.prepared, verdict


def _part(seen: Observation, alone: bool) -> Observation:
    return seen._replace(before=-1) if alone else seen


def _ask(
    verdict: Verdict,
    asked: set[tuple[Value, Value]],
    first: tuple[_Parts, Observation],
    second: tuple[_Parts, Observation],
) -> None:
    """A value, or a value after another one: clean in one of both runs."""
    parts, seen = first
    key = (seen.value, seen.before)
    if key not in asked and not parts.is_public(seen):
        verdict.values += seen.before < 0
        verdict.pairs += seen.before >= 0
        verdict.checked += parts.prepared.program.width
    asked.add(key)
    outcomes = []
    for parts, seen in (first, second):
        outcomes.append(parts.decide(seen))
        if outcomes[-1] is None:
            return
    leak = next((each for each in outcomes if each and not each.undecided), outcomes[0])
    assert leak
    verdict.findings.append(leak)


class _Parts(Preparation):
    """One run of the unit, cut at one stage of each round."""

    def __init__(self, unit: Unit, elf: Elf, processor: str, stage: str) -> None:
        super().__init__(unit, elf, processor)
        # A program that has none of a permutation's symbols does not run it.
        here = [cut for cut in unit.cuts if cut.at in elf.symbols] or unit.cuts
        self.labels = {elf.address(cut.at) & ~1: cut for cut in here}
        self.stage, self.shares = stage, unit.shares
        self.epoch = 0
        self.inputs: dict[Value, _Input] = {}
        self.kept = {secret.name for secret in unit.secrets if secret.kept}
        self.kept |= {area.at for area in unit.public if area.any_value}
        self._names: dict[str, Value] = {}
        self._shapes: dict[object, int] = {}  # numbers of sums and products: _shape()
        self._proved: set[tuple[int, ...]] = set()  # columns, which are mostly alike
        self.snapshots: list[_Snapshot] = []
        self.seen: list[Observation] = []  # all, in order: both runs have as many
        self._watch()
        self.run()
        self.expressions = Expressions(self.prepared)
        self._epochs = self._epochs_of_values()
        self._decided: dict[tuple[Value, Value], Finding | None] = {}

    def _watch(self) -> None:
        program, observe = self.machine.program, self.machine.program.observe

        def observe_too(model: str, value: Value, before: Value = -1) -> None:
            self.seen.append(Observation(model, len(program.steps) - 1, value, before))
            observe(model, value, before)

        program.observe = observe_too  # type: ignore[method-assign]

    # ---- The record -----------------------------------------------------------------------------------

    def input(self, name: str, secret: bool) -> Value:
        """Those of the state belong to the part before the first cut, others to all."""
        value = super().input(name, secret)
        owner = name.partition("/")[0].partition(".")[0].partition("[")[0]
        is_state = any(owner == each.name for each in self.unit.secrets) and owner not in self.kept
        self.inputs[value] = _Input(0 if is_state else -1)
        return value

    def before(self, moment: Moment) -> None:
        cut = self.labels.get(moment.address)
        if cut is None:
            return
        places = dict(self._places(cut, moment.registers))
        values = {name: self._get(place) for name, place in places.items()}
        self.snapshots.append(_Snapshot(cut, self.epoch, values))
        if cut.stage == self.stage:
            self._replace(places, values, cut.rotation)

    def _places(self, cut: Cut, registers: dict[str, int]) -> Iterator[tuple[Name, str | int]]:
        """Of each word of the state and of the guards: a register or an address."""
        for part, (places, guards) in enumerate(zip(cut.parts, cut.guards)):
            for (word, share), place in zip(cut.words, places):
                yield (word, share, part), self._resolved(place, registers)
            for share, place in enumerate(guards, 1):
                yield (GUARD, share, part), self._resolved(place, registers)

    def _resolved(self, place: str, registers: dict[str, int]) -> str | int:
        base, plus, offset = place.partition("+")
        return self.lowering.base(registers, base) + int(offset) if plus else place

    def _get(self, place: str | int) -> Value:
        return self.machine.read(place) if isinstance(place, str) else self.machine.cell(place)

    def _put(self, place: str | int, value: Value) -> None:
        if isinstance(place, str):
            self.machine.set(place, value)
        else:
            self.machine.place(place, value)

    def _replace(self, places: dict[Name, str | int], values: dict[Name, Value], rotation: int) -> None:
        """New inputs in place of the words. Share 0 is the sum of the secret and all other shares."""
        self.epoch += 1
        machine, numbers, width = self.machine, self.machine.program.numbers, self.machine.program.width
        for (word, share, part), place in places.items():
            if word == GUARD:
                self._put(place, self._given(f"guard{share}/{part}", False, numbers[values[word, share, part]]))
            elif share == 0:
                others = range(1, self.shares)
                straight = numbers[values[word, 0, part]]
                for i in others:
                    other = numbers[values[word, i, part]]
                    straight ^= (other << rotation * i | other >> width - rotation * i) & machine.program.mask
                first = self._given(f"x{word}/{part}", True, straight)
                for i in others:
                    one = self._given(f"x{word}/{part}.{i}", False, numbers[values[word, i, part]])
                    first = machine.xor(first, machine.shift(ops.ROTATE_RIGHT, one, width - rotation * i))
                    self._put(places[word, i, part], one)
                self._put(place, first)

    def _given(self, name: str, secret: bool, number: int) -> Value:
        self.prepared.names.append(f"{self.epoch}:{name}")
        self.prepared.secret.append(secret)
        value = self.machine.program.input(number)
        self.inputs[value] = _Input(self.epoch)
        return value

    # ---- Epochs ---------------------------------------------------------------------------------------

    def _epochs_of_values(self) -> list[tuple[frozenset[int], float]]:
        """Of each value: the epochs of the inputs below it, and the first cut at which one of them was taken."""
        program = self.prepared.program
        below: list[frozenset[Value]] = []  # random words
        epochs: list[frozenset[int]] = []
        for number, operation in enumerate(program.operations):
            found = self.inputs.get(number)
            random = frozenset([number] if found and found.epoch < 0 else [])
            own = frozenset([found.epoch] if found and found.epoch >= 0 else [])
            for value in (operation.first, operation.second, operation.third):
                if value >= 0:
                    random |= below[value]
                    own |= epochs[value]
            below.append(random)
            epochs.append(own)
        for snapshot in self.snapshots:
            if snapshot.cut.stage == self.stage:
                for value in snapshot.values.values():
                    for word in below[value]:
                        if not self._is_kept(word):
                            self.inputs[word].taken = min(self.inputs[word].taken, snapshot.epoch + 1)
        return [
            (own, min((self.inputs[word].taken for word in random), default=NEVER))
            for own, random in zip(epochs, below)
        ]

    def _is_kept(self, value: Value) -> bool:
        name = self.prepared.names[self.prepared.program.operations[value].number]
        return name.partition("/")[0].partition(".")[0].partition("[")[0] in self.kept

    def _is_one_part(self, *values: Value) -> bool:
        """All that is below these values was uniform together, in one part of the record."""
        epochs = frozenset().union(*(self._epochs[value][0] for value in values))
        taken = min(self._epochs[value][1] for value in values)
        return len(epochs) <= 1 and max(epochs, default=0) < taken

    # ---- Observations ---------------------------------------------------------------------------------

    def is_public(self, seen: Observation) -> bool:
        program = self.prepared.program
        if seen.before < 0:
            return program.is_public(seen.value)
        return seen.before == seen.value or (program.is_public(seen.before) and program.is_public(seen.value))

    def decide(self, seen: Observation) -> Finding | None:
        """None: clean."""
        if self.is_public(seen):
            return None
        key = (seen.value, seen.before)
        if key not in self._decided:
            self._decided[key] = self._finding(seen)
        found = self._decided[key]
        return found and Finding((seen,), found.bits, found.text, found.undecided)

    def _finding(self, seen: Observation) -> Finding | None:
        values = [value for value in (seen.value, seen.before) if value >= 0]
        if not self._is_one_part(*values):
            return Finding((seen,), (0,), "values on both sides of a cut", True)
        return finding_of(self.expressions, seen)

    # ---- The proof ------------------------------------------------------------------------------------

    def prove(self) -> None:
        """Of what lies between two cuts, what this run can tell: it has cuts at one end."""
        first = self.snapshots[0]
        if first.cut.stage != STAGES[0]:
            raise NotProved(f"{self.unit.name}: {first.cut.at} is passed first; expected an S-box")
        if self.stage == STAGES[0]:
            self._prove_linear(first)
        for before, after in zip(self.snapshots, self.snapshots[1:]):
            if before.cut.stage == after.cut.stage:
                raise NotProved(f"{self.unit.name}: {after.cut.at} after {before.cut.at}; expected the other stage")
            if before.cut.stage == self.stage:
                (self._prove_sbox if self.stage == STAGES[0] else self._prove_linear)(after)

    def _require(self, holds: bool, snapshot: _Snapshot, text: str) -> None:
        if not holds:
            raise NotProved(f"{self.unit.name}: before {snapshot.cut.at}, part {snapshot.epoch}: {text}")

    def _turned(self, snapshot: _Snapshot, column: int, share: int) -> int:
        return (column - snapshot.cut.rotation * share) % self.machine.program.width

    def _prove_sbox(self, after: _Snapshot) -> None:
        """Column by column. For each value of the secrets the random bits, of shares and guards, are mapped one-to-one
        to those of the outputs, and the sum of the output shares depends on the secrets alone."""
        bits = self.expressions.bits
        used: dict[int, tuple[int, int]] = {}
        for part in range(len(after.cut.parts)):
            for column in range(self.machine.program.width):
                words = [
                    [bits[after.values[word, i, part]][self._turned(after, column, i)] for i in range(self.shares)]
                    for word in range(5)
                ]
                guards = [
                    bits[after.values[GUARD, i, part]][self._turned(after, column, i)] for i in range(1, self.shares)
                ]
                terms = self._terms_below([*(form for word in words for form in word), *guards])
                for term in terms:
                    alone = used.setdefault(term, (part, column)) == (part, column)
                    self._require(alone, after, "columns share bits")
                    self._require(self._epoch_of(term) == after.epoch, after, "a bit of another part")
                self._prove_column(after, terms, words, guards)

    def _prove_column(
        self, after: _Snapshot, terms: list[int], words: list[list[Form]], guards: list[Form]
    ) -> None:
        forms = self.expressions.forms
        secret = [term for term in terms if forms.atoms[term] & forms.secrets]
        random = [term for term in terms if forms.is_random[term]]
        expected = 6 * (self.shares - 1)
        fits = (len(random), len(secret), len(terms)) == (expected, 5, expected + 5)
        self._require(fits, after, f"a column of {len(random)} random bits; expected {expected}")
        outputs = [*(form for word in words for form in word[1:]), *guards]
        shape = self._shape([*random, *secret], [*map(sum_of, words), *outputs])
        if shape in self._proved:
            return
        tables = _Tables(forms, [*random, *secret])
        for word in words:
            by_secret = tables.of(sum_of(word)).reshape(32, -1)
            fits = bool((by_secret == by_secret[:, :1]).all())
            self._require(fits, after, "the sum of shares depends on random bits")
        numbers = tables.numbers(outputs).reshape(32, -1)
        distinct = min(len(numpy.unique(each)) for each in numbers)
        self._require(distinct == 1 << expected, after, f"not one-to-one: {distinct} of {1 << expected} outputs")
        self._proved.add(shape)

    def _shape(self, atoms: list[int], sums: list[Form]) -> tuple[int, ...]:
        """Equal for sums that are the same functions of their atoms, which are numbered in this order."""
        operands, numbers = self.expressions.forms.operands, self._shapes
        found = {ONE: 0, **{term: -place for place, term in enumerate(atoms, 1)}}

        def number(key: object) -> int:
            return numbers.setdefault(key, len(numbers) + 1)

        def of_sum(form: Form) -> int:
            return number(("sum", *sorted(map(of_term, form))))

        def of_term(term: int) -> int:
            if term not in found:
                found[term] = number(("product", *sorted(map(of_sum, operands[term]))))
            return found[term]

        return tuple(map(of_sum, sums))

    def _prove_linear(self, after: _Snapshot) -> None:
        """Shares but the first one, and guards, are sums of random bits, of full rank together; the sum of all shares
        has no random bits."""
        forms, bits, rows = self.expressions.forms, self.expressions.bits, []
        kept = self._atoms_kept()
        for part in range(len(after.cut.parts)):
            sums = []
            for word in range(5):
                for column in range(self.machine.program.width):
                    total = bits[after.values[word, 0, part]][column]
                    for i in range(1, self.shares):
                        form = bits[after.values[word, i, part]][self._turned(after, column, i)]
                        sums.append(form)
                        total = total ^ form
                    self._require(not forms.below(total) & forms.random, after, "a sum depends on random bits")
            for i in range(1, self.shares):
                sums += bits[after.values[GUARD, i, part]]
            for form in sums:
                below = forms.below(form)
                simple = not any(forms.operands[term] for term in form) and not below & forms.secrets
                self._require(simple, after, "a share or guard is no sum of random bits")
                rows.append(below & ~kept)
                for term in form:
                    self._require(term == ONE or self._is_new(term, after), after, "a random bit of another part")
        self._require(_rank(rows) == len(rows), after, "shares and guards are not of full rank")

    def _is_new(self, term: int, after: _Snapshot) -> bool:
        """A random bit that no earlier state has: of this part, of a kept share, or not taken yet."""
        found = self.inputs[self._input_of(term)]
        return found.epoch == after.epoch or (found.epoch < 0 and found.taken > after.epoch)

    def _epoch_of(self, term: int) -> int:
        return self.inputs[self._input_of(term)].epoch

    def _input_of(self, term: int) -> Value:
        return self._values_of_names[self.expressions.forms.names[term].rpartition(":")[0]]

    @property
    def _values_of_names(self) -> dict[str, Value]:
        if not self._names:
            operations = self.prepared.program.operations
            self._names.update((self.prepared.names[operations[value].number], value) for value in self.inputs)
        return self._names

    def _atoms_kept(self) -> int:
        forms = self.expressions.forms
        terms = (term for term, name in enumerate(forms.names) if name and term != ONE)
        return sum(forms.atoms[term] for term in terms if self._is_kept(self._input_of(term)))

    def _terms_below(self, sums: Iterable[Form]) -> list[int]:
        """The terms of all atoms of these sums."""
        forms, mask = self.expressions.forms, 0
        for form in sums:
            mask |= forms.below(form)
        return [forms.term_of_atom(number) for number in range(mask.bit_length()) if mask >> number & 1]


class _Tables:
    """Truth tables over some atoms, the first being the lowest bit of an index."""

    def __init__(self, forms: Forms, terms: list[int]) -> None:
        self.size = 1 << len(terms)
        index = numpy.arange(self.size, dtype=numpy.uint32)
        self._forms = forms
        self._tables = {term: (index >> place & 1).astype(bool) for place, term in enumerate(terms)}

    def of(self, form: Form) -> NDArray[numpy.bool_]:
        total = numpy.zeros(self.size, bool)
        for term in form:
            total = ~total if term == ONE else total ^ self._of_term(term)
        return total

    def numbers(self, forms: list[Form]) -> NDArray[numpy.uint32]:
        """All of them as the bits of one number."""
        result = numpy.zeros(self.size, numpy.uint32)
        for place, form in enumerate(forms):
            result |= self.of(form).astype(numpy.uint32) << numpy.uint32(place)
        return result

    def _of_term(self, term: int) -> NDArray[numpy.bool_]:
        """A product, or the name of a long sum."""
        if term not in self._tables:
            result = numpy.ones(self.size, bool)
            for operand in self._forms.operands[term]:
                result &= self.of(operand)
            self._tables[term] = result
        return self._tables[term]


def _rank(rows: Iterable[int]) -> int:
    """Of a matrix over bits, each row a number."""
    basis: dict[int, int] = {}
    for row in rows:
        while row:
            top = row.bit_length()
            if top not in basis:
                basis[top] = row
                break
            row ^= basis[top]
    return len(basis)
