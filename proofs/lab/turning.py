"""Units that do the same at many places of their words: what is so of some bits is so of those beside them.

If all inputs of a unit are turned by one place, a bit of it often becomes another one of its bits. That renames bits of
secrets and random bits, no more: a set of bits is independent of the secrets if the set of turned bits is. So of sets
that are turned into each other, one says it for all.

A register of 8 bits has a byte of a word of 64 bits. There words are turned by one place of 64, and random bytes as if
the code draws all bytes for one byte of its words, and then all for the next one. Whichever way inputs are turned, the
answer is right; the right way leaves the fewest first bits. SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .forms import ONE, Form, Forms, sum_of
from .units import Prepared

WORD_BITS = 64


def atoms_after(prepared: Prepared, forms: Forms) -> list[int]:
    """For each atom the one that takes its place: a permutation of the secret, of the public and of the random ones.
    Where words of 64 bits do not make one, registers are turned by themselves."""
    width = prepared.program.width
    after = list(range(len(prepared.names)))  # of inputs, where the last bit of a part of a word goes
    parts = WORD_BITS // width if width == 8 else 1
    starts = [(number, 1) for number in range(0, len(after), parts)]
    for area in prepared.unit.random:
        if parts > 1 and f"{area.at}[0]" in prepared.names:
            first, step = prepared.names.index(f"{area.at}[0]"), area.size // parts
            starts += [(first + number, step) for number in range(step)]
    for start, step in starts:
        own = range(start, start + parts * step, step)
        if own[-1] < len(after):
            after[own[0] : own[-1] + 1 : step] = [*own[1:], own[0]]
    found = [width * number + place + 1 for number in range(len(after)) for place in range(width)]
    found[width - 1 :: width] = [width * number for number in after]
    kinds = [forms.kind(forms.term_of_atom(number)) for number in range(len(found))]
    is_one = sorted(found) == list(range(len(found))) and kinds == [kinds[number] for number in found]
    return found if is_one else [number - number % width + (number + 1) % width for number in range(len(found))]


class _Turned:
    """Sums with each input turned by one place."""

    def __init__(self, forms: Forms, after: list[int]) -> None:
        self._forms, self._after = forms, after
        self._terms: dict[int, Form] = {ONE: frozenset([ONE])}

    def of(self, form: Form) -> Form:
        return sum_of(map(self._of_term, form))

    def _of_term(self, term: int) -> Form:
        if term not in self._terms:
            operands = [self.of(form) for form in self._forms.operands[term]]
            functions = (self._of_atom, self._forms.named, self._forms.multiply)
            self._terms[term] = functions[len(operands)](*operands or (term,))
        return self._terms[term]

    def _of_atom(self, term: int) -> Form:
        number = self._after[self._forms.atoms[term].bit_length() - 1]
        return frozenset([self._forms.term_of_atom(number)])


@dataclass
class Turning:
    """Bits that are turned into each other: chains and rings. It is enough to ask for each first bit about sets with
    bits of the same or of higher ranks: any set can be turned back until one of its bits begins a chain, or, if all are
    in rings, is the first one of its ring."""

    order: Sequence[int]  # of bits; all else has their places in it
    ranks: Sequence[int]
    firsts: Sequence[int]
    after: dict[int, int]  # what a bit is turned into

    def copies(self, places: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """A set, and those that it is turned into."""
        at = places
        while True:
            yield at
            at = tuple(self.after.get(place, -1) for place in at)
            if -1 in at or at == places:
                return


def of(prepared: Prepared, forms: Forms, bits: list[Form]) -> Turning:
    """Bits are sums without a constant."""
    turned, numbers = _Turned(forms, atoms_after(prepared, forms)), {form: number for number, form in enumerate(bits)}
    before: dict[int, int] = {}  # of each bit one at most
    for number, form in enumerate(bits):
        before.setdefault(numbers.get(turned.of(form) - {ONE}, -1), number)
    after = {number: other for other, number in before.items() if other >= 0}
    firsts = sorted({*range(len(bits))} - {*before})
    order = firsts + [number for first in firsts for number in _followers(after, first)]
    firsts, known = list(range(len(firsts))), {*order}
    ranks = firsts + [len(firsts)] * (len(order) - len(firsts))
    for first in range(len(bits)):
        if first not in known:
            ring = [first, *_followers(after, first)]
            firsts.append(len(order))
            ranks += [len(order)] * len(ring)
            order += ring
            known.update(ring)
    places = {number: place for place, number in enumerate(order)}
    return Turning(order, ranks, firsts, {places[number]: places[other] for number, other in after.items()})


def _followers(after: dict[int, int], first: int) -> Iterator[int]:
    at = first
    while (at := after.get(at, first)) != first:
        yield at
