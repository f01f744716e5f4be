# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`./dev bench --rounds`: cycles of a round by every backend that the model of docs/scheduling.md knows, and its limit.

report.py calls it."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from records import Records

sys.path.append(str(Path(__file__).resolve().parent.parent / "tools"))

from markdown_tables import head, row  # noqa: E402
from scheduling.orders import OPERATIONS, in_source  # noqa: E402
from scheduling.processors import closest, find, form_of  # noqa: E402
from scheduling.simulation import limit, simulate  # noqa: E402

FEW, MANY = 6, 12
FILTER = f"/ascon-p({FEW}|{MANY})/permute/"
SECONDS = 10


def per_round(records: Records, backend: str) -> float | None:
    """By the difference of two numbers of rounds, in which calls, loads and stores are not contained."""
    cycles = [getattr(records.first(backend=backend, algorithm=f"ascon-p{n}"), "cycles", 0) for n in (FEW, MANY)]
    return (cycles[1] - cycles[0]) / (MANY - FEW) if all(cycles) else None


def table(records: Records, cpuinfo: str, machine: str) -> Iterator[str]:
    """Lines of Markdown. A cell is empty where the clock or the processor is unknown."""
    facts = dict(re.findall(r"^([^\t:\n]+?)\s*: (.*)$", cpuinfo, re.MULTILINE))
    family = closest(facts)
    yield from head("backend", "cycles of a round:", "simulated:", "limit:", "model")
    for backend in dict.fromkeys(record.backend for record in records.all):
        form = form_of(backend, machine)
        if form:
            measured, model = per_round(records, backend), find(family, form)
            figures = (simulate(in_source(form), model), limit(OPERATIONS[form], model)) if model else (None, None)
            cells = ["" if figure is None else f"{figure:.1f}" for figure in (measured, *figures)]
            yield row(f"`{backend}`", *cells, model.name if model else "")
