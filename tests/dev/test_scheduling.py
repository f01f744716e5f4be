"""The orders of a round's operations compute the permutation, keep the rules of the model, and are in the sources."""

import re
import shutil
import subprocess
import sys
from itertools import product

import pipelines
import pytest
from builds import ROOT, only_in_all
from scheduling import orders, sources, synthesis
from scheduling.operations import ROUND, Operation, in_order, rotated_operands, shifts, without_andn
from scheduling.orders import SOLVED, SOURCES, Schedule
from scheduling.processors import ARM, BMI, PLAIN, PROCESSORS, RISCV_ZBB, ZEN4, Processor, closest, find, form_of
from scheduling.simulation import limit, simulate
from spec.permutation import MASK, permute

STATE = [0x0123456789ABCDEF * factor & MASK for factor in (1, 3, 5, 7, 11)]
SCHEDULES = orders.load()


# ---- Operations ----------------------------------------------------------------------------------


def compute(operations, words: list[int], constant: int) -> list[int]:
    """What the C source computes in a permutation of one round: word 2 comes out complemented."""
    values = {f"x{number}": word for number, word in enumerate(words)} | {"constant": constant}
    values["rotate_right"] = lambda x, n: x >> n | x << (64 - n)
    for name, expression in operations:
        values[name] = eval(expression, {}, values) & MASK
    values["z2"] ^= MASK
    return [values[f"z{number}"] for number in range(5)]


@pytest.mark.parametrize("operations", (ROUND, without_andn(), rotated_operands(), shifts()), ids=len)
def test_operations_are_a_round(operations):
    assert compute(operations, STATE, 0x4B) == permute(STATE, 1)


def test_an_order_is_of_the_same_operations_and_operands_come_first():
    names = [operation.name for operation in ROUND]
    assert in_order(ROUND, names) == ROUND
    with pytest.raises(ValueError, match="other operations"):
        in_order(ROUND, names[1:])
    with pytest.raises(ValueError, match="v stands before u"):
        in_order(ROUND, ["v" if name == "u" else "u" if name == "v" else name for name in names])


# ---- The rules of the model, without the solver --------------------------------------------------


def broken_rules(schedule: Schedule, row: Processor) -> list[str]:
    cycles, operations, starts = schedule
    at = {operation.name: start for operation, start in zip(operations, starts)}
    latency = {operation.name: row.latency if operation.rotates else 1 for operation in operations}
    broken = [] if starts == sorted(starts) else ["not sorted"]
    for operation in operations:
        for name in operation.operands:
            before = name if name in at else name.replace("x", "z")
            early = 0 if name in at else cycles
            if before in at and at[operation.name] + early < at[before] + latency[before]:
                broken.append(f"{operation.name} before {name}")
    for slot in range(cycles):
        here = [operation for operation in operations if at[operation.name] % cycles == slot]
        if len(here) > row.units or sum(operation.rotates for operation in here) > row.rotations:
            broken.append(f"too many in cycle {slot}")
    return broken


@pytest.mark.parametrize("row", SOLVED, ids=lambda row: row.name)
def test_orders_keep_the_rules(row):
    schedule = SCHEDULES[row.name]
    assert broken_rules(schedule, row) == []
    assert schedule.cycles >= limit(schedule.operations, row)


@pytest.mark.parametrize("change, found", [(("e", "u"), "not sorted"), (("y0", "z0"), "z0 before m0")])
def test_a_broken_rule_is_found(change, found):
    row = find(ZEN4, BMI)
    cycles, operations, starts = SCHEDULES[row.name]
    first, second = ([operation.name for operation in operations].index(name) for name in change)
    starts = list(starts)
    starts[first], starts[second] = starts[second], starts[first]
    assert found in broken_rules(Schedule(cycles, operations, starts), row)
    assert "too many in cycle 0" in broken_rules(Schedule(8, operations, starts), row)


# ---- The simulator --------------------------------------------------------------------------------


@pytest.mark.parametrize("row", SOLVED, ids=lambda row: row.name)
def test_the_simulator_agrees_with_the_solver(row):
    """Where operations are bound to units before they start, an order can only be worse."""
    schedule = SCHEDULES[row.name]
    cycles = simulate(schedule.operations, row)
    assert limit(schedule.operations, row) <= cycles + 0.1
    assert row.bound or cycles <= schedule.cycles


def made_up(text: str):
    return tuple(Operation(*line.split(" = ")) for line in text.split("; "))


CHAIN = made_up("a = x0; b = a; c = b; z0 = c; z1 = x1; z2 = x2; z3 = x3; z4 = x4")
FREE = made_up("z0 = k; z1 = rotate_right(k, 1); z2 = rotate_right(k, 2); z3 = rotate_right(k, 3); z4 = k")
LATE = made_up("z1 = x1; z0 = x0; a = z0; b = a; z2 = b; z3 = x3; z4 = x4")


@pytest.mark.parametrize("operations, cycles, units, rotations, more", [
    (CHAIN, 4, 8, 8, {}),  # each waits for the one before
    (CHAIN, 8 / 1.5, 2, 2, {"width": 1.5}),
    (FREE, 5 / 2, 2, 2, {}),
    (FREE, 3, 5, 1, {}),
    (FREE, 2.5, 2, 2, {"in_order": True, "latency": 3}),
    (LATE, 7 / 4, 4, 4, {}),
    (LATE, 4, 4, 4, {"in_order": True}),  # nothing starts before a, b and z2, one after the other
])  # fmt: skip
def test_simulated_cycles_can_be_counted_by_hand(operations, cycles, units, rotations, more):
    row = Processor(**{"family": "", "form": BMI, "width": 8, "units": units, "rotations": rotations, **more})
    assert simulate(operations, row) == pytest.approx(cycles, abs=0.1)


def test_copies_take_width_alone():
    """c64: a rotation overwrites its operand."""
    twice = made_up("z0 = rotate_right(k, 1); z1 = rotate_right(k, 2); z2 = rotate_right(k, 3); z3 = x3; z4 = x4")
    for form, cycles in ((BMI, 5 / 4), (PLAIN, 7 / 4)):
        row = Processor("", form, width=4, units=8, rotations=8)
        assert simulate(twice, row) == pytest.approx(cycles, abs=0.1)


def test_what_is_known_of_the_assembly():
    """Cycles that its head names; they were counted without this simulator."""
    assert len(sources.assembly("rv64")) == 36 and len(sources.assembly("rv64", 1)) == 57
    assert simulate(sources.assembly("rv64"), find("in order, two operations a cycle", RISCV_ZBB)) == 18
    assert len(sources.assembly("aarch64")) == 26 and len(sources.vectors()) == 24


# ---- What is written ------------------------------------------------------------------------------


@pytest.mark.parametrize("backend", SOURCES)
def test_sources_follow_from_the_orders(backend):
    text = (ROOT / f"asconkit/core/backends/{backend}/round_order.inc").read_text(encoding="utf-8")
    assert text == orders.source(backend)
    found = tuple(Operation(*each) for each in re.findall(r"^LET\((\w+), (.*)\);$", text, re.MULTILINE))
    assert compute(found, STATE, 0x4B) == permute(STATE, 1)


def test_the_page_has_the_present_table():
    assert orders.PAGE.read_text(encoding="utf-8") == orders.page()
    assert all(f"| {row.name} |" in orders.page() for row in PROCESSORS)


def test_the_picture_has_every_operation(tmp_path):
    pytest.importorskip("matplotlib")
    from scheduling import chart

    names = re.findall(r">([^<>]+)</text>", chart.draw(tmp_path / "slots.svg").read_text(encoding="utf-8"))
    assert {operation.name for operation in ROUND} <= set(names)


@only_in_all
def test_the_solver_finds_the_same_again():
    assert subprocess.run([sys.executable, ROOT / "tools/rounds.py", "--check"]).returncode == 0


# ---- LLVM's models --------------------------------------------------------------------------------

LISTING = """
       0:      \tmov\tx1, #0x1                // =1
       4:      \teor\tx2, x2, x1
       8:      \tb.lo\t0x10 <f+0x10>
       c:      \tbic\tx2, x2, x3
      10:      \tb.hs\t0x4 <f+0x4>
      14:      \tret
"""


def test_a_loop_is_what_its_branch_goes_back_to():
    assert pipelines.loop(LISTING) == ["eor\tx2, x2, x1", "bic\tx2, x2, x3"]
    assert pipelines.straight(LISTING) == ["mov\tx1, #0x1", *pipelines.loop(LISTING)]


@pytest.mark.skipif(not shutil.which("llvm-mca-19"), reason="needs llvm-19")
@pytest.mark.parametrize("row", pipelines.ROWS, ids=lambda row: row[0])
def test_the_page_has_what_the_models_say(row):
    assert pipelines.row(*row) in orders.PAGE.read_text(encoding="utf-8")


# ---- The processor at hand ------------------------------------------------------------------------


@pytest.mark.parametrize("facts, family", [
    ({"vendor_id": "AuthenticAMD", "cpu family": "25"}, "Zen 4"),
    ({"vendor_id": "AuthenticAMD", "cpu family": "26"}, "Zen 5"),
    ({"vendor_id": "GenuineIntel", "cpu family": "6"}, "Golden Cove"),
    ({"CPU part": "0xd03"}, "Cortex-A53, A55"),
    ({"CPU part": "0xd0c"}, "Cortex-A76, Neoverse N1"),
    ({"CPU part": "0xd4f"}, "Neoverse V2"),
    ({}, "in order, two operations a cycle"),
])  # fmt: skip
def test_every_processor_has_a_closest_one(facts, family):
    assert closest(facts) == family
    assert any(row.family == family for row in PROCESSORS)


def test_backends_have_the_instructions_of_the_machine():
    assert form_of("c64", "x86_64") == PLAIN and form_of("c64", "aarch64") == ARM
    assert form_of("c64_bmi", "x86_64") == BMI and form_of("ref", "x86_64") is None


@pytest.mark.parametrize("circuit", (synthesis.CIRCUIT, synthesis.SHA3_CIRCUIT))
def test_circuits_are_the_s_box(circuit):
    """Of all inputs and of both constants."""
    for *words, k in product((0, 1), repeat=6):
        values = {f"x{i}": word for i, word in enumerate(words)} | {"k": k}
        for line in circuit.split("\n")[1:-1]:
            name, expression = line.split(" = ")
            values[name] = eval(expression, {}, values) & 1
        assert [values[f"y{i}"] for i in range(5)] == synthesis.outputs((*words, k))


@pytest.mark.parametrize(
    ("circuit", "of", "made_before"), [(synthesis.CIRCUIT, "three", 0), (synthesis.SHA3_CIRCUIT, "sha3", 4)]
)
def test_lines_of_circuits_are_functions_of_their_set(circuit, of, made_before):
    for line in circuit.split("\n")[1:-1][made_before:]:
        expression = line.split(" = ")[1]
        read = sorted(set(re.findall(r"\b[a-z]\d?\b", expression)))
        values = [eval(expression, {}, dict(zip(read, row))) & 1 for row in synthesis.THREE]
        assert len(read) <= 3 and tuple(value ^ values[0] for value in values) in synthesis.SETS[of][1], line


def test_sets_have_what_instructions_compute():
    """Functions whose result is 0 where all operands are; BSL is an instruction of Arm, and none computes majority."""
    tables = {name: tables for name, (_, tables) in synthesis.SETS.items()}
    bsl, majority = (0, 0, 0, 1, 1, 0, 1, 1), (0, 0, 0, 1, 0, 1, 1, 1)
    assert bsl in tables["sha3"] and majority not in tables["sha3"] and tables["sha3"] < tables["three"]
    assert len(tables["two"]) == 8 and len(tables["three"]) == 128
