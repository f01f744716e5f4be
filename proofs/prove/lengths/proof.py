# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One call, proved for every length."""

from collections.abc import Sequence
from dataclasses import replace
from math import lcm

from ..values import NotProved
from . import heads
from .induction import Induction, Report
from .linear import Facts
from .phases import OPERATIONS
from .plans import Loop
from .walk import Program, Walk

MOST_CANDIDATES = 4  # lists of loop heads that are tried
MOST_REMAINDERS = 64


def prepared(program: Program, operations: Sequence[str]) -> Program:
    """For a message in pieces, with what the first of its calls makes of a context."""
    if OPERATIONS[operations[0]].offset is None:
        return program
    walk = Walk(program, operations[0], {}, Facts())
    walk.execute(None, frozenset())
    return replace(program, context=walk.started_context())


def prove(program: Program, operation: str) -> Report:
    """With the likeliest loop heads, then with others. If all fail, the first failure is the one to look at."""
    failure: NotProved | None = None
    traces = heads.Traces(program, OPERATIONS[operation].like or operation)
    for number, loops in enumerate(heads.found(traces)):
        try:
            return _by_remainders(program, operation, loops, heads.gates(traces, loops))
        except NotProved as reason:
            failure = failure or reason
        if number + 1 == MOST_CANDIDATES:
            break
    assert failure is not None
    raise failure


def _by_remainders(program: Program, operation: str, loops: list[Loop], gates: dict[int, int]) -> Report:
    """If code divides a length by the block before its loop, and only then, once for each remainder. So too where a
    later loop takes several blocks of an earlier one in a turn."""
    whole = Induction(program, operation, loops, gates)
    try:
        return whole.prove()
    except NotProved:
        rates = {phase.length: phase.rate for phase in reversed(whole.phases) if phase.rate > 1}
        divided = [name for name in rates if any(each == name and by <= rates[name] for each, by in whole.divisions)]
        names = [phase.length for phase in whole.phases]
        # After the loop of an earlier phase a length is 16 * i + rest, and is divided without a trace.
        divided = divided or [name for name in rates if names.count(name) > 1]
        if len(divided) != 1:
            raise
    (name,) = divided
    counters = {phase.counter for phase in whole.phases if phase.length == name}
    rate = lcm(rates[name], *(by for each, by in whole.divisions if each in counters and by <= MOST_REMAINDERS))
    reports = [Induction(program, operation, loops, gates, {name: (rest, rate)}).prove() for rest in range(rate)]
    total = reports[0]
    total.runs, total.segments = sum(each.runs for each in reports), sum(each.segments for each in reports)
    total.comparisons = sum(each.comparisons for each in reports)
    total.instructions = max(each.instructions for each in reports)
    total.remainders, total.stack = rate, max(each.stack for each in reports)
    return total
