#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Checks the hardening of built files with readelf: programs, shared libraries, objects and archives.

    tools/hardening.py FILE...      prints what is missing; status 1 if anything is

Needs binutils. Python's standard library alone."""

import re
import subprocess
import sys
from pathlib import Path

# What processors call the marks of objects whose branches can be checked: shadow stacks and landing pads.
MARKS = {"X86-64": ("IBT", "SHSTK"), "AArch64": ("BTI", "PAC")}


def readelf(*arguments: object) -> str:
    command = ["readelf", "-W", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def marks(text: str) -> set[str]:
    """The marks of hardening in the notes that readelf prints."""
    return set(re.findall(r"\b(IBT|SHSTK|BTI|PAC)\b", text))


def machine(header: str) -> str:
    found = re.search(r"Machine:.*?(X86-64|AArch64)", header)
    return found[1] if found else ""


def of_linked(path: Path, protected: bool = True, checked: bool = True) -> list[str]:
    """What a program or shared library lacks; `protected`, `checked`: its code has stack protectors, and calls of
    libc that can be checked."""
    segments, dynamic, symbols = readelf("-h", "-l", path), readelf("-d", path), readelf("--dyn-syms", path)
    stack = re.search(r"GNU_STACK.*\s(R[W ][E ])\s", segments)
    is_program = "INTERP" in segments
    lacks = {
        "position independence": not re.search(r"Type:\s+DYN", segments),
        "read-only relocations": "GNU_RELRO" not in segments,
        "binding at the start": "BIND_NOW" not in dynamic and not re.search(r"FLAGS_1.*\bNOW\b", dynamic),
        "stack without execution": not stack or "E" in stack[1],
        "mark of a program that can be anywhere": is_program and not re.search(r"FLAGS_1.*\bPIE\b", dynamic),
        "stack protectors": protected and "__stack_chk_fail" not in symbols,
        "checked calls of libc": checked and not re.search(r"\b__\w+_chk\b(?<!stack_chk)", symbols),
    }
    return [what for what, is_missing in lacks.items() if is_missing]


def of_objects(path: Path) -> list[str]:
    """What objects lack: of an archive, each as `member: what`."""
    header = readelf("-h", path)
    wanted = MARKS.get(machine(header), ())
    blocks = re.split(r"^File: .*\((.*)\)$", readelf("-S", "-n", path), flags=re.MULTILINE)
    members = dict(zip(blocks[1::2], blocks[2::2])) or {path.name: blocks[0]}
    found = []
    for name, text in members.items():
        stack = re.search(r"\.note\.GNU-stack\s+PROGBITS\s+\w+ \w+ \w+ \w+\s+(\w*) ", text)
        if not stack or "X" in stack[1]:
            found.append(f"{name}: stack without execution")
        found += [f"{name}: mark {mark}" for mark in wanted if mark not in marks(text)]
    return found


def main() -> int:
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    status = 0
    for name in sys.argv[1:]:
        path = Path(name)
        for what in of_objects(path) if path.suffix in (".a", ".o") else of_linked(path):
            print(f"{name}: no {what}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
