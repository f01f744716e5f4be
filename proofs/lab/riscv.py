"""Instructions of RV32I, M (products), C, Zbb and Zbkb as micro-operations.

rs1 is on bus A, rs2 or an immediate on bus B; what is stored follows on B. SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import capstone

from . import program as ops
from .machine import Machine
from .program import Step, Value
from .record import Moment

NAMES = "zero ra sp gp tp t0 t1 t2 s0 s1 a0 a1 a2 a3 a4 a5 a6 a7 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 t3 t4 t5 t6".split()
NUMBERS = {**{name: number for number, name in enumerate(NAMES)}, **{f"x{number}": number for number in range(32)}}
OPERAND = re.compile(r"(-?(?:0x)?[0-9a-f]+)?\((\w+)\)")

# opcode, funct3, funct7 of what has two registers; of what has an immediate funct7 counts for shifts alone.
REGISTERS = {
    (0, 0x00): "add", (0, 0x20): "sub", (1, 0x00): "sll", (2, 0x00): "slt", (3, 0x00): "sltu", (4, 0x00): "xor",
    (5, 0x00): "srl", (5, 0x20): "sra", (6, 0x00): "or", (7, 0x00): "and", (0, 0x01): "mul",
    (4, 0x20): "xnor", (6, 0x20): "orn", (7, 0x20): "andn", (1, 0x30): "rol", (5, 0x30): "ror",
    (4, 0x04): "pack", (7, 0x04): "packh",
    (4, 0x05): "min", (5, 0x05): "minu", (6, 0x05): "max", (7, 0x05): "maxu",
}  # fmt: skip
IMMEDIATES = {0: "add", 2: "slt", 3: "sltu", 4: "xor", 6: "or", 7: "and"}
SHIFTS = {(1, 0x00): "sll", (5, 0x00): "srl", (5, 0x20): "sra", (5, 0x30): "ror"}
# All twelve upper bits of what has one register.
SINGLE = {
    (5, 0x698): "rev8", (5, 0x687): "brev8", (1, 0x08F): "zip", (5, 0x08F): "unzip",
    (1, 0x604): "sext.b", (1, 0x605): "sext.h",
}  # fmt: skip
STALE = ("and", "or", "xor", "andn", "orn", "xnor", "add", "sub")  # functions that the model of this name follows
SMALLER = ("min", "minu", "max", "maxu")
EXTENSION = {"xnor", "orn", "andn", "rol", "ror", "pack", "packh", *SMALLER, *SINGLE.values()}
SIZES = {0: (1, True), 1: (2, True), 2: (4, False), 4: (1, False), 5: (2, False)}
KINDS = {"sll": ops.SHIFT_LEFT, "srl": ops.SHIFT_RIGHT, "sra": ops.SHIFT_SIGNED, "ror": ops.ROTATE_RIGHT}


def meeting(before: int, after: int) -> Iterator[tuple[int, int]]:
    """Registers that follow each other in a node of a read port when the register's number changes. A port is a tree of
    multiplexers; each bit of the number switches one of its levels, in any order of levels. So a node stands for some
    bits of the number, and for each number that the other bits can have."""
    changed = before ^ after
    for bits in range(1, 32):
        if not bits & ~changed:
            yield from ((before & bits | others, after & bits | others) for others in range(32) if not others & bits)


def _signed(number: int, bits: int) -> int:
    return number - (number >> (bits - 1) << bits)


class RiscV:
    """Lowers one instruction at a time."""

    REGISTERS = (*(f"x{number}" for number in range(1, 32)), *NAMES[1:])
    RESULT = "x10"

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        mode = capstone.CS_MODE_RISCV32 | capstone.CS_MODE_RISCVC
        self._disassembler = capstone.Cs(capstone.CS_ARCH_RISCV, mode)
        self._now: Moment
        self._selected: tuple[int, int] | None = None  # registers at the read ports
        self._held: list[Value] = []  # by all registers, when these were selected

    @staticmethod
    def arguments(numbers: list[int]) -> dict[str, int]:
        """Registers of a call with these arguments."""
        return {f"x{10 + place}": number & 0xFFFFFFFF for place, number in enumerate(numbers)}

    @staticmethod
    def argument(registers: dict[str, int], place: int) -> int:
        """The one at this place, when a function begins."""
        return registers[f"x{10 + place}"]

    @staticmethod
    def register(name: str) -> str:
        """As the laboratory names it: a0 is x10."""
        return f"x{NUMBERS[name]}"

    def base(self, registers: dict[str, int], name: str) -> int:
        """Where this register points to."""
        return registers[self.register(name)]

    @staticmethod
    def pointer(address: int) -> int:
        """An address as code uses it."""
        return address

    @staticmethod
    def return_address(_: Moment, entry: Moment) -> int:
        """The address that a function returns to, given the moments before it and at its beginning."""
        return entry.registers["x1"]

    def step(self, moment: Moment) -> None:
        self._now = moment
        found = next(self._disassembler.disasm(moment.code, moment.address), None)
        text = f"{found.mnemonic} {found.op_str}".strip() if found else ""
        self.machine.begin(Step(moment.address, text or described(moment.code)))
        if "ports" in self.machine.chosen:
            self._select(moment.code)
        done = self._compressed(found) if len(moment.code) == 2 else self._whole(int.from_bytes(moment.code, "little"))
        if not done:
            raise self.machine.unsupported("an instruction that the laboratory does not know")

    # ---- Registers ------------------------------------------------------------------------------------

    def _read(self, number: int) -> Value:
        return self.machine.read(f"x{number}") if number else self.machine.constant(0)

    def _select(self, code: bytes) -> None:
        """Both fields of an instruction select registers, even where they are a part of a number. The last instruction
        may write its result before, after or just when they change."""
        if len(code) == 2:
            raise self.machine.unsupported("the model ports follows instructions of 32 bits alone")
        number = int.from_bytes(code, "little")
        selected, now = (number >> 15 & 31, number >> 20 & 31), [self._read(register) for register in range(32)]
        for before, after in zip(self._selected or selected, selected):
            for first, second in meeting(before, after):
                for old, new in ((self._held, self._held), (self._held, now), (now, now)):
                    self.machine.program.observe("ports", new[second], old[first])
        self._selected, self._held = selected, now

    def _finish(self, target: int, value: Value) -> None:
        self.machine.result(value)
        if target:
            self.machine.write(f"x{target}", value)

    # ---- Instructions of 32 bits ----------------------------------------------------------------------

    def _whole(self, code: int) -> bool:
        machine, opcode, target = self.machine, code & 0x7F, code >> 7 & 31
        function, first, second, upper = code >> 12 & 7, code >> 15 & 31, code >> 20 & 31, code >> 25
        immediate = _signed(code >> 20, 12)
        if opcode == 0x33:
            name = REGISTERS.get((function, upper))
            return name is not None and self._compute(name, target, self._read(first), self._read(second))
        if opcode == 0x13:
            return self._immediate(function, code, target, first)
        if opcode in (0x37, 0x17):
            base = self._now.address if opcode == 0x17 else 0
            self._finish(target, machine.constant((code & 0xFFFFF000) + base))
        elif opcode == 0x03:
            self._load(target, first, immediate, *SIZES[function])
        elif opcode == 0x23:
            self._store(second, first, _signed(upper << 5 | target, 12), SIZES[function][0])
        elif opcode == 0x63:
            self._branch(first, second)
        elif opcode in (0x6F, 0x67):
            self._jump(target, first if opcode == 0x67 else 0)
        elif opcode != 0x0F:  # fence does nothing here
            return False
        return True

    def _immediate(self, function: int, code: int, target: int, first: int) -> bool:
        machine, upper = self.machine, code >> 20
        single = SINGLE.get((function, upper))
        if single:
            return self._single(single, target, self._read(first))
        name = SHIFTS.get((function, upper >> 5)) if function in (1, 5) else IMMEDIATES.get(function)
        number = upper & 31 if function in (1, 5) else _signed(upper, 12)
        return name is not None and self._compute(name, target, self._read(first), machine.constant(number))

    def _compute(self, name: str, target: int, first: Value, second: Value) -> bool:
        machine = self.machine
        if name in STALE:
            machine.stale(lambda *held: self._arithmetic(name, *held), first, second)
        machine.operands(first, second)
        if name in KINDS or name == "rol":
            places = machine.number(second, "how far to shift") & 31
            if name == "rol":
                name, places = "ror", -places % 32
            value = machine.shift(KINDS[name], first, places)
            machine.drive("shifter", value)
        elif name in ("slt", "sltu"):
            numbers = [machine.number(each, "a comparison") for each in (first, second)]
            if name == "slt":
                numbers = [_signed(each, 32) for each in numbers]
            value = machine.constant(numbers[0] < numbers[1])
        elif name in SMALLER:
            numbers = [machine.number(each, "a comparison") for each in (first, second)]
            keys = [number if name.endswith("u") else _signed(number, 32) for number in numbers]
            value = machine.constant(min(keys) if name.startswith("min") else max(keys))
        elif name in ("pack", "packh"):
            value = self._pack(first, second, 16 if name == "pack" else 8)
        else:
            value = self._arithmetic(name, first, second)
        self._finish(target, value)
        return True

    def _arithmetic(self, name: str, first: Value, second: Value) -> Value:
        machine = self.machine
        if name in ("andn", "orn", "xnor", "sub"):
            second = machine.not_(second)
        if name == "mul":
            return machine.program.apply(ops.MULTIPLY, first, second)
        if name in ("add", "sub"):
            return machine.add(first, second, machine.constant(int(name == "sub")))
        functions = {"and": machine.and_, "or": machine.or_, "xor": machine.xor, "xno": machine.xor}
        return functions[name.removesuffix("n") if name != "xnor" else "xno"](first, second)

    def _pack(self, first: Value, second: Value, bits: int) -> Value:
        machine = self.machine
        upper = machine.shift(ops.SHIFT_LEFT, machine.bits(second, 0, bits), bits)
        return machine.or_(machine.bits(first, 0, bits), upper)

    def _single(self, name: str, target: int, value: Value) -> bool:
        machine = self.machine
        machine.operands(value, None)
        if name.startswith("sext"):
            bits = 8 if name == "sext.b" else 16
            moved = machine.shift(ops.SHIFT_LEFT, value, 32 - bits)
            value = machine.shift(ops.SHIFT_SIGNED, moved, 32 - bits)
        elif name == "rev8":
            value = machine.shift(ops.ROTATE_RIGHT, self._swap(value, 8, 0x00FF00FF), 16)
        elif name == "brev8":
            for bits, low in ((1, 0x55555555), (2, 0x33333333), (4, 0x0F0F0F0F)):
                value = self._swap(value, bits, low)
        elif name in ("zip", "unzip"):
            steps = ((8, 0x0000FF00), (4, 0x00F000F0), (2, 0x0C0C0C0C), (1, 0x22222222))
            for bits, low in steps if name == "zip" else reversed(steps):
                value = self._exchange(value, bits, low)
        else:
            return False
        machine.drive("shifter", value)
        self._finish(target, value)
        return True

    def _swap(self, value: Value, bits: int, low: int) -> Value:
        machine = self.machine
        down = machine.and_(machine.shift(ops.SHIFT_RIGHT, value, bits), machine.constant(low))
        return machine.or_(down, machine.shift(ops.SHIFT_LEFT, machine.and_(value, machine.constant(low)), bits))

    def _exchange(self, value: Value, bits: int, which: int) -> Value:
        """The bits of `which` change places with those `bits` above them."""
        machine = self.machine
        moved = machine.and_(machine.shift(ops.SHIFT_RIGHT, value, bits), machine.constant(which))
        raised = machine.shift(ops.SHIFT_LEFT, machine.and_(value, machine.constant(which)), bits)
        kept = machine.and_(value, machine.constant(~(which | which << bits)))
        return machine.or_(kept, machine.or_(moved, raised))

    def _address(self, base: int, offset: int) -> int:
        value = self._read(base)
        self.machine.operands(value, None)
        return self.machine.number(value, "an address") + offset & 0xFFFFFFFF

    def _load(self, target: int, base: int, offset: int, size: int, signed: bool) -> None:
        value = self.machine.load(self._address(base, offset), size, signed)
        if target:
            self.machine.write(f"x{target}", value)

    def _store(self, source: int, base: int, offset: int, size: int) -> None:
        value, address = self._read(source), self._address(base, offset)
        self.machine.operands(None, value)
        self.machine.store(address, size, value)

    def _branch(self, first: int, second: int) -> None:
        self.machine.operands(self._read(first), self._read(second))
        for register in (first, second):
            self.machine.number(self._read(register), "a condition")

    def _jump(self, target: int, base: int) -> None:
        self.machine.number(self._read(base), "where to continue")
        if target:
            self.machine.write(f"x{target}", self.machine.constant(self._now.address + len(self._now.code)))

    # ---- Instructions of 16 bits, as capstone writes them -----------------------------------------------

    def _compressed(self, found: capstone.CsInsn | None) -> bool:
        if found is None:
            return False
        name, words = (
            found.mnemonic.removeprefix("c."),
            [word.strip() for word in found.op_str.split(",") if word.strip()],
        )
        if name in ("lw", "lwsp", "sw", "swsp"):
            match = OPERAND.fullmatch(words[1])
            assert match
            offset, base = int(match[1] or "0", 0), NUMBERS[match[2]]
            if name.startswith("l"):
                self._load(NUMBERS[words[0]], base, offset, 4, False)
            else:
                self._store(NUMBERS[words[0]], base, offset, 4)
            return True
        values = [NUMBERS[word] if word in NUMBERS else int(word, 0) for word in words]
        if name in ("beqz", "bnez"):
            self._branch(values[0], 0)
        elif name in ("j", "jal", "jr", "jalr"):
            self._jump(int(name.startswith("jal")), values[0] if name in ("jr", "jalr") else 0)
        elif name in ("li", "lui"):
            number = values[1] << (12 if name == "lui" else 0)
            self._finish(values[0], self.machine.constant(number))
        elif name == "mv":
            return self._compute("add", values[0], self._read(0), self._read(values[1]))
        elif name in ("addi", "addi16sp", "addi4spn", "andi", "slli", "srli", "srai"):
            operation = {"slli": "sll", "srli": "srl", "srai": "sra", "andi": "and"}.get(name, "add")
            return self._compute(operation, values[0], self._read(values[-2]), self.machine.constant(values[-1]))
        elif name in ("add", "sub", "and", "or", "xor"):
            return self._compute(name, values[0], self._read(values[0]), self._read(values[1]))
        else:
            return bool(name == "nop")
        return True


def described(code: bytes) -> str:
    """An instruction that capstone does not know."""
    found = _extension(int.from_bytes(code, "little")) if len(code) == 4 else None
    if not found:
        return f".word {int.from_bytes(code, 'little'):#x}"
    name, target, first, second, is_immediate = found
    last = "" if second is None else f", {second if is_immediate else NAMES[second]}"
    return f"{name}{'i' if is_immediate else ''} {NAMES[target]}, {NAMES[first]}{last}"


def _extension(code: int) -> tuple[str, int, int, int | None, bool] | None:
    """An instruction of Zbb or Zbkb: name, target, operands, and whether the last one is a number."""
    opcode, function, upper = code & 0x7F, code >> 12 & 7, code >> 20
    name, second, is_immediate = None, upper & 31, False
    if opcode == 0x33:
        name = REGISTERS.get((function, upper >> 5))
    elif opcode == 0x13:
        name = SINGLE.get((function, upper))
        if name:
            return name, code >> 7 & 31, code >> 15 & 31, None, False
        name, is_immediate = SHIFTS.get((function, upper >> 5)), True
    if name not in EXTENSION or name is None:
        return None
    return name, code >> 7 & 31, code >> 15 & 31, second, is_immediate


def extension(moment: Moment) -> tuple[str, int] | None:
    """What an instruction of Zbb or Zbkb computes, for the recorder: a register and its new number."""
    found = _extension(int.from_bytes(moment.code, "little")) if len(moment.code) == 4 else None
    if not found or not found[1]:
        return None
    machine = Machine(32, lambda _: 0)
    for name, number in moment.registers.items():
        machine.set(name, machine.constant(number))
    RiscV(machine).step(moment)
    return f"x{found[1]}", machine.registers()[f"x{found[1]}"]
