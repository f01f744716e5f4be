# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A smoke test of the generator by dieharder, which must find two faulty ones. It says nothing about security: that is
argued on docs/constructions/drbg.md. The seed is fixed, so that every run gives the same."""

import os
import re
import subprocess
from pathlib import Path

import pytest
from builds import ROOT, need, only_in_all

STREAM = Path(os.environ.get("ASCONKIT_BUILD", ROOT / "build/release")) / "bin/drbg_stream"
BYTES = 10**12  # more than any test reads
STDIN = ("-g", "200")
QUICK = ("-p", "20", "-t", "20000")  # p-values, and numbers of 32 bits for each
TESTS = {
    "monobit": ("-d", "100", *QUICK),
    "bit distribution": ("-d", "200", "-n", "8", *QUICK),
}
# Dieharder's own sizes; some seconds to a minute each.
THOROUGH = {"birthdays": 0, "ranks of 32x32": 2, "bit streams": 4, "runs": 101, "serial": 102}


def assessments(generator: str, *options: str) -> list[str]:
    """What dieharder says of a generator: PASSED, WEAK (p below 0.005 or above 0.995) or FAILED (0.000001)."""
    with subprocess.Popen([STREAM, generator, str(BYTES)], stdout=subprocess.PIPE) as stream:
        done = subprocess.run(
            [need("dieharder"), *options, *STDIN], stdin=stream.stdout, capture_output=True, text=True, check=False
        )
        stream.kill()
    found = re.findall(r"\b(PASSED|WEAK|FAILED)\b", done.stdout)
    assert found, f"dieharder found nothing:\n{done.stdout}\n{done.stderr}"
    return found


@pytest.mark.parametrize("test", TESTS)
def test_the_generator_does_not_fail(test):
    assert "FAILED" not in assessments("drbg", *TESTS[test])


@pytest.mark.parametrize("generator", ["stuck", "repeated"])
@pytest.mark.parametrize("test", TESTS)
def test_planted_faults_fail(test, generator):
    assert "FAILED" in assessments(generator, *TESTS[test])


@only_in_all
@pytest.mark.parametrize("test", THOROUGH)
def test_more_of_the_generator(test):
    assert "FAILED" not in assessments("drbg", "-d", str(THOROUGH[test]))
