"""The permutation as a function of which nothing is known but that equal states give equal results.

Whoever calls it is then proved for each permutation that there could be. What a call of the real one does besides, to
registers and to the stack, is known from its own proof, which comes first. SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from spec import permutation

from .abi import Abi
from .graph import Graph, Literal
from .machine import STACK, Machine, Place
from .specification import Specification, Word
from .theorem import ALIGNMENT, PUBLIC, SECRET, Layout, Proof
from .values import Later, NotProved, Pointer, Value, bits_of, settled, value_of

LEFT, NO_SECRET = "left by the permutation", "address or constant left by the permutation"
RESULT = "result of the permutation"


class Unknown(Specification):
    """Results are new inputs of the graph, those of a state that is known are computed."""

    def __init__(self, graph: Graph) -> None:
        super().__init__(graph)
        self._results: dict[tuple[int, tuple[Word, ...]], list[Word]] = {}

    def permute(self, state: Sequence[Word], rounds: int) -> list[Word]:
        call = rounds, tuple(state)
        if call not in self._results:
            self._results[call] = self._known(state, rounds) or self._new()
        return self._results[call]

    def _new(self) -> list[Word]:
        return [self.graph.inputs(f"{RESULT} x{word}", 64) for word in range(5)]

    def _known(self, state: Sequence[Word], rounds: int) -> list[Word]:
        if any(literal > 1 for word in state for literal in word):
            return []
        words = [sum(literal << bit for bit, literal in enumerate(word)) for word in state]
        return [tuple(word >> bit & 1 for bit in range(64)) for word in permutation.permute(words, rounds)]


@dataclass(frozen=True)
class Called:
    """The function of a program that is the permutation: what calls of it do, in a machine that executes the caller."""

    address: int
    abi: Abi
    layout: Layout
    proofs: dict[int, Proof]  # of it, by rounds
    arguments: Mapping[int, int] = field(default_factory=dict)  # numbers of rounds by what stands for them, if given so

    def install(self, machine: Machine) -> Unknown:
        """From now on, calls of it are of a function of which nothing is known."""
        unknown = Unknown(machine.graph)
        machine.functions[self.address] = lambda machine: self._executed(machine, unknown)
        return unknown

    def _executed(self, machine: Machine, unknown: Unknown) -> int | None:
        state, rounds = self._arguments(machine)
        frame, back = self._frame(machine), self._back(machine)
        self._check(machine, state, frame)
        bits = bits_of(settled(machine.load(state, 40)), 40)
        self._leave(machine, self.proofs[rounds], frame)
        words = unknown.permute(words_of(bits, self.layout), rounds)
        machine.store(state, 40, value_of(tuple(self.layout(words))))
        return machine.target(back)

    def _arguments(self, machine: Machine) -> tuple[Pointer, int]:
        state = register(machine, self.abi.arguments[0], self.abi.pointer)
        abi = self.abi
        argument = register(machine, abi.arguments[1], abi.pointer if self.arguments else abi.unsigned)
        rounds = self.arguments.get(argument) if self.arguments and isinstance(argument, int) else argument
        if not isinstance(state, Pointer):
            raise NotProved(f"calls the permutation with {state} as the address of a state")
        if not isinstance(rounds, int) or rounds not in self.proofs:
            raise NotProved(f"calls the permutation with {argument} rounds, of which there is no proof")
        return state, rounds

    def _frame(self, machine: Machine) -> int:
        """Where the stack pointer is."""
        pointer = register(machine, self.abi.stack, self.abi.pointer)
        if not isinstance(pointer, Pointer) or pointer.region != STACK or pointer.offset % self.abi.pointer:
            raise NotProved(f"calls the permutation with the stack pointer at {pointer}")
        return pointer.offset

    def _back(self, machine: Machine) -> Value:
        """The return address, without the bit that says that it is one of Thumb code."""
        abi = self.abi
        if not abi.link:
            address = machine.load(Pointer(STACK, self._frame(machine) + abi.return_at), abi.pointer)
            return settled(address)
        link = register(machine, abi.link, abi.pointer)
        if isinstance(link, Pointer):
            return Pointer(link.region, link.offset - abi.return_bit)
        return link - abi.return_bit if isinstance(link, int) else link

    def _check(self, machine: Machine, state: Pointer, frame: int) -> None:
        """That the permutation is called as in its own proof."""
        region = machine.regions[state.region] if state.region in machine.regions else None
        if region is None or region.alignment % ALIGNMENT or (state.offset + region.residue) % ALIGNMENT:
            raise NotProved(f"calls the permutation with a state at {state}, which is not aligned")
        if state.region == STACK and state.offset < frame + self.abi.above:
            raise NotProved(f"calls the permutation with a state at {state}, below the stack pointer")
        check_entry(machine, self.abi)

    def _leave(self, machine: Machine, proof: Proof, frame: int) -> None:
        """Registers and stack as the permutation leaves them: anything may be in what it has changed."""
        stack, registers, pointer = machine.regions[STACK], machine.spaces["register"], machine.register(self.abi.stack)
        for at, register in proof.left.items():
            stack.cells.write(frame + at, 1, self._left(machine, register))
        stack.lowest = min(stack.lowest, frame + self.abi.return_at - proof.stack)
        for start, size in runs(proof.changed):
            registers.write(start, size, self._anything(machine, size))
        popped = 0 if self.abi.link else self.abi.pointer
        registers.write(pointer.offset, pointer.size, Pointer(STACK, frame + popped))

    def _left(self, machine: Machine, register: int) -> Value:
        if register in (PUBLIC, SECRET):
            return self._anything(machine, 1, LEFT if register == SECRET else NO_SECRET)
        return machine.spaces["register"].read(register, 1)

    def _anything(self, machine: Machine, size: int, name: str = LEFT) -> Later:
        return Later(lambda: machine.graph.inputs(name, 8 * size))


def words_of(bits: Sequence[Literal], layout: Layout) -> list[Word]:
    """The words of a state in memory."""
    numbers = [tuple(range(start, start + 64)) for start in range(0, 320, 64)]
    in_order = [0] * 320
    for literal, number in zip(bits, layout(numbers), strict=True):
        in_order[number] = literal
    return [tuple(in_order[start : start + 64]) for start in range(0, 320, 64)]


def check_entry(machine: Machine, abi: Abi) -> None:
    """Registers have at a call what the calling convention says."""
    for name, number in abi.at_entry.items():
        if settled(machine.read(machine.register(name))) != number:
            raise NotProved(f"calls without {name} = {number}")


def register(machine: Machine, name: str, size: int) -> Value:
    place = machine.register(name)
    return settled(machine.read(Place(place.space, place.offset, size)))


def runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Numbers that follow each other: the first one, and how many they are."""
    start = 0
    for place, number in enumerate(numbers):
        if place + 1 == len(numbers) or numbers[place + 1] != number + 1:
            yield numbers[start], place + 1 - start
            start = place + 1
