# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One call, proved for every length."""

from collections.abc import Sequence
from dataclasses import replace

from ..values import NotProved
from . import batches, heads
from .induction import Induction, Report
from .linear import Facts, Number
from .phases import OPERATIONS
from .walk import Program, Walk

MOST_CANDIDATES = 4  # lists of loop heads that are tried


def prepared(program: Program, operations: Sequence[str]) -> Program:
    """For a message in pieces, with what the first of its calls makes of a context."""
    if OPERATIONS[operations[0]].context is None:
        return program
    shortest: dict[str, Number] = {phase.length: 0 for phase in OPERATIONS[operations[0]].mode.phases}
    walk = Walk(program, operations[0], shortest, Facts())
    walk.execute(None, frozenset())
    return replace(program, context=walk.started_context())


def prove(program: Program, operation: str) -> Report:
    """With the likeliest loop heads, then with others. If all fail, the first failure is the one to look at."""
    if OPERATIONS[operation].single:
        return batches.prove(program, operation)
    failure: NotProved | None = None
    traces = heads.Traces(program, OPERATIONS[operation].like or operation)
    for number, loops in enumerate(heads.found(traces)):
        try:
            return Induction(program, operation, loops, heads.gates(traces, loops)).prove()
        except NotProved as reason:
            failure = failure or reason
        if number + 1 == MOST_CANDIDATES:
            break
    assert failure is not None
    raise failure
