"""Each leakage model on a program of a few instructions, where two shares of a word meet in that one place; and the
same program with a zero in between, which is clean. SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import dataclasses
import itertools
from pathlib import Path

import pytest
from lab import building, exact, manifest, report, units
from lab.elf import opened
from lab.machine import DEFAULT_MODELS, Unsupported
from lab.manifest import ManifestError
from lab.riscv import meeting

ROOT = Path(__file__).resolve().parents[2]

PROGRAM = """
  .syntax unified
  .thumb
  .text
  .global unit
  .type unit, %function
  .thumb_func
unit:
{lines}
  bx lr
  .size unit, . - unit
  .bss
  .align 2
  .global out
  .type out, %object
  .size out, 16
out: .space 16
"""
MANIFEST = """
processor = "armv7m"
[[unit]]
name = "unit"
calls = [["unit"]]
shares = 2
models = {models}
secret = [{{ name = "x", shares = ["r4", "r5"] }}]
public = [{{ at = "r6", value = "00000000" }}, {{ at = "r7", value = "00000000" }}]
"""
OUT = "ldr r3, =out"
BESIDE = "and r0, r4, #1\n and r1, r5, #{}\n orr r0, r0, r1, lsl #1"  # of one bit, or of two
# Model; what leaks; what comes in between so that it does not.
CASES = {
    "value": ("eor r0, r4, r5", None, "eor r0, r4, r6"),
    "register": ("mov r0, r4", "mov r0, #0", "mov r0, r5"),
    "cell": ("str r4, [r3]", "str r6, [r3]", "str r5, [r3]"),
    "memory": ("str r4, [r3]", "str r6, [r3, #4]", "str r5, [r3, #8]"),
    "store": ("str r4, [r3]", "str r6, [r3, #4]", "str r5, [r3, #8]"),
    "load": ("str r4, [r3]\n str r5, [r3, #4]\n ldr r0, [r3]", "ldr r1, [r3, #8]", "ldr r2, [r3, #4]"),
    "bus-a": ("eor r0, r4, #0", "eor r1, r6, #0", "eor r2, r5, #0"),
    "bus-b": ("mov r0, r4", "mov r1, #0", "mov r2, r5"),
    "shifter": ("eor r0, r6, r4, ror #3", "eor r1, r6, r6, ror #3", "eor r2, r6, r5, ror #3"),
    "result": ("mov r0, r4", "mov r1, #0", "mov r2, r5"),
    "beside": (BESIDE.format(1), None, BESIDE.format(2)),
}

AVR_PROGRAM = """
  .text
  .global unit
  .type unit, @function
unit:
{lines}
  ret
  .size unit, . - unit
  .section .bss
  .global out
out: .skip 16
"""
AVR_MANIFEST = """
processor = "avr"
[[unit]]
name = "unit"
calls = [["unit"]]
shares = 2
models = {models}
secret = [{{ name = "x", shares = ["r4", "r5"], bytes = 1, unit = 8 }}]
"""
AVR_BESIDE = "ldi r16, 1\n ldi r17, {}\n and r4, r16\n and r5, r17\n lsl r5\n eor r4, r5"
# The same on AVR, which has no shifter; r1, r6 and r7 are zero. Two cases of one model: MOVW takes a byte of each bus.
AVR_CASES = {
    "value": ("mov r2, r4\n eor r2, r5", None, "mov r2, r4\n eor r2, r6"),
    "register": ("mov r2, r4", "mov r2, r1", "mov r2, r5"),
    "register, movw": ("movw r2, r4", "movw r2, r6", "mov r2, r5"),
    "cell": ("sts out, r4", "sts out, r1", "sts out, r5"),
    "memory": ("push r4", "push r1", "push r5"),
    "store": ("sts out, r4", "sts out+1, r1", "sts out+2, r5"),
    "load": ("sts out, r4\n sts out+1, r5\n lds r2, out", "lds r3, out+2", "lds r8, out+1"),
    "bus-a": ("com r4", "com r6", "com r5"),
    "bus-a, movw": ("movw r2, r4", "com r6", "com r4"),
    "bus-b": ("mov r2, r4", "mov r3, r1", "mov r8, r5"),
    "bus-b, movw": ("movw r2, r4", "mov r8, r6", "mov r9, r5"),
    "result": ("mov r2, r4", "mov r3, r1", "mov r8, r5"),
    "beside": (AVR_BESIDE.format(1), None, AVR_BESIDE.format(2)),
}
# By processor: its target, a line at the beginning, the program and the manifest around the lines of a case.
AROUND = {
    "armv7m": ("cortex-m4", OUT, PROGRAM, MANIFEST),
    "avr": ("avr", "nop", AVR_PROGRAM, AVR_MANIFEST),
}
ALL_CASES = [("armv7m", name, lines) for name, lines in CASES.items()]
ALL_CASES += [("avr", name, lines) for name, lines in AVR_CASES.items()]


def models_found(bench, lines, model, processor="armv7m"):
    target, begin, program, manifest = AROUND[processor]
    source = program.format(lines="\n".join([begin, *filter(None, lines)]))
    prepared = bench.prepare(source, manifest.format(models=f'["{model}"]'), target)
    verdict = exact.check(prepared)
    assert all(
        prepared.elf.line(prepared.program.steps[each.observations[0].step].address) for each in verdict.findings
    )
    return report.models_of(verdict)


def test_there_is_a_case_for_each_model():
    assert set(CASES) == set(DEFAULT_MODELS), "tests/lab/test_gates.py has the one that manifests name"
    assert {name.partition(",")[0] for name in AVR_CASES} == set(DEFAULT_MODELS) - {"shifter"}


@pytest.mark.parametrize(("processor", "name", "lines"), ALL_CASES)
def test_two_shares_in_one_place(bench, processor, name, lines):
    first, between, second = lines
    model = name.partition(",")[0]
    leaky, clean = ([first], [second]) if between is None else ([first, second], [first, between, second])
    assert models_found(bench, leaky, model, processor) == [model]
    assert models_found(bench, clean, model, processor) == []


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("lsls r0, r4, r5", "how far to shift"),
        ("cmp r4, #0\n bne 1f\n1:", "a condition"),
        ("ldr r0, [r4]", "an address"),
    ],
)
def test_what_depends_on_shares_cannot_be_followed(bench, line, reason):
    with pytest.raises(Unsupported, match=f"(?s)0x8.*{reason}.*depends on shares|the emulator stopped"):
        models_found(bench, [line], "value")


def test_a_result_that_may_be_known(bench):
    text = MANIFEST.format(models='["value", "result"]')
    source = PROGRAM.format(lines="eor r0, r4, r5")
    assert exact.check(bench.prepare(source, text)).findings
    assert not exact.check(bench.prepare(source, text.replace("shares = 2", "shares = 2\nreveals = 32"))).findings


def test_which_register_has_a_result(bench):
    source = AVR_PROGRAM.format(lines="eor r4, r5")
    text = AVR_MANIFEST.format(models='["value", "result"]').replace("shares = 2", "shares = 2\nreveals = 8", 1)
    assert exact.check(bench.prepare(source, text, "avr")).findings, "r24 is a different register"
    text = text.replace("reveals", 'result = "r4"\nreveals')
    assert not exact.check(bench.prepare(source, text, "avr")).findings


# ---- Read ports of a register file ---------------------------------------------------------------


def passed(before, after, levels):
    """Registers that follow each other in the nodes of a tree of multiplexers whose levels, from its leaves, these bits
    of the number switch."""
    old = new = range(32)
    for level in levels:
        old, new = (
            [value for value in values if value >> level & 1 == number >> level & 1]
            for values, number in ((old, before), (new, after))
        )
        yield from ((first, second) for first, second in zip(old, new) if first != second)


@pytest.mark.parametrize(("before", "after"), [(0, 31), (10, 11), (12, 19), (7, 7), (8, 22)])
def test_registers_that_meet_in_a_read_port(before, after):
    trees = itertools.permutations(range(5))
    assert set(meeting(before, after)) == {pair for levels in trees for pair in passed(before, after, levels)}


PORTS = """
  .text
  .global unit
  .type unit, @function
unit:
  mv t0, {}
  mv t1, {}
  ret
  .size unit, . - unit
"""
UNIT_OF_PORTS = """
processor = "{}"
[[unit]]
name = "unit"
calls = [["unit"]]
shares = 2
models = ["{}"]
secret = [{{ name = "x", shares = {} }}]
"""


@pytest.mark.parametrize(
    ("shares", "read", "leaks"),
    [
        (["x10", "x11"], ("x16", "x17"), True),
        (["x10", "x14"], ("x16", "x19"), False),
        (["x10", "x21"], ("x16", "x17"), False),  # numbers that differ in each bit: unless both shares are read
        (["x10", "x21"], ("x12", "x19"), False),
        (["x10", "x21"], ("x10", "x21"), True),
    ],
)
def test_shares_that_no_instruction_names(bench, shares, read, leaks):
    """Meet in a read port; the other models see what instructions name."""
    for model, expected in (("ports", leaks), ("bus-a", set(shares) == set(read))):
        text = UNIT_OF_PORTS.format("rv32", model, shares)
        verdict = exact.check(bench.prepare(PORTS.format(*read), text, "rv32i"))
        assert report.models_of(verdict) == [model] * expected


def test_the_models_of_rv32_alone(bench):
    with pytest.raises(ManifestError, match="only rv32 has the models ports"):
        bench.prepare(".global unit\nunit: bx lr", UNIT_OF_PORTS.format("armv7m", "ports", ["r0", "r1"]))


@pytest.mark.parametrize(("name", "transitions"), [("rv32", "12 transitions"), ("rv32_zbb", "12 with Zbb")])
def test_the_page_says_how_many_transitions_leak_in_read_ports(name, transitions):
    found = manifest.load(ROOT / f"proofs/lab/units/{name}.toml")
    (unit,) = (unit for unit in found.units if unit.name == "round, 2 shares")
    prepared = units.prepare(
        dataclasses.replace(unit, models=("ports",)), opened(building.build(found, unit), name[:4]), found.processor
    )
    assert len(exact.check(prepared).findings) == int(transitions.split()[0])
    assert transitions in " ".join((ROOT / "docs/masked.md").read_text(encoding="utf-8").split())
