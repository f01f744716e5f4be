# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A modulo schedule of a round, by OR-Tools' CP-SAT: rounds begin at equal distances and overlap.

tools/rounds.py calls it, in an environment that has OR-Tools."""

from ortools.sat.python import cp_model

from .operations import Round
from .processors import Processor

OVERLAP = 4  # cycles by which a round may overlap the next round
EFFORT = 10  # deterministic, not seconds


def schedule(operations: Round, processor: Processor, cycles: int, keep: bool = False) -> list[int] | None:
    """The cycle in which each operation starts, if rounds can follow each other after that many cycles. With `keep`
    none starts before an earlier one. One worker and a fixed seed: the same result every time."""
    last = cycles + (0 if processor.in_order else OVERLAP)
    model = cp_model.CpModel()
    starts = {operation.name: model.new_int_var(0, last - 1, operation.name) for operation in operations}
    at = {name: [model.new_bool_var(f"{name}@{cycle}") for cycle in range(last)] for name in starts}
    for name, start in starts.items():
        model.add_exactly_one(at[name])
        model.add(start == sum(cycle * chosen for cycle, chosen in enumerate(at[name])))
    latency = {operation.name: processor.latency if operation.rotates else 1 for operation in operations}
    for operation in operations:
        for name in operation.operands:
            before = name.replace("x", "z")
            if name in starts:
                model.add(starts[operation.name] >= starts[name] + latency[name])
            elif before in starts:  # of the round before
                model.add(starts[operation.name] + cycles >= starts[before] + latency[before])
    rotating = [operation.name for operation in operations if operation.rotates]
    for slot in range(cycles):
        for names, most in ((starts, processor.units), (rotating, processor.rotations)):
            model.add(sum(chosen for name in names for chosen in at[name][slot::cycles]) <= most)
    if keep:
        names = list(starts)
        for first, second in zip(names, names[1:]):
            model.add(starts[first] <= starts[second])
    model.minimize(sum(starts.values()))
    return solve(model, list(starts.values()))


def solve(model: cp_model.CpModel, variables: list[cp_model.IntVar]) -> list[int] | None:
    """The values of the variables; None if there is no solution. RuntimeError if the effort was too small to decide."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.max_deterministic_time = EFFORT
    status = solver.solve(model)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return [solver.value(variable) for variable in variables]
    if status == cp_model.INFEASIBLE:
        return None
    raise RuntimeError(f"no answer: {solver.status_name(status)}")
