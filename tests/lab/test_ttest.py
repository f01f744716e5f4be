"""Replay and t-tests: the same numbers as a run of the program, leaks that are seen, and no alarm where there is none.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import random
from pathlib import Path

import numpy
import pytest
from conftest import prepared_of, quiet
from lab import manifest, replay, report, ttest
from lab import program as ops
from lab.manifest import Unit
from lab.program import Observation, Program
from lab.units import Prepared
from test_models import PROGRAM

CONTROLS = Path(__file__).resolve().parents[2] / "proofs/lab/controls"


def prepared_control(file: str, name: str) -> Prepared:
    found = manifest.load(CONTROLS / file)
    return prepared_of(found, next(unit for unit in found.units if unit.name == name))


@pytest.mark.parametrize("width", [8, 32])
def test_the_kernel_computes_what_a_program_does(width):
    """With fixed secrets alone every trace is the same, and each weight that of the number in Python."""
    numbers, program = random.Random(width), Program(width)
    values = [program.input(0) for _ in range(4)]
    for kind in range(ops.XOR, ops.MULTIPLY + 1):
        for _ in range(3):
            shift = ops.SHIFT_LEFT <= kind <= ops.ROTATE_RIGHT
            operands = [numbers.choice(values) for _ in range(1 if shift else 2)]
            carry = program.constant(1) if kind in (ops.ADD, ops.CARRY) else -1
            number = numbers.randrange(1, width) if shift else 0
            values.append(program.apply(kind, operands[0], operands[1] if not shift else -1, carry, number))
    program.observations = [Observation("value", 0, value) for value in values]
    unit = Unit("all", (("f",),), 1, 1, ())
    made = replay.make(Prepared(unit, None, program, ["i"] * 4, [True] * 4))
    made.fixed[:] = [numbers.getrandbits(width) for _ in range(4)]
    weights = {fixed: found for fixed, found in made.weights(1024, 1)}[True]
    expected: list[int] = []
    for operation in program.operations:
        operands = [expected[each] for each in operation[1:4] if each >= 0]
        if operation.kind == ops.INPUT:
            expected.append(int(made.fixed[operation.number]))
        elif operation.kind == ops.CONSTANT:
            expected.append(operation.number)
        else:
            expected.append(ops.compute(operation, operands, width))
    for row, sample in zip(weights, made.samples):
        assert set(row) == {expected[sample.value].bit_count()}, program.operations[sample.value]


def test_first_order():
    clean = prepared_control("and_armv7m.toml", "AND, 2 shares")
    result = ttest.first_order(replay.make(clean), 200_000, 1, quiet)
    assert not result.leaks and result.traces >= 200_000
    leaky = prepared_control("and_armv7m.toml", "AND, 2 shares, buses not cleared")
    result = ttest.first_order(replay.make(leaky), 20_000, 1, quiet)
    assert result.leaks and result.largest > 50


COMPARE = """
processor = "armv7m"
[[unit]]
name = "unit"
calls = [["unit"]]
shares = 2
reveals = 32
models = ["value"]
secret = [{ name = "x", shares = ["r4", "r5"] }]
"""
# r0 is 1 unless the secret is 0, by arithmetic: carries of a number that is not 0.
NOT_ZERO = "eor r0, r4, r5\n mvn r1, r6\n adds r1, r1, r0\n mov r0, #0\n adc r0, r0, #0"


def test_a_result_that_may_be_known_is_the_same_in_both_groups(bench):
    """If all secrets are zeros, the tag 0 is right; if they are random, it hardly ever is. The tag check does not leak
    by that."""
    prepared = bench.prepare(PROGRAM.format(lines=NOT_ZERO), COMPARE)
    (revealed,) = prepared.revealed
    prepared.program.observations[:] = [Observation("value", 0, revealed)]
    assert not ttest.first_order(replay.make(prepared), 20_000, 1, quiet).leaks
    hidden = replay.make(prepared)
    hidden.fixed[:] = 0
    assert ttest.first_order(hidden, 20_000, 1, quiet).largest == numpy.inf


def test_a_plot_of_what_is_infinite(tmp_path):
    file = report.plot(tmp_path / "plot.svg", "all", numpy.array([1.0, numpy.inf]), 5.0)
    assert "<svg" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("seed", range(1, 6))
def test_second_order(seed):
    """The programs have so few samples that all pairs take only a second."""
    for name, leaks in (("two ANDs, 3 shares", False), ("two ANDs, 3 shares, the same randomness", True)):
        prepared = prepared_control("and3_armv7m.toml", name)
        values = [each for each in prepared.program.observations if each.model == "value"]
        prepared.program.observations[:] = values[::2] + values[1::2]
        made = replay.make(prepared)
        assert not ttest.first_order(made, 100_000, seed, quiet).leaks
        assert ttest.second_order(made, 60_000, seed, quiet).leaks == leaks, name


def of_three_shares(between: int) -> replay.Replay:
    """Two samples that leak together, the sum of two shares of three and the third one, with others between them."""
    program = Program(32)
    secret, share = program.input(0), program.input(0)
    values = [program.apply(ops.XOR, secret, share), *(program.input(0) for _ in range(between)), share]
    program.observations = [Observation("value", step, value) for step, value in enumerate(values)]
    unit = Unit("far apart", (("f",),), 3, 1, ())
    kinds = [True, *[False] * (1 + between)]
    return replay.make(Prepared(unit, None, program, ["i"] * len(kinds), kinds))


def test_a_leak_of_samples_far_apart():
    """It is found where the test reaches it, and only there; the other pairs have the same t."""
    made = of_three_shares(40)
    assert len(made.samples) == 42
    whole, near, far = (ttest.second_order(made, 20_000, 1, quiet, reach) for reach in (None, 41, 40))
    assert whole.leaks and near.leaks and not far.leaks
    assert (whole.samples, near.samples, far.samples) == (42 * 43 / 2, 42 * 43 / 2, 42 * 43 / 2 - 1)
    assert sorted(near.statistics) == pytest.approx(sorted(whole.statistics))
    assert numpy.abs(far.statistics).max() == pytest.approx(sorted(numpy.abs(whole.statistics))[-2])


def test_one_bit_is_no_leak_of_order_2():
    """The square of a bit that is as often 0 as 1 does not vary, about its mean."""
    program = Program(32)
    bit = program.apply(ops.AND, program.input(0), program.constant(1))
    program.observations = [Observation("value", 0, bit)]
    made = replay.make(Prepared(Unit("bit", (("f",),), 3, 1, ()), None, program, ["i"], [False]))
    found = ttest.second_order(made, 100_000, 1, quiet)
    assert not found.leaks and found.samples == 1


@pytest.mark.parametrize("also_as_value", [False, True])
def test_a_leak_of_transitions_alone(also_as_value):
    """The difference of two values is the sum of two shares of three, and another value is the third share."""
    program = Program(32)
    secret, share, mask = (program.input(0) for _ in range(3))
    sum_of_two = program.apply(ops.XOR, secret, share)
    masked = program.apply(ops.XOR, sum_of_two, mask)
    program.observations = [Observation("register", 0, masked, mask), Observation("value", 1, share)]
    program.observations += [Observation("value", 2, sum_of_two)] if also_as_value else []
    unit = Unit("two", (("f",),), 3, 1, ())
    made = replay.make(Prepared(unit, None, program, ["i"] * 3, [True, False, False]))
    found = ttest.second_order(made, 20_000, 1, quiet)
    assert found.leaks and (found.of_values > found.limit) == also_as_value


def test_limit():
    assert ttest.limit(1) == pytest.approx(4.417, abs=0.01)
    assert 5.9 < ttest.limit(5000) < 6.2
    assert ttest.limit(10_000_000) > ttest.limit(10_000)
