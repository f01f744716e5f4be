"""Linear terms of gates on 4 shares: what docs/masked.md says of them. SPDX-License-Identifier: Apache-2.0 OR MIT"""

import random

import pytest
from lab import exact
from lab import terms as linear

from spec.permutation import substitute


@pytest.fixture(autouse=True)
def one_finding(monkeypatch):
    monkeypatch.setattr(exact, "MOST_FINDINGS", 1)


def test_the_model_is_the_sbox():
    column, words = linear.sbox(*linear.CHOSEN)
    program, numbers = column.prepared.program, random.Random(4)
    for secret in range(32):
        x = [secret >> word & 1 for word in range(5)]
        inputs = [numbers.getrandbits(1) for _ in range(program.inputs)]
        for word in range(5):
            inputs[linear.SHARES * word] = x[word]
        values = program.run(inputs)
        *y, _ = (sum(values[share] for share in word) % 2 for word in words)
        expected = [word & 1 for word in substitute(x)]
        assert y == [*expected[:2], 1 - expected[2], *expected[3:]]


@pytest.mark.parametrize("terms", linear.ONE_TERM)
def test_one_linear_term_leaks(terms):
    """c_i before and after its gate, and the term: b_i & a."""
    column, _ = linear.gate(terms)
    verdict = linear.check(column)
    assert verdict.order == 3 and verdict.leaks
    assert {name[0] for name in column.names_of(verdict).split(", ")} == {"a", "c"}


@pytest.mark.parametrize("terms", linear.TWO_TERMS)
def test_two_linear_terms_do_not(terms):
    column, _ = linear.gate(terms)
    verdict = linear.check(column)
    assert verdict.order == 3 and verdict.checked > 9000 and not verdict.findings


@pytest.mark.parametrize("terms", linear.AFTER_OWN)
def test_the_same_terms_in_all_gates_leak(terms):
    column, words = linear.sbox(terms, terms)
    verdict = linear.check(column, words[1])
    assert verdict.leaks and "y1 + y0" in column.names_of(verdict)


def test_other_terms_in_the_gate_of_b_do_not():
    column, words = linear.sbox(*linear.CHOSEN)
    verdict = linear.check(column, words[1][1:2])
    assert verdict.checked > 20_000 and not verdict.findings
