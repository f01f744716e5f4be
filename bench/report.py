"""Runs ascon-bench and prints what it measured as Markdown tables, with the project's goals beside them.

    python3 bench/report.py [--filter REGEX] [--seconds N] [--json FILE] [--output FILE]
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GOAL_BACKEND = "c64"  # the goals are set for this backend; the others are shown beside it
SHORT_CALL = ("ascon-aead128", "encrypt", 16)
LONG = 65536


@dataclass(frozen=True)
class Result:
    """One line of ascon-bench: `ALGORITHM/OPERATION/BACKEND/BYTES` or `permutation/BACKEND/ROUNDS`."""

    mode: str
    backend: str
    size: int  # bytes, or rounds of a permutation
    counters: dict

    @property
    def is_permutation(self) -> bool:
        return self.mode == "permutation"

    def figure(self, name: str) -> float | None:
        return self.counters.get(name)

    @classmethod
    def parse(cls, entry: dict) -> Result:
        mode, backend, size = entry["name"].rsplit("/", 2)
        return cls(mode, backend, int(size), entry)


def main() -> int:
    options = parse_arguments()
    try:
        data = measure(options)
    except subprocess.CalledProcessError as error:
        print(f"report: {options.bench} failed with status {error.returncode}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"report: {options.bench}: {error.strerror}; build it first", file=sys.stderr)
        return 1
    results = [Result.parse(entry) for entry in data["benchmarks"] if entry["run_type"] == "iteration"]
    text = "\n".join(markdown(data["context"], results)) + "\n"
    print(text, end="")
    if options.output:
        options.output.write_text(text, encoding="utf-8")
    return 0


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev bench", description=__doc__.splitlines()[0])
    parser.add_argument("--bench", type=Path, default=ROOT / "build/release/bin/ascon-bench", metavar="FILE")
    parser.add_argument("--filter", default=".", metavar="REGEX", help="which benchmarks, such as '/c64/'")
    parser.add_argument("--seconds", type=float, default=0.1, metavar="N", help="for each benchmark (0.1)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep Google Benchmark's JSON there")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the tables there too")
    return parser.parse_args()


def measure(options: argparse.Namespace) -> dict:
    with tempfile.TemporaryDirectory() as folder:
        file = options.json or Path(folder, "bench.json")
        arguments = [options.bench, f"--filter={options.filter}"]
        run = [*arguments, f"--seconds={options.seconds}", f"--benchmark_out={file}"]
        listing = subprocess.run([*arguments, "--benchmark_list_tests"], check=True, capture_output=True, text=True)
        show_progress(run, len(listing.stdout.splitlines()))
        return json.loads(file.read_text(encoding="utf-8"))


def show_progress(command: list, total: int) -> None:
    """Runs the command, one line for each benchmark that is done; on a terminal they replace each other."""
    start, done = time.monotonic(), 0
    end = "\r" if sys.stderr.isatty() else "\n"
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        for line in process.stdout:
            name = line.split(" ", 1)[0]
            if "/" not in name:
                continue
            done += 1
            left = (time.monotonic() - start) / done * (total - done)
            if end == "\r" or done % 50 == 0 or done == total:
                print(f"[{done}/{total}] {left:4.0f} s left  {name:<60}", end=end, file=sys.stderr)
    if end == "\r":
        print(" " * 90, end=end, file=sys.stderr)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)


def markdown(context: dict, results: list[Result]) -> Iterator[str]:
    modes = [result for result in results if not result.is_permutation]
    unit = "cycles" if any(result.figure("cycles") for result in results) else "nanoseconds"
    load = context.get("load_avg") or [0.0]
    yield f"asconkit {context['asconkit']}, {context['c_compiler']}"
    yield f"{context['num_cpus']} processors, load {load[0]:.1f}"
    yield f"Cycles: {context['cycles']}. The fastest tenth of the samples."
    yield ""
    yield f"## {unit.capitalize()} per byte"
    yield from pivot(modes, lambda result: per_byte(result, unit))
    yield ""
    yield "## Share of the bare permutations in the time"
    yield from pivot(modes, lambda result: result.figure("permutation_share"))
    yield ""
    yield "## Goals"
    yield from goals(results)


def per_byte(result: Result, unit: str) -> float | None:
    if unit == "cycles":
        return result.figure("cycles_per_byte")
    return result.figure("real_time") / result.size


def pivot(results: list[Result], value) -> Iterator[str]:
    sizes = sorted({result.size for result in results})
    rows: dict[tuple, dict] = {}
    for result in results:
        rows.setdefault((result.backend, result.mode), {})[result.size] = value(result)
    yield row("backend", "algorithm", *map(str, sizes))
    yield row("---", "---", *("---:" for _ in sizes))
    for names, values in rows.items():
        yield row(*names, *(number(values.get(size)) for size in sizes))


def goals(results: list[Result]) -> Iterator[str]:
    names = sorted({result.backend for result in results}, key=lambda name: (name != GOAL_BACKEND, name))
    yield row("figure", f"goal ({GOAL_BACKEND})", *names)
    yield row("---", "---", *("---:" for _ in names))
    for label, goal, figure in GOALS:
        yield row(label, goal, *(figure([r for r in results if r.backend == name]) for name in names))


def lowest_share(results: list[Result]) -> str:
    shares = [(r.figure("permutation_share"), r.mode) for r in results if not r.is_permutation and r.size == LONG]
    if not shares:
        return ""
    share, mode = min(shares)
    return f"{share:.3f} ({mode})"


def cycles_per_round(results: list[Result]) -> str:
    rounds = {r.size: r.figure("cycles_per_round") for r in results if r.is_permutation}
    return number(rounds[max(rounds)]) if rounds else ""


def short_overhead(results: list[Result]) -> str:
    algorithm, operation, size = SHORT_CALL
    return first(r.figure("overhead_cycles") for r in results if (r.mode, r.size) == (f"{algorithm}/{operation}", size))


GOALS = (
    (f"lowest share of the bare permutations at {LONG} bytes", "at least 0.95", lowest_share),
    ("cycles per round, longest permutation", "at most 14", cycles_per_round),
    (f"{' '.join(map(str, SHORT_CALL))} bytes: cycles beyond the bare permutations", "at most 40", short_overhead),
)


def first(values: Iterable[float | None]) -> str:
    return number(next(iter(values), None))


def number(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}" if abs(value) >= 1 else f"{value:.3f}"


def row(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"


if __name__ == "__main__":
    sys.exit(main())
