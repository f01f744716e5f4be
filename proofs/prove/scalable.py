"""Instructions on vectors whose length the processor chooses: what Arm's SVE2 and RISC-V's V have in common.

pypcode's descriptions say nothing of them. prove.sve2 and prove.rvv have those that the compiled engines use, on
elements of 64 bits: how each is encoded, as the manuals print it, and what it does. Tests compare each one with an
emulator. The machine says how many bytes a vector has, and the elements that an instruction works on must be known.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from .corrections import Compute, named
from .machine import Correction, Instruction, Machine, Operation, Place
from .values import NotProved, Value, bits_of, settled, value_of

WORD = 8  # bytes of an element
WORD_MASK = (1 << 64) - 1
LONGEST_VECTOR = 256  # bytes
OWN = 1 << 20  # where the places begin of registers that a description lacks, or has in another length
REGISTERS = {"AARCH64": ("z0", 32), "RISCV": ("v0", LONGEST_VECTOR)}  # the first one, and the bytes of each, there


@dataclass(frozen=True)
class Row:
    """An instruction."""

    text: str  # with its fields in braces
    encoding: str  # its bits, the highest first; letters are the bits of fields
    meaning: Callable[..., None]  # of a machine and the fields, by their letters

    @cached_property
    def _bits(self) -> str:
        return self.encoding.replace(" ", "")

    @cached_property
    def letters(self) -> tuple[str, ...]:
        return tuple(sorted({bit for bit in self._bits if bit.isalpha()}))

    def fields(self, code: int) -> dict[str, int] | None:
        """The fields of this code, if it is such an instruction."""
        found = dict.fromkeys(self.letters, 0)
        for wanted, bit in zip(self._bits, f"{code:032b}", strict=True):
            if wanted.isalpha():
                found[wanted] = 2 * found[wanted] + int(bit)
            elif wanted != bit:
                return None
        return found

    def correction(self) -> Correction:
        def apply(machine: Machine, operation: Operation, values: list[Value]) -> Value:
            self.meaning(machine, **dict(zip(self.letters, values, strict=True)))
            return 0

        return apply


Found = tuple[Row, dict[str, int]]


def install(machine: Machine, rows: Sequence[Row]) -> None:
    machine.corrections |= {named(row.text): row.correction() for row in rows}
    otherwise = machine.replaced
    machine.replaced = lambda machine, address: _instruction(machine, address, rows) or otherwise(machine, address)


def decoded(machine: Machine, address: int, rows: Sequence[Row]) -> Found | None:
    code = int.from_bytes(machine.code(address, 4), "little")
    for row in rows:
        fields = row.fields(code)
        if fields is not None:
            return row, fields
    return None


def _instruction(machine: Machine, address: int, rows: Sequence[Row]) -> Instruction | None:
    found = decoded(machine, address, rows)
    if found is None:
        return None
    row, fields = found
    numbers = tuple(Place("const", fields[letter], WORD) for letter in row.letters)
    operation = Operation("CALLOTHER", None, numbers, named(row.text))
    return Instruction(address, 4, row.text.format(**fields), (operation,))


# ---- Elements ---------------------------------------------------------------------------------------


def words(machine: Machine) -> int:
    """Elements of a register."""
    return machine.vector_bytes // WORD


def element(machine: Machine, register: int, number: int) -> Place:
    """An element of a register, or of those that follow it."""
    further, number = divmod(number, words(machine))
    register += further
    if register > 31:
        raise NotProved("uses a vector register after the last one")
    name, size = REGISTERS[machine.family]
    first, offset = machine.register(name), WORD * number
    if offset < size:
        return Place(first.space, first.offset + size * register + offset, WORD)
    return Place(first.space, OWN + LONGEST_VECTOR * register + offset, WORD)


def read(machine: Machine, register: int, count: int) -> list[Value]:
    return [machine.read(element(machine, register, number)) for number in range(count)]


def write(machine: Machine, register: int, values: Iterable[Value]) -> None:
    for number, value in enumerate(values):
        machine.write(element(machine, register, number), value)


def computed(machine: Machine, compute: Compute, *operands: Sequence[Value]) -> list[Value]:
    """Of the first elements of all operands, of the second ones, and so on."""

    def of_one(values: Sequence[Value]) -> Value:
        return value_of(compute(machine, [bits_of(settled(value), WORD) for value in values]))

    return [of_one(values) for values in zip(*operands, strict=True)]


# ---- Numbers ----------------------------------------------------------------------------------------


def signed(number: int, bits: int) -> int:
    return number - (number >> bits - 1 << bits)


def number_of(value: Value, what: str) -> int:
    value = settled(value)
    if not isinstance(value, int):
        raise NotProved(f"{what} depends on its inputs")
    return value


def moved(machine: Machine, address: Value, distance: int) -> Value:
    return machine.result("INT_ADD", [settled(address), distance & WORD_MASK], [WORD, WORD], WORD)


def load(machine: Machine, address: Value, number: int) -> Value:
    """An element of those at this address."""
    return machine.load(moved(machine, address, WORD * number), WORD)


def store(machine: Machine, address: Value, number: int, value: Value) -> None:
    machine.store(moved(machine, address, WORD * number), WORD, value)
