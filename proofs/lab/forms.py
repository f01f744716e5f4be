"""Bits as sums of terms, and whether the distribution of such a sum depends on secrets.

A term is the constant 1, an atom (a bit of a secret, a bit that everybody knows, or a uniform random bit), a product of
two sums, or a name for a long sum. `Forms.independent` is what the exact check rests on: it asks about the distribution
over the random bits alone, for each value of the public ones. It may use three facts only:

- A sum with a random bit that occurs nowhere else in the expression is itself a random bit.
- A Boolean function of few bits can be counted: for each value of the secrets and of the public bits, how many values
  of the random bits make it 1.
- Parts of a sum that have neither random bits nor secrets in common are independent of each other, for each value of
  the secrets. If no part says anything about the secrets, their sum does not either.

Where none decides, it raises Undecided, which counts as a leak. SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable

import numpy

Form = frozenset[int]  # the terms of a sum

ONE = 0  # the number of the constant term
ZERO: Form = frozenset()
LONG = 100  # terms from which on a part of a sum gets a name
KEPT = 48  # random bits of such a sum that stay outside of the name
MOST_ATOMS = 22  # that are counted over
MOST_TERMS = 300  # of an expression that is looked into
KEPT_DECISIONS = 50_000  # about 1 KB each; checks of pairs decide millions of sums, almost all of them once


def sum_of(forms: Iterable[Form]) -> Form:
    return functools.reduce(operator.xor, forms, ZERO)


class Undecided(Exception):
    """The check cannot tell."""


class Forms:
    """All terms of one program."""

    def __init__(self) -> None:
        self.operands: list[tuple[Form, ...]] = [()]  # of each term: two of a product, one of a name, none of an atom
        self.atoms: list[int] = [0]  # of each term: the set of the atoms below it, as bits of a number
        self.newest: list[int] = [0]  # of each term: the last of these atoms, counted from 1; 0 if there are none
        self.is_random: list[bool] = [False]  # of each term: whether it is a random bit
        self.names: list[str] = ["1"]
        self.secrets = 0  # the set of the atoms that are bits of a secret
        self.public = 0  # of those that everybody knows
        self.random = 0  # and of the random ones
        self._terms: dict[frozenset[Form], int] = {}
        self._atom_terms: list[int] = []
        self._decided = functools.lru_cache(KEPT_DECISIONS)(self._decide)
        self._counted: dict[object, bool] = {}

    # ---- Making sums ----------------------------------------------------------------------------------

    def atom(self, name: str, secret: bool, public: bool = False) -> Form:
        number = len(self._atom_terms)
        self._atom_terms.append(len(self.operands))
        if secret:
            self.secrets |= 1 << number
        elif public:
            self.public |= 1 << number
        else:
            self.random |= 1 << number
        return frozenset([self._append((), 1 << number, name)])

    def _append(self, operands: tuple[Form, ...], atoms: int, name: str) -> int:
        self.operands.append(operands)
        self.atoms.append(atoms)
        self.newest.append(atoms.bit_length())
        self.is_random.append(not operands and bool(atoms & self.random))
        self.names.append(name)
        return len(self.operands) - 1

    def add(self, first: Form, second: Form) -> Form:
        total = first ^ second
        return total if len(total) < LONG else self._name(total)

    def _name(self, form: Form) -> Form:
        """All but the random bits that came last, which are those that hide such a sum: they must be in sight."""
        random = [term for term in form if self.is_random[term]]
        kept = frozenset(sorted(random)[-KEPT:])
        rest = form - kept
        key = frozenset([rest])
        if key not in self._terms:
            self._terms[key] = self._append((rest,), self.below(rest), "")
        return kept | self.named(rest)

    def named(self, form: Form) -> Form:
        """The name of a sum, or if it has none the sum itself."""
        number = self._terms.get(frozenset([form]))
        return frozenset([number]) if number else form

    def multiply(self, first: Form, second: Form) -> Form:
        """Constants are multiplied out, so that equal products are found to be equal."""
        result = ZERO
        if ONE in first:
            result ^= second
            first = first ^ {ONE}
        if ONE in second:
            result ^= first
            second = second ^ {ONE}
        if not first or not second:
            return result
        if first == second:
            return result ^ first
        key = frozenset([first, second])
        if key not in self._terms:
            self._terms[key] = self._append((first, second), self.below(first) | self.below(second), "")
        return result ^ {self._terms[key]}

    def term_of_atom(self, number: int) -> int:
        return self._atom_terms[number]

    def kind(self, atom: int) -> int:
        """0 of a random bit, 1 of a secret one, 2 of one that everybody knows."""
        return bool(self.atoms[atom] & self.secrets) + 2 * bool(self.atoms[atom] & self.public)

    def below(self, form: Iterable[int]) -> int:
        """The set of all atoms of a sum."""
        result = 0
        for term in form:
            result |= self.atoms[term]
        return result

    def split(self, form: Form) -> tuple[int, int]:
        """The atoms that are terms of the sum, and those below its other terms."""
        direct = below = 0
        for term in form:
            if self.operands[term]:
                below |= self.atoms[term]
            else:
                direct |= self.atoms[term]
        return direct, below

    # ---- Deciding -------------------------------------------------------------------------------------

    def independent(self, form: Form) -> bool:
        """Whether the distribution of this bit is the same for all values of the secrets, for any public bits."""
        if self._is_hidden(form):
            return True
        direct, below = self.split(form)
        if direct & ~below & self.random or not (direct | below) & self.secrets:
            return True
        return self._decided(form)

    def _decide(self, form: Form) -> bool:
        try:
            return _Question(self, form).answer()
        except Undecided:
            parts = self._parts(form)
            if len(parts) > 1 and all(map(self.independent, parts)):
                return True
            raise

    def _parts(self, form: Form) -> list[Form]:
        """The sum as parts that have neither random bits nor secrets in common."""
        found: list[tuple[int, Form]] = []  # the atoms below a part
        for term in form:
            atoms, part = self.atoms[term] & ~self.public, frozenset([term])
            for other in [each for each in found if each[0] & atoms]:
                found.remove(other)
                atoms, part = atoms | other[0], part | other[1]
            found.append((atoms, part))
        return [part for _, part in found]

    def _is_hidden(self, form: Form) -> bool:
        """Whether a random bit came later than all else in a sum, so that it occurs nowhere else in it. The quick test:
        it answers most questions."""
        random = other = 0
        newest, is_random = self.newest, self.is_random
        for term in form:
            if not is_random[term]:
                other = max(other, newest[term])
            elif newest[term] > random:
                random = newest[term]
        return random > other

    def count(self, key: object, sums: dict[int, frozenset[int]], products: dict[int, tuple[int, ...]]) -> bool:
        if key not in self._counted:
            self._counted[key] = _counts_are_equal(sums, products, self)
        return self._counted[key]

    def describe(self, form: Form, most: int = 6) -> str:
        """In words: the inputs that it is made of."""
        parts = sorted(self.names[term] or self._describe_term(term) for term in form)
        more = f" + {len(parts) - most} more" if len(parts) > most else ""
        return " + ".join(parts[:most]) + more

    def _describe_term(self, term: int) -> str:
        operands = self.operands[term]
        if any(len(each) > 4 for each in operands):
            return "(...)"
        return "".join(f"({self.describe(each)})" for each in operands)


class _Question:
    """One expression, of which parts are replaced by random bits until the answer is plain.

    `sums` are its sums by number, 0 being the whole; a product or name whose operands are among them is open."""

    def __init__(self, forms: Forms, form: Form) -> None:
        self.forms = forms
        self.sums: dict[int, frozenset[int]] = {0: form}
        self.open: dict[int, tuple[int, ...]] = {}  # products
        self._numbers: dict[Form, int] = {form: 0}
        self._lengthening: set[int] = set()  # sums that have been a random bit, however long others became

    def answer(self) -> bool:
        while True:
            self._look()
            if self._replace():
                if self._is_random(0):
                    return True
                self._drop_unused()
                continue
            if not (self._once | self._often | self._hidden) & self.forms.secrets:
                return True
            if self._substitute():
                self._drop_unused()
                continue
            if self._open_more():
                continue
            if len(self._atoms()) <= MOST_ATOMS or not self._substitute(at_any_length=True):
                return self._count()
            self._drop_unused()

    def _is_random(self, number: int) -> bool:
        sum_ = self.sums[number]
        if len(sum_ - {ONE}) != 1:
            return False
        (term,) = sum_ - {ONE}
        return self.forms.is_random[term]

    def _look(self) -> None:
        """Which atoms are a term of exactly one sum; of several; and below terms that are not open."""
        operands, atoms = self.forms.operands, self.forms.atoms
        once = often = hidden = 0
        for sum_ in self.sums.values():
            direct = 0
            for term in sum_:
                if not operands[term]:
                    direct |= atoms[term]
                elif term not in self.open:
                    hidden |= atoms[term]
            often |= once & direct
            once |= direct
        self._once, self._often, self._hidden = once & ~often, often, hidden

    def _replace(self) -> bool:
        """Replaces each sum that contains a random bit which is used nowhere else by that bit."""
        private = self._once & ~self._hidden & self.forms.random
        changed = False
        for number, sum_ in self.sums.items():
            if len(sum_) < 2:
                continue
            for term in sum_:
                if not self.forms.operands[term] and self.forms.atoms[term] & private:
                    self.sums[number] = frozenset([term])
                    changed = True
                    break
        return changed

    def _atoms(self) -> set[int]:
        """That would be counted over, once everything is open."""
        return {term for sum_ in self.sums.values() for term in sum_ if term and term not in self.open}

    def _substitute(self, at_any_length: bool = False) -> bool:
        """Takes a sum with a random bit as a new random bit in place of that one, also in all other sums that have it,
        if that makes these shorter. The random bit must not occur in any other way. Where there are too many atoms to
        count over, each sum may do so once however long the others become: then they often lose it altogether."""
        shared = self._often & ~self._hidden & self.forms.random
        for number, sum_ in self.sums.items():
            if number == 0 or len(sum_) < 2 or (at_any_length and number in self._lengthening):
                continue
            for term in sum_:
                atoms = self.forms.atoms[term]
                if self.forms.operands[term] or not atoms & shared:
                    continue
                rest = sum_ ^ {term}
                others = [each for each, other in self.sums.items() if each != number and term in other]
                saved = sum(len(self.sums[each]) - len(self.sums[each] ^ rest) for each in others)
                if (saved > 0 or at_any_length) and not self._reaches(rest, {number, *others}):
                    if at_any_length:
                        self._lengthening.add(number)
                    self.sums[number] = frozenset([term])
                    for each in others:
                        self.sums[each] ^= rest
                    return True
        return False

    def _reaches(self, terms: Iterable[int], numbers: set[int]) -> bool:
        """Whether one of these sums is an operand somewhere below these terms."""
        wanted, seen = list(terms), set()
        while wanted:
            for number in self.open.get(wanted.pop(), ()):
                if number in numbers:
                    return True
                if number not in seen:
                    seen.add(number)
                    wanted += self.sums[number]
        return False

    def _drop_unused(self) -> None:
        """Forgets sums that no open product has as an operand any more."""
        used, wanted = set(), [0]
        terms = set()
        while wanted:
            number = wanted.pop()
            if number in used:
                continue
            used.add(number)
            for term in self.sums[number]:
                if term in self.open:
                    terms.add(term)
                    wanted += self.open[term]
        self.sums = {number: self.sums[number] for number in sorted(used)}
        self.open = {term: self.open[term] for term in sorted(terms)}
        self._numbers = {form: number for form, number in self._numbers.items() if number in used}

    def _open_more(self) -> bool:
        """Looks into products and names that are not open yet, one level; False if there are none. Opens only those
        that have the most recent random bit: when this bit disappears, older ones mostly need not be opened."""
        closed = {
            term for sum_ in self.sums.values() for term in sum_ if self.forms.operands[term] and term not in self.open
        }
        if not closed:
            return False
        newest = max(self.forms.atoms[term].bit_length() for term in closed)
        closed = {term for term in closed if self.forms.atoms[term].bit_length() == newest}
        if len(self.sums) + len(closed) > MOST_TERMS:
            raise Undecided
        names = {term for term in closed if len(self.forms.operands[term]) == 1}
        if names:
            self._write_out(names)
            return True
        for term in sorted(closed):
            self.open[term] = tuple(self._number(form) for form in self.forms.operands[term])
        return True

    def _number(self, form: Form) -> int:
        """The number of a sum. It is found by the form that it had when it was added. Parts may have been replaced
        since then: both forms are right."""
        if form not in self._numbers:
            number = max(self.sums) + 1
            self._numbers[form] = number
            self.sums[number] = form
        return self._numbers[form]

    def _write_out(self, names: set[int]) -> None:
        """Puts sums in place of their names."""
        for number, sum_ in self.sums.items():
            for term in sum_ & names:
                sum_ = (sum_ - {term}) ^ self.forms.operands[term][0]
            self.sums[number] = sum_
        self._numbers = {form: number for form, number in self._numbers.items() if not form & names}

    def _count(self) -> bool:
        """Counts over all values. The same question about other bits has the same answer."""
        renamed: dict[int, int] = {}

        def rename(term: int) -> int:
            return renamed.setdefault(term, len(renamed))

        kinds = []
        shape = []
        for number, sum_ in self.sums.items():
            terms = sorted(sum_)
            shape.append((number, tuple(rename(term) if term else -1 for term in terms)))
            for term in terms:
                kinds.append(self.open.get(term, self.forms.kind(term)))
        return self.forms.count((tuple(shape), tuple(kinds)), self.sums, self.open)


def _counts_are_equal(sums: dict[int, frozenset[int]], products: dict[int, tuple[int, ...]], forms: Forms) -> bool:
    """Whether, for each value of the public bits, as many values of the random bits make sum 0 one for all values of
    the secrets."""
    atoms = {term for sum_ in sums.values() for term in sum_ if term and term not in products}
    random, secrets, public = (sorted(term for term in atoms if forms.kind(term) == kind) for kind in range(3))
    order = [*random, *public, *secrets]  # secrets are the upper bits of an index into the table
    if len(order) > MOST_ATOMS:
        raise Undecided
    size = 1 << len(order)
    whole = (1 << size) - 1
    tables = {ONE: whole}
    for place, term in enumerate(order):
        tables[term] = _column(place, size)

    def table_of_sum(number: int) -> int:
        result = 0
        for term in sums[number]:
            if term not in tables:
                first, second = products[term]
                tables[term] = table_of_sum(first) & table_of_sum(second)
            result ^= tables[term]
        return result

    table = table_of_sum(0).to_bytes(max(1, size // 8), "little")
    bits = numpy.unpackbits(numpy.frombuffer(table, numpy.uint8), bitorder="little")[:size]
    counts = bits.reshape(1 << len(secrets), 1 << len(public), -1).sum(axis=2, dtype=numpy.int64)
    return bool((counts == counts[0]).all())


def _column(place: int, size: int) -> int:
    """A truth table of this many bits: bit i of it is bit `place` of i."""
    width = 2 << place
    table = ((1 << (1 << place)) - 1) << (1 << place)
    while width < size:
        table |= table << width
        width *= 2
    return table
