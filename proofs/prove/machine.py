"""Executes a function's p-code, the operations that pypcode makes of machine code, for all inputs at the same time.

Whatever decides the way of the processor must be a known number here: conditions of branches, addresses up to the
start of a region, counts of shifts. So a function that is executed to its end branches on nothing that is secret,
looks nothing up at a secret address, and shifts by no secret count. SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

import pypcode
from pypcode import OpCode

from .graph import FALSE, TRUE, Graph, Literal
from .values import (
    Bits, Cells, Distance, Later, Mixture, NotProved, Part, Pointer, Value, bits_of, byte_of, joined, settled, value_of,
)  # fmt: skip

LONGEST_INSTRUCTION = 16
MOST_STEPS = 200_000
RETURN = "return address"
ADDRESSES = (Pointer, Part, Distance, Mixture)
STACK = "stack"
DECIDES = re.compile(r"sbr[cs]|sbi[cs]|cpse|it[te]*$")  # of AVR and Thumb: whether the next ones are executed
FILE, SREG = 32, 0x5F  # bytes of AVR's data memory that are its registers; where the flags are, too
# Instructions that change for the caller how the processor works: rounding, interrupts, segments, threads, x87's tags.
CHANGES_MODE = {family: re.compile(text) for family, text in {
    "ARM": "v?msr|mcr|cps|setend", "AARCH64": "msr", "RISCV": "csrrw|csrr[sc](?!.*,zero$)|fs(rm|csr|flags)",
    "x86": r"v?ldmxcsr|f|x?rstor|popf|cli|sti|(mov|pop) ([d-gs]s|[cd]r\d+)\b|.*\bmm\d",
}.items()}  # fmt: skip


@dataclass(frozen=True)
class Place:
    """Where an operation reads or writes: p-code's varnode."""

    space: str
    offset: int
    size: int


@dataclass(frozen=True)
class Operation:
    kind: str
    output: Place | None
    inputs: tuple[Place, ...]
    name: str = ""  # of an operation that p-code does not define, or of the space of a load or store


@dataclass(frozen=True)
class Instruction:
    address: int
    length: int
    text: str
    operations: tuple[Operation, ...]


@dataclass
class Region:
    """Memory that the function may use, from its start on; the stack below its start, too."""

    name: str
    size: int
    cells: Cells
    alignment: int = 1
    residue: int = 0  # of its address, modulo the alignment
    writable: bool = True
    below: int = 0  # bytes before the start that may be used
    lowest: int = 0  # of the bytes that were used


@dataclass
class Trace:
    """What was seen on the way."""

    instructions: int = 0
    text: set[str] = field(default_factory=set)  # mnemonics
    constants: set[int] = field(default_factory=set)  # addresses in the image that were read


EVEN_CODE = ("AARCH64", "ARM", "RISCV")  # instructions begin at even addresses
KEEPS_NOTHING = ("x86", "AARCH64", "RISCV")  # descriptions that translate each instruction by itself


class Lifter:
    """The description of a processor, and the instructions of one program that it has translated: that takes longer
    than executing them. Some descriptions remember what they saw, such as the conditions of Thumb's IT."""

    def __init__(self, language: str, context: dict[str, int]) -> None:
        self.family = language.partition(":")[0]
        self.description = _shared(language) if self.family in KEEPS_NOTHING else pypcode.Context(language)
        for name, number in context.items():
            self.description.setVariableDefault(name, number)
        self.instructions: dict[int, Instruction] = {}
        self.decided: dict[int, bool] = {}  # whether an instruction before says if it is executed


@cache
def _shared(language: str) -> pypcode.Context:
    """Making one takes longer than many a proof."""
    return pypcode.Context(language)


Correction = Callable[["Machine", Operation, list[Value]], Value]
Function = Callable[["Machine"], int | None]  # does what a call of it does, and returns where it returns to


class Machine:
    def __init__(
        self,
        graph: Graph,
        lifter: Lifter,
        image: Callable[[int, int], bytes],
        pointer_size: int,
        code_unit: int = 1,
    ) -> None:
        self.graph, self.pointer_size, self.code_unit = graph, pointer_size, code_unit
        self.image = image  # bytes at an address that the program cannot change
        self.lifter, self.family = lifter, lifter.family
        self.spaces = {
            name: Cells(pointer_size, lambda offset, name=name: self.unknown(name, offset))  # type: ignore[misc]
            for name in ("register", "mem")
        }
        self.first: dict[tuple[str, int], Value] = {}  # bytes of registers at the start, as far as they were read
        self.unique = Cells(pointer_size, self._not_set)
        self.regions: dict[str, Region] = {}
        self.trace = Trace()
        self.replaced: Callable[[Machine, int], Instruction | None] = lambda _machine, _address: None
        self.corrections: dict[str, Correction] = {}
        self.correction_of: Callable[[str], Correction | None] = lambda _name: None
        self.at_entry: dict[str, int] = {}  # what the calling convention sets
        self.secret_products = False  # multiplication takes the same time for all operands
        self.vector_bytes = 0  # of a vector whose length the processor chooses; 0: there is none
        self.functions: dict[int, Function] = {}  # whose meaning is known, by their addresses
        self.decided: Callable[[Literal], int | None] = lambda _literal: None  # of what is public, though not known
        self._instructions: dict[int, Instruction] = {}
        self._address_bits: dict[Pointer, Bits] = {}
        self.code: Callable[[int, int], bytes] = image
        self.stack_pointer, self.red_zone = "", 0  # of the calling convention
        self._top = self._lowest_now = 0  # where the stack pointer is; what the instruction uses of the stack
        self._uninterrupted = False  # after the last instruction, though half of the stack pointer was new
        self._ahead = 0  # instructions of which the last one that DECIDES says if they are executed
        self.here = 0
        self.mnemonic = ""

    # ---- Inputs -----------------------------------------------------------------------------------

    def unknown(self, space: str, offset: int) -> Value:
        """What a register holds at the start, if nothing is known of it."""
        value = self.graph.inputs(f"{space} {offset:#x}", 8)
        self.first[space, offset] = value
        return value

    def _not_set(self, offset: int) -> Value:
        raise NotProved(f"p-code reads a temporary value at {offset:#x} that was not written")

    def add_region(self, name: str, size: int, alignment: int, residue: int = 0, below: int = 0) -> Region:
        """Its bytes are inputs until they are written."""
        cells = Cells(self.pointer_size, lambda at: self._first(name, at))
        region = Region(name, size, cells, alignment, residue, below=below)
        self.regions[name] = region
        return region

    def _first(self, name: str, at: int) -> Value:
        if name == STACK and at < 0:
            raise NotProved(f"reads {-at} bytes below its caller's frame what it has not written")
        return self.graph.inputs(f"{name} byte {at}", 8)

    def register(self, name: str) -> Place:
        node = self.lifter.description.registers[name]
        return Place(node.space.name, node.offset, node.size)

    # ---- Places -----------------------------------------------------------------------------------

    def read(self, place: Place) -> Value:
        if place.space == "const":
            return place.offset & (1 << 8 * place.size) - 1
        if place.space == "unique":
            return self.unique.read(place.offset, place.size)
        if place.space in self.spaces:
            if place.space == "mem" and place.offset + place.size > FILE:
                raise NotProved(f"reads at a fixed address, {place.offset:#x}")
            return self.spaces[place.space].read(place.offset, place.size)
        return self.load(place.offset, place.size, place.space)

    def write(self, place: Place, value: Value) -> None:
        if place.space == "unique":
            self.unique.write(place.offset, place.size, value)
        elif place.space in self.spaces and not self._is_memory(place):
            self.spaces[place.space].write(place.offset, place.size, value)
        else:
            raise NotProved(f"writes to a fixed address, {place.offset:#x}")

    def _is_memory(self, place: Place) -> bool:
        """Of AVR, behind the registers; what an instruction for the flags does with them is told apart."""
        of_flags = place.offset == SREG and self.mnemonic in ("in", "out")
        return place.space == "mem" and place.offset + place.size > FILE and not of_flags

    def _region(self, pointer: Pointer, size: int, how: str) -> Region:
        region = self.regions.get(pointer.region)
        if region is None:
            raise NotProved(f"{how} through {pointer.region}")
        if not -region.below <= pointer.offset <= region.size - size:
            raise NotProved(f"{how} {size} bytes at {pointer.offset} of {region.name}, which has {region.size} bytes")
        region.lowest = min(region.lowest, pointer.offset)
        if pointer.region == STACK:
            self._lowest_now = min(self._lowest_now, pointer.offset)
        return region

    def load(self, address: Value, size: int, space: str = "ram") -> Value:
        address = settled(address)
        if space == "register":  # elements of vector registers, by a number that the instruction has
            return self.spaces[space].read(_fixed(address), size)
        if isinstance(address, Pointer):
            return self._region(address, size, "reads").cells.read(address.offset, size)
        if isinstance(address, int) and space != "mem":  # what AVR's data memory has is no constant
            self.trace.constants.update(range(address, address + size))
            read = self.code if space == "code" else self.image
            return int.from_bytes(read(address, size), "little")
        what = f"a fixed address, {address:#x}" if isinstance(address, int) else "an address that depends on its inputs"
        raise NotProved(f"reads at {what}")

    def store(self, address: Value, size: int, value: Value, space: str = "ram") -> None:
        address = settled(address)
        if space == "register":
            self.spaces[space].write(_fixed(address), size, value)
            return
        if not isinstance(address, Pointer):
            what = f"{address:#x}" if isinstance(address, int) else "an address that depends on its inputs"
            raise NotProved(f"writes at {what}")
        region = self._region(address, size, "writes")
        if not region.writable:
            raise NotProved(f"writes into {region.name}")
        region.cells.write(address.offset, size, settled(value))

    def fill(self, start: Pointer, byte: int, size: Value) -> None:
        """As memset does."""
        if not isinstance(size, int):
            raise NotProved("calls memset with arguments that depend on its inputs")
        for place in range(size):
            self.store(Pointer(start.region, start.offset + place), 1, byte)

    # ---- Execution --------------------------------------------------------------------------------

    def run(self, address: int) -> None:
        """From this address to the return to the caller."""
        target: int | None = address
        while target is not None:
            self.here = target
            self.trace.instructions += 1
            if self.trace.instructions > MOST_STEPS:
                raise NotProved(f"does not return within {MOST_STEPS} instructions")
            self._lowest_now = self._top
            function = self.functions.get(target)
            target = function(self) if function else self._step(self._fetch(target))
            self._check_stack()

    def _check_stack(self) -> None:
        """What is below the stack pointer belongs to interrupts, but for the red zone of some conventions."""
        before = self._top
        pointer = self.read(self.register(self.stack_pointer))
        if isinstance(pointer, Mixture):  # on AVR, one half of it is new
            is_disabled = self.family == "avr8" and settled(self.read(self.register("Iflg"))) == 0
            if not is_disabled and not self._uninterrupted:
                raise NotProved("can be interrupted where half of the stack pointer is new")
            self._uninterrupted = is_disabled  # and in the instruction after the one that enables interrupts
        else:
            self._uninterrupted = False
        if isinstance(pointer, Pointer) and pointer.region == STACK:
            self._top = pointer.offset
        if self._lowest_now < min(before, self._top) - self.red_zone:
            raise NotProved(f"uses the stack {self._top - self._lowest_now} bytes below the stack pointer")

    def _fetch(self, address: int) -> Instruction:
        found = self.lifter.instructions.get(address)
        if found is None:
            found = self.replaced(self, address) or self.lift(address)
            if self.family in CHANGES_MODE and CHANGES_MODE[self.family].match(found.text.lower()):
                raise NotProved("changes how the processor works")
            self.lifter.instructions[address] = found
        self._instructions[address] = found
        self.mnemonic = found.text.split()[0].lower()
        self.trace.text.add(self.mnemonic)
        self._check_decided(address)
        return found

    def _check_decided(self, address: int) -> None:
        """Descriptions of AVR and Thumb have such instructions once: as decided, or as when they are jumped to."""
        is_decided, decides = self._ahead > 0, DECIDES.match(self.mnemonic)
        if self.lifter.decided.setdefault(address, is_decided) != is_decided or (is_decided and decides):
            raise NotProved("jumps to an instruction that another one decides about, or decides about one that decides")
        count = len(self.mnemonic) - 1 if self.mnemonic.startswith("it") else 1
        self._ahead = count if decides else max(0, self._ahead - 1)

    def instructions(self) -> list[Instruction]:
        """All that were executed."""
        return list(self._instructions.values())

    def disassembled(self, address: int) -> tuple[int, str]:
        """Length and text of an instruction."""
        try:
            description = self.lifter.description
            found = description.disassemble(self._bytes(address), address, max_instructions=1).instructions[0]
        except pypcode.BadDataError:
            raise NotProved("no instruction that the processor description knows") from None
        return found.length, f"{found.mnem} {found.body}".strip()

    def _bytes(self, address: int) -> bytes:
        return self.code(address, LONGEST_INSTRUCTION)

    def lift(self, address: int) -> Instruction:
        """As the description has it."""
        length, text = self.disassembled(address)
        try:
            lifted = self.lifter.description.translate(self._bytes(address), address, max_instructions=1)
        except pypcode.UnimplError:
            raise NotProved(f"no meaning is known for {text}") from None
        operations = [self._operation(each) for each in lifted.ops if each.opcode != OpCode.IMARK]
        return Instruction(address, length, text, tuple(operations))

    def _operation(self, op: pypcode.PcodeOp) -> Operation:
        kind, inputs, name = str(op.opcode).rpartition(".")[2], list(op.inputs), ""
        if kind == "CALLOTHER":
            name = inputs.pop(0).getUserDefinedOpName()
        elif kind in ("LOAD", "STORE"):
            name = inputs.pop(0).getSpaceFromConst().name
        places = tuple(Place(each.space.name, each.offset, each.size) for each in inputs)
        out = op.output
        return Operation(kind, Place(out.space.name, out.offset, out.size) if out else None, places, name)

    def _step(self, instruction: Instruction) -> int | None:
        """Returns the next instruction's address, or nothing after the return to the caller."""
        after = instruction.address + instruction.length
        number, operations = 0, instruction.operations
        self.unique.clear()
        while number < len(operations):
            operation = operations[number]
            number += 1
            if operation.kind in ("BRANCH", "CALL", "CBRANCH"):
                if operation.kind == "CBRANCH" and not self._condition(operation):
                    continue
                target = operation.inputs[0]
                if target.space != "const":
                    return target.offset
                number += _signed(target.offset, 8 * target.size) - 1
            elif operation.kind in ("RETURN", "BRANCHIND", "CALLIND"):
                return self.target(settled(self.read(operation.inputs[0])))
            else:
                self._perform(operation)
        return after

    def _condition(self, operation: Operation) -> bool:
        value = settled(self.read(operation.inputs[1]))
        known = self.decided(self.any_(value)) if isinstance(value, tuple) else value
        if not isinstance(known, int):
            raise NotProved("branches on a condition that depends on its inputs")
        return known != 0

    def target(self, value: Value) -> int | None:
        """The target of an indirect jump; None if it returns to the caller."""
        if isinstance(value, int):
            return value * self.code_unit
        if value == Pointer(RETURN, 0):
            return None
        raise NotProved(f"jumps to an address that depends on its inputs: {value}")

    def _perform(self, operation: Operation) -> None:
        kind, output, inputs = operation.kind, operation.output, operation.inputs
        if kind == "STORE":
            value = self.on_stack(self.read(inputs[1])) if is_return_address(operation) else self.read(inputs[1])
            self.store(self.read(inputs[0]), inputs[1].size, value, operation.name)
            return
        values = [self.read(place) for place in inputs]
        if kind == "LOAD":
            assert output is not None
            result = self.load(values[0], output.size, operation.name)
            result = self.on_stack(result) if is_return_address(operation) else result
        elif kind == "CALLOTHER":
            correction = self.corrections.get(operation.name) or self.correction_of(operation.name)
            if correction is None:
                raise NotProved(f"no meaning is known for {operation.name}")
            result = correction(self, operation, values)
        else:
            assert output is not None
            result = self.result(kind, values, [place.size for place in inputs], output.size)
        if output is not None:
            self.write(output, result)

    def on_stack(self, back: Value) -> Value:
        """A return address: on AVR its higher byte comes first, which the description has the other way around."""
        return joined([byte_of(back, 1), byte_of(back, 0)], self.pointer_size) if self.family == "avr8" else back

    # ---- Operations -------------------------------------------------------------------------------

    def result(self, kind: str, values: list[Value], sizes: list[int], size: int) -> Value:
        kinds = {type(value) for value in values}
        if kinds == {int}:
            return known(kind, values, sizes, size)  # type: ignore[arg-type]
        later = Later in kinds
        if later and not (size == 1 and kind in PASSED_ON | SELDOM_USED):
            values, later = [settled(value) for value in values], False
            if all(isinstance(value, int) for value in values):
                return known(kind, values, sizes, size)  # type: ignore[arg-type]
        if later or (kind in SELDOM_USED and not any(isinstance(value, ADDRESSES) for value in values)):
            return Later(lambda: self._computed(kind, [settled(value) for value in values], sizes, size))
        return self._computed(kind, values, sizes, size)

    def _computed(self, kind: str, values: list[Value], sizes: list[int], size: int) -> Value:
        if all(isinstance(value, int) for value in values):
            return known(kind, values, sizes, size)  # type: ignore[arg-type]
        if kind == "COPY":
            return values[0]
        if any(isinstance(value, ADDRESSES) for value in values):
            return self._of_pointers(kind, values, sizes, size)
        if kind not in OF_BITS:
            raise NotProved(f"{kind} of a value that depends on its inputs")
        return value_of(OF_BITS[kind](self, values, sizes, size))

    def _of_pointers(self, kind: str, values: list[Value], sizes: list[int], size: int) -> Value:
        first, second = values[0], values[1] if len(values) > 1 else 0
        if kind == "INT_ADD" and isinstance(first, int | Distance):
            first, second = second, first
        if kind == "INT_ADD" and isinstance(first, Pointer) and isinstance(second, Distance):
            if first.region == second.start.region:
                return _moved(second.end, first.offset - second.start.offset, size)
        if kind == "INT_SUB" and isinstance(first, Pointer | int) and isinstance(second, Pointer):
            if isinstance(first, int) or first.region != second.region:
                return Distance(second, first)
        if kind == "INT_MULT" and second == 1:  # an index of x86, with the scale 1
            return first
        if kind in OF_THE_SAME and first == second:
            return first if kind in ("INT_AND", "INT_OR") else 0
        if isinstance(first, Mixture) and kind in ("SUBPIECE", "INT_ZEXT"):
            start = int(second) if kind == "SUBPIECE" and isinstance(second, int) else 0
            parts = [*first.parts, *(0 for _ in range(size))][start : start + size]
            return joined(parts, self.pointer_size)
        if isinstance(first, Pointer):
            if kind in ("INT_ADD", "INT_SUB") and isinstance(second, int):
                distance = _signed(second, 8 * size)
                return Pointer(first.region, first.offset + (distance if kind == "INT_ADD" else -distance))
            if kind == "INT_AND" and isinstance(second, int):
                masked = self._masked(first, second, size)
                if masked is not None:
                    return masked
            if isinstance(second, Pointer) and first.region == second.region:
                if kind in ("INT_SUB", "INT_EQUAL", "INT_NOTEQUAL"):
                    distance = first.offset - second.offset & (1 << 8 * sizes[0]) - 1
                    return known(kind, [distance, 0], sizes, size)
                if kind in ("INT_LESS", "INT_LESSEQUAL") and self._is_inside(first) and self._is_inside(second):
                    return int(first.offset < second.offset + (kind == "INT_LESSEQUAL"))
            if kind in ("INT_EQUAL", "INT_NOTEQUAL") and second == 0 and self._is_inside(first):
                return int(kind == "INT_NOTEQUAL")  # nothing that may be used is at the address 0
            if kind == "SUBPIECE":
                start = int(second) if isinstance(second, int) else 0
                return Part(first, start, size) if start or size < self.pointer_size else first
        if kind == "INT_ZEXT" and isinstance(first, Pointer) and size == self.pointer_size:
            return first
        if kind not in OF_BITS:
            raise NotProved(f"{kind} of an address: {values}")
        # Such as flags, which are seldom used.
        words = [self.address_bits(value) for value in values]
        return Later(lambda: value_of(OF_BITS[kind](self, words, sizes, size)))

    def _masked(self, pointer: Pointer, mask: int, size: int) -> Value | None:
        """An address that is rounded down, if its alignment says to which one."""
        alignment, residue = self._alignment(pointer)
        below = ~mask & (1 << 8 * size) - 1
        if below >= alignment:
            return None
        return Pointer(pointer.region, pointer.offset - (pointer.offset + residue & below))

    def _is_inside(self, pointer: Pointer) -> bool:
        """Or at the end. All other addresses may go past an end of the address space."""
        region = self.regions.get(pointer.region)
        return -region.below <= pointer.offset <= region.size if region else pointer.offset == 0

    def _alignment(self, pointer: Pointer) -> tuple[int, int]:
        """The alignment of the pointer's region, and the remainder of its start."""
        region = self.regions.get(pointer.region)
        return (region.alignment, region.residue) if region else (2 if self.family in EVEN_CODE else 1, 0)

    def address_bits(self, value: Value) -> Value:
        """The bits of an address. Only those below the alignment are known; all higher bits are unknown."""
        if isinstance(value, Distance):
            return self.graph.inputs("a distance", 8 * self.pointer_size)
        if isinstance(value, Mixture):
            return value_of(tuple(bit for part in value.parts for bit in bits_of(self.address_bits(settled(part)), 1)))
        if isinstance(value, Part):
            whole = bits_of(self.address_bits(value.pointer), self.pointer_size)
            return value_of(whole[8 * value.start : 8 * (value.start + value.size)])
        if not isinstance(value, Pointer):
            return value
        if value not in self._address_bits:
            alignment, residue = self._alignment(value)
            count = alignment.bit_length() - 1
            low = tuple((value.offset + residue) >> bit & 1 for bit in range(count))
            high = self.graph.inputs(f"address of {value.region}", 8 * self.pointer_size - count)
            self._address_bits[value] = low + high
        return self._address_bits[value]

    # ---- Arithmetic on bits -----------------------------------------------------------------------

    def sum_(self, first: Bits, second: Bits, carry: Literal) -> tuple[Bits, Literal]:
        graph, result = self.graph, []
        for a, b in zip(first, second, strict=True):
            half = graph.xor(a, b)
            result.append(graph.xor(half, carry))
            carry = graph.or_(graph.and_(a, b), graph.and_(half, carry))
        return tuple(result), carry

    def any_(self, bits: Bits) -> Literal:
        result = FALSE
        for literal in bits:
            result = self.graph.or_(result, literal)
        return result


def is_return_address(operation: Operation) -> bool:
    """On AVR, whose instructions load and store single bytes."""
    value = operation.output or operation.inputs[1]
    return operation.name == "mem" and value.size > 1


def _fixed(address: Value) -> int:
    if not isinstance(address, int):
        raise NotProved("reads or writes a register whose number depends on its inputs")
    return address


def _signed(number: int, bits: int) -> int:
    return number - (1 << bits) if number >> bits - 1 else number


def _moved(address: Pointer | int, distance: int, size: int) -> Value:
    if isinstance(address, Pointer):
        return Pointer(address.region, address.offset + distance)
    return address + distance & (1 << 8 * size) - 1


# ---- P-code on known numbers ------------------------------------------------------------------------

PASSED_ON = {"COPY", "BOOL_NEGATE", "BOOL_AND", "BOOL_OR", "BOOL_XOR", "INT_AND", "INT_OR", "INT_XOR", "INT_EQUAL",
             "INT_NOTEQUAL", "SUBPIECE", "INT_LEFT"}  # fmt: skip
SELDOM_USED = {"POPCOUNT", "LZCOUNT", "INT_EQUAL", "INT_NOTEQUAL", "INT_LESS", "INT_LESSEQUAL", "INT_SLESS",
               "INT_SLESSEQUAL", "INT_CARRY", "INT_SCARRY", "INT_SBORROW"}  # fmt: skip


OF_THE_SAME = ("INT_AND", "INT_OR", "INT_XOR", "INT_SUB")  # known for two equal values, whatever they are


def known(kind: str, values: list[int], sizes: list[int], size: int) -> int:
    bits = 8 * sizes[0]
    mask = (1 << 8 * size) - 1
    a, b = values[0], values[1] if len(values) > 1 else 0
    return int(ON_NUMBERS[kind](a, b, bits, 8 * sizes[-1], 8 * size)) & mask


def _shifted_signed(a: int, b: int, bits: int, _other: int, _out: int) -> int:
    return _signed(a, bits) >> min(b, bits)


ON_NUMBERS: dict[str, Callable[[int, int, int, int, int], int]] = {
    "COPY": lambda a, b, n, m, o: a,
    "INT_ZEXT": lambda a, b, n, m, o: a,
    "INT_SEXT": lambda a, b, n, m, o: _signed(a, n),
    "INT_NEGATE": lambda a, b, n, m, o: ~a,
    "INT_2COMP": lambda a, b, n, m, o: -a,
    "INT_ADD": lambda a, b, n, m, o: a + b,
    "INT_SUB": lambda a, b, n, m, o: a - b,
    "INT_MULT": lambda a, b, n, m, o: a * b,
    "INT_DIV": lambda a, b, n, m, o: a // b,
    "INT_REM": lambda a, b, n, m, o: a % b,
    "INT_AND": lambda a, b, n, m, o: a & b,
    "INT_OR": lambda a, b, n, m, o: a | b,
    "INT_XOR": lambda a, b, n, m, o: a ^ b,
    "INT_LEFT": lambda a, b, n, m, o: a << b if b < n else 0,
    "INT_RIGHT": lambda a, b, n, m, o: a >> b if b < n else 0,
    "INT_SRIGHT": _shifted_signed,
    "INT_EQUAL": lambda a, b, n, m, o: a == b,
    "INT_NOTEQUAL": lambda a, b, n, m, o: a != b,
    "INT_LESS": lambda a, b, n, m, o: a < b,
    "INT_LESSEQUAL": lambda a, b, n, m, o: a <= b,
    "INT_SLESS": lambda a, b, n, m, o: _signed(a, n) < _signed(b, n),
    "INT_SLESSEQUAL": lambda a, b, n, m, o: _signed(a, n) <= _signed(b, n),
    "INT_CARRY": lambda a, b, n, m, o: (a + b) >> n,
    "INT_SCARRY": lambda a, b, n, m, o: not -(1 << n - 1) <= _signed(a, n) + _signed(b, n) < 1 << n - 1,
    "INT_SBORROW": lambda a, b, n, m, o: not -(1 << n - 1) <= _signed(a, n) - _signed(b, n) < 1 << n - 1,
    "BOOL_NEGATE": lambda a, b, n, m, o: not a,
    "BOOL_AND": lambda a, b, n, m, o: bool(a and b),
    "BOOL_OR": lambda a, b, n, m, o: bool(a or b),
    "BOOL_XOR": lambda a, b, n, m, o: bool(a) != bool(b),
    "POPCOUNT": lambda a, b, n, m, o: a.bit_count(),
    "LZCOUNT": lambda a, b, n, m, o: n - a.bit_length(),
    "SUBPIECE": lambda a, b, n, m, o: a >> 8 * b,
    "PIECE": lambda a, b, n, m, o: a << m | b,
}

# ---- P-code on bits ---------------------------------------------------------------------------------

# P-code multiplies for scaled addresses and shuffles, too; these are the instructions that multiply.
MULTIPLIES = re.compile(r"v?i?(mul|mla|umul|smul|umla|smla|pmul|pmadd)|w?mul")

OfBits = Callable[[Machine, list[Value], list[int], int], Bits]


def _bitwise(name: str) -> OfBits:
    def apply(machine: Machine, values: list[Value], sizes: list[int], size: int) -> Bits:
        gate = getattr(machine.graph, name)
        return tuple(map(gate, bits_of(values[0], size), bits_of(values[1], size)))

    return apply


def _shift(kind: str) -> OfBits:
    def apply(machine: Machine, values: list[Value], sizes: list[int], size: int) -> Bits:
        if not isinstance(values[1], int):
            raise NotProved("shifts by a count that depends on its inputs")
        bits, count = bits_of(values[0], size), min(values[1], 8 * size)
        if kind == "INT_LEFT":
            return (FALSE,) * count + bits[: len(bits) - count]
        return bits[count:] + (bits[-1] if kind == "INT_SRIGHT" else FALSE,) * count

    return apply


def _add(machine: Machine, values: list[Value], sizes: list[int], size: int) -> Bits:
    return machine.sum_(bits_of(values[0], size), bits_of(values[1], size), FALSE)[0]


def _inverted(bits: Bits) -> Bits:
    return tuple(literal ^ 1 for literal in bits)


def _difference(machine: Machine, values: list[Value], size: int) -> tuple[Bits, Literal]:
    return machine.sum_(bits_of(values[0], size), _inverted(bits_of(values[1], size)), TRUE)


def _subtract(machine: Machine, values: list[Value], sizes: list[int], size: int) -> Bits:
    return _difference(machine, values, size)[0]


def _negative(machine: Machine, values: list[Value], sizes: list[int], size: int) -> Bits:
    return _subtract(machine, [0, values[0]], sizes, size)


def _product(machine: Machine, values: list[Value], sizes: list[int], size: int) -> Bits:
    if MULTIPLIES.search(machine.mnemonic) and not machine.secret_products:
        raise NotProved("multiplies a value that depends on its inputs, which may take a time that does, too")
    first, second = bits_of(values[0], size), bits_of(values[1], size)
    if isinstance(values[0], int):
        first, second = second, first
    result: Bits = (FALSE,) * (8 * size)
    for place, factor in enumerate(second):
        if factor != FALSE:
            moved = (FALSE,) * place + first[: len(first) - place]
            result = machine.sum_(result, tuple(machine.graph.and_(factor, bit) for bit in moved), FALSE)[0]
    return result


def _flag(make: Callable[[Machine, list[Value], list[int]], Literal]) -> OfBits:
    def apply(machine: Machine, values: list[Value], sizes: list[int], size: int) -> Bits:
        return (make(machine, values, sizes), *(FALSE,) * (8 * size - 1))

    return apply


def _is_different(machine: Machine, values: list[Value], sizes: list[int]) -> Literal:
    first, second = bits_of(values[0], sizes[0]), bits_of(values[1], sizes[1])
    return machine.any_(tuple(map(machine.graph.xor, first, second)))


def _is_less(machine: Machine, values: list[Value], sizes: list[int]) -> Literal:
    return _difference(machine, values, sizes[0])[1] ^ 1


def _with_signs_turned(values: list[Value], size: int) -> list[Value]:
    turned = []
    for value in values:
        bits = bits_of(value, size)
        turned.append((*bits[:-1], bits[-1] ^ 1))
    return list(turned)


def _is_signed_less(machine: Machine, values: list[Value], sizes: list[int]) -> Literal:
    if values[1] == 0:
        return bits_of(values[0], sizes[0])[-1]
    return _is_less(machine, _with_signs_turned(values, sizes[0]), sizes)


def _carry(machine: Machine, values: list[Value], sizes: list[int]) -> Literal:
    return machine.sum_(bits_of(values[0], sizes[0]), bits_of(values[1], sizes[0]), FALSE)[1]


def _overflow(subtract: bool) -> Callable[[Machine, list[Value], list[int]], Literal]:
    def make(machine: Machine, values: list[Value], sizes: list[int]) -> Literal:
        first, second = bits_of(values[0], sizes[0]), bits_of(values[1], sizes[0])
        if subtract:
            second = _inverted(second)
        last = machine.sum_(first, second, TRUE if subtract else FALSE)[0][-1]
        graph = machine.graph
        return graph.and_(graph.xor(first[-1], last), graph.xor(second[-1], last))

    return make


def _zero_extended(machine: Machine, values: list[Value], sizes: list[int], size: int) -> Bits:
    bits = bits_of(values[0], sizes[0])
    return bits + (FALSE,) * (8 * size - len(bits))


def _sign_extended(machine: Machine, values: list[Value], sizes: list[int], size: int) -> Bits:
    bits = bits_of(values[0], sizes[0])
    return bits + (bits[-1],) * (8 * size - len(bits))


def _part(machine: Machine, values: list[Value], sizes: list[int], size: int) -> Bits:
    assert isinstance(values[1], int)
    bits = bits_of(values[0], sizes[0])[8 * values[1] :][: 8 * size]
    return bits + (FALSE,) * (8 * size - len(bits))


def _pieces(machine: Machine, values: list[Value], sizes: list[int], size: int) -> Bits:
    return bits_of(values[1], sizes[1]) + bits_of(values[0], sizes[0])


def _count(machine: Machine, values: list[Value], sizes: list[int], size: int) -> Bits:
    result: Bits = (FALSE,) * (8 * size)
    for literal in bits_of(values[0], sizes[0]):
        result = machine.sum_(result, (literal, *(FALSE,) * (8 * size - 1)), FALSE)[0]
    return result


OF_BITS: dict[str, OfBits] = {
    "INT_XOR": _bitwise("xor"), "BOOL_XOR": _bitwise("xor"),
    "INT_AND": _bitwise("and_"), "BOOL_AND": _bitwise("and_"),
    "INT_OR": _bitwise("or_"), "BOOL_OR": _bitwise("or_"),
    "INT_NEGATE": lambda machine, values, sizes, size: _inverted(bits_of(values[0], size)),
    "BOOL_NEGATE": _flag(lambda machine, values, sizes: bits_of(values[0], 1)[0] ^ 1),
    "INT_LEFT": _shift("INT_LEFT"), "INT_RIGHT": _shift("INT_RIGHT"), "INT_SRIGHT": _shift("INT_SRIGHT"),
    "INT_ADD": _add, "INT_SUB": _subtract, "INT_2COMP": _negative, "INT_MULT": _product,
    "INT_ZEXT": _zero_extended, "INT_SEXT": _sign_extended, "SUBPIECE": _part, "PIECE": _pieces,
    "INT_NOTEQUAL": _flag(_is_different),
    "INT_EQUAL": _flag(lambda machine, values, sizes: _is_different(machine, values, sizes) ^ 1),
    "INT_LESS": _flag(_is_less), "INT_SLESS": _flag(_is_signed_less),
    "INT_LESSEQUAL": _flag(lambda machine, values, sizes: _is_less(machine, values[::-1], sizes) ^ 1),
    "INT_SLESSEQUAL": _flag(lambda machine, values, sizes: _is_signed_less(machine, values[::-1], sizes) ^ 1),
    "INT_CARRY": _flag(_carry), "INT_SCARRY": _flag(_overflow(False)), "INT_SBORROW": _flag(_overflow(True)),
    "POPCOUNT": _count,
}  # fmt: skip
