#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Cycles of a round and of a block on processors whose pipeline LLVM knows, from the machine code of a backend.

    tools/pipelines.py          prints the table
    tools/pipelines.py --write  puts it into docs/scheduling.md

The model is llvm-mca's: code without branches, data in the cache. It was not compared with any of these processors.
Needs clang-19 and llvm-19."""

import argparse
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/scheduling.md"
LINES = re.compile(r"(?<=\| processor \| backend \| instructions \| round \| limit \| block \|\n)(\|.*\n)+")
FUNCTION = re.compile(r"^[0-9a-f]+ <(\w+)>:\n(.*?)(?=^\n|\Z)", re.MULTILINE | re.DOTALL)
INSTRUCTION = re.compile(r"^ *([0-9a-f]+):\s+(\S.*?)(?:\s+(?://|@|#) .*)?$", re.MULTILINE)
CONDITION = "eq|ne|[ch]s|cc|l[ost]|mi|pl|v[sc]|hi|g[et]|le"
BRANCH = re.compile(rf"(?:bx|bl?|b\.?(?:{CONDITION})|cbn?z|tbn?z|beqz|bnez|b[gl][et]u?z?|j|ret)(?:\s|$)")
TARGET = re.compile(r"0x([0-9a-f]+) <")
REPETITIONS = 100


@dataclass(frozen=True)
class Code:
    """A backend as it is compiled for a kind of processor."""

    backend: str
    target: str  # of clang
    flags: tuple[str, ...] = ()


THUMB = Code("armv7m", "thumbv7em-none-eabi", ("-mcpu=cortex-m7", "-ffreestanding"))
ARM64 = Code("aarch64", "aarch64-linux-gnu")
RISCV = Code("rv64", "riscv64-linux-gnu", ("-march=rv64gc_zbb", "-mno-relax"))
RISCV_BASE = Code("rv64", "riscv64-linux-gnu", ("-march=rv64gc", "-mno-relax"))
# The processor, LLVM's name of it, its code. LLVM has one model for the A53 and one for the A55; the A57's serves the
# A72, A76 and X1.
ROWS = (
    ("Cortex-M4", "cortex-m4", THUMB), ("Cortex-M7", "cortex-m7", THUMB), ("Cortex-M55", "cortex-m55", THUMB),
    ("Cortex-M85", "cortex-m85", THUMB), ("Cortex-A53", "cortex-a53", ARM64), ("Cortex-A55", "cortex-a55", ARM64),
    ("Cortex-A72, A76, X1", "cortex-a72", ARM64), ("Neoverse N1", "neoverse-n1", ARM64),
    ("Neoverse V1", "neoverse-v1", ARM64), ("Neoverse V2", "neoverse-v2", ARM64),
    ("SiFive U74", "sifive-u74", RISCV_BASE), ("SiFive P450", "sifive-p450", RISCV),
    ("XiangShan Nanhu", "xiangshan-nanhu", RISCV),
)  # fmt: skip


def call(*command: object, text: str | None = None) -> str:
    done = subprocess.run([str(word) for word in command], input=text, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{command[0]}: {done.stderr.strip()}")
    return done.stdout


def functions(code: Code) -> dict[str, str]:
    """The disassembled functions of a backend, by their names without its prefix."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "code.o"
        source = ROOT / f"asconkit/core/backends/{code.backend}/{code.backend}_permutation.S"
        settings = ("-DASCON_PROFILE_SPEED", f"-DASCON_BACKEND={code.backend}", f"-I{ROOT}")
        call("clang-19", f"--target={code.target}", *code.flags, *settings, "-c", source, "-o", made)
        listing = call("llvm-objdump-19", "-d", "--no-show-raw-insn", made)
    found: dict[str, str] = {}
    name = ""
    for symbol, text in FUNCTION.findall(listing):
        if symbol.startswith(f"ascon_{code.backend}_"):
            name = symbol.removeprefix(f"ascon_{code.backend}_")
            found[name] = ""
        if name:  # labels within a function begin a part of their own
            found[name] += text
    return found


def straight(text: str) -> list[str]:
    """The instructions, without branches."""
    return [word for _, word in INSTRUCTION.findall(text) if not BRANCH.match(word)]


def loop(text: str) -> list[str]:
    """The instructions of the longest loop of a function, without branches."""
    steps = [(int(at, 16), word) for at, word in INSTRUCTION.findall(text)]
    back = [(int(m[1], 16), at) for at, word in steps if BRANCH.match(word) and (m := TARGET.search(word))]
    start, end = max(((to, at) for to, at in back if to <= at), key=lambda each: each[1] - each[0])
    return [word for at, word in steps if start <= at <= end and not BRANCH.match(word)]


def simulate(code: Code, processor: str, instructions: list[str]) -> tuple[float, float]:
    """Cycles of one repetition, and what the units alone would take."""
    flags = [flag for flag in code.flags if flag.startswith("-march")]
    features = ["-mattr=+zbb"] if any("zbb" in flag for flag in flags) else []
    command = ("llvm-mca-19", f"-mtriple={code.target}", f"-mcpu={processor}", *features, f"-iterations={REPETITIONS}")
    printed = call(*command, text="\n".join(instructions))
    cycles = int(re.search(r"Total Cycles:\s+(\d+)", printed)[1])
    return cycles / REPETITIONS, float(re.search(r"Block RThroughput:\s+([\d.]+)", printed)[1])


def row(name: str, processor: str, code: Code) -> str:
    """Of a round: the difference of two lengths. Thumb code calls its rounds, which are one straight piece."""
    found = functions(code)
    if code is THUMB:
        rounds = [straight(found[f"from_{number}"]) for number in range(12, 0, -1)]
        whole = [word for each in rounds for word in each]
        cycles, limit = simulate(code, processor, whole)
        return f"| {name} | `{code.backend}` | {len(whole) / 12:.1f} | {cycles / 12:.1f} | {limit / 12:.1f} |  |\n"
    longer, shorter = loop(found["absorb_8_12_be"]), loop(found["absorb_8_8_be"])
    (long_cycles, long_limit), (cycles, limit) = (simulate(code, processor, each) for each in (longer, shorter))
    block, _ = simulate(code, processor, loop(found["encrypt_16_8_le"]))
    figures = (
        (len(longer) - len(shorter)) / 4, (long_cycles - cycles) / 4, (long_limit - limit) / 4, block,
    )  # fmt: skip
    return f"| {name} | `{code.backend}` | {' | '.join(f'{figure:.1f}' for figure in figures)} |\n"


def table() -> Iterator[str]:
    yield "| :-- | :-- | --: | --: | --: | --: |\n"
    for each in ROWS:
        yield row(*each)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="put the table into docs/scheduling.md")
    lines = "".join(table())
    if parser.parse_args().write:
        PAGE.write_text(LINES.sub(lambda _: lines, PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    else:
        print(lines, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
