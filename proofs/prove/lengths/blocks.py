# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Block loops of backends in assembly, for any number of blocks and any state.

Of n bytes, a loop takes all whole blocks; squeezing leaves the last block, whole or not. Its strings are these blocks:
what is left is not read or written. A call is cut at the loop's head. The state is a context without anything else."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from ..calls import ROWS
from ..loops import Loop as Named, word_of_bytes
from ..modes import STATE_BITS
from ..theorem import ALIGNMENT, Layout, check
from ..unknown import words_of
from ..values import NotProved
from . import plans
from .induction import Induction, Report
from .linear import Facts, quotient, symbol
from .machine import CONTEXT
from .phases import OPERATIONS, Bits, Decrypt, Encrypt, Mode, Operation, Phase, Sizes, Xof
from .plans import Loop
from .walk import Plan, Program, Step, Walk

MODES: dict[str, type[Mode]] = {"absorb": Mode, "squeeze": Xof, "encrypt": Encrypt, "decrypt": Decrypt}
ROW_OF_ORDER = {"le": ROWS["ascon-aead128"], "be": ROWS["ascon-128"]}
SEEN = (2, 3)  # blocks of the traces in which the head is looked for


class Blocks(Mode):
    """Blocks alone, from the state in memory on. The mode's other class says what is done with a block."""

    order: str
    layout: Layout

    def resume(self, bits: Bits) -> None:
        Mode.resume(self, bits)

    def begin(self) -> None:
        words = words_of(self.strings.bits(CONTEXT, 0, STATE_BITS // 8), self.layout)
        self.resume([bit for word in words for bit in word_of_bytes(word, self.order)])

    def end(self) -> None:
        parts = [self.sponge.bits[start : start + 64] for start in range(0, STATE_BITS, 64)]
        self.strings.leave(self.layout([word_of_bytes(part, self.order) for part in parts]), 0, 0)


def operation(function: str, layout: Layout, in_place: bool) -> Operation:
    loop = Named.named(function)
    squeezes = loop.operation == "squeeze"
    least = int(squeezes)
    phase = Phase("output" if squeezes else "text", "n", loop.rate, "i", least, fewest=loop.rate + least)
    row = replace(ROW_OF_ORDER[loop.order], b=loop.rounds)
    fields = {"order": loop.order, "layout": staticmethod(layout), "row": row, "phases": (phase,)}
    size = quotient(symbol("n") - least, loop.rate) * loop.rate
    inputs: Sizes = {} if squeezes else {"text": size}
    outputs: Sizes = {} if loop.operation == "absorb" else {"output": size}
    names = ("output" if outputs else symbol("ignored")), ("text" if inputs else symbol("ignored"))
    return Operation(
        function, type("Blocks", (Blocks, MODES[loop.operation]), fields), (CONTEXT, *names, "n"), inputs,
        {} if in_place else outputs, in_place="text" if in_place else "", context=(),
    )  # fmt: skip


class Plans(plans.Plans):
    """The runs: to the loop's head, from there around, and from there to the return with any number of bytes left."""

    def of(self, start: int | None) -> Iterator[Plan]:
        (phase,), (loop,), (turn, last) = self.phases, self.loops, self.turn(0)
        counter = symbol(phase.counter)
        at = 0 if start is None else counter * turn
        left, facts = symbol(phase.length) - at, self.facts({})
        first = Step("begin" if start is None else "resume")
        blocks = [Step("block", 0, at + phase.rate * number) for number in range(loop.ahead + loop.blocks)]
        if start is None:
            yield Plan(None, [first], 0, {}, {phase.counter: 0}, facts.with_(left - last), "call; to the loop")
        else:
            steps = [first, *blocks[: loop.blocks]]
            more = facts.with_(left - last - turn)
            yield Plan(0, steps, 0, {}, {phase.counter: counter + 1}, more, "one turn")
        for count in range(1, loop.ahead) if start is None else range(loop.ahead, loop.ahead + loop.blocks):
            least = phase.rate * count + phase.least
            over = facts.with_(left - least, least + phase.rate - 1 - left)
            yield Plan(start, [first, *blocks[:count], Step("end")], None, {}, {}, over, f"{count} blocks; return")


class BlockWalk(Walk):
    def _size(self) -> int:
        return STATE_BITS // 8

    def _add_context(self, phase_and_offset: tuple[int, ...]) -> None:
        super()._add_context(phase_and_offset)
        self.machine.regions[CONTEXT].alignment = ALIGNMENT if self.call.abi.pointer > 2 else 1

    def leave(self, state: Bits, phase: int, offset: int) -> None:
        self.left_in_context = [*state]

    def check_end(self) -> None:
        sizes = self.operation.inputs | self.operation.outputs
        left, size = self.length("n") - self.length(next(iter(sizes.values()))), self.call.abi.pointer
        result = self.machine.number(self.call.result(), size)
        if result is None or not self.machine.facts.equal(self.machine.canonical(result, size), left):
            raise NotProved(f"returns {result}, not {left}")
        check(self.graph, self.found_in_context(), self.left_in_context, "the state")


class OverBlocks(Induction):
    walk = BlockWalk

    def __init__(self, program: Program, operation: str, loop: Loop) -> None:
        super().__init__(program, operation, [loop])
        self.plans = Plans(self.phases, [loop], {}, self.plans.most)


def head(program: Program, name: str) -> Loop:
    """The first address where the machine is once more for each block."""
    traces = []
    (phase,) = OPERATIONS[name].mode.phases
    for count in SEEN:
        walk = BlockWalk(program, name, {phase.length: phase.rate * count + phase.least}, Facts())
        walk.machine.visited = []
        walk.execute(None, frozenset())
        traces.append(Counter(walk.machine.visited))
    for address, seen in traces[0].items():
        if traces[1][address] == seen + 1 <= SEEN[1] + 1:
            return Loop(address, SEEN[0] + 1 - seen)
    raise NotProved("no loop over blocks is found")


def prove(program: Program, function: str, layout: Layout, in_place: bool) -> Report:
    """`in_place`: `out` is `in`; else both are apart."""
    name = f"{function}, in place" if in_place else function
    OPERATIONS[name] = operation(function, layout, in_place)
    return OverBlocks(program, name, head(program, name)).prove()
