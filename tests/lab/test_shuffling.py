"""What a random order of columns adds: the figures of docs/masked.md, with fewer traces.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import numpy
import pytest
from lab import shuffling

TRACES = 1 << 14


@pytest.fixture(scope="module")
def found():
    return list(shuffling.attacks(TRACES, 7, lambda *_: None))


def test_random_order_takes_most_of_what_two_moments_say(found):
    in_order, random_order, added_up, _ = found
    assert in_order.largest > 5 * in_order.limit
    assert random_order.largest < in_order.largest / 4
    assert random_order.information < in_order.information / 20
    assert random_order.largest < added_up.largest < in_order.largest / 2


def test_constant_order_hides_nothing(found):
    """The control: with a constant in place of random words, an attacker has what he has without the setting."""
    in_order, *_, constant = found
    assert constant.largest == pytest.approx(in_order.largest, rel=0.05)
    assert constant.information == pytest.approx(in_order.information, rel=0.05)


class Made:
    """Traces of two moments, which are the class and its complement in so many of 512 of them."""

    def __init__(self, telling: int) -> None:
        self.telling = telling

    def block(self, seed: int, number: int) -> numpy.ndarray:
        weights = numpy.random.default_rng([seed, number]).integers(0, 2, (2, 512)).astype(numpy.float32)
        weights[:, : self.telling] = [[number % 2], [1 - number % 2]]
        return weights


@pytest.mark.parametrize(("telling", "bits"), [(0, 0.0), (512, 1.0)])
def test_information_is_what_it_is_called(telling, bits):
    assert shuffling.information([Made(telling)], (0, 1), TRACES, 1) == pytest.approx(bits, abs=1e-3)
