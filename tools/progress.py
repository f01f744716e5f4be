# SPDX-License-Identifier: Apache-2.0 OR MIT
"""How far a long run is: a bar on a terminal, a line for each result elsewhere."""

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def shown(
    results: Iterable[T], total: int, title: str, line: Callable[[T], str], counts: Callable[[T], bool] = lambda _: True
) -> Iterator[T]:
    """The results, as they come; `total` of them are expected, of those that count."""
    if sys.stderr.isatty():
        yield from _with_bar(results, total, title, line, counts)
        return
    number = 0
    for result in results:
        number += counts(result)
        print(f"[{number}/{total}] {line(result)}", file=sys.stderr, flush=True)
        yield result


def _with_bar(
    results: Iterable[T], total: int, title: str, line: Callable[[T], str], counts: Callable[[T], bool]
) -> Iterator[T]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task(title, total=total)
        for result in results:
            progress.print(line(result), highlight=False, markup=False)
            progress.advance(task, counts(result))
            yield result
