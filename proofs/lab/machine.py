"""Registers, memory and buses of a processor while a unit runs, and what could be observed of each instruction.

The lowerings (arm, riscv, avr) read and write here; nothing else knows the leakage models. They are pessimistic: a
bus or latch keeps its value until an instruction drives it again. docs/lab.md has the table.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

from collections.abc import Callable, Container

from . import program as ops
from .program import Program, Step, Value

MODELS = {
    "value": "a result, in a register or written to memory",
    "register": "the old and the new value of a register",
    "cell": "the old and the new value of a place in memory",
    "memory": "successive words on the bus of memory, loaded or stored",
    "load": "successive words at the port that loads",
    "store": "successive words at the port that stores",
    "bus-a": "successive first operands",
    "bus-b": "successive second operands, before a shift; what is stored",
    "shifter": "successive results of the shifter",
    "result": "successive results of the arithmetic unit",
    "stale": "operands of the last instruction under the function of this one, between their results",
    "ports": "registers that follow each other somewhere in the multiplexers of a read port",
    "beside": "two shares of one bit in different places of one value",
}
CHOSEN_ONLY = ("stale", "ports")  # models that a manifest has to name
DEFAULT_MODELS = tuple(name for name in MODELS if name not in CHOSEN_ONLY)
FLAGS = "nzcv"


class Unsupported(Exception):
    """The program does what cannot be followed: the text says where and what."""


class Machine:
    """What the processor holds, as values of a program."""

    def __init__(self, width: int, memory: Callable[[int], int]) -> None:
        self.program = Program(width)
        self.bytes = width // 8
        self._initial = memory  # the byte at an address when the unit is called
        self._cells: dict[int, Value] = {}
        self._registers: dict[str, Value] = {}
        self._places: dict[str, Value] = {}  # buses and latches
        self.written: list[Value] = []  # to registers, by the current instruction
        self.loaded: set[int] = set()  # addresses of cells that an instruction has loaded
        self.foreign: dict[int, Step] = {}  # of those nobody gave or stored before, and the instruction
        self.chosen: frozenset[str] = frozenset()  # models that the unit names, of those it has to name
        self.carry: Value | None = None  # None: what it depends on is in _flags
        self._flags: dict[str, tuple[Value, ...]] = {}

    # ---- Steps ----------------------------------------------------------------------------------------

    def begin(self, step: Step) -> None:
        self.program.steps.append(step)

    def unsupported(self, text: str) -> Unsupported:
        step = self.program.steps[-1]
        return Unsupported(f"{step.address:#x}: {step.text}: {text}")

    # ---- Values ---------------------------------------------------------------------------------------

    def constant(self, number: int) -> Value:
        return self.program.constant(number)

    def xor(self, first: Value, second: Value) -> Value:
        return self.program.apply(ops.XOR, first, second)

    def and_(self, first: Value, second: Value) -> Value:
        return self.program.apply(ops.AND, first, second)

    def or_(self, first: Value, second: Value) -> Value:
        return self.program.apply(ops.OR, first, second)

    def not_(self, value: Value) -> Value:
        return self.xor(value, self.constant(-1))

    def shift(self, kind: int, value: Value, places: int) -> Value:
        """By any number of places, which is public."""
        width = self.program.width
        if kind == ops.ROTATE_RIGHT:
            places %= width
        if places == 0:
            return value
        if places >= width:
            if kind != ops.SHIFT_SIGNED:
                return self.constant(0)
            places = width - 1
        return self.program.apply(kind, value, number=places)

    def bits(self, value: Value, lowest: int, count: int) -> Value:
        """These bits of a value, moved to its lowest ones."""
        moved = self.shift(ops.SHIFT_RIGHT, value, lowest)
        return self.and_(moved, self.constant((1 << count) - 1)) if count < self.program.width else moved

    def add(self, first: Value, second: Value, carry: Value | None = None) -> Value:
        return self.program.apply(ops.ADD, first, second, self.constant(0) if carry is None else carry)

    def carry_of(self, first: Value, second: Value, carry: Value | None = None) -> Value:
        return self.program.apply(ops.CARRY, first, second, self.constant(0) if carry is None else carry)

    def number(self, value: Value, what: str) -> int:
        """The number that a value has, the same in all runs: an address, or how far to shift."""
        if not self.program.is_public(value):
            raise self.unsupported(f"{what} depends on shares, random words or public bytes of any value")
        return self.program.numbers[value]

    # ---- Registers and flags --------------------------------------------------------------------------

    def read(self, name: str) -> Value:
        return self._registers[name]

    def set(self, name: str, value: Value) -> None:
        """Without an observation: what a register holds when the unit is called."""
        self._registers[name] = value

    def write(self, name: str, value: Value) -> None:
        self.program.observe("value", value)
        self.program.observe("register", value, self._registers.get(name, -1))
        self._registers[name] = value
        self.written.append(value)

    def left(self, but: Container[Value]) -> list[str]:
        """Registers, buses and ports that hold anything of secrets or random words, but for these values."""
        held = [*self._registers.items(), *self._places.items()]
        return [name for name, value in held if self.program.hidden[value] and value not in but]

    def registers(self) -> dict[str, int]:
        return {name: self.program.numbers[value] for name, value in self._registers.items()}

    def set_flags(self, flags: str, *sources: Value) -> None:
        """These flags follow from the sources."""
        self._flags.update(dict.fromkeys(flags, sources))
        if "c" in flags:
            self.carry = None

    def set_carry(self, value: Value) -> None:
        self.carry = value
        self._flags["c"] = (value,)

    def need_public_flags(self, what: str, flags: str = FLAGS) -> None:
        for flag in flags:
            for source in self._flags.get(flag, ()):
                self.number(source, f"{what} (flag {flag.upper()})")

    # ---- Buses ----------------------------------------------------------------------------------------

    def drive(self, model: str, value: Value) -> None:
        """The next value in a place that keeps it."""
        before = self._places.get(model, -1)
        self.program.observe(model, value, before)
        self._places[model] = value

    def operands(self, first: Value | None, second: Value | None) -> None:
        if first is not None:
            self.drive("bus-a", first)
        if second is not None:
            self.drive("bus-b", second)

    def stale(self, function: Callable[[Value, Value], Value], first: Value, second: Value) -> None:
        """What the arithmetic unit makes of the operands of the last instruction, which are still there, when the
        function is that of this one already; then its operands come."""
        held = self._places.get("bus-a"), self._places.get("bus-b")
        if "stale" in self.chosen and held[0] is not None and held[1] is not None:
            value = function(held[0], held[1])
            self.program.observe("stale", value, self._places.get("result", -1))
            self.program.observe("stale", function(first, second), value)

    def result(self, value: Value) -> Value:
        self.program.observe("value", value)
        self.drive("result", value)
        return value

    # ---- Memory ---------------------------------------------------------------------------------------

    def place(self, address: int, value: Value) -> None:
        """Without an observation: what a cell holds when the unit is called. `address` is a multiple of the width."""
        self._cells[address] = value

    def cell(self, address: int) -> Value:
        if address not in self._cells:
            numbers = bytes(self._initial(address + offset) for offset in range(self.bytes))
            self._cells[address] = self.constant(int.from_bytes(numbers, "little"))
        return self._cells[address]

    def load(self, address: int, size: int, signed: bool = False) -> Value:
        """`size` bytes at any address. The bus has the whole word around them, as on most processors."""
        result = None
        for at, offset, count, moved in self._parts(address, size):
            self.loaded.add(at)
            if at not in self._cells:
                self.foreign[at] = self.program.steps[-1]
            word = self.cell(at)
            self.drive("memory", word)
            self.drive("load", word)
            part = self.shift(ops.SHIFT_LEFT, self.bits(word, 8 * offset, 8 * count), 8 * moved)
            result = part if result is None else self.or_(result, part)
        assert result is not None
        if signed:
            unused = self.program.width - 8 * size
            result = self.shift(ops.SHIFT_SIGNED, self.shift(ops.SHIFT_LEFT, result, unused), unused)
        return result

    def store(self, address: int, size: int, value: Value) -> None:
        """`size` bytes to any address. A part of a word is on the bus in all places where it could be."""
        repeated = value
        if size < self.bytes:
            part = self.bits(value, 0, 8 * size)
            repeated = part
            for place in range(size, self.bytes, size):
                repeated = self.or_(repeated, self.shift(ops.SHIFT_LEFT, part, 8 * place))
        self.program.observe("value", value)
        self.drive("memory", repeated)
        self.drive("store", repeated)
        for at, offset, count, moved in self._parts(address, size):
            old = self.cell(at)
            new = value
            if count < self.bytes:
                hole = self.constant(~(((1 << 8 * count) - 1) << 8 * offset))
                part = self.shift(ops.SHIFT_LEFT, self.bits(value, 8 * moved, 8 * count), 8 * offset)
                new = self.or_(self.and_(old, hole), part)
            self.program.observe("cell", new, old)
            self._cells[at] = new

    def _parts(self, address: int, size: int):  # type: ignore[no-untyped-def]
        """The cells that hold these bytes: address, first byte in the cell, how many, their place in the value."""
        moved = 0
        while moved < size:
            offset = (address + moved) % self.bytes
            count = min(size - moved, self.bytes - offset)
            yield address + moved - offset, offset, count, moved
            moved += count
