"""Traces that were measured on a board, and their t-tests: `./dev lab --traces`.

Files stay where they are: they are mapped into memory, and read in parts, so that they may be larger than it.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy
from numpy.typing import NDArray

from . import ttest
from .ttest import Matrix, Products, TestResult

CLASSES = ("random", "fixed")  # 0 and 1
FEWEST = 1000  # of each class: with fewer, t has not the distribution that the limit is of
PART_BYTES = 1 << 25  # of a part, as numbers of 8 bytes
PARTS = 64  # at least, where there are so many traces: points of the plot of growth
MOST_NAMED = 8

Progress = Callable[[int, int], None]
Part = tuple[int, Matrix]  # of one class, [trace][sample]


class TracesError(Exception):
    """Files that cannot be tested: what is wrong with them, and what was expected."""


def _array(path: Path) -> NDArray[Any]:
    try:
        array = numpy.load(path, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        raise TracesError(f"{path}: {error}; expected an array that numpy.save() wrote") from None
    if not isinstance(array, numpy.ndarray):
        raise TracesError(f"{path}: an archive of arrays; expected one array that numpy.save() wrote")
    return array


def _shape(array: NDArray[Any]) -> str:
    return " x ".join(map(str, array.shape)) or "a single number"


def _traces(path: Path) -> NDArray[Any]:
    array = _array(path)
    if array.dtype.kind not in "fiu":
        raise TracesError(f"{path}: numbers of type {array.dtype}; expected integers or floating point")
    if array.ndim != 2 or not array.size:
        raise TracesError(f"{path}: {_shape(array)}; expected traces x samples, a row for each trace")
    return array


def _classes(path: Path, traces: int) -> NDArray[numpy.bool_]:
    array = _array(path)
    if array.dtype.kind not in "biu":
        raise TracesError(f"{path}: numbers of type {array.dtype}; expected integers or booleans")
    if array.shape != (traces,):
        raise TracesError(f"{path}: {_shape(array)}; expected {traces}, one number for each trace")
    others = sorted(set(numpy.unique(array).tolist()) - {0, 1})
    if others:
        raise TracesError(f"{path}: has {others[0]}; expected 0 for a random and 1 for a fixed secret")
    return numpy.asarray(array, numpy.bool_)


@dataclass
class Traces:
    """Measured traces of both classes: one array for each, or one array with the class of each row."""

    paths: list[Path]
    arrays: list[NDArray[Any]]
    fixed: NDArray[numpy.bool_] | None  # of each row of the only array

    @property
    def samples(self) -> int:
        return int(self.arrays[0].shape[1])

    @property
    def counts(self) -> tuple[int, int]:
        """Traces with random, and with fixed secrets."""
        if self.fixed is None:
            return len(self.arrays[0]), len(self.arrays[1])
        ones = int(numpy.count_nonzero(self.fixed))
        return len(self.fixed) - ones, ones

    def parts(self) -> Iterator[Part]:
        """All traces from the first to the last, in parts that alternate between the two classes."""
        longest = max(map(len, self.arrays))
        rows = max(1, min(PART_BYTES // (8 * self.samples), -(-longest // PARTS)))
        for start in range(0, longest, rows):
            if self.fixed is None:
                for group, array in enumerate(self.arrays):
                    yield from self._part(group, group, start, array[start : start + rows])
            else:
                chosen, part = self.fixed[start : start + rows], self.arrays[0][start : start + rows]
                for group in (0, 1):
                    yield from self._part(group, 0, start, part[chosen == group])

    def _part(self, group: int, file: int, start: int, rows: NDArray[Any]) -> Iterator[Part]:
        if not len(rows):
            return
        numbers = numpy.asarray(rows, numpy.float64)
        if not numpy.isfinite(numbers).all():
            sample = int(numpy.argwhere(~numpy.isfinite(numbers))[0][1])
            place = f"sample {sample} of a trace from number {start} on"
            raise TracesError(f"{self.paths[file]}: {place} is not a number; expected finite numbers")
        yield group, numbers


def load(paths: list[Path], classes: Path | None) -> Traces:
    """Two files of traces, or one with the classes of its rows. Checks all that can be said without reading them."""
    if len(paths) != (1 if classes else 2):
        expected = "--traces TRACES.npy --classes CLASSES.npy, or --traces RANDOM.npy FIXED.npy"
        raise TracesError(f"{len(paths)} files of traces{' and --classes' if classes else ''}; expected {expected}")
    arrays = [_traces(path) for path in paths]
    if len({array.shape[1] for array in arrays}) > 1:
        counts = " and ".join(str(array.shape[1]) for array in arrays)
        raise TracesError(f"{counts} samples; expected as many in both files")
    found = Traces(list(paths), arrays, _classes(classes, len(arrays[0])) if classes else None)
    for name, count in zip(CLASSES, found.counts):
        if count < FEWEST:
            raise TracesError(f"{count:,} traces with {name} secrets; expected at least {FEWEST:,} of each class")
    return found


# ---- The tests ---------------------------------------------------------------------------------------


@dataclass
class Moments:
    """Mean and variance of each sample in each class, added up part by part (Chan, Golub and LeVeque)."""

    counts: Matrix
    means: Matrix  # [class][sample]
    squares: Matrix  # of what differs from the mean
    lowest: Matrix  # of both classes: [sample]
    highest: Matrix

    @classmethod
    def none(cls, samples: int) -> Moments:
        lowest = numpy.full(samples, numpy.inf)
        return cls(numpy.zeros(2), numpy.zeros((2, samples)), numpy.zeros((2, samples)), lowest, -lowest)

    def add(self, group: int, part: Matrix) -> None:
        before, count = self.counts[group], len(part)
        mean = part.mean(axis=0)
        difference = mean - self.means[group]
        self.squares[group] += ((part - mean) ** 2).sum(axis=0) + difference**2 * before * count / (before + count)
        self.means[group] += difference * count / (before + count)
        self.counts[group] += count
        numpy.minimum(self.lowest, part.min(axis=0), out=self.lowest)
        numpy.maximum(self.highest, part.max(axis=0), out=self.highest)

    def statistics(self) -> Matrix:
        return ttest.welch(self.counts, self.means, self.squares / self.counts[:, None])

    @property
    def mean(self) -> Matrix:
        """The mean of each sample over both classes together."""
        weighted: Matrix = (self.means * self.counts[:, None]).sum(axis=0) / self.counts.sum()
        return weighted

    @property
    def constant(self) -> list[int]:
        """Samples that are the same number in all traces."""
        return [int(each) for each in (self.lowest == self.highest).nonzero()[0]]


@dataclass(frozen=True)
class Outcome:
    result: TestResult
    samples: int
    counts: tuple[int, int]  # of each class
    growth: list[tuple[int, float]] = field(default_factory=list)  # traces so far, and the largest |t| of them

    @property
    def heights(self) -> Matrix:
        """|t| of each sample; at order 2 the largest of all pairs that it is in."""
        values = numpy.abs(self.result.statistics)
        if self.result.order == 1:
            return values
        matrix = numpy.zeros((self.samples, self.samples))
        matrix[numpy.triu_indices(self.samples)] = values
        largest: Matrix = numpy.maximum(matrix.max(axis=0), matrix.max(axis=1))
        return largest

    @property
    def places(self) -> list[int]:
        """Samples above the limit, the largest first."""
        order = numpy.argsort(-self.heights, kind="stable")
        return [int(each) for each in order if self.heights[each] > self.result.limit]


def _first_pass(traces: Traces, progress: Progress) -> tuple[Moments, list[tuple[int, float]]]:
    moments, growth, total = Moments.none(traces.samples), [], sum(traces.counts)
    for number, (group, part) in enumerate(traces.parts()):
        moments.add(group, part)
        progress(int(moments.counts.sum()), total)
        if number % 2 and moments.counts.min() >= 2:
            growth.append((int(moments.counts.sum()), float(numpy.abs(moments.statistics()).max())))
    if moments.constant:
        named = ", ".join(map(str, moments.constant[:MOST_NAMED]))
        more = len(moments.constant) - MOST_NAMED
        text = f"sample {named}" + (f" and {more} more" if more > 0 else "")
        raise TracesError(f"{text}: the same number in all traces; expected a measurement: cut it off, or correct it")
    return moments, growth


def first_order(traces: Traces, progress: Progress) -> Outcome:
    started = time.monotonic()
    moments, growth = _first_pass(traces, progress)
    found = moments.statistics()
    seconds = time.monotonic() - started
    result = TestResult(1, sum(traces.counts), found, ttest.limit(found.size), seconds)
    return Outcome(result, traces.samples, traces.counts, growth)


def second_order(traces: Traces, most: int, progress: Progress) -> Outcome:
    """The test of second order: centred products of all pairs of samples, also of each sample with itself, computed in
    a second pass over the traces."""
    if traces.samples > most:
        raise TracesError(f"{traces.samples:,} samples; expected at most {most:,} at order 2, of all pairs: see --most")
    started, done, total = time.monotonic(), 0, sum(traces.counts)
    moments, _ = _first_pass(traces, progress)
    products = Products(moments.mean.astype(numpy.float32))
    for group, part in traces.parts():
        products.add(group, part.T.astype(numpy.float32))
        done += len(part)
        progress(done, total)
    found = products.statistics()
    seconds = time.monotonic() - started
    result = TestResult(2, total, found, ttest.limit(found.size), seconds)
    return Outcome(result, traces.samples, traces.counts)
