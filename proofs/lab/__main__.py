"""The command line of the laboratory, `./dev lab`.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy
from compiling import BuildError
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from . import (
    building,
    checking,
    exact,
    fault_results,
    manifest,
    options,
    replay,
    report,
    results,
    shuffling,
    terms,
    traces,
    ttest,
)
from .borders import NotProved
from .elf import Elf, opened
from .exact import Progress as Shown
from .exact import Verdict
from .machine import CHOSEN_ONLY, Unsupported
from .manifest import Manifest, ManifestError, Unit
from .results import Key, Row
from .traces import TracesError
from .ttest import TestResult
from .units import Prepared

HERE = Path(__file__).resolve().parent
RECORD = HERE.parents[1] / "docs/results/lab.json"
PAGE = RECORD.with_suffix(".md")


@contextmanager
def progress(title: str) -> Iterator[exact.Progress]:
    """A bar on a terminal, nothing elsewhere."""
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=None)
        yield lambda text, done, total: bar.update(task, description=f"{title}: {text}", completed=done, total=total)


class Run:
    """The checks of one unit."""

    def __init__(self, found: Manifest, unit: Unit, elf: Elf, arguments: argparse.Namespace) -> None:
        self.found, self.unit, self.arguments = found, unit, arguments
        self.prepared = checking.prepare(unit, elf, found.processor)
        self.steps = len(self.prepared.program.steps)
        self.rows: list[Row] = []

    def row(self, check: str, order: int, outcome: str, **figures: Any) -> None:
        unit, name = self.unit, self.found.path.stem
        self.rows.append(
            Row(name, unit.name, unit.shares, check, order, outcome, instructions=self.steps, **figures)
        )

    def exact(self) -> None:
        """One order after the other. A control must leak in its model at its highest order, and not before."""
        unit = self.unit
        with progress(unit.name) as shown:
            for prepared, verdict in self.verdicts(shown):
                print(f"  {report.exact_line(verdict)}", flush=True)
                for text in report.findings(prepared, verdict):
                    print(text)
                outcome = "leaks" if verdict.leaks else "undecided" if verdict.undecided else "clean"
                models = report.models_of(verdict)
                if unit.expect and (verdict.order == unit.order or models):
                    outcome = "caught" if unit.expect in models else "not caught"
                    print(f"  control: {outcome}, expected a leak of the model {unit.expect}")
                figures = {name: getattr(verdict, name) for name in ("seconds", "values", "pairs", "checked")}
                self.row("exact", verdict.order, outcome, **figures, note=", ".join(models))

    def verdicts(self, shown: Shown) -> Iterator[tuple[Prepared, Verdict]]:
        """Of each order. What cannot be cut is undecided."""
        unit, arguments, elf = self.unit, self.arguments, self.prepared.elf
        highest = highest_order(unit, arguments)
        try:
            yield from checking.verdicts(unit, elf, self.found.processor, highest, shown, arguments.patience)
        except NotProved as error:
            print(f"  {error}")
            yield self.prepared, Verdict(1, unfinished=True)

    def tests(self) -> None:
        """The t-tests, with plots."""
        unit, arguments, made = self.unit, self.arguments, replay.make(self.prepared)
        with progress(unit.name) as shown:
            first = ttest.first_order(
                made, arguments.first, arguments.seed, lambda *counts: shown("t-test, order 1", *counts)
            )
            self.test(first)
            name = "".join(each if each.isalnum() else "-" for each in f"{self.found.path.stem}-{unit.name}".lower())
            title = f"{unit.name}: {first.traces:,} traces"
            plot = report.plot(arguments.out / f"{name}.svg", title, first.statistics, first.limit)
            print(f"  {shown_path(plot)}")
            if first.leaks:
                at = int(numpy.abs(first.statistics).argmax())
                print(f"    largest at {report.described(self.prepared, made.samples[at])}")
            if unit.shares == 2 or arguments.order == 1:
                return
            reach = None if len(made.samples) <= arguments.most else arguments.reach
            second = ttest.second_order(
                made, arguments.second, arguments.seed, lambda *counts: shown("order 2", *counts), reach
            )
            self.test(second, f"samples at most {reach:,} apart, of {len(made.samples):,}" if reach else "")

    def test(self, result: TestResult, note: str = "") -> None:
        """A control leaks at its order, not below."""
        print(f"  {report.test_line(result)}{'; ' if note else ''}{note}", flush=True)
        outcome = "leaks" if result.leaks else "clean"
        if self.unit.expect and result.order >= self.unit.order:
            outcome = "caught" if result.leaks else "not caught"
        figures = {name: getattr(result, name) for name in ("seconds", "traces", "largest", "limit")}
        self.row("t-test", result.order, outcome, **figures, statistics=result.samples, note=note)


def shown_path(path: Path) -> Path:
    """Relative to where one is, if it is below."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def programs(found: Manifest, elf: Path | None, text: str) -> Iterator[tuple[Unit, Path]]:
    """Of the units that --unit names."""
    for unit in found.units:
        if text in f"{found.path.stem}: {unit.name}":
            yield unit, elf or building.build(found, unit)


def highest_order(unit: Unit, arguments: argparse.Namespace) -> int:
    """Of the exact check."""
    order = unit.highest if arguments.all and not unit.cuts else unit.order
    return min(order, arguments.order or order)


def has_tests(unit: Unit) -> bool:
    """Only the exact check is for calls in steps and for models that a manifest has to name."""
    return not unit.steps and not set(unit.models) & set(CHOSEN_ONLY)


def wanted(unit: Unit, arguments: argparse.Namespace) -> set[tuple[str, int]]:
    """The checks that a unit gets. Of a call in steps only what the exact check leaves open has a t-test."""
    highest = highest_order(unit, arguments)
    found = {("exact", order) for order in range(1, highest + 1)} if arguments.only != "t-test" else set()
    if arguments.all and arguments.only != "exact" and has_tests(unit):
        found |= {("t-test", order) for order in range(1, min(unit.shares, 3, (arguments.order or 2) + 1))}
    return found


def is_known(row: Row, digest: str, arguments: argparse.Namespace) -> bool:
    """Whether this row of an earlier run is good, of this machine code, and of as many traces as are asked for."""
    traces = {("t-test", 1): arguments.first, ("t-test", 2): arguments.second}.get((row.check, row.order), 0)
    return row.digest == digest and row.good and row.traces >= traces


def check_unit(
    found: Manifest, unit: Unit, program: Path, arguments: argparse.Namespace, before: dict[Key, Row]
) -> list[Row]:
    """All checks that were asked for. before: rows of an earlier run, which count for the same machine code."""
    elf = opened(program, found.processor)
    digest = building.digest_of([], repr(replace(unit, long=False)), elf.segments)[:16]
    known = [row for row in before.values() if is_known(row, digest, arguments)]
    if arguments.all and wanted(unit, arguments) <= {(row.check, row.order) for row in known}:
        return known
    try:
        run = Run(found, unit, elf, arguments)
    except Unsupported as error:
        print(f"\n{error}")
        return [Row(found.path.stem, unit.name, unit.shares, "exact", 1, "undecided", note=str(error))]
    print(f"\n{found.path.stem}: {unit.name}: {unit.shares} shares, {run.steps:,} instructions", flush=True)
    if arguments.only != "t-test":
        run.exact()
    if arguments.all and arguments.only != "exact" and (has_tests(unit) or not all(row.good for row in run.rows)):
        run.tests()
    return [replace(row, digest=digest) for row in run.rows]


def check_all(manifests: list[Manifest], elf: Path | None, arguments: argparse.Namespace) -> int:
    started, rows, count = time.monotonic(), [], 0
    before: dict[tuple[str, str], dict[Key, Row]] = {}
    for row in (*results.load(RECORD), *results.load(arguments.results)) if arguments.all else ():
        before.setdefault((row.manifest, row.unit), {})[row.key] = row
    for found in manifests:
        for unit, program in programs(found, elf, arguments.unit):
            count += 1
            earlier = before.get((found.path.stem, unit.name), {})
            made = check_unit(found, unit, program, arguments, earlier)
            rows += made
            if arguments.all and made != list(earlier.values()):
                results.save(arguments.results, made)
    if not count:
        raise ManifestError(f"no MANIFEST: UNIT contains {arguments.unit!r}")
    bad = [row for row in rows if not row.good]
    minutes = (time.monotonic() - started) / 60
    print(f"\n{results.text(rows)}\n\n{results.calls(rows)}")
    if arguments.all:
        print(f"\n{shown_path(arguments.results)}")
    if arguments.record:
        named = {(found.path.stem, unit.name): unit for found in all_manifests() for unit in found.units}
        results.record(RECORD, results.load(arguments.results), named)
        PAGE.write_text(results.page(RECORD), encoding="utf-8")
        print(f"{shown_path(PAGE)}")
    state = f"{len(bad)} checks not as they should be" if bad else "all as they should be"
    print(f"\n{count} units in {minutes:.1f} minutes: {state}")
    for row in bad:
        print(f"  {row.manifest}, {row.unit}: {row.check}, order {row.order}: {row.outcome}")
    return int(bool(bad))


def check_traces(arguments: argparse.Namespace) -> int:
    """The t-test of traces that were measured elsewhere."""
    found = traces.load(arguments.traces or [], arguments.classes)
    with progress("traces") as shown:
        if arguments.order != 2:
            outcome = traces.first_order(found, lambda *counts: shown("t-test, order 1", *counts))
        else:
            outcome = traces.second_order(found, arguments.most, lambda *counts: shown("order 2", *counts))
    for line in report.traces_lines(outcome):
        print(line)
    for plot in report.traces_plots(outcome, arguments.out):
        print(shown_path(plot))
    return int(outcome.result.leaks)


def own_manifests() -> list[Manifest]:
    return [manifest.load(path) for path in sorted([*HERE.glob("units/*.toml"), *HERE.glob("controls/*.toml")])]


def all_manifests() -> list[Manifest]:
    """Those of calls in other ways of compiling too."""
    own = own_manifests()
    return [*own, *(way for found in own for way in building.otherwise(found))]


def show_list() -> int:
    for found in own_manifests():
        print(f"{found.path.relative_to(HERE.parents[1])}: {found.title or found.processor}")
        for unit in found.units:
            print(f"  {unit.name}{f' (must leak: {unit.expect})' if unit.expect else ''}")
    print("\n./dev lab FILE checks those of a file, ./dev lab --all everything with t-tests; ./dev lab --help")
    return 0


def run(arguments: argparse.Namespace) -> int:
    if arguments.faults:
        return fault_results.check(arguments.unit, arguments.record, arguments.kinds.split(","))
    if arguments.gates:
        from gates import check as on_gates  # whose packages only this needs

        return on_gates.run(arguments)
    if arguments.terms:
        return terms.run()
    if arguments.shuffling:
        with progress("shuffling") as shown:
            return shuffling.check(arguments.second, arguments.seed, lambda *counts: shown("traces", *counts))
    if arguments.traces or arguments.classes:
        return check_traces(arguments)
    tables = [path for path in arguments.files if path.suffix == ".toml"]
    others = [path for path in arguments.files if path.suffix != ".toml"]
    if len(others) > 1 or (others and len(tables) != 1):
        raise ManifestError("expected a program and its manifest (.toml), or manifests with [build]")
    if not arguments.files and not arguments.all and not arguments.unit:
        return show_list()
    manifests = [manifest.load(path) for path in tables] or (all_manifests() if arguments.all else own_manifests())
    return check_all(manifests, others[0] if others else None, arguments)


def main() -> int:
    try:
        return run(options.parse())
    except (ManifestError, TracesError, Unsupported, BuildError) as error:
        print(f"lab: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
