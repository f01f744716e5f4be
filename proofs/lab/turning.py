"""Units that do the same at each place of their words: what is so of some bits is so of those beside them.

If all inputs of such a unit are turned by one place, then each of its bits becomes another one of its bits. That
renames secrets and random bits, no more: a set of bits is independent of the secrets if the set of turned bits is. So
one of the sets that are turned alike says it for all of them. SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import operator

from .forms import LONG, ONE, ZERO, Form, Forms
from .machine import Unsupported


class _Turned:
    """Sums with each input turned by one place."""

    def __init__(self, forms: Forms, width: int) -> None:
        self._forms, self._width = forms, width
        self._terms: dict[int, Form] = {ONE: frozenset([ONE])}

    def of(self, form: Form) -> Form:
        """Sums of so many terms have no names if they are the difference of two values."""
        total, add = ZERO, self._forms.add if len(form) < LONG else operator.xor
        for term in form:
            total = add(total, self._of_term(term))
        return total

    def _of_term(self, term: int) -> Form:
        if term not in self._terms:
            operands = [self.of(form) for form in self._forms.operands[term]]
            if len(operands) == 2:
                self._terms[term] = self._forms.multiply(*operands)
            else:
                self._terms[term] = operands[0] if operands else self._of_atom(term)
        return self._terms[term]

    def _of_atom(self, term: int) -> Form:
        """The bits of an input are atoms that follow each other."""
        word, place = divmod(self._forms.atoms[term].bit_length() - 1, self._width)
        return frozenset([self._forms.term_of_atom(word * self._width + (place + 1) % self._width)])


def classes(forms: Forms, width: int, bits: list[Form]) -> list[int]:
    """The number of a class for each bit, which is a sum without a constant; those of a class are turned into each
    other. Raises Unsupported if a bit is turned into none of them."""
    turned, numbers = _Turned(forms, width), {form: number for number, form in enumerate(bits)}
    found: dict[Form, int] = {}
    for form in bits:
        lowest = numbers[form]
        while form not in found:
            found[form] = lowest
            form = turned.of(form) - {ONE}
            if form not in numbers:
                raise Unsupported(f"turns: a bit is different at another place: {forms.describe(form)}")
    return [found[form] for form in bits]
