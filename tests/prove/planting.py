"""The library compiled with lines changed, with the backend c64 alone."""

import shutil

import compiling
from lab.elf import Elf
from prove import subjects
from prove.lengths.phases import OTHERS, PIECES, PRF_SHORT, V12

Changes = tuple[tuple[str, str], ...]  # a text, and what replaces it


def compiled(folder, file: str = "", changes: Changes = (), level: str = "-Os") -> Elf:
    """With -Os in the smallest form, where the permutation is a function."""
    tree = folder / "asconkit"
    shutil.copytree(compiling.LIBRARY, tree, ignore=shutil.ignore_patterns("accelerators", "masked", "batch", "cpp"))
    for old, new in changes:
        text = (tree / file).read_text(encoding="utf-8")
        assert old in text
        (tree / file).write_text(text.replace(old, new), encoding="utf-8")
    flags = [level, "-std=gnu11", "-ffreestanding", "-fno-pie", "-static", "-nostdlib", "-ffunction-sections"]
    names = ["-DASCON_BACKEND=c64", f"-I{folder}", *(["-DASCON_PROFILE_SIZE"] if level == "-Os" else [])]
    # With -O2, gcc inlines the permutation in some functions and not in others. A proof expects one or the other.
    others = OTHERS | V12 | PRF_SHORT | PIECES if level == "-Os" else OTHERS
    functions = (*subjects.FUNCTIONS, *subjects.functions_of(others))
    kept = ["-Wl,--gc-sections", "-Wl,-e,0", *(f"-Wl,--undefined={name}" for name in functions)]
    compiling.call(["gcc", *flags, *names, *kept, tree / "core/api/ascon.c", "-o", folder / "calls.elf"])
    return Elf(folder / "calls.elf", "x86-64")
