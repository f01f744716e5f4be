"""The funnel shifts of the draft Zbt in the backend for 32-bit RISC-V (ASCON_RV32_ZBT=1).

The extension was never ratified, so no emulator and no disassembler knows it. This decodes the object by the draft
(0.93), and runs its permutation in an interpreter of the few instructions that it uses."""

import re
import struct

import pytest
from builds import LIBRARY, run

from spec.permutation import permute

BACKEND = LIBRARY / "core/backends/rv32"
MASK = 0xFFFFFFFF
STATE, STACK, EXIT = 0x10000, 0x20000, 0xFFFFFFF0  # addresses beyond the code; the last one ends the run


def image(folder, profile) -> tuple[bytes, int]:
    """The permutation, linked to address 0, and where it begins."""
    flags = ["-march=rv32i", "-mabi=ilp32", "-DASCON_BACKEND=rv32", f"-DASCON_PROFILE_{profile}", "-DASCON_RV32_ZBT=1"]
    sources = sorted(BACKEND.glob("*.S"))
    link = ["-nostdlib", "-static", "-Wl,--gc-sections,-Ttext=0,-e,ascon_rv32_rounds", "-Wl,--no-relax"]
    run("riscv64-unknown-elf-gcc", *flags, *link, *sources, "-o", folder / "rounds.elf")
    run("riscv64-unknown-elf-objcopy", "-O", "binary", folder / "rounds.elf", folder / "rounds.bin")
    symbols = run("riscv64-unknown-elf-nm", folder / "rounds.elf")
    start = re.search(r"^(\w+) \w ascon_rv32_rounds$", symbols, re.MULTILINE)
    return (folder / "rounds.bin").read_bytes(), int(start[1], 16)


def signed(value: int, bits: int) -> int:
    return value - (1 << bits) if value >> (bits - 1) & 1 else value


class Machine:
    """RV32I as far as it is needed, and fsri: rd = low half of (rs3:rs1 >> amount)."""

    def __init__(self, code: bytes, pc: int):
        self.memory = bytearray(code.ljust(0x30000, b"\0"))
        self.registers = [0] * 32
        self.pc = pc
        self.funnel_shifts = 0

    def word(self, address: int) -> int:
        return struct.unpack_from("<I", self.memory, address)[0]

    def run(self) -> None:
        for _ in range(100_000):
            if self.pc == EXIT:
                return
            self.step(self.word(self.pc))
            self.registers[0] = 0
        raise AssertionError("the permutation does not end")

    def step(self, w: int) -> None:
        opcode, rd, kind, a = w & 0x7F, w >> 7 & 31, w >> 12 & 7, self.registers[w >> 15 & 31]
        second = self.registers[w >> 20 & 31]
        self.pc += 4
        if opcode == 0x13:
            self.registers[rd] = self.immediate(w, kind, a)
        elif opcode == 0x33:
            self.registers[rd] = self.operation(w >> 25, kind, a, second)
        elif opcode == 0x37:
            self.registers[rd] = w & 0xFFFFF000
        elif opcode == 0x17:
            self.registers[rd] = (self.pc - 4 + (w & 0xFFFFF000)) & MASK
        elif opcode == 0x03:
            address = (a + signed(w >> 20, 12)) & MASK
            self.registers[rd] = {2: self.word, 4: self.memory.__getitem__}[kind](address)
        elif opcode == 0x23 and kind == 2:
            struct.pack_into("<I", self.memory, (a + signed(w >> 25 << 5 | rd, 12)) & MASK, second)
        elif opcode == 0x63:
            self.branch(w, kind, a, second)
        elif opcode in (0x67, 0x6F):
            self.jump(w, rd, a)
        else:
            raise AssertionError(f"unexpected instruction {w:08x} at {self.pc - 4:x}")

    def immediate(self, w: int, kind: int, a: int) -> int:
        value = signed(w >> 20, 12) & MASK
        if kind == 5 and w >> 26 & 1:  # rs3, 1, amount of 6 bits
            self.funnel_shifts += 1
            amount, high = w >> 20 & 63, self.registers[w >> 27]
            return (high << 32 | a) >> amount & MASK if amount < 32 else (a << 32 | high) >> (amount - 32) & MASK
        if kind in (1, 5):
            assert w >> 25 == 0, f"unexpected shift {w:08x}"
            return (a << (w >> 20 & 31) if kind == 1 else a >> (w >> 20 & 31)) & MASK
        return {0: a + value, 4: a ^ value, 6: a | value, 7: a & value}[kind] & MASK

    @staticmethod
    def operation(group: int, kind: int, a: int, b: int) -> int:
        known = {(0, 0): a + b, (32, 0): a - b, (0, 4): a ^ b, (0, 6): a | b, (0, 7): a & b}
        return known[group, kind] & MASK

    def branch(self, w: int, kind: int, a: int, b: int) -> None:
        less = signed(a, 32) < signed(b, 32)
        taken = {0: a == b, 1: a != b, 4: less, 5: not less, 6: a < b, 7: a >= b}
        offset = (w >> 31) << 12 | (w >> 7 & 1) << 11 | (w >> 25 & 63) << 5 | (w >> 8 & 15) << 1
        if taken[kind]:
            self.pc += signed(offset, 13) - 4

    def jump(self, w: int, rd: int, a: int) -> None:
        here = self.pc
        if w & 0x7F == 0x67:
            self.pc = (a + signed(w >> 20, 12)) & MASK & ~1
        else:
            offset = (w >> 31) << 20 | (w >> 12 & 255) << 12 | (w >> 20 & 1) << 11 | (w >> 21 & 1023) << 1
            self.pc += signed(offset, 21) - 4
        self.registers[rd] = here


def rounds(code: bytes, start: int, words: list[int], count: int) -> tuple[list[int], int]:
    machine = Machine(code, start)
    struct.pack_into("<5Q", machine.memory, STATE, *words)
    machine.registers[1], machine.registers[2] = EXIT, STACK
    machine.registers[10], machine.registers[11] = STATE, count
    machine.run()
    return list(struct.unpack_from("<5Q", machine.memory, STATE)), machine.funnel_shifts


@pytest.mark.parametrize("profile", ["SPEED", "SMALL"])
def test_funnel_shifts(profile, tmp_path):
    code, start = image(tmp_path, profile)
    words = [0x0123456789ABCDEF * (2 * i + 1) % 2**64 for i in range(5)]
    for count in range(1, 17):
        result, shifts = rounds(code, start, words, count)
        assert result == list(permute(words, count)), f"{count} rounds"
        assert shifts == 20 * count, "two for each of ten halves in a round"


def test_other_shifts_are_noticed(tmp_path):
    code, start = image(tmp_path, "SMALL")
    words = list(range(5))
    at = next(i for i in range(0, len(code), 4) if struct.unpack_from("<I", code, i)[0] & 0x0400707F == 0x04005013)
    changed = bytearray(code)
    changed[at + 2] ^= 0x10  # the lowest bit of the amount
    assert rounds(bytes(changed), start, words, 12)[0] != list(permute(words, 12))
