"""The exact check: is every observation of a unit independent of the secrets, for all inputs?

Each bit of each value becomes a sum of terms (forms.py). At order 1 every bit of an observed value is checked, and
every bit of the difference of two values that follow each other: together that is their joint distribution. At order
2 and 3 it is every pair and triple of bits of values, of any two instructions, by the sum of their bits: by the XOR
lemma a set of bits is independent of the secrets if the sum of each subset is.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from . import program as ops
from .forms import ONE, ZERO, Form, Forms, Undecided
from .program import Observation, Operation
from .units import Prepared

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
    checked: int = 0  # bits, and pairs and triples of them
    seconds: float = 0.0
    findings: list[Finding] = field(default_factory=list)


def check(prepared: Prepared, progress: Progress = lambda *_: None) -> Verdict:
    started = time.monotonic()
    verdict = Verdict(prepared.unit.order)
    expressions = Expressions(prepared)
    _first_order(prepared, expressions, verdict, progress)
    if not verdict.findings:
        for order in range(2, prepared.unit.order + 1):
            _higher_order(prepared, expressions, order, verdict, progress)
    verdict.seconds = time.monotonic() - started
    return verdict


class Expressions:
    """The bits of all values of a program."""

    def __init__(self, prepared: Prepared) -> None:
        self.forms = Forms()
        self._prepared = prepared
        self._width = prepared.program.width
        self.bits: list[Bits] = []
        for operation in prepared.program.operations:
            self.bits.append(self._bits_of(operation))
        self._known = self._revealed()

    def _revealed(self) -> set[Form]:
        """Bits that the unit may tell, such as the outcome of a tag check; each and its complement."""
        count = self._prepared.unit.reveals
        bits = self.bits[self._prepared.revealed][:count] if count else ()
        return {form for bit in bits for form in (bit, bit ^ {ONE})}

    def independent(self, form: Form) -> bool:
        return form in self._known or self.forms.independent(form)

    def _bits_of(self, operation: Operation) -> Bits:
        kind, number, width = operation.kind, operation.number, self._width
        if kind == ops.CONSTANT:
            return tuple(frozenset([ONE]) if number >> bit & 1 else ZERO for bit in range(width))
        if kind == ops.INPUT:
            name, secret = self._prepared.names[number], self._prepared.secret[number]
            return tuple(self.forms.atom(f"{name}:{bit}", secret) for bit in range(width))
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


def _first_order(prepared: Prepared, expressions: Expressions, verdict: Verdict, progress: Progress) -> None:
    """Each value alone, where it is first seen, and each pair of successive values."""
    observations = [each for each in prepared.program.observations if each.model in prepared.unit.models]
    asked: set[tuple[int, int]] = set()
    for done, observation in enumerate(observations):
        if done % 1000 == 0:
            progress("order 1", done, len(observations))
        alone = Observation(observation.model, observation.step, observation.value)
        is_pair = observation.before >= 0 and not prepared.program.is_public(observation.before)
        for each in (alone, observation) if is_pair else (alone,):
            key = (each.value, each.before)
            if key not in asked or _is_leak(key, verdict):
                asked.add(key)
                verdict.checked += prepared.program.width
                _add_finding(each, expressions, verdict)


def _is_leak(key: tuple[int, int], verdict: Verdict) -> bool:
    """Whether these values were found to leak before: then each place where they meet is a finding."""
    return any((each.value, each.before) == key for found in verdict.findings for each in found.observations)


def _add_finding(observation: Observation, expressions: Expressions, verdict: Verdict) -> None:
    bits, text, undecided = [], "", False
    before = expressions.bits[observation.before] if observation.before >= 0 else None
    for place, form in enumerate(expressions.bits[observation.value]):
        total = form if before is None else form ^ before[place]
        try:
            good = expressions.independent(total)
        except Undecided:
            good, undecided = False, True
        if not good:
            bits.append(place)
            text = text or expressions.forms.describe(total)
    if bits:
        verdict.findings.append(Finding((observation,), tuple(bits), text, undecided))


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


def _distinct_bits(prepared: Prepared, expressions: Expressions) -> list[_Bit]:
    """Each sum once, where it is first seen; no bits that no secret can reach."""
    found: dict[Form, _Bit] = {}
    hidden = ~expressions.forms.secrets
    for observation in prepared.program.observations:
        for place, form in enumerate(expressions.bits[observation.value]):
            plain = form - {ONE}
            if plain and plain not in found:
                direct, below = expressions.forms.split(plain)
                if (direct | below) & hidden:
                    alone = Observation("value", observation.step, observation.value)
                    found[plain] = _Bit(plain, direct & hidden, below & hidden, alone, place)
    return list(found.values())


def _higher_order(
    prepared: Prepared, expressions: Expressions, order: int, verdict: Verdict, progress: Progress
) -> None:
    """Sets of bits that share random bits; others are independent of each other."""
    bits = _distinct_bits(prepared, expressions)
    for done, group in enumerate(_groups(bits, order)):
        direct = below = 0
        for bit in group:
            direct ^= bit.direct
            below |= bit.below
        verdict.checked += 1
        if done % 100_000 == 0:
            progress(f"order {order}", group[0].observation.step, len(prepared.program.steps))
        if direct & ~below:
            continue
        total = ZERO
        for bit in group:
            total ^= bit.form
        try:
            good, undecided = expressions.independent(total), False
        except Undecided:
            good, undecided = False, True
        if not good:
            text = expressions.forms.describe(total)
            observations = tuple(bit.observation for bit in group)
            verdict.findings.append(Finding(observations, tuple(bit.place for bit in group), text, undecided))


def _groups(bits: list[_Bit], order: int) -> Iterator[tuple[_Bit, ...]]:
    """Each set of this many bits in which every random bit-sharing chain is whole: none stands alone."""
    holders: dict[int, list[int]] = {}
    neighbours: list[set[int]] = []
    for number, bit in enumerate(bits):
        near: set[int] = set()
        rest = bit.random
        while rest:
            lowest = rest & -rest
            near.update(holders.setdefault(lowest, []))
            holders[lowest].append(number)
            rest ^= lowest
        neighbours.append(near)  # those before it
    if order == 2:
        for number, near in enumerate(neighbours):
            for other in near:
                yield bits[number], bits[other]
        return
    both = [set(near) for near in neighbours]
    for number, near in enumerate(neighbours):
        for other in near:
            both[other].add(number)
    for number in range(len(bits)):
        seen = set()
        for first, second in itertools.chain(
            itertools.combinations([each for each in sorted(both[number]) if each < number], 2),
            ((middle, end) for middle in both[number] if middle < number for end in both[middle] if end < number),
        ):
            pair = (min(first, second), max(first, second))
            if first != second and pair not in seen:
                seen.add(pair)
                yield bits[number], bits[pair[0]], bits[pair[1]]
