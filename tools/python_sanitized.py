#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Tests of the Python package with AddressSanitizer and UndefinedBehaviorSanitizer in its extension.

    tools/python_sanitized.py [OPTION...]   builds the extension with clang, runs tests/python with pytest's options

Without files among the options, those that hand arrays of strangers to the extension. CPython itself has no
instrumentation and leaks on purpose, so leaks are not looked for; tests of inaccessible pages expect a signal.
Python's standard library alone."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from python_env import FOLDER, PIP, ROOT, call, environment

CLANG = "clang-19"
FLAGS = "-fsanitize=address,undefined -fno-sanitize=vptr,function -fno-sanitize-recover=all -fno-omit-frame-pointer"
PLACE = FOLDER / "sanitized"
TESTS = [f"tests/python/test_{name}.py" for name in ("sanitizer", "bounds", "arrow_bounds", "arrow")]


def build(python: Path) -> None:
    """The package in a folder of its own, which comes before the one that is installed."""
    shutil.rmtree(PLACE / "package", ignore_errors=True)
    optimisation = "-O0 -gline-tables-only"  # clang takes minutes to optimise the lanes of engines with their checks
    defined = {
        "CMAKE_C_COMPILER": CLANG, "CMAKE_CXX_COMPILER": CLANG.replace("clang", "clang++"),
        "CMAKE_C_FLAGS": FLAGS, "CMAKE_CXX_FLAGS": FLAGS, "CMAKE_MODULE_LINKER_FLAGS": "-shared-libasan",
        "CMAKE_C_FLAGS_RELWITHDEBINFO": optimisation, "CMAKE_CXX_FLAGS_RELWITHDEBINFO": optimisation,
        "ASCONKIT_PYTHON_COMMAND": "OFF", "ASCONKIT_PYTHON_STUBS": "OFF",
    }  # fmt: skip
    options = {f"cmake.define.{name}": value for name, value in defined.items()}
    options |= {"build-dir": PLACE / "build", "cmake.build-type": "RelWithDebInfo", "install.strip": "false"}
    words = [f"--config-settings={name}={value}" for name, value in options.items()]
    path = f"{python.parent}{os.pathsep}{os.environ['PATH']}"
    call(python, *PIP, "install", ROOT, "--no-deps", "--no-build-isolation", "--target", PLACE / "package", *words,
         env={**os.environ, "PATH": path})  # fmt: skip


def file_of(compiler: str, name: str) -> str:
    found = subprocess.run([compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=True)
    return found.stdout.strip()


def settings() -> dict[str, str]:
    """The runtime comes before all else, and the C++ library, whose exceptions it watches, with it."""
    runtime = file_of(CLANG, f"libclang_rt.asan-{os.uname().machine}.so")
    return {
        **os.environ,
        "LD_PRELOAD": f"{runtime} {file_of(CLANG, 'libstdc++.so.6')}",
        "ASAN_OPTIONS": "detect_leaks=0:exitcode=99:handle_segv=0:quarantine_size_mb=8",
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "PYTHONMALLOC": "malloc",
        "PYTHONPATH": os.pathsep.join([str(PLACE / "package"), *filter(None, [os.environ.get("PYTHONPATH")])]),
        "PYTHONDONTWRITEBYTECODE": "1",
        "ASCONKIT_SANITIZED": str(PLACE / "package"),
    }


def main() -> int:
    rest = sys.argv[1:]
    if not [word for word in rest if word.startswith("tests/")]:
        rest += TESTS
    try:
        python = environment(Path(sys.executable), "venv")
        build(python)
        call(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *rest, env=settings())
    except subprocess.CalledProcessError as error:
        print(f"python_sanitized: failed: {' '.join(map(str, error.cmd))}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
