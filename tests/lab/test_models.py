"""Each leakage model on a program of a few instructions, where two shares of a word meet in that one place; and the
same program with a zero in between, which is clean. SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import pytest
from lab import exact, report
from lab.machine import MODELS, Unsupported

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
}


def models_found(bench, lines, model):
    prepared = bench.prepare(
        PROGRAM.format(lines="\n".join([OUT, *filter(None, lines)])), MANIFEST.format(models=f'["{model}"]')
    )
    verdict = exact.check(prepared)
    assert all(
        prepared.elf.line(prepared.program.steps[each.observations[0].step].address) for each in verdict.findings
    )
    return report.models_of(verdict)


def test_there_is_a_case_for_each_model():
    assert set(CASES) == set(MODELS)


@pytest.mark.parametrize("model", CASES)
def test_two_shares_in_one_place(bench, model):
    first, between, second = CASES[model]
    if between is None:
        assert models_found(bench, [first], model) == [model]
        assert models_found(bench, [second], model) == []
        return
    assert models_found(bench, [first, second], model) == [model]
    assert models_found(bench, [first, between, second], model) == []


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
