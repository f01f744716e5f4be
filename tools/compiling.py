# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Compiling the library, with any compiler: what measuring of code size, the matrix of embedded processors and the
tests of builds share. Python's standard library alone."""

import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIBRARY = ROOT / "asconkit"
PROFILES = {"speed": "-O2", "small": "-O2", "size": "-Os"}  # as they are meant to be compiled
LAUNCHER = os.environ.get("CMAKE_C_COMPILER_LAUNCHER", "").split()  # such as ccache


class BuildError(Exception):
    """A tool failed: what it said, in one line. `details` are the command and all that it printed."""

    def __init__(self, text: str, details: str = ""):
        super().__init__(text)
        self.details = details or text


def call(command: Iterable[object], **options) -> str:
    """Standard output of a command that must succeed."""
    words = [str(word) for word in command]
    if not shutil.which(words[0]):
        raise BuildError(f"{words[0]} is not installed")
    done = subprocess.run(words, capture_output=True, text=True, **options)
    if done.returncode != 0:
        lines = (done.stderr or done.stdout).strip().splitlines()
        errors = [line for line in lines if "error:" in line or "undefined" in line] or lines
        details = f"{' '.join(words)}\nstatus {done.returncode}\n{done.stdout}{done.stderr}"
        raise BuildError(f"{words[0]}: " + (" | ".join(errors[:3]) or f"status {done.returncode}"), details)
    return done.stdout


def compile_files(folder: Path, command: Iterable[object], files: Iterable[Path], **options) -> list[Path]:
    """Object files in this folder, one for each source. `command` is a compiler with its flags."""
    folder.mkdir(parents=True, exist_ok=True)
    command, files = [*LAUNCHER, *command], list(files)
    objects = [folder / f"{file.stem}.o" for file in files]
    assert len(set(objects)) == len(files), f"two sources make the same object file: {files}"
    for file, output in zip(files, objects):
        call([*command, "-c", file, "-o", output], **options)
    return objects


# ---- The library ------------------------------------------------------------------------------------


# The modules: name, and what asconkit/modules.toml says of it.
MODULES = tomllib.loads((LIBRARY / "modules.toml").read_text(encoding="utf-8"))
HOSTED = tuple(name for name, row in MODULES.items() if not row.get("firmware", True))  # not for firmware
OVER_BATCHES = "_batch"  # how the names of files over batches end, which are not for firmware either


def public_headers(*suffixes: str) -> list[Path]:
    """The headers that programs include: their names begin with `ascon`, and no other's do."""
    return sorted(path for path in LIBRARY.rglob("ascon*") if path.suffix in (suffixes or (".h", ".hpp")))


def room(path: Path) -> str:
    """The module that has this file, or the room of the core. Headers at the top are in no room."""
    first, *inner = path.relative_to(LIBRARY).parts
    return inner[0] if first == "core" else first if inner else ""


def sources(backend: str = "*", suffixes: tuple[str, ...] = (".c", ".S")) -> list[Path]:
    """The library's sources with one backend, as firmware takes them, or with all and what is not for firmware."""

    def wanted(path: Path) -> bool:
        if backend == "*":
            return True
        if room(path) == "backends":
            return path.parent.name == backend
        return room(path) not in HOSTED and not path.stem.endswith(OVER_BATCHES)

    return sorted(path for path in LIBRARY.rglob("*") if path.suffix in suffixes and wanted(path))


def backends() -> list[str]:
    return sorted(path.parent.name for path in LIBRARY.glob("core/backends/*/backend.h"))


def c_backends() -> list[str]:
    """The names of the backends without assembly."""
    return [name for name in backends() if not list((LIBRARY / "core/backends" / name).glob("*.S"))]


def fits(compiler: Iterable[object], backend: str) -> bool:
    """Whether the backend's config.h says that this compiler, with its flags, can build it."""
    macros = call([*compiler, "-E", "-dM", LIBRARY / "core/backends" / backend / "config.h"])
    return re.search(rf"#define ASCON_HAVE_{backend} 1\b", macros) is not None
