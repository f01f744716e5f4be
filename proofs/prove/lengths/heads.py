# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Loop heads, found in traces: a string that is a block longer takes the machine once more through its loop.

For each string the call is executed with 1 to 6 blocks of it, all other strings being empty. Addresses that are seen
once more for each block are in the loop, and the first of them in a trace is its head. Where the traces of two
lengths part, the machine has seen the length: how often it was at the head before says how many blocks are then still
to be done. Nothing of this has to be right for a proof to be: a wrong head leads to none."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from math import lcm

from .. import machine
from ..theorem import LIFTERS
from ..values import NotProved
from .linear import Facts
from .phases import OPERATIONS, Phase
from .plans import Loop
from .walk import Program, Step, Walk

BLOCKS = 4  # from which on lengths are compared
MOST_IN_A_TURN = 64


class Traces:
    """Of a call, by the lengths of its strings."""

    def __init__(self, program: Program, operation: str) -> None:
        self.program, self.operation = program, operation
        self.phases: tuple[Phase, ...] = OPERATIONS[operation].mode.phases
        self._cached = cache(self._made)

    def of(self, symbol: str, length: int, **others: int) -> list[int]:
        """All other strings are as short as they can be."""
        lengths = {phase.length: phase.least for phase in self.phases} | others | {symbol: length}
        return self._cached(tuple(lengths.items()))

    def _made(self, lengths: tuple[tuple[str, int], ...]) -> list[int]:
        by = dict(lengths)
        walk = Walk(self.program, self.operation, by, Facts())
        steps = [Step("begin")]
        for number, phase in enumerate(self.phases):
            steps += [Step("enter", number), Step("tail", number, 0, by[phase.length])]
        if "tag" in walk.operation.inputs:  # it branches on whether the tag is right
            walk.specify([*steps, Step("end")], None)
        walk.machine.visited = []
        walk.execute(None, frozenset())
        return walk.machine.visited

    def loops(self, number: int, before: list[Loop]) -> Iterator[Loop]:
        """What may be the head of this phase's loop, the likeliest first."""
        phase = self.phases[number]
        rates = [each.rate for each in self.phases if each.length == phase.length]
        turns = [phase.rate * blocks for blocks in range(1, MOST_IN_A_TURN + 1)]
        for turn in sorted(turns, key=lambda each: lcm(each, *rates)):  # short strings first
            blocks, period = turn // phase.rate, lcm(turn, *rates)
            lengths = [period * BLOCKS + self._short(phase) + period * more for more in range(3)]
            traces = [self._after(number, length, before) for length in lengths]
            counts = [Counter(trace) for trace in traces]
            growth = {address: {later[address] - count[address] for count, later in pairwise(counts)}
                      for address in dict.fromkeys(traces[-1])}  # fmt: skip
            heads = [address for address, more in growth.items() if more == {period // turn}]
            for address in heads:
                ahead = self._ahead(phase, address, turn, number, before)
                if ahead >= 0:
                    yield Loop(address, ahead, blocks)
            if heads:
                return

    def gate(self, number: int, loops: list[Loop]) -> int | None:
        """An address before this phase where the machine is once whatever the lengths are: the last
        one before traces part by this phase's length."""
        long = {phase.length: 2 * phase.rate + self._short(phase) for phase in reversed(self.phases)}
        last = self.phases[number]
        settings = [{}, *({symbol: length} for symbol, length in long.items() if symbol != last.length)]
        traces = [self.of(last.length, length, **setting) for setting in settings
                  for length in (last.least, self._short(last), long[last.length])]  # fmt: skip
        once = set.intersection(*({each for each, count in Counter(trace).items() if count == 1} for trace in traces))
        parted = next(place for place, pair in enumerate(zip(traces[1], traces[2])) if pair[0] != pair[1])
        earlier = {loop.address for loop in loops[:number]}
        begin = max((place for place, address in enumerate(traces[-1]) if address in earlier), default=-1)
        flags: set[machine.Place] = set()  # that are set before, and used: these are not followed over a cut
        for address in reversed(traces[1][:parted]):
            operations = self._operations(address)
            is_conditional = any(operation.kind == "CBRANCH" for operation in operations)
            flags -= {operation.output for operation in operations if operation.output}
            if is_conditional:
                flags |= {place for each in operations for place in each.inputs if _may_be_flag(place)}
            elif not flags and address in once and traces[-1].index(address) > begin:
                return address
        return None

    def _operations(self, address: int) -> tuple[machine.Operation, ...]:
        found = LIFTERS[self.program.elf].instructions.get(address)
        return found.operations if found else ()

    def _after(self, number: int, length: int, before: list[Loop]) -> list[int]:
        """The trace, from the end on of the loops of earlier phases that the same length has an effect on."""
        symbol = self.phases[number].length
        trace = self.of(symbol, length)
        heads = {loop.address for phase, loop in zip(self.phases, before, strict=False) if phase.length == symbol}
        last = max((place for place, address in enumerate(trace) if address in heads), default=-1)
        return trace[last + 1 :]

    def _short(self, phase: Phase) -> int:
        """A length below a block, but not 0, which calls may treat apart."""
        return max(1, phase.rate // 2)

    def _ahead(self, phase: Phase, address: int, turn: int, number: int, before: list[Loop]) -> int:
        """How many blocks are to be done when the machine is at the head for the last time."""
        length = self._short(phase)
        if any(each.length == phase.length for each in self.phases[:number]):
            length += 2 * turn  # traces part in the earlier phase, so all visits are counted
            seen = self._after(number, length, before).count(address) - self._after(number, 0, before).count(address)
            return (1 + length // turn - seen) * (turn // phase.rate)
        one, other = self.of(phase.length, length), self.of(phase.length, length + turn)
        same = next((place for place, pair in enumerate(zip(one, other)) if pair[0] != pair[1]), len(one))
        seen = one[:same].count(address) - OPERATIONS[self.operation].passed
        for earlier, loop in zip(self.phases, before, strict=False):
            if loop.address == address and not earlier.skipped:
                seen -= 1 - loop.ahead // loop.blocks
        return (1 - seen + length // turn) * (turn // phase.rate)


def _may_be_flag(place: machine.Place) -> bool:
    return place.space == "register" and place.size == 1


def gates(traces: Traces, loops: list[Loop]) -> dict[int, int]:
    """Cuts before phases whose loops come after a test of the length: else all short lengths of one string would have
    to be followed with all of the next one."""
    wanted = [number for number, loop in enumerate(loops) if loop.ahead and traces.phases[number].rate > 1]
    found = {number: traces.gate(number, loops) for number in wanted}
    return {number: address for number, address in found.items() if address is not None}


def found(traces: Traces) -> Iterator[list[Loop]]:
    """Loops of all phases, the likeliest first."""

    def onward(loops: list[Loop]) -> Iterator[list[Loop]]:
        if len(loops) == len(traces.phases):
            yield loops
            return
        some = False
        for loop in traces.loops(len(loops), loops):
            some = True
            yield from onward([*loops, loop])
        if not some:
            raise NotProved(f"no loop of {traces.phases[len(loops)].name} is found")

    return onward([])
