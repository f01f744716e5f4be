# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Every target: what is checked in is run again, then some inputs more; and a fault that is planted in the code under
test is found. The short run has the targets of library and command with the address sanitizer, and some of the faults:
a fault is compiled and linked each time. ./dev fuzz runs targets for longer."""

import pytest
from builds import SHORT_RUN
from fuzz import building, corpus, running
from fuzz.table import MEMORY, TARGETS, Build, Fault, Target, builds_of_tests

MORE = 1 if SHORT_RUN else 20  # times the runs of the short tier
RUNS_FOR_A_FAULT = 200_000  # most are found within a thousandth
CASES = [
    pytest.param(target, build, id=f"{target.name}-{build.preset}")
    for target in TARGETS
    for build in builds_of_tests()
    if target.is_in(build)
]
SHORT_FAULTS = ("siv_isap_commit_drbg-0", "file-0", "sums-0")
FAULTS = [
    pytest.param(target, fault, id=name)
    for target in TARGETS
    if target.folder
    for number, fault in enumerate(target.faults)
    if (name := f"{target.name}-{number}") in SHORT_FAULTS or not SHORT_RUN
]


def limits(target: Target, tmp_path, runs: int) -> list[str]:
    """libFuzzer counts the inputs that it begins with."""
    inputs = sum(len(list(folder.iterdir())) for folder in running.inputs_of(target, tmp_path / "corpus"))
    return [f"-runs={inputs + runs}", "-seed=1"]


@pytest.mark.parametrize(("target", "build"), CASES)
def test_nothing_is_found(target: Target, build: Build, tmp_path):
    runs = target.runs * MORE // (4 if build is MEMORY else 1)
    result = running.fuzz(target, running.program_of(target, build), tmp_path, *limits(target, tmp_path, runs))
    assert not result.failed, result.output[-6000:]
    assert result.number("number_of_executed_units") >= runs


@pytest.mark.parametrize(("target", "fault"), FAULTS)
def test_a_planted_fault_is_found(target: Target, fault: Fault, tmp_path):
    program = building.plant(target, fault, tmp_path / "planted")
    result = running.fuzz(target, [program], tmp_path, *limits(target, tmp_path, RUNS_FOR_A_FAULT))
    assert result.failed, f"nothing in {result.number('number_of_executed_units')} runs"
    assert running.failures_in(tmp_path / "found"), result.output[-3000:]
    assert ("MemorySanitizer" in result.output) == (fault.build is MEMORY), result.output[-3000:]


@pytest.mark.parametrize("target", [pytest.param(target, id=target.name) for target in TARGETS if target.folder])
def test_every_target_has_a_corpus_and_faults(target: Target):
    assert corpus.archive_of(target).exists(), f"./dev fuzz {target.name} --merge makes it"
    assert target.faults, "a target that finds nothing says nothing"
