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

import numpy
from compiling import BuildError
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from . import building, exact, manifest, options, replay, report, ttest, units
from .elf import Elf
from .machine import Unsupported
from .manifest import Manifest, ManifestError, Unit
from .units import Prepared

HERE = Path(__file__).resolve().parent


@contextmanager
def progress(title: str) -> Iterator[exact.Progress]:
    """A bar on a terminal, nothing elsewhere."""
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=None)
        yield lambda text, done, total: bar.update(task, description=f"{title}: {text}", completed=done, total=total)


def check(unit: Unit, elf: Elf, processor: str, arguments: argparse.Namespace) -> bool:
    """Everything about one unit; True if it is clean, or, for a control, if its leak was found."""
    prepared = units.prepare(unit, elf, processor)
    steps = len(prepared.program.steps)
    print(f"\n{unit.name}: {unit.shares} shares, {steps:,} instructions", flush=True)
    with progress(unit.name) as shown:
        verdict = exact.check(prepared, shown)
    print(f"  {report.exact_line(verdict)}")
    for text in report.findings(prepared, verdict):
        print(text)
    leaks = bool(verdict.findings)
    if arguments.all:
        leaks |= test(prepared, arguments)
    if not unit.expect:
        return not leaks
    caught = unit.expect in report.models_of(verdict)
    print(f"  control: {'caught' if caught else 'NOT CAUGHT'}, expected a leak of the model {unit.expect}")
    return caught


def test(prepared: Prepared, arguments: argparse.Namespace) -> bool:
    """The t-tests of a unit, with plots; True if one exceeds its limit."""
    unit, made = prepared.unit, replay.make(prepared, arguments.seed)
    name = "".join(each if each.isalnum() else "-" for each in f"{prepared.elf.path.stem}-{unit.name}".lower())
    with progress(unit.name) as shown:
        results = [
            ttest.first_order(made, arguments.first, arguments.seed, lambda *counts: shown("t-test, order 1", *counts))
        ]
        if unit.shares > 2 and len(made.samples) <= arguments.most:
            results.append(
                ttest.second_order(made, arguments.second, arguments.seed, lambda *counts: shown("order 2", *counts))
            )
    for result in results:
        print(f"  {report.test_line(result)}")
        if result.order == 1:
            file = arguments.out / f"{name}.svg"
            title = f"{unit.name}: {result.traces:,} traces"
            print(f"  {shown_path(report.plot(file, title, result.statistics, result.limit))}")
    if unit.shares > 2 and len(results) == 1:
        print(f"  t-test, order 2: left out, {len(made.samples):,} samples; --most raises the limit")
    at = int(numpy.abs(results[0].statistics).argmax()) if results[0].samples else 0
    if results[0].leaks:
        print(f"    largest at {report.described(prepared, made.samples[at])}")
    return any(result.leaks for result in results)


def shown_path(path: Path) -> Path:
    """Relative to where one is, if it is below."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def programs(found: Manifest, elf: Path | None) -> Iterator[tuple[Unit, Path]]:
    for unit in found.units:
        yield unit, elf or building.build(found, unit.definitions)


def check_all(manifests: list[Manifest], elf: Path | None, arguments: argparse.Namespace) -> int:
    started, bad, count = time.monotonic(), [], 0
    for found in manifests:
        for unit, program in programs(found, elf):
            if arguments.unit not in unit.name:
                continue
            count += 1
            try:
                good = check(unit, Elf(program, found.processor), found.processor, arguments)
            except Unsupported as error:
                print(f"\n{error}")
                good = False
            if not good:
                bad.append(f"{found.path.name}, {unit.name}")
    minutes = (time.monotonic() - started) / 60
    state = f"{len(bad)} not as they should be" if bad else "all as they should be"
    print(f"\n{count} units in {minutes:.1f} minutes: {state}")
    for name in bad:
        print(f"  {name}")
    if not count:
        raise ManifestError(f"no unit's name contains {arguments.unit!r}")
    return int(bool(bad))


def check_traces(arguments: argparse.Namespace) -> int:
    """The t-test of traces that were recorded elsewhere."""
    arrays = []
    for path in arguments.traces:
        try:
            array = numpy.load(path, mmap_mode="r")
        except (OSError, ValueError) as error:
            raise ManifestError(f"{path}: {error}; expected an array that numpy.save() wrote") from None
        if array.ndim != 2 or array.dtype.kind not in "fiu" or len(array) < 2:
            shape = " x ".join(map(str, array.shape))
            raise ManifestError(f"{path}: {array.dtype}, {shape}; expected numbers, traces x samples")
        arrays.append(numpy.asarray(array, numpy.float32))
    if arrays[0].shape[1] != arrays[1].shape[1]:
        counts = " and ".join(str(each.shape[1]) for each in arrays)
        raise ManifestError(f"{counts} samples; expected as many in both files")
    result = ttest.of_traces(arrays[0], arrays[1], arguments.order)
    print(report.test_line(result))
    print(
        shown_path(
            report.plot(arguments.out / "traces.svg", f"{result.traces:,} traces", result.statistics, result.limit)
        )
    )
    return int(result.leaks)


def own_manifests() -> list[Manifest]:
    return [manifest.load(path) for path in sorted([*HERE.glob("units/*.toml"), *HERE.glob("controls/*.toml")])]


def show_list() -> int:
    for found in own_manifests():
        print(f"{found.path.relative_to(HERE.parent)}: {found.title or found.processor}")
        for unit in found.units:
            print(f"  {unit.name}{f' (must leak: {unit.expect})' if unit.expect else ''}")
    print("\n./dev lab FILE checks those of a file, ./dev lab --all everything with t-tests; ./dev lab --help")
    return 0


def run(arguments: argparse.Namespace) -> int:
    if arguments.traces:
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
    except (ManifestError, Unsupported, BuildError) as error:
        print(f"lab: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
