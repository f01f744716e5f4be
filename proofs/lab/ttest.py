"""Welch's t-test of traces with fixed against those with random secrets: Test Vector Leakage Assessment.

At order 1 it compares means, at order 2 the means of centred products of two samples: all pairs, or those of
neighbours. The limit follows from the number of statistics: of a device that does not leak, one of 100,000 tests as a
whole exceeds it. SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist

import numpy
from numpy.typing import NDArray

from .replay import Replay, Sums

FALSE_ALARMS = 1e-5
Matrix = NDArray[numpy.float64]


@dataclass(frozen=True)
class TestResult:
    order: int
    traces: int
    statistics: Matrix  # t of each sample, or, at order 2, of each pair
    limit: float
    seconds: float = 0.0

    @property
    def samples(self) -> int:
        return len(self.statistics)

    @property
    def largest(self) -> float:
        return float(numpy.abs(self.statistics).max(initial=0))

    @property
    def leaks(self) -> bool:
        return self.largest > self.limit


def limit(statistics: int) -> float:
    """What |t| must not exceed, if there are this many of it."""
    return -NormalDist().inv_cdf(FALSE_ALARMS / 2 / max(1, statistics))


def welch(counts: NDArray[numpy.float64], means: Matrix, variances: Matrix) -> Matrix:
    """t of two groups, of shape [group][...]. Where nothing varies, t is 0 for equal means
    and infinite for different ones."""
    error = variances[0] / counts[0] + variances[1] / counts[1]
    difference = means[0] - means[1]
    with numpy.errstate(divide="ignore", invalid="ignore"):
        found = difference / numpy.sqrt(error)
    return numpy.where(error > 0, found, numpy.where(numpy.abs(difference) > 1e-9, numpy.inf, 0.0))


def of_sums(sums: Sums, traces: int) -> Matrix:
    """t of each sample, from sums over as many random as fixed traces."""
    each = traces / 2
    numbers = sums.astype(numpy.float64)
    means = numbers[:, :, 0].T / each
    variances = numbers[:, :, 1].T / each - means**2
    variances[variances < 1e-12] = 0
    return welch(numpy.array([each, each]), means, variances)


def first_order(replay: Replay, traces: int, seed: int, progress: Callable[[int, int], None]) -> TestResult:
    started = time.monotonic()
    blocks = max(2, -(-traces // 512))
    traces = (blocks + blocks % 2) * 512
    found = of_sums(replay.sums(traces, seed, progress), traces)
    return TestResult(1, traces, found, limit(len(found)), time.monotonic() - started)


class Products:
    """Adds up centred products of all pairs of samples, by matrix products."""

    def __init__(self, means: NDArray[numpy.float32]) -> None:
        self._means = means  # of both groups together: [sample]
        count = len(means)
        self._sums = numpy.zeros((2, 2, count, count))  # [group][product, its square]
        self._counts = numpy.zeros(2)

    def add(self, group: int, traces: NDArray[numpy.float32]) -> None:
        """Traces of one group, [sample][trace]."""
        centred = traces - self._means[:, None]
        squares = centred * centred
        self._sums[group, 0] += centred @ centred.T
        self._sums[group, 1] += squares @ squares.T
        self._counts[group] += traces.shape[1]

    def statistics(self) -> Matrix:
        """t of the product of each two different samples; the matrix has both halves."""
        counts = self._counts[:, None, None]
        means = self._sums[:, 0] / counts
        variances = self._sums[:, 1] / counts - means**2
        variances[variances < 1e-6] = 0
        return welch(self._counts, means, variances)


def second_order(replay: Replay, traces: int, seed: int, progress: Callable[[int, int], None]) -> TestResult:
    """The test of second order, over all pairs of samples."""
    started = time.monotonic()
    few = 1 << 16
    means = replay.sums(few, seed + 1)[:, :, 0].sum(axis=1) / few
    products, group_traces = Products(means.astype(numpy.float32)), 1 << 13
    waiting: tuple[list[NDArray[numpy.uint8]], list[NDArray[numpy.uint8]]] = ([], [])
    total = max(2, -(-traces // 512))
    for number, (fixed, weights) in enumerate(replay.weights(traces, seed), 1):
        group = waiting[fixed]
        group.append(weights)
        if len(group) * 512 >= group_traces or number > total - 2:
            products.add(int(fixed), numpy.concatenate(group, axis=1).astype(numpy.float32))
            group.clear()
            progress(number, total)
    for index, group in enumerate(waiting):
        if group:
            products.add(index, numpy.concatenate(group, axis=1).astype(numpy.float32))
    matrix = products.statistics()
    upper = matrix[numpy.triu_indices(len(matrix))]
    return TestResult(2, total * 512, upper, limit(len(upper)), time.monotonic() - started)
