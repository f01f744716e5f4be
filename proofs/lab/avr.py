"""Instructions of AVR as micro-operations over bytes.

Rd is on bus A, Rr or an immediate on bus B. Addresses come from other ports and do not clear a bus.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from . import program as ops
from .elf import AVR_DATA
from .machine import Machine
from .program import Step, Value
from .record import Moment

# Each letter is a bit of that operand: d and r registers, k a number, q an offset, b which bit, a an I/O address.
INSTRUCTIONS = """
    0000000000000000 nop        0000 0001 dddd rrrr movw   0000 01rd dddd rrrr cpc     0000 10rd dddd rrrr sbc
    0000 11rd dddd rrrr add     0001 01rd dddd rrrr cp     0001 10rd dddd rrrr sub     0001 11rd dddd rrrr adc
    0010 00rd dddd rrrr and     0010 01rd dddd rrrr eor    0010 10rd dddd rrrr or      0010 11rd dddd rrrr mov
    0001 00rd dddd rrrr cpse    1001 11rd dddd rrrr mul
    0000 0010 dddd rrrr muls    0000 0011 0ddd 0rrr mulsu
    0011 kkkk dddd kkkk cpi     0100 kkkk dddd kkkk sbci   0101 kkkk dddd kkkk subi    0110 kkkk dddd kkkk ori
    0111 kkkk dddd kkkk andi    1110 kkkk dddd kkkk ldi
    1001 010d dddd 0000 com     1001 010d dddd 0001 neg    1001 010d dddd 0010 swap    1001 010d dddd 0011 inc
    1001 010d dddd 0101 asr     1001 010d dddd 0110 lsr    1001 010d dddd 0111 ror     1001 010d dddd 1010 dec
    1001 0110 kkdd kkkk adiw    1001 0111 kkdd kkkk sbiw   1111 101d dddd 0bbb bst     1111 100d dddd 0bbb bld
    1001 000d dddd 1111 pop     1001 001d dddd 1111 push   1001 000d dddd 0000 lds     1001 001d dddd 0000 sts
    1001 000d dddd 1100 ld.x    1001 000d dddd 1101 ld.x+  1001 000d dddd 1110 ld.-x
    1001 000d dddd 1001 ld.y+   1001 000d dddd 1010 ld.-y  1001 000d dddd 0001 ld.z+   1001 000d dddd 0010 ld.-z
    10q0 qq0d dddd 1qqq ldd.y   10q0 qq0d dddd 0qqq ldd.z
    1001 001d dddd 1100 st.x    1001 001d dddd 1101 st.x+  1001 001d dddd 1110 st.-x
    1001 001d dddd 1001 st.y+   1001 001d dddd 1010 st.-y  1001 001d dddd 0001 st.z+   1001 001d dddd 0010 st.-z
    10q0 qq1d dddd 1qqq std.y   10q0 qq1d dddd 0qqq std.z
    1001 000d dddd 0100 lpm.z   1001 000d dddd 0101 lpm.z+ 1011 0aad dddd aaaa in      1011 1aad dddd aaaa out
    1111 00kk kkkk kbbb brbs    1111 01kk kkkk kbbb brbc   1100 kkkk kkkk kkkk rjmp    1101 kkkk kkkk kkkk rcall
    1001 010k kkkk 110k jmp     1001 010k kkkk 111k call   1001 0101 0000 1000 ret     1001 0100 0000 1001 ijmp
    1001 0101 0000 1001 icall   1001 0100 1000 1000 clc    1001 0100 0000 1000 sec
    1001 0100 1110 1000 clt     1001 0100 1111 1000 cli    1001 0100 0111 1000 sei
    1111 110r rrrr 0bbb sbrc    1111 111r rrrr 0bbb sbrs
"""
PAIRS = {"x": 26, "y": 28, "z": 30}
UPPER = {"cpi", "sbci", "subi", "ori", "andi", "ldi"}  # these have registers from r16 on
SIGNED = {"muls": "dr", "mulsu": "d"}  # the factors that are; these have registers from r16 on too
TWO_WORDS = {"lds", "sts", "jmp", "call"}
FLAG_NAMES = "cznvs"  # of SREG, from bit 0 on; h is not followed


@cache
def _table() -> list[tuple[int, int, str, dict[str, list[int]]]]:
    """Mask, pattern, name and places of the operands' bits, the highest first."""
    rows = []
    for bits, name in re.findall(r"((?:[01drkqba]{4} ?){4})\s+([a-z][\w.+-]*)", INSTRUCTIONS):
        pattern = bits.replace(" ", "")
        mask = int("".join("1" if bit in "01" else "0" for bit in pattern), 2)
        value = int("".join(bit if bit in "01" else "0" for bit in pattern), 2)
        places: dict[str, list[int]] = {}
        for place, letter in enumerate(pattern):
            if letter not in "01":
                places.setdefault(letter, []).append(15 - place)
        rows.append((mask, value, name, places))
    return sorted(rows, key=lambda row: -row[0].bit_count())


@cache
def decode(code: bytes) -> tuple[str, dict[str, int]]:
    """The name of an instruction and its operands; no name if it is none of those above."""
    word = int.from_bytes(code[:2], "little")
    for mask, value, name, places in _table():
        if word & mask == value:
            operands = {}
            for letter, bits in places.items():
                operands[letter] = sum((word >> bit & 1) << (len(bits) - 1 - place) for place, bit in enumerate(bits))
            if name in UPPER:
                operands["d"] += 16
            if name in SIGNED:
                operands = {letter: number + 16 for letter, number in operands.items()}
            if name in ("adiw", "sbiw"):
                operands["d"] = 24 + 2 * operands["d"]
            if name in TWO_WORDS:
                operands["k"] = operands.get("k", 0) << 16 | int.from_bytes(code[2:4], "little")
            return name, operands
    return "", {}


def described(name: str, operands: dict[str, int]) -> str:
    name, _, pointer = name.partition(".")
    registers = [f"r{operands[letter] * (2 if name == 'movw' else 1)}" for letter in "dr" if letter in operands]
    others = [f"{operands[letter]:#x}" for letter in "akqb" if letter in operands]
    words = [*registers, *([pointer.upper()] if pointer else []), *others]
    return f"{name} {', '.join(words)}".strip()


class Avr:
    """Lowers one instruction at a time."""

    REGISTERS = tuple(f"r{number}" for number in range(32))
    RESULT = "r24"

    def __init__(self, machine: Machine, flash: Callable[[int], int]) -> None:
        self.machine = machine
        self._flash = flash
        self._transfer: Value | None = None  # the flag T
        self._now: Moment
        self._operands: dict[str, int] = {}

    @staticmethod
    def arguments(numbers: list[int]) -> dict[str, int]:
        """Each argument is 16 bits, in r25:r24, r23:r22 and so on; one of 32 bits is two, the upper half first."""
        given = {}
        for place, number in enumerate(numbers):
            given[f"r{24 - 2 * place}"], given[f"r{25 - 2 * place}"] = number & 0xFF, number >> 8 & 0xFF
        return given

    @staticmethod
    def argument(registers: dict[str, int], place: int) -> int:
        """The one at this place, of 16 bits as all before it, when a function begins."""
        return registers[f"r{24 - 2 * place}"] | registers[f"r{25 - 2 * place}"] << 8

    @staticmethod
    def register(name: str) -> str:
        """As the laboratory names it."""
        return name

    @staticmethod
    def base(registers: dict[str, int], name: str) -> int:
        """Where x, y or z points to."""
        low = PAIRS[name]
        return registers[f"r{low}"] | registers[f"r{low + 1}"] << 8

    @staticmethod
    def pointer(address: int) -> int:
        """An address as code uses it: data memory has separate addresses, which begin at 0."""
        return address - AVR_DATA if address >= AVR_DATA else address

    @staticmethod
    def return_address(before: Moment, _: Moment) -> int:
        """The address that a function returns to, given the moments before it and at its beginning. Without a call
        instruction before the function, it is not known, and the result is -1."""
        sizes = {"rcall": 2, "icall": 2, "call": 4}
        return before.address + sizes.get(decode(before.code)[0], -1 - before.address)

    def step(self, moment: Moment) -> None:
        name, self._operands = decode(moment.code)
        self._now = moment
        self.machine.begin(Step(moment.address, described(name, self._operands) or "?"))
        action = self._actions().get(name.partition(".")[0])
        if action is None:
            raise self.machine.unsupported(f"{moment.code[:2].hex()}: an instruction that the laboratory does not know")
        action(name)

    def _actions(self) -> dict[str, Callable[[str], None]]:
        actions: dict[str, Callable[[str], None]] = {
            **dict.fromkeys(("and", "andi", "or", "ori", "eor", "mov", "ldi"), self._logic),
            **dict.fromkeys(("add", "adc", "sub", "subi", "sbc", "sbci", "cp", "cpi", "cpc", "neg"), self._add),
            **dict.fromkeys(("lsr", "ror", "asr", "swap", "com", "inc", "dec"), self._single),
            **dict.fromkeys(("adiw", "sbiw"), self._add_word),
            **dict.fromkeys(("mul", *SIGNED), self._multiply),
            **dict.fromkeys(("ld", "ldd", "lds", "lpm", "pop"), self._load),
            **dict.fromkeys(("st", "std", "sts", "push"), self._store),
            **dict.fromkeys(("brbs", "brbc"), self._branch),
            **dict.fromkeys(("sbrc", "sbrs", "cpse"), self._skip),
            **dict.fromkeys(("rcall", "call", "icall"), self._call),
            **dict.fromkeys(("nop", "rjmp", "jmp", "ret", "ijmp", "cli", "sei"), lambda _: None),
            **dict.fromkeys(("clc", "sec", "clt"), self._flag),
            "movw": self._move_word, "in": self._in, "out": self._out,
            "bst": self._store_bit, "bld": self._load_bit,
        }  # fmt: skip
        return actions

    # ---- Registers and flags --------------------------------------------------------------------------

    def _read(self, number: int) -> Value:
        return self.machine.read(f"r{number}")

    def _write(self, number: int, value: Value) -> None:
        self.machine.write(f"r{number}", value)

    def _second(self) -> Value:
        if "r" in self._operands:
            return self._read(self._operands["r"])
        return self.machine.constant(self._operands["k"])

    def _carry(self) -> Value:
        if self.machine.carry is None:
            self.machine.need_public_flags("the carry", "c")
            return self.machine.constant(self._now.flags & 1)
        return self.machine.carry

    def _finish(self, target: int, value: Value, flags: str = "nzvs") -> None:
        self.machine.result(value)
        self.machine.set_flags(flags, value)
        self._write(target, value)

    # ---- Arithmetic -----------------------------------------------------------------------------------

    def _logic(self, name: str) -> None:
        machine, target, second = self.machine, self._operands["d"], self._second()
        first = self._read(target)
        if name in ("mov", "ldi"):
            machine.operands(None, second)
            machine.result(second)
            self._write(target, second)
            return
        machine.operands(first, second)
        function = {"and": machine.and_, "or": machine.or_, "eor": machine.xor}[name.removesuffix("i")]
        self._finish(target, function(first, second))

    def _add(self, name: str) -> None:
        """Sums, differences and comparisons, with or without the carry."""
        machine, target = self.machine, self._operands["d"]
        first = self._read(target)
        if name == "neg":
            machine.operands(first, None)
            first, second = machine.constant(0), first
        else:
            second = self._second()
            machine.operands(first, second)
        subtracts, with_carry = name not in ("add", "adc"), name in ("adc", "sbc", "sbci", "cpc")
        carry = self._carry() if with_carry else machine.constant(0)
        if subtracts:  # a - b - C is a + ~b + ~C, and the flag C is the complement of that sum's carry
            second, carry = machine.not_(second), machine.xor(carry, machine.constant(1))
        value, out = machine.add(first, second, carry), machine.carry_of(first, second, carry)
        machine.result(value)
        machine.set_flags("nzvs", first, second, carry)
        machine.set_carry(machine.xor(out, machine.constant(1)) if subtracts else out)
        if not name.startswith("cp"):
            self._write(target, value)

    def _single(self, name: str) -> None:
        machine, target = self.machine, self._operands["d"]
        first = self._read(target)
        machine.operands(first, None)
        lowest = machine.bits(first, 0, 1)
        if name == "com":
            self._finish(target, machine.not_(first))
            machine.set_carry(machine.constant(1))
        elif name in ("inc", "dec"):
            self._finish(target, machine.add(first, machine.constant(1 if name == "inc" else -1)))
        elif name == "swap":
            value = machine.shift(ops.ROTATE_RIGHT, first, 4)
            machine.result(value)
            self._write(target, value)
        else:
            kind = ops.SHIFT_SIGNED if name == "asr" else ops.SHIFT_RIGHT
            value = machine.shift(kind, first, 1)
            if name == "ror":
                value = machine.or_(value, machine.shift(ops.SHIFT_LEFT, self._carry(), 7))
            self._finish(target, value)
            machine.set_carry(lowest)
            machine.set_flags("vs", value, lowest)

    def _add_word(self, name: str) -> None:
        machine, target, places = self.machine, self._operands["d"], self._operands["k"]
        number = machine.number(self._read(target), name) | machine.number(self._read(target + 1), name) << 8
        total = number + (places if name == "adiw" else -places)
        for offset in (0, 1):
            self._finish(target + offset, machine.constant(total >> 8 * offset))
        machine.set_carry(machine.constant(total >> 16 & 1))

    def _move_word(self, _: str) -> None:
        target, source = 2 * self._operands["d"], 2 * self._operands["r"]
        low, high = self._read(source), self._read(source + 1)
        self.machine.operands(high, low)
        self._write(target, low)
        self._write(target + 1, high)

    def _multiply(self, name: str) -> None:
        machine = self.machine
        factors = {letter: machine.number(self._read(self._operands[letter]), "a factor") for letter in "dr"}
        for letter in SIGNED.get(name, ""):
            factors[letter] -= (factors[letter] & 0x80) << 1
        product = factors["d"] * factors["r"]
        for offset in (0, 1):
            self._finish(offset, machine.constant(product >> 8 * offset))
        machine.set_carry(machine.constant(product >> 15 & 1))

    def _flag(self, name: str) -> None:
        if name == "clt":
            self._transfer = self.machine.constant(0)
        else:
            self.machine.set_carry(self.machine.constant(int(name == "sec")))

    def _store_bit(self, _: str) -> None:
        value = self._read(self._operands["d"])
        self.machine.operands(value, None)
        self._transfer = self.machine.bits(value, self._operands["b"], 1)

    def _load_bit(self, _: str) -> None:
        machine, target, bit = self.machine, self._operands["d"], self._operands["b"]
        first = self._read(target)
        machine.operands(first, None)
        if self._transfer is None:
            raise machine.unsupported("the flag T was not set before")
        kept = machine.and_(first, machine.constant(~(1 << bit)))
        value = machine.or_(kept, machine.shift(ops.SHIFT_LEFT, self._transfer, bit))
        machine.result(value)
        self._write(target, value)

    # ---- Memory ---------------------------------------------------------------------------------------

    def _pair(self, number: int) -> int:
        machine = self.machine
        low, high = (machine.number(self._read(number + offset), "an address") for offset in (0, 1))
        return low | high << 8

    def _address(self, name: str) -> int:
        """The address in data memory or flash that the instruction uses. Also increments or decrements X, Y or Z."""
        _, _, pointer = name.partition(".")
        if not pointer:
            return self._operands["k"]
        pair = PAIRS[pointer.strip("+-")]
        address = self._pair(pair)
        moved = address + pointer.endswith("+") - pointer.startswith("-") & 0xFFFF
        if moved != address:
            for offset in (0, 1):
                self._write(pair + offset, self.machine.constant(moved >> 8 * offset))
        return moved if pointer.startswith("-") else address + self._operands.get("q", 0)

    @property
    def _stack(self) -> int:
        return self._now.flags >> 8

    def _load(self, name: str) -> None:
        address = self._stack + 1 if name == "pop" else self._address(name)
        if name.startswith("lpm"):
            value = self.machine.constant(self._flash(address))
        else:
            if address < 0x20:
                raise self.machine.unsupported("a register read as memory")
            value = self.machine.load(address, 1)
        self._write(self._operands["d"], value)

    def _store(self, name: str) -> None:
        value = self._read(self._operands["d"])
        address = self._stack if name == "push" else self._address(name)
        if address < 0x20:
            raise self.machine.unsupported("a register written as memory")
        self.machine.operands(None, value)
        self.machine.store(address, 1, value)

    def _in(self, _: str) -> None:
        number = self._operands["a"]
        if number in (0x3D, 0x3E):
            value = self.machine.constant(self._stack >> (8 * (number - 0x3D)))
        elif number == 0x3F:
            self.machine.need_public_flags("a copy of the flags", FLAG_NAMES)
            value = self.machine.constant(self._now.flags & 0xFF)
        else:
            value = self.machine.load(number + 0x20, 1)
        self._write(self._operands["d"], value)

    def _out(self, _: str) -> None:
        number, value = self._operands["a"], self._read(self._operands["d"])
        if number == 0x3F:
            flags = self.machine.number(value, "the flags")
            self.machine.set_flags("nzvs")
            self.machine.set_carry(self.machine.constant(flags & 1))
        elif number in (0x3D, 0x3E):
            self.machine.number(value, "the stack pointer")
        else:
            self.machine.store(number + 0x20, 1, value)

    # ---- Where to continue ----------------------------------------------------------------------------

    def _branch(self, _: str) -> None:
        bit = self._operands["b"]
        if bit < len(FLAG_NAMES):
            self.machine.need_public_flags("a condition", FLAG_NAMES[bit])

    def _skip(self, _: str) -> None:
        for letter in "dr":
            if letter in self._operands:
                self.machine.number(self._read(self._operands[letter]), "a condition")

    def _call(self, name: str) -> None:
        back = (self._now.address + (4 if name == "call" else 2)) // 2
        for offset in (0, 1):
            self.machine.place(self._stack - offset, self.machine.constant(back >> 8 * offset))
