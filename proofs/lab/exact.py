"""The exact check: is every observation of a unit independent of the secrets, for all inputs?

Each bit of each value becomes a sum of terms (forms.py). At order 1 every bit of an observed value is checked, and
every bit of the difference of two values that follow each other: together that is their joint distribution. At order
2 and 3 it is every pair and triple of bits of values, of any two instructions, by the sum of their bits: by the XOR
lemma a set of bits is independent of the secrets if the sum of each subset is.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import math
import operator
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from . import program as ops
from . import turning
from .forms import ONE, ZERO, Form, Forms, Undecided, sum_of
from .program import Observation, Operation, Value
from .sharing import Sharing
from .turning import Turning
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
    stale: list[str] = field(default_factory=list)  # what is wrong with random words
    unfinished: bool = False  # time ran out, or there were too many findings

    @property
    def undecided(self) -> bool:
        """No leak was found, and not all is known to be independent."""
        return not self.leaks and (self.unfinished or bool(self.findings))

    @property
    def leaks(self) -> bool:
        return bool(self.stale) or any(not found.undecided for found in self.findings)


def check(prepared: Prepared, progress: Progress = lambda *_: None) -> Verdict:
    """All orders up to that of the unit, as one."""
    whole = Verdict(prepared.unit.order)
    for each in by_order(prepared, prepared.unit.order, progress):
        whole.values, whole.pairs = whole.values + each.values, whole.pairs + each.pairs
        whole.checked, whole.seconds = whole.checked + each.checked, whole.seconds + each.seconds
        whole.findings += each.findings
        whole.stale += each.stale
        whole.unfinished |= each.unfinished
    return whole


def by_order(
    prepared: Prepared,
    highest: int,
    progress: Progress = lambda *_: None,
    patience: float = math.inf,
    expressions: Expressions | None = None,
) -> Iterator[Verdict]:
    """One order after the other, each for so many seconds at most, until one is not clean. expressions: those of a
    record with borders."""
    started = time.process_time()
    expressions = expressions or Expressions(prepared)
    for order in range(1, highest + 1):
        verdict = Verdict(order)
        search = _Search(prepared, expressions, verdict, progress, started + patience)
        try:
            if order == 1:
                verdict.stale = stale(prepared, expressions)
                search.shares_beside_each_other()
                search.first_order()
            else:
                search.higher_order()
        except _Stopped:
            verdict.unfinished = True
        verdict.seconds = time.process_time() - started
        yield verdict
        if verdict.findings or verdict.stale or verdict.unfinished:
            return
        started = time.process_time()


def pairs_with_transitions(prepared: Prepared) -> Verdict:
    """Order 2 alone, for tests that have no time for more: with transitions, and without `turns` only pairs of which
    one is a bit 0."""
    unit = dataclasses.replace(prepared.unit, transitions=2)
    return _sets(dataclasses.replace(prepared, unit=unit), 2, None if unit.turns else lambda bit: bit.place == 0)


def sets_of_three_with(prepared: Prepared, values: set[Value]) -> Verdict:
    """Order 3 alone, and only sets of which one is a bit of these values."""
    return _sets(prepared, 3, lambda bit: bit.observation.value in values)


def _sets(prepared: Prepared, order: int, chosen: Callable[[_Bit], bool] | None) -> Verdict:
    started = time.process_time()
    verdict = Verdict(order)
    try:
        _Search(prepared, Expressions(prepared), verdict, lambda *_: None, math.inf).higher_order(chosen)
    except _Stopped:
        verdict.unfinished = True
    verdict.seconds = time.process_time() - started
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
        self._outcome = tuple(bit for value in prepared.revealed for bit in self.bits[value][:count]) if count else ()
        self.reveals = bool(self._outcome)
        self._shares = dict(self._all_shares())
        self._tell(self._outcome)
        for value in prepared.outputs:
            self._tell(self.bits[value])
        if prepared.outputs:
            self._tell_what_follows()

    def _all_shares(self) -> Iterator[tuple[int, tuple[int, int]]]:
        """Terms that are shares, with the bit of a secret that each is a share of, and its number. A share 0 is the sum
        of that bit and of all other shares."""
        for value in self._prepared.first:
            for form in self.bits[value]:
                (secret,) = (term for term in form if self.forms.atoms[term] & self.forms.secrets)
                yield secret, (secret, 0)
                for term in form - {secret}:
                    yield term, (secret, int(self.forms.names[term].rpartition(":")[0].rpartition(".")[2]))

    def shares_in(self, form: Form) -> Iterator[tuple[int, int]]:
        """Bits of secrets and numbers of shares, if the bit is a sum of nothing else but public bits: of each secret
        one share, and not the sum of several."""
        hidden = [term for term in form if self.forms.atoms[term] & ~self.forms.public]
        if not all(term in self._shares for term in hidden):
            return
        terms: dict[int, set[int]] = {}
        for term in hidden:
            secret, share = self._shares[term]
            terms.setdefault(secret, set()).add(share)
        for secret, shares in terms.items():
            if 0 in shares:  # which brought all others with it
                shares = {0, *range(1, self._prepared.unit.shares)} - shares | {0}
            if len(shares) == 1:
                yield secret, min(shares)

    def _tell(self, bits: Iterable[Form]) -> None:
        """Bits that the unit may tell, the outcome of a tag check or its output in plain; each and its complement."""
        self._known.update(form for bit in bits for form in (bit, bit ^ {ONE}))

    def _tell_what_follows(self) -> None:
        """What is computed of known bits alone: bit by bit, or as a sum, whose bits depend on those below them."""
        for operation, bits in zip(self._prepared.program.operations, self.bits):
            if operation.kind in (ops.XOR, ops.AND, ops.OR, ops.ADD):
                operands = zip(self.bits[operation.first], self.bits[operation.second])
                known = [all(map(self.is_known, pair)) for pair in operands]
                if operation.kind == ops.ADD:
                    carry = self.is_known(self.bits[operation.third][0])
                    known = list(itertools.accumulate(known, operator.and_, initial=carry))[1:]
                self._tell(itertools.compress(bits, known))

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
        alone = self.is_clean(total)
        if alone or any(self.is_clean(total ^ known) for known in self._outcome):
            return True
        if alone is None:
            raise Undecided
        return False

    def is_clean(self, form: Form) -> bool | None:
        """Whether a sum by itself is independent of the secrets; None: too large to decide."""
        try:
            return self.forms.independent(form)
        except Undecided:
            return None

    def is_one_part(self, *values: Value) -> bool:
        """Whether all inputs of these values are uniform together: of a record with borders those of one part are."""
        return True

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


def stale(prepared: Prepared, expressions: Expressions) -> list[str]:
    """What is wrong with random words: shares that have to be fresh, and do not have bits of them that are theirs
    alone; a word that was drawn and hides nothing. Values by themselves do not show it: shares are uniform already."""
    forms, found = expressions.forms, list(prepared.stale)
    words = {area.at for area in prepared.unit.random}
    random = all_of(forms.atoms[term] for term, name in enumerate(forms.names) if name.partition("[")[0] in words)
    shares = [form for value, bits in prepared.fresh for form in expressions.bits[value][:bits]]
    bound = all_of(forms.split(form)[1] for form in shares)
    independent = rank(forms.split(form)[0] & random & ~bound for form in shares)
    if independent < len(shares):
        found.append(f"of {len(shares)} bits of shares that should be fresh, only {independent} are")
    moved = (ops.INPUT, ops.SHIFT_LEFT, ops.SHIFT_RIGHT, ops.ROTATE_RIGHT)
    users = [value for value, each in enumerate(prepared.program.operations) if each.kind not in moved]
    used = all_of(forms.below(form) for value in [*users, *prepared.taken] for form in expressions.bits[value])
    for value in prepared.drawn:
        if all_of(map(forms.below, expressions.bits[value])) & ~used:
            found.append(f"{prepared.names[prepared.program.operations[value].number]} is drawn and hides nothing")
    return found


def all_of(sets: Iterable[int]) -> int:
    """The union of sets of atoms."""
    return functools.reduce(operator.or_, sets, 0)


def rank(rows: Iterable[int]) -> int:
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


def finding_of(
    expressions: Expressions, seen: Observation, check_time: Callable[[], None] = lambda: None
) -> Finding | None:
    """The bits of a value, or of the difference of two, that depend on a secret or may do so. Where a result is known,
    only the first one that depends on it, as each takes long to find there."""
    if not expressions.is_one_part(*(value for value in (seen.value, seen.before) if value >= 0)):
        return Finding((seen,), (0,), "values on both sides of a border", True)
    places, text, undecided = [], "", True
    for place, bits in enumerate(expressions.of(seen)):
        check_time()
        if not undecided and expressions.reveals:
            break
        try:
            good = expressions.independent(*bits)
            undecided &= good
        except Undecided:
            good = False
        if not good:
            places.append(place)
            text = text or expressions.forms.describe(sum_of(bits))
    return Finding((seen,), tuple(places), text, undecided) if places else None


def finding_beside(expressions: Expressions, seen: Observation) -> Finding | None:
    """Two shares of one bit of a secret in different places of one value, each by itself or as a part of a sum of
    shares. Bits of one register may couple: then both act as one."""
    found: dict[int, dict[int, int]] = {}  # of a bit of a secret: its shares, and where they are
    for place, form in enumerate(expressions.bits[seen.value]):
        for secret, share in expressions.shares_in(form):
            others = found.setdefault(secret, {})
            other = next((each for each in others if each != share and others[each] != place), None)
            if other is not None:
                text = f"shares {other} and {share} of {expressions.forms.names[secret]}"
                return Finding((Observation("beside", seen.step, seen.value),), (others[other], place), text)
            others[share] = place
    return None


@dataclass
class _Search:
    """For leaks of one order."""

    prepared: Prepared
    expressions: Expressions
    verdict: Verdict
    progress: Progress
    end: float  # of the time that it has, of the processor: what else the machine does takes none of it

    def _tell(self, done: int, total: int) -> None:
        self.progress(f"order {self.verdict.order}", done, total)
        self._check_time()

    def _check_time(self) -> None:
        if time.process_time() > self.end:
            raise _Stopped

    def shares_beside_each_other(self) -> None:
        """In each value that can be seen."""
        first = {each.value: each for each in reversed(self.prepared.program.observations)}
        for done, seen in enumerate(first.values() if "beside" in self.prepared.unit.models else ()):
            if done % 100 == 0:
                self._check_time()
            self._add(finding_beside(self.expressions, seen))

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
                if self._add(finding_of(self.expressions, each, self._check_time)):
                    leaks.add(key)

    def _add(self, finding: Finding | None) -> bool:
        """Whether there is one. Where a result is known, the first leak ends the check."""
        if finding is None:
            return False
        self.verdict.findings.append(finding)
        is_enough = self.expressions.reveals and not finding.undecided
        if is_enough or len(self.verdict.findings) >= MOST_FINDINGS:
            raise _Stopped
        return True

    def higher_order(self, chosen: Callable[[_Bit], bool] | None = None) -> None:
        """Checks sets of bits that share random bits. Bits that share none are independent of each other. Transitions
        are among them up to the order that the unit has them for. chosen: each set has one of these bits."""
        prepared, order = self.prepared, self.verdict.order
        bits = _distinct_bits(prepared, self.expressions, transitions=order <= prepared.unit.transitions)
        every = range(len(bits))
        turned = Turning(every, every, every, {})
        if chosen:
            bits.sort(key=lambda bit: not chosen(bit))
        elif prepared.unit.turns:
            turned = turning.of(prepared, self.expressions.forms, [bit.form for bit in bits])
            bits = [bits[number] for number in turned.order]
        sharing = Sharing([bit.direct for bit in bits], [bit.below for bit in bits], turned.ranks)
        firsts = [number for number in turned.firsts if not chosen or chosen(bits[number])]
        for done, first in enumerate(firsts):
            self._tell(done, len(firsts))
            for found in [sharing.pairs(first)] if order == 2 else sharing.threes(first):
                self._check_time()
                self.verdict.checked += found.count
                for numbers in found.doubtful:
                    self._check_sets(bits, numbers, turned)

    def _check_sets(self, bits: list[_Bit], numbers: tuple[int, ...], turned: Turning) -> None:
        """A set and those that it is turned into. If one is clean by itself, all are; but what is known need not be
        turned alike."""
        told = self.expressions.reveals or self.prepared.outputs
        if told and turned.after and self.expressions.is_clean(sum_of(bits[number].form for number in numbers)):
            return
        for each in turned.copies(numbers) if told else [numbers]:
            self._check_group(tuple(bits[number] for number in each))

    def _check_group(self, group: tuple[_Bit, ...]) -> None:
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
