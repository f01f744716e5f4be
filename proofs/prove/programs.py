"""Linked programs with functions to prove, made when they are wanted, by each compiler that the project is tested with.

On this machine the shared library of the release build, and one backend in a program without a C library; the
permutations of vector engines; for embedded processors the library linked as firmware has it, unused functions dropped,
for each target, setting and profile of tools/embedded. SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import hashlib
import os
import platform
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import compiling
from embedded.building import STANDARD, Configuration, compile_files, libgcc, version, without_libc
from embedded.targets import Setting, Target
from lab import building
from lab.elf import Elf

from . import abi, specification
from .abi import Abi
from .theorem import Layout

FOLDER: Path = compiling.ROOT / "build/prove"
HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Program:
    label: str  # compiler, its version and what it was told
    processor: str  # as lab.elf calls it
    abi: Abi
    make: Callable[[], Path]
    backend: str = ""  # of a library with several, the one that has been chosen
    engine: str = ""  # of batches, the one that is forced

    def elf(self) -> Elf:
        elf = Elf(self.make(), self.processor)
        elf = forced(elf, self.engine) if self.engine else elf
        return chosen(elf, self.abi, self.backend) if self.backend else elf


def chosen(elf: Elf, convention: Abi, backend: str) -> Elf:
    """A library whose active backend is this one."""
    # Nothing else writes this variable once a backend is chosen: asconkit/core/api/dispatch.c. It has the place
    # in the list of the build's backends, which is sorted (asconkit/core/api/backends.h), from 1 on.
    built = sorted(name for name in compiling.backends() if f"ascon_{name}_permute" in elf.symbols)
    number = (built.index(backend) + 1).to_bytes(convention.pointer, "little")
    elf.constants.append((elf.address("ascon_active"), number))
    return elf


def forced(elf: Elf, engine: str) -> Elf:
    """A program whose batches use this engine."""
    # Nothing else writes this variable once an engine is forced, and it is a place in the list, from 1 on:
    # asconkit/batch/batch.c.
    listed, wanted = elf.address("engines"), elf.address(f"ascon_engine_{engine}").to_bytes(8, "little")
    number = next(number for number in range(64) if all(
        elf.byte(listed + 8 * number + place) == byte for place, byte in enumerate(wanted)))  # fmt: skip
    elf.constants.append((elf.address("wanted"), (number + 1).to_bytes(8, "little")))
    return elf


def says(elf: Elf, what: str, otherwise: int) -> int:
    """A number of described.c, where that is linked."""
    name = f"ascon_prove_{what}"
    return elf.byte(elf.address(name)) if name in elf.symbols else otherwise


def layout(elf: Elf, backend: str) -> Layout:
    return specification.interleaved if says(elf, "interleaved", int(backend == "bi32")) else specification.plain


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def jobs() -> int:
    return int(os.environ.get("ASCONKIT_JOBS") or os.cpu_count() or 1)


def _compiler(command: str, flags: str) -> str:
    try:
        return f"{command} {version(command)} {flags}".strip()
    except compiling.BuildError:
        return command


def _folder() -> Path:
    FOLDER.mkdir(parents=True, exist_ok=True)
    return FOLDER


def _made(elf: Path, digest_now: str, command: list[object]) -> None:
    """Links anew if something changed. avr-ld writes paths of objects into the program: these begin at the root."""
    stamp = elf.with_suffix(".made")
    if not elf.exists() or not stamp.exists() or stamp.read_text() != digest_now:
        words = [str(word).removeprefix(f"{compiling.ROOT}/") for word in command]
        building.replaced(elf, lambda new: compiling.call([*words, "-o", new], cwd=compiling.ROOT))
        stamp.write_text(digest_now)


# ---- This machine -----------------------------------------------------------------------------------

PRESETS = {"gcc": "release", "clang-19": "clang"}
IS_X86_64 = platform.machine() == "x86_64"


def library(compiler: str, backend: str = "") -> Program:
    """The shared library of the release build; `backend`: the one that is active."""
    make = partial(_library, PRESETS[compiler])
    return Program(_compiler(compiler, "-O3"), "x86-64", abi.X86_64, make, backend)


@cache
def _library(preset: str) -> Path:
    """The shared library of the sources as they are now: an old one in build/PRESET is built anew."""
    folder = compiling.ROOT / "build" / preset
    file: Path = folder / "lib/libasconkit.so"
    with building.one_at_a_time(_folder() / f"{preset}.lock"):
        if not (folder / "CMakeCache.txt").exists():
            compiling.call(["cmake", "--preset", preset], cwd=compiling.ROOT)
        compiling.call(["cmake", "--build", "--preset", preset, "--target", "asconkit_shared"], cwd=compiling.ROOT)
    return file


# ---- Vector engines ---------------------------------------------------------------------------------

RELEASE = ("-O3", "-DNDEBUG", "-fPIC", "-std=gnu11")
X86 = ("gcc", "clang-19"), "x86-64", abi.X86_64
ARM64 = ("aarch64-linux-gnu-gcc",), "aarch64", abi.AARCH64
SVE2 = ("aarch64-linux-gnu-gcc", "clang-19 --target=aarch64-linux-gnu"), "aarch64", abi.AARCH64
RVV = ("clang-19 --target=riscv64-linux-gnu -march=rv64gcv",), "rv64", abi.RV64


def engine(name: str, header: str, registers: int, compiler: str, processor: str, convention: Abi) -> Program:
    """Its permutation as a function, of the largest group: so many registers a word. `compiler` may have options."""
    program, _, options = compiler.partition(" ")
    make = partial(_engine, name, header, registers, compiler)
    return Program(_compiler(program, f"{options} -O3".strip()), processor, convention, make)


def engine_command(header: str, registers: int, compiler: str, root: Path = compiling.ROOT) -> list[object]:
    """`root` has the library, in the folder asconkit."""
    settings = [*RELEASE, f"-I{root}", f"-DREGISTERS={registers}", f'-DPROVE_HEADER="asconkit/batch/engines/{header}"']
    settings.append("-DASCON_STACK_BYTES=512")  # the permutation clears nothing
    link = ["-nostdlib", "-static", "-Wl,-e,0", "-Wl,--unresolved-symbols=ignore-all", "-ffunction-sections"]
    keep = ["-Wl,--gc-sections", "-Wl,--undefined=ascon_prove_lanes"]
    return [*compiler.split(), *settings, *link, *keep, HERE / "engine.c"]


def _engine(name: str, header: str, registers: int, compiler: str) -> Path:
    elf = _folder() / f"{name}-{compiler.split()[0]}.elf"
    sources = [HERE / "engine.c", *compiling.LIBRARY.rglob("*.h")]
    command = engine_command(header, registers, compiler)
    with building.one_at_a_time(elf.with_suffix(".lock")):
        _made(elf, building.digest_of(sources, command), command)
    return elf


# ---- One backend ------------------------------------------------------------------------------------

# Without a C library all code that has to be followed is the project's own: there is no memset.
ALONE = ("-ffreestanding", "-fno-pie", "-static")
FREESTANDING = (
    Target("x86-64", "x86-64", "gcc", ALONE, (), (Setting("c64"),), "gcc"),
    Target(
        "x86-64-clang", "x86-64", "clang-19", (*ALONE, "-Wno-ignored-optimization-argument"), (), (Setting("c64"),),
        "clang-19",
    ),
)  # fmt: skip
CONVENTIONS = {
    "x86-64": ("x86-64", abi.X86_64),
    "cortex-a7": ("arm", abi.ARM), "cortex-m": ("arm", abi.THUMB), "arm1176": ("arm", abi.ARM),
    "rv32": ("rv32", abi.RV32), "rv64": ("rv64", abi.RV64), "aarch64": ("aarch64", abi.AARCH64),
    "xtensa": ("xtensa", abi.XTENSA), "avr": ("avr", abi.AVR),
}  # fmt: skip


def firmware(configuration: Configuration, name: str, functions: tuple[str, ...]) -> Program:
    """The library with these functions and what they call; `name` is the file's."""
    label = _compiler(configuration.target.compiler, " ".join(configuration.flags))
    return Program(label, *convention(configuration.target), partial(_firmware, configuration, name, functions))


def convention(target: Target) -> tuple[str, Abi]:
    """And the processor, as lab.elf calls it."""
    return next(each for start, each in CONVENTIONS.items() if target.name.startswith(start))


DESCRIBED = tuple(f"ascon_prove_{name}" for name in ("interleaved", "stack", "alignment"))


def _firmware(configuration: Configuration, name: str, functions: tuple[str, ...]) -> Path:
    target = configuration.target
    folder = _folder() / configuration.label.replace(" ", "-")
    folder.mkdir(exist_ok=True)
    elf: Path = folder / f"{name}.elf"
    with building.one_at_a_time(folder / "lock"):
        objects = building.library_objects(configuration, folder / "library")
        if "ascon_any_batch" in functions:
            batch = [compiling.LIBRARY / "batch/batch.c", *sorted(compiling.LIBRARY.glob("batch/engines/*/*.c"))]
            # With the compiler's own headers: the firmware's lack types that stdatomic.h takes.
            command = [target.compiler, *configuration.flags, *STANDARD, f"-I{compiling.ROOT}"]
            names = [f"-D{name}" for name in configuration.names]
            objects = [*objects, *compiling.compile_files(folder / "batch", [*command, *names], batch)]
        backend = configuration.setting.backend
        names = [*configuration.names, f'PROVE_BACKEND="asconkit/core/backends/{backend}/backend.h"']
        own = compile_files(configuration, folder / "own", [HERE / "described.c"], names, ["-Wno-unused"])
        words = [f"-Wl,--undefined={each}" for each in (*functions, *DESCRIBED)]
        alone = ["-nostdlib", "-static", "-Wl,--gc-sections", "-Wl,-e,0", *words]
        files = [*own, *objects, *([] if without_libc(target.compiler) else ["-lc"]), *libgcc(target)]
        command = [target.compiler, *configuration.flags, *alone, *files]
        _made(elf, building.digest_of([*own, *objects], command), command)
    return elf
