"""The exact check: is every observation of a unit independent of the secrets, for all inputs?

Each bit of each value becomes a sum of terms (forms.py). At order 1 every bit of an observed value is checked, and
every bit of the difference of two values that follow each other: together that is their joint distribution. At order
2 and 3 it is every pair and triple of bits of values, of any two instructions, by the sum of their bits: by the XOR
lemma a set of bits is independent of the secrets if the sum of each subset is.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from . import program as ops
from . import turning
from .forms import ONE, ZERO, Form, Forms, Undecided, sum_of
from .program import Observation, Operation, Value
from .units import Prepared

MOST_FINDINGS = 2000  # then a check ends

Bits = tuple[Form, ...]  # of a value, the lowest first
Progress = Callable[[str, int, int], None]  # what, how many are done, of how many


@dataclass(frozen=True)
class Finding:
    """What depends on a secret, or may do so."""

    observations: tuple[Observation, ...]  # one, or as many as the order
    bits: tuple[int, ...]  # the bits of the first observation, or one of each
    text: str  # the sum
    undecided: bool = False


@dataclass
class Verdict:
    """The outcome for one unit."""

    order: int
    values: int = 0  # of words, each alone
    pairs: int = 0  # of words that follow each other in a place
    checked: int = 0  # bits, and pairs and triples of them
    seconds: float = 0.0
    findings: list[Finding] = field(default_factory=list)
    unfinished: bool = False  # time ran out, or there were too many findings

    @property
    def undecided(self) -> bool:
        """No leak was found, and not all is known to be independent."""
        return not self.leaks and (self.unfinished or bool(self.findings))

    @property
    def leaks(self) -> bool:
        return any(not found.undecided for found in self.findings)


def check(prepared: Prepared, progress: Progress = lambda *_: None) -> Verdict:
    """All orders up to that of the unit, as one."""
    whole = Verdict(prepared.unit.order)
    for each in by_order(prepared, prepared.unit.order, progress):
        whole.values, whole.pairs = whole.values + each.values, whole.pairs + each.pairs
        whole.checked, whole.seconds = whole.checked + each.checked, whole.seconds + each.seconds
        whole.findings += each.findings
        whole.unfinished |= each.unfinished
    return whole


def by_order(
    prepared: Prepared, highest: int, progress: Progress = lambda *_: None, patience: float = math.inf
) -> Iterator[Verdict]:
    """One order after the other, each for so many seconds at most, until one is not clean."""
    started = time.monotonic()
    expressions = Expressions(prepared)
    for order in range(1, highest + 1):
        verdict = Verdict(order)
        search = _Search(prepared, expressions, verdict, progress, started + patience)
        try:
            search.first_order() if order == 1 else search.higher_order()
        except _Stopped:
            verdict.unfinished = True
        verdict.seconds = time.monotonic() - started
        yield verdict
        if verdict.findings or verdict.unfinished:
            return
        started = time.monotonic()


def with_transitions(prepared: Prepared) -> Verdict:
    """Order 2, of transitions too: each value, and each difference of two that follow each other in a place, with each
    other one. One of the two is always a bit 0. With `turns` it is one of the bits that are turned alike, which says it
    for all pairs; Unsupported is raised if there are others."""
    started = time.monotonic()
    expressions, verdict = Expressions(prepared), Verdict(2)
    search = _Search(prepared, expressions, verdict, lambda *_: None, math.inf)
    try:
        search.pairs_with_transitions()
    except _Stopped:
        verdict.unfinished = True
    verdict.seconds = time.monotonic() - started
    return verdict


def sets_of_three_with(prepared: Prepared, values: set[Value]) -> Verdict:
    """Order 3, but only sets of which one is a bit of these values, and in which all bits share random bits with it."""
    started = time.monotonic()
    expressions, verdict = Expressions(prepared), Verdict(3)
    search = _Search(prepared, expressions, verdict, lambda *_: None, math.inf)
    try:
        search.sets_of_three_with(values)
    except _Stopped:
        verdict.unfinished = True
    verdict.seconds = time.monotonic() - started
    return verdict


class _Stopped(Exception):
    """Before everything was checked."""


class Expressions:
    """The bits of all values of a program."""

    def __init__(self, prepared: Prepared) -> None:
        self.forms = Forms()
        self._prepared = prepared
        self._width = prepared.program.width
        self.bits: list[Bits] = []
        for operation in prepared.program.operations:
            self.bits.append(self._bits_of(operation))
        self._known: set[Form] = set()
        count = prepared.unit.reveals
        self._outcome = self.bits[prepared.revealed][:count] if count else ()
        self._tell(self._outcome)
        for value in prepared.outputs:
            self._tell(self.bits[value])
        if prepared.outputs:
            self._tell_what_follows()

    def _tell(self, bits: Iterable[Form]) -> None:
        """Bits that the unit may tell, the outcome of a tag check or its output in plain; each and its complement."""
        self._known.update(form for bit in bits for form in (bit, bit ^ {ONE}))

    def _tell_what_follows(self) -> None:
        """What is computed bit by bit of known bits alone."""
        for operation, bits in zip(self._prepared.program.operations, self.bits):
            if operation.kind in (ops.XOR, ops.AND, ops.OR):
                operands = zip(self.bits[operation.first], self.bits[operation.second])
                self._tell(bit for bit, pair in zip(bits, operands) if all(map(self.is_known, pair)))

    def is_known(self, form: Form) -> bool:
        """To everybody, at the end. All that is known is a function of secrets and public bits alone: so a bit that is
        independent of the secrets is also independent of them for each value of what is known."""
        return form in self._known or not self.forms.below(form) & ~self.forms.public

    def is_told(self, *bits: Form) -> bool:
        """Whether the sum of these bits is known."""
        return all(map(self.is_known, bits)) or sum_of(bits) in self._known

    def independent(self, *bits: Form) -> bool:
        """Whether the sum of these bits says nothing more about the secrets than what is known. So it is if its sum
        with a bit of the outcome, which is a function of the secrets alone, is independent of them."""
        if self.is_told(*bits):
            return True
        total = sum_of(bits)
        alone = self._decided(total)
        if alone or any(self._decided(total ^ known) for known in self._outcome):
            return True
        if alone is None:
            raise Undecided
        return False

    def _decided(self, form: Form) -> bool | None:
        """Whether a sum is independent of the secrets; None: too large to decide."""
        try:
            return self.forms.independent(form)
        except Undecided:
            return None

    def of(self, seen: Observation) -> Iterator[Bits]:
        """Of each place: the bit of a value, or those of two that follow each other."""
        return zip(*(self.bits[value] for value in (seen.value, seen.before) if value >= 0))

    def tells_output(self, seen: Observation) -> bool:
        """Whether a place depends on secrets since it is a part of what may be known."""
        return any(
            self.is_told(*bits) and self.forms.below(sum_of(bits)) & self.forms.secrets for bits in self.of(seen)
        )

    def _bits_of(self, operation: Operation) -> Bits:
        kind, number, width = operation.kind, operation.number, self._width
        if kind == ops.CONSTANT:
            return tuple(frozenset([ONE]) if number >> bit & 1 else ZERO for bit in range(width))
        if kind == ops.INPUT:
            name, secret = self._prepared.names[number], self._prepared.secret[number]
            public = number in self._prepared.public
            return tuple(self.forms.atom(f"{name}:{bit}", secret, public) for bit in range(width))
        first = self.bits[operation.first]
        if kind == ops.SHIFT_LEFT:
            return (*[ZERO] * number, *first)[:width]
        if kind == ops.SHIFT_RIGHT:
            return (*first[number:], *[ZERO] * number)
        if kind == ops.SHIFT_SIGNED:
            return (*first[number:], *[first[-1]] * number)
        if kind == ops.ROTATE_RIGHT:
            return (*first[number:], *first[:number])
        second = self.bits[operation.second]
        if kind == ops.MULTIPLY:
            return self._multiply(first, second)
        if kind in (ops.ADD, ops.CARRY):
            return self._add(first, second, self.bits[operation.third][0], kind)
        functions = {ops.XOR: self.forms.add, ops.AND: self.forms.multiply, ops.OR: self._or}
        return tuple(map(functions[kind], first, second))

    def _or(self, first: Form, second: Form) -> Form:
        return self.forms.add(self.forms.add(first, second), self.forms.multiply(first, second))

    def _add(self, first: Bits, second: Bits, carry: Form, kind: int) -> Bits:
        forms, result = self.forms, []
        for one, other in zip(first, second):
            differ = forms.add(one, other)
            result.append(forms.add(differ, carry))
            carry = forms.add(forms.multiply(one, other), forms.multiply(carry, differ))
        return tuple(result) if kind == ops.ADD else (carry, *[ZERO] * (self._width - 1))

    def _multiply(self, first: Bits, second: Bits) -> Bits:
        total: Bits = (ZERO,) * self._width
        for place, factor in enumerate(second):
            row = [self.forms.multiply(bit, factor) for bit in first]
            total = self._add(total, (*[ZERO] * place, *row)[: self._width], ZERO, ops.ADD)
        return total


def finding_of(expressions: Expressions, seen: Observation) -> Finding | None:
    """The bits of a value, or of the difference of two, that depend on a secret or may do so."""
    places, text, undecided = [], "", True
    for place, bits in enumerate(expressions.of(seen)):
        try:
            good = expressions.independent(*bits)
            undecided &= good
        except Undecided:
            good = False
        if not good:
            places.append(place)
            text = text or expressions.forms.describe(sum_of(bits))
    return Finding((seen,), tuple(places), text, undecided) if places else None


@dataclass
class _Search:
    """For leaks of one order."""

    prepared: Prepared
    expressions: Expressions
    verdict: Verdict
    progress: Progress
    end: float  # of the time that it has

    def _tell(self, done: int, total: int) -> None:
        self.progress(f"order {self.verdict.order}", done, total)
        if time.monotonic() > self.end:
            raise _Stopped

    def first_order(self) -> None:
        """Each value alone, where it is first seen, and each pair of successive values."""
        prepared, verdict = self.prepared, self.verdict
        observations = [each for each in prepared.program.observations if each.model in prepared.unit.models]
        asked: set[tuple[int, int]] = set()
        leaks: set[tuple[int, int]] = set()  # each place where these values meet is a finding
        for done, observation in enumerate(observations):
            if done % 100 == 0:
                self._tell(done, len(observations))
            alone = Observation(observation.model, observation.step, observation.value)
            is_pair = observation.before >= 0 and not prepared.program.is_public(observation.before)
            for each in (alone, observation) if is_pair else (alone,):
                key = (each.value, each.before)
                if key in asked and key not in leaks:
                    continue
                if key not in asked:
                    verdict.values += each.before < 0
                    verdict.pairs += each.before >= 0
                    verdict.checked += prepared.program.width
                asked.add(key)
                if self._is_finding(each):
                    leaks.add(key)

    def _is_finding(self, observation: Observation) -> bool:
        finding = finding_of(self.expressions, observation)
        if finding:
            self._add(finding)
        return finding is not None

    def _add(self, finding: Finding) -> None:
        self.verdict.findings.append(finding)
        if len(self.verdict.findings) >= MOST_FINDINGS:
            raise _Stopped

    def higher_order(self) -> None:
        """Checks sets of bits that share random bits. Bits that share none are independent of each other."""
        steps = len(self.prepared.program.steps)
        bits = _distinct_bits(self.prepared, self.expressions)
        classes = list(range(len(bits)))
        if self.prepared.unit.turns:
            classes = turning.classes(self.expressions.forms, self.prepared.program.width, [bit.form for bit in bits])
        for done, group in enumerate(_groups(bits, self.verdict.order, classes)):
            if done % 10_000 == 0:
                self._tell(group[0].observation.step, steps)
            self._check_group(group)

    def pairs_with_transitions(self) -> None:
        """The same of pairs with a bit 0, or with one of those that are turned alike."""
        bits = _distinct_bits(self.prepared, self.expressions, transitions=True)
        chosen = {number for number, bit in enumerate(bits) if bit.place == 0}
        if self.prepared.unit.turns:
            chosen = set(turning.classes(self.expressions.forms, self.prepared.program.width, [b.form for b in bits]))
        holders: dict[int, list[int]] = {}
        for number, bit in enumerate(bits):
            for random in _split(bit.random):
                holders.setdefault(random, []).append(number)
        for number, bit in enumerate(bits):
            if number in chosen:
                for other in {each for random in _split(bit.random) for each in holders[random]} - {number}:
                    self._check_group((bit, bits[other]))

    def sets_of_three_with(self, values: set[Value]) -> None:
        bits = _distinct_bits(self.prepared, self.expressions)
        for number, near in enumerate(_neighbours(bits)):
            if bits[number].observation.value in values:
                for one, other in itertools.combinations(sorted(near), 2):
                    self._check_group((bits[number], bits[one], bits[other]))

    def _check_group(self, group: tuple[_Bit, ...]) -> None:
        direct = below = 0
        for bit in group:
            direct ^= bit.direct
            below |= bit.below
        self.verdict.checked += 1
        if direct & ~below:
            return
        total = sum_of(bit.form for bit in group)
        try:
            good, undecided = self.expressions.independent(total), False
        except Undecided:
            good, undecided = False, True
        if not good:
            text = self.expressions.forms.describe(total)
            observations = tuple(bit.observation for bit in group)
            self._add(Finding(observations, tuple(bit.place for bit in group), text, undecided))


# ---- Pairs and triples ------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Bit:
    """A bit of a value, and what the quick test of a sum needs."""

    form: Form
    direct: int  # random bits that are terms of it
    below: int  # random bits further below
    observation: Observation
    place: int

    @property
    def random(self) -> int:
        return self.direct | self.below


def _distinct_bits(prepared: Prepared, expressions: Expressions, transitions: bool = False) -> list[_Bit]:
    """Each sum once, where it is first seen; no bits that no secret can reach."""
    found: dict[Form, _Bit] = {}
    hidden = expressions.forms.random
    for observation in prepared.program.observations:
        alone = Observation("value", observation.step, observation.value)
        is_transition = transitions and observation.before >= 0 and observation.model in prepared.unit.models
        for seen in (alone, observation) if is_transition else (alone,):
            before = expressions.bits[seen.before] if seen.before >= 0 else itertools.repeat(ZERO)
            for place, (form, earlier) in enumerate(zip(expressions.bits[seen.value], before)):
                plain = (form ^ earlier) - {ONE}
                if plain and plain not in found and not expressions.is_known(plain):
                    direct, below = expressions.forms.split(plain)
                    if (direct | below) & hidden:
                        found[plain] = _Bit(plain, direct & hidden, below & hidden, seen, place)
    return list(found.values())


def _split(mask: int) -> Iterator[int]:
    """Its bits, each as a mask."""
    while mask:
        yield mask & -mask
        mask &= mask - 1


def _neighbours(bits: list[_Bit]) -> list[set[int]]:
    """Of each bit the others that share a random bit with it."""
    holders: dict[int, list[int]] = {}
    found: list[set[int]] = [set() for _ in bits]
    for number, bit in enumerate(bits):
        for random in _split(bit.random):
            others = holders.setdefault(random, [])
            found[number].update(others)
            for other in others:
                found[other].add(number)
            others.append(number)
        found[number].discard(number)
    return found


def _groups(bits: list[_Bit], order: int, classes: list[int]) -> Iterator[tuple[_Bit, ...]]:
    """Each set of this many bits that shared random bits connect with each other; of sets that are turned alike one,
    which has the first bit of its lowest class."""
    near = _neighbours(bits)
    first_of = {each: number for number, each in reversed(list(enumerate(classes)))}
    for lowest, first in sorted(first_of.items()):
        others = [each for each in sorted(near[first]) if classes[each] >= lowest]
        if order == 2:
            yield from ((bits[first], bits[other]) for other in others)
            continue
        for one, other in itertools.combinations(others, 2):
            yield bits[first], bits[one], bits[other]
        for middle in others:
            for end in near[middle] - near[first]:
                if classes[end] >= lowest and end != first:
                    yield bits[first], bits[middle], bits[end]
