# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Every length, by induction over the blocks of each string.

A call is cut at its loop heads, one for each string. Of each head there is a Head: what registers and stack hold
there, by the number of blocks done, which is any. Each run, from the call or a head to the next head or the return,
shows that the next one's state is as its Head says, and that exactly what the specification writes on the way is
written. Heads are found (invariants.py): bytes that change by the same amount with each block, bytes of the
specification's state, bytes that stay; all others may be anything. Then each is tried in every run, and what does not
hold is dropped until all does."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..values import NotProved, Part, Value
from . import invariants
from .linear import Facts, Number, Undecided, quotient, replaced, symbol
from .machine import NUMBERS, pointer
from .phases import OPERATIONS, Phase
from .plans import GATE, Loop, Plans
from .walk import ANY, PUBLIC_ANY, REGISTERS, STATE, Byte, Head, Place, Plan, Program, Walk, initial

MOST_WAYS = 64  # of one plan


@dataclass
class Report:
    """What a proof for every length consists of."""

    loops: list[Loop] = field(default_factory=list)
    runs: int = 0  # all
    segments: int = 0  # the plans that the proof consists of
    instructions: int = 0  # of the longest run
    stack: int = 0
    comparisons: int = 0


class Induction:
    walk: type[Walk] = Walk

    def __init__(
        self, program: Program, operation: str, loops: list[Loop], gates: dict[int, int] | None = None
    ) -> None:
        self.program, self.operation, self.loops = program, operation, loops
        self.phases: tuple[Phase, ...] = OPERATIONS[operation].mode.phases
        longest = (1 << 8 * program.abi.pointer) - 1
        self.plans = Plans(self.phases, loops, gates or {}, longest, OPERATIONS[operation].lengths_of_nulls)
        self.heads: dict[int, Head] = {}
        self.done: dict[str, int] = {}  # plans, and the version of the head where each began
        self.turned = 0  # how often a byte was changed to what does not follow from what it was
        self.report = Report(loops)
        self.notes: list[str] = []  # what was dropped that was no constant: where a proof fails, this is often why

    # ---- Runs -------------------------------------------------------------------------------------

    def walks(self, plan: Plan) -> Iterator[Walk]:
        """A run for each way that there is, by what is undecided."""
        waiting, ways = [plan.facts], 0
        while waiting:
            facts = waiting.pop()
            if not facts.are_possible():
                continue
            try:
                walk = self._run(plan, facts)
            except Undecided as undecided:
                waiting += [facts.with_(undecided.number), facts.with_(-undecided.number - 1)]
                continue
            except NotProved as reason:
                notes = f" [{'; '.join(self.notes[:2])}]" if self.notes else ""
                raise NotProved(f"{plan.text}{_where(plan, facts)}: {reason}{notes}") from None
            ways += 1
            if ways > MOST_WAYS:
                raise NotProved(f"{plan.text}: more than {MOST_WAYS} ways")
            yield walk

    def _run(self, plan: Plan, facts: Facts) -> Walk:
        self.report.runs += 1
        head = None if plan.start is None else self.heads[plan.start]
        walk = self.walk(self.program, self.operation, plan.by, facts, self._done(plan))
        walk.specify(plan.steps, head)
        if head is not None and head.made:
            made = head.made
            walk.machine.of_state = lambda word: tuple(map(walk.literal, invariants.word_of_state(word, made)))
        stops = frozenset() if plan.arrival is None else frozenset([self.plans.address(plan.arrival)])
        stopped = walk.execute(head, stops)
        if plan.arrival is not None and stopped is None:
            raise NotProved("returns, but there are blocks left")
        walk.check_outputs()
        if plan.arrival is None:
            walk.check_end()
        self.report.instructions = max(self.report.instructions, walk.machine.trace.instructions)
        self.report.comparisons += walk.graph.comparisons
        return walk

    def _done(self, plan: Plan) -> Number:
        """Bytes of the text that have their output in their place, if that is how it is called."""
        if plan.start is not None and plan.start >= GATE:
            phase = self.phases[plan.start - GATE]
            return symbol("n") if phase.name == "clearing" else phase.before
        if plan.start is None or self.phases[plan.start].name == "ad":
            return 0
        phase, turn = self.phases[plan.start], self.phases[plan.start].rate * self.loops[plan.start].blocks
        done = symbol(phase.counter) * turn + phase.before if phase.name == "text" else symbol(phase.length)
        return replaced(done, plan.by)

    # ---- Heads ------------------------------------------------------------------------------------

    def prove(self) -> Report:
        waiting: list[int | None] = [None]
        while waiting:
            begun = waiting.pop(0)
            for plan in self.plans.of(begun):
                version = self._version(begun)
                if self.done.get(plan.text) == version:
                    continue
                for walk in self.walks(plan):
                    self._arrive(plan, walk)
                if self._version(begun) != version:
                    break  # the head says less now, or a head says something else: from the start
                self.done[plan.text] = version
            waiting += [each for each in (None, *self.heads) if each not in waiting and not self._is_done(each)]
        self.report.segments = len(self.done)
        return self.report

    def _version(self, number: int | None) -> int:
        """What a run began with, and what arrivals were compared with, but for what was dropped from these since."""
        return self.turned + (0 if number is None else self.heads[number].version)

    def _is_done(self, number: int | None) -> bool:
        return all(self.done.get(plan.text) == self._version(number) for plan in self.plans.of(number))

    def _arrive(self, plan: Plan, walk: Walk) -> None:
        self.report.stack = max(self.report.stack, walk.call.depth())
        if plan.arrival is None:
            return
        if plan.arrival not in self.heads:
            make = self._loop_head if plan.arrival < GATE else self._gate
            make(plan.arrival, plan, walk)
        self._compare(plan, walk)

    def _gate(self, number: int, plan: Plan, walk: Walk) -> None:
        found = invariants.described(walk, invariants.ended(plan, self.phases))
        found |= invariants.words_of_state(found, walk.mode.sponge.bits)
        self.heads[number] = Head(self.plans.address(number), found, STATE, walk.machine._top, walk.call.stack.lowest)
        self.heads[number].made = invariants.words_made(walk.mode.sponge.bits)

    def _loop_head(self, number: int, plan: Plan, walk: Walk) -> None:
        """From the first arrival and the one a turn later. The first turn is run with what is known of its state."""
        phase = self.phases[number]
        first = invariants.described(walk, invariants.ended(plan, self.phases))
        known = [bit if bit <= 1 else ("state", place) for place, bit in enumerate(walk.mode.sponge.bits)]
        head = Head(self.plans.address(number), first, known, walk.machine._top, walk.call.stack.lowest)
        self.heads[number] = head
        begin: dict[str, Number] = {phase.counter: 0}
        turn = next(self.plans.of(number)).at_first(begin)
        later = next(self.walks(turn), None)
        head.state = STATE
        if later is None:  # the string is always shorter than a block
            head.bytes |= invariants.words_of_state(first, walk.mode.sponge.bits)
            return
        head.bytes = invariants.guessed(
            phase.counter, self.program.abi.pointer, (first, walk, {**plan.by, phase.counter: 0}),
            (invariants.described(later), later, begin),
        )  # fmt: skip
        head.lowest = min(head.lowest, later.call.stack.lowest)

    def _compare(self, plan: Plan, walk: Walk) -> None:
        """Drops what does not hold on this arrival."""
        assert plan.arrival is not None
        head = self.heads[plan.arrival]
        found = walk.found()
        by = {**plan.by, **plan.after}
        changed = turned = False
        if walk.machine._top != head.top:
            raise NotProved(f"{plan.text}: comes to the loop head with another stack pointer")
        for place in {**head.bytes, **found}:
            byte = head.bytes.get(place)
            if byte == ANY:
                continue
            if byte is None:
                if found[place] is not None and found[place] == initial_of(walk, place):
                    continue
            elif walk.matches(byte, found[place] if place in found else initial(walk, place), by):
                continue
            whole = self._otherwise(byte, place, plan, walk)
            if whole not in (byte, ANY) and place in found and walk.matches(whole, found[place], by):
                head.bytes[place], turned = whole, True
                continue
            self._note(byte, place, plan, walk)
            is_public = place not in found or walk.is_public(found[place])
            head.bytes[place] = PUBLIC_ANY if is_public and _was_public(byte) else ANY
            changed = changed or byte != head.bytes[place]
        if head.made and head.made != invariants.words_made(walk.mode.sponge.bits):
            head.made, changed = [], True
        if walk.call.stack.lowest < head.lowest:
            head.lowest, changed = walk.call.stack.lowest, True
        head.version += changed
        self.turned += turned  # all arrivals are compared again

    def _otherwise(self, byte: Byte | None, place: Place, plan: Plan, walk: Walk) -> Byte:
        """A guess: the same with the bytes of a loop's turns in the place of the length."""
        if not isinstance(byte, Part) or plan.start is None or plan.start >= GATE:
            return ANY if byte is None else byte
        length, (turn, last) = self.phases[plan.start].length, self.plans.turn(plan.start)
        whole = quotient(symbol(length) - last, turn) * turn + last
        return Part(pointer(byte.pointer.region, replaced(byte.pointer.offset, {length: whole})), byte.start, 1)

    def _note(self, byte: Byte | None, place: Place, plan: Plan, walk: Walk) -> None:
        if isinstance(byte, Part):
            number = byte.pointer.region == NUMBERS
            what = f"{'' if number else byte.pointer.region + ' + '}{byte.pointer.offset}"
        elif isinstance(byte, tuple) and any(isinstance(bit, tuple) and bit[0] != "input" for bit in byte):
            what = "of the state"
        else:
            return
        note = f"{plan.text}{_where(plan, walk.machine.facts)}: {place[0]} {place[1]:#x} is not {what}"
        self.notes.append(note)


def _was_public(byte: Byte | None) -> bool:
    """Whether what a head says of a byte, in all arrivals so far, may be left anywhere. None: as at the call."""
    return byte is None or byte == PUBLIC_ANY or isinstance(byte, int | Part)


def _where(plan: Plan, facts: Facts) -> str:
    """What is assumed on one of the ways of a plan."""
    more = [each for each in facts.forms if each not in plan.facts.forms]
    return f" (where {', '.join(f'{each} >= 0' for each in more)})" if more else ""


def initial_of(walk: Walk, place: Place) -> Value:
    """What a register or a byte of the caller's stack held at the call."""
    space, at = place
    if space in REGISTERS:
        return walk.machine.unknown(space, at)
    return None if at < 0 else walk.machine._first(space, at)  # type: ignore[return-value]
