#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Wheels for Linux with glibc (manylinux), on x86-64 and AArch64.

    tools/wheels.py FOLDER [MACHINE...]     for all machines, or these: see COMPILERS

A wheel is for Python 3.12 and all later versions. auditwheel names it after the oldest glibc that has all its symbols.
Needs x86-64, a tested Python from 3.12 on, and the compilers."""

import os
import sys
import zipfile
from pathlib import Path

import python_env

REQUIREMENTS = python_env.ROOT / "bindings/python/requirements-release.txt"
STUBS = "asconkit/_core.pyi"
MULTIARCH = Path("/usr/include/x86_64-linux-gnu")
COMPILERS = {"x86_64": ("gcc", "g++"), "aarch64": ("aarch64-linux-gnu-gcc", "aarch64-linux-gnu-g++")}
NATIVE = "x86_64"


def environment() -> Path:
    """The interpreter of the environment with the packages that make wheels."""
    pythons = python_env.with_stable_abi()
    if not pythons:
        sys.exit("wheels: needs Python 3.12 or 3.13, which Ubuntu 24.04 and Debian 13 have")
    return python_env.environment(pythons[0], "release", REQUIREMENTS)


def options_of_foreign(machine: str, stubs: Path) -> list[str]:
    """For a machine whose code cannot run here. `stubs`: the types that the native build wrote. The command is left
    out, because it needs libargon2, which is here for this machine only."""
    values = {
        "CMAKE_SYSTEM_NAME": "Linux", "CMAKE_SYSTEM_PROCESSOR": machine,
        "ASCONKIT_PYTHON_STUBS": stubs, "ASCONKIT_PYTHON_COMMAND": "OFF",
    }  # fmt: skip
    return [word for name, value in values.items() for word in ("-C", f"cmake.define.{name}={value}")]


def build_one(python: Path, machine: str, folder: Path, stubs: Path | None = None) -> Path:
    work, (cc, cxx) = folder / machine, COMPILERS[machine]
    work.mkdir(parents=True)
    # Debian's pyconfig.h includes MACHINE-linux-gnu/python3.x/pyconfig.h. Both machines' files say the same.
    (work / f"{machine}-linux-gnu").symlink_to(MULTIARCH)
    settings = {
        **os.environ, "CC": cc, "CXX": cxx, "CFLAGS": f"-I{work}", "CXXFLAGS": f"-I{work}",
        "_PYTHON_HOST_PLATFORM": f"linux-{machine}", "PATH": f"{python.parent}{os.pathsep}{os.environ['PATH']}",
    }  # fmt: skip
    options = ["-C", f"build-dir={work / 'build'}", *(options_of_foreign(machine, stubs) if stubs else ())]
    wheel = (python, *python_env.PIP, "wheel", python_env.ROOT, "--no-deps", "--no-build-isolation")
    python_env.call(*wheel, "-w", work / "plain", *options, env=settings)
    (plain,) = (work / "plain").glob("*.whl")
    python_env.call(python.parent / "auditwheel", "repair", plain, "-w", work / "repaired", env=settings)
    (repaired,) = (work / "repaired").glob(f"*manylinux*_{machine}.whl")
    return repaired


def build(python: Path, folder: Path, machines=tuple(COMPILERS)) -> list[Path]:
    """The wheels for these machines. The native one comes first, because the others have its types."""
    native = build_one(python, NATIVE, folder)
    with zipfile.ZipFile(native) as opened:
        stubs = Path(opened.extract(STUBS, folder / "stubs"))
    made = [build_one(python, machine, folder, stubs) for machine in machines if machine != NATIVE]
    return [native, *made] if NATIVE in machines else made


def main() -> int:
    if len(sys.argv) < 2 or not set(sys.argv[2:]) <= set(COMPILERS):
        sys.exit(__doc__)
    for path in build(environment(), Path(sys.argv[1]).resolve(), tuple(sys.argv[2:]) or tuple(COMPILERS)):
        print(f"{path}: {path.stat().st_size / 1024:.0f} KiB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
