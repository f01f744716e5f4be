"""What `./dev lab --all` found, as rows: a JSON file, and the tables of docs/results/lab.md, which are made of it.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import itertools
import json
import platform
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from markdown_tables import table

from .manifest import Unit

GOOD = ("clean", "caught")
CALLS = "calls"  # in place of a manifest: what was found about all units of a public call
OUTCOMES = ("not run", "clean", "undecided", "leaks")  # of calls, the worst one last

Key = tuple[str, str, str, int]  # of a row: manifest, unit, check and order


@dataclass(frozen=True)
class Row:
    """One check of one unit."""

    manifest: str
    unit: str
    shares: int
    check: str  # "exact" or "t-test"
    order: int
    outcome: str  # clean, leaks, undecided; of a control: caught, not caught
    seconds: float = 0.0
    instructions: int = 0
    values: int = 0  # exact, order 1: words alone
    pairs: int = 0  # and words that follow each other
    checked: int = 0  # bits, or sets of bits
    traces: int = 0  # t-test
    statistics: int = 0
    largest: float = 0.0
    limit: float = 0.0
    note: str = ""
    digest: str = ""  # of the machine code and of what the manifest says about the unit
    # Of a call, by manifest: the worst outcome, how many units are clean, were run, and are there, and seconds.
    programs: dict[str, list[Any]] = field(default_factory=dict)

    @property
    def key(self) -> Key:
        return self.manifest, self.unit, self.check, self.order

    @property
    def good(self) -> bool:
        return self.outcome in GOOD


def processor() -> str:
    """The machine that the seconds are of."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def load(file: Path) -> list[Row]:
    if not file.exists():
        return []
    return [Row(**row) for row in json.loads(file.read_text(encoding="utf-8"))["rows"]]


def record(file: Path, rows: list[Row], units: dict[tuple[str, str], Unit]) -> None:
    """Adds rows to the project's record, those of calls as sums. Rows of units that are gone go."""
    steps = {name: unit.steps for name, unit in units.items()}

    def stays(row: Row) -> bool:
        return row.manifest == CALLS or steps.get((row.manifest, row.unit)) is False

    calls = [row for row in rows if steps.get((row.manifest, row.unit))]
    save(file, [*filter(stays, rows), *summed(calls, units, load(file))], stays)


def call_of(unit: str) -> str:
    return unit.partition(",")[0]


def summed(rows: list[Row], units: dict[tuple[str, str], Unit], before: Iterable[Row]) -> list[Row]:
    """One row for each call, number of shares, check and order. before: rows whose other programs stay in them."""
    programs = {row.key: row.programs for row in before if row.programs}
    there = Counter((manifest, call_of(name), unit.shares) for (manifest, name), unit in units.items() if unit.steps)
    for (manifest, call, shares), count in there.items():
        known = programs.setdefault((CALLS, f"{call}, {shares} shares", "exact", 1), {})
        known.setdefault(manifest, [OUTCOMES[0], 0, 0, 0, 0.0])[3] = count
    found: dict[tuple[Key, str], list[Row]] = {}
    for row in rows:
        key = (CALLS, f"{call_of(row.unit)}, {row.shares} shares", row.check, row.order)
        found.setdefault((key, row.manifest), []).append(row)
    for (key, manifest), own in found.items():
        count = there[manifest, call_of(own[0].unit), own[0].shares]
        good, seconds = sum(row.good for row in own), round(sum(row.seconds for row in own), 1)
        programs.setdefault(key, {})[manifest] = [_worst(row.outcome for row in own), good, len(own), count, seconds]
    return [_sum(key, known) for key, known in programs.items()]


def _sum(key: Key, programs: dict[str, list[Any]]) -> Row:
    outcome, seconds = _worst(each[0] for each in programs.values()), sum(each[-1] for each in programs.values())
    return Row(*key[:2], int(key[1].split()[-2]), *key[2:], outcome, seconds, programs=programs)


def _worst(outcomes: Iterable[str]) -> str:
    return max(outcomes, key=OUTCOMES.index)


def _processors(file: Path) -> str:
    """The processors on which the rows of the file were measured, and this processor."""
    before = json.loads(file.read_text(encoding="utf-8"))["processor"].split(", ") if file.exists() else []
    return ", ".join(dict.fromkeys([*before, processor()]))


def save(file: Path, rows: Iterable[Row], stays: Callable[[Row], bool] = lambda _: True) -> list[Row]:
    """Rows of other checks that the file has stay there: a long run may be made in parts."""
    merged = {row.key: row for row in (*filter(stays, load(file)), *rows)}
    found = sorted(merged.values(), key=_place)
    file.parent.mkdir(parents=True, exist_ok=True)
    processors = json.dumps(_processors(file))
    groups = itertools.groupby(found, _place)  # each is a line of the file
    lines = ",\n".join(f"  {', '.join(json.dumps(_rounded(row)) for row in own)}" for _, own in groups)
    new = file.with_suffix(".new")
    new.write_text(f'{{"processor": {processors}, "rows": [\n{lines}\n]}}\n', encoding="utf-8")
    new.replace(file)  # a run may be stopped at any time
    return found


def _rounded(row: Row) -> dict[str, object]:
    """Without what is as by default."""
    values = {key: round(value, 3) if isinstance(value, float) else value for key, value in asdict(row).items()}
    return {each.name: values[each.name] for each in fields(Row) if values[each.name] not in (each.default, {})}


def _place(row: Row) -> tuple[object, ...]:
    """Exact checks before t-tests; within them the order of the manifests' names, then that of the run."""
    return row.check, row.order, row.manifest, row.unit if row.manifest == CALLS else ""


# ---- Tables -----------------------------------------------------------------------------------------


def text(rows: Iterable[Row]) -> str:
    """For a terminal: a line for each check."""
    lines = []
    for row in rows:
        lines.append(
            f"{row.manifest:12} {row.unit:36} {row.shares} shares  {row.check:6} order {row.order}"
            f"  {row.outcome:10} {row.seconds:8.1f} s  {_counted(row)}{'  ' + row.note if row.note else ''}"
        )
    return "\n".join(lines)


def calls(rows: Iterable[Row]) -> str:
    """A line for each call and number of shares: with what it is clean, and what is not."""
    found: dict[tuple[str, int], list[Row]] = {}
    for row in rows:
        if not row.outcome.endswith("caught"):
            found.setdefault((call_of(row.unit), row.shares), []).append(row)
    return "\n".join(f"{name:16} {shares} shares: {_outcomes(own)}" for (name, shares), own in sorted(found.items()))


def _outcomes(rows: list[Row]) -> str:
    counts = Counter((row.check, row.order, row.outcome) for row in rows)
    machines = len({row.manifest for row in rows})
    parts = [f"{check}, order {order}: {count} {outcome}" for (check, order, outcome), count in sorted(counts.items())]
    return f"{'; '.join(parts)}; {machines} processor{'s' if machines > 1 else ''}"


def _counted(row: Row) -> str:
    if row.check == "t-test":
        return f"{row.traces:,} traces, {row.statistics:,} statistics, |t| {row.largest:.2f}, limit {row.limit:.2f}"
    if row.order == 1:
        return f"{row.values:,} values, {row.pairs:,} pairs"
    return f"{row.checked:,} sets of bits"


HEAD = """# What the laboratory found
Units of the masked assembly, calls made of them, and controls, by [the laboratory](../lab.md).
`./dev lab --all --record` has written this page and `lab.json` beside it, with all figures. Measured on {processor};
seconds are those of runs beside other work, in parts, and together {hours:.1f} hours. A unit is *clean* if the exact
check has decided each value and each pair of values, or if no t statistic is above its limit; of a control, *caught* is
the good outcome. No cell: not run.

## In short
{summary}
"""
EXACT = """
## The exact check, order {order}
{what}

"""
WHAT = {
    1: "Each value by itself, and each two that follow each other in a place. In a cell: seconds, values, pairs.",
    2: "Each two bits of values. In a cell: seconds, pairs of bits that share random bits.",
    3: "Each three bits of values. In a cell: seconds, sets of bits that share random bits.",
}
TESTS = """
## t-tests, order {order}
{traces}. {what}

"""
WHAT_TESTS = {
    1: "In a cell: the largest |t|, its limit, the number of statistics.",
    2: "Pairs of samples: all, or where a cell says so those that are not far apart. In a cell: the largest |t|, its\n"
    "limit, the number of statistics.",
}
CONTROLS = """
## Public calls
Whole calls and pieces of messages, [in steps](../lab.md#calls-in-steps). In a cell: how many units were run and are
clean, and how many there are, of all algorithms, lengths and forms.

{calls}
In other profiles, at other levels, by other compilers, and with the model `stale`, the units of all calls together:

{ways}
## Controls
Programs that must leak, and beside each the same one without its fault. In a cell: seconds until all was found.

{controls}"""


def page(file: Path) -> str:
    """docs/results/lab.md, from lab.json."""
    rows = load(file)
    machine = json.loads(file.read_text(encoding="utf-8"))["processor"]
    names = {row.manifest for row in rows if row.shares == 4 and row.check == "exact"} - {CALLS}
    units = [row for row in rows if row.manifest in names]
    hours = sum(row.seconds for row in rows) / 3600
    result = HEAD.format(processor=machine, summary=_summary(rows), hours=hours)
    for order in sorted({row.order for row in units if row.check == "exact"}):
        chosen = [row for row in units if row.check == "exact" and row.order == order]
        result += EXACT.format(order=order, what=WHAT[order]) + _grid(chosen)
    for order in sorted({row.order for row in units if row.check == "t-test"}):
        chosen = [row for row in units if row.check == "t-test" and row.order == order]
        counts = sorted({row.traces for row in chosen if row.traces})
        traces = " or ".join(f"{count:,}" for count in counts) + " traces"
        result += TESTS.format(order=order, traces=traces, what=WHAT_TESTS[order]) + _grid(chosen)
    controls = [row for row in rows if row.manifest not in {*names, CALLS}]
    calls = [row for row in rows if row.manifest == CALLS]
    return result + CONTROLS.format(calls=_calls(calls), ways=_ways(calls), controls=_table(controls))


def _summary(rows: list[Row]) -> str:
    kinds = Counter((row.check, row.order, row.outcome) for row in rows)
    counts = ((*kind, count) for kind, count in sorted(kinds.items()))
    return "\n".join(table(("check", "order", "outcome", "checks"), counts))


def _grid(rows: list[Row]) -> str:
    """Units and numbers of shares down, processors across."""
    columns = sorted({row.manifest for row in rows})
    most = max((row.traces for row in rows), default=0)
    cells = {(row.unit, row.manifest): _cell(row, most) for row in rows}
    names = dict.fromkeys(row.unit for row in rows)
    lines = ((name, *(cells.get((name, column)) for column in columns)) for name in names)
    return "\n".join([*table(("unit", *columns), lines), ""])


def _cell(row: Row, most_traces: int) -> str:
    if row.check == "exact":
        counts = f"{row.values:,}, {row.pairs:,}" if row.order == 1 else f"{row.checked:,}"
        found = f"{row.seconds:.1f} s, {counts}"
    else:
        found = f"{row.largest:.2f}, {row.limit:.2f}, {row.statistics:,}"
        fewer = f"{row.traces:,} traces" if row.traces < most_traces else ""
        found = "; ".join(filter(None, (found, fewer, row.note)))
    return found if row.outcome == "clean" else f"**{row.outcome}**, {found}"


def _calls(rows: list[Row]) -> str:
    """Calls down, processors across, as the library is in firmware."""
    columns = sorted({name for row in rows for name in row.programs if " " not in name})
    counts = [(row, [_count(*filter(None, [row.programs.get(column)])) for column in columns]) for row in rows]
    lines = ((row.unit, row.check, row.order, *cells) for row, cells in counts if any(cells))
    return "\n".join([*table(("call", "check", "order", *columns), lines), ""])


def _ways(rows: list[Row]) -> str:
    """Ways of compiling down, processors across, of exact checks of order 1."""
    counts: dict[str, dict[str, list[list[Any]]]] = {}
    for row in rows:
        for name, found in row.programs.items():
            processor, _, way = name.partition(" ")
            if way and (row.check, row.order) == ("exact", 1):
                counts.setdefault(way, {}).setdefault(processor, []).append(found)
    columns = sorted({column for found in counts.values() for column in found})
    lines = ((way, *(_count(*found.get(column, [])) for column in columns)) for way, found in sorted(counts.items()))
    return "\n".join([*table(("compiled", *columns), lines), ""])


def _count(*found: list[Any]) -> str:
    """In a cell, what was found of one call or of several."""
    if not found:
        return ""
    outcome, good, ran, there = _worst(each[0] for each in found), *(sum(each[i] for each in found) for i in (1, 2, 3))
    return f"{good} of {there}" if good == ran else f"**{outcome}**: {good} of {ran} clean, of {there}"


def _table(rows: list[Row]) -> str:
    lines = (
        (row.manifest, row.unit, row.check, row.order, row.outcome, f"{row.seconds:.1f}", row.note) for row in rows
    )
    columns = ("program", "unit", "check", "order", "outcome", "seconds", "what")
    return "\n".join([*table(columns, lines), ""])
