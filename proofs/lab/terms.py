"""Which linear terms of gates on 4 shares keep three values apart: `./dev lab --terms`.

A gate c ^= ~b & a on shares, in place: share i of c takes the products of b_i with all shares of a, and linear terms of
a. Here it is written down without a program, for all choices of these terms, and so is one column of the S-box with
guards, as asconkit/masked/armv7m/armv7m_permute3.S has them for 3 shares. The exact check is asked about sets of three
values. SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import cast

from . import exact
from . import program as ops
from .elf import Elf
from .exact import Verdict
from .manifest import Unit
from .program import Program, Step, Value
from .units import Prepared

SHARES = 4
ORDER = SHARES - 1

Shares = list[Value]
Terms = tuple[int, ...]  # those of share i of c, from a_(i + each); of share 0, where b is complemented, all others

ONE_TERM: list[Terms] = list(itertools.combinations(range(SHARES), 1))
TWO_TERMS: list[Terms] = list(itertools.combinations(range(SHARES), 2))
AFTER_OWN: list[Terms] = list(itertools.combinations(range(1, SHARES), 2))  # without a_i
CHOSEN: tuple[Terms, Terms] = (1, 2), (2, 3)  # of all gates but that of B, and of that one: all sets are asked


def _prepared() -> Prepared:
    """Without a file: what is checked is written down here."""
    unit = Unit("column", (), SHARES, ORDER, (), models=("value",))
    return Prepared(unit, cast(Elf, None), Program(1))


@dataclass
class Column:
    """Bits in shares, each value with a name."""

    prepared: Prepared = field(default_factory=_prepared)

    def _seen(self, name: str, value: Value) -> Value:
        program = self.prepared.program
        program.steps.append(Step(0, name))
        program.observe("value", value)
        return value

    def _input(self, name: str, secret: bool) -> Value:
        self.prepared.names.append(name)
        self.prepared.secret.append(secret)
        return self.prepared.program.input(0)

    def random(self, name: str) -> Value:
        return self._seen(name, self._input(name, secret=False))

    def secret(self, name: str) -> Shares:
        first = self._input(name, secret=True)
        others = [self.random(f"{name}_{share}") for share in range(1, SHARES)]
        for other in others:
            first = self.prepared.program.apply(ops.XOR, first, other)
        return [self._seen(f"{name}_0", first), *others]

    def sum(self, name: str, first: Value, second: Value) -> Value:
        return self._seen(name, self.prepared.program.apply(ops.XOR, first, second))

    def sums(self, name: str, first: Shares, second: Shares) -> Shares:
        return [self.sum(f"{name}_{share}", *pair) for share, pair in enumerate(zip(first, second))]

    def gate(self, name: str, c: Shares, b: Shares, a: Shares, terms: Terms) -> Shares:
        """c ^ (~b & a): each product is added as soon as it is there."""
        program, result = self.prepared.program, []
        complements = [program.apply(ops.XOR, share, program.constant(1)) for share in b]
        for i, total in enumerate(c):
            for further in range(SHARES):
                j = (i + further) % SHARES
                factor = complements[i] if (further in terms) != (i == 0) else b[i]
                product = self._seen(f"{name}_{i}: product {j}", program.apply(ops.AND, factor, a[j]))
                total = self.sum(f"{name}_{i} after product {j}", total, product)
            result.append(total)
        return result

    def names_of(self, verdict: Verdict) -> str:
        return ", ".join(self.prepared.program.steps[each.step].text for each in verdict.findings[0].observations)


def gate(terms: Terms) -> tuple[Column, Shares]:
    column = Column()
    a, b, c = map(column.secret, "abc")
    return column, column.gate("c", c, b, a, terms)


def sbox(terms: Terms, terms_of_b: Terms) -> tuple[Column, list[Shares]]:
    """The five words after it, and S, whose shares 1 to 3 are the next guards. The last complement, of one share, is
    left out."""
    column = Column()
    x = [column.secret(f"x{word}") for word in range(5)]
    guards = [column.random(f"G{number}") for number in range(1, SHARES)]
    a, e, c = (column.sums(*each) for each in (("A", x[0], x[4]), ("E", x[4], x[3]), ("C", x[2], x[1])))
    b, d = x[1], x[3]
    first = column.sum("G1 + G2 + G3", column.sum("G1 + G2", guards[0], guards[1]), guards[2])
    s = column.gate("S", [first, *guards], e, a, terms)
    a = column.gate("A", a, b, c, terms)
    c = column.gate("C", c, d, e, terms)
    e = column.gate("E", e, a, b, terms)
    b = column.gate("B", b, c, d, terms_of_b)
    d = column.sums("D + S", d, s)
    y3, y1, y0 = (column.sums(*each) for each in (("y3 + y2", d, c), ("y1 + y0", b, a), ("y0 + y4", a, e)))
    return column, [y0, y1, c, y3, e, s]


def check(column: Column, among: Shares | None = None) -> Verdict:
    """The first order that is not clean, or the last one; or only sets of three of which one is of these values."""
    if among:
        return exact.sets_of_three_with(column.prepared, set(among))
    *_, last = exact.by_order(column.prepared, ORDER)
    return last


def outcomes() -> Iterator[tuple[str, Column, Verdict]]:
    for terms in (*ONE_TERM, *TWO_TERMS):
        column, _ = gate(terms)
        yield f"a gate, terms {_text(terms)}", column, check(column)
    for pair in itertools.product(AFTER_OWN, AFTER_OWN):
        column, words = sbox(*pair)
        yield f"{_of_sbox(*pair)}, sets with y1 + y0", column, check(column, words[1])
    column, _ = sbox(*CHOSEN)
    yield f"{_of_sbox(*CHOSEN)}, all sets", column, check(column)


def _text(terms: Terms) -> str:
    return " and ".join("i" if not term else f"i+{term}" for term in terms)


def _of_sbox(terms: Terms, terms_of_b: Terms) -> str:
    return f"the S-box, terms {_text(terms)}, of B {_text(terms_of_b)}"


def run() -> int:
    """Prints the outcome of each choice. 1: the last one is not clean."""
    exact.MOST_FINDINGS = 1
    started, good = time.monotonic(), False
    for title, column, verdict in outcomes():
        good = not verdict.findings
        found = "clean" if good else f"{'LEAKS' if verdict.leaks else 'UNDECIDED'}: {column.names_of(verdict)}"
        print(f"{title}: order {verdict.order}, {verdict.checked:,} sets: {found}", flush=True)
    print(f"\n{(time.monotonic() - started) / 60:.1f} minutes")
    return int(not good)
