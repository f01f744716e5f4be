#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Wheels for Linux on x86-64 and AArch64, with glibc (manylinux) and with musl (musllinux).

    tools/wheels.py FOLDER

A wheel is for Python 3.12 and all later versions. auditwheel names it after the oldest C library that has all its
symbols. Needs x86-64, a tested Python from 3.12 on, and gcc for both processors; zig, for musl, comes from PyPI."""

import os
import sys
import zipfile
from pathlib import Path

import python_env

REQUIREMENTS = python_env.ROOT / "bindings/python/requirements-release.txt"
STUBS = "asconkit/_core.pyi"
MULTIARCH = Path("/usr/include/x86_64-linux-gnu")
ZIG = ("cc", "c++ -include cstdio")  # nanobind needs stdio.h, which zig's C++ library does not include
# Python's names of platforms, and compilers of C and C++. glibc ends threads by the system's unwinder. zig links one of
# its own, so it is for musl, which has no such end of threads.
COMPILERS = {
    "linux-x86_64": ("gcc", "g++"),
    "linux-aarch64": ("aarch64-linux-gnu-gcc", "aarch64-linux-gnu-g++"),
    "musllinux-1-2-x86_64": ZIG,
    "musllinux-1-2-aarch64": ZIG,
}
NATIVE = "linux-x86_64"


def environment() -> Path:
    """The interpreter of the environment with the packages that make wheels."""
    pythons = python_env.with_stable_abi()
    if not pythons:
        sys.exit("wheels: needs Python 3.12 or 3.13, which Ubuntu 24.04 and Debian 13 have")
    return python_env.environment(pythons[0], "release", REQUIREMENTS)


def zig(python: Path, words: str, machine: str, script: Path) -> Path:
    """A compiler in one file, as CMake needs it. It has its own C library, musl 1.2."""
    command = f'"{python}" -m ziglang {words} -target {machine}-linux-musl'
    script.write_text(f'#!/bin/sh\nexec {command} "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    return script


def options_of_foreign(machine: str, stubs: Path) -> list[str]:
    """For a platform whose code cannot run here. `stubs`: the types that the native build wrote. The command is left
    out, because it needs libargon2, which is here for this platform only."""
    values = {
        "CMAKE_SYSTEM_NAME": "Linux", "CMAKE_SYSTEM_PROCESSOR": machine,
        "ASCONKIT_PYTHON_STUBS": stubs, "ASCONKIT_PYTHON_COMMAND": "OFF",
    }  # fmt: skip
    return [word for name, value in values.items() for word in ("-C", f"cmake.define.{name}={value}")]


def build_one(python: Path, platform: str, folder: Path, stubs: Path | None = None) -> Path:
    work, machine, compilers = folder / platform, platform.rpartition("-")[2], COMPILERS[platform]
    work.mkdir(parents=True)
    # Debian's pyconfig.h includes MACHINE-linux-gnu/python3.x/pyconfig.h. Both machines' files say the same.
    (work / f"{machine}-linux-gnu").symlink_to(MULTIARCH)
    if compilers == ZIG:
        compilers = (zig(python, words, machine, work / words.split()[0]) for words in ZIG)
    cc, cxx = map(str, compilers)
    settings = {
        **os.environ, "CC": cc, "CXX": cxx, "CFLAGS": f"-I{work}", "CXXFLAGS": f"-I{work}",
        "_PYTHON_HOST_PLATFORM": platform, "PATH": f"{python.parent}{os.pathsep}{os.environ['PATH']}",
    }  # fmt: skip
    options = ["-C", f"build-dir={work / 'build'}", *(options_of_foreign(machine, stubs) if stubs else ())]
    wheel = (python, *python_env.PIP, "wheel", python_env.ROOT, "--no-deps", "--no-build-isolation")
    python_env.call(*wheel, "-w", work / "plain", *options, env=settings)
    (plain,) = (work / "plain").glob("*.whl")
    musl = ("--exclude", "libc.so")  # zig's name for it, which musl's loader takes for itself
    python_env.call(python.parent / "auditwheel", "repair", plain, "-w", work / "repaired", *musl, env=settings)
    (repaired,) = (work / "repaired").glob(f"*{'musl' if 'musl' in platform else 'many'}linux*_{machine}.whl")
    return repaired


def build(python: Path, folder: Path) -> list[Path]:
    """The native wheel comes first, because the others have its types."""
    native = build_one(python, NATIVE, folder)
    with zipfile.ZipFile(native) as opened:
        stubs = Path(opened.extract(STUBS, folder / "stubs"))
    return [native, *(build_one(python, platform, folder, stubs) for platform in COMPILERS if platform != NATIVE)]


def main() -> int:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for path in build(environment(), Path(sys.argv[1]).resolve()):
        print(f"{path}: {path.stat().st_size / 1024:.0f} KiB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
