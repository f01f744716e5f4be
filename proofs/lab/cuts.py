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
from collections.abc import Iterator

import numpy
from numpy.typing import NDArray

from .borders import GUARD, Cutting, Name, NotProved, Snapshot
from .elf import Elf
from .exact import MOST_FINDINGS, Finding, Progress, Verdict, finding_beside, finding_of
from .forms import ONE, Form, Forms, sum_of
from .manifest import STAGES, Cut, Unit
from .program import Observation, Value
from .record import Moment
from .units import Prepared, right_tag


def check(
    unit: Unit, elf: Elf, processor: str, progress: Progress = lambda *_: None, patience: float = math.inf
) -> tuple[Prepared, Verdict]:
    """Raises NotProved if the cuts are not allowed, and what units.prepare() raises."""
    started = time.process_time()
    verdict = Verdict(1)
    given = right_tag(unit, elf, processor)
    sbox, linear = (_Parts(unit, elf, processor, stage, given) for stage in STAGES)
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
            if time.process_time() - started > patience:
                verdict.unfinished = True
                break
        if one.model not in unit.models:
            continue
        if (one.value, -1) not in asked and "beside" in unit.models:
            beside = (finding_beside(parts.expressions, seen) for parts, seen in ((sbox, one), (linear, other)))
            verdict.findings += filter(None, beside)
        for alone in (True, False):
            _ask(verdict, asked, (sbox, _part(one, alone)), (linear, _part(other, alone)))
        if len(verdict.findings) >= MOST_FINDINGS:
            break
    verdict.seconds = time.process_time() - started
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


class _Parts(Cutting):
    """One run of the unit, cut at one stage of each round."""

    def __init__(self, unit: Unit, elf: Elf, processor: str, stage: str, given: dict[str, int]) -> None:
        super().__init__(unit, elf, processor, given)
        # A program that has none of a permutation's symbols does not run it.
        here = [cut for cut in unit.cuts if cut.at in elf.symbols] or unit.cuts
        self.labels = {elf.address(cut.at) & ~1: cut for cut in here}
        self.stage = stage
        self._shapes: dict[object, int] = {}  # numbers of sums and products: _shape()
        self._proved: set[tuple[int, ...]] = set()  # columns, which are mostly alike
        self.snapshots: list[tuple[str, Snapshot]] = []  # of all cuts, with their stages
        self.seen: list[Observation] = []  # all, in order: both runs have as many
        self._watch()
        self.run()
        self.finish()
        self._decided: dict[tuple[Value, Value], Finding | None] = {}

    def _watch(self) -> None:
        program, observe = self.machine.program, self.machine.program.observe

        def observe_too(model: str, value: Value, before: Value = -1) -> None:
            self.seen.append(Observation(model, len(program.steps) - 1, value, before))
            observe(model, value, before)

        program.observe = observe_too  # type: ignore[method-assign]

    # ---- The record -----------------------------------------------------------------------------------

    def is_state(self, name: str) -> bool:
        """Those of the state belong to the part before the first cut, others to all."""
        owner = self.owner(name)
        return any(owner == each.name for each in self.unit.secrets) and owner not in self.kept

    def before(self, moment: Moment) -> None:
        cut = self.labels.get(moment.address)
        if cut is None:
            return
        places = dict(self._places(cut, moment.registers))
        values = {name: self.get(place) for name, place in places.items()}
        self.snapshots.append((cut.stage, Snapshot(cut.at, self.epoch, cut.rotation, values)))
        if cut.stage == self.stage:
            self.replace(cut.at, places, cut.rotation)

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
        return finding_of(self.expressions, seen)

    # ---- The proof ------------------------------------------------------------------------------------

    def prove(self) -> None:
        """Of what lies between two cuts, what this run can tell: it has cuts at one end."""
        stage, first = self.snapshots[0]
        if stage != STAGES[0]:
            raise NotProved(f"{self.unit.name}: {first.at} is passed first; expected an S-box")
        if self.stage == STAGES[0]:
            self.prove_uniform(first)
        for (stage, before), (other, after) in zip(self.snapshots, self.snapshots[1:]):
            if stage == other:
                raise NotProved(f"{self.unit.name}: {after.at} after {before.at}; expected the other stage")
            if stage == self.stage:
                (self._prove_sbox if self.stage == STAGES[0] else self.prove_uniform)(after)

    def _prove_sbox(self, after: Snapshot) -> None:
        """Column by column. For each value of the secrets the random bits, of shares and guards, are mapped one-to-one
        to those of the outputs, and the sum of the output shares depends on the secrets alone."""
        bits = self.expressions.bits
        used: dict[int, tuple[int, int]] = {}
        for part in range(after.parts):
            for column in range(self.machine.program.width):
                words = [
                    [bits[after.values[word, i, part]][self.turned(after, column, i)] for i in range(self.shares)]
                    for word in range(5)
                ]
                guards = [
                    bits[after.values[GUARD, i, part]][self.turned(after, column, i)] for i in range(1, self.shares)
                ]
                terms = self.terms_below([*(form for word in words for form in word), *guards])
                for term in terms:
                    alone = used.setdefault(term, (part, column)) == (part, column)
                    self.require(alone, after, "columns share bits")
                    self.require(self.epoch_of(term) == after.epoch, after, "a bit of another part")
                self._prove_column(after, terms, words, guards)

    def _prove_column(
        self, after: Snapshot, terms: list[int], words: list[list[Form]], guards: list[Form]
    ) -> None:
        forms = self.expressions.forms
        secret = [term for term in terms if forms.atoms[term] & forms.secrets]
        random = [term for term in terms if forms.is_random[term]]
        expected = 6 * (self.shares - 1)
        fits = (len(random), len(secret), len(terms)) == (expected, 5, expected + 5)
        self.require(fits, after, f"a column of {len(random)} random bits; expected {expected}")
        outputs = [*(form for word in words for form in word[1:]), *guards]
        shape = self._shape([*random, *secret], [*map(sum_of, words), *outputs])
        if shape in self._proved:
            return
        tables = _Tables(forms, [*random, *secret])
        for word in words:
            by_secret = tables.of(sum_of(word)).reshape(32, -1)
            fits = bool((by_secret == by_secret[:, :1]).all())
            self.require(fits, after, "the sum of shares depends on random bits")
        numbers = tables.numbers(outputs).reshape(32, -1)
        distinct = min(len(numpy.unique(each)) for each in numbers)
        self.require(distinct == 1 << expected, after, f"not one-to-one: {distinct} of {1 << expected} outputs")
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
