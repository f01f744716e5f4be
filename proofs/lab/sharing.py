"""Sets of two or three bits that share random bits. Of those, the quick test leaves a few to be decided.

The masks of all bits are columns of a matrix, so that numpy asks the quick test of one bit and all others at once.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy

Numbers = Any  # an array of numbers of bits
Masks = Any  # one of masks: a row for each 64 random bits, a column for each bit

KEPT_ROWS = 20_000  # of which bits share random bits with one; sets of three ask for them again


@dataclass
class Found:
    """Sets with these first bits, of one order."""

    count: int  # how many there are
    doubtful: list[tuple[int, ...]]  # those about which the quick test says nothing


def _masks(numbers: Sequence[int]) -> Masks:
    size = max(1, *(-(-each.bit_length() // 64) for each in numbers))
    rows = b"".join(each.to_bytes(8 * size, "little") for each in numbers)
    return numpy.ascontiguousarray(numpy.frombuffer(rows, "<u8").reshape(len(numbers), size).T)


class Sharing:
    """direct: of each bit, the random bits that are terms of it; below: those further below. ranks: of each bit; sets
    with a first bit are those with bits of the same or a higher rank."""

    def __init__(self, direct: Sequence[int], below: Sequence[int], ranks: Sequence[int]) -> None:
        self._direct, self._below = _masks(direct), _masks(below)
        size = max(len(self._direct), len(self._below))
        self._direct, self._below = (self._widened(each, size) for each in (self._direct, self._below))
        self._all = self._direct | self._below
        self._ranks = numpy.array(ranks)
        self._near = functools.lru_cache(KEPT_ROWS)(self._find_near)

    @staticmethod
    def _widened(masks: Masks, size: int) -> Masks:
        return numpy.pad(masks, ((0, size - len(masks)), (0, 0)))

    def _find_near(self, number: int) -> Numbers:
        """Bits that share random bits with one."""
        shared = numpy.zeros(len(self._ranks), bool)
        for row in self._all:
            if row[number]:
                shared |= (row & row[number]) != 0
        shared[number] = False
        return numpy.flatnonzero(shared)

    def _doubtful(self, chosen: Sequence[int], others: Numbers) -> Numbers:
        """Those of the others with which the sum has no random bit that occurs nowhere else in it."""
        for direct, below in zip(self._direct, self._below):
            one, under = 0, 0
            for each in chosen:
                one, under = one ^ int(direct[each]), under | int(below[each])
            hidden = (direct[others] ^ numpy.uint64(one)) & ~(below[others] | numpy.uint64(under))
            others = others[hidden == 0]
            if not len(others):
                break
        return others

    def pairs(self, first: int) -> Found:
        """With one bit more."""
        others = self._higher(self._find_near(first), first)
        return Found(len(others), [(first, int(other)) for other in self._doubtful([first], others)])

    def threes(self, first: int) -> Iterator[Found]:
        """Those in which shared random bits connect all three."""
        near = self._higher(self._near(first), first)
        for place, middle in enumerate(near):
            ends = self._higher(self._near(int(middle)), first)
            ends = ends[ends != first]
            others = numpy.concatenate((near[place + 1 :], numpy.setdiff1d(ends, near, assume_unique=True)))
            doubtful = self._doubtful([first, int(middle)], others)
            yield Found(len(others), [(first, int(middle), int(other)) for other in doubtful])

    def _higher(self, numbers: Numbers, first: int) -> Numbers:
        return numbers[self._ranks[numbers] >= self._ranks[first]]
