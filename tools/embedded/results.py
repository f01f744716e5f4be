"""docs/results/embedded.json: a list of records, one for each call that was measured."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

from . import ROOT

FOLDER = ROOT / "docs/results"
FILE = FOLDER / "embedded.json"

# What a record has. One of `instructions` and `cycles` (AVR) is there; `modelled_cycles` is a third, for Cortex-M.
FIELDS = {
    "target": str,
    "backend": str,
    "profile": str,
    "compiler": str,
    "algorithm": str,
    "operation": str,
    "bytes": int,
    "instructions": int,
    "cycles": int,
    "instructions_per_round": (int, float),
    "text_bytes": int,
    "stack_bytes": int,
    "emulator": str,
    "modelled_cycles": int,
}
OPTIONAL = {"instructions", "cycles", "modelled_cycles"}


def load(file: Path = FILE) -> list[dict]:
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else []


def save(records: Iterable[dict], file: Path = FILE) -> None:
    """A record a line, in an order of their own: changes show in a comparison of versions."""
    lines = [json.dumps(record, ensure_ascii=False) for record in sorted(records, key=place)]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def place(record: dict) -> tuple:
    names = ("target", "backend", "profile", "compiler", "algorithm", "operation", "bytes")
    return tuple(record[name] for name in names)


def way(record: dict) -> tuple:
    """How the library was compiled, whatever the compiler's version: results of the same way replace each other."""
    flags = re.sub(r" \d[\d.]*", "", record["compiler"], count=1)
    return (record["target"], record["backend"], record["profile"], flags, record["algorithm"])


def merged(old: Iterable[dict], new: Iterable[dict]) -> list[dict]:
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
