"""What a random order of columns adds to two shares: `./dev lab --shuffling`.

An attacker who combines two moments of each trace learns something of a byte whose two shares are there at these
moments. In a random order other bytes are there in most traces. So the classes differ in one byte of the state: it is
zero in one of them and random in the other, and so is all else in both. The power of an instruction is the sum of the
weights of what it computes, without noise. SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy
from numpy.typing import NDArray

from . import building, manifest, replay, ttest, units
from .elf import Elf
from .manifest import Unit
from .replay import BLOCK, Replay
from .ttest import Matrix, Products

MANIFEST = Path(__file__).resolve().parent / "units/avr.toml"
UNIT, SHUFFLED = "round, 2 shares", "round from place 0, 2 shares"
PLACES = 8  # where a round can begin
BYTE = "x[0]/0"  # of the state, in which the classes differ
GROUP = 16  # blocks of traces that are added at once

Progress = Callable[[int, int], None]
Weights = NDArray[numpy.float32]  # [instruction][trace]


@dataclass(frozen=True)
class Traced:
    """A unit's program as traces: of each instruction that computes something, which samples are its own."""

    replay: Replay
    starts: NDArray[numpy.int64]
    addresses: NDArray[numpy.int64]

    def block(self, seed: int, number: int) -> Weights:
        """512 traces; in odd blocks the byte is zero."""
        weights = self.replay.block(seed, number)
        return numpy.add.reduceat(weights, self.starts, axis=0, dtype=numpy.float32)


def traced(unit: Unit, elf: Elf) -> Traced:
    prepared = units.prepare(replace(unit, models=("value",)), elf, "avr")
    made = replay.make(prepared)
    chosen = numpy.array([name == BYTE for name in prepared.names], numpy.uint8)
    steps = numpy.array([sample.step for sample in made.samples])
    starts = numpy.flatnonzero(numpy.diff(steps, prepend=-1))
    addresses = numpy.array([prepared.program.steps[step].address for step in steps[starts]])
    return Traced(replace(made, secret=chosen), starts, addresses)


@dataclass(frozen=True)
class Found:
    """What an attacker has after this many traces."""

    name: str
    traces: int
    largest: float  # |t| of all pairs of instructions
    limit: float
    information: float | None = None  # bits of the class that the pair of moments with the largest |t| has

    @property
    def needed(self) -> float:
        """Traces until |t| reaches the limit: it grows with their square root."""
        return self.traces * (self.limit / self.largest) ** 2


def blocks(programs: list[Traced], traces: int, seed: int) -> Iterator[tuple[int, Weights]]:
    """The class, and traces: each program has as many of each class, in turn."""
    for number in range(-(-traces // BLOCK)):
        yield number % 2, programs[number // 2 % len(programs)].block(seed, number)


def means(programs: list[Traced], seed: int) -> NDArray[numpy.float32]:
    few = [weights for _, weights in blocks(programs, 64 * BLOCK, seed)]
    found: NDArray[numpy.float32] = numpy.concatenate(few, axis=1).mean(axis=1)
    return found


def pair_statistics(programs: list[Traced], traces: int, seed: int, progress: Progress) -> Matrix:
    """t of the centred product of each two instructions, above the diagonal."""
    products = Products(means(programs, seed + 1))
    waiting: tuple[list[Weights], list[Weights]] = ([], [])
    total = -(-traces // BLOCK)
    for number, (group, weights) in enumerate(blocks(programs, traces, seed), 1):
        waiting[group].append(weights)
        if len(waiting[group]) == GROUP:
            products.add(group, numpy.concatenate(waiting[group], axis=1))
            waiting[group].clear()
            progress(number, total)
    for group, rest in enumerate(waiting):
        if rest:
            products.add(group, numpy.concatenate(rest, axis=1))
    matrix = numpy.zeros((len(programs[0].starts),) * 2)
    for pairs, found in products.parts():
        matrix[pairs] = found
    return matrix


def information(programs: list[Traced], pair: tuple[int, int], traces: int, seed: int) -> float:
    """Mutual information of the class and both moments, in bits: by counting, less the bias of a count with so many
    cells (Miller and Madow)."""
    counts: dict[tuple[int, int], list[int]] = {}
    for group, weights in blocks(programs, traces, seed):
        for first, second in zip(*(weights[at].astype(int).tolist() for at in pair)):
            counts.setdefault((first, second), [0, 0])[group] += 1
    table = numpy.array(list(counts.values()), numpy.float64)
    total = table.sum()

    def entropy(numbers: Matrix) -> float:
        seen = numbers[numbers > 0] / total
        return float(-(seen * numpy.log2(seen)).sum() + (len(seen) - 1) / (2 * total * math.log(2)))

    return entropy(table.sum(axis=0)) + entropy(table.sum(axis=1)) - entropy(table.ravel())


def attack(name: str, programs: list[Traced], traces: int, seed: int, progress: Progress) -> tuple[Found, Matrix]:
    """Also gives t of all pairs, each once."""
    matrix = numpy.triu(pair_statistics(programs, traces, seed, progress), 1)
    heights = numpy.abs(matrix)
    first, second = numpy.unravel_index(int(heights.argmax()), heights.shape)
    bits = information(programs, (int(first), int(second)), traces, seed + 2)  # other traces than those that chose it
    pairs = len(matrix) * (len(matrix) - 1) // 2
    return Found(name, traces, float(heights.max()), ttest.limit(pairs), bits), matrix


def attack_of_sums(name: str, programs: list[Traced], matrix: Matrix, traces: int, seed: int) -> Found:
    """Who knows that a pair of instructions runs once for each place, and adds up the products of all of them."""
    addresses = programs[0].addresses
    passes = [rows for rows in (numpy.flatnonzero(addresses == each) for each in set(addresses)) if len(rows) == PLACES]
    rows = numpy.array(sorted(passes, key=lambda rows: rows[0]))  # [instruction][pass]
    together = numpy.abs(sum(matrix[numpy.ix_(rows[:, each], rows[:, each])] for each in range(PLACES)))
    firsts, seconds = rows[list(numpy.unravel_index(int(together.argmax()), together.shape))]
    centre = means(programs, seed + 1)[:, None]
    sums: tuple[list[Weights], list[Weights]] = ([], [])
    for group, weights in blocks(programs, traces, seed + 2):
        centred = weights - centre
        sums[group].append((centred[firsts] * centred[seconds]).sum(axis=0))
    each = [numpy.concatenate(group).astype(numpy.float64) for group in sums]
    figures = [numpy.array([figure(one) for one in each]) for figure in (len, numpy.mean, numpy.var)]
    largest = abs(float(ttest.welch(*figures)))
    return Found(name, traces, largest, ttest.limit(len(rows) ** 2 // 2))


def attacks(traces: int, seed: int, progress: Progress) -> Iterator[Found]:
    found = manifest.load(MANIFEST)
    by_name = {unit.name: unit for unit in found.units}
    elf = Elf(building.build(found, by_name[UNIT]), found.processor)
    shuffled = by_name[SHUFFLED]
    (order,) = shuffled.public

    def from_place(place: int) -> Traced:
        start = replace(order, value=bytes([place]) + bytes(len(order.value) - 1))
        return traced(replace(shuffled, public=(start,)), elf)

    yield attack("in order", [traced(by_name[UNIT], elf)], traces, seed, progress)[0]
    places = [from_place(place) for place in range(PLACES)]
    pairs, matrix = attack("in a random order", places, traces, seed, progress)
    yield pairs
    yield attack_of_sums("in a random order, all places added up", places, matrix, traces, seed)
    yield attack("the same, with a constant in place of random words", places[3:4], traces, seed, progress)[0]


def check(traces: int, seed: int, progress: Progress) -> int:
    """Prints what each attacker has. 1: the random order hides nothing, or there was nothing to hide."""
    started = time.monotonic()
    results = []
    print(f"One byte of the state, two moments of a round; {traces:,} traces without noise.\n")
    print(f"{'columns':52} {'largest |t|':>11} {'limit':>6} {'traces needed':>14} {'bits':>9}")
    for each in attacks(traces, seed, progress):
        results.append(each)
        bits = "" if each.information is None else f" {each.information:9.6f}"
        print(f"{each.name:52} {each.largest:11.1f} {each.limit:6.2f} {each.needed:14,.0f}{bits}", flush=True)
    print(f"\n{(time.monotonic() - started) / 60:.1f} minutes")
    in_order, random_order, _, constant = results
    leaks = in_order.largest > in_order.limit and constant.largest > in_order.largest * 0.9
    return int(not leaks or random_order.largest > in_order.largest / 2)
