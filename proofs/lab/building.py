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
from pathlib import Path

import compiling
from embedded import targets
from embedded.building import Configuration, compile_files, compile_library, libgcc, without_libc

from .manifest import Manifest, ManifestError, Unit

FOLDER: Path = compiling.ROOT / "build/lab"


def build(manifest: Manifest, unit: Unit) -> Path:
    """The linked program of a unit, if its manifest has [build]."""
    if manifest.build is None:
        raise ManifestError(f"{manifest.path.name} has no [build]: name the program, ./dev lab ELF MANIFEST")
    names = [row.name for row in targets.TARGETS]
    if manifest.build.target not in names:
        known = ", ".join(names)
        raise ManifestError(f"{manifest.path.name}, build: target = {manifest.build.target!r}; expected one of {known}")
    target = targets.find(manifest.build.target)
    shares = str(unit.shares)
    settings = [*(name.replace("{shares}", shares) for name in manifest.build.definitions), *unit.definitions]
    label = re.sub(r"[^\w]+", "-", "-".join([manifest.path.parent.name, manifest.path.stem, *settings]))
    sources = [_source(manifest, name) for name in manifest.build.sources]
    FOLDER.mkdir(parents=True, exist_ok=True)
    elf = FOLDER / f"{label}.elf"
    with one_at_a_time(FOLDER / f"{target.name}.lock"):
        if manifest.build.library:
            functions = {str(call[0]) for each in manifest.units for call in each.calls}
            _link_with_library(target, settings, sources, sorted(functions), elf)
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
    target: targets.Target, settings: list[str], sources: list[Path], functions: list[str], elf: Path
) -> None:
    """Its objects, anew if a source changed; and what compilers call by themselves, without a C library."""
    configuration = Configuration(target, target.settings[0], "speed")
    library = library_objects(configuration, FOLDER / f"library-{target.name}", ["-g"])
    digest = digest_of([*sources, *library], settings, functions)
    stamp = elf.with_suffix(".made")
    if elf.exists() and stamp.exists() and stamp.read_text() == digest:
        return
    own = compile_files(configuration, FOLDER / elf.stem, sources, [*configuration.names, *settings], ["-g"])
    kept = [f"-Wl,--undefined={name}" for name in functions]
    flags = [*configuration.flags, "-nostdlib", "-static", "-Wl,--gc-sections", "-Wl,-e,0", *kept, *debugging(target)]
    objects = [*own, *library, *([] if without_libc(target.compiler) else ["-lc"]), *libgcc(target)]
    replaced(elf, lambda new: compiling.call([target.compiler, *flags, *objects, "-o", new]))
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
        contents.update(file.read_bytes())
    return contents.hexdigest()


def debugging(target: targets.Target) -> list[str]:
    """So that lines of assembly are found: the assembler of AVR is older."""
    return ["-Wa,-gdwarf-2"] if target.name == "avr" else ["-Wl,--no-warn-rwx-segments"]


def _source(manifest: Manifest, name: str) -> Path:
    """Beside the manifest, or from the project's folder."""
    for folder in (manifest.path.parent, compiling.ROOT):
        if (folder / name).exists():
            return folder / name
    raise ManifestError(f"{manifest.path.name}, build: no file {name!r} beside it or in {compiling.ROOT}")
