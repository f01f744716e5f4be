# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The machine code of the avx512vl backend's permutation and block loops has no branch and no address that
depends on state or text. valgrind does not know these instructions: tests/unit/constant_time.cpp runs the
backend with the same statements in C, and this looks at what compilers make of the real ones."""

import platform
import re
import shutil

import pytest
from builds import C11, LIBRARY, each, run
from machine_code import functions, secret_uses, vector_decisions

pytestmark = pytest.mark.skipif(platform.machine() != "x86_64", reason="machine code of x86-64")

# This backend needs no masks at all.
MASKS = re.compile(r"kmov|vpcmp")
BLOCKS = re.compile(r"(absorb|squeeze|encrypt|decrypt)_\d+_\d+_[lb]e")


def faults(code: list[str]) -> list[str]:
    return [line for line in code if MASKS.match(line)] + vector_decisions(code) + secret_uses(code)


def checked_faults(source, compiler: str) -> list[str]:
    """The faults in the functions that contain the permutation, which must be in the object files."""
    found = {}
    for part in source.parent.glob("*.c"):
        output = source.parents[3] / f"{compiler}-{part.stem}.o"
        run(compiler, "-O2", *C11, "-c", part, "-o", output)
        found |= functions(output)
    # Whole messages, which inline the same rounds, branch on lengths as well.
    rounds = {name: code for name, code in found.items() if BLOCKS.match(name) or name.startswith("permute_outlined")}
    assert all(any("vpternlogq" in line for line in code) for code in rounds.values())
    assert len(rounds) > 20, sorted(rounds)
    assert any(name.startswith("permute_outlined") for name in rounds), sorted(rounds)
    return [f"{name}: {line}" for name, code in rounds.items() for line in faults(code)]


def copy_of_library(folder):
    shutil.copytree(LIBRARY, folder / "asconkit")
    return folder / "asconkit" / "core/backends" / "avx512vl" / "avx512vl.c"


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
    start = "MODULAR INLINED void one_round(state *s, unsigned left, unsigned rounds) {\n"
    text = header.read_text()
    assert start in text
    table = "static const uint64_t round_constants[2] = {1, 2};\n"
    header.write_text(text.replace(start, f"{table}{start}  (void)round_constants;\n  {planted}\n"))

    def check(compiler):
        assert checked_faults(source, compiler)

    each(check, COMPILERS)
