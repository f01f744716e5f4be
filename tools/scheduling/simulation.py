# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The cycles per round: a limit that no order beats, and the cycles that a simulated processor takes for one order.

The simulation does not use the solver, whose result it checks."""

from dataclasses import replace
from functools import cache

from .operations import Operation, Round, copied
from .processors import Processor

ROUNDS = 40  # simulated; the second half counts
WINDOW = 96  # operations that wait for their operands at the same time


def producers(operations: Round, rounds: int) -> list[list[int]]:
    """For each operation of all rounds in turn, those whose results it takes."""
    result, words = [], {}
    for start in range(0, rounds * len(operations), len(operations)):
        made = dict(words)
        for number, operation in enumerate(operations, start):
            result.append([made[name] for name in operation.operands if name in made])
            made[operation.name] = number
        words = {f"x{word}": made[f"z{word}"] for word in range(5)}
    return result


def bind(operation: Operation, processor: Processor, waiting: list[int]) -> int:
    """The unit for which the fewest wait; `waiting` counts them. The first units are those that rotate."""
    able = range(processor.rotations if operation.rotates else processor.units)
    unit = min(able, key=lambda each: (waiting[each], -each))
    waiting[unit] += 1
    return unit


@cache
def simulate(operations: Round, processor: Processor) -> float:
    """Cycles per round in a long sequence of rounds. In each cycle some operations are renamed, and of those that
    have their operands the oldest start, as many as there are units."""
    count = len(operations)
    needs = producers(operations, ROUNDS)
    cost = [1 + (processor.copies and is_copied) for is_copied in copied(operations)]
    rotating = [operation.rotates for operation in operations]
    ready = [0] * len(needs)  # when the result is there; 0: not yet started
    unit_of, waiting_for = [0] * len(needs), [0] * processor.units
    window: list[int] = []
    cycle = renamed = credit = 0
    while renamed < len(needs) or window:
        cycle += 1
        credit = min(credit + processor.width, processor.width)
        while renamed < len(needs) and credit > 0 and len(window) < WINDOW:
            credit -= cost[renamed % count]
            if processor.bound:
                unit_of[renamed] = bind(operations[renamed % count], processor, waiting_for)
            window.append(renamed)
            renamed += 1
        started: set[int] = set()
        used: set[int] = set()
        rotations = 0
        for number in window:
            rotates = rotating[number % count]
            if processor.bound:
                is_free = unit_of[number] not in used
            else:
                is_free = len(started) < processor.units and (not rotates or rotations < processor.rotations)
            if is_free and all(0 < ready[other] <= cycle for other in needs[number]):
                started.add(number)
                used.add(unit_of[number])
                rotations += rotates
                ready[number] = cycle + (processor.latency if rotates else 1)
                waiting_for[unit_of[number]] -= 1
            elif processor.in_order:
                break
        window = [number for number in window if number not in started]
    half = ROUNDS // 2 * count
    return (max(ready) - max(ready[:half])) / (ROUNDS - ROUNDS // 2)


def limit(operations: Round, processor: Processor) -> float:
    """What no order can beat: the units, the rotations, and the longest chain from one round to the next."""
    many = len(operations)
    unlimited = replace(processor, width=many, units=many, rotations=many, in_order=False, bound=False)
    rotations = sum(operation.rotates for operation in operations)
    chain = simulate(operations, unlimited)
    units = min(processor.units, processor.width)
    return max(many / units, rotations / processor.rotations, chain)
