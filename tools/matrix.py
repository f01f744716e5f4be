#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Builds the library for embedded processors, checks it under emulation and measures it.

    ./dev matrix [FILTERS]               everything, into docs/results
    ./dev matrix [FILTERS] --check       how figures differ from docs/results/embedded.json; writes nothing
    ./dev matrix --report                the tables and plots anew, out of docs/results/embedded.json
    ./dev matrix --masked [FILTERS]      masked code instead, into docs/results/masked.json and masked.md
    ./dev matrix --masked --report       these tables and plots anew
    ./dev matrix --constructions         what is built over the modes, into docs/results/constructions.json
    ./dev matrix --alternatives          other libraries beside ours, into docs/results/alternatives.json and .md
    tools/matrix.py [FILTERS]            figures of AEAD128 and Hash256 on the terminal
    tools/matrix.py [FILTERS] --answers  known answers and the conformance suite alone

--check compares instructions (cycles on AVR), bytes of code and stack. Its status is 1 if any of them is worse by more
than 1 % (code on AVR: 20 bytes). FILTERS are --target, --backend, --profile and --algorithm; with --masked, --target
and --algorithm; with --constructions and --alternatives, --target. --alternatives fetches the other libraries' sources
into build/alternatives."""

import argparse
import contextlib
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from compiling import BuildError
from embedded import alternative_tables, alternatives, comparing, construction_tables, constructions
from embedded import jobs, masked, masked_tables
from embedded import profiling, results, tables
from embedded.building import Configuration
from embedded.checking import conformance, known_answers
from embedded.emulation import RunError
from embedded.measuring import Build, Line
from embedded.results import ALTERNATIVES, CONSTRUCTIONS, EMBEDDED, MASKED, Kind
from embedded.targets import BIG_ENDIAN, PROFILES, TARGETS, Setting, find, with_definitions
from progress import shown
from spec.algorithms import find as find_algorithm

NAMES = [target.name for target in TARGETS]
# Processors of --alternatives alone.
OTHERS = [name for name in alternatives.TARGETS if name not in NAMES]
# What is measured instead of the matrix: on these processors, chosen by these options.
INSTEAD = {
    "masked": (masked.BACKENDS, {"target", "algorithm"}),
    "constructions": (constructions.TARGETS, {"target"}),
    "alternatives": (alternatives.TARGETS, {"target"}),
}
OF_THE_MATRIX = {
    "target", "backend", "profile", "algorithm", "check", "answers", "define", "label", "flag", "keep",
}  # fmt: skip


def parse_arguments() -> argparse.Namespace:
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="./dev matrix", description=__doc__, formatter_class=formatter)
    every = {"action": "append", "default": []}
    targets = [*NAMES, BIG_ENDIAN.name, *OTHERS]
    parser.add_argument("--target", **every, choices=targets, help="only this one; repeatable")
    parser.add_argument("--backend", **every, help="only this one; repeatable")
    parser.add_argument("--profile", **every, choices=PROFILES, help="only this one; repeatable")
    parser.add_argument("--algorithm", **every, type=find_algorithm, help="only this one; repeatable")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count(), metavar="N", help="so many at a time")
    task = parser.add_mutually_exclusive_group()
    task.add_argument("--write", action="store_true", help="check and measure everything, write docs/results")
    task.add_argument("--check", action="store_true", help="measure and compare with the record, write nothing")
    task.add_argument("--report", action="store_true", help="write tables and plots out of the records there are")
    task.add_argument("--answers", action="store_true", help="known answers and the conformance suite, no figures")
    instead = parser.add_mutually_exclusive_group()
    text = "masked code: instructions, bytes, stack and random words of its calls, 2 to 4 shares"
    instead.add_argument("--masked", action="store_true", help=text)
    text = "constructions: instructions, bytes and stack of their calls, beside the plain modes"
    instead.add_argument("--constructions", action="store_true", help=text)
    text = "other libraries' ciphers and hashes beside ours: instructions, bytes, RAM"
    instead.add_argument("--alternatives", action="store_true", help=text)
    text = "of --check: another record, such as that of another commit"
    parser.add_argument("--record", type=Path, default=EMBEDDED.file, metavar="FILE", help=text)
    trial = parser.add_argument_group("for trials, without --write and --check")
    trial.add_argument("--define", **every, metavar="NAME=VALUE", help="a setting of the library; repeatable")
    trial.add_argument("--label", default="", help="what to call the backend with these settings")
    trial.add_argument("--flag", **every, help="for the compiler; repeatable")
    trial.add_argument("--keep", type=Path, metavar="FOLDER", help="leave objects and programs of the last one there")
    options = parser.parse_args()
    for kind, (targets, filters) in INSTEAD.items():
        if getattr(options, kind):
            refuse_others(parser, options, kind, targets, filters)
    for name in options.target:
        if name in OTHERS and not options.alternatives:
            parser.error(f"{name} is a processor of --alternatives alone")
    return options


def refuse_others(
    parser: argparse.ArgumentParser, options: argparse.Namespace, kind: str, targets: Iterable[str], filters: set[str]
) -> None:
    """Options that would change nothing, and processors on which this is not measured."""
    for name in sorted(OF_THE_MATRIX - filters):
        if getattr(options, name):
            parser.error(f"--{name} is no option of --{kind}")
    for name in options.target:
        if name not in targets:
            parser.error(f"--{kind} has no {name}; it has {', '.join(targets)}")


def main() -> int:
    options = parse_arguments()
    if options.masked:
        return masked_code(options)
    if options.constructions:
        return all_constructions(options)
    if options.alternatives:
        return all_alternatives(options)
    if options.report:
        write_reports(results.load(), profiling.kept())
        return 0
    if options.write:
        return write(options)
    return check(options) if options.check else show_all(options)


# ---- The matrix --------------------------------------------------------------------------------------


def write(options: argparse.Namespace) -> int:
    chosen, records, failures = measure(options, with_answers=True)
    filtered = options.target or options.backend or options.profile or options.algorithm or failures
    everything = results.merged(results.load() if filtered else [], records, results.way)
    results.save(everything)
    profiled = any(configuration.target.name == "cortex-m33" for configuration in chosen)
    write_reports(results.load(), profiling.section() if profiled else profiling.kept())
    print(f"{len(chosen)} ways of compiling, {len(records)} records, {len(failures)} failures")
    return print_failures(failures)


def check(options: argparse.Namespace) -> int:
    """Results are compared with the specification here too; the tests do the rest."""
    try:
        record = results.load(EMBEDDED, options.record)
    except (OSError, ValueError) as error:
        print(f"./dev matrix: {error}", file=sys.stderr)
        return 1
    _, records, failures = measure(options, with_answers=False)
    comparison = comparing.compare(record, records)
    print(*comparison.lines(), sep="\n")
    failed = print_failures(failures)
    return 0 if comparison.passed and not failed else 1


def measure(options: argparse.Namespace, with_answers: bool) -> tuple[list[Configuration], list[dict], list[str]]:
    """What was chosen, its records, and what failed."""
    chosen = list(jobs.configurations(options.target or NAMES, options.backend, options.profile))
    records, failures = [], []
    outcomes = jobs.perform_all(chosen, options.algorithm, options.jobs, with_answers)
    try:
        for outcome in shown(outcomes, len(chosen), "matrix", jobs.line):
            records += outcome.records
            failures += outcome.failures
    except KeyboardInterrupt:
        failures.append("interrupted; what was measured before counts")
    return chosen, records, failures


def print_failures(failures: list[str]) -> int:
    """The status that they make."""
    for failure in failures:
        print(f"FAILED: {failure}")
    return 1 if failures else 0


def write_reports(records: list[dict], firmware: str) -> None:
    from embedded import plots  # the only part that needs matplotlib

    (results.FOLDER / "embedded.md").write_text(tables.document(records, firmware), encoding="utf-8")
    for target in TARGETS:
        if any(record["target"] == target.name for record in records):
            plots.draw(records, target, results.FOLDER)


# ---- Masked code, constructions, alternatives --------------------------------------------------------


def renew(options: argparse.Namespace, kind: Kind, measure: Callable[[], list[dict]]) -> list[dict]:
    """Measures what was chosen; all that the record then has."""
    if not options.report:
        new = measure()
        filtered = options.target or options.algorithm
        old = results.load(kind) if filtered and kind.file.exists() else []
        results.save(results.merged(old, new, kind.key), kind)
        print(f"{len(new)} records")
    return results.load(kind)


def masked_code(options: argparse.Namespace) -> int:
    from embedded import masked_plots  # needs matplotlib

    found = renew(options, MASKED, lambda: masked.all_records(options.target, options.algorithm, options.jobs))
    masked_tables.PAGE.write_text(masked_tables.document(found, results.load()), encoding="utf-8")
    masked_plots.write(found, results.load())
    return 0


def all_constructions(options: argparse.Namespace) -> int:
    renew(options, CONSTRUCTIONS, lambda: constructions.all_records(options.target, options.jobs))
    construction_tables.write()
    return 0


def all_alternatives(options: argparse.Namespace) -> int:
    try:
        found = renew(options, ALTERNATIVES, lambda: alternatives.all_records(options.target, options.jobs))
    except (BuildError, RunError) as error:
        print(f"./dev matrix --alternatives: {error}", file=sys.stderr)
        return 1
    alternative_tables.PAGE.write_text(alternative_tables.document(found), encoding="utf-8")
    return 0


# ---- On the terminal -----------------------------------------------------------------------------------


def show_all(options: argparse.Namespace) -> int:
    rows = options.algorithm or list(jobs.COMPARED)
    status = 0
    for configuration in trials(options):
        try:
            with folder_for(options.keep) as folder:
                build = Build(configuration, Path(folder))
                answer(build) if options.answers else show(build, rows)
        except (BuildError, RunError) as error:
            print(f"{configuration.label}: FAILED: {error}", flush=True)
            status = 1
    return status


def trials(options: argparse.Namespace) -> Iterator[Configuration]:
    """Any backend, also where the matrix has no place for it."""
    if not options.backend:
        yield from jobs.configurations(options.target or NAMES, [], options.profile)
        return
    for name in options.target or NAMES:
        for backend in options.backend:
            setting = with_definitions(Setting(backend, flags=tuple(options.flag)), options.label, options.define)
            for profile in options.profile or PROFILES:
                yield Configuration(find(name), setting, profile)


def folder_for(kept: Path | None):
    if kept:
        return contextlib.nullcontext(kept)
    return tempfile.TemporaryDirectory(prefix="asconkit-")


def answer(build: Build) -> None:
    print(f"{build.configuration.label}: {conformance(build)} cases of the state interface", flush=True)
    print(f"{build.configuration.label}: known answers of {known_answers(build)} algorithms", flush=True)


def show(build: Build, rows) -> None:
    configuration = build.configuration
    per_round, permutation = build.rounds()
    unit = configuration.target.unit
    print(f"{configuration.label}: {per_round:g} {unit} per round, permutation alone {permutation} bytes of code")
    for row in rows:
        lines, text = build.measure(row)
        print(f"  {row.name}: {text} bytes of code, stack {max(line.stack for line in lines)}")
        for operation in dict.fromkeys(line.operation for line in lines):
            print("    " + summary([line for line in lines if line.operation == operation], unit), flush=True)


def summary(lines: list[Line], unit: str) -> str:
    counts = {line.bytes: line.count for line in lines}
    text = f"{lines[0].operation:<8}" + "".join(f"{n:>5}: {count:<7}" for n, count in counts.items())
    if 1536 in counts:
        text += f" {(counts[1536] - counts[1024]) / 512:.2f} {unit} per byte"
    return text


if __name__ == "__main__":
    sys.exit(main())
