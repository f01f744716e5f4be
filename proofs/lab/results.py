"""What `./dev lab --all` found, as rows: a JSON file, and the tables of docs/results/lab.md, which are made of it.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import json
import platform
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

GOOD = ("clean", "caught")


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

    @property
    def key(self) -> tuple[str, str, str, int]:
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


def _processors(file: Path) -> str:
    """The processors on which the rows of the file were measured, and this processor."""
    before = json.loads(file.read_text(encoding="utf-8"))["processor"].split(", ") if file.exists() else []
    return ", ".join(dict.fromkeys([*before, processor()]))


def save(file: Path, rows: Iterable[Row]) -> list[Row]:
    """Rows of other checks that the file has stay there: a long run may be made in parts."""
    merged = {row.key: row for row in (*load(file), *rows)}
    found = sorted(merged.values(), key=_place)
    file.parent.mkdir(parents=True, exist_ok=True)
    processors = json.dumps(_processors(file))
    lines = ",\n".join(f"  {json.dumps(_rounded(row))}" for row in found)
    file.write_text(f'{{"processor": {processors}, "rows": [\n{lines}\n]}}\n', encoding="utf-8")
    return found


def _rounded(row: Row) -> dict[str, object]:
    return {key: round(value, 3) if isinstance(value, float) else value for key, value in asdict(row).items()}


def _place(row: Row) -> tuple[object, ...]:
    """Exact checks before t-tests; within them the order of the manifests' names, then that of the run."""
    return row.check, row.order, row.manifest


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
## Controls
Programs that must leak, and beside each the same one without its fault. In a cell: seconds until all was found.

"""


def page(file: Path) -> str:
    """docs/results/lab.md, from lab.json."""
    rows = load(file)
    machine = json.loads(file.read_text(encoding="utf-8"))["processor"]
    names = {row.manifest for row in rows if row.shares == 4 and row.check == "exact"}
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
    controls = [row for row in rows if row.manifest not in names]
    return result + CONTROLS + _control_table(controls)


def _summary(rows: list[Row]) -> str:
    lines = ["| check | order | outcome | checks |", "| --- | --- | --- | --- |"]
    kinds = sorted({(row.check, row.order, row.outcome) for row in rows})
    for kind in kinds:
        count = sum((row.check, row.order, row.outcome) == kind for row in rows)
        lines.append(f"| {kind[0]} | {kind[1]} | {kind[2]} | {count} |")
    return "\n".join(lines)


def _grid(rows: list[Row]) -> str:
    """Units and numbers of shares down, processors across."""
    columns = sorted({row.manifest for row in rows})
    most = max((row.traces for row in rows), default=0)
    cells = {(row.unit, row.manifest): _cell(row, most) for row in rows}
    names = list(dict.fromkeys(row.unit for row in rows))
    lines = [f"| unit | {' | '.join(columns)} |", f"| --- {'| --- ' * len(columns)}|"]
    for name in names:
        lines.append(f"| {name} | {' | '.join(cells.get((name, column), '') for column in columns)} |")
    return "\n".join(lines) + "\n"


def _cell(row: Row, most_traces: int) -> str:
    if row.check == "exact":
        counts = f"{row.values:,}, {row.pairs:,}" if row.order == 1 else f"{row.checked:,}"
        found = f"{row.seconds:.1f} s, {counts}"
    else:
        found = f"{row.largest:.2f}, {row.limit:.2f}, {row.statistics:,}"
        fewer = f"{row.traces:,} traces" if row.traces < most_traces else ""
        found = "; ".join(filter(None, (found, fewer, row.note)))
    return found if row.outcome == "clean" else f"**{row.outcome}**, {found}"


def _control_table(rows: list[Row]) -> str:
    lines = ["| program | unit | check | order | outcome | seconds | found in |", "| --- " * 7 + "|"]
    for row in rows:
        cells = (row.manifest, row.unit, row.check, row.order, row.outcome, f"{row.seconds:.1f}", row.note)
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines) + "\n"
