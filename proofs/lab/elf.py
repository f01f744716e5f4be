"""What the laboratory and ./dev prove take from a program in the ELF format: symbols, memory, source lines.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import bisect
import difflib
import re
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from pathlib import Path

from elftools.common.exceptions import ELFError
from elftools.elf.constants import P_FLAGS, SH_FLAGS
from elftools.elf.elffile import ELFFile
from elftools.elf.relocation import Relocation, RelocationSection
from elftools.elf.sections import Symbol, SymbolTableSection
from elftools.elf.segments import Segment

from .manifest import ManifestError

LOADED = SH_FLAGS.SHF_ALLOC | SH_FLAGS.SHF_WRITE
AVR_DATA = 0x800000  # where tools place the data memory of AVR, which has addresses of its own
MACHINES = {
    "EM_ARM": ("armv6m", "armv7m", "arm"), "EM_RISCV": ("rv32", "rv64"), "EM_AVR": ("avr",),
    "EM_X86_64": ("x86-64",), "EM_AARCH64": ("aarch64",), "EM_XTENSA": ("xtensa",),
}  # fmt: skip
R_X86_64_RELATIVE = 8
ADDRESS_OF_SYMBOL = (6, 7)  # R_X86_64_GLOB_DAT, R_X86_64_JUMP_SLOT
PLACE = re.compile(r"([A-Za-z_.$][\w.$]*)(?:\s*\+\s*(\w+))?$")


class Elf:
    """A linked program."""

    def __init__(self, path: Path, processor: str) -> None:
        self.path = path
        try:
            self._file = ELFFile(path.open("rb"))
        except OSError as error:
            raise ManifestError(f"{path}: {error.strerror}") from None
        except ELFError as error:
            raise ManifestError(f"{path}: not an ELF file: {error}") from None
        machine = self._file["e_machine"]
        if processor not in MACHINES.get(machine, ()):
            raise ManifestError(f"{path}: a program for {machine}, but the manifest says processor = {processor!r}")
        if self._file["e_type"] == "ET_REL":
            raise ManifestError(f"{path}: an object file; expected a linked program, in which addresses are final")

    @cached_property
    def symbols(self) -> dict[str, int]:
        """Names and addresses."""
        return {symbol.name: address for symbol, address in self._defined}

    @cached_property
    def _defined(self) -> list[tuple[Symbol, int]]:
        """Symbols and their addresses, without the bit that says that a function is Thumb code. The library's own
        functions have the names of its sources too: asconkit/ascon_namespace.h says which ones linkers see by other
        names."""
        thumb, found = self._file["e_machine"] == "EM_ARM", []
        for section in self._file.iter_sections():
            if isinstance(section, SymbolTableSection):
                for symbol in section.iter_symbols():
                    is_function = symbol["st_info"]["type"] == "STT_FUNC"
                    if symbol.name and not symbol.name.startswith("$") and symbol["st_shndx"] != "SHN_UNDEF":
                        found.append((symbol, symbol["st_value"] & ~(1 if thumb and is_function else 0)))
        return found

    def address(self, place: str) -> int:
        """The address of SYMBOL or SYMBOL+OFFSET, or the number that is given."""
        try:
            return int(place, 0)
        except ValueError:
            pass
        match = PLACE.match(place)
        if not match:
            raise ManifestError(f"{place!r} is not a place; expected SYMBOL, SYMBOL+OFFSET, a register or a number")
        name, offset = match[1], match[2] or "0"
        if name not in self.symbols:
            close = difflib.get_close_matches(name, self.symbols, 3)
            hint = f"; did you mean {' or '.join(close)}?" if close else "; is the program stripped?"
            raise ManifestError(f"{self.path.name} has no symbol {name!r}{hint}")
        return self.symbols[name] + int(offset, 0)

    @cached_property
    def segments(self) -> list[tuple[int, bytes]]:
        """Addresses and contents of what is loaded, filled up with zeros."""
        loaded = []
        for segment in self._file.iter_segments():
            if segment["p_type"] == "PT_LOAD" and segment["p_memsz"]:
                loaded.append((segment["p_vaddr"], segment.data().ljust(segment["p_memsz"], b"\0")))
        return loaded

    def object(self, address: int, pointer: Callable[[int], int] = lambda at: at) -> range:
        """The variable at this address; empty if the program does not say how large it is. Both as `pointer` has
        addresses."""
        for symbol, start in self._defined:
            if symbol["st_size"] and pointer(start) <= address < pointer(start) + symbol["st_size"]:
                if symbol["st_info"]["type"] == "STT_OBJECT":
                    return range(pointer(start), pointer(start) + symbol["st_size"])
        return range(0)

    @cached_property
    def code(self) -> bytes:
        """Machine code and constants, without headers, of which some depend on the names of folders."""
        sections = self._file.iter_sections("SHT_PROGBITS")
        return b"".join(each.data() for each in sections if each["sh_flags"] & LOADED == SH_FLAGS.SHF_ALLOC)

    def byte(self, address: int) -> int:
        """As it is when the program starts; 0 outside of what it loads."""
        for start, data in self.segments:
            if start <= address < start + len(data):
                return data[address - start]
        return 0

    @cached_property
    def constants(self) -> list[tuple[int, bytes]]:
        """Addresses and contents of what is loaded and cannot be written; of shared libraries when they are loaded."""
        parts = ((each["p_flags"], each["p_vaddr"], each) for each in self._file.iter_segments("PT_LOAD"))
        closed = [(each["p_vaddr"], self._relocated(each)) for each in self._file.iter_segments("PT_GNU_RELRO")]
        return [(address, segment.data()) for flags, address, segment in parts if not flags & P_FLAGS.PF_W] + closed

    def _relocated(self, segment: Segment) -> bytes:
        """What the loader makes of memory that it then closes for writing, if the file is loaded at the address 0."""
        start, data = segment["p_vaddr"], bytearray(segment.data())
        for place, value in self._relocations.items():
            if start <= place < start + len(data):
                data[place - start : place - start + 8] = value.to_bytes(8, "little")
        return bytes(data)

    @cached_property
    def _relocations(self) -> dict[int, int]:
        """Addresses that the loader writes, by their places, on x86-64. For a symbol of another file
        the result has the place itself instead of an address: see imports."""
        found = {}
        for symbol, each in self._with_symbols():
            if each["r_info_type"] in ADDRESS_OF_SYMBOL:
                is_here = symbol["st_shndx"] != "SHN_UNDEF"
                found[each["r_offset"]] = symbol["st_value"] if is_here else each["r_offset"]
            elif each["r_info_type"] == R_X86_64_RELATIVE:
                found[each["r_offset"]] = each["r_addend"]
        return found

    @cached_property
    def imports(self) -> dict[str, int]:
        """Symbols of other files: where the loader writes their addresses."""
        return {
            symbol.name: each["r_offset"]
            for symbol, each in self._with_symbols()
            if each["r_info_type"] in ADDRESS_OF_SYMBOL and symbol["st_shndx"] == "SHN_UNDEF"
        }

    def _with_symbols(self) -> Iterator[tuple[Symbol, Relocation]]:
        for section in self._file.iter_sections("SHT_RELA"):
            symbols = self._file.get_section(section["sh_link"])
            if isinstance(section, RelocationSection) and isinstance(symbols, SymbolTableSection):
                for each in section.iter_relocations():
                    yield symbols.get_symbol(each["r_info_sym"]), each

    def offset(self, address: int) -> int:
        """Where the file has the byte that is loaded there."""
        return next(iter(self._file.address_offsets(address)))

    @cached_property
    def _functions(self) -> list[tuple[int, str]]:
        """Symbols of code and of data: constants of the assembler are no addresses."""
        return sorted((at, symbol.name) for symbol, at in self._defined if symbol["st_shndx"] != "SHN_ABS")

    def function(self, address: int) -> str:
        """The last symbol before an address, and how far after it that is."""
        index = bisect.bisect_right(self._functions, (address, "\x7f")) - 1
        if index < 0:
            return f"{address:#x}"
        start, name = self._functions[index]
        return f"{name}+{address - start}" if address > start else name

    @cached_property
    def _lines(self) -> list[tuple[int, str]]:
        if not self._file.has_dwarf_info():
            return []
        dwarf, found = self._file.get_dwarf_info(), []
        for unit in dwarf.iter_CUs():
            program = dwarf.line_program_for_CU(unit)
            if program is None:
                continue
            header = program.header
            first = 0 if header["version"] >= 5 else 1
            for entry in program.get_entries():
                if entry.state is None:
                    continue
                if entry.state.end_sequence:
                    found.append((entry.state.address, ""))
                    continue
                file = header["file_entry"][entry.state.file - first].name.decode()
                found.append((entry.state.address, f"{file}:{entry.state.line}"))
        return sorted(found)

    def line(self, address: int) -> str:
        """FILE:LINE, or nothing if the program has no debug information."""
        index = bisect.bisect_right(self._lines, (address, "\x7f")) - 1
        return self._lines[index][1] if index >= 0 else ""


def opened(path: Path, processor: str) -> Elf:
    """A program, once for each time that it was made: to read its lines takes longer than most checks."""
    return _opened(path, processor, path.stat().st_mtime_ns if path.exists() else 0)


@cache
def _opened(path: Path, processor: str, _: int) -> Elf:
    return Elf(path, processor)
