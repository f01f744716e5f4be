"""What there is to prove: functions of linked programs, made by each compiler that the project is tested with.

On this machine it is the shared library of the release build, by gcc and by clang. For embedded processors it is the
library linked as firmware has it, unused functions dropped, for each target, setting and profile of tools/embedded.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import compiling
from embedded import targets
from embedded.building import Configuration, compile_files, libgcc, version, without_libc
from embedded.targets import Setting, Target
from lab import building
from lab.elf import Elf

from . import abi, specification, theorem
from .abi import Abi
from .theorem import Proof

FOLDER: Path = compiling.ROOT / "build/prove"
HERE = Path(__file__).resolve().parent
ROUNDS = range(1, 17)
ROUNDS_OF_ENGINES = range(1, 13)  # batches know no others


@dataclass(frozen=True)
class Program:
    """A linked program, made when it is wanted."""

    label: str  # compiler, its version and what it was told
    processor: str  # as lab.elf calls it
    abi: Abi
    make: Callable[[], Path]

    def elf(self) -> Elf:
        return Elf(self.make(), self.processor)


@dataclass(frozen=True)
class Subject:
    """A function, and what is to be proved of it."""

    backend: str
    what: str  # the processor, setting and profile
    program: Program
    function: str
    rounds: range
    lanes: int = 1
    usual: bool = True  # not only with --all

    @property
    def name(self) -> str:
        return f"{self.backend}, {self.what}, {self.program.label.split()[0]}"

    def prove(self, elf: Elf, rounds: int) -> Proof:
        interleaved = says(elf, "interleaved", int(self.backend == "bi32"))
        layout = specification.interleaved if interleaved else specification.plain
        return theorem.permutation(elf, self.program.abi, self.function, layout, rounds, self.lanes)

    def stack_said(self, elf: Elf) -> int | None:
        """Bytes of stack that the backend declares for its assembly."""
        said = says(elf, "stack", 255) if self.function.endswith("_rounds") else 255
        return None if said == 255 else said


def says(elf: Elf, what: str, otherwise: int) -> int:
    """A number of described.c, where that is linked."""
    name = f"ascon_prove_{what}"
    return elf.byte(elf.address(name)) if name in elf.symbols else otherwise


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def subjects() -> list[Subject]:
    return [*native(), *engines(), *embedded()]


# ---- This machine -----------------------------------------------------------------------------------

PRESETS = (("gcc", "release"), ("clang-19", "clang"))


def native() -> Iterator[Subject]:
    if platform.machine() != "x86_64":
        return
    for compiler, preset in PRESETS:
        program = Program(_compiler(compiler, "-O3"), "x86-64", abi.X86_64, partial(_library, preset))
        for backend in compiling.c_backends():
            yield Subject(backend, "x86-64", program, f"ascon_{backend}_permute", ROUNDS)


def _compiler(command: str, flags: str) -> str:
    try:
        return f"{command} {version(command)} {flags}".strip()
    except compiling.BuildError:
        return command


def _library(preset: str) -> Path:
    """That of the build in build/, as it is now; it is made where there is none."""
    folder = compiling.ROOT / "build" / preset
    library: Path = folder / "lib/libasconkit.so"
    with building.one_at_a_time(_folder() / f"{preset}.lock"):
        if not library.exists():
            if not (folder / "CMakeCache.txt").exists():
                compiling.call(["cmake", "--preset", preset], cwd=compiling.ROOT)
            command = ["cmake", "--build", "--preset", preset, "--target", "asconkit_shared"]
            compiling.call(command, cwd=compiling.ROOT)
    return library


def _folder() -> Path:
    FOLDER.mkdir(parents=True, exist_ok=True)
    return FOLDER


# ---- Vector engines ---------------------------------------------------------------------------------

RELEASE = ("-O3", "-DNDEBUG", "-fPIC", "-std=gnu11")
X86 = ("gcc", "clang-19"), "x86-64", abi.X86_64
ARM64 = ("aarch64-linux-gnu-gcc",), "aarch64", abi.AARCH64
ENGINES = (
    ("avx2_x8", "avx2.h", 8, X86), ("avx512_x16", "avx512.h", 16, X86),
    ("neon_x4", "neon.h", 4, ARM64), ("sha3_x4", "sha3.h", 4, ARM64),
)  # fmt: skip


def engines() -> Iterator[Subject]:
    """Of each the largest group: two registers a word."""
    for name, header, lanes, (compilers, processor, convention) in ENGINES:
        for compiler in compilers:
            make = partial(_engine, name, header, compiler)
            program = Program(_compiler(compiler, "-O3"), processor, convention, make)
            yield Subject(name, f"{lanes} lanes", program, "ascon_prove_lanes", ROUNDS_OF_ENGINES, lanes)


def _engine(name: str, header: str, compiler: str) -> Path:
    elf = _folder() / f"{name}-{compiler}.elf"
    sources = [HERE / "engine.c", *compiling.LIBRARY.rglob("*.h")]
    settings = [*RELEASE, f"-I{compiling.ROOT}", "-DREGISTERS=2", f'-DPROVE_HEADER="asconkit/batch/engines/{header}"']
    link = ["-nostdlib", "-static", "-Wl,-e,0", "-Wl,--unresolved-symbols=ignore-all", "-ffunction-sections"]
    keep = ["-Wl,--gc-sections", "-Wl,--undefined=ascon_prove_lanes"]
    with building.one_at_a_time(elf.with_suffix(".lock")):
        _made(elf, building.digest_of(sources, settings), [compiler, *settings, *link, *keep, HERE / "engine.c"])
    return elf


def _made(elf: Path, digest_now: str, command: list[object]) -> None:
    """Links anew if something changed."""
    stamp = elf.with_suffix(".made")
    if not elf.exists() or not stamp.exists() or stamp.read_text() != digest_now:
        building.replaced(elf, lambda new: compiling.call([*command, "-o", new]))
        stamp.write_text(digest_now)


# ---- Embedded processors ----------------------------------------------------------------------------

CONVENTIONS = {
    "cortex-a7": ("arm", abi.ARM), "cortex-m": ("arm", abi.THUMB), "arm1176": ("arm", abi.ARM),
    "rv32": ("rv32", abi.RV32), "rv64": ("rv64", abi.RV64), "aarch64": ("aarch64", abi.AARCH64),
    "xtensa": ("xtensa", abi.XTENSA), "avr": ("avr", abi.AVR),
}  # fmt: skip
ALL_PROFILES_OF = ("cortex-m0", "cortex-m4", "rv32i", "avr")  # in the usual tests; of others the fastest


# Compiled code computes addresses from their bytes, which are not followed.
NOT_FOLLOWED = {("avr", "c8"), ("avr", "ref")}


def embedded() -> Iterator[Subject]:
    for target in targets.TARGETS:
        assembly = target.settings[0].backend
        for number, setting in enumerate(target.settings):
            if (target.name, setting.backend) in NOT_FOLLOWED:
                continue
            for profile in setting.profiles:
                usual = number == 0 and (profile == "speed" or target.name in ALL_PROFILES_OF)
                function = f"ascon_{assembly}_rounds" if setting.backend == assembly else "ascon_permute"
                what = " ".join(filter(None, (target.title, setting.label, profile)))
                program = _embedded_program(target, setting, profile, function)
                yield Subject(setting.backend, what, program, function, ROUNDS, usual=usual)


def _embedded_program(target: Target, setting: Setting, profile: str, function: str) -> Program:
    configuration = Configuration(target, setting, profile)
    processor, convention = next(each for name, each in CONVENTIONS.items() if target.name.startswith(name))
    label = _compiler(target.compiler, " ".join(configuration.flags))
    return Program(label, processor, convention, partial(_firmware, configuration, (function,)))


def block_loops() -> Iterator[tuple[Subject, Program, list[str]]]:
    """Of each backend in assembly, by the first of its targets: a program with all its block loops, and their names."""
    seen = set()
    for subject in embedded():
        if subject.usual and subject.function.endswith("_rounds") and subject.backend not in seen:
            seen.add(subject.backend)
            header = compiling.LIBRARY / "backends" / subject.backend / "functions.h"
            names = re.findall(r"^size_t (ascon_\w+)\(", header.read_text(encoding="utf-8"), re.MULTILINE)
            configuration = subject.program.make.args[0]  # type: ignore[attr-defined]
            make = partial(_firmware, configuration, tuple(names))
            yield subject, replace(subject.program, make=make), names


DESCRIBED = tuple(f"ascon_prove_{name}" for name in ("interleaved", "stack", "alignment"))


def _firmware(configuration: Configuration, functions: tuple[str, ...]) -> Path:
    target = configuration.target
    folder = _folder() / configuration.label.replace(" ", "-")
    folder.mkdir(exist_ok=True)
    elf: Path = folder / ("linked.elf" if len(functions) == 1 else "loops.elf")
    with building.one_at_a_time(folder / "lock"):
        library = building.library_objects(configuration, folder / "library")
        names = [*configuration.names, f'PROVE_BACKEND="asconkit/backends/{configuration.setting.backend}/backend.h"']
        own = compile_files(configuration, folder / "own", [HERE / "described.c"], names, ["-Wno-unused"])
        words = [f"-Wl,--undefined={name}" for name in (*functions, *DESCRIBED)]
        alone = ["-nostdlib", "-static", "-Wl,--gc-sections", "-Wl,-e,0", *words]
        objects = [*own, *library, *([] if without_libc(target.compiler) else ["-lc"]), *libgcc(target)]
        command = [target.compiler, *configuration.flags, *alone, *objects]
        _made(elf, building.digest_of([*own, *library], command), command)
    return elf


def jobs() -> int:
    return int(os.environ.get("ASCONKIT_JOBS") or os.cpu_count() or 1)
