"""Code size: text and read-only data of two small programs, for each C backend, profile and compiler.

    python3 tools/size.py [--compiler NAME] [--backend NAME] [--profile NAME] [--output FILE]

What is counted are the sections .text* and .rodata* of the library that the linker keeps, in bytes. Functions of
libgcc and of the C library (memset, memcpy) are left out: most programs have them anyway."""

import argparse
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from compiling import PROFILES, BuildError, c_backends, call, compile_files, fits, sources
from markdown_tables import head, row

LEVELS = ("-Os", "-O2")
# What each program calls; the linker keeps what that needs.
PROGRAMS = {
    "AEAD128": ("ascon_aead128_encrypt", "ascon_aead128_decrypt"),
    "Hash256": ("ascon_hash256",),
}


@dataclass(frozen=True)
class Compiler:
    prefix: str  # of gcc and size
    options: tuple[str, ...]
    label: str
    package: str  # of Debian

    @property
    def gcc(self) -> str:
        return self.prefix + "gcc"

    @property
    def command(self) -> tuple[str, ...]:
        return (self.gcc, *self.options)


COMPILERS = (
    Compiler("", ("-fno-pie",), "host", "gcc"),
    Compiler("arm-linux-gnueabihf-", ("-mthumb", "-fno-pie"), "arm", "gcc-arm-linux-gnueabihf"),
    Compiler("avr-", ("-mmcu=atmega1284p",), "avr", "gcc-avr"),
)


def main() -> int:
    options = parse_arguments()
    lines = []
    for line in report(options):  # as they come: a table takes minutes
        print(line, flush=True)
        lines.append(line)
    if not lines:
        print("size: none of the compilers is installed", file=sys.stderr)
        return 1
    if options.output:
        options.output.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev size", description=__doc__.splitlines()[0])
    labels = [compiler.label for compiler in COMPILERS]
    parser.add_argument("--compiler", action="append", choices=labels, help="only this one (may be repeated)")
    parser.add_argument("--backend", action="append", choices=c_backends(), help="only this one (may be repeated)")
    parser.add_argument("--profile", action="append", choices=PROFILES, help="only this one (may be repeated)")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the tables there too")
    return parser.parse_args()


def report(options: argparse.Namespace) -> Iterator[str]:
    for compiler in COMPILERS:
        if options.compiler and compiler.label not in options.compiler:
            continue
        if not shutil.which(compiler.gcc):
            print(f"size: {compiler.gcc} is not installed (Debian: {compiler.package}); left out", file=sys.stderr)
            continue
        yield from table(compiler, options.backend or c_backends(), options.profile or list(PROFILES))


def table(compiler: Compiler, names: list[str], profiles: list[str]) -> Iterator[str]:
    version = call([compiler.gcc, "-dumpfullversion", "-dumpversion"]).strip()
    yield f"## {compiler.gcc} {version} {' '.join(compiler.options)}".rstrip()
    yield ""
    yield from head("backend", "profile", *(f"{program} {level}:" for program in PROGRAMS for level in LEVELS))
    cells = [(name, profile) for name in names for profile in profiles if fits(compiler.command, name)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = {(*cell, level): pool.submit(sizes, compiler, *cell, level) for cell in cells for level in LEVELS}
        for done, (name, profile) in enumerate(cells, 1):
            by_level = {level: outcome(jobs[name, profile, level], f"{name} {profile} {level}") for level in LEVELS}
            yield row(name, profile, *(by_level[level][program] for program in PROGRAMS for level in LEVELS))
            print(f"[{done}/{len(cells)}] {compiler.label} {name} {profile}", file=sys.stderr, flush=True)
    yield ""


def outcome(job, label: str) -> dict[str, str]:
    try:
        return {program: str(size) for program, size in job.result().items()}
    except BuildError as error:
        print(f"size: {label}: {error}", file=sys.stderr)
        return dict.fromkeys(PROGRAMS, "failed")


def sizes(compiler: Compiler, name: str, profile: str, level: str) -> dict[str, int]:
    """Compiles the library once and links each program."""
    definitions = [f"-DASCON_BACKEND={name}", f"-DASCON_PROFILE_{profile.upper()}"]
    flags = ["-std=c11", level, "-ffunction-sections", "-fdata-sections", *definitions]
    with tempfile.TemporaryDirectory() as folder:
        objects = compile_files(Path(folder), [*compiler.command, *flags], sources(name))
        result = {}
        for program, functions in PROGRAMS.items():
            roots = [f"-Wl,-u,{function}" for function in functions]
            image = f"{folder}/{program}.o"
            # A relocatable link keeps the sections apart and needs no library.
            link = [*compiler.command, "-r", "-nostdlib", "-Wl,--gc-sections", f"-Wl,-e,{functions[0]}", *roots]
            call([*link, *objects, "-o", image])
            result[program] = counted(call([compiler.prefix + "size", "-A", image]))
        return result


def counted(listing: str) -> int:
    return sum(int(size) for size in re.findall(r"^\.(?:text|rodata)\S*\s+(\d+)", listing, re.MULTILINE))


if __name__ == "__main__":
    sys.exit(main())
