"""The report: docs/results/PROCESSOR.md."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from goals import LONG, MAIN_BATCHES, MANY, SOME, goals
from records import Record, Records

Figure = Callable[[Record], "float | None"]


def report(records: Records, machine: list[str], plots: dict[str, str]) -> Iterator[str]:
    """Lines of Markdown; `plots` are titles of pictures by their file names."""
    yield "# Speed of one machine"
    yield ""
    yield "Written by `./dev bench`: one run in which the samples of everything that is compared alternate."
    yield "Cycles are real core cycles, those of the fastest tenth of the samples ([how](../../bench/README.md))."
    yield ""
    yield from (f"- {line}" for line in machine)
    yield ""
    for section in (
        goal_section, single_section, packet_section, call_section, batch_section, forms_section,
        all_batches_section, threads_section, command_section, overhead_section,
    ):  # fmt: skip
        lines = list(section(records))
        if len(lines) > 1:
            yield from (*lines, "")
    for name, title in plots.items():
        yield f"![{title}]({name})"


# ---- Sections: a title, then a table; nothing but the title where nothing was measured -----------


def goal_section(records: Records) -> Iterator[str]:
    yield "## Goals"
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
        yield "Goals in cycles were set with figures of a Sapphire Rapids core; another core has others. The best"
        yield "peer is the fastest other library of the same run."
        yield ""
        yield from table(("figure", "goal", "measured", "met", "best peer", "times faster"), rows, text_columns=2)


def best_peer(goal, records: Records) -> tuple[str, str]:
    record = goal.peer(records)
    figure = getattr(record, goal.peer_figure) if record else None
    if not figure:
        return "", ""
    return f"{number(figure)} ({record.backend})", number(figure / goal.figure(records))


def single_section(records: Records) -> Iterator[str]:
    unit, figure = per_byte(records)
    yield f"## One message: {unit} per byte"
    chosen = [
        record for record in records.select(messages=1)
        if not record.is_batch and not record.operation.endswith(("-generic", "-ad", "permute"))
        and not record.operation.startswith("command-")
    ]  # fmt: skip
    yield from pivot(chosen, ("algorithm", "operation", "backend"), "bytes", figure)


def packet_section(records: Records) -> Iterator[str]:
    unit, figure = per_message(records)
    yield f"## 8 bytes with 8 bytes of associated data: {unit}"
    chosen = records.select(operation=("encrypt-ad", "decrypt-ad"), bytes=8)
    yield from pivot(chosen, ("algorithm", "operation"), "backend", figure)


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
        if named and named == records.fastest(
            algorithm=named.algorithm, operation=operation, bytes=16, messages=1, peer=False
        ):
            rows.append((named.algorithm, operation, named.backend, number(figure(named)), number(figure(generic))))
    if rows:
        yield "Of the fastest backend."
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
            yield from pivot(chosen, ("algorithm", "operation", "backend"), "messages", figure)
            yield ""


def _byte_text(records: Records) -> tuple[str, Figure]:
    unit, figure = per_byte(records)
    return f"{unit} per byte", figure


def forms_section(records: Records) -> Iterator[str]:
    unit, figure = per_byte(records)
    yield f"## Forms of batches: {unit} per byte"
    rows = []
    forms = (
        (4096, SOME, ""), (4096, SOME, "-gaps"), (750, SOME, ""), (750, SOME, "-jobs"), (750, SOME, "-jobs-random"),
        (64, MANY, ""), (64, MANY, "-jobs"),
    )  # fmt: skip
    for algorithm, operation in MAIN_BATCHES:
        by_engine: dict[str, list] = {}
        for index, (size, count, form) in enumerate(forms):
            for record in records.select(
                algorithm=algorithm, operation=operation + form, bytes=size, messages=count, threads=1
            ):
                by_engine.setdefault(record.backend, [None] * len(forms))[index] = figure(record)
        rows += [(algorithm, operation, name, *map(number, values)) for name, values in by_engine.items()]
    if rows:
        yield f"{SOME} messages of 4096 or 750 bytes, {MANY} of 64, one thread. Columns follow each other without"
        yield "gaps but where it says so (64 bytes between messages: then they are not all at one place of a page);"
        yield "random lengths are 0 to 1500 bytes, 750 in the mean."
        yield ""
        names = (
            "4096 columns", "4096 with gaps", "750 columns", "750 jobs", "random jobs", "64 columns", "64 jobs"
        )  # fmt: skip
        yield from table(("algorithm", "operation", "engine", *names), rows, text_columns=3)


def all_batches_section(records: Records) -> Iterator[str]:
    unit, figure = per_message(records)
    yield f"## Batches of every algorithm: {unit} per message"
    chosen = [record for record in records.select(messages=(SOME, MANY), threads=1) if _is_short_columns(record)]
    if chosen:
        yield "Columns of 64 bytes (PrfShort: 16), one thread."
        yield ""
        yield from pivot(chosen, ("algorithm", "operation", "bytes"), "backend", figure)


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
    yield from pivot(chosen, ("algorithm", "operation", "bytes", "messages", "backend"), "threads", figure)


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
        yield from pivot(chosen, ("algorithm", "operation"), "backend", records.bare_share)


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


def pivot(records: list[Record], rows: tuple[str, ...], column: str, figure: Figure) -> Iterator[str]:
    """A row for each combination of these attributes, a column for each value of that one."""
    if not records:
        return
    columns = list(dict.fromkeys(getattr(record, column) for record in records))
    if column != "backend":
        columns.sort()
    cells: dict[tuple, dict] = {}
    for record in records:
        key = tuple(str(getattr(record, name)) for name in rows)
        cells.setdefault(key, {})[getattr(record, column)] = figure(record)
    lines = [(*key, *(number(found.get(value)) for value in columns)) for key, found in cells.items()]
    yield from table((*rows, *map(str, columns)), lines, text_columns=len(rows))


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


def row(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"
