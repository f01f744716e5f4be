"""A unit of a manifest as a program: records its calls and lowers what ran.

Places that hold shares become inputs: share 0 of a word is the sum of the secret and all other shares, which are
uniform, as random words are. So every input is a word of a secret, or uniform, or public. After each instruction the
lowered registers are compared with those of the emulator. SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field

from . import program as ops
from .arm import Arm
from .elf import AVR_DATA, Elf
from .machine import Machine, Unsupported
from .manifest import Area, ManifestError, Secret, Unit
from .program import Program, Value
from .record import Arm as ArmRecorder
from .record import Moment


@dataclass
class Prepared:
    """A program, and what its inputs are."""

    unit: Unit
    elf: Elf
    program: Program
    names: list[str] = field(default_factory=list)  # of the inputs
    secret: list[bool] = field(default_factory=list)  # whether an input is a word of a secret
    public: set[int] = field(default_factory=set)  # the numbers of inputs that everybody knows, whatever they are
    first: dict[Value, str] = field(default_factory=dict)  # shares 0, which are sums of inputs, by name
    revealed: Value = -1  # what the last call returned
    outputs: list[Value] = field(default_factory=list)  # what the unit leaves in plain


def _processor(name: str, elf: Elf):  # type: ignore[no-untyped-def]
    """The lowering over a machine, and the recorder."""
    if name in ("armv6m", "armv7m"):
        return Arm(Machine(32, elf.byte), elf.byte), ArmRecorder(elf)
    if name == "rv32":
        from .record import RiscV as RiscVRecorder
        from .riscv import RiscV, extension

        return RiscV(Machine(32, elf.byte)), RiscVRecorder(elf, extension)
    from .avr import Avr
    from .record_avr import Avr as AvrRecorder

    data = Machine(8, lambda address: elf.byte(AVR_DATA + address))
    return Avr(data, elf.byte), AvrRecorder(elf)


class Preparation:
    """Puts inputs into the machine and the emulator, then follows the calls."""

    def __init__(self, unit: Unit, elf: Elf, processor: str) -> None:
        self.unit, self.elf = unit, elf
        self.lowering, self.recorder = _processor(processor, elf)
        self.machine: Machine = self.lowering.machine
        self.bytes = self.machine.bytes
        self.prepared = Prepared(unit, elf, self.machine.program)
        self.numbers = random.Random(20260101)  # the same run each time
        self.registers: dict[str, Value] = {}  # inputs that are in registers

    def input(self, name: str, secret: bool) -> Value:
        self.prepared.names.append(name)
        self.prepared.secret.append(secret)
        return self.machine.program.input(self.numbers.getrandbits(8 * self.bytes))

    def put(self, place: str, offset: int, value: Value) -> None:
        """A value into a register, or into memory of the machine and the emulator."""
        if place in self.lowering.REGISTERS:
            if offset:
                raise ManifestError(f"{self.unit.name}: {place} is a register, which holds {self.bytes} bytes, no more")
            self.registers[self.lowering.register(place)] = value
            return
        address = self.address(place, offset)
        self.machine.place(address, value)
        self.recorder.write(address, self.machine.program.numbers[value].to_bytes(self.bytes, "little"))

    def address(self, place: str, offset: int) -> int:
        address: int = self.lowering.pointer(self.elf.address(place)) + offset
        if address % self.bytes:
            raise ManifestError(
                f"{self.unit.name}: {place} + {offset} is at {address:#x}; expected a multiple of {self.bytes}"
            )
        return address

    def put_secret(self, secret: Secret) -> None:
        size, unit = self.bytes, self.unit
        if secret.size % size or (secret.rotation and secret.unit % (8 * size)):
            expected = f"bytes and unit in whole words of {8 * size} bits"
            raise ManifestError(f"{unit.name}: secret {secret.name}: expected {expected}")
        places = secret.places(unit.shares)
        for word in range(secret.count):
            label = f"{secret.name}[{word}]" if secret.count > 1 else secret.name
            shares = self.shares_of(secret, label)
            for share, (place, offset) in enumerate(places):
                if secret.only in (-1, share):
                    for number, value in enumerate(shares[share]):
                        self.put(place, offset + word * secret.distance(unit.shares) + number * size, value)

    def shares_of(self, secret: Secret, label: str) -> list[list[Value]]:
        """All shares of one word, as values of the machine's width."""
        machine, cells = self.machine, secret.size // self.bytes
        names = [f"{label}/{number}" if cells > 1 else label for number in range(cells)]
        first = [self.input(name, True) for name in names]
        others = []
        for share in range(1, self.unit.shares):
            stored = [self.input(f"{name}.{share}", False) for name in names]
            others.append(stored)
            straight = self.rotated_back(stored, share * secret.rotation, secret.unit)
            first = [machine.xor(one, other) for one, other in zip(first, straight)]
        if others:
            self.prepared.first.update((value, f"{name}.0") for value, name in zip(first, names))
        return [first, *others]

    def rotated_back(self, cells: list[Value], places: int, unit: int) -> list[Value]:
        """Each unit rotated left, cells being the lowest first."""
        machine, width = self.machine, 8 * self.bytes
        if not places % unit:
            return cells
        count, whole, rest = unit // width, places % unit // width, places % width
        result = []
        for start in range(0, len(cells), count):
            group = cells[start : start + count]
            for number in range(count):
                upper, lower = group[(number - whole) % count], group[(number - whole - 1) % count]
                if count == 1:
                    result.append(machine.shift(ops.ROTATE_RIGHT, upper, width - rest))
                else:
                    low = machine.shift(ops.SHIFT_RIGHT, lower, width - rest)
                    result.append(machine.or_(machine.shift(ops.SHIFT_LEFT, upper, rest), low))
        return result

    def offsets(self, area: Area) -> range:
        """Of the words of an area."""
        if area.size % self.bytes:
            raise ManifestError(f"{self.unit.name}: {area.at}: bytes = {area.size}; expected whole words")
        return range(0, area.size, self.bytes)

    def put_inputs(self, area: Area, public: bool) -> None:
        """Random words, or public ones that may have any value."""
        for number, offset in enumerate(self.offsets(area)):
            if public:
                self.prepared.public.add(self.machine.program.inputs)
            self.put(area.at, offset, self.input(f"{area.at}[{number}]", False))

    def put_bytes(self, area: Area) -> None:
        for offset in self.offsets(area) if area.value else ():
            number = int.from_bytes(area.value[offset : offset + self.bytes], "little")
            self.put(area.at, offset, self.machine.constant(number))

    def run(self) -> Prepared:
        for secret in self.unit.secrets:
            self.put_secret(secret)
        for area in self.unit.random:
            self.put_inputs(area, public=False)
        for area in self.unit.public:
            if area.any_value:
                self.put_inputs(area, public=True)
            else:
                self.put_bytes(area)
        for call in self.unit.calls:
            self.follow(call)
        if not self.unit.reveals_of:
            self.prepared.revealed = self.machine.read(self.result_register())
        elif self.prepared.revealed < 0:
            raise ManifestError(f"{self.unit.name}: reveals_of: {self.unit.reveals_of} was not called")
        for area in self.unit.outputs:
            self.take_output(area)
        return self.prepared

    def take_output(self, area: Area) -> None:
        """What an area holds at the end. It must be the same for other shares and random words: if one share of a word
        is known, the others together are the word."""
        values = [self.machine.cell(self.address(area.at, offset)) for offset in self.offsets(area)]
        program, prepared = self.machine.program, self.prepared
        operations = enumerate(program.operations)
        inputs = [program.numbers[value] for value, operation in operations if operation.kind == ops.INPUT]
        for number, secret in enumerate(prepared.secret):
            if not secret and number not in prepared.public:
                inputs[number] = self.numbers.getrandbits(program.width)
        again = program.run(inputs)
        if any(again[value] != program.numbers[value] for value in values):
            raise ManifestError(f"{self.unit.name}: output: {area.at} depends on random words; expected what they hide")
        prepared.outputs += values

    def result_register(self) -> str:
        name: str = self.unit.result or self.lowering.RESULT
        if name not in self.lowering.REGISTERS:
            known = ", ".join(self.lowering.REGISTERS)
            raise ManifestError(f"{self.unit.name}: result = {name!r}; expected one of {known}")
        found: str = self.lowering.register(name)
        return found

    def follow(self, call: tuple[str | int, ...]) -> None:
        """Records a call, lowers it, and compares the registers after each instruction."""
        function, *arguments = call
        address = self.elf.address(str(function))
        given = self.lowering.arguments([self.number(each) for each in arguments])
        for name, known in self.registers.items():
            given[name] = self.machine.program.numbers[known]
        moments = self.until_end(self.recorder.call(address, {**self.machine.registers(), **given}))
        for name, number in moments[0].registers.items():
            value = self.registers.get(name)
            if value is None and self.machine.registers().get(name) != number:
                value = self.machine.constant(number)
            if value is not None:
                self.machine.set(name, value)
        self.registers = {}
        revealing = self.elf.address(self.unit.reveals_of) if self.unit.reveals_of else -1
        back: int | None = None  # the address that this function returns to, while it runs
        for moment, after in zip(moments, moments[1:]):
            if moment.address == back:
                self.reveal()
                back = None
            self.before(moment)
            self.lowering.step(moment)
            self.compare(after)
            if after.address == revealing:
                back = self.lowering.return_address(moment, after)
        if back is not None:  # it was the last thing that ran
            self.reveal()

    def before(self, moment: Moment) -> None:
        """For what looks at the machine before an instruction, or changes what it holds."""

    def until_end(self, moments: Iterable[Moment]) -> list[Moment]:
        """All of them, or those before the place where the unit ends."""
        end = self.elf.symbols.get(self.unit.until, -1) & ~1
        found = []
        for moment in moments:
            found.append(moment)
            if moment.address == end:
                break
        return found

    def reveal(self) -> None:
        """The result of a function is known from here on; what the program does then may depend on it."""
        register = self.result_register()
        self.prepared.revealed = self.machine.read(register)
        self.machine.set(register, self.machine.constant(self.machine.registers()[register]))

    def number(self, argument: str | int) -> int:
        if isinstance(argument, int):
            return argument
        pointer: int = self.lowering.pointer(self.elf.address(argument))
        return pointer

    def compare(self, after: Moment) -> None:
        found = self.machine.registers()
        for name, number in after.registers.items():
            if found[name] != number:
                raise self.machine.unsupported(
                    f"the laboratory computes {name} = {found[name]:#x}, "
                    f"the emulator {number:#x}: an error of the laboratory"
                )


def prepare(unit: Unit, elf: Elf, processor: str) -> Prepared:
    """Raises ManifestError if the manifest does not fit, Unsupported if the code cannot be followed."""
    try:
        return Preparation(unit, elf, processor).run()
    except (ManifestError, Unsupported) as error:
        raise type(error)(f"{unit.name}: {error}".replace(f"{unit.name}: {unit.name}: ", f"{unit.name}: ")) from None
