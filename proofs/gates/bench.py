# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A unit of a manifest on the gates of PicoRV32: its program in memory; shares and words drawn for each trace."""

import ctypes
import hashlib
import random
import subprocess
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import capstone
import numpy
from lab.building import one_at_a_time
from lab.elf import Elf
from lab.machine import Unsupported
from lab.manifest import Unit
from numpy.typing import NDArray

from . import netlist
from .netlist import Netlist

SOURCE = Path(__file__).with_name("simulate.c")
BYTES = 1 << 20  # of memory, as in simulate.c
LANES = 512
STACK = BYTES - 256
WORD = numpy.dtype([("secret", "<i4"), ("shares", "<u4"), ("addresses", "<u4", 4)])
OPTIMIZED = ("-O2", "-march=native", "-Wno-psabi")
EBREAK, RA, SP, GP, T0, A0 = 0x00100073, 1, 2, 3, 5, 10

Counts = NDArray[numpy.uint32]  # [cycle][net][random, fixed]


@cache
def core() -> Netlist:
    return netlist.load()


@cache
def library() -> ctypes.CDLL:
    """simulate.c with these gates, compiled unless that was done before."""
    gates = core().source
    digest = hashlib.sha256((gates + SOURCE.read_text() + " ".join(OPTIMIZED)).encode()).hexdigest()[:16]
    folder = netlist.FOLDER / digest
    file = folder / "simulate.so"
    folder.mkdir(parents=True, exist_ok=True)
    with one_at_a_time(folder / "lock"):
        if not file.exists():
            (folder / "gates.h").write_text(gates)
            new = file.with_suffix(".new")
            command = ["gcc", *OPTIMIZED, "-shared", "-fPIC", f"-I{folder}", str(SOURCE), "-o", str(new)]
            subprocess.run(command, check=True)
            new.rename(file)
    return ctypes.CDLL(str(file))


def start(unit: Unit, elf: Elf) -> list[int]:
    """Machine code that makes the calls of a unit, then traps."""
    code = _set(SP, STACK) + _set(GP, elf.symbols.get("__global_pointer$", 0))
    for function, *arguments in unit.calls:
        for place, argument in enumerate(arguments):
            code += _set(A0 + place, argument if isinstance(argument, int) else elf.address(argument))
        code += [*_set(T0, elf.address(str(function))), T0 << 15 | RA << 7 | 0x67]  # jalr ra, t0
    return [*code, EBREAK]


def _set(register: int, number: int) -> list[int]:
    """lui and addi."""
    low = (number & 0xFFF ^ 0x800) - 0x800
    upper = (number - low) & 0xFFFFF000
    return [upper | register << 7 | 0x37, (low & 0xFFF) << 20 | register << 15 | register << 7 | 0x13]


class Inputs:
    """What a unit has in its memory."""

    def __init__(self, unit: Unit, elf: Elf) -> None:
        self.unit, self.elf = unit, elf
        self.image = numpy.zeros(BYTES, numpy.uint8)
        code = numpy.array(start(unit, elf), "<u4").tobytes()
        for address, data in [*elf.segments, (0, code)]:
            if address + len(data) > STACK:
                raise Unsupported(f"{elf.path.name}: memory at {address:#x}; expected addresses below {STACK:#x}")
            self.image[address : address + len(data)] = numpy.frombuffer(data, numpy.uint8)
        self.names = list[str]()  # of the words
        rows = [*self._secrets(), *self._random()]
        self.words = numpy.array(rows, WORD)
        self._put_public()
        fixed = random.Random(20260101)
        self.fixed = numpy.array([fixed.getrandbits(32) for _ in rows], numpy.uint32)

    def _secrets(self) -> list[tuple[int, int, list[int]]]:
        rows, unit = list[tuple[int, int, list[int]]](), self.unit
        for secret in unit.secrets:
            if secret.rotation or secret.only >= 0:
                raise Unsupported(f"{unit.name}: rotated or single shares, which gates are not asked about")
            for word in range(secret.count):
                for part in range(0, secret.size, 4):
                    at = word * secret.distance(unit.shares) + part
                    places = [self.elf.address(place) + offset + at for place, offset in secret.places(unit.shares)]
                    self.names.append(f"{secret.name}[{word}]/{part // 4}")
                    rows.append((len(rows), unit.shares, [*places, *[0] * (4 - len(places))]))
        return rows

    def _random(self) -> list[tuple[int, int, list[int]]]:
        areas = [(self.elf.address(each.at), each.size) for each in self.unit.random]
        areas += [(self.elf.address(each.at), each.size) for each in self.unit.public if each.any_value]
        places = [start + at for start, size in areas for at in range(0, size, 4)]
        self.names += [f"word at {place:#x}" for place in places]
        return [(-1, 1, [place, 0, 0, 0]) for place in places]

    def _put_public(self) -> None:
        for area in self.unit.public:
            start = self.elf.address(area.at)
            self.image[start : start + len(area.value)] = numpy.frombuffer(area.value, numpy.uint8)


@dataclass(frozen=True)
class Run:
    traces: int
    first: int  # cycle that was counted
    places: list[int]  # the address of the instruction in each cycle
    nets: NDArray[numpy.int32]
    counts: Counts
    out: NDArray[numpy.uint32]  # [word][trace], of the last 512 traces
    seconds: float


def run(
    inputs: Inputs,
    traces: int,
    nets: list[int],
    seed: int = 1,
    cycles: range = range(0),
    control: bool = False,
    read: tuple[int, ...] = (),
) -> Run:
    """Counts the changes of these nets in these cycles, or, if the range is empty, in all. control: both classes have
    random secrets. read: addresses of words that the caller wants."""
    began = time.monotonic()
    cycles = cycles or range(0, _cycles(inputs))
    counted = numpy.array(nets, numpy.int32)
    counts = numpy.zeros((len(cycles), len(nets), 2), numpy.uint32)
    places = numpy.zeros(cycles.stop + 1, numpy.uint32)
    addresses, out = numpy.array(read, numpy.uint32), numpy.zeros((len(read), LANES), numpy.uint32)
    batches = -(-traces // LANES)
    _simulate(inputs, seed, batches, cycles, control, counted, counts, places, addresses, out)
    return Run(batches * LANES, cycles.start, places.tolist(), counted, counts, out, time.monotonic() - began)


MOST_CYCLES = 1_000_000


def _cycles(inputs: Inputs) -> int:
    """How many the unit takes: a run that counts nothing."""
    none = numpy.zeros(0, numpy.uint32)
    places = numpy.zeros(MOST_CYCLES + 1, numpy.uint32)
    whole = range(MOST_CYCLES, MOST_CYCLES)
    found = _simulate(inputs, 1, 1, whole, False, none.astype(numpy.int32), none, places, none, none)
    if found == MOST_CYCLES:
        raise Unsupported(f"{inputs.unit.name}: no end after {MOST_CYCLES:,} cycles")
    return found + 1


def _simulate(
    inputs: Inputs,
    seed: int,
    batches: int,
    cycles: range,
    control: bool,
    counted: NDArray[numpy.int32],
    counts: Counts,
    places: NDArray[numpy.uint32],
    addresses: NDArray[numpy.uint32],
    out: NDArray[numpy.uint32],
) -> int:
    def pointer(array: NDArray[numpy.generic]) -> ctypes.c_void_p:
        return array.ctypes.data_as(ctypes.c_void_p)

    text = ctypes.create_string_buffer(80)
    end = inputs.elf.symbols.get(inputs.unit.until, 0xFFFFFFFF)
    found: int = library().simulate(
        pointer(inputs.image), pointer(inputs.words), ctypes.c_int(len(inputs.words)), pointer(inputs.fixed),
        ctypes.c_uint32(end), ctypes.c_uint64(seed), ctypes.c_int(batches),
        ctypes.c_int(cycles.start), ctypes.c_int(cycles.stop), ctypes.c_int(control),
        pointer(counted), ctypes.c_int(len(counted)), pointer(counts), pointer(places),
        pointer(addresses), ctypes.c_int(len(addresses)), pointer(out), text,
    )  # fmt: skip
    if found < 0:
        raise Unsupported(f"{inputs.unit.name}: {text.value.decode()}")
    return found


def text(elf: Elf, address: int) -> str:
    """The instruction there."""
    disassembler = capstone.Cs(capstone.CS_ARCH_RISCV, capstone.CS_MODE_RISCV32)
    code = bytes(elf.byte(address + at) for at in range(4))
    return next((f"{each.mnemonic} {each.op_str}" for each in disassembler.disasm(code, address)), "")
