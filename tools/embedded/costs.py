"""Modelled cycles of Cortex-M0, M3 and M4: the timings of the processors' Technical Reference Manuals for each
instruction of a program. The plugin sums them over what is executed.

Cortex-M0 (TRM r0p0, table 3-1), with the fast multiplier and memory without wait states: 1 cycle; 2 for a load or
store; 1 + N for N registers, 4 + N if the pc is among those popped; 3 for a taken branch, 4 for BL, 3 for BX.
Cortex-M3 and M4 (TRM r2p1 and r0p1, table 3-1): 1 cycle; 2 for a load, 1 after another load or store; 1 for a store;
1 + N for N registers; 1 + P for a taken branch, where P, the refill of the pipeline, is 1 to 3: 2 here."""

import re
from dataclasses import dataclass
from pathlib import Path

from compiling import call

from .building import Program

INSTRUCTION = re.compile(r"^\s+([0-9a-f]+):\t([0-9a-f ]+?)\s*\t(\S+)\s*(.*)$", re.MULTILINE)
SINGLE = re.compile(r"(ldr|str)(b|h|sb|sh)?(\.[nw])?$")
DOUBLE = re.compile(r"(ldrd|strd)")
MULTIPLE = re.compile(r"(ldm|stm|push|pop)")
BRANCH = re.compile(r"(b|bl|bx|blx|cbz|cbnz)(eq|ne|cs|cc|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)?(\.[nw])?$")
REFILL = 2  # P


@dataclass(frozen=True)
class Instruction:
    address: int
    size: int
    name: str
    operands: str

    @property
    def registers(self) -> int:
        """How many a list in braces has."""
        listed = re.search(r"\{(.*)\}", self.operands)
        return sum(map(_length, listed[1].split(","))) if listed else 0


def _length(item: str) -> int:
    ends = [int(number) for number in re.findall(r"r(\d+)", item)]
    return ends[1] - ends[0] + 1 if len(ends) == 2 else 1


def cortex_m0(this: Instruction, _: Instruction | None) -> tuple[int, int]:
    """Cycles if the next instruction follows, and if it does not."""
    if MULTIPLE.match(this.name):
        return 1 + this.registers, 4 + this.registers
    if SINGLE.match(this.name):
        return 2, 2
    if this.name.startswith("bl") and not this.name.startswith(("blx", "bls", "blt", "ble")):
        return 4, 4
    return 1, 3


def cortex_m3(this: Instruction, before: Instruction | None) -> tuple[int, int]:
    if MULTIPLE.match(this.name):
        return 1 + this.registers, 1 + this.registers + REFILL
    if DOUBLE.match(this.name):
        return 3, 3
    single = SINGLE.match(this.name)
    if single and single[1] == "ldr":
        after = before is not None and SINGLE.match(before.name)
        return (1, 1) if after else (2, 2)
    return 1, 1 + REFILL


MODELS = {"cortex-m0": cortex_m0, "cortex-m3": cortex_m3, "cortex-m4": cortex_m3}


def disassembled(program: Program) -> list[Instruction]:
    listing = call([f"{program.target.tool}objdump", "-d", program.elf])
    return [
        Instruction(int(address, 16), len(code.replace(" ", "")) // 2, name, operands)
        for address, code, name, operands in INSTRUCTION.findall(listing)
    ]


def write_costs(program: Program) -> Path | None:
    """Writes a file for the plugin; None if there is no model for the processor."""
    model = MODELS.get(program.target.name)
    if not model:
        return None
    lines, before = [], None
    for this in disassembled(program):
        lines.append("{:x} {} {} {}".format(this.address, this.size, *model(this, before)))
        before = this
    path = program.elf.with_suffix(".costs")
    path.write_text("\n".join(lines) + "\n", encoding="ascii")
    return path
