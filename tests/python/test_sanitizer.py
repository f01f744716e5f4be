# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The sanitizers of the instrumented extension must detect an access one byte beyond a buffer."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import asconkit

PLACE = os.environ.get("ASCONKIT_SANITIZED", "")
# An array whose length exceeds its memory: nothing in Python can detect that.
TOO_FAR = """
import numpy, asconkit
data = numpy.lib.stride_tricks.as_strided(numpy.zeros({held}, dtype=numpy.uint8), shape=(2000,))
print(asconkit.hash256(data).hexdigest())
"""

pytestmark = pytest.mark.skipif(not PLACE, reason="not instrumented; tools/python_sanitized.py runs these")


def test_the_extension_is_the_instrumented_one():
    assert Path(asconkit.__file__).is_relative_to(PLACE)
    (extension,) = Path(asconkit.__file__).parent.glob("_core.*so")
    symbols = subprocess.run(["nm", "-D", extension], capture_output=True, text=True, check=True).stdout
    assert "__asan_report_load1" in symbols and "__ubsan_handle" in symbols


@pytest.mark.parametrize("held", (1999, 1000, 2000))
def test_a_byte_too_many_is_seen(held):
    done = subprocess.run([sys.executable, "-c", TOO_FAR.format(held=held)], capture_output=True, text=True)
    if held < 2000:
        assert done.returncode == 99 and "heap-buffer-overflow" in done.stderr, done.stderr
    else:
        assert done.returncode == 0 and len(done.stdout.strip()) == 64, done.stderr
