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
    """For messages in pieces, with what the calls that start one make of a context."""
    contexts = {}
    for name in operations:
        mode = OPERATIONS[name].mode
        if OPERATIONS[name].context == ():
            shortest: dict[str, Number] = {phase.length: 0 for phase in mode.phases}
            walk = Walk(program, name, shortest, Facts())
            walk.execute(None, frozenset())
            contexts[mode.row.name] = walk.started_context()
    return replace(program, contexts=contexts)


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
