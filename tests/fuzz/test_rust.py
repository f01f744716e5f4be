# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The target in Rust finds nothing in the crate, and finds planted faults."""

from builds import only_in_all
from fuzz import cargo, running
from fuzz.table import ADDRESS, BY_NAME

TARGET = BY_NAME["rust-streams"]
RUNS = 5000  # 40 seconds
LIMITS = (f"-runs={RUNS}", "-seed=1")


@only_in_all  # compiles the C library
def test_only_planted_faults_are_found(tmp_path):
    """One test, because all builds write to the same folder."""
    result = running.fuzz(TARGET, running.program_of(TARGET, ADDRESS), tmp_path / "right", *LIMITS)
    assert not result.failed and result.number("number_of_executed_units") >= RUNS, result.output[-6000:]
    for number, fault in enumerate(TARGET.faults):
        folder = tmp_path / str(number)
        result = running.fuzz(TARGET, [cargo.plant(TARGET, fault, folder)], folder, *LIMITS)
        assert result.failed and running.failures_in(folder / "found"), f"{fault}\n{result.output[-3000:]}"
        assert "panicked" in result.output
