"""docs/results/PROCESSOR.json: what a run has measured, and on what. For report.py and bench/headlines.py.

The file has a line for each operation of an algorithm by a backend, engine or other library, with the values of its
`columns`. A list has a value for each of the line's `bytes`, anything else is the same for all."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from records import Record

LINE = ("algorithm", "operation", "backend")


@dataclass(frozen=True)
class Run:
    machine: list[str]  # what it was measured on, in words
    defaults: dict[str, str]  # what the library chooses there, by the number of messages
    records: list[Record]


def load(file: Path) -> Run:
    kept = json.loads(file.read_text(encoding="utf-8"))
    columns = kept.pop("columns")
    lines = (dict(zip(columns, line, strict=True)) for line in kept.pop("calls"))
    return Run(**kept, records=[Record(**record) for line in lines for record in unfolded(line)])


def save(file: Path, run: Run) -> None:
    """A line for each way, so that changes can be read."""
    lines = [folded(found) for _, found in together([asdict(record) for record in run.records], LINE)]
    about = {"machine": run.machine, "defaults": run.defaults, "columns": list(lines[0]) if lines else []}
    head = "".join(f' "{name}": {json.dumps(value)},\n' for name, value in about.items())
    calls = ",\n".join(json.dumps(list(line.values())) for line in lines)
    file.write_text(f'{{\n{head} "calls": [\n{calls}\n]}}\n', encoding="utf-8")


def folded(records: list[dict]) -> dict:
    """The records as a line."""
    columns = {name: [record[name] for record in records] for name in records[0]}
    alike = {name for name, values in columns.items() if all(value == values[0] for value in values)} - {"bytes"}
    return {name: values[0] if name in alike else values for name, values in columns.items()}


def unfolded(line: dict) -> Iterator[dict]:
    """The records of a line."""
    for index in range(len(line["bytes"])):
        yield {name: value[index] if isinstance(value, list) else value for name, value in line.items()}


def together(records: Iterable[dict], names: tuple[str, ...]) -> Iterable[tuple[tuple, list[dict]]]:
    """Those that agree in these fields, in the order of the first of each."""
    groups: dict[tuple, list[dict]] = {}
    for record in records:
        groups.setdefault(tuple(record[name] for name in names), []).append(record)
    return groups.items()
