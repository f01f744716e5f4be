#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Whether programs that were linked with the last release still work with the shared library as it is now.

    tools/abi.py            compares the library with the record of the last release
    tools/abi.py --write    writes the record: a step of a release (docs/releasing.md)

The record is what abidw (libabigail) read from the debugging information of the release. New calls are compatible.
What is not needs another soname, which CMake makes of the version. `./dev abi` calls it. Python's standard library
alone."""

import argparse
import contextlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RECORD = ROOT / f"tools/abi-{platform.machine()}.xml"
# Debugging information, which names files by their places in the project, and nothing that is not asked about.
OPTIONS = (
    "-DCMAKE_BUILD_TYPE=Debug", "-DASCONKIT_BUILD_CLI=OFF", "-DASCONKIT_BUILD_TESTS=OFF",
    "-DASCONKIT_BUILD_ACCELERATORS=OFF",
)  # fmt: skip
FAILED = 1 | 2  # bits of abidiff's exit status; the others are differences


def build(source: Path, folder: Path) -> Path:
    """The shared library of these sources."""
    for command in (
        ["cmake", "-G", "Ninja", "-S", source, "-B", folder, f"-DCMAKE_C_FLAGS=-ffile-prefix-map={source}=.", *OPTIONS],
        ["cmake", "--build", folder, "--target", "asconkit_shared"],
    ):
        subprocess.run(list(map(str, command)), check=True, stdout=subprocess.DEVNULL)
    return (folder / "lib/libasconkit.so").resolve()


def public_headers(source: Path, stack: contextlib.ExitStack) -> Path:
    """A folder with those alone: what other headers declare is private, and may change."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    for header in (source / "asconkit").rglob("ascon*.h"):
        shutil.copy(header, folder)
    return folder


def write(library: Path, source: Path, record: Path) -> None:
    """What the public headers declare, without what depends on the machine."""
    neutral = ("--no-corpus-path", "--no-comp-dir-path", "--type-id-style", "hash")
    with contextlib.ExitStack() as stack:
        headers = ("--headers-dir", public_headers(source, stack), "--drop-private-types")
        command = ["abidw", *neutral, *headers, "--out-file", record, library]
        subprocess.run(list(map(str, command)), check=True)


def soname(record: Path) -> str:
    return re.search(r"soname='([^']+)'", record.read_text(encoding="utf-8"))[1]


def soname_of(library: Path) -> str:
    dynamic = subprocess.run(["readelf", "-d", str(library)], check=True, capture_output=True, text=True).stdout
    return re.search(r"SONAME\).*\[(.+)\]", dynamic)[1]


def changes(record: Path, library: Path, source: Path) -> str:
    """The differences that old programs can meet; empty if old programs continue to work."""
    with contextlib.ExitStack() as stack:
        options = ("--no-added-syms", "--drop-private-types", "--headers-dir2", public_headers(source, stack))
        words = list(map(str, ["abidiff", *options, record, library]))
        done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode & FAILED:
        raise subprocess.CalledProcessError(done.returncode, words, done.stdout, done.stderr)
    return done.stdout if done.returncode else ""


def compare(record: Path, library: Path, source: Path) -> int:
    before, now = soname(record), soname_of(library)
    if before != now:
        print(f"abi: {now} is another library than {before} of the last release, and may differ from it")
        return 0
    found = changes(record, library, source)
    if found:
        print(f"{found}abi: programs linked with {before} of the last release would break: raise the version")
        return 1
    print(f"abi: {now} runs programs that were linked with the last release")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="./dev abi", description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write the record of a release instead")
    writes = parser.parse_args().write
    if not writes and not RECORD.exists():
        print(f"abi: nothing to compare with: no release has left {RECORD.relative_to(ROOT)}")
        return 0
    library = build(ROOT, ROOT / "build/abi")
    if writes:
        write(library, ROOT, RECORD)
        print(f"abi: {RECORD.relative_to(ROOT)} is the record of {soname(RECORD)}")
        return 0
    return compare(RECORD, library, ROOT)


if __name__ == "__main__":
    sys.exit(main())
