"""Every vector finds the mistakes that it is there for, and every mistake is found for every algorithm that has it."""

import pytest

from spec import modes, suites
from spec.algorithms import ALGORITHMS
from spec.mistakes import BY_NAME, MISTAKES, changed_module, load

ROWS = pytest.mark.parametrize("row", ALGORITHMS, ids=lambda row: row.name)


def every_case(row):
    return [*suites.cases(row), *(suites.bit_cases(row) if row in suites.OF_BITS else [])]


@pytest.fixture(scope="module")
def models():
    """The modes with each mistake."""
    return {mistake.name: load(mistake) for mistake in MISTAKES}


@ROWS
def test_the_model_passes(row):
    wrong = [case for case in every_case(row) if not suites.passes(row, case, modes)]
    assert wrong == []


@ROWS
def test_each_vector_finds_its_mistakes(row, models):
    missed = [
        (case, flag) for case in every_case(row) for flag in case.flags if suites.passes(row, case, models[flag])
    ]
    assert missed == []
    assert all(case.flags for case in every_case(row))


@ROWS
def test_each_mistake_has_a_vector(row):
    """Those of strings of bits only where there are such strings."""
    wanted = {mistake.name for mistake in MISTAKES if mistake.applies(row)}
    if row not in suites.OF_BITS:
        wanted -= {mistake.name for mistake in MISTAKES if mistake.bits}
    assert {flag for case in every_case(row) for flag in case.flags} == wanted


def test_every_mistake_is_made_somewhere():
    assert {flag for row in ALGORITHMS for case in every_case(row) for flag in case.flags} == set(BY_NAME)


def test_a_mistake_that_changes_nothing_is_found_out():
    """Or a flag could stand for nothing."""
    row = ALGORITHMS[0]
    same = changed_module("modes")
    assert all(suites.passes(row, case, same) for case in suites.cases(row))


def test_a_changed_text_is_an_error():
    with pytest.raises(ValueError, match="has 0 times"):
        changed_module("modes", "no such text", "")
