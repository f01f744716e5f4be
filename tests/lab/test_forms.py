"""The decision whether a bit depends on secrets, compared with counting over all values.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import itertools
import random
import tracemalloc
from contextlib import suppress

import pytest
from lab.forms import ONE, ZERO, Form, Forms, Undecided, _Question

SECRETS, PUBLIC, RANDOM = 2, 1, 4


class Bits:
    """A few atoms, and expressions of them that can be computed."""

    def __init__(self) -> None:
        self.forms = Forms()
        self.secrets = [self.forms.atom(f"s{number}", True) for number in range(SECRETS)]
        self.public = [self.forms.atom(f"p{number}", False, public=True) for number in range(PUBLIC)]
        self.random = [self.forms.atom(f"r{number}", False) for number in range(RANDOM)]
        self.inputs = [*self.secrets, *self.public, *self.random]
        self.atoms = [next(iter(form)) for form in self.inputs]

    def any_sum(self, numbers: random.Random, depth: int) -> Form:
        total = ZERO
        for _ in range(numbers.randint(1, 3)):
            if depth and numbers.random() < 0.5:
                part = self.forms.multiply(self.any_sum(numbers, depth - 1), self.any_sum(numbers, depth - 1))
            else:
                part = numbers.choice((*self.inputs, frozenset([ONE])))
            total = self.forms.add(total, part)
        return total

    def value(self, form: Form, values: dict[int, int]) -> int:
        total = 0
        for term in form:
            operands = [self.value(each, values) for each in self.forms.operands[term]]
            total ^= values[term] if not operands else min(operands)
        return total

    def depends(self, form: Form) -> bool:
        """By counting over everything."""
        for public in itertools.product((0, 1), repeat=PUBLIC):
            counts = set()
            for secrets in itertools.product((0, 1), repeat=SECRETS):
                count = 0
                for others in itertools.product((0, 1), repeat=RANDOM):
                    count += self.value(form, {ONE: 1, **dict(zip(self.atoms, (*secrets, *public, *others)))})
                counts.add(count)
            if len(counts) > 1:
                return True
        return False


@pytest.mark.parametrize("seed", range(8))
def test_decisions_are_those_of_counting(seed):
    numbers, bits, dependent = random.Random(seed), Bits(), 0
    for _ in range(250):
        form = bits.any_sum(numbers, 3)
        expected = bits.depends(form)
        dependent += expected
        assert bits.forms.independent(form) == (not expected), bits.forms.describe(form, 99)
    assert 20 < dependent < 230, "both answers occur"


def test_long_sums_are_the_same(monkeypatch):
    monkeypatch.setattr("lab.forms.LONG", 3)
    numbers, bits = random.Random(9), Bits()
    for _ in range(300):
        form = bits.any_sum(numbers, 3)
        assert bits.forms.independent(form) == (not bits.depends(form))


@pytest.mark.parametrize("most", range(4))
def test_decisions_without_counting_over_many(most, monkeypatch):
    """Where sums are taken as new random bits instead, however long others become."""
    monkeypatch.setattr("lab.forms.MOST_ATOMS", most)
    numbers, bits, decided = random.Random(most), Bits(), 0
    for _ in range(400):
        form = bits.any_sum(numbers, 3)
        with suppress(Undecided):
            assert bits.forms.independent(form) == (not bits.depends(form)), bits.forms.describe(form, 99)
            decided += 1
    assert 100 < decided < 400


def test_too_large_is_undecided(monkeypatch):
    monkeypatch.setattr("lab.forms.MOST_ATOMS", 3)
    bits = Bits()
    product = bits.forms.multiply(bits.secrets[0] ^ bits.random[0], bits.secrets[1] ^ bits.random[1])
    form = product ^ bits.forms.multiply(bits.random[0], bits.random[1]) ^ bits.secrets[0]
    with pytest.raises(Undecided):
        bits.forms.independent(form)


def test_decisions_are_not_all_kept(monkeypatch):
    """A check of pairs asks millions of sums, almost all of them once."""
    monkeypatch.setattr("lab.forms.KEPT_DECISIONS", 10)
    forms = Forms()
    secret, masks = forms.atom("s", True), [forms.atom(f"r{number}", False) for number in range(12)]
    choices = itertools.permutations(masks, 3)
    products = [(forms.multiply(secret ^ one ^ other, third), one) for one, other, third in choices]
    tracemalloc.start()
    assert all(forms.independent(product ^ one) for product, one in products)
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert used < 100_000


def test_parts_that_have_nothing_in_common(monkeypatch):
    """What is too large is decided if it is a sum of such parts that are all clean; and then rightly."""
    monkeypatch.setattr("lab.forms.MOST_ATOMS", 3)
    numbers, bits, decided = random.Random(6), Bits(), 0
    for _ in range(4000):
        halves = []
        for secret, chosen in zip(bits.secrets, (bits.random[:2], bits.random[2:])):
            bits.inputs = [secret, *bits.public, *chosen]
            halves.append(bits.any_sum(numbers, 2))
        form = bits.forms.add(*halves)
        try:
            _Question(bits.forms, form).answer()
        except Undecided:
            try:
                assert bits.forms.independent(form) == (not bits.depends(form))
                decided += 1
            except Undecided:
                pass
    assert decided > 5


def test_a_mask_hides_and_a_product_of_shares_may_not():
    bits = Bits()
    secret, mask, fresh = bits.secrets[0], bits.random[0], bits.random[1]
    assert not bits.forms.independent(secret)
    assert bits.forms.independent(secret ^ mask)
    assert not bits.forms.independent(bits.forms.multiply(secret ^ mask, mask))
    assert bits.forms.independent(bits.forms.multiply(secret ^ mask, mask) ^ fresh)


def test_what_everybody_knows_hides_nothing():
    bits = Bits()
    secret, public, mask = bits.secrets[0], bits.public[0], bits.random[0]
    assert bits.forms.independent(public) and bits.forms.independent(secret ^ public ^ mask)
    assert not bits.forms.independent(secret ^ public)
    assert not bits.forms.independent(bits.forms.multiply(secret, public) ^ bits.forms.multiply(public, mask) ^ mask)
