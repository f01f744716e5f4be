"""Runs a program on millions of random inputs: the power traces of a noiseless device that leaks as the models say.

The work is done in replay.c, compiled here for this machine. SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import ctypes
import hashlib
import heapq
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy
from numpy.typing import NDArray

from .exact import Expressions
from .machine import Unsupported
from .program import INPUT, Observation
from .units import Prepared

BLOCK = 512  # as in replay.c
SAMPLE = -1
SOURCE = Path(__file__).with_name("replay.c")
FOLDER = Path(__file__).resolve().parents[2] / "build/lab"
OPERATION = numpy.dtype(
    [(name, "<i4") for name in ("kind", "target", "first", "second", "third")] + [("number", "<u4")]
)
Sums = NDArray[numpy.uint64]  # [sample][random, fixed][sum, sum of squares]


@cache
def kernel() -> Callable[..., None]:
    """replay(), compiled unless that was done before."""
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        raise Unsupported("the t-tests need a C compiler, and cc is not installed")
    library = FOLDER / f"replay-{hashlib.sha256(SOURCE.read_bytes()).hexdigest()[:16]}.so"
    if not library.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        new = library.with_suffix(f".{os.getpid()}")
        subprocess.run([compiler, "-O3", "-march=native", "-shared", "-fPIC", SOURCE, "-o", new], check=True)
        new.rename(library)
    function = ctypes.CDLL(str(library)).replay
    function.restype = None
    return function


@dataclass(frozen=True)
class Replay:
    """A program as replay.c takes it."""

    rows: NDArray[numpy.void]
    places: int  # values that live at one time
    width: int
    secret: NDArray[numpy.uint8]
    fixed: NDArray[numpy.uint32]
    samples: tuple[Observation, ...]

    def _run(self, seed: int, first: int, blocks: int, sums: Sums, weights: NDArray[numpy.uint8] | None) -> None:
        values = numpy.empty((self.places, BLOCK), numpy.uint32)
        pointers = [each.ctypes.data_as(ctypes.c_void_p) for each in (self.rows, values, self.secret, self.fixed, sums)]
        kernel()(
            pointers[0], ctypes.c_int64(len(self.rows)), pointers[1], ctypes.c_int(self.width),
            pointers[2], pointers[3],
            ctypes.c_uint64(seed), ctypes.c_int64(first), ctypes.c_int64(blocks), pointers[4],
            weights.ctypes.data_as(ctypes.c_void_p) if weights is not None else None,
        )  # fmt: skip

    def sums(self, traces: int, seed: int, progress: Callable[[int, int], None] = lambda *_: None) -> Sums:
        """Sums of the weights of all samples over this many traces, half of them with fixed secrets."""
        blocks = max(2, -(-traces // BLOCK))
        blocks += blocks % 2
        step = max(2, min(256, blocks // 8) // 2 * 2)
        kernel()

        def part(first: int) -> Sums:
            sums = numpy.zeros((len(self.samples), 2, 2), numpy.uint64)
            self._run(seed, first, min(step, blocks - first), sums, None)
            return sums

        total = numpy.zeros((len(self.samples), 2, 2), numpy.uint64)
        starts = range(0, blocks, step)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for done, sums in enumerate(pool.map(part, starts), 1):
                total += sums
                progress(done, len(starts))
        return total

    def weights(self, traces: int, seed: int) -> Iterator[tuple[bool, NDArray[numpy.uint8]]]:
        """Whether secrets were fixed, and the weights [sample][trace], block by block."""
        for number in range(max(2, -(-traces // BLOCK))):
            yield bool(number & 1), self.block(seed, number)

    def block(self, seed: int, number: int) -> NDArray[numpy.uint8]:
        """The weights of 512 traces; of an odd block, those with fixed secrets."""
        sums = numpy.zeros((len(self.samples), 2, 2), numpy.uint64)
        weights = numpy.empty((len(self.samples), BLOCK), numpy.uint8)
        self._run(seed, number, 1, sums, weights)
        return weights


def make(prepared: Prepared) -> Replay:
    """Orders operations and samples by time, and gives values that are not needed any more a place again."""
    program = prepared.program
    chosen = [each for each in program.observations if each.model in prepared.unit.models]
    if prepared.outputs:  # which are fixed where the secrets are
        expressions = Expressions(prepared)
        chosen = [each for each in chosen if not expressions.tells_output(each)]
    samples = list({(each.value, each.before): each for each in reversed(chosen)}.values())
    samples.sort(key=lambda each: (each.step, max(each.value, each.before)))
    schedule = _schedule(prepared, samples)
    rows = numpy.zeros(len(schedule), OPERATION)
    last = {value: number for number, (_, values, _) in enumerate(schedule) for value in values if value >= 0}
    places: dict[int, int] = {-1: -1}
    free: list[int] = []
    used = 1  # place 0 is all zeros: what a value without a predecessor is compared with
    for number, (kind, values, constant) in enumerate(schedule):
        target, *operands = values
        if target >= 0 and target not in places:
            if free:
                places[target] = heapq.heappop(free)
            else:
                places[target], used = used, used + 1
        where = [places[each] for each in operands]
        if kind == SAMPLE:
            where = [max(0, each) for each in where]
        rows[number] = (kind, places[target], *where, constant)
        for value in {each for each in values if each >= 0 and last[each] == number}:
            heapq.heappush(free, places.pop(value))
    zero = numpy.zeros(1, OPERATION)  # CONSTANT 0 into place 0
    fixed = _fixed(prepared)
    secret = numpy.array(prepared.secret, numpy.uint8)
    return Replay(numpy.concatenate([zero, rows]), used, program.width, secret, fixed, tuple(samples))


def _fixed(prepared: Prepared) -> NDArray[numpy.uint32]:
    """Zeros, of all weights the one furthest from that of random words. But a result that may be known has to be the
    same as with random secrets, most of which make the one of the recorded run: then its own."""
    program = prepared.program
    found = numpy.zeros(program.inputs, numpy.uint32)
    if prepared.unit.reveals:
        for value, operation in enumerate(program.operations):
            if operation.kind == INPUT:
                found[operation.number] = program.numbers[value]
    return found


def _schedule(prepared: Prepared, samples: list[Observation]) -> list[tuple[int, tuple[int, ...], int]]:
    """Rows of kind, (target, operands) and number: each value just before it is first needed by a sample."""
    program = prepared.program
    made: set[int] = set()
    rows: list[tuple[int, tuple[int, ...], int]] = []
    for sample in samples:
        wanted = [each for each in (sample.value, sample.before) if each >= 0]
        while wanted:
            value = wanted[-1]
            operation = program.operations[value]
            missing = [each for each in operation[1:4] if each >= 0 and each not in made]
            if value in made or not missing:
                wanted.pop()
                if value not in made:
                    made.add(value)
                    rows.append((operation.kind, (value, *operation[1:4]), operation.number))
            else:
                wanted += missing
        rows.append((SAMPLE, (-1, sample.value, sample.before, -1), 0))
    return rows
