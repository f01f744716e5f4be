"""./dev fuzz: builds targets, runs them, keeps what they find. SPDX-License-Identifier: Apache-2.0 OR MIT"""

import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import building, coverage, options, running
from .table import ADDRESS, BUILDS, BY_NAME, COVERAGE, MEMORY, ROOT, TARGETS, Build, Target, builds_of_tests

SECONDS = 60
RECORD = ROOT / "docs/results/fuzzing.md"
JOBS = int(os.environ.get("ASCONKIT_JOBS") or os.cpu_count() or 1)


def chosen(arguments: argparse.Namespace, build: Build) -> list[Target]:
    """The targets that are named, or all targets in C++."""
    targets = [BY_NAME[name] for name in arguments.targets] or [target for target in TARGETS if target.is_in(build)]
    misfits = [target for target in targets if not target.is_in(build)]
    if build is ADDRESS:  # where those of atheris and in Rust are too
        misfits = [target for target in misfits if not target.program]
    if misfits:
        names = ", ".join(target.name for target in misfits)
        raise building.BuildFailure(f"not with {build.sanitizers}: {names}")
    return targets


def print_list() -> None:
    for target in TARGETS:
        sanitizers = ", ".join(build.sanitizers for build in BUILDS if target.is_in(build)) or "none"
        print(f"{target.name:<16} {target.text} ({sanitizers})")


def fuzz(target: Target, build: Build, seconds: int, python: Path) -> bool:
    """True if nothing was found."""
    folder = running.WORK / target.name
    program = running.program_of(target, build, python)
    before = set(running.failures_in(folder / "found"))
    result = running.fuzz(target, program, folder, f"-max_total_time={seconds}")
    (folder / "log").write_text(result.output, encoding="utf-8")
    runs, added = result.number("number_of_executed_units"), result.number("new_units_added")
    print(f"{target.name}: {runs} runs, {added} new inputs, {result.covered} branches", flush=True)
    if not result.failed:
        return True
    new = [path for path in running.failures_in(folder / "found") if path not in before]
    kept = [running.keep(target, program, path) for path in new]
    print(f"{result.output[-6000:]}\n{target.name}: FAILED; the log is {(folder / 'log').relative_to(ROOT)}")
    for path in kept:
        print(f"{target.name}: {path.relative_to(ROOT)} fails; run it with {' '.join(map(str, program))} {path}")
    return False


def prepare_python(targets: list[Target]) -> Path:
    """The interpreter of targets of atheris: one that has the package."""
    if not any(target.program.endswith(".py") for target in targets):
        return running.PYTHON
    done = subprocess.run([sys.executable, ROOT / "tools/python_env.py"], stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise building.BuildFailure("cannot build the Python package")
    return Path(done.stdout.split()[-1])


def main() -> int:
    arguments = options.parse()
    nanobind = Path(os.environ["ASCONKIT_FUZZ_PYTHON"]) if "ASCONKIT_FUZZ_PYTHON" in os.environ else None
    if arguments.list:
        print_list()
        return 0
    if arguments.build:
        for build in builds_of_tests():
            building.make(build, TARGETS, nanobind)
        return 0
    if arguments.coverage:
        measured = measure(chosen(arguments, COVERAGE), nanobind)
        print("\n".join(coverage.table(measured)))
        if arguments.record:
            RECORD.write_text(coverage.page(coverage.summary(measured)), encoding="utf-8")
        return 0
    if arguments.hours:
        return 0 if fuzz_for_hours(chosen(arguments, COVERAGE), arguments.hours, nanobind) else 1
    build = MEMORY if arguments.memory else ADDRESS
    seconds = arguments.seconds or (0 if arguments.merge else SECONDS)
    return 0 if fuzz_all(chosen(arguments, build), build, seconds, arguments.merge, nanobind) else 1


def measure(targets: list[Target], nanobind: Path | None) -> list[tuple[Target, coverage.Lines]]:
    building.make(COVERAGE, targets, nanobind)
    return [(target, coverage.measure(target)) for target in targets]


def fuzz_all(targets: list[Target], build: Build, seconds: int, merging: bool, nanobind: Path | None) -> bool:
    """Each target for this time, and then a new corpus for each that found nothing. True if none found anything."""
    building.make(build, targets, nanobind)
    python = prepare_python(targets)
    with ThreadPoolExecutor(JOBS) as pool:
        good = list(pool.map(lambda target: not seconds or fuzz(target, build, seconds, python), targets))
    for target in (target for target, is_good in zip(targets, good) if merging and is_good):
        count = running.merge(target, running.program_of(target, build, python), running.WORK / target.name)
        print(f"{target.name}: {count} inputs are the corpus")
    return all(good)


def fuzz_for_hours(targets: list[Target], hours: float, nanobind: Path | None) -> bool:
    """A quarter of the time with MemorySanitizer, the rest with AddressSanitizer, and then new corpora. What one target
    finds stops no other target. True if nothing was found: then prints the coverage before and after."""
    before = measure(targets, nanobind)
    good = True
    for build, part in ((MEMORY, 0.25), (ADDRESS, 0.75)):
        if fitting := [target for target in targets if target.is_in(build)]:
            seconds = max(1, int(part * hours * 3600 * JOBS / len(fitting)))
            good = fuzz_all(fitting, build, seconds, build is ADDRESS, nanobind) and good
    if good:
        print("\n".join(coverage.comparison(before, measure(targets, nanobind))))
    return good


if __name__ == "__main__":
    try:
        sys.exit(main())
    except building.BuildFailure as failure:
        sys.exit(f"fuzz: {failure}")
