"""What was measured of embedded processors: embedded.json, masked.json, constructions.json and alternatives.json.

All are in docs/results.

Everywhere else each is a list of records, one for each call. A line of the file is one of two things:

- {...} says what the lines below it have in common: all of it for a new target, then what differs from the last time.
- [...] is about all calls of an algorithm and has a value for each of `columns`: the value of all these calls, or a
  list with one for each of `bytes`, or one of the two by operation. The last column has every count, and null where
  nothing was measured.

Tables, plots and `./dev matrix --check` read it."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from pathlib import Path

from . import ROOT

FOLDER = ROOT / "docs/results"
# A record has one of `instructions` and `cycles` (AVR); `modelled_cycles` is a third, for Cortex-M.
COUNTS = {"modelled_cycles": int, "instructions": int, "cycles": int}


@dataclass(frozen=True)
class Kind:
    """A file, and the fields of its records with their types. Each has `operation`, `bytes` and COUNTS too."""

    name: str
    way: dict[str, type]  # of compiling the library
    common: dict[str, type]  # what else all calls of a way have in common
    subject: dict[str, type]  # what was called
    figures: dict[str, type]

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.name}.json"

    def key(self, record: dict) -> tuple:
        """What a record is about."""
        return tuple(record.get(name) for name in (*self.way, *self.subject, "operation", "bytes"))

    def place(self, record: dict) -> tuple:
        """Where the record is in the order of the file."""
        return tuple(record[name] for name in (*self.way, *self.common, *self.subject, "operation", "bytes"))

    def head(self, record: dict) -> dict:
        """What the record has in common with the others of its way, and the columns of its line."""
        columns = [name for name in (*self.subject, *self.figures, *COUNTS) if name in record]
        return {**{name: record[name] for name in (*self.way, *self.common)}, "columns": columns}


WAY = {"target": str, "backend": str, "profile": str}
MADE_WITH = {"compiler": str, "emulator": str}
SIZES = {"text_bytes": int, "stack_bytes": int}
EMBEDDED = Kind("embedded", WAY, {**MADE_WITH, "instructions_per_round": float}, {"algorithm": str}, SIZES)
MASKED = Kind(
    "masked", {"target": str, "backend": str, "shares": int}, MADE_WITH,
    {"algorithm": str, "form": str, "interface": str}, {**SIZES, "random_words": int},
)  # fmt: skip
ALTERNATIVES = Kind(
    "alternatives", {"target": str, "library": str, "setting": str}, {"version": str, **MADE_WITH},
    {"algorithm": str}, {**SIZES, "static_bytes": int},
)  # fmt: skip
CONSTRUCTIONS = Kind("constructions", WAY, MADE_WITH, {"construction": str}, {**SIZES, "own_bytes": int})


# ---- The file ------------------------------------------------------------------------------------------


def load(kind: Kind = EMBEDDED, file: Path | None = None) -> list[dict]:
    """The records of a file. ValueError names the file, the line or the call, and what was expected."""
    file = file or kind.file
    head: dict = {}
    line: object = "the file"
    records: list[dict] = []
    try:
        for line in json.loads(file.read_text(encoding="utf-8")):
            if isinstance(line, dict):
                head |= line
            else:
                records += unfolded(line, **head)
    except (LookupError, TypeError, ValueError) as error:
        columns, lengths = head.get("columns"), head.get("bytes")
        form = f"a value for each of {columns}, in lists one for each of {lengths}" if head else "a head"
        raise ValueError(f"{file}: {line}: expected {form}: {error}") from error
    return checked(records, kind, file)


def unfolded(line: list, columns: list[str], bytes: list[int], **common) -> Iterator[dict]:
    """The records of a line."""
    for operation in line[-1]:
        values = [each[operation] if isinstance(each, dict) else each for each in line]
        lists = [each if isinstance(each, list) else [each] * len(bytes) for each in values]
        for n, *found in zip(bytes, *lists, strict=True):
            if found[-1] is not None:
                yield {**common, **dict(zip(columns, found, strict=True)), "operation": operation, "bytes": n}


def save(records: Iterable[dict], kind: Kind = EMBEDDED, file: Path | None = None) -> None:
    """Writes the records in a fixed order, so that a diff shows only what has changed."""
    file = file or kind.file
    lines: list[dict | list] = []
    said: dict = {}
    for head, of_a_way in groupby(checked(records, kind, file), kind.head):
        found = list(of_a_way)
        head["bytes"] = sorted({record["bytes"] for record in found})
        known = said.items() if said.get("target") == head["target"] else ()
        lines.append({name: value for name, value in head.items() if (name, value) not in known})
        said = head
        for _, several in groupby(found, lambda record: kind.key(record)[:-2]):
            lines.append(folded(list(several), head["columns"], head["bytes"]))
    text = ",\n".join(json.dumps(line, separators=(",", ":")) for line in lines)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"[\n{text}\n]\n", encoding="utf-8")


def folded(records: list[dict], columns: list[str], lengths: list[int]) -> list:
    """The line for these records, which are of one algorithm and one way of compiling."""
    found = {(record["operation"], record["bytes"]): record for record in records}
    operations = dict.fromkeys(operation for operation, _ in found)
    *others, last = (
        {operation: [found.get((operation, n), {}).get(name) for n in lengths] for operation in operations}
        for name in columns
    )
    return [*map(shortened, others), last]


def shortened(values):
    """One value, if all are the same."""
    if isinstance(values, dict):
        values = {operation: shortened(of_it) for operation, of_it in values.items()}
        first, *others = values.values()
    else:
        first, *others = (each for each in values if each is not None)
    return first if all(each == first for each in others) else values


def checked(records: Iterable[dict], kind: Kind, file: Path) -> list[dict]:
    """The records, sorted. ValueError if a field is missing or wrong, or if two records are of the same call."""
    records = list(records)
    for record in records:
        for fault in faults(record, kind):
            raise ValueError(f"{file}: {kind.key(record)}: expected {fault}")
    records.sort(key=kind.place)
    for one, other in pairwise(map(kind.place, records)):
        if one == other:
            raise ValueError(f"{file}: {one}: expected one record of it")
    if not records:
        raise ValueError(f"{file}: expected lines of calls; not the record of a matrix, or one of another form")
    return records


def faults(record: dict, kind: Kind) -> Iterator[str]:
    """What was expected of the record and is not so."""
    fields = {**kind.way, **kind.common, **kind.subject, "operation": str, "bytes": int, **kind.figures}
    fields |= {name: wanted for name, wanted in COUNTS.items() if name in record}
    if ("instructions" in record) == ("cycles" in record):
        yield "either instructions or cycles"
    if record.keys() - fields.keys():
        yield f"no {', '.join(sorted(record.keys() - fields.keys()))}"
    for name, wanted in fields.items():
        if type(record.get(name)) is not wanted:
            yield f"{name} as {wanted.__name__}, found {record.get(name)!r}"


def merged(old: Iterable[dict], new: Iterable[dict], key: Callable[[dict], tuple]) -> list[dict]:
    """New records take the place of the old ones with the same keys."""
    new = list(new)
    replaced = set(map(key, new))
    return [record for record in old if key(record) not in replaced] + new


# ---- A record ------------------------------------------------------------------------------------------


def way(record: dict) -> tuple:
    """How the library was compiled, whatever the compiler's version, and the algorithm: what is measured as a whole."""
    flags = re.sub(r" \d[\d.]*", "", record["compiler"], count=1)
    return (record["target"], record["backend"], record["profile"], flags, record["algorithm"])


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
