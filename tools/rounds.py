#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Finds the orders of a round's operations, and draws one.

    tools/rounds.py          solves for every processor and keeps what it found in tools/scheduling/orders.json
    tools/rounds.py --check  keeps nothing; fails if it would find another order
    tools/rounds.py --draw   draws the picture of docs/scheduling.md; needs matplotlib

`./dev generate rounds` calls it, then tools/generate.py, which writes the page. An order stays as long as the solver
finds none with fewer cycles."""

import argparse
import math
import subprocess
import sys
from itertools import count
from pathlib import Path

from python_env import ROOT, environment
from scheduling import orders
from scheduling.orders import Schedule
from scheduling.processors import Processor
from scheduling.simulation import limit

INSIDE = "--in-environment"


def find(processor: Processor, kept: Schedule | None) -> Schedule:
    """The schedule with the fewest cycles between two rounds; the order that is kept, if it has one with as few."""
    from scheduling.solver import schedule

    operations = orders.OPERATIONS[processor.form]
    for cycles in count(math.ceil(limit(operations, processor))):
        starts = schedule(kept.operations, processor, cycles, keep=True) if kept else None
        if starts:
            return Schedule(cycles, kept.operations, starts)
        starts = schedule(operations, processor, cycles)
        if starts:
            by_start = sorted(zip(starts, operations), key=lambda each: each[0])
            return Schedule(cycles, tuple(each for _, each in by_start), [start for start, _ in by_start])
    raise AssertionError


def solve(check: bool) -> int:
    kept = orders.load()
    found = {row.name: find(row, kept.get(row.name)) for row in orders.SOLVED}
    others = [name for name, schedule in found.items() if name not in kept or schedule[:2] != kept[name][:2]]
    for name, schedule in found.items():
        print(f"{name}: {schedule.cycles} cycles{', another order' if name in others else ''}")
    if not check:
        orders.save(found)
    return int(check and bool(others))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="keep nothing; fail if it would find another order")
    parser.add_argument("--draw", action="store_true", help="draw the picture of docs/scheduling.md alone")
    parser.add_argument(INSIDE, action="store_true", dest="inside", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.draw:
        from scheduling import chart

        print(f"{chart.draw().relative_to(ROOT)}: written")
        return 0
    if arguments.inside:
        return solve(arguments.check)
    python = environment(Path(sys.executable), "rounds", ROOT / "tools/scheduling/requirements.txt")
    return subprocess.run([python, __file__, INSIDE, *sys.argv[1:]]).returncode


if __name__ == "__main__":
    sys.exit(main())
