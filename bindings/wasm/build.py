"""Compiles the library to WebAssembly: a module without imports, for the bindings that run one.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from pathlib import Path

HERE = Path(__file__).resolve().parent
LIBRARY = HERE.parents[1] / "asconkit"
COMPILER = "clang-19"
TARGET = ("--target=wasm32", "-mbulk-memory", "-ffreestanding", "-nostdlib")
CODE = ("-std=c11", "-O3", "-DASCON_BACKEND=c64", "-ffunction-sections", "-fdata-sections")
# The stack lies below the data, so that a call that needs more traps instead of overwriting them.
LINK = ("--no-entry", "--gc-sections", "--strip-all", "--stack-first", "-z", "stack-size=65536", "--export=__heap_base")
FOLDERS = ("api", "batch", "batch/engines/x1", "constructions", "platform")
LEFT_OUT = ("drbg.c", "random.c")  # their random bytes come from the system


def sources() -> list[Path]:
    """The library's files without assembly, for one backend and one thread."""
    found = (path for folder in FOLDERS for path in (LIBRARY / folder).glob("*.c"))
    return sorted(path for path in found if path.name not in LEFT_OUT)


def build(output: Path, bridge: Iterable[Path], compiler: str = COMPILER) -> None:
    """Writes the module with the functions that `bridge` exports, by export_name, and with what they call."""
    link = ",".join(("-Wl", *LINK))
    files = [*bridge, *sources(), HERE / "freestanding.c"]
    command = [compiler, *TARGET, *CODE, f"-I{LIBRARY}", *files, link, "-o", output]
    output.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([str(word) for word in command], check=True)
