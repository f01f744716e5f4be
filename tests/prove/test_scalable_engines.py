"""Faults in the engines for vectors of any length: each is found, in the sources and in the machine code."""

import random
import shutil
from dataclasses import replace

import compiling
import pytest
from builds import SHORT_RUN
from flipping import Flipped
from lab.elf import Elf
from prove import programs, rvv, sve2, theorem
from prove.scalable import Row, decoded
from prove.specification import plain
from prove.subjects import SCALABLE_ENGINES, Permutation, scalable_engines
from prove.values import NotProved

MACHINES = {name: (header, machine) for name, header, _, machine, _ in SCALABLE_ENGINES}
WRONG_RESULT = "the state: .* not the specification's"
BRANCH = "  if (x[0].lane[3] == 7) __asm__ volatile(\"nop\");\n"
# A text in the engine's header, what replaces it, bits of a vector, and the message that the proof must fail with.
FAULTS = {
    ("sve2_x16", "another rotation"): ("b0, 61 - 39), y1, 39)", "b0, 61 - 39), y1, 38)", 256, WRONG_RESULT),
    ("sve2_x16", "another register"): ("svbcax_u64(*x2, *x4, *x3)", "svbcax_u64(*x2, *x4, *x1)", 128, WRONG_RESULT),
    ("sve2_x16", "another constant"): ("SVE2_CONSTANT(0x4b)", "SVE2_CONSTANT(0x4a)", 512, WRONG_RESULT),
    ("sve2_x16", "the last lane stays"): (
        "svwhilelt_b64_u64(second, VECTOR_LANES)", "svwhilelt_b64_u64(second, VECTOR_LANES - 1)", 256, WRONG_RESULT),
    ("sve2_x16", "a lane too many"): (
        "svwhilelt_b64_u64(first, VECTOR_LANES)", "svwhilelt_b64_u64(first, VECTOR_LANES + 1)", 2048,
        "at 0 of stack|returns with|jumps to"),
    ("sve2_x16", "lanes by a secret"): (
        "some = svwhilelt_b64_u64(second, VECTOR_LANES)", "some = svwhilelt_b64_u64(second, x[0].lane[0])", 256,
        "which elements are active depends on its inputs"),
    ("sve2_x16", "branch on a secret"): (
        "  size_t first = 0;\n", f"  size_t first = 0;\n{BRANCH}", 256, "branches on a condition"),
    ("sve2_x16", "an unknown instruction"): (
        "return sveor_u64_x(svptrue_b64(), a, b)", "return svadd_u64_x(svptrue_b64(), a, b)", 256,
        "no meaning is known for"),
    ("rvv_x16", "another rotation"): ("rvv_linear(y0, 19, 28, vl)", "rvv_linear(y0, 19, 27, vl)", 256, WRONG_RESULT),
    ("rvv_x16", "another register"): ("rvv_linear(y3, 10, 17, vl)", "rvv_linear(y4, 10, 17, vl)", 128, WRONG_RESULT),
    ("rvv_x16", "another constant"): ("&x4, 0, vl)", "&x4, 1, vl)", 512, WRONG_RESULT),
    ("rvv_x16", "a lane too few"): (
        "rvv_permute_some(x, first, rounds, vl)", "rvv_permute_some(x, first, rounds, vl - (first + vl == 16))", 256,
        WRONG_RESULT),
    ("rvv_x16", "as many lanes as fit"): (
        "__riscv_vsetvl_e64m2(VECTOR_LANES - first)", "__riscv_vsetvl_e64m2(32)", 1024,
        "below its caller's frame what it has not written"),
    ("rvv_x16", "lanes by a secret"): (
        "__riscv_vsetvl_e64m2(VECTOR_LANES - first)", "__riscv_vsetvl_e64m2(x[0].lane[0])", 256,
        "the number of elements depends on its inputs"),
    ("rvv_x16", "branch on a secret"): (
        "    vl = __riscv_vsetvl", f"  {BRANCH}    vl = __riscv_vsetvl", 256, "branches on a condition"),
    ("rvv_x16", "an unknown instruction"): (
        "return __riscv_vor_vv_u64m2(a, b, vl)", "return __riscv_vadd_vv_u64m2(a, b, vl)", 256,
        "no meaning is known for"),
}  # fmt: skip


def compiled(folder, header: str, compiler: str, processor: str, old: str, new: str) -> Elf:
    """The engine with one text changed."""
    tree = folder / "asconkit"
    shutil.copytree(compiling.LIBRARY, tree, ignore=shutil.ignore_patterns("accelerators", "masked", "cpp"))
    file = tree / "batch/engines" / header
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    compiling.call([*programs.engine_command(header, 1, compiler, folder), "-o", folder / "engine.elf"])
    return Elf(folder / "engine.elf", processor)


def prove(elf: Elf, convention, rounds: int = 2) -> theorem.Proof:
    return theorem.permutation(elf, convention, "ascon_prove_lanes", plain, rounds, 16)


@pytest.mark.parametrize(("engine", "fault"), FAULTS, ids=lambda each: each.replace(" ", "-"))
def test_fault_is_found(tmp_path, engine, fault):
    old, new, bits, message = FAULTS[engine, fault]
    header, (compilers, processor, convention) = MACHINES[engine]
    for number, compiler in enumerate(compilers):
        elf = compiled(tmp_path / str(number), header, compiler, processor, old, new)
        with pytest.raises(NotProved, match=message):
            prove(elf, replace(convention, vector_bytes=bits // 8))


# ---- Flipped bits -----------------------------------------------------------------------------------

FLIPS = 5 if SHORT_RUN else 60
IN_THE_MIDDLE = [subject for subject in scalable_engines() if "256 bits" in subject.what]
ROWS = {"sve2_x16": sve2.ROWS, "rvv_x16": rvv.ROWS}


def bits_of_operands(subject: Permutation, elf: Elf) -> list[tuple[int, int]]:
    """Addresses and bits that say which registers or constants instructions on vectors compute with."""
    call = theorem.Call(elf, subject.program.abi)
    states = [theorem.state_of_inputs(call.graph, lane) for lane in range(subject.lanes)]
    theorem.permuted(call, subject.function, plain, 2, states)
    found = []
    for instruction in call.machine.instructions():
        row = (decoded(call.machine, instruction.address, ROWS[subject.backend]) or (None,))[0]
        if row and computes(row):
            letters = reversed(row.encoding.replace(" ", ""))
            found += [(instruction.address, bit) for bit, letter in enumerate(letters) if letter.isalpha()]
    return found


def computes(row: Row) -> bool:
    return row.text.startswith(("eor", "bcax", "xar", "vxor", "vor", "vand", "vsll", "vsrl"))


@pytest.mark.parametrize("subject", IN_THE_MIDDLE, ids=lambda each: each.name)
def test_flipped_bits_are_found(subject):
    elf, numbers = subject.program.elf(), random.Random(1)
    assert prove(elf, subject.program.abi)
    for address, bit in numbers.sample(bits_of_operands(subject, elf), FLIPS):
        with pytest.raises(NotProved):
            prove(Flipped(elf, address + bit // 8, bit % 8), subject.program.abi)
