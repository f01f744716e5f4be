"""The permutations of this tree, in the programs that the usual compilers make, for the usual numbers of rounds."""

from __future__ import annotations

import pytest
from builds import SHORT_RUN
from prove import binaries, options
from prove.__main__ import outcome

SUBJECTS = binaries.subjects()
TRIED = [each for each in SUBJECTS if each.usual or not SHORT_RUN]


@pytest.mark.parametrize("subject", TRIED, ids=lambda each: each.name)
def test_permutation(subject):
    found = outcome(subject, options.USUAL_ROUNDS)
    assert not found.failure
    assert found.rounds == list(options.USUAL_ROUNDS)


def test_every_backend_and_engine_is_among_them():
    known = {subject.backend for subject in SUBJECTS if subject.usual}
    engines = {path.parent.name for path in binaries.compiling.LIBRARY.glob("batch/engines/*/*.c")} - {"x1"}
    assert known == set(binaries.compiling.backends()) | engines
