"""`./dev lab --faults`: every program, message and kind of fault, and the table on docs/constructions/hardened.md.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field

import compiling

from .faults import BAD, KINDS, MESSAGES, RAM, TARGETS, Attack, Moment, Subject, build, emulator

BUILD = compiling.ROOT / "build/lab"
RECORD = compiling.ROOT / "proofs/lab/faults.json"  # beside the program: docs/results has no room
PAGE = compiling.ROOT / "docs/constructions/hardened.md"
START, END = "<!-- ./dev lab --faults --record writes this table -->", "<!-- end of the table -->"
FORGED = ("accepted", "released")
PROMISED = {kind: BAD if kind == "skip" else FORGED for kind in KINDS}
EVERYWHERE, ENDS = "cortex-m3", 300
SUBJECTS = [
    Subject(target, profile, hardened)
    for target in TARGETS
    for profile in ("speed", "size")
    for hardened in (False, True)
]


@dataclass(frozen=True)
class Row:
    """The faults of one kind during one message."""

    program: str
    bytes: int  # of code and constants
    message: str
    kind: str
    instructions: int  # that run without a fault
    outcomes: dict[str, int]
    places: list[str] = field(default_factory=list)  # of the bad outcomes

    @property
    def hardened(self) -> bool:
        return "hardened" in self.program

    def bad(self, names: Iterable[str] = BAD) -> int:
        return sum(self.outcomes.get(name, 0) for name in names)


def kinds_of(message: str) -> Iterable[str]:
    """Skips of every message, all kinds of a right one and of the one whose tag is wrong."""
    return KINDS if message in ("right", "wrong tag") else ("skip",)


def window(subject: Subject, kind: str, moments: list[Moment]) -> list[Moment]:
    """Where faults are tried: skips everywhere. Others everywhere on one processor; on the others at both ends, where
    the key is loaded and the tag is verified."""
    if kind == "skip" or subject.target == EVERYWHERE:
        return moments
    return [*moments[:ENDS], *moments[-ENDS:]]


def rows_of(subject: Subject) -> Iterator[Row]:
    elf = build(subject, BUILD)
    emulated = emulator(subject, elf)
    size = sum(len(data) for address, data in emulated.elf.segments if address < RAM)
    for message in MESSAGES:
        attack = Attack(emulated, message)
        for kind in kinds_of(message):
            found = attack.attack(kind, window(subject, kind, attack.moments))
            outcomes = dict(sorted(found.counts.items()))
            yield Row(subject.name, size, message, kind, len(attack.moments), outcomes, found.places)


def complaints(rows: list[Row]) -> list[str]:
    """What is not as it should be: a hardened program that a promised fault breaks, or another one that none does."""
    found = []
    for row in rows:
        if row.hardened and (bad := row.bad(PROMISED[row.kind])):
            found.append(f"{row.program}, {row.message}, {row.kind}: {bad} bad outcomes")
        if not row.hardened and row.message == "wrong tag" and row.kind == "skip" and not row.bad(["accepted"]):
            found.append(f"{row.program}: no skip makes a forgery pass; the simulator should find one")
    return found


def check(text: str, record: bool) -> int:
    """The command."""
    rows, started = [], time.monotonic()
    for subject in SUBJECTS:
        if text not in subject.name:
            continue
        for row in rows_of(subject):
            rows.append(row)
            outcomes = ", ".join(f"{count:,} {name}" for name, count in row.outcomes.items())
            print(f"{row.program}: {row.message}: {row.kind}: {row.instructions:,} steps: {outcomes}", flush=True)
            for place in row.places if row.hardened else row.places[:3]:
                print(f"  {place}")
    if record:
        save(rows)
        page = PAGE.read_text(encoding="utf-8")
        before, _, rest = page.partition(START)
        PAGE.write_text(before + table(load()) + rest.partition(END)[2], encoding="utf-8")
    found = complaints(rows)
    for line in found:
        print(f"not as it should be: {line}")
    print(f"{len(rows)} rows in {(time.monotonic() - started) / 60:.1f} minutes")
    return int(bool(found) or not rows)


def save(rows: list[Row]) -> None:
    """Rows of other programs that the record has stay there."""
    programs = {row.program for row in rows}
    kept = [row for row in load() if row.program not in programs]
    order = [subject.name for subject in SUBJECTS]
    every = sorted([*kept, *rows], key=lambda row: order.index(row.program))
    written = [{**asdict(row), "places": row.places if row.hardened else []} for row in every]
    lines = ",\n".join(f"  {json.dumps(row)}" for row in written)
    RECORD.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def load() -> list[Row]:
    return [Row(**row) for row in json.loads(RECORD.read_text(encoding="utf-8"))] if RECORD.exists() else []


def side_by_side(rows: list[Row]) -> list[tuple[Row, Row]]:
    """The same message and fault in the usual program and in the hardened one."""
    found = {(row.program, row.message, row.kind): row for row in rows}
    pairs = ((row, found.get((f"{row.program}, hardened", row.message, row.kind))) for row in rows)
    return [(usual, hardened) for usual, hardened in pairs if hardened]


def table(rows: list[Row]) -> str:
    """Between START and END on the page."""
    lines = [START, "", "| program | message | fault | tried | bad | hardened: tried | bad |", "| --- " * 7 + "|"]
    pairs = side_by_side(rows)
    for usual, hardened in pairs:
        cells = [usual.program, usual.message, usual.kind]
        for row in (usual, hardened):
            bad = [f"{row.bad([name]):,} {name}" for name in BAD if row.bad([name])]
            cells += [f"{sum(row.outcomes.values()):,}", ", ".join(bad) or "0"]
        lines.append(f"| {' | '.join(cells)} |")
    lines += ["", "| program | bytes | hardened | right: instructions | hardened | wrong tag | hardened |"]
    lines.append("| --- " * 7 + "|")
    steps = {(row.program, row.message): f"{row.instructions:,}" for row in rows}
    for usual, hardened in pairs:
        if (usual.message, usual.kind) == ("right", "skip"):
            cells = [usual.program, f"{usual.bytes:,}", f"{hardened.bytes:,}"]
            cells += [steps[row.program, message] for message in ("right", "wrong tag") for row in (usual, hardened)]
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join([*lines, "", END])
