# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Masked code on the gates of PicoRV32."""

import dataclasses

import pytest
from gates import bench as on_gates
from gates import check, symbolic
from lab import exact, report, units
from lab.machine import DEFAULT_MODELS
from test_planted import BY_TURNS_OF_RV32, FOLDER, IN_ONE_REGISTER, SHARE_0_OF_EVEN, SHARE_1_OF_ODD, unit_with

from spec.permutation import permute

SHARES = 2


def together(even, odd):
    """A word of 64 bits from its bits at even and at odd places."""
    return sum((even >> bit & 1) << 2 * bit | (odd >> bit & 1) << 2 * bit + 1 for bit in range(32))


def words(numbers):
    return [together(*numbers[2 * word : 2 * word + 2]) for word in range(5)]


def test_the_gates_compute_the_permutation():
    """With fixed and with random secrets, whose shares are given and come back in 512 traces at once; and with the
    expressions of the exact check."""
    ((unit, elf),) = check.units("permutation, 2 rounds, 2 shares")
    inputs = on_gates.Inputs(unit, elf)
    places = tuple(int(each) for row in inputs.words if row["secret"] >= 0 for each in row["addresses"][:SHARES])
    shares = on_gates.run(inputs, 1, [], read=places).out.reshape(10, SHARES, on_gates.LANES)
    found = shares[:, 0] ^ shares[:, 1]
    expected = list(permute(words([int(number) for number in inputs.fixed[:10]]), 2))
    fixed, random = found[:, ::2], found[:, 1::2]
    assert all(words([int(each) for each in column]) == expected for column in fixed.T)
    assert len({tuple(column) for column in random.T}) == random.shape[1]
    run = symbolic.Run(inputs)
    before = [recorded(run, *places[each : each + SHARES]) for each in range(0, len(places), SHARES)]
    run.run({})
    after = [recorded(run, *places[each : each + SHARES]) for each in range(0, len(places), SHARES)]
    assert words(after) == list(permute(words(before), 2)) and before != after


def recorded(run, *places):
    """The sum of these words of memory, as the expressions' inputs are in the recorded run."""
    numbers = run.gates.program.numbers
    bits = [[numbers[run.gates.value(bit)] for bit in run.word(place // 4)] for place in places]
    return sum(sum(bit) % 2 << at for at, bit in enumerate(zip(*bits)))


def test_classes_that_are_alike_show_nothing():
    ((unit, elf),) = check.units(check.DEFAULT)
    row, found = check.check(unit, elf, 1024, every_net=False, control=True)
    assert not found and row.tests > 50_000


SOURCE = "rv32/rv32_permute2.S"
TRACES = 3072


@pytest.mark.parametrize("planted", [True, False])
def test_shares_of_a_word_one_after_the_other_leak(bench, planted):
    """In the latch of the ALU's output, and in the laboratory's model of it, which sees nothing otherwise; the order
    that the project has does not."""
    source = (FOLDER / SOURCE).read_text(encoding="utf-8")
    assert source.count(BY_TURNS_OF_RV32) == 1
    text = source.replace(BY_TURNS_OF_RV32, SHARE_0_OF_EVEN + SHARE_1_OF_ODD) if planted else source
    unit, elf, processor = unit_with(bench, "rv32", check.DEFAULT, SOURCE, text)
    row, _ = check.check(unit, elf, TRACES, every_net=False)
    exactly, lines = check.check_exactly(unit, elf, ports=True)
    assert row.registers == exactly.registers == ["alu_out_q"] * planted and row.tests > 70_000
    assert exactly.tests > 30_000 and exactly.leaking.get("alu_out_q", 0) == 256 * planted
    assert lines[0].endswith("leaks") and (exactly.leaking["read ports"] == 245 or planted)
    for models in (DEFAULT_MODELS, (*DEFAULT_MODELS, "stale")):
        verdict = exact.check(units.prepare(dataclasses.replace(unit, models=models), elf, processor))
        assert report.models_of(verdict) == (["stale"] if planted and "stale" in models else [])


def test_shares_in_one_register_leak(bench):
    """In the register's flip-flops too."""
    source = (FOLDER / SOURCE).read_text(encoding="utf-8")
    text = source.replace(BY_TURNS_OF_RV32, IN_ONE_REGISTER)
    unit, elf, _ = unit_with(bench, "rv32", check.DEFAULT, SOURCE, text)
    assert check.check_exactly(unit, elf)[0].registers == ["alu_out_q", "cpuregs[27]"]
