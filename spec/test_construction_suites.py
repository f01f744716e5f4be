# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Vectors of constructions, as test_suites.py has them of the modes: each finds its mistakes, and all are found."""

import json

import pytest

from spec import vector_files
from spec.construction_mistakes import MISTAKES
from spec.construction_suites import SUITES, model_of, read
from spec.mistakes import load

EVERY = pytest.mark.parametrize("suite", SUITES, ids=lambda suite: suite.name)


@EVERY
def test_the_model_passes(suite):
    wrong = [vector for vector in suite.vectors() if not suite.passes(model_of(suite), vector.fields, vector.valid)]
    assert wrong == []


@EVERY
def test_each_vector_finds_its_mistakes(suite):
    models = {mistake.name: load(mistake) for mistake in MISTAKES[suite.name]}
    vectors = list(suite.vectors())
    missed = [(vector.comment, flag) for vector in vectors for flag in vector.flags
              if suite.passes(models[flag], vector.fields, vector.valid)]  # fmt: skip
    assert missed == []
    assert all(vector.flags for vector in vectors)
    assert {flag for vector in vectors for flag in vector.flags} == set(models)


def test_each_suite_has_its_mistakes():
    assert [suite.name for suite in SUITES] == list(MISTAKES)
    for mistakes in MISTAKES.values():
        assert len({mistake.name for mistake in mistakes}) == len(mistakes)


@EVERY
def test_a_file_has_what_is_checked(suite):
    """What is read from the text of a file is what the model passed above, and comments tell vectors apart."""
    groups = json.loads(vector_files.text(suite.file))["testGroups"]
    found = [read({**group, **test}) for group in groups for test in group["tests"]]
    vectors = list(suite.vectors())
    assert len(found) == len(vectors) and len({vector.comment for vector in vectors}) == len(vectors)
    for vector in vectors:
        assert [fields for fields in found if vector.fields.items() <= fields.items()], vector.comment
