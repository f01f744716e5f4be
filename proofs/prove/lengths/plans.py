# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The segments that a call is cut into: which runs there are from the call or a loop head, and under which conditions.

This is what the induction is: from each cut, the plans have every way to go on, by how many bytes are left, and each
arrives at a cut with its counters, or at the return. tests/prove/test_lengths.py puts plans of given lengths together
and compares what they compute with the executable specification."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from .linear import Facts, Number, replaced, symbol
from .phases import Phase
from .walk import Plan, Step

GATE = 100  # and the number of a phase: the cut before it, as the phase's own number is its loop head


@dataclass(frozen=True)
class Loop:
    """A loop head, as it is found in traces."""

    address: int
    ahead: int  # blocks that are still to be done when the machine is there for the last time
    blocks: int = 1  # in one turn


class Plans:
    def __init__(
        self, phases: tuple[Phase, ...], loops: list[Loop], gates: dict[int, int], most: int, empty: Sequence[str] = ()
    ) -> None:
        """`gates`: addresses before phases, where the machine is once, whatever the lengths are. `most`: the longest
        string. `empty`: lengths that are 0."""
        self.phases, self.loops, self.gates, self.most, self.empty = phases, loops, gates, most, empty

    def address(self, number: int) -> int:
        """Of a cut."""
        return self.gates[number - GATE] if number >= GATE else self.loops[number].address

    def turn(self, number: int) -> tuple[int, int]:
        """The bytes of one, and the fewest that are left after the last one."""
        phase, loop = self.phases[number], self.loops[number]
        return phase.rate * loop.blocks, phase.rate * loop.ahead + phase.least

    def of(self, start: int | None) -> Iterator[Plan]:
        """All runs from the call or a head: with a further turn to come, or with a rest of known length."""
        if start is None:
            plan = Plan(None, [Step("begin")], None, facts=self.facts({}), text="call")
            yield from self._onward(0, plan)
            return
        if start >= GATE:
            name = self.phases[start - GATE].name
            plan = Plan(start, [Step("resume")], None, facts=self.facts({}), text=f"gate of {name}")
            yield from self._onward(start - GATE, plan, at_gate=True)
            return
        phase, loop, (turn, last) = self.phases[start], self.loops[start], self.turn(start)
        length, counter = symbol(phase.length), symbol(phase.counter)
        at = counter * turn
        blocks = [Step("block", start, at + phase.rate * number) for number in range(loop.blocks)]
        facts = self.facts({}).with_(length - at - last - turn)
        yield Plan(
            start, [Step("resume"), *blocks], start, {}, {phase.counter: counter + 1}, facts, f"{phase.name}: one turn"
        )
        for rest in range(last, last + turn):
            by: dict[str, Number] = {phase.length: at + rest}
            steps = [Step("resume"), Step("tail", start, at, rest)]
            yield from self._onward(
                start + 1, Plan(start, steps, None, by, {}, self.facts(by), f"{phase.name}: {rest} bytes left")
            )

    def _onward(self, number: int, plan: Plan, at_gate: bool = False) -> Iterator[Plan]:
        """The ways to go on after the phase before this one. Strings that do not come to the loop head go by the gate,
        if there is one."""
        if number == len(self.phases):
            yield Plan(plan.start, [*plan.steps, Step("end")], None, plan.by, {}, plan.facts, f"{plan.text}; return")
            return
        phase = self.phases[number]
        length = replaced(symbol(phase.length), plan.by)
        least = max(self.turn(number)[1], int(phase.skipped))
        if number in self.gates and not at_gate:
            facts, text = plan.facts.with_(least - 1 - length), f"{plan.text}; to the gate of {phase.name}"
            if facts.are_possible():
                yield Plan(plan.start, plan.steps, GATE + number, plan.by, dict(plan.by), facts, text)
        for count in range(phase.fewest, least) if at_gate or number not in self.gates else ():
            # For 0 the symbol stays: other ways to the same head have it.
            value = _solved(length, count) if count else {}
            if value is None:
                continue
            by = {**{each: replaced(number, value) for each, number in plan.by.items()}, **value}
            facts = Facts(replaced(each, value) for each in plan.facts.forms).with_(*([] if count else [-length]))
            if facts.are_possible():
                before = [replace(step, at=replaced(step.at, value)) for step in plan.steps]
                steps = [*before, Step("enter", number), Step("tail", number, 0, count)]
                text = f"{plan.text}; {phase.name} of {count} bytes"
                yield from self._onward(number + 1, Plan(plan.start, steps, None, by, {}, facts, text))
        facts = plan.facts.with_(length - least)
        if facts.are_possible() and not at_gate:
            after = {**plan.by, phase.counter: 0}
            steps = [*plan.steps, Step("enter", number)]
            yield Plan(plan.start, steps, number, plan.by, after, facts, f"{plan.text}; to {phase.name}")

    def facts(self, by: dict[str, Number]) -> Facts:
        """Strings fit into the address space, and counters of blocks are not negative."""
        forms: list[Number] = []
        for phase in self.phases:
            length, counter = (replaced(symbol(name), by) for name in (phase.length, phase.counter))
            most = 0 if phase.length in self.empty else min(self.most, phase.most or self.most)
            forms += [length - phase.fewest, most - phase.before - length, counter]
        return Facts(forms)


def _solved(length: Number, count: int) -> dict[str, Number] | None:
    """The value of its symbol with which a length is this number; None if there is none."""
    if isinstance(length, int):
        return {} if length == count else None
    ((name, factor),) = length.terms
    value, rest = divmod(count - length.constant, factor)
    return None if rest or value < 0 else {name: value}
