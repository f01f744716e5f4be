# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a node costs: builds cost.c for four processors in the profile `size`, runs it in their emulators, and prints a
table of bytes, without the start of the processor and the drivers of flash, sensor and radio.

    size.py FOLDER    for what is built
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
STORES = HERE.parents[1] / "ports/datagram"
# Processor, machine of examples/firmware, files of its store.
PROCESSORS = (
    ("Cortex-M0+", "microbit", ("counter_flash",)),
    ("Cortex-M4", "mps2-an386", ("counter_flash",)),
    ("RV32", "virt", ("counter_flash",)),
    ("AVR", "atmega1284p", ("counter_slots", "counter_avr")),
)
CODE = re.compile(
    r"^ \.(?:text|rodata|srodata|progmem)\S*\s+0x[0-9a-f]+\s+"
    r"(0x[0-9a-f]+) (\S+\.[cS]\.o|\S+\.a\(.*)$",
    re.MULTILINE,
)
ROWS = (
    "code of Ascon-AEAD128", "code of the sender", "code of the store", "code of node.c",
    "code of the compiler's library", "**code in all**", "RAM: state of node and sender", "RAM: state of the store",
    "stack, at most", "**RAM in all**",
)  # fmt: skip


def build_and_run(machine: str, stores: tuple[str, ...], out: Path) -> list[int]:
    """Returns what cost.c prints."""
    files = [HERE / "node.c", *(STORES / f"{name}.c" for name in stores)]
    command = [
        "make", "-s", "-C", HERE.parent / "firmware", "run", f"MACHINE={machine}", "PROFILE=size", "PROGRAM=cost",
        f"OUT={out}", f"EXTRA_SOURCES={' '.join(map(str, files))}",
        f"EXTRA_FLAGS=-I{HERE} -I{STORES} -Wl,-Map={out / 'cost.map'}",
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True)
    lines = re.findall(r"\b(\d+) (\d+) (\d+)\b", re.sub(r"\x1b\[\d*m", " ", done.stdout))  # simavr has colours
    if done.returncode or len(lines) != 1:
        sys.exit(f"{machine}: {done.stdout}{done.stderr}")
    return [int(number) for number in lines[0]]


def code(listing: str) -> dict[str, int]:
    """Bytes of each file that the linker kept; `library` has those of libraries, and memcpy() and the like."""
    kept = listing.split("Linker script and memory map", 1)[1]
    kept = re.sub(r"\n +(0x[0-9a-f]+ +0x[0-9a-f]+ )", r" \1", kept)  # long names are on a line of their own
    found: dict[str, int] = {}
    for size, path in CODE.findall(kept):
        name = Path(path).name.split(".")[0]
        name = "library" if path.endswith(")") or name == "memory" else name
        found[name] = found.get(name, 0) + int(size, 16)
    return found


def cost(machine: str, stores: tuple[str, ...], out: Path) -> list[int]:
    out.mkdir(parents=True, exist_ok=True)
    state, store, stack = build_and_run(machine, stores, out)
    files = code((out / "cost.map").read_text(encoding="utf-8"))
    board = {"cost", "text"} | {name for name in files if name.startswith("board_")}
    parts = [files["datagram"], sum(files[name] for name in stores), files["node"], files["library"]]
    parts.insert(0, sum(size for name, size in files.items() if name not in board) - sum(parts))
    return [*parts, sum(parts), state, store, stack, state + store + stack]


def main() -> None:
    out = Path(sys.argv[1] if len(sys.argv) == 2 else sys.exit(__doc__)).resolve()
    columns = [cost(machine, stores, out / machine) for _, machine, stores in PROCESSORS]
    print("| bytes |", " | ".join(name for name, *_ in PROCESSORS), "|")
    print("| --- |", " | ".join("---:" for _ in PROCESSORS), "|")
    for name, figures in zip(ROWS, zip(*columns)):
        bold = "**" if name.startswith("**") else ""
        print(f"| {name} |", " | ".join(f"{bold}{figure}{bold}" for figure in figures), "|")


if __name__ == "__main__":
    main()
