"""`./dev bench --small`: batches of a few messages, as the library computes them by default, beside single calls.

report.py calls it."""

import sys
from collections.abc import Iterator
from pathlib import Path

from records import Record, Records

sys.path.append(str(Path(__file__).resolve().parent.parent / "tools"))

from markdown_tables import numbers, table  # noqa: E402

SHARE, MORE = 1.03, 100  # a batch takes at most this share of single calls, and so many cycles more


def goal(calls: Record) -> float:
    return SHARE * calls.cycles + MORE


def tables(records: Records) -> Iterator[str]:
    """Lines of Markdown: one table for each call, with the goal behind each figure. What misses it is bold."""
    if not all(record.cycles for record in records.all):
        yield "The core's clock is unknown here: there are no cycles to compare."
        return
    yield f"Cycles of a batch, and its goal: {SHARE} of those of single calls, and {MORE} more."
    met = []
    for algorithm, operation in dict.fromkeys((r.algorithm, r.operation) for r in without_random(records)):
        yield from ("", f"## {algorithm}, {operation}")
        both = records.select(algorithm=algorithm, operation=(operation, f"{operation}-random"))
        columns = list(dict.fromkeys((record.operation, record.bytes) for record in both))
        rows = []
        for count in dict.fromkeys(record.messages for record in both):
            row = [cell(records, algorithm, operation, size, count) for operation, size in columns]
            met += [is_met for text, is_met in row if text]
            rows.append([count, *(text for text, _ in row)])
        names = (f"{size} bytes" if name == operation else f"0 to {size} bytes" for name, size in columns)
        yield from table(("messages:", *numbers(names)), rows)
    yield from ("", f"{met.count(False)} of {len(met)} miss the goal.")


def without_random(records: Records) -> Iterator[Record]:
    return (record for record in records.all if not record.operation.endswith("-random"))


def cell(records: Records, algorithm: str, operation: str, size: int, count: int) -> tuple[str, bool]:
    """Its text, and whether the goal is met. Empty where a filter has left one of both out."""
    wanted = {"algorithm": algorithm, "operation": operation, "bytes": size, "messages": count}
    batch, calls = (records.first(backend=name, **wanted) for name in ("batch", "calls"))
    if not batch or not calls:
        return "", False
    text = f"{batch.cycles:.0f} / {goal(calls):.0f}"
    is_met = batch.cycles <= goal(calls)
    return (text if is_met else f"**{text}**"), is_met
