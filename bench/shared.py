"""Records that anybody can share: what `./dev bench --share` prints, checks of such records, and the page made of them,
docs/results/shared.md.

A record says how long the calls of a user take by default and the ratio to the best other library, and on what:
processor, compiler, system. It has nothing else, so that nothing personal is in it. Python's standard library alone."""

import datetime
import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import kept
import ratios
from goals import AEAD, BATCH_BOTH_WAYS, BOTH_WAYS, HASH, LONG, MANY
from kept import Run
from peers import in_a_loop
from records import Record, Records

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "tools"))

from markdown_tables import head, row  # noqa: E402

PAGE = "docs/results/shared.md"
FOLDER = ROOT / "docs/results/shared"
FORM = "asconkit bench --share 1"
SECONDS = 150

Call = tuple[str, str, int, int]  # algorithm, operation, bytes, messages
CALLS: tuple[Call, ...] = (
    *((AEAD, operation, n, 1) for operation in BOTH_WAYS for n in ratios.SHORT_SIZES + ratios.LONG_SIZES),
    *((HASH, "hash", n, 1) for n in ratios.SHORT_SIZES + ratios.LONG_SIZES),
    *((AEAD, operation, 64, MANY) for operation in BATCH_BOTH_WAYS),
    (HASH, "batch-hash", 64, MANY),
)

# ---- A record out of a run -----------------------------------------------------------------------------


def of_run(run: Run, date: str | None = None, machine: str = "unknown") -> dict:
    """The record of a run of report.py; `machine` is physical, virtual or unknown."""
    processor, _, state = run.machine[0].rpartition("; ")
    version, *compiler, system = run.machine[1].split(", ")
    return {
        "form": FORM,
        "date": date,
        "asconkit": version.removeprefix("asconkit "),
        "processor": processor,
        "machine": machine,
        "load": float(re.search(r"load ([\d.]+)", state)[1]),
        "compiler": re.sub(r" *\([^()]*/[^()]*\)", "", ", ".join(compiler)),  # without where its sources were
        "system": system,
        "clock": run.machine[2].removeprefix("Core clock: "),
        "peers": of_peers(run.machine[3]),
        "figures": list(figures(Records(run.records))),
    }


def of_peers(line: str) -> str:
    """The versions alone: a reason why there are none, or a file's name, could have a path."""
    if line.startswith("Peers: `"):
        return line.removeprefix("Peers: ").replace("`", "").split(", built by")[0]
    return "none" if line.startswith("No peers") else "others"


def figures(records: Records) -> Iterator[dict]:
    for algorithm, operation, size, messages in CALLS:
        wanted = {"algorithm": algorithm, "operation": operation, "bytes": size, "messages": messages, "threads": 1}
        ours = records.first(default=True, **wanted)
        if ours:
            yield figure(ours, records.fastest(peer=True, **wanted))


def figure(ours: Record, other: Record | None) -> dict:
    """Of one call, or of one message of a batch."""
    return {
        "algorithm": ours.algorithm,
        "operation": ours.operation,
        "bytes": ours.bytes,
        "messages": ours.messages,
        "by": ours.backend,
        "cycles": round(ours.cycles / ours.messages, 2) or None,
        "nanoseconds": round(ours.nanoseconds / ours.messages, 2),
        "peer": other.backend if other else None,
        "ratio": round(ratios.time(other) / ratios.time(ours), 3) if other else None,
        "in a loop": in_a_loop(other) if other else None,
    }


def text_of(record: dict) -> str:
    """For a file, and to paste: a line for each figure."""
    about = json.dumps({name: value for name, value in record.items() if name != "figures"}, indent=1)
    lines = ",\n".join(f"  {json.dumps(each)}" for each in record["figures"])
    return f'{about[:-2]},\n "figures": [\n{lines}\n ]\n}}\n'


def file_name(record: dict) -> str:
    words = f"{record['processor'].split(', with')[0]} {record['compiler']}"
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-") + ".json"


# ---- Checks --------------------------------------------------------------------------------------------

# No path, no address, and nothing that Markdown or HTML would take for its own.
TEXT = re.compile(r"[A-Za-z0-9 .,;:()@+*=~_-]{1,300}")
DAY = re.compile(r"20\d\d-\d\d-\d\d")
TEXTS = ("asconkit", "processor", "compiler", "system", "clock", "peers")
FIELDS = ("form", "date", "machine", "load", "figures", *TEXTS)
FIGURE = ("algorithm", "operation", "bytes", "messages", "by", "cycles", "nanoseconds", "peer", "ratio", "in a loop")
CALL_FIELDS = FIGURE[:4]
MACHINES = ("physical", "virtual", "unknown")


def load(file: Path) -> dict:
    """The record in a file. ValueError names the file, the field, its value, and what is accepted."""
    try:
        record = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{file.name}: not JSON: {error}") from None
    for fault in faults(record):
        raise ValueError(f"{file.name}: {fault}")
    return record


def faults(record: object) -> Iterator[str]:
    """What is wrong with a record: each fault with its field and value."""
    if not isinstance(record, dict):
        yield f"{record!r:.100}: must be an object with {', '.join(FIELDS)}"
        return
    yield from wrong_names("", record, FIELDS)
    if record.keys() != set(FIELDS):
        return
    if record["form"] != FORM:
        yield f"form {record['form']!r:.100}: must be {FORM!r}"
    if record["date"] is not None and not is_day(record["date"]):
        yield f"date {record['date']!r:.100}: must be a day such as 2026-11-30, or null"
    if record["machine"] not in MACHINES:
        yield f"machine {record['machine']!r:.100}: must be one of {', '.join(MACHINES)}"
    if not is_number(record["load"], 0, 10_000):
        yield f"load {record['load']!r:.100}: must be a number from 0 to 10000"
    for name in TEXTS:
        if not is_text(record[name], TEXT):
            yield f"{name} {record[name]!r:.100}: must be 1 to 300 letters, digits, spaces and .,;:()@+*=~_-"
    yield from wrong_figures(record["figures"])


def wrong_figures(found: object) -> Iterator[str]:
    if not isinstance(found, list) or not found:
        yield f"figures {found!r:.100}: must be a list of at least one call"
        return
    calls = []
    for number, each in enumerate(found):
        where = f"figures[{number}]"
        if not isinstance(each, dict):
            yield f"{where} {each!r:.100}: must be an object with {', '.join(FIGURE)}"
            return
        wrong = [*wrong_names(f"{where}.", each, FIGURE)] or [*wrong_values(each)]
        yield from (text if text.startswith(where) else f"{where}.{text}" for text in wrong)
        calls.append(tuple(each.get(name) for name in CALL_FIELDS))
        if calls.index(calls[-1]) != number:
            yield f"{where} {calls[-1]}: must be there once"


def wrong_names(where: str, found: dict, wanted: tuple[str, ...]) -> Iterator[str]:
    for name in wanted:
        if name not in found:
            yield f"{where}{name}: is missing"
    for name in sorted(found.keys() - set(wanted)):
        yield f"{where}{name} {found[name]!r:.100}: no such field; there are {', '.join(wanted)}"


def wrong_values(each: dict) -> Iterator[str]:
    call = tuple(each[name] for name in CALL_FIELDS)
    if call not in CALLS:
        yield f"algorithm {call!r:.100}: must be a call of CALLS in bench/shared.py"
        return
    if not is_text(each["by"], TEXT):
        yield f"by {each['by']!r:.100}: must be the name of a backend or an engine"
    most = 100_000 + 3000 * each["bytes"]  # a slow microcontroller's
    if not is_number(each["nanoseconds"], 1, 100 * most):
        yield f"nanoseconds {each['nanoseconds']!r:.100}: must be a number from 1 to {100 * most}"
    elif each["cycles"] is not None and not is_number(each["cycles"], 10, most):
        yield f"cycles {each['cycles']!r:.100}: must be a number from 10 to {most}, or null"
    elif each["cycles"] is not None and not 0.005 <= each["cycles"] / each["nanoseconds"] <= 10:
        yield f"cycles {each['cycles']!r:.100}: must be 0.005 to 10 for each of {each['nanoseconds']} nanoseconds"
    yield from wrong_peer(each)


def wrong_peer(each: dict) -> Iterator[str]:
    if each["peer"] is None:
        for name in ("ratio", "in a loop"):
            if each[name] is not None:
                yield f"{name} {each[name]!r:.100}: must be null where there is no peer"
        return
    if not is_text(each["peer"], TEXT):
        yield f"peer {each['peer']!r:.100}: must be the name of a library, or null"
    if not is_number(each["ratio"], 0.01, 1000):
        yield f"ratio {each['ratio']!r:.100}: must be a number from 0.01 to 1000"
    if not isinstance(each["in a loop"], bool):
        yield f"in a loop {each['in a loop']!r:.100}: must be true or false"


def is_number(value: object, least: float, most: float) -> bool:
    """Of JSON: true and false are numbers in Python, and NaN is between no two."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and least <= value <= most


def is_day(value: object) -> bool:
    try:
        return is_text(value, DAY) and bool(datetime.date.fromisoformat(value))
    except ValueError:
        return False


def is_text(value: object, form: re.Pattern) -> bool:
    return isinstance(value, str) and form.fullmatch(value) is not None


# ---- The page ------------------------------------------------------------------------------------------

INTRODUCTION = """<!-- Generated by `./dev generate` from shared/*.json and x86-64*.json: do not edit. -->

# Speed on other machines

`./dev bench --share` measures for about three minutes and prints a record: processor, compiler, cycles, and ratios to
other libraries. The record has nothing personal: no names of users, hosts or files, and no serial number. Paste it
into an issue, or add its file to `docs/results/shared` and run `./dev generate`, which checks it. `./dev board share`
makes a record of a [board](../boards.md). The first rows are the machines of [Speed on servers](speed.md).

Cells have cycles (`ns`: nanoseconds, where the core's clock is unknown) and, in brackets, the ratio to the fastest
other library of the same run: above 1, asconkit is faster. All figures are for one thread and default settings. "In a
loop": the other library has no call for many messages.
"""
# Whether cells are per byte.
COLUMNS: tuple[tuple[str, Call, bool], ...] = (
    ("AEAD128 of 16 bytes", (AEAD, "encrypt", 16, 1), False),
    ("AEAD128 of 64 KiB, a byte", (AEAD, "encrypt", LONG, 1), True),
    ("Hash256 of 16 bytes", (HASH, "hash", 16, 1), False),
    ("Hash256 of 64 KiB, a byte", (HASH, "hash", LONG, 1), True),
    ("AEAD128 of 64 bytes, one of 10,000", (AEAD, "batch-encrypt", 64, MANY), False),
    ("Hash256 of 64 bytes, one of 10,000", (HASH, "batch-hash", 64, MANY), False),
)


def page() -> str:
    """ValueError if a record is not as it must be."""
    runs = [file for file in sorted(FOLDER.parent.glob("x86-64*.json")) if not file.stem.endswith("-partial")]
    records = [of_run(kept.load(file)) for file in runs]
    return document([*records, *(load(file) for file in sorted(FOLDER.glob("*.json")))])


def document(records: Iterable[dict]) -> str:
    lines = [INTRODUCTION, *head("measured on", *(f"{title}:" for title, *_ in COLUMNS))]
    for record in records:
        found = {tuple(each[name] for name in CALL_FIELDS): each for each in record["figures"]}
        cells = (cell(found.get(call), per_byte) for _, call, per_byte in COLUMNS)
        machine = f"{record['machine']}, {record['system']}".removeprefix("unknown, ")
        name = record["processor"].split(", with")[0]
        about = filter(None, (name, record["compiler"], machine, record["date"]))
        lines.append(row(", ".join(about), *cells))
    return "\n".join(lines) + "\n"


def cell(each: dict | None, per_byte: bool) -> str:
    if each is None:
        return ""
    unit, value = ("", each["cycles"]) if each["cycles"] is not None else (" ns", each["nanoseconds"])
    shown = f"{value / each['bytes']:.2f}{unit}" if per_byte else f"{value:.0f}{unit}"
    if each["ratio"] is None:
        return shown
    return f"{shown} ({each['ratio']:.2f}{', in a loop' if each['in a loop'] else ''})"
