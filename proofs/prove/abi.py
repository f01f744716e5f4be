"""Calling conventions: where the arguments are, what a function must give back, what is true when it is called.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Abi:
    language: str  # pypcode's name of the processor
    pointer: int  # bytes of an address
    arguments: tuple[str, ...]  # registers; further ones are on the stack
    stack: str  # its pointer
    saved: tuple[str, ...]  # registers that a function gives back as they were
    link: str = ""  # the register with the return address; none: it is on the stack
    context: dict[str, int] = field(default_factory=dict)  # of the processor description
    at_entry: dict[str, int] = field(default_factory=dict)  # registers whose value the convention sets,
    at_return: dict[str, int] = field(default_factory=dict)  # and those that must have it again
    fixed: dict[str, str] = field(default_factory=dict)  # registers that hold a symbol's address, if there is one
    alignment: int = 16  # of the stack pointer, and
    residue: int = 0  # what is above a multiple of that
    red_zone: int = 0  # bytes below the stack pointer that a function may use
    return_at: int = 0  # where on the stack the return address is
    return_bit: int = 0  # the lowest bit of a return address, which says that it is one of Thumb code
    unsigned: int = 4  # bytes that an argument of that type defines
    code_unit: int = 1  # bytes that addresses of code count in
    secret_products: bool = False  # whether multiplication takes the same time for all numbers
    vectors: tuple[str, ...] = ()  # registers that calls of the library clear
    vector_bytes: int = 0  # of a vector whose length the processor chooses; 0: no instructions have such vectors
    result: str = ""  # the register of a result, where it is not that of the first argument
    bits: tuple[str, ...] = ()  # registers of one bit that a function gives back as they were

    @property
    def above(self) -> int:
        """Where on the stack the first argument that has no register is: above the return address."""
        return 0 if self.link else self.return_at + self.pointer


def numbered(prefix: str, numbers: Sequence[int]) -> tuple[str, ...]:
    return tuple(f"{prefix}{number}" for number in numbers)


X86_64 = Abi(
    "x86:LE:64:default", 8, ("RDI", "RSI", "RDX", "RCX", "R8", "R9"), "RSP",
    ("RBX", "RBP", "R12", "R13", "R14", "R15"), at_entry={"DF": 0}, at_return={"DF": 0}, residue=8, red_zone=128,
    secret_products=True, vectors=numbered("ZMM", range(32)), result="RAX",
)  # fmt: skip
THUMB = Abi(
    "ARM:LE:32:Cortex", 4, numbered("r", range(4)), "sp", numbered("r", range(4, 12)), "lr",
    context={"TMode": 1}, at_entry={"TB": 1}, alignment=8, return_bit=1,
)  # fmt: skip
ARM = Abi(
    "ARM:LE:32:v8", 4, numbered("r", range(4)), "sp", (*numbered("r", range(4, 12)), *numbered("d", range(8, 16))),
    "lr", at_entry={"TB": 0}, alignment=8,
)  # fmt: skip
AARCH64 = Abi(
    "AARCH64:LE:64:v8A", 8, numbered("x", range(8)), "sp",
    (*numbered("x", range(19, 30)), *numbered("d", range(8, 16))), "x30", vectors=numbered("q", range(32)),
)  # fmt: skip
_RISCV = (numbered("a", range(8)), "sp", (*numbered("s", range(12)), "gp", "tp"), "ra")
_GLOBAL = {"gp": "__global_pointer$"}
RV32 = Abi("RISCV:LE:32:default", 4, *_RISCV, fixed=_GLOBAL)
RV64 = Abi("RISCV:LE:64:default", 8, *_RISCV, fixed=_GLOBAL, unsigned=8)
XTENSA = Abi("Xtensa:LE:32:default", 4, numbered("a", range(2, 8)), "a1", numbered("a", range(12, 16)), "a0")
AVR = Abi(
    "avr8:LE:16:default", 2, ("R24", "R22", "R20", "R18"), "SP", (*numbered("R", range(2, 18)), "Y"),
    bits=("Iflg",), at_entry={"R1": 0}, at_return={"R1": 0}, alignment=1, return_at=1, unsigned=2, code_unit=2,
    secret_products=True,
)  # fmt: skip
