"""The report's tables, docs/results/PROCESSOR.md. report.py calls this."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, groupby
from pathlib import Path

import engines
import ratios
from goals import LONG, MAIN_BATCHES, MANY, SOME, goals
from peers import AT_BEST
from ratios import time
from records import Record, Records

sys.path.append(str(Path(__file__).resolve().parent.parent / "tools"))

from markdown_tables import plot, row  # noqa: E402

Figure = Callable[[Record], "float | None"]


def report(records: Records, machine: list[str], plots: dict[str, str], defaults: dict[str, str]) -> Iterator[str]:
    """Lines of Markdown; `plots` are titles of pictures by their file names, `defaults` what the library chooses on
    this machine: a backend or an engine for each number of messages."""
    processor, compiler = machine[0].split(", with ")[0], machine[1].split(", ")[1]
    yield f"# Speed on {processor}, {compiler}"
    yield ""
    yield "Written by `./dev bench`: one run in which the samples of everything that is compared alternate."
    yield "Cycles are real core cycles, those of the fastest tenth of the samples ([how](../../bench/README.md))."
    yield ""
    yield from (f"- {line}" for line in machine)
    yield ""
    for name, title in plots.items():
        yield from (plot(name, title), "")
    for section in (
        partial(default_section, defaults=defaults), single_section, packet_section, call_section, batch_section,
        partial(engine_section, machine=machine), forms_section, all_batches_section, threads_section, command_section,
        overhead_section, ratio_section, goal_section,
    ):  # fmt: skip
        lines = list(section(records))
        if len(lines) > 1:
            yield from (*lines, "")


# ---- Sections: a title, then a table; nothing but the title where nothing was measured -----------


# What a user does, and with which lengths and numbers of messages.
TASKS = (
    ("AEAD128 encryption", "ascon-aead128", "encrypt", (16, 64, 256, 1536, LONG)),
    ("AEAD128 decryption", "ascon-aead128", "decrypt", (16, 64, 256, 1536, LONG)),
    ("Hash256", "ascon-hash256", "hash", (16, 64, 256, 1536, LONG)),
)


def default_section(records: Records, defaults: dict[str, str]) -> Iterator[str]:
    yield "## What you get by default"
    rows = []
    for title, algorithm, operation, sizes in TASKS:
        wanted = {"algorithm": algorithm, "threads": 1}
        for size in sizes:
            rows += default_row(f"{title}, {length(size)}", records, 1, operation, bytes=size, **wanted)
        for size, count in ((64, MANY), (4096, SOME)):
            name = f"{title}, {count} messages of {length(size)}"
            rows += default_row(name, records, count, f"batch-{operation}", bytes=size, **wanted)
    if rows:
        yield "Without any setting, on one thread. Other libraries are those of the same run, built as their users"
        yield f"do and at their best (`{AT_BEST}`): the first ratio is to the former, the second to the latter. Where"
        yield "one has no batches, it is called in a loop. The library has chosen, for this processor:"
        yield ""
        yield from (f"- `{name}` for {title}" for title, name in named_defaults(defaults))
        yield ""
        other = ("best other", "its MB/s", "ratio")
        yield from table(("task", "ns per message", "MB/s", *other, *other), rows, text_columns=1)


def named_defaults(defaults: dict[str, str]) -> Iterator[tuple[str, str]]:
    """What is chosen, and for how many messages: neighbouring numbers with the same choice together."""
    for name, group in groupby(defaults, key=defaults.get):
        counts = [int(count) for count in group]
        if counts == [1]:
            yield "single messages", name
        else:
            yield f"batches of {' to '.join(map(str, dict.fromkeys((counts[0], counts[-1]))))}", name


def default_row(title: str, records: Records, count: int, operation: str, **wanted) -> Iterator[tuple[str, ...]]:
    wanted |= {"operation": operation, "messages": count}
    ours = records.first(default=True, **wanted)
    if not ours:
        return
    others = records.select(peer=True, **wanted)
    by_build = ([r for r in others if r.backend.endswith(AT_BEST) == at_best] for at_best in (False, True))
    theirs = (other_cells(min(built, key=time, default=None), ours) for built in by_build)
    yield (title, number(ours.nanoseconds / ours.messages), megabytes(ours), *chain(*theirs))


def other_cells(other: Record | None, ours: Record) -> tuple[str, str, str]:
    if not other:
        return "", "", ""
    return f"`{other.backend}`", megabytes(other), compared(time(other) / time(ours))


def megabytes(record: Record) -> str:
    return f"{1000 * record.gigabytes_per_second:.0f}"


def length(size: int) -> str:
    return f"{size // 1024} KiB" if size % 1024 == 0 else f"{size} bytes"


def compared(ratio: float) -> str:
    """1.20: faster, 1.20: slower; never a ratio below 1."""
    if f"{ratio:.2f}" == "1.00":
        return "1.00: equal"
    return f"{ratio:.2f}: faster" if ratio > 1 else f"{1 / ratio:.2f}: slower"


def single_section(records: Records) -> Iterator[str]:
    unit, figure = per_byte(records)
    yield f"## One message: {unit} per byte"
    chosen = [
        record for record in records.select(messages=1)
        if not record.is_batch and not record.operation.endswith(("-generic", "-ad", "permute"))
        and not record.operation.startswith("command-")
    ]  # fmt: skip
    yield from grouped(chosen, ("algorithm", "operation"), ("backend",), "bytes", figure, "{} bytes")


def packet_section(records: Records) -> Iterator[str]:
    unit, figure = per_message(records)
    yield f"## 8 bytes with 8 bytes of associated data: {unit}"
    chosen = records.select(operation=("encrypt-ad", "decrypt-ad"), bytes=8)
    yield from grouped(chosen, ("algorithm",), ("backend",), "operation", figure)


def call_section(records: Records) -> Iterator[str]:
    unit, figure = per_message(records)
    yield f"## Calls by kind instead of by name, 16 bytes: {unit}"
    rows = []
    for generic in records.select(bytes=16):
        if not generic.operation.endswith("-generic"):
            continue
        operation = generic.operation.removesuffix("-generic")
        named = records.first(
            backend=generic.backend, algorithm=generic.algorithm, operation=operation, bytes=16, messages=1
        )
        if named and generic.default:
            rows.append((named.algorithm, operation, named.backend, number(figure(named)), number(figure(generic))))
    if rows:
        yield "Of the backend that is chosen."
        yield ""
        yield from table(("algorithm", "operation", "backend", "named", "generic"), rows, text_columns=3)


def batch_section(records: Records) -> Iterator[str]:
    yield "## Batches of equal lengths"
    unit, figure = per_message(records)
    for size, name, figure in ((64, f"{unit} per message", figure), (4096, *_byte_text(records))):
        chosen = [
            record for algorithm, operation in MAIN_BATCHES
            for record in records.select(algorithm=algorithm, operation=operation, bytes=size, threads=1)
        ]  # fmt: skip
        if chosen:
            yield f"Messages of {size} bytes in columns, one thread, {name} by the number of messages:"
            yield ""
            yield from grouped(chosen, ("algorithm", "operation"), ("backend",), "messages", figure)
            yield ""


def _byte_text(records: Records) -> tuple[str, Figure]:
    unit, figure = per_byte(records)
    return f"{unit} per byte", figure


def engine_section(records: Records, machine: list[str]) -> Iterator[str]:
    yield "## Engines: the rounds"
    rows = []
    family = engines.family(machine[0] if machine else "")
    for one in engines.found(records):
        form, limit = engines.ENGINES[one.engine], engines.port_limit(one.engine, family)
        share = f"{100 * limit / one.cycles:.0f} %" if limit else ""
        figures = (f"{one.cycles:.2f}", f"{limit:.2f}" if limit else "", share, f"{100 * one.share:.0f} %")
        rows.append((one.engine, str(form.states), str(form.operations), *figures))
    if rows:
        yield "Cycles of a round for each state, by the difference of Ascon-Hash and Ascon-Hasha, beside what the ports"
        yield f"for vectors of {family or 'this core'} allow, and the share of all rounds in the time of a batch of"
        yield f"{SOME} messages of 64 bytes with Ascon-Hash."
        yield ""
        columns = ("engine", "states in a register", "operations", "cycles", "limit", "reached", "rounds in all")
        yield from table(columns, rows, text_columns=1)


FORMS = (
    ("4096 bytes, columns", 4096, SOME, ""), ("4096 bytes, columns with gaps", 4096, SOME, "-gaps"),
    ("256 bytes, columns", 256, MANY, ""), ("256 bytes, jobs", 256, MANY, "-jobs"),
    ("0 to 512 bytes, jobs", 256, MANY, "-jobs-random"),
    ("64 bytes, columns", 64, MANY, ""), ("64 bytes, jobs", 64, MANY, "-jobs"),
)  # fmt: skip


def forms_section(records: Records) -> Iterator[str]:
    unit, figure = per_byte(records)
    yield f"## Forms of batches: {unit} per byte"
    tables = [lines for task in MAIN_BATCHES if (lines := list(forms_table(records, *task, figure)))]
    if tables:
        yield f"{SOME} messages of 4096 bytes, {MANY} of 256 or 64, one thread. Columns follow each other without"
        yield "gaps but where it says so (64 bytes between messages: then they are not all at one place of a page);"
        yield "random lengths are 0 to 512 bytes, 256 in the mean."
        for lines in tables:
            yield from ("", *lines)


def forms_table(records: Records, algorithm: str, operation: str, figure: Figure) -> Iterator[str]:
    """A row for each form, a column for each engine."""
    found = {}
    for name, size, count, form in FORMS:
        wanted = {"algorithm": algorithm, "operation": operation + form, "bytes": size, "messages": count}
        found[name] = {record.backend: figure(record) for record in records.select(threads=1, **wanted)}
    engines = list(dict.fromkeys(engine for figures in found.values() for engine in figures))
    if engines:
        yield f"### {algorithm}, {operation}"
        yield ""
        rows = [(name, *(number(by.get(engine)) for engine in engines)) for name, by in found.items() if by]
        yield from table(("messages", *engines), rows, text_columns=1)


def all_batches_section(records: Records) -> Iterator[str]:
    unit, figure = per_message(records)
    yield f"## Batches of every algorithm: {unit} per message"
    chosen = [record for record in records.select(messages=(SOME, MANY), threads=1) if _is_short_columns(record)]
    if chosen:
        yield "Columns of 64 bytes (PrfShort: 16), one thread."
        yield ""
        by_count = [[record for record in chosen if record.messages == count] for count in (SOME, MANY)]
        for count, some in zip((SOME, MANY), by_count):
            if some:
                yield f"### {count} messages"
                yield ""
                yield from pivot(some, ("algorithm", "operation"), "backend", figure)
                yield ""


def _is_short_columns(record: Record) -> bool:
    return record.is_batch and not record.operation.endswith(("-jobs", "-gaps", "-random")) and record.bytes <= 64


def threads_section(records: Records) -> Iterator[str]:
    yield "## Threads: gigabytes per second"
    several = {(r.algorithm, r.operation, r.bytes, r.messages) for r in records.all if r.is_batch and r.threads > 1}
    chosen = [
        record for record in records.all
        if (record.algorithm, record.operation, record.bytes, record.messages) in several and not record.peer
    ]  # fmt: skip
    figure = Record.gigabytes_per_second.fget
    yield from grouped(
        chosen, ("algorithm", "operation", "bytes", "messages"), ("backend",), "threads", figure, "{} threads"
    )


def command_section(records: Records) -> Iterator[str]:
    yield "## The command"
    rows = [
        (r.operation.removeprefix("command-"), f"{r.messages} x {r.bytes}", r.backend, str(r.threads),
         number(r.nanoseconds / 1e9), number(r.gigabytes_per_second))
        for r in records.all if r.operation.startswith("command-")
    ]  # fmt: skip
    if rows:
        yield "From start to end, files in the page cache. `command-1-thread` is with `-j1`, `command-x1` is without"
        yield "lanes besides."
        yield ""
        yield from table(("asconkit", "files x bytes", "way", "threads", "seconds", "GB/s"), rows, text_columns=4)


def overhead_section(records: Records) -> Iterator[str]:
    yield "## Share of the bare permutations in the time, 64 KiB"
    chosen = [r for r in records.select(bytes=LONG, messages=1) if records.bare_share(r)]
    if chosen:
        yield "Calls of the backend's permutation, the state in memory, over the call: above 1 where a mode keeps the"
        yield "state in registers in between."
        yield ""
        yield from grouped(chosen, ("algorithm",), ("backend",), "operation", records.bare_share)


def ratio_section(records: Records) -> Iterator[str]:
    yield "## Beside the best other library"
    rows = []
    for goal in ratios.GOALS:
        found = list(goal.every(records))
        if found:
            worst = min(found, key=lambda one: one.ratio)
            by_build = (ratios.lowest(found, at_best) for at_best in (False, True))
            cells = (f"{one.ratio:.2f} ({of_what(one)})" if one else "" for one in by_build)
            rows.append((goal.text, f"{goal.must:.2f}", f"{goal.aim:.2f}", *cells, goal.met(worst.ratio)))
    if rows:
        yield "What a user gets by default, on one thread, against what the developers want. A ratio is the other"
        yield "library's cycles over ours, the lowest of all that the row is about: to the libraries as their users"
        yield f"build them, and at their best (`{AT_BEST}`). The lower of both counts."
        yield ""
        yield from table(("work", "must", "aim", "as users build", "at best", "met"), rows, text_columns=1)


def of_what(found: ratios.Found) -> str:
    return f"{found.what}, `{found.over}`" if found.over else found.what


def goal_section(records: Records) -> Iterator[str]:
    yield "## The developers' goals"
    rows = []
    for goal in goals():
        value = goal.figure(records)
        limit = f"at {'least' if goal.at_least else 'most'} {number(goal.limit)} {goal.unit}".rstrip()
        if value is None:
            rows.append((goal.text, limit, "", "not measured", "", ""))
            continue
        measured = f"{number(value)} {goal.note(records)}".rstrip()
        rows.append((goal.text, limit, measured, "yes" if goal.is_met(value) else "no", *best_peer(goal, records)))
    if any(measured for _, _, measured, *_ in rows):
        yield "What the next changes are measured by, not what a user gets. Goals in cycles were set with figures of a"
        yield "Sapphire Rapids core; another core has others. The best peer is the fastest other library of the run."
        yield ""
        yield from table(("figure", "goal", "measured", "met", "best peer", "ratio"), rows, text_columns=2)


def best_peer(goal, records: Records) -> tuple[str, str]:
    record = goal.peer(records)
    figure = getattr(record, goal.peer_figure) if record else None
    if not figure:
        return "", ""
    return f"{number(figure)} ({record.backend})", compared(figure / goal.figure(records))


# ---- Tables --------------------------------------------------------------------------------------


def per_byte(records: Records) -> tuple[str, Figure]:
    """In cycles, or in nanoseconds where the core's clock is unknown."""
    if any(record.cycles for record in records.all):
        return "cycles", lambda record: record.cycles_per_byte
    return "nanoseconds", lambda record: record.nanoseconds / record.total_bytes


def per_message(records: Records) -> tuple[str, Figure]:
    if any(record.cycles for record in records.all):
        return "cycles", lambda record: record.cycles_per_message
    return "nanoseconds", lambda record: record.nanoseconds / record.messages


def grouped(
    records: list[Record], groups: tuple[str, ...], rows: tuple[str, ...], column: str, figure: Figure, head: str = "{}"
) -> Iterator[str]:
    """A small table for each combination of `groups`, under a heading of its own: narrow enough for any screen. Groups
    without figures are left out."""
    names = {tuple(getattr(record, name) for name in groups): None for record in records}
    for values in names:
        chosen = [record for record in records if tuple(getattr(record, name) for name in groups) == values]
        chosen = [record for record in chosen if figure(record) is not None]
        if chosen:
            yield f"### {group_title(dict(zip(groups, values)))}"
            yield ""
            yield from pivot(chosen, rows, column, figure, head)
            yield ""


def group_title(values: dict[str, object]) -> str:
    """ascon-hash256, batch-hash, 10000 messages of 64 bytes"""
    parts = [str(values[name]) for name in ("algorithm", "operation") if name in values]
    if "messages" in values:
        parts.append(f"{values['messages']} messages of {values['bytes']} bytes")
    return ", ".join(parts)


def pivot(
    records: list[Record], rows: tuple[str, ...], column: str, figure: Figure, head: str = "{}"
) -> Iterator[str]:
    """A row for each combination of these attributes, a column for each value of that one."""
    if not records:
        return
    columns = list(dict.fromkeys(getattr(record, column) for record in records))
    if column not in ("backend", "operation"):
        columns.sort()
    cells: dict[tuple, dict] = {}
    for record in records:
        key = tuple(str(getattr(record, name)) for name in rows)
        cells.setdefault(key, {})[getattr(record, column)] = figure(record)
    lines = [(*key, *(number(found.get(value)) for value in columns)) for key, found in cells.items()]
    yield from table((*rows, *map(head.format, columns)), lines, text_columns=len(rows))


def table(head: Iterable[str], rows: Iterable[tuple], text_columns: int) -> Iterator[str]:
    head = tuple(head)
    yield row(*head)
    yield row(*("---" if i < text_columns else "---:" for i in range(len(head))))
    for cells in rows:
        yield row(*cells)


def number(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}" if abs(value) >= 1 else f"{value:.3f}"
