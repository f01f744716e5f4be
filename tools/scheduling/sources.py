# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Rounds that are written in the sources in an explicit order, as operations: assembly, and vectors in C."""

import re
from pathlib import Path

from .operations import Operation, Round

BACKENDS = Path(__file__).resolve().parents[2] / "asconkit/core/backends"
ASSEMBLY = re.compile(r"^\.macro ROUND constant:vararg\n(.*?)^\.endm", re.MULTILINE | re.DOTALL)
INSTRUCTION = re.compile(r"^ +(\w+) +(\w+), ([^/\n]+?)(?: */\*.*)?$", re.MULTILINE)
VECTOR = re.compile(r"^  (XOR|TERNARY|ROTATE|COPY)\((r\d), (.*?)\)", re.MULTILINE)
OUTPUT = re.compile(r"s->x\[(\d)\] = (r\d)")


def assembly(backend: str, which: int = 0) -> Round:
    """The macro ROUND, in whose registers L0 to L4 the state stays; the file may have several."""
    text = (BACKENDS / backend / f"{backend}_permutation.S").read_text(encoding="utf-8")
    steps = []
    for mnemonic, target, operands in INSTRUCTION.findall(ASSEMBLY.findall(text)[which]):
        rotates = "ror" in mnemonic + operands
        steps.append((target, re.findall(r"\b[LT]\d\b", operands), rotates))
    return named(steps, {f"L{word}": f"L{word}" for word in range(5)})


def vectors() -> Round:
    """ASCON_ROUND of avx512vl. A copy of a register is no operation: it needs no unit."""
    text = (BACKENDS / "avx512vl/backend.h").read_text(encoding="utf-8")
    text = text[text.index("#define ASCON_ROUND(") :]
    steps, written, value = [], {f"r{word}": f"x{word}" for word in range(5)}, 0
    for what, target, operands in VECTOR.findall(text):
        read = [written[place] for place in re.findall(r"\br\d\b", operands)]
        if what == "COPY":
            written[target] = read[0]
            continue
        if what == "TERNARY":
            read.append(written[target])
        written[target] = f"v{value}"
        value += 1
        steps.append((written[target], read, what == "ROTATE"))
    return named(steps, {f"x{word}": written[register] for word, register in sorted(OUTPUT.findall(text))})


def named(steps: list[tuple[str, list[str], bool]], places: dict[str, str]) -> Round:
    """Steps of the form (place, places it reads, whether it rotates), with a name for each result. `places` says where
    the words begin, and where they end. What is computed does not matter here, only out of what."""
    last = {target: number for number, (target, _, _) in enumerate(steps)}
    ends = {end: f"z{word}" for word, end in enumerate(places.values())}
    holds = {start: f"x{word}" for word, start in enumerate(places)}
    result = []
    for number, (target, read, rotates) in enumerate(steps):
        expression = " + ".join(holds[place] for place in read if place in holds)
        holds[target] = ends[target] if target in ends and last[target] == number else f"v{number}"
        result.append(Operation(holds[target], f"rotate_right({expression}, 0)" if rotates else expression))
    return tuple(result)
