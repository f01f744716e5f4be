"""The fault simulator: what does one fault make of the encryption or decryption of a message? The page
docs/constructions/hardened.md explains it.

A program (units/faults.c) runs once in unicorn, and what registers and memory hold before each instruction of its
public call, or of the caller, is kept. From each of these moments the program is run again to its end, with one fault.
A flip or a zero of a register is tried where an instruction reads the register next: before that, it would be the same
fault.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import ctypes
import mmap
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
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
from spec.constructions import datagram
from spec.modes import aead_encrypt

from .elf import Elf
from .machine import Unsupported

SOURCE = Path(__file__).with_name("units") / "faults.c"
# All memory but these two pages is zeros, which an attacker knows, address 0 included. The message is at the end of one
# page and the stack at that of the other: one bit of an address is between them too.
PAGE, ZEROS = 0x1000, 0x10000
NOTHING = bytes(ZEROS - 2 * PAGE)
RAM, OBJECTS, STACK = 0x20000000, 0x20000E00, 0x20002000
ABOVE = 64  # bytes of the stack that belong to the caller
RETURN = 0x1F000000
OFFSETS = {
    "key": 0, "nonce": 16, "ad": 32, "in": 64, "tag": 128, "out": 256, "lengths": 384, "used": 392, "receiver": 396,
}  # fmt: skip
KEY, NONCE, AD = bytes(range(0xA0, 0xB0)), bytes(range(0x10, 0x20)), b"\x71\x72\x73"
TEXT, JUNK, UNTOUCHED = bytes(range(0xC1, 0xD5)), bytes(range(0x30, 0x40)), b"\xee" * 32
SETTINGS, COUNTER, RECEIVER_BYTES = datagram.Settings(7, 16), 3, 56
ERASED = {0, UNTOUCHED[0]}  # bytes that are nothing of a message
REACH = 50  # instructions from one skip to the other
BAD = ("accepted", "released", "wrong text")
PARTS = ("callee", "caller", "C library", "argument")  # of a program; an argument that the call has not stored yet
TARGETS = {"cortex-m0": "armv6m", "cortex-m3": "armv7m", "rv32i": "rv32"}
OPERAND = re.compile(r"[a-z]+\d*")


@dataclass(frozen=True)
class Message:
    """What was encrypted, and what is sent: the nonce is NONCE, and the key of the device is KEY."""

    key: bytes = KEY
    nonce: bytes = NONCE
    ad: bytes = AD
    sent_ad: bytes = AD
    text: bytes = TEXT
    junk: bytes = b""  # sent after the ciphertext
    wrong: int = 0  # bits of the tag
    stale: int = RAM  # what registers hold before the call: an address of zeros, or a length
    replayed: bool = False  # the datagram was accepted before

    def memory(self, form: Form) -> dict[str, bytes]:
        """What a program finds where."""
        if form.datagrams:
            sent = datagram.seal(SETTINGS, self.key, NONCE[:8], COUNTER, self.text, self.ad)
            sent = sent[:-1] + bytes([sent[-1] ^ self.wrong])
            lengths = b"".join(len(each).to_bytes(4, "little") for each in (sent, self.sent_ad))
            return {
                "key": KEY, "nonce": NONCE, "ad": self.sent_ad.ljust(32, b"\0"), "in": sent.ljust(64, b"\0"),
                "tag": UNTOUCHED[:16], "out": UNTOUCHED, "lengths": lengths,
                "used": int(self.replayed).to_bytes(4, "little"),
            }  # fmt: skip
        if form.encrypts:
            lengths = b"".join(len(each).to_bytes(4, "little") for each in (TEXT, AD))
            return {
                "key": KEY, "nonce": NONCE, "ad": AD.ljust(32, b"\0"), "in": TEXT.ljust(32, b"\0"),
                "tag": UNTOUCHED[:16], "out": UNTOUCHED, "lengths": lengths, "used": bytes(4),
            }
        ciphertext, tag = aead_encrypt(ROW, self.key, self.nonce, self.ad, self.text)
        sent = ciphertext + self.junk
        lengths = b"".join(len(each).to_bytes(4, "little") for each in (sent, self.sent_ad))
        tag = bytes([tag[0] ^ self.wrong]) + tag[1:]
        return {
            "key": KEY, "nonce": NONCE, "ad": self.sent_ad.ljust(32, b"\0"), "in": sent.ljust(32, b"\0"), "tag": tag,
            "out": UNTOUCHED, "lengths": lengths, "used": bytes(4),
        }  # fmt: skip

    def unverified(self, form: Form) -> bytes:
        """What a decryption of the sent message gives without its tag."""
        start = SETTINGS.counter_length if form.datagrams else 0
        sent, text = self.memory(form)["in"][start:][: len(self.text) + len(self.junk)], b""
        key, nonce = KEY, NONCE
        if form.datagrams:
            key, nonce = datagram.derive(SETTINGS, KEY, NONCE[:8]), datagram.nonce(NONCE[:8], COUNTER)
        while len(text) < len(sent):
            stream, _ = aead_encrypt(ROW, key, nonce, self.sent_ad, text + bytes(16))
            text += bytes(a ^ b for a, b in zip(sent[len(text) :], stream[len(text) :]))
        return text


ROW = find("ascon-aead128")
MESSAGES = {
    "right": Message(),
    "wrong tag": Message(wrong=1),
    "nonce as key": Message(key=NONCE),  # an attacker chooses the bytes that a fault could load as the key
    "data as key": Message(key=JUNK, ad=JUNK, sent_ad=JUNK),
    "zeros as key": Message(key=bytes(16)),
    "old message": Message(nonce=bytes(16)),  # under a fresh nonce
    "other data": Message(ad=bytes(3)),
    "longer text": Message(text=TEXT[:4], junk=JUNK, stale=4),  # one bit of the length is wrong
    "no text": Message(text=b"", junk=JUNK, stale=0),
    "longer data": Message(sent_ad=AD + JUNK, stale=3),
    "no data": Message(ad=b"", sent_ad=JUNK, stale=0),
    "replayed": Message(replayed=True),
}


HARDENED_OK, USED = 0x5A96C33A, b"desu"  # what use() writes


@dataclass(frozen=True)
class Form:
    """A program of units/faults.c."""

    title: str
    program: str
    function: str  # faults hit this function, and what it calls
    good: int | None = HARDENED_OK  # its result for a genuine message; None: it uses what it gets
    encrypts: bool = False
    datagrams: bool = False


FORMS = {
    "": Form("usual decryption", "USUAL", "ascon_aead128_decrypt", 0),
    "hardened": Form("hardened decryption", "HARDENED", "ascon_hardened_aead128_decrypt"),
    "receiver": Form("receiver", "RECEIVER", "node", None),
    "encryption": Form("usual encryption", "USUAL_ENCRYPTION", "ascon_aead128_encrypt", 0, encrypts=True),
    "sender": Form("sender", "SENDER", "node", None, encrypts=True),
    "datagrams": Form("receiver of datagrams", "DATAGRAMS", "node", None, datagrams=True),
}
CALLER = ("run", "node", "gather")
AFTER = "use"  # the rest of the device's program: faults there are not tried
ROUNDS = re.compile(r"ascon_\w+_(rounds|(permute|from|last)_\d+)\+?")  # of the permutation, in assembly
C_LIBRARY = ("memset", "memcpy", "memmove", "memcmp")


@dataclass(frozen=True)
class Subject:
    """A program: how the library is compiled into it, and which calls it makes."""

    target: str
    profile: str
    form: str

    @property
    def name(self) -> str:
        return ", ".join(part for part in (self.target, self.profile, self.form) if part)


@dataclass
class Outcomes:
    """How the faults of one kind ended, by the part of the program that they hit, and where the bad ones were."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    places: list[str] = field(default_factory=list)

    def add(self, part: str, outcome: str, place: str) -> None:
        self.counts[part, outcome] += 1
        if outcome in BAD:
            self.places.append(f"{outcome}: {place}")

    def of(self, outcome: str) -> int:
        return sum(count for (_, found), count in self.counts.items() if found == outcome)


def build(subject: Subject, folder: Path, library: Path = compiling.LIBRARY) -> Path:
    """The linked program. Its data are where a microcontroller has its memory."""
    target, backend = targets.find(subject.target), TARGETS[subject.target]
    settings = [f"ASCON_BACKEND={backend}", f"ASCON_PROFILE_{subject.profile.upper()}"]
    settings.append(f"PROGRAM={FORMS[subject.form].program}")
    sources = [library / "core/api/ascon.c", library / "hardened/hardened.c"]
    if FORMS[subject.form].datagrams:
        sources += [library / "datagram/datagram.c", library / "hardened/datagram_hardened.c"]
    sources += sorted((library / f"core/backends/{backend}").glob("*.S"))
    elf = folder / f"faults-{subject.name.replace(', ', '-').replace(' ', '-')}.elf"
    folder.mkdir(parents=True, exist_ok=True)
    flags = [*target.flags, compiling.PROFILES[subject.profile], "-g", *STANDARD, "-fno-tree-loop-distribute-patterns"]
    flags += ["-nostdlib", "-static", "-Wl,--gc-sections,-e,run,--no-warn-rwx-segments", f"-Wl,-Tbss={OBJECTS:#x}"]
    flags += ["-msmall-data-limit=0"] if subject.target == "rv32i" else []
    names = [f"-D{name}" for name in settings]
    files = [SOURCE, *sources, targets.FIRMWARE / "memory.c"]
    folders = [f"-I{library.parent}", *headers(target)]
    compiling.call([target.compiler, *flags, *names, *folders, *files, *libgcc(target), "-o", elf])
    return elf


class Memory:
    """What a program reads and writes: two pages of its own, and zeros all around them, at address 0 too."""

    def __init__(self, uc: Uc) -> None:
        self._parts = mmap.mmap(-1, PAGE), mmap.mmap(-1, ZEROS)
        for address, part in zip((0, RAM), self._parts):
            pointer = ctypes.addressof(ctypes.c_char.from_buffer(part))
            uc.mem_map_ptr(address, len(part), unicorn.UC_PROT_READ | unicorn.UC_PROT_WRITE, pointer)

    def load(self, pages: bytes) -> None:
        low, high = self._parts
        low[:] = NOTHING[:PAGE]
        high[:] = pages + NOTHING

    def pages(self) -> bytes:
        return self._parts[1][: 2 * PAGE]

    def elsewhere(self) -> bytes:
        found = self._parts[1][2 * PAGE :]
        return b"" if found == NOTHING else found

    def write(self, name: str, data: bytes) -> None:
        start = OBJECTS - RAM + OFFSETS[name]
        self._parts[1][start : start + len(data)] = data

    def read(self, name: str, length: int) -> bytes:
        start = OBJECTS - RAM + OFFSETS[name]
        return self._parts[1][start : start + length]

    def receiver(self) -> bytes:
        """Of datagrams, without the byte between its fields."""
        start = OBJECTS - RAM + OFFSETS["receiver"]
        return self._parts[1][start : start + 19] + self._parts[1][start + 20 : start + RECEIVER_BYTES]


@dataclass(frozen=True)
class Moment:
    """Before an instruction."""

    address: int
    size: int
    registers: tuple[int, ...]
    condition: int  # Thumb: the state of an IT block
    pages: bytes  # of memory


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
    ARGUMENTS: tuple[str, ...] = ()
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
        self.uc.mem_map(RETURN, PAGE)
        self.memory = Memory(self.uc)
        self.numbers = [getattr(self.CONSTANTS, f"{self.PREFIX}{name.upper()}") for name in self.NAMES]
        self.disassembler = capstone.Cs(*self.DISASSEMBLER)
        self.disassembler.detail = True
        self._decoded: dict[int, capstone.CsInsn] = {}
        self._reads: dict[tuple[int, bool], set[str]] = {}
        self._clean, self._before = self.uc.context_save(), self.uc.context_save()
        self._at: Moment | None = None  # whose registers are in _before
        self._flags = self.uc.reg_read(self.numbers[-1])

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

    def with_condition(self, registers: tuple[int, ...], condition: int) -> tuple[int, ...]:
        return registers

    def first(self, stale: int) -> Moment:
        """Before the program runs. Registers are those of a caller who holds an address, or a length."""
        registers = dict.fromkeys(self.NAMES, stale)
        registers[self.STACK_POINTER] = STACK - ABOVE
        registers[self.LINK] = RETURN | self.THUMB
        if "gp" in registers:
            registers["gp"] = self.elf.symbols["__global_pointer$"]
        if self.FLAGS[0]:
            registers[self.FLAGS[0]] = self._flags
        start = self.elf.address("run")
        return Moment(start, 0, tuple(registers.values()), 0, self.memory.pages())

    def trace(self, moment: Moment, count: int = 0) -> list[Moment]:
        """Before each instruction from there on, `count` of them or all."""
        found: list[Moment] = []
        condition = moment.condition

        def before(_: object, at: int, size: int, __: object) -> None:
            nonlocal condition
            found.append(Moment(at, size, tuple(self.uc.reg_read_batch(self.numbers)), condition, self.memory.pages()))
            condition = self.next_condition(condition, bytes(self.uc.mem_read(at, size)))

        hook = self.uc.hook_add(unicorn.UC_HOOK_CODE, before)
        self.run(moment, count)
        self.uc.hook_del(hook)
        return found

    def load(self, moment: Moment) -> None:
        if self._at is not moment:
            self.uc.context_restore(self._clean)
            registers = self.with_condition(moment.registers, moment.condition)
            self.uc.reg_write_batch(list(zip(self.numbers, registers)))
            self.uc.context_update(self._before)
            self._at = moment
        self.uc.context_restore(self._before)
        self.memory.load(moment.pages)

    def go(self, address: int, count: int) -> int | None:
        """Runs from there. Returns where the program is then, if nothing has stopped it."""
        try:
            self.uc.emu_start(address | self.THUMB, RETURN, count=count)
        except UcError:
            return None
        return int(self.uc.reg_read(self.PC)) & ~1

    def run(
        self, moment: Moment, count: int, address: int | None = None, change: tuple[int, int] | None = None
    ) -> bool:
        """Runs from there on, or from an address, with one register changed. False: it does not come to its end."""
        self.load(moment)
        if change:
            number, value = change
            changed = (*moment.registers[:number], value, *moment.registers[number + 1 :])
            self.uc.reg_write(self.numbers[number], self.with_condition(changed, moment.condition)[number])
        return self.go(moment.address if address is None else address, count) == RETURN

    def after(self, moment: Moment, count: int) -> int | None:
        """Where the program is after so many instructions, if it still runs. unicorn does not stop in an IT block."""
        self.load(moment)
        address = self.go(moment.address, count) if count else moment.address
        return address if any(address in part for part in self.code) else None

    def skip(self, address: int, limit: int) -> bool:
        """Goes on after the instruction there."""
        first = self.uc.mem_read(address, 2)
        is_long = first[1] >> 3 >= 0x1D if self.THUMB else first[0] & 3 == 3
        return self.go(address + (4 if is_long else 2), limit) == RETURN

    def result(self) -> int:
        return int(self.uc.reg_read(self.numbers[self.index(self.RESULT)]))


class Arm(Emulator):
    """Thumb code on a Cortex-M."""

    ARCHITECTURE = unicorn.UC_ARCH_ARM, unicorn.UC_MODE_THUMB | unicorn.UC_MODE_MCLASS
    DISASSEMBLER = capstone.CS_ARCH_ARM, capstone.CS_MODE_THUMB | capstone.CS_MODE_MCLASS
    NAMES = (*(f"r{number}" for number in range(13)), "sp", "lr", "cpsr")
    CONSTANTS, PREFIX, PC = arm_const, "UC_ARM_REG_", arm_const.UC_ARM_REG_PC
    LINK, RESULT, THUMB = "lr", "r0", 1
    ARGUMENTS = tuple(f"r{number}" for number in range(4))
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

    def with_condition(self, registers: tuple[int, ...], condition: int) -> tuple[int, ...]:
        flags = registers[-1] & ~0x0600FC00 | (condition & 3) << 25 | condition >> 2 << 10
        return (*registers[:-1], flags)


class RiscV(Emulator):
    """RV32I."""

    ARCHITECTURE = unicorn.UC_ARCH_RISCV, unicorn.UC_MODE_RISCV32
    DISASSEMBLER = capstone.CS_ARCH_RISCV, capstone.CS_MODE_RISCV32 | capstone.CS_MODE_RISCVC
    NAMES = (
        "ra", "sp", "gp", *(f"t{n}" for n in range(7)), *(f"s{n}" for n in range(12)), *(f"a{n}" for n in range(8)),
    )  # fmt: skip
    CONSTANTS, PREFIX, PC = riscv_const, "UC_RISCV_REG_", riscv_const.UC_RISCV_REG_PC
    LINK, RESULT = "ra", "a0"
    ARGUMENTS = tuple(f"a{number}" for number in range(8))

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
    """One message, and one fault after the other while it is encrypted or decrypted."""

    def __init__(self, emulated: Emulator, name: str) -> None:
        self.emulated, self.name, self.message = emulated, name, MESSAGES[name]
        self.form = FORMS[emulated.subject.form]
        self.unverified = self.message.unverified(self.form)
        self.ciphertext = b"".join(aead_encrypt(ROW, KEY, NONCE, AD, TEXT))
        self.pieces = [self.unverified[place : place + 4] for place in range(len(self.unverified) - 3)]
        self.usual: tuple[bytes, ...] = ()  # memory without a fault
        self.receiver = b""
        emulated.memory.load(bytes(2 * PAGE))
        if name != "right":  # a genuine message before leaves what it leaves on the stack
            Attack(emulated, "right")
        for place, data in self.message.memory(self.form).items():
            emulated.memory.write(place, data)
        everything = emulated.trace(emulated.first(self.message.stale))
        expected, found = "right" if name == "right" else "refused", self.outcome()
        if found != expected:
            path = emulated.elf.path.name
            raise Unsupported(f"{path}, {name}: {found} without a fault; expected {expected}")
        begin = self.place_of(everything, emulated.elf.address(self.form.function))
        back = everything[begin].registers[emulated.index(emulated.LINK)] & ~emulated.THUMB
        of_call = everything[begin : self.place_of(everything, back)]
        self.moments = [moment for moment in of_call if emulated.elf.function(moment.address).split("+")[0] != AFTER]
        self.limit = 3 * len(everything)
        self.usual = self.visible()
        self.receiver = emulated.memory.receiver()
        self.conditional = {moment.address for moment in everything if moment.condition}
        self.given = {} if self.form.good is None else dict(self.first_reads())

    @staticmethod
    def place_of(moments: list[Moment], address: int) -> int:
        """Where a run comes to an address; its end if it does not."""
        return next((number for number, moment in enumerate(moments) if moment.address == address), len(moments))

    def first_reads(self) -> Iterator[tuple[str, Moment]]:
        """Registers of arguments, and where each is read first: until then, a fault is another argument."""
        emulated, start = self.emulated, self.moments[0].registers
        for name in emulated.ARGUMENTS:
            number = emulated.index(name)
            first = next((moment for moment in self.moments if name in emulated.reads(moment)), None)
            if first and first.registers[number] == start[number]:
                yield name, first

    def outcome(self) -> str:
        """After a run that came to its end."""
        memory = self.emulated.memory
        good = memory.read("used", 4) == USED if self.form.good is None else self.emulated.result() == self.form.good
        text = memory.read("out", len(self.unverified))
        if any(KEY[place : place + 4] in text for place in range(13)):
            return "released"
        if good and self.form.good is None and ERASED.issuperset(text):
            return "nothing"
        if self.form.encrypts:
            return self.encrypted(good, text, memory.read("tag", 16))
        if good:
            if self.name != "right":
                return "accepted"
            same = not self.receiver or memory.receiver() == self.receiver
            return "right" if text == TEXT and (same or not self.form.datagrams) else "wrong text"
        if self.name == "right":
            return "refused"
        written = [(found, secret) for found, secret in zip(text, self.unverified) if found not in ERASED]
        found = sum(each == secret for each, secret in written)
        if found > 1 or found and found == len(written):
            return "released"  # one of many bytes is chance
        parts = self.visible()
        found = parts != self.usual and any(piece in part for part in parts for piece in self.pieces)
        return "released" if found else "refused"

    def visible(self) -> tuple[bytes, ...]:
        """All memory but the stack below the caller."""
        pages = self.emulated.memory.pages()
        return pages[:PAGE], pages[2 * PAGE - ABOVE :], self.emulated.memory.elsewhere()

    def encrypted(self, good: bool, text: bytes, tag: bytes) -> str:
        """The outcome of an encryption."""
        if good:
            memory = self.emulated.memory
            written = aead_encrypt(ROW, KEY, NONCE, memory.read("ad", len(AD)), memory.read("in", len(TEXT)))
            is_other = text + tag == b"".join(written)
            return "right" if text + tag == self.ciphertext else "other input" if is_other else "wrong text"
        wrong = any(found not in (0, UNTOUCHED[0], right) for found, right in zip(text + tag, self.ciphertext))
        return "released" if wrong else "refused"

    def run(self, moment: Moment, address: int | None = None, change: tuple[int, int] | None = None) -> str:
        return self.outcome() if self.emulated.run(moment, self.limit, address, change) else "stopped"

    def skipped(self, moment: Moment) -> Moment:
        """What comes after an instruction that was not run."""
        code = bytes(self.emulated.uc.mem_read(moment.address, moment.size))
        after = self.emulated.next_condition(moment.condition, code)
        return replace(moment, address=moment.address + moment.size, condition=after)

    def faults(self, moment: Moment, kind: str) -> Iterator[tuple[str, str, str]]:
        """The part of the program that is hit, what is changed, and the outcome."""
        part = self.part(moment)
        emulated = self.emulated
        if kind == "skip":
            yield part, "", self.run(self.skipped(moment))
            return
        if kind == "two skips":
            after = self.skipped(moment)
            for number in range(REACH if not after.condition else 0):
                place = emulated.after(after, number)
                if place is not None and place not in self.conditional:
                    ended = emulated.skip(place, self.limit)
                    yield part, f" and {place:#x}", self.outcome() if ended else "stopped"
            return
        if kind == "jump":
            for bit in emulated.ADDRESS_BITS:
                address = moment.address ^ 1 << bit
                inside = any(address in part for part in emulated.code)
                outcome = self.run(moment, address) if inside else "stopped"
                yield part, f" to {address:#x}", outcome
            return
        for name in sorted(emulated.reads(moment)):
            number = emulated.index(name)
            is_flags = name == emulated.FLAGS[0]
            values = {"": 0}
            if (name == emulated.STACK_POINTER) != (kind == "flip of sp") and kind != "zero":
                continue
            if kind != "zero":
                bits = emulated.FLAGS[1] if is_flags else range(32)
                values = {f".{bit}": moment.registers[number] ^ 1 << bit for bit in bits}
            elif is_flags:
                continue
            hit = "argument" if self.given.get(name) is moment else part
            for text, value in values.items():
                yield hit, f" {name}{text}", self.run(moment, None, (number, value))

    def attack(self, kind: str, moments: list[Moment] | None = None) -> Outcomes:
        """Every fault of a kind at every moment."""
        outcomes = Outcomes()
        for moment in self.moments if moments is None else moments:
            for part, change, outcome in self.faults(moment, kind):
                place = f"{kind.split()[-1]}{change} at {self.place(moment)}" if outcome in BAD else ""
                outcomes.add(part, outcome, place)
        return outcomes

    def part(self, moment: Moment) -> str:
        """Of the program."""
        function = self.emulated.elf.function(moment.address).split("+")[0]
        return "caller" if function in CALLER else "C library" if function in C_LIBRARY else "callee"

    def place(self, moment: Moment) -> str:
        """An instruction: address, function, source line, text."""
        instruction, elf = self.emulated.instruction(moment), self.emulated.elf
        text = f"{instruction.mnemonic} {instruction.op_str}".strip()
        return f"{moment.address:#x} {elf.function(moment.address)} {elf.line(moment.address)}: {text}"
