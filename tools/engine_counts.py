#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Counts the instructions of a round in the vector engines of AArch64 and RISC-V, under QEMU.

    tools/engine_counts.py    prints the table of docs/batches.md; needs the builds aarch64 and riscv64-vectors

The difference between 12 and 6 rounds, for each state."""

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from compiling import ROOT, call
from embedded import emulation
from embedded.building import Program
from embedded.targets import Target, find
from markdown_tables import head, row

LENGTHS = (128, 256, 512, 1024)
CLANG = ("clang-19", "--target=riscv64-linux-gnu")
ARM, RISCV = find("aarch64"), replace(find("aarch64"), name="riscv64", compiler="riscv64-linux-gnu-gcc")


@dataclass(frozen=True)
class Counted:
    """An engine, or the library's own choice for single messages."""

    name: str
    target: Target
    compiler: tuple[str, ...]
    header: str = ""  # of the engine's family
    registers: int = 2
    states: int = 1
    operations: float = 0  # of a round on the states of one vector; 0: not counted
    processor: str = ""  # for qemu; with the vector's length at its end
    unit: int = 0  # bits


GCC = ("aarch64-linux-gnu-gcc",)
SVE2, RVV = "max,sve-default-vector-length=", "rv64,v=true,vlen="
COUNTED = (
    Counted("single calls, AArch64", ARM, GCC),
    Counted("`neon_x4`", ARM, GCC, "neon.h", 2, 4, 46, "max"),
    Counted("`sha3_x4`", ARM, GCC, "sha3.h", 2, 4, 22, "max"),
    Counted("`sve2_x16`, gcc 12", ARM, GCC, "sve2.h", 1, 16, 23, SVE2, 8),
    Counted("`sve2_x16`, clang 19", ARM, ("clang-19", "--target=aarch64-linux-gnu"), "sve2.h", 1, 16, 23, SVE2, 8),
    Counted("single calls, RV64 without Zbb", RISCV, (*CLANG, "-march=rv64gcv"), processor=RVV + "128"),
    Counted("`rvv_x16`, clang 19", RISCV, (*CLANG, "-march=rv64gcv"), "rvv.h", 1, 16, 57, RVV, 1),
)


def build(counted: Counted, folder: Path) -> Path:
    elf = folder / "counted"
    flags = [*counted.compiler, "-O3", "-std=c11", "-D_GNU_SOURCE", "-static", f"-I{ROOT}"]
    if counted.header:
        header = f'-DPROVE_HEADER="asconkit/batch/engines/{counted.header}"'
        flags += [header, f"-DREGISTERS={counted.registers}", "-DASCON_STACK_BYTES=512"]
        library = []
    else:
        preset = "riscv64-vectors" if counted.target.name == "riscv64" else "aarch64"
        library = [ROOT / "build" / preset / "lib/libasconkit.a", "-pthread"]
    call([*flags, ROOT / "tests/firmware/count_engine.c", *library, "-o", elf])
    return elf


def instructions(counted: Counted, elf: Path, length: int) -> float:
    """Of a round and a state, with vectors of so many bits."""
    processor = counted.processor + (str(length // counted.unit) if counted.unit else "")
    machine = "riscv64" if counted.target.name == "riscv64" else "aarch64"
    words = (f"qemu-{machine}", *(("-cpu", processor) if processor else ()))
    program = Program(replace(counted.target, emulator=words), elf, listing=elf.with_suffix(".map"), text_bytes=0)
    few, many = (emulation.run_counted(program, arguments=(str(rounds),))[1][0][0] for rounds in (6, 12))
    return (many - few) / 6 / counted.states


def limit(counted: Counted, length: int) -> float:
    """If operations on full vectors were all."""
    lanes = {"neon.h": 2, "sha3.h": 2, "sve2.h": length // 64}.get(counted.header, 2 * length // 64)
    return counted.operations / min(lanes, counted.states)


def main() -> None:
    print(*head("instructions a state and round", *(f"{length} bits:" for length in LENGTHS)), sep="\n")
    for counted in COUNTED:
        with tempfile.TemporaryDirectory() as folder:
            elf = build(counted, Path(folder))
            cells = []
            for length in LENGTHS if counted.unit else LENGTHS[:1]:
                found = f"{instructions(counted, elf, length):.2f}"
                cells.append(f"{found} ({limit(counted, length):.2f})" if counted.operations else found)
            print(row(counted.name, *cells, *[""] * (len(LENGTHS) - len(cells))))


if __name__ == "__main__":
    main()
