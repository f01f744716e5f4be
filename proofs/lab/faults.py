"""The fault simulator: what does one fault make of the decryption of a message? The page docs/constructions/hardened.md
explains it.

The public call, the usual one or that of ascon_hardened.h, runs once in unicorn, and what registers and memory hold
before each of its instructions is kept. From each of these moments the program is run again to its end, with one fault.
A flip or a zero of a register is tried where an instruction reads the register next: before that, it would be the same
fault.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import capstone
import compiling
import unicorn
from capstone import arm
from embedded import targets
from embedded.building import STANDARD, headers, libgcc
from unicorn import arm_const, riscv_const
from unicorn.unicorn import Uc, UcError

from spec.algorithms import find
from spec.modes import aead_encrypt

from .elf import Elf
from .machine import Unsupported

SOURCE = Path(__file__).with_name("units") / "decrypt.c"
RAM, STACK, PAGE = 0x20000000, 0x20004000, 0x1000
ABOVE = 64  # bytes of the stack that belong to the caller
RETURN = 0x1F000000
KEY, NONCE, AD = bytes(range(0xA0, 0xB0)), bytes(range(0x10, 0x20)), b"\x71\x72\x73"
TEXT, UNTOUCHED = bytes(range(0xC1, 0xD5)), b"\xee" * 20
MESSAGES = {
    "right": KEY,
    "wrong tag": KEY,  # one bit of the tag is wrong
    "nonce as key": NONCE,  # made by who knows what is in memory beside the key
    "zeros as key": bytes(16),
}
KINDS = ("skip", "jump", "flip", "flip of sp", "zero")
BAD = ("accepted", "released", "wrong text")
TARGETS = {"cortex-m0": "armv6m", "cortex-m3": "armv7m", "rv32i": "rv32"}
OPERAND = re.compile(r"[a-z]+\d*")


@dataclass(frozen=True)
class Subject:
    """A program: how the library is compiled into it."""

    target: str
    profile: str
    hardened: bool

    @property
    def name(self) -> str:
        return f"{self.target}, {self.profile}{', hardened' if self.hardened else ''}"

    @property
    def function(self) -> str:
        return "ascon_hardened_aead128_decrypt" if self.hardened else "ascon_aead128_decrypt"

    @property
    def good(self) -> int:
        """The result of a genuine message."""
        return 0x5A96C33A if self.hardened else 0


@dataclass
class Outcomes:
    """How the faults of one kind ended, and where the bad ones were."""

    counts: Counter[str] = field(default_factory=Counter)
    places: list[str] = field(default_factory=list)

    def add(self, outcome: str, place: str) -> None:
        self.counts[outcome] += 1
        if outcome in BAD:
            self.places.append(f"{outcome}: {place}")


def build(subject: Subject, folder: Path, library: Path = compiling.LIBRARY) -> Path:
    """The linked program. Its data are where a microcontroller has its memory."""
    target, backend = targets.find(subject.target), TARGETS[subject.target]
    settings = [f"ASCON_BACKEND={backend}", f"ASCON_PROFILE_{subject.profile.upper()}"]
    settings.append(f"HARDENED={int(subject.hardened)}")
    sources = [library / "api/ascon.c", library / "constructions/hardened.c"]
    sources += sorted((library / f"backends/{backend}").glob("*.S"))
    elf = folder / f"faults-{subject.name.replace(', ', '-')}.elf"
    folder.mkdir(parents=True, exist_ok=True)
    flags = [*target.flags, compiling.PROFILES[subject.profile], "-g", *STANDARD, "-fno-tree-loop-distribute-patterns"]
    flags += ["-nostdlib", "-static", "-Wl,--gc-sections,-e,decrypt,--no-warn-rwx-segments", f"-Wl,-Tbss={RAM:#x}"]
    flags += ["-msmall-data-limit=0"] if subject.target == "rv32i" else []
    names = [f"-D{name}" for name in settings]
    files = [SOURCE, *sources, targets.FIRMWARE / "memory.c"]
    folders = [f"-I{library.parent}", *headers(target)]
    compiling.call([target.compiler, *flags, *names, *folders, *files, *libgcc(target), "-o", elf])
    return elf


@dataclass(frozen=True)
class Moment:
    """Before an instruction."""

    address: int
    size: int
    registers: tuple[int, ...]
    condition: int  # Thumb: the state of an IT block
    memory: tuple[bytes, bytes]  # the data, the stack


class Emulator:
    """A processor with a program."""

    ARCHITECTURE: tuple[int, int]
    DISASSEMBLER: tuple[int, int]
    NAMES: tuple[str, ...]
    CONSTANTS: object
    PREFIX: str
    PC: int
    STACK_POINTER = "sp"
    LINK = ""
    RESULT = ""
    THUMB = 0  # added to addresses of code
    ADDRESS_BITS = range(1, 32)  # of an instruction, which may be somewhere else after a fault
    FLAGS: tuple[str, range] = ("", range(0))  # the register of flags, and their bits

    def __init__(self, subject: Subject, elf: Elf) -> None:
        self.subject, self.elf = subject, elf
        self.uc = Uc(*self.ARCHITECTURE)
        self.model()
        self.code = [range(address, address + len(data)) for address, data in elf.segments if address < RAM]
        for address, data in elf.segments:
            if address < RAM:
                first, last = address // PAGE, (address + len(data)) // PAGE
                self.uc.mem_map(first * PAGE, (last - first + 1) * PAGE, unicorn.UC_PROT_READ | unicorn.UC_PROT_EXEC)
                self.uc.mem_write(address, data)
        for page in (RAM, STACK - PAGE, RETURN):
            self.uc.mem_map(page, PAGE)
        self.numbers = [getattr(self.CONSTANTS, f"{self.PREFIX}{name.upper()}") for name in self.NAMES]
        self.disassembler = capstone.Cs(*self.DISASSEMBLER)
        self.disassembler.detail = True
        self._decoded: dict[int, capstone.CsInsn] = {}
        self.clean = self.uc.context_save()

    def model(self) -> None:
        """Chooses the processor."""

    def index(self, name: str) -> int:
        return self.NAMES.index(name)

    def instruction(self, moment: Moment) -> capstone.CsInsn:
        if moment.address not in self._decoded:
            code = bytes(self.uc.mem_read(moment.address, moment.size))
            self._decoded[moment.address] = next(self.disassembler.disasm(code, moment.address))
        return self._decoded[moment.address]

    def reads(self, moment: Moment) -> set[str]:
        """The registers that the instruction reads, or more."""
        raise NotImplementedError

    def next_condition(self, condition: int, code: bytes) -> int:
        return 0

    def with_condition(self, registers: list[int], condition: int) -> list[int]:
        return registers

    def trace(self, function: str) -> list[Moment]:
        """Runs a function from the memory as it is."""
        found: list[Moment] = []
        condition = 0

        def before(_: object, address: int, size: int, __: object) -> None:
            nonlocal condition
            registers = tuple(self.uc.reg_read_batch(self.numbers))
            memory = bytes(self.uc.mem_read(RAM, PAGE)), bytes(self.uc.mem_read(STACK - PAGE, PAGE))
            found.append(Moment(address, size, registers, condition, memory))
            condition = self.next_condition(condition, bytes(self.uc.mem_read(address, size)))

        self.uc.context_restore(self.clean)
        self.uc.reg_write(self.numbers[self.index(self.STACK_POINTER)], STACK - ABOVE)
        self.uc.reg_write(self.numbers[self.index(self.LINK)], RETURN | self.THUMB)
        if "gp" in self.NAMES:
            self.uc.reg_write(self.numbers[self.index("gp")], self.elf.symbols["__global_pointer$"])
        hook = self.uc.hook_add(unicorn.UC_HOOK_CODE, before)
        try:
            self.uc.emu_start(self.elf.address(function) | self.THUMB, RETURN)
        except UcError as error:
            raise Unsupported(f"{self.elf.path.name}: the program does not run without a fault: {error}") from None
        finally:
            self.uc.hook_del(hook)
        return found

    def finish(self, moment: Moment, address: int, registers: list[int], condition: int, limit: int) -> bool:
        """Runs from a moment on, with these registers in place of its own. False: it does not come to its end."""
        self.uc.context_restore(self.clean)
        self.uc.mem_write(RAM, moment.memory[0])
        self.uc.mem_write(STACK - PAGE, moment.memory[1])
        for number, value in zip(self.numbers, self.with_condition(registers, condition)):
            self.uc.reg_write(number, value)
        try:
            self.uc.emu_start(address | self.THUMB, RETURN, count=limit)
        except UcError:
            return False
        return int(self.uc.reg_read(self.PC)) & ~1 == RETURN

    def result(self) -> int:
        return int(self.uc.reg_read(self.numbers[self.index(self.RESULT)]))


class Arm(Emulator):
    """Thumb code on a Cortex-M."""

    ARCHITECTURE = unicorn.UC_ARCH_ARM, unicorn.UC_MODE_THUMB | unicorn.UC_MODE_MCLASS
    DISASSEMBLER = capstone.CS_ARCH_ARM, capstone.CS_MODE_THUMB | capstone.CS_MODE_MCLASS
    NAMES = (*(f"r{number}" for number in range(13)), "sp", "lr", "cpsr")
    CONSTANTS, PREFIX, PC = arm_const, "UC_ARM_REG_", arm_const.UC_ARM_REG_PC
    LINK, RESULT, THUMB = "lr", "r0", 1
    FLAGS = "cpsr", range(28, 32)
    OTHER_NAMES = {"sb": "r9", "sl": "r10", "fp": "r11", "ip": "r12", "apsr": "cpsr"}

    def model(self) -> None:
        self.uc.ctl_set_cpu_model(arm_const.UC_CPU_ARM_CORTEX_M33)

    def reads(self, moment: Moment) -> set[str]:
        """capstone does not name the flags that a branch or an IT block depends on."""
        instruction = self.instruction(moment)
        names = {instruction.reg_name(number) for number in instruction.regs_access()[0]}
        is_conditional = moment.condition & 0xF or instruction.cc not in (arm.ARM_CC_INVALID, arm.ARM_CC_AL)
        return {self.OTHER_NAMES.get(name, name) for name in names} - {"pc"} | ({"cpsr"} if is_conditional else set())

    def next_condition(self, condition: int, code: bytes) -> int:
        """IT gives the state of its block, which each instruction shifts: Armv7-M manual, ITAdvance()."""
        if code[1] == 0xBF and code[0] & 0xF:
            return code[0]
        return (condition & 0xE0) | ((condition << 1) & 0x1F) if condition & 7 else 0

    def with_condition(self, registers: list[int], condition: int) -> list[int]:
        flags = registers[-1] & ~0x0600FC00 | (condition & 3) << 25 | condition >> 2 << 10
        return [*registers[:-1], flags]


class RiscV(Emulator):
    """RV32I."""

    ARCHITECTURE = unicorn.UC_ARCH_RISCV, unicorn.UC_MODE_RISCV32
    DISASSEMBLER = capstone.CS_ARCH_RISCV, capstone.CS_MODE_RISCV32 | capstone.CS_MODE_RISCVC
    NAMES = (
        "ra", "sp", "gp", *(f"t{n}" for n in range(7)), *(f"s{n}" for n in range(12)), *(f"a{n}" for n in range(8)),
    )  # fmt: skip
    CONSTANTS, PREFIX, PC = riscv_const, "UC_RISCV_REG_", riscv_const.UC_RISCV_REG_PC
    LINK, RESULT = "ra", "a0"

    def reads(self, moment: Moment) -> set[str]:
        """The operands after the first one, which is a result in all instructions but stores and branches."""
        instruction = self.instruction(moment)
        if instruction.mnemonic == "ret":
            return {"ra"}
        named = OPERAND.findall(instruction.op_str)
        has_result = instruction.mnemonic not in ("sb", "sh", "sw", "jr") and instruction.mnemonic[0] != "b"
        return set(named[has_result:]) & set(self.NAMES)


def emulator(subject: Subject, elf: Path) -> Emulator:
    return (RiscV if subject.target == "rv32i" else Arm)(subject, Elf(elf, TARGETS[subject.target]))


class Attack:
    """One message, and one fault after the other while it is decrypted."""

    def __init__(self, emulated: Emulator, message: str) -> None:
        self.emulated, self.message = emulated, message
        self.plaintext = emulated.elf.address("plaintext")
        if message != "right":  # a genuine message before leaves what it leaves on the stack
            Attack(emulated, "right")
        ciphertext, tag = aead_encrypt(find("ascon-aead128"), MESSAGES[message], NONCE, AD, TEXT)
        if message == "wrong tag":
            tag = bytes([tag[0] ^ 1]) + tag[1:]
        memory = {"key": KEY, "nonce": NONCE, "ad": AD, "ciphertext": ciphertext, "tag": tag, "plaintext": UNTOUCHED}
        for name, data in memory.items():
            emulated.uc.mem_write(emulated.elf.address(name), data)
        everything = emulated.trace("decrypt")
        start = self.first(everything, emulated.elf.address(emulated.subject.function))
        back = everything[start].registers[emulated.index(emulated.LINK)] & ~emulated.THUMB
        self.moments = everything[start : self.first(everything, back)]
        self.limit = 3 * len(everything)
        expected = "right" if message == "right" else "refused"
        if (found := self.outcome()) != expected:
            raise Unsupported(f"{emulated.elf.path.name}, {message}: {found} without a fault; expected {expected}")

    @staticmethod
    def first(moments: list[Moment], address: int) -> int:
        return next(number for number, moment in enumerate(moments) if moment.address == address)

    def outcome(self) -> str:
        """After a run that came to its end."""
        uc = self.emulated.uc
        text = bytes(uc.mem_read(self.plaintext, len(TEXT)))
        if self.emulated.result() == self.emulated.subject.good:
            if self.message != "right":
                return "accepted"
            return "right" if text == TEXT else "wrong text"
        if self.message == "right":
            return "refused"
        if len(set(text)) > 1 and any(found == secret for found, secret in zip(text, TEXT)):
            return "released"  # bytes that are all the same are no text, but zeros with a fault
        memory = bytes(uc.mem_read(RAM, PAGE)), bytes(uc.mem_read(STACK - ABOVE, ABOVE))
        pieces = (TEXT[place : place + 4] for place in range(len(TEXT) - 3))
        return "released" if any(piece in part for piece in pieces for part in memory) else "refused"

    def run(self, moment: Moment, address: int, registers: list[int], condition: int) -> str:
        return self.outcome() if self.emulated.finish(moment, address, registers, condition, self.limit) else "stopped"

    def faults(self, moment: Moment, kind: str) -> Iterator[tuple[str, str]]:
        """What is changed, and the outcome."""
        emulated, registers = self.emulated, list(moment.registers)
        if kind == "skip":
            code = bytes(emulated.uc.mem_read(moment.address, moment.size))
            after = emulated.next_condition(moment.condition, code)
            yield "", self.run(moment, moment.address + moment.size, registers, after)
            return
        if kind == "jump":
            for bit in emulated.ADDRESS_BITS:
                address = moment.address ^ 1 << bit
                inside = any(address in part for part in emulated.code)
                outcome = self.run(moment, address, registers, moment.condition) if inside else "stopped"
                yield f" to {address:#x}", outcome
            return
        for name in sorted(emulated.reads(moment)):
            number = emulated.index(name)
            is_flags = name == emulated.FLAGS[0]
            values = {"": 0}
            if (name == emulated.STACK_POINTER) != (kind == "flip of sp") and kind != "zero":
                continue
            if kind != "zero":
                bits = emulated.FLAGS[1] if is_flags else range(32)
                values = {f".{bit}": registers[number] ^ 1 << bit for bit in bits}
            elif is_flags:
                continue
            for text, value in values.items():
                changed = [*registers[:number], value, *registers[number + 1 :]]
                yield f" {name}{text}", self.run(moment, moment.address, changed, moment.condition)

    def attack(self, kind: str, moments: list[Moment] | None = None) -> Outcomes:
        """Every fault of a kind at every moment."""
        outcomes = Outcomes()
        for moment in self.moments if moments is None else moments:
            for change, outcome in self.faults(moment, kind):
                outcomes.add(outcome, f"{kind.split()[0]}{change} at {self.place(moment)}")
        return outcomes

    def place(self, moment: Moment) -> str:
        """An instruction: address, function, source line, text."""
        instruction, elf = self.emulated.instruction(moment), self.emulated.elf
        text = f"{instruction.mnemonic} {instruction.op_str}".strip()
        return f"{moment.address:#x} {elf.function(moment.address)} {elf.line(moment.address)}: {text}"
