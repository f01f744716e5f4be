"""The command line of the laboratory, `./dev lab`.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy
from compiling import BuildError
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from . import (
    building,
    cuts,
    exact,
    fault_results,
    gates,
    manifest,
    options,
    replay,
    report,
    results,
    shuffling,
    traces,
    ttest,
    units,
)
from .cuts import NotProved
from .elf import Elf
from .exact import Progress as Shown
from .exact import Verdict
from .machine import Unsupported
from .manifest import Manifest, ManifestError, Unit
from .results import Row
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
        self.prepared = units.prepare(unit, elf, found.processor)
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
        """Of each order; in parts, order 1 alone. What cannot be cut is undecided."""
        unit, arguments = self.unit, self.arguments
        if not unit.cuts:
            highest = unit.highest if arguments.all else unit.order
            for verdict in exact.by_order(self.prepared, highest, shown, arguments.patience):
                yield self.prepared, verdict
            return
        try:
            yield cuts.check(unit, self.prepared.elf, self.found.processor, shown, arguments.patience)
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
            if unit.shares == 2:
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


def programs(found: Manifest, elf: Path | None) -> Iterator[tuple[Unit, Path]]:
    for unit in found.units:
        yield unit, elf or building.build(found, unit)


def check_unit(found: Manifest, unit: Unit, program: Path, arguments: argparse.Namespace) -> list[Row]:
    """All checks that were asked for."""
    try:
        run = Run(found, unit, Elf(program, found.processor), arguments)
    except Unsupported as error:
        print(f"\n{error}")
        return [Row(found.path.stem, unit.name, unit.shares, "exact", 1, "undecided", note=str(error))]
    print(f"\n{found.path.stem}: {unit.name}: {unit.shares} shares, {run.steps:,} instructions", flush=True)
    if arguments.only != "t-test":
        run.exact()
    if arguments.all and arguments.only != "exact":
        run.tests()
    return run.rows


def check_all(manifests: list[Manifest], elf: Path | None, arguments: argparse.Namespace) -> int:
    started, rows, count = time.monotonic(), [], 0
    for found in manifests:
        for unit, program in programs(found, elf):
            if arguments.unit not in unit.name:
                continue
            count += 1
            rows += check_unit(found, unit, program, arguments)
            if arguments.all:
                results.save(arguments.results, rows)
    if not count:
        raise ManifestError(f"no unit's name contains {arguments.unit!r}")
    bad = [row for row in rows if not row.good]
    minutes = (time.monotonic() - started) / 60
    print(f"\n{results.text(rows)}")
    if arguments.all:
        print(f"\n{shown_path(arguments.results)}")
    if arguments.record:
        results.save(RECORD, results.load(arguments.results))
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
        if arguments.order == 1:
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


def show_list() -> int:
    for found in own_manifests():
        print(f"{found.path.relative_to(HERE.parents[1])}: {found.title or found.processor}")
        for unit in found.units:
            print(f"  {unit.name}{f' (must leak: {unit.expect})' if unit.expect else ''}")
    print("\n./dev lab FILE checks those of a file, ./dev lab --all everything with t-tests; ./dev lab --help")
    return 0


def run(arguments: argparse.Namespace) -> int:
    if arguments.faults:
        return fault_results.check(arguments.unit, arguments.record)
    if arguments.gates:
        return gates.run()
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
    manifests = [manifest.load(path) for path in tables] or own_manifests()
    return check_all(manifests, others[0] if others else None, arguments)


def main() -> int:
    try:
        return run(options.parse())
    except (ManifestError, TracesError, Unsupported, BuildError) as error:
        print(f"lab: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
