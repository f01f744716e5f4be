"""docs/results/PROCESSOR.json: what a run has measured, and on what. For report.py and bench/headlines.py.

The file has a group for each operation of an algorithm, and in it a line for each backend, engine or other library. In
a line a list has a value for each of its `bytes`, anything else is the same for all.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from records import Record

GROUP, LINE = ("algorithm", "operation"), ("backend",)


@dataclass(frozen=True)
class Run:
    machine: list[str]  # what it was measured on, in words
    defaults: dict[str, str]  # what the library chooses there, by the number of messages
    records: list[Record]


def load(file: Path) -> Run:
    kept = json.loads(file.read_text(encoding="utf-8"))
    lines = ({**group, **line} for group in kept.pop("groups") for line in group.pop("calls"))
    return Run(**kept, records=[Record(**record) for line in lines for record in unfolded(line)])


def save(file: Path, run: Run) -> None:
    about = {name: getattr(run, name) for name in ("machine", "defaults")}
    records = [asdict(record) for record in run.records]
    groups = ",\n".join(group_text(values, found) for values, found in together(records, GROUP))
    file.write_text(f'{json.dumps(about, indent=1)[:-2]},\n "groups": [\n{groups}\n ]\n}}\n', encoding="utf-8")


def group_text(values: tuple, records: list[dict]) -> str:
    """A line for each way, so that changes can be read."""
    lines = (folded(found) for _, found in together(records, LINE))
    calls = ",\n".join(f"  {json.dumps(line)}" for line in lines)
    return f'{json.dumps(dict(zip(GROUP, values)))[:-1]}, "calls": [\n{calls}\n ]}}'


def folded(records: list[dict]) -> dict:
    """The records as a line, without what its group says."""
    columns = {name: [record[name] for record in records] for name in records[0] if name not in GROUP}
    alike = {name for name, values in columns.items() if all(value == values[0] for value in values)} - {"bytes"}
    return {name: values[0] if name in alike else values for name, values in columns.items()}


def unfolded(line: dict) -> Iterator[dict]:
    """The records of a line that has been joined with its group."""
    for index in range(len(line["bytes"])):
        yield {name: value[index] if isinstance(value, list) else value for name, value in line.items()}


def together(records: Iterable[dict], names: tuple[str, ...]) -> Iterable[tuple[tuple, list[dict]]]:
    """Those that agree in these fields, in the order of the first of each."""
    groups: dict[tuple, list[dict]] = {}
    for record in records:
        groups.setdefault(tuple(record[name] for name in names), []).append(record)
    return groups.items()
