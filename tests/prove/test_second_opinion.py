"""Berkeley's ABC finds planted faults, and none in a program of each instruction set."""

import pytest
from builds import SHORT_RUN
from prove import abi, programs, second_opinion
from prove.specification import plain
from prove.values import NotProved

SUBJECTS = second_opinion.chosen([])
ROUNDS = (1,) if SHORT_RUN else second_opinion.ROUNDS


@pytest.mark.skipif(not programs.IS_X86_64, reason="for x86-64")
@pytest.mark.parametrize(("fault", "is_right"), [(0, True), (9, False), (10, False)])
def test_planted_fault_is_found(controls, fault, is_right):
    """Fault 9 shows on one value of 2^64 alone, fault 10 with 7 rounds alone."""
    elf = controls(fault, ("gcc",), "x86-64")
    assert second_opinion.agrees(elf, abi.X86_64, "control", plain, 7) == is_right


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda each: each.stands_for)
def test_it_agrees(subject):
    assert not second_opinion.outcome(subject, ROUNDS).failure


def test_no_answer_is_no_agreement(tmp_path):
    path = tmp_path / "wrong.aig"
    path.write_text("no circuit")
    with pytest.raises(NotProved, match="gives no answer"):
        second_opinion.abc_finds_equal(path)
