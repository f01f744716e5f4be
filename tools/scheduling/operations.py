# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One round of the permutation as a list of operations, and the forms that it takes on other processors.

For the scheduler, the simulator and the C source that they write."""

import re
from typing import NamedTuple

NAME = re.compile(r"\b[a-z]\d*_?\b")
ROTATION = re.compile(r"rotate_right\((\w+), (\d+)\)")


class Operation(NamedTuple):
    name: str
    expression: str  # in C

    @property
    def operands(self) -> list[str]:
        return NAME.findall(self.expression)

    @property
    def rotates(self) -> bool:
        return "rotate_right" in self.expression


Round = tuple[Operation, ...]

# Inputs x0 to x4, outputs z0 to z4, which are the inputs of the next round. asconkit/core/backends/c64/backend.h
# explains the names. Any order in which operands come first computes the same.
ROUND: Round = tuple(
    Operation(*line.split(" = "))
    for line in """
a = x0 ^ x4
e = x3 ^ x4
q = ~x3 & x4
c = x2 ^ constant
g = x1 ^ c
h = c ^ x3
b = ~a & x1
w = x0 | e
u = a ^ c
v = u | x1
i = h | g
y0 = v ^ e
y1 = i ^ a
y2 = q ^ g
y3 = w ^ g
y4 = b ^ e
r0 = rotate_right(y0, 19)
r1 = rotate_right(y1, 61)
r2 = rotate_right(y2, 1)
r3 = rotate_right(y3, 10)
r4 = rotate_right(y4, 7)
t0 = rotate_right(y0, 28)
t1 = rotate_right(y1, 39)
t2 = rotate_right(y2, 6)
t3 = rotate_right(y3, 17)
t4 = rotate_right(y4, 41)
m0 = y0 ^ r0
m1 = y1 ^ r1
m2 = y2 ^ r2
m3 = y3 ^ r3
m4 = y4 ^ r4
z0 = m0 ^ t0
z1 = m1 ^ t1
z2 = m2 ^ t2
z3 = m3 ^ t3
z4 = m4 ^ t4
""".strip().splitlines()
)


def without_andn(operations: Round = ROUND) -> Round:
    """The round in 37 operations: one complement is a separate instruction, and the other one is replaced by e."""
    found = {"q": [("q", "x4 & e")], "b": [("n", "~a"), ("b", "n & x1")]}
    return tuple(Operation(*each) for old in operations for each in found.get(old.name, [old]))


def rotated_operands(operations: Round = ROUND) -> Round:
    """26 operations: a rotation is part of the xor that uses it."""
    rotations = {name: expression for name, expression in operations if "rotate" in expression}
    others = (operation for operation in operations if operation.name not in rotations)
    return tuple(Operation(name, NAME.sub(lambda n: rotations.get(n[0], n[0]), text)) for name, text in others)


def shifts(operations: Round | None = None) -> Round:
    """57 operations: a rotation is two shifts, which are both xored in."""
    rotated, result = {}, []
    for name, expression in operations or without_andn():
        found = ROTATION.fullmatch(expression)
        if found:
            rotated[name] = None
            result += [(name, f"{found[1]} >> {found[2]}"), (f"{name}_", f"{found[1]} << {64 - int(found[2])}")]
        elif expression.split()[-1] in rotated:
            result += [(f"{name}_", expression), (name, f"{name}_ ^ {expression.split()[-1]}_")]
        else:
            result.append((name, expression))
    return tuple(Operation(*each) for each in result)


def in_order(operations: Round, names: list[str]) -> Round:
    """The same operations in this order. Raises ValueError if it is none, or if an operand comes too late."""
    by_name = {operation.name: operation for operation in operations}
    if sorted(by_name) != sorted(names):
        raise ValueError(f"other operations: {sorted(set(by_name) ^ set(names))}")
    for number, name in enumerate(names):
        late = set(by_name[name].operands) & set(names[number:])
        if late:
            raise ValueError(f"{name} stands before {', '.join(sorted(late))}")
    return tuple(by_name[name] for name in names)


def copied(operations: Round) -> list[bool]:
    """Where results replace an operand: whether it must be copied first, since neither is used for the last time."""
    last = {name: number for number, operation in enumerate(operations) for name in operation.operands}
    return [
        all(last[name] != number for name in operation.operands) for number, operation in enumerate(operations)
    ]  # fmt: skip
