"""Which of the exact checks a unit gets: of its whole record, in parts (cuts.py), or in steps (steps.py).

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from . import cuts, exact, steps, units
from .elf import Elf
from .exact import Progress, Verdict
from .manifest import Unit
from .units import Prepared


def prepare(unit: Unit, elf: Elf, processor: str) -> Prepared:
    """As t-tests want it: with what is left out in steps, and without cuts."""
    return steps.prepare(unit, elf, processor).prepared if unit.steps else units.prepare(unit, elf, processor)


def verdicts(
    unit: Unit,
    elf: Elf,
    processor: str,
    highest: int = 0,
    progress: Progress = lambda *_: None,
    patience: float = math.inf,
) -> Iterator[tuple[Prepared, Verdict]]:
    """Of each order up to the highest one, or to that of the unit; in parts, order 1 alone."""
    highest = highest or unit.order
    if unit.cuts:
        yield cuts.check(unit, elf, processor, progress, patience)
        return
    if unit.steps:
        made = steps.prepare(unit, elf, processor)
        prepared, expressions = made.prepared, made.expressions
    else:
        prepared, expressions = units.prepare(unit, elf, processor), None
    for verdict in exact.by_order(prepared, highest, progress, patience, expressions):
        yield prepared, verdict
