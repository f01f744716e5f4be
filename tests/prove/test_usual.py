"""What ./dev prove proves, of this tree, in the programs that the usual compilers make: the quick part of it."""

import os
import subprocess
import sys

import pytest
from builds import SHORT_RUN
from prove import programs, subjects
from prove.__main__ import outcome
from prove.subjects import Extent, Permutation

EXTENT = Extent.SHORT if SHORT_RUN else Extent.USUAL
TRIED = [each for each in subjects.subjects() if each.extent <= EXTENT]


@pytest.mark.parametrize("subject", TRIED, ids=lambda each: each.name)
def test_functions(subject):
    cases = subject.cases(EXTENT)
    found = outcome(subject, cases)
    assert not found.failure
    assert found.proofs == len(cases) > 2


def test_every_backend_and_engine_is_among_them():
    known = {subject.backend for subject in TRIED if isinstance(subject, Permutation)}
    engines = {path.parent.name for path in programs.compiling.LIBRARY.glob("batch/engines/*/*.c")} - {"x1"}
    assert known == set(programs.compiling.backends()) | engines - subjects.UNKNOWN_ENGINES


def test_programs_have_no_path_of_this_machine():
    program = next(each.program for each in subjects.subjects() if each.name.startswith("avr, AVR (ATmega) speed"))
    program.make().with_suffix(".made").unlink()
    assert str(programs.compiling.ROOT).encode() not in program.make().read_bytes()


def test_measured_stack_is_compared():
    """The stack of the calls of firmware is compared with the figures that ./dev matrix has recorded."""
    compared = [each for each in subjects.one_shot_calls() if each.measured]
    assert len(compared) > 30
    assert all(form in each.cases(Extent.SHORT) for each in compared if each.is_called for form, _ in each.measured)


def test_the_list_needs_no_compiler():
    """In a process of its own: this one remembers the versions of compilers."""
    settings = {"PATH": "", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-m", "prove", "--list"], env=settings, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "") and len(done.stdout.splitlines()) >= len(TRIED) > 0
