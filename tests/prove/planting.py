"""The library compiled with lines changed, with one backend alone."""

import shutil

import compiling
from lab.elf import Elf
from prove import abi, programs, subjects
from prove.abi import Abi
from prove.lengths.phases import BATCHES, OTHERS, PIECES, PRF_SHORT, V12

Changes = tuple[tuple[str, str], ...]  # a text, and what replaces it


def compiled(
    folder, file: str = "", changes: Changes = (), level: str = "-Os", backend: str = "c64", batches: bool = False
) -> Elf:
    """With -Os in the smallest form, where the permutation is a function; with -O3 as in the release library, which
    alone may have another backend. Batches have the engine x1 alone."""
    tree = folder / "asconkit"
    shutil.copytree(compiling.LIBRARY, tree, ignore=shutil.ignore_patterns("accelerators", "masked", "cpp"))
    places = tree / "batch/engines/places.h"
    places.write_text(places.read_text(encoding="utf-8").replace("_ENGINES 1", "_ENGINES 0"), encoding="utf-8")
    for old, new in changes:
        text = (tree / file).read_text(encoding="utf-8")
        assert old in text
        (tree / file).write_text(text.replace(old, new), encoding="utf-8")
    if level == "-O3":
        return library(folder, tree, backend)
    flags = [level, "-std=gnu11", "-ffreestanding", "-fno-pie", "-static", "-nostdlib", "-ffunction-sections"]
    names = ["-DASCON_BACKEND=c64", f"-I{folder}", *(["-DASCON_PROFILE_SIZE"] if level == "-Os" else [])]
    # With -O2, gcc inlines the permutation in some functions and not in others. A proof expects one or the other.
    others = OTHERS | V12 | PRF_SHORT | PIECES if level == "-Os" else OTHERS
    functions = (*subjects.FUNCTIONS, *subjects.functions_of(BATCHES if batches else others))
    sources = [tree / name for name in ("batch/batch.c", "batch/engines/x1/x1.c", "core/platform/cpu.c") if batches]
    kept = ["-Wl,--gc-sections", "-Wl,-e,0", *(f"-Wl,--undefined={name}" for name in functions)]
    compiling.call(["gcc", *flags, *names, *kept, *sources, tree / "core/api/ascon.c", "-o", folder / "calls.elf"])
    elf = Elf(folder / "calls.elf", "x86-64")
    return programs.forced(elf, "x1") if batches else elf


def assembled(folder, configuration, function: str, changes: Changes) -> tuple[Elf, Abi]:
    """A function of a backend in assembly, from the backend's files with lines changed."""
    backend, target = configuration.setting.backend, configuration.target
    tree = folder / "asconkit"
    shutil.copytree(compiling.LIBRARY, tree, ignore=shutil.ignore_patterns("accelerators", "masked", "cpp"))
    files = [*tree.glob("core/backends/*.inc"), *tree.glob(f"core/backends/{backend}/*.S")]
    for old, new in changes:
        (file,) = [each for each in files if old in each.read_text(encoding="utf-8")]
        file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    names = [f"-D{name}" for name in configuration.names]
    alone = ["-nostdlib", "-static", "-Wl,--gc-sections", "-Wl,-e,0", f"-Wl,--undefined={function}"]
    sources = [file for file in files if file.suffix == ".S"]
    compiling.call([target.compiler, *configuration.flags, *names, *alone, *sources, "-o", folder / "loops.elf"])
    processor, convention = programs.convention(target)
    return Elf(folder / "loops.elf", processor), convention


def library(folder, tree, backend: str) -> Elf:
    """Without the other backends, of which one would have to be chosen."""
    for config in tree.glob("core/backends/*/config.h"):
        if config.parent.name != backend:
            config.write_text(f"#define ASCON_HAVE_{config.parent.name} 0\n", encoding="utf-8")
    flags = [*programs.RELEASE, "-DASCON_PROFILE_SPEED", "-fvisibility=hidden", "-ffunction-sections"]
    flags += ["-fcf-protection=full", "-shared", "-Wl,-z,relro,-z,now", f"-I{folder}"]
    files = [tree / f"core/api/{name}.c" for name in ("aead128", "hash", "dispatch")]
    files += tree.glob(f"core/backends/{backend}/*.c")
    compiling.call(["gcc", *flags, *files, "-o", folder / "library.so"])
    return programs.chosen(Elf(folder / "library.so", "x86-64"), abi.X86_64, backend)
