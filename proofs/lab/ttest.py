"""Welch's t-test of traces with fixed against those with random secrets: Test Vector Leakage Assessment.

At order 1 it compares means, at order 2 the means of centred products of two samples: all pairs, or those of samples
that are not far apart. The limit follows from the number of statistics: of a device that does not leak, one of 100,000
tests as a whole exceeds it. SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import NormalDist

import numpy
from numpy.typing import NDArray

from .replay import Replay, Sums

FALSE_ALARMS = 1e-5
FRACTIONS = 16  # means are multiples of 1/16: then sums over single bits are exact, also where a product never varies
Matrix = NDArray[numpy.float64]
Pairs = tuple[NDArray[numpy.intp], NDArray[numpy.intp]]  # the first and the second sample of each


@dataclass(frozen=True)
class TestResult:
    order: int
    traces: int
    statistics: Matrix  # t of each sample, or, at order 2, of each pair
    limit: float
    seconds: float = 0.0
    of_values: float | None = None  # at order 2, the largest |t| of pairs of values, neither of them a transition

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
    """Adds up centred products of pairs of samples by matrix products: of all pairs, or of those that are at most
    `reach` samples apart. In strips of rows, each of which has the columns that one of its rows reaches: little more
    than half of a matrix is computed and kept."""

    def __init__(self, means: NDArray[numpy.float32], reach: int | None = None) -> None:
        self._means = means  # of both groups together: [sample]
        count = len(means)
        self._reach = count if reach is None else min(reach, count)
        height = max(1, self._reach // 8)
        self._strips: list[tuple[int, Matrix]] = []  # the first row, and [group][product, its square][row][column]
        for first in range(0, count, height):
            last, end = min(first + height, count), min(first + height + self._reach, count)
            self._strips.append((first, numpy.zeros((2, 2, last - first, end - first))))
        self._counts = numpy.zeros(2)

    def add(self, group: int, traces: NDArray[numpy.float32]) -> None:
        """Traces of one group, [sample][trace]."""
        centred = traces - self._means[:, None]
        squares = centred * centred
        for first, sums in self._strips:
            last, end = first + sums.shape[2], first + sums.shape[3]
            sums[group, 0] += centred[first:last] @ centred[first:end].T
            sums[group, 1] += squares[first:last] @ squares[first:end].T
        self._counts[group] += traces.shape[1]

    def parts(self) -> Iterator[tuple[Pairs, Matrix]]:
        """Pairs of samples, also of each sample with itself, and t of their products."""
        for first, sums in self._strips:
            rows, columns = numpy.triu_indices(sums.shape[2], 0, sums.shape[3])
            near = columns - rows <= self._reach
            rows, columns = rows[near], columns[near]
            means = sums[:, 0, rows, columns] / self._counts[:, None]
            variances = sums[:, 1, rows, columns] / self._counts[:, None] - means**2
            variances[variances < 1e-6] = 0
            yield (rows + first, columns + first), welch(self._counts, means, variances)

    def statistics(self) -> Matrix:
        """t of all pairs: those of the first sample, then those of the second one with later ones, and so on."""
        return numpy.concatenate([found for _, found in self.parts()])


def second_order(
    replay: Replay, traces: int, seed: int, progress: Callable[[int, int], None], reach: int | None = None
) -> TestResult:
    """The test of second order, over all pairs of samples, or over those that are at most so far apart."""
    started = time.monotonic()
    few = 1 << 16
    means = numpy.round(replay.sums(few, seed + 1)[:, :, 0].sum(axis=1) / few * FRACTIONS) / FRACTIONS
    products, group_traces = Products(means.astype(numpy.float32), reach), 1 << 13
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
    values = numpy.array([sample.before < 0 for sample in replay.samples])
    found, of_values = [], 0.0
    for (rows, columns), statistics in products.parts():
        found.append(statistics)
        alone = statistics[values[rows] & values[columns]]
        of_values = max(of_values, float(numpy.abs(alone).max(initial=0)))
    all_pairs = numpy.concatenate(found)
    return TestResult(2, total * 512, all_pairs, limit(len(all_pairs)), time.monotonic() - started, of_values)
