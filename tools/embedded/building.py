"""Compiling and linking programs for a target, and what the linker's map says about their size."""

import re
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import compiling
from compiling import PROFILES, ROOT, BuildError, call

from .targets import EXAMPLES, FIRMWARE, Setting, Target

STANDARD = ("-std=c11", "-Wall", "-Wextra", "-Werror", "-ffunction-sections", "-fdata-sections")
COUNTED = r"\.(?:text|rodata|literal|progmem)\b"
CONTRIBUTION = re.compile(r"^ (\.[^\s]+)\s+0x[0-9a-f]+\s+(0x[0-9a-f]+) (.+)$", re.MULTILINE)
BUILD = ROOT / "build/embedded"


@dataclass(frozen=True)
class Configuration:
    """One way of compiling the library."""

    target: Target
    setting: Setting
    profile: str

    @property
    def level(self) -> str:
        return PROFILES[self.profile]

    @property
    def flags(self) -> tuple[str, ...]:
        return (*self.target.flags, *self.setting.flags, self.level)

    @property
    def label(self) -> str:
        return f"{self.target.name} {self.setting.name} {self.profile}"

    @property
    def names(self) -> tuple[str, ...]:
        """Settings of the library."""
        return (
            f"ASCON_BACKEND={self.setting.backend}", f"ASCON_PROFILE_{self.profile.upper()}", *self.setting.definitions,
        )  # fmt: skip


@dataclass(frozen=True)
class Program:
    """A linked program."""

    target: Target
    elf: Path
    listing: Path  # the linker's map
    text_bytes: int  # of the library's code and constants that the linker kept

    def bytes_of(self, objects: Path) -> int:
        """The bytes that the linker kept from an object, or from a folder of objects."""
        return text_bytes(self.listing.read_text(encoding="utf-8"), objects)


@cache
def version(compiler: str) -> str:
    return call([compiler, "-dumpfullversion", "-dumpversion"]).strip()


def compiler_text(configuration: Configuration) -> str:
    target = configuration.target
    settings = (f"-D{name}" for name in configuration.setting.definitions)
    return " ".join([target.compiler, version(target.compiler), *configuration.flags, *settings])


def without_libc(compiler: str) -> bool:
    return compiler != "avr-gcc"


def headers(target: Target) -> list[str]:
    """Ours where the compiler comes without a C library."""
    own = [f"-I{FIRMWARE / 'include'}"] if without_libc(target.compiler) else []
    return [*own, f"-I{ROOT}", f"-I{FIRMWARE}", f"-I{EXAMPLES}", f"-I{FIRMWARE / 'stdio'}"]


def compile_files(configuration, folder: Path, files, names=(), flags=()) -> list[Path]:
    """Compiles files to objects, with these settings defined; `flags` come after all other flags."""
    target = configuration.target
    if not shutil.which(target.compiler):
        raise BuildError(f"{target.compiler} is not installed (Debian: apt-get install {target.package})")
    # Atomics of libgcc for AArch64 ask Linux for the processor's features; there is no C library here to do so.
    atomics = ["-mno-outline-atomics"] if target.name == "aarch64" else []
    command = [target.compiler, *configuration.flags, *STANDARD, *atomics, *flags, *headers(target)]
    return compiling.compile_files(folder, [*command, *(f"-D{name}" for name in names)], files)


def compile_library(configuration: Configuration, folder: Path, flags: Iterable[str] = ()) -> list[Path]:
    files = compiling.sources(configuration.setting.backend)
    return compile_files(configuration, folder / "library", files, configuration.names, flags)


def board_files(target: Target) -> list[Path]:
    if target.name == "avr":
        return [EXAMPLES / "text.c", EXAMPLES / "board_avr.c", FIRMWARE / "mark.c"]
    return [EXAMPLES / "text.c", *(FIRMWARE / name for name in ("mark.c", "linux.c", "linux_start.S", "memory.c"))]


def compile_board(configuration: Configuration, folder: Path) -> list[Path]:
    # Compilers would make memset() out of memset()'s loop.
    flags = ("-fno-tree-loop-distribute-patterns", "-O2")
    return compile_files(configuration, folder / "board", board_files(configuration.target), ["F_CPU=16000000"], flags)


def libgcc(target: Target) -> list[str]:
    flags = target.libgcc or target.flags
    return [call([target.compiler, *flags, "-print-libgcc-file-name"]).strip()]


def link(configuration: Configuration, folder: Path, name: str, objects: list[Path]) -> Program:
    target = configuration.target
    elf, listing = folder / f"{name}.elf", folder / f"{name}.map"
    alone = ["-nostdlib", "-static"] if without_libc(target.compiler) else []
    command = [target.compiler, *configuration.flags, *alone, "-Wl,--gc-sections", f"-Wl,-Map={listing}"]
    call([*command, *objects, *libgcc(target), "-o", elf])
    return Program(target, elf, listing, text_bytes(listing.read_text(encoding="utf-8"), folder / "library"))


def text_bytes(listing: str, library: Path, sections: str = COUNTED) -> int:
    """What the linker kept of the library in these sections; functions of libgcc and memset are not counted."""
    kept = listing.split("Linker script and memory map", 1)[1]
    kept = re.sub(r"\n +(0x[0-9a-f]+ +0x[0-9a-f]+ )", r" \1", kept)  # long names are on a separate line
    found = CONTRIBUTION.findall(kept)
    return sum(int(size, 16) for section, size, file in found if re.match(sections, section) and str(library) in file)


def symbol(target: Target, elf: Path, name: str) -> int:
    for line in call([f"{target.tool}nm", elf]).splitlines():
        fields = line.split()
        if fields[-1] == name:
            return int(fields[0], 16)
    raise BuildError(f"{elf}: no symbol {name}")
