"""Records a unit: which instructions run, and what is in the registers before each.

The emulators are unicorn (Arm, RISC-V) and simavr (AVR). SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

import unicorn
from unicorn import arm_const, riscv_const
from unicorn.unicorn import Uc, UcError

from .elf import Elf
from .machine import Unsupported

PAGE = 0x1000
# In memory of code and of data, as Cortex-M divides its addresses; programs seldom use these.
RETURN = 0x1F000000  # what a call returns to: nothing is there
STACK, STACK_BYTES = 0x3F000000, 0x20000
LIMIT = 2_000_000  # instructions of a call


@dataclass(frozen=True)
class Moment:
    """Before an instruction: its address, its bytes, the registers, and flags as the emulator has them."""

    address: int
    code: bytes
    registers: dict[str, int]
    flags: int = 0
    left_out: bool = False  # a function begins here that is not run


class LeftOut:
    """Functions that are not run: they return at once, having changed nothing. After one of `set_by` the next of them
    runs all the same."""

    def __init__(self, functions: frozenset[int] = frozenset(), set_by: frozenset[int] = frozenset()) -> None:
        self.functions, self._set_by, self._runs = functions, set_by, False

    def __call__(self, address: int) -> bool:
        """Whether the function at this address is left out now."""
        if address in self._set_by:
            self._runs = True
        if address not in self.functions:
            return False
        runs, self._runs = self._runs, False
        return not runs


class Recorder(Protocol):
    """An emulated processor with a program in its memory."""

    leaves_out: LeftOut

    def write(self, address: int, data: bytes) -> None: ...
    def call(self, address: int, registers: dict[str, int]) -> Iterator[Moment]: ...


def _map(emulator: Uc, elf: Elf) -> None:
    """The program, whole pages of it, and a stack."""
    pages: set[int] = set()
    for address, data in elf.segments:
        pages.update(range(address // PAGE, (address + len(data) + PAGE - 1) // PAGE + 1))
    for page in sorted(pages | {RETURN // PAGE}):
        emulator.mem_map(page * PAGE, PAGE)
    emulator.mem_map(STACK - STACK_BYTES, STACK_BYTES)
    for address, data in elf.segments:
        emulator.mem_write(address, data)


class Arm:
    """Thumb code on a Cortex-M."""

    NAMES = (*(f"r{number}" for number in range(13)), "sp", "lr")

    def __init__(self, elf: Elf) -> None:
        self.leaves_out = LeftOut()
        mode = unicorn.UC_MODE_THUMB | unicorn.UC_MODE_MCLASS
        self._emulator = Uc(unicorn.UC_ARCH_ARM, mode)
        self._emulator.ctl_set_cpu_model(arm_const.UC_CPU_ARM_CORTEX_M33)
        _map(self._emulator, elf)
        numbers = [getattr(arm_const, f"UC_ARM_REG_{name.upper()}") for name in self.NAMES]
        self._numbers = dict(zip(self.NAMES, numbers))

    def write(self, address: int, data: bytes) -> None:
        self._emulator.mem_write(address, data)

    def call(self, address: int, registers: dict[str, int]) -> Iterator[Moment]:
        values = {**dict.fromkeys(self.NAMES, 0), **registers, "lr": RETURN | 1, "sp": registers.get("sp", STACK)}
        return iter(self._record(address | 1, values))

    def _record(self, address: int, values: dict[str, int]) -> list[Moment]:
        emulator, moments = self._emulator, []
        for name, number in self._numbers.items():
            emulator.reg_write(number, values[name])
        wanted = [*self._numbers.values(), arm_const.UC_ARM_REG_CPSR]

        def before(_: object, at: int, size: int, __: object) -> None:
            *found, flags = emulator.reg_read_batch(wanted)
            out = self.leaves_out(at)
            code = bytes(emulator.mem_read(at, size))
            moments.append(Moment(at, code, dict(zip(self.NAMES, found)), flags, out))
            if out:
                emulator.reg_write(arm_const.UC_ARM_REG_PC, found[-1])

        hook = emulator.hook_add(unicorn.UC_HOOK_CODE, before)
        try:
            emulator.emu_start(address, RETURN, count=LIMIT)
        except UcError as error:
            last = f" after {moments[-1].address:#x}" if moments else ""
            raise Unsupported(f"the emulator stopped{last}: {error}") from None
        finally:
            emulator.hook_del(hook)
        if len(moments) >= LIMIT:
            raise Unsupported(f"{LIMIT} instructions and no return")
        final = dict(zip(self.NAMES, emulator.reg_read_batch(list(self._numbers.values()))))
        return [*moments, Moment(RETURN, b"", final)]


class RiscV:
    """RV32. unicorn does not know Zbb and Zbkb: `compute` does such an instruction in its place."""

    NAMES = tuple(f"x{number}" for number in range(1, 32))

    def __init__(self, elf: Elf, compute: Callable[[Moment], tuple[str, int] | None]) -> None:
        self.leaves_out = LeftOut()
        self._emulator = Uc(unicorn.UC_ARCH_RISCV, unicorn.UC_MODE_RISCV32)
        self._compute = compute
        self._global_pointer = elf.symbols.get("__global_pointer$", 0)  # by which linkers shorten code
        _map(self._emulator, elf)
        numbers = [getattr(riscv_const, f"UC_RISCV_REG_{name.upper()}") for name in self.NAMES]
        self._numbers = dict(zip(self.NAMES, numbers))

    def write(self, address: int, data: bytes) -> None:
        self._emulator.mem_write(address, data)

    def call(self, address: int, registers: dict[str, int]) -> Iterator[Moment]:
        fixed = {"x1": RETURN, "x2": registers.get("x2", STACK), "x3": self._global_pointer}
        values = {**dict.fromkeys(self._numbers, 0), **registers, **fixed}
        for name, number in self._numbers.items():
            self._emulator.reg_write(number, values[name])
        at = address
        for _ in range(LIMIT):
            found = dict(zip(self._numbers, self._emulator.reg_read_batch(list(self._numbers.values()))))
            if at == RETURN:
                yield Moment(at, b"", found)
                return
            half = bytes(self._emulator.mem_read(at, 2))
            code = half if half[0] & 3 != 3 else bytes(self._emulator.mem_read(at, 4))
            moment = Moment(at, code, found, left_out=self.leaves_out(at))
            yield moment
            at = found["x1"] if moment.left_out else self._step(moment)
        raise Unsupported(f"{LIMIT} instructions and no return")

    def _step(self, moment: Moment) -> int:
        """Runs one instruction; returns where the next one is."""
        done = self._compute(moment)
        if done:
            name, value = done
            self._emulator.reg_write(self._numbers[name], value)
            return moment.address + len(moment.code)
        try:
            self._emulator.emu_start(moment.address, 0xFFFFFFFF, count=1)
        except UcError as error:
            raise Unsupported(f"the emulator stopped at {moment.address:#x}: {error}") from None
        return int(self._emulator.reg_read(riscv_const.UC_RISCV_REG_PC))
