# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The machine code of the avx512vl backend's permutation and block loops has no branch and no address that
depends on state or text. valgrind does not know these instructions: tests/unit/constant_time.cpp runs the
backend with the same statements in C, and this looks at what compilers make of the real ones."""

from __future__ import annotations

import platform
import re
import shutil

import pytest

from building import C11, LIBRARY, each, run

pytestmark = pytest.mark.skipif(platform.machine() != "x86_64", reason="machine code of x86-64")

WHOLE = {f"{first}{last}": f"r{last}" for last in ("ax", "bx", "cx", "dx") for first in ("r", "e", "")}
WHOLE |= {f"{letter}l": f"r{letter}x" for letter in "abcd"}
WHOLE |= {f"{first}{last}": f"r{last}" for last in ("si", "di", "bp", "sp") for first in ("r", "e", "")}
WHOLE |= {f"{last}l": f"r{last}" for last in ("si", "di", "bp")}
WHOLE |= {f"r{n}{size}": f"r{n}" for n in range(8, 16) for size in ("", "d", "w", "b")}

# Instructions that make flags or masks of vectors.
VECTOR_TESTS = re.compile(r"v?ptest|v?pmovmsk|v?movmsk|v?u?comis|kortest|ktest|kmov|vpcmp|vptestn?m")
NO_FLAGS = re.compile(r"mov|lea|push|pop|bswap|nop|cs|data16|endbr|v?p?xor[bwdq]?$|v|j|ret|rorx|shlx|shrx|call")
BRANCH = re.compile(r"j(?!mp)[a-z]+|set[a-z]+|cmov[a-z]+")


def functions(listing: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in listing.splitlines():
        if head := re.fullmatch(r"[0-9a-f]+ <(.+)>:", line):
            current = found.setdefault(head[1], [])
        elif (body := re.match(r"\s+[0-9a-f]+:\t(.+)", line)) and found:
            current.append(body[1].split("#")[0].split("<")[0].strip())
    return found


def registers(text: str) -> set[str]:
    return {WHOLE[name] for name in re.findall(r"%(\w+)", text) if name in WHOLE}


def faults(code: list[str]) -> list[str]:
    """What must not be, in one function read from top to bottom. Secret: what comes out of a vector register or
    out of memory other than the stack and constants, and what is computed from that."""
    secret: set[str] = set()
    flags_secret = False
    bad = []
    for line in code:
        name, _, rest = line.partition(" ")
        operands = re.findall(r"[^,(]*\([^)]*\)|[^,\s]+", rest)
        addresses = re.findall(r"\(([^)]*)\)", rest)
        target = operands[-1] if operands else ""
        sources = operands[:-1] or operands
        if VECTOR_TESTS.match(name):
            bad.append(line)
        if any(registers(address) & secret for address in addresses):
            bad.append(line)
        if name in ("jmp", "notrack") and registers(rest) & secret:
            bad.append(line)
        if BRANCH.fullmatch(name) and flags_secret:
            bad.append(line)
        if name.startswith("mov") and len(operands) == 2 and "(" in operands[0]:
            data = not re.search(r"%rsp|%rip", operands[0]) and not name.startswith("movsl")
        else:
            data = any(registers(source) & secret for source in sources)
            data |= name in ("movq", "vmovq", "movd", "vmovd", "vpextrq", "pextrq") and "xmm" in operands[0]
        if "(" not in target and name not in ("cmp", "test"):
            changed = registers(target)
            overwritten = bool(re.match(r"v?mov|lea|pop|rorx|shlx|shrx", name))
            data |= not overwritten and bool(changed & secret)
            if data and not (name == "xor" and operands[0] == target):
                secret |= changed
            elif overwritten or name == "xor":
                secret -= changed
        if not NO_FLAGS.match(name) or name == "xor":
            flags_secret = data or bool(registers(rest) & secret)
    return bad


def checked_faults(source, compiler: str) -> list[str]:
    """Of the functions that hold the permutation, which must be there."""
    output = source.parents[3] / f"{compiler}.o"
    run(compiler, "-O2", *C11, "-c", source, "-o", output)
    found = functions(run("objdump", "-d", "--no-show-raw-insn", output))
    rounds = {name: code for name, code in found.items() if any("vpternlogq" in line for line in code)}
    assert sum(name.startswith("blocks_") for name in rounds) > 20, sorted(rounds)
    assert any(name.startswith("reg_permute") for name in rounds), sorted(rounds)
    return [f"{name}: {line}" for name, code in rounds.items() for line in faults(code)]


def copy_of_library(folder):
    shutil.copytree(LIBRARY, folder / "asconkit")
    return folder / "asconkit" / "backends" / "avx512vl" / "avx512vl.c"


COMPILERS = ("gcc", "clang-19")


def test_no_branch_and_no_address_from_secrets(tmp_path):
    source = copy_of_library(tmp_path)

    def check(compiler):
        assert checked_faults(source, compiler) == []

    each(check, COMPILERS)


@pytest.mark.parametrize(
    "planted",
    [
        "if (s->x[0][0] & 1) __asm__ volatile(\"nop\");",
        "s->x[1][0] += ((const uint8_t *)round_constants)[s->x[0][0] & 15];",
    ],
    ids=["branch", "index"],
)
def test_planted_faults_are_found(tmp_path, planted):
    source = copy_of_library(tmp_path)
    header = source.parent / "backend.h"
    start = "ASCON_INLINE void reg_enter(ascon_reg *s, unsigned first_constant) {\n"
    text = header.read_text()
    assert start in text
    table = "static const uint64_t round_constants[2] = {1, 2};\n"
    header.write_text(text.replace(start, f"{table}{start}  (void)round_constants;\n  {planted}\n"))

    def check(compiler):
        assert checked_faults(source, compiler)

    each(check, COMPILERS)
