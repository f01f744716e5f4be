"""Builds the programs of the project's own units and controls, with the compilers of its embedded processors.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import compiling
from embedded import targets
from embedded.building import Configuration, compile_files, compile_library, libgcc, without_libc

from .manifest import Manifest, ManifestError, Unit

FOLDER: Path = compiling.ROOT / "build/lab"


@dataclass(frozen=True)
class Way:
    """How a program with the library is compiled: as firmware has it in this profile, or otherwise."""

    profile: str = "speed"
    compiler: tuple[str, ...] = ()  # with its flags, in place of the target's; its objects are linked as others
    flags: tuple[str, ...] = ()  # after all others
    definitions: tuple[str, ...] = ()
    changed: tuple[Path, ...] = ()  # files in place of those of the library that have the same names

    def configuration(self, target: targets.Target) -> Configuration:
        setting = target.settings[0]
        setting = replace(setting, definitions=(*setting.definitions, *self.definitions))
        if self.compiler:
            target = replace(target, compiler=self.compiler[0], flags=self.compiler[1:])
        return Configuration(target, setting, self.profile)

    @property
    def label(self) -> str:
        return "-".join([self.profile, *self.compiler, *self.flags, *self.definitions])


# What may be otherwise than with gcc at -O2, in the profile speed; clang is not for AVR.
WAYS: dict[str, Any] = {
    "size": {"profile": "size"},
    "small": {"profile": "small"},
    **{f"gcc {level}": {"flags": (level,)} for level in ("-Os", "-O3")},
}
ARM_CLANG = ("-mfloat-abi=soft", "-meabi", "gnu")  # calls memset(), not __aeabi_memclr()
CLANG = {
    "cortex-m0": ("--target=armv6m-none-eabi", "-mcpu=cortex-m0", *ARM_CLANG),
    "cortex-m4": ("--target=armv7em-none-eabi", "-mcpu=cortex-m4", *ARM_CLANG),
    "rv32i": ("--target=riscv32-unknown-elf", *targets.find("rv32i").flags),
    "rv32-zbb": ("--target=riscv32-unknown-elf", *targets.find("rv32-zbb").flags),
}


def otherwise(found: Manifest) -> Iterator[Manifest]:
    """A manifest in each other way: the calls that the tests run, since units in assembly stay as they are. And, if the
    processor has it, one with the model `stale`, with these units too."""
    if not (found.build and found.build.library):
        return
    if found.processor == "rv32":
        chosen = (unit for unit in found.units if not (unit.steps and unit.long))
        more = tuple(replace(unit, models=(*unit.models, "stale"), order=1, highest=1) for unit in chosen)
        yield replace(found, path=found.path.with_stem(f"{found.path.stem} stale"), units=more)
    ways, clang = dict(WAYS), CLANG.get(found.build.target, ())
    for level in ("-Os", "-O2", "-O3") if clang else ():
        ways[f"clang {level}"] = {"compiler": ("clang-19", *clang), "flags": (level,)}
    units = tuple(unit for unit in found.units if unit.steps and not unit.long)
    for name, changes in ways.items():
        path = found.path.with_stem(f"{found.path.stem} {name}")
        yield replace(found, path=path, units=units, build=replace(found.build, **changes))


def build(manifest: Manifest, unit: Unit, way: Way = Way(), folder: Path = FOLDER) -> Path:
    """The linked program of a unit, if its manifest has [build]."""
    if manifest.build is None:
        raise ManifestError(f"{manifest.path.name} has no [build]: name the program, ./dev lab ELF MANIFEST")
    names = [row.name for row in targets.TARGETS]
    if manifest.build.target not in names:
        known = ", ".join(names)
        raise ManifestError(f"{manifest.path.name}, build: target = {manifest.build.target!r}; expected one of {known}")
    target, own = targets.find(manifest.build.target), manifest.build
    way = replace(way, profile=own.profile, compiler=own.compiler, flags=(*own.flags, *way.flags))
    shares = str(unit.shares)
    settings = [*(name.replace("{shares}", shares) for name in manifest.build.definitions), *unit.definitions]
    other = [] if way == Way() else [way.label]
    label = re.sub(r"[^\w]+", "-", "-".join([manifest.path.parent.name, manifest.path.stem, *settings, *other]))
    sources = [_source(manifest, name) for name in manifest.build.sources]
    FOLDER.mkdir(parents=True, exist_ok=True)
    elf = folder / f"{label}.elf"
    with one_at_a_time(FOLDER / f"{target.name}.lock"):
        if manifest.build.library:
            words = {str(word) for each in manifest.units for call in each.calls for word in call}
            symbols = sorted(word.partition("+")[0] for word in words if not word[0].isdigit())
            _link_with_library(target, way, settings, sources, symbols, elf)
        else:
            command = [target.compiler, *target.flags, "-O2", "-g", "-nostdlib", "-static", "-Wl,-e,0"]
            command += [*debugging(target), f"-I{compiling.ROOT}", *(f"-D{name}" for name in settings)]
            replaced(elf, lambda new: compiling.call([*command, *sources, "-o", new]))
    return elf


@contextmanager
def one_at_a_time(file: Path) -> Iterator[None]:
    """Tests run in several processes, which want the same programs."""
    with file.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def replaced(file: Path, make: Callable[[Path], object]) -> None:
    """A file that another process may be reading: the new one comes in its place when it is whole."""
    new = file.with_suffix(f".{os.getpid()}")
    make(new)
    new.replace(file)


def _link_with_library(
    target: targets.Target, way: Way, settings: list[str], sources: list[Path], names: list[str], elf: Path
) -> None:
    """Its objects, anew if a source changed; and what compilers call by themselves, without a C library."""
    # Newer tables of lines, by clang, are too much for the linker of RISC-V.
    configuration, flags = way.configuration(target), ["-gdwarf-4" if way.compiler else "-g", *way.flags]
    name = "-".join(filter(None, ["library", target.name, "" if way.label == Way().label else way.label]))
    library = library_objects(configuration, FOLDER / re.sub(r"[^\w-]+", "", name), flags)
    digest = digest_of([*sources, *way.changed, *library], settings, names)
    stamp = elf.with_suffix(".made")
    if elf.exists() and stamp.exists() and stamp.read_text() == digest:
        return
    changed = {file.stem for file in way.changed}
    library = [each for each in library if each.stem not in changed]
    own = compile_files(
        configuration, elf.with_suffix(""), [*sources, *way.changed], [*configuration.names, *settings], flags
    )
    kept = [f"-Wl,--undefined={name}" for name in names]
    linking = [*target.flags, "-nostdlib", "-static", "-Wl,--gc-sections", "-Wl,-e,0", *kept, *debugging(target)]
    objects = [*own, *library, *([] if without_libc(target.compiler) else ["-lc"]), *libgcc(target)]
    replaced(elf, lambda new: compiling.call([target.compiler, *linking, *objects, "-o", new]))
    stamp.write_text(digest)


def library_objects(configuration: Configuration, folder: Path, flags: Iterable[str] = ()) -> list[Path]:
    """Its objects, made anew if a source changed; and what compilers call by themselves, without a C library."""
    stamp, sources = folder / "made", [each for each in compiling.LIBRARY.rglob("*") if each.is_file()]
    digest = digest_of(sources, configuration.flags, configuration.names, flags)
    if not stamp.exists() or stamp.read_text() != digest:
        shutil.rmtree(folder, ignore_errors=True)
        compile_library(configuration, folder, flags)
        if without_libc(configuration.target.compiler):
            own = ["-fno-tree-loop-distribute-patterns"] if "gcc" in configuration.target.compiler else []
            compile_files(configuration, folder / "board", [targets.FIRMWARE / "memory.c"], (), own)
        stamp.write_text(digest)
    return sorted(folder.rglob("*.o"))


def digest_of(files: list[Path], *settings: object) -> str:
    contents = hashlib.sha256(repr(settings).encode())
    for file in sorted(files):
        contents.update(_contents(file, file.stat().st_mtime_ns))
    return contents.hexdigest()


@cache
def _contents(file: Path, _: int) -> bytes:
    """A digest, once for each time that it was changed: many programs are made of the same files."""
    return hashlib.sha256(file.read_bytes()).digest()


def debugging(target: targets.Target) -> list[str]:
    """So that lines of assembly are found: the assembler of AVR is older."""
    return ["-Wa,-gdwarf-2"] if target.name == "avr" else ["-Wl,--no-warn-rwx-segments"]


def _source(manifest: Manifest, name: str) -> Path:
    """Beside the manifest, or from the project's folder."""
    for folder in (manifest.path.parent, compiling.ROOT):
        if (folder / name).exists():
            return folder / name
    raise ManifestError(f"{manifest.path.name}, build: no file {name!r} beside it or in {compiling.ROOT}")
