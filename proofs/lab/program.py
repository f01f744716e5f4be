"""A unit as straight-line micro-operations over values, and what an attacker could observe of them.

Masked code takes the same way for every input. So the record of one run, lowered to these operations, is all runs:
the exact check computes with expressions in place of numbers, replay with many numbers at a time. `machine` builds a
program; each of its values also has the number of the recorded run, so that a wrong lowering shows.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

CONSTANT, INPUT, XOR, AND, OR, SHIFT_LEFT, SHIFT_RIGHT, SHIFT_SIGNED, ROTATE_RIGHT, ADD, CARRY, MULTIPLY = range(12)
NAMES = "constant input xor and or lsl lsr asr ror add carry mul".split()

Value = int  # the number of a value, which is that of the operation that makes it


class Operation(NamedTuple):
    """How a value is computed from other values. `number` is a constant, the number of an input or how far to shift."""

    kind: int
    first: Value = -1
    second: Value = -1
    third: Value = -1  # the carry into ADD and CARRY: 0 or 1
    number: int = 0


class Observation(NamedTuple):
    """A value, or two that follow each other in one place: then an attacker sees how they differ."""

    model: str
    step: int  # which instruction of the record
    value: Value
    before: Value = -1


@dataclass(frozen=True)
class Step:
    """An instruction that ran."""

    address: int
    text: str


@dataclass
class Program:
    """Grows by one value at a time; operations on public values alone become constants at once."""

    width: int  # bits of a value
    operations: list[Operation] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)  # each value in the recorded run
    steps: list[Step] = field(default_factory=list)
    origins: list[int] = field(default_factory=list)  # the step that made a value; -1: it was there before
    hidden: list[bool] = field(default_factory=list)  # whether there are other inputs below a value than public ones
    observations: list[Observation] = field(default_factory=list)
    inputs: int = 0
    _known: dict[Operation, Value] = field(default_factory=dict)
    _seen: set[tuple[str, int, Value, Value]] = field(default_factory=set)

    @property
    def mask(self) -> int:
        return (1 << self.width) - 1

    def is_public(self, value: Value) -> bool:
        return self.operations[value].kind == CONSTANT

    def constant(self, number: int) -> Value:
        return self._add(Operation(CONSTANT, number=number & self.mask), number & self.mask, False)

    def input(self, number: int, hidden: bool = True) -> Value:
        """The next input, which has this number in the recorded run."""
        self.inputs += 1
        return self._add(Operation(INPUT, number=self.inputs - 1), number, hidden)

    def apply(self, kind: int, first: Value, second: Value = -1, third: Value = -1, number: int = 0) -> Value:
        operands = [value for value in (first, second, third) if value >= 0]
        operation = Operation(kind, first, second, third, number)
        result = compute(operation, [self.numbers[value] for value in operands], self.width)
        if all(self.is_public(value) for value in operands):
            return self.constant(result)
        return self._add(operation, result, any(self.hidden[value] for value in operands))

    def run(self, inputs: list[int]) -> list[int]:
        """The number of each value, if the inputs are these."""
        numbers: list[int] = []
        for operation in self.operations:
            if operation.kind == CONSTANT:
                numbers.append(operation.number)
            elif operation.kind == INPUT:
                numbers.append(inputs[operation.number])
            else:
                operands = [numbers[value] for value in operation[1:4] if value >= 0]
                numbers.append(compute(operation, operands, self.width))
        return numbers

    def _add(self, operation: Operation, number: int, hidden: bool) -> Value:
        if operation in self._known:
            return self._known[operation]
        self.operations.append(operation)
        self.numbers.append(number)
        self.origins.append(len(self.steps) - 1)
        self.hidden.append(hidden)
        self._known[operation] = len(self.operations) - 1
        return len(self.operations) - 1

    def observe(self, model: str, value: Value, before: Value = -1) -> None:
        """Notes what could be seen at the current step, unless it is public or was noted there already."""
        if before >= 0 and (before == value or (self.is_public(before) and self.is_public(value))):
            return
        key = (model, len(self.steps) - 1, value, before)
        if key in self._seen or (before < 0 and self.is_public(value)):
            return
        self._seen.add(key)
        self.observations.append(Observation(model, len(self.steps) - 1, value, before))


def compute(operation: Operation, operands: list[int], width: int) -> int:
    """The number that an operation yields."""
    mask = (1 << width) - 1
    first, places = operands[0], operation.number
    second = operands[1] if len(operands) > 1 else 0
    functions: dict[int, Callable[[], int]] = {
        XOR: lambda: first ^ second,
        AND: lambda: first & second,
        OR: lambda: first | second,
        SHIFT_LEFT: lambda: first << places,
        SHIFT_RIGHT: lambda: first >> places,
        SHIFT_SIGNED: lambda: (first - ((first >> (width - 1)) << width)) >> places,
        ROTATE_RIGHT: lambda: first >> places | first << (width - places),
        ADD: lambda: first + second + operands[2],
        CARRY: lambda: (first + second + operands[2]) >> width,
        MULTIPLY: lambda: first * second,
    }
    return functions[operation.kind]() & mask
