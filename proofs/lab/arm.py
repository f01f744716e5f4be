"""Thumb instructions of Armv6-M and Armv7-M as micro-operations.

Which value is on which bus: Rn on A; Rm or an immediate on B, before it is shifted; what is stored follows on B, as
processors with two ports of registers read it there. SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import capstone
from capstone import arm_const as cs

from . import program as ops
from .machine import Machine
from .program import Step, Value
from .record import Moment

ALIASES = {"sb": "r9", "sl": "r10", "fp": "r11", "ip": "r12"}
SHIFTS = {
    cs.ARM_SFT_LSL: ops.SHIFT_LEFT, cs.ARM_SFT_LSR: ops.SHIFT_RIGHT,
    cs.ARM_SFT_ASR: ops.SHIFT_SIGNED, cs.ARM_SFT_ROR: ops.ROTATE_RIGHT,
}  # fmt: skip
SHIFT_NAMES = {"lsl": ops.SHIFT_LEFT, "lsr": ops.SHIFT_RIGHT, "asr": ops.SHIFT_SIGNED, "ror": ops.ROTATE_RIGHT}
SIZES = {"": 4, "b": 1, "h": 2, "sb": 1, "sh": 2}
EXTENSIONS = {"uxtb": (8, False), "uxth": (16, False), "sxtb": (8, True), "sxth": (16, True)}
BRANCHES = ("b", "bl", "bx", "blx")
COMPARISONS = ("cmp", "cmn", "tst", "teq")
CONDITIONS = "eq ne hs lo mi pl vs vc hi ls ge lt gt le".split()
READS = {"eq": "z", "mi": "n", "vs": "v", "hs": "c", "hi": "cz", "ge": "nv", "gt": "nzv"}  # flags; opposites the same


class Arm:
    """Lowers one instruction at a time."""

    REGISTERS = tuple(f"r{number}" for number in range(13))
    RESULT = "r0"

    def __init__(self, machine: Machine, code: Callable[[int], int]) -> None:
        self.machine = machine
        self._code = code  # the byte at an address
        self._disassembler = capstone.Cs(capstone.CS_ARCH_ARM, capstone.CS_MODE_THUMB | capstone.CS_MODE_MCLASS)
        self._disassembler.detail = True
        self._decoded: dict[tuple[int, bytes], capstone.CsInsn | None] = {}
        self._covered: set[int] = set()  # addresses of instructions that an IT covers
        self._now: Moment
        self._instruction: capstone.CsInsn

    @staticmethod
    def arguments(numbers: list[int]) -> dict[str, int]:
        """Registers of a call with these arguments."""
        return {f"r{place}": number & 0xFFFFFFFF for place, number in enumerate(numbers)}

    @staticmethod
    def argument(registers: dict[str, int], place: int) -> int:
        """The one at this place, when a function begins."""
        return registers[f"r{place}"]

    @staticmethod
    def register(name: str) -> str:
        """As the laboratory names it."""
        return name

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
        return entry.registers["lr"] & ~1

    def step(self, moment: Moment) -> None:
        key = (moment.address, moment.code)
        if key not in self._decoded:
            self._decoded[key] = next(self._disassembler.disasm(moment.code, moment.address), None)
        found = self._decoded[key]
        self.machine.begin(Step(moment.address, f"{found.mnemonic} {found.op_str}".strip() if found else "?"))
        if found is None:
            raise self.machine.unsupported(f"{moment.code.hex()} is not an instruction that capstone knows")
        self._now, self._instruction = moment, found
        in_block = moment.address in self._covered
        name = found.mnemonic if found.mnemonic.startswith("nop") else found.insn_name()
        action = self._action(name)
        if action is None:
            raise self.machine.unsupported("an instruction that the laboratory does not know")
        self._sets_flags = found.update_flags and (not in_block or len(moment.code) == 4 or name in COMPARISONS)
        action(name)

    # ---- Operands -------------------------------------------------------------------------------------

    def _name(self, register: int) -> str:
        name: str = self._disassembler.reg_name(register)
        return ALIASES.get(name, name)

    def _read(self, register: int) -> Value:
        name = self._name(register)
        return self.machine.constant(self._now.address + 4) if name == "pc" else self.machine.read(name)

    def _base(self, register: int) -> Value:
        """As _read, of what an offset is added to: of pc, a multiple of 4."""
        if self._name(register) == "pc":
            return self.machine.constant((self._now.address + 4) & ~3)
        return self._read(register)

    def _write(self, register: int, value: Value) -> None:
        if self._name(register) == "pc":
            self.machine.number(value, "where to continue")
        else:
            self.machine.write(self._name(register), value)

    def _operands(self) -> list[Any]:
        return list(self._instruction.operands)

    def _plain(self, operand: Any) -> Value:
        """A register or an immediate, as it is on its bus."""
        return self.machine.constant(operand.imm) if operand.type == cs.ARM_OP_IMM else self._read(operand.reg)

    def _second(self, operand: Any) -> Value:
        """The second operand of an instruction, shifted; the flag C of logical ones follows from it."""
        machine, value = self.machine, self._plain(operand)
        machine.operands(None, value)
        kind, places = operand.shift.type, operand.shift.value
        if kind == cs.ARM_SFT_INVALID or (kind in SHIFTS and places == 0):
            return value
        if kind == cs.ARM_SFT_RRX:
            return self._shifted(self._rotated_with_carry(value))
        if kind not in SHIFTS:
            raise machine.unsupported("a shift by a register within an instruction")
        shifted = machine.shift(SHIFTS[kind], value, places)
        self._shift_carry(SHIFTS[kind], value, places)
        return self._shifted(shifted)

    def _rotated_with_carry(self, value: Value) -> Value:
        machine = self.machine
        top = machine.shift(ops.SHIFT_LEFT, self._carry(), 31)
        result = machine.or_(machine.shift(ops.SHIFT_RIGHT, value, 1), top)
        if self._sets_flags:
            machine.set_carry(machine.bits(value, 0, 1))
        return result

    def _shifted(self, value: Value) -> Value:
        self.machine.program.observe("value", value)
        self.machine.drive("shifter", value)
        return value

    def _shift_carry(self, kind: int, value: Value, places: int) -> None:
        """The flag C: the last bit that was shifted out."""
        if self._sets_flags and places:
            out = (
                32 - places if kind == ops.SHIFT_LEFT else (places - 1) % 32 if kind == ops.ROTATE_RIGHT else places - 1
            )
            self.machine.set_carry(self.machine.bits(value, out, 1) if 0 <= out < 32 else self.machine.constant(0))

    def _carry(self) -> Value:
        if self.machine.carry is None:
            self.machine.need_public_flags("the carry", "c")
            return self.machine.constant(self._now.flags >> 29 & 1)
        return self.machine.carry

    def _need_flags(self, condition: str) -> None:
        if condition not in CONDITIONS:
            return
        positive = CONDITIONS[CONDITIONS.index(condition) & ~1]
        self.machine.need_public_flags("a condition", READS[positive])

    def _finish(self, target: int | None, value: Value, *sources: Value) -> None:
        self.machine.result(value)
        if self._sets_flags:
            self.machine.set_flags("nz", value, *sources)
        if target is not None:
            self._write(target, value)

    # ---- Instructions ---------------------------------------------------------------------------------

    def _action(self, name: str) -> Callable[[str], None] | None:
        if name.startswith("nop"):
            return self._do_nop
        if name == "it" or name in BRANCHES or name in ("cbz", "cbnz", "push", "pop"):
            name = "b" if name in BRANCHES else name[:2] if name[:2] == "cb" else name
        if name.replace("ta", "t") in EXTENSIONS:
            return self._do_extend
        if name in SHIFT_NAMES:
            return self._do_shift
        if name in ("and", "eor", "orr", "bic", "orn", "tst", "teq"):
            return self._do_logic
        if name in ("add", "addw", "sub", "subw", "rsb", "adc", "sbc", "cmp", "cmn"):
            return self._do_add
        if name[:3] in ("ldm", "stm"):
            return self._do_multiple
        if name in ("ldrd", "strd"):
            return self._do_double
        if name[:3] in ("ldr", "str") and name[3:] in SIZES:
            return self._do_memory
        found: Callable[[str], None] | None = getattr(self, f"_do_{name}", None)
        return found

    def _do_nop(self, _: str) -> None:
        """Drives no bus."""

    def _do_it(self, name: str) -> None:
        """IT. The instructions that it covers are recorded if they run; those of 16 bits do not set flags."""
        self._need_flags(self._instruction.op_str)
        count, at = len(self._instruction.mnemonic), self._now.address
        code = bytes(self._code(at + offset) for offset in range(2 + 4 * count))
        following = list(self._disassembler.disasm(code, at, count))  # the mnemonic has a letter for each
        self._covered.update(each.address for each in following[1:])

    def _do_b(self, name: str) -> None:
        mnemonic, operands = self._instruction.mnemonic.removesuffix(".w"), self._operands()
        self._need_flags(mnemonic[-2:] if name == "b" and len(mnemonic) == 3 else "")
        if operands[0].type == cs.ARM_OP_REG:
            self.machine.number(self._read(operands[0].reg), "where to continue")
        if name in ("bl", "blx"):
            self.machine.write("lr", self.machine.constant(self._now.address + len(self._now.code) | 1))

    def _do_cb(self, _: str) -> None:
        value = self._read(self._operands()[0].reg)
        self.machine.operands(value, None)
        self.machine.number(value, "a condition")

    def _do_mov(self, _: str) -> None:
        target, source = self._operands()[:2]
        if len(self._operands()) == 3:  # capstone writes a shift as mov where it is one
            self._do_shift("mov")
            return
        self._finish(target.reg, self._second(source))

    _do_movw = _do_mov
    _do_movs = _do_mov

    def _do_movt(self, _: str) -> None:
        target, source = self._operands()
        machine, old = self.machine, self._read(target.reg)
        machine.operands(old, machine.constant(source.imm))
        low = machine.and_(old, machine.constant(0xFFFF))
        self._finish(target.reg, machine.or_(low, machine.constant(source.imm << 16)))

    def _do_mvn(self, _: str) -> None:
        target, source = self._operands()
        self._finish(target.reg, self.machine.not_(self._second(source)))

    def _three(self) -> tuple[int, Value, Any]:
        """Target, first operand and the operand of the second; two-operand forms read the target."""
        operands = self._operands()
        if len(operands) == 2:
            return operands[0].reg, self._read(operands[0].reg), operands[1]
        target, first, second = operands
        is_address = first.type == cs.ARM_OP_REG and second.type == cs.ARM_OP_IMM  # ADR, if the register is pc
        return target.reg, self._base(first.reg) if is_address else self._plain(first), second

    def _do_logic(self, name: str) -> None:
        machine = self.machine
        target, first, operand = self._three()
        machine.operands(first, None)
        second = self._second(operand)
        if name in ("bic", "orn"):
            second = machine.not_(second)
        functions = {
            "and": machine.and_,
            "bic": machine.and_,
            "tst": machine.and_,
            "eor": machine.xor,
            "teq": machine.xor,
        }
        value = functions.get(name, machine.or_)(first, second)
        self._finish(None if name in COMPARISONS else target, value)

    def _do_add(self, name: str) -> None:
        machine = self.machine
        target, first, operand = self._three()
        machine.operands(first, None)
        second = self._second(operand)
        carry = self._carry() if name in ("adc", "sbc") else machine.constant(int(name not in ("add", "addw", "cmn")))
        if name in ("sub", "subw", "sbc", "cmp"):
            second = machine.not_(second)
        if name == "rsb":
            first = machine.not_(first)
        value = machine.add(first, second, carry)
        if self._sets_flags:
            machine.set_flags("v", first, second, carry)
            machine.set_carry(machine.carry_of(first, second, carry))
        self._finish(None if name in COMPARISONS else target, value)

    def _do_shift(self, name: str) -> None:
        """A shift by an immediate or by a register, whose value must be public."""
        machine, operands = self.machine, self._operands()
        if len(operands) == 2 and operands[1].shift.type != cs.ARM_SFT_INVALID:
            self._finish(operands[0].reg, self._second(operands[1]))
            return
        target, value, amount = self._three()
        kind = SHIFT_NAMES.get(name)
        if kind is None:
            raise machine.unsupported("a shift of an unknown form")
        places = machine.number(self._plain(amount), "how far to shift") & 0xFF
        by_register = amount.type == cs.ARM_OP_REG
        machine.operands(self._plain(amount) if by_register else None, value)
        shifted = self._shifted(machine.shift(kind, value, places))
        self._shift_carry(kind, value, places)
        self._finish(target, shifted)

    def _do_rrx(self, _: str) -> None:
        target, source = self._operands()
        value = self._read(source.reg)
        self.machine.operands(None, value)
        self._finish(target.reg, self._shifted(self._rotated_with_carry(value)))

    def _do_mul(self, _: str) -> None:
        target, first, operand = self._three()
        second = self._plain(operand)
        self.machine.operands(first, second)
        self._finish(target, self.machine.program.apply(ops.MULTIPLY, first, second))

    def _do_mla(self, name: str) -> None:
        """A product, added to a third operand or taken from it."""
        target, *operands = self._operands()
        first, second, third = map(self._plain, operands)
        machine = self.machine
        machine.operands(first, second)
        machine.operands(None, third)
        product = machine.program.apply(ops.MULTIPLY, first, second)
        if name == "mls":
            value = machine.add(third, machine.not_(product), machine.constant(1))
        else:
            value = machine.add(third, product)
        self._finish(target.reg, value)

    _do_mls = _do_mla

    def _do_extend(self, name: str) -> None:
        """UXTAB and the like add it to their first operand."""
        machine, (target, *added, source) = self.machine, self._operands()
        bits, signed = EXTENSIONS[name.replace("ta", "t")]
        first = self._read(added[0].reg) if added else machine.constant(0)
        if added:
            machine.operands(first, None)
        moved = machine.shift(ops.SHIFT_LEFT, self._second(source), 32 - bits)
        kind = ops.SHIFT_SIGNED if signed else ops.SHIFT_RIGHT
        value = self._shifted(machine.shift(kind, moved, 32 - bits))
        self._finish(target.reg, machine.add(first, value, machine.constant(0)) if added else value)

    def _do_uxtb16(self, _: str) -> None:
        target, source = self._operands()
        value = self.machine.and_(self._second(source), self.machine.constant(0x00FF00FF))
        self._finish(target.reg, self._shifted(value))

    def _do_ubfx(self, _: str) -> None:
        target, source, lowest, count = self._operands()
        value = self._read(source.reg)
        self.machine.operands(value, None)
        self._finish(target.reg, self._shifted(self.machine.bits(value, lowest.imm, count.imm)))

    def _do_sbfx(self, _: str) -> None:
        target, source, lowest, count = self._operands()
        machine, value = self.machine, self._read(source.reg)
        machine.operands(value, None)
        moved = machine.shift(ops.SHIFT_LEFT, value, 32 - lowest.imm - count.imm)
        self._finish(target.reg, self._shifted(machine.shift(ops.SHIFT_SIGNED, moved, 32 - count.imm)))

    def _do_bfi(self, _: str) -> None:
        target, source, lowest, count = self._operands()
        machine, old, value = self.machine, self._read(target.reg), self._read(source.reg)
        machine.operands(old, value)
        hole = machine.constant(~(((1 << count.imm) - 1) << lowest.imm))
        part = machine.shift(ops.SHIFT_LEFT, machine.bits(value, 0, count.imm), lowest.imm)
        self._finish(target.reg, machine.or_(machine.and_(old, hole), self._shifted(part)))

    def _do_pkhbt(self, name: str) -> None:
        """Half of the first operand and the other half of the second one, shifted."""
        target, first, operand = self._operands()
        machine, value = self.machine, self._read(first.reg)
        machine.operands(value, None)
        low = machine.constant(0xFFFF)
        kept, other = (low, machine.not_(low)) if name == "pkhbt" else (machine.not_(low), low)
        second = machine.and_(self._second(operand), other)
        self._finish(target.reg, machine.or_(machine.and_(value, kept), second))

    _do_pkhtb = _do_pkhbt

    def _do_bfc(self, _: str) -> None:
        target, lowest, count = self._operands()
        machine, old = self.machine, self._read(target.reg)
        machine.operands(old, None)
        hole = machine.constant(~(((1 << count.imm) - 1) << lowest.imm))
        self._finish(target.reg, machine.and_(old, hole))

    def _swap(self, value: Value, bits: int, low: int) -> Value:
        """Neighbouring groups of this many bits change places; `low` marks the lower ones."""
        machine = self.machine
        down = machine.and_(machine.shift(ops.SHIFT_RIGHT, value, bits), machine.constant(low))
        return machine.or_(down, machine.shift(ops.SHIFT_LEFT, machine.and_(value, machine.constant(low)), bits))

    def _do_rev(self, name: str) -> None:
        target, source = self._operands()
        value = self._read(source.reg)
        self.machine.operands(None, value)
        if name == "rbit":
            for bits, low in ((1, 0x55555555), (2, 0x33333333), (4, 0x0F0F0F0F)):
                value = self._swap(value, bits, low)
        value = self._swap(value, 8, 0x00FF00FF)
        if name != "rev16":
            value = self.machine.shift(ops.ROTATE_RIGHT, value, 16)
        self._finish(target.reg, self._shifted(value))

    _do_rev16 = _do_rev
    _do_rbit = _do_rev

    def _do_adr(self, _: str) -> None:
        target, offset = self._operands()
        base = self.machine.number(self._base(cs.ARM_REG_PC), "an address")
        self._finish(target.reg, self.machine.constant(base + offset.imm))

    def _do_clz(self, _: str) -> None:
        target, source = self._operands()
        number = self.machine.number(self._read(source.reg), "the operand of clz")
        self._finish(target.reg, self.machine.constant(32 - number.bit_length()))

    # ---- Memory ---------------------------------------------------------------------------------------

    def _address(self, operand: Any, after: list[Any]) -> int:
        """Where to load from or store to. Puts base and offset on the buses and writes the base back."""
        machine = self.machine
        base = self._base(operand.mem.base)
        number = machine.number(base, "an address")
        machine.operands(base, None)
        if operand.mem.index:
            index = self._read(operand.mem.index)
            machine.operands(None, index)
            offset = machine.number(index, "an address") << operand.shift.value * bool(operand.shift.type)
        else:
            offset = operand.mem.disp
        target = number + offset
        if after:  # the offset is added after the access
            target, offset = number, number + (-after[0].imm if after[0].subtracted else after[0].imm)
            self._write(operand.mem.base, machine.constant(offset))
        elif self._instruction.writeback:
            self._write(operand.mem.base, machine.constant(target))
        return int(target) & 0xFFFFFFFF

    def _do_memory(self, name: str) -> None:
        register, place, *after = self._operands()
        size = SIZES[name[3:]]
        stored = self._read(register.reg) if name.startswith("str") else None
        address = self._address(place, after)
        if stored is None:
            self._write(register.reg, self.machine.load(address, size, name[3:].startswith("s")))
        else:
            self.machine.operands(None, stored)
            self.machine.store(address, size, stored)

    def _do_tbb(self, name: str) -> None:
        """A branch over as many halfwords as an entry of a table says. Here pc is not rounded."""
        (place,) = self._operands()
        base, index = self._read(place.mem.base), self._read(place.mem.index)
        self.machine.operands(base, index)
        size = 1 if name == "tbb" else 2
        address = self.machine.number(base, "an address") + size * self.machine.number(index, "an address")
        self.machine.number(self.machine.load(address & 0xFFFFFFFF, size), "where to continue")

    _do_tbh = _do_tbb

    def _do_double(self, name: str) -> None:
        first, second, place, *after = self._operands()
        stored = [self._read(each.reg) for each in (first, second)]
        address = self._address(place, after)
        for number, register in enumerate((first, second)):
            if name == "ldrd":
                self._write(register.reg, self.machine.load(address + 4 * number, 4))
            else:
                self.machine.operands(None, stored[number])
                self.machine.store(address + 4 * number, 4, stored[number])

    def _do_multiple(self, name: str) -> None:
        base, *registers = self._operands()
        down = name.endswith("db")
        number = self.machine.number(self._read(base.reg), "an address")
        start = number - 4 * len(registers) if down else number
        self.machine.operands(self._read(base.reg), None)
        self._transfer(name.startswith("ldm"), start, [each.reg for each in registers])
        if self._instruction.writeback and not (
            name.startswith("ldm") and base.reg in [each.reg for each in registers]
        ):
            end = start if down else number + 4 * len(registers)
            self._write(base.reg, self.machine.constant(end))

    def _transfer(self, load: bool, address: int, registers: list[int]) -> None:
        for number, register in enumerate(registers):
            if load:
                self._write(register, self.machine.load(address + 4 * number, 4))
            else:
                value = self._read(register)
                self.machine.operands(None, value)
                self.machine.store(address + 4 * number, 4, value)

    def _do_push(self, name: str) -> None:
        registers = [each.reg for each in self._operands()]
        stack = self.machine.read("sp")
        start = self.machine.number(stack, "the stack pointer") - 4 * len(registers)
        self.machine.operands(stack, None)
        self._transfer(False, start, registers)
        self.machine.write("sp", self.machine.constant(start))

    def _do_pop(self, name: str) -> None:
        registers = [each.reg for each in self._operands()]
        stack = self.machine.read("sp")
        start = self.machine.number(stack, "the stack pointer")
        self.machine.operands(stack, None)
        self._transfer(True, start, registers)
        self.machine.write("sp", self.machine.constant(start + 4 * len(registers)))
