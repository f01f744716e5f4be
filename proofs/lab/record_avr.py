"""Records a unit of an AVR program in simavr; record_avr.c is the other half.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import ctypes
import hashlib
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from .elf import AVR_DATA, Elf
from .machine import Unsupported
from .record import LIMIT, LeftOut, Moment

SOURCE = Path(__file__).with_name("record_avr.c")
FOLDER = Path(__file__).resolve().parents[2] / "build/lab"
PROCESSOR = "atmega1284p"  # has the most memory of those whose return addresses are 16 bits
STACK_LOW, STACK_HIGH = 0x5D, 0x5E  # the stack pointer in data memory


@cache
def library() -> ctypes.CDLL:
    """record_avr.c as a library, compiled unless that was done before."""
    file = FOLDER / f"record_avr-{hashlib.sha256(SOURCE.read_bytes()).hexdigest()[:16]}.so"
    if not file.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        command: list[str | Path] = ["gcc", "-O2", "-shared", "-fPIC", SOURCE, "-o", file, "-lsimavr"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise Unsupported(f"simavr (Debian: libsimavr-dev libelf-dev): {done.stderr.strip().splitlines()[-1]}")
    found = ctypes.CDLL(str(file))
    found.lab_open.restype = ctypes.c_void_p
    found.lab_data.restype = ctypes.POINTER(ctypes.c_uint8)
    for name in ("lab_data_end", "lab_flash_end", "lab_flags", "lab_step"):
        getattr(found, name).restype = ctypes.c_uint32
    return found


class Avr:
    """A program in an emulated processor. A call's stack begins at the end of memory."""

    NAMES = tuple(f"r{number}" for number in range(32))

    def __init__(self, elf: Elf) -> None:
        self.leaves_out = LeftOut()
        flash = bytearray(0x20000)
        for address, data in elf.segments:
            if address + len(data) <= len(flash):
                flash[address : address + len(data)] = data
        self._library, self._flash = library(), bytes(flash)
        opened = self._library.lab_open(PROCESSOR.encode(), self._flash, len(flash))
        if not opened:
            raise Unsupported(f"simavr knows no {PROCESSOR}")
        self._avr = ctypes.c_void_p(opened)
        self._data = self._library.lab_data(self._avr)
        for address, data in elf.segments:
            if address >= AVR_DATA:
                self.write(address - AVR_DATA, data)

    def write(self, address: int, data: bytes) -> None:
        for offset, byte in enumerate(data):
            self._data[address + offset] = byte

    def call(self, address: int, registers: dict[str, int]) -> Iterator[Moment]:
        values = {**registers, "r1": 0}  # which compilers expect to be zero
        for number, name in enumerate(self.NAMES):
            self._data[number] = values.get(name, 0)
        end, back = self._library.lab_data_end(self._avr), self._library.lab_flash_end(self._avr) - 1
        self.write(end - 1, (back // 2).to_bytes(2, "big"))  # the return address, in words
        self.write(STACK_LOW, (end - 2).to_bytes(2, "little"))
        at = address
        for _ in range(LIMIT):
            moment = self._moment(at)
            yield moment
            if at == back:
                return
            at = self._return() if moment.left_out else self._library.lab_step(self._avr, ctypes.c_uint32(at))
        raise Unsupported(f"{LIMIT} instructions and no return")

    def _moment(self, at: int) -> Moment:
        code = self._flash[at : at + 4]
        registers = dict(zip(self.NAMES, bytes(self._data[:32])))
        flags = self._library.lab_flags(self._avr) | self._stack() << 8
        return Moment(at, code, registers, flags, self.leaves_out(at))

    def _stack(self) -> int:
        return int(self._data[STACK_LOW]) | int(self._data[STACK_HIGH]) << 8

    def _return(self) -> int:
        """Leaves a function; returns where its caller continues."""
        stack = self._stack()
        self.write(STACK_LOW, (stack + 2).to_bytes(2, "little"))
        return (int(self._data[stack + 1]) << 8 | int(self._data[stack + 2])) * 2
