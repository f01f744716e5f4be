"""Measures the asconkit command: encrypting one large file, summing up many small ones.

A program is measured from its start to its end, in turn with lanes and threads, and one message after the
other on one thread. Files are in the page cache; the fastest of several runs counts."""

import os
import re
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from records import Record

LARGE_BYTES = 1 << 30
SMALL_BYTES, SMALL_FILES = 4096, 10_000
RUNS = 5
PART = bytes(range(251)) * 4096  # what files consist of


class Failure(Exception):
    """What the command said instead of doing its work."""


@dataclass(frozen=True)
class Way:
    """How the command is told to work; `threads` is for the record."""

    name: str
    environment: dict
    options: tuple
    threads: int


def ways() -> tuple[Way, ...]:
    """What a user gets by default comes first."""
    every = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    single = {"ASCON_BATCH_ENGINE": "x1"}
    return (
        Way("command", {}, (), every),
        Way("command-1-thread", {}, ("-j1",), 1),
        Way("command-x1", single, ("-j1",), 1),
    )


@dataclass(frozen=True)
class Job:
    algorithm: str
    operation: str
    size: int
    files: int
    prepare: Callable[[Path, Path], list]  # makes the files, returns the command's arguments

    def name(self, way: Way) -> str:
        return f"{way.name}/{self.algorithm}/{self.operation}/{self.size}/{self.files}/{way.threads}"


def write(path: Path, size: int) -> None:
    with path.open("wb") as file:
        for start in range(0, size, len(PART)):
            file.write(PART[: size - start])


def large_file(asconkit: Path, folder: Path) -> list:
    subprocess.run([asconkit, "keygen", folder / "key"], check=True, stderr=subprocess.DEVNULL)
    write(folder / "large", LARGE_BYTES)
    return ["encrypt", "--key", folder / "key", "--output", "-", folder / "large"]


def small_files(_: Path, folder: Path) -> list:
    for i in range(SMALL_FILES):
        path = folder / f"{i % 100}" / f"{i}"
        path.parent.mkdir(exist_ok=True)
        write(path, SMALL_BYTES)
    return ["sum", "-r", folder]


JOBS = (
    Job("ascon-aead128", "command-encrypt", LARGE_BYTES, 1, large_file),
    Job("ascon-hash256", "command-sum", SMALL_BYTES, SMALL_FILES, small_files),
)


def measure(asconkit: Path, pattern: str, clock: Callable[[], float]) -> Iterator[Record]:
    """Records of the ways whose name has a match; `clock` gives the core's GHz, 0 where unknown."""
    for job in JOBS:
        wanted = [way for way in ways() if re.search(pattern, job.name(way))]
        if not wanted:
            continue
        with tempfile.TemporaryDirectory(prefix="ascon-bench-") as folder:
            arguments = job.prepare(asconkit, Path(folder))
            yield from measure_job(job, wanted, [asconkit, *arguments], clock)


def measure_job(job: Job, wanted: list[Way], command: list, clock: Callable[[], float]) -> Iterator[Record]:
    times: dict[str, list] = {way.name: [] for way in wanted}
    for _ in range(RUNS):
        for way in wanted:
            before = clock()
            seconds = timed([*command[:2], *way.options, *command[2:]], way.environment)
            times[way.name].append((seconds, max(before, clock())))
    for way in wanted:
        seconds, gigahertz = min(times[way.name])
        nanoseconds = round(seconds * 1e9)
        yield Record(
            way.name, job.algorithm, job.operation, job.size, job.files, way.threads, False,
            job.size * job.files, nanoseconds, round(nanoseconds * gigahertz), samples=RUNS, default=way == ways()[0],
        )  # fmt: skip


def timed(command: list, environment: dict) -> float:
    with open(os.devnull, "wb") as nothing:
        start = time.perf_counter()
        done = subprocess.run(command, stdout=nothing, stderr=subprocess.PIPE, env={**os.environ, **environment})
        seconds = time.perf_counter() - start
    if done.returncode:
        raise Failure(f"{' '.join(map(str, command))}: {done.stderr.decode(errors='replace').strip()}")
    return seconds
