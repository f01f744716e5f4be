"""How far a long run is: a bar on a terminal, a line for each step elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from .jobs import Outcome


def shown(outcomes: Iterable[Outcome], total: int) -> Iterator[Outcome]:
    if sys.stderr.isatty():
        yield from _with_bar(outcomes, total)
        return
    for number, outcome in enumerate(outcomes, 1):
        print(f"[{number}/{total}] {line(outcome)}", file=sys.stderr, flush=True)
        yield outcome


def line(outcome: Outcome) -> str:
    state = "".join(f"\n    FAILED: {failure}" for failure in outcome.failures)
    return f"{outcome.configuration.label}: {len(outcome.records)} records, {outcome.seconds:.0f} s{state}"


def _with_bar(outcomes: Iterable[Outcome], total: int) -> Iterator[Outcome]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("matrix", total=total)
        for outcome in outcomes:
            progress.print(line(outcome), highlight=False, markup=False)
            progress.advance(task)
            yield outcome
