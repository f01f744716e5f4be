"""docs/results/embedded.json: what was measured of embedded processors.

Everywhere else that is a list of records, one for each call that was measured, whose fields have the names of those in
bench/records.py. The file has a group for each way of compiling the library. The head of a group says what all its
records have in common, each line below it what those of one algorithm and operation have: a list has a value for each
number of `bytes`, anything else is the same for all. Tables, plots and `./dev matrix --check` read it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from folding import folded, unfolded

from . import ROOT

FOLDER = ROOT / "docs/results"
FILE = FOLDER / "embedded.json"

# The fields of a record. It has `instructions` or, for AVR, `cycles`; for Cortex-M also `modelled_cycles`.
FIELDS = {
    "target": str,
    "backend": str,
    "profile": str,
    "compiler": str,
    "emulator": str,
    "instructions_per_round": (int, float),
    "algorithm": str,
    "operation": str,
    "bytes": int,
    "text_bytes": int,
    "stack_bytes": int,
    "instructions": int,
    "cycles": int,
    "modelled_cycles": int,
}
OPTIONAL = {"instructions", "cycles", "modelled_cycles"}


@dataclass(frozen=True)
class Layout:
    """The fields in the head of a group, the fields that tell its lines apart, and the order of all fields."""

    head: tuple[str, ...]
    line: tuple[str, ...]
    fields: tuple[str, ...]

    def place(self, record: dict) -> tuple:
        return tuple(record[name] for name in (*self.head, *self.line, "bytes"))


EMBEDDED = Layout(
    ("target", "backend", "profile", "compiler", "emulator", "instructions_per_round"),
    ("algorithm", "operation"), tuple(FIELDS),
)  # fmt: skip


def load(file: Path = FILE) -> list[dict]:
    groups = json.loads(file.read_text(encoding="utf-8"))
    if not all("calls" in group for group in groups):
        raise ValueError("not the record of a matrix, or one of a version before its present form")
    lines = ({**group, **line} for group in groups for line in group.pop("calls"))
    return [record for line in lines for record in unfolded(line, "bytes")]


def save(records: Iterable[dict], file: Path = FILE, layout: Layout = EMBEDDED) -> None:
    """Writes the records in a fixed order, so that a diff shows only what has changed."""
    groups = groupby(sorted(records, key=layout.place), itemgetter(*layout.head))
    text = ",\n".join(group_text(dict(zip(layout.head, head)), list(found), layout) for head, found in groups)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"[\n{text}\n]\n", encoding="utf-8")


def group_text(head: dict, records: list[dict], layout: Layout) -> str:
    """The text for one way of compiling. Its lengths are in the head, and again in lines that have different ones."""
    calls = (list(found) for _, found in groupby(records, itemgetter(*layout.line)))
    lines = [folded([in_order(record, layout) for record in found], layout.head, "bytes") for found in calls]
    head["bytes"] = max((line["bytes"] for line in lines), key=len)
    for line in lines:
        if line["bytes"] == head["bytes"]:
            del line["bytes"]
    text = ",\n".join(f"  {json.dumps(line)}" for line in lines)
    return f'{json.dumps(head)[:-1]}, "calls": [\n{text}\n]}}'


def in_order(record: dict, layout: Layout) -> dict:
    return {name: record[name] for name in layout.fields if name in record}


def way(record: dict) -> tuple:
    """How the library was compiled, whatever the compiler's version: results of the same way replace each other."""
    flags = re.sub(r" \d[\d.]*", "", record["compiler"], count=1)
    return (record["target"], record["backend"], record["profile"], flags, record["algorithm"])


def renewed(old: Iterable[dict], new: Iterable[dict], key: Callable[[dict], tuple]) -> list[dict]:
    """What is about the same, by the key, takes the place of the old record."""
    return list(({key(record): record for record in old} | {key(record): record for record in new}).values())


def merged(old: Iterable[dict], new: Iterable[dict]) -> list[dict]:
    """The new records, and the old ones of all other ways of compiling. A way is always measured as a whole."""
    new = list(new)
    replaced = {way(record) for record in new}
    return [record for record in old if way(record) not in replaced] + new


def problems(records: list[dict]) -> list[str]:
    """What is wrong with the form of the records."""
    found = []
    for record in records:
        missing = [name for name in FIELDS if name not in record and name not in OPTIONAL]
        wrong = [name for name, value in record.items() if not isinstance(value, FIELDS.get(name, ()))]
        if missing or wrong or ("cycles" in record) == ("instructions" in record):
            found.append(f"missing {missing}, wrong {wrong}: {record}")
    return found


def amount(record: dict) -> int:
    """Instructions, or cycles where the simulator counts these."""
    return record["cycles"] if "cycles" in record else record["instructions"]


def settings(record: dict) -> str:
    """Whatever the record's compiler was told beyond the target's flags and the profile, as tables show it."""
    found = re.findall(r"-DASCON_\w+=\w+|-march=rv\w+|-Oz", record["compiler"])
    usual = {"-march=rv32i", "-march=rv32i_zbb", "-march=rv32i_zbkb", "-march=rv64i"}
    return " ".join(item.removeprefix("-D") for item in found[-1:] if item not in usual)


def label(record: dict) -> str:
    return f"{record['backend']} {settings(record)}".strip()
