# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One run of the machine code, from the call or from a loop head to the next loop head or the return, and the
specification beside it; and what a loop head's state has to be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import Any, Union

from lab.elf import Elf

from .. import calls, libc
from ..abi import Abi
from ..calls import Form as CallForm
from ..graph import AND, INPUT, XOR, Literal
from ..machine import STACK
from ..specification import Specification
from ..theorem import check, taken
from ..unknown import Called
from ..values import NotProved, Part, Pointer, Value, bits_of, settled
from . import single
from .linear import Facts, Form, Number, Undecided, constant_of, replaced, symbol
from .machine import CONTEXT, NUMBERS, Call, Machine, Places, pointer
from .phases import MESSAGE_WORDS, OPERATIONS, Aead, Encrypt, Mode, Operation

BLOCK_STATE, ANYTHING, PUBLIC_BYTE = "state at a loop head", "anything", "public byte at a loop head"
REGISTERS = ("register", "mem")  # spaces of p-code
# Inputs that are the same in all runs of a call.
LASTING = ("register ", "mem ", "stack byte ", "key byte ", "nonce byte ", "tag byte ", "context byte ")
LONGEST_KEY = 20  # bytes
MOST_NODES = 12  # of an expression that is carried from one run to the next

# ---- What a byte holds at a loop head ---------------------------------------------------------------

# A bit: 0 or 1, or an expression over the specification's state and the call's inputs:
Bit = Union[int, tuple[Any, ...]]  # ("state", i), ("input", name), ("xor" or "and", Bit, Bit), ("not", Bit)
Made = list[tuple[int, list[Bit]]]  # numbers, and what of the state these are


@dataclass(frozen=True)
class Unspecified:
    """Anything may be there, so nothing that is computed with it can be proved. But it may be left where it is, if it
    is a function of what is public."""

    is_public: bool = False


Byte = Union[int, tuple[Any, ...], Part, Unspecified]
ANY, PUBLIC_ANY = Unspecified(), Unspecified(is_public=True)
STATE: list[Bit] = [("state", place) for place in range(320)]
Place = tuple[str, int]  # a space of registers or the stack, and where in it


@dataclass
class Head:
    """The state that a loop head has whenever the machine is there: by a counter of blocks, and the lengths."""

    address: int
    bytes: dict[Place, Byte]
    state: list[Bit]  # the specification's; all bits are ("state", i), but those that are known at the first block
    top: int = 0  # where the stack pointer is
    lowest: int = 0  # of the bytes of the stack that have been used
    version: int = 0
    made: Made = field(default_factory=list)  # of the specification's state, where that is one constant


@dataclass(frozen=True)
class Program:
    elf: Elf
    abi: Abi
    called: Called | None
    alignment: int = 1  # of all strings' addresses, and
    residue: int = 0  # how far these are above a multiple of that
    # What a call that starts a message puts behind the state: pointers, by the algorithm.
    contexts: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Step:
    """Of the specification, in one run."""

    what: str  # begin, resume, enter, block, tail, end
    phase: int = 0
    at: Number = 0
    count: int = 0

    def do(self, mode: Mode, state: Sequence[Bit], at: Number) -> None:
        """`state`: to resume with; `at`: as a run has it."""
        phase = mode.phases[self.phase : self.phase + 1]
        arguments = {"resume": (state,), "enter": phase, "block": (*phase, at), "tail": (*phase, at, self.count)}
        getattr(mode, self.what)(*arguments.get(self.what, ()))


@dataclass
class Plan:
    """A run: where it starts, under which conditions, what the specification does, and where it has to arrive."""

    start: int | None  # phase; None: the call
    steps: list[Step]
    arrival: int | None  # phase; None: the return
    by: dict[str, Number] = field(default_factory=dict)  # symbols that have other values here
    after: dict[str, Number] = field(default_factory=dict)  # the same for the head where it arrives
    facts: Facts = field(default_factory=Facts)
    text: str = ""

    def at_first(self, begin: dict[str, Number]) -> Plan:
        """The same with these values of symbols."""
        facts = Facts(replaced(each, begin) for each in self.facts.forms)
        steps = [replace(each, at=replaced(each.at, begin)) for each in self.steps]
        return Plan(self.start, steps, self.arrival, begin, {}, facts, f"{self.text}, the first")


class Walk(calls.OneShot):
    """A run. OneShot's parts about what is left behind, tags and results are used as they are."""

    call: Call
    machine: Machine

    def __init__(
        self, program: Program, operation: str, by: Mapping[str, Number], facts: Facts, done: Number = 0
    ) -> None:
        """`done`: bytes of a text in place that have been overwritten before this run."""
        self.form, self.program = CallForm(operation), program
        self.operation: Operation = OPERATIONS[operation]
        self.by, self.done = by, done
        self.call = Call(program.elf, program.abi, len(self.operation.arguments), facts)
        self.machine, self.graph = self.call.machine, self.call.graph
        self.machine.inside = self.operation.inside
        called = program.called
        self.permutation = called.install(self.machine) if called else Specification(self.graph)
        libc.install(self.machine, program.elf, program.abi)
        self._public: set[Literal] = set()
        self.public = single.public(self) if self.operation.fields else calls.PUBLIC
        self._decided: dict[Literal, Literal] = {}
        self._inputs: dict[str, tuple[Literal, ...]] = {}
        self._tag: list[Literal] | None = None
        self.wanted: dict[tuple[str, Number], tuple[Literal, ...]] = {}
        self.cleared: dict[str, Number] = {}  # how many bytes, at once
        for name, size in (*self.operation.inputs.items(), *self.operation.outputs.items()):
            self._region(name, size)
        if self.operation.context is not None:
            self._add_context(self.operation.context)
        if self.operation.fields:  # an ascon_message
            size = program.abi.pointer
            message = self.machine.add_region("fields", MESSAGE_WORDS * size, 8)
            message.writable = False
            for number, argument in enumerate(self.operation.fields):
                message.cells.write(number * size, size, self._argument(argument))
        self.expected: list[tuple[Number, calls.Bits]] = []  # messages of a batch: where they are, and their results
        if self.operation.single:
            single.install(self)
        self.mode: Mode = self.operation.mode(self)

    # ---- Contexts ---------------------------------------------------------------------------------

    # ascon_sponge_ctx: the state, the backend, the parameters, the phase, the offset; ascon_aead_ctx has the key before
    # the phase.
    def _described_context(self, phase_and_offset: tuple[int, ...]) -> list[Value]:
        key: list[Value] = []
        row = self.operation.mode.row
        if issubclass(self.operation.mode, Aead):
            key = [*(self._byte("key", at) for at in range(row.key)), *[0] * (LONGEST_KEY - row.key)]
        return [*self.program.contexts[row.name], *key, *phase_and_offset]

    def _size(self) -> int:
        known = 40 + 2 * self.call.abi.pointer + LONGEST_KEY * issubclass(self.operation.mode, Aead) + 2
        return known + -known % 8

    def _add_context(self, phase_and_offset: tuple[int, ...]) -> None:
        context = self.machine.add_region(CONTEXT, self._size(), 8)
        for at in range(self._size()):
            context.cells.write(at, 1, self._byte(CONTEXT, at))
        if phase_and_offset:
            for at, byte in enumerate(self._described_context(phase_and_offset), 40):
                context.cells.write(at, 1, byte)

    def leave(self, state: calls.Bits, phase: int, offset: int) -> None:
        """The context after the call."""
        known = [bit for byte in self._described_context((phase, offset)) for bit in bits_of(byte, 1)]
        end = 40 + len(known) // 8
        self.left_in_context = [*state, *known, *self.bits(CONTEXT, end, self._size() - end)]

    def clear(self) -> None:
        self.left_in_context = [0] * 8 * self._size()

    def found_in_context(self) -> list[Literal]:
        return taken(self.machine.regions[CONTEXT], self._size())

    def started_context(self) -> tuple[int, ...]:
        """What has been put behind the state."""
        bits = self.found_in_context()[8 * 40 : 8 * (40 + 2 * self.call.abi.pointer)]
        if max(bits) > 1:
            raise NotProved("starts a message with what depends on the context before")
        return tuple(sum(bit << place for place, bit in enumerate(bits[at : at + 8])) for at in range(0, len(bits), 8))

    # ---- Strings ----------------------------------------------------------------------------------

    def length(self, size: str | int | Form) -> Number:
        return replaced(symbol(size) if isinstance(size, str) else size, self.by)

    def _region(self, name: str, size: str | int | Form) -> None:
        is_output, in_place = name in self.operation.outputs, name == self.operation.in_place

        def first(at: Number) -> Value:
            if is_output or (in_place and not self.machine.facts.imply(at - self.done)):
                raise NotProved(f"reads byte {at} of {name}, which is not an input any more, or never was")
            return self._byte(name, at)

        program = self.program
        region = self.call.string(name, self.length(size), first, program.alignment, program.residue)
        region.writable = is_output or in_place

    def _byte(self, name: str, at: Number) -> tuple[Literal, ...]:
        if name == "tag" and self._tag is not None:
            start = 8 * constant_of(at)
            return tuple(self._tag[start : start + 8])
        called = "ciphertext" if name in self.operation.public else name
        return self.input(f"{called} byte {at}", 8)

    def input(self, name: str, count: int) -> tuple[Literal, ...]:
        if name not in self._inputs:
            self._inputs[name] = self.graph.inputs(name, count)
        return self._inputs[name]

    def bits(self, name: str, at: Number, count: int) -> list[Literal]:
        return [literal for place in range(count) for literal in self._byte(name, at + place)]

    def bits_of_length(self, size: str, factor: int) -> list[Literal]:
        number = self.length(size) * factor
        known = self.machine.facts.constant(number)  # on this way alone, as the machine has it
        value = self.machine.value(number if known is None else known, 8)
        return list(bits_of(self.machine.address_bits(value), 8))

    def want(self, name: str, at: Number, bits: calls.Bits) -> None:
        name = self._region_of(name)
        for place in range(len(bits) // 8):
            self.wanted[name, at + place] = tuple(bits[8 * place : 8 * place + 8])

    def want_zeros(self, name: str, size: str) -> None:
        """In the end, wherever something else was wanted before."""
        number = self.length(size)
        if isinstance(number, int):
            self.want(name, 0, [0] * 8 * number)
        else:
            self.cleared[self._region_of(name)] = number

    def _region_of(self, name: str) -> str:
        return self.operation.in_place if name == "output" and self.operation.in_place else name

    def set_tag(self, bits: calls.Bits) -> None:
        """What is given as the tag is the right one."""
        self._tag = list(bits)
        self.publish(bits)

    def expect(self, at: Number, result: calls.Bits) -> None:
        """That the message there is run next."""
        self.expected.append((at, result))

    # ---- The run ----------------------------------------------------------------------------------

    def specify(self, steps: list[Step], head: Head | None) -> None:
        state = [self.literal(bit) for bit in head.state] if head else []
        for step in steps:
            step.do(self.mode, state, step.at)

    def execute(self, head: Head | None, stops: frozenset[int]) -> int | None:
        """From the call or a head; returns where it stopped, or nothing after the return."""
        if head is None:
            by_row = self.operation.fields or self.operation.single  # its second argument is an enum
            for number, argument in enumerate(self.operation.arguments):
                self.call.argument(number, self._argument(argument), 4 if by_row and number == 1 else 0)
        else:
            self._restore(head)
        self.machine.stops, self.machine.passed = stops, self.operation.passed if head is None else 0
        self.call.run(self.call.elf.address(self.operation.function) if head is None else head.address)
        return None if self.machine.stopped is None else self.machine.stopped.address

    def _argument(self, argument: str | int | Form) -> Value:
        if isinstance(argument, int):
            return argument
        if isinstance(argument, Form):
            return self.machine.value(self.length(argument), self.call.abi.pointer)
        if argument in self.operation.nulls:
            return 0
        if self._region_of(argument) in self.machine.regions:
            return Pointer(self._region_of(argument), 0)
        if argument in self.call.elf.symbols:
            return self.call.elf.symbols[argument]
        return self.machine.value(self.length(argument), self.call.abi.pointer)

    def check_outputs(self) -> None:
        """Exactly the specification's bytes have been written, each in its place."""
        if self.expected:
            raise NotProved(f"does not run the message at {self.expected[0][0]}")
        for name in (*self.operation.inputs, *self.operation.outputs):
            places = self.machine.regions[name].cells
            assert isinstance(places, Places)
            self._check_filled(name, places)
            wanted = {at: bits for (region, at), bits in self.wanted.items() if region == name}
            for at in places.written:
                if at not in wanted:
                    raise NotProved(f"writes byte {at} of {name}, which is not its turn")
            for at, bits in wanted.items():
                if at not in places.written:
                    raise NotProved(f"does not write byte {at} of {name}")
                if name in self.cleared:
                    continue  # all of it is zeros now
                found = [self._known(literal) for literal in bits_of(settled(places.read(at, 1)), 1)]
                check(self.graph, found, [self._known(literal) for literal in bits], f"{name}, byte {at}")
        if isinstance(self.mode, Encrypt):
            self.publish([literal for bits in self.wanted.values() for literal in bits])

    def _check_filled(self, name: str, places: Places) -> None:
        """All of the string, with zeros, if that is wanted."""
        size, facts = self.cleared.get(name, 0), self.machine.facts
        if not places.filled:
            if not facts.imply(-size):
                raise NotProved(f"does not clear {size} bytes of {name}")
            return
        start, count, byte = places.filled
        if not facts.equal(start, 0) or not facts.equal(count, size) or byte:
            raise NotProved(f"fills {count} bytes at {start} of {name} with {byte}")

    def check_end(self) -> None:
        self.result(self.mode.result)
        self.check_left()
        if self.operation.context is not None:
            check(self.graph, self.found_in_context(), self.left_in_context, CONTEXT)

    # ---- States at loop heads ---------------------------------------------------------------------

    def _spaces(self) -> dict[str, object]:
        spaces: dict[str, object] = {**self.machine.spaces, STACK: self.call.stack.cells}
        in_pieces = self.operation.context is not None
        return {**spaces, CONTEXT: self.machine.regions[CONTEXT].cells} if in_pieces else spaces

    def _restore(self, head: Head) -> None:
        for cells in self._spaces().values():
            cells.clear()  # type: ignore[attr-defined]
        for (space, at), byte in head.bytes.items():
            self._spaces()[space].write(at, 1, self._value(byte))  # type: ignore[attr-defined]
        self.call.stack.lowest = head.lowest
        self.machine._top = head.top

    def _value(self, byte: Byte, by: Mapping[str, Number] | None = None) -> Value:
        """Of a head's byte, in this run."""
        if isinstance(byte, Unspecified):
            return self.graph.inputs(PUBLIC_BYTE if byte.is_public else ANYTHING, 8)
        if isinstance(byte, tuple):
            return tuple(map(self.literal, byte))
        if isinstance(byte, Part):
            offset = replaced(byte.pointer.offset, self.by if by is None else by)
            if byte.pointer.region == NUMBERS and isinstance(offset, int):
                return offset >> 8 * byte.start & 0xFF
            return Part(pointer(byte.pointer.region, offset), byte.start, 1)
        return byte

    def literal(self, bit: Bit) -> Literal:
        if isinstance(bit, int):
            return bit
        kind = bit[0]
        if kind == "state":
            return self.input(BLOCK_STATE, 320)[bit[1]]
        if kind == "input":
            return self._lasting(bit[1])
        operands = [self.literal(each) for each in bit[1:]]
        if kind == "not":
            return operands[0] ^ 1
        return self.graph.xor(*operands) if kind == "xor" else self.graph.and_(*operands)

    def _lasting(self, name: str) -> Literal:
        """An input that is the same in all runs of a call, by its name, which Graph made of the byte's and the bit."""
        byte, _, bit = name[:-1].rpartition("[")
        words = byte.split()
        if words[0] in REGISTERS:
            value = self.machine.unknown(words[0], int(words[1], 16))
        elif words[0] == STACK:
            value = self.machine._first(STACK, int(words[2]))
        else:
            value = self._byte(words[0], int(words[2]))
        assert isinstance(value, tuple)
        return value[int(bit)]

    def found(self) -> dict[Place, Value]:
        """What registers and the stack hold now, byte by byte."""
        result: dict[Place, Value] = {}
        for space, cells in self._spaces().items():
            for at in sorted(cells._cells):  # type: ignore[attr-defined]
                result[space, at] = self._settled_byte(cells, at)
        return result

    def _settled_byte(self, cells: object, at: int) -> Value:
        try:
            value = settled(cells.read(at, 1))  # type: ignore[attr-defined]
        except (NotProved, Undecided):
            return None  # type: ignore[return-value]
        if isinstance(value, tuple):
            bits = tuple(self._known(literal) for literal in value)
            return sum(bit << place for place, bit in enumerate(bits)) if max(bits) <= 1 else bits
        return value if isinstance(value, int | Part) else None  # type: ignore[return-value]

    def vector_registers(self) -> set[int]:
        """Their bytes, by p-code's numbers."""
        abi = self.call.abi
        places = [self.machine.register(name) for name in (*abi.vectors, *abi.saved)]
        return {place.offset + byte for place in places if place.size > abi.pointer for byte in range(place.size)}

    def state_places(self) -> dict[Literal, Bit]:
        """Bits of the specification's state, by literals without their signs; and what they were before an input was
        added that is the same in all runs, as the key is."""
        result: dict[Literal, Bit] = {}
        for place, bit in enumerate(self.mode.sponge.bits):
            if bit > 1:
                result[bit & ~1] = ("not", ("state", place)) if bit & 1 else ("state", place)
        for literal, known in list(result.items()):
            if self.graph.kinds[literal >> 1] == XOR:
                for one, other in permutations(self.graph.operands[literal >> 1]):
                    added = self._described(one, {})
                    if added is not None and other > 1 and other & ~1 not in result:
                        result[other & ~1] = ("not", ("xor", known, added)) if other & 1 else ("xor", known, added)
        return result

    def describe(self, value: Value, state: Mapping[Literal, Bit]) -> Byte:
        """For a head: what it is of the specification's state."""
        if isinstance(value, int | Part):
            return value
        if not isinstance(value, tuple):
            return ANY
        bits = [self._described(literal, state) for literal in value]
        return ANY if any(bit is None for bit in bits) else tuple(bits)

    def _described(self, literal: Literal, state: Mapping[Literal, Bit], budget: int = MOST_NODES) -> Bit | None:
        if literal <= 1:
            return literal
        if literal in state:
            return state[literal]
        if literal & 1:
            inverse = self._described(literal ^ 1, state, budget)
            return None if inverse is None else ("not", inverse)
        node = literal >> 1
        if self.graph.kinds[node] == INPUT:
            name = self.graph.names[node]
            return ("input", name) if name.startswith(LASTING) and self._lasting(name) == literal else None
        if budget <= 1:
            return None
        operands = [self._described(each, state, budget // 2) for each in self.graph.operands[node]]
        if None in operands:
            return None
        return ({XOR: "xor", AND: "and"}[self.graph.kinds[node]], *operands)

    def is_public(self, value: Value) -> bool:
        return value is not None and not self._has_secret(value)

    def matches(self, byte: Byte, value: Value, by: Mapping[str, Number]) -> bool:
        """Whether a value of this run is what a head says, with the head's symbols replaced."""
        if isinstance(byte, Unspecified):
            return not byte.is_public or self.is_public(value)
        if isinstance(byte, Part) or isinstance(value, Part):
            wanted = self._value(byte, by)
            if isinstance(wanted, Part) and isinstance(value, Part):
                same = wanted.start == value.start and wanted.pointer.region == value.pointer.region
                return same and self.machine.facts.equal(wanted.pointer.offset, value.pointer.offset)
            return self._known_byte(wanted) == self._known_byte(value)
        if value is None:
            return False
        wanted_bits = [self._of_sponge(bit) for bit in byte] if isinstance(byte, tuple) else list(bits_of(byte, 1))
        return wanted_bits == list(bits_of(value, 1))

    def _known_byte(self, value: Value) -> Value:
        """That of a number that has one value only, though it is written as a form."""
        if isinstance(value, Part) and value.pointer.region == NUMBERS:
            number = self.machine.facts.constant(value.pointer.offset)
            return value if number is None else number >> 8 * value.start & 0xFF
        return value

    def _of_sponge(self, bit: Bit) -> Literal | None:
        """Of the specification's state as it is now."""
        if isinstance(bit, int):
            return bit
        if bit[0] == "state":
            return self.mode.sponge.bits[bit[1]]
        if bit[0] == "input":
            return self._lasting(bit[1])
        operands = [self._of_sponge(each) for each in bit[1:]]
        if None in operands:
            return None
        if bit[0] == "not":
            return operands[0] ^ 1  # type: ignore[operator]
        return (self.graph.xor if bit[0] == "xor" else self.graph.and_)(*operands)  # type: ignore[arg-type]


def initial(walk: Walk, place: Place) -> Value:
    """What is there if nothing has used it: registers and the caller's stack are as they were."""
    space, at = place
    try:
        return settled(walk._spaces()[space].read(at, 1))  # type: ignore[attr-defined]
    except NotProved:
        return None  # type: ignore[return-value]
