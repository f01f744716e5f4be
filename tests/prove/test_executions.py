"""What prove.machine says of instructions, its corrections among them, is what the processor or an emulator does.

The instructions are those of the proved functions: some of each kind that work on registers alone."""

import platform
from pathlib import Path

import pytest
from builds import SHORT_RUN
from executions import AARCH64_KIT, NEON_KIT, Kit, build, executed, followed, riscv_kit, samples, x86_kit
from lab.elf import Elf
from prove import corrections, subjects
from prove.theorem import STATE, Call
from prove.values import Pointer

MOST = 3 if SHORT_RUN else 12  # of each kind
CPU = Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else ""
HAS_AVX512 = "avx512vl" in CPU and "avx512dq" in CPU
RV32, RV64 = ("qemu-riscv32", "-cpu", "rv32,zbb=true,zbkb=true"), ("qemu-riscv64", "-cpu", "rv64,zbb=true,zbkb=true")
KITS = {
    "cortex-a7": NEON_KIT, "aarch64": AARCH64_KIT,
    "rv32i": riscv_kit(32, "", RV32), "rv32-zbb": riscv_kit(32, "_zbb", RV32),
    "rv32-zbkb": riscv_kit(32, "_zbkb", RV32),
    "rv64": riscv_kit(64, "_zbb_zbkb", RV64),
    "x86-64": x86_kit(32, "zmm", "vmovdqu64") if HAS_AVX512 else x86_kit(16, "ymm", "vmovdqu"),
}  # fmt: skip
NAMES = {"Cortex-A7": "cortex-a7", "AArch64": "aarch64", "RV32I": "rv32i", "RV32 with Zbb": "rv32-zbb",
         "RV32 with Zbkb": "rv32-zbkb", "RV64": "rv64", "x86-64": "x86-64", "8 lanes": "x86-64", "16 lanes": "x86-64",
         "4 lanes": "aarch64"}  # fmt: skip
# Instructions of calls that no permutation has. zext.h is pack with the register zero.
IN_CALLS = {
    "rv32-zbb": ("minu a4, a2, a3", "minu a3, a2, a4", "zext.h a5, a4"), "rv32-zbkb": ("pack a5, a4, a3",),
    "x86-64": ("movhlps xmm4, xmm3", "punpcklwd xmm2, xmm0", "punpckhwd xmm5, xmm2", "adc rbx, -8", "setne bl"),
}  # fmt: skip
SCALABLE = {"sve2_x16": "aarch64", "rvv_x16": "rv64"}  # their other instructions: test_scalable.py has those on vectors


def permutations() -> list[subjects.Permutation]:
    return [*subjects.native(), *subjects.engines(), *subjects.scalable_engines(), *subjects.embedded()]


def kit_name(subject: subjects.Permutation) -> str:
    if subject.backend in SCALABLE:
        return SCALABLE[subject.backend]
    found = [kit for name, kit in NAMES.items() if subject.what.startswith(name)]
    needs_avx512 = subject.backend.startswith("avx512")
    return found[0] if found and (HAS_AVX512 or not needs_avx512) else ""


def is_tried(subject: subjects.Permutation) -> bool:
    others = ("RV64 Zbb speed", "RV64 Zbkb speed", "Cortex-A7 with NEON size")
    return subject.extent == subjects.Extent.SHORT or subject.what in others


def called(subject: subjects.Permutation) -> Call:
    call = Call(subject.program.elf(), subject.program.abi)
    call.region(STATE, 40 * subject.lanes, 64)
    call.argument(0, Pointer(STATE, 0))
    call.argument(1, 4, subject.program.abi.unsigned)
    call.run(call.elf.address(subject.function))
    return call


def sampled(subject: subjects.Permutation, kit: Kit) -> list[tuple[str, bytes]]:
    return list(samples(kit, called(subject), MOST))


@pytest.mark.parametrize("name", KITS)
def test_instructions_do_what_the_processor_does(name, tmp_path):
    if name == "x86-64" and platform.machine() != "x86_64":
        pytest.skip("for x86-64")
    kit = KITS[name]
    tried = [each for each in permutations() if is_tried(each) and kit_name(each) == name]
    found = some_of_each([each for subject in tried for each in sampled(subject, kit)])
    found += [(text, text) for text in IN_CALLS.get(name, ())]
    assert len(found) > 5
    elf, given = build(kit, tmp_path, [code for _, code in found], 1)
    results, program = executed(kit, elf, len(found)), Elf(elf, tried[0].program.processor)
    for number, (text, _) in enumerate(found):
        assert followed(kit, program, tried[0].program.abi, f"probe_{number}", given) == results[number], text


def some_of_each(found: list[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
    seen: dict[str, int] = {}
    chosen = {}
    for text, code in found:
        mnemonic = text.split()[0]
        if code not in chosen and seen.get(mnemonic, 0) < MOST:
            seen[mnemonic] = seen.get(mnemonic, 0) + 1
            chosen[code] = text
    return [(text, code) for code, text in chosen.items()]


def test_every_correction_is_met():
    """None is there for nothing, and so each is in a program of the test above, or a move of its probes."""
    # The second and third are in block loops; the last has pshuflw's correction, for the other half.
    met = {"vmovdqu64", "grevi", "vrev64.8", "pshufhw", "pack"}
    for subject in filter(is_tried, permutations()):
        for instruction in called(subject).machine.instructions():
            met.add(instruction.text.split()[0].lower())
            met |= {corrections.LEVEL.sub("", each.name) for each in instruction.operations}
    by_text = {name for table in corrections.BY_TEXT.values() for name in table} | set(corrections.NEON)
    assert by_text | set(corrections.AVX) | set(corrections.NAMED) <= met
