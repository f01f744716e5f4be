# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which lines of the code under test the corpora reach: clang's source-based coverage."""

import datetime
import fnmatch
import platform
import subprocess
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from . import building, running
from .table import COVERAGE, ROOT, TARGETS, Target

TOOLS = Path("/usr/lib/llvm-19/bin")
Lines = dict[str, dict[int, int]]  # how often each line of code in a file was reached


def measure(target: Target) -> Lines:
    """The lines of all files under test that the target is linked with, after all inputs that there are."""
    folder = running.WORK / target.name
    program = building.program_of(target, COVERAGE)
    raw, profile = folder / "coverage.raw", folder / "coverage.profile"
    inputs = [path for place in running.inputs_of(target, folder / "corpus") for path in sorted(place.iterdir())]
    # As files: libFuzzer wants branches that are guided where it is given folders.
    done = subprocess.run([program, *inputs], env={**running.settings(target), "LLVM_PROFILE_FILE": str(raw)},
                          capture_output=True, text=True, errors="replace")  # fmt: skip
    if done.returncode != 0:
        raise building.BuildFailure(f"{target.name}: an input fails\n{done.stderr[-3000:]}")
    subprocess.run([TOOLS / "llvm-profdata", "merge", "-sparse", raw, "-o", profile], check=True)
    command = [TOOLS / "llvm-cov", "export", "-format=lcov", f"-instr-profile={profile}", program]
    return lines_of(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def covers(target: Target, name: str) -> bool:
    return any(fnmatch.fnmatch(name, pattern) for pattern in target.covers)


def lines_of(lcov: str) -> Lines:
    """A header's lines are counted in each file that includes it: here together."""
    found: Lines = defaultdict(lambda: defaultdict(int))
    name = ""
    for line in lcov.splitlines():
        kind, _, rest = line.partition(":")
        if kind == "SF":
            name = relative(rest)
        elif kind == "DA" and any(covers(target, name) for target in TARGETS):
            number, count = rest.split(",")[:2]
            found[name][int(number)] += int(count)
    return found


def of_target(lines: Lines, target: Target) -> Lines:
    """The lines in the files that the target should reach."""
    return {name: counts for name, counts in lines.items() if covers(target, name)}


def together(measured: Iterable[Lines]) -> Lines:
    """What several targets reach. A target has the lines alone that its program was linked with."""
    found: Lines = defaultdict(lambda: defaultdict(int))
    for lines in measured:
        for name, counts in lines.items():
            for number, count in counts.items():
                found[name][number] += count
    return found


def relative(name: str) -> str:
    path = Path(name).resolve()
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else name


def never_reached(counts: dict[int, int]) -> str:
    """Such as "12-15, 30"; lines without code belong to the range around them."""
    ranges: list[list[int]] = []
    previous = False
    for number in sorted(counts):
        if counts[number] == 0:
            if previous:
                ranges[-1][1] = number
            else:
                ranges.append([number, number])
        previous = counts[number] == 0
    return ", ".join(f"{first}" if first == last else f"{first}-{last}" for first, last in ranges)


def share(lines: Lines) -> tuple[int, int]:
    counts = [count for of_file in lines.values() for count in of_file.values()]
    return sum(count > 0 for count in counts), len(counts)


def percent(lines: Lines) -> str:
    reached, all_lines = share(lines)
    return f"{100 * reached / max(all_lines, 1):.1f} %"


def gaps(lines: Lines) -> list[tuple[str, str]]:
    return [(name, gap) for name, counts in sorted(lines.items()) if (gap := never_reached(counts))]


def table(measured: Iterable[tuple[Target, Lines]]) -> list[str]:
    """For each target, the lines that it does not reach."""
    rows = ["| target | lines of its code | reached | lines never reached |", "| --- | ---: | ---: | --- |"]
    for target, lines in measured:
        own = of_target(lines, target)
        missed = "; ".join(f"`{name}` {gap}" for name, gap in gaps(own))
        rows.append(f"| {target.name} | {share(own)[1]} | {percent(own)} | {missed} |")
    return rows


def summary(measured: list[tuple[Target, Lines]]) -> list[str]:
    """For each target, what it reaches and what all targets together reach; for each file, what no target reaches."""
    everything = together(lines for _, lines in measured)
    rows = ["| target | lines of its code | reached by it | by any target |", "| --- | ---: | ---: | ---: |"]
    for target, lines in measured:
        own = of_target(lines, target)
        by_any = {name: {number: everything[name][number] for number in own[name]} for name in own}
        rows.append(f"| {target.name} | {share(own)[1]} | {percent(own)} | {percent(by_any)} |")
    rows += ["", "| file | lines that no target reaches |", "| --- | --- |"]
    return rows + [f"| `{name}` | line{'s' * (not gap.isdigit())} {gap} |" for name, gap in gaps(everything)]


def comparison(before: list[tuple[Target, Lines]], after: list[tuple[Target, Lines]]) -> list[str]:
    """For each target, the lines of its code that its corpus reached before and reaches now."""
    rows = ["| target | lines of its code | reached before | reached now |", "| --- | ---: | ---: | ---: |"]
    for (target, old), (_, new) in zip(before, after, strict=True):
        own = of_target(new, target)
        rows.append(f"| {target.name} | {share(own)[1]} | {percent(of_target(old, target))} | {percent(own)} |")
    return rows


def processor() -> str:
    text = Path("/proc/cpuinfo").read_text(encoding="utf-8") if Path("/proc/cpuinfo").exists() else ""
    names = [line.split(":", 1)[1].strip() for line in text.splitlines() if line.startswith("model name")]
    return names[0] if names else platform.machine()


def page(rows: list[str]) -> str:
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout
    return "\n".join([
        "# Coverage of the fuzz targets",
        "",
        "`./dev fuzz --coverage --record` measured which lines of the code under test the corpora and earlier",
        "failing inputs reach. [Fuzzing](../fuzzing.md) explains the targets, and why no target reaches some lines.",
        "`./dev fuzz NAME --coverage` prints the lines that a single target does not reach.",
        "",
        f"{datetime.date.today().isoformat()}, after commit {commit.strip()}, clang 19, {processor()}.",
        "",
        *rows,
        "",
    ])  # fmt: skip
