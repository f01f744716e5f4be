# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Numbers and offsets that are linear in unknown lengths, and what is known of these.

A Form is a whole number c + a1*s1 + a2*s2 + ..., not reduced by any power of 2. A symbol may be the quotient of a form
and a number. Facts are forms that are not negative. Whether they imply another one is decided by Fourier-Motzkin
elimination: a few inequalities in a few unknowns, so no solver is needed. Elimination is over the rationals, with
whole-number tightening: where it says "implied", that holds; where it does not, both cases are followed, so it can only
cost time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import gcd
from typing import Union


@dataclass(frozen=True)
class Form:
    constant: int
    terms: tuple[tuple[str, int], ...]  # of symbols in their order, none with the coefficient 0

    def __add__(self, other: Number) -> Number:
        coefficients = dict(self.terms)
        for symbol, number in terms_of(other):
            coefficients[symbol] = coefficients.get(symbol, 0) + number
        return form(self.constant + constant_of(other), coefficients)

    def __mul__(self, factor: int) -> Number:
        return form(self.constant * factor, {symbol: number * factor for symbol, number in self.terms})

    def __neg__(self) -> Number:
        return self * -1

    def __sub__(self, other: Number) -> Number:
        return self + -other

    def __rsub__(self, other: int) -> Number:
        return -self + other

    __radd__, __rmul__ = __add__, __mul__

    def __str__(self) -> str:
        parts = [symbol if number == 1 else f"{number}*{symbol}" for symbol, number in self.terms]
        return " + ".join([*parts, *([str(self.constant)] if self.constant else [])]).replace("+ -", "- ")


Number = Union[int, Form]


def form(constant: int, coefficients: Mapping[str, int]) -> Number:
    terms = tuple(sorted((symbol, number) for symbol, number in coefficients.items() if number))
    return Form(constant, terms) if terms else constant


def symbol(name: str) -> Form:
    return Form(0, ((name, 1),))


def constant_of(number: Number) -> int:
    return number if isinstance(number, int) else number.constant


def terms_of(number: Number) -> tuple[tuple[str, int], ...]:
    return () if isinstance(number, int) else number.terms


class Quotient(str):
    """A symbol: a number divided by another one, rounded down. Equal ones have equal names."""

    number: Form
    by: int

    def facts(self) -> tuple[Number, Number]:
        """What is known of it: the remainder is neither negative nor as large as the divisor."""
        rest = self.number - symbol(self) * self.by
        return rest, self.by - 1 - rest


def replaced(number: Number, by: Mapping[str, Number]) -> Number:
    """With other numbers in the place of symbols."""
    result: Number = constant_of(number)
    for name, factor in terms_of(number):
        if isinstance(name, Quotient):
            result = result + quotient(replaced(name.number, by), name.by) * factor
        else:
            result = result + by.get(name, symbol(name)) * factor
    return result


def quotient(number: Number, by: int) -> Number:
    """Rounded down. What is a multiple of the divisor is apart, and the rest has no divisor in common with it."""
    rest = {name: factor % by for name, factor in terms_of(number)}
    whole = form(constant_of(number) // by, {name: factor // by for name, factor in terms_of(number)})
    common = gcd(by, *rest.values())
    inner = form(constant_of(number) % by // common, {name: factor // common for name, factor in rest.items()})
    if isinstance(inner, int):
        return whole
    found = Quotient(f"({inner}) // {by // common}")
    found.number, found.by = inner, by // common
    return whole + symbol(found)


def remainder(number: Number, by: int) -> int | None:
    """None if it depends on the unknowns."""
    return None if any(factor % by for _, factor in terms_of(number)) else constant_of(number) % by


# ---- Facts ------------------------------------------------------------------------------------------


class Facts:
    """Forms that are not negative."""

    def __init__(self, forms: Iterable[Number] = ()) -> None:
        self.forms: tuple[Number, ...] = tuple(dict.fromkeys(forms))
        self._known: dict[Number, bool] = {}

    def with_(self, *forms: Number) -> Facts:
        return Facts((*self.forms, *forms))

    def imply(self, number: Number) -> bool:
        """That it is not negative."""
        if isinstance(number, int):
            return number >= 0
        if number not in self._known:
            self._known[number] = not is_possible((*self.forms, -number - 1))
        return self._known[number]

    def are_possible(self) -> bool:
        return is_possible(self.forms)

    def decide(self, number: Number) -> bool:
        """Whether it is not negative; raises Undecided if that depends on the unknowns."""
        if self.imply(number):
            return True
        if self.imply(-number - 1):
            return False
        raise Undecided(number)

    def equal(self, first: Number, second: Number) -> bool:
        return first == second or (self.imply(first - second) and self.imply(second - first))

    def constant(self, number: Number) -> int | None:
        """The only value that it can have, if there is one."""
        if isinstance(number, int):
            return number
        value = symbol("value")
        least = _eliminated((*self.forms, number - value, value - number), keep="value") or {}
        low, high = (least.get((("value", sign),)) for sign in (1, -1))
        return high if low is not None and high is not None and low == -high else None

    def __str__(self) -> str:
        return ", ".join(f"{each} >= 0" for each in self.forms)


class Undecided(Exception):
    """The way depends on whether this form is negative: both are followed, each from the beginning of its segment."""

    def __init__(self, number: Number) -> None:
        super().__init__(f"{number} >= 0?")
        self.number = number


Strongest = dict[tuple[tuple[str, int], ...], int]  # of the inequalities with the same terms: the constant


def is_possible(forms: Iterable[Number]) -> bool:
    """False if no whole numbers fulfil all of them. True is said of some sets that none fulfil, too."""
    return _eliminated(forms) is not None


def _eliminated(forms: Iterable[Number], keep: str = "") -> Strongest | None:
    """What is left without all symbols but one; nothing if it is a contradiction."""
    least: Strongest = {}
    forms = list(_with_quotients(forms))
    if not all(_add(least, each) for each in forms):
        return None
    fixed = {name: most for ((name, factor), *more), most in least.items() if factor == -1 and not more
             and least.get(((name, 1),)) == -most and name != keep and not isinstance(name, Quotient)}  # fmt: skip
    if fixed:  # first, as quotients are numbers then
        return _eliminated((replaced(each, fixed) for each in forms), keep)
    while symbols := {name for terms in least for name, _ in terms} - {keep}:
        counts = {name: [sum(dict(terms).get(name, 0) * sign > 0 for terms in least) for sign in (1, -1)]
                  for name in symbols}  # fmt: skip
        name = min(symbols, key=lambda each: (counts[each][0] * counts[each][1], each))
        above: list[Form] = []
        below: list[Form] = []
        rest: Strongest = {}
        for terms, constant in least.items():
            factor = dict(terms).get(name, 0)
            (above if factor > 0 else below).append(Form(constant, terms)) if factor else rest.update({terms: constant})
        least = rest
        for first in above:
            for second in below:
                a, b = dict(first.terms)[name], -dict(second.terms)[name]
                if not _add(least, first * (b // gcd(a, b)) + second * (a // gcd(a, b))):
                    return None
    return least if not keep or is_possible(Form(constant, terms) for terms, constant in least.items()) else None


def _with_quotients(forms: Iterable[Number]) -> Iterator[Number]:
    """And what is known of the quotients in them."""
    waiting, seen = list(forms), set()
    while waiting:
        number = waiting.pop()
        yield number
        for name, _ in terms_of(number):
            if isinstance(name, Quotient) and name not in seen:
                seen.add(name)
                waiting += name.facts()


def _add(least: Strongest, number: Number) -> bool:
    """Divided by what all coefficients have in common, which whole numbers allow to round the constant down."""
    terms, constant = terms_of(number), constant_of(number)
    if not terms:
        return constant >= 0
    common = gcd(*(factor for _, factor in terms))
    terms, constant = tuple((name, factor // common) for name, factor in terms), constant // common
    least[terms] = min(constant, least.get(terms, constant))
    return True
