"""`./dev lab --faults`: every program, message and kind of fault, and the tables on docs/constructions/hardened.md.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field

import compiling
import markdown_tables

from .faults import (
    BAD, FORMS, MESSAGES, PARTS, ROUNDS, TARGETS, Attack, Moment, Outcomes, Subject, build,
    emulator,
)  # fmt: skip
from .options import KINDS

BUILD = compiling.ROOT / "build/lab"
RECORD = compiling.ROOT / "proofs/lab/faults.json"  # beside the program: docs/results has no room
PAGE = compiling.ROOT / "docs/constructions/hardened.md"
START, END = "<!-- ./dev lab --faults --record writes these tables -->", "<!-- end of the tables -->"
SINGLE = tuple(kind for kind in KINDS if kind != "two skips")
USUAL = ("", "encryption")  # programs that are not hardened
EVERYWHERE = "cortex-m3"
OTHERS = ("nothing", "other input")  # outcomes that are told, but not bad
SUBJECTS = [
    Subject(target, profile, form) for target in TARGETS for profile in ("speed", "size") for form in FORMS
]


@dataclass
class Row:
    """The faults during one message."""

    program: str
    form: str
    message: str
    digest: str  # of the linked program
    bytes: int  # of code and constants
    instructions: int  # that run without a fault
    kinds: dict[str, dict[str, dict[str, int]]] = field(default_factory=dict)  # how many, by part and outcome
    places: list[str] = field(default_factory=list)  # of the bad outcomes of single faults

    @property
    def hardened(self) -> bool:
        return self.form not in USUAL

    def add(self, kind: str, found: Outcomes) -> None:
        parts = self.kinds[kind] = {}
        for (part, outcome), count in sorted(found.counts.items()):
            parts.setdefault(part, {})[outcome] = count
        self.kinds = {name: self.kinds[name] for name in KINDS if name in self.kinds}
        if self.hardened and kind in SINGLE:
            self.places += found.places

    def tried(self, kind: str, parts: Iterable[str] = PARTS) -> int:
        return sum(sum(self.kinds.get(kind, {}).get(part, {}).values()) for part in parts)

    def bad(self, kind: str, names: Iterable[str] = BAD) -> dict[tuple[str, str], int]:
        """Outcome and part of the program, and how many."""
        parts = self.kinds.get(kind, {})
        counts = {(name, part): outcomes.get(name, 0) for name in names for part, outcomes in parts.items()}
        return {key: count for key, count in counts.items() if count}

    def broken(self, kind: str) -> int:
        """Bad outcomes of faults on anything but arguments that the call has not stored yet."""
        return sum(count for (_, part), count in self.bad(kind).items() if part != "argument")


def messages_of(subject: Subject) -> Iterable[str]:
    """An encryption has no forgeries. The usual decryption is broken by the simplest one."""
    if FORMS[subject.form].encrypts:
        return ("right",)
    if FORMS[subject.form].datagrams:
        return ("right", "wrong tag", "nonce as key", "zeros as key", "other data", "replayed")
    return ("right", "wrong tag") if subject.form in USUAL else [name for name in MESSAGES if name != "replayed"]


def kinds_of(subject: Subject, message: str) -> Iterable[str]:
    """Two skips at once of one message: they break every program."""
    return KINDS if message == ("right" if FORMS[subject.form].encrypts else "wrong tag") else SINGLE


def window(subject: Subject, kind: str, attack: Attack) -> list[Moment]:
    """Where faults are tried. Skips everywhere; others outside of the permutation's rounds, and on one processor in
    the rounds of a right message and of the usual forgery too."""
    if kind == "skip" or kind != "two skips" and subject.target == EVERYWHERE and attack.name in ("right", "wrong tag"):
        return attack.moments
    elf = attack.emulated.elf
    return [moment for moment in attack.moments if not ROUNDS.match(elf.function(moment.address))]


def rows_of(subject: Subject, kinds: Iterable[str], known: list[Row]) -> Iterator[Row]:
    """One for each message. What `known` has of the same program is not run again."""
    emulated = emulator(subject, build(subject, BUILD))
    code = emulated.elf.code
    digest = hashlib.sha256(code).hexdigest()[:16]
    same = {row.message: row for row in known if (row.program, row.digest) == (subject.name, digest)}
    for message in messages_of(subject):
        row = same.get(message)
        wanted = [kind for kind in kinds_of(subject, message) if kind in kinds and not (row and kind in row.kinds)]
        if wanted:
            attack = Attack(emulated, message)
            row = row or Row(subject.name, subject.form, message, digest, len(code), len(attack.moments))
            for kind in wanted:
                row.add(kind, attack.attack(kind, window(subject, kind, attack)))
        if row:
            yield row


def complaints(rows: list[Row]) -> list[str]:
    """What is not as it should be: a single fault breaks a hardened program, or no skip a usual one."""
    found = []
    for row in rows:
        for kind in SINGLE:
            if row.hardened and row.broken(kind):
                found.append(f"{row.program}, {row.message}, {kind}: {row.broken(kind)} bad outcomes")
        if not row.hardened and not row.broken("skip"):
            found.append(f"{row.program}, {row.message}: no skip breaks it; the simulator should find one")
    return found


def check(text: str, record: bool, kinds: Iterable[str] = KINDS) -> int:
    """The command. A recorded run can be stopped: it goes on with the message where it was."""
    rows, started = [], time.monotonic()
    if unknown := set(kinds) - set(KINDS):
        print(f"--kinds: no kind of fault: {', '.join(sorted(unknown))}; expected some of {', '.join(KINDS)}")
        return 2
    for subject in SUBJECTS:
        if text not in subject.name:
            continue
        for row in rows_of(subject, kinds, load() if record else []):
            rows.append(row)
            for kind in row.kinds:
                bad = ", ".join(described(row.bad(kind, (*BAD, *OTHERS)))) or "none bad"
                print(f"{row.program}: {row.message}: {kind}: {row.tried(kind):,} faults: {bad}", flush=True)
            for place in row.places:
                print(f"  {place}")
            if record:
                save(row)
    found = complaints(rows)
    for line in found:
        print(f"not as it should be: {line}")
    print(f"{len(rows)} messages in {(time.monotonic() - started) / 60:.1f} minutes")
    return int(bool(found) or not rows)


def described(bad: dict[tuple[str, str], int]) -> list[str]:
    return [f'{count:,} times "{outcome}" after a fault in the {part}' for (outcome, part), count in bad.items()]


def save(new: Row) -> None:
    """Writes the record and the page. Rows of another program of that name go."""
    kept = [row for row in load() if row.program != new.program or row.digest == new.digest]
    rows = [row for row in kept if (row.program, row.message) != (new.program, new.message)] + [new]
    programs, messages = [subject.name for subject in SUBJECTS], list(MESSAGES)
    rows.sort(key=lambda row: (programs.index(row.program), messages.index(row.message)))
    lines = ",\n".join(f"  {json.dumps(asdict(row))}" for row in rows)
    RECORD.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(START)
    PAGE.write_text(before + tables(rows) + rest.partition(END)[2], encoding="utf-8")


def load() -> list[Row]:
    return [Row(**row) for row in json.loads(RECORD.read_text(encoding="utf-8"))] if RECORD.exists() else []


def cell(every: list[Row], kind: str, parts: Sequence[str] = PARTS) -> str:
    """How many faults on parts of some programs were tried, and how many were bad."""
    rows = [row for row in every if kind in row.kinds]
    if not rows:
        return "not run"
    bad: dict[tuple[str, str], int] = {}
    for row in rows:
        for key, count in row.bad(kind).items():
            if key[1] in parts:
                bad[key] = bad.get(key, 0) + count
    tried = f"{sum(row.tried(kind, parts) for row in rows):,} faults"
    if len(rows) < len(every):
        tried += f" ({len(rows)} of {len(every)} programs)"
    names = described(bad) if len(parts) > 1 else [f'{n:,} times "{name}"' for (name, _), n in bad.items()]
    return f"{tried}; bad outcomes: {', '.join(names)}" if bad else tried


def table(head: str, lines: Iterable[list[str]]) -> list[str]:
    return ["", *markdown_tables.table(head.split(", "), lines)]


def cost_of(subject: Subject, rows: list[Row]) -> list[str]:
    """A program: its bytes, the instructions of a genuine message and of a forgery, and which faults were tried."""
    of_message = {row.message: row for row in rows}
    right, forged = of_message["right"], of_message.get("wrong tag")
    every = list(messages_of(subject))
    counts = {kind: sum(kind in row.kinds for row in rows) for kind in KINDS}
    wanted = {kind: sum(kind in kinds_of(subject, message) for message in every) for kind in KINDS}
    tried = [
        kind if count == wanted[kind] else f"{kind} (tried with {count} of {wanted[kind]} messages)"
        for kind, count in counts.items()
        if count
    ]
    return [
        subject.target, subject.profile, FORMS[subject.form].title, f"{right.bytes:,}", f"{right.instructions:,}",
        f"{forged.instructions:,}" if forged else "",
        ", ".join(tried),
    ]  # fmt: skip


def untried(recorded: set[str]) -> Iterator[str]:
    """A list of the programs that are not in the record."""
    missing: dict[str, list[str]] = {}
    for subject in SUBJECTS:
        if subject.name not in recorded:
            missing.setdefault(f"{subject.target} (`{subject.profile}` profile)", []).append(FORMS[subject.form].title)
    yield from [""] if missing else []
    for name, titles in missing.items():
        which = ", ".join(titles) if len(titles) < len(FORMS) else "all programs"
        yield f"- Programs for {name} on which no fault was tried: {which}."


def tables(rows: list[Row]) -> str:
    """Between START and END on the page: faults by message and by place, and what the programs cost."""
    by_message = [
        [FORMS[form].title, message, *(cell(each, kind) for kind in SINGLE)]
        for form in FORMS
        for message in MESSAGES
        if (each := [row for row in rows if (row.form, row.message) == (form, message)])
    ]
    by_place = [
        [FORMS[form].title, kind, *(cell(each, kind, [part]) for part in PARTS)]
        for form in FORMS
        for kind in KINDS
        if (each := [row for row in rows if row.form == form and kind in row.kinds])
    ]
    recorded = {row.program for row in rows}
    cost = [
        cost_of(subject, [row for row in rows if row.program == subject.name])
        for subject in SUBJECTS
        if subject.name in recorded
    ]
    return "\n".join([
        START,
        *table(f"program, message, {', '.join(SINGLE)}", by_message),
        *table(f"program, fault, {', '.join(PARTS)}", by_place),
        *table("processor, profile, program, bytes, instructions, instructions for a forgery, faults tried", cost),
        *untried(recorded), "", END,
    ])  # fmt: skip
