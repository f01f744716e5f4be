"""What is proved of a function, from its machine code, for all inputs.

For a number of rounds r: called with the address of a state and r, the function returns to its caller; the state then
holds Ascon-p[r] of what it held; the stack pointer and the registers that the calling convention says so are as they
were; nothing was read or written but the state, the function's own stack, its return address and constants of the
program; and no branch, address or count of a shift depended on the state, as execution would have stopped there.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import gc
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from lab.elf import Elf

from . import corrections, rvv, sve2
from .abi import Abi
from .graph import Graph, Literal
from .machine import RETURN, STACK, Lifter, Machine, Place, Region
from .specification import Specification, Word, plain
from .values import NotProved, Pointer, Value, bits_of, settled

sys.setrecursionlimit(100_000)  # results that wait for each other: values.Later
gc.set_threshold(200_000, 20, 20)  # graphs are many small objects: the usual 700 take a quarter of the time

STATE = "state"
PUBLIC, SECRET = -1, -2  # what is left on the stack: constants and addresses; what may depend on inputs
MOST_STACK = 1 << 16
ALIGNMENT = 8  # of a state, as all conventions but that of AVR have it for integers of 64 bits
ALIGNMENT_OF_LANES = 64  # batch/lanes.h says so
LIFTERS: WeakKeyDictionary[Elf, Lifter] = WeakKeyDictionary()  # of programs
Layout = Callable[[Sequence[Word]], list[Literal]]


@dataclass
class Proof:
    """What was found in a proof that succeeded."""

    instructions: int  # executed
    stack: int  # bytes below the stack pointer at the call
    nodes: int
    comparisons: int
    constants: int  # bytes read
    mnemonics: frozenset[str]
    changed: tuple[int, ...]  # bytes of registers that are not as they were, by p-code's numbers
    left: dict[int, int]  # bytes of the stack: the byte of a register whose value is there at the end, PUBLIC or SECRET


class Call:
    """A call of a function of a program, with arguments still to be set."""

    def __init__(self, elf: Elf, abi: Abi, arguments: int = 4, joins: bool = True) -> None:
        """Prepares the call of a function that has at most so many arguments. Graph explains `joins`."""
        self.elf, self.abi = elf, abi
        self.graph = Graph(joins=joins)
        if elf not in LIFTERS:
            LIFTERS[elf] = Lifter(abi.language, abi.context)
        self.machine = Machine(self.graph, LIFTERS[elf], self._constant, abi.pointer, abi.code_unit)
        self.machine.code = self._code
        self.machine.secret_products = abi.secret_products
        self.machine.at_entry = abi.at_entry
        self.machine.stack_pointer, self.machine.red_zone = abi.stack, abi.red_zone
        self.machine.vector_bytes = abi.vector_bytes
        corrections.install(self.machine)
        if abi.vector_bytes:
            {"AARCH64": sve2, "RISCV": rvv}[self.machine.family].install(self.machine)
        self._enter(max(0, arguments - len(abi.arguments)))

    def _enter(self, on_stack: int) -> None:
        """The state of the processor after the instruction that called, with so many arguments on the stack."""
        abi, machine = self.abi, self.machine
        above = abi.above + on_stack * abi.pointer
        self.stack = machine.add_region(STACK, above, abi.alignment, residue=abi.residue, below=MOST_STACK)
        self._set(abi.stack, Pointer(STACK, 0))
        if abi.link:
            self._set(abi.link, Pointer(RETURN, abi.return_bit))
        else:
            self.stack.cells.write(abi.return_at, abi.pointer, machine.on_stack(Pointer(RETURN, 0)))
        for name, number in abi.at_entry.items():
            self._set(name, number)
        for name, symbol in abi.fixed.items():
            if symbol in self.elf.symbols:
                self._set(name, self.elf.symbols[symbol])
        for name in abi.bits:
            self._set(name, (*bits_of(self._get(name), 1)[:1], *[0] * 7))
        self.before = {name: self._get(name) for name in (*abi.saved, *abi.bits)}

    def _set(self, name: str, value: Value) -> None:
        self.machine.write(self.machine.register(name), value)

    def _get(self, name: str) -> Value:
        return settled(self.machine.read(self.machine.register(name)))

    def argument(self, number: int, value: Value, size: int = 0) -> None:
        """`size`: bytes of it that the convention defines; what is above is anything."""
        abi, on_stack = self.abi, number - len(self.abi.arguments)
        if on_stack >= 0:
            self.stack.cells.write(abi.above + on_stack * abi.pointer, abi.pointer, value)
            return
        place = self.machine.register(abi.arguments[number])
        self.machine.write(Place(place.space, place.offset, size or abi.pointer), value)

    def result(self, size: int = 0) -> Value:
        """The result of the function: a number of `size` bytes, or with 0 of as many bytes as an address has."""
        place = self.machine.register(self.abi.result or self.abi.arguments[0])
        return settled(self.machine.read(Place(place.space, place.offset, size or self.abi.pointer)))

    def region(self, name: str, size: int, alignment: int = 1) -> Region:
        return self.machine.add_region(name, size, alignment)

    def run(self, address: int) -> None:
        machine = self.machine
        self._registers_before = machine.spaces["register"].bytes()
        try:
            machine.run(address)
            self._check_return()
        except NotProved as reason:
            raise NotProved(f"{self._here()}: {reason}") from None

    def _here(self) -> str:
        where = self.elf.function(self.machine.here)
        try:
            text = self.machine.disassembled(self.machine.here)[1]
        except NotProved:
            text = "?"
        return f"{self.machine.here:#x} {where}: {text}"

    def _check_return(self) -> None:
        abi = self.abi
        popped = 0 if abi.link else abi.pointer
        expected = {abi.stack: Pointer(STACK, popped), **self.before, **abi.at_return}
        for name, value in expected.items():
            found = self._get(name)
            if found != value:
                raise NotProved(f"returns with {name} = {_shown(found)}, not {_shown(value)}")

    # ---- The program's memory ---------------------------------------------------------------------

    def _constant(self, address: int, size: int) -> bytes:
        found = self._bytes(address, size)
        if len(found) < size:
            raise NotProved(f"reads {size} bytes at {address:#x}, which are not constants of the program")
        return found

    def _code(self, address: int, size: int) -> bytes:
        found = self._bytes(address, size)
        if not found:
            raise NotProved(f"goes to {address:#x}, where there is no code")
        return found

    def _bytes(self, address: int, size: int) -> bytes:
        for start, data in self.elf.constants:
            if start <= address < start + len(data):
                return data[address - start : address - start + size]
        return b""

    def depth(self) -> int:
        """The most bytes below the stack pointer at the call that were used."""
        return max(0, self.abi.return_at - self.stack.lowest) if self.stack.lowest else 0

    def proof(self) -> Proof:
        trace = self.machine.trace
        return Proof(
            trace.instructions, self.depth(), len(self.graph.kinds), self.graph.comparisons, len(trace.constants),
            frozenset(trace.text), tuple(self._changed()), dict(self._left()),
        )  # fmt: skip

    def _left(self) -> Iterator[tuple[int, int]]:
        origin = {value: address for (space, address), value in self.machine.first.items() if space == "register"}
        for at, value in self.stack.cells.bytes().items():
            if at < 0:
                yield at, origin.get(value, SECRET) if isinstance(value, tuple) else PUBLIC

    def _changed(self) -> Iterator[int]:
        """Registers that were not read or written have a value in neither."""
        before, first = self._registers_before, self.machine.first
        for address, value in self.machine.spaces["register"].bytes().items():
            if _if_known(value) != _if_known(before.get(address, first.get(("register", address)))):
                yield address


def _if_known(value: Value | None) -> Value | None:
    """Flags may be of what cannot be computed with."""
    try:
        return None if value is None else settled(value)
    except NotProved:
        return None


def _shown(value: Value) -> str:
    if isinstance(value, tuple):
        return "a value that depends on its inputs"
    return f"{value:#x}" if isinstance(value, int) else f"{value}"


# ---- The permutation --------------------------------------------------------------------------------


def state_of_inputs(graph: Graph, lane: int = 0) -> list[Word]:
    return [graph.inputs(f"lane {lane} x{word}", 64) for word in range(5)]


def put(region: Region, literals: Sequence[Literal]) -> None:
    for byte in range(len(literals) // 8):
        region.cells.write(byte, 1, tuple(literals[8 * byte : 8 * byte + 8]))


def taken(region: Region, size: int) -> list[Literal]:
    return [bit for byte in range(size) for bit in bits_of(settled(region.cells.read(byte, 1)), 1)]


def permutation(
    elf: Elf, abi: Abi, function: str, layout: Layout, rounds: int, lanes: int = 1, argument: int | None = None
) -> Proof:
    """Proves it for a function that permutes a state, or so many of them at a time; or raises NotProved. The function
    is told the number of rounds, or this argument, a size_t, that stands for it."""
    call = Call(elf, abi)
    states = [state_of_inputs(call.graph, lane) for lane in range(lanes)]
    wanted = [Specification(call.graph).permute(words, rounds) for words in states]
    found = permuted(call, function, layout, rounds, states, argument)
    check(call.graph, found, in_memory(wanted, layout), "the state")
    return call.proof()


def permuted(
    call: Call, function: str, layout: Layout, rounds: int, states: Sequence[Sequence[Word]],
    argument: int | None = None,
) -> list[Literal]:  # fmt: skip
    """What a call of the function makes of states in memory."""
    abi, size = call.abi, 40 * len(states)
    alignment = ALIGNMENT if abi.pointer > 2 else 1
    state = call.region(STATE, size, alignment if len(states) == 1 else ALIGNMENT_OF_LANES)
    put(state, in_memory(states, layout))
    call.argument(0, Pointer(STATE, 0))
    if argument is None:
        call.argument(1, rounds, abi.unsigned)
    else:
        call.argument(1, argument, abi.pointer)
    call.run(call.elf.address(function))
    return taken(state, size)


def in_memory(states: Sequence[Sequence[Word]], layout: Layout) -> list[Literal]:
    """The bits of states in memory. Several states are interleaved: word 0 of each, then word 1 of each, and so on."""
    if len(states) == 1:
        return layout(states[0])
    return plain([words[place] for place in range(5) for words in states])


def check(graph: Graph, found: Sequence[Literal], wanted: Sequence[Literal], what: str) -> None:
    wrong = [bit for bit, pair in enumerate(zip(found, wanted, strict=True)) if pair[0] != pair[1]]
    if not wrong:
        return
    bit = wrong[0]
    difference = graph.pattern(found[bit]) ^ graph.pattern(wanted[bit])
    seen = f"differ for {difference.bit_count()} of 192 random inputs" if difference else "could not be proved equal"
    count = f"{len(wrong)} of {len(wanted)} bits"
    raise NotProved(f"{what}: {count} are not the specification's; those of bit {bit} {seen}")
